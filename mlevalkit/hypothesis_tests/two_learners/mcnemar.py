"""McNemar's test of two learners on one test set: (2.33) and Table 2.4."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import scipy

from ..._distributions import binom_pmf, binom_ppf, binom_sf, chi2_isf, z_of_level
from ..._validation import ArrayLike, as_counts, fail, inside, label_pair
from ...display.equations import equations as eq
from ...display.results import ConfidenceInterval, TestResult, quantile_line
from ...display.workings import Line, Messages, Step, Table, line, measure, word
from .paired import conclusion

_say = Messages(__package__)

_MOST_EXACT = 10**12  # discordant samples: beyond them SciPy's binomial quantiles are not to be had

Counts = tuple[tuple[int, int], tuple[int, int]]
_FEW = 25  # discordant samples for which chi-squared is rough


class McNemarResult(TestResult):
    """Result of McNemar's test; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        (2.33), without the -1 if not corrected; the smaller of e01 and e10 in the exact test.
    pvalue : float
        From chi-squared(1), or the binomial distribution with probability 1/2.
    df : int or None
        1; None in the exact test.
    critical_value : float
        What the statistic must exceed; in the exact test what it must not exceed, -1 if nothing
        would be rejected.
    alpha, reject : float, bool
        The significance level, and whether "equally good" is rejected.
    table : ((int, int), (int, int))
        Table 2.4: learner B right, wrong in the rows, A right, wrong in the columns.
    correction, exact, mid_p : bool
        Which form of the test this is.
    """

    df: int | None
    table: Counts
    correction: bool
    exact: bool
    mid_p: bool

    @property
    def discordant(self) -> tuple[int, int]:
        """e01 (B right, A wrong) and e10 (B wrong, A right)."""
        return self.table[0][1], self.table[1][0]

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """Return Tango's score interval of the difference of the error rates, A minus B.

        It is for one pair of models, trained once. By simulation it covers about as often as it
        claims from some 30 test samples on, also where few are discordant or none. It inverts
        the score test, which for the difference 0 is McNemar's test without continuity
        correction: where another form of the test is close to its significance level, it may
        decide otherwise than the interval.
        """
        level = inside(confidence_level, "confidence_level")
        z = z_of_level(level)
        e01, e10 = self.discordant
        m = sum(map(sum, self.table))
        low = _score_end(e01, e10, m, z)
        high = -_score_end(e10, e01, m, z)
        counts = {"e_01": e01, "e_10": e10, "m": m}
        difference = line("d", "(e_01 - e_10) / m", counts)
        ends = *_end_steps("L", low, z, counts), *_end_steps("U", high, -z, counts)
        of = _say("mcnemar.difference")
        return ConfidenceInterval(low, high, (e01 - e10) / m, level, (difference, *ends), of)

    def _steps(self) -> Iterator[Step]:
        kinds = {"mid_p": self.mid_p, "exact": self.exact, "corrected": self.correction}
        kind = next((kind for kind, chosen in kinds.items() if chosen), "uncorrected")
        yield _say(f"mcnemar.{kind}", m=sum(map(sum, self.table)))
        right, wrong = self.table
        rows = [[word("B_right"), *right], [word("B_wrong"), *wrong]]
        yield Table(["", word("A_right"), word("A_wrong")], rows, _say("mcnemar.table"))
        yield from self._exact_lines() if self.exact else self._chi2_lines()
        e01, e10 = self.discordant
        n = e01 + e10
        if self.exact:
            key = "exact_rejected" if self.reject else "exact_not_rejected"
            yield _say(f"mcnemar.{key}", p=self.pvalue, alpha=self.alpha)
        else:
            yield self._decision("τ_chi2")
        if n == 0:
            yield _say("mcnemar.nothing_discordant")
        else:
            yield conclusion("mcnemar.better", self, e01 - e10)
        interval = self.confidence_interval(self._level)
        yield interval.meaning
        if self.reject == (interval.low <= 0 <= interval.high):
            yield _say("mcnemar.disagrees")
        if 0 < n < _FEW and not self.exact:
            yield _say("mcnemar.few", n=n)

    def _chi2_lines(self) -> Iterator[Line]:
        counts = dict(zip(("e_01", "e_10"), self.discordant, strict=True))
        if self.correction:
            yield eq["2.33"](counts, undefined=0)
        else:
            yield line("tau_chi2", "(e_01 - e_10)**2 / (e_01 + e_10)", counts, undefined=0)
        yield from self._tail_lines("chi2", self.alpha, _say("mcnemar.tail"), 1)

    def _exact_lines(self) -> Iterator[Line]:
        e01, e10 = self.discordant
        key = "mcnemar.mid_p_tail" if self.mid_p else "mcnemar.exact_tail"
        note = _say(key, least=min(e01, e10), n=e01 + e10)
        yield line("e", "min(e_01, e_10)", e_01=e01, e_10=e10)
        yield quantile_line("p", self.pvalue, note)


@measure
def mcnemar_test(
    y_true: ArrayLike | None = None,
    y_pred_a: ArrayLike | None = None,
    y_pred_b: ArrayLike | None = None,
    *,
    table: ArrayLike | None = None,
    alpha: float = 0.05,
    correction: bool = True,
    exact: bool = False,
    mid_p: bool = False,
) -> McNemarResult:
    """Test whether two learners have the same error rate, from one test set: (2.33).

    Only the samples count on which one learner is right and the other wrong.

    Parameters
    ----------
    y_true, y_pred_a, y_pred_b : array-like of shape (m,), optional
        True labels and the predictions of learners A and B.
    table : array-like of shape (2, 2), optional
        Counts instead, also as the only argument: B in the rows, A in the columns, right first,
        as in Table 2.4: ``[[e00, e01], [e10, e11]]`` with e01 for B right and A wrong. mlxtend's
        ``mcnemar_table`` has A in the rows, which only swaps e01 and e10.
    alpha : float, default 0.05
        The significance level: the probability of a wrong rejection.
    correction : bool, default True
        Subtract 1 for continuity, as (2.33) does. Then e01 = e10 gives 1 / (e01 + e10), not 0.
    exact : bool, default False
        Use the binomial distribution instead of chi-squared; `correction` is ignored.
    mid_p : bool, default False
        As `exact`, but the probability of the observed counts is taken half. The exact test is
        conservative, because counts are whole numbers; the type I error rate of this one is
        close to `alpha`. For a given number of discordant samples it may be larger: 7.7 % at
        most, for 5 to 70 of them at 0.05. Recommended by Fagerland, Lydersen and Laake.

    Returns
    -------
    McNemarResult
        With `statistic`, `pvalue`, `df`, `critical_value`, `reject`, `table`, `working()`.
        Nothing discordant: statistic 0, p 1.

    Raises
    ------
    ValueError, TypeError
        If neither all predictions nor a table are given, or both; if the labels do not match,
        the table is no table of counts, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.mcnemar_test(table=[[60, 10], [25, 5]])
    McNemarResult(statistic=5.6, pvalue=0.0180, reject=True)
    >>> mk.mcnemar_test([1, 1, 0, 0], [1, 0, 0, 1], [1, 1, 0, 0], exact=True)
    McNemarResult(statistic=0, pvalue=0.5, reject=False)

    Source
    ------
    Zhou, Machine Learning, (2.33) and Table 2.4; Fagerland, Lydersen and Laake, The McNemar
    test for binary matched-pairs data, 2013; Tango, Equivalence test and confidence interval for
    the difference in proportions for the paired-sample design, 1998. statsmodels' ``mcnemar``
    has the first two forms.
    """
    exact = exact or mid_p
    counts = _counts(table, y_true=y_true, y_pred_a=y_pred_a, y_pred_b=y_pred_b)
    (_, e01), (e10, _) = counts
    n = e01 + e10
    if exact:
        if n > _MOST_EXACT:
            expected = f"at most {_MOST_EXACT} discordant samples for the exact test"
            fail("table", expected, str(n))
        least = min(e01, e10)
        statistic = float(least)
        critical = float(exact_critical(n, alpha, mid_p=mid_p))
        pvalue = min(1.0, 2 * float(_at_most(least, n, mid_p)))
        reject = pvalue < alpha
    else:
        statistic = float((abs(e01 - e10) - correction) ** 2 / n) if n else 0.0
        critical = chi2_isf(alpha, 1)
        pvalue = math.erfc(math.sqrt(statistic / 2))  # chi-squared(1) is the square of a normal
        reject = statistic > critical
    return McNemarResult(
        statistic=statistic,
        pvalue=pvalue,
        critical_value=critical,
        alpha=alpha,
        reject=reject,
        df=None if exact else 1,
        table=counts,
        correction=correction,
        exact=exact,
        mid_p=mid_p,
    )


def _checked(table: ArrayLike) -> Counts:
    counts = as_counts(table, "table", 2)
    if counts.shape != (2, 2):
        fail("table", "shape (2, 2)", f"shape {counts.shape}")
    (e00, e01), (e10, e11) = counts.tolist()
    if e00 + e01 + e10 + e11 == 0:
        fail("table", "at least one sample", "zeros only")
    return (e00, e01), (e10, e11)


def _is_table(values: ArrayLike | None) -> bool:
    """Tell whether the first argument is a table of counts, as statsmodels has it."""
    try:
        return np.shape(values) == (2, 2)  # type: ignore[arg-type, comparison-overlap]
    except ValueError:  # ragged
        return False


def _counts(table: Any, **labels: Any) -> Counts:
    """Return Table 2.4: as it is given, perhaps as the only argument, or counted from labels."""
    missing = [name for name, values in labels.items() if values is None]
    if table is None and missing == ["y_pred_a", "y_pred_b"] and _is_table(labels["y_true"]):
        return _checked(labels["y_true"])
    if table is not None:
        if len(missing) < len(labels):
            fail("table", "a table or predictions, not both", "both", TypeError)
        return _checked(table)
    if missing:
        expected = "labels (or one argument alone, a table of counts with two rows and columns)"
        fail(" and ".join(missing), expected, "None", TypeError)
    y_true, y_pred_a, y_pred_b = labels.values()
    true, a = label_pair(y_true, y_pred_a, ("y_true", "y_pred_a"))
    true, b = label_pair(y_true, y_pred_b, ("y_true", "y_pred_b"))
    wrong_a = a != true
    wrong_b = b != true
    n_a = int(np.count_nonzero(wrong_a))
    n_b = int(np.count_nonzero(wrong_b))
    both = int(np.count_nonzero(wrong_a & wrong_b))
    return (len(true) - n_a - n_b + both, n_a - both), (n_b - both, both)


def _at_most(heads: Any, n: Any, mid_p: bool) -> Any:
    """Return the probability of at most so many heads in n tosses, half of the last if asked."""
    tail = binom_sf(np.subtract(n, heads) - 1, n, 0.5)
    return tail - binom_pmf(heads, n, 0.5) / 2 if mid_p else tail


def exact_critical(n: Any, alpha: float, *, mid_p: bool) -> Any:
    """Return the largest count that is rejected, -1 if none; an array for an array of n."""
    least = np.maximum(binom_ppf(alpha / 2, n, 0.5), 0)  # rejected if half of it is left out
    return np.where(2 * _at_most(least, n, mid_p) < alpha, least, least - 1)


# -- Tango's score interval ----------------------------------------------------------------------

# D is the difference, q the probability of "B wrong, A right" that then is the most likely
_SHARE = (
    "(sqrt((e_01 + e_10 - (2*m - e_01 + e_10)*D)**2 + 8*m*e_10*D*(1 - D))"
    " + e_01 + e_10 - (2*m - e_01 + e_10)*D) / (4*m)"
)
_VARIANCE = "m*(2*q + D*(1 - D))"
_SCORE = "(e_01 - e_10 - m*D) / sqrt(V)"


def _end_steps(symbol: str, end: float, z: float, counts: Mapping[str, int]) -> Iterator[Step]:
    """Yield an end of the interval, and that the score statistic there is z."""
    yield quantile_line(symbol, end, _say("mcnemar.score", z=f"{z:.4f}"))
    if abs(end) == 1:
        return
    values = {**counts, "D": Fraction(end)}  # exact, so that no root is of a number below 0
    yield (q := line("q", _SHARE, values))
    yield (variance := line("V", _VARIANCE, values, _say("mcnemar.variance"), q=q.value))
    yield line("z", _SCORE, values, V=variance.value, undefined=z)


def _score_end(e01: int, e10: int, m: int, z: float) -> float:
    """Return the difference, not above (e01 - e10) / m, whose score statistic is z.

    In plain floats: the working shows the same two formulas, exact, at this end alone.
    """
    limit = z / math.hypot(1, z)

    def above(difference: float) -> float:
        """Compare the statistics on a scale where that of -1, which is infinite, is 1."""
        gap = e01 - e10 - m * difference
        if gap == 0:
            return -limit
        spread = difference * (1 - difference)
        b = e01 + e10 - (2 * m - e01 + e10) * difference
        share = (math.sqrt(max(0.0, b * b + 8 * m * e10 * spread)) + b) / (4 * m)
        variance = max(0.0, m * (2 * share + spread))
        return gap / math.sqrt(gap**2 + variance) - limit

    highest = (e01 - e10) / m
    if highest == -1 or above(highest) >= 0:  # but for rounding errors it is below 0
        return highest
    return float(scipy.optimize.brentq(above, -1.0, highest, xtol=1e-15))
