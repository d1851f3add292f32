"""What several explorers share: scored samples, the ROC plane, the cost plane."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import mlevalkit as mk

from .._validation import Floats, among, fail
from .._workings import Sentence
from ..many_learners.tables import from_text
from ..plots.style import BLUE, GREEN, INK, PALE, VERMILION
from ..ranking.sweep import ranked
from ._base import Editor, Explorer, Parameter, View, as_text, say
from ._picture import PAPER, SOFT_BLUE, SOFT_GREEN, rates

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FEW = 60  # samples that are drawn one by one


def on_samples(
    name: str,
    parameters: Callable[[Floats | None], tuple[Parameter, ...]],
    draw: Callable[..., View],
    cases: tuple[str, ...],
    case: str,
    y_true: ArrayLike | None,
    y_score: ArrayLike | None,
) -> Explorer:
    """Return an explorer of the reader's labels and scores, or of the textbook's examples.

    `parameters` are made for the reader's scores, or for None; `draw` takes labels, scores and a
    value for each parameter.
    """
    title, own = say(f"{name}.title"), own_samples(y_true, y_score)
    editor = _samples_editor(name, own)
    if own is not None:
        return Explorer(name, title, parameters(own[1]), partial(draw, *own), False, editor)

    def draw_case(case: str, **values: Any) -> View:
        return draw(*mk.datasets.example(case), **values)

    choice = Parameter("case", say("label.data"), cases, case, _example, choice=True)
    return Explorer(name, title, (choice, *parameters(None)), draw_case, editor=editor)


def _samples_editor(name: str, own: tuple[NDArray[np.intp], Floats] | None) -> Editor:
    """Return an editor of labels and scores: the reader's, or those of the example shown."""

    def text(case: str = "", **_: object) -> str:
        y_true, y_score = own or mk.datasets.example(case)
        rows = zip(y_true.tolist(), y_score.tolist(), strict=True)
        return as_text(("label", "score"), ((f"s{i}", row) for i, row in enumerate(rows, start=1)))

    def read(text: str, setting: dict[str, Any]) -> Explorer:
        table = from_text(text, "samples").values
        if table.shape[1] != 2:
            fail("samples", "two columns, the label and the score", f"{table.shape[1]}")
        new: Explorer = getattr(mk.explorers, name)(table[:, 0], table[:, 1])
        known = {p.name: p.values for p in new.parameters}
        kept = {k: v for k, v in setting.items() if k in known and among(v, known[k])}
        return new.starting_at(**kept)

    return Editor(say("editor.samples"), text, read)


def _example(number: str) -> Sentence:
    return say("label.example", number=number)


def own_samples(
    y_true: ArrayLike | None, y_score: ArrayLike | None
) -> tuple[NDArray[np.intp], Floats] | None:
    """Return the reader's labels, as 1 and 0, and scores; None if neither is given."""
    if y_true is None and y_score is None:
        return None
    if y_true is None or y_score is None:
        fail("y_true and y_score", "both or neither", "only one of them")
    positive, score, _ = ranked(y_true, y_score)
    return positive.astype(np.intp), score


def samples(ax: Axes, y_true: NDArray[Any], y_score: NDArray[Any], at: float) -> None:
    """Draw the samples by falling score, positives above negatives, in the matrix's own order."""
    low, high = y_score.min(), y_score.max()
    at = min(at, high + ((high - low) / 20 or 1.0))  # an infinite threshold: above all scores
    low, high = min(low, at), max(high, at)
    air = (high - low) * 0.06 or 1.0
    ax.set(xlim=(high + air, low - air), ylim=(-0.6, 1.85), xlabel="score, falling")
    ax.set_yticks([0.15, 1.15], ["\N{MINUS SIGN}", "+"], fontsize=12, fontweight="bold")
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.axvspan(high + air, at, color=SOFT_GREEN, zorder=0)
    ax.axvline(at, color=GREEN, linewidth=2)
    ax.set_title("predicted +", color=GREEN, loc="left")
    for label, lane, colour in ((1, 1, BLUE), (0, 0, VERMILION)):
        scores = np.sort(y_score[y_true == label])[::-1]
        marker, size = ("o" if label else "s", 6) if len(y_score) <= _FEW else ("|", 10)
        for taken, face in ((scores >= at, colour), (scores < at, PAPER)):
            x, y = scores[taken], lane + 0.17 * _height(scores)[taken]
            ax.plot(x, y, marker, color=colour, markerfacecolor=face, markersize=size)


def _height(scores: NDArray[Any]) -> NDArray[np.intp]:
    """Return how many equal scores come before each one."""
    return np.arange(len(scores)) - np.searchsorted(-scores, -scores)


def point(ax: Axes, xy: tuple[float, float], curve: tuple[Any, Any]) -> None:
    """Draw a curve, and where the threshold is on it."""
    ax.plot(*curve, color=INK, linewidth=1.4, marker="o", markersize=2.2)
    if not math.isnan(xy[1]):
        ax.plot([xy[0], xy[0], -0.03], [-0.03, xy[1], xy[1]], color=GREEN, linewidth=0.9, ls=":")
        ax.plot(*xy, "o", color=GREEN, markersize=9, markeredgecolor=PAPER, markeredgewidth=1.5)


def roc(ax: Axes, y_true: NDArray[Any], y_score: NDArray[Any], xy: tuple[float, float]) -> None:
    """Draw the ROC curve, and where the threshold is on it."""
    fpr, tpr, _ = mk.roc_curve(y_true, y_score, drop_intermediate=False)
    rates(ax, "FPR", "TPR")
    ax.plot([0, 1], [0, 1], color=PALE, linewidth=1)
    point(ax, xy, (fpr, tpr))


def cost_plane(ax: Axes, curve: mk.CostCurve, xy: tuple[float, float]) -> None:
    """Draw all segments, their envelope, and the segment of one point (FPR, TPR)."""
    rates(ax, "P(+)cost", "normalized cost")
    few = np.unique(np.linspace(0, len(curve.fpr) - 1, _FEW).astype(int))
    gap = np.full(len(few), np.nan)
    ends = np.stack([curve.fpr[few], curve.fnr[few], gap], axis=1)
    ax.plot(np.tile([0, 1, np.nan], len(few)), ends.ravel(), color=PALE, linewidth=0.8)
    ax.fill_between(*curve, color=SOFT_BLUE, linewidth=0)
    ax.plot(*curve, color=INK, linewidth=1.4, marker="o", markersize=2.2)
    ax.plot([0, 1], [xy[0], 1 - xy[1]], color=GREEN, linewidth=2, marker="o", markersize=5)
