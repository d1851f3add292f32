"""Input for the fuzz test: what must be refused, what must not matter, and all the rest."""

import copy
import datetime
import enum
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

Change = Callable[[np.ndarray], Any]


class Liar:
    """Has a length and items, and fails when they are read."""

    def __len__(self):
        return 12

    def __getitem__(self, i):
        raise ValueError("nothing here")


class Angry:
    """Cannot be turned into an array, a number, a truth value, or compared."""

    def __array__(self, dtype=None, copy=None):
        raise ValueError("no array here")

    def __float__(self):
        raise ValueError("no number here")

    def __bool__(self):
        raise TypeError("neither true nor false")

    def __eq__(self, other):
        raise ValueError("not to be compared")

    __hash__ = None


class Text(str):
    """A string, but not quite."""


class Level(enum.IntEnum):
    """A whole number with a name."""

    LOW = 0
    HIGH = 1


class Child(np.ndarray):
    """An array of a class of its own."""


# -- arrays -----------------------------------------------------------------------------------


def _with(value: object) -> Change:
    """Put a value in the place of the last one."""

    def change(a: np.ndarray) -> Any:
        kind = object if not isinstance(value, float) or a.dtype.kind in "U" else float
        b = a.astype(kind)
        b[(-1,) * a.ndim] = value
        return b

    return change


def _masked(a: np.ndarray) -> Any:
    mask = np.zeros(a.shape, bool)
    mask[(0,) * a.ndim] = True
    return np.ma.MaskedArray(a, mask)


# Data of these kinds has no meaning: an error, never a number.
REFUSED: dict[str, Change] = {
    "nothing": lambda a: [],
    "no rows": lambda a: a[:0],
    "a single value": lambda a: np.array(a.ravel()[0]),
    "four dimensions": lambda a: np.broadcast_to(a, (2, 2, *a.shape))[..., np.newaxis],
    "ragged": lambda a: [*a.tolist()[:-1], [1, [2, 3]]],
    "ragged rows": lambda a: [[1], [1, 2], *a.tolist()[2:]],
    "one masked": _masked,
    "all masked": lambda a: np.ma.masked_all_like(a),
    "NaN": _with(float("nan")),
    "inf": _with(float("inf")),
    "None inside": _with(None),
    "pandas NA": _with(pd.NA),
    "pandas NaT": _with(pd.NaT),
    "an object": _with(object()),
    "bytes inside": _with(b"1"),
    "a complex number inside": _with(1j),
    "complex": lambda a: np.ones(a.shape, complex) * 1j,
    "dates": lambda a: np.zeros(a.shape, "datetime64[D]"),
    "durations": lambda a: np.zeros(a.shape, "timedelta64[s]"),
    "bytes": lambda a: np.full(a.shape, b"x"),
    "fields": lambda a: np.zeros(a.shape, dtype=[("a", float), ("b", int)]),
    "strings and numbers": lambda a: [*a.ravel().tolist()[:-1], "1" if a.dtype.kind != "U" else 1],
    "tuples": lambda a: [(1, "a")] * len(a),
    "text": lambda a: "0101" * 3,
    "a mapping": lambda a: dict.fromkeys(range(len(a)), 1),
    "a set": lambda a: set(range(len(a))),
    "a liar": lambda a: Liar(),
    "angry": lambda a: Angry(),
    "a function": lambda a: len,
    "Ellipsis": lambda a: ...,
    "pandas with NA": lambda a: pd.Series([1, None] * 6, dtype="Int64"),
    "pandas dates": lambda a: pd.Series(pd.date_range("2024-01-01", periods=len(a))),
}  # fmt: skip


def _unaligned(a: np.ndarray) -> Any:
    space = np.zeros(a.nbytes + 1, np.uint8)
    b = space[1:].view(a.dtype).reshape(a.shape)
    b[...] = a
    return b


def read_only(a: np.ndarray) -> Any:
    """Return a copy that refuses to be written to."""
    b = a.copy()
    b.flags.writeable = False
    return b


def _pandas(a: np.ndarray, index: Callable[[int], Any], **options: Any) -> Any:
    kind = pd.Series if a.ndim == 1 else pd.DataFrame
    return kind(a, index=index(len(a)), **options)


# The same data in another dress: the same result.
SAME: dict[str, Change] = {
    "list": lambda a: a.tolist(),
    "tuple": lambda a: tuple(map(tuple, a)) if a.ndim > 1 else tuple(a.tolist()),
    "numpy numbers in a list": lambda a: list(a),
    "objects": lambda a: a.astype(object),
    "read-only": read_only,
    "every second value": lambda a: np.repeat(a, 2, axis=0)[::2],
    "backwards": lambda a: a[::-1].copy()[::-1],
    "by columns": lambda a: np.asfortranarray(a),
    "other byte order": lambda a: a.astype(a.dtype.newbyteorder()),
    "unaligned": _unaligned,
    "subclass": lambda a: a.view(Child),
    "masked, nothing masked": lambda a: np.ma.MaskedArray(a),
    "long doubles": lambda a: a.astype(np.longdouble if a.dtype.kind == "f" else a.dtype),
    "long strings": lambda a: a.astype(np.dtypes.StringDType()) if a.dtype.kind == "U" else a[:],
    "pandas": lambda a: _pandas(a, range),
    "pandas' own types": lambda a: _pandas(a, range).convert_dtypes(),
    "pandas, index of one value": lambda a: _pandas(a, lambda n: [7] * n),
    "pandas, index of text": lambda a: _pandas(a, lambda n: [f"样本 {i}" for i in range(n)]),
}


def _cast(dtype: Any, factor: float = 1) -> Change:
    def change(a: np.ndarray) -> Any:
        with np.errstate(all="ignore"):
            return (a.astype(float) * factor).astype(dtype)

    return change


def numeric(change: Change) -> Change:
    """Make a change of numbers work on labels that are strings, too."""
    return lambda a: change(a if a.dtype.kind != "U" else np.unique(a, return_inverse=True)[1])


def _labelled(*labels: Any) -> Change:
    return lambda a: np.array([labels[i % len(labels)] for i in range(len(a))])


# Data that is strange and may well be right: a result of the right shape, or an error.
STRANGE: dict[str, Change] = {
    "one value": lambda a: a[:1],
    "one short": lambda a: a[:-1],
    "twice": lambda a: np.concatenate([a, a]),
    "a column": lambda a: a.reshape(-1, 1),
    "a row": lambda a: a.reshape(1, -1),
    "turned": lambda a: a.T,
    "all the same": lambda a: np.full_like(a, a.ravel()[0]),
    "shuffled": lambda a: np.roll(a, 1, axis=0),
    **{f"as {t}": numeric(_cast(t)) for t in (
        "bool", "int8", "uint8", "int16", "int64", "uint64", "float16", "float32", "longdouble",
        ">i4", ">f8", "U3", "O")},
    **{f"times {f}": numeric(_cast(float, f)) for f in (
        -1.0, 0.0, -0.0, 5e-324, 1e-310, 1e-160, 1e16, 1e160, 1e300, 0.1)},
    "zeros of both signs": lambda a: np.resize([0.0, -0.0], a.shape),
    "neighbours": lambda a: np.resize([1.0, 1 + 2**-52], a.shape),
    "the largest": lambda a: np.resize([1.7e308, -1.7e308], a.shape),
    "2**63": lambda a: np.resize(np.array([2**63, 2**63 + 1], np.uint64), a.shape),
    "int64's ends": lambda a: np.resize([-(2**63), 2**63 - 1], a.shape),
    "whole and broken": lambda a: np.resize([0, 0.5], a.shape),
    "unicode": _labelled("混淆", "мир", "é", "e\u0301", "\U0001f600", "\u202e"),
    "empty text": _labelled("", "a"),
    "markup": _labelled("<b>&amp;</b>", "$x_1$", "}{%s\\"),
    "very long": _labelled("x" * 5000, "y" * 5000),
    "digits as text": _labelled("0", "1"),
    "text of a class of its own": lambda a: [Text("a"), Text("b")] * (len(a) // 2),
    "fractions": lambda a: [Fraction(i, 3) for i in range(len(a))],
    "decimals": lambda a: [Decimal(i) for i in range(len(a))],
    "truth and numbers": lambda a: [True, 0] * (len(a) // 2),
    "pandas text": lambda a: pd.Series(["a", "b"] * (len(a) // 2), dtype="string"),
    "pandas categories": lambda a: pd.Series(["b", "a"] * (len(a) // 2), dtype="category"),
    "pandas truth": lambda a: pd.Series([True, False] * (len(a) // 2), dtype="boolean"),
    "pandas sparse": lambda a: pd.Series(pd.arrays.SparseArray([0, 1] * (len(a) // 2))),
    "range": lambda a: range(len(a)),
    "many classes": lambda a: np.arange(len(a)) * 1000,
    "three classes": lambda a: np.resize([0, 1, 2], a.shape),
    "a generator": lambda a: (v for v in a.tolist()),
    "large": lambda a: np.resize(a, (3000, *a.shape[1:])),
    "a mapping of it": lambda a: {"A": a, "B": a},
    "a list of it": lambda a: [a],
}  # fmt: skip

# -- single values ----------------------------------------------------------------------------

_NUMBERS = [
    -1, 0, 1, 2, 3, 12, 255, 256, 2**31, 2**53 + 1, 2**63, 10**30, 10**400, -(10**30),
    0.0, -0.0, 5e-324, 1e-300, 1e-17, 1e-9, 0.05, 0.5, 0.9, 1 - 2**-53, 1.0, 1 + 2**-52, 1.5, 2.5,
    1e9, 1e300, 1.7e308, float("nan"), float("inf"), float("-inf"),
    True, False, 1j, Fraction(1, 3), Decimal("0.5"), Level.HIGH,
]  # fmt: skip
_NUMPY = [
    np.int8(3), np.uint8(255), np.int64(2), np.uint64(2**63), np.float16(0.5), np.float32(0.1),
    np.longdouble("0.1"), np.float64("nan"), np.float64(0.25), np.complex128(1j), np.bool_(True),
    np.str_("macro"), np.bytes_(b"x"), np.datetime64("2024-02-29"), np.timedelta64(1, "s"),
]  # fmt: skip
_WORDS = [
    "", "binary", "macro", "micro", "weighted", "exact", "textbook", "roc", "true", "all", "warn",
    "Macro ", "no such thing", "0.5", "混淆矩阵", "\0", "x" * 10_000, Text("macro"), b"macro",
]  # fmt: skip

_DATA = [
    None, ..., NotImplemented, pd.NA, pd.NaT, np.ma.masked, np.array(0.5), np.array([0.5]),
    np.array([]), np.array([0, 1]), np.ma.MaskedArray([0.1, 0.2], [True, False]),
    pd.Series([0.1, 0.2], index=["b", "a"]), [], (), {}, set(), [0.5], (0, 1), (1, 0),
    (0.0, float("inf")), [0, 1], ["a", "b"], ["a", 1], [None], [[0, 1], [1, 0]], {"a": 1},
    range(2, 5), slice(None),
]  # fmt: skip
_OBJECTS = [
    object(), Angry(), Liar(), len, lambda *a: None, lambda *a: float("nan"), float, type,
]  # fmt: skip
_DRAWS = [datetime.date(2024, 2, 29), np.random.RandomState(0), np.random.default_rng(0)]


def _copies(values: list[Any]) -> list[Callable[[], Any]]:
    return [partial(copy.deepcopy, value) for value in values]


SINGLE = [
    *_copies([*_NUMBERS, *_NUMPY, *_WORDS, *_DATA]),
    lambda: (v for v in (1, 2)),
    *_copies(_OBJECTS),
    lambda: np,
    *_copies(_DRAWS),
]


def fingerprint(value: Any) -> Any:
    """Return what must be the same before and after a call."""
    if isinstance(value, np.ma.MaskedArray):
        return "masked", fingerprint(value.data), fingerprint(np.ma.getmaskarray(value))
    if isinstance(value, np.ndarray):
        if value.dtype.kind in "OT":
            content: Any = [id(v) if value.dtype.kind == "O" else v for v in value.ravel()]
        else:
            content = value.tobytes()
        return value.dtype.str, value.shape, value.strides, value.flags.writeable, content
    if isinstance(value, (pd.Series, pd.DataFrame)):
        return type(value), value.to_csv(), str(getattr(value, "dtypes", ""))
    if isinstance(value, (list, tuple)):
        return type(value), [fingerprint(v) for v in value]
    if isinstance(value, dict):
        return [(k, fingerprint(v)) for k, v in value.items()]
    if isinstance(value, np.random.RandomState):
        return "stream"
    return type(value), id(value)
