"""The t test of several test error rates: (2.28)-(2.30)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from numpy.typing import ArrayLike

from .._equations import equations as eq
from .._student_t import (
    at_least_two,
    mean_and_std,
    mean_lines,
    no_spread,
    quantile_lines,
    quotient,
    t_critical,
    t_pvalue,
)
from .._validation import as_floats, fail, inside, real
from .._workings import Messages, Sentence, Step, measure
from ..results import TestResult, decision, p_text

_say = Messages(__package__)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TTestResult(TestResult):
    """What the t test found; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        (2.30), with its sign.
    pvalue : float
        Two-sided.
    critical_value : float
        What the statistic's size must exceed.
    alpha, reject : float, bool
        The significance, and whether the hypothesis is rejected.
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

    _brief: ClassVar[tuple[str, ...]] = ("statistic", "pvalue", "df", "reject")
    _plot: ClassVar[str] = "t_test"

    def _tested(self) -> Sentence:
        return _say("t.tested", rate=self.error_rate_0, k=len(self.error_rates))

    def _details(self) -> Sequence[Step]:
        values = {"k": self.df + 1, "mu": self.mean, "eps_0": self.error_rate_0, "sigma": self.std}
        return (
            *mean_lines("eps_hat", self.error_rates, self.mean, self.std),
            eq["2.30"](values, undefined=self.statistic),
            *quantile_lines(self, self.df),
        )

    def _outcome(self) -> Sequence[Sentence]:
        size = abs(self.statistic)
        first = decision("|τ_t|", size, self.critical_value, self.reject, self.alpha)
        if self.std == 0:
            return first, no_spread()
        key = "compatible"
        if self.reject:
            key = "below" if self.mean < self.error_rate_0 else "above"
        return first, _say(f"t.{key}", rate=self.error_rate_0, p=p_text(self.pvalue))


@measure
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
    rates: list[float] = at_least_two(as_floats(error_rates, "error_rates"), "error_rates").tolist()
    if min(rates) < 0 or max(rates) > 1:
        fail("error_rates", "numbers from 0 to 1", f"{min(rates):g} to {max(rates):g}")
    rate, level = real(error_rate_0, "error_rate_0", least=0, most=1), inside(alpha, "alpha")
    df = len(rates) - 1
    gap, std = mean_and_std([r - rate for r in rates], max(*rates, rate))
    statistic = quotient(math.sqrt(df + 1) * gap, std)
    critical = t_critical(level, df)
    return TTestResult(
        statistic=statistic,
        pvalue=t_pvalue(statistic, df),
        critical_value=critical,
        alpha=level,
        reject=abs(statistic) > critical,
        df=df,
        mean=rate + gap,
        std=std,
        error_rate_0=rate,
        error_rates=tuple(rates),
    )
