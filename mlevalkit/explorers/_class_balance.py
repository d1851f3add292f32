"""The share of positives changes: ROC stays, P-R does not, and a picture of areas says why."""

from __future__ import annotations

from functools import partial

import numpy as np

import mlevalkit as mk

from .._validation import Array, ArrayLike
from ..plots.style import BLUE, GREEN, GREY, PALE, SOFT_BLUE, SOFT_VERMILION, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import Handle, panels, text, ticks
from ._views import normal_quantiles, own_samples, point, pr_plane, roc_plane

_N = 200  # samples of each class: quantiles of N(1.5, 1) and N(0, 1)
_words = Words("class_balance")


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
    own = own_samples(y_true, y_score, pos_label)
    if own is None:
        negative = normal_quantiles(_N)
        labels, score = np.repeat([1, 0], _N), np.concatenate([negative + 1.5, negative])
        cuts, at = (2.0, 1.75, 1.5, 1.25, 1.0, 0.75, 0.5, 0.0, -0.5), 0.75
    else:
        labels, score = own
        few = np.quantile(score, np.linspace(0.95, 0.05, 10), method="nearest")
        cuts = tuple(dict.fromkeys(few.tolist()))
        at = cuts[len(cuts) // 2]
    priors = (0.9, 0.75, 0.5, 0.35, 0.2, 0.1, 0.05, 0.02, 0.01)
    share = _words.slider("prior", priors, 0.5, "{:.0%}")
    cut = _words.slider("at", cuts, at, "{:.4g}")
    return _words.explorer(partial(_draw, labels, score), share, cut, prepared=own is None)


def _draw(y_true: Array, y_score: Array, prior: float, at: float) -> View:
    def rates_at(at: float) -> tuple[float, float]:
        counts = mk.binary_counts(y_true, (y_score >= at).astype(int))
        return counts.fpr, counts.tpr

    fpr, tpr = rates_at(at)
    p = float(mk.precision_from_roc(fpr, tpr, prior, zero_division=np.nan))
    weight = np.where(y_true == 1, prior / y_true.mean(), (1 - prior) / (1 - y_true.mean()))
    margins = (0.14, 0.1, 0.975, 0.93, 0.42, 0.36)
    with panels("aa;rp", 4.7, margins, rows=(1, 1.1)) as (picture, areas, plane, pr):
        _areas(areas, prior, tpr, fpr)
        x, y = _few(y_true, y_score)
        point(roc_plane(plane), (fpr, tpr), ([0, *x], [0, *y]))
        # the P-R curve made from it and, pale, that of balanced classes
        pr_plane(pr).plot(y, mk.precision_from_roc(x, y, 0.5), color=PALE)
        pr.axhline(prior, color=GREEN, linewidth=0.8, linestyle="--")
        point(pr, (tpr, p), (y, mk.precision_from_roc(x, y, prior)))
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
    return _words.view(picture, numbers, *handles, prior=f"{prior:.0%}", at=f"{at:.4g}")


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
