"""Two learners whose curves cross: the measures need not agree on which is better."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import mlevalkit as mk

from .._workings import Sentence
from ..plots.style import BLUE, GREY, PALE, VERMILION
from ._base import Explorer, Parameter, Value, View, say
from ._picture import figure, rates

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FEW_ALARMS = 0.05
_N = 60  # samples of each class
_Y_TRUE = np.repeat([1, 0], _N)

_DISTANCES = (0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4)
_SPREADS = (0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 2.5)
_STEADY = (1.5, 1.0)  # learner A's positives: mean and spread
_COLOURS = {"A": (BLUE, "-", "o"), "B": (VERMILION, "--", "s")}


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
    parameters = (
        Parameter("prior", say("label.prior"), (0.5, 0.1), 0.5, _percent, True),
        Parameter("mean", say("crossing.mean"), _DISTANCES, 1.5),
        Parameter("spread", say("crossing.spread"), _SPREADS, 2.0),
    )
    return Explorer("crossing", say("crossing.title"), parameters, _draw)


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _draw(prior: float, mean: float, spread: float) -> View:
    pair = {"A": _learner(*_STEADY, prior), "B": _learner(mean, spread, prior)}
    with figure(4.6, 4.4) as picture:
        panels = picture.subplots(2, 2, height_ratios=[0.7, 1])
        picture.subplots_adjust(0.115, 0.105, 0.985, 0.94, wspace=0.4, hspace=0.4)
        _scores(panels[0, 0], {"A": _STEADY, "B": (mean, spread)})
        _ahead(panels[0, 1], pair)
        rates(panels[1, 0], "FPR", "TPR").plot([0, 1], [0, 1], color=PALE, linewidth=1)
        rates(panels[1, 1], "recall R", "precision P")
        panels[1, 1].plot([0, 1], [0, 1], color=PALE, linewidth=1)
        for name, one in pair.items():
            colour, dash, _ = _COLOURS[name]
            panels[1, 0].plot(one.fpr, one.tpr, color=colour, linestyle=dash)
            panels[1, 1].plot(one.recall, one.precision, color=colour, linestyle=dash)
    return View(picture, _numbers(pair), _words(pair))


def _scores(ax: Axes, learners: dict[str, tuple[float, float]]) -> None:
    """Draw how each learner's scores are distributed: negatives grey, positives coloured."""
    x = np.linspace(-4, 7, 56)
    for lane, (name, (mean, spread)) in zip((1.1, 0), learners.items(), strict=True):
        for law, colour in ((NormalDist(), GREY), (NormalDist(mean, spread), _COLOURS[name][0])):
            height = np.array([law.pdf(v) for v in x])
            ax.fill_between(x, lane, lane + height, color=colour, alpha=0.35, linewidth=0)
    ax.set(xlim=(-4, 7), ylim=(0, 2.1), xlabel="score", xticks=[])
    ax.set_yticks([1.4, 0.3], list(learners), fontsize=12, fontweight="bold")
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)


def _ahead(ax: Axes, pair: dict[str, _Learner]) -> None:
    """Draw both learners' measures side by side."""
    for (name, one), shift in zip(pair.items(), (-0.13, 0.13), strict=True):
        colour, _, marker = _COLOURS[name]
        values, rows = list(one.measures.values()), np.arange(4) + shift
        ax.plot(values, rows, marker, color=colour, markersize=6.5, label=name)
    ax.set(xlim=(-0.03, 1.03), ylim=(3.6, -0.6), xticks=[0, 0.5, 1])
    ax.set_yticks(range(4), ["AUC", "BEP", "best F1", "TPR at\n5% FPR"], fontsize=8.5)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="y", color=PALE, linewidth=0.8)
    ax.legend(loc="lower left", bbox_to_anchor=(-0.05, 0.95), ncols=2, frameon=False, fontsize=10,
              handletextpad=0.1, columnspacing=0.8, borderpad=0)  # fmt: skip


def _numbers(pair: dict[str, _Learner]) -> tuple[Value, ...]:
    a, b = (one.measures for one in pair.values())
    rows = [Value(f"{name} {who}", v[name]) for name in a for who, v in (("A", a), ("B", b))]
    return (*rows, Value(say("crossing.encloses"), _encloses(pair)))


def _words(pair: dict[str, _Learner]) -> Sentence:
    a, b = (one.measures for one in pair.values())
    which = _encloses(pair)
    if which != "-":
        said = say("crossing.encloses_other", which=which, other="B" if which == "A" else "A")
    elif np.array_equal(pair["A"].score, pair["B"].score):
        said = say("crossing.same")
    else:
        said = say("crossing.cross")
    return say(
        "crossing.alt", which=said, measures=say("crossing.measures", a=a, b=b, few=_FEW_ALARMS)
    )


# -- the learners -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Learner:
    """A learner's scores, both its curves and its measures."""

    score: NDArray[Any]
    fpr: NDArray[Any]
    tpr: NDArray[Any]
    precision: NDArray[Any]
    recall: NDArray[Any]
    measures: dict[str, float]


@cache
def _quantiles() -> NDArray[Any]:
    return np.array([NormalDist().inv_cdf((i + 0.5) / _N) for i in range(_N)])


def _learner(mean: float, spread: float, prior: float) -> _Learner:
    """Return the learner whose positives score N(mean, spread), its negatives N(0, 1)."""
    score = np.concatenate([mean + spread * _quantiles(), _quantiles()])
    weight = np.where(_Y_TRUE == 1, prior, 1 - prior)
    fpr, tpr, _ = mk.roc_curve(_Y_TRUE, score)
    precision, recall, _ = mk.precision_recall_curve(_Y_TRUE, score, sample_weight=weight)
    measures = {
        "AUC": float(mk.roc_auc_score(_Y_TRUE, score)),
        "BEP": mk.break_even_point(_Y_TRUE, score, sample_weight=weight),
        "F1": mk.best_f_threshold(_Y_TRUE, score, sample_weight=weight).score,
        "TPR": float(tpr[fpr <= _FEW_ALARMS].max()),
    }
    return _Learner(score, fpr, tpr, precision[:-1], recall[:-1], measures)


def _encloses(pair: dict[str, _Learner]) -> str:
    """Return the name of the learner whose curves enclose the other's, or "-"."""
    a, b = pair["A"].score, pair["B"].score
    if mk.dominates(_Y_TRUE, a, b):
        return "A"
    return "B" if mk.dominates(_Y_TRUE, b, a) else "-"
