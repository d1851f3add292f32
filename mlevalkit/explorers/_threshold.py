"""A threshold moves over scored samples, and everything that is counted from them moves too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import mlevalkit as mk

from ..plots.style import BLUE, GREY, VERMILION
from ._base import Explorer, Parameter, Value, View, say
from ._picture import PAPER, SOFT_BLUE, SOFT_VERMILION, bare, figure, rates
from ._views import cost_plane, on_samples, point, roc, samples

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_CASES = ("2.11", "2.13")
_GRID = tuple(round(1 - i / 100, 2) for i in range(101))
_MOST = 100  # thresholds for a reader's own data


def threshold(
    y_true: ArrayLike | None = None, y_score: ArrayLike | None = None, *, case: str = "2.11"
) -> Explorer:
    """Explore what moves when the threshold moves: samples, matrix, rates, curves, cost line.

    Shows (2.8)-(2.10), (2.18) and (2.19) at every threshold, and the segment of the cost plane
    that it becomes.

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
    >>> mk.explorers.threshold()
    threshold: data Example 2.11, threshold 0.50
    TP   9
    FN   2
    FP   3
    TN   6
    P    0.75
    R    0.8182
    F1   0.7826
    TPR  0.8182
    FPR  0.3333

    Source
    ------
    Zhou, Machine Learning, sections 2.3.2-2.3.4; Examples 2.11 and 2.13.
    """

    def slider(score: NDArray[Any] | None) -> tuple[Parameter, ...]:
        label = say("label.threshold")
        if score is None:
            return (Parameter("at", label, _GRID, 0.5, "{:.2f}".format),)
        cuts = _cuts(score)
        return (Parameter("at", label, cuts, cuts[len(cuts) // 2], "{:.4g}".format),)

    return on_samples("threshold", slider, _draw, _CASES, case, y_true, y_score)


def _cuts(score: NDArray[np.float64]) -> tuple[float, ...]:
    """Return thresholds from above the highest score to the lowest, at most `_MOST` of them."""
    distinct = np.unique(score)[::-1]
    chosen = np.unique(np.linspace(0, len(distinct) - 1, min(_MOST, len(distinct))).round())
    above = distinct[0] + max(np.ptp(distinct) / 20, 1e-6)
    return (float(above), *map(float, distinct[chosen.astype(int)]))


def _draw(y_true: NDArray[Any], y_score: NDArray[Any], at: float) -> View:
    counts = mk.binary_counts(y_true, (y_score >= at).astype(int))
    tp, fp, fn, tn = counts
    p, r, fpr = counts.precision, counts.recall, counts.fpr
    rows = {"TP": tp, "FN": fn, "FP": fp, "TN": tn, "P": p, "R": r}
    rows |= {"F1": counts.f1, "TPR": counts.tpr, "FPR": fpr}
    with figure(4.6, 5.6) as picture:
        panels = picture.subplot_mosaic(
            [["strip", "strip"], ["matrix", "pr"], ["roc", "cost"]], height_ratios=[0.5, 1, 1]
        )
        picture.subplots_adjust(0.115, 0.085, 0.985, 0.945, wspace=0.36, hspace=0.42)
        samples(panels["strip"], y_true, y_score, at)
        _matrix(panels["matrix"], [[tp, fn], [fp, tn]])
        _precision_recall(panels["pr"], y_true, y_score, (r, p))
        roc(panels["roc"], y_true, y_score, (fpr, r))
        cost_plane(panels["cost"], mk.cost_curve(y_true, y_score), (fpr, r))
    numbers = {name: Value(name, value) for name, value in rows.items()}
    shown = {str(v.label): v.text for v in (*numbers.values(), Value("FNR", counts.fnr))}
    return View(picture, tuple(numbers.values()), say("threshold.alt", at=f"{at:.4g}", **shown))


def _matrix(ax: Axes, table: list[list[int]]) -> None:
    """Draw the confusion matrix of Table 2.1, positives first."""
    bare(ax).set(xlim=(-0.75, 2), ylim=(2.55, -0.35))
    names = (("TP", "FN"), ("FP", "TN"))
    faces = ((SOFT_BLUE, PAPER), (SOFT_VERMILION, PAPER))
    for i, (sign, colour) in enumerate((("+", BLUE), ("\N{MINUS SIGN}", VERMILION))):
        ax.text(-0.4, i + 0.5, "true " + sign, color=colour, ha="center", va="center")
        ax.text(i + 0.5, -0.17, "pred. " + sign, ha="center", va="center")
        for j in range(2):
            ax.fill([j, j + 1, j + 1, j], [i, i, i + 1, i + 1], faces[i][j], edgecolor=GREY, lw=0.8)
            ax.text(j + 0.5, i + 0.42, f"{table[i][j]}", fontsize=17, ha="center", va="center")
            ax.text(
                j + 0.5, i + 0.82, names[i][j], color=GREY, fontsize=8, ha="center", va="center"
            )


def _precision_recall(
    ax: Axes, y_true: NDArray[Any], y_score: NDArray[Any], xy: tuple[float, float]
) -> None:
    p, r, _ = mk.precision_recall_curve(y_true, y_score)
    rates(ax, "recall R", "precision P")
    point(ax, xy, (r[:-1], p[:-1]))  # without the invented end (0, 1)
