"""Cost curves (Figure 2.5), and the line of equal cost that touches the ROC curve."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .. import cost
from .._validation import flag
from ._curves import roc
from ._style import BLUE, GREY, SHADE, VERMILION, axes, line_style, named, unit_square

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SEGMENTS = 120  # more of them would be a grey block


def cost_curve(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[str, ArrayLike],
    *,
    pos_label: object = None,
    segments: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw the cost curve of one learner or several, with the area under it (Figure 2.5).

    Each point of the ROC curve is a thin line from (0, FPR) to (1, FNR); their lower envelope is
    the cost curve. Of several learners only the envelopes are drawn, and dotted that of fixed
    answers, all negative or all positive.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,), or mapping of names to such
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    segments : bool, default True
        Draw the lines of the thresholds (of many, an even choice) and shade the area.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As `cost_curve`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.cost_curve(*mk.datasets.example("2.13"))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('P(+)cost', 'normalized cost')

    Source
    ------
    Zhou, Machine Learning, Figure 2.5.
    """
    alone = flag(segments, "segments") and not isinstance(y_score, Mapping)
    ax = unit_square(axes(ax), "P(+)cost", "normalized cost")
    for i, (name, score) in enumerate(named(y_score).items()):
        curve = cost.cost_curve(y_true, score, pos_label=pos_label)
        x, y = curve
        if alone:
            _segments(ax, curve)
            ax.fill_between(x, y, color=BLUE, alpha=SHADE, linewidth=0)
        label = f"{name} area {curve.expected_total_cost:.3f}".strip()
        style = {**line_style(i), "linewidth": 2}
        ax.plot(x, y, **style, marker="o" if alone and len(x) < 20 else "", markersize=5,
                label=label, zorder=3)  # fmt: skip
    if not alone:  # whoever always gives the same answer
        ax.plot([0, 0.5, 1], [0, 0.5, 0], color=GREY, linestyle=":", linewidth=1)
    ax.legend(loc="upper center", framealpha=0.9, edgecolor="none", fontsize=9)
    return ax


def _segments(ax: Axes, curve: cost.CostCurve) -> None:
    ends = np.stack([curve.fpr, curve.fnr], axis=1)
    shown = np.unique(np.linspace(0, len(ends) - 1, min(len(ends), _SEGMENTS)).astype(int))
    ax.plot([0, 1], ends[shown].T, color=GREY, linewidth=0.6, alpha=0.55, zorder=1)


def best_threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    cost_fn: float,
    cost_fp: float,
    prior: float | None = None,
    pos_label: object = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the ROC curve, the line of equal cost that touches it, and the best threshold there.

    On every line of that slope the mean cost (2.23) is the same; towards the upper left it is
    lower, and no point of the curve lies there.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (the textbook's cost01) and of a false positive (cost10).
    prior : float from 0 to 1, optional
        The share of positives where the learner will be used; by default that of `y_true`.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As `best_threshold`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.best_threshold(*mk.datasets.example("2.13"), cost_fn=2, cost_fp=1)
    >>> ax.get_legend().get_texts()[-1].get_text()
    'threshold 0.38, cost 0.450'

    Source
    ------
    Provost and Fawcett, Robust classification for imprecise environments, Machine Learning 42,
    2001.
    """
    best = cost.best_threshold(
        y_true, y_score, cost_fn=cost_fn, cost_fp=cost_fp, prior=prior, pos_label=pos_label
    )
    ax = roc(y_true, y_score, pos_label=pos_label, ax=ax)
    style: dict[str, Any] = {"color": VERMILION, "linestyle": "--", "linewidth": 1.2}
    at = (best.fpr, best.tpr)
    if np.isfinite(best.slope):
        ax.axline(at, slope=best.slope, **style, label=f"equal cost, slope {best.slope:.3g}")
    else:
        ax.axvline(best.fpr, **style, label="equal cost, vertical")
    label = f"threshold {best.threshold:g}, cost {best.cost:.3f}"
    ax.plot(*at, "o", color=VERMILION, markersize=7, clip_on=False, label=label, zorder=4)
    ax.legend(loc="lower right", frameon=False, fontsize=9)
    return ax
