"""What the t tests of one learner and of two have in common: (2.28), (2.29), quantile, p-value."""

import math
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ._distributions import f_isf, t_sf
from ._equations import equations as eq
from ._validation import Floats, fail
from ._workings import Line, Messages, Sentence
from .results import TestResult, exceeded, quantile_line

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
    least = _ROUNDING * unit
    return 0.0 if abs(mean) <= least else mean, 0.0 if std <= least else std


def quotient(gap: float, spread: float) -> float:
    """Return gap / spread, with 0/0 = 0: no difference, nothing to explain."""
    if spread == 0:
        return math.copysign(math.inf, gap) if gap else 0.0
    return gap / spread


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
    form_28, form_29 = (eq[n].forms[0].replace("eps_hat", symbol) for n in ("2.28", "2.29"))
    given: dict[str, Any] = {symbol: values, "k": len(values)}
    return [
        eq["2.28"](given, form=form_28, note=note),
        eq["2.29"](given, form=form_29, mu=mean),
        Line(None, "sigma", "sqrt(sigma2)", {"sigma2": std**2}),
    ]


def quantile_lines(result: TestResult, df: int) -> list[Line]:
    """Return the critical value and the p-value of a two-sided test."""
    tail = result.alpha / 2
    return [
        exceeded(f"t_{tail:.4g},{df}", result.critical_value, tail),
        quantile_line("p", result.pvalue, _say("t.tail")),
    ]


def no_spread() -> Sentence:
    """Return why a statistic is infinite, or 0."""
    return _say("t.no_spread")
