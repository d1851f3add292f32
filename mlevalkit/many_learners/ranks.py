"""From scores to ranks: on every data set 1 for the best, for equals the mean of their ranks."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from .._distributions import LARGEST_K
from .._validation import Floats, fail, flag, shown
from .tables import NamedTable, score_table


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


def mean_ranks(ranks: Floats) -> Floats:
    """Return the mean rank of every learner."""
    means: Floats = ranks.sum(axis=0) / len(ranks)
    return means


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


def first_and_last(n: int, most: int) -> list[int]:
    """Return which of n rows to make for a table that is shortened to `most`."""
    return [*range(min(n, most)), *([n - 1] if n > most else [])]
