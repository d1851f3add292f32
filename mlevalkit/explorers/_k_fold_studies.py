"""What k-fold cross validation says of a learner: by k, cut by cut, on many data sets."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, Floats
from ..evaluation import cross_val_score
from ..splitting import LeaveOneOut, StratifiedKFold

LOO = "m"
KS: tuple[Any, ...] = (2, 3, 5, 10, LOO)
_SETS, _NEW, _SPLITS, _FEATURES, _SHIFT = 600, 600, 20, 5, 0.6


@dataclass(frozen=True, slots=True)
class Study:
    """Estimates by k, of shape (splits, data sets), and the true errors if they are known."""

    m: int
    estimates: dict[Any, Floats]
    truth: Floats | None

    def bias(self, k: Any) -> float:
        """Return how far the mean estimate is from the truth."""
        return math.nan if self.truth is None else float((self.estimates[k] - self.truth).mean())

    def total(self, k: Any) -> float:
        """Return the root mean square of what the estimates are off by."""
        if self.truth is None:
            return math.nan
        return math.sqrt(((self.estimates[k] - self.truth) ** 2).mean())

    def spread(self, k: Any) -> float:
        """Return the standard deviation over the ways of cutting one data set."""
        e = self.estimates[k].round(12)  # fold means in another order differ in their last digit
        return 0.0 if len(e) == 1 else math.sqrt(e.var(axis=0, ddof=1).mean())


def _ways(k: Any, n: int) -> list[Any]:
    """Return the splitters of one k: leave-one-out has one way only."""
    if k == LOO:
        return [LeaveOneOut()]
    return [StratifiedKFold(k, shuffle=True, random_state=seed) for seed in range(n)]


def own(estimator: Any, X: Any, y: Array, n: int) -> Study:
    """Return the estimates for one learner on one data set, cut in n ways."""

    def estimate(cv: Any) -> float:
        return float(cross_val_score(estimator, X, y, cv=cv, scoring="error_rate").mean())

    estimates = {k: np.array([[estimate(cv)] for cv in _ways(k, n)]) for k in KS}
    return Study(len(y), estimates, None)


@cache
def simulated(learner: str, m: int) -> Study:
    """Cross-validate on all data sets at once: they share their labels, and so their folds."""
    rng = np.random.RandomState(0)
    y, y_new = np.repeat([0, 1], m // 2), np.repeat([0, 1], _NEW // 2)
    X = rng.normal(size=(_SETS, m, _FEATURES)) + _SHIFT * y[:, np.newaxis]
    X_new = rng.normal(size=(_SETS, _NEW, _FEATURES)) + _SHIFT * y_new[:, np.newaxis]
    predict = PREDICT[learner]

    def estimate(cv: Any) -> Floats:
        folds = [(predict(X[:, a], y[a], X[:, b]) != y[b]).mean(axis=1) for a, b in cv.split(y, y)]
        return np.asarray(np.mean(folds, axis=0))

    estimates = {k: np.array([estimate(cv) for cv in _ways(k, _SPLITS)]) for k in KS}
    return Study(m, estimates, (predict(X, y, X_new) != y_new).mean(axis=1))


# Each takes training samples of shape (sets, m, features), their shared labels, and samples to
# predict, and returns labels of shape (sets, samples).


def _nearest_mean(X: Floats, y: Array, new: Floats) -> Array:
    return _nearest(np.stack([X[:, y == c].mean(axis=1) for c in (0, 1)], axis=1), [0, 1], new)


def _nearest(X: Floats, y: ArrayLike, new: Floats) -> Array:
    distance = (X**2).sum(axis=2)[:, np.newaxis] - 2 * new @ X.transpose(0, 2, 1)
    labels: Array = np.asarray(y)[distance.argmin(axis=2)]
    return labels


def _majority(X: Floats, y: Array, new: Floats) -> Array:
    return np.full((len(X), new.shape[1]), np.bincount(y).argmax())


PREDICT: dict[str, Callable[[Floats, Array, Floats], Array]] = {
    "mean": _nearest_mean,
    "nearest": _nearest,
    "majority": _majority,
}
