"""What a report says, in the order of a reader with a deadline; writers write it down."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from ..display.workings import Messages, Sentence
from .checks import DataWarning, known
from .differences import Difference, many
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


class Content(ABC):
    """All that a report says, of models or of learners; a part is made when it is asked for.

    Attributes
    ----------
    level : float
        The confidence level of the intervals.
    baseline : str or None
        The name that all others are compared with, in place of the best one.
    differences : tuple of Difference
        From the best one, or from the baseline.
    flips : mapping of str to list of int
        The rows that only the first of two models, or the second, gets right.
    """

    differences: tuple[Difference, ...]
    flips: Mapping[str, list[int]] = {}

    def __init__(self, level: float, baseline: str | None, ignore: Collection[str]) -> None:
        known(ignore)
        self.level = level
        self.baseline = baseline
        self.ignore = ignore

    @abstractmethod
    def leads(self) -> Iterator[Sentence]:
        """Yield which one is best, than which it is better, and what the results hold for."""

    @abstractmethod
    def looked_at(self) -> Iterator[DataWarning]:
        """Yield what makes the results doubtful."""

    @abstractmethod
    def details(self) -> dict[str, Iterable[Any]]:
        """Return the folded parts by name, in order."""

    @property
    @abstractmethod
    def overview(self) -> Overview:
        """The one table."""

    @property
    @abstractmethod
    def paper(self) -> Sentence:
        """The paragraph for a paper."""

    @cached_property
    def answer(self) -> tuple[Sentence, ...]:
        """Which one is best, by how much, and what does not follow."""
        alike = any(d.verdict == "alike" for d in self.differences)
        limit = [_say("answer.limit.alike")] if alike else []
        return *self.leads(), *limit, many("answer.warnings", len(self.warnings))

    @cached_property
    def warnings(self) -> tuple[DataWarning, ...]:
        """What looks wrong, but for what the reader left out."""
        with warnings.catch_warnings(action="ignore"):
            return tuple(found for found in self.looked_at() if found.code not in self.ignore)

    @cached_property
    def figures(self) -> tuple[Picture | Sentence, ...]:
        """The figures, and why others are left out."""
        return ()

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The folded parts; those without content are left out."""
        with warnings.catch_warnings(action="ignore"):  # the report says in words what they say
            parts = {name: tuple(part) for name, part in self.details().items()}
        return tuple(Section(n, _say(f"section.{n}"), part) for n, part in parts.items() if part)

    def difference_notes(self) -> Iterator[Sentence]:
        """Yield for how many pairs the intervals hold."""
        if self.differences and (m := self.differences[0].pairs) > 1:
            yield _say(f"pairs.{'baseline' if self.baseline else 'best'}", m=m)

    def mark(self, measure: str, name: str) -> str:
        """Return the mark of one of those that are compared by a measure."""
        own = [d for d in self.differences if d.measure == measure]
        if not own:
            return ""
        if self.baseline:
            marks: dict[str, str] = {d.first: d.verdict for d in own}
            return marks.get(name, "baseline" if name == self.baseline else "")
        marks = {d.second: "alike" for d in own if d.verdict == "alike"}
        return "best" if name == own[0].first else marks.get(name, "")

    @cached_property
    def numbers(self) -> dict[str, Number]:
        """All numbers by their stable names."""
        compared = [number for d in self.differences for number in d.numbers]
        cells = [cell for row in self.overview.rows for cell in row.cells if cell is not None]
        tuples = [p for part in self.sections for p in part.parts if isinstance(p, tuple)]
        return {number.name: number for number in chain(cells, compared, *tuples)}

    @cached_property
    def pictures(self) -> dict[str, Picture]:
        """All figures by name."""
        parts = chain(self.figures, *(section.parts for section in self.sections))
        return {part.name: part for part in parts if isinstance(part, Picture)}
