"""Rows of samples in whatever they are kept: arrays, data frames, lists."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._validation import Array, fail

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
    """Return how many rows all columns have; a column that is None does not count."""
    lengths = {name: n_rows(c, name) for name, c in columns.items() if c is not None}
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
    named = {f"array {i}": a for i, a in enumerate(arrays, start=1)}
    for name, array in named.items():
        n_rows(array, name)  # where `same_rows` would pass over None
    return same_rows(**named)


def both_parts(arrays: Sequence[Any], train: Indices, test: Indices) -> list[Any]:
    """Return the training and the test rows of every array, one array after another."""
    return [take(a, index) for a in arrays for index in (train, test)]


def take(rows: Any, index: Indices) -> Any:
    """Return some rows, in the order of `index`, as the same kind of thing."""
    if hasattr(rows, "iloc"):
        return rows.iloc[index]
    array = hasattr(rows, "shape") and not isinstance(rows, memoryview)
    return rows[index] if array else [rows[i] for i in index.tolist()]


def sorted_by(codes: Array) -> Indices:
    """Return the positions sorted by code, stably: small numbers sort in linear time."""
    small = codes.astype(np.min_scalar_type(int(codes.max())), copy=False)
    return np.argsort(small, kind="stable")
