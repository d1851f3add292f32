"""The expected squared error over a density p(x): (2.3)."""

from typing import Any

from .._equations import equations as eq
from .._expectation import Function, Pieces, density, drawn, integrate, one_way, values_of
from .._validation import Array, Floats, RandomState, as_floats
from .._workings import Found, Line, Messages, Step, Table, measure

_say = Messages(__package__)


@measure
def expected_squared_error(
    f: Function,
    y: Function | None,
    p: Any = None,
    *,
    bounds: tuple[float, float] | None = None,
    draw: Any = None,
    n_samples: int = 100_000,
    random_state: RandomState = None,
) -> Found[float]:
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
    random_state : int, RandomState, Generator or None
        Seed of the samples: the same whole number, the same samples. `draw` gets a RandomState, or
        the Generator that was given.

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
    >>> def draw(n_samples, random_state):
    ...     return random_state.uniform(size=n_samples)
    >>> round(mk.expected_squared_error(f, y, draw=draw, random_state=0), 3)
    0.033

    Source
    ------
    Zhou, Machine Learning, (2.3).
    """
    one_way(p, draw, y)

    def squares(x: Array, target: Array) -> Floats:
        d = as_floats(values_of(f, x, "f"), "f") - as_floats(target, "y")
        return d * d

    if p is None:
        sample = squares(*drawn(draw, y, n_samples, random_state))
        return Found(float(sample.mean()), lambda: _sampled_steps(sample))
    true: Any = y
    pieces = integrate(lambda x: squares(x, values_of(true, x, "y")), density(p, bounds))
    return Found(pieces.total, lambda: _integral_steps(pieces))


def _sampled_steps(squares: Floats) -> list[Step]:
    n = len(squares)
    put = {"S": float(squares.sum()), "n": n}
    mean = eq["2.3"](put, form="S / n", symbol="E_hat", note=_say("sampled", n=n))
    spread = {"s": float(squares.std()), "n": n}
    return [mean, Line(None, "SE", "s / sqrt(n)", spread, _say("standard_error"))]


def _integral_steps(pieces: Pieces) -> list[Step]:
    rows = list(zip(pieces.low, pieces.high, pieces.part, strict=True))
    table = Table(['"from"', '"to"', "E_i"], rows, _say("pieces"))
    return [table, eq["2.3"](E_i=pieces.part), _say("quadrature")]
