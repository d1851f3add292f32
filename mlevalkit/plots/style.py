"""One look for all figures: colours that colour-blind readers tell apart, and dashes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NewType

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes
    from matplotlib.figure import Figure as Figure
else:  # matplotlib is optional, and slow to import
    Axes = NewType("Axes", object)
    Figure = NewType("Figure", object)

Style = dict[str, Any]


class DrawsItself:
    """Axes that write themselves, without matplotlib: those of explorers."""

    polygons: Any


# Each has a contrast of at least 3:1 on white; neighbours differ in lightness as well as in hue.
BLUE = "#0072b2"
VERMILION = "#c8500a"
GREEN = "#00795a"
PURPLE = "#9b4f96"
OCHRE = "#8a6d00"
INK = "#1a1a1a"
GREY = "#6b6b6b"
PALE = "#d9d9d9"
PAPER = "#ffffff"
SOFT = {BLUE: "#dcebf7", VERMILION: "#fbe6d9", GREEN: "#dcefe6"}  # for areas behind lines
MID_BLUE = "#b9d7ea"
MID_PURPLE = "#cbb3d6"
MID_GREEN = "#a9d6c4"
MID_OCHRE = "#e3d3a1"
FAINT = "#ececec"
PALETTE = (BLUE, VERMILION, GREEN, PURPLE, OCHRE)
CLASSES = (GREEN, MID_PURPLE, OCHRE, MID_GREEN, PURPLE, MID_OCHRE)  # dark and light in turn
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
# A page's style sheet may define these names (--mk-ink, ...); see svg.py.
NAMES = {
    INK: "ink", "#000000": "ink", GREY: "grey", PALE: "pale", FAINT: "faint", PAPER: "paper",
    BLUE: "blue", VERMILION: "vermilion", GREEN: "green", PURPLE: "purple", OCHRE: "ochre",
    SOFT[BLUE]: "soft-blue", SOFT[VERMILION]: "soft-vermilion", SOFT[GREEN]: "soft-green",
    MID_BLUE: "mid-blue", MID_PURPLE: "mid-purple", MID_GREEN: "mid-green", MID_OCHRE: "mid-ochre",
    "#1f77b4": "blue", "#ff7f0e": "vermilion", "#2ca02c": "green",  # matplotlib's own first three
}  # fmt: skip
SHADE = 0.15  # opacity of shaded areas
DOTTED: Style = {"color": GREY, "linestyle": ":"}  # lines to compare with


def line_style(i: int) -> Style:
    """Return the colour and dash of line number i."""
    round_of_colours = i // len(PALETTE)
    dash = DASHES[(i + round_of_colours) % len(DASHES)]  # the sixth is not the first again
    return {"color": PALETTE[i % len(PALETTE)], "linestyle": dash}
