"""Values with their source: what a report computes, and the code that computes it again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from typing import Any

import numpy as np

from .._validation import Array
from ..display.workings import Sentence, Working, word


class Source:
    """A value, computed when it is first asked for, and the expression that computes it again.

    Attributes
    ----------
    function : str
        The public function that is called last; "" for a column.
    """

    def __init__(
        self,
        code: str | Callable[[], str],
        compute: Callable[[], Any],
        function: str = "",
        explain: Callable[[], Working] | None = None,
    ) -> None:
        self._code = code
        self.function = function
        self._compute = compute
        self._explain = explain

    @cached_property
    def code(self) -> str:
        """The expression, as a line of a script has it."""
        return self._code if isinstance(self._code, str) else self._code()

    @cached_property
    def value(self) -> Any:
        """What the expression evaluates to."""
        return self._compute()

    def fresh(self) -> Any:
        """Compute the value once more, without keeping it: a figure, say."""
        return self._compute()

    def working(self) -> Working:
        """Show how the value comes about."""
        if hasattr(self.value, "working"):
            told: Working = self.value.working()
            return told
        return self._explain() if self._explain else Working(self.value, ())

    def method(self, name: str, *arguments: Any, **options: Any) -> Source:
        """Return the call of a method of this value."""
        return _called(self, name, arguments, options)

    def then(self, code: str, follow: Callable[[Any], Any]) -> Source:
        """Return what follows from this value, such as an entry; it has the same working."""
        explain = self.working if self.function else None
        return Source(
            lambda: code.replace("{}", self.code, 1),
            lambda: follow(self.value),
            self.function,
            explain,
        )

    def attribute(self, name: str) -> Source:
        """Return an attribute of this value."""
        return self.then(f"{{}}.{name}", lambda value: getattr(value, name))

    def entry(self, *at: int) -> Source:
        """Return an entry of a table, or of a list."""
        return self.then(f"{{}}[{', '.join(map(str, at))}]", lambda value: value[at])


def column(code: str, values: Array) -> Source:
    """Return a column of values."""
    return Source(code, lambda: values)


def call(name: str, *arguments: Any, **options: Any) -> Source:
    """Return the call of a public function; an option of None is left out."""
    return _called(None, name, arguments, options)


def function(name: str, **options: Any) -> Source:
    """Return a public function as an argument, with options of its own."""
    if not options:
        return Source(f"mk.{name}", lambda: public(name), name)
    given = "".join(f", {key}={value!r}" for key, value in options.items())
    return Source(f"partial(mk.{name}{given})", lambda: partial(public(name), **options), name)


def public(name: str) -> Any:
    """Return a public function by its name, such as "plots.roc"."""
    found: Any = import_module("mlevalkit")
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _called(of: Source | None, name: str, arguments: Any, options: dict[str, Any]) -> Source:
    """Return the call of a public function, or of a method of a value."""
    options = {key: option for key, option in options.items() if option is not None}

    def code() -> str:
        parts = [*map(_code, arguments), *(f"{key}={_code(o)}" for key, o in options.items())]
        return f"{of.code if of else 'mk'}.{name}({', '.join(parts)})"

    def called(*, working: bool = False) -> Any:
        found = getattr(of.value, name) if of else public(name)
        given = {key: _value(option) for key, option in options.items()}
        return (found.working if working else found)(*map(_value, arguments), **given)

    return Source(code, called, name, partial(called, working=True))


def _value(argument: Any) -> Any:
    if isinstance(argument, dict):
        return {name: _value(value) for name, value in argument.items()}
    return argument.value if isinstance(argument, Source) else argument


def _code(argument: Any) -> str:
    if isinstance(argument, dict):
        pairs = (f"{name!r}: {_code(value)}" for name, value in argument.items())
        return "{" + ", ".join(pairs) + "}"
    return argument.code if isinstance(argument, Source) else repr(argument)


def plain(values: Iterable[Any]) -> list[Any]:
    """Return values without numpy's types, as a script writes them."""
    return [value.item() if isinstance(value, np.generic) else value for value in values]


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    """One number of a report, with its interval and where both come from.

    Attributes
    ----------
    name : str
        Its stable name, such as "recall" or "b.auc".
    title : Sentence
        What it is called.
    source : Source
        What computes it.
    interval : Source or None
        What computes its interval.
    page : str
        The page of the book that explains it, with the anchor.
    note : Sentence or None
        Why there is no interval, for one.
    """

    name: str
    title: Sentence
    source: Source
    interval: Source | None = None
    page: str = ""
    note: Sentence | None = None

    @property
    def value(self) -> float:
        """The number."""
        return float(self.source.value)

    @property
    def low(self) -> float:
        """The lower end of its interval, NaN without one."""
        return float(self.interval.value.low) if self.interval else math.nan

    @property
    def high(self) -> float:
        """The upper end of its interval, NaN without one."""
        return float(self.interval.value.high) if self.interval else math.nan

    def values(self) -> dict[str, float]:
        """Return the number and the ends of its interval by their stable names."""
        found = {self.name: self.value}
        if self.interval:
            found |= {f"{self.name}.low": self.low, f"{self.name}.high": self.high}
        return found

    @property
    def shown(self) -> Shown:
        """The number and its interval as text, to two digits of the standard error."""
        return Shown.of(self.value, self.low, self.high)

    def plain(self) -> str:
        """Return the number as a line of plain text."""
        note = f" ({self.note.plain()})" if self.note else ""
        return f"{self.title.plain()}{word('colon').plain()}{self.shown}{note}"

    def code(self) -> list[str]:
        """Return the lines of a script that compute it."""
        lines = [f"numbers[{self.name!r}] = {self.source.code}"]
        if self.interval:
            ends = f"numbers[{self.name + '.low'!r}], numbers[{self.name + '.high'!r}]"
            lines.append(f"{ends} = {self.interval.code}")
        return lines


_HALF_WIDTH = 1.96  # standard errors
_MORE_DECIMALS = 4  # so that an end close to 0 is not printed as 0


@dataclass(frozen=True, slots=True)
class Shown:
    """A number and the ends of its interval as they are printed; "" where there is none."""

    value: str
    low: str = ""
    high: str = ""

    @classmethod
    def of(cls, value: float, low: float, high: float) -> Shown:
        """Print to two digits of the standard error; an end that is not 0 is not printed as 0."""
        if not math.isfinite(high - low) or high <= low:
            return cls(_significant(value), *(_bare(end) for end in (low, high)))
        decimals = 1 - math.floor(math.log10((high - low) / 2 / _HALF_WIDTH))
        numbers = (value, low, high)
        largest = max(map(abs, numbers))
        short = largest < 1e-4 or largest >= 1e7

        def text(number: float) -> str:
            rounded = round(number, decimals) + 0.0  # -0 is 0
            return f"{rounded:.3g}" if short else f"{rounded:.{max(decimals, 0)}f}"

        most = decimals + _MORE_DECIMALS
        while decimals < most and any(end and not float(text(end)) for end in (low, high)):
            decimals += 1
        return cls(*map(text, numbers))

    def __str__(self) -> str:
        return f"{self.value} [{self.low}, {self.high}]" if self.low else self.value

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval, as it is printed, lies on one side of 0."""
        if not self.low:
            return False
        return float(self.low) > 0 or float(self.high) < 0


def p_shown(pvalue: float) -> str:
    """Return a p-value to two digits; one that is not 0.05 is not printed as 0.05."""
    if pvalue < 1e-4:
        return "p < 0.0001"
    text = next(t for k in range(2, 18) if float(t := f"{pvalue:.{k}g}") != 0.05 or pvalue == 0.05)
    return f"p = {text}"


def _significant(value: float) -> str:
    if not value or 1e-4 <= abs(value) < 1e4:
        return f"{value:#.4g}"
    text = f"{value:.4g}"
    return f"{value:.0f}" if "e+" in text and abs(value) < 1e7 else text


def _bare(end: float) -> str:
    return "" if math.isnan(end) else _significant(end)
