"""From counts to precision, recall and F: what all their functions share."""

import math
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import (
    Array,
    Floats,
    among,
    fail,
    one_of,
    real,
    shown,
    warn,
    zero_division_value,
)
from ._counts import Counts, label_counts, wanted_labels

AVERAGES = ("binary", "micro", "macro", "weighted", None)


def chosen_counts(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    labels: ArrayLike | None,
    pos_label: object,
    average: object,
    sample_weight: ArrayLike | None,
) -> Counts:
    """Return the counts of the classes that `average` speaks of."""
    one_of(average, "average", AVERAGES)
    counts = label_counts(y_true, y_pred, sample_weight)
    if average == "binary":
        return positive_counts(counts, pos_label)
    return counts if labels is None else counts.take(wanted_labels(labels, counts.classes))


def positive_counts(counts: Counts, pos_label: object) -> Counts:
    """Return the counts of the positive class, of at most two."""
    classes = counts.classes.tolist()
    if len(classes) > 2:
        expected = "one of 'micro', 'macro', 'weighted', None for more than two classes"
        fail("average", expected, f"'binary' and the classes {shown(classes)}")
    if among(pos_label, classes):
        return counts.only(classes.index(pos_label))
    alike = (str,) if counts.classes.dtype.kind == "U" else (Real, np.bool_)
    if len(classes) == 2 or not isinstance(pos_label, alike):
        fail("pos_label", f"one of the labels {shown(classes)}", repr(pos_label))
    return counts.take(np.array([pos_label]))


def divide(numerator: Array, denominator: Array, zero_division: object, what: str) -> Floats:
    """Divide element by element; 0/0 gives what `zero_division` says."""
    value = zero_division_value(zero_division)
    if denominator.all():
        return np.asarray(numerator / denominator)
    if isinstance(zero_division, str):
        message = f"{what} is 0/0 and set to 0; the zero_division parameter controls this."
        warn(message)
    result: Floats = np.full(len(denominator), value)
    return np.divide(numerator, denominator, out=result, where=denominator != 0)


def averaged(values: Floats, average: object, counts: Counts) -> Any:
    """Return the mean over classes, plain or weighted, or every class's value; NaN is left out."""
    if average is None:
        return values
    if len(values) == 1:
        return float(values[0])
    support = counts.true
    known = ~np.isnan(values)
    if not known.all():
        if not known.any():
            return math.nan
        values, support = values[known], support[known]
    if average == "weighted" and support.any():
        return float(values @ support / support.sum())
    return float(np.add.reduce(values) / len(values))


def pooled(counts: Counts, average: object) -> Counts:
    """Return the sums over classes, for the micro average; otherwise the counts as they are."""
    if average != "micro":
        return counts
    right, predicted, true = (
        x.sum(keepdims=True) for x in (counts.right, counts.predicted, counts.true)
    )
    return Counts(counts.classes[:1], right, predicted, true, counts.total)


def precisions(c: Counts, zero_division: object) -> Floats:
    """Return TP / (TP + FP) of each class."""
    return divide(c.right, c.predicted, zero_division, "Precision")


def recalls(c: Counts, zero_division: object) -> Floats:
    """Return TP / (TP + FN) of each class."""
    return divide(c.right, c.true, zero_division, "Recall")


def f_scores(c: Counts, beta: float, zero_division: object) -> Floats:
    """Return F of each class, from its counts: right where P or R is 0/0, too."""
    if math.isinf(beta):
        return recalls(c, zero_division)
    if beta == 0:
        return precisions(c, zero_division)
    b2 = min(max(beta * beta, 1e-150), 1e150)
    return divide((1 + b2) * c.right, b2 * c.true + c.predicted, zero_division, "F")


def harmonic(p: float, r: float) -> float:
    """Return 2PR / (P + R), and 0 where both are 0."""
    return 2 * p * r / (p + r) if p + r else p + r


def valid_beta(beta: object) -> float:
    """Return beta, from 0 (precision alone) to infinity (recall alone)."""
    if isinstance(beta, Real) and beta == math.inf:
        return math.inf
    return real(beta, "beta", least=0)
