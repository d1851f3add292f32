"""Quantiles and tails of the distributions behind the tests, named and ordered as in SciPy.

Every function takes numbers or arrays that broadcast; `ppf` is the inverse of the distribution
function, `sf` the upper tail, `isf` its inverse (exact where 1 - alpha would round to 1).
Only this module imports scipy.special, and only when a value is asked for: it costs 0.2 s.
"""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from ._validation import Floats

# -- normal, t, F, chi-squared, beta ----------------------------------------------------------


def norm_ppf(p: Any) -> Any:
    """Return the quantile of the standard normal distribution."""
    from scipy.special import ndtri

    return ndtri(p)


def t_isf(alpha: Any, df: Any) -> Any:
    """Return what t exceeds with probability alpha."""
    alpha, df = np.asarray(alpha), np.asarray(df)
    finite = np.where(np.isinf(df), 1.0, df)
    # T**2 / df is the odds of a beta, and each side of 0 has half of it
    size = np.sqrt(finite * _beta_odds(2 * np.minimum(alpha, 1 - alpha), finite / 2, 0.5))
    t = np.copysign(size, 0.5 - alpha)
    return np.where(np.isinf(df), -norm_ppf(alpha), t)[()]


def t_sf(x: Any, df: Any) -> Any:
    """Return P(T > x) for Student's t."""
    from scipy.special import stdtr

    return stdtr(df, np.negative(x))


def t_pdf(x: Any, df: Any) -> Any:
    """Return the density of Student's t."""
    from scipy.special import betaln, xlog1py

    x, df = np.asarray(x, dtype=float), np.asarray(df, dtype=float)
    size = np.exp(-betaln(df / 2, 0.5)) / np.sqrt(df)
    return (size * np.exp(xlog1py(-(df + 1) / 2, x * x / df)))[()]


def f_isf(alpha: Any, dfn: Any, dfd: Any) -> Any:
    """Return what F exceeds with probability alpha."""
    dfn, dfd = np.asarray(dfn), np.asarray(dfd)
    return dfd / dfn * _beta_odds(alpha, dfd / 2, dfn / 2)  # dfd / (dfd + dfn F) is a beta


def f_sf(x: Any, dfn: Any, dfd: Any) -> Any:
    """Return P(F > x)."""
    from scipy.special import fdtrc

    return fdtrc(dfn, dfd, x)


def chi2_isf(alpha: Any, df: Any) -> Any:
    """Return what chi-squared exceeds with probability alpha."""
    from scipy.special import chdtri

    return chdtri(df, alpha)


def chi2_sf(x: Any, df: Any) -> Any:
    """Return P(X > x) for a chi-squared X."""
    from scipy.special import chdtrc

    return chdtrc(df, x)


def beta_ppf(p: Any, a: Any, b: Any) -> Any:
    """Return the quantile of the beta distribution."""
    from scipy.special import betaincinv

    return betaincinv(a, b, p)


def _beta_odds(p: Any, a: Any, b: Any) -> Any:
    """Return (1 - x) / x, where a beta is below x with probability p."""
    return np.asarray(np.frompyfunc(_odds, 3, 1)(p, a, b), dtype=float)[()]


def _odds(p: float, a: float, b: float) -> float:
    """Return the same for numbers; a probability below 1e-300 counts as 1e-300.

    SciPy's quantile loses its digits or is no number where p is about 1e-200 or 1 - 1e-10. This
    improves it by Newton's method for log p over the log of the odds, which is concave.
    """
    from scipy.special import betainc, betaincinv, betaln

    if p > 0.5:  # from the other end, where the odds are the inverse
        return 1 / _odds(1 - p, b, a)
    log_p, log_beta = math.log(max(p, 1e-300)), float(betaln(a, b))
    log_x = (log_p + math.log(a) + log_beta) / a  # what it comes to as p goes to 0
    x = float(betaincinv(a, b, max(p, 1e-300)))
    if 0 < x < 1 and abs(math.log(betainc(a, b, x) or 5e-324) - log_p) < 1:
        log_x = math.log(x)
    odds = math.log(-math.expm1(min(log_x, -1e-16))) - log_x
    for _ in range(50):
        if odds > 700:
            return math.inf
        log_x, log_rest = -math.log1p(math.exp(odds)), -math.log1p(math.exp(-odds))
        tail = float(betainc(a, b, math.exp(log_x)))
        if tail == 0:  # it started too far out
            odds -= 0.1
            continue
        slope = math.exp(a * log_x + b * log_rest - log_beta - math.log(tail))
        step = (math.log(tail) - log_p) / slope
        odds += min(max(step, -1.0), 1.0)
        if abs(step) < 1e-8:  # what follows would be less than a rounding
            break
    return math.exp(odds)


# -- binomial ---------------------------------------------------------------------------------


def binom_pmf(k: Any, n: Any, p: Any) -> Any:
    """Return P(X = k), to 14 digits or so even where n is a million.

    log C(n, k) alone has lost 9 digits there. Loader's form (Fast and accurate computation of
    binomial probabilities, 2000) has only small terms: what Stirling's formula leaves, and how
    far k is from its mean.
    """
    k, n, p = (np.asarray(x, dtype=float) for x in (k, n, p))
    with np.errstate(all="ignore"):
        away = k - n * p
        size = _stirling_rest(n) - _stirling_rest(k) - _stirling_rest(n - k)
        log = size - _deviance(away, n * p) - _deviance(-away, n * (1 - p))
        inner = np.sqrt(n / (2 * math.pi * k * (n - k))) * np.exp(log)
    ends = np.where(k == 0, (1 - p) ** n, np.where(k == n, p**n, 0.0))
    return np.where((k > 0) & (k < n) & (p > 0) & (p < 1), inner, ends)[()]


def _deviance(away: Any, mean: Any) -> Any:
    """Return x log(x / mean) - x + mean for x = mean + away."""
    return (mean + away) * np.log1p(away / mean) - away


def _stirling_rest(n: Any) -> Any:
    """Return log n! less Stirling's formula for it."""
    from scipy.special import gammaln

    direct = gammaln(n + 1) - (n + 0.5) * np.log(n) + n - 0.5 * math.log(2 * math.pi)
    s = 1 / n**2
    series = (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / n
    return np.where(n < 16, direct, series)


def binom_sf(k: Any, n: Any, p: Any) -> Any:
    """Return P(X > k) for whole k."""
    from scipy.special import betainc

    k, n = np.asarray(k, dtype=float), np.asarray(n, dtype=float)
    return np.where(k < 0, 1.0, np.where(k >= n, 0.0, betainc(k + 1, n - k, p)))[()]


def binom_cdf(k: Any, n: Any, p: Any) -> Any:
    """Return P(X <= k) for whole k."""
    k, n = np.asarray(k, dtype=float), np.asarray(n, dtype=float)  # counts may be beyond int64
    return binom_sf(n - k - 1, n, np.subtract(1, p))


# -- the studentized range --------------------------------------------------------------------
#
# The range Q of k standard normal values: what the studentized range is when the spread is
# known (df = inf), as it is for ranks. With z the largest of the values,
#     P(Q > q) = k * integral of phi(z) * (Phi(z)**(k-1) - (Phi(z) - Phi(z-q))**(k-1)) dz.
# The difference of powers is taken without losing the digits of a small tail. The integrand is
# smooth and dies off like exp(-z**2) around q/2, so that equal steps (the trapezoidal rule)
# converge faster than any power of the step: these reach 1e-14 for k up to LARGEST_K.

LARGEST_K = 1000

_STEP = 0.125
_AROUND = np.arange(-8, 8 + _STEP, _STEP)
_WEIGHT = _STEP / math.sqrt(2 * math.pi)


def studentized_range_sf(q: Any, k: int) -> Any:
    """Return P(Q > q) for the studentized range of k values, df = inf."""
    values = np.asarray(q, dtype=float)
    tail = _tail(_nodes(np.clip(values, 0.0, 80.0), k), k)  # beyond 80 it is 0 in any case
    return np.where(values > 0, tail, 1.0)[()]


@lru_cache(maxsize=1024)
def studentized_range_isf(alpha: float, k: int) -> float:
    """Return what the studentized range of k values exceeds with probability alpha.

    Newton's method for the logarithm of the tail over log q, which is concave. It starts where
    the tails of all k(k-1)/2 pairs together have probability alpha, and so comes from the right.
    """
    if not 0 < alpha < 1:
        return math.inf if alpha == 0 else 0.0
    q = -math.sqrt(2) * float(norm_ppf(max(alpha / (k * (k - 1)), 5e-324)))
    for _ in range(50):
        nodes = _nodes(np.asarray(q), k)
        tail, density = _tail(nodes, k), _density(nodes, k)
        step = math.log(float(tail) / alpha) * float(tail) / max(float(density) * q, 1e-300)
        q *= math.exp(max(step, -1.0))
        if abs(step) < 1e-8 or tail > 1 - 1e-14:  # what follows would be less than a rounding
            break
    return q


Nodes = tuple[Floats, Floats, Floats, Floats]


def _every(k: int) -> int:
    return 2 if k <= 20 else 1  # up to 20 values, twice the step is as good


def _nodes(q: Floats, k: int) -> Nodes:
    """Return z - q, Phi(z), Phi(z - q) and exp(-z**2 / 2), for q from 0 to 80."""
    from scipy.special import ndtr

    z = _AROUND[:: _every(k)] + q[..., None] / 2
    lower = z - q[..., None]
    return lower, ndtr(z), ndtr(lower), np.exp(-0.5 * z * z)


def _tail(nodes: Nodes, k: int) -> Floats:
    """Return P(Q > q)."""
    _, below, apart, phi = nodes
    share = np.minimum(apart / below, 1 - 2**-53)  # below 1, whose logarithm would be infinite
    lost = -np.expm1((k - 1) * np.log1p(-share))
    total = (phi * below ** (k - 1) * lost).sum(axis=-1)
    return np.asarray(np.minimum(_every(k) * _WEIGHT * k * total, 1.0))


def _density(nodes: Nodes, k: int) -> Floats:
    """Return the density of Q at q."""
    lower, below, apart, phi = nodes
    pair = phi * np.exp(-0.5 * lower * lower) * (below - apart) ** (k - 2)
    return np.asarray(_every(k) * _WEIGHT * k * (k - 1) / math.sqrt(2 * math.pi) * pair.sum(-1))
