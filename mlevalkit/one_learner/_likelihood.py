"""How likely is a number of errors? (2.26)."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, Floats, as_array, fail, as_floats, integer, is_single, real, size
from .._workings import Line, Table, Words, Working, computes, quantile_line, shows
from .._distributions import binom_pmf

_LARGEST = 1000  # C(m, errors) is a float up to here
_ROWS = 12


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


def pmf_line(number: str | None, symbol: str, rate: float, errors: int, m: int) -> Line:
    """Return the probability of `errors` in m, worked out where a person could."""
    if m > _LARGEST:
        note = (f"{errors} errors in {m}", f"{m} 次中错 {errors} 次")
        return quantile_line(symbol, float(binom_pmf(errors, m, rate)), note)
    formula = "C(m, mprime)*epsilon**mprime*(1 - epsilon)**(m - mprime)"
    return Line(number, symbol, formula, {"m": m, "mprime": errors, "epsilon": rate})


def _show_likelihood(value: Any, error_rate: Any, errors: Any, m: Any) -> Working:
    if np.ndim(value):
        return _show_several(value, error_rate, errors)
    best = errors / m
    steps: list[Line | Words] = [
        pmf_line("2.26", "P", float(error_rate), errors, m),
        Line(None, "eps_hat", "mprime / m", {"mprime": errors, "m": m}),
        pmf_line("2.26", 'P_"max"', best, errors, m),
        Words(
            f"No error rate makes {errors} errors in {m} likelier than {best:g}.",
            f"没有哪个错误率比 {best:g} 更容易产生 {m} 个样本中的 {errors} 个错误。",
        ),
    ]
    if errors in (0, m):
        steps.append(
            Words(
                "The maximum lies at the end of the scale; the derivative is not 0 there.",
                "最大值在取值范围的端点处取得，那里的导数不为 0。",
            )
        )
    return Working(value, *steps)


def _show_several(value: Array, error_rate: Any, errors: Any) -> Working:
    columns = np.broadcast_arrays(np.asarray(error_rate), np.asarray(errors), value)
    rows: list[list[Any]] = [list(row) for row in zip(*(c.tolist() for c in columns), strict=True)]
    if len(rows) > _ROWS:
        rows[_ROWS - 1 : -1] = [["..."] * 3]
    header = ["epsilon", "mprime", "P"]
    return Working(
        value,
        Table(header, rows, ("the probability of m' errors in m", "m 个样本中错 m' 个的概率")),
    )


@computes(
    eq_2_26=r"P(\hat{\epsilon}; \epsilon) = \binom{m}{\hat{\epsilon} \times m}"
    r"\epsilon^{\hat{\epsilon} \times m} (1 - \epsilon)^{m - \hat{\epsilon} \times m}"
)
@shows(_show_likelihood)
def error_likelihood(error_rate: float | ArrayLike, errors: int | ArrayLike, m: int) -> Any:
    """Return how likely so many errors are, given the generalization error rate: (2.26).

    As a function of `error_rate` it is largest at errors / m; as a function of `errors` it is
    the binomial distribution.

    Parameters
    ----------
    error_rate : float or array-like of shape (n,)
        The generalization error rate, from 0 to 1.
    errors : int or array-like of shape (n,)
        The number of errors, from 0 to m (the test error rate times m).
    m : int
        The number of test samples.

    Returns
    -------
    float, or ndarray of shape (n,) if one of the first two is an array
        A probability.

    Raises
    ------
    ValueError, TypeError
        If a rate is outside 0 to 1, a count outside 0 to m, or two arrays differ in length.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> round(mk.error_likelihood(0.3, 6, 10), 4)
    0.0368
    >>> mk.error_likelihood([0.5, 0.6, 0.7], 6, 10).round(4)
    array([0.2051, 0.2508, 0.2001])

    Source
    ------
    Zhou, Machine Learning, (2.26) and Figure 2.6.
    """
    m = size(m, "m")
    rate, count = _rates(error_rate), _counts(errors, m)
    if np.ndim(rate) and np.ndim(count) and len(rate) != len(count):
        got = f"{len(rate)} and {len(count)}"
        fail("error_rate and errors", "the same length", got)
    value = binom_pmf(count, m, rate)
    return value if np.ndim(value) else float(value)


def _rates(error_rate: Any) -> Any:
    if is_single(error_rate):
        return real(error_rate, "error_rate", least=0, most=1)
    rates: Floats = as_floats(error_rate, "error_rate")
    if rates.min() < 0 or rates.max() > 1:
        fail("error_rate", "numbers from 0 to 1", f"{rates.min():g} to {rates.max():g}")
    return rates


def _counts(errors: Any, m: int) -> Any:
    if is_single(errors):
        return integer(errors, "errors", most=m)
    counts = as_array(errors, "errors")
    if counts.dtype.kind not in "iu":
        fail("errors", "whole numbers", f"values of type {counts.dtype}", TypeError)
    if counts.min() < 0 or counts.max() > m:
        fail("errors", f"numbers from 0 to m = {m}", f"{counts.min()} to {counts.max()}")
    return counts
