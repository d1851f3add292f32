"""From scores to ranks: on every data set 1 for the best, for equals the mean of their ranks."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from string import ascii_uppercase
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Floats, as_array, fail, flag, as_floats, as_list, shown
from .._workings import Table, quoted, shortened
from .._distributions import LARGEST_K

_ROWS = 12


@dataclass(frozen=True, slots=True, eq=False)
class RankTable:
    """Ranks of k learners (columns, with names) on N data sets (rows), as in Table 2.5."""

    ranks: Floats
    learners: tuple[str, ...]

    @property
    def mean_ranks(self) -> Floats:
        """Mean rank of every learner."""
        means: Floats = self.ranks.sum(axis=0) / len(self.ranks)
        return means

    def working(self) -> Table:
        """Show the ranks and their means."""
        n = len(self.ranks)
        rows: list[list[Any]] = [[f"D{i}", *halves(row, 1)] for i, row in enumerate(self.ranks, 1)]
        means = ["r", *halves(self.ranks.sum(axis=0), n)]
        caption = ("Ranks (1: best) on every data set, and the mean ranks r:",
                   "各数据集上的序值（1 为最好）与平均序值 r：")  # fmt: skip
        return Table(["", *map(quoted, self.learners)], [*shortened(rows, _ROWS), means], caption)


def halves(sums: Floats, n: int) -> list[Fraction]:
    """Return sums of ranks (multiples of 1/2) divided by n, as the fractions they are."""
    return [Fraction(round(2 * s), 2 * n) for s in sums.tolist()]


def rank_table(
    scores: ArrayLike | None,
    ranks: ArrayLike | None,
    greater_is_better: object,
    learners: Sequence[object] | None,
) -> RankTable:
    """Return the ranks, checked or made from scores."""
    greater = flag(greater_is_better, "greater_is_better")
    if (scores is None) == (ranks is None):
        fail("scores and ranks", "one of the two", "neither" if scores is None else "both")
    name, given = ("scores", scores) if ranks is None else ("ranks", ranks)
    table = as_floats(given, name, 2)  # type: ignore[arg-type]
    n, k = table.shape
    if not 2 <= k <= LARGEST_K:
        fail(name, f"2 to {LARGEST_K} learners (columns)", f"{k}")
    if n < 2:
        fail(name, "at least 2 data sets (rows): one ranking has no other to agree with", "1")
    names = _names(learners if learners is not None else getattr(given, "columns", None), k)
    if ranks is None:
        return RankTable(rank_rows(-table if greater else table), names)
    _check_ranks(table)
    return RankTable(table, names)


def rank_rows(values: Floats) -> Floats:
    """Return the ranks in each row, 1 for the smallest value; equals share the mean rank."""
    n, k = values.shape
    rows, place = np.arange(n)[:, None], np.arange(k)
    order = values.argsort(axis=1)
    ordered = values[rows, order]
    starts = np.ones((n, k), dtype=bool)  # where a run of equals starts in the ordered row
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=starts[:, 1:])
    ranks = np.empty((n, k))
    if starts.all():
        ranks[rows, order] = place + 1
        return ranks
    ends = np.ones((n, k), dtype=bool)
    ends[:, :-1] = starts[:, 1:]
    first = np.maximum.accumulate(np.where(starts, place, 0), axis=1)
    last = np.minimum.accumulate(np.where(ends, place, k)[:, ::-1], axis=1)[:, ::-1]
    ranks[rows, order] = (first + last) / 2 + 1
    return ranks


def _check_ranks(ranks: Floats) -> None:
    right = rank_rows(ranks)
    wrong = (right != ranks).any(axis=1)
    if wrong.any():
        i = int(wrong.argmax())
        expected = f"ranks from 1 to {ranks.shape[1]} in every row, equals sharing their mean rank"
        fail("ranks", expected, f"{shown(ranks[i])} in row {i}, which would be {shown(right[i])}")


def _names(given: Any, k: int) -> tuple[str, ...]:
    if given is None:
        return tuple(ascii_uppercase[:k]) if k <= 26 else tuple(str(i) for i in range(1, k + 1))
    names = tuple(str(name) for name in as_array(as_list(given, "learners"), "learners").tolist())
    if len(names) != k:
        fail("learners", f"{k} names, one a column", f"{len(names)}")
    if len(set(names)) < k:
        fail("learners", "every name once", shown(names))
    return names


def tie_sizes(ranks: Floats) -> list[int]:
    """Return how many learners share a rank, for every rank shared on some data set."""
    sizes = [np.unique(row, return_counts=True)[1] for row in ranks]
    counts = np.concatenate(sizes)
    return [int(c) for c in counts[counts > 1]]
