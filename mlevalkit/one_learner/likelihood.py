"""How likely is a number of errors? (2.26)."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._distributions import binom_pmf
from .._equations import equations as eq
from .._validation import as_array, as_floats, fail, integer, is_single, real, same_length, size
from .._workings import Found, Line, Messages, Step, Table, measure, shortened
from ..results import quantile_line

_say = Messages(__package__)

_LARGEST = 1000  # C(m, errors) is a float up to here
_ROWS = 13


def error_count(errors: Any, m: object) -> tuple[int, int]:
    """Return the number of errors and of test samples.

    Either both are given, or `errors` says of each test sample whether it was predicted wrong.
    """
    if m is not None:
        m = size(m, "m")
        return integer(errors, "errors", most=m), m
    if is_single(errors):
        expected = "an array that is true where a prediction was wrong, or a number and m"
        fail("errors", expected, f"{errors!r} and no m", TypeError)
    wrong = as_array(errors, "errors")
    if wrong.dtype.kind not in "biuf" or not np.isin(wrong, (0, 1)).all():
        fail("errors", "true or false (1 or 0) for each test sample", repr(errors))
    return int(np.count_nonzero(wrong)), len(wrong)


@measure
def error_likelihood(
    errors: int | ArrayLike, m: int, error_rate: float | ArrayLike
) -> Found[float | Any]:
    """Return how likely so many errors are, given the generalization error rate: (2.26).

    As a function of `error_rate` it is largest at errors / m; as a function of `errors` it is
    the binomial distribution. The arguments come in the order of SciPy's ``binomtest(k, n, p)``.

    Parameters
    ----------
    errors : int or array-like of shape (n,)
        The number of errors, from 0 to m (the test error rate times m).
    m : int
        The number of test samples.
    error_rate : float or array-like of shape (n,)
        The generalization error rate, from 0 to 1.

    Returns
    -------
    float, or ndarray of shape (n,) if `errors` or `error_rate` is an array
        A probability.

    Raises
    ------
    ValueError, TypeError
        If a rate is outside 0 to 1, a count outside 0 to m, or two arrays differ in length.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> round(mk.error_likelihood(6, 10, 0.3), 4)
    0.0368
    >>> mk.error_likelihood(6, 10, [0.5, 0.6, 0.7]).round(4)
    array([0.2051, 0.2508, 0.2001])

    Source
    ------
    Zhou, Machine Learning, (2.26) and Figure 2.6.
    """
    m = size(m, "m")
    count, rate = _counts(errors, m), _rates(error_rate)
    if np.ndim(rate) and np.ndim(count):
        same_length(errors=count, error_rate=rate)
    value = binom_pmf(count, m, rate)
    if np.ndim(value):
        return Found(value, lambda: [_table(count, rate, value)])
    return Found(float(value), lambda: _single(count, m, rate))


def _counts(errors: Any, m: int) -> Any:
    if is_single(errors):
        return integer(errors, "errors", most=m)
    counts = as_array(errors, "errors")
    if counts.dtype.kind not in "iu":
        fail("errors", "whole numbers", f"values of type {counts.dtype}", TypeError)
    if counts.min() < 0 or counts.max() > m:
        fail("errors", f"numbers from 0 to m = {m}", f"{counts.min()} to {counts.max()}")
    return counts


def _rates(error_rate: Any) -> Any:
    if is_single(error_rate):
        return real(error_rate, "error_rate", least=0, most=1)
    rates = as_floats(error_rate, "error_rate")
    if rates.min() < 0 or rates.max() > 1:
        fail("error_rate", "numbers from 0 to 1", f"{rates.min():g} to {rates.max():g}")
    return rates


def _table(count: Any, rate: Any, value: Any) -> Table:
    columns = np.broadcast_arrays(rate, count, value)
    rows = shortened(np.stack(columns, axis=1), _ROWS)  # type: ignore[arg-type]
    return Table(["epsilon", "mprime", "P"], rows, _say("likelihood.table"))


def _single(errors: int, m: int, rate: float) -> Iterator[Step]:
    yield _probability("P", errors, m, rate)
    yield Line(None, "eps_hat", "mprime / m", {"mprime": errors, "m": m})
    yield _probability('P_"max"', errors, m, errors / m)
    yield _say("likelihood.best", errors=errors, m=m, best=errors / m)
    if errors in (0, m):
        yield _say("likelihood.end")


def _probability(symbol: str, errors: int, m: int, rate: float) -> Line:
    """Return the probability of `errors` in m, worked out where a person could."""
    if m > _LARGEST:
        note = _say("likelihood.errors", errors=errors, m=m)
        return quantile_line(symbol, float(binom_pmf(errors, m, rate)), note)
    return eq["2.26"](symbol=symbol, m=m, mprime=errors, epsilon=rate)
