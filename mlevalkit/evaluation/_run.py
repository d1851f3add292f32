"""Many fits, one after another or side by side: the same results, in the same order."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from .._validation import fail, flag, integer, need

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
    results = _results(work, jobs, n_jobs, what)
    if progress:
        results = need("tqdm").tqdm(results, total=len(jobs), desc=what)
    return list(results)


def _results(
    work: Callable[..., R], jobs: Sequence[tuple[Any, ...]], n_jobs: int | None, what: str
) -> Iterator[R]:
    numbered = [(f"{what} {i} of {len(jobs)}", work, *job) for i, job in enumerate(jobs, start=1)]
    if _workers(n_jobs) == 1:
        return (_one(*job) for job in numbered)
    joblib = need("joblib")
    parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator")
    results: Iterator[R] = parallel(joblib.delayed(_one)(*job) for job in numbered)
    return results


def _one(name: str, work: Callable[..., R], *job: Any) -> R:
    try:
        return work(*job)
    except Exception as error:
        error.add_note(f"(in {name})")
        raise


def _workers(n_jobs: int | None) -> int:
    """Return how many processes to use; joblib is asked only where it can matter.

    None is 1, except inside ``joblib.parallel_config(...)``, as in scikit-learn.
    """
    if n_jobs is None:
        joblib = sys.modules.get("joblib")
        return 1 if joblib is None else int(joblib.effective_n_jobs(None))
    if integer(n_jobs, "n_jobs", least=-(2**31)) == 0:
        fail("n_jobs", "a whole number other than 0 (-1 for every core), or None", "0")
    return 1 if n_jobs == 1 else int(need("joblib").effective_n_jobs(n_jobs))
