"""What mistakes cost: the door for costs, and the counts that they multiply (Table 2.2)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, Floats, fail, as_floats, as_labels, positive_label, real, shown
from .._workings import Line, Number, exact, plain, ratio
from ..classification._counts import label_table

COSTS = ("cost_01: a false negative, cost_10: a false positive",
         "cost_01：假反例的代价，cost_10：假正例的代价")  # fmt: skip


def two_costs(cost_fn: object, cost_fp: object) -> tuple[float, float]:
    """Return the cost of a false negative and of a false positive, not both 0."""
    fn, fp = real(cost_fn, "cost_fn", least=0), real(cost_fp, "cost_fp", least=0)
    if fn == fp == 0:
        fail("cost_fn and cost_fp", "at least one above 0", "0 and 0")
    return fn, fp


def share(prior: object) -> float:
    """Return the share of positives, from 0 to 1."""
    return real(prior, "prior", least=0, most=1)


def weighted_costs(prior: float, cost_fn: float, cost_fp: float) -> tuple[float, float]:
    """Return p·cost01 and (1-p)·cost10, the two parts of the largest possible cost."""
    fn, fp = prior * cost_fn, (1 - prior) * cost_fp
    if fn + fp == 0:
        expected = "a class that occurs and whose mistakes cost something"
        got = f"prior={prior:g}, cost_fn={cost_fn:g}, cost_fp={cost_fp:g}"
        fail("prior, cost_fn and cost_fp", expected, got)
    return fn, fp


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
    _check_entries(costs)
    place = [listed.index(c) for c in classes.tolist()]
    return costs[np.ix_(place, place)]


def _check_entries(costs: Floats) -> None:
    if costs.diagonal().any():
        at = int(np.flatnonzero(costs.diagonal())[0])
        expected = "0 on the diagonal (what is right costs nothing; subtract it from its row)"
        fail("cost_matrix", expected, f"{costs[at, at]:g} at position {(at, at)}")
    if (costs < 0).any():
        at_pair = tuple(int(i) for i in np.argwhere(costs < 0)[0])
        fail("cost_matrix", "costs >= 0", f"{costs[at_pair]:g} at position {at_pair}")
    if not costs.any():
        fail("cost_matrix", "at least one cost above 0", "zeros only")


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The mistakes of a two-class learner, and of how many samples of each class."""

    fn: Number
    fp: Number
    m_pos: Number
    m_neg: Number

    def lines(self) -> list[Line]:
        """Return FNR, FPR and the share p, as they are worked out."""
        return [
            Line(None, "FNR", "FN / m_pos", {"FN": self.fn, "m_pos": self.m_pos}),
            Line("2.19", "FPR", "FP / m_neg", {"FP": self.fp, "m_neg": self.m_neg}),
        ]

    def share_line(self) -> Line:
        """Return the share of positives, as it is worked out."""
        return Line(None, "p", "m_pos / (m_pos + m_neg)", {"m_pos": self.m_pos,
                                                           "m_neg": self.m_neg})  # fmt: skip

    @property
    def fnr(self) -> Number:
        """The share of the positives that were missed."""
        return ratio(self.fn, self.m_pos)

    @property
    def fpr(self) -> Number:
        """The share of the negatives that gave a false alarm."""
        return ratio(self.fp, self.m_neg)

    @property
    def both(self) -> bool:
        """Whether both classes occur."""
        return bool(self.m_pos and self.m_neg)


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
    m_pos, m_neg = table[is_pos].sum(), table[~is_pos].sum()
    return Mistakes(exact(fn), exact(fp), exact(m_pos), exact(m_neg))


def need_both(counts: Mistakes, why: str) -> None:
    """Check that both classes occur in `y_true`."""
    if not counts.both:
        fail("y_true", f"both classes, {why}", "only one")


def cost_values(cost_fn: float, cost_fp: float) -> dict[str, Number]:
    """Return the two costs under the textbook's names, whose class 0 is the positive one."""
    return {"cost_01": plain(cost_fn), "cost_10": plain(cost_fp)}
