"""The cost-sensitive error (2.23), and its place on the cost plane (2.24), (2.25)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import _validation as check
from ..._validation import Array, ArrayLike, Floats
from ...display.equations import equations as eq
from ...display.workings import (
    Found,
    Line,
    Messages,
    Step,
    Table,
    exact,
    line,
    measure,
    plain,
    ratio,
    word,
)
from ..classification.counts import label_table
from ..ranking.sweep import positive_label

_say = Messages(__package__)


@dataclass(frozen=True, slots=True)
class Costs:
    """The cost of a false negative and of a false positive."""

    fn: float
    fp: float

    def parts(self, prior: float) -> tuple[float, float]:
        """Return p·cost01 and (1-p)·cost10, the two parts of the largest possible cost."""
        fn = prior * self.fn
        fp = (1 - prior) * self.fp
        if fn + fp == 0:
            expected = "a class that occurs and whose mistakes cost something"
            got = f"prior={prior:g}, cost_fn={self.fn:g}, cost_fp={self.fp:g}"
            check.fail("prior, cost_fn and cost_fp", expected, got)
        return fn, fp

    def by_symbol(self) -> dict[str, Any]:
        """Return both under the textbook's names, whose class 0 is the positive one."""
        return {"cost_01": plain(self.fn), "cost_10": plain(self.fp)}


def two_costs(cost_fn: object, cost_fp: object) -> Costs:
    """Return both costs, not both 0. Where one is given, the other is 1."""
    if cost_fn is None and cost_fp is None:
        check.fail("cost_fn and cost_fp", "at least one of them; the other is then 1", "None")
    fn = check.real(1 if cost_fn is None else cost_fn, "cost_fn", least=0)
    fp = check.real(1 if cost_fp is None else cost_fp, "cost_fp", least=0)
    if fn == fp == 0:
        check.fail("cost_fn and cost_fp", "at least one above 0", "0 and 0")
    return Costs(fn, fp)


def share(prior: object) -> float:
    """Return the share of positives, from 0 to 1."""
    return check.real(prior, "prior", least=0, most=1)


def valid_matrix(cost_matrix: ArrayLike, order: ArrayLike | None, classes: Array) -> Floats:
    """Return the costs with rows (true) and columns (predicted) in the order of `classes`."""
    costs = check.as_floats(cost_matrix, "cost_matrix", ndim=2)
    listed = check.covering_labels(order, classes).tolist()
    k = len(listed)
    if costs.shape != (k, k):
        expected = f"{k} rows and columns, one for each of the labels {check.shown(listed)}"
        check.fail("cost_matrix", expected, f"shape {costs.shape}")
    right = np.diag(costs.diagonal() != 0)
    if right.any():
        expected = "0 on the diagonal (what is right costs nothing; subtract it from its row)"
        check.fail("cost_matrix", expected, check.first(costs, right))
    if (costs < 0).any():
        check.fail("cost_matrix", "costs >= 0", check.first(costs, costs < 0))
    if not costs.any():
        check.fail("cost_matrix", "at least one cost above 0", "zeros only")
    place = [listed.index(c) for c in classes.tolist()]
    return costs[np.ix_(place, place)]


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The mistakes of a two-class learner, and of how many samples of each class."""

    fn: Any
    fp: Any
    m_pos: Any
    m_neg: Any

    def rates(self) -> dict[str, Any]:
        """Return FNR and FPR."""
        return {"FNR": ratio(self.fn, self.m_pos), "FPR": ratio(self.fp, self.m_neg)}

    def rate_lines(self) -> list[Line]:
        """Return FNR and FPR, as they are worked out."""
        return [
            line("FNR", "FN / m_pos", FN=self.fn, m_pos=self.m_pos),
            eq["2.19"](form="FP / m_neg", FP=self.fp, m_neg=self.m_neg),
        ]

    def share_line(self) -> Line:
        """Return the share of positives, as it is worked out."""
        return line("p", "m_pos / (m_pos + m_neg)", m_pos=self.m_pos, m_neg=self.m_neg)


def mistakes(
    y_true: ArrayLike, y_pred: ArrayLike, pos_label: object, sample_weight: ArrayLike | None
) -> Mistakes:
    """Count false negatives and false positives."""
    classes, table = label_table(y_true, y_pred, sample_weight)
    if len(classes) > 2:
        expected = "two classes (a cost_matrix serves more)"
        check.fail("y_true and y_pred", expected, f"{len(classes)}: {check.shown(classes)}")
    alone = len(classes) == 1 and pos_label is not None
    positive = pos_label if alone else positive_label(classes, pos_label, "y_true and y_pred")
    is_pos = np.array([c == positive for c in classes.tolist()])
    return Mistakes(
        fn=exact(table[np.ix_(is_pos, ~is_pos)].sum()),
        fp=exact(table[np.ix_(~is_pos, is_pos)].sum()),
        m_pos=exact(table[is_pos].sum()),
        m_neg=exact(table[~is_pos].sum()),
    )


def need_both(counts: Mistakes, why: str) -> None:
    """Check that both classes occur in `y_true`."""
    if not (counts.m_pos and counts.m_neg):
        check.fail("y_true", f"both classes, {why}", "only one")


def _need_none(given: dict[str, object], beside: str) -> None:
    """Check that nothing is given that would have no effect."""
    for name, value in given.items():
        if value is not None:
            check.fail(name, f"nothing beside {beside}", repr(value))


# -- the error ---------------------------------------------------------------------------------


@measure
def cost_sensitive_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    cost_fn: float | None = None,
    cost_fp: float | None = None,
    cost_matrix: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    prior: float | None = None,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> Found[float]:
    """Return the mean cost of the predictions: (2.23).

    Give either the two costs, or a matrix for any number of classes. With both costs 1 it is
    the error rate. The textbook calls the positive class 0: its cost01 is `cost_fn`, the cost
    of a false negative, and its cost10 is `cost_fp`.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (a positive that was missed) and of a false positive. One of
        them is enough; the other is then 1.
    cost_matrix : array-like of shape (n_classes, n_classes), optional
        The cost of predicting the class of the column for a sample of the class of the row;
        0 on the diagonal, nothing negative.
    labels : array-like of shape (n_classes,), optional
        The classes in the order of the rows and columns of `cost_matrix`; by default all that
        occur, sorted. The textbook's Table 2.2 has the positive class first.
    prior : float from 0 to 1, optional
        The share of positives where the learner will be used; by default that of `y_true`.
    pos_label : label, optional
        The positive class, for `cost_fn` and `cost_fp`; by default 1 of labels in {0, 1} or
        {-1, 1}, of any other two the one that sorts last.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    float
        In the unit of the costs, from 0 to the largest cost.

    Raises
    ------
    ValueError, TypeError
        If costs are missing, given twice, negative or all 0, if the matrix has another shape
        than the classes or costs for what is right, or if the labels are no pair of columns.

    Examples
    --------
    Two positives missed at 5 each and one false alarm at 1, in 8 predictions:

    >>> import mlevalkit as mk
    >>> y_true, y_pred = [1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 1]
    >>> mk.cost_sensitive_error(y_true, y_pred, cost_fn=5, cost_fp=1)
    1.375
    >>> mk.cost_sensitive_error(y_true, y_pred, cost_matrix=[[0, 5], [1, 0]], labels=[1, 0])
    1.375

    Source
    ------
    Zhou, Machine Learning, (2.23) and Table 2.2.
    """
    if cost_matrix is not None:
        more = {"cost_fn": cost_fn, "cost_fp": cost_fp, "prior": prior, "pos_label": pos_label}
        _need_none(more, beside="a cost_matrix")
        classes, table = label_table(y_true, y_pred, sample_weight)
        return _by_matrix(classes, table, valid_matrix(cost_matrix, labels, classes))
    if cost_fn is None and cost_fp is None:
        check.fail("cost_fn and cost_fp", "at least one of them, or a cost_matrix", "None")
    if labels is not None:
        check.fail("labels", "None without a cost_matrix", type(labels).__name__)
    costs = two_costs(cost_fn, cost_fp)
    p = None if prior is None else share(prior)
    m = mistakes(y_true, y_pred, pos_label, sample_weight)
    if p is None:
        value = (m.fn * costs.fn + m.fp * costs.fp) / (m.m_pos + m.m_neg)
    else:
        need_both(m, "since prior says how much each counts")
        value = p * costs.fn * m.fn / m.m_pos + (1 - p) * costs.fp * m.fp / m.m_neg

    def steps() -> list[Step]:
        note = _say("costs")
        priced = costs.by_symbol()
        if p is not None:
            mean = eq["2.23"](priced, form=1, note=note, p=plain(p), **m.rates())
            return [*m.rate_lines(), mean]
        mean = eq["2.23"](priced, note=note, FN=m.fn, FP=m.fp, m_pos=m.m_pos, m_neg=m.m_neg)
        if not (m.m_pos and m.m_neg):
            return [mean]
        share = m.share_line()
        by_rates = eq["2.23"](priced, form=1, p=share.value, **m.rates())
        return [mean, share, *m.rate_lines(), by_rates]

    return Found(float(value), steps)


def _by_matrix(classes: Array, table: Array, costs: Floats) -> Found[float]:
    def steps() -> list[Step]:
        rows: list[list[Any]] = []
        wrong: list[tuple[Any, Any]] = []
        for i, j in np.argwhere(table > 0).tolist():
            n = exact(table[i, j])
            cost = plain(costs[i, j])
            rows.append([str(classes[i]), str(classes[j]), n, cost, n * cost])
            if i != j:
                wrong.append((n, cost))
        head = [word("true"), word("predicted"), "n", word("cost"), word("total")]
        walk = Table(head, rows, _say("matrix"))
        m = exact(table.sum())
        if not wrong:
            return [walk, eq["2.23"](form="0 / m", m=m)]
        counts, prices = zip(*wrong, strict=True)
        values: dict[str, Any] = {"n": counts, "cost": prices}
        return [walk, eq["2.23"](form=2, m=m, **values)]

    return Found(float((table * costs).sum() / table.sum()), steps)


# -- the cost plane ---------------------------------------------------------------------------


@measure
def positive_cost(
    prior: float, *, cost_fn: float | None = None, cost_fp: float | None = None
) -> Found[float]:
    """Return the positives' share of the cost when everything is predicted wrong: (2.24).

    It is the x-axis of the cost curve. Only the ratio of the costs matters.

    Parameters
    ----------
    prior : float from 0 to 1
        The share p of positives.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (the textbook's cost01) and of a false positive (cost10). One
        of them is enough; the other is then 1.

    Returns
    -------
    float
        From 0 to 1; equal to `prior` where both costs are equal.

    Raises
    ------
    ValueError, TypeError
        If the prior is not from 0 to 1, a cost is negative, or nothing can cost anything.

    Examples
    --------
    A fifth of the patients is ill, and to miss one costs as much as four false alarms:

    >>> import mlevalkit as mk
    >>> mk.positive_cost(0.2, cost_fn=4, cost_fp=1)
    0.5

    Source
    ------
    Zhou, Machine Learning, (2.24); Drummond and Holte, Machine Learning 65, 2006, who write it
    PC(+).
    """
    p = share(prior)
    costs = two_costs(cost_fn, cost_fp)
    fn, fp = costs.parts(p)
    put = {"p": plain(p), **costs.by_symbol()}
    return Found(fn / (fn + fp), lambda: [eq["2.24"](put, note=_say("costs"))])


@measure
def normalized_cost(
    y_true: ArrayLike | None = None,
    y_pred: ArrayLike | None = None,
    *,
    cost_fn: float | None = None,
    cost_fp: float | None = None,
    fnr: float | None = None,
    fpr: float | None = None,
    prior: float | None = None,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> Found[float]:
    """Return the mean cost as a share of the largest possible one: (2.25).

    It is the y-axis of the cost curve: FNR·P(+)cost + FPR·(1 - P(+)cost), with P(+)cost from
    `positive_cost`. Give labels, or the two rates and the prior.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,), optional
        True and predicted labels: whole numbers, booleans or strings.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (the textbook's cost01) and of a false positive (cost10). One
        of them is enough; the other is then 1.
    fnr, fpr : float from 0 to 1, optional
        The false negative rate (1 - TPR) and the false positive rate, instead of labels.
    prior : float from 0 to 1, optional
        The share p of positives; by default that of `y_true`.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    float
        From 0, nothing wrong, to 1, everything wrong.

    Raises
    ------
    ValueError, TypeError
        If labels and rates are both given or both missing, a rate comes without a prior, or with
        what only labels need, only one class occurs, or nothing can cost anything.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> y_true, y_pred = [1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 1]
    >>> print(mk.normalized_cost.working(y_true, y_pred, cost_fn=3, cost_fp=1))
             FNR = FN / m+ = 2 / 4 = 1/2 = 0.5
    (2.19)   FPR = FP / m- = 1 / 4 = 1/4 = 0.25
             p = m+ / (m+ + m-) = 4 / (4 + 4) = 1/2 = 0.5
    ...

    Source
    ------
    Zhou, Machine Learning, (2.25); Drummond and Holte, Machine Learning 65, 2006.
    """
    costs = two_costs(cost_fn, cost_fp)
    given = {"y_true": y_true, "y_pred": y_pred, "fnr": fnr, "fpr": fpr}
    if (y_true is None) != (y_pred is None) or (y_true is None) == (fnr is None and fpr is None):
        got = ", ".join(k for k, v in given.items() if v is not None) or "nothing"
        check.fail("y_true and y_pred", "both of them, or fnr and fpr", got)
    m: Mistakes | None = None
    if y_true is not None and y_pred is not None:
        m = mistakes(y_true, y_pred, pos_label, sample_weight)
        need_both(m, "each has a rate of its own")
        rates = m.rates()
    else:
        _need_none({"pos_label": pos_label, "sample_weight": sample_weight}, beside="fnr and fpr")
        rates = {k.upper(): plain(check.real(given[k], k, least=0, most=1)) for k in ("fnr", "fpr")}
        if prior is None:
            check.fail("prior", "the share of positives, which fnr and fpr do not tell", "None")
    p = float(m.m_pos / (m.m_pos + m.m_neg)) if m and prior is None else share(prior)
    fn, fp = costs.parts(p)

    def steps() -> list[Step]:
        lines = m.rate_lines() if m else []
        put: dict[str, Any] = {"p": plain(p), **costs.by_symbol()}
        if m and prior is None:
            lines.append(m.share_line())
            put["p"] = lines[-1].value
        x = eq["2.24"](note=_say("costs"), **put)
        y = eq["2.25"](**rates, **put)
        form = "FNR*Pcost + FPR*(1 - Pcost)"
        return [*lines, x, y, eq["2.25"](form=form, **rates, Pcost=x.value)]

    return Found((float(rates["FNR"]) * fn + float(rates["FPR"]) * fp) / (fn + fp), steps)
