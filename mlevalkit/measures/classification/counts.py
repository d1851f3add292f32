"""Counting predictions: the confusion matrix; precision, recall and F from the counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal

import numpy as np

from ... import _validation as check
from ..._validation import Array, ArrayLike, Floats, NDArray
from ...display.workings import Found, Messages, Step, Table, cell_text, measure, quoted, word

_say = Messages(__package__)

Average = Literal["binary", "micro", "macro", "weighted"] | None
ZeroDivision = float | Literal["warn"]

MOST_CLASSES = 10_000  # of a square table
_ROWS = 30  # more rows or columns than that are left out of a working


@dataclass(frozen=True, slots=True)
class Counts:
    """What precision, recall and F of each class are made from.

    `right` is TP of each class, `predicted` TP + FP, `true` TP + FN; `total` the number of
    samples, or their weight.
    """

    classes: Array
    right: Array
    predicted: Array
    true: Array
    total: Any

    def reported(self, labels: ArrayLike | None) -> Counts:
        """Return the counts of the labels that a user lists, in this order; of all by default."""
        return self if labels is None else self.take(_wanted_labels(labels, self.classes))

    def take(self, wanted: Array) -> Counts:
        """Return the counts of the wanted classes, 0 for a class that does not occur."""
        index = _places(wanted, self.classes)
        rows = self.right, self.predicted, self.true
        right, predicted, true = (np.append(row, 0)[index] for row in rows)
        return Counts(wanted, right, predicted, true, self.total)

    def pooled(self, average: object) -> Counts:
        """Return the sums over all classes for the micro-average, else the counts themselves."""
        if average != "micro":
            return self
        rows = self.right, self.predicted, self.true
        right, predicted, true = (row.sum(keepdims=True) for row in rows)
        return Counts(self.classes[:1], right, predicted, true, self.total)

    def averaged(self, values: Floats, average: object) -> Any:
        """Return the mean over the classes, NaN left out; all values if `average` is None."""
        if average is None:
            return values
        if len(values) == 1:
            return float(values[0])
        known = ~np.isnan(values)
        values = values[known]
        support = self.true[known]
        if average == "weighted" and support.any():
            return float((values * support).sum() / support.sum())
        return float(values.mean()) if len(values) else math.nan

    def precision(self, zero_division: object, average: object = None) -> Any:
        """Return the precision of each class, or its average."""
        c = self.pooled(average)
        return self.averaged(_divide(c.right, c.predicted, zero_division, "Precision"), average)

    def recall(self, zero_division: object, average: object = None) -> Any:
        """Return the recall of each class, or its average."""
        c = self.pooled(average)
        return self.averaged(_divide(c.right, c.true, zero_division, "Recall"), average)

    def f_score(self, beta: float, zero_division: object, average: object = None) -> Any:
        """Return F of each class, or its average."""
        if math.isinf(beta):
            return self.recall(zero_division, average)
        c = self.pooled(average)
        b2 = min(beta * beta, 1e30)  # beyond, a float has recall
        f = _divide((1 + b2) * c.right, b2 * c.true + c.predicted, zero_division, "F")
        return self.averaged(f, average)


def _divide(numerator: Array, denominator: Array, zero_division: object, what: str) -> Floats:
    value = check.zero_division_value(zero_division)
    if denominator.all():
        return np.asarray(numerator / denominator)
    if isinstance(zero_division, str):
        check.warn(f"{what} is 0/0 and set to 0; the zero_division parameter controls this.")
    return ratios(numerator, denominator, value)


def ratios(numerator: Array, denominator: Array, otherwise: float = 0.0) -> Floats:
    """Return one array divided by another, and `otherwise` where the divisor is 0."""
    found: Floats = np.full(np.shape(numerator), otherwise)
    return np.divide(numerator, denominator, out=found, where=denominator != 0)


# -- counting ---------------------------------------------------------------------------------


def label_columns(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[Array, Array, Array | None]:
    """Return true and predicted labels, and the weight of each sample."""
    true, pred = check.label_pair(y_true, y_pred)
    return true, pred, check.as_weights(sample_weight, y_true)


def label_table(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    sample_weight: ArrayLike | None,
    labels: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """Return the classes and the square table of true (rows) against predicted (columns).

    They are the classes that a user lists, in this order; by default all that occur, sorted.
    """
    true, pred, weight = label_columns(y_true, y_pred, sample_weight)
    classes = check.distinct(true, pred)
    k = len(classes)
    if k > MOST_CLASSES:
        expected = f"at most {MOST_CLASSES} classes for a square table (it takes 0.8 GB)"
        check.fail("y_true and y_pred", expected, f"{k}: accuracy_score or f1_score take more")
    table = _tally(np.array([], np.intp), None, k * k)
    for t, p, w in _coded(classes, true, pred, weight):
        table = table + _tally(t * k + p, w, k * k)
    table = table.reshape(k, k)
    if labels is None:
        return classes, table
    wanted = _wanted_labels(labels, classes)
    index = _places(wanted, classes)
    return wanted, np.pad(table, (0, 1))[np.ix_(index, index)]


def label_counts(y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None) -> Counts:
    """Return the counts of every class that occurs."""
    true, pred, weight = label_columns(y_true, y_pred, sample_weight)
    classes = check.distinct(true, pred)
    k = len(classes)
    right, predicted, of_class = np.zeros((3, k), np.int64)
    for t, p, w in _coded(classes, true, pred, weight):
        hit = t == p
        right = right + _tally(t[hit], None if w is None else w[hit], k)
        predicted = predicted + _tally(p, w, k)
        of_class = of_class + _tally(t, w, k)
    total = len(true) if weight is None else weight.sum()
    return Counts(classes, right, predicted, of_class, total)


def _coded(
    classes: Array, true: Array, pred: Array, weight: Array | None
) -> Iterator[tuple[Array, Array, Array | None]]:
    """Yield both columns as indexes into the classes, and the weights, part by part."""
    for part in check.chunks(len(true)):
        codes = check.places(classes, true[part]), check.places(classes, pred[part])
        yield *codes, None if weight is None else weight[part]


def _tally(codes: NDArray[np.intp], weight: Array | None, size: int) -> Array:
    """Return how many samples, or how much of their weight, each code has."""
    counts = np.bincount(codes, weight, size)
    return counts.astype(np.int64) if weight is None or weight.dtype.kind == "i" else counts


def _wanted_labels(wanted: ArrayLike, classes: Array) -> Array:
    """Return the classes to report, in the order asked for."""
    chosen = check.distinct_labels(wanted)
    if (chosen.dtype.kind == "U") != (classes.dtype.kind == "U"):
        expected = f"labels of the same type as y_true {check.shown(classes)}"
        check.fail("labels", expected, check.shown(chosen))
    return chosen


def _places(wanted: Array, classes: Array) -> list[int]:
    """Return where each wanted class stands among the classes; -1 if it does not occur."""
    place = {c: i for i, c in enumerate(classes.tolist())}
    return [place.get(c, -1) for c in wanted.tolist()]


def chosen_counts(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    labels: ArrayLike | None,
    pos_label: object,
    average: object,
    sample_weight: ArrayLike | None,
) -> Counts:
    """Return the counts of the classes that `average` speaks of."""
    check.one_of(average, "average", ("binary", "micro", "macro", "weighted", None))
    counts = label_counts(y_true, y_pred, sample_weight)
    if average == "binary":
        return positive_counts(counts, pos_label)
    return counts.reported(labels)


def positive_counts(counts: Counts, pos_label: object) -> Counts:
    """Return the counts of the positive class, of at most two."""
    classes = counts.classes.tolist()
    if len(classes) > 2:
        expected = "one of 'micro', 'macro', 'weighted', None for more than two classes"
        check.fail("average", expected, f"'binary' and the classes {check.shown(classes)}")
    alike = (str,) if counts.classes.dtype.kind == "U" else (Real, np.bool_)
    absent = not check.among(pos_label, classes)
    if absent and (len(classes) == 2 or not isinstance(pos_label, alike)):
        check.fail("pos_label", f"the positive label, of {check.shown(classes)}", repr(pos_label))
    return counts.take(check.as_labels(np.array([pos_label], object), "pos_label"))


def valid_beta(beta: object) -> float:
    """Return beta, from 0 (precision alone) to infinity (recall alone)."""
    if isinstance(beta, Real) and beta == math.inf:
        return math.inf
    return check.real(beta, "beta", least=0)


# -- the confusion matrix (Table 2.1) ----------------------------------------------------------


@measure
def confusion_matrix(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    normalize: Literal["true", "pred", "all"] | None = None,
) -> Found[Array]:
    """Return how often each class was predicted for each true class (Table 2.1).

    Rows are true classes, columns predicted ones. For the classes (0, 1) with 1 positive that
    is ``[[TN, FP], [FN, TP]]``; the textbook writes the positive class first:
    ``labels=[1, 0]`` gives its ``[[TP, FN], [FP, TN]]``.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    labels : array-like of shape (n_classes,), optional
        The classes to show and their order; by default all that occur, sorted.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    normalize : {"true", "pred", "all"}, optional
        Divide by the sums of the rows, of the columns, or by the total; 0/0 gives 0.

    Returns
    -------
    ndarray of shape (n_classes, n_classes)
        Whole numbers, unless weighted by others or normalized.

    Raises
    ------
    ValueError, TypeError
        If the columns are empty, of unequal length, no labels, or of different types.

    Examples
    --------
    Example 2.10:

    >>> import mlevalkit as mk
    >>> y_true, y_pred = mk.datasets.example("2.10")
    >>> mk.confusion_matrix(y_true, y_pred)
    array([[4, 0, 1],
           [1, 1, 0],
           [0, 2, 1]])

    Source
    ------
    Zhou, Machine Learning, Table 2.1. Many books put the predicted class in the rows.
    """
    check.one_of(normalize, "normalize", (None, "true", "pred", "all"))
    classes, table = label_table(y_true, y_pred, sample_weight, labels)
    if labels is not None:
        true = np.unique(check.as_labels(y_true, "y_true"))
        if not np.isin(classes, true).any():
            expected = f"at least one of the labels in y_true {check.shown(true)}"
            check.fail("labels", expected, check.shown(classes))
    if normalize is not None:
        total = table.sum(axis={"true": 1, "pred": 0, "all": None}[normalize], keepdims=True)
        table = ratios(table, total)
    return Found(table, lambda: _matrix_steps(table, classes, normalize))


def _matrix_steps(matrix: Array, classes: Array, normalize: str | None) -> list[Step]:
    names = [str(c) for c in classes.tolist()]
    rows = [[n, *_shortened_row(row)] for n, row in zip(names, matrix.tolist(), strict=True)]
    header = [word("true"), *map(quoted, _shortened_row(names))]
    steps: list[Step] = [Table(header, rows, _say("table"), _ROWS)]
    if normalize is None:
        right = cell_text(np.trace(matrix))
        total = cell_text(matrix.sum())
        steps.append(_say("diagonal", right=right, total=total))
    return steps


def _shortened_row(cells: list[Any]) -> list[Any]:
    return cells if len(cells) <= _ROWS else [*cells[: _ROWS - 2], "...", cells[-1]]
