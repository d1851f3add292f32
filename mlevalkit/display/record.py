"""Frozen objects that own what they hold, are equal by value, and survive copying."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Number
from types import MappingProxyType
from typing import Any, Self

import numpy as np

_SIMPLE = {float, int, bool, str, type(None)}  # nothing to copy


class Record:
    """The base of frozen dataclasses that are handed to users.

    Arrays and lists are copied, arrays and mappings made read-only, so that a record does not
    change with what it was made from. Two records are equal if their types and fields are (but for
    a ``field(compare=False)``); NaN equals NaN. A subclass is decorated with
    ``@dataclass(frozen=True, slots=True, eq=False, repr=False)``.
    """

    __slots__ = ()
    __dataclass_fields__: dict[str, Any]
    __match_args__: tuple[str, ...]  # the names of the fields that a record is made from

    def __post_init__(self) -> None:
        for name in self.__match_args__:
            value = getattr(self, name)
            if type(value) not in _SIMPLE and (own := _owned(value)) is not value:
                object.__setattr__(self, name, own)  # fields are frozen

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(_equal(getattr(self, n), getattr(other, n)) for n in self._compared())

    def __hash__(self) -> int:
        values = (getattr(self, name) for name in self._compared())
        return hash((type(self), *(v for v in values if isinstance(v, (str, Number)) and v == v)))

    def _compared(self) -> list[str]:
        every = self.__dataclass_fields__.values()
        return [f.name for f in every if f.name in self.__match_args__ and f.compare]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(_plain(getattr(self, name)) for name in self.__match_args__)

    def __copy__(self) -> Self:
        return self


def _owned(value: Any) -> Any:
    if type(value) is tuple and _is_fixed(value):
        return value
    if isinstance(value, np.ndarray):
        if value.flags.writeable or value.base is not None:
            value = value.copy()
            value.setflags(write=False)
    elif type(value) in (list, tuple):
        return tuple(map(_owned, value))
    elif isinstance(value, dict):
        return MappingProxyType({key: _owned(v) for key, v in value.items()})
    return value


def _is_fixed(value: tuple[Any, ...]) -> bool:
    """Tell whether nothing in a tuple, however deep, can change: then it has a hash."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _plain(value: Any) -> Any:
    if isinstance(value, MappingProxyType):
        return {key: _plain(v) for key, v in value.items()}
    return tuple(map(_plain, value)) if type(value) is tuple else value


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        a = np.asarray(a)
        b = np.asarray(b)
        return a.shape == b.shape and bool(((a == b) | ((a != a) & (b != b))).all())
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_equal(v, b[key]) for key, v in a.items())
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(_equal, a, b))
    return bool(a == b or (a != a and b != b))
