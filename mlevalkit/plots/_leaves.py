"""Leaves and a tree: the textbook's picture of over- and underfitting, Figure 2.1."""

from typing import TYPE_CHECKING

import numpy as np

from .._validation import Floats
from ._style import GREEN, GREY, INK, OCHRE, VERMILION, axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TEETH = 9


def leaves(*, ax: Axes | None = None) -> Axes:
    """Draw what two learners made of three serrated leaves (Figure 2.1).

    Above, the overfitted one sees a leaf with a smooth edge; below, the underfitted one, a tree.

    Parameters
    ----------
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ImportError
        If matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.leaves()

    Source
    ------
    Zhou, Machine Learning, Figure 2.1.
    """
    ax = axes(ax, size=(4.6, 4.5))
    for x, lean, width in ((0.75, 0.1, 0.22), (2.2, -0.1, 0.28), (3.65, 0.05, 0.2)):
        _leaf(ax, (x, 3.1), lean, width, teeth=True)
    _leaf(ax, (0.7, 1.3), 0.1, 0.25, teeth=False)
    _tree(ax, (0.7, 0))
    for y, text in ((4.3, "training samples: leaves"), (2.5, "new samples")):
        ax.text(0.1, y, text, color=INK, va="center")
    _verdict(ax, 1.75, "overfitted: no leaf", "a leaf has a serrated edge")
    _verdict(ax, 0.45, "underfitted: a leaf", "whatever is green is a leaf")
    ax.axhline(2.75, color=GREY, linewidth=0.8, linestyle=":")
    ax.set(xlim=(0, 4.6), ylim=(-0.05, 4.45), aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax


def _leaf(ax: Axes, foot: tuple[float, float], lean: float, width: float, *, teeth: bool) -> None:
    t = np.linspace(0, 1, 20 * _TEETH + 1)
    half = width * np.sin(np.pi * t**0.8)
    if teeth:
        half *= 1 - 0.35 * (t * _TEETH % 1)
    across, along = np.concatenate([half, -half[::-1]]), np.concatenate([t, t[::-1]])
    ax.fill(*_turned(across, along, foot, lean), color=GREEN, linewidth=0)
    ax.plot(*_turned(np.zeros(2), np.array([-0.22, 0.85]), foot, lean), color=INK, linewidth=1)


def _turned(x: Floats, y: Floats, foot: tuple[float, float], angle: float) -> tuple[Floats, Floats]:
    """Return points turned to the right about (0, 0), then moved to `foot`."""
    cos, sin = np.cos(angle), np.sin(angle)
    return foot[0] + x * cos + y * sin, foot[1] - x * sin + y * cos


def _tree(ax: Axes, foot: tuple[float, float]) -> None:
    from matplotlib.patches import Circle, Rectangle

    x, y = foot
    ax.add_patch(Rectangle((x - 0.05, y), 0.1, 0.5, color=OCHRE, linewidth=0))
    for dx, dy, r in ((-0.2, 0.42, 0.2), (0.2, 0.42, 0.2), (0, 0.58, 0.26)):
        ax.add_patch(Circle((x + dx, y + dy), r, color=GREEN, linewidth=0))


def _verdict(ax: Axes, y: float, verdict: str, belief: str) -> None:
    arrow = {"arrowstyle": "->", "color": GREY}
    ax.annotate("", xy=(1.85, y), xytext=(1.3, y), arrowprops=arrow)
    ax.text(1.95, y + 0.06, verdict, color=VERMILION, va="bottom")
    ax.text(1.95, y - 0.04, f"({belief})", color=INK, va="top", fontsize=9)
