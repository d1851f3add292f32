"""The ROC curve, the area under it, and the ranking loss: (2.18)-(2.22)."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import (
    Array,
    Floats,
    distinct,
    fail,
    flag,
    as_floats,
    as_labels as labels_of,
    one_of,
    ranked,
    same_length,
    shown,
)
from .._workings import Line, Words, Working, computes, exact, ratio, shows
from ._areas import fpr_limit, left_part, multiclass_areas, standardized, standardized_line
from ._kernel import Pairs, Sweep, pairs, sweep, walk

# -- the curve --------------------------------------------------------------------------------


def _show_roc_curve(value: Any, y_true: Any, y_score: Any, **options: Any) -> Working:
    s = sweep(*ranked(y_true, y_score, options["pos_label"], options["sample_weight"]))
    tpr, fpr = _shares(s.tps), _shares(s.fps)
    gained = np.diff(s.tps, prepend=0), np.diff(s.fps, prepend=0)
    moves = [_move(up, right) for up, right in zip(*gained, strict=True)]
    middle = len(s.tps) // 2
    p, n, tp, fp = (exact(x) for x in (s.positives, s.negatives, s.tps[middle], s.fps[middle]))
    lines = (
        Line("2.18", "TPR", "TP / (TP + FN)", {"TP": tp, "FN": p - tp}, _at(s, middle)),
        Line("2.19", "FPR", "FP / (TN + FP)", {"FP": fp, "TN": n - fp}, _at(s, middle)),
    )
    return Working(value, walk(s, ["FPR", "TPR", "move"], [fpr, tpr, moves]), *lines)


def _at(s: Sweep, i: int) -> tuple[str, str]:
    return f"at threshold {s.thresholds[i]:g}", f"阈值 {s.thresholds[i]:g} 处"


def _shares(counts: Array) -> list[Any]:
    return [ratio(c, counts[-1]) for c in counts]


def _move(up: float, right: float) -> str:
    return {(True, False): "up", (False, True): "right"}.get((up > 0, right > 0), "diagonal")


@computes(eq_2_18=r"TPR = \frac{TP}{TP + FN}", eq_2_19=r"FPR = \frac{FP}{TN + FP}")
@shows(_show_roc_curve)
def roc_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
    drop_intermediate: bool = True,
) -> tuple[Floats, Floats, Floats]:
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
        What each sample counts; 1 by default.
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
    flag(drop_intermediate, "drop_intermediate")
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight))
    tps, fps, thresholds = s.tps, s.fps, s.thresholds
    if drop_intermediate and len(tps) > 2:
        bend = (np.diff(tps, 2) != 0) | (np.diff(fps, 2) != 0)
        keep = np.concatenate(([True], bend, [True]))
        tps, fps, thresholds = tps[keep], fps[keep], thresholds[keep]
    tpr, fpr = (np.concatenate(([0.0], counts / counts[-1])) for counts in (tps, fps))
    return fpr, tpr, np.concatenate(([np.inf], thresholds))


# -- areas ------------------------------------------------------------------------------------


def _show_auc(value: float, x: Any, y: Any) -> Working:
    return Working(value, _trapezoids(as_floats(x, "x"), as_floats(y, "y")))


def _trapezoids(x: Any, y: Any, symbol: str = "AUC") -> Line:
    wide = [i for i in range(len(x) - 1) if x[i + 1] != x[i]] or [0]  # the others add nothing
    points = {"x": x, "y": y}
    values = {f"{name}_i": [v[i] for i in wide] for name, v in points.items()}
    values |= {f"{name}_next": [v[i + 1] for i in wide] for name, v in points.items()}
    return Line("2.20", symbol, "sum((x_next - x_i)*(y_i + y_next)) / 2", values)


@computes(eq_2_20=r"\mathrm{AUC} = \frac{1}{2} \sum_{i=1}^{m-1} (x_{i+1} - x_i)(y_i + y_{i+1})")
@shows(_show_auc)
def auc(x: ArrayLike, y: ArrayLike) -> float:
    """Return the area under a curve given by points, by trapezoids: (2.20).

    Parameters
    ----------
    x, y : array-like of shape (n_points,)
        At least two points; x rises or falls throughout. The m of (2.20) is the number of points,
        not of samples.

    Returns
    -------
    float
        The area, positive also where x falls.

    Raises
    ------
    ValueError, TypeError
        If there are fewer than two points or x turns back.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.auc([0, 0, 0.5, 0.5, 1], [0, 0.5, 0.5, 1, 1])
    0.75

    Source
    ------
    Zhou, Machine Learning, (2.20).
    """
    xs, ys = as_floats(x, "x"), as_floats(y, "y")
    same_length(x=xs, y=ys)
    if len(xs) < 2:
        fail("x", "at least two points", f"{len(xs)}")
    with np.errstate(over="ignore", invalid="ignore"):
        steps = np.diff(xs)
        area = abs(float(steps @ (ys[1:] + ys[:-1]))) / 2
    if (steps < 0).any() and (steps > 0).any():
        fail("x", "values that only rise or only fall", shown(xs))
    if not math.isfinite(area):
        fail("x and y", "an area that a float can hold", str(area))
    return area


def _show_pairs(p: Pairs) -> list[Line]:
    """Return m+ and m- at work: how many pairs are lost, tied, won."""
    values = {"lost": exact(p.lost), "tied": exact(p.tied), "won": exact(p.won)}
    return [Line("2.21", "ell_rank", "(lost + tied/2) / (won + tied + lost)", values)]


_PAIRS = Words(
    "Of all pairs of a positive and a negative sample: won if the positive one has the higher "
    "score, lost if the lower.",
    "考察每一对“一个正例、一个反例”：正例得分更高记为 won，更低记为 lost，相等记为 tied。",
)


def _show_roc_auc(value: Any, y_true: Any, y_score: Any, **options: Any) -> Working:
    max_fpr = options.pop("max_fpr")
    if _more_than_two(y_true, options["multi_class"], options["labels"]):
        areas = multiclass_areas(y_true, y_score, **options)
        return areas.working(value, options["average"])
    positive, score, weight = _two_classes(y_true, y_score, options["sample_weight"])
    s, p = sweep(positive, score, weight), pairs(positive, score, weight)
    if (limit := fpr_limit(max_fpr)) < 1:
        part = _trapezoids(*left_part(s, limit), "A")
        return Working(value, part, standardized_line(part.value, limit))
    loss = _show_pairs(p)
    x, h = ([0, *_shares(counts)] for counts in (s.fps, s.tps))
    area = Line("2.22", "AUC", "1 - ell_rank", {"ell_rank": loss[0].value})
    return Working(value, _PAIRS, *loss, area, _trapezoids(x, h))


@computes(eq_2_22=r"\mathrm{AUC} = 1 - \ell_{rank}")
@shows(_show_roc_auc)
def roc_auc_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str | None = "macro",
    sample_weight: ArrayLike | None = None,
    max_fpr: float | None = None,
    multi_class: str = "raise",
    labels: ArrayLike | None = None,
) -> Any:
    """Return the area under the ROC curve: (2.20), (2.22).

    It is the probability that a positive sample gets a higher score than a negative one, ties
    counting one half; 1 is a perfect ranking, 1/2 a random one, 0 a perfectly wrong one.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels; of two classes the positive one is the one that sorts last.
    y_score : array-like of shape (n_samples,) or (n_samples, n_classes)
        Scores; the higher, the more likely positive. For more than two classes a column of
        probabilities for each.
    average : {"macro", "weighted", "micro", None}, default "macro"
        The mean over more than two classes: plain, weighted by the number of their samples,
        of all columns pooled ("ovr" only), or none ("ovr" only).
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.
    max_fpr : float above 0, at most 1, optional
        Only the area up to this FPR, stretched so that chance still gives 1/2 and perfection 1;
        for two classes.
    multi_class : {"raise", "ovr", "ovo"}, default "raise"
        More than two classes: each against the rest, or each against each other.
    labels : array-like of shape (n_classes,), optional
        The classes in the order of the columns of `y_score`; by default sorted.

    Returns
    -------
    float, or ndarray of shape (n_classes,) if `average` is None
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, more than two do and `multi_class` does not say what to do, or
        the input is no pair of labels and finite scores.

    Examples
    --------
    Example 2.13:

    >>> import mlevalkit as mk
    >>> mk.roc_auc_score(*mk.datasets.example("2.13"))
    0.68

    Source
    ------
    Zhou, Machine Learning, (2.20)-(2.22). For many classes: Provost and Domingos, 2000 ("ovr");
    Hand and Till, Machine Learning 45, 2001 ("ovo"). For `max_fpr`: McClish, Medical Decision
    Making 9, 1989.
    """
    limit = fpr_limit(max_fpr)
    if _more_than_two(y_true, multi_class, labels):
        if limit < 1:
            fail("max_fpr", "None for more than two classes", repr(max_fpr))
        areas = multiclass_areas(y_true, y_score, average, sample_weight, multi_class, labels)
        return areas.average(average)
    positive, score, weight = _two_classes(y_true, y_score, sample_weight)
    if limit < 1:
        return standardized(auc(*left_part(sweep(positive, score, weight), limit)), limit)
    p = pairs(positive, score, weight)
    return float((p.won + p.tied / 2) / (p.won + p.tied + p.lost))


def _more_than_two(y_true: ArrayLike, multi_class: object, labels: ArrayLike | None) -> bool:
    """Tell whether the mean over several classes is asked for."""
    if one_of(multi_class, "multi_class", ("raise", "ovr", "ovo")) == "raise":
        return False
    named = labels_of(y_true, "y_true") if labels is None else labels_of(labels, "labels")
    return len(distinct(named)) > 2


def _two_classes(y_true: ArrayLike, y_score: ArrayLike, sample_weight: ArrayLike | None) -> Any:
    y = labels_of(y_true, "y_true")
    pos_label = None
    if y.dtype.kind not in "biu" or y.min() < 0 or y.max() != 1:
        classes = distinct(y)
        if len(classes) > 2:
            expected = "'ovr' or 'ovo' for more than two classes"
            fail("multi_class", expected, f"'raise' and the classes {shown(classes)}")
        pos_label = classes[-1]
    return ranked(y, y_score, pos_label, sample_weight)


def _show_ranking_loss(value: float, y_true: Any, y_score: Any, **options: Any) -> Working:
    p = pairs(*ranked(y_true, y_score, **options))
    return Working(value, _PAIRS, *_show_pairs(p))


@computes(
    eq_2_21=r"\ell_{rank} = \frac{1}{m^+ m^-} \sum_{x^+ \in D^+} \sum_{x^- \in D^-} \left("
    r"\mathbb{I}(f(x^+) < f(x^-)) + \tfrac{1}{2} \mathbb{I}(f(x^+) = f(x^-)) \right)"
)
@shows(_show_ranking_loss)
def ranking_loss(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Return the share of pairs that the scores put in the wrong order, ties one half: (2.21).

    A pair is one positive and one negative sample. The area *above* the ROC curve:
    1 - AUC (2.22). Counted by sorting, in O(n log n).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        A pair counts the product of its weights; 1 by default.

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
    >>> import mlevalkit as mk
    >>> mk.ranking_loss([1, 0, 1, 0], [0.9, 0.6, 0.6, 0.2])  # one of four pairs is tied
    0.125

    Source
    ------
    Zhou, Machine Learning, (2.21). scikit-learn's `label_ranking_loss` is for multilabel data.
    """
    p = pairs(*ranked(y_true, y_score, pos_label, sample_weight))
    return float((p.lost + p.tied / 2) / (p.won + p.tied + p.lost))
