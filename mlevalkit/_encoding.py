"""Labels as codes 0..k-1."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Codes = NDArray[np.intp]

_SPAN = 1024  # whole-number labels closer together than this are counted, not sorted


def distinct(y: Array) -> Array:
    """Return the sorted distinct labels."""
    return encode(y)[0]


def encode(*columns: Array) -> tuple[Array, list[Codes]]:
    """Return the sorted distinct labels of all columns, and each column as indexes into them."""
    if all(c.dtype.kind in "bi" for c in columns):
        low, high = min(int(c.min()) for c in columns), max(int(c.max()) for c in columns)
        if high - low < _SPAN:
            return _counted(columns, low, high - low + 1)
    classes, codes = np.unique(np.concatenate(columns), return_inverse=True)
    return classes, np.split(codes, np.cumsum([len(c) for c in columns])[:-1])


def _counted(columns: tuple[Array, ...], low: int, span: int) -> tuple[Array, list[Codes]]:
    # A label may need 64 bits where an index has 32, as in a browser.
    codes = [(c.astype(np.int64) - low).astype(np.intp, copy=False) for c in columns]
    seen = np.sum([np.bincount(c, minlength=span) for c in codes], axis=0) > 0
    place = np.cumsum(seen) - 1
    classes = np.flatnonzero(seen).astype(np.int64) + low
    return classes.astype(np.result_type(*columns)), [place[c] for c in codes]
