"""What an import report says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...display.workings import Sentence
from ..predictions import Coercion
from .roles import Role
from .text import Table, say

_MARKS = {"\t": "tab", " ": "blank", ";": "semicolon", ",": "comma", "|": "bar"}
_OF_NUMBERS = {"y_true": "true_number", "y_pred": "number"}


def describe(table: Table, form: str) -> Sentence:
    """Return what the table is, in one sentence."""
    mark = say("delimiter", _MARKS.get(table.delimiter, "other"))
    places = {"rows": len(table.lines), "columns": len(table.names), "delimiter": mark}
    key = "table" if form == "table" else "format"
    return say("guess", key, name=table.source, format=form, encoding=table.encoding, **places)


def of_columns(roles: Mapping[str, Role], task: str) -> Iterator[Sentence]:
    """Yield what each column holds, and which are not used."""
    for name, (kind, model, label) in roles.items():
        if kind != "ignored":
            key = "y_score_of" if kind == "y_score" and label else kind
            key = _OF_NUMBERS.get(kind, key) if task == "regression" else key
            places = {"column": name or say("unnamed"), "model": model or "model", "label": label}
            yield say("guess", key, **places)
    ignored = [f"“{name}”" for name, role in roles.items() if role.kind == "ignored"]
    if ignored:
        yield say("guess", "ignored", columns=", ".join(ignored))


def report_of(table: Table, form: str, said: list[Sentence]) -> dict[str, Any]:
    """Return the fields of an import report that every table has."""
    coercions = []
    for kind, count in table.changes.items():
        line = table.places[kind]
        coercions.append(Coercion(kind, count, line, say("changed", kind, count=count, line=line)))
    return {
        "format": form,
        "encoding": table.encoding,
        "delimiter": table.delimiter,
        "guesses": tuple(said),
        "coercions": tuple(coercions),
    }
