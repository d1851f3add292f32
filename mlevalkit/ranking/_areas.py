"""Areas under ROC curves of more than two classes, and under the part of one curve."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import (
    Array,
    Floats,
    distinct,
    fail,
    as_floats,
    as_labels as labels_of,
    one_of,
    real,
    same_length,
    shown,
    as_weights,
)
from .._workings import Line, Number, Table, Working, exact, ratio
from ._kernel import Sweep, pairs

# -- more than two classes --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Columns:
    """True labels and a column of scores for each class."""

    classes: Array
    y: Array
    scores: Floats
    weight: Array | None

    def support(self) -> list[Any]:
        """Return the number (or weight) of the samples of each class."""
        w = np.ones(len(self.y), np.int64) if self.weight is None else self.weight
        return [w[self.y == c].sum() for c in self.classes]


def columns(
    y_true: ArrayLike,
    y_score: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None = None,
) -> Columns:
    """Return clean labels, scores and weights; every class has a column and occurs."""
    y, scores = labels_of(y_true, "y_true"), as_floats(y_score, "y_score", ndim=2)
    same_length(y_true=y, y_score=scores)
    occur = distinct(y)
    classes = occur if labels is None else labels_of(labels, "labels")
    names = classes.tolist()
    if len(set(names)) < len(names):
        fail("labels", "each class once", shown(names))
    if scores.shape[1] != len(names):
        expected = f"{len(names)} columns, one for each of the classes {shown(names)}"
        fail("y_score", expected, f"shape {scores.shape}")
    if strange := sorted(set(occur.tolist()) - set(names)):
        fail("labels", f"all labels that occur {shown(occur)}", f"none for {shown(strange)}")
    if missing := [c for c in names if c not in occur.tolist()]:
        fail("y_true", f"samples of every class {shown(names)}", f"none of {shown(missing)}")
    return Columns(classes, y, scores, as_weights(sample_weight, len(y)))


@dataclass(frozen=True, slots=True)
class Areas:
    """The AUC of each class against the rest, or of each pair of classes, and what it weighs."""

    names: Sequence[str]
    values: Sequence[Number]
    support: Sequence[Number]

    def average(self, how: str | None) -> Any:
        """Return the plain or weighted mean, or every value."""
        values = np.array(self.values, dtype=float)
        if how is None:
            return values
        weight = np.array(self.support, dtype=float)
        return float(np.average(values, weights=weight if how == "weighted" else None))

    def working(self, value: Any, how: str | None) -> Working:
        """Show the parts and their mean."""
        rows = list(zip(self.names, self.support, self.values, strict=True))
        table = Table(["positive", "n", "AUC"], rows)
        if how is None or len(rows) == 1:
            return Working(value, table)
        if how == "macro":
            values = {"AUC": self.values, "k": len(rows)}
            return Working(value, table, Line(None, "macro_AUC", "sum(AUC) / k", values))
        formula, values = "sum(n*AUC) / sum(n)", {"n": self.support, "AUC": self.values}
        return Working(value, table, Line(None, "weighted_AUC", formula, values))


def multiclass_areas(
    y_true: ArrayLike,
    y_score: ArrayLike,
    average: str | None,
    sample_weight: ArrayLike | None,
    multi_class: str,
    labels: ArrayLike | None,
) -> Areas:
    """Return the areas that the mean over many classes is made of."""
    if multi_class == "ovo":
        one_of(average, "average", ("macro", "weighted"))
        if sample_weight is not None:
            fail("sample_weight", "None with multi_class='ovo'", "weights")
    one_of(average, "average", ("macro", "weighted", "micro", None))
    c = columns(y_true, y_score, labels, sample_weight)
    sums = c.scores.sum(axis=1)
    if not np.allclose(sums, 1):
        got = f"a row that adds up to {sums[np.abs(sums - 1).argmax()]:g}"
        fail("y_score", "probabilities that add up to 1 in each row", got)
    if multi_class == "ovo":
        return _one_vs_one(c)
    return _pooled(c) if average == "micro" else _one_vs_rest(c)


def _area(positive: Any, score: Floats, weight: Array | None = None) -> Number:
    p = pairs(positive, score, weight)
    return ratio(2 * exact(p.won) + exact(p.tied), 2 * exact(p.won + p.tied + p.lost))


def _one_vs_rest(c: Columns) -> Areas:
    support = c.support()
    if not all(support):
        fail("sample_weight", "a positive weight in every class", "zeros only in one of them")
    areas = [_area(c.y == k, c.scores[:, j], c.weight) for j, k in enumerate(c.classes)]
    return Areas([str(k) for k in c.classes.tolist()], areas, [exact(n) for n in support])


def _pooled(c: Columns) -> Areas:
    positive = c.y[:, None] == c.classes
    weight = None if c.weight is None else np.repeat(c.weight, len(c.classes))
    area = _area(positive.ravel(), c.scores.ravel(), weight)
    return Areas(["micro"], [area], [exact(sum(c.support()))])


def _one_vs_one(c: Columns) -> Areas:
    """Return the mean of both areas of each pair of classes (Hand and Till)."""
    names, areas, support = [], [], []
    for i, j in combinations(range(len(c.classes)), 2):
        both = (c.y == c.classes[i]) | (c.y == c.classes[j])
        first = c.y[both] == c.classes[i]
        one, other = _area(first, c.scores[both, i]), _area(~first, c.scores[both, j])
        names.append(f"{c.classes[i]} / {c.classes[j]}")
        areas.append(ratio(one + other, 2))
        support.append(int(both.sum()))
    return Areas(names, areas, support)


# -- the left part of one curve ---------------------------------------------------------------


def fpr_limit(max_fpr: object) -> float:
    """Return the FPR up to which the area counts; None stands for all of it."""
    limit = 1.0 if max_fpr is None else real(max_fpr, "max_fpr", least=0, most=1)
    if limit == 0:
        fail("max_fpr", "a number above 0", "0")
    return limit


def left_part(s: Sweep, limit: float) -> tuple[Floats, Floats]:
    """Return the points of the ROC curve up to an FPR below 1, the last one interpolated."""
    fpr, tpr = (np.concatenate(([0.0], c / c[-1])) for c in (s.fps, s.tps))
    stop = int(np.searchsorted(fpr, limit, "right"))
    height = np.interp(limit, fpr[stop - 1 : stop + 1], tpr[stop - 1 : stop + 1])
    return np.append(fpr[:stop], limit), np.append(tpr[:stop], height)


def standardized(area: float, max_fpr: float) -> float:
    """Stretch a partial area so that chance gives 1/2 and perfection 1 (McClish)."""
    chance = max_fpr**2 / 2
    return (1 + (area - chance) / (max_fpr - chance)) / 2


def standardized_line(area: Number, max_fpr: float) -> Line:
    """Return the same as a line of a working."""
    formula = "(1 + (A - f**2/2) / (f - f**2/2)) / 2"
    return Line(None, "AUC", formula, {"A": area, "f": max_fpr})
