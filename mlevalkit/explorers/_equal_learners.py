"""Two learners on thousands of simulated data sets, and what each test of 2.4.2 says of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .._validation import Array, Floats
from .._workings import Result
from ..splitting import RepeatedStratifiedKFold, StratifiedKFold, StratifiedShuffleSplit
from ..two_learners.five_by_two import five_by_two_cv_test
from ..two_learners.paired import paired_t_test
from ._k_fold_studies import PREDICT

_HOLD_OUTS, _DISTANCE = 30, 1.5


@dataclass(frozen=True, slots=True)
class Comparison:
    """Mean errors of A and B in ten folds, and the p-values of every test, by its name."""

    errors: tuple[float, float]
    pvalues: dict[str, Floats]


@cache
def simulated(learner: str, gap: float, m: int, n_sets: int, seed: int) -> Comparison:
    """Test A against B on many data sets at once: they share their labels, and so their folds.

    A sees one feature, B another. The classes are `_DISTANCE` apart in A's, `gap` less in B's:
    with gap 0 both learners are in truth equal.
    """
    rng = np.random.RandomState(seed)
    y = np.repeat([0, 1], m // 2)
    shift = np.array([_DISTANCE, _DISTANCE - gap])
    X = rng.normal(size=(n_sets, m, 2)) + shift * y[:, np.newaxis]
    predict = PREDICT[learner]

    def errors(folds: Iterable[tuple[Array, Array]]) -> Floats:
        """Return errors of shape (learner, data set, fold)."""
        columns = []
        for a, b in folds:
            guesses = [predict(X[:, a, i : i + 1], y[a], X[:, b, i : i + 1]) for i in (0, 1)]
            columns.append((np.stack(guesses) != y[b]).mean(axis=2))
        return np.stack(columns, axis=2)

    ten = errors(StratifiedKFold(10, shuffle=True, random_state=0).split(y, y))
    ways = StratifiedShuffleSplit(_HOLD_OUTS, test_size=0.1, random_state=0).split(y, y)
    halves = errors(RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0).split(y, y))
    pairs = (halves[0] - halves[1]).reshape(n_sets, 5, 2)
    pvalues = _t_pvalues(ten, errors(ways), m) | _five_by_two_pvalues(pairs)
    return Comparison((float(ten[0].mean()), float(ten[1].mean())), pvalues)


def _t_pvalues(ten: Floats, held_out: Floats, m: int) -> dict[str, Floats]:
    sizes = {"n_train": m - m // 10, "n_test": m // 10}
    return {
        "t": _each(paired_t_test, zip(*ten, strict=True)),
        "corrected": _each(paired_t_test, zip(*ten, strict=True), **sizes),
        "hold-out": _each(paired_t_test, zip(*held_out, strict=True)),
    }


def _five_by_two_pvalues(pairs: Floats) -> dict[str, Floats]:
    forms = ("textbook", "dietterich", "alpaydin")
    return {f: _each(five_by_two_cv_test, ((d,) for d in pairs), form=f) for f in forms}


def _each(
    test: Callable[..., Result], inputs: Iterable[tuple[Floats, ...]], **options: Any
) -> Floats:
    return np.array([test(*each, **options).pvalue for each in inputs])
