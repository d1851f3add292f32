"""One look for all figures: colours that colour-blind readers tell apart, few lines, no titles."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import Floats, need

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Each has a contrast of at least 3:1 on white; neighbours differ in lightness as well as in hue.
BLUE, VERMILION, GREEN, PURPLE, OCHRE = "#0072b2", "#c8500a", "#00795a", "#9b4f96", "#8a6d00"
INK, GREY, PALE = "#1a1a1a", "#6b6b6b", "#d9d9d9"
PALETTE = (BLUE, VERMILION, GREEN, PURPLE, OCHRE)
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
SHADE = 0.15  # opacity of shaded areas


def axes(ax: Axes | None = None, *, size: tuple[float, float] = (4.4, 3.6)) -> Axes:
    """Return the given Axes, or a new one, dressed in the house's style."""
    if ax is None:
        need("matplotlib")
        from matplotlib import pyplot as plt

        _, ax = plt.subplots(figsize=size, dpi=120, layout="constrained")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("bottom", "left"):
        ax.spines[side].set_color(GREY)
    ax.tick_params(colors=INK, labelsize=9, color=GREY)
    ax.set_axisbelow(True)
    return ax


def unit_square(ax: Axes, x: str, y: str) -> Axes:
    """Set up axes for two rates from 0 to 1, with a little air for what lies on the border."""
    ax.set(xlabel=x, ylabel=y, xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ax.grid(color=PALE, linewidth=0.6)
    return ax


def spread(values: Floats, axis: int = 0) -> Any:
    """Return the standard deviation (divisor n - 1); the squares of large numbers overflow."""
    size = float(np.abs(values).max()) or 1.0
    return size * (values / size).std(axis=axis, ddof=1)


def named(values: Any, name: str = "") -> dict[str, Any]:
    """Return a mapping of names to values: a mapping as it is, anything else under one name."""
    return {str(k): v for k, v in values.items()} if isinstance(values, Mapping) else {name: values}


def line_style(i: int) -> dict[str, Any]:
    """Return the colour and dash of line number i."""
    return {"color": PALETTE[i % len(PALETTE)], "linestyle": DASHES[i % len(DASHES)]}
