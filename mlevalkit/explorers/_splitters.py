"""How each splitter deals out samples of three classes to training and test sets."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import Array, ArrayLike, NDArray, as_labels, encode, fail
from ..plots.splitting import draw_boxes
from ..plots.style import GREEN, INK, OCHRE, PAPER, PURPLE, SOFT_BLUE, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import bare, kinds_of_cells, panels, text, ticks

Folds = list[tuple[NDArray[np.intp], NDArray[np.intp]]]

_CLASSES = np.repeat(["A", "B", "C"], [12, 8, 4])  # sorted, as data often are
_MARKS = ((GREEN, "o"), (PURPLE, "^"), (OCHRE, "s"), (INK, "D"))  # of the classes
_MOST = 40  # samples that still have a cell each
_KS = (2, 3, 4)
_ROUNDS = 6  # draws of a hold-out and of the bootstrap
_words = Words("splitters")


def splitters(y: ArrayLike | None = None, *, method: str = "hold_out") -> Explorer:
    """Explore which samples each way of splitting trains on and tests on, class by class.

    Hold-out takes 1/k of the samples as its test set; hold-out and bootstrap are drawn six times,
    k-fold is repeated three times.

    Parameters
    ----------
    y : array-like of shape (n_samples,), optional
        Your own labels, in the order of your data: at most 40 samples of up to 4 classes, each
        with 4 members or more. Three classes of 12, 8 and 4, sorted, if left out.
    method : str, default "hold_out"
        What to start with: "hold_out", "stratified_hold_out", "in_order", "k_fold", "stratified",
        "repeated", "leave_one_out" or "bootstrap".

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `y` holds no labels, too many samples or classes, or too few of a class; or `method` is
        none of these.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    Sorted data cut into three parts as they come:

    >>> import mlevalkit as mk
    >>> mk.explorers.splitters().starting_at(method="in_order", k=3)
    splitters: method k-fold, in order, parts k 3, draw 1
    splits                    3
    in a training set         16
    in a test set             8
    each sample is tested     1
    test sets without a class 3
    tested, never trained on  4

    Source
    ------
    Zhou, Machine Learning, section 2.2; Examples 2.1 and 2.3-2.6.
    """
    return _words.explorer(
        partial(_draw, _CLASSES if y is None else _own(y)),
        _words.choice("method", (*_splitters(2, 0), "bootstrap"), method),
        _words.slider("k", _KS, 4),
        _words.slider("draw", range(1, 6), 1),
        prepared=y is None,
    )


def _own(y: ArrayLike) -> Array:
    column = as_labels(y, "y")
    classes, (codes,) = encode(column)
    if len(column) > _MOST or len(classes) > len(_MARKS):
        expected = f"at most {_MOST} samples of at most {len(_MARKS)} classes"
        fail("y", expected, f"{len(column)} samples of {len(classes)} classes")
    if np.bincount(codes).min() < max(_KS):
        fail("y", f"at least {max(_KS)} samples of each class", f"{np.bincount(codes).min()}")
    return column


def _splitters(k: int, seed: int) -> dict[str, Any]:
    """Return the splitter of each method but the bootstrap, which has none."""
    share: dict[str, Any] = {"test_size": 1 / k, "random_state": seed}
    return {
        "hold_out": mk.ShuffleSplit(_ROUNDS, **share),
        "stratified_hold_out": mk.StratifiedShuffleSplit(_ROUNDS, **share),
        "in_order": mk.KFold(k),
        "k_fold": mk.KFold(k, shuffle=True, random_state=seed),
        "stratified": mk.StratifiedKFold(k, shuffle=True, random_state=seed),
        "repeated": mk.RepeatedKFold(n_splits=k, n_repeats=3, random_state=seed),
        "leave_one_out": mk.LeaveOneOut(),
    }


def _folds(y: Array, method: str, k: int, seed: int) -> Folds:
    """Return the splits of one method."""
    n = len(y)
    if method == "bootstrap":
        rng = np.random.RandomState(seed)
        pairs = (mk.bootstrap_split(range(n), random_state=rng) for _ in range(_ROUNDS))
        return [(np.array(train), np.array(test)) for train, test in pairs]
    return list(_splitters(k, seed)[method].split(range(n), y))


def _draw(y: Array, method: str, k: int, draw: int) -> View:
    with warnings.catch_warnings():  # a class too small for k parts shows in the numbers
        warnings.simplefilter("ignore", UserWarning)
        folds = _folds(y, method, k, draw)
    classes, (codes,) = encode(y)
    tested = np.bincount(np.concatenate([test for _, test in folds]), minlength=len(y))
    numbers = {
        "splits": len(folds),
        "train": _range([len(train) for train, _ in folds]),
        "test": _range([len(test) for _, test in folds]),
        "tested": _range(tested),
        "without": sum(len(set(codes[test])) < len(classes) for _, test in folds),
        "unseen": sum(int((~np.isin(codes[test], codes[train])).sum()) for train, test in folds),
    }
    margins = (0.12, 0.075, 0.985, 0.925, 0, 0.06)
    with panels("ab", 4.7, margins, columns=(2.8, 1)) as (picture, left, right):
        _splits(left, codes, folds)
        _members(right, codes, folds)
    return _words.view(picture, numbers, method=_words("method", method), classes=len(classes))


def _range(counts: Any) -> str:
    low, high = min(counts), max(counts)
    return f"{low}" if low == high else f"{low}-{high}"


def _splits(ax: Axes, codes: Array, folds: Folds) -> None:
    """Draw one row a split, one column a sample; the classes above."""
    n, rows = len(codes), len(folds)
    height = rows / 22  # of the strip of classes
    _marks(ax, codes, -height)
    roles = np.zeros((rows, n), int)
    for row, (train, test) in enumerate(folds):
        roles[row, train], roles[row, test] = 1, 2
        for i in np.flatnonzero(np.bincount(train) > 1):
            times = np.count_nonzero(train == i)
            ax.text(i + 0.5, row + 0.53, f"{times}", ha="center", va="center")
    draw_boxes(ax, roles, (PAPER, SOFT_BLUE, VERMILION), top=0)
    bare(ax).set(xlim=(0, n), ylim=(rows, -2 * height), xlabel=text("sample"))
    named = range(1, rows + 1) if rows <= 12 else (1, rows // 2, rows)
    ticks(ax, y={-height: text("class_")} | {i - 0.5: str(i) for i in named})
    kinds_of_cells(ax, {"training_set": SOFT_BLUE, "test_set": VERMILION}, 1.045, 0.5)


def _marks(ax: Axes, codes: Array, y: float) -> None:
    """Draw the mark of each sample's class."""
    for code, (colour, mark) in enumerate(_MARKS):
        at = np.flatnonzero(codes == code) + 0.5
        ax.plot(at, np.full(len(at), y), mark, color=colour, markersize=4.2)


def _members(ax: Axes, codes: Array, folds: Folds) -> None:
    """Draw the classes of each test set."""
    rows, widest = len(folds), max(len(test) for _, test in folds)
    for row, (_, test) in enumerate(folds):
        _marks(ax, np.sort(codes[test]), row + 0.5)
    bare(ax).set(xlim=(-0.4, max(widest, 6) + 0.2), ylim=(rows, -2 * rows / 22))
    ax.text(0, 1.045, text("its_classes"), transform=ax.transAxes, va="center_baseline")
