"""How often each of several tests rejected: a dot a test, beside the significance they claim."""

from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import as_array, fail, inside, shown
from ..one_learner import error_rate_interval
from ._style import BLUE, GREY, PALE, VERMILION, axes, named

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def rejections(
    rejected: Any, *, alpha: float = 0.05, xlabel: str = "rejected", ax: Axes | None = None
) -> Axes:
    """Draw how often tests rejected in a simulation, beside the significance that they claim.

    Parameters
    ----------
    rejected : mapping of str to array-like, or array-like of shape (n_runs,)
        For each test, from the top, whether it rejected in each run.
    alpha : float, default 0.05
        The significance that the tests claim: the dotted line.
    xlabel : str, default "rejected"
        What the share is.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes
        A dot is the share of rejections, the bar its 95% confidence interval (Wilson's): where
        the probability of a rejection may lie, given the number of runs. Tests whose bar lies
        beyond `alpha` are squares.

    Raises
    ------
    ValueError, TypeError
        If what a test decided is not true or false, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.rejections({"t": [True, False, False], "F": [False, False, False]})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['t', 'F']

    Source
    ------
    Zhou, Machine Learning, section 2.4: the significance is the probability of a wrong rejection.
    """
    rows = {name: as_array(each, name or "rejected") for name, each in named(rejected).items()}
    if not rows:
        fail("rejected", "at least one test", "none")
    for name, row in rows.items():
        if row.dtype.kind not in "biuf" or not np.isin(row, (0, 1)).all():
            fail(name or "rejected", "true or false (1 or 0) for each run", shown(row))
    level = inside(alpha, "alpha")
    ax = axes(ax, size=(5.2, 0.9 + 0.34 * len(rows)))
    for lane, row in zip(np.arange(len(rows))[::-1], rows.values(), strict=True):
        low, high = error_rate_interval(row, method="wilson")
        eager = low > level
        colour = VERMILION if eager else BLUE
        ax.plot([low, high], [lane, lane], color=colour, linewidth=2)
        ax.plot(row.mean(), lane, "s" if eager else "o", color=colour, markersize=6)
    ax.axvline(level, color=GREY, linestyle=":", linewidth=1.2)
    ax.set(xlabel=xlabel, ylim=(-0.6, len(rows) - 0.4))
    ax.set_xlim(0, max(1.05 * ax.get_xlim()[1], 2 * level))
    ax.set_yticks(np.arange(len(rows))[::-1], list(rows))
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=PALE, linewidth=0.6)
    return ax
