"""Bringing columns of numbers to one scale: (2.43), (2.44)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ._validation import ArrayLike, Floats, as_floats, integer, interval
from .display.equations import equations as eq
from .display.workings import Found, Line, Messages, Step, Table, line, measure, plain

_say = Messages(__package__)

_COLUMNS = 6  # more columns than that are left out of a working
_ROWS = 8  # more rows, too
_SUMMED = 100  # a longer sum is shown as one number


@measure
def minmax_scale(
    X: ArrayLike, feature_range: tuple[float, float] = (0, 1), *, axis: int = 0
) -> Found[Floats]:
    """Return each column scaled linearly to a given range: (2.43).

    The order and the relative distances of the numbers stay. One outlier squeezes all others
    together, and a later value outside the old range falls outside the new one.

    Parameters
    ----------
    X : array-like of shape (n_samples,) or (n_samples, n_features)
        Finite numbers.
    feature_range : (float, float), default (0, 1)
        Where the smallest and the largest number go, the textbook's x'_min and x'_max.
    axis : int, default 0
        The axis that samples run along; 1 scales each row.

    Returns
    -------
    ndarray of the same shape
        A column of equal numbers, where (2.43) is 0/0, goes to the lower end, as in
        scikit-learn.

    Raises
    ------
    ValueError, TypeError
        If X holds no finite numbers, or the range is no pair of growing numbers.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.minmax_scale([10, 20, 40, 30])
    array([0.        , 0.33333333, 1.        , 0.66666667])

    Source
    ------
    Zhou, Machine Learning, exercise 2.8, (2.43).
    """
    array, along = _columns(X, "X", axis)
    a, b = interval(feature_range, "feature_range")
    unit = _unit(array, along)
    low = unit.min(axis=along, keepdims=True)
    spread = np.ptp(unit, axis=along, keepdims=True)
    share = (unit - low) / np.where(spread > 0, spread, 1)
    scaled = np.asarray(a * (1 - share) + b * share)

    def lines(x: Floats, index: str) -> list[Line]:
        constant = x.min() == x.max()
        ends = {"x_min": plain(x.min()), "x_max": plain(x.max()), "a": plain(a), "b": plain(b)}
        note = _say("scaling.one_value") if constant else None
        put = {"x": plain(x[_example(x)]), **ends}
        return [eq["2.43"](put, of=index, note=note, undefined=plain(a) if constant else None)]

    return Found(scaled, lambda: [_say("scaling.range"), *_steps(array, scaled, along, lines)])


@measure
def zscore(a: ArrayLike, axis: int = 0, ddof: int = 0) -> Found[Floats]:
    """Return each column shifted and scaled to mean 0 and standard deviation 1: (2.44).

    An outlier does less harm than in `minmax_scale`; the range of the result is not bounded.

    Parameters
    ----------
    a : array-like of shape (n_samples,) or (n_samples, n_features)
        Finite numbers.
    axis : int, default 0
        The axis that samples run along; 1 scales each row.
    ddof : int, default 0
        The standard deviation divides by n_samples - ddof; 1 makes it that of a sample.

    Returns
    -------
    ndarray of the same shape
        A column of equal numbers, where (2.44) is 0/0, gives NaN, as in SciPy; scikit-learn's
        `StandardScaler` gives 0 there.

    Raises
    ------
    ValueError, TypeError
        If `a` holds no finite numbers.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.zscore([[1, 5], [2, 5], [3, 5]])
    array([[-1.22474487,         nan],
           [ 0.        ,         nan],
           [ 1.22474487,         nan]])

    Source
    ------
    Zhou, Machine Learning, exercise 2.8, (2.44).
    """
    array, along = _columns(a, "a", axis)
    m = array.shape[along]
    ddof = integer(ddof, "ddof")
    unit = _unit(array, along)
    centred = unit - unit.mean(axis=along, keepdims=True)
    varies = (array != np.take(array, [0], axis=along)).any(axis=along, keepdims=True)
    squares = (centred**2).sum(axis=along, keepdims=True)
    variance = np.where(varies, squares / max(m - ddof, 1), np.nan)
    scores = np.asarray(centred / np.sqrt(variance if m > ddof else np.nan))

    def lines(x: Floats, index: str) -> list[Line]:
        mean, *sigma = _mean_and_sigma(x, index, ddof)
        constant = not sigma or not (x != x[0]).any()
        size = 0 if constant else sigma[0].value
        put = {"x": plain(x[_example(x)]), "x_mean": mean.value, "sigma_x": size}
        note = _say("scaling.undefined") if constant else None
        undefined = float("nan") if constant else None
        return [mean, *sigma, eq["2.44"](put, of=index, note=note, undefined=undefined)]

    return Found(scores, lambda: [_say("scaling.example"), *_steps(array, scores, along, lines)])


def _columns(values: ArrayLike, name: str, axis: object) -> tuple[Floats, int]:
    """Return finite numbers in one or two dimensions, and the axis that samples run along."""
    array = as_floats(values, name, (1, 2))
    along = integer(axis, "axis", least=-array.ndim, most=array.ndim - 1)
    return array, along % array.ndim


def _unit(array: Floats, along: int) -> Floats:
    """Return the numbers in a unit, a power of 2, whose differences and squares a float holds."""
    largest = np.abs(array).max(axis=along, keepdims=True)
    return np.asarray(np.ldexp(array, -np.frexp(largest)[1]))


# -- the workings -----------------------------------------------------------------------------


def _steps(
    array: Floats, scaled: Floats, along: int, lines: Callable[[Floats, str], list[Line]]
) -> list[Step]:
    """Return the lines of each column, and a table of the numbers before and after."""
    before, after = (np.moveaxis(v, along, 0).reshape(v.shape[along], -1) for v in (array, scaled))
    rows, columns = before.shape
    shown = min(rows, _ROWS)
    n = min(columns, _COLUMNS)
    indexes = [f"_{i + 1}" for i in range(n)] if columns > 1 else [""]
    steps: list[Step] = []
    for i, index in enumerate(indexes):
        steps += lines(before[:, i], index)
    header = [f"x{i}" for i in indexes] + [f"x'{i}" for i in indexes]
    table = [[*map(plain, before[r, :n]), *map(plain, after[r, :n])] for r in range(shown)]
    caption = None
    if (shown, n) != (rows, columns):
        caption = _say("scaling.cut", shown=shown, rows=rows, n=n, columns=columns)
    return [*steps, Table(header, table, caption)]


def _example(column: Floats) -> int:
    """Return which number of the column to show, not one of its ends if there is another."""
    return int(np.argmax((column > column.min()) & (column < column.max())))


def _mean_and_sigma(x: Floats, index: str, ddof: int) -> list[Line]:
    """Return the lines of a column's mean and, if there are enough numbers, its deviation."""
    m = len(x)
    divisor = f"(m - {ddof})" if ddof else "m"
    if m > _SUMMED:
        total = plain(x.sum())
        squares = float(np.square(x - x.mean()).sum())
        mean = line(f"x{index}_mean", "S / m", S=total, m=m)
        formula = f"sqrt(Q / {divisor})"
        note = _say("scaling.sums")
        return [mean, line(f"sigma_x{index}", formula, note=note, Q=squares, m=m)]
    numbers = list(map(plain, x))
    mean = line(f"x{index}_mean", "sum(x) / m", x=numbers, m=m)
    if m <= ddof:
        return [mean]
    formula = f"sqrt(sum((x - x_mean)**2) / {divisor})"
    return [mean, line(f"sigma_x{index}", formula, x=numbers, x_mean=mean.value, m=m)]
