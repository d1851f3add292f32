"""Where does the error rate lie? Confidence intervals, named as in SciPy."""

import math
from typing import Any, NamedTuple

from numpy.typing import ArrayLike

from .._validation import inside, one_of
from .._workings import Line, Words, Working, quantile_line, shows
from .._distributions import beta_ppf, norm_ppf
from ._likelihood import error_count

METHODS = ("exact", "wilson")


class ConfidenceInterval(NamedTuple):
    """The ends of a confidence interval."""

    low: float
    high: float


def _exact(e: int, m: int, confidence: float) -> ConfidenceInterval:
    tail = (1 - confidence) / 2
    low = 0.0 if e == 0 else float(beta_ppf(tail, e, m - e + 1))
    # 1 - (the quantile of the number of right predictions) keeps the digits near 0
    high = 1.0 if e == m else float(1 - beta_ppf(tail, m - e, e + 1))
    return ConfidenceInterval(low, high)


def _wilson(e: int, m: int, confidence: float) -> ConfidenceInterval:
    z = _z(confidence)
    rate, share = e / m, z * z / m
    half = z * math.sqrt((rate * (1 - rate) + share / 4) / m)
    middle = rate + share / 2
    low = 0.0 if e == 0 else (middle - half) / (1 + share)
    high = 1.0 if e == m else (middle + half) / (1 + share)
    return ConfidenceInterval(low, high)


def _z(confidence: float) -> float:
    return -float(norm_ppf((1 - confidence) / 2))


def _end_lines(value: ConfidenceInterval, e: int, m: int, confidence: float) -> list[Line]:
    tail = f"{(1 - confidence) / 2:.4g}"
    low = (f"P(X >= {e}) = {tail} at this rate", f"在该错误率下 P(X ≥ {e}) = {tail}")
    high = (f"P(X <= {e}) = {tail} at this rate", f"在该错误率下 P(X ≤ {e}) = {tail}")
    at_end = ("the end of the scale", "取值范围的端点")
    return [
        quantile_line('eps_"low"', value.low, low if e else at_end),
        quantile_line('eps_"high"', value.high, high if e < m else at_end),
    ]


def _wilson_lines(e: int, m: int, confidence: float) -> list[Line]:
    z = _z(confidence)
    tail = f"{(1 - confidence) / 2:.4g}"
    lines = [
        quantile_line("z", z, (f"P(Z > z) = {tail}, standard normal",
                               f"标准正态分布，P(Z > z) = {tail}")),
    ]  # fmt: skip
    root = "sqrt((eps_hat*(1 - eps_hat) + z**2 / (4*m)) / m)"
    values = {"eps_hat": e / m, "z": z, "m": m}
    for name, sign in (("low", "-"), ("high", "+")):
        formula = f"(eps_hat + z**2 / (2*m) {sign} z*{root}) / (1 + z**2 / m)"
        lines.append(Line(None, f'eps_"{name}"', formula, values))
    return lines


def _show_interval(
    value: ConfidenceInterval, errors: Any, m: Any, confidence_level: Any, method: Any
) -> Working:
    e, n = error_count(errors, m)
    steps = [Line(None, "eps_hat", "mprime / m", {"mprime": e, "m": n})]
    if method == "exact":
        steps += _end_lines(value, e, n, confidence_level)
    else:
        steps += _wilson_lines(e, n, confidence_level)
    least = ("at least", "至少") if method == "exact" else ("about", "约")
    words = Words(
        f"Intervals made this way cover the true error rate on {least[0]} {confidence_level:.4g} "
        "of all test sets.",
        f"用这种方法得到的区间，在{least[1]} {confidence_level:.4g} 的测试集上包含真实错误率。",
    )
    return Working(value, *steps, words)


@shows(_show_interval)
def error_rate_interval(
    errors: int | ArrayLike,
    m: int | None = None,
    *,
    confidence_level: float = 0.95,
    method: str = "exact",
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
        "exact" (Clopper and Pearson) covers at least that often; "wilson" is shorter and covers
        about that often.

    Returns
    -------
    ConfidenceInterval
        A named tuple `(low, high)`.

    Raises
    ------
    ValueError, TypeError
        If the counts are impossible or `confidence_level` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> low, high = mk.error_rate_interval(6, 10)
    >>> round(low, 4), round(high, 4)
    (0.2624, 0.8784)

    Source
    ------
    Clopper and Pearson, 1934; Wilson, 1927. SciPy: ``binomtest(errors, m).proportion_ci(...)``.
    """
    e, n = error_count(errors, m)
    confidence = inside(confidence_level, "confidence_level")
    one_of(method, "method", METHODS)
    return _exact(e, n, confidence) if method == "exact" else _wilson(e, n, confidence)
