"""Measures of all resamples at once: a resample is how often each sample was drawn.

A measure of labels needs the counts of the classes only, and an area the order of the scores, which
is the same in every resample. One by one, a thousand resamples take a second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _validation as check
from .._validation import Array
from ..measures.classification.counts import ratios
from ..measures.classification.scores import balanced_accuracy_score, macro_f1
from ..measures.ranking.areas import roc_auc_score

OfDraws = Callable[[Array], Array]

_OF_MACRO_F1 = {"zero_division", "labels"}  # the options of which it is known what they do


def of_draws(metric: Any, y: Array, column: Array) -> OfDraws | None:
    """Return a measure as a function of how often samples are drawn; None where there is none.

    It holds for draws in which every true class occurs.
    """
    function = getattr(metric, "func", metric)
    options = getattr(metric, "keywords", {})
    if function is roc_auc_score and options == {"multi_class": "ovr"} and column.ndim == 2:
        pairs = zip(np.unique(y), column.T, strict=True)
        areas = [_area(y == label, score) for label, score in pairs]
        return lambda drawn: np.mean([area(drawn) for area in areas], axis=0)
    if function is balanced_accuracy_score and not options:
        return _of_classes(y, column, np.unique(y), lambda p, r: r)
    if function is macro_f1 and options.get("zero_division") == 0 and {*options} <= _OF_MACRO_F1:
        labels = options.get("labels")
        classes = check.distinct(y, column) if labels is None else np.array(labels)
        return _of_classes(y, column, classes, lambda p, r: ratios(2 * p * r, p + r))
    return None


def _of_classes(
    y: Array, column: Array, classes: Array, value: Callable[[Array, Array], Array]
) -> OfDraws:
    """Return a measure made of the mean precision and the mean recall of the classes."""
    true = y[:, None] == classes
    pred = column[:, None] == classes

    def of(drawn: Array) -> Array:
        n_true, n_pred, right = (drawn @ held for held in (true, pred, true & pred))
        precision = ratios(right, n_pred).mean(axis=1)
        return value(precision, ratios(right, n_true).mean(axis=1))

    return of


def _area(positive: Array, score: Array) -> OfDraws:
    """Return the area under the curve of one class against the rest."""
    order = np.argsort(score, kind="stable")
    starts = np.flatnonzero(np.diff(score[order], prepend=np.nan) != 0)  # of equal scores
    positive = positive[order]

    def of(drawn: Array) -> Array:
        n = drawn[:, order]
        above = np.add.reduceat(n * positive, starts, axis=1)
        below = np.add.reduceat(n * ~positive, starts, axis=1)
        pairs = (above * (below.cumsum(axis=1) - below / 2)).sum(axis=1)
        return np.asarray(pairs / (above.sum(axis=1) * below.sum(axis=1)))

    return of
