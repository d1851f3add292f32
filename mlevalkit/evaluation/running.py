"""Many fits, one after another or side by side: the same results, in the same order."""

import copy
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from .._validation import Array, Floats, as_floats, as_labels, fail, flag, integer, need
from ..classification.accuracy import error_rate
from ..regression.errors import mean_squared_error
from ..splitting.rows import take
from .inputs import Folds, Sample, is_classifier

R = TypeVar("R")


def run(
    work: Callable[..., R],
    jobs: Sequence[tuple[Any, ...]],
    n_jobs: int | None,
    progress: bool,
    what: str,
) -> list[R]:
    """Return ``work(*job)`` of every job, in order; `what` names a job in bar and errors."""
    flag(progress, "progress")
    named = [(f"{what} {i} of {len(jobs)}", work, *job) for i, job in enumerate(jobs, start=1)]
    parallel = _parallel(n_jobs)
    results: Iterable[R] = (_one(*job) for job in named)
    if parallel:
        results = parallel((_one, job, {}) for job in named)
    if progress:
        results = need("tqdm").tqdm(results, total=len(jobs), desc=what)
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
    if n_jobs is not None and integer(n_jobs, "n_jobs", least=-(2**31)) == 0:
        fail("n_jobs", "a whole number other than 0 (-1 for every core), or None", "0")
    joblib: Any = sys.modules.get("joblib") if n_jobs in (None, 1) else need("joblib")
    several = joblib is not None and joblib.effective_n_jobs(n_jobs) > 1
    return joblib.Parallel(n_jobs=n_jobs, return_as="generator") if several else None


# -- one fit ----------------------------------------------------------------------------------


def fitted(estimator: Any, X: Any, y: Any) -> Any:
    """Return a copy of the learner, trained; the learner itself stays as it is."""
    learner = copy.deepcopy(estimator)
    learner.fit(*((X,) if y is None else (X, y)))
    return learner


def predicted(learner: Any, X: Any, n: int) -> Array:
    """Return what a trained learner predicts for the n rows of X."""
    array = np.asarray(learner.predict(X))
    if array.shape != (n,):
        fail("estimator", f"{n} predictions, one per sample", f"an array of shape {array.shape}")
    return array


def fit_and_predict(estimator: Any, sample: Sample, train: Array, test: Array) -> Array:
    """Train on one set of samples, predict another."""
    return predicted(fitted(estimator, *sample.rows(train)), take(sample.X, test), len(test))


def mean_errors(
    learners: Sequence[Any],
    sample: Sample,
    folds: Folds,
    n_jobs: int | None,
    progress: bool,
    what: str,
) -> tuple[Floats, list[Array]]:
    """Return each learner's error on each fold's test set, and all predictions, in that order.

    Errors are error rates (2.4) of classifiers, else mean squared errors (2.2).
    """
    classifies = is_classifier(learners[0], sample)
    check: Callable[..., Array] = as_labels if classifies else as_floats
    target, error = check(sample.target, "y"), error_rate if classifies else mean_squared_error
    jobs = [(learner, sample, *fold) for learner in learners for fold in folds]
    answers = run(fit_and_predict, jobs, n_jobs, progress, what)
    errors = [error(target[test], p) for (*_, test), p in zip(jobs, answers, strict=True)]
    return np.reshape(errors, (len(learners), len(folds))), answers
