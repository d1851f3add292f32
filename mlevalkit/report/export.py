"""Numbers as JSON and CSV; a script and a notebook that compute every one of them again."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from .._tables import spreadsheet_text
from ..display.workings import Messages
from .content import Content
from .sources import Number, Source, plain

_say = Messages(__package__)

DATA = "predictions.csv"
_KINDS = {"U": "str", "i": "int", "u": "int", "b": "lambda text: text == 'True'", "f": "float"}

Columns = Mapping[str, Source]


def as_json(content: Content, paragraphs: Mapping[str, str]) -> str:
    """Return everything as JSON; what is not finite becomes null."""
    found = {
        "answer": [str(sentence) for sentence in content.answer],
        "numbers": {name: _entry(number) for name, number in content.numbers.items()},
        "differences": [
            {"first": d.first, "second": d.second, "measure": d.measure, "verdict": d.verdict}
            for d in content.differences
        ],
        "warnings": [
            {"code": w.code, "sentence": str(w.sentence), "section": w.section}
            for w in content.warnings
        ],
        "flips": content.flips,
        "report": dict(paragraphs),
    }
    return json.dumps(_finite(found), ensure_ascii=False, indent=1)


def _entry(number: Number) -> dict[str, Any]:
    found: dict[str, Any] = {"value": number.value, "title": str(number.title)}
    if number.interval:
        found |= {"low": number.low, "high": number.high}
    return found | {"code": number.source.code, "page": number.page}


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(k): _finite(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_finite(v) for v in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def as_csv(numbers: Mapping[str, Number]) -> str:
    """Return all numbers as CSV, a row each."""
    sheet = io.StringIO()
    out = csv.writer(sheet, lineterminator="\n")
    out.writerow(["name", "value", "low", "high", "function"])
    for name, number in numbers.items():
        ends = [repr(end) if end == end else "" for end in (number.low, number.high)]
        out.writerow([spreadsheet_text(name), repr(number.value), *ends, number.source.function])
    return sheet.getvalue()


def data(columns: Columns) -> str:
    """Return the columns as a table; a column of K scores becomes K columns."""
    found: dict[str, list[Any]] = {}
    for name, source in columns.items():
        values = source.value
        if values.ndim == 2:
            found |= {f"{name}_{k}": plain(column.tolist()) for k, column in enumerate(values.T)}
        else:
            found[name] = plain(values.tolist())
    sheet = io.StringIO()
    out = csv.writer(sheet, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    out.writerow(found)
    out.writerows(zip_longest(*found.values()))
    return sheet.getvalue()


_READING = """\
import csv
from functools import partial

import numpy as np

import mlevalkit as mk

with open("predictions.csv", encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file))


def column(name, kind, length):
    return np.array([kind(row[name]) for row in rows[:length]])


"""


def _reading(columns: Columns) -> str:
    lines = []
    for name, source in columns.items():
        values = source.value
        kind = _KINDS[values.dtype.kind]
        if values.ndim == 2:
            m, k = values.shape
            each = f"column(f'{name}_{{k}}', {kind}, {m}) for k in range({k})"
            lines.append(f"{name} = np.column_stack([{each}])")
        else:
            lines.append(f"{name} = column({name!r}, {kind}, {len(values)})")
    return _READING + "\n".join([*lines, "numbers = {}"])


def _cells(numbers: Mapping[str, Number], columns: Columns) -> list[str]:
    """Return the cells of the script: reading, computing, printing."""
    computing = [line for number in numbers.values() for line in number.code()]
    printing = "for name, value in numbers.items():\n    print(f'{name:30} {value:.6g}')"
    return [_reading(columns), "\n".join(computing), printing]


def script(numbers: Mapping[str, Number], columns: Columns) -> str:
    """Return the script."""
    return "\n\n".join(_cells(numbers, columns)) + "\n"


_UNRUN: dict[str, Any] = {"metadata": {}, "execution_count": None, "outputs": []}
_KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


def notebook(numbers: Mapping[str, Number], columns: Columns) -> str:
    """Return the notebook as JSON, in the format of nbformat 4.5."""
    title = {"cell_type": "markdown", "id": "title", "metadata": {}, "source": f"# {_say('title')}"}
    cells = enumerate(_cells(numbers, columns))
    code = [{"cell_type": "code", "id": f"cell-{i}", "source": c, **_UNRUN} for i, c in cells]
    made = {
        "cells": [title, *code],
        "metadata": {"kernelspec": _KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"
