"""Expectations over a density p(x): by quadrature in one dimension, by sampling in any."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import scipy

from ._distributions import last_where
from ._random import random_stream
from ._validation import Array, Floats, as_floats, fail, integer, interval

Function = Callable[[Any], Any]
Pieces = list[tuple[float, float, float]]  # stretches of x: low, high, and the part of the integral

_COARSE = 2001  # points over the bounds
_FINE = 4000  # points where p has its mass
_PIECES = 8  # a working shows the mass in so many pieces
_PANELS = 8  # and quadrature takes each of them in so many panels


@dataclass(frozen=True, slots=True)
class Density:
    """A density of x on its bounds."""

    height: Function
    bounds: Floats
    mass: Floats  # the ends of x between which almost all of it lies
    points: Floats  # where functions are looked at
    cuts: Floats  # the ends of the intervals that quadrature takes
    shown: Floats  # the cuts that a working shows


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


# -- quadrature -------------------------------------------------------------------------------


def density(p: Any, bounds: Any) -> Density:
    """Return the density `p`, a function or a frozen distribution of SciPy, on its bounds."""
    pdf = getattr(p, "pdf", p)
    if bounds is None:
        bounds = p.support() if hasattr(p, "support") else (-math.inf, math.inf)
    ends = np.array(interval(bounds, "bounds", infinite=True))

    def height(x: Floats) -> Floats:
        values = as_floats(values_of(pdf, x, "p"), "p")
        if (values < 0).any():
            fail("p", "a density, nowhere negative", f"{values.min()}")
        return values

    points = _points(ends)
    weights = height(points) * np.gradient(points)
    if not weights.any():
        fail("p", "a density that is positive somewhere within bounds", "0 wherever looked")
    first, last = np.flatnonzero(weights > 1e-12 * weights.max())[[0, -1]]
    around = points[[max(first - 1, 0), min(last + 1, _COARSE - 1)]]  # p may begin in between
    at_ends = np.isfinite(ends) & (np.array([first, last]) == [0, _COARSE - 1])
    mass = np.where(at_ends, ends, points[[first, last]])
    fine = np.linspace(mass[0], mass[1], _FINE + 2)[1:-1]
    panels = np.linspace(mass[0], mass[1], _PIECES * _PANELS + 1)
    cuts = np.unique([*ends, *around, *panels])
    total = _integrals(height, cuts).sum()
    if abs(total - 1) > 1e-6:
        fail("p", "a density, whose integral over bounds is 1", f"{total:.6g}")
    shown = np.unique([*ends, *panels[::_PANELS]])
    return Density(height, ends, mass, np.union1d(points, fine), cuts, shown)


def _points(ends: Floats) -> Floats:
    """Return points between two ends; where these are infinite, far ones, too.

    They are tangents of evenly spaced angles. None of them is 0, where a logarithm is infinite.
    """
    finite = ends[np.isfinite(ends)]
    start = finite[0] if len(finite) else 0.0
    scale = np.ptp(ends) if len(finite) == 2 else 1.0
    first, last = np.arctan((ends - start) / scale)
    shares = (np.arange(_COARSE) + 0.500001) / _COARSE
    return np.asarray(start + scale * np.tan(first + (last - first) * shares))


def _integrals(function: Function, ends: Floats) -> Floats:
    """Return the integral, of a function that is nowhere negative, between each two ends."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", scipy.integrate.IntegrationWarning)
        try:
            return np.array([_integral(function, low, high) for low, high in pairwise(ends)])
        except scipy.integrate.IntegrationWarning as warning:
            expected = "an expectation that quadrature can find (try draw, or bounds)"
            fail("f, y and p", expected, " ".join(str(warning).split()).partition(".")[0])


def _integral(function: Function, low: float, high: float) -> float:
    def at(x: float) -> float:
        return float(function(np.array([x]))[0])

    value, _ = scipy.integrate.quad(at, low, high, epsabs=0, epsrel=1e-9, limit=200)
    return float(value)


def integrate(loss: Function, p: Density) -> Pieces:
    """Return the integral of loss times density, piece by piece."""

    def product(x: Floats) -> Floats:
        height: Floats = p.height(x)
        return height * loss(x) if height[0] > 0 else height

    parts = _integrals(product, p.cuts)
    sums = np.add.reduceat(parts, np.searchsorted(p.cuts, p.shown[:-1]))
    ends = _tidy(p.shown, p).tolist()
    return list(zip(ends[:-1], ends[1:], sums.tolist(), strict=True))


def probability(event: Function, labels: Sequence[Function], p: Density) -> Pieces:
    """Return the probability that x is in the event, stretch by stretch of the event.

    Whether it is in depends on labels; between their changes it is in throughout, or nowhere.
    """
    ends = np.unique([*p.cuts, *(x for label in labels for x in _changes(label, p))])
    middles = np.array([_between(low, high) for low, high in pairwise(ends)])
    steps = np.diff(np.concatenate([[0], event(middles), [0]]))
    enters = np.flatnonzero(steps == 1)
    leaves = np.flatnonzero(steps == -1)
    sums = [
        _integrals(p.height, ends[first : last + 1]).sum().item()
        for first, last in zip(enters, leaves, strict=True)
    ]
    shown = _tidy(ends, p)
    return list(zip(shown[enters].tolist(), shown[leaves].tolist(), sums, strict=True))


def _changes(label: Function, p: Density) -> list[float]:
    """Return where the label changes, found by bisection between two points."""
    values = label(p.points)

    def stays(i: int) -> Callable[[float], bool]:
        return lambda x: bool(label(np.array([x]))[0] == values[i])

    changes = np.flatnonzero(values[1:] != values[:-1]).tolist()
    return [last_where(stays(i), float(p.points[i]), float(p.points[i + 1])) for i in changes]


def _between(low: float, high: float) -> float:
    """Return a number between two, of which one may be infinite."""
    if math.isinf(low):
        return high - 1
    return low + 1 if math.isinf(high) else (low + high) / 2


def _tidy(x: Floats, p: Density) -> Floats:
    """Return numbers without the last digits, which are rounding; the bounds stay as they are."""
    tidy = np.round(x, 12 - int(np.log10(np.ptp(p.mass)))) + 0.0  # never -0
    return np.where(np.isin(x, p.bounds), x, tidy)


# -- sampling ---------------------------------------------------------------------------------


def samples(draw: Any, y: Any, n_samples: object, random_state: Any) -> tuple[Array, Array]:
    """Return samples x, and their y, which `draw` makes too if there is no function y."""
    n = integer(n_samples, "n_samples", least=1)
    function = getattr(draw, "rvs", draw)
    if not callable(function):
        expected = "a function of n_samples and random_state"
        fail("draw", expected, type(draw).__name__, TypeError)
    generator = isinstance(random_state, np.random.Generator)  # which SciPy takes, too
    made = function(n, random_state if generator else random_stream(random_state))
    if y is None and not (isinstance(made, tuple) and len(made) == 2):
        fail("draw", "pairs (x, y) where no y is given", type(made).__name__, TypeError)
    x = np.asarray(made[0] if y is None else made)
    if x.ndim == 0 or len(x) != n:
        fail("draw", f"a function that returns {n} samples", f"shape {x.shape}")
    return x, np.asarray(made[1]) if y is None else values_of(y, x, "y")


def check_source(p: Any, draw: Any, y: Any) -> None:
    """Check that there is a density or a way to draw, not both."""
    if (p is None) == (draw is None):
        got = "neither" if p is None else "both"
        fail("p and draw", "a density p, or a function draw", got, TypeError)
    if p is not None and y is None:
        fail("y", "a function of x", "None", TypeError)
