"""Section 2.4.1: the binomial and the t test, what an interval covers, the power of a test."""

from __future__ import annotations

import math
from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._distributions import norm_ppf, norm_sf
from .._validation import ArrayLike, Floats, as_floats, fail, real, size
from ..plots.axes import Axes
from ..plots.style import BLUE, GREEN, GREY, INK, SOFT, VERMILION
from .engine import Explorer, View, Words
from .picture import Handle, course, panels, text
from .scored import normal_density

# -- binomial_test ----------------------------------------------------------------------------
# How many errors are too many: the binomial test's bars, its critical region, the errors seen.

_binomial_test = Words("binomial_test")


def binomial_test(
    m: int | None = None, error_rate_0: float = 0.3, *, alpha: float = 0.05
) -> Explorer:
    """Explore the binomial test (2.27): sample size, rate under test, level, observed errors.

    Parameters
    ----------
    m : int, optional
        Your own number of test samples; the slider then counts errors one by one.
    error_rate_0 : float, default 0.3
        The error rate under test, with `m`.
    alpha : float, default 0.05
        A fourth significance level beside 0.01, 0.05 and 0.1, with `m`.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `m` is no count, a rate is outside 0 to 1, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.binomial_test()
    binomial_test: test samples m 10, tested rate ε_0 0.3, significance α 0.05, test error rate 0.6
    errors                6
    p-value               0.0473
    P(reject) at ε = ε_0  0.0473
    reject if ε^ > ε_bar  0.6 > 0.5

    Source
    ------
    Zhou, Machine Learning, (2.27) and Figure 2.6.
    """
    if m is None:
        return _binomial_test.explorer(
            lambda seen, m, **of: _draw_binomial_test(
                m, **of, errors=round(seen * m), moved="seen"
            ),
            _binomial_test.choice("m", (10, 30, 100), 10),
            _binomial_test.choice("rate", (0.1, 0.3), 0.3),
            _binomial_test.level(),
            _binomial_test.slider("seen", [i / 10 for i in range(8)], 0.6),  # whole errors
        )
    m = size(m, "m")
    rate = real(error_rate_0, "error_rate_0", least=0, most=1)
    errors = sorted({*range(0, m + 1, -(-m // 200)), m})  # about 200 of them at most
    return _binomial_test.explorer(
        partial(_draw_binomial_test, m, rate),
        _binomial_test.level(alpha),
        _binomial_test.slider("errors", errors, errors[len(errors) // 2]),
        prepared=False,
    )


def _draw_binomial_test(
    m: int, rate: float, alpha: float, errors: int, moved: str = "errors"
) -> View:
    result = mk.binomial_test(errors, m, error_rate_0=rate, alpha=alpha)
    picture, ax = panels("a", 4.2, top=0.9)
    mk.plots.binomial_test(result, ax=ax)
    seen = result.statistic
    critical = result.critical_value
    compared = f"{seen:.4g} {'>' if result.reject else '≤'} {critical:.4g}"
    numbers = {"errors": errors, "p": result.pvalue, "size": result.size, "compared": compared}
    decision = _binomial_test("reject", str(result.reject))
    handle = Handle(moved, "x", ax, lambda v: v * m if moved == "seen" else v)
    said = {"m": m, "rate": rate, "alpha": alpha, "seen": seen, "critical": critical}
    return _binomial_test.view(picture, numbers, handle, **said, decision=decision)


# -- t_distribution ---------------------------------------------------------------------------
# The t test of a few error rates: their mean moves, and with it interval and statistic.

_t_distribution = Words("t_distribution")


def t_distribution(
    error_rates: ArrayLike | None = None, error_rate_0: float = 0.3, *, alpha: float = 0.05
) -> Explorer:
    """Explore the t test (2.30): how many error rates, their mean, the significance.

    Without arguments: k error rates with standard deviation 0.06, tested against 0.3; only their
    mean moves. The bar above is the confidence interval of the mean, which leaves the rate under
    test out exactly where the test rejects.

    Parameters
    ----------
    error_rates : array-like of shape (k,) or (k, 2), k >= 2, optional
        Your own test error rates, from 0 to 1; the slider then moves the rate under test. Two
        columns are those of two learners on the same folds: their differences are tested, (2.31).
    error_rate_0 : float, default 0.3
        The rate under test to begin with; not for two learners.
    alpha : float, default 0.05
        A fourth significance level beside 0.01, 0.05 and 0.1, for your own error rates.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        As `t_test` and `paired_t_test`.

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
    Zhou, Machine Learning, (2.28)-(2.31), Table 2.3 and Figure 2.7.
    """
    if error_rates is None:
        return _t_distribution.explorer(
            lambda alpha, **of: _draw_t(
                mk.t_test(_simulated_rates(**of), 0.3, alpha=alpha), (0.1, 0.5), "mean"
            ),
            _t_distribution.choice("k", (2, 5, 10, 20, 30), 10),
            _t_distribution.level(),
            _t_distribution.slider("mean", [n / 100 for n in range(22, 39, 2)], 0.34, "{:.2f}"),
            data=lambda alpha, **of: {"error_rates": _simulated_rates(**of)},
        )
    given = np.asarray(error_rates)
    own: dict[str, Any] = {"prepared": False, "data": lambda **_: {"error_rates": given}}
    level = _t_distribution.level(alpha)
    if given.ndim == 2:
        if given.shape[1] != 2:
            fail("error_rates", "one column or two", f"{given.shape[1]} columns")
        a, b = given.T
        mk.paired_t_test(a, b, alpha=alpha)
        paired = partial(mk.paired_t_test, a, b)
        return _t_distribution.explorer(lambda alpha: _draw_t(paired(alpha=alpha)), level, **own)
    rates = as_floats(given, "error_rates")
    start = mk.t_test(rates, error_rate_0, alpha=alpha)
    spread = 5 * (start.std or 0.01) / np.sqrt(len(rates))
    around = np.linspace(start.mean - spread, start.mean + spread, 41)
    values = sorted({*around.clip(0, 1).round(4).tolist(), start.error_rate_0})
    scale = min(rates.min(), values[0]), max(rates.max(), values[-1])
    return _t_distribution.explorer(
        lambda alpha, rate: _draw_t(mk.t_test(rates, rate, alpha=alpha), scale, "rate"),
        level,
        _t_distribution.slider("rate", values, start.error_rate_0),
        **own,
    )


def _simulated_rates(k: int, mean: float) -> Floats:
    """Return k error rates with this mean and a standard deviation of 0.06."""
    x = np.random.RandomState(k).normal(size=k)
    return np.asarray(mean + 0.06 * (x - x.mean()) / x.std(ddof=1))


def _draw_t(
    result: mk.results.TTestResult | mk.results.PairedTTestResult,
    scale: tuple[float, float] | None = None,
    moved: str = "",
) -> View:
    if paired := isinstance(result, mk.results.PairedTTestResult):
        tested = 0.0
        values = np.asarray(result.differences)
    else:
        tested = result.error_rate_0
        values = np.asarray(result.error_rates)
    picture, top, bottom = panels("a;b", 5.0, top=0.15, hspace=0.98, rows=(0.16, 1))
    _rates(top, result, values, tested, scale)
    top.set_xlabel(text("differences" if paired else "error_rates"))
    mk.plots.t_test(result, ax=bottom)
    critical = f"{result.critical_value:.4g}"
    compared = f"{abs(result.statistic):.4g} {'>' if result.reject else '≤'} {critical}"
    numbers = {
        "μ": result.mean,
        "σ": result.std,
        "τ_t": result.statistic,
        "p": result.pvalue,
        "compared": compared,
    }
    decision = _t_distribution("reject", str(result.reject))
    handles = [Handle(moved, "x", top, float)] if moved else []
    said = {"k": len(values), "rate": tested, "alpha": result.alpha, "critical": critical}
    kind = _t_distribution("kind", str(paired))
    return _t_distribution.view(picture, numbers, *handles, **said, kind=kind, decision=decision)


def _rates(
    ax: Axes,
    result: mk.results.TTestResult | mk.results.PairedTTestResult,
    values: Floats,
    tested: float,
    scale: tuple[float, float] | None,
) -> None:
    """Draw the values on a line, the interval of their mean, and what it is compared with."""
    low, high = result.confidence_interval(1 - result.alpha)
    left, right = scale or (min(0.0, low, values.min()), max(0.0, high, values.max()))
    air = 0.03 * ((right - left) or 0.1)
    ax.plot([low, high], [0, 0], color=VERMILION, linewidth=7, alpha=0.35, solid_capstyle="butt")
    ax.plot(values, np.zeros(len(values)), "o", color=BLUE, markersize=5, alpha=0.7)
    ax.plot(result.mean, 0, "|", color=BLUE, markersize=26, markeredgewidth=2.5)
    ax.axvline(tested, color=GREEN, linestyle="--")
    ax.set(xlim=(left - air, right + air), ylim=(-1, 1), yticks=[])
    ax.spines["left"].set_visible(False)


# -- coverage ---------------------------------------------------------------------------------
# A hundred confidence intervals: how many cover the true error rate?

_TIMES = 100
_LEVEL = 0.95
_coverage = Words("coverage")


def coverage() -> Explorer:
    """Explore how many of a hundred confidence intervals cover the true error rate.

    A hundred test sets of m samples are drawn, each gives an interval. Below is the coverage at
    every error rate: the probability (2.26) of the results whose interval covers it.

    Returns
    -------
    Explorer

    Examples
    --------
    The normal approximation, where errors are rare:

    >>> import mlevalkit as mk
    >>> mk.explorers.coverage().starting_at(interval="normal", rate=0.02)
    coverage: interval normal approximation, true error rate 2%, samples m 50, draw 1
    of 100 cover the truth  62
    coverage                0.6354
    mean width              0.0580

    Source
    ------
    Brown, Cai and DasGupta, Statistical Science 16, 2001; (2.26).
    """
    return _coverage.explorer(
        _draw_coverage,
        _coverage.choice("interval", ("exact", "wilson", "normal"), "exact"),
        _coverage.choice("rate", (0.02, 0.3), 0.3, "{:.0%}"),
        _coverage.choice("m", (50, 200), 50),
        _coverage.choice("draw", (1, 2), 1),
    )


@cache
def _ends(interval: str, m: int) -> Floats:
    """Return the lower and the upper ends of the intervals for 0, ..., m errors."""
    if interval == "normal":
        rate = np.arange(m + 1) / m
        half = norm_ppf((1 + _LEVEL) / 2) * np.sqrt(rate * (1 - rate) / m)
        return np.array([rate - half, rate + half])
    options: Any = {"confidence_level": _LEVEL, "method": interval}
    return np.transpose([mk.error_rate_interval(k, m, **options) for k in range(m + 1)])


def _coverage_at(rate: float, ends: Floats) -> float:
    """Return the probability of the results whose interval covers this error rate."""
    m = ends.shape[1] - 1
    likelihood = np.asarray(mk.error_likelihood(np.arange(m + 1), m, rate))
    return float(likelihood[(ends[0] <= rate) & (rate <= ends[1])].sum())


def _draw_coverage(interval: str, rate: float, m: int, draw: int) -> View:
    errors = np.random.RandomState([draw, m]).binomial(m, rate, _TIMES)
    ends = _ends(interval, m)
    low, high = ends[:, errors]
    covers = (low <= rate) & (rate <= high)
    order = np.argsort(errors, kind="stable")
    at = np.linspace(0.01, 0.5, 50)  # holds the rates that can be chosen
    picture, top, bottom = panels("a;b", 5.0, hspace=0.5, rows=(1.5, 1))
    for found, colour, width in ((covers, BLUE, 1.0), (~covers, VERMILION, 2.6)):
        # one line with gaps, like intervals together, is smaller than a hundred lines
        which = order[found[order]]
        gaps = np.full(len(which), np.nan)
        ends_drawn = np.column_stack([low[which], high[which], gaps]).ravel()
        top.plot(np.repeat(which + 1, 3), ends_drawn, color=colour, linewidth=width)
    top.axhline(rate, color=GREEN, linewidth=1.6)
    top.set(xlim=(0, 1.0186 * _TIMES), ylim=(-0.03, 2.5 * rate if rate > 0.1 else 0.3))
    top.set_xlabel(text("test_sets"))
    top.set_title(text("missing", n=int((~covers).sum())), color=VERMILION, loc="left")
    place = int(np.argmin(abs(at - rate)))
    heights = [_coverage_at(float(e), ends) for e in at]
    course(bottom, at, heights, place, color=BLUE, linewidth=1)
    bottom.axhline(_LEVEL, color=GREY, linestyle=":")
    bottom.set(xlim=(0, 0.51), ylim=(0.5, 1.02), xlabel=text("true_error_rate"))
    bottom.set_ylabel(text("coverage"))
    numbers = {
        "covering": int(covers.sum()),
        "coverage": heights[place],
        "width": float((high - low).mean()),
    }
    handle = Handle("rate", "x", bottom, float)
    said = {"interval": _coverage("interval", interval), "rate": rate, "m": m}
    return _coverage.view(picture, numbers, handle, **said)


# -- power ------------------------------------------------------------------------------------
# Significance level, sample size and the size of the difference decide the power of a test.

_SIZES = (4, 9, 16, 25, 36, 49, 64, 100)
_REACH = (-3.5, 11.5)  # of the test statistic
_WANTED = 0.8
_power = Words("power")


def power() -> Explorer:
    """Explore the error types of a one-sided z test: alpha, n, and the size of the difference.

    The mean of n independent measurements is tested; their standard deviation is known, and the
    difference between the true mean and that of the null hypothesis is in units of it.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.power()
    power: significance α 0.05, difference d (in σ) 0.5, measurements n 16
    critical value z_α    1.6449
    type I error rate α   0.05
    type II error rate β  0.3612
    power 1 - β           0.6388
    n for a power of 0.8  25

    Source
    ------
    Casella and Berger, Statistical Inference, 2002, chapter 8.
    """
    return _power.explorer(
        _draw_power,
        _power.level(),
        _power.slider("difference", (0.1, 0.2, 0.3, 0.5, 0.8), 0.5),
        _power.slider("n", _SIZES, 16),
    )


def _draw_power(alpha: float, difference: float, n: int) -> View:
    critical = float(norm_ppf(1 - alpha))
    ns = np.arange(1, _SIZES[-1] + 1)
    power = norm_sf(critical - difference * np.sqrt(ns))  # the statistic is normal around d √n
    rate = float(power[n - 1])
    picture, curves, growth = panels("a;b", 5.2, left=0.7, top=0.4, hspace=0.5, rows=(1.3, 1))
    _curves(curves, critical, difference * math.sqrt(n))
    course(growth, ns, power, n - 1, color=GREEN)
    growth.axhline(_WANTED, color=GREY, linestyle=":", linewidth=1)
    growth.set(xlim=(0, _SIZES[-1] + 3), ylim=(0, 1.05))
    growth.set(xlabel=str(_power("n")), ylabel=str(_power("power_is")))
    wanted = math.ceil(((critical - float(norm_ppf(1 - _WANTED))) / difference) ** 2)
    numbers = {
        "critical": critical,
        "alpha_is": alpha,
        "beta_is": 1 - rate,
        "power_is": rate,
        "wanted": wanted,
    }
    handles = (
        Handle("alpha", "x", curves, lambda v: float(norm_ppf(1 - v))),
        Handle("n", "x", growth, float),
    )
    return _power.view(picture, numbers, *handles, n=n, d=difference)


def _curves(ax: Axes, critical: float, shift: float) -> None:
    """Draw the test statistic's distribution under both hypotheses, and what each error takes."""
    for at, colour, dash in ((0.0, BLUE, "-"), (shift, VERMILION, "--")):
        x = np.linspace(max(at - 3.5, _REACH[0]), min(at + 3.5, _REACH[1]), 71)
        ax.plot(x, normal_density(x, at), color=colour, linestyle=dash)
        wrong = np.linspace(x[0], critical, 41) if at else np.linspace(critical, x[-1], 41)
        if wrong[0] < wrong[-1]:
            ax.fill_between(wrong, normal_density(wrong, at), color=SOFT[colour])
    ax.axvline(critical, color=INK, linewidth=1)
    ax.text(critical, 0.485, r"$z_\alpha$", ha="center", va="bottom")
    ax.text(critical + 0.65, 0.012, "α", color=BLUE, ha="left", va="bottom")
    ax.text(critical - 0.65, 0.012, "β", color=VERMILION, ha="right", va="bottom")
    ax.text(-0.1, 0.42, "$H_0$", color=BLUE, ha="right", va="bottom", fontweight="bold")
    ax.text(shift + 0.1, 0.42, "$H_1$", color=VERMILION, ha="left", va="bottom", fontweight="bold")
    ax.set(xlim=_REACH, ylim=(0, 0.48), xlabel=text("test_statistic"), yticks=[])
    ax.spines["left"].set_visible(False)
