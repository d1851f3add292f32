"""How likely a number of errors is, at each generalization error rate: (2.26) as a curve."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import as_array, fail, integer, is_single, size
from ..one_learner import error_likelihood as _error_likelihood
from ._style import PALE, axes, line_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_RATES = np.linspace(0, 1, 401)
_MOST = 5  # curves that can be told apart


def error_likelihood(errors: int | ArrayLike, m: int, *, ax: Axes | None = None) -> Axes:
    """Draw how likely so many errors are against the generalization error rate, (2.26).

    A curve for each number of errors, with a dot at its maximum, the test error rate.

    Parameters
    ----------
    errors : int or array-like of int, at most 5
        Numbers of errors, from 0 to m.
    m : int
        The number of test samples.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If a count is outside 0 to m, or there are too many.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.error_likelihood([0, 6, 10], 10)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['0 of 10 wrong', '6 of 10 wrong', '10 of 10 wrong']

    Source
    ------
    Zhou, Machine Learning, (2.26).
    """
    m = size(m, "m")
    given: Any = [integer(errors, "errors")] if is_single(errors) else errors
    counts = as_array(given, "errors")
    if len(counts) > _MOST:
        fail("errors", f"at most {_MOST} numbers", str(len(counts)))
    ax = axes(ax)
    for i, count in enumerate(counts.tolist()):
        style = line_style(i)
        curve = _error_likelihood(_RATES, count, m)
        ax.plot(_RATES, curve, **style, linewidth=1.4, label=f"{count} of {m} wrong")
        ax.plot(count / m, _error_likelihood(count / m, count, m), "o", color=style["color"],
                markersize=5, clip_on=False)  # fmt: skip
    ax.set(xlabel="true error rate ε", ylabel="probability of so many errors",
           xlim=(0, 1), ylim=(0, None))  # fmt: skip
    ax.grid(color=PALE, linewidth=0.6)
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False, fontsize=9)
    return ax
