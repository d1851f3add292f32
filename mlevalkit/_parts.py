"""Long columns a stretch at a time, so that what is made of a stretch stays in the cache."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numpy.typing import NDArray

_LENGTH = 65_536


def parts(*columns: NDArray[Any]) -> Iterator[tuple[NDArray[Any], ...]]:
    """Yield the columns, all of one length, stretch by stretch."""
    n = len(columns[0])
    if n <= _LENGTH:
        yield columns
        return
    for start in range(0, n, _LENGTH):
        yield tuple(column[start : start + _LENGTH] for column in columns)
