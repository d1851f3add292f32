"""Axes, legends and checks that the figures share: few lines, no titles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Literal, ParamSpec
from weakref import WeakKeyDictionary

import numpy as np

from .._optional import need
from .._validation import Array, fail
from ..display.workings import Messages, width, word
from .fonts import add_fonts as add_fonts
from .style import DOTTED, GREY, INK, PALE, Axes as Axes, DrawsItself
from .svg import show_as_svg

WIDTH = 4.1  # inches: on a telephone, where this is 331 pixels, text of 10 points can be read

Grid = Literal["both", "x", "y"]

_say = Messages(__package__)
_drawn_by: WeakKeyDictionary[Axes, str] = WeakKeyDictionary()
P = ParamSpec("P")


def text(name: str, /, **places: Any) -> str:
    """Return words of a figure in the chosen language."""
    say = _say if name.partition(".")[0] in _say.data else word
    return str(say(name, **places))


def label(own: str | None, name: str) -> str:
    """Return the caller's own words, "" for none; without them those of a figure."""
    return text(name) if own is None else own


def figure(draw: Callable[P, Axes]) -> Callable[P, Axes]:
    """Remember which function drew on an Axes; its name has words in ``messages.toml``."""

    @wraps(draw)
    def named(*args: P.args, **kwargs: P.kwargs) -> Axes:
        ax = draw(*args, **kwargs)
        _drawn_by[ax] = draw.__name__
        return ax

    return named


def drawn_by(ax: Axes) -> str:
    """Return the name of the function that drew on an Axes, or ""."""
    return _drawn_by.get(ax, "")


def axes(
    ax: Axes | None, height: float = 3.5, width: float = WIDTH, *, grid: Grid | None = None
) -> Axes:
    """Return the given Axes, or a new one of this size in inches, in the common style."""
    if ax is None:
        need("matplotlib")
        from matplotlib import pyplot as plt

        add_fonts()
        _, ax = plt.subplots(figsize=(width, height), dpi=120, layout="constrained")
    if not isinstance(ax, DrawsItself):  # which look so by themselves
        add_fonts(ax)
        show_as_svg(ax.figure.figure)
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["bottom", "left"]].set_color(GREY)
        ax.tick_params(colors=INK, color=GREY)
        ax.set_axisbelow(True)
    ax.tick_params(labelsize=10)
    if grid:
        ax.grid(axis=grid, color=PALE, linewidth=0.6)
    return ax


def ticks(ax: Axes, x: Any = None, y: Any = None) -> None:
    """Put tick marks at these places; a dict has their names, else their numbers stand there."""
    for axis, places in ((ax.xaxis, x), (ax.yaxis, y)):
        if places is not None:
            named = places if isinstance(places, dict) else {v: f"{v:g}" for v in places}
            axis.set_ticks(list(named), list(named.values()))


def bare(ax: Axes) -> Axes:
    """Take the frame and the ticks away; ticks that are set later have no marks."""
    ax.set(xticks=[], yticks=[])
    for edge in ax.spines.values():
        edge.set_visible(False)
    ax.tick_params(length=0)
    return ax


def legend(ax: Axes, place: str = "best", **options: Any) -> Axes:
    """Add a legend without a frame, if anything has a name.

    "above" puts it over the axes, with the columns that fit axes of common width.
    """
    handles = options.get("handles", ax.get_legend_handles_labels()[0])
    if place == "above":
        options = {"loc": "lower left", "bbox_to_anchor": (0, 1), **options}
        longest = max((width(str(each.get_label())) for each in handles), default=1)
        fit = max(1, 250 // (40 + 6 * longest))  # points; a Chinese letter is twice as wide
        options["ncols"] = min(options.get("ncols", 1), fit)
    if handles:
        ax.legend(**{"loc": place, "frameon": False, "fontsize": 10, **options})
    return ax


def rows(ax: Axes, names: list[str]) -> Array:
    """Name horizontal rows from the top; return where they lie."""
    places = np.arange(len(names))[::-1]
    ax.set_yticks(places, names)
    ax.tick_params(axis="y", length=0)
    return places


def by_name(values: Any) -> dict[str, Any]:
    """Return a mapping of names to values: a mapping as it is, anything else without a name."""
    return {str(k): v for k, v in values.items()} if isinstance(values, Mapping) else {"": values}


def check_result(
    result: object, kind: type | tuple[type, ...], function: str, name: str = "result"
) -> None:
    """Check that `result` is what a function returns."""
    if not isinstance(result, kind):
        fail(name, f"what {function} returns", type(result).__name__, TypeError)


# -- the planes of section 2.3, for figures and, smaller, for the panels of explorers ------------


def rate_plane(
    ax: Axes | None, x: str, y: str, *, diagonal: bool = False, small: bool = False
) -> Axes:
    """Return axes for two rates from 0 to 1, with a little air for what lies on the border.

    A small plane has three ticks and no grid.
    """
    ax = axes(ax, grid=None if small else "both")
    ax.set(xlabel=x, ylabel=y, xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    if small:
        ticks(ax, (0, 0.5, 1), (0, 0.5, 1))
    if diagonal:
        ax.plot([0, 1], [0, 1], **DOTTED, linewidth=1)
    return ax


def roc_plane(ax: Axes | None, *, small: bool = False) -> Axes:
    """Return axes for ROC curves, with the diagonal."""
    x, y = ("FPR", "TPR") if small else (text("fpr"), text("tpr"))
    return rate_plane(ax, x, y, diagonal=True, small=small)


def pr_plane(ax: Axes | None, *, diagonal: bool = False, small: bool = False) -> Axes:
    """Return axes for P-R curves, with the line P = R if it is asked for."""
    return rate_plane(ax, text("recall_R"), text("precision_P"), diagonal=diagonal, small=small)


def cost_plane(ax: Axes | None, *, small: bool = False) -> Axes:
    """Return axes for cost curves."""
    return rate_plane(ax, "P(+)cost", text("normalized_cost"), small=small)
