"""Expectations over a density p(x): by quadrature in one dimension, by sampling in any."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._validation import Array, Floats, fail, as_floats, integer, random_stream

Function = Callable[[Any], Any]

_COARSE, _FINE = 2001, 4001  # points at which functions are looked at before they are integrated
_STEP = 10  # every so many of these points a panel of the quadrature ends
_PIECES = 8  # the stretch that holds the mass is shown in so many pieces
_PANELS = 100_000  # into so many panels are halved, until
_ERROR = 1e-13  # the halves agree with the whole
_LOST = 1e-6  # so much may lie where floats are too coarse to halve a panel
_NODES = np.array([-1, -math.sqrt(3 / 7), 0, math.sqrt(3 / 7), 1])
_WEIGHTS = np.array([1 / 10, 49 / 90, 32 / 45, 49 / 90, 1 / 10])
_FIRST, _LAST = 1e-18, 1 - 2**-53  # the ends of t, short of infinity
_TAIL = 1e-13  # how much of t is the far tail
_EXPECTED = "an expectation that quadrature can find (try draw, or bounds)"


@dataclass(frozen=True, slots=True)
class Pieces:
    """An integral, piece by piece: from `low[i]` to `high[i]` it is `part[i]`."""

    low: list[float]
    high: list[float]
    part: list[float]

    @property
    def total(self) -> float:
        """The integral."""
        return math.fsum(self.part)


@dataclass(frozen=True, slots=True)
class Stretch:
    """From `low` to `high`, which may be infinite; t runs along it from 0 to 1."""

    low: float
    high: float

    def x(self, t: Floats) -> Floats:
        """Return the number at t."""
        match math.isinf(self.low), math.isinf(self.high):
            case True, True:
                return -1 / np.tan(np.pi * t)
            case False, True:
                return self.low + t / (1 - t)
            case True, False:
                return self.high - (1 - t) / t
        return self.low + (self.high - self.low) * t

    def t(self, x: Floats) -> Floats:
        """Return where a number is."""
        match math.isinf(self.low), math.isinf(self.high):
            case True, True:
                return np.arctan2(1, -x) / np.pi
            case False, True:
                return 1 - 1 / (1 + x - self.low)
            case True, False:
                return 1 / (1 + self.high - x)
        return (x - self.low) / (self.high - self.low)

    def slope(self, t: Floats) -> Floats:
        """Return dx/dt."""
        match math.isinf(self.low), math.isinf(self.high):
            case True, True:
                return np.asarray(np.pi / np.sin(np.pi * t) ** 2)
            case False, True:
                return (1 - t) ** -2.0
            case True, False:
                return t**-2.0
        return np.full(len(t), self.high - self.low)


@dataclass(frozen=True, slots=True)
class Density:
    """A density over a stretch, the points worth looking at, and the ends of its mass."""

    function: Callable[[Floats], Floats]
    stretch: Stretch
    points: Floats
    heavy: tuple[float, float]


def values_of(function: Function, x: Array, name: str) -> Array:
    """Return one value for each x; a single value stands for all."""
    if not callable(function):
        fail(name, "a function of an array", type(function).__name__, TypeError)
    with np.errstate(over="ignore", divide="ignore"):
        values = np.asarray(function(x))
    if values.ndim == 0:
        return np.full(len(x), values)
    if values.shape != (len(x),):
        expected = f"a function that returns one value for each of {len(x)} x"
        fail(name, expected, f"shape {values.shape}")
    return values


# -- quadrature -------------------------------------------------------------------------------


def density(p: Any, bounds: Any) -> Density:
    """Return the density `p`, a function or a frozen distribution of SciPy, on its bounds."""
    pdf = getattr(p, "pdf", p)
    if bounds is None:
        bounds = p.support() if hasattr(p, "support") else (-math.inf, math.inf)
    stretch = _stretch(bounds)

    def function(x: Floats) -> Floats:
        values = as_floats(values_of(pdf, x, "p"), "p")
        if (values < 0).any():
            fail("p", "a density, nowhere negative", f"{values.min()}")
        return values

    t = (np.arange(_COARSE) + 0.5) / _COARSE
    coarse = stretch.x(t)
    mass = function(coarse) * stretch.slope(t)
    if not mass.any():
        fail("p", "a density that is positive somewhere within bounds", "0 wherever looked")
    heavy = coarse[mass > 1e-12 * mass.max()]
    ends = float(heavy[0]), float(heavy[-1])
    points = np.unique(np.concatenate([coarse, np.linspace(*ends, _FINE)]))
    found = Density(function, stretch, points, ends)
    total = _pieces(_one, found, [stretch.low], [stretch.high]).total
    if abs(total - 1) > 1e-6:
        fail("p", "a density, whose integral over bounds is 1", f"{total:.6g}")
    return found


def _one(x: Floats) -> Floats:
    return np.ones(len(x))


def _stretch(bounds: Any) -> Stretch:
    try:
        low, high = (float(b) for b in bounds)
    except (TypeError, ValueError):
        fail("bounds", "a pair of numbers", repr(bounds), TypeError)
    if not low < high:
        fail("bounds", "a pair of numbers, the lower one first", repr((low, high)))
    return Stretch(low, high)


def integrate(loss: Callable[[Floats], Floats], p: Density) -> Pieces:
    """Return the integral of loss times density."""
    edges: list[float] = np.unique(
        [p.stretch.low, *np.linspace(*_mass_ends(p), _PIECES + 1), p.stretch.high]
    ).tolist()
    return _pieces(loss, p, edges[:-1], edges[1:])


def _mass_ends(p: Density) -> tuple[float, float]:
    """Return where the mass begins and ends: at the ends of the stretch, if it lies there too."""
    low, high = p.heavy
    if low == p.points[0] and math.isfinite(p.stretch.low):
        low = p.stretch.low
    if high == p.points[-1] and math.isfinite(p.stretch.high):
        high = p.stretch.high
    return low, high


def _pieces(
    loss: Callable[[Floats], Floats], p: Density, low: list[float], high: list[float]
) -> Pieces:
    def integrand(t: Floats) -> Floats:
        x = p.stretch.x(t)
        values = p.function(x) * p.stretch.slope(t)
        some = values > 0
        if some.any():
            values[some] *= loss(x[some])
        return values

    inner = p.stretch.t(p.points[::_STEP])
    first, last = (np.clip(p.stretch.t(np.array(x)), _FIRST, _LAST) for x in (low, high))
    parts = []
    for a, b in zip(first, last, strict=True):
        edges = np.concatenate([[a], inner[(inner > a) & (inner < b)], [b]])
        parts.append(_adaptive(integrand, edges[:-1], edges[1:]))
    # Where the very ends still count, the integral is infinite, or nearly.
    tails = _adaptive(integrand, np.array([_FIRST, 1 - _TAIL]), np.array([_TAIL, _LAST]))
    if tails > 1e-6 * max(1.0, sum(parts)):
        fail("f, y and p", _EXPECTED, f"{tails:.6g} at its very ends")
    return Pieces(low, high, parts)


def _adaptive(g: Callable[[Floats], Floats], low: Floats, high: Floats) -> float:
    """Return the integral of g over panels, halving those where it bends or jumps.

    SciPy's routines call g number by number, and can miss a jump between the end of a panel and
    their first node; the rule here (Lobatto's) looks at the ends, so that a jump always shows.
    """

    def rule(a: Floats, b: Floats) -> Floats:
        half = (b - a) / 2
        t = (a + b)[:, np.newaxis] / 2 + half[:, np.newaxis] * _NODES
        return np.asarray(half * (g(t.ravel()).reshape(t.shape) @ _WEIGHTS))

    total, whole = 0.0, rule(low, high)
    while len(low) <= _PANELS:
        middle = (low + high) / 2
        last = (middle == low) | (middle == high)  # no float lies between
        if abs(whole[last].sum()) > _LOST * max(1.0, abs(total)):
            break
        left, right = rule(low, middle), rule(middle, high)
        rough = ~(np.abs(left + right - whole) <= _ERROR * max(1.0, abs(total)))
        total += float((left + right)[~rough].sum())
        if not rough.any():
            return total
        low, middle, high = low[rough], middle[rough], high[rough]
        low, high = np.concatenate([low, middle]), np.concatenate([middle, high])
        whole = np.concatenate([left[rough], right[rough]])
    return fail("f, y and p", _EXPECTED, f"{total + whole.sum():.6g} and no end of halving")


def probability(
    event: Callable[[Floats], NDArray[np.bool_]],
    labels: Sequence[Callable[[Floats], Array]],
    p: Density,
) -> Pieces:
    """Return the probability that x is in the event, stretch by stretch of the event.

    Whether it is in depends on labels; between their changes it is in throughout, or nowhere.
    """
    slack = 1e-14 * (p.heavy[1] - p.heavy[0])
    found = {_round(x, slack) for label in labels for x in _changes(label, p.points)}
    changes = sorted(x for x in found if p.stretch.low < x < p.stretch.high)
    ends = np.array([p.stretch.low, *changes, p.stretch.high])
    t = p.stretch.t(ends)
    inside = np.concatenate([[False], event(p.stretch.x((t[1:] + t[:-1]) / 2)), [False]])
    enters, leaves = ~inside[:-1] & inside[1:], inside[:-1] & ~inside[1:]
    return _pieces(_one, p, ends[enters].tolist(), ends[leaves].tolist())


def _round(x: float, slack: float) -> float:
    """Return the round number that x is but for the last digits of a bisection."""
    tidy = float(f"{x:.12g}") if abs(x) > slack else 0.0
    return tidy if abs(tidy - x) <= slack else x


def _changes(label: Callable[[Floats], Array], x: Floats) -> list[float]:
    """Return where the label changes, to the last digit."""
    labels = label(x)
    at = np.flatnonzero(labels[1:] != labels[:-1])
    low, high, before = x[at], x[at + 1], labels[at]
    for _ in range(64 if len(at) else 0):
        middle = low + (high - low) / 2
        same = label(middle) == before
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return [float(b) for b in high]


# -- sampling ---------------------------------------------------------------------------------


def drawn(draw: Any, y: Any, n_samples: object, random_state: object) -> tuple[Array, Any]:
    """Return samples x, and their y if `draw` makes both."""
    n = integer(n_samples, "n_samples", least=1)
    function = getattr(draw, "rvs", draw)
    if not callable(function):
        fail("draw", "a function of a number of samples and a RandomState",
             type(draw).__name__, TypeError)  # fmt: skip
    made = function(n, random_stream(random_state))
    if y is not None:
        return _samples(made, n), values_of(y, _samples(made, n), "y")
    if not (isinstance(made, tuple) and len(made) == 2):
        fail("draw", "pairs (x, y) where no y is given", type(made).__name__, TypeError)
    return _samples(made[0], n), np.asarray(made[1])


def _samples(made: Any, n: int) -> Array:
    x = np.asarray(made)
    if x.ndim == 0 or len(x) != n:
        fail("draw", f"a function that returns {n} samples", f"shape {x.shape}")
    return x


def one_way(p: Any, draw: Any, y: Any) -> None:
    """Check that there is a density or a way to draw, not both."""
    if (p is None) == (draw is None):
        got = "neither" if p is None else "both"
        fail("p and draw", "a density p, or a function draw", got, TypeError)
    if p is not None and y is None:
        fail("y", "a function of x", "None", TypeError)
