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
    noise : ndarray or float
        Share of the labels y_D that are not y.
    noise_effect : ndarray or float
        What the noise adds to the error; it may be negative.
    error : ndarray or float
        Measured: the share of predictions that are not y_D.
    """

    bias: Any
    variance: Any
    unbiased_variance: Any
    biased_variance: Any
    noise: Any
    noise_effect: Any
    error: Any

    @property
    def net_variance(self) -> Any:
        """What the variance adds to the error: `unbiased_variance` less `biased_variance`."""
        return self.unbiased_variance - self.biased_variance


class ZeroOneResult(Decomposition):
    """What `zero_one_decomposition` returns; unpacks as ``bias, variance, noise``.

    Attributes
    ----------
    average, per_point : ZeroOneTerms
        The terms averaged over the points, and at every point. `bias`, `variance`,
        `net_variance`, `noise` and `error` of the average can be read from the result itself.
    main_prediction : ndarray of shape (n_points,)
        The label predicted most often; of several, the first in sorted order.
    predictions, y_true : ndarray
        As given.
    noisy : bool
        Whether labels y_D were given.
    """

    average: ZeroOneTerms
    per_point: ZeroOneTerms
    main_prediction: Array
    predictions: Array
    y_true: Array
    noisy: bool

    _unpacks = ("bias", "variance", "noise")
    _brief = ("bias", "variance", "net_variance", "noise", "error", "n_sets", "n_points")

    @property
    def bias(self) -> float:
        """Share of the points whose main prediction is wrong."""
        return float(self.average.bias)

    @property
    def variance(self) -> float:
        """Share of the predictions that are not the main one."""
        return float(self.average.variance)

    @property
    def net_variance(self) -> float:
        """What the variance adds to the error; negative where it helps."""
        return float(self.average.net_variance)

    @property
    def noise(self) -> float:
        """Share of the labels y_D that are not y."""
        return float(self.average.noise)

    @property
    def error(self) -> float:
        """Measured error rate."""
        return float(self.average.error)

    def working(self) -> Working:
        """Show the terms of all points, how they add up, and what they are not."""
        said = [_say("not_additive")] + [_say("one_set")] * (self.n_sets == 1)
        return Working(self.error, (_table(self), _sum_line(self), *said))


@measure
def zero_one_decomposition(
    predictions: ArrayLike, y_true: ArrayLike, *, y_noisy: ArrayLike | None = None
) -> ZeroOneResult:
    """Split the error rate of a classifier into bias, variance and noise, after Domingos.

    The main prediction of a point is the label predicted most often. The bias there is 1 if that
    is wrong, the variance the share of predictions that differ from it. Unlike (2.42) nothing
    adds up by itself: with y_D = y,

        error = bias + variance     where the main prediction is right,
        error = bias - (share of right predictions)     where it is wrong.

    With two classes the second line is ``bias - variance``.

    Parameters
    ----------
    predictions : array-like of shape (n_sets, n_points)
        Row i: the labels that the model trained on set i predicts.
    y_true : array-like of shape (n_points,)
        True labels: whole numbers, booleans or strings.
    y_noisy : array-like of shape (n_sets, n_points) or (n_points,), optional
        The labels y_D in the data: row i belongs to training set i; one row serves all sets.
        Without them y_D = y.

    Returns
    -------
    ZeroOneResult
        ``.bias``, ``.variance``, ``.net_variance``, ``.noise``, ``.error`` averaged over the
        points, ``.main_prediction``, ``.per_point`` and ``.working()``.

    Raises
    ------
    ValueError, TypeError
        If the shapes do not fit or something is no class label.

    Notes
    -----
    The noise raises the error where the prediction is right and may lower it where the
    prediction is wrong, so its effect, `average.noise_effect`, is not the noise itself. Kohavi and
    Wolpert (1996) split the error rate into three terms that do add up, but there a learner whose
    main prediction is always right can have bias. mlxtend's ``loss="0-1_loss"`` has Domingos'
    bias and variance, without their signs.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> predictions = [["cat", "dog"], ["cat", "dog"], ["dog", "cat"]]
    >>> mk.zero_one_decomposition(predictions, ["cat", "cat"])
    ZeroOneResult(bias=0.5, variance=0.3333, net_variance=0, noise=0, error=0.5,
    n_sets=3, n_points=2)

    Source
    ------
    P. Domingos, A unified bias-variance decomposition, ICML 2000. The textbook treats the squared
    error only, in section 2.5.
    """
    f, y, rows = checked(_label_rows, predictions, y_true, y_noisy)
    columns = [f.ravel(), y] if rows is None else [f.ravel(), y, rows.ravel()]
    if len({c.dtype.kind == "U" for c in columns}) > 1:
        fail("predictions and y_true", "labels of the same type", "strings and numbers", TypeError)
    classes, codes = encode(*columns)
    noisy = None if rows is None else codes[2].reshape(rows.shape)
    per_point, main = _terms(codes[0].reshape(f.shape), codes[1], noisy, len(classes))
    return ZeroOneResult(
        average=averaged(per_point),
        per_point=per_point,
        main_prediction=classes[main],
        predictions=f,
        y_true=y,
        noisy=rows is not None,
    )


def _label_rows(values: ArrayLike, name: str, ndim: int | tuple[int, ...]) -> Array:
    array = as_array(values, name, ndim)
    return as_labels(array.ravel(), name).reshape(array.shape)


def _terms(f: Codes, y: Codes, y_noisy: Codes | None, k: int) -> tuple[ZeroOneTerms, Codes]:
    n = f.shape[1]
    counts = np.bincount((f + k * np.arange(n)).ravel(), minlength=n * k).reshape(n, k)
    main = counts.argmax(axis=1)
    points = np.arange(n)
    sets = len(f)
    biased = main != y
    variance = (sets - counts[points, main]) / sets
    wrong = (sets - counts[points, y]) / sets
    noise = np.zeros(n)
    error = wrong
    if y_noisy is not None:
        noise = (y_noisy != y).mean(axis=0)
        error = (f != y_noisy).mean(axis=0)
    terms = ZeroOneTerms(
        bias=biased.astype(float),
        variance=variance,
        unbiased_variance=np.where(biased, 0.0, variance),
        biased_variance=np.where(biased, counts[points, y] / sets, 0.0),
        noise=noise,
        noise_effect=error - wrong,
        error=error,
    )
    return terms, main


# -- the working ------------------------------------------------------------------------------


def _share(value: float, count: int) -> Fraction:
    """Return a share of `count` as the fraction it is."""
    return Fraction(round(value * count), count)


def _table(r: ZeroOneResult) -> Table:
    t = r.per_point
    shares = {"B": t.bias, "V_u": t.unbiased_variance, "V_b": t.biased_variance}
    if r.noisy:
        shares |= {"N": t.noise, "c_N": t.noise_effect}
    shares["E"] = t.error
    rows: list[list[Any]] = [
        [i, str(r.y_true[i]), str(r.main_prediction[i])]
        + [_share(s[i], r.n_sets) for s in shares.values()]
        for i in range(r.n_points)
    ]
    caption = _say("shares_with_noise" if r.noisy else "shares", shares=_say("shares"))
    return Table(["x", "y", word("main"), *shares], rows, caption, _ROWS)


def _sum_line(r: ZeroOneResult) -> Line:
    t = r.average
    formula = "B + V_u - V_b"
    shares = {"B": t.bias, "V_u": t.unbiased_variance, "V_b": t.biased_variance}
    if r.noisy:
        shares["c_N"] = t.noise_effect
        formula += " + c_N"
    values = {name: _share(share, r.predictions.size) for name, share in shares.items()}
    return line("E", formula, values, _say("measured_as", error=f"{t.error:.6g}"))
