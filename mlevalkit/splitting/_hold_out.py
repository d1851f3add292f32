"""`train_test_split`: one random split of any number of columns. Section 2.2.1."""

import math
from collections.abc import Sequence
from fractions import Fraction
from numbers import Integral
from typing import Any

import numpy as np

from .._validation import fail, flag, as_labels, seed
from .._workings import Line, Table, Words, Working, shows
from ._base import Seed
from ._rows import Indices, n_rows, same_rows, take
from ._shuffled import Size, class_counts, shuffled_pairs, split_sizes, stratified_pairs

_DEFAULT = 0.25  # the test set's share when nothing is said


def rows_of(arrays: Sequence[Any]) -> int:
    """Return how many rows all arrays have."""
    if not arrays:
        fail("arrays", "at least one array to split", "none")
    if len(arrays) == 1:
        return n_rows(arrays[0], "arrays")
    for i, column in enumerate(arrays, start=1):
        n_rows(column, f"array {i}")
    return same_rows(**{f"array {i}": a for i, a in enumerate(arrays, start=1)})


def both_parts(arrays: Sequence[Any], train: Indices, test: Indices) -> list[Any]:
    """Return the training and the test rows of every array, one array after another."""
    return [take(a, index) for a in arrays for index in (train, test)]


def _indices(
    n: int, sizes: tuple[int, int], random_state: Seed, shuffle: bool, stratify: Any
) -> tuple[Indices, Indices]:
    if not shuffle:
        return np.arange(sizes[0]), np.arange(sizes[0], sum(sizes))
    if stratify is None:
        return next(shuffled_pairs(n, sizes, 1, random_state))
    counts, codes = class_counts(stratify, sizes, "stratify")
    if len(codes) != n:
        fail("arrays and stratify", "the same length", f"{n} and {len(codes)}")
    return next(stratified_pairs(counts, codes, sizes, 1, random_state))


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
        note = ("in neither set", "两个集合都不含")
        lines.append(Line(None, "m_out", "m - m_train - m_test", values, note))
    return lines


def _share_line(part: str, size: Any, n: int, used: int) -> Line:
    """Return how a share became a number: as a short decimal, or as a fraction such as 1/3."""
    rounded = "ceil" if part == "test" else "floor"
    for share in (float(f"{size:.6g}"), Fraction(float(size)).limit_denominator(1000)):
        if float(share) == float(size) and getattr(math, rounded)(share * n) == used:
            values, note = {f"s_{part}": share, "m": n}, _rounding_note(share, n, used)
            return Line(None, f"m_{part}", f"{rounded}(s_{part}*m)", values, note)
    en, zh = ("up", "上") if part == "test" else ("down", "下")
    note = (f"{size} times {n}, rounded {en}", f"{size} 乘 {n}，向{zh}取整")
    return Line(None, f"m_{part}", str(used), note=note)


def _rounding_note(share: Any, n: int, used: int) -> tuple[str, str] | None:
    """Return a word on products such as 0.07 times 100, which is a little more than 7."""
    near = round(share * n)
    if used == near or round(share * n, 9) != near:
        return None
    en, zh = ("more", "略大") if used > near else ("less", "略小")
    return (f"in binary, {share} times {n} is a little {en} than {near}",
            f"用二进制计算时，{share} 乘 {n} 比 {near} {zh}")  # fmt: skip


_HOW = {
    "ordered": (
        "No shuffling: the first m_train samples are the training set, the next m_test the "
        "test set.",
        "不打乱：前 m_train 个样本作训练集，接下来的 m_test 个作测试集。",
    ),
    "shuffled": (
        "The samples are shuffled; the first m_test of them are the test set, the next m_train "
        "the training set.",
        "先把样本随机打乱，前 m_test 个作测试集，接下来的 m_train 个作训练集。",
    ),
    "stratified": (
        "Each class gives both sets its share, rounded down; what is missing comes from the "
        "classes with the largest remainders, ties by lot.",
        "各类按比例（向下取整）分给两个集合；不足的名额给余数最大的类，余数相同则抽签。",
    ),
}


def _class_table(value: list[Any], arrays: Sequence[Any], options: dict[str, Any]) -> list[Table]:
    """Return how the classes were split, if the labels can be found again."""
    stratify = options["stratify"]
    found = [value[2 * i : 2 * i + 2] for i, a in enumerate(arrays) if a is stratify]
    if not found and isinstance(options["random_state"], Integral):
        found = [train_test_split(stratify, **options)]
    if not found:
        return []
    parts = [as_labels(part, "stratify").tolist() for part in (stratify, *found[0])]
    rows = [[str(c), *(p.count(c) for p in parts)] for c in sorted(set(parts[0]))]
    caption = ("Samples of each class", "每一类的样本数")
    return [Table(['"class"', "m", "m_train", "m_test"], rows, caption)]


def _working(value: list[Any], arrays: Sequence[Any], **options: Any) -> Working:
    n = rows_of(arrays)
    sizes = (n_rows(value[0], "arrays"), n_rows(value[1], "arrays"))
    lines = _size_lines(n, sizes, options["test_size"], options["train_size"])
    if not options["shuffle"]:
        return Working(value, *lines, Words(*_HOW["ordered"]))
    if options["stratify"] is None:
        return Working(value, *lines, Words(*_HOW["shuffled"]))
    table = _class_table(value, arrays, options)
    return Working(value, *lines, Words(*_HOW["stratified"]), *table)


# -- the public function ----------------------------------------------------------------------


@shows(_working)
def train_test_split(
    *arrays: Any,
    test_size: Size = None,
    train_size: Size = None,
    random_state: Seed = None,
    shuffle: bool = True,
    stratify: Any = None,
) -> list[Any]:
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
    random_state : int or numpy.random.RandomState, optional
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
    return both_parts(arrays, *_indices(n, sizes, random_state, shuffle, stratify))


train_test_split.__test__ = False  # type: ignore[attr-defined]  # pytest, this is no test
