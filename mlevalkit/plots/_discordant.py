"""McNemar's test: how the discordant samples fall out if both learners are equally good."""

import math
from typing import TYPE_CHECKING

import numpy as np

from .._validation import Floats, fail
from .._workings import p_text
from .._distributions import binom_pmf
from ..two_learners import McNemarResult, mcnemar_test as _mcnemar_test
from ._style import INK, axes
from ._tests import count_bars

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SPREADS = 4.5  # standard deviations to either side that are drawn


def mcnemar_test(result: McNemarResult, *, ax: Axes | None = None) -> Axes:
    """Draw how many of the discordant samples B gets right, if both learners are equally good.

    Bars are the exact distribution, a coin's; the coloured ones are as far from the middle as
    what was seen, or farther: the exact p-value. The curve is the normal approximation behind
    (2.33); the area under it beyond the dashed lines is the test's p-value. The continuity
    correction moves these lines out by half a bar.

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
    if not isinstance(result, McNemarResult):
        fail("result", "what mcnemar_test returns", type(result).__name__, TypeError)
    e01, e10 = result.discordant
    n, middle, gap = e01 + e10, (e01 + e10) / 2, abs(e01 - e10) / 2
    if n == 0:
        fail("result", "at least one discordant sample", "none")
    ax = axes(ax, size=(4.8, 3.7))
    from matplotlib.ticker import MaxNLocator

    counts = _drawn_counts(n, gap)
    p = binom_pmf(counts, n, 0.5)
    beyond = np.abs(counts - middle) >= gap
    exact = _mcnemar_test(table=result.table, exact=True).pvalue
    label = f"as far apart or farther: exact {p_text(exact)}"
    count_bars(ax, counts, p, beyond, label)
    if not result.exact:
        _normal(ax, result, counts)
    ax.plot(e01, 0, marker="^", markersize=9, color=INK, linestyle="none", clip_on=False,
            zorder=3, label=f"seen: e01 = {e01}, e10 = {e10}")  # fmt: skip
    ax.set(xlabel=f"e01, of {n} discordant sample{'s' * (n > 1)}", ylabel="probability",
           xlim=(counts[0] - 0.7, counts[-1] + 0.7), ylim=(0, None))  # fmt: skip
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    entries = sorted(zip(*ax.get_legend_handles_labels(), strict=True), key=lambda e: e[1])
    handles, names = zip(*entries[::-1], strict=True)  # seen, normal, exact
    ax.legend(handles, names, loc="lower left", bbox_to_anchor=(0, 1), frameon=False, fontsize=9)
    return ax


def _drawn_counts(n: int, gap: float) -> Floats:
    """Return the counts that have a visible probability, and those seen."""
    reach = max(_SPREADS * math.sqrt(n) / 2, gap + 1)
    low, high = max(0, math.floor(n / 2 - reach)), min(n, math.ceil(n / 2 + reach))
    return np.arange(low, high + 1, dtype=float)


def _normal(ax: Axes, result: McNemarResult, counts: Floats) -> None:
    """Draw the normal curve, and where the area begins that the test takes."""
    e01, e10 = result.discordant
    n = e01 + e10
    x = np.linspace(counts[0] - 0.7, counts[-1] + 0.7, 301)
    density = np.exp(-2 * (x - n / 2) ** 2 / n) * math.sqrt(2 / (math.pi * n))
    label = f"normal curve beyond the dashes: {p_text(result.pvalue)}"
    ax.plot(x, density, color=INK, linewidth=1.2, label=label)
    from_middle = math.sqrt(result.statistic * n) / 2
    for x_limit in {n / 2 - from_middle, n / 2 + from_middle}:
        ax.axvline(x_limit, color=INK, linestyle="--", linewidth=1)
