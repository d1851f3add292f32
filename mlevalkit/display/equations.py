"""The chapter's equations: ``equations.toml`` is the one table of them, read here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from .record import Record
from .workings import Expression, Latex, Line, Messages, Number, Sentence, data_of, printable, word

_say = Messages(__package__)


class Equation(Record):
    """An equation of the chapter. Called with numbers, it is a line of a working.

    Attributes
    ----------
    number : str
        Such as "2.10".
    section : str
        Where the textbook has it.
    title : Sentence
        What it is; ``str`` of it is in the chosen language.
    name : str
        The function that computes it.
    symbol : str
        What it defines, in the notation of the workings.
    forms : tuple of str
        The expressions by which it is computed, the textbook's first.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.equations["2.8"]
    (2.8) Precision: mk.precision_score, section 2.3.2
    >>> print(mk.equations["2.8"](TP=4, FP=2).plain())
    (2.8)    P = TP / (TP + FP) = 4 / (4 + 2) = 2/3 ≈ 0.6667
    """

    number: str
    section: str
    title: Sentence
    name: str
    symbol: str
    forms: tuple[str, ...]
    _latex: str = ""

    def __call__(
        self,
        values: Mapping[str, Any] | None = None,
        /,
        *,
        form: int | str = 0,
        symbol: str | None = None,
        of: str = "",
        note: Sentence | None = None,
        undefined: Number | None = None,
        **more: Any,
    ) -> Line:
        """Return the line in which numbers, by name, are put into an expression of the equation.

        `form` is the number of the expression, or one that the equation takes on in a special
        case; `of` an index of the symbol, `undefined` what stands for 0/0.
        """
        formula = form if isinstance(form, str) else self.forms[form]
        numbers = {**(values or {}), **more}
        return Line(self.number, (symbol or self.symbol) + of, formula, numbers, note, undefined)

    @property
    def latex(self) -> str:
        """The symbolic form; made from the forms where the table has none."""
        if self._latex:
            return self._latex
        writer = Latex()
        forms = [Expression(form).text(writer) for form in self.forms]
        return " = ".join([writer.name(self.symbol), *forms])

    @property
    def place(self) -> Sentence:
        """Where the textbook has it, in words."""
        kind, _, number = self.section.rpartition(" ")
        return _say("equation", kind or "section", number=number)

    @property
    def function(self) -> Callable[..., Any]:
        """What computes it."""
        found: Callable[..., Any] = getattr(sys.modules["mlevalkit"], self.name)
        return found

    @property
    def call(self) -> str:
        """The name under which the function is called, such as "mk.f1_score"."""
        return f"mk.{self.name}"

    def __repr__(self) -> str:
        return printable(f"({self.number}) {self.title}: {self.call}, {self.place}")

    def _repr_markdown_(self) -> str:
        about = f"{self.title} · {self.place} · `{self.call}`"
        return f"{about}\n\n" rf"$$\tag{{{self.number}}}{self.latex}$$"


class Equations(Mapping[str, Equation]):
    """The equations of the chapter by number, "2.1" to "2.44".

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.equations["2.10"]
    (2.10) F1: mk.f1_score, section 2.3.2
    >>> mk.equations["2.10"].forms[0]
    '2*P*R / (P + R)'
    >>> mk.equations["2.8"].function([1, 0], [1, 1])
    0.5
    """

    @cached_property
    def _entries(self) -> dict[str, Equation]:
        rows = data_of(__package__, "equations.toml")
        return {
            number: Equation(number, **row | {"title": Sentence(row["title"])})
            for number, row in rows.items()
        }

    def __getitem__(self, number: str) -> Equation:
        """Return an equation; its number is a string, since 2.10 is not 2.1."""
        if number not in self._entries:
            raise KeyError(f'number: expected a string from "2.1" to "2.44", got {number!r}')
        return self._entries[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        rows = [(f"({e.number})", e.section, e.call, e.title.plain()) for e in self.values()]
        widths = [max(len(row[i]) for row in rows) for i in range(3)]
        return "\n".join(
            "  ".join([*(cell.ljust(w) for cell, w in zip(row[:3], widths, strict=True)), row[3]])
            for row in rows
        )

    def _repr_markdown_(self) -> str:
        names = (str(word(name)) for name in ("number", "section", "equation"))
        rows = [f"| {' | '.join(names)} |", "|---|---|---|"]
        for e in self.values():
            latex = e.latex.replace("|", r"\vert ")  # a bar would end the cell
            rows.append(f"| ({e.number}) | {e.place} | {e.title} · `{e.call}` · ${latex}$ |")
        return "\n".join(rows)


equations = Equations()
