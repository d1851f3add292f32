"""Significance level, sample size and the size of the difference decide the power of a test."""

from __future__ import annotations

import math

import numpy as np

from .._distributions import norm_ppf, norm_sf
from ..plots.style import BLUE, GREEN, GREY, INK, SOFT_BLUE, SOFT_VERMILION, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import Handle, course, panels, text
from ._views import level, normal_density

_SIZES = (4, 9, 16, 25, 36, 49, 64, 100)
_REACH = (-3.5, 11.5)  # of the test statistic
_WANTED = 0.8
_words = Words("power")


def power() -> Explorer:
    """Explore the error types of a one-sided z test: alpha, n, and the size of the difference.

    The mean of n independent measurements is tested; their standard deviation is known, and the
    difference between the true mean and that of the null hypothesis is in units of it.

    Returns
    -------
    Explorer

    Raises
    ------
    ImportError
        When it is shown, if matplotlib is not installed.

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
    return _words.explorer(
        _draw,
        level(_words),
        _words.slider("difference", (0.1, 0.2, 0.3, 0.5, 0.8), 0.5),
        _words.slider("n", _SIZES, 16),
    )


def _draw(alpha: float, difference: float, n: int) -> View:
    critical = float(norm_ppf(1 - alpha))
    ns = np.arange(1, _SIZES[-1] + 1)
    power = norm_sf(critical - difference * np.sqrt(ns))  # the statistic is normal around d √n
    rate = float(power[n - 1])
    margins = (0.15, 0.1, 0.975, 0.925, 0.5)
    with panels("a;b", 5.2, margins, rows=(1.3, 1)) as (picture, curves, growth):
        _curves(curves, critical, difference * math.sqrt(n))
        course(growth, ns, power, n - 1, color=GREEN)
        growth.axhline(_WANTED, color=GREY, linestyle=":", linewidth=1)
        growth.set(xlim=(0, _SIZES[-1] + 3), ylim=(0, 1.05))
        growth.set(xlabel=str(_words("n")), ylabel=str(_words("power_is")))
    wanted = math.ceil(((critical - float(norm_ppf(1 - _WANTED))) / difference) ** 2)
    numbers = {"critical": critical, "alpha_is": alpha, "beta_is": 1 - rate, "power_is": rate,
               "wanted": wanted}  # fmt: skip
    handles = (
        Handle.across("alpha", curves, lambda v: float(norm_ppf(1 - v))),
        Handle.across("n", growth, float),
    )
    return _words.view(picture, numbers, *handles, alpha=f"{alpha:g}", n=n, d=f"{difference:g}")


def _curves(ax: Axes, critical: float, shift: float) -> None:
    """Draw the test statistic's distribution under both hypotheses, and what each error takes."""
    looks = ((0.0, BLUE, SOFT_BLUE, "-"), (shift, VERMILION, SOFT_VERMILION, "--"))
    for at, colour, soft, dash in looks:
        x = np.linspace(max(at - 3.5, _REACH[0]), min(at + 3.5, _REACH[1]), 71)
        ax.plot(x, normal_density(x, at), color=colour, linestyle=dash)
        wrong = np.linspace(x[0], critical, 41) if at else np.linspace(critical, x[-1], 41)
        if wrong[0] < wrong[-1]:
            ax.fill_between(wrong, normal_density(wrong, at), color=soft)
    ax.axvline(critical, color=INK, linewidth=1)
    ax.text(critical, 0.485, r"$z_\alpha$", ha="center", va="bottom")
    ax.text(critical + 0.4, 0.012, "α", color=BLUE, ha="left", va="bottom")
    ax.text(critical - 0.4, 0.012, "β", color=VERMILION, ha="right", va="bottom")
    ax.text(-0.1, 0.42, "$H_0$", color=BLUE, ha="right", va="bottom", fontweight="bold")
    ax.text(shift + 0.1, 0.42, "$H_1$", color=VERMILION, ha="left", va="bottom", fontweight="bold")
    ax.set(xlim=_REACH, ylim=(0, 0.48), xlabel=text("test_statistic"), yticks=[])
    ax.spines["left"].set_visible(False)
