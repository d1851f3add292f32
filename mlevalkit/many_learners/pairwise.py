"""Tests of pairs of learners over data sets: each with each, or all with one control."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from .._distributions import norm_ppf, norm_sf
from .._validation import ArrayLike, Floats, NDArray, fail, flag, inside, one_of, shown
from .._workings import Messages, Step, Table, Working, digits, line, measure, quoted, word
from ..results import ConfidenceInterval, TupleResult
from .nemenyi import unit_of_ranks
from .tables import PAIRS, interval_table, rank_rows, score_table

_say = Messages(__package__)

_EXACT = 60  # differences whose signed ranks are counted; beyond it the sum is normal
_LARGEST = 1e300  # so that sums of differences are finite

Test = Literal["wilcoxon", "mean_ranks"]
Adjustment = Literal["holm", "bonferroni"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PairwiseResult(TupleResult):
    """Result of tests of pairs; unpacks as ``statistic, pvalue = result``, a value per pair.

    Attributes
    ----------
    statistic : ndarray of shape (n_pairs,)
        The smaller sum of signed ranks (Wilcoxon), or the difference of the mean ranks over its
        standard deviation.
    pvalue : ndarray of shape (n_pairs,)
        Adjusted, so that a pair differs significantly if it is below `alpha`.
    alpha : float
        The significance level: the probability of any wrong rejection among all pairs.
    reject : ndarray of bool of shape (n_pairs,)
        Which pairs differ significantly.
    pairs : tuple of pairs of str
        Which learners are compared; with a control, it is the first of each.
    unadjusted_pvalue : ndarray of shape (n_pairs,)
        Of each pair by itself.
    differences : ndarray of shape (n_datasets, n_pairs)
        Scores, or ranks, of the first learner less those of the second.
    test, p_adjust : str
        Which test and adjustment.
    n_learners : int
        How many learners the table has.
    """

    statistic: Floats
    pvalue: Floats
    alpha: float
    reject: NDArray[np.bool_]
    pairs: tuple[tuple[str, str], ...]
    unadjusted_pvalue: Floats
    differences: Floats
    test: str
    p_adjust: str
    n_learners: int

    _unpacks = ("statistic", "pvalue")

    def __repr__(self) -> str:
        named = zip(self.pairs, self.pvalue.tolist(), strict=True)
        shown = ", ".join(f"{a} - {b}: {digits(p)}" for (a, b), p in named)
        return f"PairwiseResult(pvalue={{{shown}}})"

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """Return confidence intervals of the differences of all pairs, by Bonferroni's inequality.

        Of the scores: around the median of the means of two data sets' differences (Hodges and
        Lehmann), if they are symmetric. Of the mean ranks: with the spread that they have if all
        learners perform alike.
        """
        level = inside(confidence_level, "confidence_level")
        tail = (1 - level) / 2 / len(self.pairs)
        if self.test == "wilcoxon":
            ends = np.array([_hodges_lehmann(d, tail) for d in self.differences.T])
        else:
            half = -float(norm_ppf(tail)) * unit_of_ranks(self.n_learners, len(self.differences))
            ends = np.add.outer(self.differences.mean(axis=0), [0, -half, half])
        table = interval_table(f"pairwise.intervals.{self.test}", self.pairs, ends, level)
        estimate, low, high = ends.T
        return ConfidenceInterval(low, high, estimate, level, (table,))

    def working(self) -> Working:
        """Show each pair, smallest p first, with what its p is multiplied by."""
        return Working(self.pvalue, tuple(_steps(self)))


def _steps(r: PairwiseResult) -> Iterator[Step]:
    n, m = len(r.differences), len(r.pairs)
    yield _say(f"pairwise.{r.test}", n=n, m=m)
    if r.test == "mean_ranks":
        yield line("SE", "sqrt(k*(k + 1) / (6*N))", k=r.n_learners, N=n)
    times = range(m, 0, -1) if r.p_adjust == "holm" else [m] * m
    rows = [
        [*r.pairs[i], r.statistic[i], r.unadjusted_pvalue[i], factor, r.pvalue[i],
         "<" if r.reject[i] else ">=", r.alpha]
        for factor, i in zip(times, np.argsort(r.unadjusted_pvalue, kind="stable"), strict=True)
    ]  # fmt: skip
    header = ["", "", "W" if r.test == "wilcoxon" else "z", "p", quoted("×"), word("adjusted_p")]
    yield Table([*header, "", "alpha"], rows, _say(f"pairwise.{r.p_adjust}"), PAIRS)
    yield _say("pairwise.found", differ=int(r.reject.sum()), m=m, alpha=r.alpha)


# -- Wilcoxon's signed ranks -------------------------------------------------------------------


def _at_most(w: Any, ranks: Floats) -> Any:
    """Return P(W <= w) of the sum of signed ranks: every choice of signs is equally likely."""
    if len(ranks) > _EXACT:
        return norm_sf((ranks.sum() / 2 - w) / (np.linalg.norm(ranks) / 2))
    ways = np.ones(1)  # the probabilities of 0, 1/2, 1, ...
    for twice in (2 * ranks).round().astype(int).tolist():
        zeros = np.zeros(twice)
        ways = (np.append(ways, zeros) + np.append(zeros, ways)) / 2
    return np.cumsum(ways)[np.multiply(2, w).astype(int)]


def _wilcoxon(d: Floats) -> tuple[float, float]:
    """Return the smaller sum of signed ranks and its two-sided p; differences of 0 are left out."""
    d = d[d != 0]
    ranks = rank_rows(np.abs(d)[None])[0]
    w = min(ranks[d > 0].sum(), ranks[d < 0].sum())
    return w, min(1.0, 2 * _at_most(w, ranks))


def _hodges_lehmann(d: Floats, tail: float) -> tuple[float, float, float]:
    """Return the median of the means of two differences, and the interval around it."""
    i, j = np.triu_indices(len(d))
    means = np.sort((d[i] + d[j]) / 2)
    below = _at_most(np.arange(len(means) + 1.0), np.arange(1.0, len(d) + 1))
    out = np.searchsorted(below, tail, "right")
    ends = np.concatenate(([-math.inf], means, [math.inf]))  # for too few data sets
    return float(np.median(means)), ends[out], ends[-1 - out]


# -- the public function -----------------------------------------------------------------------


def _adjusted(p: Floats, p_adjust: Adjustment) -> Floats:
    m, order = len(p), np.argsort(p, kind="stable")
    times = m - np.arange(m) if p_adjust == "holm" else m
    grown = np.maximum.accumulate(np.minimum(1, times * p[order]))
    return grown[np.argsort(order, kind="stable")]


@measure
def pairwise_tests(
    scores: ArrayLike,
    *,
    test: Test = "wilcoxon",
    p_adjust: Adjustment = "holm",
    control: object = None,
    greater_is_better: bool = True,
    alpha: float = 0.05,
    learners: Sequence[object] | None = None,
) -> PairwiseResult:
    """Test pairs of learners over data sets: each with each, or all with one control.

    Wilcoxon's signed-rank test uses two learners alone; a test of mean ranks depends on which
    others are compared. With a control there are k - 1 pairs, not k (k - 1) / 2, so that smaller
    differences are found: `test="mean_ranks"` is then the Bonferroni-Dunn test, or Holm's.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_learners)
        A measure of performance, comparable between data sets (for Wilcoxon's test). Of a
        DataFrame the columns are the learners' names.
    test : {"wilcoxon", "mean_ranks"}, default "wilcoxon"
        "wilcoxon" is exact, given the ranks, up to 60 data sets; "mean_ranks" is normal.
    p_adjust : {"holm", "bonferroni"}, default "holm"
        Both bound the probability of any wrong rejection; Holm's rejects at least as much.
    control : name of a learner, optional
        Compare it with all others.
    greater_is_better : bool, default True
        Whether a higher score is a better one.
    alpha : float, default 0.05
        The significance level.
    learners : sequence of n_learners names, optional
        A, B, C, ... by default.

    Returns
    -------
    PairwiseResult
        With `pairs` and, for each, `statistic`, `pvalue`, `unadjusted_pvalue`, `reject`;
        `working()` and `confidence_interval()`.

    Raises
    ------
    ValueError, TypeError
        As `friedman_test`, or if there is no learner of the name `control`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> errors = [[10, 12, 15], [20, 21, 26], [5, 8, 7], [30, 34, 35], [8, 13, 14], [2, 8, 10]]
    >>> r = mk.pairwise_tests(errors, greater_is_better=False)
    >>> r.pairs, r.pvalue.round(4)
    ((('A', 'B'), ('A', 'C'), ('B', 'C')), array([0.0938, 0.0938, 0.125 ]))

    Source
    ------
    Demšar, Statistical comparisons of classifiers over multiple data sets, JMLR 2006; Benavoli,
    Corani and Mangili, Should we really use post-hoc tests based on mean-ranks?, JMLR 2016. Not
    in the textbook. scikit-posthocs: ``posthoc_wilcoxon(..., p_adjust="holm")``.
    """
    one_of(test, "test", ("wilcoxon", "mean_ranks"))
    one_of(p_adjust, "p_adjust", ("holm", "bonferroni"))
    greater, level = flag(greater_is_better, "greater_is_better"), inside(alpha, "alpha")
    table = score_table(scores, "scores", learners)
    (n, k), values = table.values.shape, table.values
    if n < 2 or k < 2:
        fail("scores", "at least 2 data sets (rows) and 2 learners (columns)", f"{n} and {k}")
    names, chosen = table.learners, [*combinations(range(k), 2)]
    if control is not None:
        if str(control) not in names:
            fail("control", f"one of the learners {shown(names)}", repr(control))
        first = names.index(str(control))
        chosen = [(first, j) for j in range(k) if j != first]
    if (largest := np.abs(values).max()) > _LARGEST:
        fail("scores", f"numbers of at most {_LARGEST:g}", f"{largest:g}")
    if test == "mean_ranks":
        values = rank_rows(-values if greater else values)
    left, right = np.transpose(chosen)
    differences = values[:, left] - values[:, right]
    if test == "wilcoxon":
        statistic, p = np.array([_wilcoxon(d) for d in differences.T]).T
    else:
        statistic = differences.mean(axis=0) / unit_of_ranks(k, n)
        p = 2 * norm_sf(np.abs(statistic))
    adjusted = _adjusted(p, p_adjust)
    pairs = tuple((names[i], names[j]) for i, j in chosen)
    found = pairs, p, differences, test, p_adjust, k
    return PairwiseResult(statistic, adjusted, level, adjusted < level, *found)
