"""What all curves and areas are made from: counts along the falling score, and counts of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._checks import Array, Floats
from .._display import Table

_ROWS = 40  # a longer walk shows its beginning and its end


@dataclass(frozen=True, slots=True)
class Sweep:
    """TP and FP at every distinct score, from the highest down: predicted positive if >= it."""

    thresholds: Floats
    tps: Array
    fps: Array

    @property
    def positives(self) -> Any:
        """The number (or weight) of positive samples, the textbook's m+."""
        return self.tps[-1]

    @property
    def negatives(self) -> Any:
        """The number (or weight) of negative samples, the textbook's m-."""
        return self.fps[-1]


def sweep(positive: NDArray[np.bool_], score: Floats, weight: Array | None) -> Sweep:
    """Lower the threshold over all samples; tied scores are passed in one step."""
    if weight is not None and not weight.all():  # what weighs nothing makes no step
        heavy = weight > 0
        positive, score, weight = positive[heavy], score[heavy], weight[heavy]
    order = np.argsort(score)[::-1]
    falling, hit = score[order], positive[order]
    last = np.append(np.flatnonzero(falling[1:] != falling[:-1]), len(falling) - 1)
    if weight is None:
        tps = np.cumsum(hit, dtype=np.int64)[last]
        return Sweep(falling[last], tps, last + 1 - tps)
    w = weight[order]
    tps, fps = np.cumsum(np.where(hit, w, 0))[last], np.cumsum(np.where(hit, 0, w))[last]
    return Sweep(falling[last], tps, fps)


@dataclass(frozen=True, slots=True)
class Pairs:
    """How the pairs of a positive and a negative sample are ordered by their scores."""

    won: Any
    tied: Any
    lost: Any


def pairs(positive: NDArray[np.bool_], score: Floats, weight: Array | None) -> Pairs:
    """Count the pairs, exactly where weights are whole numbers, in O(n log n)."""
    if weight is not None:
        return _weighted_pairs(positive, score, weight)
    high, low = score[positive], score[~positive]
    high.sort()
    low.sort()
    # int64 also where numpy's own integers are 32 bits wide, as in a browser.
    below = np.searchsorted(low, high, "left").astype(np.int64, copy=False)
    won, total = int(below.sum()), len(high) * len(low)
    ties = low[np.minimum(below, len(low) - 1)] == high
    if not ties.any():
        return Pairs(won, 0, total - won)
    tied = int((np.searchsorted(low, high[ties], "right") - below[ties]).sum())
    return Pairs(won, tied, total - won - tied)


def _weighted_pairs(positive: NDArray[np.bool_], score: Floats, weight: Array) -> Pairs:
    order = np.argsort(score[~positive])
    low, low_weight = score[~positive][order], weight[~positive][order]
    high, high_weight = score[positive], weight[positive]
    total = float(low_weight.sum()) * float(high_weight.sum())
    if not 1e-200 < total < (2.0**62 if weight.dtype.kind == "i" else 1e200):
        # Products would be rounded away, or overflow: shares serve as well.
        with np.errstate(over="ignore"):  # of which numpy 1 warns when it divides subnormals
            low_weight, high_weight = low_weight / low_weight.sum(), high_weight / high_weight.sum()
    until = np.concatenate(([0], np.cumsum(low_weight)))
    below = until[np.searchsorted(low, high, "left")]
    up_to = until[np.searchsorted(low, high, "right")]
    sums = (high_weight @ part for part in (below, up_to - below, until[-1] - up_to))
    return Pairs(*(s.item() for s in sums))


def around(best: int, n: int, most: int = 9) -> range:
    """Return the steps around the best one that a working shows."""
    first = max(0, min(best - most // 2, n - most))
    return range(first, min(first + most, n))


def walk(s: Sweep, header: list[str], columns: list[Any]) -> Table:
    """Return the walk down the scores: what each step adds, and where it leads."""
    gained = np.diff(s.tps, prepend=0), np.diff(s.fps, prepend=0)
    steps = range(1, len(s.thresholds) + 1)
    rows = list(zip(steps, s.thresholds, *gained, s.tps, s.fps, *columns, strict=True))
    if len(rows) > _ROWS:
        dots = ["..."] * len(rows[0])
        rows = [*rows[: _ROWS - 10], tuple(dots), *rows[-9:]]
    caption = (
        "lower the threshold step by step; d+ and d-: positive and negative samples it passes",
        "逐步降低阈值；d+、d- 为该步越过的正、反例数",
    )
    head = ["step", "threshold", "d_pos", "d_neg", "TP", "FP", *header]
    return Table(head, rows, caption)
