"""Which learners differ: Nemenyi's test and the critical difference (2.36)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._validation import Floats, inside, integer, size
from .._workings import (
    Explained,
    Line,
    Table,
    Words,
    Working,
    computes,
    digits,
    quoted,
    shortened,
    shows,
)
from .._distributions import LARGEST_K, studentized_range_isf, studentized_range_sf
from ._ranks import halves, rank_table

_ROWS = 15  # a longer list of pairs shows the largest differences and dots


# -- the kernel -------------------------------------------------------------------------------


def _unit(k: int, n: int) -> float:
    """Return the standard deviation of the difference of two mean ranks: the root in (2.36)."""
    return math.sqrt(k * (k + 1) / (6 * n))


def _quantile(alpha: float, k: int) -> float:
    """Return q_alpha of Table 2.7."""
    return studentized_range_isf(alpha, k) / math.sqrt(2)


@lru_cache(maxsize=64)
def _pairs(k: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return np.triu_indices(k, 1)


def _pvalues(statistic: Floats) -> Floats:
    k = len(statistic)
    above = _pairs(k)
    pvalues = np.ones((k, k))
    pvalues[above] = studentized_range_sf(statistic[above] * math.sqrt(2), k)
    pvalues.T[above] = pvalues[above]
    return pvalues


def maximal_groups(mean_ranks: Floats, difference: float) -> list[list[int]]:
    """Return the largest sets of learners of which no two differ by more than `difference`.

    Learners are named by their index, best first; one that differs from all others is a set too.
    """
    ranks = mean_ranks.tolist()
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    groups, reached = [], 0
    for start, i in enumerate(order):
        end = max(start, reached)
        while end < len(order) and ranks[order[end]] - ranks[i] <= difference:
            end += 1
        if end > reached:  # else the set lies inside the one before
            groups.append(order[start:end])
            reached = end
    return groups


# -- the result -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class NemenyiResult(Explained):
    """What Nemenyi's test found; unpacks as ``statistic, pvalue = result``, both tables of pairs.

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
        The significance: the probability of any wrong rejection among all pairs.
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

    def __iter__(self) -> Iterator[Floats]:
        """Return the statistics, then the p-values."""
        yield self.statistic
        yield self.pvalue

    def __repr__(self) -> str:
        ranks = ", ".join(
            f"{name}: {digits(rank)}"
            for name, rank in zip(self.learners, self.mean_ranks.tolist(), strict=True)
        )
        return (
            f"NemenyiResult(mean_ranks={{{ranks}}}, "
            f"critical_difference={digits(self.critical_difference)}, groups={self.groups})"
        )

    def working(self) -> Working:
        """Show the critical difference, every pair of learners, and the groups in words."""
        k, n = len(self.learners), self.n_datasets
        tested = Words(
            f"Hypotheses: of {k} learners, each two perform alike (Nemenyi test after Friedman's, "
            f"{n} data sets).",
            f"假设：{k} 个算法两两性能相同（Friedman 检验之后的 Nemenyi 检验，{n} 个数据集）。",
        )
        lines = _difference_lines(k, n, self.alpha)
        return Working(
            self.critical_difference, tested, _mean_rank_table(self), *lines, _pair_table(self),
            *_in_words(self),
        )  # fmt: skip


def _mean_rank_table(r: NemenyiResult) -> Table:
    order = np.argsort(r.mean_ranks, kind="stable")
    means = halves(r.mean_ranks * r.n_datasets, r.n_datasets)
    rows = [[means[i] for i in order]]
    return Table([quoted(r.learners[i]) for i in order], rows, ("Mean ranks:", "平均序值："))


def _pair_table(r: NemenyiResult) -> Table:
    means = halves(r.mean_ranks * r.n_datasets, r.n_datasets)
    order = sorted(range(len(means)), key=means.__getitem__)
    pairs = sorted(combinations(order, 2), key=lambda pair: means[pair[0]] - means[pair[1]])
    rows = []
    for a, b in pairs:
        sign = ">" if r.reject[a, b] else "<="
        rows.append([r.learners[a], r.learners[b], float(means[b] - means[a]), sign,
                     r.critical_difference, float(r.pvalue[a, b])])  # fmt: skip
    caption = ("Pairs, better mean rank first: the difference of their mean ranks, and p:",
               "各对算法（平均序值较好者在前）的平均序值之差与 p 值：")  # fmt: skip
    return Table(["", "", quoted("difference"), "", "CD", "p"], shortened(rows, _ROWS), caption)


def _in_words(r: NemenyiResult) -> list[Words]:
    pairs = int(r.reject.sum()) // 2
    total = len(r.learners) * (len(r.learners) - 1) // 2
    said = [Words(
        f"{pairs} of {total} pair{'s' * (total > 1)} differ{'s' * (pairs == 1)} significantly, "
        f"at significance {r.alpha:g} for all together.",
        f"在总的显著性水平 {r.alpha:g} 下，{total} 对算法中有 {pairs} 对差别显著。",
    )]  # fmt: skip
    together = [", ".join(group) for group in r.groups if len(group) > 1]
    if together:
        said.append(Words(
            "Not significantly different: " + "; ".join(together) + ". These data do not tell "
            "such learners apart; they need not perform alike.",
            "差别不显著的算法：" + "；".join(together) + "。这些数据不足以区分它们，"
            "但不等于它们性能相同。",
        ))  # fmt: skip
    return said


# -- the public functions ---------------------------------------------------------------------


def _difference_lines(k: int, n: int, alpha: float) -> list[Line]:
    wide = studentized_range_isf(alpha, k)
    note = (f"Q: what the range of {k} standard normal values exceeds with probability {alpha:g}",
            f"Q：{k} 个标准正态变量的极差以概率 {alpha:g} 超过的值")  # fmt: skip
    quantile = Line(None, "q_alpha", "Q / sqrt(2)", {"Q": wide}, note)
    values = {"q_alpha": quantile.value, "k": k, "N": n}
    return [quantile, Line("2.36", "CD", "q_alpha*sqrt(k*(k + 1) / (6*N))", values)]


def _show_critical_difference(
    value: float, n_learners: int, n_datasets: int, alpha: float
) -> Working:
    return Working(value, *_difference_lines(int(n_learners), int(n_datasets), float(alpha)))


@computes(eq_2_36=r"CD = q_\alpha \sqrt{\frac{k(k+1)}{6N}}")
@shows(_show_critical_difference)
def critical_difference(n_learners: int, n_datasets: int, *, alpha: float = 0.05) -> float:
    """Return how far apart the mean ranks of two learners must be to differ significantly: (2.36).

    Parameters
    ----------
    n_learners : int from 2 to 1000
        k, the number of learners compared.
    n_datasets : int, at least 1
        N, the number of data sets.
    alpha : float, default 0.05
        The significance: the probability of any wrong rejection among all pairs.

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
    return _quantile(inside(alpha, "alpha"), k) * _unit(k, n)


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
    apart. Since that is made for the largest of all differences, the probability that any pair
    is called different wrongly stays below `alpha`.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_learners)
        A measure of performance; learners' names are the columns of a DataFrame.
    ranks : array-like of shape (n_datasets, n_learners)
        The ranks, instead of `scores`: 1 for the best, equals share their mean rank.
    greater_is_better : bool, default True
        Whether a higher score is a better one; False for error rates. Ranks have no choice.
    alpha : float, default 0.05
        The significance.
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

    Source
    ------
    Zhou, Machine Learning, (2.36), Table 2.7, Figure 2.8; Demšar, Statistical comparisons of
    classifiers over multiple data sets, JMLR 2006. scikit-posthocs: posthoc_nemenyi_friedman.
    """
    table = rank_table(scores, ranks, greater_is_better, learners)
    level = inside(alpha, "alpha")
    n, k = table.ranks.shape
    means, quantile, unit = table.mean_ranks, _quantile(level, k), _unit(k, n)
    difference = quantile * unit
    gaps = np.abs(means[:, None] - means)
    statistic = gaps / unit
    groups = maximal_groups(means, difference)
    return NemenyiResult(
        statistic=statistic,
        pvalue=_pvalues(statistic),
        critical_value=quantile,
        critical_difference=difference,
        alpha=level,
        reject=gaps > difference,
        groups=tuple(tuple(table.learners[i] for i in group) for group in groups),
        mean_ranks=means,
        learners=table.learners,
        n_datasets=n,
    )
