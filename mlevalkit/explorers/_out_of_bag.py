"""The samples that a bootstrap leaves out, from two samples to a thousand, against 1/e."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, partial

import numpy as np

import mlevalkit as mk

from .._validation import Array, NDArray, as_list, fail, integer
from ..plots.style import BLUE, GREEN, GREY, INK, PAPER, SOFT_BLUE, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import Handle, bare, kinds_of_cells, panels, text, ticks

_SIZES = (2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000)
_DRAWS = tuple(range(1, 9))
_MOST = 2000  # cells that can still be told apart
_WIDE, _HIGH = 288, 145  # of all cells of a bootstrap, in points
_LIMIT = mk.out_of_bag_probability(math.inf)
_words = Words("out_of_bag")


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
    return _words.explorer(
        partial(_draw, values, seed),
        _words.slider("m", values, 10 if 10 in values else values[0]),
        _words.slider("draw", _DRAWS, 1),
        prepared=sizes is None and seed == 0,
    )


def _own(sizes: Iterable[int]) -> tuple[int, ...]:
    values = sorted({integer(m, "sizes", least=2, most=_MOST) for m in as_list(sizes, "sizes")})
    if not 1 <= len(values) <= 20:
        fail("sizes", "from 1 to 20 numbers of samples", str(len(values)))
    return tuple(values)


@cache
def _bags(seed: int, m: int) -> NDArray[np.int64]:
    """Return the samples drawn, one row a draw."""
    return np.random.RandomState([seed, m]).randint(0, m, (len(_DRAWS), m))


def _draw(sizes: tuple[int, ...], seed: int, m: int, draw: int) -> View:
    bags = _bags(seed, m)
    times = np.bincount(bags[draw - 1], minlength=m)
    shares = [1 - len(np.unique(bag)) / m for bag in bags]
    missed = int((times == 0).sum())
    margins = (0.125, 0.105, 0.965, 0.94, 0.2)
    with panels("a;b", 4.7, margins, rows=(1.15, 1)) as (picture, top, bottom):
        _bootstrap(top, bags[draw - 1], times)
        _shares(bottom, sizes, m, shares, draw)
    numbers = {
        "missed": missed,
        "different": m - missed,
        "share": missed / m,
        "mean": float(np.mean(shares[:draw])),
        "(1 - 1/m)^m": mk.out_of_bag_probability(m),
        "1/e": _LIMIT,
    }
    return _words.view(picture, numbers, Handle.across("m", bottom, float), draw=draw, m=m)


def _bootstrap(ax: Axes, bag: Array, times: Array) -> None:
    """Draw a cell for each sample of D; of few samples, a line leads to each of its draws."""
    m = len(times)
    in_order = m <= 10  # D' is shown in the order drawn
    columns = m if in_order else math.ceil(math.sqrt(2.1 * m))
    rows = 2 if in_order else math.ceil(m / columns)
    side = min(_WIDE / columns, _HIGH / rows, 46)  # points for a cell, so that it is square
    below = _HIGH / side - 1.15  # the row of D'
    x, y = np.arange(m) % columns, np.arange(m) // columns
    cells = [(x[times > 0], y[times > 0], SOFT_BLUE), (x[times == 0], y[times == 0], VERMILION)]
    texts = [] if in_order else [(x[i], y[i], times[i], INK) for i in np.flatnonzero(times > 1)]
    if in_order:
        cells.append((x, np.full(m, below), SOFT_BLUE))
        ends = np.repeat([[0.45], [below - 0.45]], m, axis=1)
        ax.plot(np.stack([bag, x]), ends, color=GREY, linewidth=0.9)
        texts += [(i, 0, i, INK if times[i] else PAPER) for i in range(m)]
        texts += [(i, below, bag[i], INK) for i in range(m)]
    for across, down, face in cells:
        _squares(ax, across, down, face)
    for across, down, mark, ink in texts if m <= 100 else ():  # more are too small to read
        ax.text(across, down, str(mark), color=ink, ha="center", va="center_baseline")
    bare(ax).set(xlim=(-0.5, _WIDE / side - 0.5), ylim=(_HIGH / side - 0.6, -0.6))
    if in_order:
        ticks(ax, y={0: "D", below: "D'"})
    kinds_of_cells(ax, {"drawn": SOFT_BLUE, "left_out": VERMILION}, 1.06, 0.3)


def _squares(ax: Axes, x: Array, y: Array, face: str) -> None:
    """Draw all squares of a colour as one shape: a thousand markers take a browser too long."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    corners = 0.43 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    squares = np.stack([x, y], axis=1)[:, None] + corners
    ax.add_patch(PathPatch(Path.make_compound_path_from_polys(squares), facecolor=face))


def _shares(ax: Axes, sizes: tuple[int, ...], m: int, shares: list[float], draw: int) -> None:
    """Draw the share of every draw at this m, and (1 - 1/m)^m on its way to 1/e."""
    chances = [mk.out_of_bag_probability(size) for size in sizes]
    ax.axhline(_LIMIT, color=GREEN, linestyle="--")
    ax.text(sizes[-1] * 1.15, _LIMIT + 0.02, "1/e", color=GREEN, ha="right", va="bottom")
    ax.plot(sizes, chances, color=BLUE, marker="o", markersize=3.5)
    ax.text(sizes[-1] * 1.15, 0.22, "$(1 - 1/m)^m$", color=BLUE, ha="right")
    ax.plot([m] * len(shares), shares, "o", color=GREY, markerfacecolor=PAPER, markersize=4.5)
    ax.plot(m, shares[draw - 1], "o", color=VERMILION, markersize=8)
    ax.set(xscale="log", xlim=(sizes[0] * 0.85, sizes[-1] * 1.2), ylim=(-0.04, 0.72))
    ax.set(xlabel="m", ylabel=text("share_left_out"))
    ax.minorticks_off()
    round_sizes = [n for n in sizes if n in (2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)]
    ticks(ax, round_sizes or sizes, (0, 0.2, 0.4, 0.6))
