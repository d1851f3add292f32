"""The explorers' pictures: one look, and SVG that takes the colours of the page around it."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from .._validation import need
from ..plots.axes import text as figure_text
from ..plots.fonts import fallbacks
from ..plots.style import BLUE, GREEN, GREY, INK, OCHRE, PALE, PURPLE, VERMILION
from ._base import View, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPER = "#ffffff"
SOFT_BLUE, SOFT_VERMILION, SOFT_GREEN = "#dcebf7", "#fbe6d9", "#dcefe6"
# A style sheet may answer to these names (--mk-ink, ...); without one, the colours stay as drawn.
_NAMES = {
    INK: "ink", GREY: "grey", PALE: "pale", PAPER: "paper", BLUE: "blue", VERMILION: "vermilion",
    GREEN: "green", PURPLE: "purple", OCHRE: "ochre", SOFT_BLUE: "soft-blue",
    SOFT_VERMILION: "soft-vermilion", SOFT_GREEN: "soft-green",
}  # fmt: skip
_LOOK: Any = {
    "figure.facecolor": PAPER, "text.color": INK, "font.size": 10,
    "axes.facecolor": "none", "axes.edgecolor": GREY, "axes.linewidth": 0.8,
    "axes.labelcolor": INK, "axes.labelsize": 10, "axes.titlecolor": INK, "axes.titlesize": 10,
    "axes.spines.top": False, "axes.spines.right": False, "mathtext.default": "regular",
    "xtick.color": GREY, "xtick.labelcolor": INK, "xtick.labelsize": 9,
    "ytick.color": GREY, "ytick.labelcolor": INK, "ytick.labelsize": 9,
    "svg.fonttype": "none", "svg.hashsalt": "mlevalkit",
}  # fmt: skip


def _look() -> Any:
    return _LOOK | {"font.family": ["DejaVu Sans", *fallbacks()]}


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

    with mpl.rc_context(_look()):
        yield Figure(figsize=(width, height))


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


def png(picture: Figure) -> bytes:
    """Return a figure as PNG."""
    import matplotlib as mpl

    sheet = io.BytesIO()
    with mpl.rc_context(_look()):
        picture.savefig(sheet, format="png", dpi=150, metadata={"Software": None})
    return sheet.getvalue()


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

    sheet = io.StringIO()
    with mpl.rc_context(_look()):
        picture.savefig(sheet, format="svg", metadata={"Date": None})
    text = sheet.getvalue()
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text[text.index("<svg") :])
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text)
    text = text.replace("<svg", '<svg style="stroke-linejoin: round"', 1)
    text = re.sub(r"<(metadata|style).*?</\1>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)  # a page may hold several pictures
    text = re.sub(r"<[^>]+>", _shortened, text)
    text = re.sub(r" font-family: [^;\"]*;", "", text)  # the page chooses it
    for colour, name in _NAMES.items():
        text = text.replace(colour, f"var(--mk-{name}, {colour})")
    return re.sub(r"\n\s*", "\n", text)


def _shortened(tag: re.Match[str]) -> str:
    return re.sub(r"-?\d+\.\d+(?:e-\d+)?", _two_decimals, tag[0])  # what is written stays


def _two_decimals(number: re.Match[str]) -> str:
    # Of a point: less than a screen shows, and the same on every machine.
    text = f"{float(number[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def rates(ax: Axes, x: str, y: str) -> Any:
    """Set up axes for two rates from 0 to 1."""
    ax.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), aspect="equal", xlabel=x, ylabel=y)
    ax.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
    ax.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    return ax
