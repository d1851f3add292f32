"""The same learner on many training sets: what bias and variance are made from. Section 2.5."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, fail, flag, integer, random_stream
from ..splitting._rows import n_rows
from ._learners import Sample, check_learner, features, fitted, sample_of
from ._run import run
from ._scoring import answer, target_of

Draw = Callable[[np.random.Generator], tuple[Any, ArrayLike]]


def predictions_over_training_sets(
    estimator: Any,
    source: Draw | tuple[Any, ArrayLike],
    X_test: Any,
    n_sets: int = 100,
    *,
    train_size: int | None = None,
    replace: bool = True,
    random_state: Any = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> Array:
    """Train a learner on many training sets; return what each says of the same test samples.

    The matrix is the input of `bias_variance_decomposition` (2.37)-(2.42): its columns are
    f(x; D) for one x and many D.

    Parameters
    ----------
    estimator : object with ``fit(X, y)`` and ``predict(X)``
        The learner; every training set trains a fresh copy.
    source : callable or (X, y)
        Where training sets come from. A function ``draw(rng)`` gets a `numpy.random.Generator`
        and returns a new training set ``(X, y)``: right, where you know how data arise. With a
        pair ``(X, y)``, training sets are drawn from these samples; they overlap, so the
        variance comes out too small, or, with replacement, is that of bootstrap samples.
    X_test : n_test rows
        The test samples; none of them should be among the training samples.
    n_sets : int >= 2, default 100
        Number of training sets.
    train_size : int, optional
        Samples in a training set drawn from ``(X, y)``; by default as many as there are, with
        replacement, and half of them, rounded down, without.
    replace : bool, default True
        Whether to draw from ``(X, y)`` with replacement.
    random_state : int or RandomState, optional
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
        As `cross_validate`; also if `draw` does not return a pair, or `train_size` is impossible.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> class Mean:
    ...     def fit(self, X, y):
    ...         self.mean = sum(y) / len(y)
    ...     def predict(self, X):
    ...         return [self.mean] * len(X)
    >>> def draw(rng):
    ...     x = rng.uniform(size=20)
    ...     return x[:, None], x + rng.normal(scale=0.1, size=20)
    >>> p = mk.predictions_over_training_sets(Mean(), draw, [[0.2], [0.8]], 50, random_state=0)
    >>> p.shape
    (50, 2)
    >>> p.mean(axis=0).round(1)
    array([0.5, 0.5])

    Source
    ------
    Zhou, Machine Learning, section 2.5.
    """
    check_learner(estimator)
    test = features(X_test, "X_test")
    seeds = random_stream(random_state).randint(2**31, size=integer(n_sets, "n_sets", least=2))
    if callable(source):
        if train_size is not None:
            fail("train_size", "None, as draw decides the size", repr(train_size))
        draw: Any = source
    else:
        draw = _Pool(source, train_size, flag(replace, "replace"))
    jobs = [(estimator, draw, test, int(seed)) for seed in seeds]
    return np.array(run(_draw_and_predict, jobs, n_jobs, progress, "training set"))


def _draw_and_predict(estimator: Any, draw: Any, test: Any, seed: int) -> Array:
    pair = draw(np.random.default_rng(seed))
    if not isinstance(pair, tuple) or len(pair) != 2:
        fail("source", "draw(rng) to return (X, y)", type(pair).__name__, TypeError)
    sample = sample_of(*_named(pair))
    return answer(fitted(estimator, sample.X, sample.y).predict(test), n_rows(test, "X_test"))


def _named(pair: Any) -> tuple[Any, Any, tuple[str, str]]:
    """Return X, y, and what an error calls them."""
    names = "X of source", "y of source"
    return pair[0], target_of(pair[1], names[1]), names


class _Pool:
    """Draws training sets from given samples."""

    def __init__(self, source: Any, train_size: Any, replace: bool) -> None:
        if not isinstance(source, (tuple, list)) or len(source) != 2:
            fail("source", "draw(rng), or a pair (X, y)", type(source).__name__, TypeError)
        self.sample: Sample = sample_of(*_named(source))
        n = self.sample.n
        if train_size is None:
            train_size = n if replace else max(1, n // 2)
        self.size = integer(train_size, "train_size", least=1, most=None if replace else n)
        self.replace = replace

    def __call__(self, rng: np.random.Generator) -> tuple[Any, Any]:
        return self.sample.rows(rng.choice(self.sample.n, self.size, replace=self.replace))
