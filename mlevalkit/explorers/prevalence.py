"""Sections 2.3.1 to 2.3.3: what the share of positives does to accuracy, to P-R and to ROC."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import Array, ArrayLike, Floats
from ..plots.axes import Axes, pr_plane, roc_plane, ticks
from ..plots.style import BLUE, GREEN, GREY, INK, PALE, SOFT, VERMILION
from . import scored
from .engine import Explorer, View, Words
from .picture import Handle, course, legend_at, matrix, panels, text

# -- accuracy_paradox -------------------------------------------------------------------------
# A test that is right for 99% of each class, and one that always says no, as positives get rare.

_PEOPLE = 100_000
_SHARES = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.001)
_accuracy_paradox = Words("accuracy_paradox")


def accuracy_paradox() -> Explorer:
    """Explore what an accuracy of 99% means as the share of positives falls.

    A classifier is right for the same share of each class. Its accuracy is compared with that of
    always predicting negative, and with the share of its predicted positives that are positive.

    Returns
    -------
    Explorer

    Examples
    --------
    One person in a hundred is ill:

    >>> import mlevalkit as mk
    >>> mk.explorers.accuracy_paradox().starting_at(prior=0.01)
    accuracy_paradox: share of positives 1%, right for each class 99%
    accuracy                   0.99
    accuracy, always negative  0.99
    predicted positive         1980
    of these right             0.5

    Source
    ------
    Zhou, Machine Learning, (2.5), and section 2.3.2 on what accuracy does not tell.
    """
    return _accuracy_paradox.explorer(
        _draw_accuracy_paradox,
        replace(_accuracy_paradox.slider("prior", _SHARES, 0.5), show=_percent),
        _accuracy_paradox.choice("right", (0.9, 0.99), 0.99, "{:.0%}"),
    )


def _percent(share: float) -> str:
    return f"{100 * share:g}%"


def _population_counts(prior: float, right: float) -> mk.results.BinaryCounts:
    """Return the counts if a share `right` of each class is predicted right."""
    ill = round(prior * _PEOPLE)
    tp = round(right * ill)
    tn = round(right * (_PEOPLE - ill))
    return mk.results.BinaryCounts(TP=tp, FP=_PEOPLE - ill - tn, FN=ill - tp, TN=tn)


def _draw_accuracy_paradox(prior: float, right: float) -> View:
    counts = _population_counts(prior, right)
    tp, fp, fn, tn = counts
    picture, table, ax = panels("m;a", 4.9, top=0.05, hspace=0.25, rows=(1, 1.25))
    matrix(table, [[tp, fn], [fp, tn]])
    every = [_population_counts(share, right) for share in _SHARES]
    lines = (
        ("accuracy", BLUE, "-", [c.accuracy for c in every]),
        ("always_negative", GREY, "--", [1 - share for share in _SHARES]),
        ("right_alarms", VERMILION, "-.", [c.precision for c in every]),
    )
    for name, colour, dash, heights in lines:
        look = {"color": colour, "linestyle": dash}
        course(ax, _SHARES, heights, _SHARES.index(prior), label=text(name), **look)
    ax.set(xscale="log", xlim=(0.0008, 0.62), ylim=(-0.03, 1.06))
    ax.set_xlabel(str(_accuracy_paradox("prior")))
    ticks(ax, {share: _percent(share) for share in (0.5, 0.1, 0.01, 0.001)}, (0, 0.5, 1))
    legend_at(ax, "lower left", (-0.16, 1.02), 3, handletextpad=0.4)
    numbers = {
        "accuracy": counts.accuracy,
        "always_negative": 1 - prior,
        "predicted": tp + fp,
        "precision": counts.precision,
    }
    said = {"prior": _percent(prior), "right": right, "found": tp, "missed": fn, "alarms": fp}
    return _accuracy_paradox.view(picture, numbers, Handle("prior", "x", ax, float), **said)


# -- pr_baseline ------------------------------------------------------------------------------
# The P-R curve and what guessing gives, as positives get rare.

_OF_EACH = 200  # samples of each class
_PRIORS = (0.9, 0.75, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01)
_LEARNERS = {"guessing": 0.0, "weak": 0.75, "good": 1.5}  # by the distance of the classes
_pr_baseline = Words("pr_baseline")


def pr_baseline(
    y_true: ArrayLike | None = None, y_score: ArrayLike | None = None, *, pos_label: object = None
) -> Explorer:
    """Explore the P-R curve and its baseline as the share of positives changes.

    The baseline is the precision of predicting at random, which is the share of positives; it is
    also the average precision (AP) of random scores. The scores within each class stay.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), optional
        True labels, two classes. If left out: positives from N(d, 1), negatives from N(0, 1).
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
    >>> import mlevalkit as mk
    >>> mk.explorers.pr_baseline().starting_at(prior=0.05)
    pr_baseline: share of positives 5%, learner good
    baseline       0.05
    AP             0.3549
    AP - baseline  0.3049

    Source
    ------
    Zhou, Machine Learning, section 2.3.2; Saito and Rehmsmeier, PLOS ONE 10, 2015.
    """
    own = scored.given_samples(y_true, y_score, pos_label)

    def samples(learner: str = "", **_: Any) -> scored.Samples:
        return own or _two_normals(_LEARNERS[learner])

    return _pr_baseline.explorer(
        lambda prior, **setting: _draw_pr_baseline(*samples(**setting), prior),
        _pr_baseline.slider("prior", _PRIORS, 0.5, "{:.0%}"),
        *([] if own else [_pr_baseline.choice("learner", tuple(_LEARNERS), "good")]),
        prepared=own is None,
        data=lambda **setting: dict(zip(("y_true", "y_score"), samples(**setting), strict=True)),
    )


def _two_normals(distance: float) -> scored.Samples:
    """Return labels and scores: quantiles of N(distance, 1) and of N(0, 1)."""
    negative = scored.normal_quantiles(_OF_EACH)
    return np.repeat([1, 0], _OF_EACH), np.concatenate([negative + distance, negative])


def _average_precision(y_true: Array, y_score: Array, prior: float) -> float:
    """Return the average precision with this share of positives."""
    return float(mk.average_precision_score(y_true, y_score, sample_weight=_weights(y_true, prior)))


def _weights(y_true: Array, prior: float) -> Floats:
    """Return weights that give the positives this share."""
    share = y_true.mean()
    return np.asarray(np.where(y_true == 1, prior / share, (1 - prior) / (1 - share)))


def _draw_pr_baseline(y_true: Array, y_score: Array, prior: float) -> View:
    x, y = _curve_points(y_true, y_score)
    ap = [_average_precision(y_true, y_score, share) for share in _PRIORS]
    at = _PRIORS.index(prior)
    picture, plane, growth = panels("p;g", 5.4, hspace=0.48, rows=(1.5, 1))
    pr_plane(plane, small=True).axhspan(-0.02, prior, color=SOFT[GREEN], zorder=0)
    plane.axhline(prior, color=GREEN, linestyle="--")
    plane.plot(y, mk.precision_from_roc(x, y, 0.5), color=PALE)
    plane.plot(y, mk.precision_from_roc(x, y, prior), color=INK)
    plane.set_title(text("dashes_baseline"), color=GREEN, loc="left")
    course(growth, _PRIORS, ap, at, color=INK, label="AP")
    course(growth, _PRIORS, _PRIORS, at, color=GREEN, linestyle="--", label=text("baseline"))
    growth.set(xlim=(0, 1), ylim=(-0.03, 1.03), xlabel=str(_pr_baseline("prior")))
    ticks(growth, {share: _percent(share) for share in (0.01, 0.2, 0.5, 0.9)}, (0, 0.5, 1))
    legend_at(growth, "lower left", (-0.02, 1.0), 2)
    numbers = {"baseline": prior, "AP": ap[at], "above": round(ap[at] - prior, 12)}
    handles = Handle("prior", "y", plane, float), Handle("prior", "x", growth, float)
    return _pr_baseline.view(picture, numbers, *handles, prior=prior)


# -- class_balance ----------------------------------------------------------------------------
# The share of positives changes: ROC stays, P-R does not, and a picture of areas says why.

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
    own = scored.given_samples(y_true, y_score, pos_label)
    if own is None:
        labels, score = _two_normals(1.5)
        cuts = (2.0, 1.75, 1.5, 1.25, 1.0, 0.75, 0.5, 0.0, -0.5)
        at = 0.75
    else:
        labels, score = own
        few = np.quantile(score, np.linspace(0.95, 0.05, 10), method="nearest")
        cuts = tuple(dict.fromkeys(few.tolist()))
        at = cuts[len(cuts) // 2]
    return _class_balance.explorer(
        partial(_draw_class_balance, labels, score),
        _class_balance.slider("prior", _PRIORS, 0.5, "{:.0%}"),
        _class_balance.slider("at", cuts, at, "{:.4g}"),
        prepared=own is None,
        data=lambda **_: {"y_true": labels, "y_score": score},
    )


def _draw_class_balance(y_true: Array, y_score: Array, prior: float, at: float) -> View:
    rates_at = partial(scored.rates, y_true, y_score)
    fpr, tpr = rates_at(at)
    p = float(mk.precision_from_roc(fpr, tpr, prior, zero_division=np.nan))
    picture, areas, plane, pr = panels("aa;rp", 4.7, rows=(1, 1.1))
    _areas(areas, prior, tpr, fpr)
    x, y = _curve_points(y_true, y_score)
    scored.point(roc_plane(plane, small=True), (fpr, tpr), ([0, *x], [0, *y]))
    # the P-R curve made from it and, pale, that of balanced classes
    pr_plane(pr, small=True).plot(y, mk.precision_from_roc(x, y, 0.5), color=PALE)
    pr.axhline(prior, color=GREEN, linewidth=0.8, linestyle="--")
    scored.point(pr, (tpr, p), (y, mk.precision_from_roc(x, y, prior)))
    numbers = {
        "TPR": tpr,
        "FPR": fpr,
        "AUC": float(mk.roc_auc_score(y_true, y_score, sample_weight=_weights(y_true, prior))),
        "π·TPR": prior * tpr,
        "(1-π)·FPR": (1 - prior) * fpr,
        "P": p,
        "AP": _average_precision(y_true, y_score, prior),
    }
    handles = (
        Handle("prior", "x", areas, float),
        Handle("at", "y", areas, lambda v: rates_at(v)[1], (0, 0, prior, 1)),
        Handle("at", "xy", plane, rates_at),
    )
    return _class_balance.view(picture, numbers, *handles, prior=prior, at=at)


def _areas(ax: Axes, prior: float, tpr: float, fpr: float) -> None:
    """Draw all samples as a unit square, and shade those that are predicted positive."""
    sides = ((0.0, prior, tpr, BLUE), (prior, 1 - prior, fpr, VERMILION))
    for left, width, rate, colour in sides:
        ax.bar(left + width / 2, [1, rate], width, color=[SOFT[colour], colour])
    ax.axvline(prior, color=GREY, linewidth=0.8)
    ax.set(xlim=(0, 1), ylim=(0, 1))
    ax.set_xticks([prior], [f"$\\pi$ = {prior:g}"], ha="left" if prior < 0.5 else "right")
    ticks(ax, y=(0, 1))
    ax.text(0, 1.1, text("tpr_shaded"), color=BLUE, ha="left")
    ax.text(1, 1.1, text("fpr_shaded"), color=VERMILION, ha="right")


def _curve_points(y_true: Array, y_score: Array) -> tuple[Array, Array]:
    """Return points of the ROC curve, without (0, 0), where precision is 0/0."""
    fpr, tpr, _ = mk.roc_curve(y_true, y_score, drop_intermediate=False)
    at = np.unique(np.linspace(1, len(fpr) - 1, 32).round().astype(int))
    return fpr[at], tpr[at]
