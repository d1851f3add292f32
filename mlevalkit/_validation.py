"""Input validation: clean arrays, or an error that names the argument."""

from __future__ import annotations

import inspect
import math
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import cache, partial
from itertools import pairwise
from numbers import Integral, Real
from typing import Any, Literal, NoReturn, get_args, get_origin

import numpy as np
from numpy.typing import ArrayLike as ArrayLike, NDArray as NDArray

Array = NDArray[Any]
Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

_CHUNK = 2**20  # samples
_NARROW = 2**16  # labels in such a range are counted, not sorted
_EXACT = 2**53  # so far every whole number is a float of its own


class _Undefined(UserWarning):
    """What stands in the place of scikit-learn's class until that is there."""


class UndefinedMetricWarning(_Undefined):
    """Warns that a measure was 0/0 and a value was put in its place (see ``zero_division``).

    Where scikit-learn is imported it is a subclass of scikit-learn's class of this name, so that
    one filter is for both.
    """


def undefined_metric_warning() -> type[UndefinedMetricWarning]:
    """Return the class, below scikit-learn's if that is there by now; it is not imported for it."""
    theirs = getattr(sys.modules.get("sklearn.exceptions"), "UndefinedMetricWarning", None)
    if theirs is not None and not issubclass(UndefinedMetricWarning, theirs):
        UndefinedMetricWarning.__bases__ = (theirs,)
    return UndefinedMetricWarning


def fail(name: str, expected: str, got: object, error: type[Exception] = ValueError) -> NoReturn:
    """Raise the error in the one form that all errors of this package have."""
    raise error(f"{name}: expected {expected}, got {got}")


def warn(message: str, category: type[Warning] | None = None) -> None:
    """Warn, of a value put in the place of 0/0 for one, at the line that called this package."""
    level = 1
    frame = sys._getframe(0)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("mlevalkit"):
        level += 1
        frame = frame.f_back
    warnings.warn(message, category or undefined_metric_warning(), stacklevel=level)


def shown(values: Iterable[object]) -> str:
    """Return a short list of values for an error message."""
    items = [repr(v.item() if isinstance(v, np.generic) else v) for v in values]
    return "[" + ", ".join(items[:8] + ["..."] * (len(items) > 8)) + "]"


# -- arrays -----------------------------------------------------------------------------------


def _to_numpy(values: ArrayLike, name: str) -> Array:
    _refuse_mask(values, name)
    try:
        array = np.asarray(values)
    except (ValueError, TypeError):  # whose own words stand above in the traceback
        fail(name, "numbers or labels in rows of equal length", "what numpy cannot read")
    if array.ndim == 0 and array.dtype.kind in "OSU" and array is not values:
        fail(name, "a sequence", type(values).__name__, TypeError)
    if array.dtype.kind == "T":  # numpy's strings of any length
        array = array.astype(object)
    if array.dtype.kind == "U" and isinstance(values, (list, tuple)):
        _one_type(values, name)  # numpy turns [1, "a"] into strings without a word
        _refuse_nul(values if array.ndim == 1 else np.asarray(values, object).ravel(), name)
    return array


def _refuse_nul(values: Iterable[object], name: str) -> None:
    """Refuse strings that end with NUL: numpy drops it, and "a\\0" would be the same as "a"."""
    for value in set(values):
        if isinstance(value, str) and value.endswith("\0"):
            fail(name, "strings that do not end with NUL", repr(str(value)))


def _refuse_mask(values: object, name: str) -> None:
    ma = sys.modules.get("numpy.ma")  # who made a masked array has paid for its import
    if ma is not None and isinstance(values, ma.MaskedArray) and ma.is_masked(values):
        fail(name, "values without a mask", "a masked array; drop or fill the masked values first")


def _one_type(values: Iterable[object], name: str) -> None:
    kinds = {kind.__name__ for kind in set(map(type, values)) - {list, tuple}}
    if len(kinds) > 1 and not kinds <= {"str", "str_"}:
        gaps = [i for i, v in enumerate(values) if isinstance(v, float) and math.isnan(v)]
        if gaps and kinds == {"float", "str"}:  # what pandas has for a missing string
            fail(name, "labels without gaps", f"a missing value (nan) at position {gaps[0]}")
        fail(name, "labels of one type", "a mix of " + ", ".join(sorted(kinds)), TypeError)


def _from_objects(array: Array, name: str) -> Array:
    """Give an object array (pandas, for one) the plain type of its values."""
    values = array.ravel().tolist()
    for kind in set(map(type, values)):
        if not issubclass(kind, (str, Real, np.generic)):
            value = next(v for v in values if type(v) is kind)
            fail(name, "numbers or strings", f"{value!r} ({kind.__name__})", TypeError)
    plain = np.asarray(values)
    if plain.dtype.kind == "U":
        _one_type(values, name)
        _refuse_nul(values, name)
    if plain.dtype.kind == "O":
        fail(name, "numbers or strings", "Python objects that numpy cannot hold", TypeError)
    return plain.reshape(array.shape)


def as_array(values: ArrayLike, name: str, ndim: int | tuple[int, ...] = 1) -> Array:
    """Return a non-empty array of `ndim` dimensions holding numbers, booleans or strings."""
    array = _to_numpy(values, name)
    allowed = (ndim,) if isinstance(ndim, int) else ndim
    if array.ndim not in allowed:
        expected = " or ".join(map(str, allowed)) + " dimension" + "s" * (allowed != (1,))
        second = "; give the column of the positive class, [:, 1]" if name == "y_score" else ""
        columns = {(1,): "; give its only column", (2,): second}
        hint = columns.get(array.shape[1:], "") if allowed == (1,) else ""
        fail(name, expected, f"shape {array.shape}{hint}")
    if array.size == 0:
        fail(name, "at least one value", "none")
    if array.dtype.kind == "O":
        array = _from_objects(array, name)
    if array.dtype.kind not in "biufU":
        fail(name, "numbers or strings", f"values of type {array.dtype}", TypeError)
    return array


def first(array: Array, wrong: NDArray[np.bool_]) -> str:
    """Return the first of the wrong values, and where it stands."""
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return f"{array[at]:g} at position {at[0] if array.ndim == 1 else at}"


def as_floats(
    values: ArrayLike,
    name: str,
    ndim: int | tuple[int, ...] = 1,
    *,
    least: float = -math.inf,
    most: float = math.inf,
) -> Floats:
    """Return finite numbers from `least` to `most`, both included, as float64."""
    array = as_array(values, name, ndim)
    if array.dtype.kind == "U":
        fail(name, "numbers", "strings", TypeError)
    with np.errstate(over="ignore"):
        numbers: Floats = array.astype(np.float64, copy=False)
    if not (finite := np.isfinite(numbers)).all():
        fail(name, "finite numbers", first(numbers, ~finite))
    if (least, most) != (-math.inf, math.inf):
        wrong = (numbers < least) | (numbers > most)
        if wrong.any():
            fail(name, f"numbers from {least:g} to {most:g}", first(numbers, wrong))
    return numbers


def as_scores(values: ArrayLike, name: str, ndim: int = 1) -> Array:
    """Return finite numbers to be ranked: as float64, unless that would make ties.

    Whole numbers beyond 2**53 have no float each, and stay whole numbers.
    """
    array = as_array(values, name, ndim)
    if array.dtype.kind in "iu" and (array.max() > _EXACT or array.min() < -_EXACT):
        return array
    return as_floats(array, name, ndim)


def rates(values: Any, name: str) -> Any:
    """Return one rate from 0 to 1, or an array of them."""
    if is_single(values):
        return real(values, name, least=0, most=1)
    return as_floats(values, name, least=0, most=1)


def as_counts(values: ArrayLike, name: str, ndim: int = 1) -> Array:
    """Return whole numbers, none of them negative; 3.0 is one too."""
    counts = as_array(values, name, ndim)
    if counts.dtype.kind not in "iuf":
        fail(name, "whole numbers", f"values of type {counts.dtype}", TypeError)
    if counts.dtype.kind == "f":
        odd = np.floor(as_floats(counts, name, ndim)) != counts
        if odd.any():
            fail(name, "whole numbers", first(counts, odd))
    if counts.min() < 0:
        fail(name, "counts >= 0", f"{counts.min()}")
    if float(counts.max()) > 2**60:  # so that sums of them have a place in 64 bits
        fail(name, "counts of at most 2**60", f"{counts.max():.6g}")
    return counts.astype(np.int64, copy=False)


def distinct_labels(labels: ArrayLike) -> Array:
    """Return the classes that a user lists, each once."""
    classes = as_labels(labels, "labels")
    if len(set(classes.tolist())) < len(classes):
        fail("labels", "each class once", shown(classes))
    return classes


def covering_labels(labels: ArrayLike | None, occur: Array) -> Array:
    """Return the classes that a user lists, which are all that occur, or more; by default these."""
    listed = occur if labels is None else distinct_labels(labels)
    if missing := sorted(set(occur.tolist()) - set(listed.tolist())):
        fail("labels", f"all labels that occur {shown(occur)}", f"none for {shown(missing)}")
    return listed


def as_labels(values: ArrayLike, name: str) -> Array:
    """Return class labels: whole numbers, booleans or strings."""
    array = as_array(values, name)
    if array.dtype.kind == "f":
        array = as_floats(array, name)
        odd = (np.floor(array) != array) | (np.abs(array) >= _EXACT)
        if odd.any():
            got = f"the number {array[odd][0]}"
            fail(name, "class labels (whole numbers, booleans or strings)", got)
    elif array.dtype == np.uint64:  # beside int64 numpy would make floats of it
        if array.max() >= 2**63:
            fail(name, "class labels below 2**63", str(array.max()))
        array = array.astype(np.int64)
    return array


def encode(*columns: Array) -> tuple[Array, list[Codes]]:
    """Return the sorted distinct labels of all columns, and each column as indexes into them."""
    classes = distinct(*columns)
    return classes, [places(classes, column) for column in columns]


def distinct(*columns: Array) -> Array:
    """Return the sorted distinct labels of all columns, without a copy of long ones."""
    if max(map(len, columns)) <= _CHUNK:
        return _occurring(np.concatenate(columns))
    parts = [_occurring(column[part]) for column in columns for part in chunks(len(column))]
    return _occurring(np.concatenate(parts))


def _occurring(column: Array) -> Array:
    if not _is_narrow(column):
        return np.unique(column)
    # counting takes a tenth of the time of sorting, and does not import numpy.ma as np.unique does
    low = column.min()
    counts = np.bincount(np.subtract(column, low, dtype=np.intp))
    found: Array = (np.flatnonzero(counts) + low).astype(column.dtype)
    return found


def places(classes: Array, column: Array) -> Codes:
    """Return the labels of a column as indexes into the classes, which have all of them."""
    if not _is_narrow(classes) or column.dtype.kind not in "biu":
        return np.searchsorted(classes, column)
    table: Codes = np.zeros(int(classes[-1]) - int(classes[0]) + 1, np.intp)
    table[np.subtract(classes, classes[0], dtype=np.intp)] = np.arange(len(classes))
    codes: Codes = table[np.subtract(column, classes[0], dtype=np.intp)]
    return codes


def _is_narrow(column: Array) -> bool:
    """Tell whether these are whole numbers in a small range."""
    return column.dtype.kind in "biu" and int(column.max()) - int(column.min()) < _NARROW


def chunks(n: int) -> list[slice]:
    """Return the parts in which long columns are read, so that memory does not grow with them."""
    return [slice(start, start + _CHUNK) for start in range(0, n, _CHUNK)]


def is_single(values: object) -> bool:
    """Tell whether this is a single value, not a sequence of them."""
    try:
        return np.ndim(values) == 0  # type: ignore[arg-type]
    except (ValueError, TypeError):  # ragged, for one; `as_array` will say so
        return False


def as_list(values: Any, name: str) -> list[Any]:
    """Return the items of a sequence."""
    _refuse_mask(values, name)
    try:
        return list(values)
    except TypeError:
        fail(name, "a sequence", type(values).__name__, TypeError)


def same_length(**columns: Any) -> None:
    """Check that columns, as they were given or read, have one value per sample each."""
    lengths = {}
    for name, column in columns.items():
        lengths[name] = len(column if hasattr(column, "__len__") else np.asarray(column))
    if len(set(lengths.values())) > 1:
        got = ", ".join(f"{n} in {name}" for name, n in lengths.items())
        fail(" and ".join(lengths), "the same length", got)
    _same_order(columns)


def _same_order(columns: dict[str, Any]) -> None:
    """Warn where columns of pandas have their index in two orders, as if labels paired them."""
    pandas = sys.modules.get("pandas")  # who has a column of pandas has paid for its import
    if pandas is None:
        return
    of_pandas = (pandas.Series, pandas.DataFrame)
    indexes = {name: c.index for name, c in columns.items() if isinstance(c, of_pandas)}
    for (name, index), (other, labels) in pairwise(indexes.items()):
        if not index.equals(labels) and Counter(index) == Counter(labels):
            what = f"{name} and {other} have the same index labels in another order"
            warn(f"{what}; they are paired by position, not by label", UserWarning)


def label_pair(
    y_true: ArrayLike, y_pred: ArrayLike, names: tuple[str, str] = ("y_true", "y_pred")
) -> tuple[Array, Array]:
    """Return two columns of labels of equal length and comparable type."""
    left = as_labels(y_true, names[0])
    right = as_labels(y_pred, names[1])
    same_length(**{names[0]: y_true, names[1]: y_pred})
    if (left.dtype.kind == "U") != (right.dtype.kind == "U"):
        got, other = ("strings" if c.dtype.kind == "U" else "numbers" for c in (left, right))
        fail(" and ".join(names), "labels of the same type", f"{got} and {other}", TypeError)
    return left, right


def number_pair(y_true: ArrayLike, y_pred: ArrayLike) -> tuple[Floats, Floats]:
    """Return true and predicted numbers of equal length."""
    left = as_floats(y_true, "y_true")
    right = as_floats(y_pred, "y_pred")
    same_length(y_true=y_true, y_pred=y_pred)
    return left, right


def as_weights(sample_weight: ArrayLike | None, y_true: Any) -> Array | None:
    """Return a weight per sample of `y_true`, none negative, not all 0; whole numbers as such."""
    if sample_weight is None:
        return None
    array = as_array(sample_weight, "sample_weight")
    if array.dtype.kind not in "biu":
        array = as_floats(array, "sample_weight")
    same_length(y_true=y_true, sample_weight=sample_weight)
    if (array < 0).any():
        fail("sample_weight", "no negative weight", f"{array.min()}")
    if not array.any():
        fail("sample_weight", "at least one positive weight", "zeros only")
    with np.errstate(over="ignore"):
        total = float(array.sum(dtype=np.float64))
    if not math.isfinite(total):
        fail("sample_weight", "weights with a finite sum", "a sum that overflows")
    if array.dtype.kind == "f":
        return array
    return array.astype(np.int64 if total < 2**62 else np.float64)  # sums must not wrap around


# -- single values ----------------------------------------------------------------------------

_NO_NUMBERS = (bool, np.bool_, np.timedelta64)  # although Python, or numpy, says that they are


def real(value: object, name: str, *, least: float = -math.inf, most: float = math.inf) -> float:
    """Return a finite number from `least` to `most`, both included."""
    expected = "a finite number"
    if (least, most) != (-math.inf, math.inf):
        expected += f" from {least:g} to {most:g}" if most < math.inf else f" >= {least:g}"
    if isinstance(value, _NO_NUMBERS) or not isinstance(value, Real):
        fail(name, expected, f"{value!r} ({type(value).__name__})", TypeError)
    try:
        number = float(value)
    except OverflowError:
        fail(name, expected, "a whole number too large for a float")
    if not (math.isfinite(number) and least <= number <= most):
        fail(name, expected, repr(number))
    return number


def inside(value: object, name: str, low: float = 0.0, high: float = 1.0) -> float:
    """Return a number strictly between `low` and `high` (a significance level, for one)."""
    number = real(value, name)
    if not low < number < high:
        fail(name, f"a number between {low:g} and {high:g}, ends excluded", repr(number))
    return number


def interval(value: Any, name: str) -> tuple[float, float]:
    """Return a pair of growing numbers."""
    try:
        low, high = value
    except (TypeError, ValueError):
        fail(name, "a pair of numbers", repr(value), TypeError)
    low, high = (real(v, name) for v in (low, high))
    if not low < high:
        fail(name, "a pair of numbers, the lower one first", repr((low, high)))
    return low, high


def integer(value: object, name: str, *, least: int = 0, most: int | None = None) -> int:
    """Return a whole number from `least` to `most`, both included."""
    expected = f"a whole number >= {least}" + (f" and <= {most}" if most is not None else "")
    if isinstance(value, _NO_NUMBERS) or not isinstance(value, Integral):
        fail(name, expected, f"{value!r} ({type(value).__name__})", TypeError)
    number = int(value)
    if number < least or (most is not None and number > most):
        fail(name, expected, str(number))
    return number


def size(value: object, name: str, *, least: int = 1) -> int:
    """Return a number of samples, learners or folds: a float holds it to the last digit."""
    number = integer(value, name, least=least)
    return number if number <= 2**53 else integer(value, name, least=least, most=2**53)


def flag(value: object, name: str) -> bool:
    """Return True or False, and nothing that merely looks like it."""
    if not isinstance(value, (bool, np.bool_)):
        fail(name, "True or False", repr(value), TypeError)
    return bool(value)


def among(value: object, options: Collection[object]) -> bool:
    """Tell whether `value` is one of the options; an array never is."""
    try:
        return not isinstance(value, np.ndarray) and bool(value in options)
    except (TypeError, ValueError):  # unhashable, or not to be compared
        return False


def one_of(value: object, name: str, options: Collection[object]) -> Any:
    """Return `value` if it is one of the options."""
    if not among(value, options):
        fail(name, "one of " + ", ".join(map(repr, options)), repr(value))
    return value


def zero_division_value(value: object) -> float:
    """Return what stands for 0/0: 0, 1 or NaN; "warn" means 0 with a warning."""
    if isinstance(value, str) and value == "warn":
        return 0.0
    number = isinstance(value, Real) and not isinstance(value, np.timedelta64)
    if number and (value in (0, 1) or value != value):
        return float(value)  # type: ignore[arg-type]
    fail("zero_division", "'warn', 0, 1 or NaN", repr(value))


@cache
def keyword_checks(solve: Callable[..., Any]) -> dict[str, Callable[[Any, str], Any]]:
    """Return how keywords are checked: levels lie between 0 and 1, flags and choices are listed."""
    checks: dict[str, Callable[[Any, str], Any]] = {}
    for name, of in inspect.signature(solve, eval_str=True).parameters.items():
        if of.annotation is float and name in ("alpha", "confidence_level"):
            checks[name] = inside
        elif of.annotation is bool:
            checks[name] = flag
        elif get_origin(of.annotation) is Literal:
            checks[name] = partial(one_of, options=get_args(of.annotation))
    return checks
