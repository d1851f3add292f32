"""The binomial test of one test error rate: (2.27)."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from .._validation import inside, one_of, real, size
from .._workings import (
    Line,
    Result,
    Table,
    Words,
    Working,
    computes,
    decision,
    p_text,
    quantile_line,
    shows,
)
from .._distributions import beta_ppf, binom_sf
from ._interval import ConfidenceInterval, error_rate_interval
from ._likelihood import error_count

_TERMS, _SMALL_M = 8, 200  # a tail of so many terms, in so many samples, is written out

FORMS = ("corrected", "maximum", "minimum")


def critical_count(error_rate_0: float, m: int, alpha: float) -> int:
    """Return the smallest C with P(X > C) < alpha for X errors in m at the rate error_rate_0."""
    return bisect_left(range(m), True, key=lambda c: bool(binom_sf(c, m, error_rate_0) < alpha))


def _largest_rate(error_rate_0: float, m: int, alpha: float) -> float:
    """Return the largest rate at which more than error_rate_0 * m errors have P < alpha."""
    c = math.floor(error_rate_0 * m * (1 + 1e-15))  # 0.29 * 100 is 28.999999999999996
    return 1.0 if c >= m else float(beta_ppf(alpha, c + 1, m - c))


# -- the workings -----------------------------------------------------------------------------


def _tail_table(error_rate_0: float, m: int, alpha: float, c: int) -> Table:
    near = [x for x in (c - 1, c, c + 1) if 0 <= x <= m]
    rows = [[x, float(binom_sf(x, m, error_rate_0))] for x in near]
    caption = (
        f"X: errors in {m} sample{'s' * (m > 1)} at the error rate {error_rate_0:g}; the first P "
        f"below {alpha:g} decides",
        f"X：错误率为 {error_rate_0:g} 时 {m} 个样本中的错误数；取第一个小于 {alpha:g} 的概率",
    )
    return Table(["C", '"P(X > C)"'], rows, caption)


def _tail_line(error_rate: float, m: int, least: int) -> Line:
    """Return P(X >= least), written out where a person would."""
    note = (f"P(X >= {least})", f"P(X ≥ {least})")
    if m - least >= _TERMS or m > _SMALL_M:
        return quantile_line("p", float(binom_sf(least - 1, m, error_rate)), note)
    values = {"m": m, "i": list(range(least, m + 1)), "eps_0": error_rate}
    return Line(None, "p", "sum(C(m, i)*eps_0**i*(1 - eps_0)**(m - i))", values, note)


def _bar_line(c: int, m: int, alpha: float) -> Line:
    note = (f"the smallest C with P(X > C) < {alpha:g}", f"满足 P(X > C) < {alpha:g} 的最小 C")
    return Line("2.27", "eps_bar", "C / m", {"C": c, "m": m}, note)


def _never(error_rate_0: float, m: int) -> Words:
    """Return why no test error rate rejects the hypothesis."""
    if error_rate_0 == 1:
        return Words("No error rate is above 1: nothing can reject the hypothesis.",
                     "错误率不会大于 1：没有什么结果能拒绝该假设。")  # fmt: skip
    few = "1 sample is" if m == 1 else f"{m} samples are"
    return Words(f"Even if all are wrong the hypothesis is not rejected: {few} too few.",
                 f"即使全部分错也不能拒绝该假设：{m} 个样本太少。")  # fmt: skip


def _show_critical(value: float, error_rate_0: Any, m: Any, alpha: Any, form: Any) -> Working:
    if form == "corrected":
        c = critical_count(error_rate_0, m, alpha)
        table = _tail_table(error_rate_0, m, alpha, c)
        if c == m:
            return Working(value, table, _bar_line(c, m, alpha), _never(error_rate_0, m))
        said = (
            f"At a test error rate above {value:g} the hypothesis is rejected.",
            f"测试错误率大于 {value:g} 时拒绝该假设。",
        )
        return Working(value, table, _bar_line(c, m, alpha), Words(*said))
    kind = ("largest", "最大") if form == "maximum" else ("smallest", "最小")
    note = (
        f"the {kind[0]} error rate at which more than {error_rate_0:g} m errors "
        f"have a probability below {alpha:g}",
        f"使错误数超过 {error_rate_0:g} m 的概率小于 {alpha:g} 的{kind[1]}错误率",
    )
    said = (
        "This printed form bounds the wrong quantity; the corrected form sums over the error "
        "rate under test.",
        "这种印刷形式约束的不是要检验的量；更正后的公式按被检验的错误率求和。",
    )
    return Working(value, quantile_line("eps_bar", value, note), Words(*said))


# -- the public functions ---------------------------------------------------------------------


@computes(
    eq_2_27=r"\bar{\epsilon} = \min \epsilon \quad \text{s.t.} \quad"
    r"\sum_{i = \epsilon \times m + 1}^{m} \binom{m}{i} \epsilon_0^i (1 - \epsilon_0)^{m - i}"
    r" < \alpha"
)
@shows(_show_critical)
def critical_error_rate(
    error_rate_0: float, m: int, *, alpha: float = 0.05, form: str = "corrected"
) -> float:
    """Return the test error rate above which "at most error_rate_0" is rejected: (2.27).

    Parameters
    ----------
    error_rate_0 : float
        The error rate under test, from 0 to 1.
    m : int
        The number of test samples.
    alpha : float, default 0.05
        The significance: the largest probability of a wrong rejection.
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
    >>> mk.critical_error_rate(0.3, 10)
    0.5
    >>> print(mk.critical_error_rate.working(0.3, 10))
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
    rate, m = real(error_rate_0, "error_rate_0", least=0, most=1), size(m, "m")
    level = inside(alpha, "alpha")
    one_of(form, "form", FORMS)
    if form == "corrected":
        return critical_count(rate, m, level) / m
    return _largest_rate(rate, m, level) if form == "maximum" else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class BinomialTestResult(Result):
    """What the binomial test found; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        The test error rate.
    pvalue : float
        The probability of so many errors or more at `error_rate_0`.
    critical_value : float
        The largest test error rate that is not rejected, (2.27).
    alpha, reject : float, bool
        The significance, and whether the hypothesis is rejected.
    errors, m, error_rate_0 : int, int, float
        What was tested.
    size : float
        The probability of a rejection if the error rate is `error_rate_0`: below `alpha`.
    """

    critical_value: float
    alpha: float
    reject: bool
    errors: int
    m: int
    error_rate_0: float
    size: float

    _brief: ClassVar[tuple[str, ...]] = ("statistic", "pvalue", "critical_value", "reject")

    def confidence_interval(
        self, confidence_level: float = 0.95, method: str = "exact"
    ) -> ConfidenceInterval:
        """Return where the error rate lies; see `error_rate_interval`."""
        interval: ConfidenceInterval = error_rate_interval(
            self.errors, self.m, confidence_level=confidence_level, method=method
        )
        return interval

    def _tested(self) -> Words:
        e, m, rate = self.errors, self.m, f"{self.error_rate_0:g}"
        return Words(
            f"Hypothesis: the error rate is at most {rate} (binomial test, {e} of {m} wrong).",
            f"假设：泛化错误率不大于 {rate}（二项检验，{m} 个样本中错 {e} 个）。",
        )

    def _details(self) -> Sequence[Line | Table | Words]:
        c = round(self.critical_value * self.m)
        return (
            Line(None, "eps_hat", "mprime / m", {"mprime": self.errors, "m": self.m}),
            _tail_table(self.error_rate_0, self.m, self.alpha, c),
            _bar_line(c, self.m, self.alpha),
            _tail_line(self.error_rate_0, self.m, self.errors),
        )

    def _outcome(self) -> Sequence[Words]:
        rate, p = f"{self.error_rate_0:g}", p_text(self.pvalue)
        first = decision("ε^", self.statistic, self.critical_value, self.reject, self.alpha)
        if self.critical_value == 1:
            return Words(*first), _never(self.error_rate_0, self.m)
        if self.errors == 0:
            said = (
                f"There was no error: nothing speaks for an error rate above {rate}. That does "
                f"not show that it is at most {rate}.",
                f"一个都没有错：没有理由认为错误率大于 {rate}。这并不能证明错误率不大于 {rate}。",
            )
        elif self.reject:
            said = (
                f"So many errors would be rare at an error rate of {rate} ({p}): "
                f"it is larger than {rate}, or this is a rare case.",
                f"若错误率为 {rate}，这么多错误很少见（{p}）："
                f"要么错误率大于 {rate}，要么碰上了小概率事件。",
            )
        else:
            said = (
                f"So many errors are no rarity at an error rate of {rate} ({p}). "
                f"That does not show that it is at most {rate}.",
                f"若错误率为 {rate}，这么多错误并不罕见（{p}）。这并不能证明错误率不大于 {rate}。",
            )
        return Words(*first), Words(*said)


def binomial_test(
    errors: int | ArrayLike,
    m: int | None = None,
    *,
    error_rate_0: float,
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
        The error rate under test, from 0 to 1.
    alpha : float, default 0.05
        The significance: the largest probability of a wrong rejection.

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
    rate, level = real(error_rate_0, "error_rate_0", least=0, most=1), inside(alpha, "alpha")
    c = critical_count(rate, n, level)
    return BinomialTestResult(
        statistic=e / n,
        pvalue=float(binom_sf(e - 1, n, rate)),
        critical_value=c / n,
        alpha=level,
        reject=e > c,
        errors=e,
        m=n,
        error_rate_0=rate,
        size=float(binom_sf(c, n, rate)),
    )
