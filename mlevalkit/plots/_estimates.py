"""How estimates scatter: one row for each way of estimating, beside the truth if it is known."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import Floats, fail, as_floats, real, shown
from ._style import BLUE, GREEN, INK, SHADE, axes, named, spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_BARS = 40


def estimates(
    values: Any,
    *,
    truth: float | None = None,
    xlabel: str = "estimate",
    ax: Axes | None = None,
) -> Axes:
    """Draw how several kinds of estimates are distributed, each with mean and standard deviation.

    Parameters
    ----------
    values : mapping of str to array-like, or array-like of shape (n_estimates,)
        The estimates of each kind, in the order of the rows from the top; they may differ in
        number.
    truth : float, optional
        What they estimate.
    xlabel : str, default "estimate"
        What they are: "error rate".
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes
        A dot is the mean of its row, the bar one standard deviation (divisor n - 1) to each side.

    Raises
    ------
    ValueError, TypeError
        If a row holds no finite numbers, or there is no row.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.estimates({"single": [0.2, 0.5, 0.3], "mean of 3": [0.31, 0.35]}, truth=0.3)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['single', 'mean of 3']

    Source
    ------
    Zhou, Machine Learning, section 2.2, on how reliable an estimate is.
    """
    rows = {name: as_floats(v, name or "values") for name, v in named(values).items()}
    if not rows:
        fail("values", "at least one row of estimates", "none")
    for name, row in rows.items():
        if row.max() / 4 - row.min() / 4 > 1e307:
            fail(name or "values", "numbers not too far apart for a float", shown(row))
    ax = axes(ax, size=(5.6, 0.9 + 0.55 * len(rows)))
    for lane, row in enumerate(rows.values()):
        _row(ax, row, len(rows) - 1 - lane)
    if truth is not None:
        ax.axvline(real(truth, "truth"), color=GREEN, linestyle="--", linewidth=1.4, label="truth")
        ax.legend(frameon=False, fontsize=9, loc="lower right", bbox_to_anchor=(1.01, 0.97))
    ax.set(xlabel=xlabel, ylim=(-0.35, len(rows) - 0.15))
    ax.set_yticks(np.arange(len(rows))[::-1], list(rows))
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    return ax


def _row(ax: Axes, row: Floats, base: int) -> None:
    """Draw one distribution, standing on its line: as high as the row allows."""
    centres, heights, width = _heights(row)
    ax.bar(centres, 0.72 * heights / heights.max(), width, bottom=base, color=BLUE,
           alpha=2 * SHADE, linewidth=0)  # fmt: skip
    s = spread(row) if len(row) > 1 else 0.0
    ax.plot(row.mean() + s * np.array([-1, 1]), [base, base], color=INK, linewidth=2)
    ax.plot(row.mean(), base, "o", color=INK, markersize=5)


def _heights(row: Floats) -> tuple[Floats, Floats, float]:
    """Return where the bars stand, how high, and how wide: a bar a value, if values recur."""
    rounded = row if np.abs(row).max() > 1e100 else row.round(9)
    values, counts = np.unique(rounded, return_counts=True)
    if len(values) == 1:
        return values, counts.astype(float), 1e-3
    gaps = np.diff(values)
    if len(values) <= min(_MOST_BARS, len(row) / 3) and gaps.min() > np.median(gaps) / 2:
        return values, counts.astype(float), 0.9 * float(gaps.min())
    bins = int(np.clip(math.sqrt(len(row)), 6, _MOST_BARS))
    counts, edges = np.histogram(row, bins)
    return (edges[1:] + edges[:-1]) / 2, counts.astype(float), float(edges[1] - edges[0])
