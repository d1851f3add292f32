"""Section 2.1 and 2.5: polynomials of growing degree overfit, and trade bias for variance."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.polynomial.legendre import legvander

import mlevalkit as mk

from .._validation import Floats, as_floats, fail
from ..plots.axes import Axes, legend, ticks
from ..plots.style import BLUE, GREEN, GREY, INK, VERMILION
from .engine import Explorer, View, Words
from .picture import Handle, course, legend_at, panels, text

# -- overfitting ------------------------------------------------------------------------------
# A polynomial's degree, the noise and the number of samples, against both errors.

_DEGREES_10 = tuple(range(11))
_FINE_GRID = np.linspace(-1, 1, 201)
_overfitting = Words("overfitting")


def overfitting() -> Explorer:
    """Explore how degree, noise and sample size move the training and the test error.

    Polynomials are fitted by least squares to y = sin(pi x) + noise; the test error is that on
    2000 new samples with the same noise, (2.2).

    Returns
    -------
    Explorer

    Examples
    --------
    >>> import mlevalkit as mk
    >>> view = mk.explorers.overfitting().view(degree=10)
    >>> [v.label.texts["en"] for v in view.numbers]
    ['training error', 'test error', 'noise variance']

    Source
    ------
    Zhou, Machine Learning, section 2.1; the polynomials of the lecture slides.
    """
    return _overfitting.explorer(
        _draw_overfitting,
        _overfitting.slider("degree", _DEGREES_10, 3),
        _overfitting.choice("noise", (0.1, 0.3, 0.6), 0.3),
        _overfitting.choice("m", (12, 20, 50, 200), 20),
    )


@cache
def _samples(noise: float, m: int) -> tuple[Floats, ...]:
    """Return training samples, evenly spaced, and test samples; more noise keeps the draw."""
    random = np.random.RandomState(0)
    test_x = random.uniform(-1, 1, 2000)
    test_e = random.normal(size=2000)
    x = np.linspace(-1, 1, m)
    e = random.normal(size=m)
    return x, _truth(x) + noise * e, test_x, _truth(test_x) + noise * test_e


def _truth(x: Floats) -> Floats:
    return np.sin(np.pi * x)


@cache
def _polynomials(noise: float, m: int) -> list[tuple[Any, float, float]]:
    """Return the polynomial, its training and its test error, for every degree."""
    x, y, test_x, test_y = _samples(noise, m)
    fits = []
    for degree in _DEGREES_10:
        f = np.polynomial.Legendre.fit(x, y, degree, domain=[-1, 1])
        train = mk.mean_squared_error(y, f(x))
        test = mk.mean_squared_error(test_y, f(test_x))
        fits.append((f, train, test))
    return fits


def _draw_overfitting(degree: int, noise: float, m: int) -> View:
    x, y, _, _ = _samples(noise, m)
    fits = _polynomials(noise, m)
    f, train, test = fits[degree]
    picture, top, bottom = panels("a;b", 4.8, rows=(1.2, 1))
    _curve(top, x, y, f)
    _errors(bottom, fits, degree, noise**2)
    numbers = {"train": train, "test": test, "variance": noise**2}
    far = int(np.argmax(np.abs(y - _truth(x))))

    def point_at(noise: float) -> tuple[float, float]:
        return float(x[far]), float(_samples(noise, m)[1][far])

    left, right = np.clip([x[far] - 0.1, x[far] + 0.1], -1.03, 1.03)
    handles = (
        Handle("degree", "x", bottom, float),
        Handle("noise", "xy", top, point_at, (left, -2.2, right, 2.2)),
    )
    return _overfitting.view(picture, numbers, *handles, degree=degree, noise=noise, m=m)


def _curve(ax: Axes, x: Floats, y: Floats, f: Any) -> None:
    ax.set(xlim=(-1.03, 1.03), ylim=(-2.2, 2.2), xlabel="x", ylabel="y")
    ax.set(xticks=[-1, 0, 1], yticks=[-2, 0, 2])
    dotted: Any = {"color": GREY, "linestyle": ":", "linewidth": 1.2}
    ax.plot(_FINE_GRID, _truth(_FINE_GRID), label=text("truth"), **dotted)
    ax.plot(x, y, "o", color=BLUE, markersize=4 if len(x) < 100 else 2, label=text("samples"))
    fit = np.clip(f(_FINE_GRID), -3, 3)
    ax.plot(_FINE_GRID, fit, color=VERMILION, linewidth=1.8, label=text("fit"))
    legend_at(ax, "lower left", (-0.02, 0.97), 3)


def _errors(ax: Axes, fits: list[tuple[Any, float, float]], degree: int, noise: float) -> None:
    lines = (1, BLUE, "training", "o", "top"), (2, VERMILION, "test", "s", "bottom")
    for i, colour, name, mark, side in lines:
        heights = np.clip([fit[i] for fit in fits], 2e-4, 5)
        course(ax, _DEGREES_10, heights, degree, color=colour, marker=mark, markersize=3.5)
        ax.text(10.25, heights[-1], text(name), color=colour, va=side)
    ax.axhline(noise, color=GREY, linestyle=":", linewidth=1)
    ax.text(13.6, noise, text("noise"), color=GREY, ha="right", va="bottom")
    ax.set(xlim=(-0.4, 13.6), ylim=(2e-4, 6), yscale="log", xticks=range(0, 11, 2))
    ax.set(xlabel=text("degree"), ylabel=text("error"))
    ticks(ax, y=(0.01, 0.1, 1))


# -- dilemma ----------------------------------------------------------------------------------
# Bias against variance: a polynomial's degree, the noise and the number of samples.

Function = Callable[[Floats], Any]

_DEGREES = tuple(range(10))
_GRID = np.linspace(-1, 1, 41)
_SETS = 400  # training sets
_TERMS = (
    ("error", INK, "-"),
    ("bias2", BLUE, "--"),
    ("variance", VERMILION, "-."),
    ("noise", GREEN, ":"),
)
_dilemma = Words("dilemma")


def dilemma(*, truth: Function | None = None) -> Explorer:
    """Explore how capacity, noise and sample size move bias, variance and noise: (2.37)-(2.42).

    Polynomials are fitted by least squares to 400 training sets with evenly spaced x in [-1, 1]
    and y_D = truth(x) + noise of standard deviation σ. The test points have noise of their own.

    Parameters
    ----------
    truth : callable, optional
        Your own y, a function from an array of x in [-1, 1] to an array; sin(pi x + 1) by default.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `truth` is no function or gives no finite numbers.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> view = mk.explorers.dilemma().view(degree=9)
    >>> [v.label.texts["en"] for v in view.numbers]
    ['squared bias', 'variance', 'noise ε^2', 'their sum', 'measured error']

    Source
    ------
    Zhou, Machine Learning, section 2.5 and Figure 2.9.
    """
    function = truth if truth is not None else lambda x: np.sin(np.pi * x + 1)
    y = _values(function, _GRID)
    studies = cache(partial(_studies, function))
    limits = float(y.min()) - 1, float(y.max()) + 1
    return _dilemma.explorer(
        lambda degree, noise, m: _draw_dilemma(studies(noise, m), degree, limits),
        _dilemma.slider("degree", _DEGREES, 3),
        _dilemma.choice("noise", (0.2, 0.4, 0.7), 0.4),
        _dilemma.choice("m", (12, 30, 100), 12),
        prepared=truth is None,
    )


def _values(truth: Function, x: Floats) -> Floats:
    if not callable(truth):
        fail("truth", "a function of x", type(truth).__name__, TypeError)
    y = as_floats(truth(x), "truth(x)")
    if len(y) != len(x):
        fail("truth(x)", f"one value per x ({len(x)})", f"{len(y)}")
    return y


def _studies(truth: Function, noise: float, m: int) -> list[mk.results.BiasVarianceResult]:
    """Return the decomposition for every degree."""
    random = np.random.RandomState(0)
    x = np.linspace(-1, 1, m)
    y = _values(truth, x)
    y_test = _values(truth, _GRID)
    y_noisy = y_test + noise * random.normal(size=(_SETS, len(_GRID)))
    training = y + noise * random.normal(size=(_SETS, m))
    studies = []
    for degree in _DEGREES:
        weights = np.linalg.lstsq(legvander(x, degree), training.T, rcond=None)[0]
        predictions = (legvander(_GRID, degree) @ weights).T
        studies.append(mk.bias_variance_decomposition(predictions, y_test, y_noisy=y_noisy))
    return studies


def _draw_dilemma(
    studies: list[mk.results.BiasVarianceResult], degree: int, limits: tuple[float, float]
) -> View:
    r = studies[degree]
    picture, top, bottom = panels("a;b", 4.8, top=0.15, rows=(1.2, 1))
    _some_fits(top, r, limits)
    _terms(bottom, studies, degree)
    numbers = {
        "bias": r.bias2,
        "variance": r.variance,
        "noise2": r.noise,
        "sum": sum(r),
        "error": r.error,
    }
    return _dilemma.view(picture, numbers, Handle("degree", "x", bottom, float), degree=degree)


def _some_fits(ax: Axes, r: mk.results.BiasVarianceResult, limits: tuple[float, float]) -> None:
    ax.set(xlim=(-1.03, 1.03), ylim=limits, xticks=[-1, 0, 1], xlabel="x", ylabel="f(x; D)")
    fits = np.clip(r.predictions[:8], *limits)
    ax.plot(_GRID, fits.T, color=VERMILION, linewidth=0.6)
    ax.plot(_GRID, r.y_true, color=GREY, linestyle=":", linewidth=1.6, label="y")
    mean = r.per_point.mean_prediction
    ax.plot(_GRID, mean, color=BLUE, linewidth=2, label="f\N{COMBINING MACRON}")
    legend(ax, "upper right", ncols=2, fontsize=9)


def _terms(ax: Axes, studies: list[mk.results.BiasVarianceResult], degree: int) -> None:
    ax.axvline(degree, ymax=0.86, color=GREY, linestyle=":", linewidth=1)
    for name, colour, dashes in _TERMS:
        heights = [getattr(r, name) for r in studies]
        course(ax, _DEGREES, heights, degree, linestyle=dashes, color=colour, label=text(name))
    highest = max(r.error for r in studies)
    ax.set(xlim=(-0.4, 9.4), ylim=(0, 1.3 * highest), xticks=range(0, 10, 3))
    ax.set(xlabel=text("degree"), ylabel=text("squared_error"))
    legend_at(ax, "upper center", (0.5, 1), 4)
