"""Sections 2.4.1 and 2.4.3: the two types of error of a test, and the power of ten tests."""

from __future__ import annotations

import csv
import math
from functools import cache
from importlib.resources import files

import numpy as np

from .._distributions import norm_ppf, norm_sf
from ..display.workings import digits, word
from ..plots.axes import Axes, ticks
from ..plots.style import BLUE, GREEN, GREY, INK, PALE, PAPER, SOFT_BLUE, SOFT_VERMILION, VERMILION
from .engine import Explorer, View, Words
from .picture import Handle, course, panels, text
from .scored import normal_density

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
    looks = ((0.0, BLUE, SOFT_BLUE, "-"), (shift, VERMILION, SOFT_VERMILION, "--"))
    for at, colour, soft, dash in looks:
        x = np.linspace(max(at - 3.5, _REACH[0]), min(at + 3.5, _REACH[1]), 71)
        ax.plot(x, normal_density(x, at), color=colour, linestyle=dash)
        wrong = np.linspace(x[0], critical, 41) if at else np.linspace(critical, x[-1], 41)
        if wrong[0] < wrong[-1]:
            ax.fill_between(wrong, normal_density(wrong, at), color=soft)
    ax.axvline(critical, color=INK, linewidth=1)
    ax.text(critical, 0.485, r"$z_\alpha$", ha="center", va="bottom")
    ax.text(critical + 0.65, 0.012, "α", color=BLUE, ha="left", va="bottom")
    ax.text(critical - 0.65, 0.012, "β", color=VERMILION, ha="right", va="bottom")
    ax.text(-0.1, 0.42, "$H_0$", color=BLUE, ha="right", va="bottom", fontweight="bold")
    ax.text(shift + 0.1, 0.42, "$H_1$", color=VERMILION, ha="left", va="bottom", fontweight="bold")
    ax.set(xlim=_REACH, ylim=(0, 0.48), xlabel=text("test_statistic"), yticks=[])
    ax.spines["left"].set_visible(False)


# -- size_and_power ---------------------------------------------------------------------------
# Size and power of ten tests of two learners, from a stored simulation.

_LEVEL = 0.05
_GAP = 0.1
_OTHER_SAMPLES = 3  # McNemar's tests, the last of the ten
_size_and_power = Words("size_and_power")
_Rates = dict[str, tuple[float, float]]  # by test: the share rejected and its standard error


def size_and_power() -> Explorer:
    """Explore which of ten tests of two learners to choose, by type I error rate and power.

    A and B are the same learner on different columns of one data set; B's Bayes error is smaller
    by the gap. The type I error rate is the largest of four cases with gap 0: one or five columns,
    separate or shared. The power is the mean of these cases with a gap of 10%. A test keeps its
    level of 0.05 if its type I error rate is at most two standard errors above it. McNemar's tests
    use another 200 test samples, so that their power cannot be compared with that of the others.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.size_and_power().starting_at(n=100)
    size_and_power: learner 1-NN, samples n 100
    tests of at most 5%     1
    most power of these    corrected t
    its type I error rate  0.043
    its power              0.327

    Source
    ------
    A simulation, `book/data/power.py` in the repository, as in Dietterich, Approximate statistical
    tests, 1998. Not in the textbook.
    """
    learners = ("1-NN", "nearest mean", "depth-3 tree", "full tree", "logistic regression")
    return _size_and_power.explorer(
        _draw_rates,
        _size_and_power.choice("learner", learners, "1-NN"),
        _size_and_power.choice("n", (40, 100, 200), 40),
    )


@cache
def _stored_rates(learner: str, n: int) -> tuple[_Rates, _Rates]:
    """Return the largest type I error rate and the mean power of each test."""
    stored = (files("mlevalkit.datasets") / "power.csv").read_text(encoding="ascii")
    rows = csv.DictReader(stored.splitlines())
    found = [row for row in rows if (row["learner"], row["n"]) == (learner, str(n))]
    names = list(found[0])
    size = {}
    power = {}
    for test in names[names.index("error_b") + 1 :]:
        rates = {g: [float(r[test]) for r in found if float(r["gap"]) == g] for g in (0, _GAP)}
        sets = int(found[0]["sets"])
        largest = max(rates[0])
        mean = sum(rates[_GAP]) / len(rates[_GAP])
        size[test] = largest, (largest * (1 - largest) / sets) ** 0.5
        power[test] = mean, (mean * (1 - mean) / sets / len(rates[_GAP])) ** 0.5
    return size, power


def _draw_rates(learner: str, n: int) -> View:
    size, power = _stored_rates(learner, n)
    keep = [test for test, (share, error) in size.items() if share - 2 * error <= _LEVEL]
    compared = [test for test in keep if test in list(size)[:-_OTHER_SAMPLES]]
    best = max(compared, key=lambda test: power[test][0], default="")
    picture, left, right = panels("ab", 4.6, left=1.66, top=0.07, wspace=0.12)
    for ax, rates, name in ((left, size, "size"), (right, power, "power")):
        _dots(ax, rates, keep, best)
        ax.set_xlabel(text(name))
    left.set_xlim(0, max(0.27, 1.1 * max(share for share, _ in size.values())))
    right.set_xlim(0, 1.03)
    names = {row: str(_size_and_power(test)) for row, test in enumerate(size)}
    ticks(left, (_LEVEL, 0.15, 0.25), names)
    ticks(right, (0, 0.5, 1), {})
    numbers = {
        "kept": len(keep),
        "best": _size_and_power(best) if best else "-",
        "its_size": digits(size[best][0], 3) if best else "-",
        "its_power": digits(power[best][0], 3) if best else "-",
    }
    kept = word("semicolon").join([_size_and_power(test) for test in keep]) or "-"
    said = {"learner": _size_and_power("learner", learner), "n": n, "names": kept}
    return _size_and_power.view(picture, numbers, **said)


def _dots(ax: Axes, rates: _Rates, keep: list[str], best: str) -> None:
    """Draw a row for each test: its rate, with two standard errors to either side."""
    ax.axvline(_LEVEL, color=GREY, linestyle=":", linewidth=1.2)
    ax.axhline(len(rates) - _OTHER_SAMPLES - 0.5, color=PALE, linewidth=1)
    ax.grid(axis="x", color=PALE, linewidth=0.6)
    ax.set_ylim(len(rates) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    for row, (test, (share, error)) in enumerate(rates.items()):
        colour = BLUE if test in keep else VERMILION
        face, marker = (colour, "o") if test in keep else (PAPER, "D")
        if test == best:
            ax.axhspan(row - 0.45, row + 0.45, color=SOFT_BLUE, zorder=0)
        ax.plot([share - 2 * error, share + 2 * error], [row, row], color=colour)
        ax.plot(share, row, marker, color=colour, mfc=face, markersize=5)
