"""The same learner on many training sets: what bias and variance are made from. Section 2.5."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .._random import RandomState, random_stream
from .._validation import Array, ArrayLike, fail, flag, integer
from .inputs import Sample, sample_of
from .jobs import run
from .learners import fit_and_predict, unfitted

Draw = Callable[[int, np.random.Generator], tuple[Any, ArrayLike]]
_NAMES = "X of source", "y of source"  # in errors


def predictions_over_training_sets(
    estimator: Any,
    source: Draw | tuple[Any, ArrayLike],
    X_test: Any,
    n_sets: int = 100,
    *,
    train_size: int | None = None,
    replace: bool = True,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> Array:
    """Train a learner on many training sets; return all predictions for the same test samples.

    The matrix is the input of `bias_variance_decomposition` (2.37)-(2.42): its columns are
    f(x; D) for one x and many D.

    Parameters
    ----------
    estimator : object with ``fit(X, y)`` and ``predict(X)``
        The learner; every training set trains a fresh copy.
    source : callable or (X, y)
        Where training sets come from. A function ``draw(n_samples, random_state)`` gets
        `train_size` and a `numpy.random.Generator`, and returns a new training set ``(X, y)``:
        right, where you know how data arise. With a pair ``(X, y)``, training sets are drawn
        from these samples; they overlap, so the variance comes out too small, or, with
        replacement, is that of bootstrap samples.
    X_test : n_test rows
        The test samples; none of them should be among the training samples.
    n_sets : int >= 2, default 100
        Number of training sets.
    train_size : int, optional
        Samples in a training set. A function needs it; drawn from ``(X, y)``, the default is as
        many as there are, with replacement, and half of them, rounded down, without.
    replace : bool, default True
        Whether to draw from ``(X, y)`` with replacement.
    random_state : int, RandomState or Generator, optional
        Seed of the training sets: the same seed gives the same result, for any `n_jobs`.
    n_jobs, progress
        See `cross_validate`.

    Returns
    -------
    ndarray of shape (n_sets, n_test)
        Predictions: training sets in rows, test samples in columns.

    Raises
    ------
    TypeError, ValueError
        As `cross_validate`; also if `draw` does not return `train_size` samples, or `train_size`
        is impossible.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> class Mean:
    ...     def fit(self, X, y):
    ...         self.mean = sum(y) / len(y)
    ...     def predict(self, X):
    ...         return [self.mean] * len(X)
    >>> def draw(n_samples, random_state):
    ...     x = random_state.uniform(size=n_samples)
    ...     return x[:, None], x + random_state.normal(scale=0.1, size=n_samples)
    >>> p = mk.predictions_over_training_sets(
    ...     Mean(), draw, [[0.2], [0.8]], 50, train_size=20, random_state=0
    ... )
    >>> p.shape
    (50, 2)
    >>> p.mean(axis=0).round(1)
    array([0.5, 0.5])

    Source
    ------
    Zhou, Machine Learning, section 2.5.
    """
    learner = unfitted(estimator)
    test = sample_of(X_test, None, ("X_test", "y_test"), optional=True)
    integer(n_sets, "n_sets", least=2)
    seeds = random_stream(random_state).randint(2**31, size=n_sets)
    draw, size = _source(source, train_size, flag(replace, "replace"))
    jobs = [(learner, draw, size, test, int(seed)) for seed in seeds]
    predictions = run(_draw_and_predict, jobs, "training set", n_jobs=n_jobs, progress=progress)
    return np.array(predictions)


def _source(source: Any, train_size: int | None, replace: bool) -> tuple[Draw, int]:
    """Return a function that draws training sets, and their size."""
    if callable(source):
        if train_size is None:
            fail("train_size", "the n_samples for draw(n_samples, random_state)", "None", TypeError)
        return source, integer(train_size, "train_size", least=1)
    if not isinstance(source, (tuple, list)) or len(source) != 2:
        expected = "draw(n_samples, random_state), or a pair (X, y)"
        fail("source", expected, type(source).__name__, TypeError)
    pool = sample_of(source[0], source[1], _NAMES)
    if train_size is None:
        train_size = pool.n if replace else max(1, pool.n // 2)
    size = integer(train_size, "train_size", least=1, most=None if replace else pool.n)
    return partial(_from_pool, pool, replace), size


def _from_pool(pool: Sample, replace: bool, n: int, rng: np.random.Generator) -> tuple[Any, Any]:
    drawn = pool.subset(rng.choice(pool.n, n, replace=replace))
    return drawn.X, drawn.y


def _draw_and_predict(estimator: Any, draw: Draw, size: int, test: Sample, seed: int) -> Array:
    pair = draw(size, np.random.default_rng(seed))
    if not isinstance(pair, tuple) or len(pair) != 2:
        got = type(pair).__name__
        fail("source", "draw(n_samples, random_state) to return (X, y)", got, TypeError)
    sample = sample_of(pair[0], pair[1], _NAMES)
    if sample.n != size:
        fail("source", f"{size} samples (train_size) from draw", str(sample.n))
    return fit_and_predict(estimator, sample, test.X, test.n)
