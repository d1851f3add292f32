"""How many test samples, or data sets, does it take to find a difference?"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from ..._distributions import binom_pmf, binom_sf, last_where, nct_sf
from ..._validation import fail, inside, integer, real
from ...display.results import quantile_line
from ...display.workings import Found, Messages, Step, Table, measure, word
from ..one_learner.t import t_critical
from .mcnemar import exact_critical

_say = Messages(__package__)


@measure
def sample_size(
    difference: float,
    *,
    discordant: float | None = None,
    std: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
) -> Found[int]:
    """Return the number of test samples, or pairs, needed to find a difference with a given power.

    Of the two cases one is chosen by what is known of the spread: `discordant` asks for the test
    samples of McNemar's mid-p test, `std` for the pairs of a paired t test, e.g. data sets. The
    power is computed exactly, not by a formula for large samples.

    Parameters
    ----------
    difference : float
        The smallest difference worth finding: of the two error rates (`discordant`), or of the
        means (`std`). Its sign does not matter.
    discordant : float, optional
        The share of test samples on which just one of the learners is right: at least
        `difference`, at most the sum of both error rates.
    std : float, optional
        The standard deviation of the differences.
    power : float, default 0.8
        The probability of a rejection if the difference is that large.
    alpha : float, default 0.05
        The significance level.

    Returns
    -------
    int
        The smallest number with that power; McNemar's power grows in small steps up and down, so
        that a slightly smaller number may have it too.

    Raises
    ------
    ValueError, TypeError
        If not just one of `discordant` and `std` is given, a number is out of range, or more
        than ten million would be needed.

    Examples
    --------
    Error rates of 10 % and 8 %, of which both make 6 % together, so that 6 % are discordant:

    >>> import mlevalkit as mk
    >>> mk.sample_size(0.02, discordant=0.06)
    1154
    >>> mk.sample_size(0.5, std=1)
    34

    Source
    ------
    Not in the textbook. R: ``power.t.test(delta=0.5, sd=1, power=0.8, type="paired")``; Connor,
    Sample size for testing differences in proportions for the paired-sample design, 1987.
    """
    gap = abs(real(difference, "difference"))
    wanted = inside(power, "power")
    kind, power_of, most = _planned(discordant, std, alpha)
    if gap == 0:
        fail("difference", "a number other than 0", "0")
    if kind == "mcnemar" and most < gap:
        fail("discordant", f"at least the difference, {gap:g}", f"{most:g}")
    n = _smallest(lambda m: power_of(gap, m) >= wanted)

    def steps() -> Iterator[Step]:
        near = sorted({max(2, m) for m in (n // 4, n // 2, n - 1, n, 2 * n)})
        note = _say(f"planning.{kind}", alpha=alpha)
        yield Table(["n", word("rejected_share")], [[m, power_of(gap, m)] for m in near], note)
        yield _say("planning.found", n=n, power=wanted)

    return Found(n, steps)


def _planned(
    discordant: float | None, std: float | None, alpha: float
) -> tuple[str, Callable[[float, int], float], float]:
    """Return which test is planned, its power for a difference and a size, the largest difference.

    Of the paired t test that is one which no sample misses.
    """
    if (discordant is None) == (std is None):
        got = "neither" if std is None else "both"
        fail("discordant and std", "one of the two", got, TypeError)
    if discordant is not None:
        share = real(discordant, "discordant", least=0, most=1)
        return "mcnemar", partial(_mcnemar_power, share, alpha), share
    unit = inside(std, "std", 0, math.inf)
    return "t", partial(_t_power, unit, alpha), 60 * unit


def _smallest(enough: Callable[[int], bool]) -> int:
    """Return the smallest number that is enough, from 2 to about ten million."""
    high = next(filter(enough, (2**i for i in range(1, 24))), None)
    if high is None:
        fail("difference", "one that ten million samples show", "a smaller one")
    return bisect_left(range(high), True, lo=max(2, high // 2), key=enough)


def _t_power(unit: float, alpha: float, gap: float, n: int) -> float:
    """Return how often the paired t test of n normal differences rejects."""
    critical = t_critical(alpha, n - 1)
    shift = gap / unit * math.sqrt(n)
    return float(nct_sf(critical, n - 1, shift) + nct_sf(critical, n - 1, -shift))


def _mcnemar_power(discordant: float, alpha: float, difference: float, n: int) -> float:
    """Return how often McNemar's mid-p test of n samples rejects: over all counts that matter."""
    spread = 9 * math.sqrt(n * discordant * (1 - discordant)) + 9
    low = max(0, n * discordant - spread)
    high = min(n, n * discordant + spread)
    counts = np.arange(math.floor(low), math.ceil(high) + 1)
    critical = exact_critical(counts, alpha, mid_p=True)
    first = (1 + difference / discordant) / 2
    rejected = binom_sf(counts - critical - 1, counts, first)  # 0 where critical is -1, as below
    rejected = rejected + 1 - binom_sf(critical, counts, first)
    return float((binom_pmf(counts, n, discordant) * rejected).sum())


@measure
def detectable_difference(
    m: int,
    *,
    discordant: float | None = None,
    std: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
) -> Found[float]:
    """Return the smallest difference that so many test samples, or pairs, find with a given power.

    The inverse of `sample_size`: what a comparison that rejected nothing could have shown.

    Parameters
    ----------
    m : int
        The number of test samples (`discordant`), or of pairs (`std`); at least 2.
    discordant : float, optional
        The share of test samples on which just one of the learners is right.
    std : float, optional
        The standard deviation of the differences.
    power, alpha
        As in `sample_size`.

    Returns
    -------
    float
        Of the error rates, or of the means. The difference that was observed has no part in it.

    Raises
    ------
    ValueError, TypeError
        If not just one of `discordant` and `std` is given, a number is out of range, or no
        difference at all is found with that power, because so few samples are discordant.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> round(mk.detectable_difference(1154, discordant=0.06), 4)
    0.02
    >>> round(mk.detectable_difference(34, std=1), 4)
    0.495

    Source
    ------
    Not in the textbook; see `sample_size`.
    """
    n = integer(m, "m", least=2, most=10**8)
    wanted = inside(power, "power")
    kind, power_of, most = _planned(discordant, std, alpha)
    if most == 0:
        fail("discordant", "a number above 0", "0")
    if power_of(most, n) < wanted:
        fail("m", "enough samples for some difference to be found", f"{n}")
    found = last_where(lambda gap: power_of(gap, n) < wanted, 0.0, most)

    def steps() -> Iterator[Step]:
        near = (found / 4, found / 2, found, min(most, 2 * found))
        note = _say(f"planning.gap.{kind}", alpha=alpha, n=n)
        rows = [[gap, power_of(gap, n)] for gap in near]
        yield Table(["Delta", word("rejected_share")], rows, note)
        yield quantile_line("Delta", found, _say("planning.detectable", power=wanted))

    return Found(found, steps)
