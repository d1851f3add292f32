"""Axes that are written as SVG in milliseconds: what explorers use of matplotlib's, by its names.

Drawing on `Axes` only notes what is drawn; `Canvas.svg` writes it. Places in the picture are in
points from its top left.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import Any
from unicodedata import combining, east_asian_width
from zlib import crc32

import numpy as np

from .._validation import Array, ArrayLike, Floats
from ..plots.style import GREY, INK, NAMES, PAPER, DrawsItself

LEAST = 11.4  # points of text, which are 11 pixels on a telephone
_TICK = 3.5  # how long a tick is, and how far from it its number
_GAP = 4.0  # between numbers and the name of an axis
_TITLE = 6.0  # between axes and title

Look = dict[str, Any]
Shares = tuple[bool, bool]  # whether x and y are shares of the axes, and no data
_DATA: Shares = (False, False)
_ALL: Shares = (True, True)


# -- lines, marks and areas -------------------------------------------------------------------

_HEAD = '<svg style="stroke-linejoin: round" xmlns="http://www.w3.org/2000/svg"'
_KEY = "\0"  # stands for what makes the ids of a picture its own
_FULL = {"lw": "linewidth", "mfc": "markerfacecolor", "mew": "markeredgewidth"}
_KNOWN = {
    "alpha", "clip_on", "color", "drawstyle", "edgecolor", "facecolor", "hatch", "label",
    "linestyle", "linewidth", "marker", "markeredgecolor", "markeredgewidth", "markerfacecolor",
    "markersize", "solid_capstyle", "step", "zorder",
}  # fmt: skip
_DASHES = {"--": (3.7, 1.6), "-.": (6.4, 1.6, 1, 1.6), ":": (1, 1.65)}  # in widths of the line
_BELOW = {"ha": "center", "va": "top"}
_BEFORE = {"ha": "right", "va": "center_baseline"}
_EDGE: Look = {"linestyle": "-", "color": GREY, "linewidth": 0.8}
_MARKS = {  # {r} is half their size, {d} all of it, {q} half the diagonal of a square
    "o": "m-{r:g} 0a{r:g} {r:g} 0 1 0 {d:g} 0a{r:g} {r:g} 0 1 0-{d:g} 0z",
    "s": "m-{r:g}-{r:g}h{d:g}v{d:g}h-{d:g}z",
    "D": "m0-{q:g}l{q:g} {q:g}l-{q:g} {q:g}l-{q:g}-{q:g}z",
    "^": "m0-{r:g}l{r:g} {d:g}h-{d:g}z",
    ">": "m{r:g} 0l-{d:g} {r:g}v-{d:g}z",
    "<": "m-{r:g} 0l{d:g} {r:g}v-{d:g}z",
    "|": "m0-{r:g}v{d:g}",
    "_": "m-{r:g} 0h{d:g}",
}


def _tenths(x: ArrayLike, y: ArrayLike) -> list[tuple[float, float]]:
    """Return points in whole tenths; NaN stays."""
    places = np.rint(10 * np.transpose(np.asarray([x, y], dtype=float)).clip(-1e5, 1e5))
    points: list[tuple[float, float]] = (places + 0.0).tolist()  # -0 is 0
    return points


def _path(x: ArrayLike, y: ArrayLike, end: str = "") -> str:
    """Return a path through points, step by step; one that is no number interrupts it."""
    steps = []
    last = None
    for px, py in _tenths(x, y):
        if px != px or py != py:
            last = None
            continue
        if last is None:
            steps.append(f"M{px / 10:g} {py / 10:g}")
        elif (px, py) != last:
            steps.append(f"l{(px - last[0]) / 10:g} {(py - last[1]) / 10:g}")
        last = px, py
    return "".join([*steps, end]) if len(steps) > 1 else ""


@cache
def _css(colour: Any) -> str:
    """Return a colour for a style sheet: that of the page, if the page has one by its name."""
    colour = PAPER if colour == "white" else colour
    return f"var(--mk-{NAMES[colour]}, {colour})" if colour in NAMES else colour


def _look(options: Mapping[str, Any], form: str = "") -> Look:
    """Return options with their full names and usual values; `form` is such as "o--"."""
    marker = form[:1] if form[:1] in _MARKS else ""
    dash = form[len(marker) :].strip() or ("" if form else "-")
    look = {"marker": marker, "linestyle": dash, "color": INK}
    for name, value in options.items():
        if value is not None:
            look[_FULL.get(name, name)] = value
    if unknown := look.keys() - _KNOWN:
        raise TypeError(f"the canvas of explorers knows no option {', '.join(sorted(unknown))}")
    return look


def _stroke(x: ArrayLike, y: ArrayLike, look: Look) -> str:
    """Write a line through points of the picture."""
    width = look.get("linewidth", 1.4)
    style = f"fill: none; stroke: {_css(look['color'])}; stroke-width: {width:g}"
    if dashes := _DASHES.get(look["linestyle"]):
        style += f"; stroke-dasharray: {','.join([f'{part * width:.4g}' for part in dashes])}"
    elif look.get("solid_capstyle") != "butt":
        style += "; stroke-linecap: square"
    if "alpha" in look:
        style += f"; stroke-opacity: {look['alpha']}"
    steps = look["linestyle"] and _path(x, y)
    return f'<path d="{steps}" style="{style}"/>' if steps else ""


def _strokes(lines: Sequence[tuple[float, float, float, float]], look: Look) -> str:
    """Write lines from x0 to x1 and from y0 to y1 as one path."""
    ends = np.insert(np.reshape(lines, (-1, 4)), (2, 4), math.nan, axis=1)
    return _stroke(ends[:, :3].ravel(), ends[:, 3:].ravel(), look)


def _marks(x: ArrayLike, y: ArrayLike, look: Look) -> str:
    """Write a mark at each of these points."""
    if not look["marker"]:
        return ""
    half = round(5 * look.get("markersize", 6)) / 10
    mark = _MARKS[look["marker"]].format(r=half, d=2 * half, q=round(14 * half) / 10)
    face = _css(look.get("markerfacecolor", look["color"]))
    edge = _css(look.get("markeredgecolor", look["color"]))
    width = look.get("markeredgewidth", 1)
    opacity = look.get("alpha", 1)
    style = f"fill: {face}; stroke: {edge}; stroke-width: {width:g}; opacity: {opacity}"
    known = [(px / 10, py / 10) for px, py in _tenths(x, y) if px == px and py == py]
    marks = [f'<path d="M{px:g} {py:g}{mark}"/>' for px, py in known]
    return f'<g style="{style}">{"".join(marks)}</g>'


def _area(shapes: Iterable[tuple[ArrayLike, ArrayLike]], look: Look) -> str:
    """Write filled shapes as one path."""
    steps = "".join(_path(x, y, "z") for x, y in shapes)
    colour: Any = look.get("facecolor", look["color"])
    fill = f"url(#{_KEY}{colour[1:]})" if "hatch" in look else _css(colour)
    style = f"fill: {fill}; fill-opacity: {look.get('alpha', 1)}"
    if width := look.get("linewidth", 0):
        edge = _css(look.get("edgecolor", "none"))
        style += f"; stroke: {edge}; stroke-width: {width:g}; stroke-linejoin: miter"
    return f'<path d="{steps}" style="{style}"/>' if steps else ""


def _pattern(colour: str) -> str:
    """Return strokes of paper over a colour, for shapes that are hatched."""
    return (
        f'<pattern id="{_KEY}{colour[1:]}" width="4" height="4" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate(45)"><path d="M0 0h4v4h-4z" style="fill: {_css(colour)}"/>'
        f'<path d="M.5 0v4" style="stroke: {_css(PAPER)}"/></pattern>'
    )


def _rectangle(left: float, right: float, low: float, high: float) -> tuple[ArrayLike, ArrayLike]:
    """Return the corners of a rectangle."""
    return [left, right, right, left], [low, low, high, high]


def _mid_steps(x: Array, y: Array) -> tuple[Array, Array]:
    """Return the corners of steps whose middles are at x."""
    middles = (x[1:] + x[:-1]) / 2
    return np.concatenate([x[:1], middles.repeat(2), x[-1:]]), y.repeat(2)


# -- words ------------------------------------------------------------------------------------

# of the size of letters
_ASCENT = 0.76
_DESCENT = 0.21
_LINE = 1.2
_HUNDREDTHS = {  # how wide letters of DejaVu Sans are, which is a wide font
    28: "ijl'", 30: "IJ", 32: " ,.·", 34: "/:;\\|f", 37: "-", 39: "()[]t", 41: "!²r", 46: '"',
    50: "*_`°", 52: "sz", 55: "c?ε", 56: "Lν", 58: "Fkχvxyγ", 60: "PπτTYaoδ", 66: "Kαφ", 68: "AVΔ",
    69: "BRXZC", 74: "UHN", 78: "DG&OQ", 83: "w#+<=>^~×≤≥≈ω±M\N{MINUS SIGN}", 96: "%mW@",
}  # fmt: skip
_WIDTHS = {letter: n / 100 for n, letters in _HUNDREDTHS.items() for letter in letters}
_SIGNS = {r"\alpha": "α", r"\pi": "π", "-": "\N{MINUS SIGN}"}  # of formulas
_OVERLINED = r'<tspan style="text-decoration: overline">\1</tspan>'


@lru_cache(maxsize=1000)  # tick labels come again and again
def width_of(words: str, size: float = LEAST) -> float:
    """Return about how wide a line is, in points; Chinese letters are as wide as they are high."""
    ems = 0.0
    for letter in words:
        usual = 1.0 if east_asian_width(letter) in "WF" else 0.64
        ems += 0.0 if combining(letter) else _WIDTHS.get(letter, usual)
    return ems * size


@lru_cache(maxsize=1000)
def _letters(words: str) -> str:
    """Return words as SVG has them: formulas between dollar signs, and lines over letters."""
    text = re.sub(r"\$([^$]*)\$", lambda found: _formula(found[1]), escape(words, quote=False))
    # most fonts misplace the macron
    return re.sub("(.)\N{COMBINING MACRON}", _OVERLINED, text)


def _formula(text: str) -> str:
    """Return a formula with its signs, and an index or a power at its end."""
    for name, sign in _SIGNS.items():
        text = text.replace(name, sign)
    shift = {"_": 0.25, "^": -0.5}.get(text[-2:-1])
    small = f'<tspan dy="{shift}em" style="font-size: 70%">{text[-1:]}</tspan>'
    return text[:-2] + small if shift else text


def _words(x: float, y: float, words: str, look: Look, *, turned: bool = False) -> str:
    """Write words at a point of the picture, those of several lines one below the other."""
    size = max(look.get("fontsize", LEAST), LEAST)
    lines = words.split("\n")
    more = _LINE * (len(lines) - 1)
    down = {
        "top": _ASCENT,
        "bottom": -_DESCENT - more,
        "center": (_ASCENT - _DESCENT - more) / 2,
        "center_baseline": (_ASCENT - more) / 2,
    }.get(look.get("va", ""), 0.0)
    weight = 700 if look.get("fontweight") == "bold" else 400
    anchor = {"center": "middle", "right": "end"}.get(look.get("ha", ""), "start")
    colour = _css(look.get("color", INK))
    style = f"font-weight: {weight}; font-size: {size:g}px; text-anchor: {anchor}; fill: {colour}"
    written = ""
    for i, line in enumerate(lines if words else []):
        lower = size * (down + _LINE * i)
        px = round(10 * (x + lower if turned else x)) / 10
        py = round(10 * (y if turned else y + lower)) / 10
        turn = f' transform="rotate(-90 {px:g} {py:g})"' if turned else ""
        written += f'<text style="{style}" x="{px:g}" y="{py:g}"{turn}>{_letters(line)}</text>'
    return written


# -- an axis ----------------------------------------------------------------------------------


def _round_places(low: float, high: float, most: int, locator: Mapping[str, Any]) -> Floats:
    """Return round numbers from low to high, in at most so many steps, but two at least."""
    scale = 10.0 ** math.floor(math.log10((high - low) / most))
    sizes = [scale * by * step for by in (0.1, 1, 10) for step in locator["steps"]]
    if locator["integer"] and math.floor(high) > math.ceil(low):
        sizes = [max(1.0, size) for size in sizes if size < 1 or size == round(size)]
    too_small = sum([size * most < (high - low) * (1 - 1e-9) for size in sizes])
    for size in sizes[too_small::-1]:
        first = math.ceil(low / size - 1e-9)
        places = np.asarray(size * np.arange(first, math.floor(high / size + 1e-9) + 1.0))
        if len(places) > 1:
            return places
    return np.array([low, high])


def _numbers(places: Iterable[float]) -> list[str]:
    """Return numbers with as many decimals as they need, the same for all."""
    values = np.array([*places], dtype=float)
    near = 1e-4 * (np.ptp(values) if len(values) > 1 else 1)
    for decimals in range(6):
        if (abs(values.round(decimals) - values) <= near).all() and (abs(values) < 1e7).all():
            return [f"{v:.{decimals}f}".replace("-", "\N{MINUS SIGN}") for v in values]
    return [f"{v:.4g}" for v in values]


class Axis:
    """The horizontal or the vertical axis: its limits, its scale, its ticks and its name."""

    def __init__(self, apart: float) -> None:
        self._apart = apart  # how far ticks are apart at least, in sizes of their numbers
        self._given: list[Any] = [None, None]
        self.seen: list[ArrayLike] = []  # what the limits hold, where they are not set
        self._ticks: tuple[list[float], list[str]] | None = None
        self._is_log = False
        self._label = ""
        self.font: Look = {}
        self.length = _TICK
        self.marks: list[tuple[float, str]] = []  # its ticks, once it lies in the picture
        self.size = LEAST
        self.locator: dict[str, Any] = {"nbins": 0, "steps": (1, 2, 2.5, 5, 10), "integer": False}
        self.grid: Look | None = None
        self.start = 0.0  # where it lies in the picture: see `fix`
        self.end = 1.0
        self._low = 0.0
        self._high = 1.0

    def _scaled(self, values: ArrayLike) -> Floats:
        array = np.asarray(values, dtype=float)
        if not self._is_log:
            return array
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.log10(array))

    def get_lim(self) -> tuple[float, float]:
        """Return the ends: those that were set, or with a little air around what is drawn."""
        if None not in self._given:
            return self._given[0], self._given[1]
        seen = np.concatenate([[], *[np.ravel(values) for values in self.seen]])
        known = seen[np.isfinite(seen)] if np.isfinite(seen).any() else np.array([0.0, 1.0])
        low, high = self._scaled([known.min(), known.max()]).tolist()
        air = 0.05 * (high - low) or 0.055 * (abs(low) or 1)
        around = [10**end if self._is_log else end for end in (low - air, high + air)]
        pairs = zip(self._given, around, strict=True)
        return tuple([usual if given is None else given for given, usual in pairs])

    def set_lim(self, first: Any = None, last: Any = None) -> None:
        """Set both ends, or one of them."""
        ends = first if np.iterable(first) else (first, last)
        pairs = zip(self._given, ends, strict=True)
        self._given = [old if new is None else new for old, new in pairs]

    def set_scale(self, scale: str) -> None:
        """Make it linear or, if "log", logarithmic."""
        self._is_log = scale == "log"

    def get_label(self) -> str:
        """Return its name."""
        return self._label

    def set_label(self, label: str) -> None:
        """Give it a name."""
        self._label = label

    def set_ticks(self, places: Any, names: Any = None, **font: Any) -> None:
        """Put ticks here, with these names or with their numbers."""
        fixed = [*places]
        self._ticks = (fixed, _numbers(fixed) if names is None else [*map(str, names)])
        self.font = font

    def fix(self, start: float, end: float) -> None:
        """Lay it from here to there in the picture."""
        self.start = start
        self.end = end
        self._low, self._high = self._scaled(self.get_lim())

    def points(self, values: ArrayLike, are_shares: bool = False) -> Floats:
        """Return where values lie in the picture."""
        shares = np.asarray(values, dtype=float)
        if not are_shares:
            scaled = self._scaled(shares) if self._is_log else shares
            shares = (scaled - self._low) / (self._high - self._low)
        return np.asarray(self.start + (self.end - self.start) * shares)

    def ticks(self) -> list[tuple[float, str]]:
        """Return where the ticks lie in the picture, and their names."""
        low, high = sorted(self.get_lim())
        if self._ticks is None:
            room = abs(self.end - self.start) / (self._apart * self.size)
            most = self.locator["nbins"] or min(9, max(1, int(room)))
            places = _round_places(low, high, most, self.locator).tolist()
            names = _numbers(places)
        else:
            places, names = self._ticks
        near = 1e-9 * (high - low)
        all_ticks = zip(places, self.points(places).tolist(), names, strict=True)
        return [(p, name) for v, p, name in all_ticks if low - near <= v <= high + near]


# -- axes -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawn:
    """What has been drawn, as a legend shows it."""

    look: Look
    kind: str = "line"  # or "area", or "bars"

    def get_label(self) -> str:
        """Return its name."""
        return str(self.look.get("label") or "_")

    def sample(self, x: float, y: float, wide: float, high: float) -> str:
        """Write a small piece of it, with its lower left corner here."""
        if self.kind != "line":
            return _area([_rectangle(x, x + wide, y, y - high)], self.look)
        middle = y - high / 2
        line = _stroke([x, x + wide], [middle, middle], self.look)
        return line + _marks([x + wide / 2], [middle], self.look)


class Spine:
    """An edge of axes, left or bottom; at the top and right there is none."""

    visible = True

    def set_visible(self, visible: bool) -> None:
        """Show it or not."""
        self.visible = visible


class Axes(DrawsItself):
    """What explorers use of matplotlib's Axes, by the same names and with the same defaults."""

    transAxes = _ALL  # noqa: N815

    def __init__(self, figure: Canvas, box: Sequence[float]) -> None:
        self.figure = figure
        self.xaxis = Axis(3)
        self.yaxis = Axis(2)
        self.spines = {"left": Spine(), "bottom": Spine()}
        self._both = (self.xaxis, self.yaxis)
        self._box = box  # left, bottom, width and height, as shares of the figure
        self._is_square = False
        self._parts: list[tuple[float, bool, Callable[[], str]]]
        self._parts = [(0.5, False, self._grid), (2.5, False, self._frame)]
        self._drawn: list[Drawn] = []

    def __getattr__(self, name: str) -> Any:
        """Find ``set_xlim``, ``get_ylabel`` and the like at the axis that they are about."""
        found = re.fullmatch("([gs]et)_([xy])(lim|label|scale|ticks)", name)
        if not found:
            raise AttributeError(f"the canvas of explorers has no {name}")
        return getattr(self.xaxis if found[2] == "x" else self.yaxis, f"{found[1]}_{found[3]}")

    def set(self, **values: Any) -> Axes:
        """Set what the names say: ``set(xlim=(0, 1), ylabel="error")``."""
        for name, value in values.items():
            getattr(self, f"set_{name}")(value)
        return self

    def set_aspect(self, aspect: str) -> None:
        """Make a unit as long across as it is up, if "equal"."""
        self._is_square = aspect == "equal"

    def axis(self, visible: str) -> None:
        """Take edges, ticks and names away: ``axis("off")``."""
        self.spines.clear()
        self.set(xticks=[], yticks=[], xlabel="", ylabel="")

    def _axes(self, name: str) -> Sequence[Axis]:
        return {"x": self._both[:1], "y": self._both[1:]}.get(name, self._both)

    def tick_params(self, axis: str = "both", **look: Any) -> None:
        """Set the length of ticks, and the font size that limits how many there are."""
        for each in self._axes(axis):
            each.length = look.get("length", each.length)
            each.size = look.get("labelsize", each.size)

    def locator_params(self, axis: str = "both", **options: Any) -> None:
        """Choose among which numbers ticks are, as matplotlib's MaxNLocator does."""
        for each in self._axes(axis):
            each.locator |= options

    def grid(self, axis: str = "both", **look: Any) -> None:
        """Draw a line at each tick."""
        for each in self._axes(axis):
            each.grid = _look(look)

    # -- what is drawn

    def points(self, x: ArrayLike, y: ArrayLike, shares: Shares = _DATA) -> tuple[Floats, Floats]:
        """Return where places of the axes lie in the picture."""
        return self.xaxis.points(x, shares[0]), self.yaxis.points(y, shares[1])

    def _note(self, drawn: Drawn, usual: float, write: Callable[[], str]) -> Drawn:
        look = drawn.look
        self._parts.append((look.get("zorder", usual), look.get("clip_on", True), write))
        self._drawn.append(drawn)
        return drawn

    def _see(self, x: ArrayLike, y: ArrayLike, shares: Shares) -> None:
        for axis, values, are_shares in zip(self._both, (x, y), shares, strict=True):
            if not are_shares:
                axis.seen.append(values)

    def _line(self, x: ArrayLike, y: ArrayLike, look: Look, shares: Shares = _DATA) -> Drawn:
        self._see(x, y, shares)

        def write() -> str:
            px, py = self.points(x, y, shares)
            marks = _marks(px, py, look)
            if look.get("drawstyle") == "steps-post":
                px = px.repeat(2)[1:]
                py = py.repeat(2)[:-1]
            return _stroke(px, py, look) + marks

        return self._note(Drawn(look), 2, write)

    def _shapes(self, shapes: Any, look: Look, shares: Shares = _DATA, kind: str = "area") -> Drawn:
        for x, y in shapes:
            self._see(x, y, shares)

        def write() -> str:
            return _area((self.points(x, y, shares) for x, y in shapes), look)

        return self._note(Drawn(look, kind), 1, write)

    def plot(self, *data: Any, transform: Shares = _DATA, **options: Any) -> list[Drawn]:
        """Draw a line, or marks, through points; of two-dimensional data, one for each column."""
        first, second, form = data if isinstance(data[-1], str) else (*data, "")
        x = np.array(first, dtype=float, ndmin=1)
        y = np.array(second, dtype=float, ndmin=1)
        if x.ndim + y.ndim > 2:
            pair = np.broadcast_arrays(x.T, y.T)
            x, y = (np.pad(e, ((0, 0), (0, 1)), constant_values=np.nan).ravel() for e in pair)
        return [self._line(x, y, _look(options, form), transform)]

    def step(self, x: Array, y: Array, where: str, **options: Any) -> list[Drawn]:
        """Draw steps whose middles are at x."""
        return self.plot(*_mid_steps(x, y), **options)

    def vlines(self, x: Any, low: Any, high: Any, **options: Any) -> list[Drawn]:
        """Draw lines up."""
        x, low, high = np.broadcast_arrays(np.atleast_1d(x), low, high)
        return self.plot([x, x], [low, high], **options)

    def hlines(self, y: Any, left: Any, right: Any, **options: Any) -> list[Drawn]:
        """Draw lines across."""
        y, left, right = np.broadcast_arrays(np.atleast_1d(y), left, right)
        return self.plot([left, right], [y, y], **options)

    def axvline(self, x: float, ymin: float = 0, ymax: float = 1, **options: Any) -> Drawn:
        """Draw a line up through the axes."""
        return self._line([x, x], [ymin, ymax], _look(options), (False, True))

    def axhline(self, y: float, xmin: float = 0, xmax: float = 1, **options: Any) -> Drawn:
        """Draw a line across the axes."""
        return self._line([xmin, xmax], [y, y], _look(options), (True, False))

    def axvspan(self, left: float, right: float, **options: Any) -> Drawn:
        """Fill the axes from left to right."""
        return self._shapes([_rectangle(left, right, 0, 1)], _look(options), (False, True))

    def axhspan(self, low: float, high: float, **options: Any) -> Drawn:
        """Fill the axes from low to high."""
        return self._shapes([_rectangle(0, 1, low, high)], _look(options), (True, False))

    def fill(self, x: Any, y: Any, color: str, **options: Any) -> Drawn:
        """Fill the shape with these corners."""
        return self._shapes([(x, y)], _look({**options, "color": color}))

    def polygons(self, corners: ArrayLike, **options: Any) -> Drawn:
        """Fill shapes: `corners` has the shape (shapes, corners, 2)."""
        return self._shapes([np.transpose(shape) for shape in np.asarray(corners)], _look(options))

    def fill_between(self, x: Any, y1: Any, y2: Any = 0, where: Any = True, **look: Any) -> Drawn:
        """Fill what is between two curves."""
        columns = np.stack(np.broadcast_arrays(x, y1, y2), axis=1).astype(float)
        is_filled = np.broadcast_to(where, len(columns))
        shapes = []
        for key, run in groupby(range(len(columns)), key=is_filled.__getitem__):
            across, upper, lower = columns[[*run]].T
            if "step" in look:
                _, upper = _mid_steps(across, upper)
                across, lower = _mid_steps(across, lower)
            there_and_back = np.append(across, across[::-1]), np.append(upper, lower[::-1])
            shapes += [there_and_back] if key else []
        return self._shapes(shapes, _look(look))

    def bar(self, x: Any, height: Any, width: float = 0.8, **look: Any) -> Drawn:
        """Draw bars up from 0, each in its colour."""
        x, height = np.broadcast_arrays(np.atleast_1d(x), height)
        pairs = zip(x - width / 2, height, strict=True)
        return self._bars([_rectangle(a, a + width, 0, h) for a, h in pairs], **look)

    def barh(self, y: Any, width: Any, height: Any = 0.8, left: Any = 0, **look: Any) -> Drawn:
        """Draw bars across from the left, each in its colour."""
        rows = zip(*np.broadcast_arrays(y, width, height, left), strict=True)
        boxes = [_rectangle(a, a + w, at - h / 2, at + h / 2) for at, w, h, a in rows]
        return self._bars(boxes, **look)

    def _bars(self, boxes: list[Any], color: Any = INK, **options: Any) -> Drawn:
        colours = [color] * len(boxes) if isinstance(color, str) else color
        drawn = Drawn(_look({**options, "color": color}), "bars")
        for colour in dict.fromkeys(colours):
            shapes = [box for box, own in zip(boxes, colours, strict=True) if own == colour]
            drawn = self._shapes(shapes, _look({**options, "color": colour}), kind="bars")
        return drawn

    def text(self, x: float, y: float, s: str, transform: Shares = _DATA, **look: Any) -> None:
        """Write words at a place."""

        def write() -> str:
            px, py = self.points(x, y, transform)
            return _words(float(px), float(py) - look.get("lift", 0), s, look)

        self._parts.append((look.get("zorder", 3), False, write))

    def set_title(self, s: str, loc: str = "center", x: float | None = None, **look: Any) -> None:
        """Write words above the axes."""
        at = {"left": 0.0, "center": 0.5, "right": 1.0}[loc] if x is None else x
        self.text(at, 1, s, _ALL, **{"ha": loc, "lift": _TITLE, "zorder": 6, **look})

    # -- legend

    def get_legend_handles_labels(self) -> tuple[list[Drawn], list[str]]:
        """Return what has a name, and the names; bars come last, as in matplotlib."""
        named = [drawn for drawn in self._drawn if not drawn.get_label().startswith("_")]
        named.sort(key=lambda drawn: drawn.kind == "bars")
        return named, [drawn.get_label() for drawn in named]

    def legend(self, handles: Sequence[Drawn] | None = None, **options: Any) -> None:
        """Show what has a name, with its name."""
        shown = [*(self.get_legend_handles_labels()[0] if handles is None else handles)]
        self._parts.append((5, False, lambda: self._legend(shown, **options)))

    def _legend(
        self, handles: list[Drawn], *, loc: str, bbox_to_anchor: Any = None, ncols: int = 1,
        fontsize: float = 10, handlelength: float = 2, handletextpad: float = 0.8,
        columnspacing: float = 2, borderpad: float = 0.4, labelcolor: str = INK, **_: Any,
    ) -> str:  # fmt: skip
        """Write a legend; lengths are in sizes of its letters, as in matplotlib."""
        em = fontsize
        columns = np.array_split(np.array(handles, dtype=object), min(ncols, len(handles)))
        beside = (handlelength + handletextpad) * em
        widths = [beside + max(width_of(each.get_label()) for each in column) for column in columns]
        line = (_ASCENT + _DESCENT) * LEAST + em / 2
        wide = sum(widths) + (columnspacing * (len(widths) - 1) + 2 * borderpad) * em
        high = line * len(columns[0]) + (2 * borderpad - 0.5) * em
        x, y = self._corner(loc, bbox_to_anchor, wide, high, em / 2)
        x += borderpad * em
        written = ""
        for column, width in zip(columns, widths, strict=True):
            for i, each in enumerate(column):
                base = y + borderpad * em + i * line + _ASCENT * LEAST
                colour = each.look["color"] if labelcolor == "linecolor" else labelcolor
                written += each.sample(x, base, handlelength * em, 0.7 * em)
                written += _words(x + beside, base, each.get_label(), {"color": colour})
            x += width + columnspacing * em
        return written

    def _corner(self, loc: str, anchor: Any, wide: float, high: float, air: float) -> Any:
        """Return the top left of a legend of this size whose corner `loc` is at a place."""
        up, _, across = loc.partition(" ")
        at = {"left": 0.0, "lower": 0.0, "center": 0.5}
        shares = anchor or (at.get(across, 1.0), at.get(up, 1.0))
        x, y = map(float, self.points(shares[0], shares[1], _ALL))
        x -= {"left": -air, "center": wide / 2}.get(across, wide + air)
        y -= {"upper": -air, "center": high / 2}.get(up, high + air)
        return x, y

    # -- in the picture

    def fix(self) -> None:
        """Lay the axes into the picture as it is now."""
        left, bottom, width, height = self._box
        wide = width * self.figure.width
        high = height * self.figure.height
        x = left * self.figure.width + wide / 2
        y = (1 - bottom) * self.figure.height - high / 2
        if self._is_square:
            across, up = (abs(np.ptp(axis.get_lim())) for axis in self._both)
            unit = min(wide / across, high / up)
            wide = unit * across
            high = unit * up
        self.xaxis.fix(x - wide / 2, x + wide / 2)
        self.yaxis.fix(y + high / 2, y - high / 2)

    def write(self, clip: str) -> str:
        """Write all that was drawn; what is cut off at the edges is in groups with this clip."""
        self.fix()
        for axis in self._both:
            axis.marks = axis.ticks()
        parts = sorted(self._parts, key=itemgetter(0))
        written = ""
        for is_cut, group in groupby(parts, key=itemgetter(1)):
            inside = "".join([write() for _, _, write in group])
            written += f'<g clip-path="url(#{clip})">{inside}</g>' if is_cut and inside else inside
        return written

    def _grid(self) -> str:
        x, y = self._both
        written = ""
        if x.grid:
            written += _strokes([(at, at, y.start, y.end) for at, _ in x.marks], x.grid)
        if y.grid:
            written += _strokes([(x.start, x.end, at, at) for at, _ in y.marks], y.grid)
        return written

    def _frame(self) -> str:
        """Write the edges, the ticks, and the names of ticks and axes."""
        x, y = self._both
        ends = {"left": (x.start, y.end), "bottom": (x.end, y.start)}
        seen = [ends[name] for name, edge in self.spines.items() if edge.visible]
        lines = [(x.start, right, y.start, top) for right, top in seen]
        lines += [(at, at, y.start, y.start + x.length) for at, _ in x.marks if x.length]
        lines += [(x.start, x.start - y.length, at, at) for at, _ in y.marks if y.length]
        below = y.start + x.length + _TICK
        before = x.start - y.length - _TICK
        parts = [_strokes(lines, _EDGE)]
        parts += [_words(at, below, name, {**_BELOW, **x.font}) for at, name in x.marks]
        parts += [_words(before, at, name, {**_BEFORE, **y.font}) for at, name in y.marks]
        below += _GAP + ((_ASCENT + _DESCENT) * LEAST if x.marks else 0)
        parts.append(_words((x.start + x.end) / 2, below, x.get_label(), _BELOW))
        lines_of_names = [line for _, name in y.marks for line in name.split("\n")]
        before -= _GAP + _DESCENT * LEAST + max(map(width_of, lines_of_names), default=0)
        look = {"ha": "center"}
        parts.append(_words(before, (y.start + y.end) / 2, y.get_label(), look, turned=True))
        return "".join(parts)


class Canvas:
    """A picture with axes in it, in place of matplotlib's Figure.

    Parameters
    ----------
    width, height : float
        In inches.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width = 72 * width
        self.height = 72 * height
        self.axes: list[Axes] = []

    def svg(self) -> str:
        """Write it as an SVG element that fills the width it is given; its ids are its own."""
        paper = _path(*_rectangle(0, self.width, 0, self.height), "z")
        body = f'<path d="{paper}" style="fill: {_css(PAPER)}"/>'
        body += "".join(ax.write(f"{_KEY}{i}") for i, ax in enumerate(self.axes))
        hatched = sorted(set(re.findall(rf"fill: url\(#{_KEY}(\w+)", body)))
        defs = "".join(_pattern(f"#{colour}") for colour in hatched)
        for i, ax in enumerate(self.axes):
            box = ax.xaxis.start, ax.xaxis.end, ax.yaxis.start, ax.yaxis.end
            outline = _path(*_rectangle(*box), "z")
            defs += f'<clipPath id="{_KEY}{i}"><path d="{outline}"/></clipPath>'
        head = f'{_HEAD} viewBox="0 0 {self.width:g} {self.height:g}">'
        key = f"k{crc32(body.encode()):08x}-"
        return f"{head}<defs>{defs}</defs>{body}</svg>".replace(_KEY, key)
