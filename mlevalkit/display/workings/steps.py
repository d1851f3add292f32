"""`Working`: a calculation as a person would write it down, line by line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from html import escape
from typing import Any, Protocol
from unicodedata import east_asian_width

import numpy as np

from ..language import LANGUAGES, language, spoken
from ..record import Record
from .expression import Expression
from .numbers import Number, digits, exact, is_rounded, is_short, number_text, steady
from .writers import Latex, MathML, Plain, printable, typeset

_LONG = 56  # characters of plain text beyond which displayed LaTeX is broken at its "="


class Step(Protocol):
    """One step of a working."""

    def plain(self) -> str: ...

    def html(self) -> str: ...


class Sentence(Record):
    """A sentence or a word in every language; as text it is in the chosen one."""

    texts: Mapping[str, str]

    def __str__(self) -> str:
        return spoken(self.texts)

    def plain(self) -> str:
        """Return the sentence as plain text."""
        return printable(str(self))

    def html(self) -> str:
        """Return the sentence as an HTML paragraph."""
        return f'<p class="mk-words">{self.inline()}</p>'

    def inline(self, css: str = "") -> str:
        """Return the sentence as HTML within a line."""
        text = typeset(str(self))
        return f'<span class="{css}">{text}</span>' if css else text

    def join(self, parts: Iterable[Any]) -> Sentence:
        """Return one sentence of several, with this one between them, as `str.join` does."""
        every = [p.texts if isinstance(p, Sentence) else dict.fromkeys(LANGUAGES, p) for p in parts]
        return Sentence({k: v.join(str(t[k]) for t in every) for k, v in self.texts.items()})


class Line(Record):
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
    note : Sentence or None
        A few words after the line.
    undefined : float or None
        What stands for the value if the formula is 0/0.
    """

    number: str | None
    symbol: str
    formula: str
    values: Mapping[str, Any] = field(default_factory=dict)
    note: Sentence | None = None
    undefined: Number | None = None
    value: Number = field(init=False)
    is_undefined: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        Record.__post_init__(self)
        try:
            value = Expression(self.formula).value(self.values)
        except ZeroDivisionError:
            if self.undefined is None:
                raise
            value = self.undefined
            object.__setattr__(self, "is_undefined", True)
        object.__setattr__(self, "value", value)

    def chain(self, writer: Plain) -> list[tuple[str, str]]:
        """Return pairs of a relation sign and what follows it."""
        expression = Expression(self.formula)
        if expression.is_number:
            return _value_links(self.value, writer)
        symbols = expression.text(writer)
        numbers = expression.text(writer, self.values)
        links = [("=", symbols)] if self.values else []
        if self.is_undefined:
            return [*links, ("=", numbers), ("->", writer.number(self.value).text)]
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
        note = f"   {self.note.plain()}" if self.note else ""
        return printable(f"{tag}{writer.name(self.symbol)} {chain}{note}")

    def latex(self) -> str:
        """Return the line as LaTeX, without the dollars."""
        writer = Latex()
        links = [(writer.sign(sign), text) for sign, text in self.chain(writer)]
        tag = rf"\tag{{{self.number}}}" if self.number else ""
        symbol = writer.name(self.symbol)
        steps = [f"{sign} {text}" for sign, text in links]
        if len(self.plain()) <= _LONG or len(links) == 1:
            return f"{tag}{symbol} {' '.join(steps)}"
        results = 1 if self.is_undefined else len(_value_links(self.value, writer))
        rows = r" \\[.4em] &".join([*steps[:-results], " ".join(steps[-results:])])
        rows = f"&{rows}"
        return rf"{tag}\begin{{aligned}}{symbol} {rows}\end{{aligned}}"

    def html(self) -> str:
        """Return the line as HTML: one piece of MathML a link, so that a long line wraps."""
        writer = MathML()
        tag = f'<span class="mk-tag">({self.number})</span> ' if self.number else ""
        links = [writer.sign(sign) + text for sign, text in self.chain(writer)]
        links[0] = writer.name(self.symbol) + links[0]
        maths = " ".join(f'<math displaystyle="true">{link}</math>' for link in links)
        note = " " + self.note.inline("mk-note") if self.note else ""
        return f'<div class="mk-line">{tag}{maths}{note}</div>'


def line(
    symbol: str,
    formula: str,
    values: Mapping[str, Any] | None = None,
    /,
    note: Sentence | None = None,
    undefined: Number | None = None,
    **more: Any,
) -> Line:
    """Return a line without a number of the textbook; its own numbers as a mapping or by name."""
    return Line(None, symbol, formula, {**(values or {}), **more}, note, undefined)


def _rounded(value: Any) -> bool:
    if isinstance(value, (list, tuple, np.ndarray)):
        doubtful = [v for v in set(value) if type(v) is not Fraction or not is_short(v)]
        return any(is_rounded(exact(v)) for v in doubtful)
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
    if isinstance(value, Fraction):
        same = Fraction(decimal) == value
    else:
        same = float(decimal) == steady(value)
    shown = writer.number(value).text if math.isinf(value) else writer.decimal(decimal)
    return [*links, ("=" if same else "≈", shown)]


class Table(Record):
    """A small table: a walk along a curve, for one.

    `header` holds column names: sentences, or symbols in the notation of `Expression`; `rows`
    hold numbers or words. Of more than `most` rows the first ones, dots and the last are kept.
    """

    header: Sequence[Any]
    rows: Sequence[Sequence[Any]]
    caption: Sentence | None = None
    most: int | None = None

    def __post_init__(self) -> None:
        if self.most is not None:
            object.__setattr__(self, "rows", shortened(self.rows, self.most))
        Record.__post_init__(self)

    def plain(self) -> str:
        """Return the table as aligned plain text."""
        writer = Plain()
        cells = [[_head(h, writer) for h in self.header]]
        cells += [[printable(cell_text(c)) for c in row] for row in self.rows]
        widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
        lines = ["  ".join(map(_right_aligned, row, widths)) for row in cells]
        return "\n".join([self.caption.plain(), *lines] if self.caption else lines)

    def html(self) -> str:
        """Return the table as HTML."""
        head = "".join(f'<th scope="col">{_head_html(h)}</th>' for h in self.header)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell_text(c))}</td>" for c in row) + "</tr>"
            for row in self.rows
        )
        caption = f"<caption>{self.caption.inline()}</caption>" if self.caption else ""
        table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f'<div class="mk-table" tabindex="0">{table}</div>'


def _head(name: str | Sentence, writer: Plain) -> str:
    return printable(writer.name(name)) if isinstance(name, str) else name.plain()


def _head_html(name: str | Sentence) -> str:
    return f"<math>{MathML().name(name)}</math>" if isinstance(name, str) else name.inline()


def width(text: str) -> int:
    """Return how many columns a text takes in print; a Chinese character takes two."""
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def _right_aligned(text: str, columns: int) -> str:
    return " " * (columns - width(text)) + text


def shortened(rows: Sequence[Sequence[Any]], most: int) -> list[Sequence[Any]]:
    """Return the rows of a table; of more than `most` the first ones, dots, and the last."""
    if len(rows) <= most:
        return list(rows)
    return [*rows[: most - 2], ["..."] * len(rows[0]), rows[-1]]


def cell_text(value: Any) -> str:
    """Return the text of one table cell."""
    if value is None or isinstance(value, (str, Sentence)):
        return str(value)
    value = exact(value)
    if isinstance(value, Fraction):
        text, _ = number_text(value)
        return text if "/" in text else digits(float(value))
    return str(value) if isinstance(value, int) else digits(value)


class Working(Record):
    """A value and the steps that lead to it; Jupyter typesets it, ``print`` shows it as text.

    Attributes
    ----------
    value : object
        What the function returned.
    steps : tuple of Line, Table or Sentence
        How it was computed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> working = mk.precision_score.working([1, 0, 1], [1, 1, 1])
    >>> working
    (2.8)    P = TP / (TP + FP) = 2 / (2 + 1) = 2/3 ≈ 0.6667
    >>> float(working) == mk.precision_score([1, 0, 1], [1, 1, 1])
    True
    """

    value: Any
    steps: tuple[Step, ...]

    def __float__(self) -> float:
        """Return the value, where it is a single number."""
        return float(self.value)

    def __str__(self) -> str:
        """Return the working as plain text."""
        return "\n".join(step.plain() for step in self.steps)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        steps = "".join(step.html() for step in self.steps)
        return f'<div class="mk mk-working" lang="{language()}">{steps}</div>'

    def _repr_latex_(self) -> str | None:
        lines = [f"$${s.latex()}$$" for s in self.steps if isinstance(s, Line)]
        return "\n\n".join(lines) or None
