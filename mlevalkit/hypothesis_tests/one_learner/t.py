"""The t test of several test error rates: (2.28)-(2.30), and what the paired t test shares."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..._distributions import f_isf, t_sf
from ..._validation import ArrayLike, Floats, as_floats, fail, inside, real
from ...display.equations import equations as eq
from ...display.results import ConfidenceInterval, TestResult, exceeded, interval_of_lines, p_text
from ...display.workings import Line, Messages, Sentence, Step, line, measure, quotient

_say = Messages(__package__)

_ROUNDING = 8 * sys.float_info.epsilon


def at_least_two(values: Floats, name: str) -> Floats:
    """Check that a spread can be estimated."""
    if len(values) < 2:
        fail(name, "at least 2 values (one has no spread)", "1")
    return values


def mean_and_std(values: Sequence[float], unit: float) -> tuple[float, float]:
    """Return the mean (2.28) and the root of (2.29); what is rounding error is 0.

    `unit` is the size of the numbers that the values come from. Lists, because k is small and
    numpy's calls would cost more than the sums.
    """
    mean = math.fsum(values) / len(values)
    std = math.sqrt(math.fsum([(v - mean) ** 2 for v in values]) / (len(values) - 1))
    rounding = _ROUNDING * unit
    if abs(mean) <= rounding:
        mean = 0.0
    if std <= rounding:
        std = 0.0
    return mean, std


@lru_cache(maxsize=1024)
def t_critical(alpha: float, df: int) -> float:
    """Return what |t| exceeds with probability alpha: the square of t has an F distribution."""
    return math.sqrt(f_isf(alpha, 1, df))


def t_pvalue(statistic: float, df: int) -> float:
    """Return the probability of a |t| at least as large."""
    return 0.0 if math.isinf(statistic) else 2 * float(t_sf(abs(statistic), df))


def mean_lines(
    symbol: str, values: Sequence[float], mean: float, std: float, note: Sentence | None = None
) -> list[Line]:
    """Return (2.28), (2.29) and its root for values that `symbol` stands for."""
    if std == 0:  # without the rounding errors that make equal values differ
        values = [mean] * len(values)
    form_28 = eq["2.28"].forms[0].replace("eps_hat", symbol)
    form_29 = eq["2.29"].forms[0].replace("eps_hat", symbol)
    given: dict[str, Any] = {symbol: values, "k": len(values)}
    return [
        eq["2.28"](given, form=form_28, note=note),
        eq["2.29"](given, form=form_29, mu=mean),
        line("sigma", "sqrt(sigma2)", sigma2=std**2),
    ]


def quantile_lines(result: TestResult, df: int) -> list[Line]:
    """Return the critical value and the p-value of a two-sided test."""
    return result._tail_lines("t", result.alpha / 2, _say("t.tail"), df)


def t_interval(
    symbol: str, mean: float, error: Line, confidence_level: float, df: int, of: Sentence
) -> ConfidenceInterval:
    """Return the interval of t times a standard error on both sides of a mean."""
    level = inside(confidence_level, "confidence_level")
    t = t_critical(1 - level, df)
    values = {symbol: mean, "t": t, "SE": error.value}
    ends = f"{symbol} - t*SE", f"{symbol} + t*SE"
    quantile = exceeded("t", t, (1 - level) / 2, df)
    return interval_of_lines(mean, level, ends, values, before=[error, quantile], of=of)


def no_spread(*, differs: bool) -> Sentence:
    """Return what a t test without any variance says: nothing, although it decides."""
    return _say("t.no_spread", outcome=_say("t.limit" if differs else "t.zero_by_zero"))


# -- the test ----------------------------------------------------------------------------------


class TTestResult(TestResult):
    """Result of the t test; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        (2.30), with its sign.
    pvalue : float
        Two-sided.
    critical_value : float
        What the statistic's absolute value must exceed.
    alpha, reject : float, bool
        The significance level, and whether the hypothesis is rejected.
    df : int
        Degrees of freedom, k - 1.
    mean, std : float
        (2.28) and the root of (2.29).
    error_rate_0, error_rates : float, tuple of float
        What was tested.
    """

    df: int
    mean: float
    std: float
    error_rate_0: float
    error_rates: tuple[float, ...]

    _brief = ("statistic", "pvalue", "df", "reject")

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """Return a confidence interval of the generalization error rate.

        Rates that the test rejects lie outside. It holds its level if the error rates are
        independent and roughly normal. If all rates are equal its width is 0, which says nothing.
        """
        error = line("SE", "sigma / sqrt(k)", sigma=self.std, k=self.df + 1)
        return t_interval("mu", self.mean, error, confidence_level, self.df, _say("error_rate"))

    def _steps(self) -> Iterator[Step]:
        yield _say("t.tested", rate=self.error_rate_0, k=len(self.error_rates))
        yield from mean_lines("eps_hat", self.error_rates, self.mean, self.std)
        values = {"k": self.df + 1, "mu": self.mean, "eps_0": self.error_rate_0, "sigma": self.std}
        yield eq["2.30"](values, undefined=self.statistic)
        yield from quantile_lines(self, self.df)
        yield self._decision("|τ_t|")
        if self.std == 0:
            yield no_spread(differs=self.statistic != 0)
            return
        side = "below" if self.mean < self.error_rate_0 else "above"
        key = side if self.reject else "compatible"
        yield _say(f"t.{key}", rate=self.error_rate_0, p=p_text(self.pvalue))
        yield self.confidence_interval(self._level).meaning


@measure
def t_test(error_rates: ArrayLike, error_rate_0: float, *, alpha: float = 0.05) -> TTestResult:
    """Test whether the generalization error rate is `error_rate_0`: (2.28)-(2.30).

    Two-sided. The error rates must be independent: from as many test sets, not from the
    folds of cross validation, which train and test on the same samples.

    Parameters
    ----------
    error_rates : array-like of shape (k,), k >= 2
        Test error rates, from 0 to 1.
    error_rate_0 : float
        The error rate under test, from 0 to 1.
    alpha : float, default 0.05
        The significance level: the probability of a wrong rejection.

    Returns
    -------
    TTestResult
        With `statistic`, `pvalue`, `df`, `critical_value`, `reject`, `working()` and
        `confidence_interval()`. Without variance the test has no answer: if all rates are equal
        to `error_rate_0`, 0/0 is set to 0 (p 1; SciPy: NaN); if all are equal to another rate,
        statistic and p are the limits ±inf and 0, as in SciPy. `working()` says so.

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
    Zhou, Machine Learning, (2.28)-(2.30) and Figure 2.7. SciPy's
    ``ttest_1samp(error_rates, error_rate_0)`` has the same statistic and p-value.
    """
    given = as_floats(error_rates, "error_rates", least=0, most=1)
    rates: list[float] = at_least_two(given, "error_rates").tolist()
    rate = real(error_rate_0, "error_rate_0", least=0, most=1)
    df = len(rates) - 1
    gap, std = mean_and_std([r - rate for r in rates], max(*rates, rate))
    statistic = quotient(math.sqrt(df + 1) * gap, std)
    critical = t_critical(alpha, df)
    return TTestResult(
        statistic=statistic,
        pvalue=t_pvalue(statistic, df),
        critical_value=critical,
        alpha=alpha,
        reject=abs(statistic) > critical,
        df=df,
        mean=rate + gap,
        std=std,
        error_rate_0=rate,
        error_rates=tuple(rates),
    )
