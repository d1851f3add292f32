"""Two learners with normal scores, and what each measure says of them."""

from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..ranking import (
    best_f_threshold,
    break_even_point,
    dominates,
    precision_recall_curve,
    roc_auc_score,
    roc_curve,
)

FEW_ALARMS = 0.05
_N = 60  # samples of each class
_Y_TRUE = np.repeat([1, 0], _N)


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner's scores, both its curves and its measures."""

    score: NDArray[Any]
    fpr: NDArray[Any]
    tpr: NDArray[Any]
    precision: NDArray[Any]
    recall: NDArray[Any]
    measures: dict[str, float]


@cache
def _quantiles() -> NDArray[Any]:
    return np.array([NormalDist().inv_cdf((i + 0.5) / _N) for i in range(_N)])


def learner(mean: float, spread: float, prior: float) -> Learner:
    """Return the learner whose positives score N(mean, spread), its negatives N(0, 1)."""
    score = np.concatenate([mean + spread * _quantiles(), _quantiles()])
    weight = np.where(_Y_TRUE == 1, prior, 1 - prior)
    fpr, tpr, _ = roc_curve(_Y_TRUE, score)
    precision, recall, _ = precision_recall_curve(_Y_TRUE, score, sample_weight=weight)
    measures = {
        "AUC": float(roc_auc_score(_Y_TRUE, score)),
        "BEP": break_even_point(_Y_TRUE, score, sample_weight=weight),
        "F1": best_f_threshold(_Y_TRUE, score, sample_weight=weight).score,
        "TPR": float(tpr[fpr <= FEW_ALARMS].max()),
    }
    return Learner(score, fpr, tpr, precision[:-1], recall[:-1], measures)


def encloses(pair: dict[str, Learner]) -> str:
    """Return the name of the learner whose curves enclose the other's, or "-"."""
    a, b = pair["A"].score, pair["B"].score
    if dominates(_Y_TRUE, a, b):
        return "A"
    return "B" if dominates(_Y_TRUE, b, a) else "-"
