"""The Friedman test: (2.34), (2.35)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Floats, flag, inside
from .._workings import Line, Result, Table, Words, computes, decision, digits, p_text, quantile_line
from .._distributions import chi2_isf, chi2_sf, f_isf, f_sf
from ._ranks import RankTable, halves, rank_table, tie_sizes

# -- the kernel -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Squares:
    """Sums of squares of doubled ranks: whole numbers, so that perfect agreement is exact.

    `between` is the sum over learners of (their doubled rank sum less its mean) squared, `total`
    the sum over all doubled ranks of (rank less its mean) squared, `untied` what that would be
    without ties.
    """

    n: int
    k: int
    between: float
    total: float
    untied: float

    def chi2(self, tie_correction: bool) -> float:
        """Return (2.34), or its value corrected for ties; 0 where all learners are tied."""
        total = self.total if tie_correction else self.untied
        return (self.k - 1) * self.between / total if self.between else 0.0

    def f(self, tie_correction: bool) -> float:
        """Return (2.35): infinite where all data sets agree."""
        rest = self.n * (self.total if tie_correction else self.untied) - self.between
        if self.between == 0:
            return 0.0
        return (self.n - 1) * self.between / rest if rest > 0 else math.inf


def squares(ranks: Floats) -> Squares:
    """Return the sums of squares that both forms of the statistic are made from."""
    n, k = ranks.shape
    away = 2 * ranks - (k + 1)
    sums = away.sum(axis=0)
    between, total = float(sums @ sums), float(np.vdot(away, away))
    return Squares(n, k, between, total, n * k * (k * k - 1) / 3)


@lru_cache(maxsize=1024)
def _f_critical(alpha: float, dfn: int, dfd: int) -> float:
    return float(f_isf(alpha, dfn, dfd))


# -- the result -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class FriedmanResult(Result):
    """What the Friedman test found; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic, pvalue : float
        The F form (2.35) and its p-value.
    df : (int, int)
        Degrees of freedom of the F form, k - 1 and (k - 1)(N - 1).
    critical_value : float
        What the statistic must exceed.
    alpha, reject : float, bool
        The significance, and whether "all learners perform alike" is rejected.
    chi2, chi2_pvalue : float
        The original form (2.34), with k - 1 degrees of freedom, and its p-value.
    mean_ranks : ndarray of shape (n_learners,)
        1 is best.
    learners : tuple of str
        Names of the learners.
    ranks : ndarray of shape (n_datasets, n_learners)
        The ranks under test.
    tie_correction : bool
        Whether the statistics are corrected for ties.
    """

    df: tuple[int, int]
    critical_value: float
    alpha: float
    reject: bool
    chi2: float
    chi2_pvalue: float
    mean_ranks: Floats
    learners: tuple[str, ...]
    ranks: Floats
    tie_correction: bool

    _brief: ClassVar[tuple[str, ...]] = ("statistic", "pvalue", "df", "chi2", "reject")

    def _tested(self) -> Words:
        n, k = self.ranks.shape
        return Words(
            f"Hypothesis: the {k} learners perform alike (Friedman test, {n} data sets).",
            f"假设：{k} 个算法的性能相同（Friedman 检验，{n} 个数据集）。",
        )

    def _details(self) -> Sequence[Line | Table | Words]:
        a, (dfn, dfd) = f"{self.alpha:g}", self.df
        return (
            RankTable(self.ranks, self.learners).working(),
            *_statistic_lines(self),
            quantile_line(f"F_{a},{dfn},{dfd}", self.critical_value,
                          (f"exceeded with probability {a}", f"被超过的概率为 {a}")),
            quantile_line("p", self.pvalue, ("P(F >= τ_F)", "P(F ≥ τ_F)")),
            quantile_line("p_chi2", self.chi2_pvalue,
                          (f"of τ_chi2 with {dfn} degree{'s' * (dfn > 1)} of freedom, for large N",
                           f"τ_chi2 的 p 值，自由度 {dfn}，适用于较大的 N")),
        )  # fmt: skip

    def _outcome(self) -> Sequence[Words]:
        said = decision("τ_F", self.statistic, self.critical_value, self.reject, self.alpha)
        return (Words(*said), _meaning(self), *_cautions(self))


def _statistic_lines(r: FriedmanResult) -> list[Line]:
    n, k = r.ranks.shape
    at: dict[str, Any] = {"N": n, "k": k, "r": halves(r.ranks.sum(axis=0), n)}
    mean = Line(None, "mu_r", "(k + 1) / 2", {"k": k}, ("mean of a mean rank", "平均序值的均值"))
    spread = Line(None, "sigma2_r", "(k**2 - 1) / (12*N)", {"k": k, "N": n},
                  ("its variance, if all perform alike", "性能相同时平均序值的方差"))  # fmt: skip
    printed = "(k - 1) / k * (12*N / (k**2 - 1)) * sum((r - (k + 1) / 2)**2)"
    chi2 = Line("2.34", "tau_chi2", printed, at)
    again = Line("2.34", "tau_chi2", "12*N / (k*(k + 1)) * (sum(r**2) - k*(k + 1)**2 / 4)", at)
    lines, symbol, value = [mean, spread, chi2, again], "tau_chi2", again.value
    ties = tie_sizes(r.ranks)
    if r.tie_correction and ties:
        share = Line(None, "C", "1 - sum(t**3 - t) / (N*(k**3 - k))", {"t": ties, "N": n, "k": k},
                     ("t learners share a rank", "t 个算法序值相同"))  # fmt: skip
        symbol = "tau_chi2_C"
        undefined = 0 if share.value == 0 else None
        corrected = Line(None, symbol, "tau_chi2 / C", {"tau_chi2": value, "C": share.value},
                         ("corrected for ties", "按并列修正"), undefined)  # fmt: skip
        lines, value = [*lines, share, corrected], corrected.value
    formula = f"(N - 1)*{symbol} / (N*(k - 1) - {symbol})"
    undefined_f = r.statistic if math.isinf(r.statistic) else None
    values = {"N": n, symbol: value, "k": k}
    return [*lines, Line("2.35", "tau_F", formula, values, None, undefined_f)]


def _meaning(r: FriedmanResult) -> Words:
    p = p_text(r.pvalue)
    if r.statistic == 0:
        return Words("The mean ranks are all equal: nothing tells the learners apart.",
                     "平均序值全部相等：没有任何迹象表明这些算法有差别。")  # fmt: skip
    if r.reject:
        return Words(
            f"The learners do not all perform alike ({p}). Which of them differ is for a post-hoc "
            "test such as Nemenyi's to say.",
            f"这些算法的性能不全相同（{p}）。哪些算法之间有差别，由 Nemenyi 等后续检验回答。",
        )
    return Words(
        f"These ranks do not show that the learners differ ({p}). That is no proof that they "
        "perform alike.",
        f"这些序值不足以说明算法性能不同（{p}），但这不等于证明性能相同。",
    )


def _cautions(r: FriedmanResult) -> list[Words]:
    said = []
    n, k = r.ranks.shape
    sums = squares(r.ranks)
    if math.isinf(r.statistic):
        odds = math.exp(-(n - 1) * math.lgamma(k + 1))
        en, zh = ("less than 1e-300", "小于 1e-300") if odds < 1e-300 else (digits(odds),) * 2
        said.append(Words(
            f"All data sets rank the learners alike, so that F is infinite and p = 0. Of all "
            f"rankings without ties the share that does so by chance is {en}.",
            f"所有数据集上的排序完全一致，因此 F 为无穷大，p = 0。若无并列，"
            f"偶然出现这种一致的概率为 {zh}。",
        ))  # fmt: skip
    if sums.total != sums.untied:
        said.append(_on_ties(r.tie_correction, sums))
    if k == 2:
        said.append(Words(
            "With two learners the ranks keep only which one was better on each data set.",
            "只有两个算法时，序值仅保留了每个数据集上哪个更好的信息。",
        ))  # fmt: skip
    if (r.chi2_pvalue < r.alpha) != r.reject:
        limit = digits(float(chi2_isf(r.alpha, k - 1)))
        said.append(Words(
            f"The original test decides otherwise (τ_chi2 = {digits(r.chi2)}, critical value "
            f"{limit}); for few data sets it is too rough.",
            f"原始检验的结论相反（τ_chi2 = {digits(r.chi2)}，临界值 {limit}）；"
            "数据集较少时原始检验过于粗略。",
        ))  # fmt: skip
    return said


def _on_ties(corrected: bool, sums: Squares) -> Words:
    chi2, f = digits(sums.chi2(not corrected)), digits(sums.f(not corrected))
    if corrected:
        return Words(
            f"There are ties. Without correction, as in the textbook: τ_chi2 = {chi2}, τ_F = {f}.",
            f"序值有并列。若按教材不作修正：τ_chi2 = {chi2}，τ_F = {f}。",
        )
    return Words(
        f"There are ties, of which (2.34) takes no account. Corrected: τ_chi2 = {chi2}, τ_F = {f}.",
        f"序值有并列，而 (2.34) 未考虑并列。修正后：τ_chi2 = {chi2}，τ_F = {f}。",
    )


# -- the public function ----------------------------------------------------------------------


@computes(
    eq_2_34=(
        r"\tau_{\chi^2} = \frac{k-1}{k} \cdot \frac{12N}{k^2-1}"
        r" \sum_{i=1}^{k} \left(r_i - \frac{k+1}{2}\right)^2"
        r" = \frac{12N}{k(k+1)} \left(\sum_{i=1}^{k} r_i^2 - \frac{k(k+1)^2}{4}\right)"
    ),
    eq_2_35=r"\tau_F = \frac{(N-1)\, \tau_{\chi^2}}{N(k-1) - \tau_{\chi^2}}",
)
def friedman_test(
    scores: ArrayLike | None = None,
    *,
    ranks: ArrayLike | None = None,
    greater_is_better: bool = True,
    tie_correction: bool = False,
    alpha: float = 0.05,
    learners: Sequence[object] | None = None,
) -> FriedmanResult:
    """Test whether several learners perform alike over several data sets: (2.34), (2.35).

    On each data set the learners are ranked, 1 for the best; equals share their mean rank. If all
    perform alike, the mean ranks differ by chance only. `statistic` is the F form (2.35), which
    keeps the significance better than the original chi-squared form (2.34), given beside it.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_learners)
        A measure of performance; learners' names are the columns of a DataFrame. Scores are
        equal only if the numbers are: round them where rounding errors must not break ties.
    ranks : array-like of shape (n_datasets, n_learners)
        The ranks, instead of `scores`.
    greater_is_better : bool, default True
        Whether a higher score is a better one; False for error rates. Ranks have no choice.
    tie_correction : bool, default False
        False: (2.34), as in the textbook, which takes no account of ties. True: divided by
        1 - sum(t**3 - t) / (N (k**3 - k)) as in SciPy; without ties both are the same.
    alpha : float, default 0.05
        The significance: the probability of a wrong rejection.
    learners : sequence of n_learners names, optional
        A, B, C, ... by default.

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
    ``scipy.stats.friedmanchisquare`` returns the chi-squared form, corrected for ties.
    """
    table = rank_table(scores, ranks, greater_is_better, learners)
    level, corrected = inside(alpha, "alpha"), flag(tie_correction, "tie_correction")
    sums = squares(table.ranks)
    chi2, f = sums.chi2(corrected), sums.f(corrected)
    dfn, dfd = sums.k - 1, (sums.k - 1) * (sums.n - 1)
    critical = _f_critical(level, dfn, dfd)
    return FriedmanResult(
        statistic=f,
        pvalue=0.0 if math.isinf(f) else float(f_sf(f, dfn, dfd)),
        df=(dfn, dfd),
        critical_value=critical,
        alpha=level,
        reject=f > critical,
        chi2=chi2,
        chi2_pvalue=float(chi2_sf(chi2, dfn)),
        mean_ranks=table.mean_ranks,
        learners=table.learners,
        ranks=table.ranks,
        tie_correction=corrected,
    )
