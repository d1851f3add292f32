"""The weight beta of recall moves, and with it the level lines of F and the best threshold."""

from __future__ import annotations

from functools import cache

import numpy as np

import mlevalkit as mk

from .._validation import Array, ArrayLike, Floats
from ..plots.style import BLUE, GREEN, GREY, INK, PALE, PAPER, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import Handle, legend, panels, text, ticks
from ._views import on_samples, own_samples, pr_plane

_LEVELS = (0.2, 0.4, 0.6, 0.8)
_STEPS = np.linspace(0.02, 1, 50)  # where the level lines are looked for, in P and in R
_words = Words("beta")


def beta(
    y_true: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    case: str = "2.11",
    pos_label: object = None,
) -> Explorer:
    """Explore what beta does to (2.11): the level lines of F-beta, and its best threshold.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), optional
        True labels, two classes; the prepared examples if left out.
    y_score : array-like of shape (n_samples,), optional
        Scores; the higher, the more likely positive.
    case : {"2.11", "2.13"}, default "2.11"
        The example to start with if no data are given.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If only one of `y_true` and `y_score` is given, or they do not fit together.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.beta().starting_at(beta=0.5)
    beta: data Example 2.11, beta 0.5
    threshold  0.74
    P          1
    R          0.5455
    F          0.8571

    Source
    ------
    Zhou, Machine Learning, (2.11); Examples 2.11 and 2.13.
    """
    own = own_samples(y_true, y_score, pos_label)
    betas = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
    slider = _words.slider("beta", betas, 1.0, "{:g}")
    return on_samples(_words, beta, _draw, own, ("2.11", "2.13"), case, slider)


def _draw(y_true: Array, y_score: Array, beta: float) -> View:
    best_for = cache(lambda weight: mk.best_f_threshold(y_true, y_score, beta=weight))
    best = best_for(beta)
    p, r, cuts = mk.precision_recall_curve(y_true, y_score)
    options = {"beta": beta, "zero_division": 0}
    f, falling = mk.metric_at_thresholds(y_true, y_score, mk.fbeta_score, metric_params=options)
    margins = (0.125, 0.085, 0.985, 0.985, 0.33)
    with panels("a;b", 6.2, margins, rows=(1.75, 1)) as (picture, plane, along):
        _levels(pr_plane(plane), beta)
        plane.plot(r[:-1], p[:-1], "o-", color=INK, drawstyle="steps-post", markersize=2.5)
        mark = {"color": GREEN, "markeredgecolor": PAPER, "markeredgewidth": 1.5}
        plane.plot(best.recall, best.precision, "o", markersize=10, **mark)
        _along(along, cuts, p[:-1], r[:-1])
        along.plot(falling, f, color=GREEN, linewidth=2)
        along.axvline(best.threshold, color=GREEN, linewidth=1, linestyle=":")
        along.plot(best.threshold, best.score, "o", color=GREEN, markersize=8)
        along.set_title(f"F, β = {beta:g}", color=GREEN, loc="left", fontweight="bold")
    numbers = {"at": best.threshold, "P": best.precision, "R": best.recall, "F": best.score}
    handles = (
        Handle("beta", "xy", plane, lambda v: (best_for(v).recall, best_for(v).precision)),
        Handle.across("beta", along, lambda v: best_for(v).threshold),
    )
    return _words.view(picture, numbers, *handles, beta=f"{beta:g}")


def _levels(ax: Axes, beta: float) -> None:
    """Draw where F is as high, with the height on each line."""
    p, r = np.meshgrid(_STEPS, _STEPS, indexing="ij")
    f = (1 + beta**2) * p * r / (beta**2 * p + r)  # (2.11)
    lines = ax.contour(_STEPS, _STEPS, f, _LEVELS, colors=[GREY], linewidths=0.9)
    ax.plot([0, 1], [0, 1], color=PALE, linewidth=1)
    for level, segments in zip(_LEVELS, lines.allsegs, strict=True):
        longest = max(segments, key=len)
        box = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
        x, y = longest[len(longest) // 2]
        ax.text(x, y, f"{level}", color=GREY, ha="center", va="center", bbox=box)


def _along(ax: Axes, cuts: Floats, p: Floats, r: Floats) -> None:
    """Draw P and R over the threshold, falling to the right."""
    air = float(np.ptp(cuts)) * 0.05 or max(1.0, 0.05 * abs(float(cuts[0])))
    ax.set(xlim=(cuts[-1] + air, cuts[0] - air), ylim=(-0.03, 1.06))
    ax.set_xlabel(text("threshold_falling"))
    ticks(ax, y=(0, 0.5, 1))
    ax.plot(cuts, p, color=BLUE, linewidth=1.3, linestyle="--", label="P")
    ax.plot(cuts, r, color=VERMILION, linewidth=1.3, linestyle="-.", label="R")
    legend(ax, "lower right", (1.02, 0.94), 2, labelcolor="linecolor")
