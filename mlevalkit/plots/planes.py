"""The planes of section 2.3, for figures and, smaller, for the panels of explorers."""

from __future__ import annotations

from .axes import Axes, axes, text, ticks
from .style import DOTTED


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
