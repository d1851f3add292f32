"""5x2 cross validation: the textbook's test (2.32), Dietterich's and Alpaydin's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

from ..._distributions import f_isf, f_sf
from ..._validation import ArrayLike, as_floats, fail, inside
from ...display.equations import equations as eq
from ...display.results import ConfidenceInterval, TestResult, exceeded
from ...display.workings import Line, Messages, Step, Table, line, measure, quotient
from ..one_learner import t as one_sample
from .paired import conclusion, unit_of

_say = Messages(__package__)

Pair = tuple[float, float]
Form = Literal["textbook", "dietterich", "alpaydin"]
_TINY = 1e-28  # rounding errors of numbers around 1, squared


class FiveByTwoResult(TestResult):
    """Result of the 5x2cv test; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        (2.32), or that of `form`; never negative.
    pvalue : float
        From t(5), as in the textbook, or F(10, 5).
    df : int or (int, int)
        Degrees of freedom.
    critical_value : float
        What the statistic must exceed.
    alpha, reject : float, bool
        The significance level, and whether "equally good" is rejected by `pvalue`.
    exact_pvalue : float or None
        Textbook's form only: the p-value if the ten differences are independent and normal.
    differences : tuple of 5 pairs
        Errors of A minus those of B.
    variances : tuple of 5 floats
        The variance of each pair.
    form : str
        Which of the three tests this is.
    """

    df: int | tuple[int, int]
    exact_pvalue: float | None
    differences: tuple[Pair, ...]
    variances: tuple[float, ...]
    form: str

    _brief = ("statistic", "pvalue", "df", "reject")

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """Return a confidence interval of the difference of the errors, A minus B.

        It holds the differences that this form of the test does not reject at
        1 - `confidence_level`. For ten independent normal differences the textbook's 95 %
        interval covers in 98.5 % of the cases, as its test rejects in 1.5 %. The differences of
        five cross validations of the same data are not independent: for an unstable learner
        intervals cover less often. Alpaydin's F test can reject every difference, where the
        replications disagree by more than their variances explain; both ends are then NaN.
        """
        if self.form == "alpaydin":
            return self._f_interval(confidence_level)
        d1, d2 = self.differences[0]
        error = line("SE", "sqrt(sum(sigma2) / 5)", sigma2=self.variances)
        symbol, middle = ("mu", (d1 + d2) / 2) if self.form == "textbook" else ("Delta_1_1", d1)
        of = _say("difference")
        return one_sample.t_interval(symbol, middle, error, confidence_level, 5, of)

    def _f_interval(self, confidence_level: float) -> ConfidenceInterval:
        """Return the differences that the F test does not reject."""
        level = inside(confidence_level, "confidence_level")
        each = self._all_differences()
        f = f_isf(1 - level, 10, 5)
        mu = line("mu", "sum(Delta) / 10", Delta=each)
        # less a value v the differences are not rejected where 10 (v - mu)**2 is at most this
        values = {"F": f, "sigma2": self.variances, "Delta": each, "mu": mu.value}
        h = line("h", "2*F*sum(sigma2) - sum((Delta - mu)**2)", values)
        steps: list[Step] = [mu, exceeded("F", f, 1 - level, 10, 5), h]
        middle = float(mu.value)
        low = math.nan
        high = math.nan
        if h.value < -_least(each):
            steps.append(_say("five_by_two.no_interval"))
            of = None
        else:
            half = line("d", "sqrt(max(0, h) / 10)", h=h.value)
            steps.append(half)
            low = middle - float(half.value)
            high = middle + float(half.value)
            of = _say("difference")
        return ConfidenceInterval(low, high, middle, level, tuple(steps), of)

    def _all_differences(self) -> list[float]:
        """Return all ten differences."""
        return [d for pair in self.differences for d in pair]

    def _steps(self) -> Iterator[Step]:
        yield _say(f"five_by_two.{self.form}")
        pairs = zip(self.differences, self.variances, strict=True)
        rows = [[i, *pair, s] for i, (pair, s) in enumerate(pairs, start=1)]
        header = ["i", "Delta_i_1", "Delta_i_2", "sigma2_i"]
        yield Table(header, rows, _say("five_by_two.table"))
        yield from self._f_lines() if self.form == "alpaydin" else self._t_lines()
        yield self._decision("f" if self.form == "alpaydin" else "τ_t")
        if not any(self._all_differences()):
            yield _say("no_difference")
        elif not any(self.variances):
            yield _say("five_by_two.no_variance")
        else:
            interval = self.confidence_interval(self._level)
            a_less_b = 0.0 if math.isnan(interval.low) else interval.estimate
            yield conclusion(f"five_by_two.better.{self.form}", self, a_less_b)
            yield interval.meaning

    def _t_lines(self) -> Iterator[Line]:
        d1, d2 = self.differences[0]
        if self.form == "textbook":
            yield (mu := line("mu", "0.5*(Delta_1_1 + Delta_1_2)", Delta_1_1=d1, Delta_1_2=d2))
            yield eq["2.32"](mu=float(mu.value), sigma2=self.variances, undefined=self.statistic)
        else:
            formula = eq["2.32"].forms[0].replace("mu", "Delta_1_1")
            values = {"Delta_1_1": d1, "sigma2": self.variances}
            yield line("tau_t", formula, values, undefined=self.statistic)
        yield from one_sample.quantile_lines(self, 5)

    def _f_lines(self) -> Iterator[Line]:
        values = {"Delta": self._all_differences(), "sigma2": self.variances}
        yield line("f", "sum(Delta**2) / (2*sum(sigma2))", values, undefined=self.statistic)
        yield from self._tail_lines("F", self.alpha, _say("five_by_two.f_tail"), 10, 5)


@measure
def five_by_two_cv_test(
    differences: ArrayLike, *, alpha: float = 0.05, form: Form = "textbook"
) -> FiveByTwoResult:
    """Test whether two learners have the same error, from five 2-fold cross validations: (2.32).

    Parameters
    ----------
    differences : array-like of shape (5, 2)
        Errors of A minus those of B: a row for each replication, a column for each fold.
    alpha : float, default 0.05
        The significance level: the probability of a wrong rejection.
    form : {"textbook", "dietterich", "alpaydin"}, default "textbook"
        What is compared with the variances: "textbook" takes the mean of the first
        replication's two differences, "dietterich" the first of them only (as in mlxtend),
        "alpaydin" the squares of all ten, and is an F test.

    Returns
    -------
    FiveByTwoResult
        With `statistic`, `pvalue`, `exact_pvalue`, `df`, `critical_value`, `reject`,
        `working()` and `confidence_interval()`. All differences 0: 0/0 is set to 0, p 1. No
        variance in any replication otherwise: statistic inf, p 0 (0 and 1 if what is compared is
        0), which are limits and say nothing.

    Raises
    ------
    ValueError, TypeError
        If the shape is not (5, 2), a number is not finite, or `alpha` is not inside 0 to 1.

    Notes
    -----
    For independent normal differences the textbook's statistic has the distribution t(5)/√2: at
    a nominal 0.05 it rejects with probability 0.015. `pvalue`, `reject` and the interval are the
    textbook's, `exact_pvalue` takes √2 into account. The statistics have no sign, unlike
    mlxtend's ``paired_ttest_5x2cv``.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> d = [[0.06, 0.05], [0.03, 0.06], [0.04, 0.05], [0.05, 0.03], [0.06, 0.04]]
    >>> mk.five_by_two_cv_test(d)
    FiveByTwoResult(statistic=3.9901, pvalue=0.0104, df=5, reject=True)
    >>> mk.five_by_two_cv_test(d, form="alpaydin")
    FiveByTwoResult(statistic=12.2632, pvalue=0.006365, df=(10, 5), reject=True)

    Source
    ------
    Zhou, Machine Learning, (2.32); Dietterich, Approximate statistical tests, 1998; Alpaydin,
    Combined 5x2 cv F test, 1999.
    """
    table = as_floats(differences, "differences", ndim=2)
    if table.shape != (5, 2):
        got = f"shape {table.shape}"
        fail("differences", "shape (5, 2): five replications of two folds", got)
    unit_of(table.ravel().tolist(), "differences")
    pairs: list[Pair] = [(d1, d2) for d1, d2 in table.tolist()]
    statistic, variances = _statistic(pairs, form)
    if form == "alpaydin":
        df: int | tuple[int, int] = (10, 5)
        critical = f_isf(alpha, 10, 5)
        pvalue = float(f_sf(statistic, 10, 5))
    else:
        df = 5
        critical = one_sample.t_critical(alpha, 5)
        pvalue = one_sample.t_pvalue(statistic, 5)
    exact = one_sample.t_pvalue(math.sqrt(2) * statistic, 5) if form == "textbook" else None
    return FiveByTwoResult(
        statistic=statistic,
        pvalue=pvalue,
        critical_value=critical,
        alpha=alpha,
        reject=statistic > critical,
        df=df,
        exact_pvalue=exact,
        differences=tuple(pairs),
        variances=tuple(variances),
        form=form,
    )


def _statistic(pairs: Sequence[Pair], form: Form) -> tuple[float, list[float]]:
    """Return the statistic and the variance of each pair; what is rounding error is 0."""
    each = [d for pair in pairs for d in pair]
    least = _least(each)
    variances = [(d1 - d2) ** 2 / 2 for d1, d2 in pairs]
    variances = [0.0 if v <= least else v for v in variances]
    total = math.fsum(variances)
    if form == "alpaydin":
        return quotient(math.fsum([d * d for d in each]), 2 * total), variances
    top = abs(sum(pairs[0]) / 2 if form == "textbook" else pairs[0][0])
    return quotient(top if top**2 > least else 0.0, math.sqrt(0.2 * total)), variances


def _least(each: Sequence[float]) -> float:
    """Return what the square of a rounding error may be, of numbers of this size."""
    return _TINY * max(map(abs, each)) ** 2
