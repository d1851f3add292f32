"""Points of the ROC plane as segments of the cost plane."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .._validation import fail, as_floats, as_list
from ._style import axes, line_style, unit_square

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def cost_segments(points: Iterable[tuple[float, float]], *, ax: Axes | None = None) -> Axes:
    """Draw points (FPR, TPR) of the ROC plane as segments of the cost plane.

    A point becomes the segment from (0, FPR) to (1, FNR), FNR = 1 - TPR: at P(+)cost x its
    normalized cost (2.25) is FPR (1 - x) + FNR x.

    Parameters
    ----------
    points : iterable of (float, float)
        FPR and TPR, in this order, each from 0 to 1.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If there is no point, or a rate is not from 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.cost_segments([(0.1, 0.5), (0.5, 0.8)])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['(0.1, 0.5)', '(0.5, 0.8)']

    Source
    ------
    Zhou, Machine Learning, section 2.3.4; Figure 2.5.
    """
    table: Any = points if hasattr(points, "shape") else as_list(points, "points")
    rates = as_floats(table, "points", 2)
    if rates.shape[1] != 2:
        fail("points", "pairs (FPR, TPR)", f"rows of {rates.shape[1]}")
    if rates.min() < 0 or rates.max() > 1:
        fail("points", "rates from 0 to 1", f"{rates.min():g} to {rates.max():g}")
    ax = unit_square(axes(ax), "P(+)cost", "normalized cost")
    for i, (fpr, tpr) in enumerate(rates):
        label = f"({fpr:g}, {tpr:g})"
        ax.plot([0, 1], [fpr, 1 - tpr], **line_style(i), linewidth=2, marker="o", markersize=5,
                clip_on=False, label=label)  # fmt: skip
    ax.legend(title="(FPR, TPR)", loc="upper left", bbox_to_anchor=(1, 1), frameon=False,
              fontsize=9, title_fontsize=9)  # fmt: skip
    return ax
