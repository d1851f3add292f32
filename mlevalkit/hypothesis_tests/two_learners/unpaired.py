"""Two models on two separate test sets: what can be compared without pairs."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..._distributions import norm_ppf
from ..._validation import ArrayLike, fail, inside
from ...display.results import ConfidenceInterval, TestResult, interval_of_lines
from ...display.workings import Messages, Step, line, measure
from ..one_learner.error_rates import error_count, interval_of_counts
from .paired import conclusion

_say = Messages(__package__)


@measure
def difference_interval(
    interval_a: ConfidenceInterval, interval_b: ConfidenceInterval
) -> ConfidenceInterval:
    """Return a confidence interval of the difference of two independent estimates, A minus B.

    It is made of the two intervals: the distances from the estimates to their ends add as squares.
    So it needs no standard error, keeps inside what the intervals keep inside, and is of width 0
    only if both are. Of two Wilson intervals it is Newcombe's interval.

    Parameters
    ----------
    interval_a, interval_b : ConfidenceInterval
        Intervals of the same confidence level, from samples that have nothing in common: of an
        error rate, a recall, an AUC. For two models on the *same* samples it is too wide.

    Returns
    -------
    ConfidenceInterval
        With `estimate`, `low`, `high`, `working()`; unpacks as both ends.

    Raises
    ------
    ValueError, TypeError
        If an argument is no confidence interval of a number, or the levels differ.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> a = mk.error_rate_interval(56, 70, method="wilson")
    >>> b = mk.error_rate_interval(48, 80, method="wilson")
    >>> mk.difference_interval(a, b)
    ConfidenceInterval(estimate=0.2, low=0.0524, high=0.3339, confidence_level=0.95)

    Source
    ------
    Newcombe, Interval estimation for the difference between independent proportions, Statistics
    in Medicine 17, 1998, method 10, whose example this is; Zou and Donner, Statistics in Medicine
    27, 2008. statsmodels: ``confint_proportions_2indep(..., method="newcomb")``.
    """
    for name, interval in (("interval_a", interval_a), ("interval_b", interval_b)):
        if not isinstance(interval, ConfidenceInterval):
            fail(name, "a ConfidenceInterval", type(interval).__name__, TypeError)
        if not isinstance(interval.estimate, (int, float)) or interval.low != interval.low:
            fail(name, "the interval of one number", "NaN, or an interval of several")
    a = interval_a
    b = interval_b
    level = a.confidence_level
    if level != b.confidence_level:
        got = f"{level} and {b.confidence_level}"
        fail("interval_a and interval_b", "the same confidence level", got)
    values = {"a": a.estimate, "L_a": a.low, "U_a": a.high}
    values |= {"b": b.estimate, "L_b": b.low, "U_b": b.high}
    ends = (
        "a - b - sqrt((a - L_a)**2 + (U_b - b)**2)",
        "a - b + sqrt((U_a - a)**2 + (b - L_b)**2)",
    )
    difference = float(a.estimate - b.estimate)
    squares = _say("unpaired.squares")
    of = _say("unpaired.difference")
    return interval_of_lines(difference, level, ends, values, before=(), after=[squares], of=of)


class UnpairedTestResult(TestResult):
    """Result of the test of two error rates from two test sets; unpacks as ``statistic, pvalue``.

    Attributes
    ----------
    statistic : float
        The difference of the error rates over its standard error if both are equal.
    pvalue : float
        Two-sided, from the normal distribution.
    critical_value : float
        What the statistic's absolute value must exceed.
    alpha, reject : float, bool
        The significance level, and whether "both error rates are equal" is rejected.
    errors, m : (int, int)
        The errors of A and B, and the sizes of their test sets.
    """

    errors: tuple[int, int]
    m: tuple[int, int]

    @property
    def standard_error(self) -> float:
        """The standard error of the difference, if both error rates are equal."""
        return _standard_error(self.errors, self.m)

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """Return Newcombe's interval of the difference of the error rates, A minus B."""
        level = inside(confidence_level, "confidence_level")
        pairs = zip(self.errors, self.m, strict=True)
        return difference_interval(*(interval_of_counts(e, m, level, "wilson") for e, m in pairs))

    def _steps(self) -> Iterator[Step]:
        e_a, e_b = self.errors
        m_a, m_b = self.m
        yield _say("unpaired.tested", m_a=m_a, m_b=m_b)
        values = {"e_a": e_a, "m_a": m_a, "e_b": e_b, "m_b": m_b}
        yield (pooled := line("eps", "(e_a + e_b) / (m_a + m_b)", values))
        yield (error := line("SE", "sqrt(eps*(1 - eps)*(1/m_a + 1/m_b))", values, eps=pooled.value))
        top = {**values, "SE": error.value}
        yield line("z", "(e_a/m_a - e_b/m_b) / SE", top, undefined=0)
        yield from self._tail_lines("z", self.alpha / 2, _say("unpaired.tail"))
        yield self._decision("|z|")
        yield conclusion("unpaired.better", self, e_a / m_a - e_b / m_b)
        yield self.confidence_interval(self._level).meaning
        yield _say("unpaired.two_procedures")


def _standard_error(errors: tuple[int, int], m: tuple[int, int]) -> float:
    """Return that of the difference if both error rates are the same."""
    pooled = sum(errors) / sum(m)
    return math.sqrt(pooled * (1 - pooled) * sum(1 / size for size in m))


@measure
def unpaired_test(
    errors_a: int | ArrayLike,
    errors_b: int | ArrayLike,
    *,
    m_a: int | None = None,
    m_b: int | None = None,
    alpha: float = 0.05,
) -> UnpairedTestResult:
    """Test whether two models have the same error rate, each on a test set of its own.

    For test sets without a common sample. Where both models predicted the same samples,
    `mcnemar_test` has more power, because it compares sample by sample.

    Parameters
    ----------
    errors_a, errors_b : int, or array-like of bool
        The number of errors of each model, or for each of its test samples whether it was predicted
        wrong: ``y_true != y_pred``.
    m_a, m_b : int, optional
        The sizes of the test sets, where the errors are numbers.
    alpha : float, default 0.05
        The significance level.

    Returns
    -------
    UnpairedTestResult
        With `statistic`, `pvalue`, `critical_value`, `reject`, `working()` and
        `confidence_interval()`. No error at all, or errors only: statistic 0, p 1.

    Raises
    ------
    ValueError, TypeError
        If the counts are impossible, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.unpaired_test(30, 48, m_a=200, m_b=220)
    UnpairedTestResult(statistic=-1.7946, pvalue=0.0727, reject=False)

    Source
    ------
    Not in the textbook. Pearson's chi-squared test of a 2 by 2 table, without continuity
    correction; statsmodels: ``proportions_ztest([30, 48], [200, 220])``.
    """
    e_a, n_a = error_count(errors_a, m_a, ("errors_a", "m_a"))
    e_b, n_b = error_count(errors_b, m_b, ("errors_b", "m_b"))
    error = _standard_error((e_a, e_b), (n_a, n_b))
    statistic = (e_a / n_a - e_b / n_b) / error if error else 0.0
    critical = -float(norm_ppf(alpha / 2))  # 1 - alpha / 2 may be 1
    return UnpairedTestResult(
        statistic=statistic,
        pvalue=math.erfc(abs(statistic) / math.sqrt(2)),
        critical_value=critical,
        alpha=alpha,
        reject=abs(statistic) > critical,
        errors=(e_a, e_b),
        m=(n_a, n_b),
    )
