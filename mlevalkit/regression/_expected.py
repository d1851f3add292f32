"""The expected squared error over a density p(x): (2.3)."""

from typing import Any

import numpy as np

from .._validation import Floats, as_floats
from .._workings import Line, Table, Words, Working, computes, shows
from .._expectation import Function, Pieces, density, drawn, integrate, one_way, values_of


def _squares(f: Function, y: Any, x: Any) -> Floats:
    """Return (f(x) - y)^2; `y` is a function of x, or its values."""
    target = y if isinstance(y, np.ndarray) else values_of(y, x, "y")
    d = as_floats(values_of(f, x, "f"), "f") - as_floats(target, "y")
    return d * d


def _by_quadrature(f: Function, y: Any, p: Any, bounds: Any) -> Pieces:
    return integrate(lambda x: _squares(f, y, x), density(p, bounds))


def _by_sampling(f: Function, y: Any, draw: Any, n_samples: Any, random_state: Any) -> Floats:
    x, target = drawn(draw, y, n_samples, random_state)
    return _squares(f, target, x)


def _show(value: float, f: Any, y: Any, p: Any, bounds: Any, **options: Any) -> Working:
    if p is None:
        squares = _by_sampling(f, y, **options)
        n = len(squares)
        note = (f"S: the sum of (f - y)^2 over {n} samples", f"S：{n} 个样本的 (f - y)^2 之和")
        mean = Line("2.3", "E_hat", "S / n", {"S": float(squares.sum()), "n": n}, note)
        spread = {"s": float(squares.std()), "n": n}
        error = Line(None, "SE", "s / sqrt(n)", spread, ("standard error", "标准误差"))
        return Working(value, mean, error)
    pieces = _by_quadrature(f, y, p, bounds)
    rows = list(zip(pieces.low, pieces.high, pieces.part, strict=True))
    caption = ("the integral of (f(x) - y)^2 p(x), piece by piece",
               "(f(x) - y)^2 p(x) 的积分，逐段")  # fmt: skip
    table = Table(['"from"', '"to"', "E_i"], rows, caption)
    words = Words("Found by quadrature.", "由数值积分求得。")
    return Working(value, table, Line("2.3", "E", "sum(E_i)", {"E_i": pieces.part}), words)


@computes(
    eq_2_3=r"E(f; \mathcal{D}) = \int_{x \sim \mathcal{D}} (f(x) - y)^2 \, p(x) \, \mathrm{d}x"
)
@shows(_show)
def expected_squared_error(
    f: Function,
    y: Function | None,
    p: Any = None,
    *,
    bounds: tuple[float, float] | None = None,
    draw: Any = None,
    n_samples: int = 100_000,
    random_state: int | np.random.RandomState | None = None,
) -> float:
    """Return the expectation of (f(x) - y)^2 where x has the density p: (2.3).

    By quadrature if the density `p` is given, for a number x; by sampling if `draw` is given,
    for x of any kind.

    Parameters
    ----------
    f : callable
        The learner: takes an array of n values x, returns n predicted numbers.
    y : callable or None
        The truth, likewise. None if `draw` makes pairs (x, y), as where y is noisy.
    p : callable or frozen SciPy distribution, optional
        The density of x: takes an array of n values, returns n densities.
    bounds : (float, float), optional
        Where p lives; by default where SciPy's distribution does, or everywhere.
    draw : callable or frozen SciPy distribution, optional
        Called as ``draw(n_samples, random_state)`` it returns so many x (of shape
        (n_samples,) or (n_samples, n_features)), or a pair of x and y if `y` is None.
    n_samples : int, default 100_000
        How many samples to draw.
    random_state : int, RandomState or None
        Seed of the samples: the same whole number, the same samples.

    Returns
    -------
    float
        At least 0, in the square of the unit of y. Sampled, it is uncertain by the standard
        error that its working shows.

    Raises
    ------
    ValueError, TypeError
        If p is no density over its bounds, the integral cannot be found, or f or y does not
        return one finite number for each x.

    Notes
    -----
    Quadrature looks for the mass of p at 2001 points before it integrates; a mass narrower than
    their distance needs narrower `bounds`, or the check that p integrates to 1 fails. It calls
    f, y and p with arrays and resolves their jumps to the last digit.

    Examples
    --------
    f(x) = x stands in for y = x^2, with x uniform from 0 to 1; the integral is 1/30:

    >>> import mlevalkit as mk
    >>> f, y, p = lambda x: x, lambda x: x**2, lambda x: 1
    >>> round(mk.expected_squared_error(f, y, p, bounds=(0, 1)), 10)
    0.0333333333
    >>> def draw(n, stream):
    ...     return stream.uniform(size=n)
    >>> round(mk.expected_squared_error(f, y, draw=draw, random_state=0), 3)
    0.033

    Source
    ------
    Zhou, Machine Learning, (2.3).
    """
    one_way(p, draw, y)
    if p is None:
        return float(_by_sampling(f, y, draw, n_samples, random_state).mean())
    return _by_quadrature(f, y, p, bounds).total
