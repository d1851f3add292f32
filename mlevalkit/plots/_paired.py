"""The errors of two learners on the same folds, side by side."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from .._validation import fail, as_floats, as_list, same_length
from ._style import BLUE, GREY, PALE, VERMILION, axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def paired_errors(
    errors_a: ArrayLike,
    errors_b: ArrayLike,
    *,
    names: tuple[str, str] = ("A", "B"),
    ylabel: str = "error rate",
    ax: Axes | None = None,
) -> Axes:
    """Draw two learners' errors fold by fold; a line joins what the paired t test compares.

    Parameters
    ----------
    errors_a, errors_b : array-like of shape (n_folds,)
        The errors of both learners on the same folds.
    names : (str, str), default ("A", "B")
        What the learners are called.
    ylabel : str, default "error rate"
        What the errors are.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes
        The short lines at the right edge are the means.

    Raises
    ------
    ValueError, TypeError
        If the lengths differ, a number is not finite, or there are not two names.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.paired_errors([0.1, 0.3, 0.2], [0.15, 0.34, 0.22])
    >>> ax.get_xlabel()
    'fold'

    Source
    ------
    Zhou, Machine Learning, section 2.4.2: the differences of (2.31).
    """
    a, b = as_floats(errors_a, "errors_a"), as_floats(errors_b, "errors_b")
    same_length(errors_a=a, errors_b=b)
    both = as_list(names, "names")
    if len(both) != 2:
        fail("names", "two names", str(len(both)))
    ax = axes(ax, size=(5.2, 3.2))
    fold = np.arange(1, len(a) + 1)
    ax.vlines(fold, np.minimum(a, b), np.maximum(a, b), color=GREY, linewidth=1)
    for errors, name, colour, marker in ((a, both[0], BLUE, "o"), (b, both[1], VERMILION, "s")):
        ax.plot(fold, errors, marker, color=colour, markersize=6, label=name)
        ax.plot(len(a) + np.array([0.6, 1.1]), [errors.mean()] * 2, color=colour, linewidth=2)
    ax.set(xlabel="fold", ylabel=ylabel, ylim=(min(0.0, a.min(), b.min()), None))
    shown = fold[:: -(-len(a) // 20)].tolist()
    ax.set_xticks([*shown, len(a) + 0.85], [*map(str, shown), "mean"])
    ax.grid(axis="y", color=PALE, linewidth=0.6)
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False, fontsize=9, ncols=2)
    return ax
