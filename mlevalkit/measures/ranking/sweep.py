"""What curves and areas are made from: two classes, counts along the falling score, pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import _validation as check
from ..._validation import Array, ArrayLike, Floats, NDArray
from ...display.equations import equations as eq
from ...display.workings import Line, Messages, Number, Sentence, Table, exact, ratio, word

_say = Messages(__package__)

_ROWS = 40  # a longer walk shows its first 30 steps and its last 9


@dataclass(frozen=True, slots=True)
class Sweep:
    """TP and FP at every distinct score, from the highest down: predicted positive if >= it."""

    thresholds: Array
    tps: Array
    fps: Array

    @property
    def m_pos(self) -> Any:
        """The number (or weight) of positive samples, the textbook's m+."""
        return self.tps[-1]

    @property
    def m_neg(self) -> Any:
        """The number (or weight) of negative samples, the textbook's m-."""
        return self.fps[-1]

    @property
    def tpr(self) -> Floats:
        """The true positive rates, which are the recalls."""
        return np.asarray(self.tps / self.m_pos)

    @property
    def fpr(self) -> Floats:
        """The false positive rates."""
        return np.asarray(self.fps / self.m_neg)

    @property
    def precision(self) -> Floats:
        """The precisions; at every threshold something is predicted positive."""
        return np.asarray(self.tps / (self.tps + self.fps))

    def f_score(self, beta: float) -> Floats:
        """Return F (2.11) at every threshold."""
        b2 = min(max(beta * beta, 1e-150), 1e150)  # 0 and infinity would be 0/0
        fns = self.m_pos - self.tps
        return np.asarray((1 + b2) * self.tps / ((1 + b2) * self.tps + b2 * fns + self.fps))

    def from_zero(self) -> Sweep:
        """Return the same with an infinite threshold before: nothing is predicted positive."""
        return Sweep(
            thresholds=np.concatenate([[np.inf], self.thresholds]),
            tps=np.concatenate([[0], self.tps]),
            fps=np.concatenate([[0], self.fps]),
        )

    def take(self, keep: Array) -> Sweep:
        """Return the chosen steps; the last one must be among them."""
        return Sweep(self.thresholds[keep], self.tps[keep], self.fps[keep])

    def at(self, i: int) -> tuple[Number, Number, Number, Number]:
        """Return TP, FP, FN and TN of step i."""
        tp = exact(self.tps[i])
        fp = exact(self.fps[i])
        return tp, fp, exact(self.m_pos) - tp, exact(self.m_neg) - fp

    def exact_tpr(self, i: int) -> Number:
        """Return the true positive rate of step i, which is the recall."""
        return ratio(self.tps[i], self.m_pos)

    def exact_fpr(self, i: int) -> Number:
        """Return the false positive rate of step i."""
        return ratio(self.fps[i], self.m_neg)

    def exact_precision(self, i: int) -> Number:
        """Return the precision of step i."""
        return ratio(self.tps[i], self.tps[i] + self.fps[i])

    def gained(self, i: int) -> tuple[Any, Any]:
        """Return how many positives and negatives step i passes."""
        if i == 0:
            return self.tps[0], self.fps[0]
        return self.tps[i] - self.tps[i - 1], self.fps[i] - self.fps[i - 1]

    def walk(self, **columns: Callable[[int], Any]) -> Table:
        """Return the walk down the scores: what each step adds, and where it leads.

        Each column is a function of the step's index: only the steps shown are worked out.
        """
        n = len(self.tps)
        cut = n > _ROWS
        rows: list[tuple[Any, ...]] = []
        for i in [*range(_ROWS - 10), *range(n - 9, n)] if cut else range(n):
            counts = *self.gained(i), self.tps[i], self.fps[i]
            rows.append((i + 1, self.thresholds[i], *counts, *(c(i) for c in columns.values())))
        if cut:
            rows.insert(_ROWS - 10, ("...",) * len(rows[0]))
        more = [word(name) if name == "move" else name for name in columns]
        names = [word("step"), word("threshold"), "d_pos", "d_neg", "TP", "FP", *more]
        return Table(names, rows, _say("walk"))

    def around(self, best: int, caption: Sentence, **columns: Callable[[int], Any]) -> Table:
        """Return nine steps around the best one, which is marked; columns as in `walk`."""
        n = len(self.tps)
        first = max(0, min(best - 4, n - 9))
        rows = [
            (self.thresholds[i], *(c(i) for c in columns.values()), "<-" if i == best else "")
            for i in range(first, min(first + 9, n))
        ]
        return Table([word("threshold"), *columns, word("best")], rows, caption)

    def precision_recall_walk(self) -> Table:
        """Return the walk with recall and precision."""
        return self.walk(R=self.exact_tpr, P=self.exact_precision)

    def precision_recall_lines(self, i: int) -> list[Line]:
        """Return precision and recall at step i."""
        tp, fp, fn, _ = self.at(i)
        note = _say("at", threshold=f"{self.thresholds[i]:g}")
        return [eq["2.8"](TP=tp, FP=fp, note=note), eq["2.9"](TP=tp, FN=fn, note=note)]


def sweep(positive: NDArray[np.bool_], score: Array, weight: Array | None) -> Sweep:
    """Lower the threshold over all samples; tied scores are passed in one step."""
    positive, score, weight = weighing(positive, score, weight)
    order = np.argsort(score)[::-1]
    falling = score[order]
    hit = positive[order]
    last = np.append(np.flatnonzero(falling[1:] != falling[:-1]), len(falling) - 1)
    w = np.ones(len(hit), np.int64) if weight is None else weight[order]
    return Sweep(
        thresholds=falling[last],
        tps=np.cumsum(np.where(hit, w, 0))[last],
        fps=np.cumsum(np.where(hit, 0, w))[last],
    )


def weighing(y: Array, score: Array, weight: Array | None) -> tuple[Array, Array, Array | None]:
    """Leave out the samples of weight 0: they make no step."""
    if weight is None or weight.all():
        return y, score, weight
    return y[weight > 0], score[weight > 0], weight[weight > 0]


def spread(n: int, most: int) -> list[int]:
    """Return at most so many indexes, evenly spread from the first to the last."""
    return sorted({int(i) for i in np.linspace(0, n - 1, min(n, most))})


def first_equal(values: Floats, best: float) -> int:
    """Return which value is the first equal to the best; such may differ in their last bits."""
    return int(np.isclose(values, best, rtol=1e-12, atol=0).argmax())


# -- two classes ------------------------------------------------------------------------------


def positive_label(
    classes: Array, pos_label: object, name: str = "y_true", *, guess: bool = True
) -> Any:
    """Return the positive class among the classes that occur.

    Where none is given it is 1 of {0, 1} or {-1, 1}. Of any other two classes it is the one that
    sorts last, as in scikit-learn's `roc_auc_score`; with ``guess=False`` that is an error, as in
    its `roc_curve`.
    """
    names = classes.tolist()
    if pos_label is not None:
        if not check.among(pos_label, names):
            expected = f"one of the labels of {name} {check.shown(classes)}"
            check.fail("pos_label", expected, repr(pos_label))
        return pos_label
    if classes.dtype.kind != "U" and (set(names) <= {0, 1} or set(names) <= {-1, 1}):
        return 1
    if len(names) > 2 or not guess:
        expected = "labels in {0, 1} or {-1, 1} where no pos_label is given"
        check.fail(name, expected, check.shown(classes))
    return names[-1]


def is_positive(
    y_true: ArrayLike, pos_label: object = None, *, guess: bool = True, several: str = "a pos_label"
) -> NDArray[np.bool_]:
    """Return which samples are positive; both classes must occur.

    `several` is the argument that more than two classes need.
    """
    y = check.as_labels(y_true, "y_true")
    classes = check.distinct(y)  # whole numbers are counted, not sorted
    if len(classes) > 2 and pos_label is None:
        got = f"{len(classes)}: {check.shown(classes)}"
        check.fail("y_true", f"two classes, or {several}", got)
    positive: NDArray[np.bool_] = y == positive_label(classes, pos_label, guess=guess)
    if positive.all() or not positive.any():
        check.fail("y_true", "both classes", f"only {check.shown(classes)}")
    return positive


def ranked(
    y_true: ArrayLike,
    y_score: ArrayLike,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
    *,
    guess: bool = True,
    several: str = "a pos_label",
    name: str = "y_score",
) -> tuple[NDArray[np.bool_], Array, Array | None]:
    """Return which samples are positive, their scores and their weights."""
    positive = is_positive(y_true, pos_label, guess=guess, several=several)
    score = check.as_scores(y_score, name)
    check.same_length(**{"y_true": y_true, name: y_score})
    weight = check.as_weights(sample_weight, y_true)
    if weight is not None and not (weight[positive].any() and weight[~positive].any()):
        expected = "a positive weight in both classes"
        check.fail("sample_weight", expected, "zeros only in one of them")
    return positive, score, weight


# -- pairs ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pairs:
    """How the pairs of a positive and a negative sample are ordered by their scores."""

    won: float
    tied: float
    lost: float

    @property
    def loss(self) -> float:
        """The ranking loss (2.21)."""
        return (self.lost + self.tied / 2) / (self.won + self.tied + self.lost)

    @property
    def area(self) -> float:
        """The area under the ROC curve (2.22)."""
        return (self.won + self.tied / 2) / (self.won + self.tied + self.lost)

    @property
    def exact_area(self) -> Number:
        """The area as a fraction."""
        return ratio(2 * self.won + self.tied, 2 * (self.won + self.tied + self.lost))

    def loss_line(self) -> Line:
        """Return (2.21) with these numbers."""
        return eq["2.21"](L=self.lost, T=self.tied, W=self.won)


def pairs(positive: NDArray[np.bool_], score: Array, weight: Array | None = None) -> Pairs:
    """Count the pairs, exactly where weights are whole numbers, in O(n log n)."""
    if weight is not None:
        return _weighted_pairs(positive, score, weight)
    # places are taken four times as fast as a mask is followed
    high = np.sort(score[np.flatnonzero(positive)])
    low = np.sort(score[np.flatnonzero(~positive)])
    below = low.searchsorted(high)
    equal = low[np.minimum(below, len(low) - 1)] == high
    ties = low.searchsorted(high[equal], "right") - below[equal]
    # int64 also where numpy's own integers have 32 bits, as in a browser.
    won = int(below.sum(dtype=np.int64))
    tied = int(ties.sum(dtype=np.int64))
    return Pairs(won, tied, len(high) * len(low) - won - tied)


def _weighted_pairs(positive: NDArray[np.bool_], score: Array, weight: Array) -> Pairs:
    order = np.argsort(score[~positive])
    low = score[~positive][order]
    low_weight = weight[~positive][order]
    high = score[positive]
    high_weight = weight[positive]
    total = float(low_weight.sum()) * float(high_weight.sum())
    if not 1e-200 < total < (2.0**62 if weight.dtype.kind == "i" else 1e200):
        # products would be rounded away, or overflow: shares serve as well
        low_weight = low_weight / low_weight.sum()
        high_weight = high_weight / high_weight.sum()
    until = np.concatenate(([0], np.cumsum(low_weight)))
    below = until[np.searchsorted(low, high, "left")]
    up_to = until[np.searchsorted(low, high, "right")]
    return Pairs(
        won=(high_weight * below).sum().item(),
        tied=(high_weight * (up_to - below)).sum().item(),
        lost=(high_weight * (until[-1] - up_to)).sum().item(),
    )
