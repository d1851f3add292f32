"""The explorers' pictures: one look, panels, handles, and SVG in the colours of the page."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from ..plots.axes import Axes, bare, legend, text as figure_text, ticks
from ..plots.style import BLUE, GREY, INK, PALE, PAPER, SOFT, VERMILION
from .canvas import Axes as DrawnAxes, Canvas
from .words import has_words, say

_WIDTH = 4.6  # inches, which are 322 pixels on a telephone


def text(name: str, /, **places: Any) -> str:
    """Return words of a picture in the chosen language: its own, or those of the figures."""
    if has_words("picture", name):
        return str(say("picture", name, **places))
    return figure_text(name, **places)


def panels(
    layout: str,
    height: float,
    *,
    width: float = _WIDTH,
    left: float = 0.66,
    right: float = 0.12,
    bottom: float = 0.5,
    top: float = 0.33,
    hspace: float = 0.42,
    wspace: float = 0.38,
    rows: Sequence[float] | None = None,
    columns: Sequence[float] | None = None,
) -> tuple[Any, ...]:
    """Return a figure and its Axes, one for each letter of a mosaic such as "ab;cc".

    The figure is 4.6 inches wide: on a telephone it is shown at about its own size.

    Parameters
    ----------
    layout : str
        The rows of the mosaic, joined by ";"; "." is a place without Axes.
    height, width : float
        Of the figure, in inches.
    left, right, bottom, top : float
        The margins in inches; the default ones hold tick labels, the name of an axis, and a title.
    hspace, wspace : float
        The gaps between rows and between columns, as shares of the mean height and width of Axes.
    rows, columns : sequence of float, optional
        Their heights and widths, relative to one another.
    """
    picture = Canvas(width, height)
    cells = np.array([[*row] for row in layout.split(";")])
    x = _parts(left / width, 1 - right / width, wspace, columns or [1] * cells.shape[1])
    y = _parts(top / height, 1 - bottom / height, hspace, rows or [1] * cells.shape[0])
    for letter in dict.fromkeys(re.sub("[;.]", "", layout)):
        down, across = np.nonzero(cells == letter)
        low = 1 - y[down.max()][1]
        at = x[across.min()][0]
        box = (at, low, x[across.max()][1] - at, 1 - y[down.min()][0] - low)
        picture.axes.append(DrawnAxes(picture, box))
    return picture, *picture.axes


def _parts(
    start: float, end: float, space: float, sizes: Sequence[float]
) -> list[tuple[float, float]]:
    """Return where parts of these sizes begin and end; gaps are shares of their mean."""
    mean = (end - start) / (len(sizes) + space * (len(sizes) - 1))
    lengths = np.array(sizes) * mean * len(sizes) / sum(sizes)
    starts = start + np.cumsum([0, *(lengths[:-1] + space * mean)])
    return [*zip(starts.tolist(), (starts + lengths).tolist(), strict=True)]


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
        corners = [j, j + 1, j + 1, j], [i, i, i + 1, i + 1]
        ax.fill(*corners, faces[i][j], edgecolor=GREY, lw=0.8, clip_on=False)
        ax.text(y=i + 0.42, s=f"{table[i][j]}", fontsize=size, color=inks[i][j], **here)
        ax.text(y=i + 0.83, s=names[i][j], color=GREY, **here)


_COUNTS = (("TP", "FN"), ("FP", "TN"))


def matrix(
    ax: Axes, table: list[list[int]], names: tuple[tuple[str, str], tuple[str, str]] = _COUNTS
) -> None:
    """Draw the confusion matrix of Table 2.1, or costs in its places, positives first."""
    bare(ax).set(xlim=(-0.85, 2), ylim=(2.55, -0.35))
    for i, (sign, colour) in enumerate((("+", BLUE), ("\N{MINUS SIGN}", VERMILION))):
        ax.text(-0.1, i + 0.5, text("true_sign", sign=sign), color=colour, ha="right", va="center")
        ax.text(i + 0.5, -0.17, text("predicted_sign", sign=sign), ha="center", va="center")
    faces = (SOFT[BLUE], PAPER), (SOFT[VERMILION], PAPER)
    two_by_two(ax, table, names, faces, ((INK, INK), (INK, INK)), 17)


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


def still(picture: Canvas, words: str) -> str:
    """Return a picture as HTML that needs nothing else."""
    size = ' style="width: 460px; max-width: 100%"'
    return image(picture.svg(), words, size)


def image(sheet: str, words: str, more: str = "") -> str:
    """Return an SVG as an HTML image, with a font, since no page around it chooses one."""
    sheet = sheet.replace('<svg style="', '<svg style="font-family: sans-serif; ', 1)
    source = f"data:image/svg+xml;base64,{b64encode(sheet.encode()).decode()}"
    return f'<p class="mk-picture"><img src="{source}" alt="{escape(words)}"{more}></p>'
