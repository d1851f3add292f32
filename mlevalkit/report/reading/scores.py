"""Tables without a truth: a number, or right and wrong, for each pair of row and learner."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np

from ...display.workings.measure import data_of
from ..predictions import ImportReport, ModelColumns, Predictions, ScoreTable
from .text import Table, is_number, refuse, say
from .values import decimal_mark, drop_missing, is_missing, numbers
from .words import describe, report_of

FORMATS = data_of(__package__, "formats.toml")
NAMES = FORMATS["scores"]


def is_score_table(table: Table) -> bool:
    """Tell whether a table, long or wide, has a number for each pair and no truth."""
    patterns = [p for kind in ("y_true", "y_pred", "y_score") for p in FORMATS["names"][kind]]
    if _long_columns(table):
        return True
    first, *others = table.names
    named = any(_like(name, pattern) for name in table.names for pattern in patterns)
    rows = table[first]
    text = _like(first, NAMES["row"]) or not any(map(is_number, rows))
    return (
        len(others) > 1
        and not named
        and text
        and len(set(rows)) == len(rows)
        and _are_values(table)
    )


def _are_values(table: Table) -> bool:
    cells = {cell.strip() for column in table.columns[1:] for cell in column}
    return all(is_number(c) or is_missing(c) for c in cells) or _verdicts(cells)


def _verdicts(cells: set[str]) -> bool:
    return {c.lower() for c in cells if not is_missing(c)} <= {*NAMES["right"], *NAMES["wrong"]}


def _like(name: str, pattern: str) -> bool:
    return bool(re.fullmatch(pattern, name, re.IGNORECASE))


def _long_columns(table: Table) -> list[str]:
    """Return the columns of row, learner and value of a long table; [] if it is none."""
    kinds = ("row", "learner", "value")
    found = [next((n for n in table.names if _like(n, NAMES[kind])), "") for kind in kinds]
    return found if all(found) and len(set(found)) == 3 else []


def assemble(table: Table, missing: str, decimal: str | None) -> Predictions | ScoreTable:
    """Return the scores of a table; where they are right and wrong, as predictions."""
    names = _long_columns(table)
    said = [describe(table, "table")]
    if names:
        said.append(say("guess", "long", row=names[0], learner=names[1], value=names[2]))
        table = _wide(table, *names)
    else:
        said.append(say("guess", "wide", row=table.names[0], learners=", ".join(table.names[1:])))
    learners = tuple(table.names[1:])
    cells = {cell.strip() for column in table.columns[1:] for cell in column}
    if _verdicts(cells):
        return _as_verdicts(table, learners, missing, said)
    mark = decimal_mark(table, learners, decimal)
    values = np.column_stack([_with_gaps(table, name, mark) for name in learners])
    report = report_of(table, "table", said)
    return ScoreTable(values, tuple(table.columns[0]), learners, ImportReport(**report))


def _wide(table: Table, row: str, learner: str, value: str) -> Table:
    """Return a long table with a column for each learner; an empty cell where it has none."""
    rows = dict.fromkeys(table[row])
    learners = list(dict.fromkeys(table[learner]))
    found: dict[tuple[str, str], str] = {}
    cells = zip(table.lines, table[row], table[learner], table[value], strict=True)
    for line, one, other, cell in cells:
        if (one, other) in found:
            refuse("repeated_pair", name=table.source, line=line, row=one, learner=other)
        found[one, other] = cell
    columns = [[found.get((one, other), "") for one in rows] for other in learners]
    places = {one: line for line, one in zip(table.lines, table[row], strict=True)}
    lines = [places[one] for one in rows]
    return replace(table, names=[row, *learners], columns=[list(rows), *columns], lines=lines)


def _with_gaps(table: Table, name: str, decimal: str) -> Any:
    cells = table[name]
    gaps = [is_missing(cell) for cell in cells]
    if not any(gaps):
        return numbers(table, name, decimal)
    line = table.lines[gaps.index(True)]
    table.changed("gap", sum(gaps), line)
    filled = ["0" if gap else cell for gap, cell in zip(gaps, cells, strict=True)]
    table = replace(table, names=[name], columns=[filled])
    return np.where(gaps, np.nan, numbers(table, name, decimal))


def _as_verdicts(
    table: Table, learners: tuple[str, ...], missing: str, said: list[Any]
) -> Predictions:
    lines = drop_missing(table, learners, missing)
    said.append(say("guess", "verdicts"))
    models = {}
    for name in learners:
        right = [cell.strip().lower() in NAMES["right"] for cell in table[name]]
        models[name] = ModelColumns(np.array(right, dtype=int))
    report = report_of(table, "table", said)
    return Predictions(
        None,
        models,
        id=np.array(table.columns[0]),
        rows=np.array(table.lines),
        import_report=ImportReport(**report, dropped=lines),
    )
