"""`train_test_split`: one random split of any number of columns. Section 2.2.1."""

import math
from fractions import Fraction
from numbers import Integral
from typing import Any

import numpy as np

from .._validation import RandomState, as_labels, encode, fail, flag, seed
from .._workings import Found, Line, Messages, Sentence, Step, Table, measure
from .rows import Indices, both_parts, rows_of
from .shuffle_split import Size, class_counts, shuffled_splits, split_sizes, stratified_splits

_say = Messages(__package__)

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
    if not flag(shuffle, "shuffle") and stratify is not None:
        fail("stratify", "None without shuffle (strata are drawn at random)", "classes")
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
        fail("arrays and stratify", "the same length", f"{n} and {len(codes)}")
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
            values = {"m": n, f"m_{other}": given[other][1]}
            lines.append(Line(None, f"m_{part}", f"m - m_{other}", values))
    if sum(sizes) < n:
        values = {"m": n, "m_train": sizes[0], "m_test": sizes[1]}
        lines.append(Line(None, "m_out", "m - m_train - m_test", values, _say("in_neither")))
    return lines


def _share_line(part: str, size: Any, n: int, used: int) -> Line:
    """Return how a share became a number: as a short decimal, or as a fraction such as 1/3."""
    rounded = "ceil" if part == "test" else "floor"
    for share in (float(f"{size:.6g}"), Fraction(float(size)).limit_denominator(1000)):
        if float(share) == float(size) and getattr(math, rounded)(share * n) == used:
            values, note = {f"s_{part}": share, "m": n}, _rounding_note(share, n, used)
            return Line(None, f"m_{part}", f"{rounded}(s_{part}*m)", values, note)
    return Line(None, f"m_{part}", str(used), note=_say(rounded, share=size, n=n))


def _rounding_note(share: Any, n: int, used: int) -> Sentence | None:
    """Return a word on products such as 0.07 times 100, which is a little more than 7."""
    near = round(share * n)
    if used == near or round(share * n, 9) != near:
        return None
    return _say("binary_more" if used > near else "binary_less", share=share, n=n, near=near)


def _class_table(stratify: Any, train: Indices, test: Indices) -> Table:
    """Return how the samples of each class were split."""
    classes, (codes,) = encode(as_labels(stratify, "stratify"))
    counts = [np.bincount(c, minlength=len(classes)) for c in (codes, codes[train], codes[test])]
    rows = [[str(c), *map(int, row)] for c, *row in zip(classes, *counts, strict=True)]
    return Table(['"class"', "m", "m_train", "m_test"], rows, _say("class_counts"))
