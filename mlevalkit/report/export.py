"""A script and a notebook that compute every number of a report again."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import TYPE_CHECKING, Any

from ..display.workings import Messages
from .calls import Column, plain
from .score_table import scores_of

if TYPE_CHECKING:
    from .result import Evaluation

_say = Messages(__package__)

DATA = "predictions.csv"
_KINDS = {"U": "str", "i": "int", "u": "int", "b": "bool", "f": "float"}


def _columns(result: Evaluation) -> dict[str, Column]:
    if result._scores is not None:
        return {"scores": scores_of(result._scores)}
    cases = [case for case in (result._case, result._other) if case is not None]
    return {name: column for case in cases for name, column in case.columns.items()}


def data(result: Evaluation) -> str:
    """Return the columns as a table; a column of K scores becomes K columns."""
    found: dict[str, list[Any]] = {}
    for name, column in _columns(result).items():
        values = column.values
        if values.ndim == 2:
            found |= {f"{name}_{k}": plain(values[:, k].tolist()) for k in range(values.shape[1])}
        else:
            found[name] = plain(values.tolist())
    length = max(map(len, found.values()), default=0)
    padded = [[*values, *[""] * (length - len(values))] for values in found.values()]
    sheet = io.StringIO()
    out = csv.writer(sheet, lineterminator="\n")
    out.writerow(found)
    out.writerows(zip(*padded, strict=True))
    return sheet.getvalue()


def as_json(found: Any) -> str:
    """Return dictionaries, lists, numbers and texts as JSON; what is not finite becomes null."""
    return json.dumps(_finite(found), ensure_ascii=False, indent=1)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(k): _finite(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_finite(v) for v in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _reading(result: Evaluation) -> list[str]:
    lines = [
        "import csv",
        "from functools import partial",
        "",
        "import numpy as np",
        "",
        "import mlevalkit as mk",
        "",
        f"with open({DATA!r}, encoding='utf-8', newline='') as file:",
        "    rows = list(csv.DictReader(file))",
        "",
        "",
        "def column(name, kind):",
        "    return np.array([kind(row[name]) for row in rows if row[name] != ''])",
        "",
        "",
    ]
    for name, of in _columns(result).items():
        kind = _KINDS[of.values.dtype.kind]
        kind = "lambda text: text == 'True'" if kind == "bool" else kind
        if of.values.ndim == 2:
            each = f"column(f'{name}_{{k}}', {kind}) for k in range({of.values.shape[1]})"
            lines.append(f"{name} = np.column_stack([{each}])")
        else:
            lines.append(f"{name} = column({name!r}, {kind})")
    return [*lines, "numbers = {}"]


def _cells(result: Evaluation) -> list[list[str]]:
    """Return the lines of the script, section by section."""
    cells = [_reading(result)]
    for part in result.sections:
        lines = [line for number in part.numbers.values() for line in number.code()]
        if lines:
            cells.append([f"# {part.title}", *lines])
    printed = ["for name, value in numbers.items():", "    print(f'{name:30} {value:.6g}')"]
    return [*cells, printed]


def script(result: Evaluation) -> str:
    """Return the script."""
    return "\n\n".join("\n".join(cell) for cell in _cells(result)) + "\n"


def notebook(result: Evaluation) -> str:
    """Return the notebook as JSON."""
    cell: dict[str, Any] = {"metadata": {}}
    title = {**cell, "cell_type": "markdown", "id": "title", "source": f"# {_say('title')}"}
    code = {**cell, "cell_type": "code", "execution_count": None, "outputs": []}
    cells = [
        {**code, "id": f"cell-{i}", "source": "\n".join(cell)}
        for i, cell in enumerate(_cells(result))
    ]
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    metadata["language_info"] = {"name": "python"}
    written = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": [title, *cells]}
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"
