"""Sections 2.4.1 to 2.4.3: distributions with their critical regions (Figures 2.6 and 2.7)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._distributions import binom_pmf
from .._validation import Array, ArrayLike, Floats, as_array, fail, integer, is_single, size
from ..display.results import p_text
from ..display.workings import digits
from ..hypothesis_tests.one_learner.binomial import BinomialTestResult
from ..hypothesis_tests.one_learner.error_rates import error_likelihood as likelihood
from ..hypothesis_tests.one_learner.t import TTestResult
from ..hypothesis_tests.two_learners.five_by_two import FiveByTwoResult
from ..hypothesis_tests.two_learners.mcnemar import McNemarResult, mcnemar_test as test_of_mcnemar
from ..hypothesis_tests.two_learners.paired import PairedTTestResult
from .axes import Axes, axes, check_result, figure, legend, text
from .style import BLUE, INK, VERMILION, Style, line_style

_POINTS = 161
_RATES = np.linspace(0, 1, 401)
_MOST = 5  # curves that can be told apart
_STEPS = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)  # between ticks, of counts
_DASHED: Style = {"color": INK, "linestyle": "--", "linewidth": 1}
_HATCHED: Style = {"hatch": "///", "edgecolor": "white", "linewidth": 0}


@figure
def error_likelihood(errors: int | ArrayLike, m: int, *, ax: Axes | None = None) -> Axes:
    """Draw the probability of so many errors against the generalization error rate, (2.26).

    A curve for each number of errors, with a dot at its maximum, the test error rate.

    Parameters
    ----------
    errors : int or array-like of int of shape (n,), n at most 5
        Numbers of errors, from 0 to m.
    m : int
        The number of test samples.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If a count is outside 0 to m, or there are too many.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.error_likelihood([0, 6, 10], 10)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['0 of 10 wrong', '6 of 10 wrong', '10 of 10 wrong']

    Source
    ------
    Zhou, Machine Learning, (2.26).
    """
    m = size(m, "m")
    given: Any = [integer(errors, "errors")] if is_single(errors) else errors
    counts = as_array(given, "errors")
    if len(counts) > _MOST:
        fail("errors", f"at most {_MOST} numbers", str(len(counts)))
    ax = axes(ax, grid="both")
    for i, count in enumerate(counts.tolist()):
        style = line_style(i)
        top = likelihood(count, m, count / m)
        name = text("wrong_of", count=count, m=m)
        ax.plot(_RATES, likelihood(count, m, _RATES), **style, linewidth=1.4, label=name)
        ax.plot(count / m, top, "o", color=style["color"], markersize=5, clip_on=False)
    ax.set(xlabel=text("true_error_rate"), ylabel=text("likelihood"), xlim=(0, 1), ylim=(0, None))
    return legend(ax, "above")


# -- counts -----------------------------------------------------------------------------------


@figure
def binomial_test(result: BinomialTestResult, *, ax: Axes | None = None) -> Axes:
    """Draw the binomial distribution, its critical region and the observed errors (Figure 2.6).

    Parameters
    ----------
    result : BinomialTestResult
        What `binomial_test` returns.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If `result` is the result of another test.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.binomial_test(mk.binomial_test(6, 10, error_rate_0=0.3))
    >>> ax.get_xlabel()
    "number of errors m'"

    Source
    ------
    Zhou, Machine Learning, Figure 2.6.
    """
    check_result(result, BinomialTestResult, "binomial_test")
    ax = axes(ax)
    critical = round(result.critical_value * result.m)
    around = 5 * math.sqrt(result.m * result.error_rate_0 * (1 - result.error_rate_0)) + 1
    counts = _counts(result.m, result.error_rate_0, around, (result.errors, critical + 1))
    label = text("critical_region", size=digits(result.size))
    _bars(ax, counts, result.m, result.error_rate_0, counts > critical, label)
    label = text("critical_rate", rate=result.critical_value, first=critical + 1)
    ax.axvline(critical + 0.5, **_DASHED, label=label)
    _mark(ax, result.errors, "^", text("errors_seen", errors=result.errors, m=result.m))
    expected = text("probability_if", rate=result.error_rate_0)
    ax.set(xlabel=text("number_of_errors"), ylabel=expected, ylim=(0, None))
    return legend(ax, "above")


@figure
def mcnemar_test(result: McNemarResult, *, ax: Axes | None = None) -> Axes:
    """Draw how many of the discordant samples B gets right, if both learners are equally good.

    Bars are the exact binomial distribution with probability 1/2; the coloured ones are as far from
    the middle as the observed count, or farther: the exact p-value. In the mid-p test those as far
    count half. The curve is the normal approximation behind (2.33); the area under it beyond the
    dashed lines is the test's p-value. The continuity correction moves these lines out by half a
    bar.

    Parameters
    ----------
    result : McNemarResult
        What `mcnemar_test` returns, with at least one discordant sample.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError, ValueError
        If `result` is the result of another test, or nothing is discordant.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.mcnemar_test(mk.mcnemar_test(table=[[60, 10], [25, 5]]))
    >>> ax.get_xlabel()
    'e01, of 35 discordant samples'

    Source
    ------
    Zhou, Machine Learning, section 2.4.3; Figure 2.6 of the binomial test is its model.
    """
    check_result(result, McNemarResult, "mcnemar_test")
    e01, e10 = result.discordant
    n = e01 + e10
    gap = abs(e01 - e10) / 2
    if n == 0:
        fail("result", "at least one discordant sample", "none")
    ax = axes(ax, 3.6)
    counts = _counts(n, 0.5, max(4.5 * math.sqrt(n) / 2, gap + 1), (e01, e10))
    exact = result if result.exact else test_of_mcnemar(table=result.table, exact=True)
    label = text("half_as_far" if result.mid_p else "as_far_apart", p=p_text(exact.pvalue))
    exact_p = _bars(ax, counts, n, 0.5, np.abs(counts - n / 2) >= gap, label)
    shown = _mark(ax, e01, "^", text("discordant_seen", e01=e01, e10=e10))
    ends = counts[0] - 0.7, counts[-1] + 0.7
    if not result.exact:
        x = np.linspace(*ends, 301)
        density = np.exp(-2 * (x - n / 2) ** 2 / n) * math.sqrt(2 / (math.pi * n))
        label = text("normal_curve", p=p_text(result.pvalue))
        shown += ax.plot(x, density, color=INK, linewidth=1.2, label=label)
        from_middle = math.sqrt(result.statistic * n) / 2
        for limit in {n / 2 - from_middle, n / 2 + from_middle}:
            ax.axvline(limit, **_DASHED)
    shown += [exact_p, *_interval(ax, result)]
    of_all = text("discordant", n=n, s="s" * (n > 1))
    ax.set(xlabel=of_all, ylabel=text("probability"), xlim=ends, ylim=(0, None))
    style: Style = {"bbox_to_anchor": (-0.13, 1), "handlelength": 1.4, "handletextpad": 0.5}
    return legend(ax, "above", handles=shown, **style)


def _bars(ax: Axes, counts: Floats, n: int, rate: float, beyond: Array, label: str) -> Any:
    """Draw the binomial probabilities of counts; return what is in the critical region."""
    ax.locator_params(axis="x", integer=True, nbins=10, steps=_STEPS)
    p = binom_pmf(counts, n, rate)
    look: Style = {"color": VERMILION, "label": label}
    if len(counts) <= 60:  # more are drawn as an outline
        ax.bar(counts[~beyond], p[~beyond], color=BLUE, width=0.8)
        return ax.bar(counts[beyond], p[beyond], width=0.8, **_HATCHED, **look)
    ax.step(counts, p, where="mid", color=BLUE, linewidth=1)
    return ax.fill_between(counts, p, where=beyond, step="mid", linewidth=0, **look)


def _counts(n: int, rate: float, around: float, marks: tuple[int, int]) -> Floats:
    """Return the counts around the mean, and those that are marked."""
    low = max(0, math.floor(min(n * rate - around, *marks)))
    high = min(n, math.ceil(max(n * rate + around, *marks)))
    return np.arange(low, high + 1, dtype=float)


def _mark(ax: Axes, at: float, marker: str, label: str) -> list[Any]:
    """Mark on the x axis what was seen."""
    style: Style = {"markersize": 9, "color": INK, "clip_on": False, "zorder": 3}
    return ax.plot(at, 0, marker, **style, label=label)


def _interval(
    ax: Axes, result: McNemarResult | TTestResult | PairedTTestResult | FiveByTwoResult
) -> list[Any]:
    """Say in the legend where the confidence interval that belongs to the test ends."""
    key = "difference_ends" if isinstance(result, McNemarResult) else "interval_ends"
    low, high = (digits(end, 4) for end in result.confidence_interval(result._level))
    return ax.plot([], [], " ", label=text(key, level=100 * result._level, low=low, high=high))


# -- t ----------------------------------------------------------------------------------------


@figure
def t_test(
    result: TTestResult | PairedTTestResult | FiveByTwoResult, *, ax: Axes | None = None
) -> Axes:
    """Draw the t density, both critical regions and the statistic (Figure 2.7).

    The legend has the confidence interval that belongs to the test.

    Parameters
    ----------
    result : TTestResult, PairedTTestResult or FiveByTwoResult
        What `t_test`, `paired_t_test` or `five_by_two_cv_test` (not its F test) return.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default. A statistic that is far out is drawn at the edge.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError, ValueError
        If `result` is the result of another test.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.t_test(mk.t_test([0.11, 0.09, 0.12, 0.10, 0.08], 0.13))
    >>> ax.get_xlabel()
    't, 4 degrees of freedom'

    Source
    ------
    Zhou, Machine Learning, Figure 2.7.
    """
    check_result(result, (TTestResult, PairedTTestResult, FiveByTwoResult), "a t test")
    df = result.df
    if not isinstance(df, int):
        fail("result", "the result of a t test", "that of an F test")
    from scipy.stats import t

    ax = axes(ax)
    critical = result.critical_value
    reach = abs(result.statistic)
    edge = max(4.0, 1.5 * critical, 1.1 * reach if reach < 3 * critical else 0.0)
    x = np.linspace(-edge, edge, _POINTS)
    ax.plot(x, t.pdf(x, df), color=BLUE, linewidth=1.5)
    tail = np.linspace(critical, edge, _POINTS // 4)
    density = t.pdf(tail, df)
    for side, name in ((-1, None), (1, text("critical_region_t", alpha=result.alpha))):
        style: Style = {"facecolor": VERMILION, "alpha": 0.85, **_HATCHED}
        ax.fill_between(side * tail, density, **style, label=name)
        ax.plot([side * critical] * 2, [0, density[0]], color=INK, linewidth=0.8)
    ax.set_xticks([-critical, 0, critical], [f"-{critical:.3f}", "0", f"{critical:.3f}"])
    _interval(ax, result)
    marker = "^"
    if reach > edge:  # it lies outside of the picture
        marker = "<" if result.statistic < 0 else ">"
    value = {math.inf: "∞", -math.inf: "-∞"}.get(result.statistic, digits(result.statistic, 3))
    at = math.copysign(min(reach, edge), result.statistic)
    _mark(ax, at, marker, text("statistic", value=value))
    label = text("t_density", df=df, s="s" * (df > 1))
    ax.set(xlabel=label, ylabel=text("density"), xlim=(-1.02 * edge, 1.02 * edge), ylim=(0, None))
    return legend(ax, "above")
