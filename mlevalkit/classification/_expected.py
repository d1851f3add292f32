"""Error rate and accuracy over a density p(x): (2.6), (2.7)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._validation import Array, label_pair, as_labels
from .._workings import Line, Table, Words, Working, computes, shortened, shows
from .._expectation import Function, Pieces, density, drawn, one_way, probability, values_of

_ROWS = 20  # more stretches than that are left out of a working


def _wrong(f: Function, y: Any, x: Any) -> NDArray[np.bool_]:
    """Return where f(x) is not y; `y` is a function of x, or its values."""
    target = y if isinstance(y, np.ndarray) else values_of(y, x, "y")
    predicted, true = label_pair(values_of(f, x, "f"), target, ("f", "y"))
    return np.asarray(predicted != true)


def _by_quadrature(f: Function, y: Any, p: Any, bounds: Any) -> Pieces:
    def of_f(x: Array) -> Array:
        return as_labels(values_of(f, x, "f"), "f")

    def of_y(x: Array) -> Array:
        return as_labels(values_of(y, x, "y"), "y")

    return probability(lambda x: _wrong(f, y, x), [of_f, of_y], density(p, bounds))


def _by_sampling(
    f: Function, y: Any, draw: Any, n_samples: Any, random_state: Any
) -> tuple[int, int]:
    """Return how many of the samples are predicted wrong, and how many there are."""
    x, target = drawn(draw, y, n_samples, random_state)
    wrong = _wrong(f, target, x)
    return int(np.count_nonzero(wrong)), len(wrong)


def _error(f: Function, y: Any, p: Any, bounds: Any, draw: Any, n_samples: Any,
           random_state: Any) -> float:  # fmt: skip
    one_way(p, draw, y)
    if p is None:
        wrong, n = _by_sampling(f, y, draw, n_samples, random_state)
        return wrong / n
    return _by_quadrature(f, y, p, bounds).total


def _error_steps(f: Any, y: Any, p: Any, bounds: Any, **options: Any) -> list[Line | Table | Words]:
    if p is None:
        a, n = _by_sampling(f, y, **options)
        note = (f"a of {n} samples are predicted wrong", f"{n} 个样本中错 a 个")
        error = Line("2.6", "E_hat", "a / n", {"a": a, "n": n}, note)
        put = {"E_hat": error.value, "n": n}
        note = ("standard error", "标准误差")
        return [error, Line(None, "SE", "sqrt(E_hat*(1 - E_hat) / n)", put, note)]
    pieces = _by_quadrature(f, y, p, bounds)
    if not pieces.part:
        words = Words("f(x) = y wherever p(x) was looked at.", "凡考察之处，f(x) = y。")
        return [words, Line("2.6", "E", "0")]
    rows = list(zip(pieces.low, pieces.high, pieces.part, strict=True))
    caption = ("where f(x) is not y, and how probable that is", "f(x) 不等于 y 之处及其概率")
    table = Table(['"from"', '"to"', "p_i"], shortened(rows, _ROWS), caption)
    return [table, Line("2.6", "E", "sum(p_i)", {"p_i": pieces.part})]


def _show_error(value: float, **options: Any) -> Working:
    return Working(value, *_error_steps(**options))


def _show_accuracy(value: float, **options: Any) -> Working:
    steps = _error_steps(**options)
    error = next(s for s in steps if isinstance(s, Line))
    name = error.symbol
    symbol = "acc_hat" if name == "E_hat" else "acc"
    return Working(value, *steps, Line("2.7", symbol, f"1 - {name}", {name: error.value}))


@computes(
    eq_2_6=r"E(f; \mathcal{D}) = \int_{x \sim \mathcal{D}} \mathbb{I}(f(x) \neq y) \, p(x) \,"
    r" \mathrm{d}x"
)
@shows(_show_error)
def expected_error_rate(
    f: Function,
    y: Function | None,
    p: Any = None,
    *,
    bounds: tuple[float, float] | None = None,
    draw: Any = None,
    n_samples: int = 100_000,
    random_state: int | np.random.RandomState | None = None,
) -> float:
    """Return the probability that f(x) is not y where x has the density p: (2.6).

    By quadrature if the density `p` is given, for a number x: the stretches where f(x) is not y
    are found, and p is integrated over them. By sampling if `draw` is given, for x of any kind.

    Parameters
    ----------
    f : callable
        The learner: takes an array of n values x, returns n predicted labels.
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
        From 0 to 1. Sampled, it is uncertain by the standard error that its working shows.

    Raises
    ------
    ValueError, TypeError
        If p is no density over its bounds, or f or y does not return one label for each x.

    Notes
    -----
    f and y are looked at in about 6000 points, most of them where p has its mass, and where one
    of them changes is then found to the last digit. A label that comes and goes between two of
    the points is missed.

    Examples
    --------
    The truth changes at 0, the learner's answer at 0.5; x is normal:

    >>> import mlevalkit as mk
    >>> from scipy.stats import norm
    >>> f, y = lambda x: x > 0.5, lambda x: x > 0
    >>> print(mk.expected_error_rate.working(f, y, norm()))
    where f(x) is not y, and how probable that is
    from   to     p_i
       0  0.5  0.1915
    (2.6)    E = Σ p_i ≈ 0.191462 ≈ 0.1915
    >>> round(mk.expected_error_rate(f, y, draw=norm(), random_state=0), 2)
    0.19

    Source
    ------
    Zhou, Machine Learning, (2.6).
    """
    return _error(f, y, p, bounds, draw, n_samples, random_state)


@computes(
    eq_2_7=r"\mathrm{acc}(f; \mathcal{D}) = \int_{x \sim \mathcal{D}} \mathbb{I}(f(x) = y) \,"
    r" p(x) \, \mathrm{d}x = 1 - E(f; \mathcal{D})"
)
@shows(_show_accuracy)
def expected_accuracy(
    f: Function,
    y: Function | None,
    p: Any = None,
    *,
    bounds: tuple[float, float] | None = None,
    draw: Any = None,
    n_samples: int = 100_000,
    random_state: int | np.random.RandomState | None = None,
) -> float:
    """Return the probability that f(x) is y where x has the density p: (2.7).

    Parameters
    ----------
    f, y, p, bounds, draw, n_samples, random_state
        As in `expected_error_rate`.

    Returns
    -------
    float
        From 0 to 1, one less the expected error rate.

    Raises
    ------
    ValueError, TypeError
        As in `expected_error_rate`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> f, y, p = lambda x: x > 0.5, lambda x: x > 0.25, lambda x: 1
    >>> mk.expected_accuracy(f, y, p, bounds=(0, 1))
    0.75

    Source
    ------
    Zhou, Machine Learning, (2.7).
    """
    return 1 - _error(f, y, p, bounds, draw, n_samples, random_state)
