"""The P-R curve, its average, its break-even point, and which of two curves encloses the other."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, Floats, flag, as_floats, ranked
from .._workings import Line, Table, Words, Working, exact, ratio, shows
from ._kernel import Sweep, sweep, walk

# -- the curve --------------------------------------------------------------------------------


def _show_curve(value: Any, y_true: Any, y_score: Any, **options: Any) -> Working:
    s = sweep(*ranked(y_true, y_score, options["pos_label"], options["sample_weight"]))
    return Working(value, _walk(s), *_lines(s, len(s.tps) // 2))


def _walk(s: Sweep) -> Table:
    recall = [ratio(tp, s.positives) for tp in s.tps]
    precision = [ratio(tp, tp + fp) for tp, fp in zip(s.tps, s.fps, strict=True)]
    return walk(s, ["R", "P"], [recall, precision])


def _lines(s: Sweep, i: int) -> list[Line]:
    """Return P and R at step number i."""
    tp, fp, m = exact(s.tps[i]), exact(s.fps[i]), exact(s.positives)
    note = (f"at threshold {s.thresholds[i]:g}", f"阈值 {s.thresholds[i]:g} 处")
    return [
        Line("2.8", "P", "TP / (TP + FP)", {"TP": tp, "FP": fp}, note),
        Line("2.9", "R", "TP / (TP + FN)", {"TP": tp, "FN": m - tp}, note),
    ]


@shows(_show_curve)
def precision_recall_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
    drop_intermediate: bool = False,
) -> tuple[Floats, Floats, Floats]:
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
        What each sample counts; 1 by default.
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
    flag(drop_intermediate, "drop_intermediate")
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight))
    tps, fps, thresholds = s.tps, s.fps, s.thresholds
    if drop_intermediate and len(tps) > 2:
        moves = np.diff(tps) != 0
        keep = np.concatenate(([True], moves[:-1] | moves[1:], [True]))
        tps, fps, thresholds = tps[keep], fps[keep], thresholds[keep]
    precision, recall = precision_of(tps, fps), tps / s.positives
    return np.append(precision[::-1], 1.0), np.append(recall[::-1], 0.0), thresholds[::-1]


def precision_of(tps: Array, fps: Array) -> Floats:
    """Return TP / (TP + FP); at every threshold something is predicted positive."""
    return np.asarray(tps / (tps + fps))


# -- one number for the curve -----------------------------------------------------------------


def _show_average(value: float, y_true: Any, y_score: Any, **options: Any) -> Working:
    s = sweep(*ranked(y_true, y_score, options["pos_label"], options["sample_weight"]))
    gained = np.diff(s.tps, prepend=0)
    rises = np.flatnonzero(gained)
    precision = [ratio(s.tps[i], s.tps[i] + s.fps[i]) for i in rises]
    values = {"dR": [ratio(gained[i], s.positives) for i in rises], "P": precision}
    return Working(value, _walk(s), Line(None, "AP", "sum(dR*P)", values))


@shows(_show_average)
def average_precision_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str | None = "macro",
    pos_label: object = 1,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Return the mean of the precisions, each weighted by the recall gained at its threshold.

    A step function under the P-R curve: sum of (R_i - R_(i-1)) P_i. The trapezoid area
    ``auc(recall, precision)`` is a rival that is too optimistic, because between two points
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
        What each sample counts; 1 by default.

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
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight))
    return float(np.diff(s.tps, prepend=0) @ precision_of(s.tps, s.fps) / s.positives)


def _show_break_even(value: float, y_true: Any, y_score: Any, **options: Any) -> Working:
    s = sweep(*ranked(y_true, y_score, **options))
    before, share = _break_even(s)
    m = exact(s.positives)
    if share == 1:
        words = Words(
            f"P = R where as many samples are predicted positive as are positive: {m} of them, "
            f"at threshold {s.thresholds[before]:g}.",
            f"预测为正的样例数恰等于正例数 {m} 时 P = R，此时阈值为 {s.thresholds[before]:g}。",
        )
        return Working(value, words, *_lines(s, before))
    a = exact(s.tps[before - 1]) if before else 0
    values = {"a": a, "b": exact(s.tps[before]), "s": share, "m_pos": m}
    words = Words(
        f"The tie at {s.thresholds[before]:g} holds {_text(s, before)} samples; a share s of it "
        f"brings the predicted positives to {m}. TP grows from a to b over the tie.",
        f"得分 {s.thresholds[before]:g} 处有并列，共 {_text(s, before)} 个样例；取其中比例 s 时"
        f"预测为正的样例数达到 {m}，TP 在并列内从 a 增至 b。",
    )
    return Working(value, words, Line(None, "BEP", "(a + s*(b - a)) / m_pos", values))


def _text(s: Sweep, i: int) -> str:
    total = s.tps[i] + s.fps[i] - (s.tps[i - 1] + s.fps[i - 1] if i else 0)
    return f"{total:g}"


def _break_even(s: Sweep) -> tuple[int, Any]:
    """Return the step in which TP + FP reaches m+, and what share of that step it takes."""
    predicted = s.tps + s.fps
    i = int(np.searchsorted(predicted, s.positives))
    before = predicted[i - 1] if i else 0
    return i, ratio(s.positives - before, predicted[i] - before)


@shows(_show_break_even)
def break_even_point(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
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
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

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
    i, share = _break_even(s)
    before = s.tps[i - 1] if i else 0
    return float((before + float(share) * (s.tps[i] - before)) / s.positives)


# -- does one curve enclose the other? --------------------------------------------------------


def _heights(y_true: Any, a: Any, b: Any, options: Any) -> tuple[Floats, Floats, Floats]:
    """Return the FPRs at which either ROC curve bends, and both curves' TPR there (it may jump)."""
    fprs, curves = [], []
    for name, y_score in (("y_score_a", a), ("y_score_b", b)):
        score = as_floats(y_score, name)
        positive, score, weight = ranked(y_true, score, **options)
        s = sweep(positive, score, weight)
        x, y = (np.concatenate(([0.0], c / c[-1])) for c in (s.fps, s.tps))
        fprs.append(x)
        curves.append((x, y))
    grid = np.unique(np.concatenate(fprs))
    tops = [_ends(x, y, grid) for x, y in curves]
    return np.repeat(grid, 2), tops[0], tops[1]


def _ends(x: Floats, y: Floats, grid: Floats) -> Floats:
    """Return the lowest and the highest TPR of a curve at each FPR of the grid (it may jump)."""
    line = np.interp(grid, x, y)
    first, last = np.searchsorted(x, grid, "left"), np.searchsorted(x, grid, "right") - 1
    on = last >= first
    low = np.where(on, y[np.minimum(first, len(y) - 1)], line)
    high = np.where(on, y[last], line)
    return np.stack([low, high], axis=1).ravel()


def _show_dominates(value: bool, y_true: Any, y_score_a: Any, y_score_b: Any, **o: Any) -> Working:
    fpr, a, b = _heights(y_true, y_score_a, y_score_b, o)
    gap = a - b
    rows = [(f, u, v, g) for f, u, v, g in zip(fpr, a, b, gap, strict=True)]
    worst, best = float(gap.min()), float(gap.max())
    en, zh = ("encloses", "包住") if value else ("does not enclose", "没有包住")
    words = Words(
        f"A - B lies between {worst:.4f} and {best:.4f}: A {en} B.",
        f"A - B 介于 {worst:.4f} 与 {best:.4f} 之间：A {zh} B。",
    )
    keep = np.unique(np.linspace(0, len(rows) - 1, min(len(rows), 20)).astype(int))
    return Working(value, Table(["FPR", "A", "B", "A-B"], [rows[i] for i in keep]), words)


@shows(_show_dominates)
def dominates(
    y_true: ArrayLike,
    y_score_a: ArrayLike,
    y_score_b: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> bool:
    """Tell whether learner A's curve encloses learner B's (包住): nowhere below, somewhere above.

    The ROC curves are compared; on the same samples A's P-R curve encloses B's if and only if
    its ROC curve does. If neither encloses the other, the curves cross (or are equal).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score_a, y_score_b : array-like of shape (n_samples,)
        Scores of the two learners; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

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
    options = {"pos_label": pos_label, "sample_weight": sample_weight}
    _, a, b = _heights(y_true, y_score_a, y_score_b, options)
    tiny = 1e-12  # TPRs are quotients: equal ones may differ in their last bits
    return bool((a >= b - tiny).all() and (a > b + tiny).any())
