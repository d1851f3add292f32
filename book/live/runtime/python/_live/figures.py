"""Figures of matplotlib, as SVG whose text is text, or as PNG where they hold too many marks."""

from __future__ import annotations

import base64
import io
import re
import sys
import warnings
from typing import Any

from . import page

MOST_MARKS = 3000  # more of them, and a picture is smaller and quicker
LOOK = {"svg.fonttype": "none"}  # the page's fonts draw the text, Chinese too


def bundle(figure: Any) -> dict[str, str]:
    """Return a figure as a bundle."""
    _shown.add(id(figure))
    text = repr(figure)
    if marks(figure) > MOST_MARKS:
        return {"image/png": png(figure), "text/plain": text}
    return {"image/svg+xml": svg(figure), "text/plain": text}


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


def marks(figure: Any) -> int:
    """Count what an SVG would hold: marks of scatter plots and lines, cells of meshes."""
    from matplotlib.collections import Collection, QuadMesh
    from matplotlib.lines import Line2D

    total = 0
    for artist in figure.findobj(lambda found: isinstance(found, Line2D | Collection)):
        if isinstance(artist, Line2D):
            points = len(artist.get_xydata())
            total += points if artist.get_marker() not in ("None", "", " ", None) else points // 20
        elif isinstance(artist, QuadMesh):
            total += artist.get_array().size if artist.get_array() is not None else 0
        else:
            total += max(len(artist.get_offsets()), len(artist.get_paths()))
    return total


def png(figure: Any) -> str:
    """Return a figure as the PNG of a notebook, in base64."""
    sheet = io.BytesIO()
    figure.savefig(sheet, format="png", dpi=figure.dpi, bbox_inches="tight")
    return base64.b64encode(sheet.getvalue()).decode()


def svg(figure: Any) -> str:
    """Return a figure as SVG, as large as its PNG would be."""
    import matplotlib as mpl

    sheet = io.StringIO()
    with mpl.rc_context(LOOK), warnings.catch_warnings():
        # The page has letters that matplotlib's own font has not.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        figure.savefig(sheet, format="svg", bbox_inches="tight", metadata={"Date": None})
    text = sheet.getvalue()
    text = text[text.index("<svg") :]
    scale = figure.dpi / 72

    def pixels(size: re.Match[str]) -> str:
        return f'{size[1]}="{float(size[2]) * scale:.0f}"'

    head, rest = text.split(">", 1)
    head = re.sub(r'\b(width|height)="([\d.]+)pt"', pixels, head)
    rest = re.sub(r"<metadata.*?</metadata>|<!--.*?-->", "", rest, flags=re.DOTALL)
    rest = re.sub(r'<g id="[^"]*"', "<g", rest)  # a page holds several figures
    return head + ">" + re.sub(r"\n\s*", "\n", rest)
