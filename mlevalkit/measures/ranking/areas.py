"""The area under the ROC curve and the ranking loss: (2.20)-(2.22)."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from ... import _validation as check
from ..._validation import Array, ArrayLike, Floats
from ...display.equations import equations as eq
from ...display.workings import Found, Line, Messages, Step, line, measure, ratios
from .multiclass import Average, auc_of_classes
from .sweep import Sweep, pairs, ranked, sweep

_say = Messages(__package__)


# -- trapezoids -------------------------------------------------------------------------------


@measure
def auc(x: ArrayLike, y: ArrayLike) -> Found[float]:
    """Return the area under a curve given by points, by trapezoids: (2.20).

    Parameters
    ----------
    x, y : array-like of shape (n_points,)
        At least two points; x rises or falls throughout. The m of (2.20) is the number of points,
        not of samples.

    Returns
    -------
    float
        The area; where x falls, that of the points taken from the last to the first.

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
    xs = check.as_floats(x, "x")
    ys = check.as_floats(y, "y")
    check.same_length(x=x, y=y)
    if len(xs) < 2:
        check.fail("x", "at least two points", f"{len(xs)}")
    way = -1 if xs[-1] < xs[0] else 1
    area = way * _trapezoids(xs, ys) + 0.0  # never -0
    return Found(area, lambda: [_trapezoid_line(xs[::way], ys[::way])])


def _trapezoids(x: Floats, y: Floats) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        steps = np.diff(x)
        area = float((steps * (y[1:] + y[:-1])).sum()) / 2
    if (steps < 0).any() and (steps > 0).any():
        check.fail("x", "values that only rise or only fall", check.shown(x))
    if not math.isfinite(area):
        check.fail("x and y", "an area that a float can hold", str(area))
    return area


def _trapezoid_line(x: Array, y: Array, symbol: str | None = None, of: Any = (1, 1)) -> Line:
    """Return (2.20) for the points (x / of[0], y / of[1])."""
    wide = np.flatnonzero(np.diff(x))  # the others add nothing
    i = wide if len(wide) else np.array([0])
    return eq["2.20"](
        symbol=symbol,
        x_i=ratios(x[i], of[0]),
        x_next=ratios(x[i + 1], of[0]),
        y_i=ratios(y[i], of[1]),
        y_next=ratios(y[i + 1], of[1]),
    )


# -- pairs ------------------------------------------------------------------------------------


@measure
def ranking_loss(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> Found[float]:
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
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
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
    return Found(p.loss, lambda: [_say("pairs"), p.loss_line()])


@measure
def roc_auc_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: Average = "macro",
    sample_weight: ArrayLike | None = None,
    max_fpr: float | None = None,
    multi_class: Literal["raise", "ovr", "ovo"] = "raise",
    labels: ArrayLike | None = None,
) -> Found[float | Any]:
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
        The weight of each sample; 1 by default.
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
    limit = 1.0 if max_fpr is None else check.real(max_fpr, "max_fpr", least=0, most=1)
    if limit == 0:
        check.fail("max_fpr", "a number above 0", "0")
    if multi_class != "raise" and _has_many_classes(y_true, labels):
        if limit < 1:
            check.fail("max_fpr", "None for more than two classes", repr(max_fpr))
        return auc_of_classes(y_true, y_score, average, sample_weight, multi_class, labels)
    several = "multi_class='ovr' or 'ovo'"
    positive, score, weight = ranked(y_true, y_score, None, sample_weight, several=several)
    if limit < 1:
        return _partial(sweep(positive, score, weight), limit)
    p = pairs(positive, score, weight)

    def steps() -> list[Step]:
        loss = p.loss_line()
        s = sweep(positive, score, weight).from_zero()
        area = eq["2.22"](ell_rank=loss.value)
        points = _trapezoid_line(s.fps, s.tps, of=(s.m_neg, s.m_pos))
        return [_say("pairs"), loss, area, points]

    return Found(p.area, steps)


def _has_many_classes(y_true: ArrayLike, labels: ArrayLike | None) -> bool:
    """Tell whether more than two classes occur, or are listed."""
    given = {"y_true": y_true} if labels is None else {"y_true": y_true, "labels": labels}
    return any(len(np.unique(check.as_labels(y, name))) > 2 for name, y in given.items())


def _partial(s: Sweep, limit: float) -> Found[float]:
    """Return the area up to an FPR below 1, stretched so that chance has 1/2 (McClish)."""
    start = s.from_zero()
    fpr = start.fpr
    tpr = start.tpr
    stop = int(np.searchsorted(fpr, limit, "right"))
    height = np.interp(limit, fpr[stop - 1 : stop + 1], tpr[stop - 1 : stop + 1])
    x = np.append(fpr[:stop], limit)
    y = np.append(tpr[:stop], height)
    chance = limit**2 / 2
    value = (1 + (_trapezoids(x, y) - chance) / (limit - chance)) / 2

    def steps() -> list[Step]:
        part = _trapezoid_line(x, y, "A")
        formula = "(1 + (A - f**2/2) / (f - f**2/2)) / 2"
        return [part, line("AUC", formula, A=part.value, f=limit)]

    return Found(value, steps)
