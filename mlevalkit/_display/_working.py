"""`Working`: a calculation as a person would write it down, line by line."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Any

import numpy as np

from ._expression import Expression
from ._html import bilingual, typeset
from ._numbers import Number, digits, exact, is_rounded, number_text
from ._writers import Latex, Plain

_LONG = 56  # characters of plain text beyond which a displayed formula is broken at its "="


@dataclass(frozen=True, slots=True)
class Line:
    """One equation: ``(number)  symbol = formula = numbers put in = value``.

    Parameters
    ----------
    number : str or None
        The textbook's equation number.
    symbol : str
        What is computed, in the notation of `Expression`.
    formula : str
        How, as an `Expression`; every symbol of it has its number in `values`.
    values : mapping
        The numbers that the function used.
    note : (str, str)
        A few words in English and Chinese after the line.
    undefined : float or None
        What stands for the value where the formula is 0/0.
    """

    number: str | None
    symbol: str
    formula: str
    values: Mapping[str, Any] = field(default_factory=dict)
    note: tuple[str, str] | None = None
    undefined: Number | None = None
    _found: list[Number] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def value(self) -> Number:
        """The value of the formula, exact where its numbers are."""
        if self.undefined is not None:
            return self.undefined
        if not self._found:  # a sum of thousands of fractions takes its time
            self._found.append(Expression(self.formula).value(self.values))
        return self._found[0]

    def chain(self, writer: Plain) -> list[tuple[str, str]]:
        """Return pairs of a relation sign and what follows it."""
        expression = Expression(self.formula)
        if expression.is_number:
            return _value_links(self.value, writer)
        symbols = expression.text(writer)
        numbers = expression.text(writer, self.values)
        links = [("=", symbols)] if self.values else []
        if self.undefined is not None:
            return [*links, ("=", numbers), ("->", digits(float(self.undefined)))]
        sign = "≈" if any(_rounded(v) for v in self.values.values()) else "="
        for link in [(sign, numbers), *_value_links(self.value, writer)]:
            if link[1] not in {text for _, text in links[-1:]}:
                links.append(link)
        return links

    def plain(self) -> str:
        """Return the line as plain text."""
        writer = Plain()
        chain = " ".join(f"{sign} {text}" for sign, text in self.chain(writer))
        tag = f"({self.number})".ljust(9) if self.number else " " * 9
        note = f"   {self.note[0]}" if self.note else ""
        return f"{tag}{writer.name(self.symbol)} {chain}{note}"

    def latex(self) -> str:
        """Return the line as LaTeX, without the dollars."""
        writer = Latex()
        signs = {"≈": r"\approx", "->": r"\;\to\;", "=": "="}
        links = [(signs[sign], text) for sign, text in self.chain(writer)]
        tag = rf"\tag{{{self.number}}}" if self.number else ""
        symbol = writer.name(self.symbol)
        steps = [f"{sign} {text}" for sign, text in links]
        if len(self.plain()) <= _LONG or len(links) == 1:
            return f"{tag}{symbol} {' '.join(steps)}"
        results = len(_value_links(self.value, writer)) if self.undefined is None else 1
        rows = r" \\[.4em] &".join([*steps[:-results], " ".join(steps[-results:])])
        rows = f"&{rows}"
        return rf"{tag}\begin{{aligned}}{symbol} {rows}\end{{aligned}}"

    def html(self) -> str:
        """Return the line as HTML with TeX in it."""
        note = bilingual(*self.note, css="mk-note") if self.note else ""
        return f'<div class="mk-line">$${escape(self.latex(), quote=False)}$${note}</div>'


def _rounded(value: Any) -> bool:
    if isinstance(value, (list, tuple, np.ndarray)):
        return any(is_rounded(exact(v)) for v in value)
    return is_rounded(exact(value))


def _value_links(value: Number, writer: Plain) -> list[tuple[str, str]]:
    """Return ``= 8/11 ≈ 0.7273``, ``= 3/5 = 0.6``, ``= 3`` or ``≈ 1.4142``."""
    if isinstance(value, int):
        return [("≈" if is_rounded(value) else "=", writer.number(value).text)]
    if math.isnan(value):
        return [("=", writer.number(value).text)]
    links = []
    text, _ = number_text(value)
    if isinstance(value, Fraction) and "/" in text:
        links.append(("=", writer.number(value).text))
    decimal = digits(float(value))
    same = (Fraction(decimal) if isinstance(value, Fraction) else float(decimal)) == value
    shown = writer.number(value).text if math.isinf(value) else decimal
    if isinstance(writer, Latex) and "e" in decimal:
        mantissa, exponent = decimal.split("e")
        shown = rf"{mantissa} \times 10^{{{int(exponent)}}}"
    return [*links, ("=" if same else "≈", shown)]


@dataclass(frozen=True, slots=True)
class Table:
    """A small table: a walk along a curve, for one.

    `header` holds column names in the notation of `Expression`; `rows` numbers or words.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[Any]]
    caption: tuple[str, str] | None = None

    def plain(self) -> str:
        """Return the table as aligned plain text."""
        writer = Plain()
        cells = [[writer.name(h) for h in self.header]]
        cells += [[cell_text(c) for c in row] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
        return "\n".join([self.caption[0], *lines] if self.caption else lines)

    def html(self) -> str:
        """Return the table as HTML."""
        writer = Latex()
        head = "".join(rf'<th scope="col">\({escape(writer.name(h))}\)</th>' for h in self.header)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell_text(c))}</td>" for c in row) + "</tr>"
            for row in self.rows
        )
        caption = f"<caption>{bilingual(*self.caption)}</caption>" if self.caption else ""
        table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f'<div class="mk-table" tabindex="0">{table}</div>'


def shortened(rows: Sequence[Sequence[Any]], most: int) -> list[Sequence[Any]]:
    """Return the rows of a table; of more than `most` the first ones, dots, and the last."""
    if len(rows) <= most:
        return list(rows)
    return [*rows[: most - 2], ["..."] * len(rows[0]), rows[-1]]


def cell_text(value: Any) -> str:
    """Return the text of one table cell."""
    if isinstance(value, str):
        return value
    value = exact(value)
    if isinstance(value, Fraction):
        text, _ = number_text(value)
        return text if "/" in text else digits(float(value))
    return str(value) if isinstance(value, int) else digits(value)


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence, in English and in Chinese."""

    en: str
    zh: str

    def plain(self) -> str:
        """Return the English sentence."""
        return self.en

    def html(self) -> str:
        """Return both sentences, each tagged with its language."""
        texts = ("zh", self.zh), ("en", self.en)
        return "".join(f'<p class="mk-words" lang="{lang}">{typeset(t)}</p>' for lang, t in texts)


@dataclass(frozen=True, slots=True)
class Working:
    """A value and the steps that lead to it; Jupyter typesets it, ``print`` shows it as text.

    Attributes
    ----------
    value : object
        What the function returned.
    steps : tuple of Line, Table or Words
        How it came about.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> working = mk.error_rate.working([1, 0, 1], [1, 1, 1])
    >>> working
    (2.4)    E = a / m = 1 / 3 = 1/3 ≈ 0.3333
    1 of 3 predicted wrong.
    >>> float(working) == mk.error_rate([1, 0, 1], [1, 1, 1])
    True
    """

    value: Any
    steps: tuple[Line | Table | Words, ...]

    def __init__(self, value: Any, *steps: Line | Table | Words) -> None:
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "steps", steps)

    def __float__(self) -> float:
        """Return the value, where it is a single number."""
        return float(self.value)

    def __str__(self) -> str:
        """Return the working as plain English text."""
        return "\n".join(step.plain() for step in self.steps)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        steps = "".join(step.html() for step in self.steps)
        return f'<div class="mk mk-working tex2jax_process mathjax_process">{steps}</div>'

    def _repr_latex_(self) -> str | None:
        lines = [f"$${s.latex()}$$" for s in self.steps if isinstance(s, Line)]
        return "\n\n".join(lines) or None
