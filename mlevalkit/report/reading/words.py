"""What an import report says."""

from __future__ import annotations

from typing import Any

from ..._workings import Sentence
from ..predictions import Coercion
from .text import Table, say

_MARKS = {"\t": "tab", " ": "blank", ";": "semicolon", ",": "comma", "|": "bar"}


def describe(table: Table, form: str) -> Sentence:
    """Return what the table is, in one sentence."""
    mark = say("delimiter", _MARKS.get(table.delimiter, "other"))
    places = {"rows": len(table.lines), "columns": len(table.names), "delimiter": mark}
    key = "table" if form == "table" else "format"
    return say("guess", key, name=table.source, format=form, encoding=table.encoding, **places)


def report_of(table: Table, form: str, said: list[Sentence]) -> dict[str, Any]:
    """Return the fields of an import report that every table has."""
    coercions = tuple(
        Coercion(kind, count, table.places[kind], _told(table, kind, count))
        for kind, count in table.changes.items()
    )
    return {
        "format": form,
        "encoding": table.encoding,
        "delimiter": table.delimiter,
        "guesses": tuple(said),
        "coercions": coercions,
    }


def _told(table: Table, kind: str, count: int) -> Sentence:
    return say("changed", kind, count=count, line=table.places[kind])
