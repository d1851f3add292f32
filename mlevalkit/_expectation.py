"""Expectations over a density p(x): by quadrature in one dimension, by sampling in any."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ._validation import Array, Floats, as_floats, fail, integer, interval, random_stream

Function = Callable[[Any], Any]

_COARSE, _FINE = 2001, 4000  # points over the bounds, and where p has its mass
_STEP = 50  # every so many of these points a panel of the quadrature ends
_PIECES = 8  # a working shows the mass in so many pieces
_LEVELS, _MOST = 40, 100_000  # so often a panel is halved; so many panels at most


Pieces = list[tuple[float, float, float]]  # stretches of x: low, high, and the part of the integral


@dataclass(frozen=True, slots=True)
class Density:
    """A density of x, as one of t: ``x(t)`` is ``start + scale * tan(t)``, so that t is bounded."""

    weight: Function  # p(x) dx/dt at t
    x: Function
    t: Function
    points: Floats  # the t at which functions are looked at
    panels: Floats  # the ends of the panels of t
    bounds: Floats  # of x
    mass: Floats  # the ends of x between which almost all of it lies


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
    finite = ends[np.isfinite(ends)]
    start, scale = finite[0] if len(finite) else 0.0, np.ptp(ends) if len(finite) == 2 else 1.0

    def x(t: Floats) -> Floats:
        return start + scale * np.tan(t)

    def t(x: Floats) -> Floats:
        return np.asarray(np.arctan((x - start) / scale))

    def weight(t: Floats) -> Floats:
        values = as_floats(values_of(pdf, x(t), "p"), "p")
        if (values < 0).any():
            fail("p", "a density, nowhere negative", f"{values.min()}")
        return np.asarray(values * scale / np.cos(t) ** 2)

    first, last = t(ends)
    # None of them is 0, where a logarithm is infinite.
    coarse = first + (last - first) * (np.arange(_COARSE) + 0.500001) / _COARSE
    mass = weight(coarse)
    if not mass.any():
        fail("p", "a density that is positive somewhere within bounds", "0 wherever looked")
    at = np.flatnonzero(mass > 1e-12 * mass.max())[[0, -1]]
    heavy = x(coarse[at])
    points = np.union1d(coarse, t(np.linspace(heavy[0], heavy[1], _FINE)))
    whole = np.isfinite(ends) & (at == [0, _COARSE - 1])
    panels = np.unique([first, *points[::_STEP], last])
    total = _gauss(weight, panels).sum()
    if abs(total - 1) > 1e-6:
        fail("p", "a density, whose integral over bounds is 1", f"{total:.6g}")
    return Density(weight, x, t, points, panels, ends, np.where(whole, ends, heavy))


def integrate(loss: Function, p: Density) -> Pieces:
    """Return the integral of loss times density."""

    def product(t: Floats) -> Floats:
        values: Floats = p.weight(t)
        some = values > 0
        if some.any():
            values[some] *= loss(p.x(t[some]))
        return values

    cuts = np.union1d(_tidy(np.linspace(p.mass[0], p.mass[1], _PIECES + 1), p), p.bounds)
    panels = np.union1d(p.panels, p.t(cuts))
    sums = np.add.reduceat(_gauss(product, panels), np.searchsorted(panels, p.t(cuts[:-1])))
    return list(zip(cuts[:-1].tolist(), cuts[1:].tolist(), sums.tolist(), strict=True))


def probability(event: Function, labels: Sequence[Function], p: Density) -> Pieces:
    """Return the probability that x is in the event, stretch by stretch of the event.

    Whether it is in depends on labels; between their changes it is in throughout, or nowhere.
    """
    panels = np.unique(np.concatenate([p.panels, *(_changes(label, p) for label in labels)]))
    parts = _gauss(p.weight, panels)
    inside = np.concatenate([[0], event(p.x((panels[:-1] + panels[1:]) / 2)), [0]])
    enters, leaves = (np.flatnonzero(np.diff(inside) == step) for step in (1, -1))
    sums = [math.fsum(parts[a:b]) for a, b in zip(enters, leaves, strict=True)]
    shown = _tidy(p.x(panels), p)
    shown[[0, -1]] = p.bounds
    return list(zip(shown[enters].tolist(), shown[leaves].tolist(), sums, strict=True))


def _changes(label: Function, p: Density) -> Floats:
    """Return where a label changes between two of the points: by bisection."""
    values = label(p.x(p.points))
    at = np.flatnonzero(values[1:] != values[:-1])
    low, high, before = p.points[at], p.points[at + 1], values[at]
    for _ in range(60 if len(at) else 0):
        middle = (low + high) / 2
        same = label(p.x(middle)) == before
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return high


def _tidy(x: Floats, p: Density) -> Floats:
    """Return numbers without the last digits, which are rounding; the ends stay as they are."""
    tidy = np.round(x, 12 - int(np.log10(np.ptp(p.mass)))) + 0.0  # never -0
    tidy[[0, -1]] = x[[0, -1]]
    return np.asarray(tidy)


@cache  # not at import: numpy loads its polynomials when they are first asked for
def _rule() -> tuple[Floats, Floats]:
    """Return nodes and weights for a panel [0, 1], dense at its ends, where p may be infinite."""
    nodes, weights = np.polynomial.legendre.leggauss(16)
    u = (1 + nodes) / 2
    weights = weights * u * (1 - u)
    return u * u * (3 - 2 * u), weights / weights.sum()


def _gauss(product: Function, ends: Floats) -> Floats:
    """Return the integral over each panel, halving those whose halves do not agree with the whole.

    SciPy's `quad` and `quad_vec` ask for one t after another: 20 to 300 times as long.
    """
    nodes, weights = _rule()

    def rule(low: Floats, width: Floats) -> Floats:
        t = low[:, np.newaxis] + width[:, np.newaxis] * nodes
        return np.asarray(product(t.ravel()).reshape(t.shape) @ weights * width)

    low, width, panel = ends[:-1], np.diff(ends), np.arange(len(ends) - 1)
    whole, parts = rule(low, width), np.zeros(len(panel))
    allowed = 1e-13 * np.abs(whole).sum()
    for _ in range(_LEVELS):
        low, width = np.append(low, low + width / 2), np.tile(width / 2, 2)
        panel = np.tile(panel, 2)
        halves = rule(low, width)
        both = np.tile(halves[: len(whole)] + halves[len(whole) :], 2)
        rough = ~(np.abs(both - np.tile(whole, 2)) <= allowed)
        parts += np.bincount(panel, np.where(rough, 0, halves), len(parts))
        low, whole, width, panel = low[rough], halves[rough], width[rough], panel[rough]
        if not 0 < len(low) < _MOST:
            break
    if not np.abs(whole).sum() <= 1e-8 * parts.sum() < math.inf:
        expected = "an expectation that quadrature can find (try draw, or bounds)"
        fail("f, y and p", expected, f"{parts.sum():.6g} and {whole.sum():.6g} not yet found")
    return parts + np.bincount(panel, whole, len(parts))


# -- sampling ---------------------------------------------------------------------------------


def drawn(draw: Any, y: Any, n_samples: object, random_state: Any) -> tuple[Array, Array]:
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


def one_way(p: Any, draw: Any, y: Any) -> None:
    """Check that there is a density or a way to draw, not both."""
    if (p is None) == (draw is None):
        got = "neither" if p is None else "both"
        fail("p and draw", "a density p, or a function draw", got, TypeError)
    if p is not None and y is None:
        fail("y", "a function of x", "None", TypeError)
