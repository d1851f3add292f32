"""The Friedman test: (2.34), (2.35)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..._distributions import chi2_isf, chi2_sf, f_isf, f_sf
from ..._validation import ArrayLike, Floats, as_floats, fail, same_length
from ...display.equations import equations as eq
from ...display.results import ConfidenceInterval, TestResult, p_text, quantile_line
from ...display.workings import Line, Messages, Sentence, Step, digits, line, measure
from .nemenyi import NemenyiResult, nemenyi_of_ranks
from .rank_tables import NamedTable, halves, rank_table, table_with_means, tie_sizes

_say = Messages(__package__)

_ROWS = 12  # a longer table of ranks is cut


class FriedmanResult(TestResult):
    """Result of the Friedman test; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic, pvalue : float
        The F form (2.35) and its p-value.
    df : (int, int)
        Degrees of freedom of the F form, k - 1 and (k - 1)(N - 1).
    critical_value : float
        What the statistic must exceed.
    alpha, reject : float, bool
        The significance level, and whether "all learners perform alike" is rejected.
    chi2, chi2_pvalue : float
        The original form (2.34), with k - 1 degrees of freedom, and its p-value.
    mean_ranks : ndarray of shape (n_learners,)
        1 is best.
    learners, datasets : tuple of str
        Names of the learners and of the data sets.
    ranks : ndarray of shape (n_datasets, n_learners)
        The ranks under test.
    tie_correction : bool
        Whether the statistics are corrected for ties.
    """

    df: tuple[int, int]
    chi2: float
    chi2_pvalue: float
    mean_ranks: Floats
    learners: tuple[str, ...]
    datasets: tuple[str, ...]
    ranks: Floats
    tie_correction: bool

    _brief = ("statistic", "pvalue", "df", "chi2", "reject")

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """Return the intervals of Nemenyi's test, which is another test than this one.

        See `NemenyiResult.confidence_interval`. Nemenyi's test may find no pair where this one
        rejects, and the other way round.
        """
        return self.nemenyi().confidence_interval(confidence_level)

    def nemenyi(self) -> NemenyiResult:
        """Return Nemenyi's test of the same ranks at the same significance level."""
        return nemenyi_of_ranks(self.ranks, self.learners, self.alpha)

    def _steps(self) -> Iterator[Step]:
        n, k = self.ranks.shape
        yield _say("friedman.tested", n=n, k=k)
        dfn, dfd = self.df
        yield table_with_means(
            self.learners,
            self.datasets,
            cells=lambda i: halves(self.ranks[i], 1),
            means=halves(self.ranks.sum(axis=0), n),
            caption=_say("ranks"),
            most=_ROWS,
        )
        yield from _statistic_lines(self)
        yield from self._tail_lines("F", self.alpha, _say("friedman.tail"), dfn, dfd)
        note = _say("friedman.chi2_tail", df=dfn, s="s" * (dfn > 1))
        yield quantile_line("p_chi2", self.chi2_pvalue, note)
        yield self._decision("τ_F")
        if self.statistic == 0:
            key = "equal"
        elif self.reject:
            key = "rejected"
        else:
            key = "not_rejected"
        yield _say(f"friedman.{key}", p=p_text(self.pvalue))
        yield from _cautions(self)


# -- the statistic ----------------------------------------------------------------------------


def _statistics(ranks: Floats, tie_correction: bool) -> tuple[float, float]:
    """Return (2.34), if asked corrected for ties, and (2.35).

    They come from sums of squares of doubled ranks less their means: whole numbers, so that
    perfect agreement is exact.
    """
    n, k = ranks.shape
    away = 2 * ranks - (k + 1)
    sums = away.sum(axis=0)
    between = float((sums**2).sum())
    within = float((away**2).sum()) if tie_correction else n * k * (k * k - 1) / 3
    if between == 0:
        return 0.0, 0.0
    chi2 = (k - 1) * between / within
    rest = n * within - between  # 0 where all data sets agree
    return chi2, (n - 1) * between / rest if rest > 0 else math.inf


# -- its working ------------------------------------------------------------------------------


def _statistic_lines(r: FriedmanResult) -> Iterator[Line]:
    n, k = r.ranks.shape
    yield line("mu_r", "(k + 1) / 2", note=_say("friedman.mean"), k=k)
    yield line("sigma2_r", "(k**2 - 1) / (12*N)", note=_say("friedman.variance"), k=k, N=n)
    values = {"N": n, "k": k, "r": halves(r.ranks.sum(axis=0), n)}
    chi2 = eq["2.34"](values, form=1)
    yield eq["2.34"](values)
    yield chi2
    if r.tie_correction and (ties := tie_sizes(r.ranks)):
        formula = "1 - sum(t**3 - t) / (N*(k**3 - k))"
        share = line("C", formula, note=_say("friedman.shared"), t=ties, N=n, k=k)
        values = {"tau_chi2": chi2.value, "C": share.value}
        chi2 = line("tau_chi2_C", "tau_chi2 / C", values, _say("friedman.corrected"), undefined=0)
        yield share
        yield chi2
    form = eq["2.35"].forms[0].replace("tau_chi2", chi2.symbol)
    yield eq["2.35"]({chi2.symbol: chi2.value}, form=form, N=n, k=k, undefined=r.statistic)


def _cautions(r: FriedmanResult) -> Iterator[Sentence]:
    n, k = r.ranks.shape
    if math.isinf(r.statistic):
        share = math.exp(-(n - 1) * math.lgamma(k + 1))
        tiny = share < 1e-300
        yield _say("friedman.agreement", share=_say("friedman.tiny") if tiny else digits(share))
    if tie_sizes(r.ranks) and r.tie_correction:
        chi2, f = _statistics(r.ranks, tie_correction=False)
        yield _say("friedman.ties_corrected", chi2=digits(chi2), f=digits(f))
    elif tie_sizes(r.ranks):
        yield _say("friedman.ties")
    if k == 2:
        yield _say("friedman.two")
    if (r.chi2_pvalue < r.alpha) != r.reject:
        limit = digits(chi2_isf(r.alpha, k - 1))
        yield _say("friedman.otherwise", chi2=digits(r.chi2), limit=limit)


# -- the public function ----------------------------------------------------------------------


def _columns(*samples: Any) -> Floats:
    """Return the table of which each learner's scores are a column."""
    if any(column is None for column in samples):
        fail("scores", "the scores of each learner", "None", TypeError)
    names = [f"scores of learner {i}" for i in range(1, len(samples) + 1)]
    named = {name: as_floats(column, name) for name, column in zip(names, samples, strict=True)}
    same_length(**named)
    return np.column_stack([*named.values()])


@measure
def friedman_test(
    scores: ArrayLike | None = None,
    *more: ArrayLike,
    ranks: ArrayLike | None = None,
    greater_is_better: bool = True,
    tie_correction: bool = False,
    alpha: float = 0.05,
    learners: Sequence[object] | None = None,
    datasets: Sequence[object] | None = None,
) -> FriedmanResult:
    """Test whether several learners perform alike over several data sets: (2.34), (2.35).

    On each data set the learners are ranked, 1 for the best; ties share their mean rank. If all
    perform alike, the mean ranks differ by chance only. `statistic` is the F form (2.35), which
    keeps the significance better than the original chi-squared form (2.34), given beside it.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_learners)
        A measure of performance. A DataFrame brings the names: learners are its columns, data
        sets a first column of words or else its index, unless that only counts 0, 1, 2, ...
        Scores are equal only if the numbers are: round them where rounding errors must not break
        ties.
    *more : array-like of shape (n_datasets,)
        With these, each argument has the scores of one learner, as in SciPy.
    ranks : array-like of shape (n_datasets, n_learners)
        The ranks, instead of `scores`.
    greater_is_better : bool, default True
        Whether a higher score is a better one; False for error rates. Ignored with `ranks`.
    tie_correction : bool, default False
        False: (2.34), as in the textbook, which does not correct for ties. True: divided by
        1 - sum(t**3 - t) / (N (k**3 - k)) as in SciPy; without ties both are the same.
    alpha : float, default 0.05
        The significance level: the probability of a wrong rejection.
    learners, datasets : sequences of names, optional
        Instead of those in the table; otherwise A, B, C, ... and D1, D2, D3, ...

    Returns
    -------
    FriedmanResult
        With `statistic`, `pvalue`, `df`, `critical_value`, `reject`, `chi2`, `chi2_pvalue`,
        `mean_ranks`, `working()`. If all data sets agree the statistic is infinite and p 0; if
        all learners are tied everywhere, it is 0 and p 1.

    Raises
    ------
    ValueError, TypeError
        If there are fewer than two data sets or two learners, a number is missing or not finite,
        a row of `ranks` is no ranking, or `alpha` is not inside 0 to 1.

    Examples
    --------
    Table 2.5, four data sets and three learners:

    >>> import mlevalkit as mk
    >>> ranks = [[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]]
    >>> mk.friedman_test(ranks=ranks)
    FriedmanResult(statistic=24.4286, pvalue=0.001308, df=(2, 6), chi2=7.125, reject=True)
    >>> mk.friedman_test(ranks=ranks, tie_correction=True).chi2
    7.6

    Source
    ------
    Zhou, Machine Learning, (2.34), (2.35), Tables 2.5 and 2.6; Iman and Davenport (1980).
    ``scipy.stats.friedmanchisquare`` returns the chi-squared form, corrected for ties: `chi2` and
    `chi2_pvalue` with ``tie_correction=True``.
    """
    if more:
        scores = _columns(scores, *more)
    table = rank_table(scores, ranks, greater_is_better, learners, datasets)
    return friedman_of_ranks(table, tie_correction, alpha)


def friedman_of_ranks(table: NamedTable, tie_correction: bool, alpha: float) -> FriedmanResult:
    """Return Friedman's test of checked ranks."""
    n, k = table.values.shape
    chi2, f = _statistics(table.values, tie_correction)
    dfn = k - 1
    dfd = (k - 1) * (n - 1)
    critical = f_isf(alpha, dfn, dfd)
    return FriedmanResult(
        statistic=f,
        pvalue=0.0 if math.isinf(f) else float(f_sf(f, dfn, dfd)),
        critical_value=critical,
        alpha=alpha,
        reject=f > critical,
        df=(dfn, dfd),
        chi2=chi2,
        chi2_pvalue=float(chi2_sf(chi2, dfn)),
        mean_ranks=table.values.sum(axis=0) / n,
        learners=table.learners,
        datasets=table.datasets,
        ranks=table.values,
        tie_correction=tie_correction,
    )
