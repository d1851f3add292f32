"""Section 2.3.4: costs and distorted probabilities, and the threshold for them."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

import mlevalkit as mk

from .._validation import Array, ArrayLike, Floats, as_floats
from ..plots.axes import rate_plane, roc_plane
from ..plots.style import BLUE, GREEN, GREY, SOFT, VERMILION
from . import scored
from .engine import Explorer, View, Words
from .picture import Handle, legend_at, matrix, panels, text

# -- cost_matrix ------------------------------------------------------------------------------
# What a decision costs on average, by the probability of being positive: where the lines cross.

_PRICES = (1, 10, 100)  # so that two pairs of different costs have the same ratio
_cost_matrix = Words("cost_matrix")


def cost_matrix() -> Explorer:
    """Explore how a cost matrix becomes a threshold on probabilities.

    Predicting positive costs (1 - q) cost_fp on average, predicting negative q cost_fn, if q is
    the probability that the sample is positive. The lines cross at the threshold
    cost_fp / (cost_fn + cost_fp).

    Returns
    -------
    Explorer

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.cost_matrix().starting_at(cost_fn=10)
    cost_matrix: cost of a miss 10, cost of a false alarm 1, probability q 0.2
    threshold                0.0909
    cost if called positive  0.8
    cost if called negative  2
    cheaper                  positive

    Source
    ------
    Zhou, Machine Learning, Table 2.2 and (2.23); Elkan, The foundations of cost-sensitive
    learning, 2001.
    """
    return _cost_matrix.explorer(
        _draw_cost_matrix,
        _cost_matrix.choice("cost_fn", _PRICES, 1),
        _cost_matrix.choice("cost_fp", _PRICES, 1),
        _cost_matrix.slider("q", (0.05, 0.2, 0.4, 0.6, 0.8), 0.2),
    )


def _draw_cost_matrix(cost_fn: int, cost_fp: int, q: float) -> View:
    at = _formula((cost_fn, cost_fp))
    called = (1 - q) * cost_fp, q * cost_fn  # positive, negative
    picture, table, ax = panels("m;a", 5, top=0.05, right=0.15, hspace=0.3, rows=(1, 1.5))
    names = ("", str(_cost_matrix("miss"))), (str(_cost_matrix("false_alarm")), "")
    matrix(table, [[0, cost_fn], [cost_fp, 0]], names)
    ax.axvspan(at, 1, color=SOFT[GREEN], zorder=0)
    ax.axvline(at, color=GREEN, linewidth=2)
    lines = (
        ("called_positive", BLUE, "-", (cost_fp, 0), called[0]),
        ("called_negative", VERMILION, "--", (0, cost_fn), called[1]),
    )
    for name, colour, dash, ends, height in lines:
        ax.plot([0, 1], ends, dash, color=colour, linewidth=2, label=text(name))
        ax.plot(q, height, "o", color=colour, markersize=7)
    ax.axvline(q, color=GREY, linewidth=1, linestyle=":")
    ax.set(xlim=(0, 1), ylim=(0, 1.08 * max(cost_fn, cost_fp)))
    ax.set(xlabel=str(_cost_matrix("q")), ylabel=text("cost"))
    legend_at(ax, "lower left", (-0.12, 1.02), 2)
    cheaper = _cost_matrix("positive" if called[0] <= called[1] else "negative")
    numbers = {
        "at": at,
        "called_positive": called[0],
        "called_negative": called[1],
        "cheaper": cheaper,
    }
    said = {"cost_fn": cost_fn, "cost_fp": cost_fp, "q": q}
    return _cost_matrix.view(picture, numbers, Handle("q", "x", ax, float), **said)


# -- cost -------------------------------------------------------------------------------------
# What costs and prior make of a learner: the cost plane, the ROC plane, the best threshold.

_cost = Words("cost")


def cost(
    y_true: ArrayLike | None = None, y_score: ArrayLike | None = None, *, pos_label: object = None
) -> Explorer:
    """Explore which threshold is the cheapest, and what it costs, as costs and prior change.

    Shows (2.23)-(2.25) and the line of equal cost at the best threshold.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), optional
        True labels, two classes; the prepared examples if left out.
    y_score : array-like of shape (n_samples,), optional
        Scores; the higher, the more likely positive.
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
    ratios = [*((1, c) for c in (20, 10, 5, 2, 1)), *((c, 1) for c in (2, 5, 10, 20))]
    sliders = (
        _cost.slider("ratio", ratios, (1, 1), scored.RATIO),
        _cost.slider("prior", (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95), 0.5, "{:.2f}"),
    )
    own = scored.given_samples(y_true, y_score, pos_label)
    return scored.on_samples(_cost, _draw_cost, own, ("2.13", "2.11"), "2.13", *sliders)


def _draw_cost(y_true: Array, y_score: Array, ratio: tuple[int, int], prior: float) -> View:
    best = mk.best_threshold(y_true, y_score, cost_fn=ratio[0], cost_fp=ratio[1], prior=prior)
    at = (best.fpr, best.tpr)
    price = (best.positive_cost, best.normalized_cost)
    picture, strip, left, right = panels("ss;rc", 4.1, hspace=0.6, rows=(1, 2))
    scored.strip(strip, y_true, y_score, best.threshold)
    scored.roc(left, y_true, y_score, at)
    way = (1, best.slope) if best.slope < 1e3 else (0, 1)
    ends = np.outer(way, (-2, 2)) + np.transpose([at, at])
    left.plot(*ends, color=GREEN, linestyle="--")
    left.set_title(text("line_of_equal_cost"), color=GREEN, loc="left")
    scored.cost_lines(right, y_true, y_score, at)
    scored.mark(right, price)
    right.set_title(text("cost_curve"), loc="left")
    x, y = (round(value, 4) for value in price)  # for a narrow column
    numbers = {
        "P(+)cost": x,
        "at": best.threshold,
        "FPR": best.fpr,
        "FNR": 1 - best.tpr,
        "cost_norm": y,
        "E": best.cost,
        "slope": best.slope,
    }
    kind = "nothing" if math.isinf(best.threshold) else "something"
    choice = _cost(kind, at=best.threshold)

    def cost_at(prior: float) -> float:
        return float(mk.positive_cost(prior, cost_fn=ratio[0], cost_fp=ratio[1]))

    handle = Handle("prior", "x", right, cost_at)
    said = {"ratio": ratio, "prior": prior, "tpr": best.tpr, "choice": choice}
    return _cost.view(picture, numbers, handle, **said)


# -- calibration ------------------------------------------------------------------------------
# Bent probabilities: the AUC stays, calibration breaks, and 1/(1+c) is the wrong threshold.

_SIMULATED = 2000
_RATIOS = ((1, 4), *((c, 1) for c in (1, 2, 5, 10, 20)))
_calibration = Words("calibration")


def calibration(
    y_true: ArrayLike | None = None, y_prob: ArrayLike | None = None, *, pos_label: object = None
) -> Explorer:
    """Explore what distorting probabilities does to AUC, calibration and the cost of a threshold.

    The odds are raised to a power, which keeps the order of the samples. The threshold
    cost_fp / (cost_fn + cost_fp), which is 1/(1+c) if a miss costs c false alarms, is compared
    with the best threshold on the same samples.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), optional
        True labels, two classes. If left out: 2000 simulated ones, with calibrated probabilities.
    y_prob : array-like of shape (n_samples,), optional
        Predicted probabilities of the positive class.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If only one of `y_true` and `y_prob` is given, they do not fit together, or a probability
        is not from 0 to 1.

    Notes
    -----
    Probabilities so close to 1 that the distorted ones round to 1 become ties, which can change the
    AUC a little.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.calibration().starting_at(power=4)
    calibration: power of the odds 4, miss : false alarm 10 : 1
    AUC                0.8575
    Brier score        0.1554
    threshold 1/(1+c)  0.0909
    cost at 1/(1+c)    0.903
    best threshold     8.517e-05
    cost at the best   0.5185
    extra cost         0.3845

    Source
    ------
    Elkan, The foundations of cost-sensitive learning, 2001. Not in the textbook.
    """
    own = scored.given_samples(y_true, y_prob, pos_label, "y_prob")
    labels, given = own or _simulated_samples()
    p = as_floats(given, "y_prob", least=0, most=1)
    return _calibration.explorer(
        partial(_draw_calibration, labels, p),
        _calibration.slider("power", (0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4), 1, "{:g}"),
        _calibration.slider("ratio", _RATIOS, (10, 1), scored.RATIO),
        prepared=own is None,
    )


def _simulated_samples() -> tuple[Array, Floats]:
    p = 1 / (1 + np.exp(1.5 - 2 * scored.normal_quantiles(_SIMULATED)))
    return (np.random.RandomState(0).random_sample(_SIMULATED) < p).astype(int), p


def _draw_calibration(y_true: Array, p: Floats, power: float, ratio: tuple[int, int]) -> View:
    q = p**power / (p**power + (1 - p) ** power)
    costs = {"cost_fn": ratio[0], "cost_fp": ratio[1]}
    best = mk.best_threshold(y_true, q, **costs)
    formula = _formula(ratio)

    grid = np.array([formula, *np.linspace(0, 1, 201)])
    misses = np.searchsorted(np.sort(q[y_true == 1]), grid)
    alarms = (y_true == 0).sum() - np.searchsorted(np.sort(q[y_true == 0]), grid)
    paid, *prices_at = ((ratio[0] * misses + ratio[1] * alarms) / len(q)).tolist()
    picture, bins, plane, prices = panels("br;cc", 5.4, top=0.15, rows=(1, 1.1))
    share, mean = mk.calibration_curve(y_true, q, n_bins=10, strategy="quantile")
    words = text("predicted"), text("share_of_positives")
    rate_plane(bins, *words, diagonal=True, small=True)
    bins.plot(mean, share, "o-", color=BLUE, markersize=4)
    roc_plane(plane, small=True).plot(*mk.roc_curve(y_true, q)[:2], color=BLUE)
    prices.plot(grid[1:], prices_at, color=BLUE)
    chosen = (formula, paid, "s", VERMILION), (best.threshold, best.cost, "o", GREEN)
    for at, cost, marker, colour in chosen:
        counts = mk.binary_counts(y_true, (q >= at).astype(int))
        x = min(at, 1)
        plane.plot(counts.fpr, counts.tpr, marker, color=colour, markersize=8)
        prices.axvline(x, color=colour, linewidth=1, linestyle=":")
        prices.plot(x, cost, marker, color=colour, markersize=8)
    prices.set(xlim=(-0.03, 1.03), xlabel=text("threshold"), ylabel=text("cost"))
    prices.set_ylim(0)
    prices.set_title("1/(1+c)", color=VERMILION, loc="left")
    prices.set_title(text("best"), color=GREEN, loc="right")
    numbers = {
        "AUC": float(mk.roc_auc_score(y_true, q)),
        "Brier": float(mk.brier_score_loss(y_true, q)),
        "formula": formula,
        "its_cost": paid,
        "best": best.threshold,
        "least": best.cost,
        "lost": paid - best.cost,
    }
    handle = Handle("ratio", "x", prices, _formula)
    return _calibration.view(picture, numbers, handle, power=power, ratio=ratio)


def _formula(ratio: tuple[int, int]) -> float:
    """Return the best threshold for calibrated probabilities."""
    return ratio[1] / (ratio[0] + ratio[1])
