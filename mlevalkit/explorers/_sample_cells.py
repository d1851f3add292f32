"""Samples as cells: which a split trains on and tests on, which a bootstrap draws."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..plots.style import GREEN, GREY, INK, OCHRE, PURPLE, VERMILION
from ._picture import PAPER, SOFT_BLUE, bare

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Folds = list[tuple[NDArray[np.intp], NDArray[np.intp]]]

MARKS = ((GREEN, "o"), (PURPLE, "^"), (OCHRE, "s"), (INK, "D"))  # of the classes
_IN_ORDER = 10  # up to so many samples, D' is shown in the order drawn
_COUNTED = 100  # up to so many, each cell says how often it was drawn
_WIDE, _HIGH = 288, 145  # the room for the cells of a bootstrap, in points


def splits(ax: Axes, codes: NDArray[Any], folds: Folds) -> None:
    """Draw one row a split, one column a sample; the classes above."""
    n, rows = len(codes), len(folds)
    height = rows / 22  # of the strip of classes
    for code, (colour, mark) in enumerate(MARKS):
        at = np.flatnonzero(codes == code) + 0.5
        ax.plot(at, np.full(len(at), -height), mark, color=colour, markersize=4.2)
    for row, (train, test) in enumerate(folds):
        drawn = np.bincount(train, minlength=n)
        ax.broken_barh(_runs(drawn > 0), (row + 0.06, 0.88), facecolor=SOFT_BLUE, linewidth=0)
        ax.broken_barh(_runs(np.isin(np.arange(n), test)), (row + 0.06, 0.88),
                       facecolor=VERMILION, linewidth=0)  # fmt: skip
        for i in np.flatnonzero(drawn > 1):
            ax.text(i + 0.5, row + 0.53, f"{drawn[i]}", fontsize=7, ha="center", va="center")
    ax.vlines(np.arange(1, n), 0, rows, color=PAPER, linewidth=1)
    bare(ax).set(xlim=(0, n), ylim=(rows, -2 * height), xlabel="sample")
    middle = [f"{rows // 2}"] if rows > 2 else []
    ax.set_yticks([-height, 0.5, *(rows // 2 - 0.5 for _ in middle), rows - 0.5],
                  ["class", "1", *middle, str(rows)])  # fmt: skip
    ax.tick_params(length=0)
    _legend(ax, {"training set": SOFT_BLUE, "test set": VERMILION}, 1.045, 0.5)


def members(ax: Axes, codes: NDArray[Any], folds: Folds) -> None:
    """Draw the classes of each test set."""
    rows = len(folds)
    widest = max(len(test) for _, test in folds)
    for row, (_, test) in enumerate(folds):
        row_codes = np.sort(codes[test])
        for code, (colour, mark) in enumerate(MARKS):
            at = np.flatnonzero(row_codes == code) + 0.5
            ax.plot(at, np.full(len(at), row + 0.5), mark, color=colour, markersize=4.2)
    bare(ax).set(xlim=(-0.4, max(widest, 6) + 0.2), ylim=(rows, -2 * rows / 22))
    ax.text(0, 1.045, "its classes", transform=ax.transAxes, va="center_baseline")


def _runs(chosen: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """Return start and width of every run of chosen samples."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], chosen, [False]]).astype(int)))
    return [(float(a), float(b - a)) for a, b in edges.reshape(-1, 2)]


def bootstrap(ax: Axes, bag: NDArray[Any], times: NDArray[Any]) -> None:
    """Draw a cell for each sample of D; of few samples, a line leads to each of its draws."""
    m = len(times)
    in_order = m <= _IN_ORDER
    columns = m if in_order else math.ceil(math.sqrt(2.1 * m))
    rows = 2 if in_order else math.ceil(m / columns)
    room = min(_WIDE / columns, _HIGH / rows, 46)  # points for a cell, so that it is square
    below = _HIGH / room - 1.15  # the row of D'
    x, y = np.arange(m) % columns, np.arange(m) // columns
    cells = [(x[times > 0], y[times > 0], SOFT_BLUE), (x[times == 0], y[times == 0], VERMILION)]
    if in_order:
        cells.append((x, np.full(m, below), SOFT_BLUE))
        ends = np.repeat([[0.45], [below - 0.45]], m, axis=1)
        ax.plot(np.stack([bag, x]), ends, color=GREY, linewidth=0.9)
    for across, down, face in cells:
        _squares(ax, across, down, face)
    texts = [] if in_order else [(x[i], y[i], times[i], INK) for i in np.flatnonzero(times > 1)]
    for i in range(m) if in_order else ():
        texts += [(i, 0, i, INK if times[i] else PAPER), (i, below, bag[i], INK)]
    for across, down, text, ink in texts if m <= _COUNTED else ():
        ax.text(across, down, str(text), fontsize=min(11, 0.6 * room), color=ink, ha="center",
                va="center_baseline")  # fmt: skip
    bare(ax).set(xlim=(-0.5, _WIDE / room - 0.5), ylim=(_HIGH / room - 0.6, -0.6))
    if in_order:
        ax.set_yticks([0, below], ["D", "D'"])
        ax.tick_params(length=0)
    _legend(ax, {"drawn": SOFT_BLUE, "left out": VERMILION}, 1.06, 0.3)


def _squares(ax: Axes, x: NDArray[Any], y: NDArray[Any], face: str) -> None:
    """Draw all squares of a colour as one shape: a thousand markers take a browser too long."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    corners = 0.43 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]])
    outline = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    vertices = (np.stack([x, y], axis=1)[:, None] + corners).reshape(-1, 2)
    path = Path(vertices, np.tile(outline, len(x)))
    ax.add_patch(PathPatch(path, facecolor=face, linewidth=0))


def _legend(ax: Axes, faces: dict[str, str], y: float, step: float) -> None:
    """Draw a square and a name for each kind of cell, above the axes."""
    for i, (name, face) in enumerate(faces.items()):
        ax.plot(i * step, y, "s", color=face, markersize=9, transform=ax.transAxes, clip_on=False)
        ax.text(i * step + 0.04, y, name, transform=ax.transAxes, va="center_baseline")
