"""The result of `evaluate`: numbers by name, and everything there is to take away."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .._validation import one_of
from ..display.language import LANGUAGES, speaking
from ..display.workings import spreadsheet_text
from . import export, html, paragraph
from .calls import Number
from .case import Case
from .checks import DataWarning
from .comparison import flips
from .figures import Picture
from .predictions import Predictions, ScoreTable
from .sections import Section


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What `evaluate` found; in a notebook it shows itself as a report.

    Attributes
    ----------
    sections : tuple of Section
        The report in reading order: "data", "measures", "figures", "subgroups", "threshold",
        "comparison", "limits"; those that do not apply are left out.
    warnings : tuple
        What looks wrong with the data; each has a `code`, a `sentence` and a `section`.
    """

    sections: tuple[Section, ...]
    warnings: tuple[DataWarning, ...]
    _case: Case | None = None
    _other: Case | None = None
    _scores: ScoreTable | None = None

    @property
    def predictions(self) -> Predictions | None:
        """What was evaluated."""
        return self._case.predictions if self._case else None

    @cached_property
    def numbers(self) -> Mapping[str, Number]:
        """All numbers by their stable names, each with `value`, `low`, `high` and `call`."""
        return {name: n for part in self.sections for name, n in part.numbers.items()}

    def __getitem__(self, name: str) -> Any:
        """Return a number by its name, "auc.low" for the end of an interval."""
        return self.values[name]

    @cached_property
    def values(self) -> Mapping[str, float]:
        """All numbers and ends of intervals as floats, by name."""
        found: dict[str, float] = {}
        for number in self.numbers.values():
            found |= number.ends()
        return found

    @cached_property
    def flips(self) -> Mapping[str, list[int]]:
        """The rows that only the first model ("a_only"), or the second, gets right."""
        if self._case is None or len(self._case.models) != 2:
            return {}
        return flips(self._case, *self._case.models)

    def section(self, name: str) -> Section:
        """Return a section by its name."""
        found = {part.name: part for part in self.sections}
        chosen: str = one_of(name, "name", tuple(found))
        return found[chosen]

    def report(self, language: str | None = None) -> str:
        """Return a paragraph for a paper or a homework, in English ("en") or Chinese ("zh")."""
        with _spoken(language):
            return paragraph.of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dictionaries, lists, numbers and texts."""
        return {
            "numbers": {name: _row(number) for name, number in self.numbers.items()},
            "warnings": [
                {"code": w.code, "sentence": str(w.sentence), "section": w.section}
                for w in self.warnings
            ],
            "flips": dict(self.flips),
            "report": {language: self.report(language) for language in LANGUAGES},
        }

    def to_json(self, path: str | Path | None = None) -> str:
        """Return all numbers as JSON, or write them; what is not finite becomes null."""
        text = export.as_json(self.to_dict())
        return _written(text, path)

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return all numbers as CSV, a row each, or write them."""
        sheet = io.StringIO()
        out = csv.writer(sheet, lineterminator="\n")
        out.writerow(["name", "value", "low", "high", "function"])
        for name, number in self.numbers.items():
            ends = [repr(v) if v == v else "" for v in (number.low, number.high)]
            out.writerow([spreadsheet_text(name), repr(number.value), *ends, number.call.function])
        return _written(sheet.getvalue(), path)

    def to_html(
        self,
        path: str | Path | None = None,
        *,
        book: str | None = None,
        language: str | None = None,
    ) -> str:
        """Return the report as one HTML page that fetches nothing, or write it.

        Parameters
        ----------
        path : str or Path, optional
            Where to write it.
        book : str, optional
            Where the pages of the book are, such as "../zh/": the sections become links.
        language : {"en", "zh"}, optional
            By default the chosen language.
        """
        with _spoken(language):
            return _written(html.page(self, book), path)

    def to_svg(self, folder: str | Path | None = None) -> dict[str, str]:
        """Return all figures by name as SVG, or write them into a folder (needs matplotlib)."""
        found = {
            part.name: html.drawing(part, standing_alone=True)
            for section in self.sections
            for part in section.parts
            if isinstance(part, Picture)
        }
        for name, text in found.items() if folder is not None else ():
            _written(text, Path(str(folder)) / f"{name}.svg")
        return found

    def to_script(self, path: str | Path | None = None) -> str:
        """Return a script that computes every number again, or write it beside its data.

        It reads the columns from ``predictions.csv``, which is written into the same folder.
        """
        return self._beside_data(export.script(self), path)

    def to_notebook(self, path: str | Path | None = None) -> str:
        """Return a notebook with the cells of `to_script`, or write it beside its data."""
        return self._beside_data(export.notebook(self), path)

    def _beside_data(self, text: str, path: str | Path | None) -> str:
        if path is not None:
            _written(export.data(self), Path(path).with_name(export.DATA))
        return _written(text, path)

    def to_frame(self) -> Any:
        """Return all numbers as a DataFrame with a row each."""
        from .._optional import need

        return need("pandas").read_csv(io.StringIO(self.to_csv()), index_col="name")

    def __repr__(self) -> str:
        return f"Evaluation({len(self.numbers)} numbers, {len(self.warnings)} warnings)"

    def __str__(self) -> str:
        return "\n\n".join(_plain(part) for part in self.sections)

    def _repr_html_(self) -> str:
        return html.body(self, None)


def _row(number: Number) -> dict[str, Any]:
    found: dict[str, Any] = {"value": number.value, "title": str(number.title)}
    if number.interval:
        found |= {"low": number.low, "high": number.high}
    return found | {"code": number.call.code(), "page": number.page}


def _spoken(language: str | None) -> AbstractContextManager[None]:
    """Return what speaks a language, or goes on in the chosen one."""
    if language is None:
        return nullcontext()
    return speaking(one_of(language, "language", LANGUAGES))


def _written(text: str, path: str | Path | None) -> str:
    if path is not None:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    return text


def _plain(part: Section) -> str:
    items = [item for one in part.parts for item in (one if isinstance(one, tuple) else [one])]
    return "\n".join([str(part.title), "-" * 40, *(item.plain() for item in items)])
