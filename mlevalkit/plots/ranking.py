"""Sections 2.3.2 and 2.3.3: P-R curves (Figure 2.3), ROC curves (Figure 2.4), ranking pairs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .._validation import ArrayLike, Floats, fail, flag
from ..measures.ranking.areas import auc
from ..measures.ranking.bands import precision_band, roc_band
from ..measures.ranking.multiclass import class_columns
from ..measures.ranking.precision_recall import break_even_point, precision_recall_curve
from ..measures.ranking.roc import roc_curve
from ..measures.ranking.sweep import ranked
from .axes import Axes, axes, by_name, figure, legend, pr_plane, roc_plane, text
from .style import BLUE, GREY, SHADE, line_style


@figure
def precision_recall(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[str, ArrayLike],
    *,
    pos_label: object = None,
    break_even: bool = True,
    confidence_level: float | None = None,
    sample_weight: ArrayLike | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the P-R curve of one learner or several, with their break-even points (Figure 2.3).

    Each threshold is a point. Steps join the points, not straight lines: between two recalls
    that were measured the higher one's precision holds, as in average precision. Only points that
    belong to a threshold are drawn: no line runs to the invented point (0, 1).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,), or mapping of names to such
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    break_even : bool, default True
        Draw the line P = R and mark each curve's break-even point; without weights.
    confidence_level : float, optional
        Shade the pointwise band of precision: at each threshold, fixed beforehand, an exact
        binomial interval at half of the error probability, because recall has the other half
        (Bonferroni). Not with weights.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As `precision_recall_curve`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.precision_recall(*mk.datasets.example("2.11"))
    >>> ax.get_ylabel()
    'precision P'

    Source
    ------
    Zhou, Machine Learning, Figure 2.3.
    """
    marked = flag(break_even, "break_even") and sample_weight is None
    _check_band(confidence_level, sample_weight)
    ax = pr_plane(ax, diagonal=marked)
    for i, (name, score) in enumerate(by_name(y_score).items()):
        positive, values, weight = ranked(y_true, score, pos_label, sample_weight)
        p, r, _ = precision_recall_curve(positive, values, sample_weight=weight)
        style = line_style(i)
        level = break_even_point(positive, values)
        label = f"{name} BEP {level:.3f}".strip() if marked else name
        points = "." if len(p) < 40 else ""
        if confidence_level is not None:
            recall, low, high = precision_band(positive, values, confidence_level)
            ax.fill_between(recall, low, high, color=style["color"], alpha=SHADE, linewidth=0)
        ax.plot(r[:-1], p[:-1], **style, drawstyle="steps-post", marker=points, label=label or None)
        if marked:
            ax.plot(level, level, marker="o", color=style["color"], markersize=6)
    return legend(ax, "lower left")


def _check_band(confidence_level: float | None, sample_weight: ArrayLike | None) -> None:
    """Check that no band is asked for where samples have weights."""
    if confidence_level is not None and sample_weight is not None:
        fail("confidence_level", "None with weights, for which there is no band", confidence_level)


def draw_roc(ax: Axes, i: int, name: str, fpr: Floats, tpr: Floats) -> None:
    """Draw ROC curve number i, with its name and AUC for the legend."""
    ax.plot(fpr, tpr, **line_style(i), label=f"{name} AUC {auc(fpr, tpr):.3f}".strip())


@figure
def roc(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[str, ArrayLike],
    *,
    pos_label: object = None,
    shade: bool = False,
    confidence_level: float | None = None,
    sample_weight: ArrayLike | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the ROC curve of one learner or several, with their AUC (Figure 2.4).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,), or mapping of names to such
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    shade : bool, default False
        Shade the area under the (first) curve.
    confidence_level : float, optional
        Shade the pointwise band of each curve: at each threshold, fixed beforehand, TPR and FPR
        have exact binomial intervals, which as a rectangle cover the true point this often at
        least (Hilgers 1991). Not with weights.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As `roc_curve`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.roc(*mk.datasets.example("2.13"))
    >>> ax.get_xlabel()
    'false positive rate FPR'

    Source
    ------
    Zhou, Machine Learning, Figure 2.4.
    """
    shaded = flag(shade, "shade")
    _check_band(confidence_level, sample_weight)
    ax = roc_plane(ax)
    for i, (name, score) in enumerate(by_name(y_score).items()):
        positive, values, weight = ranked(y_true, score, pos_label, sample_weight)
        fpr, tpr, _ = roc_curve(positive, values, sample_weight=weight)
        draw_roc(ax, i, name, fpr, tpr)
        if confidence_level is not None:
            left, right, low, high = roc_band(positive, values, confidence_level)
            across = np.concatenate([[0], left, [1], right[::-1], [0]])
            up = np.concatenate([[0], high, [1], low[::-1], [0]])
            ax.fill(across, up, color=line_style(i)["color"], alpha=SHADE, linewidth=0)
        if shaded and i == 0:
            ax.fill_between(fpr, tpr, color=BLUE, alpha=SHADE, linewidth=0)
    return legend(ax, "lower right")


@figure
def one_vs_rest_roc(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw an ROC curve for each class against all others, with its AUC.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels: whole numbers, booleans or strings.
    y_score : array-like of shape (n_samples, n_classes)
        A column of scores for each class; the higher, the more likely that class.
    labels : array-like of shape (n_classes,), optional
        The classes in the order of the columns; by default all that occur, sorted.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If a class has no column or no sample, or the scores are not finite.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> scores = [[.7, .2, .1], [.3, .6, .1], [.2, .5, .3], [.1, .3, .6]]
    >>> ax = mk.plots.one_vs_rest_roc(["a", "b", "c", "c"], scores)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['a AUC 1.000', 'b AUC 1.000', 'c AUC 1.000']

    Source
    ------
    Not in the textbook, which has two classes.
    """
    classes, y, scores = class_columns(y_true, y_score, labels)
    ax = roc_plane(ax)
    for i, (name, score) in enumerate(zip(classes.tolist(), scores.T, strict=True)):
        fpr, tpr, _ = roc_curve(y == name, score)
        draw_roc(ax, i, str(name), fpr, tpr)
    return legend(ax, "lower right")


_MOST = 60  # positives or negatives: beyond that the cells are too small to see


@figure
def ranking_pairs(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: object = None, ax: Axes | None = None
) -> Axes:
    """Draw the ROC curve over one cell for each pair of a positive and a negative.

    A column is a negative, a row a positive, both by falling score. A cell is shaded if the
    positive scores higher, and half shaded, below the diagonal, if the two tie: what is shaded
    is the AUC (2.20), the rest the ranking loss (2.21).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`); at most 60 of either kind.
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
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
        As `roc_curve`, or if there are too many samples to see.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.ranking_pairs([1, 0, 1, 0, 0], [0.9, 0.6, 0.6, 0.6, 0.2])
    >>> ax.get_ylabel()
    'positives, by falling score'

    Source
    ------
    Zhou, Machine Learning, (2.20)-(2.22).
    """
    positive, score, _ = ranked(y_true, y_score, pos_label)
    s_pos = np.sort(score[positive])[::-1]
    s_neg = np.sort(score[~positive])[::-1]
    if max(len(s_pos), len(s_neg)) > _MOST:
        expected = f"at most {_MOST} positives and {_MOST} negatives"
        fail("y_true", expected, f"{len(s_pos)} and {len(s_neg)}")
    ax = axes(ax)
    fpr, tpr, _ = roc_curve(positive, score)
    across = fpr * len(s_neg)
    up = tpr * len(s_pos)
    ax.fill_between(across, up, color=BLUE, alpha=2 * SHADE, linewidth=0)
    ax.hlines(range(len(s_pos) + 1), 0, len(s_neg), color=GREY, linewidth=0.4, zorder=1)
    ax.vlines(range(len(s_neg) + 1), 0, len(s_pos), color=GREY, linewidth=0.4, zorder=1)
    ax.plot(across, up, color=BLUE, linewidth=2)
    ax.set(xlabel=text("negatives_by_score"), ylabel=text("positives_by_score"))
    names = [f"{s:g}" for s in s_neg]
    turn = 90 if sum(map(len, names)) > 24 else 0
    ax.set_xticks(np.arange(len(s_neg)) + 0.5, names, rotation=turn)
    ax.set_yticks(np.arange(len(s_pos)) + 0.5, [f"{s:g}" for s in s_pos])
    ax.tick_params(length=0)
    return ax
