"""Hold-out: a random part of the samples is kept back as the test set. Section 2.2.1."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np

from .. import _validation as check
from .._random import RandomState, random_stream, seed
from .._validation import Array
from ..display.workings import Found, Line, Messages, Sentence, Step, Table, line, measure, word
from .base import Indices, Splits, Splitter, both_parts, members, rows_of

_say = Messages(__package__)

Size = float | int | None

# -- how many samples go where ----------------------------------------------------------------


def _check_size(size: Size, name: str) -> None:
    if isinstance(size, Integral):
        check.integer(size, name, least=1)
    elif isinstance(size, Real):
        check.inside(size, name)
    elif size is not None:
        expected = "a share between 0 and 1, a number of samples, or None"
        check.fail(name, expected, f"{size!r} ({type(size).__name__})", TypeError)


def _size(size: Any, n: int, name: str, rounded: Callable[[Any], int]) -> int | None:
    _check_size(size, name)
    if isinstance(size, Integral):
        return check.integer(size, name, most=max(n - 1, 1))
    return None if size is None else rounded(size * n)


def split_sizes(n: int, test_size: Size, train_size: Size, default: float) -> tuple[int, int]:
    """Return the number of training and of test samples; what is not said is the rest."""
    if test_size is None and train_size is None:
        test_size = default
    test = _size(test_size, n, "test_size", math.ceil)
    train = _size(train_size, n, "train_size", math.floor)
    shares = [s for s in (train_size, test_size) if s is not None and not isinstance(s, Integral)]
    n_train = n - (test or 0) if train is None else train
    n_test = n - n_train if test is None else test
    if n_train + n_test > n or sum(shares) > 1:
        got = f"{train_size} and {test_size}"
        check.fail("train_size and test_size", f"no more than the {n} samples together", got)
    if n_train <= 0 or n_test <= 0:
        which = "training" if n_train <= 0 else "test"
        got = f"{n} samples, of which none is left for the {which} set"
        check.fail("test_size and train_size", "sizes that leave no set empty", got)
    return n_train, n_test


def class_shares(counts: Array, n_draws: int, rng: np.random.RandomState) -> Indices:
    """Return how many of `n_draws` samples come from each class: in proportion, rounded down;
    what is missing goes to the largest remainders, ties by lot."""
    exact = counts / counts.sum() * n_draws
    shares = np.floor(exact)
    missing = int(n_draws - shares.sum())
    remainder = exact - shares
    for value in np.unique(remainder)[::-1]:
        if missing == 0:
            break
        (tied,) = np.nonzero(remainder == value)
        chosen = tied[rng.permutation(len(tied))[:missing]]
        shares[chosen] += 1
        missing -= len(chosen)
    return np.asarray(shares, dtype=np.intp)


# -- the kernel: which samples go where -------------------------------------------------------


def shuffled_splits(
    n: int, sizes: tuple[int, int], n_splits: int, random_state: RandomState
) -> Splits:
    """Shuffle all samples; the first are the test set, the next the training set."""
    n_train, n_test = sizes
    rng = random_stream(random_state)
    for _ in range(n_splits):
        order: Indices = rng.permutation(n)
        yield order[n_test : n_test + n_train], order[:n_test]


def stratified_splits(
    counts: Array, codes: Array, sizes: tuple[int, int], n_splits: int, random_state: RandomState
) -> Splits:
    """Shuffle every class; its first samples go to the training set, the next to the test set."""
    classes = members(codes)
    rng = random_stream(random_state)
    for _ in range(n_splits):
        to_train = class_shares(counts, sizes[0], rng)
        ends = to_train + class_shares(counts - to_train, sizes[1], rng)
        orders = [rng.permutation(m) for m in classes]
        train = [m[:a] for m, a in zip(orders, to_train, strict=True)]
        test = [m[a:b] for m, a, b in zip(orders, to_train, ends, strict=True)]
        yield rng.permutation(np.concatenate(train)), rng.permutation(np.concatenate(test))


def class_counts(y: Any, sizes: tuple[int, int], name: str) -> tuple[Array, Array]:
    """Return the size of each class and the classes as 0, 1, ..., if they can be stratified."""
    classes, (codes,) = check.encode(check.as_labels(y, name))
    counts = np.bincount(codes)
    if counts.min() < 2:
        got = f"only one of {check.shown(classes[counts < 2])}"
        check.fail(name, "at least 2 samples of every class", got)
    for n, size in zip(sizes, ("train_size", "test_size"), strict=True):
        if n < len(classes):
            check.fail(size, f"at least {len(classes)} samples, one per class", str(n))
    return counts, codes


# -- the splitters ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Shuffled(Splitter):
    """Keeps back a random test set, again and again."""

    n_splits: int = 10
    _: KW_ONLY
    test_size: Size = None
    train_size: Size = None
    random_state: RandomState = None

    def __post_init__(self) -> None:
        check.integer(self.n_splits, "n_splits", least=1)
        _check_size(self.test_size, "test_size")
        _check_size(self.train_size, "train_size")
        seed(self.random_state)

    def _splits(self, n: int, y: Any) -> Splits:
        sizes = split_sizes(n, self.test_size, self.train_size, default=0.1)
        if not self._stratified:
            return shuffled_splits(n, sizes, self.n_splits, self.random_state)
        counts, codes = class_counts(y, sizes, "y")
        return stratified_splits(counts, codes, sizes, self.n_splits, self.random_state)


@dataclass(frozen=True)
class ShuffleSplit(_Shuffled):
    """Splits the samples at random into a training and a test set, again and again.

    The textbook's 留出法 with random splits repeated (section 2.2.1). Unlike the folds of `KFold`,
    test sets of different splits may share samples. Equal to scikit-learn's, index for index.

    Parameters
    ----------
    n_splits : int >= 1, default 10
        Number of splits.
    test_size : float or int, optional
        Share of the samples in the test set (0 to 1, rounded up), or their number. By default
        what `train_size` leaves; 0.1 if that is not given either.
    train_size : float or int, optional
        Share of the samples in the training set (0 to 1, rounded down), or their number. By
        default what the test set leaves.
    random_state : int, RandomState or Generator, optional
        Seed: the same number, the same splits.

    Raises
    ------
    ValueError, TypeError
        If the sizes leave a set empty, or ask for more samples than there are.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> cv = mk.ShuffleSplit(2, test_size=0.4, random_state=10)
    >>> for train, test in cv.split(range(5)):
    ...     print(train, test)
    [0 4 1] [2 3]
    [4 1 0] [2 3]

    Source
    ------
    Zhou, Machine Learning, section 2.2.1.
    """


@dataclass(frozen=True)
class StratifiedShuffleSplit(_Shuffled):
    """Splits the samples at random, every class in the same proportion, again and again.

    The textbook's 分层采样 (section 2.2.1). ``split(X, y)`` needs y: whole numbers, booleans or
    strings. Equal to scikit-learn's, index for index.

    Parameters
    ----------
    n_splits, test_size, train_size, random_state
        As in `ShuffleSplit`. Each class gives every set its share, rounded down; what is still
        missing comes from the classes with the largest remainders, ties broken at random.

    Raises
    ------
    ValueError, TypeError
        If a class has one sample only, a set has fewer samples than there are classes, the sizes
        leave a set empty, or y holds no labels.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> y = ["spam"] * 4 + ["ham"] * 8
    >>> cv = mk.StratifiedShuffleSplit(1, test_size=0.25, random_state=0)
    >>> for train, test in cv.split(y, y):
    ...     print(sorted(y[i] for i in test))
    ['ham', 'ham', 'spam']

    Source
    ------
    Zhou, Machine Learning, section 2.2.1.
    """

    _stratified = True


# -- one split of any number of columns --------------------------------------------------------


_DEFAULT = 0.25  # the test set's share when nothing is said


@measure
def train_test_split(
    *arrays: Any,
    test_size: Size = None,
    train_size: Size = None,
    random_state: RandomState = None,
    shuffle: bool = True,
    stratify: Any = None,
) -> Found[list[Any]]:
    """Split samples at random into a training and a test set (hold-out).

    The textbook's 留出法 (section 2.2.1): D = S ∪ T, S ∩ T = ∅. It advises to test on 1/5 to 1/3
    of the samples, to stratify, and to repeat, as `ShuffleSplit` does. Equal to scikit-learn's,
    sample for sample.

    Parameters
    ----------
    *arrays : arrays, data frames, Series or lists of n_samples rows
        What to split, all in the same way; each comes back as what it is (tuples and ranges as
        lists).
    test_size : float or int, optional
        Share of the samples in the test set (0 to 1, rounded up), or their number. By default
        what `train_size` leaves; 0.25 if that is not given either.
    train_size : float or int, optional
        Share of the samples in the training set (0 to 1, rounded down), or their number. By
        default what the test set leaves.
    random_state : int, RandomState or Generator, optional
        Seed: the same number, the same split.
    shuffle : bool, default True
        If False, the first samples are the training set and the last the test set.
    stratify : array-like of shape (n_samples,), optional
        Classes (whole numbers, booleans or strings) whose proportions both sets shall keep.

    Returns
    -------
    list of length 2 * len(arrays)
        Training and test rows of the first array, then of the second, ...

    Raises
    ------
    ValueError, TypeError
        If the arrays have different lengths, the sizes leave a set empty or ask for more samples
        than there are, or a class of `stratify` has one sample only.

    Examples
    --------
    Example 2.1:

    >>> import mlevalkit as mk
    >>> X, y = mk.datasets.example("2.1")
    >>> X_train, X_test, y_train, y_test = mk.train_test_split(
    ...     X, y, test_size=0.4, random_state=10
    ... )
    >>> y_train, y_test
    (array([0, 4, 1]), array([2, 3]))
    >>> print(mk.train_test_split.working(X, y, test_size=0.4, random_state=10))
             m_test = ceil(s_test·m) = ceil(0.4 · 5) = 2
             m_train = m - m_test = 5 - 2 = 3
    The samples are shuffled; the first m_test of them are the test set, the next m_train
    the training set.

    Source
    ------
    Zhou, Machine Learning, section 2.2.1.
    """
    n = rows_of(arrays)
    sizes = split_sizes(n, test_size, train_size, _DEFAULT)
    seed(random_state)
    if not shuffle and stratify is not None:
        check.fail("stratify", "None without shuffle (strata are drawn at random)", "classes")
    train, test = _indices(n, sizes, random_state, shuffle, stratify)

    def steps() -> list[Step]:
        lines = _size_lines(n, sizes, test_size, train_size)
        if stratify is not None:
            return [*lines, _say("stratified"), _class_table(stratify, train, test)]
        return [*lines, _say("shuffled" if shuffle else "in_order")]

    return Found(both_parts(arrays, train, test), steps)


train_test_split.__test__ = False  # type: ignore[attr-defined]  # pytest, this is no test


def _indices(
    n: int, sizes: tuple[int, int], random_state: RandomState, shuffle: bool, stratify: Any
) -> tuple[Indices, Indices]:
    if not shuffle:
        return np.arange(sizes[0]), np.arange(sizes[0], sum(sizes))
    if stratify is None:
        return next(shuffled_splits(n, sizes, 1, random_state))
    counts, codes = class_counts(stratify, sizes, "stratify")
    if len(codes) != n:
        check.fail("arrays and stratify", "the same length", f"{n} and {len(codes)}")
    return next(stratified_splits(counts, codes, sizes, 1, random_state))


# -- the working ------------------------------------------------------------------------------


def _size_lines(n: int, sizes: tuple[int, int], test_size: Size, train_size: Size) -> list[Line]:
    if test_size is None and train_size is None:
        test_size = _DEFAULT
    given = {"train": (train_size, sizes[0]), "test": (test_size, sizes[1])}
    lines = [
        _share_line(part, size, n, used)
        for part, (size, used) in given.items()
        if size is not None and not isinstance(size, Integral)
    ]
    for part, other in (("train", "test"), ("test", "train")):
        if given[part][0] is None:
            rest = {"m": n, f"m_{other}": given[other][1]}
            lines.append(line(f"m_{part}", f"m - m_{other}", rest))
    if sum(sizes) < n:
        values = {"m": n, "m_train": sizes[0], "m_test": sizes[1]}
        lines.append(line("m_out", "m - m_train - m_test", values, _say("in_neither")))
    return lines


def _share_line(part: str, size: Any, n: int, used: int) -> Line:
    """Return how a share became a number: as a short decimal, or as a fraction such as 1/3."""
    rounded = "ceil" if part == "test" else "floor"
    for share in (float(f"{float(size):.6g}"), Fraction(float(size)).limit_denominator(1000)):
        if float(share) == float(size) and getattr(math, rounded)(share * n) == used:
            values = {f"s_{part}": share, "m": n}
            return line(
                f"m_{part}", f"{rounded}(s_{part}*m)", values, _rounding_note(share, n, used)
            )
    return line(f"m_{part}", str(used), note=_say(rounded, share=size, n=n))


def _rounding_note(share: Any, n: int, used: int) -> Sentence | None:
    """Return a word on products such as 0.07 times 100, which is a little more than 7."""
    near = round(share * n)
    if used == near or round(share * n, 9) != near:
        return None
    return _say("binary_more" if used > near else "binary_less", share=share, n=n, near=near)


def _class_table(stratify: Any, train: Indices, test: Indices) -> Table:
    """Return how the samples of each class were split."""
    classes, (codes,) = check.encode(check.as_labels(stratify, "stratify"))
    counts = [np.bincount(c, minlength=len(classes)) for c in (codes, codes[train], codes[test])]
    rows = [[str(c), *map(int, row)] for c, *row in zip(classes, *counts, strict=True)]
    return Table([word("class_"), "m", "m_train", "m_test"], rows, _say("class_counts"))
