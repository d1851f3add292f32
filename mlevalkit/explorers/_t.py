"""The t test of a few error rates: their mean moves, and with it the statistic (Figure 2.7)."""

from __future__ import annotations

from functools import partial

import numpy as np

import mlevalkit as mk

from .._validation import ArrayLike, Floats, as_floats
from ..plots.style import BLUE, GREEN, Axes
from ._base import Explorer, View, Words
from ._picture import Handle, panels, text
from ._views import level

_words = Words("t_distribution")


def t_distribution(
    error_rates: ArrayLike | None = None, error_rate_0: float = 0.3, *, alpha: float = 0.05
) -> Explorer:
    """Explore the t test (2.30): how many error rates, their mean, the significance.

    Without arguments: k error rates with standard deviation 0.06, tested against 0.3; only their
    mean moves.

    Parameters
    ----------
    error_rates : array-like of shape (k,), k >= 2, optional
        Your own test error rates, from 0 to 1; the slider then moves the rate under test.
    error_rate_0 : float, default 0.3
        The rate under test to begin with, for your own error rates.
    alpha : float, default 0.05
        A fourth significance level beside 0.01, 0.05 and 0.1, for your own error rates.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        As `t_test`.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.t_distribution()
    t_distribution: error rates k 10, significance α 0.05, mean μ 0.34
    μ                        0.34
    σ                        0.06
    τ_t                      2.1082
    p-value                  0.0643
    reject if |τ_t| > t_α/2  2.108 ≤ 2.262

    Source
    ------
    Zhou, Machine Learning, (2.28)-(2.30), Table 2.3 and Figure 2.7.
    """
    if error_rates is None:
        return _words.explorer(
            lambda k, alpha, mean: _draw(mean + 0.06 * _pattern(k), (0.1, 0.5), alpha, 0.3, "mean"),
            _words.choice("k", (2, 5, 10, 20, 30), 10),
            level(_words),
            _words.slider("mean", [round(0.22 + i / 50, 2) for i in range(9)], 0.34, "{:.2f}"),
        )
    rates = as_floats(error_rates, "error_rates")
    start = mk.t_test(rates, error_rate_0, alpha=alpha)
    spread = 5 * (start.std or 0.01) / np.sqrt(len(rates))
    around = np.linspace(start.mean - spread, start.mean + spread, 41)
    values = sorted({*around.clip(0, 1).round(4).tolist(), start.error_rate_0})
    return _words.explorer(
        partial(_draw, rates, (min(rates.min(), values[0]), max(rates.max(), values[-1]))),
        level(_words, alpha),
        _words.slider("rate", values, start.error_rate_0),
        prepared=False,
    )


def _pattern(k: int) -> Floats:
    """Return k numbers with mean 0 and standard deviation 1."""
    x = np.random.RandomState(k).normal(size=k)
    return np.asarray((x - x.mean()) / x.std(ddof=1))


def _draw(
    rates: Floats, scale: tuple[float, float], alpha: float, rate: float, moved: str = "rate"
) -> View:
    result = mk.t_test(rates, rate, alpha=alpha)
    margins = (0.145, 0.11, 0.965, 0.965, 0.98)
    with panels("a;b", 5.0, margins, rows=(0.16, 1)) as (picture, top, bottom):
        _rates(top, result, scale)
        mk.plots.t_test(result, ax=bottom)
    critical = f"{result.critical_value:.4g}"
    compared = f"{abs(result.statistic):.4g} {'>' if result.reject else '≤'} {critical}"
    numbers = {"μ": result.mean, "σ": result.std, "τ_t": result.statistic, "p": result.pvalue,
               "compared": compared}  # fmt: skip
    decision = _words("reject", str(result.reject))
    handle = Handle(moved, "x", top, float)
    return _words.view(picture, numbers, handle, k=len(rates), rate=f"{rate:g}",
                       critical=critical, alpha=f"{alpha:g}", decision=decision)  # fmt: skip


def _rates(ax: Axes, result: mk.TTestResult, scale: tuple[float, float]) -> None:
    """Draw the error rates on a line, their mean, and the rate under test."""
    at, air = result.error_rates, 0.03 * (scale[1] - scale[0])
    ax.plot(at, np.zeros(len(at)), "o", color=BLUE, markersize=5, alpha=0.7)
    ax.plot(result.mean, 0, "|", color=BLUE, markersize=26, markeredgewidth=2.5)
    ax.axvline(result.error_rate_0, color=GREEN, linestyle="--")
    ax.set(xlim=(scale[0] - air, scale[1] + air), ylim=(-1, 1), yticks=[])
    ax.set_xlabel(text("error_rates"))
    ax.spines["left"].set_visible(False)
