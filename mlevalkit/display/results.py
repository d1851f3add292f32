"""The contract of all results: what a test or an estimate found, and how to look at it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar

import numpy as np

from .._optional import need
from .record import Record
from .workings import Line, Messages, Sentence, Step, Working, digits, line, word

__all__ = ["ConfidenceInterval", "Explained", "TestResult", "TupleResult"]

_say = Messages(__package__)


class Explained(Record, ABC):
    """A result that shows its working under ``print`` and in a notebook.

    It is frozen, owns read-only copies of its arrays, is equal to another one if all fields are,
    and can be copied and pickled. A subclass lists its fields and is a frozen dataclass by that,
    without a decorator; `_brief` names what its one-line form shows, `_unpacks` what it unpacks as,
    `_per_row` the columns of its DataFrame if it has more than one row.
    """

    _brief: ClassVar[tuple[str, ...]] = ()
    _unpacks: ClassVar[tuple[str, ...]] = ()
    _per_row: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def working(self) -> Working:
        """Show how the result comes about, and what it does and does not say."""

    def to_frame(self) -> Any:
        """Return the result as a pandas DataFrame: a row, or one for each thing it is made of.

        ``pandas.concat([r.to_frame() for r in results])`` makes one table of several results.
        """
        return need("pandas").DataFrame(self._columns())

    def _columns(self) -> dict[str, Any]:
        """Return the columns of the DataFrame."""
        if self._per_row:
            return {name: getattr(self, name) for name in self._per_row}
        return {name: [getattr(self, name)] for name in self._brief or self._unpacks}

    def __repr__(self) -> str:
        names = self._brief or self._unpacks
        fields = ", ".join(f"{name}={_short(getattr(self, name))}" for name in names)
        return f"{type(self).__name__}({fields})"

    def __str__(self) -> str:
        return str(self.working())

    def _repr_html_(self) -> str:
        return self.working()._repr_html_()

    def _repr_latex_(self) -> str | None:
        return self.working()._repr_latex_()


class TupleResult(Explained):
    """A result that unpacks and indexes as some of its fields, the ones that `_unpacks` names."""

    def __iter__(self) -> Iterator[Any]:
        """Yield these fields."""
        return (getattr(self, name) for name in self._unpacks)

    def __len__(self) -> int:
        return len(self._unpacks)

    def __getitem__(self, index: int) -> Any:
        return tuple(self)[index]


class TestResult(TupleResult):
    """Result of a test; unpacks and indexes as ``statistic, pvalue``, like SciPy's results.

    A subclass adds its fields and supplies the steps of the working. The interval that a working
    ends with holds the values that the test does not reject at `alpha`; where it comes from
    another procedure and the two disagree, a sentence says so.
    """

    __test__ = False  # no test case of pytest's

    statistic: float
    pvalue: float
    critical_value: float
    alpha: float
    reject: bool

    _brief: ClassVar[tuple[str, ...]] = ("statistic", "pvalue", "reject")
    _unpacks: ClassVar[tuple[str, ...]] = ("statistic", "pvalue")

    @property
    def _level(self) -> float:
        """The confidence level of the interval that belongs to the test."""
        return min(1 - self.alpha, 1 - 1e-15)

    def _columns(self) -> dict[str, Any]:
        names = dict.fromkeys((*self._brief, "critical_value", "alpha"))
        test = type(self).__name__.removesuffix("Result")
        return {"test": [test], **{name: [getattr(self, name)] for name in names}}

    def _decision(self, symbol: str) -> Sentence:
        """Return ``|τ_t| = 3.417 > 2.2622: rejected at significance level 0.05``."""
        sign = ">" if self.reject else "<="
        shown = f"{symbol} = {digits(abs(self.statistic))} {sign} {digits(self.critical_value)}"
        key = "rejected" if self.reject else "not_rejected"
        return _say(key, shown=shown, alpha=f"{self.alpha:g}")

    def _tail_lines(self, letter: str, tail: float, note: Sentence, *df: int) -> list[Line]:
        """Return the lines of the critical value and of the p-value."""
        critical = exceeded(letter, self.critical_value, tail, *df)
        return [critical, quantile_line("p", self.pvalue, note)]

    def working(self) -> Working:
        """Show the statistic, the critical value, the decision, and what it says in words."""
        return Working(self.statistic, tuple(self._steps()))

    @abstractmethod
    def _steps(self) -> Iterator[Step]:
        """Yield the null hypothesis, how the numbers come about, the decision and its meaning."""


class ConfidenceInterval(TupleResult):
    """A confidence interval; unpacks as ``low, high = interval``, with SciPy's names.

    Attributes
    ----------
    low, high : float, or ndarray where a result has many intervals
        The ends; NaN where there is no interval, because the test rejects every value.
    estimate : float or ndarray
        The value that the interval is about.
    confidence_level : float
        How often such intervals cover the true value, if the assumptions of the method hold.
    steps : tuple, or a function that returns one
        How the ends come about; `working` shows them.
    of : Sentence or None
        What lies there, in words: then the working ends with what the interval says.
    """

    low: Any
    high: Any
    estimate: Any
    confidence_level: float
    steps: tuple[Step, ...] | Callable[[], Iterable[Step]] = field(compare=False)
    of: Sentence | None = field(default=None, compare=False)

    _unpacks = ("low", "high")
    _brief = ("estimate", "low", "high", "confidence_level")

    @property
    def meaning(self) -> Step:
        """What the interval says, in words."""
        return self.working().steps[-1]

    def working(self) -> Working:
        """Show how both ends come about."""
        steps = [*(self.steps if isinstance(self.steps, tuple) else self.steps())]
        if self.of is not None:
            places = {"low": digits(self.low), "high": digits(self.high), "of": self.of}
            steps.append(_say("interval", percent=f"{100 * self.confidence_level:.6g}", **places))
        return Working((self.low, self.high), tuple(steps))

    def _columns(self) -> dict[str, Any]:
        if np.ndim(self.low) == 0:
            return TupleResult._columns(self)
        i, j = np.triu_indices(len(self.low), 1)  # of tables of pairs
        ends = {"estimate": self.estimate, "low": self.low, "high": self.high}
        return {"row": i, "column": j, **{name: table[i, j] for name, table in ends.items()}}


def _short(value: object) -> str:
    return digits(value) if isinstance(value, float) else repr(value)


def quantile_line(symbol: str, value: float, note: Sentence) -> Line:
    """Return a line for a number that comes from a distribution, not from a formula."""
    text = "1e999" if value == math.inf else repr(float(value))  # inf would be a symbol
    return line(symbol, text, note=note)


def interval_of_lines(
    estimate: float,
    level: float,
    ends: tuple[str, str],
    values: Mapping[str, Any],
    *,
    before: Sequence[Step],
    after: Sequence[Step] = (),
    of: Sentence,
) -> ConfidenceInterval:
    """Return the interval whose ends are two formulas of `values`, shown `before` the rest."""
    low = line("L", ends[0], values, word("lower_end"))
    high = line("U", ends[1], values, word("upper_end"))
    steps = (*before, low, high, *after)
    return ConfidenceInterval(float(low.value), float(high.value), estimate, level, steps, of)


def interval_of_growing(
    found: ConfidenceInterval, names: tuple[str, str, str], symbol: str, formula: str
) -> ConfidenceInterval:
    """Return the interval of what grows with another measure, by a formula of that one.

    `names` are those that the other estimate and its ends have in its working.
    """
    known = zip(names, (found.estimate, found.low, found.high), ("", "_L", "_U"), strict=True)
    lines = [line(symbol + end, formula.format(n), {n: value}) for n, value, end in known]
    estimate, low, high = (float(each.value) for each in lines)
    steps = (*found.working().steps[:-1], *lines)
    return ConfidenceInterval(low, high, estimate, found.confidence_level, steps, found.of)


def exceeded(letter: str, value: float, tail: float, *df: int) -> Line:
    """Return the line of a critical value, such as t_0.025,9, and the probability beyond it."""
    shown = f"{tail:.4g}"
    symbol = f"{letter}_{','.join([shown, *map(str, df)])}"
    return quantile_line(symbol, value, _say("exceeded", tail=shown))


def p_text(pvalue: float) -> str:
    """Return ``p = 0.0123`` or, where nobody cares how small, ``p < 0.0001``."""
    return "p < 0.0001" if pvalue < 1e-4 else f"p = {digits(pvalue)}"
