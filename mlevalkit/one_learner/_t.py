"""The t test of several test error rates: (2.28)-(2.30)."""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from numpy.typing import ArrayLike

from .._validation import Floats, fail, as_floats, inside, real
from .._workings import Line, Result, Table, Words, computes, decision, p_text, quantile_line
from .._distributions import t_isf, t_sf

_ROUNDING = 8 * sys.float_info.epsilon


# -- the kernel, which the paired tests use too -----------------------------------------------


def at_least_two(values: Floats, name: str) -> Floats:
    """Check that a spread can be estimated."""
    if len(values) < 2:
        fail(name, "at least 2 values (one has no spread)", "1")
    return values


def mean_and_std(values: Sequence[float], unit: float) -> tuple[float, float]:
    """Return the mean (2.28) and the root of (2.29).

    `unit` is the size of the numbers that the values come from: what is less than their
    rounding errors is 0. Lists, because k is small and numpy's calls would cost more than the sums.
    """
    scaled = [v / unit for v in values]
    mean = math.fsum(scaled) / len(scaled)
    std = math.sqrt(math.fsum([(v - mean) ** 2 for v in scaled]) / (len(scaled) - 1))
    mean, std = (0.0 if abs(x) <= _ROUNDING else x * unit for x in (mean, std))
    return mean, std


def quotient(gap: float, spread: float) -> float:
    """Return gap / spread, with 0/0 = 0: no difference, nothing to explain."""
    if spread == 0:
        return math.copysign(math.inf, gap) if gap else 0.0
    return gap / spread


@lru_cache(maxsize=1024)
def t_critical(alpha: float, df: int) -> float:
    """Return what |t| exceeds with probability alpha."""
    return float(t_isf(alpha / 2, df))


def t_pvalue(statistic: float, df: int) -> float:
    """Return the probability of a |t| at least as large."""
    return 0.0 if math.isinf(statistic) else 2 * float(t_sf(abs(statistic), df))


# -- what the t tests show alike --------------------------------------------------------------


def t_quantile_lines(result: Result, df: int, alpha: float, critical: float) -> list[Line]:
    """Return the critical value and the p-value."""
    tail = f"{alpha / 2:.4g}"
    return [
        quantile_line(f"t_{tail},{df}", critical, (f"exceeded with probability {tail}",
                                                   f"被超过的概率为 {tail}")),
        quantile_line("p", result.pvalue, ("P(|T| >= |τ_t|)", "P(|T| ≥ |τ_t|)")),
    ]  # fmt: skip


def shown_values(values: Sequence[float], mean: float, std: float) -> list[float]:
    """Return the values without the rounding errors that make equal ones differ."""
    return [mean] * len(values) if std == 0 else list(values)


NO_SPREAD = Words(
    "All values are equal: their spread is 0, and a t test has nothing to measure the "
    "difference against.",
    "所有取值都相等，方差为 0，t 检验没有可以用来衡量差别的尺度。",
)


@dataclass(frozen=True, slots=True, repr=False)
class TTestResult(Result):
    """What the t test found; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        (2.30), with its sign.
    pvalue : float
        Two-sided.
    df : int
        Degrees of freedom, k - 1.
    critical_value : float
        What the statistic's size must exceed.
    alpha, reject : float, bool
        The significance, and whether the hypothesis is rejected.
    mean, std : float
        (2.28) and the root of (2.29).
    error_rate_0, error_rates : float, tuple of float
        What was tested.
    """

    df: int
    critical_value: float
    alpha: float
    reject: bool
    mean: float
    std: float
    error_rate_0: float
    error_rates: tuple[float, ...]

    _brief: ClassVar[tuple[str, ...]] = ("statistic", "pvalue", "df", "reject")

    def _tested(self) -> Words:
        k, rate = len(self.error_rates), f"{self.error_rate_0:g}"
        return Words(
            f"Hypothesis: the error rate is {rate} (t test, {k} test error rates, two-sided).",
            f"假设：泛化错误率等于 {rate}（t 检验，{k} 个测试错误率，双侧）。",
        )

    def _details(self) -> Sequence[Line | Table | Words]:
        k, rates = len(self.error_rates), shown_values(self.error_rates, self.mean, self.std)
        values = {"k": k, "mu": self.mean, "eps_0": self.error_rate_0, "sigma": self.std}
        undefined = self.statistic if self.std == 0 else None
        return (
            Line("2.28", "mu", "sum(eps_hat) / k", {"eps_hat": rates, "k": k}),
            Line("2.29", "sigma2", "sum((eps_hat - mu)**2) / (k - 1)",
                 {"eps_hat": rates, "mu": self.mean, "k": k}),
            Line(None, "sigma", "sqrt(sigma2)", {"sigma2": self.std**2}),
            Line("2.30", "tau_t", "sqrt(k)*(mu - eps_0) / sigma", values, None, undefined),
            *t_quantile_lines(self, self.df, self.alpha, self.critical_value),
        )  # fmt: skip

    def _outcome(self) -> Sequence[Words]:
        rate, p = f"{self.error_rate_0:g}", p_text(self.pvalue)
        first = decision("|τ_t|", abs(self.statistic), self.critical_value, self.reject, self.alpha)
        if self.std == 0:
            return Words(*first), NO_SPREAD
        below = self.mean < self.error_rate_0
        if self.reject:
            said = (
                f"The test error rates speak against {rate} ({p}); their mean is "
                f"{'below' if below else 'above'} it.",
                f"测试错误率不支持 {rate}（{p}），其平均值{'低于' if below else '高于'}它。",
            )
        else:
            said = (
                f"These test error rates are compatible with {rate} ({p}); other error rates "
                "near the mean are so too.",
                f"这些测试错误率与 {rate} 不矛盾（{p}）；与平均值相近的其他错误率也不矛盾。",
            )
        return Words(*first), Words(*said)


@computes(
    eq_2_28=r"\mu = \frac{1}{k} \sum_{i=1}^{k} \hat{\epsilon}_i",
    eq_2_29=r"\sigma^2 = \frac{1}{k-1} \sum_{i=1}^{k} (\hat{\epsilon}_i - \mu)^2",
    eq_2_30=r"\tau_t = \frac{\sqrt{k} (\mu - \epsilon_0)}{\sigma}",
)
def t_test(error_rates: ArrayLike, error_rate_0: float, *, alpha: float = 0.05) -> TTestResult:
    """Test whether the generalization error rate is `error_rate_0`: (2.28)-(2.30).

    Two-sided. The error rates must be independent: from as many test sets, not from the
    overlapping training sets of cross validation.

    Parameters
    ----------
    error_rates : array-like of shape (k,), k >= 2
        Test error rates, from 0 to 1.
    error_rate_0 : float
        The error rate under test, from 0 to 1.
    alpha : float, default 0.05
        The significance: the probability of a wrong rejection.

    Returns
    -------
    TTestResult
        With `statistic`, `pvalue`, `df`, `critical_value`, `reject`, `working()`. All rates equal
        to `error_rate_0`: statistic 0, p 1. All equal to another: statistic ±inf, p 0.

    Raises
    ------
    ValueError, TypeError
        If there are fewer than two rates, one is outside 0 to 1, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.t_test([0.11, 0.09, 0.12, 0.10, 0.08], 0.13)
    TTestResult(statistic=-4.2426, pvalue=0.0132, df=4, reject=True)

    Source
    ------
    Zhou, Machine Learning, (2.28)-(2.30) and Figure 2.7; SciPy's ``ttest_1samp``.
    """
    rates = _rates(error_rates)
    rate, level = real(error_rate_0, "error_rate_0", least=0, most=1), inside(alpha, "alpha")
    k = len(rates)
    gap, std = mean_and_std([r - rate for r in rates], max(*rates, rate) or 1.0)
    statistic = quotient(math.sqrt(k) * gap, std)
    critical = t_critical(level, k - 1)
    return TTestResult(
        statistic=statistic,
        pvalue=t_pvalue(statistic, k - 1),
        df=k - 1,
        critical_value=critical,
        alpha=level,
        reject=abs(statistic) > critical,
        mean=rate + gap,
        std=std,
        error_rate_0=rate,
        error_rates=tuple(rates),
    )


def _rates(error_rates: ArrayLike) -> list[float]:
    rates: list[float] = at_least_two(as_floats(error_rates, "error_rates"), "error_rates").tolist()
    if min(rates) < 0 or max(rates) > 1:
        fail("error_rates", "numbers from 0 to 1", f"{min(rates):g} to {max(rates):g}")
    return rates
