"""Tables of scores with names, and from scores to ranks: 1 for the best, equals share the mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Real
from os import PathLike
from string import ascii_uppercase
from typing import Any

import numpy as np
import scipy

from ..._distributions import LARGEST_K
from ..._validation import Array, ArrayLike, Floats, as_array, as_floats, as_list, fail, shown
from ...display.workings import Messages, Sentence, Table, quoted, shortened, word

_say = Messages(__package__)

PAIRS = 15  # a longer list of pairs shows the first ones, dots, and the last


@dataclass(frozen=True, slots=True, eq=False)
class NamedTable:
    """Scores or ranks of learners (columns) on data sets (rows), with the names of both.

    `datasets_from` says where the names of the data sets come from: "argument", "first_column" or
    "index" of a DataFrame, or "row_number".
    """

    values: Floats
    learners: tuple[str, ...]
    datasets: tuple[str, ...]
    datasets_from: str


def score_table(
    scores: ArrayLike,
    name: str = "scores",
    learners: Sequence[object] | None = None,
    datasets: Sequence[object] | None = None,
) -> NamedTable:
    """Return scores with their names: those given, else the table's own, else A, B and D1, D2."""
    if isinstance(scores, (str, PathLike)):
        expected = "a table of numbers; pandas.read_csv(path, index_col=0) reads one from a file"
        fail(name, expected, repr(scores), TypeError)
    if hasattr(scores, "columns") and hasattr(scores, "to_numpy"):  # of pandas, polars, ...
        table = _from_frame(scores, name)
    else:
        table = with_numbers(as_floats(scores, name, 2))
    n, k = table.values.shape
    columns = table.learners if learners is None else _names(learners, "learners", k, "column")
    rows = table.datasets if datasets is None else _names(datasets, "datasets", n, "row")
    if len(set(columns)) < k:
        fail("learners", "every name once", shown(columns))
    named_by = table.datasets_from if datasets is None else "argument"
    return NamedTable(table.values, columns, rows, named_by)


def with_numbers(values: Floats) -> NamedTable:
    """Name the learners A, B, ... and the data sets D1, D2, ...; from 27 learners on 1, 2, ..."""
    n, k = values.shape
    learners = ascii_uppercase[:k] if k <= 26 else map(str, range(1, k + 1))
    datasets = (f"D{i}" for i in range(1, n + 1))
    return NamedTable(values, tuple(learners), tuple(datasets), "row_number")


def _names(given: Any, name: str, size: int, line: str) -> tuple[str, ...]:
    names = tuple(str(v) for v in as_array(as_list(given, name), name).tolist())
    if len(names) != size:
        fail(name, f"one name per {line} ({size})", f"{len(names)}")
    return names


# -- DataFrames -------------------------------------------------------------------------------


def _from_frame(frame: Any, name: str) -> NamedTable:
    """Read a DataFrame: learners are its columns, data sets a first column of words or the index.

    The index that pandas makes, 0, 1, 2, ..., names nothing. A first column of numbers holds
    scores, even if they are meant as names.
    """
    cells = frame.to_numpy()
    labels = [*frame.columns]
    index = [*getattr(frame, "index", range(len(cells)))]
    rows = None
    named_by = None
    if cells.size and all(isinstance(cell, str) for cell in cells[:, 0]):
        rows = cells[:, 0].tolist()
        named_by = "first_column"
        cells = cells[:, 1:]
        labels = labels[1:]
    elif index != list(range(len(cells))):
        rows = [str(label) for label in index]
        named_by = "index"
    _check_cells(cells, name, labels, rows)
    table = with_numbers(as_floats(cells, name, 2))
    return NamedTable(
        values=table.values,
        learners=tuple(str(label) for label in labels),
        datasets=tuple(rows or table.datasets),
        datasets_from=named_by or table.datasets_from,
    )


def _check_cells(cells: Array, name: str, labels: list[Any], rows: list[str] | None) -> None:
    """Refuse what is no number, by its column and row, and say what can be done."""
    if cells.dtype.kind in "biuf" and not (cells != cells).any():
        return
    for label, column in zip(labels, cells.T, strict=True):
        for i, cell in enumerate(column.tolist()):
            where = f"{cell!r} on {rows[i]!r}" if rows else f"{cell!r} in row {i}"
            if isinstance(cell, str):
                got = f"{where}; names of data sets go into the first column or the index"
                way = f"other text is left out by {name}.drop(columns={label!r})"
                fail(name, f"numbers in column {label!r}", f"{got}, {way}", TypeError)
            if not isinstance(cell, (Real, np.generic)) or cell != cell:
                way = f"{name}.dropna() leaves out data sets, {name}.dropna(axis=1) learners"
                fail(name, f"finite numbers in column {label!r}", f"{where}; {way}")


# -- from scores to ranks ----------------------------------------------------------------------


def rank_table(
    scores: ArrayLike | None,
    ranks: ArrayLike | None,
    greater_is_better: bool,
    learners: Sequence[object] | None,
    datasets: Sequence[object] | None = None,
) -> NamedTable:
    """Return the ranks with their names, checked or made from scores."""
    if (scores is None) == (ranks is None):
        fail("scores and ranks", "one of the two", "neither" if scores is None else "both")
    if scores is not None:
        return ranked(score_table(scores, "scores", learners, datasets), greater_is_better)
    table = score_table(ranks, "ranks", learners, datasets)  # type: ignore[arg-type]
    _check_size(table.values, "ranks")
    _check_ranks(table.values)
    return table


def ranked(table: NamedTable, greater_is_better: bool) -> NamedTable:
    """Return the ranks of scores, with the same names."""
    _check_size(table.values, "scores")
    return replace(table, values=rank_rows(-table.values if greater_is_better else table.values))


def _check_size(values: Floats, name: str) -> None:
    n, k = values.shape
    if not 2 <= k <= LARGEST_K:
        fail(name, f"2 to {LARGEST_K} learners (columns)", f"{k}")
    if n < 2:
        fail(name, "at least 2 data sets (rows): one ranking has no other to agree with", "1")


def rank_rows(values: Floats) -> Floats:
    """Return the ranks in each row, 1 for the smallest value; equals share the mean rank."""
    return np.asarray(scipy.stats.rankdata(values, axis=1), dtype=float)


def pair_names(learners: Sequence[str], i: Array, j: Array) -> dict[str, Array]:
    """Return the columns with the names of pairs of learners."""
    names = np.array(learners, dtype=object)
    return {"learner_a": names[i], "learner_b": names[j]}


def interval_table(caption: str, pairs: Any, ends: Any, level: float) -> Table:
    """Return the table of the differences of pairs, each with the ends of its interval."""
    rows = [[*pair, *numbers] for pair, numbers in zip(pairs, ends, strict=True)]
    note = _say(caption, percent=f"{100 * level:.6g}", alpha=f"{1 - level:.6g}")
    header = ["", "", word("difference"), word("lower_end"), word("upper_end")]
    return Table(header, rows, note, PAIRS)


def _check_ranks(ranks: Floats) -> None:
    right = rank_rows(ranks)
    wrong = (right != ranks).any(axis=1)
    if wrong.any():
        i = int(wrong.argmax())
        k = ranks.shape[1]
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
