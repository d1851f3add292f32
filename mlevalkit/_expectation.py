"""Expectations over a density p(x): by quadrature in one dimension, by sampling in any."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import scipy

from ._distributions import last_where
from ._random import random_stream
from ._validation import Array, Floats, fail

Function = Callable[[Any], Any]
Pieces = list[tuple[float, float, float]]  # stretches of x: low, high, and the part of the integral

_PIECES = 8  # stretches of equal probability, which a working shows
_PANELS = 8  # quadrature takes each of them in so many panels
_LOOKS = 4000  # x of evenly spaced probabilities, where labels are looked at
_TAILS = 0.5 ** np.arange(1, 1000)  # and of these probabilities in both tails
_SAMPLES = 100_000


def values_of(function: Function, x: Array, name: str) -> Array:
    """Return one value for each x; a single value stands for all."""
    if not callable(function):
        fail(name, "a function of an array", type(function).__name__, TypeError)
    with np.errstate(over="ignore", divide="ignore"):
        values = np.asarray(function(x))
    if values.ndim and values.shape != (len(x),):
        expected = f"a function that returns one value for each of {len(x)} x"
        fail(name, expected, f"shape {values.shape}")
    return np.full(len(x), values) if values.ndim == 0 else values


def check_source(p: Any, draw: Any, y: Any) -> None:
    """Check that there is a distribution or a way to draw, not both."""
    if (p is None) == (draw is None):
        got = "neither" if p is None else "both"
        fail("p and draw", "a distribution p, or a function draw", got, TypeError)
    if p is None:
        return
    expected = "a continuous distribution of SciPy, such as scipy.stats.norm()"
    if not (hasattr(p, "pdf") and hasattr(p, "ppf")):
        fail("p", expected, type(p).__name__, TypeError)
    if math.isnan(p.ppf(0.5)):
        fail("p", expected, "one without a median; check its parameters")
    if y is None:
        fail("y", "a function of x", "None", TypeError)


# -- quadrature -------------------------------------------------------------------------------


def integrate(loss: Function, p: Any) -> Pieces:
    """Return the expectation of a loss that is nowhere negative, piece by piece.

    The integral runs over the probability from 0 to 1/2 that x is smaller, and that x is larger,
    so that none of its mass is missed, however narrow it is or far away.
    """
    ends = np.linspace(0, 0.5, _PIECES // 2 + 1)
    below = [(p.ppf(a), p.ppf(b), _integral(loss, p.ppf, a, b)) for a, b in pairwise(ends)]
    above = [(p.isf(b), p.isf(a), _integral(loss, p.isf, a, b)) for a, b in pairwise(ends)]
    return [tuple(map(float, piece)) for piece in (*below, *above[::-1])]  # type: ignore[misc]


def _integral(loss: Function, quantile: Callable[[float], float], a: float, b: float) -> float:
    """Return the integral of a loss of quantiles between two probabilities."""

    def at(probability: float) -> float:
        return float(loss(np.array([quantile(probability)]))[0])

    with warnings.catch_warnings():
        warnings.simplefilter("error", scipy.integrate.IntegrationWarning)
        try:
            return math.fsum(
                scipy.integrate.quad(at, low, high, epsabs=0, epsrel=1e-9, limit=200)[0]
                for low, high in pairwise(np.linspace(a, b, _PANELS + 1))
            )
        except scipy.integrate.IntegrationWarning as warning:
            expected = "an expectation that quadrature can find (try draw)"
            fail("f, y and p", expected, " ".join(str(warning).split()).partition(".")[0])


def probability(event: Function, labels: Sequence[Function], p: Any) -> Pieces:
    """Return the probability that x is in the event, stretch by stretch of the event.

    Whether it is in depends on labels; between their changes it is in throughout, or nowhere.
    """
    looks = [p.ppf(np.arange(1, _LOOKS) / _LOOKS), p.ppf(_TAILS), p.isf(_TAILS)]
    x = np.unique(np.concatenate(looks))
    x = x[np.isfinite(x)]
    # the last digits of where a label changes are rounding
    digits = 12 - int(np.log10(p.isf(1e-6) - p.ppf(1e-6)))
    changes = np.round([at for label in labels for at in _changes(label, x)], digits) + 0.0
    ends = np.unique([x[0], *changes, x[-1]])
    inside = event((ends[1:] + ends[:-1]) / 2)
    steps = np.diff(np.concatenate([[0], inside, [0]]))
    ends[[0, -1]] = p.support()
    pieces = zip(ends[steps == 1].tolist(), ends[steps == -1].tolist(), strict=True)
    return [(low, high, _mass(p, low, high)) for low, high in pieces]


def _changes(label: Function, points: Floats) -> list[float]:
    """Return where the label changes, found by bisection between two points."""
    values = label(points)

    def stays(i: int) -> Callable[[float], bool]:
        return lambda x: bool(label(np.array([x]))[0] == values[i])

    changes = np.flatnonzero(values[1:] != values[:-1]).tolist()
    return [last_where(stays(i), float(points[i]), float(points[i + 1])) for i in changes]


def _mass(p: Any, low: float, high: float) -> float:
    """Return the probability of a stretch, with its digits in the upper tail too."""
    upper = low > p.ppf(0.5)
    return float(p.sf(low) - p.sf(high) if upper else p.cdf(high) - p.cdf(low))


# -- sampling ---------------------------------------------------------------------------------


def samples(draw: Any, y: Any, random_state: Any) -> tuple[Array, Array]:
    """Return samples x, and their y, which `draw` makes too if there is no function y."""
    function = getattr(draw, "rvs", draw)
    if not callable(function):
        expected = "a function of n_samples and random_state"
        fail("draw", expected, type(draw).__name__, TypeError)
    generator = isinstance(random_state, np.random.Generator)  # which SciPy takes, too
    made = function(_SAMPLES, random_state if generator else random_stream(random_state))
    if y is None and not (isinstance(made, tuple) and len(made) == 2):
        fail("draw", "pairs (x, y) where no y is given", type(made).__name__, TypeError)
    x = np.asarray(made[0] if y is None else made)
    if x.ndim == 0 or len(x) != _SAMPLES:
        fail("draw", f"a function that returns {_SAMPLES} samples", f"shape {x.shape}")
    return x, np.asarray(made[1]) if y is None else values_of(y, x, "y")
