"""The binomial test of one test error rate: (2.27)."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from typing import Literal

from ..._distributions import binom_rate, binom_sf
from ..._validation import ArrayLike, real, size
from ...display.equations import equations as eq
from ...display.results import ConfidenceInterval, TestResult, p_text, quantile_line
from ...display.workings import Found, Line, Messages, Sentence, Step, Table, line, measure
from .error_rates import Method, error_count, interval_of_counts

_say = Messages(__package__)

_TERMS = 8  # a longer tail is not written out,
_SMALL_M = 200  # nor one in more samples

Form = Literal["corrected", "maximum", "minimum"]


@measure
def binomial_critical_value(
    m: int, error_rate_0: float, *, alpha: float = 0.05, form: Form = "corrected"
) -> Found[float]:
    """Return the test error rate above which "at most error_rate_0" is rejected: (2.27).

    Parameters
    ----------
    m : int
        The number of test samples.
    error_rate_0 : float
        The error rate under test, from 0 to 1.
    alpha : float, default 0.05
        The significance level: the largest probability of a wrong rejection.
    form : {"corrected", "maximum", "minimum"}, default "corrected"
        (2.27) has been printed in three ways. "corrected" sums over the rate under test;
        "maximum" (early printings) is the largest rate at which more than ``error_rate_0 * m``
        errors are improbable; "minimum" is the smallest such rate, always 0. The last two are
        here to be compared, not to be used.

    Returns
    -------
    float
        From 0 to 1; a multiple of 1/m in the corrected form.

    Raises
    ------
    ValueError, TypeError
        If a rate is outside 0 to 1, `m` is no count, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.binomial_critical_value(10, 0.3)
    0.5
    >>> print(mk.binomial_critical_value.working(10, 0.3))
    X: errors in 10 samples at the error rate 0.3; the first P below 0.05 decides
    C  P(X > C)
    4    0.1503
    5    0.0473
    6    0.0106
    (2.27)   ε_bar = C / m = 5 / 10 = 1/2 = 0.5   the smallest C with P(X > C) < 0.05
    At a test error rate above 0.5 the hypothesis is rejected.

    Source
    ------
    Zhou, Machine Learning, (2.27), as corrected in later printings and in pumpkin-book.
    """
    m = size(m, "m")
    rate = real(error_rate_0, "error_rate_0", least=0, most=1)
    if form == "corrected":
        c = _critical_count(m, rate, alpha)
        return Found(c / m, lambda: _corrected(c, m, rate, alpha))
    value = _largest_rate(m, rate, alpha) if form == "maximum" else 0.0
    note = _say(f"critical.{form}", rate=rate, alpha=alpha)
    return Found(value, lambda: [quantile_line("eps_bar", value, note), _say("critical.misprint")])


def _critical_count(m: int, rate: float, alpha: float) -> int:
    """Return the smallest C with P(X > C) < alpha for X errors in m at the given rate."""
    return bisect_left(range(m), True, key=lambda c: bool(binom_sf(c, m, rate) < alpha))


def _largest_rate(m: int, rate: float, alpha: float) -> float:
    """Return the largest rate at which more than rate * m errors have P < alpha."""
    c = math.floor(rate * m * (1 + 1e-15))  # 0.29 * 100 is 28.999999999999996
    return 1.0 if c >= m else float(binom_rate(c + 1, m, alpha))


def _corrected(c: int, m: int, rate: float, alpha: float) -> Iterator[Step]:
    yield from _critical_steps(c, m, rate, alpha)
    yield _never(m, rate) if c == m else _say("critical.above", value=c / m)


def _critical_steps(c: int, m: int, rate: float, alpha: float) -> Iterator[Step]:
    near = [x for x in (c - 1, c, c + 1) if 0 <= x <= m]
    rows = [[x, float(binom_sf(x, m, rate))] for x in near]
    caption = _say("critical.tails", m=m, s="s" * (m > 1), rate=rate, alpha=alpha)
    yield Table(["C", '"P(X > C)"'], rows, caption)
    yield eq["2.27"](C=c, m=m, note=_say("critical.smallest", alpha=alpha))


def _never(m: int, rate: float) -> Sentence:
    """Return why no test error rate rejects the hypothesis."""
    if rate == 1:
        return _say("critical.never")
    return _say("critical.few", m=m, samples="sample is" if m == 1 else "samples are")


class BinomialTestResult(TestResult):
    """Result of the binomial test; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        The test error rate.
    pvalue : float
        The probability of so many errors or more at `error_rate_0`.
    critical_value : float
        The largest test error rate that is not rejected, (2.27).
    alpha, reject : float, bool
        The significance level, and whether the hypothesis is rejected.
    errors, m, error_rate_0 : int, int, float
        What was tested.
    size : float
        The probability of a rejection if the error rate is `error_rate_0`: below `alpha`.
    """

    errors: int
    m: int
    error_rate_0: float
    size: float

    _brief = ("statistic", "pvalue", "critical_value", "reject")

    def confidence_interval(
        self, confidence_level: float = 0.95, method: Method = "exact"
    ) -> ConfidenceInterval:
        """Return a two-sided confidence interval of the error rate, as `error_rate_interval` does.

        The test is one-sided, so that the two may differ: it rejects at level alpha the rates
        below the lower end of the exact interval at 1 - 2 alpha.
        """
        return interval_of_counts(
            self.errors, self.m, confidence_level, method, of=_say("binomial.two_sided")
        )

    def _steps(self) -> Iterator[Step]:
        yield _say("binomial.tested", rate=self.error_rate_0, errors=self.errors, m=self.m)
        c = round(self.critical_value * self.m)
        yield line("eps_hat", "mprime / m", mprime=self.errors, m=self.m)
        yield from _critical_steps(c, self.m, self.error_rate_0, self.alpha)
        yield self._tail_line()
        yield self._decision("ε^")
        if self.critical_value == 1:
            yield _never(self.m, self.error_rate_0)
            return
        if self.errors == 0:
            key = "no_error"
        elif self.reject:
            key = "rare"
        else:
            key = "no_rarity"
        yield _say(f"binomial.{key}", rate=self.error_rate_0, p=p_text(self.pvalue))
        yield self.confidence_interval(self._level).meaning

    def _tail_line(self) -> Line:
        """Return the p-value, written out where a person would."""
        e = self.errors
        m = self.m
        note = _say("binomial.tail", errors=e)
        if m - e >= _TERMS or m > _SMALL_M:
            return quantile_line("p", self.pvalue, note)
        values = {"m": m, "i": list(range(e, m + 1)), "eps_0": self.error_rate_0}
        return line("p", "sum(C(m, i)*eps_0**i*(1 - eps_0)**(m - i))", values, note)


@measure
def binomial_test(
    errors: int | ArrayLike,
    m: int | None = None,
    error_rate_0: float | None = None,
    *,
    alpha: float = 0.05,
) -> BinomialTestResult:
    """Test whether the generalization error rate is at most `error_rate_0`: (2.27).

    Rejected if the test error rate is *above* the critical value; some printings have it the
    wrong way round. One-sided and exact.

    Parameters
    ----------
    errors : int, or array-like of bool of shape (m,)
        The number of errors on the test set, or for each test sample whether it was predicted
        wrong: ``y_true != y_pred``.
    m : int, optional
        The number of test samples, if `errors` is a number.
    error_rate_0 : float
        The error rate under test, from 0 to 1; SciPy's p.
    alpha : float, default 0.05
        The significance level: the largest probability of a wrong rejection.

    Returns
    -------
    BinomialTestResult
        With `statistic`, `pvalue`, `critical_value`, `reject`, `size`, `working()` and
        `confidence_interval()`.

    Raises
    ------
    ValueError, TypeError
        If the counts or the rate are impossible, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.binomial_test(6, 10, error_rate_0=0.3)
    BinomialTestResult(statistic=0.6, pvalue=0.0473, critical_value=0.5, reject=True)

    Source
    ------
    Zhou, Machine Learning, section 2.4.1. SciPy's ``binomtest(errors, m, error_rate_0,
    alternative="greater")`` has the same p-value.
    """
    e, n = error_count(errors, m)
    rate = real(error_rate_0, "error_rate_0", least=0, most=1)
    c = _critical_count(n, rate, alpha)
    return BinomialTestResult(
        statistic=e / n,
        pvalue=float(binom_sf(e - 1, n, rate)),
        critical_value=c / n,
        alpha=alpha,
        reject=e > c,
        errors=e,
        m=n,
        error_rate_0=rate,
        size=float(binom_sf(c, n, rate)),
    )
