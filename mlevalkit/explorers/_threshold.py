"""A threshold moves over scored samples, and everything that is counted from them moves too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

import numpy as np

import mlevalkit as mk

from .._validation import Array, ArrayLike, Floats
from ..plots.style import BLUE, INK, PAPER, SOFT_BLUE, SOFT_VERMILION, VERMILION, Axes
from ._base import Explorer, Value, View, Words
from ._picture import Handle, bare, panels, text, two_by_two
from ._views import cost_plane, on_samples, own_samples, point, pr_plane, roc, samples

_words = Words("threshold")


def threshold(
    y_true: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    case: str = "2.11",
    pos_label: object = None,
) -> Explorer:
    """Explore what moves when the threshold moves: samples, matrix, rates, curves, cost line.

    Shows (2.8)-(2.10), (2.18) and (2.19) at every threshold, and the segment of the cost plane
    that it becomes.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), optional
        True labels, two classes; the prepared examples if left out.
    y_score : array-like of shape (n_samples,), optional
        Scores; the higher, the more likely positive.
    case : {"2.11", "2.13"}, default "2.11"
        The example to start with if no data are given.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If only one of `y_true` and `y_score` is given, or they do not fit together.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.threshold()
    threshold: data Example 2.11, threshold 0.50
    TP   9
    FN   2
    FP   3
    TN   6
    P    0.75
    R    0.8182
    F1   0.7826
    TPR  0.8182
    FPR  0.3333

    Source
    ------
    Zhou, Machine Learning, sections 2.3.2-2.3.4; Examples 2.11 and 2.13.
    """
    own = own_samples(y_true, y_score, pos_label)
    if own is None:
        cuts, start, form = [round(1 - i / 100, 2) for i in range(101)], 0.5, "{:.2f}"
    else:
        cuts = _cuts(own[1])
        start, form = cuts[len(cuts) // 2], "{:.4g}"
    slider = _words.slider("at", cuts, start, form)
    draw = partial(_draw, cuts=cuts)
    return on_samples(_words, threshold, draw, own, ("2.11", "2.13"), case, slider)


def _cuts(score: Floats) -> list[float]:
    """Return thresholds from above the highest score to the lowest, about 100 of them at most."""
    distinct = np.unique(score)[::-1]
    chosen = np.unique(np.linspace(0, len(distinct) - 1, min(100, len(distinct))).round())
    above = distinct[0] + max(np.ptp(distinct) / 20, 1e-6)
    return [float(above), *map(float, distinct[chosen.astype(int)])]


def _draw(y_true: Array, y_score: Array, at: float, cuts: Sequence[float]) -> View:
    @cache
    def counts_at(at: float) -> mk.BinaryCounts:
        return mk.binary_counts(y_true, (y_score >= at).astype(int))

    counts = counts_at(at)
    tp, fp, fn, tn = counts
    p, r, fpr = counts.precision, counts.recall, counts.fpr
    margins = (0.13, 0.085, 0.975, 0.945, 0.42, 0.36)
    with panels("ss;mp;rc", 5.6, margins, rows=(0.5, 1, 1)) as (picture, strip, matrix, *planes):
        samples(strip, y_true, y_score, at, cuts)
        _matrix(matrix, [[tp, fn], [fp, tn]])
        precision, recall, _ = mk.precision_recall_curve(y_true, y_score)
        curve = recall[:-1], precision[:-1]  # without the invented end (0, 1)
        point(pr_plane(planes[0]), (r, p), curve, drawstyle="steps-post")
        roc(planes[1], y_true, y_score, (fpr, r))
        cost_plane(planes[2], y_true, y_score, (fpr, r))
    numbers = {"TP": tp, "FN": fn, "FP": fp, "TN": tn, "P": p, "R": r, "F1": counts.f1,
               "TPR": counts.tpr, "FPR": fpr}  # fmt: skip
    handles = (
        Handle("at", "x", strip, float),
        Handle("at", "xy", planes[0], lambda v: (counts_at(v).recall, counts_at(v).precision)),
        Handle("at", "xy", planes[1], lambda v: (counts_at(v).fpr, counts_at(v).tpr)),
    )
    fnr = Value("FNR", counts.fnr).text
    return _words.view(picture, numbers, *handles, at=f"{at:.4g}", FNR=fnr)


def _matrix(ax: Axes, table: list[list[int]]) -> None:
    """Draw the confusion matrix of Table 2.1, positives first."""
    bare(ax).set(xlim=(-0.85, 2), ylim=(2.55, -0.35))
    for i, (sign, colour) in enumerate((("+", BLUE), ("\N{MINUS SIGN}", VERMILION))):
        ax.text(
            -0.46, i + 0.5, text("true_sign", sign=sign), color=colour, ha="center", va="center"
        )
        ax.text(i + 0.5, -0.17, text("predicted_sign", sign=sign), ha="center", va="center")
    faces = (SOFT_BLUE, PAPER), (SOFT_VERMILION, PAPER)
    two_by_two(ax, table, (("TP", "FN"), ("FP", "TN")), faces, ((INK, INK), (INK, INK)), 17)
