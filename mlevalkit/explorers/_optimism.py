"""The best of several candidates looks better than it is: the distribution of its error."""

from __future__ import annotations

import math

import numpy as np

from .._distributions import binom_sf
from .._validation import Floats
from ..plots.style import BLUE, GREEN, SOFT_BLUE, SOFT_VERMILION, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import Handle, course, panels, text, ticks

_CANDIDATES = (1, 2, 5, 10, 20, 50, 100, 1000)
_words = Words("optimism")


def optimism() -> Explorer:
    """Explore the optimism of the best of K candidates, on m validation samples.

    All candidates have the same true error rate and err independently of each other: which one
    is best is chance.

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
    >>> mk.explorers.optimism()
    optimism: true error ε 0.5, candidates K 20, validation samples m 100
    mean error of the best  0.4069
    optimism                0.0931
    at most √(ln K / 2m)    0.1224

    Source
    ------
    Cawley and Talbot, Journal of Machine Learning Research 11, 2010; the bound is Hoeffding's.
    """
    return _words.explorer(
        _draw,
        _words.choice("rate", (0.1, 0.3, 0.5), 0.5),
        _words.slider("K", _CANDIDATES, 20),
        _words.slider("m", (20, 50, 100, 200, 500, 1000), 100),
    )


def _draw(rate: float, K: int, m: int) -> View:
    above = binom_sf(np.arange(m + 1), m, rate)  # P(more than x errors)
    means = {k: float((above**k).sum() / m) for k in _CANDIDATES}
    margins = (0.16, 0.1, 0.975, 0.985, 0.36)
    with panels("a;b", 5.2, margins, rows=(1.3, 1)) as (picture, top, growth):
        _distributions(top, above, K, rate)
        look = {"color": VERMILION, "marker": "o", "markersize": 3.5}
        course(growth, _CANDIDATES, list(means.values()), _CANDIDATES.index(K), **look)
        growth.axhline(rate, color=GREEN)
        growth.set(xscale="log", ylim=(0, 1.12 * rate), xlabel=str(_words("K")))
        ticks(growth, (1, 10, 100, 1000))
        growth.set_ylabel(text("mean_of_the_best"))
    bound = math.sqrt(math.log(K) / (2 * m))
    numbers = {"mean": means[K], "optimism": rate - means[K], "bound": bound}
    handle = Handle.across("K", growth, float)
    return _words.view(picture, numbers, handle, K=K, m=m, rate=f"{rate:g}")


def _distributions(ax: Axes, above: Floats, K: int, rate: float) -> None:
    """Draw the distribution of one candidate's error and of the smallest of K."""
    m = len(above) - 1
    errors = np.arange(m + 1) / m
    looks = {
        text("one_candidate"): (above, BLUE, SOFT_BLUE, "-"),
        text("the_winner", K=K): (above**K, VERMILION, SOFT_VERMILION, "--"),
    }
    for name, (tail, colour, soft, dash) in looks.items():
        probability = -np.diff(tail, prepend=1.0)
        ax.fill_between(errors, probability, color=soft)
        ax.plot(errors, probability, color=colour, linestyle=dash, label=name)
    ax.axvline(rate, color=GREEN, label=str(_words("rate")))
    ax.set(xlim=(0, min(1.0, rate + 0.45)), xlabel=text("validation_error"), yticks=[])
    ax.set_ylim(0)
    ax.spines["left"].set_visible(False)
    ax.legend(loc="upper right", borderpad=0)
