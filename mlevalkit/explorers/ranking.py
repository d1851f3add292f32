"""Sections 2.3.2 and 2.3.3: a threshold on scores, the weight of recall, and crossing curves."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import Array, ArrayLike, Floats, one_of
from ..plots.axes import Axes, pr_plane, roc_plane, ticks
from ..plots.style import BLUE, GREEN, GREY, PALE, VERMILION
from . import scored
from .engine import Explorer, Value, View, Words
from .picture import Handle, legend_at, matrix, panels, text
from .words import Text

# -- threshold --------------------------------------------------------------------------------
# A threshold moves over scored samples, and everything that is counted from them moves too.

_BELOW = {"none": "mm", "pr": "mp", "roc": "mr", "both": "pr"}  # matrix, P-R plane, ROC plane
_threshold = Words("threshold")


def threshold(
    y_true: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    case: str = "2.11",
    curves: str = "both",
    pos_label: object = None,
) -> Explorer:
    """Explore what moves when the threshold moves: samples, confusion matrix, rates, curves.

    Shows (2.8)-(2.10), (2.18) and (2.19) at every threshold.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), optional
        True labels, two classes; the prepared examples if left out.
    y_score : array-like of shape (n_samples,), optional
        Scores; the higher, the more likely positive.
    case : {"2.11", "2.13"}, default "2.11"
        The example to start with if no data are given.
    curves : {"none", "pr", "roc", "both"}, default "both"
        Which curves are shown below the samples; beside one of them, or instead of them, the
        confusion matrix.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If only one of `y_true` and `y_score` is given, they do not fit together, or `curves` is
        none of these.

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
    Zhou, Machine Learning, sections 2.3.2 and 2.3.3; Examples 2.11 and 2.13.
    """
    one_of(curves, "curves", tuple(_BELOW))
    own = scored.given_samples(y_true, y_score, pos_label)
    if own is None:
        cuts = [round(1 - i / 100, 2) for i in range(101)]
        start = 0.5
        form = "{:.2f}"
    else:
        cuts = _cuts(own[1])
        start = cuts[len(cuts) // 2]
        form = "{:.4g}"
    slider = _threshold.slider("at", cuts, start, form)
    draw = partial(_draw_threshold, cuts=cuts, curves=curves)
    given = {} if curves == "both" else {"curves": curves}
    return scored.on_samples(_threshold, draw, own, ("2.11", "2.13"), case, slider, given=given)


def _cuts(score: Floats) -> list[float]:
    """Return thresholds from above the highest score to the lowest, about 100 of them at most."""
    distinct = np.unique(score)[::-1]
    chosen = np.unique(np.linspace(0, len(distinct) - 1, min(100, len(distinct))).round())
    above = distinct[0] + max(np.ptp(distinct) / 20, 1e-6)
    return [float(above), *map(float, distinct[chosen.astype(int)])]


def _draw_threshold(
    y_true: Array, y_score: Array, at: float, cuts: Sequence[float], curves: str
) -> View:
    counts = mk.binary_counts(y_true, (y_score >= at).astype(int))
    below = _BELOW[curves]
    columns = (1.3, 1) if below[0] == "m" != below[1] else None
    picture, strip, *others = panels(
        f"ss;{below}", 4.2, hspace=0.48, wspace=0.5, rows=(1, 2), columns=columns
    )
    scored.strip(strip, y_true, y_score, at, cuts)
    handles = [Handle("at", "x", strip, float)]
    for name, ax in zip(dict.fromkeys(below), others, strict=True):
        if name == "m":
            matrix(ax, [[counts.TP, counts.FN], [counts.FP, counts.TN]])
        elif name == "p":
            _precision_recall(ax, y_true, y_score, (counts.recall, counts.precision))
            handles.append(Handle("at", "xy", ax, partial(_recall_precision, y_true, y_score)))
        else:
            scored.roc(ax, y_true, y_score, (counts.fpr, counts.tpr))
            handles.append(Handle("at", "xy", ax, partial(scored.rates, y_true, y_score)))
    numbers = {"TP": counts.TP, "FN": counts.FN, "FP": counts.FP, "TN": counts.TN}
    if curves != "roc":
        numbers |= {"P": counts.precision, "R": counts.recall}
    if curves in ("pr", "both"):
        numbers |= {"F1": counts.f1}
    if curves in ("roc", "both"):
        numbers |= {"TPR": counts.tpr, "FPR": counts.fpr}
    return _threshold.view(picture, numbers, *handles, at=at, **_descriptions(counts, numbers))


def _descriptions(counts: mk.results.BinaryCounts, numbers: Mapping[str, float]) -> dict[str, Any]:
    """Return what the picture's words say: each rate that is shown, by what it is a share of."""
    shown = {name: Value("", number) for name, number in numbers.items()}
    with_rates = "TPR" in shown
    called = counts.TP + counts.FP
    with_precision = "P" in shown and called
    return {
        "positives": counts.TP + counts.FN,
        "negatives": counts.FP + counts.TN,
        "rate": f"TPR {shown['TPR']}" if with_rates else f"R {shown['R']}",
        "false_alarms": _threshold("false_alarms", **shown) if with_rates else "",
        "of_these": _threshold("of_these", called=called, **shown) if with_precision else "",
    }


def _recall_precision(y_true: Array, y_score: Array, at: float) -> tuple[float, float]:
    found = y_true[y_score >= at]  # above all scores precision is 0/0
    return found.sum() / y_true.sum(), found.mean() if len(found) else math.nan


def _precision_recall(ax: Axes, y_true: Array, y_score: Array, xy: tuple[float, float]) -> None:
    """Draw the P-R curve without its invented end (0, 1), and where the threshold is on it."""
    precision, recall, _ = mk.precision_recall_curve(y_true, y_score)
    curve = recall[:-1], precision[:-1]
    scored.point(pr_plane(ax, small=True), xy, curve, drawstyle="steps-post")


# -- beta -------------------------------------------------------------------------------------
# The weight beta of recall moves, and with it F and the threshold where it is highest.

_beta = Words("beta")


def beta(
    y_true: ArrayLike | None = None, y_score: ArrayLike | None = None, *, pos_label: object = None
) -> Explorer:
    """Explore what beta does to (2.11): F-beta at every threshold, and the best of them.

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
    own = scored.given_samples(y_true, y_score, pos_label)
    betas = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
    slider = _beta.slider("beta", betas, 1.0, "{:g}")
    return scored.on_samples(_beta, _draw_beta, own, ("2.11", "2.13"), "2.11", slider)


def _draw_beta(y_true: Array, y_score: Array, beta: float) -> View:
    best_for = cache(lambda weight: mk.best_f_threshold(y_true, y_score, beta=weight))
    best = best_for(beta)
    p, r, cuts = mk.precision_recall_curve(y_true, y_score)
    f = [mk.fbeta_score(y_true, y_score >= cut, beta=beta, zero_division=0) for cut in cuts]
    picture, along = panels("a", 3.4)
    _along(along, cuts, p[:-1], r[:-1])
    along.plot(cuts, f, color=GREEN, linewidth=2)
    along.axvline(best.threshold, color=GREEN, linewidth=1, linestyle=":")
    along.plot(best.threshold, best.score, "o", color=GREEN, markersize=8)
    along.set_title(f"F, β = {beta:g}", color=GREEN, loc="left", fontweight="bold")
    numbers = {"at": best.threshold, "P": best.precision, "R": best.recall, "F": best.score}
    handle = Handle("beta", "x", along, lambda v: best_for(v).threshold)
    return _beta.view(picture, numbers, handle, beta=beta)


def _along(ax: Axes, cuts: Floats, p: Floats, r: Floats) -> None:
    """Draw P and R over the threshold."""
    air = float(np.ptp(cuts)) * 0.05 or max(1.0, 0.05 * abs(float(cuts[0])))
    ax.set(xlim=(cuts[0] - air, cuts[-1] + air), ylim=(-0.03, 1.06))
    ax.set_xlabel(text("threshold"))
    ticks(ax, y=(0, 0.5, 1))
    ax.plot(cuts, p, color=BLUE, linewidth=1.3, linestyle="--", label="P")
    ax.plot(cuts, r, color=VERMILION, linewidth=1.3, linestyle="-.", label="R")
    legend_at(ax, "lower right", (1.02, 1.0), 2, labelcolor="linecolor")


# -- crossing ---------------------------------------------------------------------------------
# Two learners whose curves cross: the measures need not agree on which is better.

_FEW_ALARMS = 0.05
_N = 60  # samples of each class
_Y_TRUE = np.repeat([1, 0], _N)
_STEADY = (1.5, 1.0)  # learner A's positives: mean and spread
_COLOURS = {"A": (BLUE, "-", "o"), "B": (VERMILION, "--", "s")}
_crossing = Words("crossing")


def crossing() -> Explorer:
    """Explore two ROC curves, and their P-R curves, that cross or enclose one another.

    Both learners give the negatives scores from N(0, 1). Learner A gives the positives scores
    from N(1.5, 1); mean and spread of learner B's are the reader's. The samples are quantiles of
    these distributions, 60 of each class, weighted to the chosen share of positives. F1 is the
    best over all thresholds, TPR the highest with an FPR of at most 0.05.

    Returns
    -------
    Explorer

    Examples
    --------
    With few positives learner A is better by AUC, learner B by everything else:

    >>> import mlevalkit as mk
    >>> mk.explorers.crossing().starting_at(prior=0.1)
    crossing: share of positives 10%, mean of B 1.5, spread of B 2.0
    AUC A               0.855
    AUC B               0.7483
    BEP A               0.4667
    BEP B               0.4833
    F1 A                0.4892
    F1 B                0.5319
    TPR A               0.4667
    TPR B               0.4833
    encloses the other  -

    Source
    ------
    Zhou, Machine Learning, sections 2.3.2 and 2.3.3, on curves that cross; no example there.
    """
    return _crossing.explorer(
        _draw_crossing,
        _crossing.choice("prior", (0.5, 0.1), 0.5, "{:.0%}"),
        _crossing.slider("mean", (0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4), 1.5),
        _crossing.slider("spread", (0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 2.5), 2.0),
    )


def _learner(mean: float, spread: float, prior: float) -> tuple[Floats, Any, dict[str, float]]:
    """Return the scores of a learner, its ROC curve and P-R curve, and its measures.

    Its positives score N(mean, spread), its negatives N(0, 1).
    """
    negative = scored.normal_quantiles(_N)
    score = np.concatenate([mean + spread * negative, negative])
    weight = np.where(_Y_TRUE == 1, prior, 1 - prior)
    fpr, tpr, _ = mk.roc_curve(_Y_TRUE, score)
    precision, recall, _ = mk.precision_recall_curve(_Y_TRUE, score, sample_weight=weight)
    measures = {
        "AUC": float(mk.roc_auc_score(_Y_TRUE, score)),
        "BEP": mk.break_even_point(_Y_TRUE, score, sample_weight=weight),
        "F1": mk.best_f_threshold(_Y_TRUE, score, sample_weight=weight).score,
        "TPR": float(tpr[fpr <= _FEW_ALARMS].max()),
    }
    return score, ((fpr, tpr), (recall[:-1], precision[:-1])), measures


def _draw_crossing(prior: float, mean: float, spread: float) -> View:
    score_a, curves_a, a = _learner(*_STEADY, prior)
    score_b, curves_b, b = _learner(mean, spread, prior)
    picture, strip, ahead, *planes = panels("sm;rp", 4.4, rows=(0.7, 1))
    _scores(strip, {"A": _STEADY, "B": (mean, spread)})
    _ahead(ahead, {"A": a, "B": b})
    roc_plane(planes[0], small=True)
    pr_plane(planes[1], diagonal=True, small=True)
    for (colour, dash, _), curves in zip(_COLOURS.values(), (curves_a, curves_b), strict=True):
        for ax, curve in zip(planes, curves, strict=True):
            ax.plot(*curve, color=colour, linestyle=dash)
    encloses, said = _encloses(score_a, score_b)
    each = {f"{key} {name}": m[key] for key in a for name, m in (("A", a), ("B", b))}
    numbers: dict[str, Any] = {**each, "encloses": encloses}
    mean_of_b = Handle("mean", "x", strip, float, (-4, 0, 7, 1))
    measures = _crossing("measures", a=a, b=b, few=_FEW_ALARMS)
    return _crossing.view(picture, numbers, mean_of_b, which=said, measures=measures)


def _encloses(a: Array, b: Array) -> tuple[str, Text]:
    """Return the name of the learner whose curves enclose the other's, or "-", and it in words."""
    if mk.dominates(_Y_TRUE, a, b):
        return "A", _crossing("encloses_other", which="A", other="B")
    if mk.dominates(_Y_TRUE, b, a):
        return "B", _crossing("encloses_other", which="B", other="A")
    return "-", _crossing("same" if np.array_equal(a, b) else "cross")


def _scores(ax: Axes, learners: dict[str, tuple[float, float]]) -> None:
    """Draw how each learner's scores are distributed: negatives grey, positives coloured."""
    x = np.linspace(-4, 7, 56)
    for lane, (name, (mean, spread)) in zip((1.1, 0), learners.items(), strict=True):
        for law, colour in (((0, 1), GREY), ((mean, spread), _COLOURS[name][0])):
            upper = lane + scored.normal_density(x, *law)
            ax.fill_between(x, lane, upper, color=colour, alpha=0.35)
    ax.plot([mean, mean], [0, 1], color=_COLOURS["B"][0], linewidth=1)
    ax.set(xlim=(-4, 7), ylim=(0, 2.1), xlabel=text("score"), xticks=[])
    scored.lanes(ax, [1.4, 0.3], list(learners))


def _ahead(ax: Axes, learners: dict[str, dict[str, float]]) -> None:
    """Draw both learners' measures side by side."""
    for (name, measures), shift in zip(learners.items(), (-0.13, 0.13), strict=True):
        colour, _, marker = _COLOURS[name]
        rows = np.arange(4) + shift
        ax.plot(list(measures.values()), rows, marker, color=colour, markersize=6.5, label=name)
    ax.set(xlim=(-0.03, 1.03), ylim=(3.6, -0.6), xticks=[0, 0.5, 1])
    ax.set_yticks(range(4), ["AUC", "BEP", text("best_f1"), text("tpr_at_fpr")])
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="y", color=PALE, linewidth=0.8)
    legend_at(ax, "lower left", (-0.05, 0.95), 2, handletextpad=0.1)
