"""Pictures that answer to a slider: under a kernel, and on a built page without one.

An explorer is data: parameters with their values, and one function that draws a view for a value of
each. To add one:

1. Write in the module of its theme ``_NAME_words = Words("NAME")`` and a public function
   ``NAME(...)`` that returns an `Explorer`. Its draw function takes every parameter by name and
   returns a `View`: a figure (made with ``with panels("a;b", ...)``, in the colours of
   `mlevalkit.plots`), a few numbers, and the picture in words. What the library computes it asks
   the library.
2. Put the title, the picture in words (``alt``) and the labels of parameters, values and numbers
   under their names into ``messages.toml``, in English and Chinese.
3. Import it here and name it in ``__all__``.
4. Show it: ``mk.explorers.NAME()`` in a notebook of both editions, or ``{explorer} NAME`` in a
   Markdown page.

The book's build runs it for every setting, so keep their number below about two hundred. The tests
find it by themselves.

The modules `engine`, `words`, `picture` and `panel` are public: the book's extensions use them.
"""

from __future__ import annotations

from .costs import calibration, cost, cost_matrix
from .engine import Explorer, Parameter, Value, View
from .error_averages import macro_micro, squared_error
from .evaluation_methods import k_folds, optimism, out_of_bag, splitters
from .many_learners import friedman, holm
from .one_learner_tests import binomial_test, coverage, power, t_distribution
from .polynomials import dilemma, overfitting
from .prevalence import accuracy_paradox, class_balance, pr_baseline
from .ranking import beta, crossing, threshold
from .two_learner_tests import mcnemar, size_and_power, sizes

__all__ = [
    "Explorer", "Parameter", "Value", "View", "accuracy_paradox", "beta", "binomial_test",
    "calibration", "class_balance", "cost", "cost_matrix", "coverage", "crossing", "dilemma",
    "friedman", "holm", "k_folds", "macro_micro", "mcnemar", "optimism", "out_of_bag",
    "overfitting", "power", "pr_baseline", "size_and_power", "sizes", "splitters",
    "squared_error", "t_distribution", "threshold",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
