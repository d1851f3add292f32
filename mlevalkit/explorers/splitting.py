"""Section 2.2: which samples a splitter trains and tests on, which a bootstrap leaves out."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import (
    Array,
    ArrayLike,
    NDArray,
    as_labels,
    as_list,
    encode,
    fail,
    integer,
    one_of,
)
from ..plots.axes import Axes, bare, ticks
from ..plots.splitting import draw_boxes
from ..plots.style import BLUE, GREEN, GREY, INK, OCHRE, PAPER, PURPLE, SOFT_BLUE, VERMILION
from .engine import Explorer, View, Words
from .picture import Handle, kinds_of_cells, panels, text

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
    draw_boxes(ax, roles, (PAPER, SOFT_BLUE, VERMILION), top=0)
    bare(ax).set(xlim=(0, n), ylim=(rows, -2 * height), xlabel=text("sample"))
    ticks(ax, y={-height: text("class_")} | {i - 0.5: str(i) for i in range(1, rows + 1)})
    kinds_of_cells(ax, {"training_set": SOFT_BLUE, "test_set": VERMILION}, 1.045, 0.5)


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
_MOST_CELLS = 2000  # cells that can still be told apart
# of all cells of a bootstrap, in points
_WIDE = 288
_HIGH = 145
_LIMIT = mk.out_of_bag_probability(math.inf)
_out_of_bag = Words("out_of_bag")


def out_of_bag(sizes: Iterable[int] | None = None, *, seed: int = 0) -> Explorer:
    """Explore which of m samples a bootstrap leaves out, and how their share tends to 1/e: (2.1).

    Nothing is drawn again here, unlike in `bootstrap_split`: of two or three samples, often none
    is left out.

    Parameters
    ----------
    sizes : iterable of int, optional
        Your own numbers of samples m, from 2 to 2000, at most twenty of them.
    seed : int, default 0
        Another seed draws other samples.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `sizes` holds anything but whole numbers from 2 to 2000, none or more than twenty; or
        `seed` is no whole number >= 0.

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
    seed = integer(seed, "seed", most=2**32 - 1)
    values = _SIZES if sizes is None else _given_sizes(sizes)
    return _out_of_bag.explorer(
        partial(_draw_out_of_bag, values, seed),
        _out_of_bag.slider("m", values, 10 if 10 in values else values[0]),
        _out_of_bag.slider("draw", _DRAWS, 1),
        prepared=sizes is None and seed == 0,
    )


def _given_sizes(sizes: Iterable[int]) -> tuple[int, ...]:
    values = sorted(
        {integer(m, "sizes", least=2, most=_MOST_CELLS) for m in as_list(sizes, "sizes")}
    )
    if not 1 <= len(values) <= 20:
        fail("sizes", "from 1 to 20 numbers of samples", str(len(values)))
    return tuple(values)


@cache
def _bags(seed: int, m: int) -> NDArray[np.int64]:
    """Return the samples drawn, one row a draw."""
    return np.random.RandomState([seed, m]).randint(0, m, (len(_DRAWS), m))


def _draw_out_of_bag(sizes: tuple[int, ...], seed: int, m: int, draw: int) -> View:
    bags = _bags(seed, m)
    times = np.bincount(bags[draw - 1], minlength=m)
    shares = [1 - len(np.unique(bag)) / m for bag in bags]
    missed = int((times == 0).sum())
    picture, top, bottom = panels("a;b", 4.7, hspace=0.2, rows=(1.15, 1))
    _bootstrap(top, bags[draw - 1], times)
    _shares(bottom, sizes, m, shares, draw)
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
    cells = [(x[times > 0], y[times > 0], SOFT_BLUE), (x[times == 0], y[times == 0], VERMILION)]
    texts = [] if in_order else [(x[i], y[i], times[i], INK) for i in np.flatnonzero(times > 1)]
    if in_order:
        cells.append((x, np.full(m, below), SOFT_BLUE))
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
    kinds_of_cells(ax, {"drawn": SOFT_BLUE, "left_out": VERMILION}, 1.06, 0.3)


def _squares(ax: Any, x: Array, y: Array, face: str) -> None:
    """Draw all squares of a colour as one shape: a thousand markers take a browser too long."""
    corners = 0.43 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    squares = np.stack([x, y], axis=1)[:, None] + corners
    ax.polygons(squares, color=face)


def _shares(ax: Axes, sizes: tuple[int, ...], m: int, shares: list[float], draw: int) -> None:
    """Draw the share of every draw at this m, and (1 - 1/m)^m on its way to 1/e."""
    chances = [mk.out_of_bag_probability(size) for size in sizes]
    ax.axhline(_LIMIT, color=GREEN, linestyle="--")
    ax.text(sizes[-1] * 1.15, _LIMIT + 0.02, "1/e", color=GREEN, ha="right", va="bottom")
    ax.plot(sizes, chances, color=BLUE, marker="o", markersize=3.5)
    ax.text(sizes[-1] * 1.15, 0.22, "$(1 - 1/m)^m$", color=BLUE, ha="right")
    ax.plot([m] * len(shares), shares, "o", color=GREY, markerfacecolor=PAPER, markersize=4.5)
    ax.plot(m, shares[draw - 1], "o", color=VERMILION, markersize=8)
    ax.set(xscale="log", xlim=(sizes[0] * 0.85, sizes[-1] * 1.2), ylim=(-0.04, 0.72))
    ax.set(xlabel="m", ylabel=text("share_left_out"))
    round_sizes = [n for n in sizes if n in (2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)]
    ticks(ax, round_sizes or sizes, (0, 0.2, 0.4, 0.6))
