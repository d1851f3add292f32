"""The weight beta of recall moves, and with it the level lines of F and the best threshold."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import datasets
from .._checks import Floats
from ..classification import fbeta_score
from ..classification._counts import Counts
from ..classification._kernel import f_scores
from ..plots._style import BLUE, GREEN, GREY, INK, PALE, VERMILION
from ..ranking import best_f_threshold, metric_at_thresholds, precision_recall_curve
from ._base import Explorer, Parameter, Value, View
from ._picture import PAPER, figure, rates
from ._views import examples, own_samples, samples_editor

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..ranking._thresholds import BestF

_CASES = ("2.11", "2.13")
_BETAS = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
_LEVELS = (0.2, 0.4, 0.6, 0.8)
_STEPS = np.linspace(0.02, 1, 50)  # where the level lines are looked for, in P and in R


def beta(
    y_true: ArrayLike | None = None, y_score: ArrayLike | None = None, *, case: str = "2.11"
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
    title = ("How much recall weighs: F-beta and the threshold it picks",
             "查全率占几分：F-beta 与它选中的阈值")  # fmt: skip
    weight = Parameter("beta", "beta", _BETAS, 1.0, "{:g}".format)
    own = own_samples(y_true, y_score)
    editor = samples_editor(own, beta)
    if own is None:
        return Explorer("beta", title, (examples(_CASES, case), weight), _draw_case, editor=editor)
    return Explorer("beta", title, (weight,), partial(_draw, *own), False, editor)


def _draw_case(case: str, beta: float) -> View:
    y_true, y_score = datasets.example(case)
    return _draw(y_true, y_score, beta)


def _draw(y_true: NDArray[Any], y_score: NDArray[Any], beta: float) -> View:
    best = best_f_threshold(y_true, y_score, beta=beta)
    p, r, cuts = precision_recall_curve(y_true, y_score)
    f, falling = metric_at_thresholds(
        y_true, y_score, fbeta_score, metric_params={"beta": beta, "zero_division": 0}
    )
    with figure(4.6, 6.2) as picture:
        plane, along = picture.subplots(2, 1, height_ratios=[1.75, 1])
        picture.subplots_adjust(0.125, 0.085, 0.985, 0.985, hspace=0.33)
        _levels(rates(plane, "recall R", "precision P"), beta)
        plane.plot(r[:-1], p[:-1], color=INK, linewidth=1.4, marker="o", markersize=2.5)
        plane.plot(best.recall, best.precision, "o", color=GREEN, markersize=10,
                   markeredgecolor=PAPER, markeredgewidth=1.5)  # fmt: skip
        _along(along, cuts, {"P": p[:-1], "R": r[:-1]})
        along.plot(falling, f, color=GREEN, linewidth=2)
        along.axvline(best.threshold, color=GREEN, linewidth=1, linestyle=":")
        along.plot(best.threshold, best.score, "o", color=GREEN, markersize=8)
        along.set_title(f"F, beta = {beta:g}", color=GREEN, loc="left", fontweight="bold")
    return View(picture, _numbers(best), _words(best, beta))


@cache
def _plane(beta: float) -> Floats:
    """Return F-beta over the plane: TP is 1, so 1/P are predicted positive, 1/R are positive."""
    p, r = (1 / x.ravel() for x in np.meshgrid(_STEPS, _STEPS, indexing="ij"))
    ones = np.ones(len(p))
    return f_scores(Counts(ones, ones, p, r, 1), beta, 0).reshape(len(_STEPS), -1)


def _levels(ax: Axes, beta: float) -> None:
    lines = ax.contour(_STEPS, _STEPS, _plane(beta), _LEVELS, colors=[GREY], linewidths=0.9)
    ax.plot([0, 1], [0, 1], color=PALE, linewidth=1)
    for level, segments in zip(_LEVELS, lines.allsegs, strict=True):
        if segments:
            x, y = max(segments, key=len)[len(max(segments, key=len)) // 2]
            ax.text(x, y, f"{level}", color=GREY, fontsize=9, ha="center", va="center",
                    bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1})  # fmt: skip


def _along(ax: Axes, cuts: Floats, curves: dict[str, Floats]) -> None:
    """Draw P and R over the threshold, falling to the right."""
    air = float(np.ptp(cuts)) * 0.05 or max(1.0, 0.05 * abs(float(cuts[0])))
    ax.set(xlim=(cuts[-1] + air, cuts[0] - air), ylim=(-0.03, 1.06), xlabel="threshold, falling")
    ax.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    looks = ((BLUE, "--"), (VERMILION, "-."))
    for (name, values), (colour, dash) in zip(curves.items(), looks, strict=True):
        ax.plot(cuts, values, color=colour, linewidth=1.3, linestyle=dash, label=name)
    ax.legend(loc="lower right", bbox_to_anchor=(1.02, 0.94), ncols=2, frameon=False, fontsize=10,
              labelcolor="linecolor", borderpad=0)  # fmt: skip


def _numbers(best: BestF) -> tuple[Value, ...]:
    return (
        Value(("threshold", "阈值"), best.threshold),
        Value("P", best.precision),
        Value("R", best.recall),
        Value("F", best.score),
    )


def _words(best: BestF, beta: float) -> tuple[str, str]:
    at, p, r, f = (v.text for v in _numbers(best))
    return (
        f"With beta {beta:g}, F is highest at threshold {at}: P {p}, R {r}, F {f}.",
        f"beta 为 {beta:g} 时，F 在阈值 {at} 处最高：P {p}，R {r}，F {f}。",
    )
