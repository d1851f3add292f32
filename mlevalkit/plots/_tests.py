"""Distributions with their critical regions: the binomial test (Figure 2.6), t tests (2.7)."""

import math
from typing import TYPE_CHECKING

import numpy as np

from .._validation import Array, Floats, fail
from .._workings import digits
from .._distributions import binom_pmf, t_pdf
from ..one_learner import BinomialTestResult, TTestResult
from ..two_learners import FiveByTwoResult, PairedTTestResult
from ._style import BLUE, INK, VERMILION, axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SPREADS = 5.0  # standard deviations to either side that are drawn
_BARS = 60  # more than so many are drawn as an outline
_POINTS = 161
_FAR = 1e12  # a critical value beyond it cannot be drawn


def binomial_test(result: BinomialTestResult, *, ax: Axes | None = None) -> Axes:
    """Draw how many errors are how likely, the critical region and the errors seen (Figure 2.6).

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
    if not isinstance(result, BinomialTestResult):
        fail("result", "what binomial_test returns", type(result).__name__, TypeError)
    ax = axes(ax)
    from matplotlib.ticker import MaxNLocator

    m, critical = result.m, round(result.critical_value * result.m)
    counts = _drawn_counts(result)
    p = binom_pmf(counts, m, result.error_rate_0)
    beyond = counts > critical
    label = f"critical region: probability {digits(result.size)}"
    count_bars(ax, counts, p, beyond, label)
    ax.axvline(critical + 0.5, color=INK, linestyle="--", linewidth=1,
               label=f"critical error rate {result.critical_value:g}")  # fmt: skip
    ax.plot(result.errors, 0, marker="^", markersize=9, color=INK, linestyle="none",
            clip_on=False, zorder=3, label=f"errors seen: {result.errors} of {m}")  # fmt: skip
    ax.set(xlabel="number of errors m'", ylabel=f"probability if ε = {result.error_rate_0:g}",
           ylim=(0, None))  # fmt: skip
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return _legend_above(ax)


def count_bars(ax: Axes, counts: Floats, p: Floats, beyond: Array, label: str) -> None:
    """Draw the probabilities of counts; those in the critical region have a label."""
    if len(counts) <= _BARS:
        ax.bar(counts[~beyond], p[~beyond], color=BLUE, width=0.8)
        ax.bar(counts[beyond], p[beyond], color=VERMILION, width=0.8, hatch="///",
               edgecolor="white", linewidth=0, label=label)  # fmt: skip
    else:
        ax.step(counts, p, where="mid", color=BLUE, linewidth=1)
        ax.fill_between(counts, p, where=beyond, step="mid", color=VERMILION, linewidth=0,
                        label=label)  # fmt: skip


def _drawn_counts(result: BinomialTestResult) -> Floats:
    """Return the numbers of errors that have a visible probability, or a mark."""
    m, rate = result.m, result.error_rate_0
    around = _SPREADS * math.sqrt(m * rate * (1 - rate)) + 1
    marks = result.errors, result.critical_value * m + 1
    low = max(0, math.floor(min(m * rate - around, *marks)))
    high = min(m, math.ceil(max(m * rate + around, *marks)))
    return np.arange(low, high + 1, dtype=float)


def t_test(
    result: TTestResult | PairedTTestResult | FiveByTwoResult, *, ax: Axes | None = None
) -> Axes:
    """Draw the t density, both critical regions and the statistic (Figure 2.7).

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
    if not isinstance(result, (TTestResult, PairedTTestResult, FiveByTwoResult)):
        fail("result", "the result of a t test", type(result).__name__, TypeError)
    if not isinstance(result.df, int):
        fail("result", "the result of a t test", "that of an F test")
    ax = axes(ax)
    critical, df = result.critical_value, result.df
    reach = abs(result.statistic)
    seen = critical < _FAR
    near = reach < 3 * min(critical, _FAR)
    edge = max(4.0, 1.5 * critical if seen else 0.0, 1.1 * reach if near else 0.0)
    x = np.linspace(-edge, edge, _POINTS)
    ax.plot(x, t_pdf(x, df), color=BLUE, linewidth=1.5)
    if seen:
        _critical_regions(ax, critical, edge, df, f"critical region, α = {result.alpha:g}")
    _mark_statistic(ax, result.statistic, edge)
    ax.set(xlabel=f"t, {df} degree{'s' * (df > 1)} of freedom", ylabel="density",
           xlim=(-1.02 * edge, 1.02 * edge), ylim=(0, None))  # fmt: skip
    return _legend_above(ax)


def _critical_regions(ax: Axes, critical: float, edge: float, df: int, label: str) -> None:
    tail = np.linspace(critical, edge, _POINTS // 4)
    density = t_pdf(tail, df)
    for side, name in ((-1, None), (1, label)):
        ax.fill_between(side * tail, density, facecolor=VERMILION, alpha=0.85, hatch="///",
                        edgecolor="white", linewidth=0, label=name)  # fmt: skip
        ax.plot([side * critical] * 2, [0, density[0]], color=INK, linewidth=0.8)
    ax.set_xticks([-critical, 0, critical], [f"-{critical:.3f}", "0", f"{critical:.3f}"])


def _mark_statistic(ax: Axes, statistic: float, edge: float) -> None:
    beyond = abs(statistic) > edge
    at = math.copysign(min(abs(statistic), edge), statistic)
    marker = ("<" if statistic < 0 else ">") if beyond else "^"
    value = {math.inf: "∞", -math.inf: "-∞"}.get(statistic, digits(statistic, 3))
    ax.plot(at, 0, marker=marker, markersize=9, color=INK, linestyle="none", clip_on=False,
            zorder=3, label=f"statistic {value}")  # fmt: skip


def _legend_above(ax: Axes) -> Axes:
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False, fontsize=9)
    return ax
