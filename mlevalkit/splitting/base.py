"""Rows of samples in whatever they are kept, and the base of all splitters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from .._validation import Array, NDArray, fail

Indices = NDArray[np.intp]


def n_rows(values: Any, name: str) -> int:
    """Return how many rows there are, at least one."""
    sized = hasattr(values, "__getitem__") and (
        hasattr(values, "shape") or hasattr(values, "__len__")
    )
    if not sized or isinstance(values, (str, bytes, Mapping, set, frozenset)):
        fail(name, "a sequence, an array or a data frame", type(values).__name__, TypeError)
    shape = getattr(values, "shape", None)
    if shape == ():
        fail(name, "one row per sample", "a single value")
    n = len(values) if shape is None else int(shape[0])
    if n == 0:
        fail(name, "at least one sample", "none")
    return n


def same_rows(**columns: Any) -> int:
    """Return how many rows all columns have."""
    lengths = {name: n_rows(c, name) for name, c in columns.items()}
    if len(set(lengths.values())) > 1:
        got = ", ".join(f"{n} {name}" for name, n in lengths.items())
        fail(" and ".join(lengths), "the same length", got)
    return next(iter(lengths.values()))


def rows_of(arrays: Sequence[Any]) -> int:
    """Return how many rows all arrays have."""
    if not arrays:
        fail("arrays", "at least one array to split", "none")
    if len(arrays) == 1:
        return n_rows(arrays[0], "arrays")
    return same_rows(**{f"array {i}": a for i, a in enumerate(arrays, start=1)})


def both_parts(arrays: Sequence[Any], train: Indices, test: Indices) -> list[Any]:
    """Return the training and the test rows of every array, one array after another."""
    return [take(a, index) for a in arrays for index in (train, test)]


def take(rows: Any, index: Indices) -> Any:
    """Return some rows, in the order of `index`, as the same kind of thing."""
    if hasattr(rows, "iloc"):
        return rows.iloc[index]
    array = hasattr(rows, "shape") and not isinstance(rows, memoryview)
    return rows[index] if array else [rows[i] for i in index.tolist()]


def members(codes: Array) -> list[Indices]:
    """Return the positions of each code 0, 1, ..., ascending."""
    small = codes.astype(np.min_scalar_type(int(codes.max())), copy=False)  # sorts in linear time
    return np.split(np.argsort(small, kind="stable"), np.cumsum(np.bincount(codes))[:-1])


# -- the base of all splitters -----------------------------------------------------------------


Splits = Iterator[tuple[Indices, Indices]]  # training and test samples


class Splitter(ABC):
    """Deals samples out to training and test sets, again and again."""

    n_splits: int
    n_repeats: int = 1
    _stratified: ClassVar[bool] = False  # whether every class is dealt out by itself

    def split(self, X: Any, y: Any = None, groups: None = None) -> Splits:
        """Return the splits, one after another.

        Parameters
        ----------
        X : array, data frame or list of n_samples rows
            The samples; only their number matters.
        y : array-like of shape (n_samples,), optional
            The classes; the stratified splitters need them, the others look only at its length.
        groups : None
            Not supported; here so that scikit-learn's own functions take the splitter as `cv`.

        Yields
        ------
        train, test : ndarray of int
            The positions of the training and of the test samples.

        Raises
        ------
        ValueError, TypeError
            If X holds no rows or too few of them, or `y` does not fit to it.
        """
        if groups is not None:
            fail("groups", "None (groups are not supported)", type(groups).__name__)
        n = n_rows(X, "X") if y is None else same_rows(X=X, y=y)
        return self._splits(n, y)

    @abstractmethod
    def _splits(self, n: int, y: Any) -> Splits:
        """Check what is asked of n samples, and return the splits."""

    def get_n_splits(self, X: Any = None, y: Any = None, groups: None = None) -> int:
        """Return how many splits there are; the arguments do not matter."""
        return int(self.n_splits * self.n_repeats)
