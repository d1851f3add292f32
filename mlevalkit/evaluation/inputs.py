"""Samples and folds as they come in, checked once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

import numpy as np

from .. import _validation as check
from .._validation import Array, ArrayLike, NDArray
from ..splitting.base import n_rows, same_rows, take
from ..splitting.folds import KFold, StratifiedKFold

Indices = NDArray[np.intp]
Folds = list[tuple[Indices, Indices]]


# -- samples ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sample:
    """X and y in the form that the learner gets, and y as a checked array."""

    X: Any
    y: Any
    target: Any  # y as a checked array, or None
    params: Mapping[str, Any] = field(default_factory=dict)  # further arguments of `fit`

    @property
    def n(self) -> int:
        """The number of samples."""
        return n_rows(self.X, "X")

    @property
    def xy(self) -> tuple[Any, ...]:
        """X and y; X alone if there is no y."""
        return (self.X,) if self.y is None else (self.X, self.y)

    @property
    def holds_labels(self) -> bool:
        """Whether y holds strings, booleans or whole numbers."""
        return self.target is not None and self.target.dtype.kind in "Ubiu"

    def subset(self, index: Array) -> Sample:
        """Return some of the samples; of `params`, what has one value per sample goes along."""
        X = take(self.X, index)
        params = {k: take(v, index) if self._per_sample(v) else v for k, v in self.params.items()}
        if self.y is None:
            return Sample(X, None, None, params)
        return Sample(X, take(self.y, index), self.target[index], params)

    def _per_sample(self, value: Any) -> bool:
        return not check.is_single(value) and n_rows(value, "params") == self.n


def sample_of(
    X: Any,
    y: Any,
    names: tuple[str, str] = ("X", "y"),
    *,
    optional: bool = False,
    params: Mapping[str, Any] | None = None,
) -> Sample:
    """Return the checked samples; `y` may be None where it is optional."""
    X = features(X, names[0])
    params = {} if params is None else params
    if not isinstance(params, Mapping):
        expected = "a dict of further arguments of fit"
        check.fail("params", expected, f"{params!r} ({type(params).__name__})", TypeError)
    if y is None:
        if not optional:
            check.fail(names[1], "the true values", "None", TypeError)
        return Sample(X, None, None, params)
    target = check.as_array(y, names[1])
    if target.dtype.kind == "f":
        target = check.as_floats(target, names[1])
    same_rows(**dict(zip(names, (X, target), strict=True)))
    return Sample(X, target if isinstance(y, (list, tuple)) else y, target, params)


def features(X: Any, name: str = "X") -> Any:
    """Return X with rows to take: an array or frame as it is, lists of numbers as an array.

    X may hold whatever the learner can use: texts, or gaps that an imputer fills. A sparse matrix
    becomes CSR, as in scikit-learn, because not every sparse format has rows to take.
    """
    if hasattr(X, "tocsr"):
        X = X.tocsr()
    n_rows(X, name)
    if not isinstance(X, (list, tuple)):
        return X
    try:
        array = np.asarray(X)
    except ValueError:  # ragged, which some learners can use
        return X
    return array if array.dtype.kind in "biuf" else X


# -- folds ------------------------------------------------------------------------------------


def folds_of(cv: Any, sample: Sample, classifier: bool, groups: ArrayLike | None = None) -> Folds:
    """Return the folds; a whole number k means (stratified, for a classifier) k folds in order."""
    if cv is None:
        cv = 5
    if isinstance(cv, Integral):
        return _k_folds(check.integer(cv, "cv", least=2), sample, classifier)
    splits = callable(getattr(cv, "split", None))
    if isinstance(cv, (str, bytes)) or not (splits or isinstance(cv, Iterable)):
        expected = "a number of folds, a splitter, or pairs of training and test indices"
        check.fail("cv", expected, f"{cv!r} ({type(cv).__name__})", TypeError)
    if groups is not None:
        check.same_length(X=range(sample.n), groups=groups)
    given = (sample.X, sample.y) if groups is None else (sample.X, sample.y, groups)
    pairs = cv.split(*given) if splits else check.as_list(cv, "cv")
    folds = [_fold(pair, i, sample.n) for i, pair in enumerate(pairs, start=1)]
    if not folds:
        check.fail("cv", "at least one fold", "none")
    return folds


def _k_folds(k: int, sample: Sample, classifier: bool) -> Folds:
    y = sample.target
    classes = y is not None and (sample.holds_labels or not (y % 1).any())
    kind = StratifiedKFold if classifier and classes else KFold
    try:
        return list(kind(k).split(sample.X, y))
    except ValueError as error:
        error.add_note(f"(cv={k} means {kind.__name__}({k}))")
        raise


def _fold(pair: Any, i: int, n: int) -> tuple[Indices, Indices]:
    try:
        train, test = map(np.asarray, pair)
    except (TypeError, ValueError):
        check.fail("cv", "pairs of training and test indices", f"{pair!r} as fold {i}", TypeError)
    train = _indices(train, f"training set of fold {i}", n)
    return train, _indices(test, f"test set of fold {i}", n)


def _indices(index: Array, part: str, n: int) -> Indices:
    expected = f"whole numbers from 0 to {n - 1} as the {part}"
    if index.ndim != 1 or index.dtype.kind not in "iu" or index.size == 0:
        check.fail("cv", expected, f"{index.dtype}, {index.shape}")
    if index.min() < 0 or index.max() >= n:
        check.fail("cv", expected, f"{index.min()} to {index.max()}")
    return index.astype(np.intp, copy=False)


# -- how many samples decide -------------------------------------------------------------------

FEW = 10  # effective samples, below which an interval cannot be trusted


def effective_number(influences: Array) -> float:
    """Return how many samples carry a spread: (sum u**2)**2 / sum u**4 of their influences u."""
    u = influences / np.abs(influences).max()
    return float((u**2).sum() ** 2 / (u**4).sum())


# -- what a metric returns --------------------------------------------------------------------


def number_of(value: Any, drawn: str) -> float:
    """Return what a metric gave for a resample, or for what else was drawn, as a finite number."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        check.fail("metric", "a number", repr(value), TypeError)
    if not math.isfinite(number):
        check.fail("metric", f"a finite number for every {drawn}", repr(number))
    return number
