"""The cost curve, its lower envelope, and the area under it (Figure 2.5)."""

from __future__ import annotations

import math

import numpy as np

from ..._validation import Array, ArrayLike, Floats, NDArray, real
from ...display.results import TupleResult
from ...display.workings import Found, Line, Messages, Table, Working, line, measure, ratio
from ..ranking.sweep import Sweep, ranked, sweep
from .error import Mistakes

_say = Messages(__package__)

_EXACT = 2**61  # so far sums of two products of counts fit into 64 bits

# -- the envelope -----------------------------------------------------------------------------


def _envelope(s: Sweep) -> NDArray[np.intp]:
    """Return which points of the ROC curve are somewhere the cheapest, in their order.

    They are the corners of its upper hull, found by leaving out the points below a chord between
    two neighbours until there are none; (0, 0) is not, if the first edge is vertical, nor is
    (1, 1), if the last one is level.
    """
    x = s.fps
    y = s.tps
    keep = np.arange(len(x))
    while True:
        dx = np.diff(x[keep])
        dy = np.diff(y[keep])
        corner = np.concatenate(([True], dx[:-1] * dy[1:] < dy[:-1] * dx[1:], [True]))
        if corner.all():
            break
        keep = keep[corner]
    vertical = x[keep[1]] == x[keep[0]]
    level = y[keep[-1]] == y[keep[-2]]
    return keep[int(vertical) : len(keep) - int(level)]


def _vertices(s: Sweep, cheapest: NDArray[np.intp]) -> tuple[Array, Array, Array]:
    """Return the vertices of the envelope: (over / whole, cost / whole), in counts.

    The segments of two points cross at x = dFPR / (dFPR + dTPR), at the height
    FPR (1 - x) + FNR x; times m+ m- all of that is in counts.
    """
    m_pos = s.m_pos
    m_neg = s.m_neg
    tps = s.tps[cheapest]
    fps = s.fps[cheapest]
    dtp = np.diff(tps)
    dfp = np.diff(fps)
    crossing = fps[:-1] * dtp + (m_pos - tps[:-1]) * dfp
    over = np.concatenate(([0], dfp * m_pos, [m_pos]))
    cost = np.concatenate(([fps[0]], crossing, [m_pos - tps[-1]]))
    whole = np.concatenate(([m_neg], dfp * m_pos + dtp * m_neg, [m_pos]))
    return over, cost, whole


def _countable(s: Sweep) -> Sweep:
    """Return counts whose products are exact, or else shares of m+ and m-."""
    if s.tps.dtype.kind == "i" and int(s.m_pos) * int(s.m_neg) < _EXACT:
        return s
    return Sweep(s.thresholds, s.tpr, s.fpr)


# -- the curve --------------------------------------------------------------------------------


class CostCurve(TupleResult):
    """The cost curve of scores; unpacks and indexes as ``positive_cost, normalized_cost``.

    Attributes
    ----------
    positive_cost, normalized_cost : ndarray of shape (n_vertices,)
        The vertices of the lower envelope: P(+)cost, rising from 0 to 1, and cost_norm.
    expected_total_cost : float
        The area under the envelope.
    cheapest : ndarray of shape (n_vertices - 1,)
        Which of the thresholds is the cheapest between one vertex and the next.
    thresholds : ndarray of shape (n_thresholds + 1,)
        Falling; the first is infinite: nothing is predicted positive.
    tps, fps : ndarray of shape (n_thresholds + 1,)
        The number (or weight) of true and of false positives at each threshold.
    """

    positive_cost: Floats
    normalized_cost: Floats
    expected_total_cost: float
    cheapest: NDArray[np.intp]
    thresholds: Floats
    tps: Array
    fps: Array

    _unpacks = ("positive_cost", "normalized_cost")
    _brief = ("expected_total_cost",)
    _per_row = _unpacks

    @property
    def threshold(self) -> Floats:
        """The cheapest threshold between one vertex and the next."""
        return self.thresholds[self.cheapest]

    @property
    def fpr(self) -> Floats:
        """Where the segment of each threshold begins, at P(+)cost = 0."""
        return np.asarray(self.fps / self.fps[-1])

    @property
    def fnr(self) -> Floats:
        """Where the segment of each threshold ends, at P(+)cost = 1."""
        return np.asarray((self.tps[-1] - self.tps) / self.tps[-1])

    def working(self) -> Working:
        """Show the walk along the envelope and the area under it."""
        s = Sweep(self.thresholds, self.tps, self.fps)
        over, cost, whole = _vertices(_countable(s), self.cheapest)
        x = [ratio(a, w) for a, w in zip(over, whole, strict=True)]
        y = [ratio(a, w) for a, w in zip(cost, whole, strict=True)]
        rows = []
        for i, k in enumerate(self.cheapest):
            fpr = ratio(s.fps[k], s.m_neg)
            fnr = ratio(s.m_pos - s.tps[k], s.m_pos)
            rows.append((self.thresholds[k], fpr, fnr, x[i], x[i + 1], y[i], y[i + 1]))
        head = ["t", "FPR", "FNR", "x_0", "x_1", "y_0", "y_1"]
        walk = Table(head, rows, _say("envelope"), most=40)
        formula = "sum((x_1 - x_0)*(y_0 + y_1)) / 2"
        area = line("A", formula, x_0=x[:-1], x_1=x[1:], y_0=y[:-1], y_1=y[1:])
        return Working(self.expected_total_cost, (walk, area, _say("area")))


@measure
def cost_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> CostCurve:
    """Return the cost curve: the lowest normalized cost (2.25) at every P(+)cost (2.24).

    A point (FPR, TPR) of the ROC curve becomes the segment from (0, FPR) to (1, FNR) with
    FNR = 1 - TPR; the curve is the lower envelope of all segments. Each edge of the hull of the
    ROC curve is a vertex of it, so O(n log n) suffices. Points inside the hull leave no trace:
    the cost curve gives back the hull, not the ROC curve.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    CostCurve
        The vertices of the envelope, the cheapest threshold between them, all segments, and the
        area under the envelope; ``positive_cost, normalized_cost = cost_curve(...)``.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, or the input is no pair of labels and finite scores.

    Examples
    --------
    Figure 2.5 from Example 2.13:

    >>> import mlevalkit as mk
    >>> curve = mk.cost_curve(*mk.datasets.example("2.13"))
    >>> curve.positive_cost.round(4), curve.normalized_cost.round(4)
    (array([0. , 0.25 , 0.5714, 0.6667, 1. ]), array([0. , 0.2 , 0.3286, 0.3 , 0. ]))
    >>> print(curve.working())
    the cheapest threshold t from P(+)cost = x_0 to x_1; there cost_norm goes from y_0 to y_1
       t   FPR  FNR  x_0  x_1    y_0    y_1
     0.8     0  4/5    0  1/4      0    1/5
    0.54  1/10  1/2  1/4  4/7    1/5  23/70
    0.38   1/2  1/5  4/7  2/3  23/70   3/10
     0.3  9/10    0  2/3    1   3/10      0
    ...

    Source
    ------
    Zhou, Machine Learning, Figure 2.5; Drummond and Holte, Cost curves, Machine Learning 65, 2006.
    """
    return _curve(sweep(*ranked(y_true, y_score, pos_label, sample_weight)).from_zero())


def _curve(s: Sweep) -> CostCurve:
    counts = _countable(s)
    cheapest = _envelope(counts)
    over, cost, whole = _vertices(counts, cheapest)
    x = over / whole
    y = cost / whole
    area = float((np.diff(x) * (y[1:] + y[:-1])).sum()) / 2
    return CostCurve(
        positive_cost=x,
        normalized_cost=y,
        expected_total_cost=area,
        cheapest=cheapest,
        thresholds=s.thresholds,
        tps=s.tps,
        fps=s.fps,
    )


# -- its area ---------------------------------------------------------------------------------


@measure
def expected_total_cost(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    threshold: float | None = None,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> Found[float]:
    """Return the area under the cost curve (期望总体代价).

    It is the mean of the normalized cost (2.25) over P(+)cost (2.24) uniform on [0, 1], when the
    cheapest threshold is chosen anew for each P(+)cost. With a fixed threshold it is the area
    under that one segment, (FPR + FNR) / 2. Neither is the cost at your own costs and prior:
    that is `normalized_cost`, one point of the curve.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    threshold : float, optional
        Keep this threshold for every P(+)cost: positive is what scores at least as much.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    float
        From 0 to 1/4, the area under the curve of a learner no better than chance; to 1 with a
        threshold.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, or the input is no pair of labels and finite scores.

    Examples
    --------
    Example 2.13, exactly 319/1680:

    >>> import mlevalkit as mk
    >>> y_true, y_score = mk.datasets.example("2.13")
    >>> round(mk.expected_total_cost(y_true, y_score), 6)
    0.189881
    >>> mk.expected_total_cost(y_true, y_score, threshold=0.54)
    0.3

    Source
    ------
    Zhou, Machine Learning, section 2.3.4: the "expected total cost" under the envelope, without
    saying over what the mean is taken; Drummond and Holte, Machine Learning 65, 2006, say it.
    """
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight)).from_zero()
    if threshold is None:
        curve = _curve(s)
        return Found(curve.expected_total_cost, lambda: curve.working().steps)
    infinite = isinstance(threshold, float) and math.isinf(threshold)
    t = threshold if infinite else real(threshold, "threshold")
    tp, fp, fn, tn = s.at(int(np.searchsorted(-s.thresholds, -t, "right")) - 1)

    def steps() -> list[Line]:
        m = Mistakes(fn=fn, fp=fp, m_pos=tp + fn, m_neg=fp + tn)
        return [*reversed(m.rate_lines()), line("A", "(FPR + FNR) / 2", m.rates())]

    return Found(float(fp / (fp + tn) + fn / (tp + fn)) / 2, steps)
