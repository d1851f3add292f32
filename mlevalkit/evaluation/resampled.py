"""The one-vs-rest AUC of all resamples at once: a resample is how often each sample was drawn.

The order of the scores is the same in every resample. One by one, a thousand take a second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._validation import Array
from ..measures.ranking.areas import roc_auc_score

OfDraws = Callable[[Array], Array]


def of_draws(metric: Any, y: Array, column: Array) -> OfDraws | None:
    """Return the area as a function of how often samples are drawn; None for other measures.

    It holds for draws in which every class occurs.
    """
    options = getattr(metric, "keywords", {})
    if getattr(metric, "func", metric) is not roc_auc_score or options != {"multi_class": "ovr"}:
        return None
    if column.ndim == 1:
        return None
    pairs = zip(np.unique(y), column.T, strict=True)
    areas = [_area(y == label, score) for label, score in pairs]
    return lambda drawn: np.mean([area(drawn) for area in areas], axis=0)


def _area(positive: Array, score: Array) -> OfDraws:
    """Return the area under the curve of one class against the rest."""
    order = np.argsort(score, kind="stable")
    starts = np.flatnonzero(np.diff(score[order], prepend=np.nan) != 0)  # of equal scores
    positive = positive[order]

    def of(drawn: Array) -> Array:
        n = drawn[:, order]
        above = np.add.reduceat(n * positive, starts, axis=1)
        below = np.add.reduceat(n * ~positive, starts, axis=1)
        pairs = (above * (below.cumsum(axis=1) - below / 2)).sum(axis=1)
        return np.asarray(pairs / (above.sum(axis=1) * below.sum(axis=1)))

    return of
