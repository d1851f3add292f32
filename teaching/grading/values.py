"""Answers as data: what a submission hands over to the judge, and the arguments that come back.

Nothing is pickled: reading a value runs no code of the submission's, and what is read is a plain
number, text, array, or container of these, which equals what it equals.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np

CONTAINERS = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
DTYPE = re.compile("[<>|=]?([biufcO][0-9]{0,2}|U[0-9]+)")  # numbers, booleans, text, objects
MOST = 500_000  # values in one answer
LONGEST_TEXT = 2**22
LARGEST = 2**22  # bits of a whole number
LARGE = 2**12  # bits from which a whole number is written in hexadecimal digits


class Function(str):
    """The name of a function, which stays where it is and can be called there."""


def encode(value: Any) -> Any:
    """Return a value in a form that JSON can write; TypeError or ValueError for what has none."""
    return _Encoder().encode(value)


class _Encoder:
    """Counts the values that it writes, so that an endless iterator comes to an end."""

    left = MOST

    def encode(self, value: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise ValueError(f"more than {MOST:,} values")
        if value is None or type(value) in (bool, float):
            return value
        if type(value) is int:
            return _whole(value)
        if type(value) is str:
            return _text(value)
        for name, container in CONTAINERS.items():
            if isinstance(value, container):
                return {name: [self.encode(part) for part in value]}
        if isinstance(value, dict):
            return {"dict": [[self.encode(key), self.encode(value[key])] for key in value]}
        return self._other(value)

    def _other(self, value: Any) -> Any:
        if type(value) is Function:
            return {"function": str(value)}
        if value is ...:
            return {"blank": None}
        if type(value) is Fraction:
            return {"fraction": [_whole(value.numerator), _whole(value.denominator)]}
        if type(value) is complex:
            return {"complex": [value.real, value.imag]}
        if isinstance(value, np.ndarray | np.generic) or hasattr(value, "to_numpy"):
            return {"array": self._array(np.asarray(value))}
        if hasattr(value, "__iter__"):
            return {"list": [self.encode(part) for part in value]}
        raise TypeError(f"{type(value).__name__} is no number, text, array, list, dict or set")

    def _array(self, array: Any) -> dict[str, Any]:
        if not DTYPE.fullmatch(array.dtype.str):
            raise TypeError(f"array of {array.dtype}: expected numbers, booleans or text")
        if array.size > self.left:
            raise ValueError(f"more than {MOST:,} values")
        values = [self.encode(value) for value in array.ravel().tolist()]
        return {"dtype": array.dtype.str, "shape": array.shape, "values": values}


def _whole(value: int) -> Any:
    bits = value.bit_length()
    if bits > LARGEST:
        raise ValueError(f"a whole number of {bits:,} bits; expected at most {LARGEST:,}")
    return value if bits <= LARGE else {"int": hex(value)}


def _text(value: str) -> str:
    if len(value) > LONGEST_TEXT:
        raise ValueError(f"text of {len(value):,} characters; expected at most {LONGEST_TEXT:,}")
    return value


def decode(said: Any) -> Any:
    """Return what `encode` has written; ValueError if it is something else."""
    if said is None or type(said) in (bool, int, float, str):
        return said
    try:
        ((kind, content),) = said.items()
        if kind in CONTAINERS:
            return CONTAINERS[kind](decode(part) for part in content)
        return READ[kind](content)
    except (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError,
            ValueError) as error:  # fmt: skip
        raise ValueError("not a value that was handed over") from error


def _array(content: dict[str, Any]) -> Any:
    """Return an array, or a number of numpy's if it has no dimension."""
    dtype = content["dtype"]
    if not DTYPE.fullmatch(dtype):
        raise ValueError(dtype)
    values = [decode(part) for part in content["values"]]
    array = np.empty(len(values), dtype) if "O" in dtype else np.array(values, _unsized(dtype))
    if "O" in dtype:
        array[:] = values
    return array.reshape(content["shape"])[()]


def _unsized(dtype: str) -> str:
    """Return the type without the length of texts, which is that of the longest."""
    return "U" if "U" in dtype else dtype


READ = {
    "array": _array,
    "blank": lambda _: ...,
    "complex": lambda parts: complex(*parts),
    "dict": lambda pairs: {decode(key): decode(value) for key, value in pairs},
    "fraction": lambda parts: Fraction(*map(decode, parts)),
    "function": Function,
    "int": lambda digits: int(digits, 16),
}
