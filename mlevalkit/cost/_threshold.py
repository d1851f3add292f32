"""The threshold that costs least, and lines of equal cost on the ROC plane."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._workings import Explained, Line, Number, Table, Words, Working, exact, plain, ratio, shows
from ..ranking._kernel import around
from ._costs import COSTS, cost_values, share, two_costs, weighted_costs
from ._curve import Points, roc_points

# -- lines of equal cost ----------------------------------------------------------------------


def _slope(fn: float, fp: float) -> float:
    return fp / fn if fn else math.inf


def _slope_line(p: Number, costs: dict[str, Number]) -> Line:
    undefined = math.inf if p * costs["cost_01"] == 0 else None
    formula = "(1 - p)*cost_10 / (p*cost_01)"
    return Line(None, "slope", formula, {"p": p, **costs}, COSTS, undefined)


def _show_slope(value: float, **options: Any) -> Working:
    costs = cost_values(options["cost_fn"], options["cost_fp"])
    words = Words(
        "Along a line of this slope on the ROC plane the mean cost stays the same; a step to the "
        "upper left makes it lower.",
        "在 ROC 平面上沿此斜率的直线移动，平均代价不变；向左上方移动则代价降低。",
    )
    return Working(value, _slope_line(plain(options["prior"]), costs), words)


@shows(_show_slope)
def iso_cost_slope(prior: float, *, cost_fn: float, cost_fp: float) -> float:
    """Return the slope of the lines of equal cost on the ROC plane: (1-p)·cost10 / (p·cost01).

    From (2.23): E = p·(1 - TPR)·cost01 + (1 - p)·FPR·cost10 is constant on
    TPR = slope·FPR + constant. The best threshold is where such a line, moved in from the upper
    left, first touches the ROC curve.

    Parameters
    ----------
    prior : float from 0 to 1
        The share p of positives.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (the textbook's cost01) and of a false positive (cost10).

    Returns
    -------
    float
        From 0 (only false negatives cost) to inf (only false positives do).

    Raises
    ------
    ValueError, TypeError
        If the prior is not from 0 to 1, a cost is negative, or nothing can cost anything.

    Examples
    --------
    Exercise 2.6, lines of equal error rate, with one positive in four:

    >>> import mlevalkit as mk
    >>> mk.iso_cost_slope(0.25, cost_fn=1, cost_fp=1)
    3.0

    Source
    ------
    Provost and Fawcett, Robust classification for imprecise environments, Machine Learning 42,
    2001; not in the textbook.
    """
    return _slope(*weighted_costs(share(prior), *two_costs(cost_fn, cost_fp)))


# -- the best threshold -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BestThreshold(Explained):
    """The cheapest threshold; unpacks as ``threshold, cost = result``.

    Attributes
    ----------
    threshold : float
        Predict positive what scores at least this much; inf: predict nothing positive.
    cost : float
        The mean cost there, (2.23).
    normalized_cost : float
        The same as a share of the largest possible cost, (2.25).
    fpr, tpr : float
        The point of the ROC curve that the line of equal cost touches.
    slope : float
        The slope of the lines of equal cost; the line through the point is
        TPR = tpr + slope·(FPR - fpr).
    prior, positive_cost : float
        The share p of positives and P(+)cost, (2.24).
    """

    threshold: float
    cost: float
    normalized_cost: float
    fpr: float
    tpr: float
    slope: float
    prior: float
    positive_cost: float
    _points: Points
    _costs: dict[str, Number]
    _at: int
    _given: bool

    def __iter__(self) -> Iterator[float]:
        """Unpack as threshold and cost."""
        return iter((self.threshold, self.cost))

    def __repr__(self) -> str:
        return f"BestThreshold(threshold={self.threshold:g}, cost={self.cost:.4f})"

    def working(self) -> Working:
        """Show the costs around the best threshold, and the line that touches the ROC curve."""
        p = self._points
        m_pos, m_neg, tp, fp = (exact(c) for c in (p.m_pos, p.m_neg, p.tps[self._at],
                                                   p.fps[self._at]))  # fmt: skip
        steps: list[Any] = [_neighbours(self)]
        if not self._given:
            steps.append(Line(None, "p", "m_pos / (m_pos + m_neg)",
                              {"m_pos": m_pos, "m_neg": m_neg}))  # fmt: skip
        prior = plain(self.prior) if self._given else steps[-1].value
        fnr, fpr = ratio(m_pos - tp, m_pos), ratio(fp, m_neg)
        values = {"p": prior, "FNR": fnr, "FPR": fpr, **self._costs}
        steps.append(Line("2.23", "E", "p*FNR*cost_01 + (1 - p)*FPR*cost_10", values, COSTS))
        steps.append(_slope_line(prior, self._costs))
        return Working(self.cost, *steps, _conclusion(self))


def _neighbours(r: BestThreshold) -> Table:
    p = r._points
    costs = _costs_at(p, r.prior, *(float(c) for c in r._costs.values()))
    rows = []
    for k in around(r._at, len(costs)):
        fpr, tpr = ratio(p.fps[k], p.m_neg), ratio(p.tps[k], p.m_pos)
        mark = "<-" if k == r._at else ""
        rows.append((float(p.thresholds[k]), fpr, tpr, f"{costs[k]:.6g}", mark))
    caption = ("mean cost E at the thresholds around the best", "最优阈值附近各阈值处的平均代价 E")
    return Table(["threshold", "FPR", "TPR", "E", "best"], rows, caption)


def _conclusion(r: BestThreshold) -> Words:
    if math.isinf(r.threshold):
        en, zh = "to predict nothing positive", "全部预测为反例"
    else:
        en = f"to predict positive what scores at least {r.threshold:g}"
        zh = f"把得分不低于 {r.threshold:g} 的预测为正例"
    return Words(
        f"On these samples it is cheapest {en}: a line of that slope, moved in from the upper "
        f"left, first touches the ROC curve at (FPR, TPR) = ({r.fpr:.4g}, {r.tpr:.4g}).",
        f"在这些样例上，{zh}代价最小：该斜率的直线从左上方移入，最先在 (FPR, TPR) = "
        f"({r.fpr:.4g}, {r.tpr:.4g}) 处碰到 ROC 曲线。",
    )


def _costs_at(p: Points, prior: float, cost_fn: float, cost_fp: float) -> Any:
    fn, fp = weighted_costs(prior, cost_fn, cost_fp)
    return fn * ((p.m_pos - p.tps) / p.m_pos) + fp * (p.fps / p.m_neg)


def best_threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    cost_fn: float,
    cost_fp: float,
    prior: float | None = None,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> BestThreshold:
    """Return the threshold at which the mean cost (2.23) is lowest.

    Among equally cheap thresholds the highest is taken. It is the best on these samples: judge it
    on others, or it flatters. If the scores are true probabilities, no search is needed: the best
    threshold is cost_fp / (cost_fn + cost_fp).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (the textbook's cost01) and of a false positive (cost10).
    prior : float from 0 to 1, optional
        The share of positives where the learner will be used; by default that of `y_true`.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

    Returns
    -------
    BestThreshold
        Threshold, cost, and the point of the ROC curve; ``threshold, cost = best_threshold(...)``.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, the input is no pair of labels and finite scores, a cost is
        negative, or nothing can cost anything.

    Examples
    --------
    Exercise 2.6: with equal costs the cost is the error rate.

    >>> import mlevalkit as mk
    >>> best = mk.best_threshold(*mk.datasets.example("2.13"), cost_fn=1, cost_fp=1)
    >>> best.threshold, best.cost, best.fpr, best.tpr
    (0.54, 0.3, 0.1, 0.5)

    Source
    ------
    Zhou, Machine Learning, (2.23) and exercise 2.6; Provost and Fawcett, Machine Learning 42, 2001.
    """
    costs = two_costs(cost_fn, cost_fp)
    p = roc_points(y_true, y_score, pos_label, sample_weight)
    share_ = float(p.m_pos / (p.m_pos + p.m_neg)) if prior is None else share(prior)
    fn, fp = weighted_costs(share_, *costs)
    every = _costs_at(p, share_, *costs)
    # Equal costs may differ in their last bits: the first of them is the highest threshold.
    k = int(np.flatnonzero(every <= every.min() * (1 + 1e-12))[0])
    cost = float(every[k])
    fpr, tpr = float(p.fps[k] / p.m_neg), float(p.tps[k] / p.m_pos)
    return BestThreshold(
        threshold=float(p.thresholds[k]),
        cost=cost,
        normalized_cost=cost / (fn + fp),
        fpr=fpr,
        tpr=tpr,
        slope=_slope(fn, fp),
        prior=share_,
        positive_cost=fn / (fn + fp),
        _points=p,
        _costs=cost_values(*costs),
        _at=k,
        _given=prior is not None,
    )
