"""Ties a function to the textbook's equations and to the display of its working."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast

import numpy as np

from ._working import Working

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)
F = TypeVar("F", bound=Callable[..., Any])


class Shows(Protocol, Generic[P, R_co]):
    """A plain function with one attribute more."""

    __name__: str
    __doc__: str | None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Return the value."""

    def working(self, *args: P.args, **kwargs: P.kwargs) -> Working:
        """Show how the value comes about."""


@dataclass(frozen=True, slots=True)
class Equation:
    """An equation of the textbook: its number, symbolic form, and the function that computes it."""

    number: str
    latex: str
    function: Callable[..., Any]


_registered: dict[str, Equation] = {}


def registered() -> dict[str, Equation]:
    """Return the equations of all functions imported so far, by number."""
    return _registered


def computes(**equations: str) -> Callable[[F], F]:
    """Note which equations a function computes: ``@computes(eq_2_8=r"P = ...")``."""

    def note(function: F) -> F:
        for key, latex in equations.items():
            number = key.removeprefix("eq_").replace("_", ".")
            home = _registered.get(number, Equation(number, latex, function)).function
            if home.__qualname__ != function.__qualname__:  # the same one, if it was reloaded
                raise ValueError(f"({number}) is computed by {home.__qualname__} already")
            _registered[number] = Equation(number, latex, function)
        return function

    return note


def _plain(value: Any) -> Any:
    """Return a single number as Python's own: what formats and computes it need know no other."""
    if not isinstance(value, Real) or isinstance(value, (bool, np.bool_, np.timedelta64)):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def shows(
    build: Callable[..., Working],
) -> Callable[[Callable[P, R_co]], Shows[P, R_co]]:
    """Give a function the attribute ``working``, made by `build` from the same arguments.

    `build` is called with the function's value and every argument by name, defaults filled in.
    """

    def attach(function: Callable[P, R_co]) -> Shows[P, R_co]:
        signature = inspect.signature(function)

        def working(*args: P.args, **kwargs: P.kwargs) -> Working:
            value = function(*args, **kwargs)  # first: its errors name it
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            return build(value, **{k: _plain(v) for k, v in bound.arguments.items()})

        name = function.__name__
        working.__name__, working.__qualname__ = "working", f"{name}.working"
        working.__module__ = function.__module__
        working.__doc__ = f"Show the working of `{name}`; the same arguments, a `Working` back."
        working.__signature__ = signature.replace(return_annotation=Working)  # type: ignore[attr-defined]
        function.working = working  # type: ignore[attr-defined]
        return cast("Shows[P, R_co]", function)

    return attach
