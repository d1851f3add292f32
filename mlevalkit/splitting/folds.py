"""Cross validation: D is cut into k parts, and each is the test set once. Section 2.2.2."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from itertools import chain, pairwise
from typing import Any

import numpy as np

from .. import _validation as check
from .._random import RandomState, random_stream, seed
from .._validation import Array
from .base import Splits, Splitter, members, n_rows

Deal = Callable[[np.random.RandomState | None], Splits]  # without a stream: in order

# -- the kernel: training and test set of every fold, both ascending --------------------------


def _sizes(n: int, k: int) -> Array:
    """Return how many of n samples each fold gets when they are dealt in turn."""
    return np.asarray((n - np.arange(k) + k - 1) // k)


def _in_order(n: int, k: int) -> Splits:
    """Cut the samples as they come, as equally as can be."""
    for start, end in pairwise([0, *np.cumsum(_sizes(n, k)).tolist()]):
        train = np.arange(n - (end - start))
        train[start:] += end - start
        yield train, np.arange(start, end)


def _shuffled(n: int, k: int, rng: np.random.RandomState) -> Array:
    """Return each sample's fold if the samples are shuffled, then cut."""
    folds = np.empty(n, dtype=np.min_scalar_type(k - 1))
    folds[rng.permutation(n)] = np.repeat(np.arange(k), _sizes(n, k))
    return folds


def _by_fold(folds: Array) -> Splits:
    """Make each fold the test set once."""
    for i, test in enumerate(members(folds)):
        yield np.flatnonzero(folds != i), test


def _stratified_folds(codes: Array, k: int, rng: np.random.RandomState | None) -> Array:
    """Return each sample's fold, so that every fold has its share of every class.

    The samples, sorted by class (classes by first appearance), are dealt to the folds in turn;
    that fixes how many of each class a fold gets. Within a class they go out in blocks.
    """
    folds = np.empty(len(codes), dtype=np.min_scalar_type(k - 1))
    dealt = 0
    for group in sorted(members(codes), key=lambda m: int(m[0])):
        block = np.repeat(np.arange(k), _sizes(dealt + len(group), k) - _sizes(dealt, k))
        if rng is not None:
            rng.shuffle(block)
        folds[group] = block
        dealt += len(group)
    return folds


# -- the checks -------------------------------------------------------------------------------


def _stratified_deal(y: Any, k: int) -> Deal:
    """Check the classes, warn of one too small for all folds, and return how they are dealt."""
    classes, (codes,) = check.encode(check.as_labels(y, "y"))
    counts = np.bincount(codes)
    if k > counts.max():
        largest = f"{counts.max()}, the number of samples in the largest class of y"
        check.fail("n_splits", f"at most {largest}", str(k))
    if k > counts.min():
        rare = classes[counts.argmin()]
        message = f"class {rare.item()!r} has {counts.min()} members, fewer than {k} folds"
        check.warn(message + ": some test sets are without it.", UserWarning)
    return lambda rng: _by_fold(_stratified_folds(codes, k, rng))


# -- the splitters ----------------------------------------------------------------------------


class _Folds(Splitter):
    """Cuts the samples into `n_splits` parts, `n_repeats` times."""

    shuffle: bool = True
    random_state: RandomState

    def _splits(self, n: int, y: Any) -> Splits:
        deal = self._deal(n, y)
        rng = random_stream(self.random_state) if self.shuffle else None
        return chain.from_iterable(deal(rng) for _ in range(self.n_repeats))

    def _deal(self, n: int, y: Any) -> Deal:
        """Check what is asked of n samples, and return how they are dealt."""
        k = self.n_splits
        if self._stratified:
            return _stratified_deal(y, k)
        if k > n:
            check.fail("n_splits", f"at most {n}, the number of samples", str(k))
        return lambda rng: _in_order(n, k) if rng is None else _by_fold(_shuffled(n, k, rng))


@dataclass(frozen=True)
class _KFolds(_Folds):
    """Cuts the samples into k parts."""

    n_splits: int = 5
    _: KW_ONLY
    shuffle: bool = False
    random_state: RandomState = None

    def __post_init__(self) -> None:
        check.integer(self.n_splits, "n_splits", least=2)
        if not check.flag(self.shuffle, "shuffle") and self.random_state is not None:
            expected = "None without shuffle=True (nothing is random)"
            check.fail("random_state", expected, repr(self.random_state))
        seed(self.random_state)


@dataclass(frozen=True)
class KFold(_KFolds):
    """Cuts the samples into k parts of (nearly) equal size; each is the test set once.

    The textbook's k 折交叉验证 (section 2.2.2): D = D_1 ∪ ... ∪ D_k, no two of them with a sample
    in common. Without `shuffle` the parts are stretches of the data as they come: on data sorted
    by class a test set then holds one class only (Example 2.3). `StratifiedKFold` keeps the
    proportions of the classes. Equal to scikit-learn's, index for index.

    Parameters
    ----------
    n_splits : int >= 2, default 5
        k, the number of parts. The first n mod k parts have one sample more.
    shuffle : bool, default False
        Shuffle the samples before they are cut.
    random_state : int, RandomState or Generator, optional
        Seed of the shuffling: the same number, the same parts. Only with `shuffle`.

    Raises
    ------
    ValueError, TypeError
        If `n_splits` is below 2 or above the number of samples, or `random_state` is given
        without `shuffle`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> X, y = mk.datasets.example("2.3")
    >>> for train, test in mk.KFold(3).split(X):
    ...     print(train, test)
    [2 3 4 5] [0 1]
    [0 1 4 5] [2 3]
    [0 1 2 3] [4 5]

    Source
    ------
    Zhou, Machine Learning, section 2.2.2.
    """


@dataclass(frozen=True)
class StratifiedKFold(_KFolds):
    """Cuts the samples into k parts, each with its share of every class; each is tested once.

    The textbook's 分层采样 (section 2.2.1) in cross validation. ``split(X, y)`` needs y: whole
    numbers, booleans or strings. Equal to scikit-learn's, index for index.

    Parameters
    ----------
    n_splits : int >= 2, default 5
        k, the number of parts.
    shuffle : bool, default False
        Shuffle each class before it is dealt out.
    random_state : int, RandomState or Generator, optional
        Seed of the shuffling: the same number, the same parts. Only with `shuffle`.

    Raises
    ------
    ValueError, TypeError
        If `n_splits` is below 2 or above the size of the largest class, y holds no labels, or
        `random_state` is given without `shuffle`.

    Warns
    -----
    UserWarning
        If a class has fewer samples than there are parts.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> X, y = mk.datasets.example("2.5")
    >>> for train, test in mk.StratifiedKFold(4).split(X, y):
    ...     print(test, y[test])
    [0 2] [1 0]
    [1 3] [1 0]
    [4 6] [1 0]
    [5 7] [1 0]

    Source
    ------
    Zhou, Machine Learning, sections 2.2.1 and 2.2.2.
    """

    _stratified = True


@dataclass(frozen=True, kw_only=True)
class _Repeated(_Folds):
    """Cuts the samples into k parts, p times, each time another way."""

    n_splits: int = 5
    n_repeats: int = 10
    random_state: RandomState = None

    def __post_init__(self) -> None:
        check.integer(self.n_splits, "n_splits", least=2)
        check.integer(self.n_repeats, "n_repeats", least=1)
        seed(self.random_state)


@dataclass(frozen=True, kw_only=True)
class RepeatedKFold(_Repeated):
    """Runs k-fold cross validation p times, each time with another shuffle.

    The textbook's p 次 k 折交叉验证 (section 2.2.2), such as 10 times 10 folds: what is reported is
    the mean of all k p results. Equal to scikit-learn's, index for index.

    Parameters
    ----------
    n_splits : int >= 2, default 5
        k, the number of parts.
    n_repeats : int >= 1, default 10
        p, how many times.
    random_state : int, RandomState or Generator, optional
        Seed of the shuffling: the same number, the same parts.

    Raises
    ------
    ValueError, TypeError
        If `n_splits` is below 2 or above the number of samples, or `n_repeats` is below 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> X, y = mk.datasets.example("2.4")
    >>> cv = mk.RepeatedKFold(n_splits=3, n_repeats=2, random_state=18)
    >>> [test.tolist() for train, test in cv.split(X)]
    [[4, 5], [0, 1], [2, 3], [3, 5], [0, 4], [1, 2]]

    Source
    ------
    Zhou, Machine Learning, section 2.2.2.
    """


@dataclass(frozen=True, kw_only=True)
class RepeatedStratifiedKFold(_Repeated):
    """Runs stratified k-fold cross validation p times, each time with another shuffle.

    ``split(X, y)`` needs y. Equal to scikit-learn's, index for index.

    Parameters
    ----------
    n_splits : int >= 2, default 5
        k, the number of parts.
    n_repeats : int >= 1, default 10
        p, how many times.
    random_state : int, RandomState or Generator, optional
        Seed of the shuffling: the same number, the same parts.

    Raises
    ------
    ValueError, TypeError
        If `n_splits` is below 2 or above the size of the largest class, `n_repeats` is below 1,
        or y holds no labels.

    Warns
    -----
    UserWarning
        If a class has fewer samples than there are parts.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> X, y = mk.datasets.example("2.5")
    >>> cv = mk.RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0)
    >>> cv.get_n_splits()
    10
    >>> {int(y[test].sum()) for train, test in cv.split(X, y)}
    {2}

    Source
    ------
    Zhou, Machine Learning, sections 2.2.1 and 2.2.2.
    """

    _stratified = True


@dataclass(frozen=True)
class LeaveOneOut(Splitter):
    """Leaves one sample out at a time: as many folds as samples.

    The textbook's 留一法 (section 2.2.2), that is `KFold` with k = m (not k = 1). It has no
    randomness, but trains m learners, and its estimate is not always the more accurate one: a
    learner that predicts the majority gets 100 % error on two classes of equal size.

    Raises
    ------
    ValueError, TypeError
        If there are fewer than two samples.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> X, y = mk.datasets.example("2.6")
    >>> for train, test in mk.LeaveOneOut().split(X):
    ...     print(train, test)
    [1 2] [0]
    [0 2] [1]
    [0 1] [2]

    Source
    ------
    Zhou, Machine Learning, section 2.2.2.
    """

    def _splits(self, n: int, y: Any) -> Splits:
        if n < 2:
            check.fail("X", "at least 2 samples, one to train on and one to test", str(n))
        return _in_order(n, n)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: None = None) -> int:
        """Return the number of splits: one per sample, so `X` is needed."""
        return n_rows(X, "X")
