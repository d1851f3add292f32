"""Costs as they are given, and the mistakes that they multiply (Table 2.2)."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._equations import equations as eq
from .._validation import Array, Floats, as_floats, as_labels, fail, positive_label, real, shown
from .._workings import Line, Messages, Number, exact, plain
from ..classification.counts import label_table

_say = Messages(__package__)


@dataclass(frozen=True, slots=True)
class Costs:
    """The cost of a false negative and of a false positive."""

    fn: float
    fp: float

    def parts(self, prior: float) -> tuple[float, float]:
        """Return p·cost01 and (1-p)·cost10, the two parts of the largest possible cost."""
        fn, fp = prior * self.fn, (1 - prior) * self.fp
        if fn + fp == 0:
            expected = "a class that occurs and whose mistakes cost something"
            got = f"prior={prior:g}, cost_fn={self.fn:g}, cost_fp={self.fp:g}"
            fail("prior, cost_fn and cost_fp", expected, got)
        return fn, fp

    def named(self) -> dict[str, Any]:
        """Return both under the textbook's names, whose class 0 is the positive one."""
        return {"cost_01": plain(self.fn), "cost_10": plain(self.fp)}


def two_costs(cost_fn: object, cost_fp: object) -> Costs:
    """Return both costs, not both 0."""
    fn, fp = real(cost_fn, "cost_fn", least=0), real(cost_fp, "cost_fp", least=0)
    if fn == fp == 0:
        fail("cost_fn and cost_fp", "at least one above 0", "0 and 0")
    return Costs(fn, fp)


def share(prior: object) -> float:
    """Return the share of positives, from 0 to 1."""
    return real(prior, "prior", least=0, most=1)


def valid_matrix(cost_matrix: ArrayLike, order: ArrayLike | None, classes: Array) -> Floats:
    """Return the costs with rows (true) and columns (predicted) in the order of `classes`."""
    costs = as_floats(cost_matrix, "cost_matrix", ndim=2)
    listed = (classes if order is None else as_labels(order, "labels")).tolist()
    if len(set(listed)) < len(listed):
        fail("labels", "each class once", shown(listed))
    if missing := [c for c in classes.tolist() if c not in listed]:
        fail("labels", f"all labels that occur {shown(classes)}", f"none for {shown(missing)}")
    k = len(listed)
    if costs.shape != (k, k):
        expected = f"{k} rows and columns, one for each of the labels {shown(listed)}"
        fail("cost_matrix", expected, f"shape {costs.shape}")
    for wrong, expected in (
        (np.diag(costs.diagonal() != 0),
         "0 on the diagonal (what is right costs nothing; subtract it from its row)"),
        (costs < 0, "costs >= 0"),
    ):  # fmt: skip
        if wrong.any():
            at = tuple(int(i) for i in np.argwhere(wrong)[0])
            fail("cost_matrix", expected, f"{costs[at]:g} at position {at}")
    if not costs.any():
        fail("cost_matrix", "at least one cost above 0", "zeros only")
    place = [listed.index(c) for c in classes.tolist()]
    return costs[np.ix_(place, place)]


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The mistakes of a two-class learner, and of how many samples of each class."""

    fn: Number
    fp: Number
    m_pos: Number
    m_neg: Number

    def rate_lines(self) -> list[Line]:
        """Return FNR and FPR, as they are worked out."""
        return [
            Line(None, "FNR", "FN / m_pos", {"FN": self.fn, "m_pos": self.m_pos}),
            eq["2.19"](form="FP / m_neg", FP=self.fp, m_neg=self.m_neg),
        ]

    def share_line(self) -> Line:
        """Return the share of positives, as it is worked out."""
        sizes = {"m_pos": self.m_pos, "m_neg": self.m_neg}
        return Line(None, "p", "m_pos / (m_pos + m_neg)", sizes)


def mistakes(
    y_true: ArrayLike, y_pred: ArrayLike, pos_label: object, sample_weight: ArrayLike | None
) -> Mistakes:
    """Count false negatives and false positives."""
    classes, table = label_table(y_true, y_pred, sample_weight)
    if len(classes) > 2:
        expected = "two classes (a cost_matrix serves more)"
        fail("y_true and y_pred", expected, f"{len(classes)}: {shown(classes)}")
    alone = len(classes) == 1 and pos_label is not None
    positive = pos_label if alone else positive_label(classes, pos_label, "y_true and y_pred")
    is_pos = np.array([c == positive for c in classes.tolist()])
    fn, fp = table[np.ix_(is_pos, ~is_pos)].sum(), table[np.ix_(~is_pos, is_pos)].sum()
    return Mistakes(*map(exact, (fn, fp, table[is_pos].sum(), table[~is_pos].sum())))


def need_both(counts: Mistakes, why: str) -> None:
    """Check that both classes occur in `y_true`."""
    if not (counts.m_pos and counts.m_neg):
        fail("y_true", f"both classes, {why}", "only one")
