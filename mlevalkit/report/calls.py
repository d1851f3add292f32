"""Calls of public functions: what a report computes, and the code that computes it again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._validation import Array
from ..display.workings import Sentence, Working, digits, word


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Values that a call takes, and how a script writes them."""

    code: str
    values: Array

    def where(self, other: Column, value: Any) -> Column:
        """Return the rows in which another column has this value."""
        chosen = other.values == value
        return Column(f"{self.code}[{other.code} == {value!r}]", self.values[chosen])


class Call:
    """A call of a public function of mlevalkit, done when its result is first asked for.

    With `of` it is a method of that call's result: ``mk.delong_test(...).confidence_interval()``.
    """

    def __init__(self, name: str, *arguments: Any, of: Any = None, **options: Any) -> None:
        self.name = name
        self.of = of
        self.arguments = arguments
        self.options = {name: value for name, value in options.items() if value is not None}

    @property
    def function(self) -> str:
        """The name of the function, "delong_test.confidence_interval" of a method."""
        return f"{self.of.function}.{self.name}".rstrip(".") if self.of else self.name

    @cached_property
    def _public(self) -> Any:
        found: Any = self.of.result if self.of else import_module("mlevalkit")
        for name in self.name.split("."):
            found = getattr(found, name)
        return found

    @cached_property
    def _given(self) -> tuple[list[Any], dict[str, Any]]:
        options = {name: _value(option) for name, option in self.options.items()}
        return [_value(argument) for argument in self.arguments], options

    @cached_property
    def result(self) -> Any:
        """What the function returns."""
        arguments, options = self._given
        return self._public(*arguments, **options)

    def working(self) -> Working:
        """How the result comes about."""
        if hasattr(self.result, "working"):
            told: Working = self.result.working()
        else:
            arguments, options = self._given
            told = self._public.working(*arguments, **options)
        return told

    def code(self) -> str:
        """Return the call as a line of a script."""
        parts = [_code(argument) for argument in self.arguments]
        parts += [f"{name}={_code(option)}" for name, option in self.options.items()]
        return f"{self.of.code() if self.of else 'mk'}.{self.name}({', '.join(parts)})"


@dataclass(frozen=True, slots=True)
class Of:
    """A public function as an argument, with options of its own."""

    function: str
    options: Mapping[str, Any]


class Entry(Call):
    """An entry of the table that a field of another call's result is; without a field, an interval.

    The calculation of all entries is shown once, with the first one of the table.
    """

    def __init__(self, of: Call, field: str, row: int, column: int) -> None:
        super().__init__(field, of=of)
        self.place = row, column

    @cached_property
    def result(self) -> Any:
        """The entry, or the interval of which it has both ends."""
        found: Any = self.of.result
        if self.name:
            return getattr(found, self.name)[self.place]
        return SimpleNamespace(low=found.low[self.place], high=found.high[self.place])

    def working(self) -> Working:
        """How all entries come about, if this is the first one."""
        return Working(self.result, self.of.working().steps if self.place == (0, 1) else ())

    def code(self) -> str:
        """Return the entry as a line of a script."""
        row, column = self.place
        at = f"[{row}, {column}]"
        code = self.of.code()
        return f"{code}.{self.name}{at}" if self.name else f"(end{at} for end in {code})"


def _value(argument: Any) -> Any:
    if isinstance(argument, Column):
        return argument.values
    if isinstance(argument, Call):
        return argument.result
    if isinstance(argument, dict):
        return {name: _value(value) for name, value in argument.items()}
    if isinstance(argument, Of):
        function = getattr(import_module("mlevalkit"), argument.function)
        return partial(function, **argument.options) if argument.options else function
    return argument


def _code(argument: Any) -> str:
    if isinstance(argument, Column):
        return argument.code
    if isinstance(argument, Call):
        return argument.code()
    if isinstance(argument, dict):
        pairs = (f"{name!r}: {_code(value)}" for name, value in argument.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(argument, Of):
        options = "".join(f", {name}={value!r}" for name, value in argument.options.items())
        name = f"mk.{argument.function}"
        return f"partial({name}{options})" if options else name
    return repr(argument)


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    """One number of a report, with its interval and where both come from.

    Attributes
    ----------
    name : str
        Its stable name, such as "recall" or "b.auc".
    title : Sentence
        What it is called.
    call : Call
        What computes it.
    field : str
        The attribute of the result that it is; "" for the result itself.
    interval : Call or None
        What computes its interval.
    page : str
        The page of the book that explains it, with the anchor.
    recommended : bool
        Whether the rules of the book recommend it here.
    note : Sentence or None
        Why there is no interval, for one.
    """

    name: str
    title: Sentence
    call: Call
    field: str = ""
    interval: Call | None = None
    page: str = ""
    recommended: bool = False
    note: Sentence | None = None

    @property
    def value(self) -> float:
        """The number."""
        result = self.call.result
        return float(getattr(result, self.field) if self.field else result)

    @property
    def low(self) -> float:
        """The lower end of its interval, NaN without one."""
        return float(self.interval.result.low) if self.interval else math.nan

    @property
    def high(self) -> float:
        """The upper end of its interval, NaN without one."""
        return float(self.interval.result.high) if self.interval else math.nan

    def ends(self) -> dict[str, float]:
        """Return the number and the ends of its interval by their stable names."""
        found = {self.name: self.value}
        if self.interval:
            found |= {f"{self.name}.low": self.low, f"{self.name}.high": self.high}
        return found

    def plain(self) -> str:
        """Return the number as a line of plain text, with a star if it is recommended."""
        ends = f"  [{digits(self.low)}, {digits(self.high)}]" if self.interval else ""
        star = " *" if self.recommended else ""
        note = f"  {self.note.plain()}" if self.note else ""
        return f"{self.title.plain()}{star}{word('colon').plain()}{digits(self.value)}{ends}{note}"

    def code(self) -> list[str]:
        """Return the lines of a script that compute it."""
        field = f".{self.field}" if self.field else ""
        lines = [f"numbers[{self.name!r}] = {self.call.code()}{field}"]
        if self.interval:
            low = f"{self.name}.low"
            high = f"{self.name}.high"
            lines.append(f"numbers[{low!r}], numbers[{high!r}] = {self.interval.code()}")
        return lines


def plain(values: Iterable[Any]) -> list[Any]:
    """Return values without numpy's types, as a script writes them."""
    return [value.item() if isinstance(value, np.generic) else value for value in values]
