"""The explorers' pictures: one look, panels, handles, and SVG in the colours of the page."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from .._optional import need
from ..plots import svg as plots_svg
from ..plots.axes import bare, legend, text as figure_text, ticks
from ..plots.fonts import fonts
from ..plots.style import (
    BLUE,
    GREY,
    INK,
    PALE,
    PAPER,
    SOFT_BLUE,
    SOFT_VERMILION,
    VERMILION,
    Axes,
    Figure,
)
from .engine import View
from .words import say

_WIDTH = 4.6  # inches, which are 322 pixels on a telephone
_LEAST = 11.4  # points of text, which are 11 pixels there
_LOOK: Any = {
    "figure.facecolor": PAPER, "text.color": INK, "font.size": _LEAST,
    "axes.facecolor": "none", "axes.edgecolor": GREY, "axes.linewidth": 0.8,
    "axes.labelcolor": INK, "axes.labelsize": _LEAST, "axes.titlecolor": INK,
    "axes.titlesize": _LEAST, "lines.linewidth": 1.4, "patch.linewidth": 0,
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
def panels(
    layout: str,
    height: float,
    *,
    left: float = 0.66,
    right: float = 0.12,
    bottom: float = 0.5,
    top: float = 0.33,
    hspace: float = 0.42,
    wspace: float = 0.38,
    rows: Sequence[float] | None = None,
    columns: Sequence[float] | None = None,
) -> Iterator[tuple[Any, ...]]:
    """Yield a figure and its Axes, one for each letter of a mosaic such as "ab;cc".

    What is drawn inside the block has the explorers' look. The figure is 4.6 inches wide: on a
    telephone it is shown at about its own size. Margins are fixed, because the words of another
    language are put into the finished picture.

    Parameters
    ----------
    layout : str
        The rows of the mosaic, joined by ";".
    height : float
        Of the figure, in inches.
    left, right, bottom, top : float
        The margins in inches; the default ones hold tick labels, the name of an axis, and a title.
    hspace, wspace : float
        The gaps between rows and between columns, as shares of the mean height and width of Axes.
    rows, columns : sequence of float, optional
        Their heights and widths, relative to one another.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    mpl = need("matplotlib")
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    across = {"left": left / _WIDTH, "right": 1 - right / _WIDTH, "wspace": wspace}
    up = {"bottom": bottom / height, "top": 1 - top / height, "hspace": hspace}
    sizes: Any = {"height_ratios": rows, "width_ratios": columns, "gridspec_kw": across | up}
    with mpl.rc_context(_look()):
        picture = Figure(figsize=(_WIDTH, height))
        yield picture, *picture.subplot_mosaic(layout, **sizes).values()
        for words in picture.findobj(Text):
            words.set_fontsize(max(words.get_fontsize(), _LEAST))


# -- parts of a picture -----------------------------------------------------------------------


def course(ax: Axes, x: Any, y: Any, at: int, **line: Any) -> None:
    """Draw a curve, and a larger mark where the setting, number `at` of x, is on it."""
    ax.plot(x, y, **line)
    ax.plot(x[at], y[at], line.get("marker", "o"), color=line["color"], markersize=8)


def legend_at(ax: Axes, place: str, at: tuple[float, float], columns: int, **options: Any) -> None:
    """Put a legend on one line, with its corner `place` at a point of the axes."""
    compact = {"fontsize": 9, "borderpad": 0, "handlelength": 1.6, "columnspacing": 1}
    legend(ax, place, bbox_to_anchor=at, ncols=columns, **(compact | options))


def shares_rejected(ax: Axes, tests: Sequence[str], alpha: float) -> None:
    """Set up a row for each test, for how often it rejects; a dotted line is at its level."""
    ax.axvline(alpha, color=GREY, linestyle=":", linewidth=1.2)
    ax.set(xlim=(0, 1.02), ylim=(len(tests) - 0.5, -0.5), xlabel=text("share_rejected"))
    ticks(ax, (0, 0.25, 0.5, 0.75, 1), dict(enumerate(tests)))
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=PALE, linewidth=0.6)


def kinds_of_cells(ax: Axes, faces: dict[str, str], y: float, step: float) -> None:
    """Draw a square and a word for each kind of cell, above the axes."""
    for i, (name, face) in enumerate(faces.items()):
        ax.plot(i * step, y, "s", color=face, markersize=9, transform=ax.transAxes, clip_on=False)
        ax.text(i * step + 0.04, y, text(name), transform=ax.transAxes, va="center_baseline")


def two_by_two(ax: Axes, table: Any, names: Any, faces: Any, inks: Any, size: float) -> None:
    """Draw the four counts of a table, each with its name below it."""
    for i, j in np.ndindex(2, 2):
        here: Any = {"x": j + 0.5, "ha": "center", "va": "center"}
        ax.fill(
            [j, j + 1, j + 1, j],
            [i, i, i + 1, i + 1],
            faces[i][j],
            edgecolor=GREY,
            lw=0.8,
            clip_on=False,
        )
        ax.text(y=i + 0.42, s=f"{table[i][j]}", fontsize=size, color=inks[i][j], **here)
        ax.text(y=i + 0.83, s=names[i][j], color=GREY, **here)


def matrix(ax: Axes, table: list[list[int]]) -> None:
    """Draw the confusion matrix of Table 2.1, positives first."""
    bare(ax).set(xlim=(-0.85, 2), ylim=(2.55, -0.35))
    for i, (sign, colour) in enumerate((("+", BLUE), ("\N{MINUS SIGN}", VERMILION))):
        ax.text(-0.1, i + 0.5, text("true_sign", sign=sign), color=colour, ha="right", va="center")
        ax.text(i + 0.5, -0.17, text("predicted_sign", sign=sign), ha="center", va="center")
    faces = (SOFT_BLUE, PAPER), (SOFT_VERMILION, PAPER)
    two_by_two(ax, table, (("TP", "FN"), ("FP", "TN")), faces, ((INK, INK), (INK, INK)), 17)


# -- handles -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Handle:
    """A part of the picture that stands for the value of a parameter.

    Parameters
    ----------
    parameter : str
        The parameter that it sets.
    along : {"x", "y", "xy"}
        Whether it moves to the side, up and down, or from point to point.
    ax : matplotlib Axes
        Where it lies.
    place : callable
        From a value to where the handle lies then, in data: a number, or (x, y) for "xy".
    within : tuple of float, optional
        The part (x0, y0, x1, y1) of the axes that it lies in, in data; all of it by default.
    """

    parameter: str
    along: str
    ax: Axes
    place: Callable[[Any], float | tuple[float, float]]
    within: tuple[float, float, float, float] | None = None


# -- SVG ---------------------------------------------------------------------------------------


def still(view: View) -> str:
    """Return the picture of a view as HTML that needs nothing else."""
    size = ' style="width: 460px; max-width: 100%"'
    return image(svg(view.figure), str(view.alt), size)


def image(sheet: str, words: str, more: str = "") -> str:
    """Return an SVG as an HTML image, with a font, since no page around it chooses one."""
    sheet = sheet.replace('<svg style="', '<svg style="font-family: sans-serif; ', 1)
    source = f"data:image/svg+xml;base64,{b64encode(sheet.encode()).decode()}"
    return f'<p class="mk-picture"><img src="{source}" alt="{escape(words)}"{more}></p>'


_MADE: WeakKeyDictionary[Figure, str] = WeakKeyDictionary()  # as long as the figure is needed


def svg(picture: Figure) -> str:
    """Return a figure as an SVG element that fills the width it is given."""
    if picture not in _MADE:
        _MADE[picture] = _svg(picture)
    return _MADE[picture]


def _svg(picture: Figure) -> str:
    import matplotlib as mpl

    with mpl.rc_context(_look()):
        sheet = plots_svg.svg(picture)
    sheet = re.sub(r' (?:width|height)="[^"]*"', "", sheet, count=2)  # those of the whole
    return plots_svg.in_page_colours(sheet)
