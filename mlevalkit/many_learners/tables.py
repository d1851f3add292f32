"""Tables of scores with names, and from scores to ranks: 1 for the best, equals share the mean."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from os import PathLike, fspath
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np

from .._distributions import LARGEST_K
from .._validation import ArrayLike, Floats, as_array, as_floats, as_list, fail, flag, shown
from .._workings import Messages, Sentence, Table, quoted, shortened, word

_say = Messages(__package__)

PAIRS = 15  # a longer list of pairs shows the first ones, dots, and the last


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
    if given is None and name == "datasets":
        return tuple(f"D{i}" for i in range(1, size + 1))
    if given is None:
        return tuple(ascii_uppercase[:size] if size <= 26 else map(str, range(1, size + 1)))
    names = tuple(str(v) for v in as_array(as_list(given, name), name).tolist())
    if len(names) != size:
        fail(name, f"one name per {line} ({size})", f"{len(names)}")
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
    if "\0" in path:
        fail(name, "a table, or the path of a CSV file", repr(path))
    raw = Path(path).read_bytes()
    for encoding in ("utf-8-sig", "gb18030"):  # what a Chinese spreadsheet program writes
        with suppress(UnicodeDecodeError):
            text = raw.decode(encoding)
            break
    else:
        fail(name, "a CSV file in UTF-8 or GB 18030", f"other bytes in {path}")
    return from_text(text, name, f" in {path}")


def from_text(text: str, name: str, where: str = "") -> NamedTable:
    """Read a table with names in the first row and column, or a pasted one of numbers only.

    Between the cells are tabs, semicolons, commas (Chinese ones, too) or else spaces.
    """
    rows = _rows_of_text(text)
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


def _rows_of_text(text: str) -> list[list[str]]:
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


# -- from scores to ranks ----------------------------------------------------------------------


def rank_table(
    scores: ArrayLike | None,
    ranks: ArrayLike | None,
    greater_is_better: object,
    learners: Sequence[object] | None,
    datasets: Sequence[object] | None = None,
) -> NamedTable:
    """Return the ranks with their names, checked or made from scores."""
    greater = flag(greater_is_better, "greater_is_better")
    if (scores is None) == (ranks is None):
        fail("scores and ranks", "one of the two", "neither" if scores is None else "both")
    name, given = ("scores", scores) if ranks is None else ("ranks", ranks)
    table = score_table(given, name, learners, datasets)  # type: ignore[arg-type]
    n, k = table.values.shape
    if not 2 <= k <= LARGEST_K:
        fail(name, f"2 to {LARGEST_K} learners (columns)", f"{k}")
    if n < 2:
        fail(name, "at least 2 data sets (rows): one ranking has no other to agree with", "1")
    if ranks is None:
        ranked = rank_rows(-table.values if greater else table.values)
        return NamedTable(ranked, table.learners, table.datasets)
    _check_ranks(table.values)
    return table


def rank_rows(values: Floats) -> Floats:
    """Return the ranks in each row, 1 for the smallest value; equals share the mean rank."""
    n, k = values.shape
    rows, order = np.arange(n)[:, None], values.argsort(axis=1)
    ordered, ranks, place = values[rows, order], np.empty((n, k)), np.arange(1.0, k + 1)
    new = ordered[:, 1:] != ordered[:, :-1]
    if not new.all():  # equals share the mean of their places
        run = np.cumsum(np.column_stack((np.ones(n, dtype=bool), new))) - 1
        place = (np.bincount(run, np.tile(place, n)) / np.bincount(run))[run].reshape(n, k)
    ranks[rows, order] = place
    return ranks


def interval_table(caption: str, pairs: Any, ends: Any, level: float) -> Table:
    """Return the table of the differences of pairs, each with the ends of its interval."""
    rows = [[*pair, *numbers] for pair, numbers in zip(pairs, ends, strict=True)]
    note = _say(caption, percent=f"{100 * level:.6g}")
    return Table(["", "", word("difference"), "low", "high"], rows, note, PAIRS)


def _check_ranks(ranks: Floats) -> None:
    right = rank_rows(ranks)
    wrong = (right != ranks).any(axis=1)
    if wrong.any():
        i, k = int(wrong.argmax()), ranks.shape[1]
        expected = f"ranks from 1 to {k} in every row, equals sharing their mean rank"
        got = f"{shown(ranks[i])} in row {i}, which would be {shown(right[i])}"
        if ranks.min() < 1 or ranks.max() > k or (2 * ranks % 1).any():
            got += "; scores or error rates are given as scores"
        fail("ranks", expected, got)


def halves(sums: Floats, n: int) -> list[Fraction]:
    """Return sums of ranks (multiples of 1/2) divided by n, as the fractions they are."""
    return [Fraction(round(2 * s), 2 * n) for s in sums.tolist()]


def tie_sizes(ranks: Floats) -> list[int]:
    """Return how many learners share a rank, for every rank shared on some data set."""
    n, k = ranks.shape
    places = np.arange(n)[:, None] * 2 * (k + 1) + 2 * ranks  # a number for each rank in each row
    counts = np.unique(places, return_counts=True)[1]
    sizes: list[int] = counts[counts > 1].tolist()
    return sizes


def table_with_means(
    learners: Sequence[str],
    datasets: Sequence[str],
    cells: Callable[[int], Sequence[Any]],
    means: Sequence[Any],
    caption: Sentence,
    most: int,
) -> Table:
    """Return a row for every data set, of which at most so many are made, and the mean ranks."""
    n = len(datasets)
    made = [*range(min(n, most)), *([n - 1] if n > most else [])]
    rows = shortened([[datasets[i], *cells(i)] for i in made], most)
    return Table(["", *map(quoted, learners)], [*rows, ["r", *means]], caption)
