"""The P-R curve, its average, its break-even point; the P-R curve that an ROC curve implies."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _validation as check
from ..._validation import ArrayLike, Floats
from ...display.workings import Found, Messages, Step, Table, exact, line, measure, ratio, ratios
from .sweep import ranked, spread, sweep

_say = Messages(__package__)


@measure
def precision_recall_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
    drop_intermediate: bool = False,
) -> Found[tuple[Floats, Floats, Floats]]:
    """Return precision and recall at every threshold: (2.8), (2.9), the P-R curve.

    Two traps, kept because scikit-learn's users expect them: the last pair (recall 0, precision 1)
    is a convention and belongs to no threshold, so `thresholds` is one shorter than the others;
    and at recall 1 the precision is the share of positives, not 0.

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
    drop_intermediate : bool, default False
        Leave out points between two others with the same recall.

    Returns
    -------
    precision, recall : ndarray of shape (n_thresholds + 1,)
        From 0 to 1, recall falling.
    thresholds : ndarray of shape (n_thresholds,)
        Rising.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, or the input is no pair of labels and finite scores.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> p, r, t = mk.precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> p.round(4), r, t
    (array([0.5   , 0.6667, 0.5   , 1.    , 1.    ]), array([1. , 1. , 0.5, 0.5, 0. ]),
     array([0.1 , 0.35, 0.4 , 0.8 ]))

    Source
    ------
    Zhou, Machine Learning, section 2.3.2, Figure 2.3.
    """
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight, guess=False))
    points = s
    if drop_intermediate and len(s.tps) > 2:
        moves = np.diff(s.tps) != 0
        points = s.take(np.concatenate(([True], moves[:-1] | moves[1:], [True])))

    def steps() -> list[Step]:
        return [s.precision_recall_walk(), *s.precision_recall_lines(len(s.tps) // 2)]

    # the last point, recall 0 and precision 1, belongs to no threshold
    precision = np.append(points.precision[::-1], 1.0)
    recall = np.append(points.tpr[::-1], 0.0)
    return Found((precision, recall, points.thresholds[::-1]), steps)


# -- one number for the curve -----------------------------------------------------------------


@measure
def average_precision_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str | None = "macro",
    pos_label: object = 1,
    sample_weight: ArrayLike | None = None,
) -> Found[float]:
    """Return the mean of the precisions, each weighted by the recall gained at its threshold.

    A step function under the P-R curve: sum of (R_i - R_(i-1)) P_i. The trapezoid area
    ``auc(recall, precision)`` is optimistic, because between two points
    precision does not move on a straight line.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes.
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    average : str, default "macro"
        As in scikit-learn; without meaning for two classes.
    pos_label : label, default 1
        The positive class.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, or the input is no pair of labels and finite scores.

    Examples
    --------
    Example 2.11:

    >>> import mlevalkit as mk
    >>> round(mk.average_precision_score(*mk.datasets.example("2.11")), 6)
    0.914965

    Source
    ------
    Not in the textbook; scikit-learn's definition, without interpolation.
    """
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight, guess=False))
    gained = np.diff(s.tps, prepend=0)

    def steps() -> list[Step]:
        i = np.flatnonzero(gained)
        recalls = ratios(gained[i], s.m_pos)
        precisions = ratios(s.tps[i], s.tps[i] + s.fps[i])
        return [s.precision_recall_walk(), line("AP", "sum(dR*P)", dR=recalls, P=precisions)]

    return Found(float((gained * s.precision).sum() / s.m_pos), steps)


@measure
def break_even_point(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> Found[float]:
    """Return the break-even point of the P-R curve: the value where precision equals recall.

    That is where TP + FP = TP + FN: as many samples are predicted positive as are positive.
    Where a tie jumps over that number, the samples of the tie count in equal shares (the mean
    over all orders of the tie).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, or the input is no pair of labels and finite scores.

    Examples
    --------
    Example 2.11:

    >>> import mlevalkit as mk
    >>> print(mk.break_even_point.working(*mk.datasets.example("2.11")))
    P = R where as many samples are predicted positive as are positive: 11 of them,
    at threshold 0.52.
    (2.8)    P = TP / (TP + FP) = 9 / (9 + 2) = 9/11 ≈ 0.8182   at threshold 0.52
    (2.9)    R = TP / (TP + FN) = 9 / (9 + 2) = 9/11 ≈ 0.8182   at threshold 0.52

    Source
    ------
    Zhou, Machine Learning, section 2.3.2. Searching the curve for the point where P and R are
    closest, as is often done, finds the empty prediction, P = R = 0, on some data.
    """
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight))
    predicted = s.tps + s.fps
    i = int(np.searchsorted(predicted, s.m_pos))  # the step in which TP + FP reaches m+
    gained, passed = s.gained(i)
    size = gained + passed
    share = ratio(s.m_pos - (predicted[i] - size), size)  # of that step, what it takes of it
    before = s.tps[i] - gained

    def steps() -> list[Step]:
        m = exact(s.m_pos)
        threshold = f"{s.thresholds[i]:g}"
        if share == 1:
            return [_say("break_even", m=m, threshold=threshold), *s.precision_recall_lines(i)]
        values = {"a": exact(before), "b": exact(s.tps[i]), "s": share, "m_pos": m}
        tie = _say("break_even_tie", m=m, threshold=threshold, size=f"{size:g}")
        return [tie, line("BEP", "(a + s*(b - a)) / m_pos", values)]

    return Found(float((before + float(share) * gained) / s.m_pos), steps)


# -- P-R from ROC -----------------------------------------------------------------------------


@measure
def precision_from_roc(
    fpr: ArrayLike, tpr: ArrayLike, prior: float, *, zero_division: float = 1.0
) -> Found[float | Any]:
    """Return the precision at points of an ROC curve, when the share of positives is `prior`.

    P = pi·TPR / (pi·TPR + (1 - pi)·FPR), and R = TPR: the ROC curve does not depend on the share
    pi of positives, the P-R curve does. With pi the share in the sample it is the P-R curve of the
    sample; with another it shows what precision to expect where positives are rarer, or more
    common.

    Parameters
    ----------
    fpr, tpr : float, or array-like of shape (n_points,)
        False and true positive rates, from 0 to 1, such as `roc_curve` returns.
    prior : float from 0 to 1
        The share pi of positives.
    zero_division : {0, 1, nan}, default 1
        The precision where nothing is predicted positive, 0/0. 1 is the end that scikit-learn
        gives to P-R curves.

    Returns
    -------
    float, or ndarray of shape (n_points,)
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        If a rate or the prior is not from 0 to 1, or the rates differ in length.

    Examples
    --------
    The same point of an ROC curve with half, and with a hundredth of the samples positive:

    >>> import mlevalkit as mk
    >>> mk.precision_from_roc(0.1, 0.9, 0.5)
    0.9
    >>> round(mk.precision_from_roc(0.1, 0.9, 0.01), 4)
    0.0833

    Source
    ------
    Zhou, Machine Learning, exercise 2.4.
    """
    x = np.atleast_1d(check.rates(fpr, "fpr"))
    y = np.atleast_1d(check.rates(tpr, "tpr"))
    check.same_length(fpr=x, tpr=y)
    pi = check.real(prior, "prior", least=0, most=1)
    if isinstance(zero_division, str):
        check.fail("zero_division", "0, 1 or NaN", repr(zero_division))
    empty = check.zero_division_value(zero_division)
    hits = pi * y
    alarms = (1 - pi) * x
    p: Floats = np.full(len(x), empty)
    np.divide(hits, hits + alarms, out=p, where=hits + alarms > 0)

    def steps() -> list[Step]:
        i = len(x) // 2
        values = {"pi": pi, "TPR": float(y[i]), "FPR": float(x[i])}
        middle = line("P", "pi*TPR / (pi*TPR + (1 - pi)*FPR)", values, undefined=empty)
        if len(x) == 1:
            return [middle]
        rows = [(x[k], y[k], p[k]) for k in spread(len(x), 20)]
        return [Table(["FPR", "TPR", "P"], rows, _say("same_points")), middle]

    return Found(float(p[0]) if check.is_single(fpr) else p, steps)
