"""The names that `_size_and_power` imports until it stands in `two_learner_tests`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from ..plots.axes import ticks as ticks
from . import picture
from .picture import (
    legend_at as legend,
    shares_rejected as shares_rejected,
    text as text,
)

__all__ = ["legend", "panels", "shares_rejected", "text", "ticks"]


def panels(
    layout: str, height: float, margins: tuple[float, ...]
) -> AbstractContextManager[tuple[Any, ...]]:
    """Return what `picture.panels` does, with its margins as shares, in order."""
    left, bottom, right, top, *gaps = margins
    sides: dict[str, Any] = {"left": 4.6 * left, "right": 4.6 * (1 - right)}
    sides |= {"bottom": height * bottom, "top": height * (1 - top)}
    sides |= dict(zip(("hspace", "wspace"), gaps, strict=False))
    return picture.panels(layout, height, **sides)
