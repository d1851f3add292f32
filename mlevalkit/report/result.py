"""The result of `evaluate`: the answer, numbers by name, and what there is to take away."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .._validation import fail, one_of
from ..display.language import LANGUAGES, speaking
from . import export, html, plain
from .checks import DataWarning
from .content import Content, Section
from .differences import Difference
from .predictions import Predictions
from .sources import Number, Source


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What `evaluate` found: printed it is the answer with its table, in a notebook a report.

    Attributes
    ----------
    predictions : Predictions or None
        What was evaluated; None for a table of scores.
    """

    predictions: Predictions | None
    _content: Content
    _columns: Mapping[str, Source]

    @property
    def answer(self) -> str:
        """Which model is best, by how much, and what does not follow."""
        return plain.joined(self._content.answer)

    @property
    def warnings(self) -> tuple[DataWarning, ...]:
        """What looks wrong with the data; each has a `code`, a `sentence` and a `section`."""
        return self._content.warnings

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The differences from the best model, or from the baseline; each has a `verdict`."""
        return self._content.differences

    @property
    def flips(self) -> Mapping[str, list[int]]:
        """The rows that only the first of two models ("a_only"), or the second, gets right."""
        return self._content.flips

    @property
    def numbers(self) -> Mapping[str, Number]:
        """All numbers by their stable names, each with `value`, `low`, `high` and `source`."""
        return self._content.numbers

    @cached_property
    def values(self) -> Mapping[str, float]:
        """All numbers and ends of intervals as floats, by name."""
        found: dict[str, float] = {}
        for number in self.numbers.values():
            found |= number.values()
        return found

    def __getitem__(self, name: str) -> float:
        """Return a number by its name, "auc.low" for the end of an interval."""
        return self.values[name]

    def section(self, name: str) -> Section:
        """Return a folded part of the report by its name: "data", "measures", "limits", ..."""
        found = {part.name: part for part in self._content.sections}
        return found[one_of(name, "name", tuple(found))]

    def report(self, language: str | None = None) -> str:
        """Return a paragraph for a paper or a homework, in English ("en") or Chinese ("zh")."""
        with _spoken(language):
            return str(self._content.paper)

    def text(self, *, colour: bool = False) -> str:
        """Return the answer, the table of models, the differences and warnings, for a terminal."""
        return plain.text(self._content, colour)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Evaluation({len(self.numbers)} numbers, {len(self.warnings)} warnings)"

    def _repr_html_(self) -> str:
        return self.to_html(fragment=True)

    def to_html(
        self,
        path: str | Path | None = None,
        *,
        book: str | None = None,
        language: str | None = None,
        figures: bool = True,
        checklist: str | None = None,
        fragment: bool = False,
    ) -> str:
        """Return the report as one HTML page that fetches nothing, or write it.

        Parameters
        ----------
        path : str or Path, optional
            Where to write it.
        book : str, optional
            Where the pages of the book are, such as "../zh/": words become links to them.
        language : {"en", "zh"}, optional
            By default the chosen language.
        figures : bool, default True
            Draw the figures; without, their places stay empty, for `figure_html` to fill.
        checklist : {"stard", "model card"}, optional
            Add where the report answers the items of STARD 2015, or of a model card.
        fragment : bool, default False
            Return an element for a page of your own, not a whole page.
        """
        if checklist is not None:
            one_of(checklist, "checklist", tuple(html.CHECKLISTS))
        # those of Python are of workings that are computed for the page
        with _spoken(language), warnings.catch_warnings(action="ignore"):
            body = html.body(self._content, self._columns, book, figures, checklist)
            return _written(body if fragment else html.page(body), path)

    def figure_html(self, name: str) -> str:
        """Return one figure of the report as an HTML element (needs matplotlib)."""
        found = self._content.pictures
        return html.figure(found[one_of(name, "name", tuple(found))])

    def to_svg(self, folder: str | Path | None = None) -> dict[str, str]:
        """Return all figures by name as SVG, or write them into a folder (needs matplotlib)."""
        pictures = self._content.pictures
        found = {name: p.drawing(standing_alone=True) for name, p in pictures.items()}
        for name, text in found.items() if folder is not None else ():
            _written(text, Path(str(folder)) / f"{name}.svg")
        return found

    def to_json(self, path: str | Path | None = None) -> str:
        """Return everything as JSON, or write it; what is not finite becomes null."""
        paragraphs = {language: self.report(language) for language in LANGUAGES}
        return _written(export.as_json(self._content, paragraphs), path)

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return all numbers as CSV, a row each, or write them."""
        return _written(export.as_csv(self.numbers), path)

    def to_script(self, path: str | Path | None = None) -> str:
        """Return a script that computes every number again, or write it beside its data.

        It reads the columns from ``predictions.csv``, which is written into the same folder.
        """
        return self._beside_data(export.script(self.numbers, self._columns), path)

    def to_notebook(self, path: str | Path | None = None) -> str:
        """Return a notebook with the cells of `to_script`, or write it beside its data."""
        return self._beside_data(export.notebook(self.numbers, self._columns), path)

    def _beside_data(self, text: str, path: str | Path | None) -> str:
        if path is not None:
            data = Path(path).with_name(export.DATA)
            columns = export.data(self._columns)
            if data.exists() and data.read_bytes() != columns.encode():
                got = f"{path!s}, beside a {data.name} that would be written over"
                fail("path", "a folder of its own", got, FileExistsError)
            _written(columns, data)
        return _written(text, path)


def _spoken(language: str | None) -> AbstractContextManager[Any]:
    """Return what speaks a language, or goes on in the chosen one."""
    if language is None:
        return nullcontext()
    return speaking(one_of(language, "language", LANGUAGES))


def _written(text: str, path: str | Path | None) -> str:
    """Return a text; if a path is given, write it beside what is there, and then in its place."""
    if path is not None:
        part = Path(path).with_name(f".{Path(path).name}.part")
        try:
            part.write_text(text, encoding="utf-8", newline="\n")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    return text
