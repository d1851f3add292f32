"""Figures of matplotlib, as SVG whose text is text, in the colours of the page."""

from __future__ import annotations

import sys
from typing import Any

from . import page


def bundle(figure: Any) -> dict[str, str]:
    """Return a figure as a bundle, with its words for the data at hand."""
    from mlevalkit.plots.svg import in_page_colours, standalone

    from .descriptions import caption, describe

    _shown.add(id(figure))
    return {
        "image/svg+xml": in_page_colours(standalone(figure)),
        "text/plain": repr(figure),
        "text/x-caption": caption(figure),
        "text/x-description": describe(figure),
    }


_shown: set[int] = set()


def show_open() -> None:
    """Show the figures of pyplot that are open and not yet shown, and close them."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return
    try:
        for number in pyplot.get_fignums():
            figure = pyplot.figure(number)
            if id(figure) not in _shown:
                page.publish(bundle(figure))
    finally:
        close_all()


def close_all() -> None:
    """Forget all open figures."""
    _shown.clear()
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")
