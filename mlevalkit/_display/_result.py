"""The bases of all results, and the sentences that tests share."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ._numbers import digits
from ._working import Line, Table, Words, Working


class Explained(ABC):
    """A result that shows its working under ``print`` and in a notebook.

    A subclass (``@dataclass(frozen=True, slots=True, repr=False)``) names in `_brief` what its
    one-line form shows.
    """

    __slots__ = ()

    _brief: ClassVar[tuple[str, ...]]

    @abstractmethod
    def working(self) -> Working:
        """Show how the result comes about, and what it does and does not say."""

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_short(getattr(self, name))}" for name in self._brief)
        return f"{type(self).__name__}({fields})"

    def __str__(self) -> str:
        return str(self.working())

    def _repr_html_(self) -> str:
        return self.working()._repr_html_()


@dataclass(frozen=True, slots=True, repr=False)
class Result(Explained):
    """What a test found; unpacks as ``statistic, pvalue = result``, like SciPy's results.

    Its display has three blocks: what was tested, the details, the outcome in words.
    A subclass adds its fields and supplies the blocks.
    """

    statistic: float
    pvalue: float

    _brief: ClassVar[tuple[str, ...]] = ("statistic", "pvalue", "reject")

    def __iter__(self) -> Iterator[float]:
        """Return the statistic, then the p-value."""
        yield self.statistic
        yield self.pvalue

    def working(self) -> Working:
        """Show the statistic, the critical value, the decision, and what it says in words."""
        return Working(self.statistic, self._tested(), *self._details(), *self._outcome())

    @abstractmethod
    def _tested(self) -> Words:
        """Return the hypothesis under test."""

    @abstractmethod
    def _details(self) -> Sequence[Line | Table | Words]:
        """Return how statistic, critical value and p-value come about."""

    @abstractmethod
    def _outcome(self) -> Sequence[Words]:
        """Return the decision and what it does and does not say."""


def _short(value: object) -> str:
    return digits(value) if isinstance(value, float) else repr(value)


def quantile_line(symbol: str, value: float, note: tuple[str, str]) -> Line:
    """Return a line for a number that comes from a distribution, not from a formula."""
    text = "1e999" if value == math.inf else repr(float(value))  # inf would be a symbol
    return Line(None, symbol, text, {}, note)


def decision(
    symbol: str, value: float, critical: float, reject: bool, alpha: float
) -> tuple[str, str]:
    """Return ``|τ_t| = 3.417 > 2.2622: rejected at significance 0.05`` in both languages."""
    shown = f"{symbol} = {digits(value)} {'>' if reject else '<='} {digits(critical)}"
    en = f"{shown}: {'rejected' if reject else 'not rejected'} at significance {alpha:g}."
    zh = f"{shown}：在显著性水平 {alpha:g} 下{'拒绝' if reject else '不能拒绝'}该假设。"
    return en, zh


def p_text(pvalue: float) -> str:
    """Return ``p = 0.0123`` or, where nobody cares how small, ``p < 0.0001``."""
    return "p < 0.0001" if pvalue < 1e-4 else f"p = {digits(pvalue)}"
