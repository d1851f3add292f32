"""How good are predicted probabilities? Brier score, log loss and the calibration curve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from ... import _validation as check
from ..._validation import Array, ArrayLike, Floats
from ...display.workings import Found, Line, Messages, Table, line, measure, plain
from .sweep import positive_label, ranked

_say = Messages(__package__)

_SHOWN = 100  # longer sums are shown as one number
_EPS = float(np.finfo(np.float64).eps)


def probability_columns(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    sample_weight: ArrayLike | None,
    labels: ArrayLike | None,
    pos_label: object = None,
) -> tuple[Array, Floats, Array | None]:
    """Return which column each sample's class has, the probabilities by class, the weights."""
    y = check.as_labels(y_true, "y_true")
    p = check.as_floats(y_proba, "y_proba", (1, 2), least=0, most=1)
    check.same_length(y_true=y_true, y_proba=y_proba)
    weight = check.as_weights(sample_weight, y_true)
    occur = np.unique(y)
    of_one = p.ndim == 1 or p.shape[1] == 1
    if of_one:
        p = np.column_stack([1 - p, p])
    if of_one and labels is None:
        if len(occur) > 2:
            check.fail("y_true", "two classes, or a column for each", check.shown(occur))
        positive = positive_label(occur, pos_label, guess=occur.dtype.kind != "U")
        return (y == positive).astype(np.intp), p, weight
    classes = np.sort(check.covering_labels(labels, occur))
    if len(classes) != p.shape[1]:
        check.fail("y_proba", f"a column for each of {check.shown(classes)}", f"{p.shape[1]}")
    if (wrong := np.abs(p.sum(axis=1) - 1) > 1e-5).any():
        got = f"{p.sum(axis=1)[wrong][0]:g} in row {int(wrong.argmax())}"
        check.fail("y_proba", "rows that add up to 1", got)
    return np.searchsorted(classes, y), p, weight


def _sum(terms: Floats, weight: Array | None) -> float:
    return float((terms if weight is None else terms * weight).sum())


def _mean(
    symbol: str, terms: Floats, weight: Array | None, formula: str, **values: Array
) -> Found[float]:
    """Return a mean over the samples; only a short sum is written out."""
    m = len(terms) if weight is None else plain(weight.sum())

    def steps() -> Iterator[Line]:
        if weight is None and m <= _SHOWN:
            yield line(symbol, f"sum({formula}) / m", values, m=m)
        else:
            note = _say("long_sum" if weight is None else "weighted_sum", n=len(terms))
            yield line(symbol, "S / m", note=note, S=_sum(terms, weight), m=m)

    return Found(_sum(terms, weight) / m, steps)


@measure
def brier_score_loss(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    labels: ArrayLike | None = None,
    scale_by_half: bool | Literal["auto"] = "auto",
) -> Found[float]:
    """Return the mean squared difference of predicted probabilities and outcomes.

    A proper scoring rule: its expectation is smallest if the probabilities are the true ones. It
    penalizes miscalibrated probabilities and, unlike calibration alone, uninformative ones.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels.
    y_proba : array-like of shape (n_samples,) or (n_samples, n_classes)
        Predicted probabilities: of the positive class, or of all classes in sorted order.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    pos_label : label, optional
        The positive class, for one column of probabilities; by default 1 of labels in {0, 1} or
        {-1, 1}, the greater of two other numbers. Strings need it.
    labels : array-like of shape (n_classes,), optional
        All classes, where not all occur in `y_true`.
    scale_by_half : bool or "auto", default "auto"
        Whether the squares over all classes are halved, so that 1 is the worst; "auto" does so
        for two classes.

    Returns
    -------
    float
        From 0, the best, to 1; to 2 if not scaled.

    Raises
    ------
    ValueError, TypeError
        If a probability is not from 0 to 1, a row does not add up to 1, or the classes and the
        columns do not match.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> print(mk.brier_score_loss.working([1, 0, 1], [0.9, 0.2, 0.4]))
             BS = Σ (p - y)^2 / m = ((0.9 - 1)^2 + (0.2 - 0)^2 + (0.4 - 1)^2) / 3 ≈ 0.1367

    Source
    ------
    Brier, Verification of forecasts expressed in terms of probability, 1950; scikit-learn. Not in
    the textbook.
    """
    column, p, weight = probability_columns(y_true, y_proba, sample_weight, labels, pos_label)
    halved = p.shape[1] == 2
    if not check.among(scale_by_half, ("auto",)):
        halved = check.flag(scale_by_half, "scale_by_half")
    happened = np.eye(p.shape[1])[column]
    terms = ((p - happened) ** 2).sum(axis=1) * (0.5 if halved else 1)
    if halved and p.shape[1] == 2:
        return _mean("BS", terms, weight, "(p - y)**2", p=p[:, 1], y=column)
    return _mean("BS", terms, weight, "s", s=terms)


@measure
def log_loss(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> Found[float]:
    """Return the mean of -log q, where q is the probability predicted for the true class.

    A proper scoring rule, as the Brier score is; also called cross-entropy. One certain and wrong
    prediction costs 36, whatever the others are: probabilities are cut to the machine precision.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels.
    y_proba : array-like of shape (n_samples,) or (n_samples, n_classes)
        Predicted probabilities: of the class that sorts last, or of all classes in sorted order.
    normalize : bool, default True
        False returns the sum over the samples.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    labels : array-like of shape (n_classes,), optional
        All classes, where not all occur in `y_true`.

    Returns
    -------
    float
        0 is the best.

    Raises
    ------
    ValueError, TypeError
        If a probability is not from 0 to 1, a row does not add up to 1, or the classes and the
        columns do not match; two classes at least must be known.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> print(mk.log_loss.working([1, 0, 1], [0.9, 0.2, 0.4]))
             LL = Σ (-log(q)) / m = (-log(0.9) + (-log(0.8)) + (-log(0.4))) / 3 ≈ 0.4149

    Source
    ------
    Good, Rational decisions, 1952; scikit-learn. Not in the textbook.
    """
    if labels is None:
        labels = np.unique(check.as_labels(y_true, "y_true"))
        if len(labels) < 2:
            check.fail("y_true", "two classes, or labels", f"only {check.shown(labels)}")
    column, p, weight = probability_columns(y_true, y_proba, sample_weight, labels)
    q = np.clip(p[np.arange(len(p)), column], _EPS, 1 - _EPS)
    if normalize:
        return _mean("LL", -np.log(q), weight, "-log(q)", q=q)
    value = _sum(-np.log(q), weight)
    return Found(value, lambda: [line("LL", "S", note=_say("loss_sum"), S=value)])


Strategy = Literal["uniform", "quantile"]


def bins(
    y_true: ArrayLike, y_prob: ArrayLike, pos_label: object, n_bins: object, strategy: object
) -> tuple[Array, Array, Floats]:
    """Return the samples and the positives of each bin that is not empty, and the mean p."""
    positive, *_ = ranked(y_true, y_prob, pos_label, guess=False, name="y_prob")
    p = check.as_floats(y_prob, "y_prob", least=0, most=1)
    n = check.integer(n_bins, "n_bins", least=1, most=10**6)
    edges = np.linspace(0, 1, n + 1)
    if check.one_of(strategy, "strategy", ("uniform", "quantile")) == "quantile":
        edges = np.percentile(p, edges * 100)
    at = np.searchsorted(edges[1:-1], p)
    counts = np.bincount(at, minlength=n)
    hits = np.bincount(at[positive], minlength=n)
    sums = np.bincount(at, weights=p, minlength=n)
    some = counts > 0
    return counts[some], hits[some], sums[some] / counts[some]


@measure
def calibration_curve(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    pos_label: object = None,
    n_bins: int = 5,
    strategy: Strategy = "uniform",
) -> Found[tuple[Floats, Floats]]:
    """Return the share of positives and the mean predicted probability in each bin.

    Probabilities are calibrated if both are equal: of the samples with p = 0.8, 80 % are
    positive. `plots.calibration` draws the curve with its confidence intervals.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes.
    y_prob : array-like of shape (n_samples,)
        Predicted probabilities of the positive class.
    pos_label : label, optional
        The positive class; needed unless the labels are in {0, 1} or {-1, 1}.
    n_bins : int, default 5
        The number of bins; empty ones are left out.
    strategy : {"uniform", "quantile"}, default "uniform"
        Whether the bins are equally wide or hold equally many samples.

    Returns
    -------
    prob_true, prob_pred : ndarrays of shape (n_bins,) or shorter
        The share of positives, and the mean probability, in each bin.

    Raises
    ------
    ValueError, TypeError
        If there are not two classes, or a probability is not from 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> p = [0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1.0]
    >>> print(mk.calibration_curve.working([0, 0, 0, 0, 1, 1, 1, 1, 1], p, n_bins=3))
    n: samples in each bin, TP: positive ones among them, p: mean of their probabilities
    n  TP  TP / n      p
    3   0       0    0.2
    2   1     0.5  0.525
    4   4       1   0.85

    Source
    ------
    scikit-learn. Not in the textbook.
    """
    counts, hits, mean_p = bins(y_true, y_prob, pos_label, n_bins, strategy)
    share = hits / counts

    def steps() -> Iterator[Table]:
        rows = [*zip(counts, hits, share, mean_p, strict=True)]
        yield Table(["n", "TP", '"TP / n"', "p"], rows, _say("calibration"))

    return Found((share, mean_p), steps)
