"""Mean squared error (2.2), also over a density (2.3), its root, mean absolute error, and R2."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import _validation as check
from ..._expectation import Function, Pieces, check_source, integrate, samples, values_of
from ..._random import RandomState
from ..._validation import Array, ArrayLike, Floats
from ...display.equations import equations as eq
from ...display.workings import (
    Found,
    Line,
    Messages,
    Step,
    Table,
    exact,
    line,
    measure,
    plain,
    word,
)

_say = Messages(__package__)

_SHOWN = 100  # longer sums are shown as one number

Columns = tuple[Floats, Floats, Array | None]  # y, f, and what each sample counts


def _columns(y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None) -> Columns:
    y, f = check.number_pair(y_true, y_pred)
    return y, f, check.as_weights(sample_weight, y_true)


def _sum(terms: Floats, w: Array | None) -> float:
    if w is None:
        return float(terms.sum())
    some = w > 0  # 0 times infinity would be NaN
    return float((w[some] * terms[some]).sum())


def _mean(columns: Columns, loss: np.ufunc) -> float:
    """Return the mean of a function of y - f; infinite where a float cannot hold it."""
    y, f, w = columns
    with np.errstate(over="ignore"):
        errors = y - f
        loss(errors, out=errors)  # in place: a second new column would take twice as long
        return _sum(errors, w) / (len(y) if w is None else float(w.sum()))


def _mean_line(
    columns: Columns, mean: float, number: str | None, symbol: str, forms: tuple[str, ...]
) -> Line:
    """Return the line of a mean, by its plain or its weighted form; a long sum is one number."""
    y, f, w = columns
    if len(y) > _SHOWN:
        m = len(y) if w is None else exact(w.sum())
        return Line(number, symbol, "S / m", {"S": mean * m, "m": m}, _say("long_sum", n=len(y)))
    counts = {"m": len(y)} if w is None else {"w": list(map(plain, w))}
    values = {"f": list(map(plain, f)), "y": list(map(plain, y)), **counts}
    return Line(number, symbol, forms[0 if w is None else 1], values)


def _squared_error_line(columns: Columns, mean: float) -> Line:
    equation = eq["2.2"]
    return _mean_line(columns, mean, equation.number, equation.symbol, equation.forms)


@measure
def mean_squared_error(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> Found[float]:
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
    columns = _columns(y_true, y_pred, sample_weight)
    mean = _mean(columns, np.square)
    return Found(mean, lambda: [_squared_error_line(columns, mean)])


@measure
def root_mean_squared_error(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> Found[float]:
    """Return the root of the mean squared error, in the unit of y.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_squared_error`.

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
    >>> mk.root_mean_squared_error(y_true, y_pred)
    2.847304489713536

    Source
    ------
    The lecture slides on Zhou, Machine Learning, section 2.3.
    """
    columns = _columns(y_true, y_pred, sample_weight)
    mean = _mean(columns, np.square)

    def steps() -> list[Line]:
        square = _squared_error_line(columns, mean)
        return [square, line("RMSE", "sqrt(E)", E=square.value)]

    return Found(math.sqrt(mean), steps)


@measure
def mean_absolute_error(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> Found[float]:
    """Return the mean distance between true and predicted numbers, in the unit of y.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_squared_error`.

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
    columns = _columns(y_true, y_pred, sample_weight)
    mean = _mean(columns, np.abs)
    forms = "sum(abs(f - y)) / m", "sum(w*abs(f - y)) / sum(w)"
    return Found(mean, lambda: [_mean_line(columns, mean, None, "MAE", forms)])


@measure
def r2_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    force_finite: bool = True,
) -> Found[float]:
    """Return the share of the variation of y that the predictions account for.

    It is what `cross_validate` reports for regression, as in Example 2.2. Predicting
    the mean gives 0, worse predictions less, down to minus infinity.

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
             y_bar = Σ y / m = (1 + 2 + 3) / 3 = 2
             S_res = Σ (f - y)^2 = (1 - 1)^2 + (2 - 2)^2 + (2 - 3)^2 = 1
             S_tot = Σ (y - y_bar)^2 = (1 - 2)^2 + (2 - 2)^2 + (3 - 2)^2 = 2
             R^2 = 1 - S_res / S_tot = 1 - 1 / 2 = 1/2 = 0.5

    Source
    ------
    As in scikit-learn; not in the textbook.
    """
    columns = _columns(y_true, y_pred, sample_weight)
    y, f, w = columns
    counts = y if w is None else y[w > 0]
    varies = bool((counts != counts[0]).any())  # the rounded mean of equal numbers may differ
    with np.errstate(over="ignore", invalid="ignore"):
        residual = _sum(np.square(y - f), w)
        mean = _sum(y, w) / (len(y) if w is None else w.sum())
        total = _sum(np.square(y - mean), w) if varies else 0.0
    if not math.isfinite(residual + total):
        check.fail("y_true and y_pred", "numbers whose squares a float can hold", "larger ones")
    if len(y) < 2:
        check.warn("R2 of one sample is 0/0 and set to NaN.")
        value = math.nan
    elif total:
        value = 1 - residual / total
    elif force_finite:
        value = 0.0 if residual else 1.0
    else:
        value = -math.inf if residual else math.nan
    return Found(value, lambda: _r2_steps(value, residual, total, columns))


def _r2_steps(value: float, residual: float, total: float, columns: Columns) -> list[Step]:
    y, f, w = columns
    sums = {"S_res": plain(residual), "S_tot": plain(total)}
    r2 = line("R2", "1 - S_res / S_tot", sums, undefined=None if total else value)
    if len(y) > _SHOWN or w is not None:
        return [_say("sums_of_squares"), r2]
    true = list(map(plain, y))
    predicted = list(map(plain, f))
    mean = line("y_mean", "sum(y) / m", y=true, m=len(y))
    rest = line("S_res", "sum((f - y)**2)", f=predicted, y=true)
    return [mean, rest, line("S_tot", "sum((y - y_mean)**2)", y=true, y_mean=mean.value), r2]


# -- over a density ----------------------------------------------------------------------------


@measure
def expected_squared_error(
    f: Function,
    y: Function | None,
    p: Any = None,
    *,
    draw: Any = None,
    random_state: RandomState = None,
) -> Found[float]:
    """Return the expectation of (f(x) - y)^2 where x has the density p: (2.3).

    By quadrature if the distribution `p` is given, for a number x; by 100,000 samples if `draw`
    is given, for x of any kind.

    Parameters
    ----------
    f : callable
        The learner: takes an array of n values x, returns n predicted numbers.
    y : callable or None
        The truth, likewise. None if `draw` makes pairs (x, y), as where y is noisy.
    p : frozen SciPy distribution, optional
        The distribution of x, with its density: ``scipy.stats.norm(2, 0.3)``, for one.
    draw : callable or frozen SciPy distribution, optional
        Called as ``draw(n_samples, random_state)`` it returns so many x (of shape
        (n_samples,) or (n_samples, n_features)), or a pair of x and y if `y` is None.
    random_state : int, RandomState, Generator or None
        Seed of the samples: the same whole number, the same samples. `draw` gets a RandomState, or
        the Generator that was given.

    Returns
    -------
    float
        At least 0, in the square of the unit of y. Sampled, it is uncertain by the standard
        error that its working shows.

    Raises
    ------
    ValueError, TypeError
        If p is no continuous distribution, the integral cannot be found, or f or y does not
        return one finite number for each x.

    Notes
    -----
    x runs over the quantiles of p: over 64 stretches of equal probability ``scipy.integrate.quad``
    integrates (f(x) - y)^2, to 9 digits where f, y and p are smooth. A peak that holds less than a
    thousandth of the probability may be missed. Smooth functions take a fraction of a second, a
    hundred jumps several seconds.

    Examples
    --------
    f(x) = x stands in for y = x^2, with x uniform from 0 to 1; the integral is 1/30:

    >>> import mlevalkit as mk
    >>> from scipy.stats import uniform
    >>> f, y = lambda x: x, lambda x: x**2
    >>> round(mk.expected_squared_error(f, y, uniform()), 10)
    0.0333333333
    >>> def draw(n_samples, random_state):
    ...     return random_state.uniform(size=n_samples)
    >>> round(mk.expected_squared_error(f, y, draw=draw, random_state=0), 3)
    0.033

    Source
    ------
    Zhou, Machine Learning, (2.3).
    """
    check_source(p, draw, y)

    def squares(x: Array, target: Array) -> Floats:
        predicted = check.as_floats(values_of(f, x, "f"), "f")
        return np.square(predicted - check.as_floats(target, "y"))

    if p is None:
        sample = squares(*samples(draw, y, random_state))
        return Found(float(sample.mean()), lambda: _sampled_steps(sample))
    true: Any = y
    pieces = integrate(lambda x: squares(x, values_of(true, x, "y")), p)
    return Found(math.fsum(part for *_, part in pieces), lambda: _integral_steps(pieces))


def _sampled_steps(squares: Floats) -> list[Step]:
    n = len(squares)
    put = {"S": float(squares.sum()), "n": n}
    mean = eq["2.3"](put, form="S / n", symbol="E_hat", note=_say("sampled", n=n))
    note = _say("standard_error")
    return [mean, line("SE", "s / sqrt(n)", note=note, s=float(squares.std()), n=n)]


def _integral_steps(pieces: Pieces) -> list[Step]:
    table = Table([word("from"), word("to"), "E_i"], pieces, _say("pieces"))
    return [table, eq["2.3"](E_i=[part for *_, part in pieces]), _say("quadrature")]
