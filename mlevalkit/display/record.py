"""Frozen dataclasses whose arrays cannot be changed and that are equal by value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, dataclass_transform

import numpy as np


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
class Record:
    """The base of what is handed to users: each subclass is a frozen dataclass, undecorated.

    Arrays are copied and read-only, lists become tuples, so that a record does not change with what
    it was made from. Two records are equal if their types and fields are (but for a
    ``field(compare=False)``); NaN equals NaN.
    """

    __dataclass_fields__: dict[str, Any]
    __match_args__: tuple[str, ...]  # the names of the fields that a record is made from

    def __init_subclass__(cls) -> None:
        shows_fields = cls.__repr__ is object.__repr__
        dataclass(frozen=True, eq=False, repr=shows_fields)(cls)

    def __post_init__(self) -> None:
        for name in self.__match_args__:
            value = getattr(self, name)
            if isinstance(value, (np.ndarray, list, tuple)):
                object.__setattr__(self, name, _owned(value))  # fields are frozen

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        compared = (n for n in self.__match_args__ if self.__dataclass_fields__[n].compare)
        return all(_equal(getattr(self, name), getattr(other, name)) for name in compared)

    def __reduce__(self) -> tuple[Any, ...]:  # a copy is made anew, with arrays of its own
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)


def _owned(value: Any) -> Any:
    if isinstance(value, np.ndarray) and (value.flags.writeable or value.base is not None):
        value = value.copy()
        value.setflags(write=False)
    return tuple(map(_owned, value)) if type(value) in (list, tuple) else value


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return np.array_equal(a, b, equal_nan=a.dtype.kind == b.dtype.kind == "f")
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_equal(v, b[key]) for key, v in a.items())
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(_equal, a, b))
    return bool(a == b or (a != a and b != b))
