"""A reader's own table of scores: an array, a DataFrame or a CSV file."""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Floats, as_array, fail, as_floats, as_list


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable:
    """Scores with the names of their rows and columns; None for learners without names."""

    scores: Floats
    datasets: tuple[str, ...]
    learners: tuple[str, ...] | None


def score_table(
    scores: ArrayLike | str | PathLike[str], datasets: Sequence[Any] | None
) -> ScoreTable:
    """Return the scores with their names."""
    if isinstance(scores, (str, PathLike)):
        table = _from_csv(fspath(scores))
    elif hasattr(scores, "columns") and hasattr(scores, "index"):
        table = _from_frame(scores)
    else:
        values = as_floats(scores, "scores", 2)
        table = ScoreTable(values, tuple(f"D{i}" for i in range(1, len(values) + 1)), None)
    if datasets is None:
        return table
    names = tuple(str(name) for name in as_array(as_list(datasets, "datasets"), "datasets").tolist())
    if len(names) != len(table.scores):
        fail("datasets", f"{len(table.scores)} names, one a row", f"{len(names)}")
    return ScoreTable(table.scores, names, table.learners)


def _from_frame(frame: Any) -> ScoreTable:
    """Take the names from the index, or from a first column that holds text."""
    if len(frame.columns) and isinstance(frame.iloc[:, 0].to_list()[0], str):
        frame = frame.set_index(frame.columns[0])
    learners = tuple(str(name) for name in frame.columns)
    return ScoreTable(as_floats(frame, "scores", 2), tuple(str(i) for i in frame.index), learners)


def _from_csv(path: str) -> ScoreTable:
    raw = Path(path).read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:  # what a Chinese spreadsheet program writes
        text = raw.decode("gb18030")
    return from_text(text, "scores", f" in {path}")


def from_text(text: str, name: str, where: str = "") -> ScoreTable:
    """Read a table with names in the first row and column, between them commas or tabs."""
    lines = text.splitlines()
    rows = list(csv.reader(lines, delimiter="\t" if "\t" in text else ","))
    rows = [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]
    if len(rows) < 2 or len(rows[0]) < 2:
        expected = "a table with commas or tabs, names in its first row and first column"
        fail(name, expected, f"{len(rows)} rows{where}")
    head, *body = rows
    if not any(math.isnan(_float(cell)) for cell in head):
        fail(name, "names in the first row", f"only numbers: {', '.join(head)}")
    for row in body:
        if len(row) != len(head):
            fail(name, f"{len(head)} cells in every row", f"{len(row)} in row {row[0]!r}")
    values = np.array([[_float(cell) for cell in row[1:]] for row in body])
    for i, j in np.argwhere(~np.isfinite(values))[:1]:
        fail(name, "finite numbers", f"{body[i][j + 1]!r} for {head[j + 1]!r} on {body[i][0]!r}")
    return ScoreTable(values, tuple(row[0] for row in body), tuple(head[1:]))


def _float(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan
