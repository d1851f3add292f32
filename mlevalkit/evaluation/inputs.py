"""Learners, samples and folds as they come in, checked; and many fits, in order."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, TypeVar

import numpy as np

from .. import _validation as check
from .._validation import Array, Floats, NDArray
from ..classification.accuracy import error_rate
from ..regression.errors import mean_squared_error
from ..splitting.base import n_rows, same_rows, take
from ..splitting.folds import KFold, StratifiedKFold

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
            check.fail(names[1], "the true values", "None", TypeError)
        return Sample(rows, None, n, None)
    target = check.as_array(y, names[1])
    if target.dtype.kind == "f":
        target = check.as_floats(target, names[1])
    same_rows(**dict(zip(names, (rows, target), strict=True)))
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


# -- learners ---------------------------------------------------------------------------------


def check_learner(estimator: Any, name: str = "estimator") -> None:
    """Check that the learner has `fit` and `predict`, and is not a class in place of an object."""
    missing = [m for m in ("fit", "predict") if not callable(getattr(estimator, m, None))]
    if isinstance(estimator, type):
        got = f"the class {estimator.__name__}; {estimator.__name__}() makes one"
    elif missing:
        got = f"{type(estimator).__name__} without {' and '.join(missing)}"
    else:
        return
    check.fail(name, "a learner (an object with fit and predict)", got, TypeError)


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
        got = f"{type(estimator).__name__} without either"
        check.fail("estimator", "a learner with " + " or ".join(_RANKERS), got, TypeError)
    scores = np.asarray(getattr(estimator, method)(X))
    classes = getattr(estimator, "classes_", None)
    second = classes is None or len(classes) < 2 or classes[1] == positive
    if scores.ndim == 1:
        return scores if second else -scores
    if scores.ndim != 2 or scores.shape[1] != 2:
        check.fail("estimator", "scores of two classes", f"an answer of shape {scores.shape}")
    return scores[:, 1 if second else 0]


# -- folds ------------------------------------------------------------------------------------


def folds_of(cv: Any, sample: Sample, classifier: bool) -> Folds:
    """Return the folds; a whole number k means (stratified, for a classifier) k folds in order."""
    if cv is None or isinstance(cv, Integral):
        return _k_folds(check.integer(5 if cv is None else cv, "cv", least=2), sample, classifier)
    splits = callable(getattr(cv, "split", None))
    if isinstance(cv, (str, bytes)) or not (splits or isinstance(cv, Iterable)):
        expected = "a number of folds, a splitter, or pairs of training and test indices"
        check.fail("cv", expected, f"{cv!r} ({type(cv).__name__})", TypeError)
    pairs = cv.split(sample.X, sample.y) if splits else check.as_list(cv, "cv")
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
    for index, part in ((train, "training"), (test, "test")):
        whole = index.ndim == 1 and index.dtype.kind in "iu" and index.size > 0
        if not whole or index.min() < 0 or index.max() >= n:
            got = f"{index.min()} to {index.max()}" if whole else f"{index.dtype}, {index.shape}"
            expected = f"whole numbers from 0 to {n - 1} as the {part} set of fold {i}"
            check.fail("cv", expected, got)
    return train.astype(np.intp, copy=False), test.astype(np.intp, copy=False)


def prepared(estimator: Any, X: Any, y: Any, cv: Any) -> tuple[Sample, Folds]:
    """Return the validated sample, and the folds that `cv` means for this learner."""
    check_learner(estimator)
    sample = sample_of(X, y, optional=True)
    return sample, folds_of(cv, sample, is_classifier(estimator, sample))


# -- many fits ---------------------------------------------------------------------------------


R = TypeVar("R")


How = tuple[int | None, bool]  # n_jobs, and whether to show the progress


def run(work: Callable[..., R], jobs: Sequence[tuple[Any, ...]], how: How, what: str) -> list[R]:
    """Return ``work(*job)`` of every job, in order; `what` names a job in bar and errors."""
    n_jobs, progress = how
    check.flag(progress, "progress")
    named = [(f"{what} {i} of {len(jobs)}", work, *job) for i, job in enumerate(jobs, start=1)]
    parallel = _parallel(n_jobs)
    results: Iterable[R] = (_one(*job) for job in named)
    if parallel:
        results = parallel((_one, job, {}) for job in named)
    if progress:
        results = check.need("tqdm").tqdm(results, total=len(jobs), desc=what)
    return list(results)


def _one(name: str, work: Callable[..., R], *job: Any) -> R:
    try:
        return work(*job)
    except Exception as error:
        error.add_note(f"(in {name})")
        raise


def _parallel(n_jobs: int | None) -> Any:
    """Return joblib's runner if it has several processes, or a cluster, to run on.

    None is 1, except inside ``joblib.parallel_config(...)``, as in scikit-learn.
    """
    if n_jobs is not None and check.integer(n_jobs, "n_jobs", least=-(2**31)) == 0:
        check.fail("n_jobs", "a whole number other than 0 (-1 for every core), or None", "0")
    joblib: Any = sys.modules.get("joblib") if n_jobs in (None, 1) else check.need("joblib")
    several = joblib is not None and joblib.effective_n_jobs(n_jobs) > 1
    return joblib.Parallel(n_jobs=n_jobs, return_as="generator") if several else None


# -- one fit ----------------------------------------------------------------------------------


def fitted(estimator: Any, X: Any, y: Any) -> Any:
    """Return a copy of the learner, trained; the learner itself stays as it is."""
    learner = copy.deepcopy(estimator)
    learner.fit(*((X,) if y is None else (X, y)))
    return learner


def fit_and_predict(estimator: Any, X: Any, y: Any, X_test: Any, n: int) -> Array:
    """Return what a copy of the learner, trained on X and y, predicts for the n rows of X_test."""
    array = np.asarray(fitted(estimator, X, y).predict(X_test))
    if array.shape != (n,):
        check.fail("estimator", f"one prediction per sample ({n})", f"shape {array.shape}")
    return array


def _on_fold(estimator: Any, sample: Sample, train: Array, test: Array) -> Array:
    return fit_and_predict(estimator, *sample.rows(train), take(sample.X, test), len(test))


def mean_errors(
    learners: Sequence[Any], sample: Sample, folds: Folds, how: How, what: str
) -> tuple[Floats, list[Array]]:
    """Return each learner's error on each fold's test set, and all predictions, in that order.

    Errors are error rates (2.4) of classifiers, else mean squared errors (2.2).
    """
    classifies = is_classifier(learners[0], sample)
    validated: Callable[..., Array] = check.as_labels if classifies else check.as_floats
    target, error = validated(sample.target, "y"), error_rate if classifies else mean_squared_error
    jobs = [(learner, sample, *fold) for learner in learners for fold in folds]
    answers = run(_on_fold, jobs, how, what)
    errors = [error(target[test], p) for (*_, test), p in zip(jobs, answers, strict=True)]
    return np.reshape(errors, (len(learners), len(folds))), answers
