"""Pictures that answer to a slider: under a kernel, and on a built page without one.

An explorer is data: parameters with their values, and one function that draws a view for a value of
each. To add one:

1. Write ``_NAME.py`` with ``_words = Words("NAME")`` and a public function ``NAME(...)`` that
   returns an `Explorer`. Its draw function takes every parameter by name and returns a `View`: a
   figure (made with ``with panels("a;b", ...)``, in the colours of `mlevalkit.plots`), a few
   numbers, and the picture in words. What the library computes it asks the library.
2. Put the title, the picture in words (``alt``) and the labels of parameters, values and numbers
   under their names into ``messages.toml``, in English and Chinese.
3. Import it here and name it in ``__all__``.
4. Show it: ``mk.explorers.NAME()`` in a notebook of both editions, or ``{explorer} NAME`` in a
   Markdown page.

The book's build runs it for every setting, so keep their number below about two hundred. The tests
find it by themselves.
"""

from __future__ import annotations

from ._base import Explorer, Parameter, Value, View
from ._beta import beta
from ._binomial import binomial_test
from ._calibration import calibration
from ._class_balance import class_balance
from ._cost import cost
from ._crossing import crossing
from ._dilemma import dilemma
from ._friedman import friedman
from ._k_folds import k_folds
from ._macro_micro import macro_micro
from ._mcnemar import mcnemar
from ._optimism import optimism
from ._out_of_bag import out_of_bag
from ._overfitting import overfitting
from ._power import power
from ._size_and_power import size_and_power
from ._sizes import sizes
from ._splitters import splitters
from ._squared_error import squared_error
from ._t import t_distribution
from ._threshold import threshold

__all__ = [
    "Explorer", "Parameter", "Value", "View", "beta", "binomial_test", "calibration",
    "class_balance", "cost", "crossing", "dilemma", "friedman", "k_folds", "macro_micro", "mcnemar",
    "optimism", "out_of_bag", "overfitting", "power", "size_and_power", "sizes", "splitters",
    "squared_error", "t_distribution", "threshold",
]  # fmt: skip
