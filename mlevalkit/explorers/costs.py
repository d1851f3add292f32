"""Section 2.3.4: class balance, costs and distorted probabilities, and the threshold for them."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

import mlevalkit as mk

from .._validation import Array, ArrayLike, Floats, as_floats
from ..plots.axes import Axes, ticks
from ..plots.planes import pr_plane, rate_plane, roc_plane
from ..plots.style import BLUE, GREEN, GREY, PALE, SOFT_BLUE, SOFT_VERMILION, VERMILION
from . import scored
from .engine import Explorer, View, Words
from .picture import Handle, panels, text

# -- class_balance ----------------------------------------------------------------------------
# The share of positives changes: ROC stays, P-R does not, and a picture of areas says why.

_OF_EACH = 200  # samples of each class: quantiles of N(1.5, 1) and N(0, 1)
_class_balance = Words("class_balance")


def class_balance(
    y_true: ArrayLike | None = None, y_score: ArrayLike | None = None, *, pos_label: object = None
) -> Explorer:
    """Explore ROC and P-R curve as the share of positives changes and the scores do not.

    The rectangle of all samples is cut into positives and negatives; TPR and FPR shade a part of
    each. Precision is the blue part of what is shaded:
    P = π·TPR / (π·TPR + (1-π)·FPR).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), optional
        True labels, two classes. If left out: positives from N(1.5, 1), negatives from N(0, 1).
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
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.class_balance().starting_at(prior=0.05)
    class_balance: share of positives 5%, threshold 0.75
    TPR         0.775
    FPR         0.225
    AUC         0.8556
    π·TPR      0.0387
    (1-π)·FPR  0.2137
    P           0.1535
    AP          0.3549

    Source
    ------
    Zhou, Machine Learning, exercise 2.4, and section 2.3.3 on why ROC curves are used.
    """
    own = scored.own_samples(y_true, y_score, pos_label)
    if own is None:
        negative = scored.normal_quantiles(_OF_EACH)
        labels, score = np.repeat([1, 0], _OF_EACH), np.concatenate([negative + 1.5, negative])
        cuts, at = (2.0, 1.75, 1.5, 1.25, 1.0, 0.75, 0.5, 0.0, -0.5), 0.75
    else:
        labels, score = own
        few = np.quantile(score, np.linspace(0.95, 0.05, 10), method="nearest")
        cuts = tuple(dict.fromkeys(few.tolist()))
        at = cuts[len(cuts) // 2]
    priors = (0.9, 0.75, 0.5, 0.35, 0.2, 0.1, 0.05, 0.02, 0.01)
    share = _class_balance.slider("prior", priors, 0.5, "{:.0%}")
    cut = _class_balance.slider("at", cuts, at, "{:.4g}")
    return _class_balance.explorer(
        partial(_draw_class_balance, labels, score), share, cut, prepared=own is None
    )


def _draw_class_balance(y_true: Array, y_score: Array, prior: float, at: float) -> View:
    def rates_at(at: float) -> tuple[float, float]:
        counts = mk.binary_counts(y_true, (y_score >= at).astype(int))
        return counts.fpr, counts.tpr

    fpr, tpr = rates_at(at)
    p = float(mk.precision_from_roc(fpr, tpr, prior, zero_division=np.nan))
    weight = np.where(y_true == 1, prior / y_true.mean(), (1 - prior) / (1 - y_true.mean()))
    with panels("aa;rp", 4.7, rows=(1, 1.1)) as (picture, areas, plane, pr):
        _areas(areas, prior, tpr, fpr)
        x, y = _few(y_true, y_score)
        scored.point(roc_plane(plane, small=True), (fpr, tpr), ([0, *x], [0, *y]))
        # the P-R curve made from it and, pale, that of balanced classes
        pr_plane(pr, small=True).plot(y, mk.precision_from_roc(x, y, 0.5), color=PALE)
        pr.axhline(prior, color=GREEN, linewidth=0.8, linestyle="--")
        scored.point(pr, (tpr, p), (y, mk.precision_from_roc(x, y, prior)))
    numbers = {
        "TPR": tpr,
        "FPR": fpr,
        "AUC": float(mk.roc_auc_score(y_true, y_score, sample_weight=weight)),
        "π·TPR": prior * tpr,
        "(1-π)·FPR": (1 - prior) * fpr,
        "P": p,
        "AP": float(mk.average_precision_score(y_true, y_score, sample_weight=weight)),
    }
    handles = (
        Handle("prior", "x", areas, float),
        Handle("at", "y", areas, lambda v: rates_at(v)[1], (0, 0, prior, 1)),
        Handle("at", "xy", plane, rates_at),
    )
    return _class_balance.view(picture, numbers, *handles, prior=prior, at=at)


def _areas(ax: Axes, prior: float, tpr: float, fpr: float) -> None:
    """Draw all samples as a unit square, and shade those that are predicted positive."""
    sides = ((0.0, prior, tpr, BLUE, SOFT_BLUE), (prior, 1 - prior, fpr, VERMILION, SOFT_VERMILION))
    for left, width, rate, colour, soft in sides:
        ax.bar(left, [1, rate], width, align="edge", color=[soft, colour])
    ax.axvline(prior, color=GREY, linewidth=0.8)
    ax.set(xlim=(0, 1), ylim=(0, 1))
    ax.set_xticks([prior], [f"$\\pi$ = {prior:g}"], ha="left" if prior < 0.5 else "right")
    ticks(ax, y=(0, 1))
    ax.text(0, 1.05, text("tpr_shaded"), color=BLUE, ha="left")
    ax.text(1, 1.05, text("fpr_shaded"), color=VERMILION, ha="right")


def _few(y_true: Array, y_score: Array) -> tuple[Array, Array]:
    """Return points of the ROC curve, without (0, 0), where precision is 0/0."""
    fpr, tpr, _ = mk.roc_curve(y_true, y_score, drop_intermediate=False)
    at = np.unique(np.linspace(1, len(fpr) - 1, 60).round().astype(int))
    return fpr[at], tpr[at]


# -- cost -------------------------------------------------------------------------------------
# What costs and prior make of a learner: the cost plane, the ROC plane, the best threshold.

_cost = Words("cost")


def cost(
    y_true: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    case: str = "2.13",
    pos_label: object = None,
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
    own = scored.own_samples(y_true, y_score, pos_label)
    return scored.on_samples(_cost, _draw_cost, own, ("2.13", "2.11"), case, *sliders)


def _draw_cost(y_true: Array, y_score: Array, ratio: tuple[int, int], prior: float) -> View:
    best = mk.best_threshold(y_true, y_score, cost_fn=ratio[0], cost_fp=ratio[1], prior=prior)
    at = (best.fpr, best.tpr)
    price = (best.positive_cost, best.normalized_cost)
    with panels("ss;rc", 4.1, hspace=0.6, rows=(1, 2)) as (picture, strip, left, right):
        scored.strip(strip, y_true, y_score, best.threshold)
        scored.roc(left, y_true, y_score, at)
        across = (best.fpr + 1, best.tpr + best.slope) if best.slope < 1e3 else (best.fpr, 2)
        left.axline(at, across, color=GREEN, linestyle="--")
        left.set_title(text("line_of_equal_cost"), color=GREEN, loc="left")
        scored.cost_lines(right, y_true, y_score, at)
        scored.mark(right, price)
        right.set_title(text("cost_curve"), loc="left")
    x, y = (round(value, 4) for value in price)  # for a narrow column
    numbers = {"P(+)cost": x, "at": best.threshold, "FPR": best.fpr, "FNR": 1 - best.tpr,
               "cost_norm": y, "E": best.cost, "slope": best.slope}  # fmt: skip
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
    ImportError
        When it is shown, if matplotlib is not installed.

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
    own = scored.own_samples(y_true, y_prob, pos_label, "y_prob")
    labels, p = _made() if own is None else (own[0], as_floats(own[1], "y_prob", least=0, most=1))
    return _calibration.explorer(
        partial(_draw_calibration, labels, p),
        _calibration.slider("power", (0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4), 1, "{:g}"),
        _calibration.slider(
            "ratio", [(1, 4), *((c, 1) for c in (1, 2, 5, 10, 20))], (10, 1), scored.RATIO
        ),
        prepared=own is None,
    )


def _made() -> tuple[Array, Floats]:
    p = 1 / (1 + np.exp(1.5 - 2 * scored.normal_quantiles(_SIMULATED)))
    return (np.random.RandomState(0).random_sample(_SIMULATED) < p).astype(int), p


def _draw_calibration(y_true: Array, p: Floats, power: float, ratio: tuple[int, int]) -> View:
    q = p**power / (p**power + (1 - p) ** power)
    costs = {"cost_fn": ratio[0], "cost_fp": ratio[1]}
    best = mk.best_threshold(y_true, q, **costs)
    formula = _formula(ratio)

    def price(at: float) -> float:
        return float(mk.cost_sensitive_error(y_true, (q >= at).astype(int), **costs))

    paid = price(formula)
    with panels("br;cc", 5.4, top=0.15, rows=(1, 1.1)) as (picture, bins, plane, prices):
        share, mean = mk.calibration_curve(y_true, q, n_bins=10, strategy="quantile")
        words = text("predicted"), text("share_of_positives")
        rate_plane(bins, *words, diagonal=True, small=True)
        bins.plot(mean, share, "o-", color=BLUE, markersize=4)
        roc_plane(plane, small=True).plot(*mk.roc_curve(y_true, q)[:2], color=BLUE)
        grid = np.linspace(0, 1, 201)
        prices.plot(grid, [price(t) for t in grid], color=BLUE)
        chosen = (formula, paid, "s", VERMILION), (best.threshold, best.cost, "o", GREEN)
        for at, cost, marker, colour in chosen:
            counts, x = mk.binary_counts(y_true, (q >= at).astype(int)), min(at, 1)
            plane.plot(counts.fpr, counts.tpr, marker, color=colour, markersize=8)
            prices.axvline(x, color=colour, linewidth=1, linestyle=":")
            prices.plot(x, cost, marker, color=colour, markersize=8)
        prices.set(xlim=(-0.03, 1.03), xlabel=text("threshold"), ylabel=text("cost"))
        prices.set_ylim(bottom=0)
        prices.set_title("1/(1+c)", color=VERMILION, loc="left")
        prices.set_title(text("best"), color=GREEN, loc="right")
    numbers = {
        "AUC": float(mk.roc_auc_score(y_true, q)), "Brier": float(mk.brier_score_loss(y_true, q)),
        "formula": formula, "its_cost": paid, "best": best.threshold,
        "least": best.cost, "lost": paid - best.cost,
    }  # fmt: skip
    handle = Handle("ratio", "x", prices, _formula)
    return _calibration.view(picture, numbers, handle, power=power, ratio=ratio)


def _formula(ratio: tuple[int, int]) -> float:
    """Return the best threshold for calibrated probabilities."""
    return ratio[1] / (ratio[0] + ratio[1])
