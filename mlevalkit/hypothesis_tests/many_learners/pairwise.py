"""Tests of pairs of learners over data sets: each with each, or all with one control."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np

from ..._distributions import norm_ppf, norm_sf
from ..._validation import Array, ArrayLike, Floats, NDArray, fail, inside, shown
from ...display.results import ConfidenceInterval, TupleResult
from ...display.workings import Messages, Step, Table, Working, digits, line, measure, quoted, word
from .nemenyi import unit_of_ranks
from .rank_tables import PAIRS, interval_table, pair_names, rank_rows, score_table

_say = Messages(__package__)

_EXACT = 60  # differences whose signed ranks are counted; beyond it the sum is normal
_LARGEST = 1e300  # so that sums of differences are finite

Test = Literal["wilcoxon", "mean_ranks"]
Adjustment = Literal["holm", "bonferroni"]


class PairwiseResult(TupleResult):
    """Result of tests of pairs; unpacks as ``statistic, pvalue = result``, both tables of pairs.

    The tables have a row and a column for each learner, as those of `NemenyiResult`. With a
    control, pairs that are not compared are NaN, and not rejected.

    Attributes
    ----------
    statistic : ndarray of shape (n_learners, n_learners)
        The smaller sum of signed ranks (Wilcoxon), or the difference of the mean ranks, row minus
        column, over its standard deviation.
    pvalue : ndarray of shape (n_learners, n_learners)
        Adjusted, so that a pair differs significantly if it is below `alpha`; 1 on the diagonal.
    alpha : float
        The significance level: the probability of any wrong rejection among all pairs.
    reject : ndarray of bool of shape (n_learners, n_learners)
        Which pairs differ significantly.
    unadjusted_pvalue : ndarray of shape (n_learners, n_learners)
        Of each pair by itself.
    learners : tuple of str
        Names of the learners.
    places : ndarray of shape (2, n_pairs)
        Rows and columns of the pairs that are compared.
    pairs : tuple of pairs of str
        Their names; with a control, it is the first of each.
    differences : ndarray of shape (n_datasets, n_pairs)
        Scores, or ranks, of the first learner less those of the second.
    test, p_adjust : str
        Which test and adjustment.
    """

    statistic: Floats
    pvalue: Floats
    alpha: float
    reject: NDArray[np.bool_]
    unadjusted_pvalue: Floats
    learners: tuple[str, ...]
    places: NDArray[np.intp]
    differences: Floats
    test: str
    p_adjust: str

    _unpacks = ("statistic", "pvalue")

    def __repr__(self) -> str:
        named = zip(self.pairs, self.pvalue[*self.places].tolist(), strict=True)
        shown = ", ".join(f"{a} - {b}: {digits(p)}" for (a, b), p in named)
        return f"PairwiseResult(pvalue={{{shown}}})"

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The names of the pairs that are compared."""
        return tuple((self.learners[i], self.learners[j]) for i, j in self.places.T.tolist())

    @property
    def exact(self) -> bool:
        """Whether all p-values are exact, given the ranks: Wilcoxon's of few data sets are."""
        counted = (self.differences != 0).sum(axis=0)
        return self.test == "wilcoxon" and bool(counted.max() <= _EXACT)

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """Return confidence intervals of the differences, row minus column, for all pairs.

        By Bonferroni's inequality: Holm's adjustment may reject a pair whose interval holds 0. Of
        the scores: around the median of the means of two data sets' differences (Hodges and
        Lehmann), if they are symmetric; where differences are 0 or equal, Wilcoxon's test may
        decide otherwise than the interval. Of the mean ranks: with the spread that they have if
        all learners perform alike.
        """
        level = inside(confidence_level, "confidence_level")
        tail = (1 - level) / 2 / self.places.shape[1]
        n = len(self.differences)
        k = len(self.learners)
        if self.test == "wilcoxon":
            ends = np.array([_hodges_lehmann(d, tail) for d in self.differences.T])
        else:
            half = -float(norm_ppf(tail)) * unit_of_ranks(k, n)
            ends = np.add.outer(self.differences.mean(axis=0), [0, -half, half])
        table = interval_table(f"pairwise.intervals.{self.test}", self.pairs, ends, level)
        estimate, low, high = ends.T
        return ConfidenceInterval(
            low=_square(k, self.places, low, -high),
            high=_square(k, self.places, high, -low),
            estimate=_square(k, self.places, estimate, -estimate),
            confidence_level=level,
            steps=(table,),
        )

    def _columns(self) -> dict[str, Any]:
        tables = ("statistic", "unadjusted_pvalue", "pvalue", "reject")
        return {
            **pair_names(self.learners, *self.places),
            "difference": self.differences.mean(axis=0),
            **{name: getattr(self, name)[*self.places] for name in tables},
        }

    def working(self) -> Working:
        """Show each pair, smallest p first, with what its p is multiplied by."""
        return Working(self.pvalue, tuple(_steps(self)))


def _square(k: int, places: Array, values: Any, mirrored: Any, diagonal: float = 0.0) -> Floats:
    """Return the table with `values` at places, `mirrored` across the diagonal, NaN elsewhere."""
    i, j = places
    table = np.full((k, k), np.nan)
    np.fill_diagonal(table, diagonal)
    table[i, j] = values
    table[j, i] = mirrored
    return table


def _steps(r: PairwiseResult) -> Iterator[Step]:
    n = len(r.differences)
    pairs = r.pairs
    m = len(pairs)
    yield _say(f"pairwise.{r.test}", n=n, m=m)
    if r.test == "mean_ranks":
        yield line("SE", "sqrt(k*(k + 1) / (6*N))", k=len(r.learners), N=n)
    tables = (r.statistic, r.unadjusted_pvalue, r.pvalue, r.reject)
    statistic, p, adjusted, reject = (table[*r.places].tolist() for table in tables)
    rows = []
    for place, i in enumerate(np.argsort(p, kind="stable")):
        factor = m - place if r.p_adjust == "holm" else m
        sign = "<" if reject[i] else ">="
        rows.append([*pairs[i], statistic[i], p[i], factor, adjusted[i], sign, r.alpha])
    symbol = "W" if r.test == "wilcoxon" else "z"
    header = ["", "", symbol, "p", quoted("×"), word("adjusted_p"), "", "alpha"]
    yield Table(header, rows, _say(f"pairwise.{r.p_adjust}"), PAIRS)
    yield _say("pairwise.found", differ=sum(reject), m=m, alpha=r.alpha)


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


def adjusted_pvalues(p: Floats, p_adjust: Adjustment) -> Floats:
    """Return adjusted p-values, in the order of the p-values."""
    if p_adjust == "bonferroni":
        return np.minimum(1, len(p) * p)
    order = np.argsort(p, kind="stable")
    times = len(p) - np.arange(len(p))
    adjusted = np.empty(len(p))
    adjusted[order] = np.maximum.accumulate(np.minimum(1, times * p[order]))
    return adjusted


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
        DataFrame the columns are the learners' names, as in `friedman_test`.
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
        With tables of pairs `statistic`, `pvalue`, `unadjusted_pvalue`, `reject`, as
        `nemenyi_test`; `pairs`, `working()`, `confidence_interval()`, and `to_frame()`, which has
        a row for each pair.

    Raises
    ------
    ValueError, TypeError
        As `friedman_test`, or if there is no learner of the name `control`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> errors = [[10, 12, 15], [20, 21, 26], [5, 8, 7], [30, 34, 35], [8, 13, 14], [2, 8, 10]]
    >>> r = mk.pairwise_tests(errors, greater_is_better=False)
    >>> r
    PairwiseResult(pvalue={A - B: 0.0938, A - C: 0.0938, B - C: 0.125})
    >>> r.pvalue.round(4)
    array([[1.    , 0.0938, 0.0938],
           [0.0938, 1.    , 0.125 ],
           [0.0938, 0.125 , 1.    ]])

    Source
    ------
    Demšar, Statistical comparisons of classifiers over multiple data sets, JMLR 2006; Benavoli,
    Corani and Mangili, Should we really use post-hoc tests based on mean-ranks?, JMLR 2016. Not
    in the textbook. scikit-posthocs: ``posthoc_wilcoxon(..., p_adjust="holm")``.
    """
    table = score_table(scores, "scores", learners)
    values = table.values
    n, k = values.shape
    if n < 2 or k < 2:
        fail("scores", "at least 2 data sets (rows) and 2 learners (columns)", f"{n} and {k}")
    if (largest := np.abs(values).max()) > _LARGEST:
        fail("scores", f"numbers of at most {_LARGEST:g}", f"{largest:g}")
    places = _places(table.learners, control)
    if test == "mean_ranks":
        values = rank_rows(-values if greater_is_better else values)
    differences = values[:, places[0]] - values[:, places[1]]
    if test == "wilcoxon":
        statistic, p = np.array([_wilcoxon(d) for d in differences.T]).T
        mirrored = statistic
    else:
        statistic = differences.mean(axis=0) / unit_of_ranks(k, n)
        p = 2 * norm_sf(np.abs(statistic))
        mirrored = -statistic
    adjusted = adjusted_pvalues(p, p_adjust)
    pvalue = _square(k, places, adjusted, adjusted, 1.0)
    return PairwiseResult(
        statistic=_square(k, places, statistic, mirrored),
        pvalue=pvalue,
        alpha=alpha,
        reject=pvalue < alpha,  # NaN is not
        unadjusted_pvalue=_square(k, places, p, p, 1.0),
        learners=table.learners,
        places=places,
        differences=differences,
        test=test,
        p_adjust=p_adjust,
    )


def _places(names: Sequence[str], control: object) -> NDArray[np.intp]:
    k = len(names)
    if control is None:
        return np.array(np.triu_indices(k, 1))
    if str(control) not in names:
        fail("control", f"one of the learners {shown(names)}", repr(control))
    first = names.index(str(control))
    return np.array([np.full(k - 1, first), np.delete(np.arange(k), first)])
