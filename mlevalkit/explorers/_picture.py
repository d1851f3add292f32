"""The explorers' pictures: one look, and SVG that takes the colours of the page around it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from .._language import fonts
from .._validation import need
from ..plots import svg as plots_svg
from ..plots.axes import text as figure_text
from ..plots.style import GREY, INK, PAPER
from ._base import View, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LEAST = 11.4  # points of text: 11 pixels on a telephone, where 4.6 inches are 322 pixels
_LOOK: Any = {
    "figure.facecolor": PAPER, "text.color": INK, "font.size": _LEAST,
    "axes.facecolor": "none", "axes.edgecolor": GREY, "axes.linewidth": 0.8,
    "axes.labelcolor": INK, "axes.labelsize": _LEAST, "axes.titlecolor": INK,
    "axes.titlesize": _LEAST,
    "axes.spines.top": False, "axes.spines.right": False, "mathtext.default": "regular",
    "xtick.color": GREY, "xtick.labelcolor": INK, "xtick.labelsize": _LEAST,
    "ytick.color": GREY, "ytick.labelcolor": INK, "ytick.labelsize": _LEAST,
}  # fmt: skip


def _look() -> Any:
    return _LOOK | {"font.family": ["DejaVu Sans", *fonts()]}


def text(name: str, /, **places: Any) -> str:
    """Return words of a picture in the chosen language: its own, or those of the figures."""
    if name in say.data["picture"]:
        return str(say("picture", name, **places))
    return figure_text(name, **places)


@contextmanager
def figure(width: float = 4.6, height: float = 4.4) -> Iterator[Figure]:
    """Yield an empty figure, in inches; what is drawn inside the block has the explorers' look.

    Keep to this width: on a telephone it is shown at about its own size.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    mpl = need("matplotlib")
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    with mpl.rc_context(_look()):
        picture = Figure(figsize=(width, height))
        yield picture
        for words in picture.findobj(Text):
            words.set_fontsize(max(words.get_fontsize(), _LEAST))


def bare(ax: Axes) -> Axes:
    """Take the frame and the ticks away."""
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax


def kinds_of_cells(ax: Axes, faces: dict[str, str], y: float, step: float) -> None:
    """Draw a square and a word for each kind of cell, above the axes."""
    for i, (name, face) in enumerate(faces.items()):
        ax.plot(i * step, y, "s", color=face, markersize=9, transform=ax.transAxes, clip_on=False)
        ax.text(i * step + 0.04, y, text(name), transform=ax.transAxes, va="center_baseline")


def still(view: View) -> str:
    """Return the picture of a view as HTML that needs nothing else."""
    sheet = svg(view.figure).replace('<svg style="', '<svg style="font-family: sans-serif; ', 1)
    data = b64encode(sheet.encode()).decode()
    words = escape(str(view.alt))
    size = "width: 460px; max-width: 100%"
    image = f'<img src="data:image/svg+xml;base64,{data}" alt="{words}" style="{size}">'
    return f'<p class="mk-picture">{image}</p>'


@lru_cache(maxsize=60)
def svg(picture: Figure) -> str:
    """Return a figure as an SVG element that fills the width it is given."""
    import matplotlib as mpl

    with mpl.rc_context(_look()):
        sheet = plots_svg.svg(picture)
    head, rest = sheet.split(">", 1)
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    return plots_svg.in_page_colours(f"{head}>{rest}")


def rates(ax: Axes, x: str, y: str) -> Any:
    """Set up axes for two rates from 0 to 1."""
    ax.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), aspect="equal", xlabel=x, ylabel=y)
    ax.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
    ax.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    return ax
