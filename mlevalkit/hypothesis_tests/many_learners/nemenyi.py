"""Which learners differ: Nemenyi's test and the critical difference (2.36)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from ..._distributions import LARGEST_K, studentized_range_isf, studentized_range_sf
from ..._validation import ArrayLike, Floats, NDArray, inside, integer, size
from ...display.equations import equations as eq
from ...display.results import ConfidenceInterval, TupleResult
from ...display.workings import (
    Found,
    Messages,
    Step,
    Table,
    Working,
    digits,
    line,
    measure,
    quoted,
    word,
)
from .rank_tables import PAIRS, halves, interval_table, pair_names, rank_table

_say = Messages(__package__)


# -- the result -------------------------------------------------------------------------------


class NemenyiResult(TupleResult):
    """Result of Nemenyi's test; unpacks as ``statistic, pvalue = result``, both tables of pairs.

    Attributes
    ----------
    statistic : ndarray of shape (n_learners, n_learners)
        Difference of the mean ranks over its standard deviation.
    pvalue : ndarray of shape (n_learners, n_learners)
        Of each pair, for all pairs together; 1 on the diagonal.
    critical_value : float
        What the statistic must exceed: q_alpha of Table 2.7.
    critical_difference : float
        What the difference of the mean ranks must exceed, (2.36).
    alpha : float
        The significance level: the probability of any wrong rejection among all pairs.
    reject : ndarray of bool of shape (n_learners, n_learners)
        Which pairs differ significantly.
    groups : tuple of tuples of str
        The maximal sets of learners of which no two differ significantly, best first.
    mean_ranks : ndarray of shape (n_learners,)
        1 is best.
    learners : tuple of str
        Names of the learners.
    n_datasets : int
        Number of data sets.
    """

    statistic: Floats
    pvalue: Floats
    critical_value: float
    critical_difference: float
    alpha: float
    reject: NDArray[np.bool_]
    groups: tuple[tuple[str, ...], ...]
    mean_ranks: Floats
    learners: tuple[str, ...]
    n_datasets: int

    _unpacks = ("statistic", "pvalue")

    def __repr__(self) -> str:
        means = zip(self.learners, self.mean_ranks.tolist(), strict=True)
        ranks = ", ".join(f"{name}: {digits(rank)}" for name, rank in means)
        return (
            f"NemenyiResult(mean_ranks={{{ranks}}}, "
            f"critical_difference={digits(self.critical_difference)}, groups={self.groups})"
        )

    @property
    def best_first(self) -> list[int]:
        """The learners' columns, ordered by mean rank."""
        order: list[int] = np.argsort(self.mean_ranks, kind="stable").tolist()
        return order

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """Return the differences of mean ranks, row minus column, less and plus CD.

        CD is the critical difference at 1 - `confidence_level`: 0 lies outside where the test
        rejects. These are confidence intervals, for all pairs together, only if the learners
        perform alike. Where they differ the spread of the ranks is another one: mostly smaller,
        so that the intervals are too wide, but larger for two learners that take turns at being
        best and worst.
        """
        level = inside(confidence_level, "confidence_level")
        k = len(self.learners)
        n = self.n_datasets
        quantile = q_alpha(1 - level, k)
        half = quantile * unit_of_ranks(k, n)
        gaps = self.mean_ranks[:, None] - self.mean_ranks
        at = [*combinations(self.best_first, 2)]
        pairs = [(self.learners[i], self.learners[j]) for i, j in at]
        ends = [gaps[pair] + np.array([0, -half, half]) for pair in at]
        table = interval_table("nemenyi.intervals", pairs, ends, level)
        steps = (*_difference_lines(k, n, 1 - level, quantile), table)
        return ConfidenceInterval(gaps - half, gaps + half, gaps, level, steps)

    def _columns(self) -> dict[str, Any]:
        i, j = np.triu_indices(len(self.learners), 1)
        return {
            **pair_names(self.learners, i, j),
            "difference": self.mean_ranks[i] - self.mean_ranks[j],
            "statistic": self.statistic[i, j],
            "pvalue": self.pvalue[i, j],
            "reject": self.reject[i, j],
        }

    def working(self) -> Working:
        """Show the critical difference, every pair of learners, and the groups in words."""
        return Working(self.critical_difference, tuple(_steps(self)))


def _steps(r: NemenyiResult) -> Iterator[Step]:
    k = len(r.learners)
    n = r.n_datasets
    means = halves(r.mean_ranks * n, n)
    yield _say("nemenyi.tested", k=k, n=n)
    header = [quoted(r.learners[i]) for i in r.best_first]
    yield Table(header, [[means[i] for i in r.best_first]], _say("nemenyi.means"))
    yield from _difference_lines(k, n, r.alpha, r.critical_value)
    pairs = sorted(combinations(r.best_first, 2), key=lambda pair: means[pair[0]] - means[pair[1]])
    rows = []
    for a, b in pairs:
        gap = float(means[b] - means[a])
        sign = ">" if r.reject[a, b] else "≤"
        pvalue = float(r.pvalue[a, b])
        rows.append([r.learners[a], r.learners[b], gap, sign, r.critical_difference, pvalue])
    names = ["", "", word("difference"), "", "CD", "p"]
    yield Table(names, rows, _say("nemenyi.pairs"), PAIRS)
    differ = int(r.reject.sum()) // 2
    plurals = {"s": "s" * (len(pairs) > 1), "third": "s" * (differ == 1)}
    yield _say("nemenyi.found", differ=differ, total=len(pairs), alpha=r.alpha, **plurals)
    if r.critical_difference >= k - 1:
        yield _say("nemenyi.hopeless", most=k - 1)
    together = [word("comma").join(group) for group in r.groups if len(group) > 1]
    if together:
        groups = word("semicolon").join(together)
        yield _say("nemenyi.together", groups=groups)


def _difference_lines(k: int, n: int, alpha: float, q_alpha: float) -> Iterator[Step]:
    note = _say("nemenyi.quantile", k=k, alpha=alpha)
    yield line("q_alpha", "Q / sqrt(2)", note=note, Q=studentized_range_isf(alpha, k))
    yield eq["2.36"](q_alpha=q_alpha, k=k, N=n)


# -- the public functions ---------------------------------------------------------------------


def q_alpha(alpha: float, k: int) -> float:
    """Return the cell of Table 2.7."""
    return studentized_range_isf(alpha, k) / math.sqrt(2)


def unit_of_ranks(k: int, n: int) -> float:
    """Return the standard deviation of the difference of two mean ranks: the root in (2.36)."""
    return math.sqrt(k * (k + 1) / (6 * n))


@measure
def critical_difference(n_learners: int, n_datasets: int, *, alpha: float = 0.05) -> Found[float]:
    """Return how far apart the mean ranks of two learners must be to differ significantly: (2.36).

    Parameters
    ----------
    n_learners : int from 2 to 1000
        k, the number of learners compared.
    n_datasets : int, at least 1
        N, the number of data sets.
    alpha : float, default 0.05
        The significance level: the probability of any wrong rejection among all pairs.

    Returns
    -------
    float
        In units of ranks.

    Raises
    ------
    ValueError, TypeError
        If a count is not whole or out of range, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> round(mk.critical_difference(3, 4), 4)
    1.6572

    Source
    ------
    Zhou, Machine Learning, (2.36) and Table 2.7, whose 2.949, 2.459 and 2.885 should read 2.948,
    2.460 and 2.855. Here q_alpha is computed, not read off: with the table's 2.344 the example
    gives 1.6575.
    """
    k = integer(n_learners, "n_learners", least=2, most=LARGEST_K)
    n = size(n_datasets, "n_datasets")
    q = q_alpha(alpha, k)
    return Found(q * unit_of_ranks(k, n), lambda: _difference_lines(k, n, alpha, q))


@measure
def nemenyi_test(
    scores: ArrayLike | None = None,
    *,
    ranks: ArrayLike | None = None,
    greater_is_better: bool = True,
    alpha: float = 0.05,
    learners: Sequence[object] | None = None,
) -> NemenyiResult:
    """Find which learners differ, after a Friedman test that rejected: (2.36).

    Two learners differ significantly if their mean ranks are more than the critical difference
    apart. Because that bounds the largest of all differences, the family-wise error rate, the
    probability of any wrong rejection, is at most `alpha` if on every data set all orders of
    the learners are equally likely, and N is large. That they are equally good on average is not
    enough.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_learners)
        A measure of performance. Of a DataFrame the columns are the learners' names, as in
        `friedman_test`.
    ranks : array-like of shape (n_datasets, n_learners)
        The ranks, instead of `scores`: 1 for the best, equals share their mean rank.
    greater_is_better : bool, default True
        Whether a higher score is a better one; False for error rates. Ignored with `ranks`.
    alpha : float, default 0.05
        The significance level.
    learners : sequence of n_learners names, optional
        A, B, C, ... by default.

    Returns
    -------
    NemenyiResult
        With `critical_difference`, tables of pairs `statistic`, `pvalue`, `reject`, the `groups`
        that are not significantly different, `mean_ranks`, `working()`.

    Raises
    ------
    ValueError, TypeError
        As `friedman_test`.

    Examples
    --------
    Table 2.5:

    >>> import mlevalkit as mk
    >>> result = mk.nemenyi_test(ranks=[[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]])
    >>> result.groups
    (('A', 'B'), ('B', 'C'))
    >>> result.pvalue.round(4)
    array([[1.    , 0.2495, 0.0218],
           [0.2495, 1.    , 0.5386],
           [0.0218, 0.5386, 1.    ]])

    Notes
    -----
    Whether two learners differ by this test depends on which others are compared with them.
    Benavoli, Corani and Mangili (2016) therefore advise Wilcoxon's signed-rank test for every
    pair, with Holm's adjustment: `pairwise_tests`.

    Source
    ------
    Zhou, Machine Learning, (2.36), Table 2.7, Figure 2.8; Demšar, Statistical comparisons of
    classifiers over multiple data sets, JMLR 2006. scikit-posthocs: posthoc_nemenyi_friedman.
    """
    table = rank_table(scores, ranks, greater_is_better, learners)
    return nemenyi_of_ranks(table.values, table.learners, alpha)


def nemenyi_of_ranks(ranks: Floats, learners: tuple[str, ...], alpha: float) -> NemenyiResult:
    """Return Nemenyi's test of checked ranks."""
    n, k = ranks.shape
    means = ranks.sum(axis=0) / n
    quantile = q_alpha(alpha, k)
    unit = unit_of_ranks(k, n)
    difference = quantile * unit
    gaps = np.abs(means[:, None] - means)
    groups = maximal_groups(means, difference)
    return NemenyiResult(
        statistic=gaps / unit,
        pvalue=_pvalues(gaps / unit),
        critical_value=quantile,
        critical_difference=difference,
        alpha=alpha,
        reject=gaps > difference,
        groups=tuple(tuple(learners[i] for i in group) for group in groups),
        mean_ranks=means,
        learners=learners,
        n_datasets=n,
    )


def _pvalues(statistic: Floats) -> Floats:
    k = len(statistic)
    pvalues = np.ones((k, k))
    i, j = np.triu_indices(k, 1)
    pvalues[i, j] = studentized_range_sf(statistic[i, j] * math.sqrt(2), k)
    pvalues[j, i] = pvalues[i, j]
    return pvalues


def maximal_groups(mean_ranks: Floats, difference: float) -> list[list[int]]:
    """Return the largest sets of learners of which no two differ by more than `difference`.

    Learners are named by their index, best first; one that differs from all others is a set too.
    """
    order = np.argsort(mean_ranks, kind="stable")
    ranks = mean_ranks[order]
    ends = [0, *(ranks - ranks[:, None] <= difference).sum(axis=1).tolist()]
    # a set that ends where the one before it does lies inside it
    return [order[i:b].tolist() for i, (a, b) in enumerate(pairwise(ends)) if b > a]
