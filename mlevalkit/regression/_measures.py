"""Mean squared error (2.2), its root, mean absolute error, and R2."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, Floats, flag, number_pair, warn, as_weights
from .._workings import Line, Words, Working, computes, exact, plain, shows
from .._parts import parts

_SHOWN = 100  # longer sums are shown as one number
_ONE_THREAD = 8192  # so many products BLAS adds up without waking other threads

Total = Callable[[Floats, Array | None], float]


# -- the kernel -------------------------------------------------------------------------------


def _mean(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None, total: Total
) -> float:
    """Return the mean of squares or sizes of y - f(x).

    A number that is not finite makes the mean not finite: only then the input is searched.
    """
    true, pred = number_pair(y_true, y_pred, finite=False)
    weight = None if sample_weight is None else as_weights(sample_weight, len(true))
    with np.errstate(over="ignore", invalid="ignore"):
        if weight is None:
            mean = sum(total(t - p, None) for t, p in parts(true, pred)) / len(true)
        else:
            mean = total(true - pred, weight) / float(weight.sum())
    if not math.isfinite(mean):
        number_pair(true, pred)
    return mean


def _squares(d: Floats, weight: Array | None) -> float:
    if weight is not None:
        return float(np.vdot(d, weight * d))
    if len(d) <= _ONE_THREAD:
        return float(d.dot(d))
    return sum(_squares(d[i : i + _ONE_THREAD], None) for i in range(0, len(d), _ONE_THREAD))


def _sizes(d: Floats, weight: Array | None) -> float:
    size = np.abs(d, out=d)
    return float(np.add.reduce(size) if weight is None else np.vdot(weight, size))


def _in_range(mean: float) -> bool:
    return 1e-280 < mean < math.inf


def _scaled(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None, total: Total
) -> tuple[float, float, float]:
    """Return the mean in a unit in which no square overflows or vanishes, and that unit.

    The unit comes as two factors: their product may overflow where the result does not.
    """
    true, pred = number_pair(y_true, y_pred)
    weight = as_weights(sample_weight, len(true))
    with np.errstate(over="ignore"):
        d, factor = true - pred, 1.0
    if not np.isfinite(d).all():
        d, factor = true / 2 - pred / 2, 2.0
    unit = _power_of_2(d)
    count = len(d) if weight is None else float(weight.sum())
    return total(d / unit, weight) / count, unit, factor


def _power_of_2(values: Floats) -> float:
    """Return a power of 2 as large as the largest number: dividing by it is exact."""
    return math.ldexp(1.0, max(math.frexp(np.abs(values).max())[1] - 1, -1022))


# -- the workings -----------------------------------------------------------------------------


def _mean_line(number: str | None, symbol: str, term: str, mean: float, **options: Any) -> Line:
    """Return the line of the mean of a term in f and y; a long sum is one number."""
    true, pred = number_pair(options["y_true"], options["y_pred"])
    weight = as_weights(options["sample_weight"], len(true))
    values: dict[str, Any] = {"f": list(map(plain, pred)), "y": list(map(plain, true))}
    if weight is not None:
        values["w"] = list(map(plain, weight))
        if len(true) <= _SHOWN:
            return Line(number, symbol, f"sum(w*{term}) / sum(w)", values)
    elif len(true) <= _SHOWN:
        return Line(number, symbol, f"sum({term}) / m", {**values, "m": len(true)})
    m = len(true) if weight is None else exact(weight.sum())
    note = (f"S: the sum of {len(true)} terms", f"S：{len(true)} 项之和")
    return Line(number, symbol, "S / m", {"S": mean * m, "m": m}, note)


def _show_mse(value: float, **options: Any) -> Working:
    return Working(value, _mean_line("2.2", "E", "(f - y)**2", value, **options))


def _show_rmse(value: float, **options: Any) -> Working:
    square = value * value
    mean = _mean_line("2.2", "E", "(f - y)**2", square, **options)
    lost = None if value == 0 or _in_range(square) else value  # the square is no float
    return Working(value, mean, Line(None, "RMSE", "sqrt(E)", {"E": mean.value}, None, lost))


def _show_mae(value: float, **options: Any) -> Working:
    return Working(value, _mean_line(None, "MAE", "abs(f - y)", value, **options))


def _show_r2(value: float, **options: Any) -> Working:
    true, pred = number_pair(options["y_true"], options["y_pred"])
    weight = as_weights(options["sample_weight"], len(true))
    residual, total = _sums_of_squares(true, pred, weight)
    total = total if _varies(true, _first(true, weight), weight) else 0.0
    words = Words(
        "S_res: the sum of (f - y)^2; S_tot: the sum of (y - mean y)^2.",
        "S_res：f 与 y 之差的平方和；S_tot：y 与其均值之差的平方和。",
    )
    lost = None if total and _in_range(max(residual, total)) else value
    sums = {"S_res": plain(residual), "S_tot": plain(total)}
    line = Line(None, "R^2", "1 - S_res / S_tot", sums, None, lost)
    if len(true) > _SHOWN or weight is not None:
        return Working(value, words, line)
    y, f = list(map(plain, true)), list(map(plain, pred))
    mean = Line(None, "y_mean", "sum(y) / m", {"y": y, "m": len(y)})
    steps = (
        mean,
        Line(None, "S_res", "sum((f - y)**2)", {"f": f, "y": y}),
        Line(None, "S_tot", "sum((y - y_mean)**2)", {"y": y, "y_mean": mean.value}),
    )
    return Working(value, *steps, line)


# -- the public functions ---------------------------------------------------------------------


@computes(eq_2_2=r"E(f; D) = \frac{1}{m} \sum_{i=1}^{m} (f(x_i) - y_i)^2")
@shows(_show_mse)
def mean_squared_error(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> float:
    """Return the mean of the squared differences between true and predicted numbers: (2.2).

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted numbers.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

    Returns
    -------
    float
        At least 0, in the square of the unit of y; inf where the squares exceed what a float
        can hold.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of columns of finite numbers.

    Examples
    --------
    Example 2.7:

    >>> import mlevalkit as mk
    >>> y_true = [1, 5, 4, 3, 2, 5, -3]
    >>> y_pred = [1, 4.5, 3.5, 5, 8, 4.5, 1]
    >>> mk.mean_squared_error(y_true, y_pred)
    8.107142857142858

    Source
    ------
    Zhou, Machine Learning, (2.2).
    """
    return _mean(y_true, y_pred, sample_weight, _squares)


@shows(_show_rmse)
def root_mean_squared_error(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> float:
    """Return the root of the mean squared error, in the unit of y.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted numbers.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

    Returns
    -------
    float
        At least 0; right also where the squares are out of a float's range.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of columns of finite numbers.

    Examples
    --------
    Example 2.8, on the numbers of Example 2.7:

    >>> import mlevalkit as mk
    >>> y_true = [1, 5, 4, 3, 2, 5, -3]
    >>> y_pred = [1, 4.5, 3.5, 5, 8, 4.5, 1]
    >>> mk.root_mean_squared_error(y_true, y_pred)
    2.847304489713536

    Source
    ------
    The lecture slides on Zhou, Machine Learning, section 2.3.
    """
    mean = _mean(y_true, y_pred, sample_weight, _squares)
    if _in_range(mean):
        return math.sqrt(mean)
    mean, unit, factor = _scaled(y_true, y_pred, sample_weight, _squares)
    return factor * (unit * math.sqrt(mean))


@shows(_show_mae)
def mean_absolute_error(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> float:
    """Return the mean distance between true and predicted numbers, in the unit of y.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted numbers.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

    Returns
    -------
    float
        At least 0.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of columns of finite numbers.

    Examples
    --------
    Example 2.8, on the numbers of Example 2.7:

    >>> import mlevalkit as mk
    >>> y_true = [1, 5, 4, 3, 2, 5, -3]
    >>> y_pred = [1, 4.5, 3.5, 5, 8, 4.5, 1]
    >>> mk.mean_absolute_error(y_true, y_pred)
    1.9285714285714286

    Source
    ------
    The lecture slides on Zhou, Machine Learning, section 2.3.
    """
    mean = _mean(y_true, y_pred, sample_weight, _sizes)
    if mean < math.inf:
        return mean
    mean, unit, factor = _scaled(y_true, y_pred, sample_weight, _sizes)
    return factor * (unit * mean)


@shows(_show_r2)
def r2_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    force_finite: bool = True,
) -> float:
    """Return the share of the variation of y that the predictions account for.

    It is what `cross_validate` reports for regression, as in Example 2.2. The mean as the
    prediction has 0, a worse one less, down to minus infinity.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted numbers.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.
    force_finite : bool, default True
        Where all of y_true is one number, return 1 if the predictions are right and else 0;
        False returns NaN and minus infinity.

    Returns
    -------
    float
        At most 1. NaN, with a warning, for a single sample.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of columns of finite numbers.

    Warns
    -----
    UndefinedMetricWarning
        If there is one sample only.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> print(mk.r2_score.working([1, 2, 3], [1, 2, 2]))
             mean y = Σ y / m = (1 + 2 + 3) / 3 = 2
             S_res = Σ (f - y)^2 = (1 - 1)^2 + (2 - 2)^2 + (2 - 3)^2 = 1
             S_tot = Σ (y - mean y)^2 = (1 - 2)^2 + (2 - 2)^2 + (3 - 2)^2 = 2
             R^2 = 1 - S_res / S_tot = 1 - 1 / 2 = 1/2 = 0.5

    Source
    ------
    As in scikit-learn; not in the textbook.
    """
    true, pred = number_pair(y_true, y_pred)
    weight = as_weights(sample_weight, len(true))
    flag(force_finite, "force_finite")
    if len(true) < 2:
        warn("R2 of one sample is 0/0 and set to NaN.")
        return math.nan
    if _varies(true, _first(true, weight), weight):
        residual, total = _sums_of_squares(true, pred, weight)
        if not _in_range(max(residual, total)):  # R2 is the same in any unit
            unit = max(_power_of_2(true), _power_of_2(pred))
            residual, total = _sums_of_squares(true / unit, pred / unit, weight)
        return 1 - residual / total if total else -math.inf
    wrong = _varies(true, pred, weight)
    if force_finite:
        return 0.0 if wrong else 1.0
    return -math.inf if wrong else math.nan


def _sums_of_squares(true: Floats, pred: Floats, weight: Array | None) -> tuple[float, float]:
    """Return the sums of (y - f)^2 and of (y - mean)^2."""
    with np.errstate(over="ignore", invalid="ignore"):
        mean = true.mean() if weight is None else np.vdot(weight, true) / weight.sum()
        return _squares(true - pred, weight), _squares(true - mean, weight)


def _first(true: Floats, weight: Array | None) -> float:
    """Return the first number that counts."""
    return float(true[0 if weight is None else np.argmax(weight > 0)])


def _varies(true: Floats, other: Any, weight: Array | None) -> bool:
    """Tell whether a number that counts differs; a sum of squares is rounded and cannot."""
    differs = true != other
    return bool((differs if weight is None else differs & (weight > 0)).any())
