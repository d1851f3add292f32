"""One class grows rare: what the averages over classes make of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import mlevalkit as mk

from .._validation import Floats
from ..plots.style import BLUE, GREEN, GREY, PALE, VERMILION
from ._base import Explorer, Parameter, Value, View, say
from ._picture import PAPER, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHARES = (1 / 3, 0.25, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02, 0.01)
_RECALLS = (0.0, 0.25, 0.5, 0.75, 0.9)
_USUAL = 0.9  # recall of A and of B
_CLASSES = np.array(["A", "B", "C"])
_COLOURS = dict(zip(_CLASSES.tolist(), (BLUE, GREEN, VERMILION), strict=True))
_Y_TRUE, _Y_PRED = np.repeat(_CLASSES, 3), np.tile(_CLASSES, 3)  # the nine cells of the matrix


def macro_micro() -> Explorer:
    """Explore macro and micro averages as class C of three grows rare.

    Of the classes A and B a share of 0.9 is recognised, of C as much as the reader likes; errors
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
    One sample in a hundred is C, and half of those are recognised:

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
    parameters = (
        Parameter("share", say("macro_micro.share"), _SHARES, _SHARES[0], "{:.0%}".format),
        Parameter("recall", say("macro_micro.recall"), _RECALLS, 0.5),
    )
    return Explorer("macro_micro", say("macro_micro.title"), parameters, _draw)


@dataclass(frozen=True, slots=True)
class _Scores:
    cells: Floats  # share of all samples: true class by predicted class
    per_class: dict[str, NDArray[np.float64]]
    averages: dict[str, float]


@cache
def _scores(share: float, recall: float) -> _Scores:
    size = np.array([(1 - share) / 2, (1 - share) / 2, share])
    right = np.array([_USUAL, _USUAL, recall])
    cells = np.where(np.eye(3, dtype=bool), right[:, None], (1 - right[:, None]) / 2)
    cells = cells * size[:, None]
    samples = _Y_TRUE, _Y_PRED
    weight = cells.ravel()
    per_class: Any = {
        name: measure(*samples, average=None, sample_weight=weight, zero_division=0)
        for name, measure in (
            ("P", mk.precision_score),
            ("R", mk.recall_score),
            ("F1", mk.f1_score),
        )
    }
    options: Any = {"sample_weight": weight, "zero_division": 0}
    averages: Any = {
        "macro-P": mk.precision_score(*samples, average="macro", **options),
        "macro-R": mk.recall_score(*samples, average="macro", **options),
        "macro-F1": mk.macro_f1(*samples, **options),
        "mean of F1": mk.f1_score(*samples, average="macro", **options),
        "weighted": mk.f1_score(*samples, average="weighted", **options),
        "micro": mk.f1_score(*samples, average="micro", **options),
    }
    return _Scores(cells, per_class, {k: float(v) for k, v in averages.items()})


def _draw(share: float, recall: float) -> View:
    now = _scores(share, recall)
    with figure(4.6, 5.0) as picture:
        panels = picture.subplot_mosaic([["mosaic", "classes"], ["course", "course"]])
        picture.subplots_adjust(0.115, 0.1, 0.975, 0.94, wspace=0.3, hspace=0.42)
        _mosaic(panels["mosaic"], now.cells)
        _classes(panels["classes"], now)
        _course(panels["course"], share, recall)
    of_c = {name: Value(name, values[2]).text for name, values in now.per_class.items()}
    macro, mean, micro = (
        Value("", now.averages[n]).text for n in ("macro-F1", "mean of F1", "micro")
    )
    alt = say("macro_micro.alt", share=f"{share:.0%}", recall=f"{recall:g}", p=of_c["P"],
              f1=of_c["F1"], macro=macro, mean=mean, micro=micro)  # fmt: skip
    return View(picture, _numbers(now), alt)


def _mosaic(ax: Axes, cells: Floats) -> None:
    """Draw the confusion matrix: a row is as high as its class is large."""
    top = 0.0
    ticks = []
    for row in cells:
        size, left = row.sum(), 0.0
        for name, part in zip(_CLASSES.tolist(), row / size, strict=True):
            ax.barh(top + size / 2, part, size, left, color=_COLOURS[name], edgecolor=PAPER,
                    linewidth=0.8)  # fmt: skip
            left += part
        ticks.append(top + size / 2)
        top += size
    ax.set(xlim=(0, 1), ylim=(1, 0), xticks=[], xlabel="predicted")
    ax.set_yticks(ticks, _CLASSES.tolist(), fontweight="bold")
    ax.set_title("true class", loc="left", x=-0.08)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)


def _classes(ax: Axes, now: _Scores) -> None:
    """Draw P, R and F1 of each class."""
    for i, (name, colour) in enumerate(_COLOURS.items()):
        values = [column[i] for column in now.per_class.values()]
        places = np.arange(3) + 0.22 * (i - 1)
        ax.bar(places, values, 0.2, color=colour)
        for x, value in zip(places, values, strict=True):
            ax.text(x, value + 0.01, name, color=colour, fontsize=8, ha="center", va="bottom")
    ax.set(xlim=(-0.5, 2.5), ylim=(0, 1.06))
    ax.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    ax.set_xticks(range(3), list(now.per_class))
    ax.tick_params(axis="x", length=0)


def _course(ax: Axes, share: float, recall: float) -> None:
    """Draw the averages over the share of C, which falls to the right."""
    lines = {"micro": (BLUE, "-"), "macro-F1": (VERMILION, "--"), "mean of F1": (GREEN, "-.")}
    course = [_scores(s, recall).averages for s in _SHARES]
    ax.set_xscale("log")
    ax.axvline(share, color=PALE, linewidth=3, zorder=0)
    for name, (colour, dash) in lines.items():
        ax.plot(_SHARES, [a[name] for a in course], color=colour, linestyle=dash, label=name)
        ax.plot(share, _scores(share, recall).averages[name], "o", color=colour, markersize=6)
    ax.set(xlim=(0.36, 0.0092), ylim=(0.4, 1), xlabel="share of C, falling")
    ax.set_xticks([0.3, 0.1, 0.03, 0.01], ["30%", "10%", "3%", "1%"])
    ax.set_xticks([], minor=True)
    ax.set_yticks([0.4, 0.6, 0.8, 1], ["0.4", "0.6", "0.8", "1"])
    ax.grid(axis="y", color=PALE, linewidth=0.6)
    ax.legend(loc="lower left", frameon=False, fontsize=9, ncols=3, labelcolor=GREY,
              bbox_to_anchor=(-0.03, 0.98), borderpad=0, columnspacing=1)  # fmt: skip


def _numbers(now: _Scores) -> tuple[Value, ...]:
    names = {"mean of F1": say("macro_micro.mean"), "weighted": say("macro_micro.weighted")}
    names["micro"] = say("macro_micro.micro")
    return tuple(Value(names.get(k, k), v) for k, v in now.averages.items())
