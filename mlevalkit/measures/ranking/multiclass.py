"""Areas of more than two classes: each against the rest, or each against each other."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Literal

import numpy as np

from ... import _validation as check
from ..._validation import Array, ArrayLike
from ...display.workings import (
    Found,
    Number,
    Step,
    Table,
    exact,
    line,
    ratio,
    word,
)
from .sweep import pairs

Average = Literal["macro", "weighted", "micro"] | None
Row = tuple[str, Number, Number]  # the positive class, how many samples, the AUC


def class_columns(
    y_true: ArrayLike, y_score: ArrayLike, labels: ArrayLike | None
) -> tuple[Array, Array, Array]:
    """Return the classes, the labels, and the scores with a column for each class."""
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
    return classes, y, scores


def _support(y: Array, classes: Array, weight: Array | None) -> list[Number]:
    """Return the number (or weight) of the samples of each class."""
    w = np.ones(len(y), np.int64) if weight is None else weight
    return [exact(w[y == k].sum()) for k in classes]


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
    classes, y, scores = class_columns(y_true, y_score, labels)
    weight = check.as_weights(sample_weight, y_true)
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
