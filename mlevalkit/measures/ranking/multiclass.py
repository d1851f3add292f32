"""Curves and areas of more than two classes: each against the rest, or each against each other."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Literal

import numpy as np

from ... import _validation as check
from ..._validation import Array, ArrayLike, Floats
from ...display.workings import (
    Found,
    Messages,
    Number,
    Step,
    Table,
    exact,
    line,
    measure,
    ratio,
    word,
)
from .precision_recall import average_precision_score, precision_recall_curve
from .roc import roc_curve
from .sweep import pairs

_say = Messages(__package__)

Average = Literal["macro", "weighted", "micro"] | None
Row = tuple[str, Number, Number]  # the positive class, how many samples, the AUC


@measure
def one_vs_rest_curves(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    curve: Literal["roc", "precision_recall"] = "roc",
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> Found[dict[Any, tuple[Floats, Floats, Floats]]]:
    """Return an ROC or P-R curve for each of several classes against all others.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels: whole numbers, booleans or strings.
    y_score : array-like of shape (n_samples, n_classes)
        A column of scores for each class; the higher, the more likely that class.
    curve : {"roc", "precision_recall"}, default "roc"
        Which curve: what `roc_curve` or `precision_recall_curve` returns.
    labels : array-like of shape (n_classes,), optional
        The classes in the order of the columns; by default all that occur, sorted.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    dict
        For each class ``(fpr, tpr, thresholds)`` or ``(precision, recall, thresholds)``.

    Raises
    ------
    ValueError, TypeError
        If a class has no column or no sample, or the scores are not finite.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> scores = [[.7, .2, .1], [.3, .6, .1], [.2, .5, .3], [.1, .3, .6]]
    >>> curves = mk.one_vs_rest_curves(["a", "b", "c", "c"], scores)
    >>> fpr, tpr, thresholds = curves["c"]
    >>> tpr
    array([0. , 0.5, 1. , 1. ])

    Source
    ------
    Provost and Domingos, Well-trained PETs, 2000; the textbook has two classes only.
    """
    classes, y, scores, weight = _columns(y_true, y_score, labels, sample_weight)
    columns = dict(zip(classes.tolist(), scores.T, strict=True))
    draw = roc_curve if curve == "roc" else precision_recall_curve
    curves = {k: draw(y == k, score, sample_weight=weight) for k, score in columns.items()}

    def steps() -> list[Step]:
        rows = []
        counts = _support(y, classes, weight)
        for (k, score), n in zip(columns.items(), counts, strict=True):
            if curve == "roc":
                area = pairs(y == k, score, weight).area
            else:
                area = average_precision_score(y == k, score, sample_weight=weight)
            rows.append((str(k), n, sum(counts) - n, len(curves[k][0]), area))
        area_name = "AUC" if curve == "roc" else "AP"
        header = [word("positive"), "m_pos", "m_neg", word("points"), area_name]
        return [Table(header, rows, _say("one_vs_rest"))]

    return Found(curves, steps)


def _columns(
    y_true: ArrayLike, y_score: ArrayLike, labels: ArrayLike | None, sample_weight: ArrayLike | None
) -> tuple[Array, Array, Array, Array | None]:
    """Return classes, labels, a column of scores per class, and weights."""
    y = check.as_labels(y_true, "y_true")
    scores = check.as_scores(y_score, "y_score", ndim=2)
    check.same_length(y_true=y_true, y_score=y_score)
    occur = np.unique(y)
    classes = check.covering_labels(labels, occur)
    names = classes.tolist()
    if scores.shape[1] != len(names):
        expected = f"{len(names)} columns, one for each of the classes {check.shown(names)}"
        check.fail("y_score", expected, f"shape {scores.shape}")
    if missing := [c for c in names if c not in occur.tolist()]:
        expected = f"samples of every class {check.shown(names)}"
        check.fail("y_true", expected, f"none of {check.shown(missing)}")
    return classes, y, scores, check.as_weights(sample_weight, y_true)


def _support(y: Array, classes: Array, weight: Array | None) -> list[Number]:
    """Return the number (or weight) of the samples of each class."""
    w = np.ones(len(y), np.int64) if weight is None else weight
    return [exact(w[y == k].sum()) for k in classes]


# -- areas ------------------------------------------------------------------------------------


def auc_of_classes(
    y_true: ArrayLike,
    y_score: ArrayLike,
    average: Average,
    sample_weight: ArrayLike | None,
    multi_class: str,
    labels: ArrayLike | None,
) -> Found[Any]:
    """Return the mean of the areas under the curves of many classes, or all of them."""
    if multi_class == "ovo":
        check.one_of(average, "average", ("macro", "weighted"))
        if sample_weight is not None:
            check.fail("sample_weight", "None with multi_class='ovo'", "weights")
    check.one_of(average, "average", ("macro", "weighted", "micro", None))
    classes, y, scores, weight = _columns(y_true, y_score, labels, sample_weight)
    sums = scores.sum(axis=1)
    if not np.allclose(sums, 1):
        got = f"a row that adds up to {sums[np.abs(sums - 1).argmax()]:g}"
        check.fail("y_score", "probabilities that add up to 1 in each row", got)
    if multi_class == "ovo":
        rows = _one_vs_one(classes, y, scores)
    elif average == "micro":
        rows = _pooled(classes, y, scores, weight)
    else:
        rows = _one_vs_rest(classes, y, scores, weight)
    support, areas = np.array([row[1:] for row in rows], dtype=float).T
    if average is None:
        return Found(areas, lambda: _mean_of(rows, average))
    value = float(np.average(areas, weights=support if average == "weighted" else None))
    return Found(value, lambda: _mean_of(rows, average))


def _mean_of(rows: list[Row], average: Average) -> list[Step]:
    """Return the areas and their mean."""
    table = Table([word("positive"), "n", "AUC"], rows)
    if average is None or average == "micro":
        return [table]
    _, support, areas = zip(*rows, strict=True)
    if average == "macro":
        return [table, line("macro_AUC", "sum(AUC) / k", AUC=areas, k=len(rows))]
    return [table, line("weighted_AUC", "sum(n*AUC) / sum(n)", n=support, AUC=areas)]


def _one_vs_rest(classes: Array, y: Array, scores: Array, weight: Array | None) -> list[Row]:
    support = _support(y, classes, weight)
    if not all(support):
        check.fail("sample_weight", "a positive weight in every class", "zeros only in one of them")
    columns = zip(classes.tolist(), support, scores.T, strict=True)
    return [(str(k), n, pairs(y == k, score, weight).exact_area) for k, n, score in columns]


def _pooled(classes: Array, y: Array, scores: Array, weight: Array | None) -> list[Row]:
    n = sum(_support(y, classes, weight))
    if weight is not None:
        weight = np.repeat(weight, len(classes))
    area = pairs((y[:, None] == classes).ravel(), scores.ravel(), weight).exact_area
    return [("micro", n, area)]


def _one_vs_one(classes: Array, y: Array, scores: Array) -> list[Row]:
    """Return the mean of both areas of each pair of classes (Hand and Till)."""
    rows: list[Row] = []
    for i, j in combinations(range(len(classes)), 2):
        both = (y == classes[i]) | (y == classes[j])
        first = y[both] == classes[i]
        areas = pairs(first, scores[both, i]), pairs(~first, scores[both, j])
        mean = ratio(sum(a.exact_area for a in areas), 2)
        rows.append((f"{classes[i]} / {classes[j]}", int(both.sum()), mean))
    return rows
