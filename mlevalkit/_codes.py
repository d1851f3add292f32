"""Labels as codes 0..k-1: counted, looked up, or at worst sorted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Codes = NDArray[np.intp]

_SPAN = 1024  # whole-number labels closer together than this are counted, not sorted
_SHORT = 600  # so few strings go through a dictionary
_CHUNK = 4096  # strings looked up at a time, so that they stay in the cache
_FEW = 256  # so many distinct strings can be looked up by their letters
_KEYS = 2**16


def distinct(y: Array) -> Array:
    """Return the sorted distinct labels."""
    return encode(y)[0]


def encode(*columns: Array) -> tuple[Array, list[Codes]]:
    """Return the sorted distinct labels of all columns, and each column as indexes into them."""
    kind = "".join(c.dtype.kind for c in columns)
    if "U" in kind:
        return _encode_strings(columns)
    if "f" in kind:  # whole numbers all the same, `labels` saw to it
        classes, codes = encode(*(c.astype(np.int64) for c in columns))
        return classes.astype(np.float64), codes
    low, high = min(int(c.min()) for c in columns), max(int(c.max()) for c in columns)
    if high - low >= _SPAN:
        return _encode_sorted(columns)
    # A label may need 64 bits where an index has 32, as in a browser.
    codes = [(c.astype(np.int64) - low).astype(np.intp, copy=False) for c in columns]
    seen = np.sum([np.bincount(c, minlength=high - low + 1) for c in codes], axis=0) > 0
    classes = np.flatnonzero(seen).astype(np.int64) + low
    if not seen.all():
        place = np.cumsum(seen) - 1
        codes = [place[c] for c in codes]
    return classes.astype(np.result_type(*columns)), codes


def _encode_sorted(columns: tuple[Array, ...]) -> tuple[Array, list[Codes]]:
    classes, codes = np.unique(np.concatenate(columns), return_inverse=True)
    return classes, np.split(codes.ravel(), np.cumsum([len(c) for c in columns])[:-1])


# -- strings ----------------------------------------------------------------------------------


def _encode_strings(columns: tuple[Array, ...]) -> tuple[Array, list[Codes]]:
    width = max(c.dtype.itemsize for c in columns) // 4
    if width and sum(map(len, columns)) > _SHORT:
        looked_up = _look_up([np.ascontiguousarray(c, dtype=f"U{width}") for c in columns], width)
        if looked_up is not None:
            return looked_up
    lists = [c.tolist() for c in columns]
    names = sorted(set().union(*lists))
    place = {name: i for i, name in enumerate(names)}
    codes = [np.fromiter(map(place.__getitem__, x), np.intp, len(x)) for x in lists]
    return np.array(names), codes


def _look_up(columns: list[Array], width: int) -> tuple[Array, list[Codes]] | None:
    """Encode many strings of few kinds, or give up (None)."""
    book = _book(sorted(set(columns[0][:64].tolist())), width)
    codes = [np.empty(len(c), np.intp) for c in columns]
    for column, code in zip(columns, codes, strict=True):
        letters = column.view(np.uint32).reshape(-1, width)
        for start in range(0, len(letters), _CHUNK):
            part = letters[start : start + _CHUNK]
            while book is not None:
                wrong = book.read(part, code[start : start + _CHUNK])
                if not len(wrong):
                    break
                new = set(wrong[:64].view(f"U{width}").ravel().tolist())
                book = _book([*book.names, *sorted(new)], width)
            if book is None:
                return None
    assert book is not None
    names = np.array(book.names)
    order = np.argsort(names)
    if (order[1:] < order[:-1]).any():
        place = np.argsort(order)
        codes = [place[c] for c in codes]
    return names[order], codes


@dataclass(frozen=True, slots=True)
class _Book:
    """Known strings, as rows of letters, and the letters that tell them apart."""

    names: list[str]
    letters: NDArray[np.uint32]
    telling: list[int]
    code_of_key: Codes

    def read(self, part: NDArray[np.uint32], code: Codes) -> NDArray[np.uint32]:
        """Write the code of each string of `part`; return the strings that are not known."""
        np.take(self.code_of_key, _keys(part, self.telling), out=code, mode="clip")
        same = np.take(self.letters, code, axis=0, mode="clip") == part
        return part[:0] if same.all() else part[~same.all(axis=1)]


def _book(names: list[str], width: int) -> _Book | None:
    """Return a book of the names, if letters are found that give each of them its own key."""
    letters = np.array(names, dtype=f"U{width}").view(np.uint32).reshape(-1, width)
    differ = np.flatnonzero((letters != letters[0]).any(axis=0)).tolist() or [0]
    for telling in [*([i] for i in differ), differ]:
        keys = _keys(letters, telling)
        if len(names) <= _FEW and len(set(keys.tolist())) == len(names):
            code_of_key = np.zeros(_KEYS, np.intp)
            code_of_key[keys] = np.arange(len(names))
            return _Book(names, letters, telling, code_of_key)
    return None


def _keys(letters: NDArray[np.uint32], telling: list[int]) -> NDArray[np.uint32]:
    """Return a key made of the telling letters."""
    keys = letters[:, telling[-1]]
    for i in telling[-2::-1]:
        keys = keys * np.uint32(40_503) + letters[:, i]
    return keys & np.uint32(_KEYS - 1)
