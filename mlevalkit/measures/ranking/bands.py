"""Pointwise confidence bands of the ROC curve and of the P-R curve.

At each threshold a rate is a share of counts, with Clopper and Pearson's exact interval. The
thresholds are the distinct scores, from the highest down; of very many, as many as can be drawn.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._distributions import binom_rate
from ..._validation import Array, Floats, NDArray, inside
from .sweep import Sweep, spread, sweep

_THRESHOLDS = 200


def roc_band(
    positive: NDArray[Any], score: Array, confidence_level: float
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the ends of FPR, low and high, and those of TPR, at each threshold.

    Positives and negatives are two separate samples: the rectangle of a threshold that is fixed
    beforehand covers its true point with the product of the confidence levels of its sides.
    """
    s = _drawn(positive, score)
    each = math.sqrt(inside(confidence_level, "confidence_level"))
    return *_ends(s.fps, s.m_neg, each), *_ends(s.tps, s.m_pos, each)


def precision_band(
    positive: NDArray[Any], score: Array, confidence_level: float
) -> tuple[Floats, Floats, Floats]:
    """Return recall, and the ends of precision, low and high, at each threshold.

    Recall and precision share the true positives, so that each gets an interval at half of the
    error probability (Bonferroni).
    """
    s = _drawn(positive, score)
    each = 1 - (1 - inside(confidence_level, "confidence_level")) / 2
    return s.tpr, *_ends(s.tps, s.tps + s.fps, each)


def _drawn(positive: NDArray[Any], score: Array) -> Sweep:
    s = sweep(positive, score, None)
    return s.take(np.array(spread(len(s.tps), _THRESHOLDS)))


def _ends(k: Array, n: Any, level: float) -> tuple[Floats, Floats]:
    """Return both ends of Clopper and Pearson's interval for each k of n."""
    tail = (1 - level) / 2
    return binom_rate(k, n, tail), 1 - binom_rate(n - k, n, tail)
