"""Sections 2.2.2 and 2.2.4: what k folds estimate, and how optimistic the best of many looks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._distributions import binom_sf
from .._validation import Array, ArrayLike, Floats, as_labels, fail, integer
from ..display.workings import digits, word
from ..plots.axes import Axes, legend, ticks
from ..plots.style import BLUE, GREEN, GREY, INK, PALE, SOFT_BLUE, SOFT_VERMILION, VERMILION
from .engine import Explorer, View, Words
from .picture import Handle, course, legend_at, panels, text

# -- k_folds ----------------------------------------------------------------------------------
# Stability and fidelity of k: what k-fold cross validation says, split by split and on average.

LOO = "m"
KS: tuple[Any, ...] = (2, 3, 5, 10, LOO)
_SETS = 600
_NEW = 600
_FEATURES = 5
_SHIFT = 0.6
_k_folds = Words("k_folds")


def k_folds(
    estimator: Any = None, X: Any = None, y: ArrayLike | None = None, *, n_splits: int = 20
) -> Explorer:
    """Explore how k moves the estimate of cross validation, and how much it depends on the split.

    Without arguments: 600 data sets of two equally large classes, drawn from N(0, 1) and
    N(0.6, 1) in five features, each cut into k stratified folds in 20 ways. The true error of the
    learner trained on all of a data set is measured on 600 new samples.

    Parameters
    ----------
    estimator, X, y : optional
        Your own classifier and samples. See `cross_validate`; the true error is not known then.
    n_splits : int >= 2, default 20
        In how many ways your samples are cut.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If only some of `estimator`, `X` and `y` are given, or y has fewer than 10 labels of a
        class.

    Examples
    --------
    Leave-one-out is always wrong about a learner that predicts the majority:

    >>> import mlevalkit as mk
    >>> view = mk.explorers.k_folds().view(learner="majority", k="m")
    >>> {v.label.texts["en"]: v.text for v in view.numbers}["bias"]
    '0.5'

    Source
    ------
    Zhou, Machine Learning, section 2.2.2.
    """
    k = _k_folds.slider("k", KS, 10)
    if estimator is None and X is None and y is None:
        return _k_folds.explorer(
            lambda learner, m, k, data: _draw_k_folds(simulated(learner, m), k, data - 1),
            _k_folds.choice("m", (20, 60), 20),
            _k_folds.choice("learner", tuple(PREDICT), "mean"),
            k,
            _k_folds.slider("data", (1, 2, 3, 4), 1),
        )
    if estimator is None or X is None or y is None:
        fail("estimator, X and y", "all or none of them", "some of them")
    column = as_labels(y, "y")
    fewest = np.unique(column, return_counts=True)[1].min()
    if fewest < 10:
        fail("y", "at least 10 samples of each class", str(fewest))
    ways = integer(n_splits, "n_splits", least=2)
    study = cache(partial(_own, estimator, X, column, ways))
    return _k_folds.explorer(lambda k: _draw_k_folds(study(), k, 0), k, prepared=False)


# -- estimates by k ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Study:
    """Estimates by k, of shape (splits, data sets), and the true errors, empty if unknown."""

    m: int
    estimates: dict[Any, Floats]
    truth: Floats

    def bias(self, k: Any) -> float:
        """Return how far the mean estimate is from the truth."""
        return float((self.estimates[k] - self.truth).mean())

    def total(self, k: Any) -> float:
        """Return the root mean square of what the estimates are off by."""
        return math.sqrt(((self.estimates[k] - self.truth) ** 2).mean())

    def spread(self, k: Any) -> float:
        """Return the standard deviation over the ways of cutting one data set."""
        e = self.estimates[k].round(12)  # fold means in another order differ in their last digit
        return 0.0 if len(e) == 1 else math.sqrt(e.var(axis=0, ddof=1).mean())


def _study(m: int, truth: Floats, n: int, estimate: Callable[[Any], Floats]) -> Study:
    """Estimate with every k, cut in n ways; leave-one-out has one way only."""
    estimates = {LOO: np.array([estimate(mk.LeaveOneOut())])}
    for k in KS[:-1]:
        ways = (mk.StratifiedKFold(k, shuffle=True, random_state=seed) for seed in range(n))
        estimates[k] = np.array([estimate(cv) for cv in ways])
    return Study(m, estimates, truth)


def _own(estimator: Any, X: Any, y: Array, n: int) -> Study:
    """Return the estimates for one learner on one data set, cut in n ways."""
    errors = partial(mk.cross_val_score, estimator, X, y, scoring="error_rate")
    return _study(len(y), np.array([]), n, lambda cv: np.array([errors(cv=cv).mean()]))


@cache
def simulated(learner: str, m: int) -> Study:
    """Cross-validate on all data sets at once: they share their labels, and so their folds."""
    rng = np.random.RandomState(0)
    y = np.repeat([0, 1], m // 2)
    y_new = np.repeat([0, 1], _NEW // 2)
    X = rng.normal(size=(_SETS, m, _FEATURES)) + _SHIFT * y[:, np.newaxis]
    X_new = rng.normal(size=(_SETS, _NEW, _FEATURES)) + _SHIFT * y_new[:, np.newaxis]
    truth = (PREDICT[learner](X, y, X_new) != y_new).mean(axis=1)
    return _study(m, truth, 20, lambda cv: fold_errors(learner, X, y, cv).mean(axis=1))


def fold_errors(learner: str, X: Floats, y: Array, cv: Any) -> Floats:
    """Return errors of shape (data sets, folds); the data sets share y, and so their folds."""
    wrong = [PREDICT[learner](X[:, a], y[a], X[:, b]) != y[b] for a, b in cv.split(y, y)]
    return np.stack([fold.mean(axis=1) for fold in wrong], axis=1)


# Each takes training samples of shape (sets, m, features), their shared labels, and samples to
# predict, and returns labels of shape (sets, samples).


def _nearest_mean(X: Floats, y: Array, new: Floats) -> Array:
    means = np.stack([X[:, y == c].mean(axis=1) for c in (0, 1)], axis=1)
    return _nearest(means, np.arange(2), new)


def _nearest(X: Floats, y: Array, new: Floats) -> Array:
    distance = (X**2).sum(axis=2)[:, np.newaxis] - 2 * new @ X.transpose(0, 2, 1)
    return np.asarray(y[distance.argmin(axis=2)])


def _majority(X: Floats, y: Array, new: Floats) -> Array:
    return np.full((len(X), new.shape[1]), np.bincount(y).argmax())


PREDICT = {"mean": _nearest_mean, "nearest": _nearest, "majority": _majority}


# -- the picture ------------------------------------------------------------------------------


def _draw_k_folds(study: Study, k: int | str, shown: int) -> View:
    picture, top, bottom = panels("a;b", 4.9, hspace=0.6, rows=(1.25, 1))
    _one_data_set(top, study, k, shown)
    _all_data_sets(bottom, study, k)
    estimates = study.estimates[k][:, shown]
    ends = sorted({f"{estimates.min():.3f}", f"{estimates.max():.3f}"})
    numbers: dict[str, Any] = {"trained": study.m if k == LOO else k, "above": "-".join(ends)}
    mean = digits(study.estimates[k].mean(), 3)
    spread = digits(study.spread(k), 3)
    if study.truth.size:  # the upper picture shows one data set, the other numbers are of all
        numbers |= {"here": digits(study.truth[shown], 3), "mean_all": mean, "spread": spread}
        numbers |= {"truth": digits(study.truth.mean(), 3), "bias": digits(study.bias(k), 3)}
        numbers["total"] = digits(study.total(k), 3)
    else:
        numbers |= {"mean": mean, "spread": spread}
    pairs = (word("between_words").join([_k_folds(name), text]) for name, text in numbers.items())
    said = word("semicolon").join(pairs)
    handles = (Handle("k", "x", ax, KS.index) for ax in (top, bottom))
    return _k_folds.view(picture, numbers, *handles, k=_k_folds("k", str(k)), values=said)


def _one_data_set(ax: Axes, study: Study, k: int | str, shown: int) -> None:
    """Draw the estimates of one data set, a dot for each split; equal ones side by side."""
    for x, each in enumerate(KS):
        values, counts = np.unique(study.estimates[each][:, shown].round(9), return_counts=True)
        step = min(0.09, 0.8 / counts.max())
        places = np.concatenate([x + step * (np.arange(c) - (c - 1) / 2) for c in counts])
        colour = VERMILION if each == k else GREY
        ax.plot(places, np.repeat(values, counts), "o", color=colour, markersize=3.6)
    every = np.concatenate([e[:, shown] for e in study.estimates.values()])
    if study.truth.size:
        at = study.truth[shown]
        ax.axhline(at, color=GREEN, linestyle="--")
        every = np.append(every, at)
        ax.set_title(text("dashes_true_error"), color=GREEN, loc="right")
    ax.set_title(text("one_data_set"), loc="left")
    ax.set_ylim(min(every.min() - 0.05, 0.1), max(every.max() + 0.05, 0.6))
    ax.set_ylabel(text("estimate"))
    _k_axis(ax)


def _all_data_sets(ax: Axes, study: Study, k: int | str) -> None:
    """Draw spread, bias and total error against k."""
    curves = [("spread", VERMILION, "o", "-", study.spread)]
    if study.truth.size:
        curves += [
            ("bias", BLUE, "s", "--", study.bias),
            ("total_error", INK, "^", ":", study.total),
        ]
        ax.set_title(text("all_data_sets"), loc="left")
    for name, colour, marker, dash, measure in curves:
        look: Any = {"color": colour, "marker": marker, "linestyle": dash, "markersize": 4}
        course(ax, range(len(KS)), list(map(measure, KS)), KS.index(k), label=text(name), **look)
    ax.axhline(0, color=PALE, linewidth=1, zorder=0)
    low, high = ax.get_ylim()
    ax.set(ylim=(low, max(high, 0.05)), xlabel="k")
    ax.locator_params(axis="y", nbins=4, steps=[1, 2, 5, 10])  # ticks of two decimals
    legend_at(ax, "lower right", (1.02, 1.1), 3, handlelength=1.8)
    _k_axis(ax)


def _k_axis(ax: Axes) -> None:
    ax.set_xlim(-0.5, len(KS) - 0.5)
    ticks(ax, {i: str(_k_folds("k", str(k))) for i, k in enumerate(KS)})
    ax.tick_params(axis="x", length=0)


# -- optimism ---------------------------------------------------------------------------------
# The best of several candidates looks better than it is: the distribution of its error.

_CANDIDATES = (1, 2, 5, 10, 20, 50, 100, 1000)
_optimism = Words("optimism")


def optimism() -> Explorer:
    """Explore the optimism of the best of K candidates, on m validation samples.

    All candidates have the same true error rate and err independently of each other: which one
    is best is chance.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.optimism()
    optimism: true error ε 0.5, candidates K 20, validation samples m 100
    mean error of the best  0.4069
    optimism                0.0931
    at most √(ln K / 2m)    0.1224

    Source
    ------
    Cawley and Talbot, Journal of Machine Learning Research 11, 2010; the bound is Hoeffding's.
    """
    return _optimism.explorer(
        _draw_optimism,
        _optimism.choice("rate", (0.1, 0.3, 0.5), 0.5),
        _optimism.slider("K", _CANDIDATES, 20),
        _optimism.slider("m", (20, 50, 100, 200, 500, 1000), 100),
    )


def _draw_optimism(rate: float, K: int, m: int) -> View:
    above = binom_sf(np.arange(m + 1), m, rate)  # P(more than x errors)
    means = {k: float((above**k).sum() / m) for k in _CANDIDATES}
    picture, top, growth = panels("a;b", 5.2, left=0.78, top=0.1, rows=(1.3, 1))
    _distributions(top, above, K, rate)
    look = {"color": VERMILION, "marker": "o", "markersize": 3.5}
    course(growth, _CANDIDATES, list(means.values()), _CANDIDATES.index(K), **look)
    growth.axhline(rate, color=GREEN)
    growth.set(xscale="log", ylim=(0, 1.12 * rate), xlabel=str(_optimism("K")))
    ticks(growth, (1, 10, 100, 1000))
    growth.set_ylabel(text("mean_of_the_best"))
    bound = math.sqrt(math.log(K) / (2 * m))
    optimism = round(rate - means[K], 12)  # 0 for a single candidate, not 6e-17
    numbers = {"mean": means[K], "optimism": optimism, "bound": bound}
    handle = Handle("K", "x", growth, float)
    return _optimism.view(picture, numbers, handle, K=K, m=m, rate=rate)


def _distributions(ax: Axes, above: Floats, K: int, rate: float) -> None:
    """Draw the distribution of one candidate's error and of the smallest of K."""
    m = len(above) - 1
    errors = np.arange(m + 1) / m
    looks = {
        text("one_candidate"): (above, BLUE, SOFT_BLUE, "-"),
        text("the_winner", K=K): (above**K, VERMILION, SOFT_VERMILION, "--"),
    }
    for name, (tail, colour, soft, dash) in looks.items():
        probability = -np.diff(tail, prepend=1.0)
        some = slice(None, None, max(1, m // 200))  # more points than pixels make a page heavy
        ax.fill_between(errors[some], probability[some], color=soft)
        ax.plot(errors[some], probability[some], color=colour, linestyle=dash, label=name)
    ax.axvline(rate, color=GREEN, label=str(_optimism("rate")))
    ax.set(xlim=(0, min(1.0, rate + 0.45)), xlabel=text("validation_error"), yticks=[])
    ax.set_ylim(0)
    ax.spines["left"].set_visible(False)
    legend(ax, "upper right", fontsize=9, borderpad=0)
