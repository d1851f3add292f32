"""Equivalence and non-inferiority: is a difference smaller than a margin?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import scipy

from ..._validation import fail, inside
from ...display.results import ConfidenceInterval, TupleResult, p_text, quantile_line
from ...display.workings import Messages, Sentence, Step, Working, digits, measure

_say = Messages(__package__)

_LEAST = 1e-12  # a smaller p-value is not computed


class EquivalenceResult(TupleResult):
    """Result of an equivalence test; unpacks as ``low, high, pvalue``.

    Attributes
    ----------
    low, high : float
        The interval of the difference at confidence level 1 - 2 alpha.
    pvalue : float
        Of "the difference is at least the margin, one way or the other": the larger of both.
    pvalue_lower, pvalue_upper : float
        One-sided: of "the difference is at most -margin" and of "at least +margin".
    estimate, margin, alpha : float
        The difference, A minus B, the margin, the significance level.
    interval : ConfidenceInterval
        The interval with its working.
    equivalent : bool
        Whether the interval lies between -margin and +margin.
    """

    low: float
    high: float
    pvalue: float
    pvalue_lower: float
    pvalue_upper: float
    estimate: float
    margin: float
    alpha: float
    interval: ConfidenceInterval

    _unpacks = ("low", "high", "pvalue")
    _brief = ("estimate", "low", "high", "margin", "pvalue", "equivalent")

    @property
    def equivalent(self) -> bool:
        """Whether the interval lies between -margin and +margin."""
        return -self.margin < self.low and self.high < self.margin

    @property
    def above_lower(self) -> bool:
        """Whether the difference is shown to be above -margin."""
        return -self.margin < self.low

    @property
    def below_upper(self) -> bool:
        """Whether the difference is shown to be below +margin."""
        return self.high < self.margin

    def working(self) -> Working:
        """Show the interval, both one-sided tests, and what they say in words."""
        return Working(self, tuple(self._steps()))

    def _steps(self) -> Iterator[Step]:
        yield _say("equivalence.tested", margin=f"{self.margin:g}", alpha=f"{self.alpha:g}")
        yield from self.interval.working().steps
        yield quantile_line("p_L", self.pvalue_lower, _say("equivalence.lower"))
        yield quantile_line("p_U", self.pvalue_upper, _say("equivalence.upper"))
        yield self.in_words()

    def in_words(self, a: str = "A", b: str = "B") -> Sentence:
        """Return what is shown, in words; `a` and `b` name the models."""
        shown = {True: "both", False: "none"}[self.equivalent]
        if self.above_lower != self.below_upper:
            shown = "above" if self.above_lower else "below"
        places = {"low": digits(self.low), "high": digits(self.high), "p": p_text(self.pvalue)}
        places |= {"margin": f"{self.margin:g}", "percent": f"{100 - 200 * self.alpha:.6g}"}
        return _say(f"equivalence.{shown}", a=a, b=b, **places)


@measure
def equivalence_test(result: Any, margin: float, *, alpha: float = 0.05) -> EquivalenceResult:
    """Test whether a difference is smaller than a margin, in both directions or in one.

    "Not significantly different" does not show that two models are equally good. This does: the
    null hypothesis is that they differ by at least the margin, and two one-sided tests (TOST) at
    level alpha reject it if the interval of the difference at confidence level 1 - 2 alpha lies
    between -margin and +margin. If only its lower end is above -margin, A minus B is shown not to
    be lower than that: non-inferiority, where a high value is good.

    Parameters
    ----------
    result : result of a test of two models
        What `mcnemar_test`, `delong_test`, `paired_t_test`, `unpaired_test` or
        `five_by_two_cv_test` returns; its `confidence_interval` is used.
    margin : float, > 0
        The smallest difference that would matter, in the unit of the difference. To be chosen
        before the data are seen.
    alpha : float, default 0.05
        The significance level of each one-sided test.

    Returns
    -------
    EquivalenceResult
        With `equivalent`, `above_lower`, `below_upper`, `pvalue`, `low`, `high`, `working()`.

    Raises
    ------
    ValueError, TypeError
        If `result` has no interval of a difference, the margin is not positive, or alpha is not
        between 0 and 0.5.

    Notes
    -----
    Of `mcnemar_test` the interval is Tango's, and this his equivalence test.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> result = mk.mcnemar_test(table=[[900, 20], [18, 62]])
    >>> mk.equivalence_test(result, margin=0.02)
    EquivalenceResult(estimate=0.002, low=-0.008407, high=0.0125, margin=0.02, pvalue=0.003711, \
equivalent=True)

    Source
    ------
    Schuirmann, A comparison of the two one-sided tests procedure and the power approach, 1987;
    Tango, Equivalence test and confidence interval for the difference in proportions for the
    paired-sample design, 1998. Not in the textbook.
    """
    limit = inside(margin, "margin", 0, float("inf"))
    level = inside(alpha, "alpha", 0, 0.5)
    if 1 - 2 * level in (0, 1):
        fail("alpha", "a number between 0 and 0.5, ends excluded", repr(level))
    interval_of = getattr(result, "confidence_interval", None)
    if not callable(interval_of) or isinstance(result, type):
        expected = "the result of a test of two models"
        fail("result", expected, type(result).__name__, TypeError)
    interval = interval_of(1 - 2 * level)
    if not interval.low <= interval.estimate <= interval.high:
        fail("result", "a result whose interval holds its estimate", f"{interval!r}")
    upper = _tail_beyond(interval_of, interval.estimate, limit)
    lower = 1 - _tail_beyond(interval_of, interval.estimate, -limit)
    return EquivalenceResult(
        low=interval.low,
        high=interval.high,
        pvalue=max(lower, upper),
        pvalue_lower=lower,
        pvalue_upper=upper,
        estimate=interval.estimate,
        margin=limit,
        alpha=level,
        interval=interval,
    )


def _tail_beyond(interval_of: Callable[[float], Any], estimate: float, limit: float) -> float:
    """Return the one-sided p-value of "the difference is at least the limit".

    It is the tail at which an end of the interval reaches the limit: the upper end if the limit is
    above the estimate, else the lower one, and then the p-value is above one half.
    """
    if limit == estimate:
        return 0.5
    above = limit > estimate
    end = "high" if above else "low"

    def gap(tail: float) -> float:
        return float(getattr(interval_of(1 - 2 * tail), end)) - limit

    first = gap(_LEAST)
    last = gap(0.5 - 1e-9)
    if first * last >= 0:  # not even the widest interval reaches it
        tail = _LEAST if above == (first < 0) else 0.5
    else:
        tail = float(scipy.optimize.brentq(gap, _LEAST, 0.5 - 1e-9, xtol=1e-10))
    return tail if above else 1 - tail
