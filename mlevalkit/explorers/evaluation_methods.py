"""Section 2.2: what splitters and the bootstrap deal out, and what the estimates are worth."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._distributions import binom_sf
from .._validation import (
    Array,
    ArrayLike,
    Floats,
    NDArray,
    as_labels,
    encode,
    fail,
    integer,
    one_of,
)
from ..display.workings import digits, word
from ..plots.axes import Axes, bare, legend, ticks
from ..plots.splitting import draw_boxes
from ..plots.style import BLUE, GREEN, GREY, INK, OCHRE, PALE, PAPER, PURPLE, SOFT, VERMILION
from .engine import Explorer, View, Words
from .picture import Handle, course, kinds_of_cells, legend_at, panels, text

# -- splitters --------------------------------------------------------------------------------
# How each splitter deals out samples of three classes to training and test sets.

Folds = list[tuple[NDArray[np.intp], NDArray[np.intp]]]

_CLASSES = np.repeat(["A", "B", "C"], [12, 8, 4])  # sorted, as data often are
_MARKS = ((GREEN, "o"), (PURPLE, "^"), (OCHRE, "s"), (INK, "D"))  # of the classes
_MOST_SAMPLES = 40  # samples that still have a cell each
_KS = (2, 3, 4)
_ROUNDS = 6  # draws of a hold-out
_KINDS = (("hold_out", "stratified_hold_out"), ("k_fold", "in_order", "stratified"))
_splitters = Words("splitters")


def splitters(y: ArrayLike | None = None, *, method: str = "hold_out") -> Explorer:
    """Explore which samples a way of splitting trains on and tests on, class by class.

    Hold-out takes 1/k of the samples as its test set and is drawn six times.

    Parameters
    ----------
    y : array-like of shape (n_samples,), optional
        Your own labels, in the order of your data: at most 40 samples of up to 4 classes, each
        with 4 members or more. Three classes of 12, 8 and 4, sorted, if left out.
    method : str, default "hold_out"
        What to start with. "hold_out" and "stratified_hold_out" are compared with each other, and
        so are "k_fold" (shuffled), "in_order" and "stratified", the ways to make k folds.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `y` holds no labels, too many samples or classes, or too few of a class; or `method` is
        none of these.

    Examples
    --------
    Sorted data cut into three parts as they come:

    >>> import mlevalkit as mk
    >>> mk.explorers.splitters(method="in_order").starting_at(k=3)
    splitters: method k-fold, in order, parts k 3, draw 1
    splits                           3
    samples in a training set        16
    samples in a test set            8
    times each sample is tested      1
    test sets in the classes' ratio  0
    test sets without a class        3
    test samples of an unseen class  4

    Source
    ------
    Zhou, Machine Learning, sections 2.2.1 and 2.2.2; Examples 2.1 and 2.3-2.6.
    """
    one_of(method, "method", (*_KINDS[0], *_KINDS[1]))
    kind = next(methods for methods in _KINDS if method in methods)
    parts = _splitters.slider("k", _KS, 4)
    if kind is _KINDS[0]:  # without folds, what k means is how large the test set is
        parts = replace(_splitters.slider("k", _KS, 4, "1/{}"), label=_splitters("share"))
    return _splitters.explorer(
        partial(_draw_splitters, _CLASSES if y is None else _given_labels(y)),
        _splitters.choice("method", kind, method),
        parts,
        _splitters.slider("draw", range(1, 6), 1),
        prepared=y is None,
        given={} if kind is _KINDS[0] else {"method": kind[0]},
    )


def _given_labels(y: ArrayLike) -> Array:
    column = as_labels(y, "y")
    classes, (codes,) = encode(column)
    if len(column) > _MOST_SAMPLES or len(classes) > len(_MARKS):
        expected = f"at most {_MOST_SAMPLES} samples of at most {len(_MARKS)} classes"
        fail("y", expected, f"{len(column)} samples of {len(classes)} classes")
    if np.bincount(codes).min() < max(_KS):
        fail("y", f"at least {max(_KS)} samples of each class", f"{np.bincount(codes).min()}")
    return column


def _splitter(method: str, k: int, seed: int) -> Any:
    share: dict[str, Any] = {"test_size": 1 / k, "random_state": seed}
    shuffled: dict[str, Any] = {"shuffle": True, "random_state": seed}
    return {
        "hold_out": mk.ShuffleSplit(_ROUNDS, **share),
        "stratified_hold_out": mk.StratifiedShuffleSplit(_ROUNDS, **share),
        "in_order": mk.KFold(k),
        "k_fold": mk.KFold(k, **shuffled),
        "stratified": mk.StratifiedKFold(k, **shuffled),
    }[method]


def _draw_splitters(y: Array, method: str, k: int, draw: int) -> View:
    with warnings.catch_warnings():  # a class too small for k parts shows in the numbers
        warnings.simplefilter("ignore", UserWarning)
        folds = list(_splitter(method, k, draw).split(range(len(y)), y))
    classes, (codes,) = encode(y)
    tested = np.bincount(np.concatenate([test for _, test in folds]), minlength=len(y))
    numbers = {
        "splits": len(folds),
        "train": _range([len(train) for train, _ in folds]),
        "test": _range([len(test) for _, test in folds]),
        "tested": _range(tested),
        "in_ratio": sum(_has_ratio(codes, test) for _, test in folds),
        "without": sum(len(set(codes[test])) < len(classes) for _, test in folds),
        "unseen": sum(int((~np.isin(codes[test], codes[train])).sum()) for train, test in folds),
    }
    picture, left, right = panels("ab", 3.6, bottom=0.35, wspace=0.06, columns=(2.8, 1))
    _splits(left, codes, folds)
    _members(right, codes, folds)
    said = {"method": _splitters("method", method), "classes": len(classes)}
    return _splitters.view(picture, numbers, **said)


def _has_ratio(codes: Array, test: Array) -> bool:
    """Tell whether each class has its share of a test set, to within one sample."""
    due = np.bincount(codes) * len(test) / len(codes)
    found = np.bincount(codes[test], minlength=len(due))
    return bool((abs(found - due) < 1).all())


def _range(counts: Any) -> str:
    low = min(counts)
    high = max(counts)
    return f"{low}" if low == high else f"{low}-{high}"


def _splits(ax: Axes, codes: Array, folds: Folds) -> None:
    """Draw one row a split, one column a sample; the classes above."""
    n = len(codes)
    rows = len(folds)
    height = rows / 22  # of the strip of classes
    _marks(ax, codes, -height)
    roles = np.zeros((rows, n), int)
    for row, (train, test) in enumerate(folds):
        roles[row, train] = 1
        roles[row, test] = 2
    draw_boxes(ax, roles, (PAPER, SOFT[BLUE], VERMILION), top=0)
    bare(ax).set(xlim=(0, n), ylim=(rows, -2 * height), xlabel=text("sample"))
    ticks(ax, y={-height: text("class_")} | {i - 0.5: str(i) for i in range(1, rows + 1)})
    kinds_of_cells(ax, {"training_set": SOFT[BLUE], "test_set": VERMILION}, 1.045, 0.5)


def _marks(ax: Axes, codes: Array, y: float) -> None:
    """Draw the mark of each sample's class."""
    for code, (colour, mark) in enumerate(_MARKS):
        at = np.flatnonzero(codes == code) + 0.5
        ax.plot(at, np.full(len(at), y), mark, color=colour, markersize=4.2)


def _members(ax: Axes, codes: Array, folds: Folds) -> None:
    """Draw the classes of each test set."""
    rows = len(folds)
    widest = max(len(test) for _, test in folds)
    for row, (_, test) in enumerate(folds):
        _marks(ax, np.sort(codes[test]), row + 0.5)
    bare(ax).set(xlim=(-0.4, max(widest, 6) + 0.2), ylim=(rows, -2 * rows / 22))
    ax.text(0, 1.045, text("its_classes"), transform=ax.transAxes, va="center_baseline")


# -- out_of_bag -------------------------------------------------------------------------------
# The samples that a bootstrap leaves out, from two samples to a thousand, against 1/e.

_SIZES = (2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000)
_DRAWS = tuple(range(1, 9))
# of all cells of a bootstrap, in points
_WIDE = 288
_HIGH = 145
_LIMIT = mk.out_of_bag_probability(math.inf)
_out_of_bag = Words("out_of_bag")


def out_of_bag() -> Explorer:
    """Explore which of m samples a bootstrap leaves out, and how their share tends to 1/e: (2.1).

    Nothing is drawn again here, unlike in `bootstrap_split`: of two or three samples, often none
    is left out.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.out_of_bag().starting_at(m=1000)
    out_of_bag: samples m 1000, draw 1
    left out of D'              360
    different samples in D'     640
    share left out              0.36
    mean share up to this draw  0.36
    (1 - 1/m)^m                 0.3677
    1/e                         0.3679

    Source
    ------
    Zhou, Machine Learning, section 2.2.3, (2.1).
    """
    return _out_of_bag.explorer(
        _draw_out_of_bag,
        _out_of_bag.slider("m", _SIZES, 10),
        _out_of_bag.slider("draw", _DRAWS, 1),
    )


@cache
def _bags(m: int) -> NDArray[np.int64]:
    """Return the samples drawn, one row a draw."""
    return np.random.RandomState([0, m]).randint(0, m, (len(_DRAWS), m))


def _draw_out_of_bag(m: int, draw: int) -> View:
    bags = _bags(m)
    times = np.bincount(bags[draw - 1], minlength=m)
    shares = [1 - len(np.unique(bag)) / m for bag in bags]
    missed = int((times == 0).sum())
    picture, top, bottom = panels("a;b", 4.7, hspace=0.2, rows=(1.15, 1))
    _bootstrap(top, bags[draw - 1], times)
    _shares(bottom, m, shares, draw)
    numbers = {
        "missed": missed,
        "different": m - missed,
        "share": missed / m,
        "mean": float(np.mean(shares[:draw])),
        "(1 - 1/m)^m": mk.out_of_bag_probability(m),
        "1/e": _LIMIT,
    }
    return _out_of_bag.view(picture, numbers, Handle("m", "x", bottom, float), draw=draw, m=m)


def _bootstrap(ax: Axes, bag: Array, times: Array) -> None:
    """Draw a cell for each sample of D; of few samples, a line leads to each of its draws."""
    m = len(times)
    in_order = m <= 10  # D' is shown in the order drawn
    columns = m if in_order else math.ceil(math.sqrt(2.1 * m))
    rows = 2 if in_order else math.ceil(m / columns)
    side = min(_WIDE / columns, _HIGH / rows, 46)  # points for a cell, so that it is square
    below = _HIGH / side - 1.15  # the row of D'
    x = np.arange(m) % columns
    y = np.arange(m) // columns
    cells = [(x[times > 0], y[times > 0], SOFT[BLUE]), (x[times == 0], y[times == 0], VERMILION)]
    texts = [] if in_order else [(x[i], y[i], times[i], INK) for i in np.flatnonzero(times > 1)]
    if in_order:
        cells.append((x, np.full(m, below), SOFT[BLUE]))
        ends = np.repeat([[0.45], [below - 0.45]], m, axis=1)
        ax.plot(np.stack([bag, x]), ends, color=GREY, linewidth=0.9)
        texts += [(i, 0, i, INK if times[i] else PAPER) for i in range(m)]
        texts += [(i, below, bag[i], INK) for i in range(m)]
    for across, down, face in cells:
        _squares(ax, across, down, face)
    for across, down, mark, ink in texts if m <= 100 else ():  # more are too small to read
        ax.text(across, down, str(mark), color=ink, ha="center", va="center_baseline")
    bare(ax).set(xlim=(-0.5, _WIDE / side - 0.5), ylim=(_HIGH / side - 0.6, -0.6))
    if in_order:
        ticks(ax, y={0: "D", below: "D'"})
    kinds_of_cells(ax, {"drawn": SOFT[BLUE], "left_out": VERMILION}, 1.06, 0.3)


def _squares(ax: Any, x: Array, y: Array, face: str) -> None:
    """Draw all squares of a colour as one shape: a thousand markers take a browser too long."""
    corners = 0.43 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    squares = np.stack([x, y], axis=1)[:, None] + corners
    ax.polygons(squares, color=face)


def _shares(ax: Axes, m: int, shares: list[float], draw: int) -> None:
    """Draw the share of every draw at this m, and (1 - 1/m)^m on its way to 1/e."""
    chances = [mk.out_of_bag_probability(size) for size in _SIZES]
    ax.axhline(_LIMIT, color=GREEN, linestyle="--")
    ax.text(1150, _LIMIT + 0.02, "1/e", color=GREEN, ha="right", va="bottom")
    ax.plot(_SIZES, chances, color=BLUE, marker="o", markersize=3.5)
    ax.text(1150, 0.22, "$(1 - 1/m)^m$", color=BLUE, ha="right")
    ax.plot([m] * len(shares), shares, "o", color=GREY, markerfacecolor=PAPER, markersize=4.5)
    ax.plot(m, shares[draw - 1], "o", color=VERMILION, markersize=8)
    ax.set(xscale="log", xlim=(1.7, 1200), ylim=(-0.04, 0.72))
    ax.set(xlabel="m", ylabel=text("share_left_out"))
    ticks(ax, (2, 5, 10, 20, 50, 100, 200, 500, 1000), (0, 0.2, 0.4, 0.6))


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
        text("one_candidate"): (above, BLUE, "-"),
        text("the_winner", K=K): (above**K, VERMILION, "--"),
    }
    for name, (tail, colour, dash) in looks.items():
        probability = -np.diff(tail, prepend=1.0)
        some = slice(None, None, max(1, m // 200))  # more points than pixels make a page heavy
        ax.fill_between(errors[some], probability[some], color=SOFT[colour])
        ax.plot(errors[some], probability[some], color=colour, linestyle=dash, label=name)
    ax.axvline(rate, color=GREEN, label=str(_optimism("rate")))
    ax.set(xlim=(0, min(1.0, rate + 0.45)), xlabel=text("validation_error"), yticks=[])
    ax.set_ylim(0)
    ax.spines["left"].set_visible(False)
    legend(ax, "upper right", fontsize=9, borderpad=0)
