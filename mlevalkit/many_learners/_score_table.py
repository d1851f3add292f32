"""A reader's own table of scores: an array, a DataFrame or a CSV file."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._checks import Floats, array_of, fail, floats


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
        values = floats(scores, "scores", 2)
        table = ScoreTable(values, tuple(f"D{i}" for i in range(1, len(values) + 1)), None)
    if datasets is None:
        return table
    names = tuple(str(name) for name in array_of(list(datasets), "datasets").tolist())
    if len(names) != len(table.scores):
        fail("datasets", f"{len(table.scores)} names, one a row", f"{len(names)}")
    return ScoreTable(table.scores, names, table.learners)


def _from_frame(frame: Any) -> ScoreTable:
    """Take the names from the index, or from a first column that holds text."""
    if len(frame.columns) and isinstance(frame.iloc[:, 0].to_list()[0], str):
        frame = frame.set_index(frame.columns[0])
    learners = tuple(str(name) for name in frame.columns)
    return ScoreTable(floats(frame, "scores", 2), tuple(str(i) for i in frame.index), learners)


def _from_csv(path: str) -> ScoreTable:
    raw = Path(path).read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:  # what a Chinese spreadsheet program writes
        text = raw.decode("gb18030")
    rows = [row for row in csv.reader(text.splitlines()) if any(cell.strip() for cell in row)]
    if len(rows) < 2 or len(rows[0]) < 2:
        expected = "a table with commas: learners in the first row, data sets in the first column"
        fail("scores", expected, f"{len(rows)} rows in {path}")
    head, *body = rows
    scores = np.array([_numbers(row, head) for row in body])
    names = tuple(row[0].strip() for row in body)
    return ScoreTable(scores, names, tuple(name.strip() for name in head[1:]))


def _numbers(row: list[str], head: list[str]) -> list[float]:
    if len(row) != len(head):
        fail("scores", f"{len(head)} cells in every row", f"{len(row)} in row {row[0]!r}")
    return [_number(cell, row[0], learner) for cell, learner in zip(row[1:], head[1:], strict=True)]


def _number(cell: str, dataset: str, learner: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = float("nan")
    if not np.isfinite(value):
        fail("scores", "finite numbers", f"{cell!r} for {learner!r} on {dataset!r}")
    return value
