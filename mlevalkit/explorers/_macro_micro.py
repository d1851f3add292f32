"""One class grows rare: what the averages over classes make of it."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import Floats
from ..plots.style import BLUE, GREEN, GREY, PALE, PAPER, VERMILION, Axes
from ._base import Explorer, Value, View, Words
from ._picture import Handle, bare, course, legend, panels, text, ticks

_SHARES = (1 / 3, 0.25, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02, 0.01)
_USUAL = 0.9  # recall of A and of B
_COLOURS = {"A": BLUE, "B": GREEN, "C": VERMILION}
_CLASSES = list(_COLOURS)
_Y_TRUE, _Y_PRED = np.repeat(_CLASSES, 3), np.tile(_CLASSES, 3)  # the nine cells of the matrix
_words = Words("macro_micro")


def macro_micro() -> Explorer:
    """Explore macro and micro averages as class C of three becomes rare.

    Of the classes A and B a share of 0.9 is recognized, of C as much as the reader likes; errors
    are halved between the other two classes. Only the sizes of the classes change with the share
    of C. Shows (2.12)-(2.17), and the mean of the classes' F1.

    Returns
    -------
    Explorer

    Raises
    ------
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    One sample in a hundred is C, and half of those are recognized:

    >>> import mlevalkit as mk
    >>> mk.explorers.macro_micro().starting_at(share=0.01)
    macro_micro: share of C 1%, recall of C 0.5
    macro-P           0.6588
    macro-R           0.7667
    macro-F1          0.7087
    mean of F1        0.6655
    weighted          0.9130
    micro = accuracy  0.896

    Source
    ------
    Zhou, Machine Learning, (2.12)-(2.17); no example there.
    """
    return _words.explorer(
        _draw,
        _words.slider("share", _SHARES, _SHARES[0], "{:.0%}"),
        _words.slider("recall", (0.0, 0.25, 0.5, 0.75, 0.9), 0.5),
    )


@cache
def _scores(share: float, recall: float) -> tuple[Floats, dict[str, Floats], dict[str, float]]:
    """Return the share of each cell (true by predicted), the classes' measures, the averages."""
    size = np.array([[(1 - share) / 2], [(1 - share) / 2], [share]])
    right = np.array([[_USUAL], [_USUAL], [recall]])
    cells = size * np.where(np.eye(3, dtype=bool), right, (1 - right) / 2)

    data: Any = {"y_true": _Y_TRUE, "y_pred": _Y_PRED, "sample_weight": cells.ravel()}
    scores = partial(mk.precision_recall_fscore_support, **data, zero_division=0)
    macro_p, macro_r, mean, _ = scores(average="macro")
    averages = {
        "macro-P": macro_p,
        "macro-R": macro_r,
        "macro-F1": mk.macro_f1(**data, zero_division=0),
        "mean": mean,
        "weighted": scores(average="weighted")[2],
        "micro": scores(average="micro")[2],
    }
    return cells, dict(zip(("P", "R", "F1"), scores(), strict=False)), averages


def _draw(share: float, recall: float) -> View:
    cells, per_class, averages = _scores(share, recall)
    with panels("mc;tt", 5.0, (0.115, 0.1, 0.975, 0.94, 0.42, 0.3)) as (picture, mosaic, bars, ax):
        _mosaic(mosaic, cells)
        _classes(bars, per_class)
        _course(ax, share, recall)
    p, f1 = (Value("", float(per_class[name][2])).text for name in ("P", "F1"))
    handles = (
        Handle("share", "x", ax, float),
        Handle("share", "y", mosaic, lambda v: 1 - v),
        Handle("recall", "x", mosaic, lambda v: 1 - v, (0, 1 - share, 1, 1)),
    )
    return _words.view(
        picture, averages, *handles, p=p, f1=f1, share=f"{share:.0%}", recall=f"{recall:g}"
    )


def _mosaic(ax: Axes, cells: Floats) -> None:
    """Draw the confusion matrix: a row is as high as its class is large."""
    heights = cells.sum(axis=1)
    middle = np.cumsum(heights) - heights / 2
    left = np.zeros(3)
    for colour, parts in zip(_COLOURS.values(), (cells / heights[:, None]).T, strict=True):
        ax.barh(middle, parts, heights, left, color=colour, edgecolor=PAPER, linewidth=0.8)
        left = left + parts
    bare(ax).set(xlim=(0, 1), ylim=(1, 0), xlabel=text("predicted"))
    ax.set_yticks(middle, _CLASSES, fontweight="bold")
    ax.set_title(text("true_class"), loc="left", x=-0.08)


def _classes(ax: Axes, per_class: dict[str, Floats]) -> None:
    """Draw P, R and F1 of each class."""
    for i, (name, colour) in enumerate(_COLOURS.items()):
        values = [column[i] for column in per_class.values()]
        bars = ax.bar(np.arange(3) + 0.22 * (i - 1), values, 0.2, color=colour)
        ax.bar_label(bars, [name] * 3, color=colour, padding=1)
    ax.set(xlim=(-0.5, 2.5), ylim=(0, 1.06))
    ticks(ax, dict(enumerate(per_class)), (0, 0.5, 1))
    ax.tick_params(axis="x", length=0)


def _course(ax: Axes, share: float, recall: float) -> None:
    """Draw the averages over the share of C."""
    averages = [_scores(s, recall)[2] for s in _SHARES]
    ax.set_xscale("log")
    ax.axvline(share, color=PALE, linewidth=3, zorder=0)
    for name, label, colour, dash in (
        ("micro", "micro", BLUE, "-"),
        ("macro-F1", "macro_f1", VERMILION, "--"),
        ("mean", "mean_f1", GREEN, "-."),
    ):
        line: Any = {"color": colour, "linestyle": dash, "label": text(label)}
        course(ax, _SHARES, [a[name] for a in averages], _SHARES.index(share), **line)
    ax.set(xlim=(0.0092, 0.36), ylim=(0.4, 1), xlabel=text("share_of_c"))
    ax.minorticks_off()
    ticks(ax, {0.01: "1%", 0.03: "3%", 0.1: "10%", 0.3: "30%"}, (0.4, 0.6, 0.8, 1))
    ax.grid(axis="y", color=PALE, linewidth=0.6)
    legend(ax, "lower left", (-0.03, 0.98), 3, labelcolor=GREY)
