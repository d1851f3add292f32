"""Quantiles and tails of the distributions behind the tests, named and ordered as in SciPy.

Numbers or arrays that broadcast, where it does not say float; `ppf` is the inverse of the
distribution function, `sf` the upper tail, `isf` its inverse. SciPy imports its subpackages when
they are first used.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import scipy

LARGEST_K = 1000  # values whose studentized range is computed


def norm_ppf(p: Any) -> Any:
    """Return the quantile of the standard normal distribution."""
    return scipy.special.ndtri(p)


@lru_cache(maxsize=1024)
def z_of_level(level: float) -> float:
    """Return the z with P(-z < Z < z) = level for the standard normal distribution."""
    return -float(norm_ppf((1 - level) / 2))


def norm_sf(x: Any) -> Any:
    """Return P(Z > x) for the standard normal distribution."""
    return scipy.special.ndtr(np.negative(x))


def t_sf(x: Any, df: Any) -> Any:
    """Return P(T > x) for Student's t."""
    return scipy.special.stdtr(df, np.negative(x))


def nct_sf(x: float, df: int, shift: float) -> float:
    """Return P(T > x) for the noncentral t."""
    return float(1 - scipy.special.nctdtr(df, shift, x))


@lru_cache(maxsize=1024)
def f_isf(alpha: float, dfn: int, dfd: int) -> float:
    """Return what F exceeds with probability alpha."""
    # Z = dfn F / (dfd + dfn F) and 1 - Z are beta distributed; SciPy's fdtri is wrong before 1.15
    z = scipy.special.betainccinv(dfn / 2, dfd / 2, alpha)
    rest = scipy.special.betaincinv(dfd / 2, dfn / 2, alpha)
    with np.errstate(divide="ignore", over="ignore"):  # inf
        return float(np.divide(dfd * z, dfn * rest))


def f_sf(x: Any, dfn: Any, dfd: Any) -> Any:
    """Return P(F > x)."""
    return scipy.special.fdtrc(dfn, dfd, x)


@lru_cache(maxsize=1024)
def chi2_isf(alpha: float, df: int) -> float:
    """Return what chi-squared exceeds with probability alpha."""
    return float(scipy.special.chdtri(df, alpha))


def chi2_sf(x: Any, df: Any) -> Any:
    """Return P(X > x) for a chi-squared X."""
    return scipy.special.chdtrc(df, x)


def binom_rate(k: Any, n: Any, tail: Any) -> Any:
    """Return the p at which P(X >= k) = tail: Clopper and Pearson's lower end for k of n.

    The upper end is 1 minus the lower end for n - k, which keeps the digits near 0.
    """
    found = scipy.special.betaincinv(np.maximum(k, 1), n - k + 1, tail)
    return np.where(np.greater(k, 0), found, 0.0)[()]


def binom_pmf(k: Any, n: Any, p: Any) -> Any:
    """Return P(X = k)."""
    p = np.where(np.less(p, 1e-290), 0.0, p)  # where SciPy raises OverflowError
    return scipy.stats.binom.pmf(k, n, p)


def binom_ppf(q: Any, n: Any, p: Any) -> Any:
    """Return the smallest k with P(X <= k) >= q."""
    return scipy.stats.binom.ppf(q, n, p)


def binom_sf(k: Any, n: Any, p: Any) -> Any:
    """Return P(X > k) for whole k from -1 to n."""
    k = np.asarray(k, dtype=float)
    n = np.asarray(n, dtype=float)
    inside = scipy.special.betainc(k + 1, n - k, p)  # bdtrc has 8 digits only where n is a million
    return np.where(k < 0, 1.0, np.where(k >= n, 0.0, inside))[()]


def studentized_range_sf(q: Any, k: int) -> Any:
    """Return P(Q > q) for q >= 0 and the studentized range of k values, df = inf.

    SciPy's integrates numerically for milliseconds a value, and a comparison of 20 learners has
    190 pairs. This is the integral of a smooth function that dies off on both sides of q/2: for
    such the trapezoidal rule converges faster than any power of its step.
    """
    q = np.asarray(q, dtype=float)[..., np.newaxis]
    step = 0.25 if k <= 20 else 0.125
    z = np.arange(-8, 8 + step, step) + q / 2
    below = scipy.special.ndtr(z)
    apart = scipy.special.ndtr(z - q)
    weight = k * step / math.sqrt(2 * math.pi) * np.exp(-z * z / 2)
    # below**(k-1) - (below-apart)**(k-1) without losing the digits of a small tail
    lost = -np.expm1((k - 1) * np.log1p(-np.minimum(apart / below, 1 - 2**-53)))
    tail = (weight * below ** (k - 1) * lost).sum(axis=-1)
    return np.where(q[..., 0] > 0, np.minimum(tail, 1), 1.0)[()]


@lru_cache(maxsize=1024)
def studentized_range_isf(alpha: float, k: int) -> float:
    """Return what the studentized range of k values exceeds with probability alpha."""
    # no more than if the k (k - 1) events that one value exceeds another were disjoint
    high = -math.sqrt(2) * float(norm_ppf(alpha / (k * (k - 1))))
    return last_where(lambda q: studentized_range_sf(q, k) > alpha, 0.0, high)


def last_where(holds: Callable[[float], Any], low: float, high: float) -> float:
    """Return up to where a condition holds, by bisection to the last digit."""
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
