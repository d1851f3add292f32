"""Where does the error rate lie? Confidence intervals, named as in SciPy."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from numpy.typing import ArrayLike

from .._distributions import beta_ppf, norm_ppf
from .._validation import inside, one_of
from .._workings import Line, Messages, Working, measure
from ..results import PairResult, quantile_line
from .likelihood import error_count

_say = Messages(__package__)

Method = Literal["exact", "wilson"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ErrorRateInterval(PairResult):
    """A confidence interval of an error rate; unpacks as ``low, high = interval``.

    Attributes
    ----------
    low, high : float
        The ends, from 0 to 1.
    confidence_level : float
        How often such an interval covers the true error rate.
    method : str
        "exact" or "wilson".
    errors, m : int
        The number of errors and of test samples.
    """

    low: float
    high: float
    confidence_level: float
    method: str
    errors: int
    m: int

    _brief: ClassVar[tuple[str, ...]] = ("low", "high")
    _pair: ClassVar[tuple[str, str]] = ("low", "high")

    def working(self) -> Working:
        """Show how both ends come about."""
        first = Line(None, "eps_hat", "mprime / m", {"mprime": self.errors, "m": self.m})
        ends = _exact_lines(self) if self.method == "exact" else _wilson_lines(self)
        said = _say(f"interval.{self.method}", level=self.confidence_level)
        return Working((self.low, self.high), (first, *ends, said))


@measure
def error_rate_interval(
    errors: int | ArrayLike,
    m: int | None = None,
    *,
    confidence_level: float = 0.95,
    method: Method = "exact",
) -> ErrorRateInterval:
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
    ErrorRateInterval
        With `low`, `high`, `working()`; unpacks as both ends.

    Raises
    ------
    ValueError, TypeError
        If the counts are impossible or `confidence_level` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.error_rate_interval(6, 10)
    ErrorRateInterval(low=0.2624, high=0.8784)
    >>> low, high = mk.error_rate_interval(6, 10, method="wilson")
    >>> round(low, 4), round(high, 4)
    (0.3127, 0.8318)

    Source
    ------
    Clopper and Pearson, 1934; Wilson, 1927. SciPy: ``binomtest(errors, m).proportion_ci(...)``.
    """
    e, n = error_count(errors, m)
    level = inside(confidence_level, "confidence_level")
    ends = _exact if one_of(method, "method", ("exact", "wilson")) == "exact" else _wilson
    low, high = ends(e, n, level)
    # no error and errors only: the end of the scale, without rounding
    low, high = 0.0 if e == 0 else low, 1.0 if e == n else high
    return ErrorRateInterval(low, high, level, method, e, n)


def _exact(e: int, m: int, level: float) -> tuple[float, float]:
    tail = (1 - level) / 2
    low = float(beta_ppf(tail, e, m - e + 1)) if e else 0.0
    # 1 - (the quantile of the number of right predictions) keeps the digits near 0
    high = float(1 - beta_ppf(tail, m - e, e + 1)) if e < m else 1.0
    return low, high


def _wilson(e: int, m: int, level: float) -> tuple[float, float]:
    z = _z(level)
    rate, share = e / m, z * z / m
    half = z * math.sqrt((rate * (1 - rate) + share / 4) / m)
    return (rate + share / 2 - half) / (1 + share), (rate + share / 2 + half) / (1 + share)


def _z(level: float) -> float:
    return -float(norm_ppf((1 - level) / 2))


def _exact_lines(i: ErrorRateInterval) -> Sequence[Line]:
    at = {"errors": i.errors, "tail": f"{(1 - i.confidence_level) / 2:.4g}"}
    low = _say("interval.low" if i.errors else "interval.end", **at)
    high = _say("interval.high" if i.errors < i.m else "interval.end", **at)
    return quantile_line('eps_"low"', i.low, low), quantile_line('eps_"high"', i.high, high)


def _wilson_lines(i: ErrorRateInterval) -> Sequence[Line]:
    z = _z(i.confidence_level)
    note = _say("interval.normal", tail=f"{(1 - i.confidence_level) / 2:.4g}")
    values = {"eps_hat": i.errors / i.m, "z": z, "m": i.m}
    root = "sqrt((eps_hat*(1 - eps_hat) + z**2 / (4*m)) / m)"
    end = f"(eps_hat + z**2 / (2*m) {{}} z*{root}) / (1 + z**2 / m)"
    ends = ("low", "-"), ("high", "+")
    lines = [Line(None, f'eps_"{name}"', end.format(sign), values) for name, sign in ends]
    return quantile_line("z", z, note), *lines
