"""How likely is a number of errors (2.26), and where does the error rate lie?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from ... import _validation as check
from ..._distributions import binom_pmf, binom_rate, z_of_level
from ...display.equations import equations as eq
from ...display.results import ConfidenceInterval, quantile_line
from ...display.workings import Found, Line, Messages, Sentence, Step, Table, line, measure

_say = Messages(__package__)

_LARGEST = 1000  # C(m, errors) is a float up to here
_ROWS = 13


def error_count(
    errors: Any, m: object, names: tuple[str, str] = ("errors", "m")
) -> tuple[int, int]:
    """Return the number of errors and of test samples.

    Either both are given, or `errors` says of each test sample whether it was predicted wrong.
    """
    if m is not None:
        m = check.size(m, names[1])
        return check.integer(errors, names[0], most=m), m
    if check.is_single(errors):
        expected = f"an array that is true where a prediction was wrong, or a number and {names[1]}"
        check.fail(names[0], expected, f"{errors!r} and no {names[1]}", TypeError)
    wrong = check.as_array(errors, names[0])
    if wrong.dtype.kind not in "biuf" or not np.isin(wrong, (0, 1)).all():
        check.fail(names[0], "true or false (1 or 0) for each test sample", repr(errors))
    return int(np.count_nonzero(wrong)), len(wrong)


@measure
def error_likelihood(
    errors: int | ArrayLike, m: int, error_rate: float | ArrayLike
) -> Found[float | Any]:
    """Return the probability of so many errors, given the generalization error rate: (2.26).

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
    m = check.size(m, "m")
    count = _counts(errors, m)
    rate = check.rates(error_rate, "error_rate")
    if np.ndim(rate) and np.ndim(count):
        check.same_length(errors=count, error_rate=rate)
    value = binom_pmf(count, m, rate)
    if np.ndim(value):
        return Found(value, lambda: [_table(count, rate, value)])
    return Found(float(value), lambda: _single(count, m, rate))


def _counts(errors: Any, m: int) -> Any:
    if check.is_single(errors):
        return check.integer(errors, "errors", most=m)
    counts = check.as_counts(errors, "errors")
    if counts.max() > m:
        check.fail("errors", f"at most m = {m}", f"{counts.max()}")
    return counts


def _table(count: Any, rate: Any, value: Any) -> Table:
    rows = np.stack(np.broadcast_arrays(rate, count, value), axis=1)
    return Table(["epsilon", "mprime", "P"], list(rows), _say("likelihood.table"), _ROWS)


def _single(errors: int, m: int, rate: float) -> Iterator[Step]:
    yield _probability("P", errors, m, rate)
    yield line("eps_hat", "mprime / m", mprime=errors, m=m)
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


# -- confidence intervals, named as in SciPy ---------------------------------------------------


Method = Literal["exact", "wilson"]


@measure
def error_rate_interval(
    errors: int | ArrayLike,
    m: int | None = None,
    *,
    confidence_level: float = 0.95,
    method: Method = "exact",
) -> ConfidenceInterval:
    """Return a confidence interval of the generalization error rate.

    Parameters
    ----------
    errors : int, or array-like of bool of shape (m,)
        The number of errors on the test set, or for each test sample whether it was predicted
        wrong: ``y_true != y_pred``.
    m : int, optional
        The number of test samples, if `errors` is a number.
    confidence_level : float, default 0.95
        How often such an interval covers the true error rate.
    method : {"exact", "wilson"}, default "exact"
        "exact" (Clopper and Pearson) covers at least that often; "wilson" is mostly shorter
        and covers about that often.

    Returns
    -------
    ConfidenceInterval
        With `low`, `high`, `working()`; unpacks as both ends.

    Raises
    ------
    ValueError, TypeError
        If the counts are impossible or `confidence_level` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.error_rate_interval(6, 10)
    ConfidenceInterval(estimate=0.6, low=0.2624, high=0.8784, confidence_level=0.95)
    >>> low, high = mk.error_rate_interval(6, 10, method="wilson")
    >>> round(low, 4), round(high, 4)
    (0.3127, 0.8318)

    Source
    ------
    Clopper and Pearson, 1934; Wilson, 1927. SciPy: ``binomtest(errors, m).proportion_ci(...)``.
    """
    e, n = error_count(errors, m)
    return interval_of_counts(e, n, confidence_level, method)


def interval_of_counts(
    e: int, m: int, confidence_level: float, method: Method, of: Sentence | None = None
) -> ConfidenceInterval:
    """Return the interval for e errors in m samples; `of` says in words what lies there."""
    level = check.inside(confidence_level, "confidence_level")
    check.one_of(method, "method", ("exact", "wilson"))
    share = line("eps_hat", "mprime / m", mprime=e, m=m)
    closing = _say(f"interval.{method}", level=level)
    return interval_of_share(share, e, m, level, method, [closing], of)


def interval_of_share(
    share: Line,
    k: int,
    m: int,
    level: float,
    method: Method,
    closing: Sequence[Step],
    of: Sentence | None,
) -> ConfidenceInterval:
    """Return the interval of a binomial share, k of m; its working begins with the line `share`."""
    low, high = ends_of_share(k, m, level, method)
    name = share.symbol.removesuffix("_hat")
    tail = f"{(1 - level) / 2:.4g}"

    def steps() -> Iterator[Step]:
        yield share
        if method == "wilson":
            yield from _wilson_lines(share.symbol, name, k, m, level)
        else:
            below = "interval.end" if k == 0 else "interval.low"
            above = "interval.end" if k == m else "interval.high"
            yield quantile_line(f"{name}_L", low, _say(below, k=k, tail=tail))
            yield quantile_line(f"{name}_U", high, _say(above, k=k, tail=tail))
        yield from closing

    return ConfidenceInterval(low, high, k / m, level, steps, of)


def ends_of_share(k: int, m: int, level: float, method: Method) -> tuple[float, float]:
    """Return both ends of the interval for k of m."""
    if method == "wilson":
        return _wilson(k, m, level)
    tail = (1 - level) / 2
    return float(binom_rate(k, m, tail)), float(1 - binom_rate(m - k, m, tail))


def _wilson(k: int, m: int, level: float) -> tuple[float, float]:
    z = z_of_level(level)
    rate = k / m
    share = z * z / m
    half = z * math.sqrt((rate * (1 - rate) + share / 4) / m)
    low = (rate + share / 2 - half) / (1 + share)
    high = (rate + share / 2 + half) / (1 + share)
    # none and all: the end of the scale, without rounding
    return 0.0 if k == 0 else low, 1.0 if k == m else high


def _wilson_lines(rate: str, name: str, k: int, m: int, level: float) -> Iterator[Step]:
    z = z_of_level(level)
    yield quantile_line("z", z, _say("interval.normal", tail=f"{(1 - level) / 2:.4g}"))
    root = f"sqrt(({rate}*(1 - {rate}) + z**2 / (4*m)) / m)"
    for end, sign in (("L", "-"), ("U", "+")):
        form = f"({rate} + z**2 / (2*m) {sign} z*{root}) / (1 + z**2 / m)"
        yield line(f"{name}_{end}", form, {rate: k / m, "z": z, "m": m})
