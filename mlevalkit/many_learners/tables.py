"""A table of scores or ranks with names: an array, a DataFrame, a CSV file or pasted text."""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from os import PathLike, fspath
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Floats, as_array, as_floats, as_list, fail, shown


@dataclass(frozen=True, slots=True, eq=False)
class NamedTable:
    """Scores or ranks of learners (columns) on data sets (rows), with the names of both."""

    values: Floats
    learners: tuple[str, ...]
    datasets: tuple[str, ...]


def score_table(
    scores: ArrayLike | str | PathLike[str],
    name: str = "scores",
    learners: Sequence[object] | None = None,
    datasets: Sequence[object] | None = None,
) -> NamedTable:
    """Return scores with their names: those given, else the table's own, else A, B and D1, D2."""
    if isinstance(scores, (str, PathLike)):
        table = _from_csv(fspath(scores), name)
        own: tuple[Any, Any] = table.learners, table.datasets
        values = table.values
    elif hasattr(scores, "columns") and hasattr(scores, "index"):
        frame, own = _own_names(scores)
        _check_frame(frame, name, own[1])
        values = as_floats(frame, name, 2)
    else:
        values, own = as_floats(scores, name, 2), (getattr(scores, "columns", None), None)
    n, k = values.shape
    rows = _names(datasets if datasets is not None else own[1], "datasets", n, "row")
    columns = _names(learners if learners is not None else own[0], "learners", k, "column")
    if len(set(columns)) < k:
        fail("learners", "every name once", shown(columns))
    return NamedTable(values, columns, rows)


def _names(given: Any, name: str, size: int, line: str) -> tuple[str, ...]:
    if given is None:
        if name == "datasets":
            return tuple(f"D{i}" for i in range(1, size + 1))
        return tuple(ascii_uppercase[:size] if size <= 26 else map(str, range(1, size + 1)))
    names = tuple(str(v) for v in as_array(as_list(given, name), name).tolist())
    if len(names) != size:
        fail(name, f"{size} names, one a {line}", f"{len(names)}")
    return names


# -- pandas -----------------------------------------------------------------------------------


def _own_names(frame: Any) -> tuple[Any, tuple[list[str], list[str] | None]]:
    """Return the numbers of a frame and the names of its columns and rows.

    Data sets have their names in a first column of words, or in the index; the index that pandas
    makes, 0, 1, 2, ..., names nothing.
    """
    if len(frame) and len(frame.columns):
        first = frame.iloc[:, 0].tolist()
        if all(isinstance(cell, str) for cell in first):
            frame = frame.iloc[:, 1:].set_axis(first)
    counted = frame.index.tolist() == list(range(len(frame)))
    rows = None if counted else [str(name) for name in frame.index]
    return frame, ([str(name) for name in frame.columns], rows)


def _check_frame(frame: Any, name: str, rows: list[str] | None) -> None:
    """Refuse what is no number, by its column and row, and say what can be done."""
    cells = frame.to_numpy()
    if cells.dtype.kind in "biuf" and not (cells != cells).any():
        return
    for j, label in enumerate(frame.columns):
        for i, cell in enumerate(frame.iloc[:, j].tolist()):
            where = f"{cell!r} on {rows[i]!r}" if rows else f"{cell!r} in row {i}"
            if isinstance(cell, str):
                got = f"{where}; names of data sets go into the first column or the index"
                way = f"other text is left out by {name}.drop(columns={label!r})"
                fail(name, f"numbers in column {label!r}", f"{got}, {way}", TypeError)
            if not isinstance(cell, (Real, np.generic)) or cell != cell:
                way = f"{name}.dropna() leaves out data sets, {name}.dropna(axis=1) learners"
                fail(name, f"finite numbers in column {label!r}", f"{where}; {way}")


# -- files and pasted text --------------------------------------------------------------------


def _from_csv(path: str, name: str) -> NamedTable:
    raw = Path(path).read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:  # what a Chinese spreadsheet program writes
        text = raw.decode("gb18030")
    return from_text(text, name, f" in {path}")


def from_text(text: str, name: str, where: str = "") -> NamedTable:
    """Read a table with names in the first row and column, or a pasted one of numbers only.

    Between the cells are tabs, semicolons, commas (Chinese ones, too) or else spaces.
    """
    rows = _cells(text)
    if len(rows) < 2 or len(rows[0]) < 2:
        expected = "a table with commas or tabs, names in its first row and first column"
        fail(name, expected, f"{len(rows)} row{'s' * (len(rows) != 1)}{where}")
    head, *body = rows
    if len(body[0]) == len(head) + 1:  # the corner was left empty
        head = ["", *head]
    if not any(math.isnan(_float(cell)) for row in rows for cell in row) and not where:
        return score_table([[float(cell) for cell in row] for row in rows], name)
    if not any(math.isnan(_float(cell)) for cell in head):
        fail(name, "names in the first row", f"only numbers: {', '.join(head)}")
    for row in body:
        if len(row) != len(head):
            fail(name, f"{len(head)} cells in every row", f"{len(row)} in row {row[0]!r}")
    values = np.array([[_float(cell) for cell in row[1:]] for row in body])
    for i, j in np.argwhere(~np.isfinite(values))[:1]:
        fail(name, "finite numbers", f"{body[i][j + 1]!r} for {head[j + 1]!r} on {body[i][0]!r}")
    return NamedTable(values, tuple(head[1:]), tuple(row[0] for row in body))


def _cells(text: str) -> list[list[str]]:
    lines = [line for line in text.replace("，", ",").splitlines() if line.strip()]
    between = next((c for c in "\t;," if lines and c in lines[0]), None)
    if between is None:
        return [line.split() for line in lines]
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=between)]
    return [row for row in rows if any(row)]


def _float(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan
