"""Tables that a reader types or pastes into the editor of an explorer."""

from __future__ import annotations

import csv
import math

import numpy as np

from .._validation import fail
from ..many_learners.tables import NamedTable, with_numbers


def from_text(text: str, name: str) -> NamedTable:
    """Read a table with names in its first row, or one of numbers only.

    Between the cells are tabs, semicolons, commas (Chinese ones, too) or else spaces. As in a
    DataFrame, a first column of words names the rows; so does one that has no heading.
    """
    rows = _rows(text)
    if len(rows) < 2 or len(rows[0]) < 2:
        expected = "a table with commas or tabs, names in its first row and first column"
        fail(name, expected, f"{len(rows)} row{'s' * (len(rows) != 1)}")
    numbers = [[_float(cell) for cell in row] for row in rows]
    if not any(math.isnan(v) for row in numbers for v in row):
        return with_numbers(_rectangle(rows, numbers, name))
    head, *body = rows
    if len(body[0]) == len(head) + 1:  # the corner was left empty
        head = ["", *head]
    if all(not math.isnan(_float(cell)) for cell in head):
        fail(name, "names in the first row", f"only numbers: {', '.join(head)}")
    values = _rectangle(body, numbers[1:], name, len(head))
    named = head[0] == "" or np.isnan(values[:, 0]).any()
    datasets = tuple(row[0] for row in body)
    if named:
        values, head = values[:, 1:], head[1:]
        body = [row[1:] for row in body]
    for i, j in np.argwhere(~np.isfinite(values))[:1]:
        fail(name, "finite numbers", f"{body[i][j]!r} for {head[j]!r} on {datasets[i]!r}")
    plain = with_numbers(values)
    return NamedTable(
        values=values,
        learners=tuple(head),
        datasets=datasets if named else plain.datasets,
        datasets_from="first_column" if named else plain.datasets_from,
    )


def _rows(text: str) -> list[list[str]]:
    lines = [line for line in text.replace("，", ",").splitlines() if line.strip()]
    between = next((c for c in "\t;," if lines and c in lines[0]), None)
    if between is None:
        return [line.split() for line in lines]
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=between)]
    return [row for row in rows if any(row)]


def _rectangle(
    rows: list[list[str]], numbers: list[list[float]], name: str, width: int | None = None
) -> np.ndarray:
    """Return the numbers as an array, NaN for words; every row must be as wide as the first."""
    width = width or len(rows[0])
    for row in rows:
        if len(row) != width:
            fail(name, f"{width} cells in every row", f"{len(row)} in row {row[0]!r}")
    return np.array(numbers)


def _float(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan
