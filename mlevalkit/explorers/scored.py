"""What explorers of scored samples share: controls, the samples, curves with a point on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import mlevalkit as mk

from .._distributions import norm_ppf
from .._validation import Array, ArrayLike, Floats, NDArray, fail
from ..measures.ranking.sweep import ranked
from ..plots.axes import Axes, cost_plane, roc_plane
from ..plots.costs import draw_segments
from ..plots.style import BLUE, GREEN, INK, PAPER, SOFT, VERMILION
from .engine import Explorer, Parameter, View, Words
from .picture import text

Samples = tuple[NDArray[np.intp], Floats]

_FEW = 60  # samples that are drawn one by one
RATIO = "{0[0]} : {0[1]}"  # the costs of a miss and of a false alarm


def on_samples(
    words: Words,
    draw: Callable[..., View],
    own: Samples | None,
    cases: tuple[str, ...],
    case: str,
    *sliders: Parameter,
    given: Mapping[str, str] | None = None,
) -> Explorer:
    """Return an explorer of the reader's labels and scores, or of the lecture slides' examples.

    `draw` takes labels, scores and a value for each slider.
    """

    def data(case: str = "", **_: Any) -> dict[str, Array]:
        y_true, y_score = own or mk.datasets.example(case)
        return {"y_true": y_true, "y_score": y_score}

    def draw_data(case: str = "", **values: Any) -> View:
        return draw(*data(case).values(), **values)

    choices = [] if own else [words.choice("case", cases, case)]
    options: dict[str, Any] = {"prepared": not own, "data": data, "given": given or {}}
    return words.explorer(draw_data, *choices, *sliders, **options)


def given_samples(
    y_true: ArrayLike | None, y_score: ArrayLike | None, pos_label: object, name: str = "y_score"
) -> Samples | None:
    """Return the reader's labels, as 1 and 0, and scores; None if neither is given."""
    if y_true is None and y_score is None:
        if pos_label is not None:
            fail("pos_label", f"y_true and {name} with it", "neither")
        return None
    if y_true is None or y_score is None:
        fail(f"y_true and {name}", "both or neither", "only one of them")
    positive, score, _ = ranked(y_true, y_score, pos_label, name=name)
    return positive.astype(np.intp), score


def rates(y_true: Array, y_score: Array, at: float) -> tuple[float, float]:
    """Return FPR and TPR at a threshold."""
    found = y_score >= at
    return float(found[y_true == 0].mean()), float(found[y_true == 1].mean())


def strip(ax: Axes, y_true: Array, y_score: Array, at: float, cuts: Sequence[float] = ()) -> None:
    """Draw the samples by score, positives above negatives; all cuts fit on the axis."""
    low = y_score.min()
    high = y_score.max()
    at = at if np.isfinite(at) else high + ((high - low) / 20 or 1.0)  # above all scores
    low = min(low, at, *cuts)
    high = max(high, at, *cuts)
    air = (high - low) * 0.06 or 1.0
    ax.set(xlim=(low - air, high + air), ylim=(-0.6, 1.85), xlabel=text("score"))
    lanes(ax, [0.15, 1.15], ["\N{MINUS SIGN}", "+"])
    ax.axvspan(at, high + air, color=SOFT[GREEN], zorder=0)
    ax.axvline(at, color=GREEN, linewidth=2)
    ax.set_title(text("predicted_sign", sign="+"), color=GREEN, loc="right")
    for label, lane, colour in ((1, 1, BLUE), (0, 0, VERMILION)):
        scores = np.sort(y_score[y_true == label])[::-1]
        # equal scores stand one above the other
        y = lane + 0.17 * (np.arange(len(scores)) - np.searchsorted(-scores, -scores))
        marker, size = ("o" if label else "s", 6) if len(y_score) <= _FEW else ("|", 10)
        for taken, face in ((scores >= at, colour), (scores < at, PAPER)):
            ax.plot(scores[taken], y[taken], marker, color=colour, mfc=face, markersize=size)


def lanes(ax: Axes, places: list[float], names: list[str]) -> None:
    """Name the lanes of a strip, and take its axis away."""
    ax.set_yticks(places, names, fontsize=12, fontweight="bold")
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)


def mark(ax: Axes, xy: tuple[float, float]) -> None:
    """Draw a point, and dotted lines from it to the axes."""
    x, y = xy
    ax.plot([x, x, -0.02], [-0.02, y, y], color=GREEN, linewidth=0.9, linestyle=":")
    ax.plot(x, y, "o", color=GREEN, markersize=9, markeredgecolor=PAPER, markeredgewidth=1.5)


def point(ax: Axes, xy: tuple[float, float], curve: tuple[Any, Any], **line: Any) -> None:
    """Draw a curve, and where the threshold is on it."""
    ax.plot(*curve, color=INK, marker="o", markersize=2.2, **line)
    if not math.isnan(xy[1]):
        mark(ax, xy)


def roc(ax: Axes, y_true: Array, y_score: Array, xy: tuple[float, float]) -> None:
    """Draw the ROC curve, and where the threshold is on it."""
    fpr, tpr, _ = mk.roc_curve(y_true, y_score, drop_intermediate=False)
    point(roc_plane(ax, small=True), xy, (fpr, tpr))


def cost_lines(ax: Axes, y_true: Array, y_score: Array, xy: tuple[float, float]) -> None:
    """Draw all segments, their envelope, and the segment of one point (FPR, TPR)."""
    curve = mk.cost_curve(y_true, y_score)
    draw_segments(cost_plane(ax, small=True), curve, most=_FEW)
    ax.plot(*curve, color=INK, marker="o", markersize=2.2)
    ax.plot([0, 1], [xy[0], 1 - xy[1]], color=GREEN, linewidth=2, marker="o", markersize=5)


def normal_quantiles(n: int) -> Floats:
    """Return n quantiles of N(0, 1) that stand for a sample of it."""
    return np.asarray(norm_ppf((np.arange(n) + 0.5) / n))


def normal_density(x: Floats, mean: float = 0, std: float = 1) -> Floats:
    """Return the density of N(mean, std)."""
    return np.exp(-(((x - mean) / std) ** 2) / 2) / (std * math.sqrt(2 * math.pi))
