"""Bias and variance under 0-1 loss, and what they are not."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._validation import Array, as_array, encode, fail, as_labels
from .._workings import Explained, Line, Table, Words, Working, shortened
from ._shared import ONE_SET, as_rows, averaged, check_points, dimensions

_ROWS = 10


@dataclass(frozen=True, slots=True, eq=False)
class ZeroOneTerms:
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ZeroOneResult(Explained):
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

    def __iter__(self) -> Iterator[float]:
        """Unpack as ``bias, variance, noise``."""
        return iter((self.bias, self.variance, self.noise))

    def __repr__(self) -> str:
        sets, points = self.predictions.shape
        return (
            f"ZeroOneResult(bias={self.bias:.6g}, variance={self.variance:.6g}, "
            f"net_variance={self.net_variance:.6g}, noise={self.noise:.6g}, "
            f"error={self.error:.6g}, n_sets={sets}, n_points={points})"
        )

    def working(self) -> Working:
        """Show the terms of all points, how they add up, and what they are not."""
        return Working(self.error, _table(self), *_lines(self), *_conclusion(self))


# -- the kernel -------------------------------------------------------------------------------

Codes = NDArray[np.intp]


def _terms(f: Codes, y: Codes, y_noisy: Codes | None, k: int) -> tuple[ZeroOneTerms, Codes]:
    n = f.shape[1]
    counts = np.bincount((f + k * np.arange(n)).ravel(), minlength=n * k).reshape(n, k)
    main, points = counts.argmax(axis=1), np.arange(n)
    sets = len(f)
    right = counts[points, y] / sets
    variance = (sets - counts[points, main]) / sets
    biased = main != y
    error = wrong = (sets - counts[points, y]) / sets
    noise = np.zeros(n)
    if y_noisy is not None:
        noise, error = (y_noisy != y).mean(axis=0), (f != y_noisy).mean(axis=0)
    return ZeroOneTerms(
        bias=biased.astype(float),
        variance=variance,
        unbiased_variance=np.where(biased, 0.0, variance),
        biased_variance=np.where(biased, right, 0.0),
        noise=noise,
        noise_effect=error - wrong,
        error=error,
    ), main


# -- the working ------------------------------------------------------------------------------


def _share(value: float, count: int) -> Fraction:
    """Return a share of `count` as the fraction it is."""
    return Fraction(round(value * count), count)


def _table(r: ZeroOneResult) -> Table:
    t, sets = r.per_point, len(r.predictions)
    shares = {"B": t.bias, "V_u": t.unbiased_variance, "V_b": t.biased_variance}
    if r.noisy:
        shares |= {"N": t.noise, "c_N": t.noise_effect}
    shares["E"] = t.error
    rows: list[list[Any]] = [
        [i, str(r.y_true[i]), str(r.main_prediction[i])]
        + [_share(s[i], sets) for s in shares.values()]
        for i in range(len(r.y_true))
    ]
    en = (
        "y: true label; main: the label predicted most often; B: main prediction wrong; V_u: "
        "predictions off the main one, where that is right; V_b: right ones, where it is wrong"
    )
    zh = (
        "y：真实标记；main：主预测，即出现次数最多的预测；B：主预测是否错误；V_u：主预测正确处，"
        "偏离它的预测所占比例；V_b：主预测错误处，正确预测所占比例"
    )
    if r.noisy:
        en += "; N: labels y_D that are not y; c_N: what they add to the error"
        zh += "；N：y_D 不等于 y 的比例；c_N：噪声使误差增加多少"
    caption = (en, zh)
    return Table(["x", "y", "main", *shares], shortened(rows, _ROWS), caption)


def _lines(r: ZeroOneResult) -> list[Line]:
    t, count = r.average, r.predictions.size
    values = {
        "B": _share(t.bias, count),
        "V_u": _share(t.unbiased_variance, count),
        "V_b": _share(t.biased_variance, count),
    }
    formula = "B + V_u - V_b"
    if r.noisy:
        values["c_N"] = _share(t.noise_effect, count)
        formula += " + c_N"
    note = (f"measured {t.error:.6g}", f"实测 {t.error:.6g}")
    return [Line(None, "E", formula, values, note)]


def _conclusion(r: ZeroOneResult) -> list[Words]:
    said = [Words(
        "(2.42) is about the squared error. Under 0-1 loss (Domingos' terms) variance adds to the "
        "error only where the main prediction is right; where it is wrong, variance lowers it. "
        "So bias + variance + noise is not the error.",
        "(2.42) 讨论的是平方误差。对 0-1 损失（Domingos 的定义），只有在主预测正确处"
        "方差才增大误差，在主预测错误处方差反而减小误差。因此偏差 + 方差 + 噪声不等于误差。",
    )]  # fmt: skip
    if len(r.predictions) == 1:
        said.append(ONE_SET)
    return said


# -- the public function ----------------------------------------------------------------------


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
    ZeroOneResult(bias=0.5, variance=0.333333, net_variance=0, noise=0, error=0.5,
    n_sets=3, n_points=2)

    Source
    ------
    P. Domingos, A unified bias-variance decomposition, ICML 2000. The textbook treats the squared
    error only, in section 2.5.
    """
    f = _label_rows(predictions, "predictions", 2)
    y = as_labels(y_true, "y_true")
    check_points(y, f.shape)
    columns = [f.ravel(), y]
    if y_noisy is not None:
        rows = as_rows(_label_rows(y_noisy, "y_noisy", dimensions(y_noisy)), f.shape)
        columns.append(rows.ravel())
    if len({c.dtype.kind == "U" for c in columns}) > 1:
        fail("predictions and y_true", "labels of the same type", "strings and numbers", TypeError)
    classes, codes = encode(*columns)
    noisy = codes[2].reshape(-1, len(y)) if len(codes) > 2 else None
    per_point, main = _terms(codes[0].reshape(f.shape), codes[1], noisy, len(classes))
    return ZeroOneResult(averaged(per_point), per_point, classes[main], f, y, noisy is not None)


def _label_rows(values: ArrayLike, name: str, ndim: int) -> Array:
    array = as_array(values, name, ndim)
    return as_labels(array.ravel(), name).reshape(array.shape)
