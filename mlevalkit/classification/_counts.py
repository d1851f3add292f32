"""Counting: which class was predicted how often for which true class."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._validation import Array, as_array, encode, fail, label_pair, as_labels, shown, as_weights
from .._parts import parts

_TABLE = 64  # up to so many classes are counted as the cells of a table


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

    def take(self, wanted: Array) -> Counts:
        """Return the counts of the wanted classes, 0 for a class that does not occur."""
        place = {c: i for i, c in enumerate(self.classes.tolist())}
        index = np.array([place.get(c, -1) for c in wanted.tolist()])
        right, predicted, true = (
            np.append(x, 0)[index] for x in (self.right, self.predicted, self.true)
        )
        return Counts(wanted, right, predicted, true, self.total)

    def only(self, i: int) -> Counts:
        """Return the counts of class number i."""
        at = slice(i, i + 1)
        classes, right = self.classes[at], self.right[at]
        return Counts(classes, right, self.predicted[at], self.true[at], self.total)


def label_counts(y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None) -> Counts:
    """Return the counts of every class that occurs."""
    true, pred = label_pair(y_true, y_pred)
    weight = as_weights(sample_weight, len(true))
    classes, table, (t, p) = _counted(true, pred, weight)
    if table is not None:
        sums = np.add.reduce(table, axis=0), np.add.reduce(table, axis=1)
        return Counts(classes, table.diagonal(), *sums, len(true))
    k, hit = len(classes), t == p
    return Counts(
        classes,
        _tally(t[hit], None if weight is None else weight[hit], k),
        _tally(p, weight, k),
        _tally(t, weight, k),
        len(true) if weight is None else weight.sum(),
    )


def label_table(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[Array, Array]:
    """Return the classes and the square table of true (rows) against predicted (columns)."""
    true, pred = label_pair(y_true, y_pred)
    weight = as_weights(sample_weight, len(true))
    classes, table, (t, p) = _counted(true, pred, weight)
    if table is not None:
        return classes, table
    k = len(classes)
    return classes, _tally(t * k + p, weight, k * k).reshape(k, k)


def _tally(codes: NDArray[np.intp], weight: Array | None, size: int) -> Array:
    counts = np.bincount(codes, weight, size)
    return counts.astype(np.int64) if weight is None or weight.dtype.kind == "i" else counts


def _counted(
    true: Array, pred: Array, weight: Array | None
) -> tuple[Array, Array | None, Sequence[Array]]:
    """Return the classes, the table of pairs if they are few, and both columns (as codes)."""
    if weight is None and true.dtype.kind in "bi" and pred.dtype.kind in "bi":
        low, span = _range(true, pred)
        if span <= _TABLE and abs(low) < 2**31:
            table = _pairs(true, pred, low, span)
            return *_seen(table, low, np.result_type(true, pred)), (true, pred)
    classes, codes = encode(true, pred)
    few = weight is None and len(classes) <= _TABLE
    return classes, _pairs(codes[0], codes[1], 0, len(classes)) if few else None, codes


def _seen(table: Array, low: int, dtype: np.dtype[Any]) -> tuple[Array, Array]:
    """Return the labels that occur and their part of the table."""
    seen = (np.add.reduce(table, axis=0) + np.add.reduce(table, axis=1)).nonzero()[0]
    if len(seen) < len(table):
        last = int(seen[-1]) + 1
        table = table[:last, :last] if len(seen) == last else table[np.ix_(seen, seen)]
    return (seen + low).astype(dtype), table


def _range(true: Array, pred: Array) -> tuple[int, int]:
    """Return the lowest label, or 0, and the width of a range that holds all labels."""
    bits = int(np.bitwise_or.reduce(true)) | int(np.bitwise_or.reduce(pred))
    if 0 <= bits < _TABLE:
        return 0, 1 << bits.bit_length()
    low, high = min(int(true.min()), int(pred.min())), max(int(true.max()), int(pred.max()))
    return low, high - low + 1


def _pairs(true: Array, pred: Array, low: int, span: int) -> Array:
    """Return how often each pair of labels from `low` to ``low + span - 1`` occurs."""
    total = np.zeros(span * span, np.int64)
    for t, p in parts(true, pred):
        cell = np.multiply(t, span, dtype=np.intp)
        cell += p
        if low:
            cell -= low * (span + 1)
        total += np.bincount(cell, minlength=span * span)
    return total.reshape(span, span)


def wanted_labels(wanted: ArrayLike | None, classes: Array) -> Array:
    """Return the classes to report, in the order asked for."""
    if wanted is None:
        return classes
    chosen = as_labels(wanted, "labels")
    if len(set(chosen.tolist())) < len(chosen):
        fail("labels", "each class once", shown(chosen))
    if (chosen.dtype.kind == "U") != (classes.dtype.kind == "U"):
        fail("labels", f"labels of the same type as y_true {shown(classes)}", shown(chosen))
    return chosen


def support(counts: Counts, sample_weight: ArrayLike | None) -> Array:
    """Return the number of samples of each class; their weight is a float, as in scikit-learn."""
    return counts.true if sample_weight is None else counts.true.astype(np.float64)


def names_of(target_names: Any, classes: Array) -> list[str]:
    """Return a name for each class."""
    if target_names is None:
        return [str(c) for c in classes.tolist()]
    names = [str(n) for n in as_array(target_names, "target_names").tolist()]
    if len(names) != len(classes):
        fail("target_names", f"{len(classes)} names, one a class", f"{len(names)}")
    return names
