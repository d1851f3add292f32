"""What costs and prior make of a learner: the cost plane, the ROC plane, the best threshold."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike, NDArray

import mlevalkit as mk

from .._workings import Sentence
from ..plots.style import GREEN
from ._base import Explorer, Parameter, Value, View, say
from ._picture import PAPER, figure
from ._views import cost_plane, on_samples, roc, samples

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_CASES = ("2.13", "2.11")
_RATIOS = ((1, 20), (1, 10), (1, 5), (1, 2), (1, 1), (2, 1), (5, 1), (10, 1), (20, 1))
_PRIORS = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95)


def cost(
    y_true: ArrayLike | None = None, y_score: ArrayLike | None = None, *, case: str = "2.13"
) -> Explorer:
    """Explore which threshold is the cheapest, and what it costs, as costs and prior change.

    Shows (2.23)-(2.25) and the line of equal cost at the best threshold.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), optional
        True labels, two classes; the prepared examples if left out.
    y_score : array-like of shape (n_samples,), optional
        Scores; the higher, the more likely positive.
    case : {"2.13", "2.11"}, default "2.13"
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
    Figure 2.5, and the point that equal costs pick out:

    >>> import mlevalkit as mk
    >>> mk.explorers.cost()
    cost: data Example 2.13, miss : false alarm 1 : 1, share of positives p 0.50
    P(+)cost   0.5
    threshold  0.54
    FPR        0.1
    FNR        0.5
    cost_norm  0.3
    E          0.3
    slope      1

    Source
    ------
    Zhou, Machine Learning, section 2.3.4 and Figure 2.5; Examples 2.13 and 2.11.
    """
    ratio = Parameter("ratio", say("cost.ratio"), _RATIOS, (1, 1), _colon)
    prior = Parameter("prior", say("cost.prior"), _PRIORS, 0.5, "{:.2f}".format)
    return on_samples("cost", lambda _: (ratio, prior), _draw, _CASES, case, y_true, y_score)


def _colon(ratio: tuple[int, int]) -> str:
    return f"{ratio[0]} : {ratio[1]}"


def _draw(
    y_true: NDArray[Any], y_score: NDArray[Any], ratio: tuple[int, int], prior: float
) -> View:
    best = mk.best_threshold(y_true, y_score, cost_fn=ratio[0], cost_fp=ratio[1], prior=prior)
    at = (best.fpr, best.tpr)
    with figure(4.6, 4.1) as picture:
        panels = picture.subplot_mosaic([["strip", "strip"], ["roc", "cost"]], height_ratios=[1, 2])
        picture.subplots_adjust(0.115, 0.11, 0.985, 0.925, wspace=0.36, hspace=0.5)
        samples(panels["strip"], y_true, y_score, best.threshold)
        roc(panels["roc"], y_true, y_score, at)
        _iso_cost(panels["roc"], best)
        cost_plane(panels["cost"], mk.cost_curve(y_true, y_score), at)
        _price(panels["cost"], best)
    return View(picture, _numbers(best), _words(best, ratio))


def _iso_cost(ax: Axes, best: mk.BestThreshold) -> None:
    """Draw the line of equal cost through the best point."""
    ax.set_title("line of equal cost", color=GREEN, loc="left")
    across = (best.fpr + 1, best.tpr + best.slope) if best.slope < 1e3 else (best.fpr, 2)
    ax.axline((best.fpr, best.tpr), across, color=GREEN, linewidth=1.4, linestyle="--")


def _price(ax: Axes, best: mk.BestThreshold) -> None:
    """Mark P(+)cost and the cost there."""
    x, y = best.positive_cost, best.normalized_cost
    ax.set_title("cost curve", loc="left")
    ax.plot([x, x, -0.03], [-0.03, y, y], color=GREEN, linewidth=0.9, linestyle=":")
    ax.plot(x, y, "o", color=GREEN, markersize=9, markeredgecolor=PAPER, markeredgewidth=1.5)


def _numbers(best: mk.BestThreshold) -> tuple[Value, ...]:
    x, y = round(best.positive_cost, 4), round(best.normalized_cost, 4)  # for a narrow column
    rows = {"P(+)cost": x, "threshold": best.threshold, "FPR": best.fpr, "FNR": 1 - best.tpr}
    rows |= {"cost_norm": y, "E": best.cost, "slope": best.slope}
    names = {"threshold": say("label.threshold"), "slope": say("cost.slope")}
    return tuple(Value(names.get(k, k), v) for k, v in rows.items())


def _words(best: mk.BestThreshold, ratio: tuple[int, int]) -> Sentence:
    if math.isinf(best.threshold):
        choice = say("cost.nothing")
    else:
        choice = say("cost.at", at=f"{best.threshold:g}")
    x, _, fpr, _, y, *_ = (v.text for v in _numbers(best))
    return say("cost.alt", ratio=_colon(ratio), prior=f"{best.prior:g}", choice=choice, fpr=fpr,
               tpr=f"{best.tpr:.4g}", x=x, y=y)  # fmt: skip
