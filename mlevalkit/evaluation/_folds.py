"""From `cv` to pairs of index arrays: training set and test set."""

from collections.abc import Iterable
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._validation import fail, integer, as_list
from ..splitting import KFold, StratifiedKFold
from ._learners import Sample

Indices = NDArray[np.intp]
Folds = list[tuple[Indices, Indices]]


def folds_of(cv: Any, sample: Sample, classifier: bool) -> Folds:
    """Return the folds; a whole number k means (stratified, for a classifier) k folds in order."""
    if cv is None or isinstance(cv, Integral):
        return _k_folds(integer(5 if cv is None else cv, "cv", least=2), sample, classifier)
    text = isinstance(cv, (str, bytes))
    if callable(getattr(cv, "split", None)) and not text:
        pairs = cv.split(sample.X, sample.y)
    elif isinstance(cv, Iterable) and not text:
        pairs = as_list(cv, "cv")
    else:
        expected = "a number of folds, a splitter, or pairs of training and test indices"
        fail("cv", expected, f"{cv!r} ({type(cv).__name__})", TypeError)
    folds = [_pair(pair, i, sample.n) for i, pair in enumerate(pairs, start=1)]
    if not folds:
        fail("cv", "at least one fold", "none")
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


def _pair(pair: Any, i: int, n: int) -> tuple[Indices, Indices]:
    try:
        train, test = pair
    except (TypeError, ValueError):
        fail("cv", "pairs of training and test indices", f"{pair!r} as fold {i}", TypeError)
    return _indices(train, f"training set of fold {i}", n), _indices(
        test, f"test set of fold {i}", n
    )


def _indices(values: Any, what: str, n: int) -> Indices:
    index = np.asarray(values)
    if index.ndim != 1 or index.dtype.kind not in "iu" or not index.size:
        got = f"{index.dtype} of shape {index.shape}"
        fail("cv", f"whole numbers from 0 to {n - 1} as the {what}", got)
    if index.min() < 0 or index.max() >= n:
        odd = index.min() if index.min() < 0 else index.max()
        fail("cv", f"whole numbers from 0 to {n - 1} as the {what}", f"{odd}")
    return index.astype(np.intp, copy=False)
