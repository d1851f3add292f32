"""The cost curve, its lower envelope, and the area under it (Figure 2.5)."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._validation import Array, Floats, ranked, real
from .._workings import Explained, Line, Number, Table, Words, Working, exact, ratio, shows
from ..ranking._kernel import Sweep, sweep

Indexes = NDArray[np.intp]
_EXACT = 2**61  # so far sums of two products of counts fit into 64 bits

# -- the kernel -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a ROC curve, (0, 0) first, in counts."""

    thresholds: Floats
    tps: Array
    fps: Array

    @property
    def m_pos(self) -> Any:
        """The number (or weight) of positive samples."""
        return self.tps[-1]

    @property
    def m_neg(self) -> Any:
        """The number (or weight) of negative samples."""
        return self.fps[-1]

    def scaled(self) -> Points:
        """Return counts whose products are exact, or else shares of m+ and m-."""
        if self.tps.dtype.kind == "i" and int(self.m_pos) * int(self.m_neg) < _EXACT:
            return self
        return Points(self.thresholds, self.tps / self.m_pos, self.fps / self.m_neg)


def roc_points(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: object, sample_weight: ArrayLike | None
) -> Points:
    """Return every point of the ROC curve, from "nothing is positive" on."""
    s: Sweep = sweep(*ranked(y_true, y_score, pos_label, sample_weight))
    columns = (np.inf, s.thresholds), (0, s.tps), (0, s.fps)
    return Points(*(np.concatenate(([first], rest)) for first, rest in columns))


def hull(p: Points) -> Indexes:
    """Return which points are corners of the upper hull of the ROC curve, ends included.

    Whole rows of points below a chord go at once, as long as that pays; one walk that turns back
    only over points it drops for good (Graham's scan) finishes. The sort before is the dear part.
    """
    x, y = p.fps, p.tps
    keep = np.arange(len(x))
    while len(keep) > 2:
        dx, dy = np.diff(x[keep]), np.diff(y[keep])
        corner = dx[:-1] * dy[1:] < dy[:-1] * dx[1:]  # a turn to the right
        dropped = len(corner) - np.count_nonzero(corner)
        if not dropped:
            return keep
        keep = keep[np.concatenate(([True], corner, [True]))]
        if dropped < len(corner) // 8:
            break
    return keep[_scan(x[keep].tolist(), y[keep].tolist())]


def _scan(x: list[Any], y: list[Any]) -> list[int]:
    corners: list[int] = []
    for i in range(len(x)):
        while len(corners) > 1:
            a, b = corners[-2:]
            if (x[b] - x[a]) * (y[i] - y[b]) < (y[b] - y[a]) * (x[i] - x[b]):
                break
            corners.pop()
        corners.append(i)
    return corners


@dataclass(frozen=True, slots=True)
class Envelope:
    """The lower envelope of the segments, in exact counts.

    Between vertex i and vertex i+1 the point `best[i]` of the ROC curve is the cheapest. Vertex i
    is (over[i] / whole[i], cost[i] / whole[i]).
    """

    best: Indexes
    over: Array
    cost: Array
    whole: Array

    def vertices(self) -> tuple[Floats, Floats]:
        """Return P(+)cost and cost_norm of the vertices."""
        return self.over / self.whole, self.cost / self.whole

    def fractions(self) -> tuple[list[Number], list[Number]]:
        """Return the same as exact numbers."""
        x = [ratio(a, w) for a, w in zip(self.over, self.whole, strict=True)]
        return x, [ratio(c, w) for c, w in zip(self.cost, self.whole, strict=True)]


def envelope(p: Points) -> Envelope:
    """Return the lower envelope: each edge of the hull becomes a vertex.

    The segments of two points cross at x = dFPR / (dFPR + dTPR), at the height
    FPR (1 - x) + FNR x; times m+ m- all of that is in counts.
    """
    p = p.scaled()
    corners, m_pos, m_neg = hull(p), p.m_pos, p.m_neg
    tps, fps = p.tps[corners], p.fps[corners]
    dtp, dfp = np.diff(tps), np.diff(fps)
    first, last = int(dfp[0] == 0), len(dtp) - int(dtp[-1] == 0)
    if first:  # a vertical edge: the corner (0, 0) is never cheaper than the next
        corners, tps, fps = corners[1:], tps[1:], fps[1:]
    if last < len(dtp):  # a level edge: nor is the corner (1, 1) than the one before
        corners, tps, fps = corners[:-1], tps[:-1], fps[:-1]
    dtp, dfp = dtp[first:last], dfp[first:last]
    over, whole = dfp * m_pos, dfp * m_pos + dtp * m_neg
    cost = fps[:-1] * dtp + (m_pos - tps[:-1]) * dfp
    return Envelope(
        corners,
        np.concatenate(([0], over, [m_pos])),
        np.concatenate(([fps[0]], cost, [m_pos - tps[-1]])),
        np.concatenate(([m_neg], whole, [m_pos])),
    )


def _area(x: Floats, y: Floats) -> float:
    return float(np.diff(x) @ (y[1:] + y[:-1])) / 2


# -- the curve --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CostCurve(Explained):
    """The cost curve of scores; unpacks as ``positive_cost, normalized_cost = curve``.

    Attributes
    ----------
    positive_cost, normalized_cost : ndarray of shape (n_vertices,)
        The vertices of the lower envelope: P(+)cost, rising from 0 to 1, and cost_norm.
    threshold : ndarray of shape (n_vertices - 1,)
        The cheapest threshold between one vertex and the next.
    fpr, fnr, thresholds : ndarray of shape (n_thresholds + 1,)
        One segment for each point of the ROC curve, from (0, FPR) to (1, FNR), and the threshold
        it belongs to; the first threshold is infinite: nothing is predicted positive.
    expected_total_cost : float
        The area under the envelope.
    """

    positive_cost: Floats
    normalized_cost: Floats
    threshold: Floats
    fpr: Floats
    fnr: Floats
    thresholds: Floats
    expected_total_cost: float
    _points: Points
    _envelope: Envelope

    def __iter__(self) -> Iterator[Floats]:
        """Unpack as the vertices of the envelope."""
        return iter((self.positive_cost, self.normalized_cost))

    def __repr__(self) -> str:
        return (
            f"CostCurve({len(self.fpr)} segments, envelope of {len(self.threshold)} of them, "
            f"expected_total_cost={self.expected_total_cost:.4f})"
        )

    def working(self) -> Working:
        """Show the walk along the envelope and the area under it."""
        x, y = self._envelope.fractions()
        walk = _walk(self._points, self._envelope, x, y)
        return Working(self.expected_total_cost, walk, _area_line(x, y), _MEAN)


_MEAN = Words(
    "The area is the mean of cost_norm over P(+)cost uniform on [0, 1], with the cheapest "
    "threshold for each P(+)cost.",
    "该面积是 P(+)cost 在 [0, 1] 上均匀分布、且对每个 P(+)cost 都取代价最小的阈值时 "
    "cost_norm 的均值。",
)


def _walk(p: Points, e: Envelope, x: list[Number], y: list[Number]) -> Table:
    rows = []
    for i, k in enumerate(e.best.tolist()):
        fpr, fnr = ratio(p.fps[k], p.m_neg), ratio(p.m_pos - p.tps[k], p.m_pos)
        rows.append((float(p.thresholds[k]), fpr, fnr, x[i], x[i + 1], y[i], y[i + 1]))
    caption = (
        "the cheapest threshold t from P(+)cost = x_0 to x_1; there cost_norm goes from y_0 to y_1",
        "P(+)cost 从 x_0 到 x_1 之间代价最小的阈值 t；其间 cost_norm 从 y_0 变到 y_1",
    )
    return Table(["t", "FPR", "FNR", "x_0", "x_1", "y_0", "y_1"], rows, caption)


def _area_line(x: list[Number], y: list[Number]) -> Line:
    values = {"x_0": x[:-1], "x_1": x[1:], "y_0": y[:-1], "y_1": y[1:]}
    return Line(None, "area", "sum((x_1 - x_0)*(y_0 + y_1)) / 2", values)


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
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

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
    p = roc_points(y_true, y_score, pos_label, sample_weight)
    e = envelope(p)
    x, y = e.vertices()
    fpr, fnr = p.fps / p.m_neg, (p.m_pos - p.tps) / p.m_pos
    return CostCurve(x, y, p.thresholds[e.best], fpr, fnr, p.thresholds, _area(x, y), p, e)


# -- its area ---------------------------------------------------------------------------------


def _one_segment(p: Points, threshold: object) -> tuple[Any, Any]:
    """Return FP and FN at a threshold, a number or infinite."""
    infinite = isinstance(threshold, float) and math.isinf(threshold)
    t = float(threshold) if infinite else real(threshold, "threshold")  # type: ignore[arg-type]
    k = int(np.searchsorted(-p.thresholds, -t, "right")) - 1
    return p.fps[k], p.m_pos - p.tps[k]


def _show_expected(value: float, **options: Any) -> Working:
    threshold = options.pop("threshold")
    p = roc_points(**options)
    if threshold is None:
        e = envelope(p)
        x, y = e.fractions()
        return Working(value, _walk(p, e, x, y), _area_line(x, y), _MEAN)
    fp, fn = (exact(c) for c in _one_segment(p, threshold))
    fpr = Line("2.19", "FPR", "FP / m_neg", {"FP": fp, "m_neg": exact(p.m_neg)})
    fnr = Line(None, "FNR", "FN / m_pos", {"FN": fn, "m_pos": exact(p.m_pos)})
    values = {"FPR": fpr.value, "FNR": fnr.value}
    return Working(value, fpr, fnr, Line(None, "area", "(FPR + FNR) / 2", values))


@shows(_show_expected)
def expected_total_cost(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    threshold: float | None = None,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
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
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

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
    p = roc_points(y_true, y_score, pos_label, sample_weight)
    if threshold is None:
        return _area(*envelope(p).vertices())
    fp, fn = _one_segment(p, threshold)
    return float(fp / p.m_neg + fn / p.m_pos) / 2
