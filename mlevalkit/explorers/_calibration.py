"""Bent probabilities: the AUC stays, calibration breaks, and 1/(1+c) is the wrong threshold."""

from __future__ import annotations

from functools import partial

import numpy as np

import mlevalkit as mk

from .._validation import Array, ArrayLike, Floats, as_floats
from ..plots.style import BLUE, GREEN, PALE, VERMILION
from ._base import Explorer, View, Words
from ._picture import Handle, panels, rates, text
from ._views import RATIO, normal_quantiles, own_samples, roc_plane

_N = 2000
_words = Words("calibration")


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
    own = own_samples(y_true, y_prob, pos_label, "y_prob")
    labels, p = _made() if own is None else (own[0], as_floats(own[1], "y_prob", least=0, most=1))
    return _words.explorer(
        partial(_draw, labels, p),
        _words.slider("power", (0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4), 1, "{:g}"),
        _words.slider("ratio", [(1, 4), *((c, 1) for c in (1, 2, 5, 10, 20))], (10, 1), RATIO),
        prepared=own is None,
    )


def _made() -> tuple[Array, Floats]:
    p = 1 / (1 + np.exp(1.5 - 2 * normal_quantiles(_N)))
    return (np.random.RandomState(0).random_sample(_N) < p).astype(int), p


def _draw(y_true: Array, p: Floats, power: float, ratio: tuple[int, int]) -> View:
    q = p**power / (p**power + (1 - p) ** power)
    costs = {"cost_fn": ratio[0], "cost_fp": ratio[1]}
    best, formula = mk.best_threshold(y_true, q, **costs), _formula(ratio)

    def price(at: float) -> float:
        return float(mk.cost_sensitive_error(y_true, (q >= at).astype(int), **costs))

    paid, margins = price(formula), (0.15, 0.095, 0.975, 0.97, 0.4, 0.42)
    with panels("br;cc", 5.4, margins, rows=(1, 1.1)) as (picture, bins, plane, prices):
        share, mean = mk.calibration_curve(y_true, q, n_bins=10, strategy="quantile")
        rates(bins, text("predicted"), text("share_of_positives"))
        bins.plot([0, 1], [0, 1], color=PALE, linewidth=1)
        bins.plot(mean, share, "o-", color=BLUE, markersize=4)
        roc_plane(plane).plot(*mk.roc_curve(y_true, q)[:2], color=BLUE)
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
    return _words.view(picture, numbers, handle, power=f"{power:g}", ratio=RATIO.format(ratio))


def _formula(ratio: tuple[int, int]) -> float:
    """Return the best threshold for calibrated probabilities."""
    return ratio[1] / (ratio[0] + ratio[1])
