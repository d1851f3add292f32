"""How each splitter deals out samples of three classes to training and test sets."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import mlevalkit as mk

from .._validation import as_labels, encode, fail
from .._workings import Sentence
from ._base import Explorer, Parameter, Value, View, say
from ._picture import figure
from ._sample_cells import MARKS, Folds, members, splits

_CLASSES = np.repeat(["A", "B", "C"], [12, 8, 4])  # sorted, as data often are
_MOST = 40  # samples that still have a cell each
_KS = (2, 3, 4)
_DRAWS = (1, 2, 3, 4, 5)
_ROUNDS = 6  # draws of a hold-out and of the bootstrap
_REPEATS = 3
_METHODS = ("hold_out", "stratified_hold_out", "in_order", "k_fold", "stratified", "repeated",
            "leave_one_out", "bootstrap")  # fmt: skip


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
    title = say("splitters.title")
    parameters = (
        Parameter("method", say("splitters.method"), _METHODS, method, _method_name, True),
        Parameter("k", say("splitters.k"), _KS, 4),
        Parameter("draw", say("splitters.draw"), _DRAWS, 1),
    )
    if y is None:
        return Explorer("splitters", title, parameters, partial(_draw, _CLASSES))
    return Explorer("splitters", title, parameters, partial(_draw, _own(y)), prepared=False)


def _method_name(method: str) -> Sentence:
    return say(f"splitters.methods.{method}")


def _own(y: ArrayLike) -> NDArray[Any]:
    column = as_labels(y, "y")
    classes, (codes,) = encode(column)
    if len(column) > _MOST or len(classes) > len(MARKS):
        expected = f"at most {_MOST} samples of at most {len(MARKS)} classes"
        fail("y", expected, f"{len(column)} samples of {len(classes)} classes")
    if np.bincount(codes).min() < max(_KS):
        fail("y", f"at least {max(_KS)} samples of each class", f"{np.bincount(codes).min()}")
    return column


def _folds(y: NDArray[Any], method: str, k: int, seed: int) -> Folds:
    """Return the splits of one method."""
    n = len(y)
    splitter: dict[str, Callable[[], Any]] = {
        "hold_out": lambda: mk.ShuffleSplit(_ROUNDS, test_size=1 / k, random_state=seed),
        "stratified_hold_out": lambda: mk.StratifiedShuffleSplit(
            _ROUNDS, test_size=1 / k, random_state=seed
        ),
        "in_order": lambda: mk.KFold(k),
        "k_fold": lambda: mk.KFold(k, shuffle=True, random_state=seed),
        "stratified": lambda: mk.StratifiedKFold(k, shuffle=True, random_state=seed),
        "repeated": lambda: mk.RepeatedKFold(n_splits=k, n_repeats=_REPEATS, random_state=seed),
        "leave_one_out": mk.LeaveOneOut,
    }
    if method == "bootstrap":
        rng = np.random.RandomState(seed)
        pairs = (mk.bootstrap_split(range(n), random_state=rng) for _ in range(_ROUNDS))
        return [(np.array(train), np.array(test)) for train, test in pairs]
    return list(splitter[method]().split(range(n), y))


# -- what is counted --------------------------------------------------------------------------


def _draw(y: NDArray[Any], method: str, k: int, draw: int) -> View:
    with warnings.catch_warnings():  # a class too small for k parts shows in the numbers
        warnings.simplefilter("ignore", UserWarning)
        folds = _folds(y, method, k, draw)
    classes, (codes,) = encode(y)
    tested = np.bincount(np.concatenate([test for _, test in folds]), minlength=len(y))
    present = [[np.isin(np.arange(len(classes)), codes[part]) for part in fold] for fold in folds]
    numbers = (
        Value(say("splitters.splits"), len(folds)),
        Value(say("splitters.train"), _range([len(train) for train, _ in folds])),
        Value(say("splitters.test"), _range([len(test) for _, test in folds])),
        Value(say("splitters.tested"), _range(tested)),
        Value(say("splitters.without"),
              sum(not test.all() for _, test in present)),
        Value(say("splitters.unseen"),
              sum(int((~train[codes[test]]).sum())
                  for (train, _), (_, test) in zip(present, folds, strict=True))),
    )  # fmt: skip
    with figure(4.6, 4.7) as picture:
        left, right = picture.subplots(1, 2, width_ratios=[2.8, 1])
        picture.subplots_adjust(0.12, 0.075, 0.985, 0.925, wspace=0.06)
        splits(left, codes, folds)
        members(right, codes, folds)
    names = ("splits", "train", "test", "times", "without", "unseen")
    places = dict(zip(names, (v.text for v in numbers), strict=True))
    alt = say("splitters.alt", method=_method_name(method), classes=len(classes), **places)
    return View(picture, numbers, alt)


def _range(counts: Any) -> str:
    low, high = min(counts), max(counts)
    return f"{low}" if low == high else f"{low}-{high}"
