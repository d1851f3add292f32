"""Bringing columns of numbers to one scale: (2.43), (2.44)."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._validation import Floats, fail, as_floats, integer, real
from ._workings import Line, Table, Words, Working, computes, plain, shows

_COLUMNS, _ROWS = 6, 8  # more than that are left out of a working
_SUMMED = 100  # a longer sum is shown as one number


def _columns(values: ArrayLike, name: str, axis: object) -> tuple[Floats, int]:
    """Return finite numbers in one or two dimensions, and the axis that samples run along."""
    array = as_floats(values, name, (1, 2))
    along = integer(axis, "axis", least=-array.ndim, most=array.ndim - 1)
    return array, along % array.ndim


def _range(feature_range: Any) -> tuple[float, float]:
    try:
        low, high = feature_range
    except (TypeError, ValueError):
        fail("feature_range", "a pair of numbers", repr(feature_range), TypeError)
    low, high = real(low, "feature_range"), real(high, "feature_range")
    if not low < high:
        fail("feature_range", "a pair of numbers, the lower one first", repr((low, high)))
    return low, high


# -- the workings -----------------------------------------------------------------------------


def _as_columns(array: Floats, along: int) -> Floats:
    """Return samples in rows."""
    if array.ndim == 1:
        return array[:, np.newaxis]
    return array if along == 0 else array.T


def _steps(
    value: Floats, array: Floats, along: int, lines: Callable[[Floats, Floats, str], list[Line]]
) -> list[Line | Table | Words]:
    """Return the lines of each column, and a table of the numbers before and after."""
    before, after = _as_columns(array, along), _as_columns(value, along)
    n = min(before.shape[1], _COLUMNS)
    indexes = [""] if before.shape[1] == 1 else [f"_{i + 1}" for i in range(n)]
    steps: list[Line | Table | Words] = []
    for i, index in enumerate(indexes):
        steps += lines(before[:, i], after[:, i], index)
    header = [f"x{i}" for i in indexes] + [f"x'{i}" for i in indexes]
    rows = [
        [*map(plain, before[r, :n]), *map(plain, after[r, :n])]
        for r in range(min(len(before), _ROWS))
    ]
    caption = None
    if before.shape[1] > n or len(before) > len(rows):
        caption = (
            f"the first {len(rows)} of {len(before)} rows, {n} of {before.shape[1]} columns",
            f"{len(before)} 行中的前 {len(rows)} 行，{before.shape[1]} 列中的前 {n} 列",
        )
    return [*steps, Table(header, rows, caption)]


def _example(column: Floats) -> int:
    """Return which number of the column to show, not one of its ends if there is another."""
    return int(np.argmax((column > column.min()) & (column < column.max())))


def _show_minmax(value: Floats, X: Any, feature_range: Any, axis: Any) -> Working:
    array, along = _columns(X, "X", axis)
    a, b = (plain(v) for v in _range(feature_range))

    def lines(column: Floats, scaled: Floats, index: str) -> list[Line]:
        low, high = plain(column.min()), plain(column.max())
        values = {
            "x": plain(column[_example(column)]),
            "x_min": low,
            "x_max": high,
            "a": a,
            "b": b,
        }
        constant = low == high
        note = ("one value only: set to a", "只有一个值：取 a") if constant else None
        formula = "a + (x - x_min) / (x_max - x_min) * (b - a)"
        return [Line("2.43", f"x'{index}", formula, values, note, a if constant else None)]

    words = Words(
        "One number of each column; a and b are the textbook's x'_min and x'_max.",
        "每列取一个数为例；a、b 即教材的 x'_min、x'_max。",
    )
    return Working(value, words, *_steps(value, array, along, lines))


def _show_zscore(value: Floats, a: Any, axis: Any, ddof: Any) -> Working:
    array, along = _columns(a, "a", axis)

    def lines(column: Floats, scaled: Floats, index: str) -> list[Line]:
        mean, sigma = _mean_and_sigma(column, index, int(ddof))
        at, constant = _example(column), sigma is None or not (column != column[0]).any()
        put = {
            "x": plain(column[at]),
            "x_mean": mean.value,
            "sigma_x": 0 if sigma is None or constant else sigma.value,
        }
        note = ("sigma is 0 or 0/0: undefined", "σ 为 0 或 0/0：无定义") if constant else None
        # The squares behind sigma may be out of a float's range; the score is not.
        lost = None if 0 < put["sigma_x"] < math.inf else float(scaled[at])
        score = Line("2.44", f"x'{index}", "(x - x_mean) / sigma_x", put, note, lost)
        return [mean, *([] if sigma is None else [sigma]), score]

    words = Words("One number of each column.", "每列取一个数为例。")
    return Working(value, words, *_steps(value, array, along, lines))


def _mean_and_sigma(column: Floats, index: str, ddof: int) -> tuple[Line, Line | None]:
    """Return the lines of a column's mean and, if there are numbers enough, its deviation."""
    m, below = len(column), "m" if ddof == 0 else f"(m - {ddof})"
    if m > _SUMMED:
        total, square = float(column.sum()), float(np.square(column - column.mean()).sum())
        mean = Line(None, f"x{index}_mean", "S / m", {"S": plain(total), "m": m})
        note = ("S: the sum of x; Q: of (x - mean x)^2", "S：x 之和；Q：(x - mean x)^2 之和")
        put = {"Q": square, "m": m}
        return mean, Line(None, f"sigma_x{index}", f"sqrt(Q / {below})", put, note)
    numbers = [plain(v) for v in column]
    mean = Line(None, f"x{index}_mean", "sum(x) / m", {"x": numbers, "m": m})
    if m <= ddof:
        return mean, None
    spread = {"x": numbers, "x_mean": mean.value, "m": m}
    return mean, Line(None, f"sigma_x{index}", f"sqrt(sum((x - x_mean)**2) / {below})", spread)


# -- the public functions ---------------------------------------------------------------------


@computes(
    eq_2_43=r"x' = x'_{\min} + \frac{x - x_{\min}}{x_{\max} - x_{\min}}"
    r" \times (x'_{\max} - x'_{\min})"
)
@shows(_show_minmax)
def minmax_scale(
    X: ArrayLike, feature_range: tuple[float, float] = (0, 1), *, axis: int = 0
) -> Floats:
    """Stretch each column so that it runs from one given number to another: (2.43).

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
    a, b = _range(feature_range)
    low, high = array.min(axis=along, keepdims=True), array.max(axis=along, keepdims=True)
    with np.errstate(over="ignore"):
        if not np.isfinite(high - low).all():  # the range is out of a float's range: halve all
            array, low, high = array / 2, low / 2, high / 2
    width = high - low
    width[width == 0] = 1
    share = (array - low) / width
    return np.asarray(a * (1 - share) + b * share)


@computes(eq_2_44=r"x' = \frac{x - \bar{x}}{\sigma_x}")
@shows(_show_zscore)
def zscore(a: ArrayLike, axis: int = 0, ddof: int = 0) -> Floats:
    """Shift and stretch each column to mean 0 and standard deviation 1: (2.44).

    An outlier does less harm than in `minmax_scale`; the range of the result is open.

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
    integer(ddof, "ddof")
    m = array.shape[along]
    if m <= ddof:
        return np.full(array.shape, np.nan)
    # The score is the same in any unit: a power of 2 keeps the squares in a float's range.
    largest = np.abs(array).max(axis=along, keepdims=True)
    unit = np.ldexp(array, -np.frexp(largest)[1])
    centred = unit - unit.mean(axis=along, keepdims=True)
    sigma = np.sqrt((centred**2).sum(axis=along, keepdims=True) / (m - ddof))
    varies = (array != np.take(array, [0], axis=along)).any(axis=along, keepdims=True)
    return np.asarray(centred / np.where(varies, sigma, np.nan))
