"""Section 2.3.4: cost curves (Figure 2.5), the line of equal cost; and reliability diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from .._validation import ArrayLike, as_floats, as_list, fail, flag
from ..hypothesis_tests.one_learner.error_rates import error_rate_interval
from ..measures.cost.curve import CostCurve, cost_curve as compute_curve
from ..measures.cost.threshold import BestThreshold, best_threshold as find_threshold
from ..measures.ranking.probabilities import Strategy, bins
from .axes import Axes, by_name, cost_plane, figure, legend, rate_plane, roc_plane, text
from .ranking import draw_roc
from .style import BLUE, DOTTED, GREY, PALE, SHADE, VERMILION, Style, line_style


@figure
def cost_curve(
    y_true: ArrayLike | CostCurve | Mapping[str, CostCurve],
    y_score: ArrayLike | Mapping[str, ArrayLike] | None = None,
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
    y_true : array-like of shape (n_samples,), or CostCurve
        True labels, two classes (or more, with `pos_label`). Or what `cost_curve` returns, or a
        mapping of names to such, and nothing else.
    y_score : array-like of shape (n_samples,), or mapping of names to such
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
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
    curves = by_name(y_true)
    if y_score is not None:
        labels: Any = y_true
        scores = by_name(y_score)
        curves = {k: compute_curve(labels, s, pos_label=pos_label) for k, s in scores.items()}
    for curve in curves.values():
        if not isinstance(curve, CostCurve):
            fail("y_score", "scores, or what cost_curve returns in place of y_true", "None")
    alone = flag(segments, "segments") and list(curves) == [""]
    ax = cost_plane(ax)
    for i, (name, curve) in enumerate(curves.items()):
        x, y = curve
        if alone:
            draw_segments(ax, curve)
        label = f"{name} {text('area', area=curve.expected_total_cost)}".strip()
        dots: Style = {"marker": "o" if alone and len(x) < 20 else "", "markersize": 5}
        ax.plot(x, y, **line_style(i), **dots, linewidth=2, label=label, zorder=3)
    if not alone:  # whoever always gives the same answer
        ax.plot([0, 0.5, 1], [0, 0.5, 0], **DOTTED, linewidth=1)
    return legend(ax, "upper center", frameon=True, framealpha=0.9, edgecolor="none")


def draw_segments(ax: Axes, curve: CostCurve, most: int = 120) -> None:
    """Draw the segments of an even choice of thresholds, and shade the area below all of them."""
    some = np.unique(np.linspace(0, len(curve.fpr) - 1, most).astype(int))
    ends = np.stack([curve.fpr[some], curve.fnr[some]])
    ax.plot([0, 1], ends, color=GREY, linewidth=0.6, alpha=0.55, zorder=1)
    ax.fill_between(*curve, color=BLUE, alpha=SHADE, linewidth=0)


@figure
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
    rates = as_floats(table, "points", 2, least=0, most=1)
    if rates.shape[1] != 2:
        fail("points", "pairs (FPR, TPR)", f"rows of {rates.shape[1]}")
    ax = cost_plane(ax)
    for i, (fpr, tpr) in enumerate(rates):
        style = {**line_style(i), "linewidth": 2, "marker": "o", "markersize": 5}
        ax.plot([0, 1], [fpr, 1 - tpr], **style, clip_on=False, label=f"({fpr:g}, {tpr:g})")
    return legend(ax, "above", title="(FPR, TPR)", ncols=2, title_fontsize=10)


@figure
def best_threshold(
    y_true: ArrayLike | BestThreshold,
    y_score: ArrayLike | None = None,
    *,
    cost_fn: float | None = None,
    cost_fp: float | None = None,
    prior: float | None = None,
    pos_label: object = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the ROC curve, the line of equal cost that touches it, and the best threshold there.

    On every line of that slope the mean cost (2.23) is the same; towards the upper left it is
    lower, and no point of the curve lies there.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), or BestThreshold
        True labels, two classes (or more, with `pos_label`). Or what `best_threshold` returns,
        and nothing else.
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (the textbook's cost01) and of a false positive (cost10). One
        of them is enough; the other is then 1.
    prior : float from 0 to 1, optional
        The share of positives where the learner will be used; by default that of `y_true`.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
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
    if isinstance(y_true, BestThreshold):
        best = y_true
    elif y_score is None or cost_fn is None or cost_fp is None:
        expected = "all three, or what best_threshold returns in place of y_true"
        fail("y_score, cost_fn and cost_fp", expected, "None", TypeError)
    else:
        costs: Style = {"cost_fn": cost_fn, "cost_fp": cost_fp, "prior": prior}
        best = find_threshold(y_true, y_score, **costs, pos_label=pos_label)
    ax = roc_plane(ax)
    draw_roc(ax, 0, "", best.fps / best.fps[-1], best.tps / best.tps[-1])
    style: Style = {"color": VERMILION, "linestyle": "--", "linewidth": 1.2}
    at = (best.fpr, best.tpr)
    if np.isfinite(best.slope):
        ax.axline(at, slope=best.slope, **style, label=text("equal_cost", slope=best.slope))
    else:
        ax.axvline(best.fpr, **style, label=text("equal_cost_vertical"))
    label = text("best_threshold", threshold=best.threshold, cost=best.cost)
    ax.plot(*at, "o", color=VERMILION, markersize=7, clip_on=False, label=label, zorder=4)
    return legend(ax, "lower right")


@figure
def calibration(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    pos_label: object = None,
    n_bins: int = 10,
    strategy: Strategy = "quantile",
    confidence_level: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw the reliability diagram: predicted probabilities against the share of positives.

    Every point is a bin of samples, with Wilson's interval of its share. Where the interval
    includes the diagonal, the bin shows no miscalibration; with few samples it hardly can. The
    grey bars are the bins' shares of all samples.

    Parameters
    ----------
    y_true, y_prob : array-like of shape (n_samples,)
        True labels of two classes, predicted probabilities of the positive class.
    pos_label : label, optional
        The positive class; needed unless the labels are in {0, 1} or {-1, 1}.
    n_bins : int, default 10
        The number of bins.
    strategy : {"quantile", "uniform"}, default "quantile"
        Whether the bins hold equally many samples or are equally wide.
    confidence_level : float, default 0.95
        Of each bin's interval by itself, not of all together.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As `calibration_curve`, or if `confidence_level` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.calibration([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=3)
    >>> ax.get_ylabel()
    'share of positives'

    Source
    ------
    Niculescu-Mizil and Caruana, Predicting good probabilities with supervised learning, 2005;
    scikit-learn's ``CalibrationDisplay``, without intervals. Not in the textbook.
    """
    counts, hits, p = bins(y_true, y_prob, pos_label, n_bins, strategy)
    wilson = partial(error_rate_interval, confidence_level=confidence_level, method="wilson")
    pairs = zip(hits.tolist(), counts.tolist(), strict=True)
    low, high = np.transpose([[*wilson(hit, n)] for hit, n in pairs])
    ax = rate_plane(ax, text("mean_probability"), text("share_of_positives"), diagonal=True)
    ax.bar(p, counts / counts.sum(), width=0.02, color=PALE, label=text("share_of_all"))
    interval = text("level_interval", level=100 * confidence_level)
    ax.vlines(p, low, high, color=BLUE, linewidth=1.4, label=interval)
    ax.plot(p, hits / counts, "o", color=BLUE, markersize=5)
    return legend(ax, "above")
