"""Answers as data: what a submission hands over to the judge, and the arguments that come back.

Nothing is pickled: reading a value runs no code of the submission's, and what is read is a plain
number, text, array, or container of these, which equals what it equals.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

CONTAINERS = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
NUMBERS = "biufc"  # kinds of numpy's types, and text: U


class Function(str):
    """The name of a function, which stays where it is and can be called there."""


# Types that are written as a word and what they are made of.
WRITTEN: dict[type, tuple[str, Any]] = {
    Function: ("function", str),
    type(...): ("blank", lambda _: None),
    Fraction: ("fraction", lambda value: [value.numerator, value.denominator]),
    complex: ("complex", lambda value: [value.real, value.imag]),
}


def encode(value: Any) -> Any:
    """Return a value in a form that JSON can write; TypeError for what is not data."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    for name, container in CONTAINERS.items():
        if isinstance(value, container):
            return {name: [encode(part) for part in value]}
    if isinstance(value, dict):
        return {"dict": [[encode(key), encode(value[key])] for key in value]}
    if type(value) in WRITTEN:
        kind, parts = WRITTEN[type(value)]
        return {kind: parts(value)}
    if isinstance(value, np.ndarray | np.generic) or hasattr(value, "to_numpy"):
        return {"array": _described(np.asarray(value))}
    if hasattr(value, "__iter__"):
        return {"list": [encode(part) for part in value]}
    raise TypeError(f"{type(value).__name__} is no number, text, array, list, dict or set")


def _described(array: Any) -> dict[str, Any]:
    if array.dtype.kind not in NUMBERS + "UO":
        raise TypeError(f"array of {array.dtype}: expected numbers, booleans or text")
    return {
        "dtype": array.dtype.str,
        "shape": array.shape,
        "values": [encode(value) for value in array.ravel().tolist()],
    }


def decode(said: Any) -> Any:
    """Return what `encode` has written; ValueError if it is something else."""
    if said is None or type(said) in (bool, int, float, str):
        return said
    try:
        ((kind, content),) = said.items()
        if kind in CONTAINERS:
            return CONTAINERS[kind](decode(part) for part in content)
        return READ[kind](content)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError("not a value that was handed over") from error


def _array(content: dict[str, Any]) -> Any:
    """Return an array, or a number of numpy's if it has no dimension."""
    values = np.array([decode(part) for part in content["values"]], np.dtype(content["dtype"]))
    return values.reshape(content["shape"])[()]


READ = {
    "array": _array,
    "blank": lambda _: ...,
    "complex": lambda parts: complex(*parts),
    "dict": lambda pairs: {decode(key): decode(value) for key, value in pairs},
    "fraction": lambda parts: Fraction(*parts),
    "function": Function,
}
