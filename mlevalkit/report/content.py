"""What a report says, in the order of a reader with a deadline; writers write it down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ..display.workings import Messages, Sentence
from .checks import DataWarning
from .differences import Difference
from .figures import Picture
from .sources import Number

_say = Messages(__package__)


@dataclass(frozen=True, slots=True)
class Row:
    """A model in the one table: its numbers, and a mark in each column that is compared.

    A mark is "best", "alike" (not distinguishable from the best, or from the baseline), "baseline",
    "better", "worse", or "".
    """

    name: str
    cells: tuple[Number | None, ...]
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """The one table of all models, the best first."""

    heads: tuple[Sentence, ...]
    rows: tuple[Row, ...]
    notes: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A folded part: sentences, tables, tuples of numbers, rules, in reading order."""

    name: str
    title: Sentence
    parts: tuple[Any, ...]

    def __str__(self) -> str:
        items = [item for part in self.parts for item in _several(part)]
        return "\n".join([str(self.title), *(item.plain() for item in items)])


def _several(part: Any) -> tuple[Any, ...]:
    return part if isinstance(part, tuple) else (part,)


@dataclass(frozen=True, slots=True)
class Content:
    """All that a report says."""

    answer: tuple[Sentence, ...]
    overview: Overview
    differences: tuple[Difference, ...]
    difference_notes: tuple[Sentence, ...]
    warnings: tuple[DataWarning, ...]
    figures: tuple[Picture | Sentence, ...]
    sections: tuple[Section, ...]
    paper: Sentence
    level: float
    flips: dict[str, list[int]] = field(default_factory=dict)

    @property
    def numbers(self) -> dict[str, Number]:
        """All numbers by their stable names."""
        compared = [number for d in self.differences for number in d.numbers]
        cells = [cell for row in self.overview.rows for cell in row.cells if cell is not None]
        tuples = [p for part in self.sections for p in part.parts if isinstance(p, tuple)]
        return {number.name: number for number in chain(cells, compared, *tuples)}

    @property
    def pictures(self) -> dict[str, Picture]:
        """All figures by name."""
        parts = chain(self.figures, *(section.parts for section in self.sections))
        return {part.name: part for part in parts if isinstance(part, Picture)}


def sections(**parts: Iterable[Any]) -> tuple[Section, ...]:
    """Return the folded parts by name, in order; those without content are left out."""
    made = [Section(name, _say(f"section.{name}"), tuple(own)) for name, own in parts.items()]
    return tuple(section for section in made if section.parts)
