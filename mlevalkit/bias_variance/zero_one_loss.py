"""Bias and variance under 0-1 loss, and what they are not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from .._validation import Array, ArrayLike, Codes, as_array, as_labels, encode, fail
from ..display.record import Record
from ..display.workings import Line, Messages, Table, Working, line, measure, word
from .decomposition import Decomposition, averaged, checked

_say = Messages(__package__)

_ROWS = 10


class ZeroOneTerms(Record):
    """The terms at every point (arrays) or on average (numbers).

    Attributes
    ----------
    bias : ndarray or float
        1 where the main prediction is wrong, else 0; on average, the share of such points.
    variance : ndarray or float
        Share of the training sets whose prediction is not the main one.
    unbiased_variance : ndarray or float
        The variance where the main prediction is right: it adds to the error.
    biased_variance : ndarray or float
        Where the main prediction is wrong, the share of predictions that are right: it is taken
        off the error.
    error : ndarray or float
        Measured: the share of predictions that are not y.
    """

    bias: Any
    variance: Any
    unbiased_variance: Any
    biased_variance: Any
    error: Any

    @property
    def net_variance(self) -> Any:
        """What the variance adds to the error: `unbiased_variance` less `biased_variance`."""
        return self.unbiased_variance - self.biased_variance


class ZeroOneResult(Decomposition, ZeroOneTerms):
    """What `zero_one_decomposition` returns; unpacks as ``bias, variance``.

    Attributes
    ----------
    bias, variance, unbiased_variance, biased_variance, error : float
        The terms of `ZeroOneTerms`, averaged over the points; so is `net_variance`.
    per_point : ZeroOneTerms
        The same at every point.
    main_prediction : ndarray of shape (n_points,)
        The label predicted most often; of several, the first in sorted order.
    predictions, y_true : ndarray
        As given.
    """

    per_point: ZeroOneTerms
    main_prediction: Array
    predictions: Array
    y_true: Array

    _unpacks = ("bias", "variance")
    _brief = ("bias", "variance", "net_variance", "error", "n_sets", "n_points")

    def working(self) -> Working:
        """Show the terms of all points, how they add up, and what they are not."""
        said = [_say("not_additive")] + [_say("one_set")] * (self.n_sets == 1)
        return Working(self.error, (_table(self), _sum_line(self), *said))


@measure
def zero_one_decomposition(predictions: ArrayLike, y_true: ArrayLike) -> ZeroOneResult:
    """Split the error rate of a classifier into bias and variance, after Domingos.

    The main prediction of a point is the label predicted most often. The bias there is 1 if that
    is wrong, the variance the share of predictions that differ from it. Unlike (2.42) nothing
    adds up by itself:

        error = bias + variance     where the main prediction is right,
        error = bias - (share of right predictions)     where it is wrong.

    With two classes the second line is ``bias - variance``.

    Parameters
    ----------
    predictions : array-like of shape (n_sets, n_points)
        Row i: the labels that the model trained on set i predicts.
    y_true : array-like of shape (n_points,)
        True labels: whole numbers, booleans or strings.

    Returns
    -------
    ZeroOneResult
        ``.bias``, ``.variance``, ``.net_variance``, ``.error`` averaged over the points,
        ``.main_prediction``, ``.per_point`` and ``.working()``.

    Raises
    ------
    ValueError, TypeError
        If the shapes do not fit or something is no class label.

    Notes
    -----
    Labels are taken to be without noise: Domingos' third term, and its effect on the error, are
    left out. Kohavi and Wolpert (1996) split the error rate into terms that do add up, but there a
    learner whose main prediction is always right can have bias. mlxtend's ``loss="0-1_loss"`` has
    Domingos' bias and variance, without their signs.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> predictions = [["cat", "dog"], ["cat", "dog"], ["dog", "cat"]]
    >>> mk.zero_one_decomposition(predictions, ["cat", "cat"])
    ZeroOneResult(bias=0.5, variance=0.3333, net_variance=0, error=0.5, n_sets=3, n_points=2)

    Source
    ------
    P. Domingos, A unified bias-variance decomposition, ICML 2000. The textbook treats the squared
    error only, in section 2.5.
    """
    f, y = checked(_label_rows, predictions, y_true)
    if (f.dtype.kind == "U") != (y.dtype.kind == "U"):
        fail("predictions and y_true", "labels of the same type", "strings and numbers", TypeError)
    classes, (predicted, true) = encode(f.ravel(), y)
    per_point, main = _terms(predicted.reshape(f.shape), true, len(classes))
    return ZeroOneResult(
        **averaged(per_point),
        per_point=per_point,
        main_prediction=classes[main],
        predictions=f,
        y_true=y,
    )


def _label_rows(values: ArrayLike, name: str, ndim: int | tuple[int, ...]) -> Array:
    array = as_array(values, name, ndim)
    return as_labels(array.ravel(), name).reshape(array.shape)


def _terms(f: Codes, y: Codes, k: int) -> tuple[ZeroOneTerms, Codes]:
    sets, n = f.shape
    counts = np.bincount((f + k * np.arange(n)).ravel(), minlength=n * k).reshape(n, k)
    main = counts.argmax(axis=1)
    points = np.arange(n)
    biased = main != y
    right = counts[points, y] / sets
    variance = (sets - counts[points, main]) / sets
    terms = ZeroOneTerms(
        bias=biased.astype(float),
        variance=variance,
        unbiased_variance=np.where(biased, 0.0, variance),
        biased_variance=np.where(biased, right, 0.0),
        error=(sets - counts[points, y]) / sets,
    )
    return terms, main


# -- the working ------------------------------------------------------------------------------


def _share(value: float, count: int) -> Fraction:
    """Return a share of `count` as the fraction it is."""
    return Fraction(round(value * count), count)


def _table(r: ZeroOneResult) -> Table:
    t = r.per_point
    shares = {"B": t.bias, "V_u": t.unbiased_variance, "V_b": t.biased_variance, "E": t.error}
    rows: list[list[Any]] = [
        [i, str(r.y_true[i]), str(r.main_prediction[i])]
        + [_share(s[i], r.n_sets) for s in shares.values()]
        for i in range(r.n_points)
    ]
    return Table(["x", "y", word("main"), *shares], rows, _say("shares"), _ROWS)


def _sum_line(r: ZeroOneResult) -> Line:
    shares = {"B": r.bias, "V_u": r.unbiased_variance, "V_b": r.biased_variance}
    values = {name: _share(share, r.predictions.size) for name, share in shares.items()}
    return line("E", "B + V_u - V_b", values, _say("measured_as", error=f"{r.error:.6g}"))
