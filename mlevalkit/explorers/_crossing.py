"""Two learners whose curves cross: the measures need not agree on which is better."""

from __future__ import annotations

from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import Array, Floats
from ..plots.style import BLUE, GREY, PALE, VERMILION, Axes
from ._base import Explorer, Text, View, Words
from ._picture import Handle, legend, panels, text
from ._views import lanes, normal_density, normal_quantiles, pr_plane, roc_plane

_FEW_ALARMS = 0.05
_N = 60  # samples of each class
_Y_TRUE = np.repeat([1, 0], _N)
_STEADY = (1.5, 1.0)  # learner A's positives: mean and spread
_COLOURS = {"A": (BLUE, "-", "o"), "B": (VERMILION, "--", "s")}
_words = Words("crossing")


def crossing() -> Explorer:
    """Explore two ROC curves, and their P-R curves, that cross or enclose one another.

    Both learners give the negatives scores from N(0, 1). Learner A gives the positives scores
    from N(1.5, 1); mean and spread of learner B's are the reader's. The samples are quantiles of
    these distributions, 60 of each class, weighted to the chosen share of positives. F1 is the
    best over all thresholds, TPR the highest with an FPR of at most 0.05.

    Returns
    -------
    Explorer

    Raises
    ------
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    With few positives learner A is better by AUC, learner B by everything else:

    >>> import mlevalkit as mk
    >>> mk.explorers.crossing().starting_at(prior=0.1)
    crossing: share of positives 10%, mean of B 1.5, spread of B 2.0
    AUC A     0.855
    AUC B     0.7483
    BEP A     0.4667
    BEP B     0.4833
    F1 A      0.4892
    F1 B      0.5319
    TPR A     0.4667
    TPR B     0.4833
    encloses  -

    Source
    ------
    Zhou, Machine Learning, sections 2.3.2 and 2.3.3, on curves that cross; no example there.
    """
    return _words.explorer(
        _draw,
        _words.choice("prior", (0.5, 0.1), 0.5, "{:.0%}"),
        _words.slider("mean", (0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4), 1.5),
        _words.slider("spread", (0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 2.5), 2.0),
    )


def _learner(mean: float, spread: float, prior: float) -> tuple[Floats, Any, dict[str, float]]:
    """Return the scores of a learner, its ROC curve and P-R curve, and its measures.

    Its positives score N(mean, spread), its negatives N(0, 1).
    """
    negative = normal_quantiles(_N)
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


def _draw(prior: float, mean: float, spread: float) -> View:
    score_a, curves_a, a = _learner(*_STEADY, prior)
    score_b, curves_b, b = _learner(mean, spread, prior)
    margins = (0.14, 0.105, 0.97, 0.94, 0.4, 0.4)
    with panels("sm;rp", 4.4, margins, rows=(0.7, 1)) as (picture, strip, ahead, *planes):
        _scores(strip, {"A": _STEADY, "B": (mean, spread)})
        _ahead(ahead, {"A": a, "B": b})
        roc_plane(planes[0])
        pr_plane(planes[1]).plot([0, 1], [0, 1], color=PALE, linewidth=1)
        for (colour, dash, _), curves in zip(_COLOURS.values(), (curves_a, curves_b), strict=True):
            for ax, curve in zip(planes, curves, strict=True):
                ax.plot(*curve, color=colour, linestyle=dash)
    encloses, said = _encloses(score_a, score_b)
    each = {f"{key} {name}": m[key] for key in a for name, m in (("A", a), ("B", b))}
    numbers: dict[str, Any] = {**each, "encloses": encloses}
    mean_of_b = Handle("mean", "x", strip, float, (-4, 0, 7, 1))
    measures = _words("measures", a=a, b=b, few=_FEW_ALARMS)
    return _words.view(picture, numbers, mean_of_b, which=said, measures=measures)


def _encloses(a: Array, b: Array) -> tuple[str, Text]:
    """Return the name of the learner whose curves enclose the other's, or "-", and it in words."""
    if mk.dominates(_Y_TRUE, a, b):
        return "A", _words("encloses_other", which="A", other="B")
    if mk.dominates(_Y_TRUE, b, a):
        return "B", _words("encloses_other", which="B", other="A")
    return "-", _words("same" if np.array_equal(a, b) else "cross")


def _scores(ax: Axes, learners: dict[str, tuple[float, float]]) -> None:
    """Draw how each learner's scores are distributed: negatives grey, positives coloured."""
    x = np.linspace(-4, 7, 56)
    for lane, (name, (mean, spread)) in zip((1.1, 0), learners.items(), strict=True):
        for law, colour in (((0, 1), GREY), ((mean, spread), _COLOURS[name][0])):
            ax.fill_between(x, lane, lane + normal_density(x, *law), color=colour, alpha=0.35)
    ax.plot([mean, mean], [0, 1], color=_COLOURS["B"][0], linewidth=1)
    ax.set(xlim=(-4, 7), ylim=(0, 2.1), xlabel=text("score"), xticks=[])
    lanes(ax, [1.4, 0.3], list(learners))


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
    legend(ax, "lower left", (-0.05, 0.95), 2, handletextpad=0.1)
