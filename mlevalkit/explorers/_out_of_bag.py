"""The samples that a bootstrap leaves out, from two samples to a thousand, against 1/e."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import mlevalkit as mk

from .._validation import as_list, fail, integer
from ..plots.style import BLUE, GREEN, GREY, VERMILION
from ._base import Explorer, Parameter, Value, View, say
from ._picture import PAPER, figure
from ._sample_cells import bootstrap

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZES = (2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000)
_DRAWS = tuple(range(1, 9))
_MOST = 2000  # cells that can still be told apart
_LIMIT = mk.out_of_bag_probability(math.inf)


def out_of_bag(sizes: Iterable[int] | None = None, *, seed: int = 0) -> Explorer:
    """Explore which of m samples a bootstrap leaves out, and how their share tends to 1/e: (2.1).

    Nothing is drawn again here, unlike in `bootstrap_split`: of two or three samples, often none
    is left out.

    Parameters
    ----------
    sizes : iterable of int, optional
        Your own numbers of samples m, from 2 to 2000, at most twenty of them.
    seed : int, default 0
        Another seed draws other samples.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `sizes` holds anything but whole numbers from 2 to 2000, none or more than twenty; or
        `seed` is no whole number >= 0.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.out_of_bag().starting_at(m=1000)
    out_of_bag: samples m 1000, draw 1
    left out of D'               360
    different samples in D'      640
    share left out               0.36
    mean share, draws 1 to this  0.36
    (1 - 1/m)^m                  0.3677
    1/e                          0.3679

    Source
    ------
    Zhou, Machine Learning, section 2.2.3, (2.1).
    """
    seed = integer(seed, "seed", most=2**32 - 1)
    values = _SIZES if sizes is None else _own(sizes)
    title = say("out_of_bag.title")
    parameters = (
        Parameter("m", say("out_of_bag.m"), values, 10 if 10 in values else values[0]),
        Parameter("draw", say("label.draw"), _DRAWS, 1),
    )

    def draw(m: int, draw: int) -> View:
        return _draw(values, seed, m, draw)

    prepared = sizes is None and seed == 0
    return Explorer("out_of_bag", title, parameters, draw, prepared=prepared)


def _own(sizes: Iterable[int]) -> tuple[int, ...]:
    given = {integer(m, "sizes", least=2, most=_MOST) for m in as_list(sizes, "sizes")}
    values = tuple(sorted(given))
    if not 1 <= len(values) <= 20:
        fail("sizes", "from 1 to 20 numbers of samples", str(len(values)))
    return values


@cache
def _bags(seed: int, m: int) -> NDArray[np.int64]:
    """Return the samples drawn, one row a draw."""
    bags: NDArray[np.int64] = np.random.RandomState([seed, m]).randint(0, m, (len(_DRAWS), m))
    return bags


def _draw(sizes: tuple[int, ...], seed: int, m: int, draw: int) -> View:
    bags = _bags(seed, m)
    times = np.bincount(bags[draw - 1], minlength=m)
    shares = [1 - len(np.unique(bag)) / m for bag in bags]
    missed = int((times == 0).sum())
    chance, mean = mk.out_of_bag_probability(m), float(np.mean(shares[:draw]))
    numbers = (
        Value(say("out_of_bag.missed"), missed),
        Value(say("out_of_bag.different"), m - missed),
        Value(say("out_of_bag.share"), missed / m),
        Value(say("out_of_bag.mean"), mean),
        Value("(1 - 1/m)^m", chance),
        Value("1/e", _LIMIT),
    )
    with figure(4.6, 4.7) as picture:
        top, bottom = picture.subplots(2, 1, height_ratios=[1.15, 1])
        picture.subplots_adjust(0.125, 0.105, 0.985, 0.94, hspace=0.2)
        bootstrap(top, bags[draw - 1], times)
        _shares(bottom, sizes, m, shares, draw)
    alt = say("out_of_bag.alt", draw=draw, m=m, missed=missed, share=missed / m, chance=chance,
              limit=_LIMIT)  # fmt: skip
    return View(picture, numbers, alt)


# -- what is drawn ----------------------------------------------------------------------------


def _shares(ax: Axes, sizes: tuple[int, ...], m: int, shares: list[float], draw: int) -> None:
    """Draw the share of every draw at this m, and (1 - 1/m)^m on its way to 1/e."""
    chances = [mk.out_of_bag_probability(size) for size in sizes]
    ax.axhline(_LIMIT, color=GREEN, linewidth=1.2, linestyle="--")
    ax.text(sizes[-1] * 1.15, _LIMIT + 0.02, "1/e", color=GREEN, ha="right", va="bottom")
    ax.plot(sizes, chances, color=BLUE, marker="o", markersize=3.5, linewidth=1.4)
    ax.text(sizes[-1] * 1.15, 0.22, "$(1 - 1/m)^m$", color=BLUE, ha="right")
    ax.plot([m] * len(shares), shares, "o", color=GREY, markerfacecolor=PAPER, markersize=4.5)
    ax.plot(m, shares[draw - 1], "o", color=VERMILION, markersize=8)
    ax.set(xscale="log", xlim=(sizes[0] * 0.85, sizes[-1] * 1.2), ylim=(-0.04, 0.72))
    ax.set(xlabel="m", ylabel="share left out")
    ax.minorticks_off()
    ticks = [t for t in (2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000) if t in sizes] or sizes
    ax.set_xticks(ticks, [str(t) for t in ticks])
    ax.set_yticks([0, 0.2, 0.4, 0.6], ["0", "0.2", "0.4", "0.6"])
