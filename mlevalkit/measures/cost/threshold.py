"""The threshold that costs least, where a line of equal cost touches the ROC curve."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._validation import Array, ArrayLike, Floats
from ...display.equations import equations as eq
from ...display.results import TupleResult
from ...display.workings import Messages, Number, Working, line, measure, plain
from ..ranking.sweep import Sweep, first_equal, ranked, sweep
from .error import Costs, Mistakes, share, two_costs

_say = Messages(__package__)


class BestThreshold(TupleResult):
    """The cheapest threshold; unpacks and indexes as ``threshold, cost``.

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
    cost_fn, cost_fp : float
        The costs given.
    thresholds : ndarray of shape (n_thresholds + 1,)
        Falling; the first is infinite: nothing is predicted positive.
    tps, fps : ndarray of shape (n_thresholds + 1,)
        The number (or weight) of true and of false positives at each threshold.
    """

    threshold: float
    cost: float
    normalized_cost: float
    fpr: float
    tpr: float
    slope: float
    prior: float
    positive_cost: float
    cost_fn: float
    cost_fp: float
    thresholds: Floats
    tps: Array
    fps: Array

    _unpacks = ("threshold", "cost")

    def working(self) -> Working:
        """Show the costs around the best threshold, and the line that touches the ROC curve."""
        s = Sweep(self.thresholds, self.tps, self.fps)
        costs = Costs(self.cost_fn, self.cost_fp)
        priced = costs.by_symbol()
        every = _costs_at(s, *costs.parts(self.prior))
        best = first_equal(every, every.min())
        tp, fp, fn, tn = s.at(best)
        m = Mistakes(fn=fn, fp=fp, m_pos=tp + fn, m_neg=fp + tn)
        columns = {"FPR": s.exact_fpr, "TPR": s.exact_tpr, "E": lambda i: f"{every[i]:.6g}"}
        steps: list[Any] = [s.around(best, _say("neighbours"), **columns)]
        p: Number = plain(self.prior)
        if self.prior == s.m_pos / (s.m_pos + s.m_neg):
            steps.append(m.share_line())
            p = steps[-1].value
        steps.append(eq["2.23"](priced, form=1, note=_say("costs"), p=p, **m.rates()))
        slope = "(1 - p)*cost_10 / (p*cost_01)"
        steps.append(line("k", slope, priced, _say("costs"), undefined=math.inf, p=p))
        key = "best_nothing" if math.isinf(self.threshold) else "best_threshold"
        point = {"fpr": f"{self.fpr:.4g}", "tpr": f"{self.tpr:.4g}"}
        steps.append(_say(key, threshold=f"{self.threshold:g}", **point))
        return Working(self.cost, tuple(steps))


def _costs_at(s: Sweep, fn: float, fp: float) -> Floats:
    return np.asarray(fn * ((s.m_pos - s.tps) / s.m_pos) + fp * s.fpr)


@measure
def best_threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    cost_fn: float | None = None,
    cost_fp: float | None = None,
    prior: float | None = None,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> BestThreshold:
    """Return the threshold at which the mean cost (2.23) is lowest.

    Among equally cheap thresholds the highest is taken. It is the best on these samples, so its
    cost on them is optimistic: evaluate it on others. If the scores are true probabilities, no
    search is needed: the best threshold is cost_fp / (cost_fn + cost_fp).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    cost_fn, cost_fp : float, >= 0
        The cost of a false negative (the textbook's cost01) and of a false positive (cost10). One
        of them is enough; the other is then 1.
    prior : float from 0 to 1, optional
        The share of positives where the learner will be used; by default that of `y_true`.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

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
    found = sweep(*ranked(y_true, y_score, pos_label, sample_weight))
    s = found.from_zero()
    p = float(s.m_pos / (s.m_pos + s.m_neg)) if prior is None else share(prior)
    fn, fp = costs.parts(p)
    every = _costs_at(s, fn, fp)
    k = first_equal(every, every.min())
    cost = float(every[k])
    return BestThreshold(
        threshold=found.thresholds[k - 1].item() if k else math.inf,
        cost=cost,
        normalized_cost=cost / (fn + fp),
        fpr=float(s.fpr[k]),
        tpr=float(s.tpr[k]),
        slope=fp / fn if fn else math.inf,
        prior=p,
        positive_cost=fn / (fn + fp),
        cost_fn=costs.fn,
        cost_fp=costs.fp,
        thresholds=s.thresholds,
        tps=s.tps,
        fps=s.fps,
    )
