"""Many fits, in order, one after another or in several processes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from .. import _validation as check
from .._optional import need
from .._validation import Array, Floats
from ..measures.classification.accuracy import error_rate
from ..measures.regression.errors import mean_squared_error
from ..splitting.base import take
from .inputs import Folds, Sample
from .learners import fit_and_predict, is_classifier

R = TypeVar("R")


def run(
    work: Callable[..., R],
    tasks: Sequence[tuple[Any, ...]],
    what: str,
    *,
    n_jobs: int | None,
    progress: bool,
) -> list[R]:
    """Return ``work(*task)`` of every task, in order; `what` names a task in bar and errors."""
    check.flag(progress, "progress")
    named = [(f"{what} {i} of {len(tasks)}", work, *task) for i, task in enumerate(tasks, start=1)]
    parallel = _parallel(n_jobs)
    results: Iterable[R] = (_one(*job) for job in named)
    if parallel:
        results = parallel((_one, job, {}) for job in named)
    if progress:
        results = need("tqdm").tqdm(results, total=len(tasks), desc=what)
    return list(results)


def _one(name: str, work: Callable[..., R], *job: Any) -> R:
    try:
        return work(*job)
    except Exception as error:
        error.add_note(f"(in {name})")
        raise


def jobs(n_jobs: int | None) -> int | None:
    """Return how many jobs run at a time: not 0 of them."""
    if n_jobs is not None and check.integer(n_jobs, "n_jobs", least=-(2**31)) == 0:
        check.fail("n_jobs", "a whole number other than 0 (-1 for every core), or None", "0")
    return n_jobs


def _parallel(n_jobs: int | None) -> Any:
    """Return joblib's runner if it has several processes, or a cluster, to run on.

    None is 1, except inside ``joblib.parallel_config(...)``, as in scikit-learn: who is inside has
    imported joblib.
    """
    joblib: Any = sys.modules.get("joblib") if jobs(n_jobs) in (None, 1) else need("joblib")
    several = joblib is not None and joblib.effective_n_jobs(n_jobs) > 1
    return joblib.Parallel(n_jobs=n_jobs, return_as="generator") if several else None


def mean_errors(
    learners: Sequence[Any],
    sample: Sample,
    folds: Folds,
    what: str,
    *,
    n_jobs: int | None,
    progress: bool,
) -> tuple[Floats, list[Array]]:
    """Return each learner's error on each fold's test set, and all predictions, in that order.

    Errors are error rates (2.4) of classifiers, else mean squared errors (2.2).
    """
    error: Callable[[Array, Array], float]
    if is_classifier(learners[0], sample):
        target = check.as_labels(sample.target, "y")
        error = error_rate
    else:
        target = check.as_floats(sample.target, "y")
        error = mean_squared_error
    tasks = [(learner, sample, train, test) for learner in learners for train, test in folds]
    predictions = run(_predict_fold, tasks, what, n_jobs=n_jobs, progress=progress)
    errors = [
        error(target[test], predicted)
        for (_, _, _, test), predicted in zip(tasks, predictions, strict=True)
    ]
    return np.reshape(errors, (len(learners), len(folds))), predictions


def _predict_fold(estimator: Any, sample: Sample, train: Array, test: Array) -> Array:
    return fit_and_predict(estimator, sample.subset(train), take(sample.X, test), len(test))
