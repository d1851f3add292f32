"""Learners, samples and folds as they come in, checked: `fit`, `predict`, and rows to take."""

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._validation import Array, as_array, as_floats, as_list, fail, integer, need
from ..splitting.folds import KFold, StratifiedKFold
from ..splitting.rows import n_rows, take

Indices = NDArray[np.intp]
Folds = list[tuple[Indices, Indices]]

_RANKERS = ("decision_function", "predict_proba")  # in the order in which scikit-learn asks


# -- samples ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sample:
    """X and y as the learner shall get them, and y as a checked array."""

    X: Any
    y: Any
    n: int
    target: Array | None

    @property
    def holds_labels(self) -> bool:
        """Whether y holds strings, booleans or whole numbers."""
        return self.target is not None and self.target.dtype.kind in "Ubiu"

    def rows(self, index: Array) -> tuple[Any, Any]:
        """Return some rows of X and y."""
        return take(self.X, index), None if self.y is None else take(self.y, index)


def sample_of(
    X: Any, y: Any, names: tuple[str, str] = ("X", "y"), *, optional: bool = False
) -> Sample:
    """Return the checked samples; `y` may be None where it is optional."""
    rows = features(X, names[0])
    n = n_rows(rows, names[0])
    if y is None:
        if not optional:
            fail(names[1], "the true values", "None", TypeError)
        return Sample(rows, None, n, None)
    target = as_array(y, names[1])
    if target.dtype.kind == "f":
        target = as_floats(target, names[1])
    if len(target) != n:
        fail(" and ".join(names), "the same length", f"{n} {names[0]}, {len(target)} {names[1]}")
    return Sample(rows, target if isinstance(y, (list, tuple)) else y, n, target)


def features(X: Any, name: str = "X") -> Any:
    """Return X with rows to take: an array or frame as it is, lists of numbers as an array.

    X may hold whatever the learner can use: texts, or gaps that an imputer fills.
    """
    n_rows(X, name)
    if not isinstance(X, (list, tuple)):
        return X
    try:
        array = np.asarray(X)
    except ValueError:  # ragged, which some learners can use
        return X
    return array if array.dtype.kind in "biuf" else X


def stacked(a: Any, b: Any, names: str) -> Any:
    """Return the rows of `a`, then those of `b`."""
    if hasattr(a, "iloc") and hasattr(b, "iloc"):
        return need("pandas").concat([a, b], ignore_index=True)
    if isinstance(a, list) and isinstance(b, list):
        return a + b
    a, b = np.asarray(a), np.asarray(b)
    if a.shape[1:] != b.shape[1:]:
        fail(names, "rows of the same shape", f"{a.shape[1:]} and {b.shape[1:]}")
    return np.concatenate([a, b])


# -- learners ---------------------------------------------------------------------------------


def check_learner(estimator: Any, name: str = "estimator") -> None:
    """Check that the learner has `fit` and `predict`, and is not a class in place of an object."""
    missing = [m for m in ("fit", "predict") if not callable(getattr(estimator, m, None))]
    if isinstance(estimator, type):
        got = f"the class {estimator.__name__}; {estimator.__name__}() makes one"
    elif missing:
        got = f"a {type(estimator).__name__} without {' and '.join(missing)}"
    else:
        return
    fail(name, "a learner (an object with fit and predict)", got, TypeError)


def is_classifier(estimator: Any, sample: Sample) -> bool:
    """Tell whether the learner classifies.

    scikit-learn's learners say so. For any other, y tells: strings, booleans and whole numbers
    are labels.
    """
    if hasattr(estimator, "__sklearn_tags__"):
        return bool(estimator.__sklearn_tags__().estimator_type == "classifier")
    return any(hasattr(estimator, ranker) for ranker in _RANKERS) or sample.holds_labels


def class_scores(estimator: Any, X: Any, positive: Any) -> Array:
    """Return one score per sample, higher for more likely `positive`: two classes only."""
    method = next((m for m in _RANKERS if hasattr(estimator, m)), None)
    if method is None:
        got = f"a {type(estimator).__name__} without either"
        fail("estimator", "a learner with " + " or ".join(_RANKERS), got, TypeError)
    scores = np.asarray(getattr(estimator, method)(X))
    classes = getattr(estimator, "classes_", None)
    second = classes is None or len(classes) < 2 or classes[1] == positive
    if scores.ndim == 1:
        return scores if second else -scores
    if scores.ndim != 2 or scores.shape[1] != 2:
        fail("estimator", "scores of two classes", f"an answer of shape {scores.shape}")
    return scores[:, 1 if second else 0]


# -- folds ------------------------------------------------------------------------------------


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
    folds = [_fold(pair, i, sample.n) for i, pair in enumerate(pairs, start=1)]
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


def _fold(pair: Any, i: int, n: int) -> tuple[Indices, Indices]:
    try:
        train, test = map(np.asarray, pair)
    except (TypeError, ValueError):
        fail("cv", "pairs of training and test indices", f"{pair!r} as fold {i}", TypeError)
    for index, part in ((train, "training"), (test, "test")):
        whole = index.ndim == 1 and index.dtype.kind in "iu" and index.size > 0
        if not whole or index.min() < 0 or index.max() >= n:
            got = f"{index.min()} to {index.max()}" if whole else f"{index.dtype}, {index.shape}"
            expected = f"whole numbers from 0 to {n - 1} as the {part} set of fold {i}"
            fail("cv", expected, got)
    return train.astype(np.intp, copy=False), test.astype(np.intp, copy=False)
