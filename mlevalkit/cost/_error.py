"""The cost-sensitive error (2.23), and its place on the cost plane (2.24), (2.25)."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, fail, real
from .._workings import Line, Number, Table, Working, computes, exact, plain, shows
from ..classification._counts import label_table
from ._costs import (
    COSTS,
    Mistakes,
    cost_values,
    mistakes,
    need_both,
    share,
    two_costs,
    valid_matrix,
    weighted_costs,
)

_BY_PRIOR = "since prior says how much each counts"
_AVERAGE = "(FN*cost_01 + FP*cost_10) / (m_pos + m_neg)"
_BY_RATES = "p*FNR*cost_01 + (1 - p)*FPR*cost_10"

# -- (2.23) -----------------------------------------------------------------------------------


def _show_error(value: float, **options: Any) -> Working:
    if options["cost_matrix"] is not None:
        return _show_matrix(value, **options)
    asked = (options[k] for k in ("y_true", "y_pred", "pos_label", "sample_weight"))
    m = mistakes(*asked)
    costs = cost_values(options["cost_fn"], options["cost_fp"])
    steps: list[Line] = []
    if options["prior"] is None:
        counts = {"FN": m.fn, "FP": m.fp, "m_pos": m.m_pos, "m_neg": m.m_neg}
        steps.append(Line("2.23", "E", _AVERAGE, {**counts, **costs}, COSTS))
        if not m.both:
            return Working(value, *steps)
        steps += [m.share_line(), *m.lines()]
        p = steps[1].value
    else:
        p = plain(share(options["prior"]))
        steps += m.lines()
    values = {"p": p, "FNR": m.fnr, "FPR": m.fpr, **costs}
    note = COSTS if options["prior"] is not None else None
    return Working(value, *steps, Line("2.23", "E", _BY_RATES, values, note))


def _show_matrix(value: float, **options: Any) -> Working:
    classes, table = label_table(options["y_true"], options["y_pred"], options["sample_weight"])
    costs = valid_matrix(options["cost_matrix"], options["labels"], classes)
    rows, numbers, prices = [], [], []
    for i, j in np.argwhere(table > 0).tolist():
        count, price = exact(table[i, j]), plain(costs[i, j])
        rows.append([str(classes[i]), str(classes[j]), count, price, count * price])
        if i != j:
            numbers.append(count)
            prices.append(price)
    caption = ("what each kind of mistake costs", "各类错误的代价")
    walk = Table(["true", "predicted", "n", "cost", "total"], rows, caption)
    m = exact(table.sum())
    if not numbers:
        return Working(value, walk, Line("2.23", "E", "0 / m", {"m": m}))
    put = {"n": numbers, "cost": prices, "m": m}
    return Working(value, walk, Line("2.23", "E", "sum(n*cost) / m", put))


@computes(
    eq_2_23=r"E(f;D;cost) = \frac{1}{m} \left( \sum_{\boldsymbol{x}_i \in D^{+}} "
    r"\mathbb{I}(f(\boldsymbol{x}_i) \neq y_i) \times cost_{01} + "
    r"\sum_{\boldsymbol{x}_i \in D^{-}} "
    r"\mathbb{I}(f(\boldsymbol{x}_i) \neq y_i) \times cost_{10} \right)"
)
@shows(_show_error)
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
) -> float:
    """Return the mean cost of the predictions: (2.23).

    Give either the two costs, or a matrix for any number of classes. With both costs 1 it is
    the error rate. The textbook calls the positive class 0: its cost01 is `cost_fn`, the cost
    of a false negative, and its cost10 is `cost_fp`.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (a positive that was missed) and of a false positive.
    cost_matrix : array-like of shape (n_classes, n_classes), optional
        The cost of predicting the class of the column for a sample of the class of the row;
        0 on the diagonal, nothing negative.
    labels : array-like of shape (n_classes,), optional
        The classes in the order of the rows and columns of `cost_matrix`; by default all that
        occur, sorted. The textbook's Table 2.2 has the positive class first.
    prior : float from 0 to 1, optional
        The share of positives where the learner will be used; by default that of `y_true`.
    pos_label : label, optional
        The positive class, for `cost_fn` and `cost_fp`; by default 1 of {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

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
        _matrix_alone(cost_fn=cost_fn, cost_fp=cost_fp, prior=prior, pos_label=pos_label)
        classes, table = label_table(y_true, y_pred, sample_weight)
        return _mean_cost(table, valid_matrix(cost_matrix, labels, classes))
    if cost_fn is None or cost_fp is None:
        got = ", ".join(f"{k}={v!r}" for k, v in (("cost_fn", cost_fn), ("cost_fp", cost_fp)))
        fail("cost_fn and cost_fp", "both costs, or a cost_matrix", got)
    if labels is not None:
        fail("labels", "a cost_matrix whose rows they name", type(labels).__name__)
    fn, fp = two_costs(cost_fn, cost_fp)
    m = mistakes(y_true, y_pred, pos_label, sample_weight)
    if prior is None:
        return float((m.fn * fn + m.fp * fp) / (m.m_pos + m.m_neg))
    p = share(prior)
    need_both(m, _BY_PRIOR)
    return float(p * fn * m.fn / m.m_pos + (1 - p) * fp * m.fp / m.m_neg)


def _matrix_alone(**others: object) -> None:
    for name, value in others.items():
        if value is not None:
            fail(name, "nothing beside a cost_matrix", repr(value))


def _mean_cost(table: Array, costs: Array) -> float:
    return float((table * costs).sum() / table.sum())


# -- (2.24) -----------------------------------------------------------------------------------


def _share_of_cost(p: Number, costs: dict[str, Number]) -> Line:
    formula = "p*cost_01 / (p*cost_01 + (1 - p)*cost_10)"
    return Line("2.24", "Pcost", formula, {"p": p, **costs}, COSTS)


def _show_positive_cost(value: float, **options: Any) -> Working:
    p = plain(options["prior"])
    costs = cost_values(options["cost_fn"], options["cost_fp"])
    return Working(value, _share_of_cost(p, costs))


@computes(
    eq_2_24=r"P(+)\text{cost} = \frac{p \times cost_{01}}"
    r"{p \times cost_{01} + (1 - p) \times cost_{10}}"
)
@shows(_show_positive_cost)
def positive_cost(prior: float, *, cost_fn: float, cost_fp: float) -> float:
    """Return the positives' share of the cost when everything is predicted wrong: (2.24).

    It is the x-axis of the cost curve. Only the ratio of the costs matters.

    Parameters
    ----------
    prior : float from 0 to 1
        The share p of positives.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (the textbook's cost01) and of a false positive (cost10).

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
    fn, fp = weighted_costs(share(prior), *two_costs(cost_fn, cost_fp))
    return fn / (fn + fp)


# -- (2.25) -----------------------------------------------------------------------------------


def _rates(
    y_true: ArrayLike | None,
    y_pred: ArrayLike | None,
    fnr: object,
    fpr: object,
    prior: object,
    pos_label: object,
    sample_weight: ArrayLike | None,
) -> tuple[Number, Number, Number, Mistakes | None]:
    """Return FNR, FPR and p, from labels or as given."""
    if (y_true is None) != (y_pred is None) or (y_true is None) == (fnr is None and fpr is None):
        got = [k for k, v in {"y_true": y_true, "y_pred": y_pred, "fnr": fnr, "fpr": fpr}.items()
               if v is not None]  # fmt: skip
        fail("y_true and y_pred", "both of them, or fnr and fpr", ", ".join(got) or "nothing")
    if y_true is None or y_pred is None:
        rates = (plain(real(v, k, least=0, most=1)) for k, v in (("fnr", fnr), ("fpr", fpr)))
        if prior is None:
            fail("prior", "the share of positives, which fnr and fpr do not tell", "None")
        return *rates, plain(share(prior)), None  # type: ignore[return-value]
    m = mistakes(y_true, y_pred, pos_label, sample_weight)
    need_both(m, "each has a rate of its own")
    p = m.share_line().value if prior is None else plain(share(prior))
    return m.fnr, m.fpr, p, m


def _show_normalized(value: float, **options: Any) -> Working:
    costs = cost_values(options.pop("cost_fn"), options.pop("cost_fp"))
    fnr, fpr, p, m = _rates(**options)
    steps = m.lines() if m else []
    if m and options["prior"] is None:
        steps.append(m.share_line())
    steps.append(_share_of_cost(p, costs))
    full = "(FNR*p*cost_01 + FPR*(1 - p)*cost_10) / (p*cost_01 + (1 - p)*cost_10)"
    rates = {"FNR": fnr, "FPR": fpr}
    short = {**rates, "Pcost": steps[-1].value}
    return Working(
        value,
        *steps,
        Line("2.25", "cost_norm", full, {**rates, "p": p, **costs}),
        Line("2.25", "cost_norm", "FNR*Pcost + FPR*(1 - Pcost)", short),
    )


@computes(
    eq_2_25=r"cost_{norm} = \frac{\text{FNR} \times p \times cost_{01} + "
    r"\text{FPR} \times (1 - p) \times cost_{10}}{p \times cost_{01} + (1 - p) \times cost_{10}}"
)
@shows(_show_normalized)
def normalized_cost(
    y_true: ArrayLike | None = None,
    y_pred: ArrayLike | None = None,
    *,
    cost_fn: float,
    cost_fp: float,
    fnr: float | None = None,
    fpr: float | None = None,
    prior: float | None = None,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Return the mean cost as a share of the largest possible one: (2.25).

    It is the y-axis of the cost curve: FNR·P(+)cost + FPR·(1 - P(+)cost), with P(+)cost from
    `positive_cost`. Give labels, or the two rates and the prior.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,), optional
        True and predicted labels: whole numbers, booleans or strings.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (the textbook's cost01) and of a false positive (cost10).
    fnr, fpr : float from 0 to 1, optional
        The false negative rate (1 - TPR) and the false positive rate, instead of labels.
    prior : float from 0 to 1, optional
        The share p of positives; by default that of `y_true`.
    pos_label : label, optional
        The positive class; by default 1 of {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

    Returns
    -------
    float
        From 0, nothing wrong, to 1, everything wrong.

    Raises
    ------
    ValueError, TypeError
        If labels and rates are both given or both missing, a rate comes without a prior, only
        one class occurs, or nothing can cost anything.

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
    fnr_, fpr_, p, _ = _rates(y_true, y_pred, fnr, fpr, prior, pos_label, sample_weight)
    fn, fp = weighted_costs(float(p), *costs)
    return (float(fnr_) * fn + float(fpr_) * fp) / (fn + fp)
