"""The ROC curve, (2.18) and (2.19), and which of two curves encloses the other."""

from __future__ import annotations

import numpy as np

from ..._validation import ArrayLike, Floats, same_length
from ...display.equations import equations as eq
from ...display.workings import Found, Messages, Sentence, Step, Table, measure, word
from .sweep import ranked, spread, sweep

_say = Messages(__package__)


@measure
def roc_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
    drop_intermediate: bool = True,
) -> Found[tuple[Floats, Floats, Floats]]:
    """Return the points of the ROC curve, one for each threshold: (2.18), (2.19).

    A sample is predicted positive if its score is at least the threshold. Samples with the same
    score are passed in one (diagonal) step.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    drop_intermediate : bool, default True
        Leave out points on a straight line between their neighbours, as scikit-learn does;
        False keeps every step of the walk.

    Returns
    -------
    fpr, tpr : ndarray of shape (n_thresholds,)
        Rising, from 0 to 1.
    thresholds : ndarray of shape (n_thresholds,)
        Falling; the first is infinite: nothing is predicted positive.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, or the input is no pair of labels and finite scores.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> fpr, tpr, thresholds = mk.roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr, tpr
    (array([0. , 0. , 0.5, 0.5, 1. ]), array([0. , 0.5, 0.5, 1. , 1. ]))
    >>> thresholds
    array([ inf, 0.8 , 0.4 , 0.35, 0.1 ])

    Source
    ------
    Zhou, Machine Learning, section 2.3.3. A point is (FPR, TPR), in this order; the slides have
    it the other way round.
    """
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight, guess=False))
    points = s
    if drop_intermediate and len(s.tps) > 2:
        bend = (np.diff(s.tps, 2) != 0) | (np.diff(s.fps, 2) != 0)
        points = s.take(np.concatenate(([True], bend, [True])))
    points = points.from_zero()

    def steps() -> list[Step]:
        walk = s.walk(FPR=s.exact_fpr, TPR=s.exact_tpr, move=lambda i: _move(*s.gained(i)))
        middle = len(s.tps) // 2
        tp, fp, fn, tn = s.at(middle)
        note = _say("at", threshold=f"{s.thresholds[middle]:g}")
        return [walk, eq["2.18"](TP=tp, FN=fn, note=note), eq["2.19"](FP=fp, TN=tn, note=note)]

    return Found((points.fpr, points.tpr, points.thresholds), steps)


def _move(up: float, right: float) -> Sentence:
    if up and right:
        return word("diagonal")
    return word("up" if up else "right")


# -- does one curve enclose the other? --------------------------------------------------------


@measure
def dominates(
    y_true: ArrayLike,
    y_score_a: ArrayLike,
    y_score_b: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> Found[bool]:
    """Tell whether learner A's curve encloses learner B's (包住): nowhere below, somewhere above.

    The ROC curves are compared; if no scores are tied, A's P-R curve encloses B's if and only if
    its ROC curve does. If neither encloses the other, the curves cross (or are equal).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score_a, y_score_b : array-like of shape (n_samples,)
        Scores of the two learners; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    bool
        True if A encloses B.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, or the input is no labels and finite scores.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.dominates([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4], [0.1, 0.3, 0.2, 0.4])
    True

    Source
    ------
    Zhou, Machine Learning, sections 2.3.2 and 2.3.3; Davis and Goadrich, The relationship between
    precision-recall and ROC curves, ICML 2006, for the equivalence.
    """
    curves = []
    for name, y_score in (("y_score_a", y_score_a), ("y_score_b", y_score_b)):
        s = sweep(*ranked(y_true, y_score, pos_label, sample_weight, name=name)).from_zero()
        curves.append((s.fpr, s.tpr))
    same_length(y_score_a=y_score_a, y_score_b=y_score_b)
    grid = np.unique(np.concatenate([fpr for fpr, _ in curves]))
    a, b = (_ends(*curve, grid) for curve in curves)
    tiny = 1e-12  # TPRs are quotients: equal ones may differ in their last bits
    encloses = bool((a >= b - tiny).all() and (a > b + tiny).any())

    def steps() -> list[Step]:
        gap = a - b
        fpr = np.repeat(grid, 2)
        rows = [(fpr[i], a[i], b[i], gap[i]) for i in spread(len(fpr), 20)]
        key = "encloses" if encloses else "does_not_enclose"
        words = _say(key, worst=f"{gap.min():.4f}", best=f"{gap.max():.4f}")
        return [Table(["FPR", "A", "B", "A-B"], rows), words]

    return Found(encloses, steps)


def _ends(fpr: Floats, tpr: Floats, grid: Floats) -> Floats:
    """Return the lowest and the highest TPR of a curve at each FPR of the grid (it may jump)."""
    line = np.interp(grid, fpr, tpr)
    first = np.searchsorted(fpr, grid, "left")
    last = np.searchsorted(fpr, grid, "right") - 1
    low = np.where(last >= first, tpr[np.minimum(first, len(tpr) - 1)], line)
    high = np.where(last >= first, tpr[last], line)
    return np.stack([low, high], axis=1).ravel()
