"""A polynomial's degree, the noise and the number of samples, against both errors."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import Floats, integer
from ..plots.style import BLUE, GREY, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import Handle, course, legend, panels, text, ticks

_DEGREES = tuple(range(11))
_GRID = np.linspace(-1, 1, 201)
_words = Words("overfitting")


def overfitting(*, seed: int = 0) -> Explorer:
    """Explore how degree, noise and sample size move the training and the test error.

    Polynomials are fitted by least squares to y = sin(pi x) + noise; the test error is that on
    2000 new samples with the same noise, (2.2).

    Parameters
    ----------
    seed : int, default 0
        Another seed draws other samples.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `seed` is no whole number >= 0.
    ImportError
        When it is shown, if matplotlib is not installed.

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
    seed = integer(seed, "seed", most=2**32 - 1)
    return _words.explorer(
        partial(_draw, seed),
        _words.slider("degree", _DEGREES, 3),
        _words.choice("noise", (0.1, 0.3, 0.6), 0.3),
        _words.choice("m", (12, 20, 50, 200), 20),
        prepared=seed == 0,
    )


@cache
def _samples(seed: int, noise: float, m: int) -> tuple[Floats, ...]:
    """Return training samples, evenly spaced, and test samples; more noise keeps the draw."""
    random = np.random.RandomState(seed)
    test_x, test_e = random.uniform(-1, 1, 2000), random.normal(size=2000)
    x, e = np.linspace(-1, 1, m), random.normal(size=m)
    return x, _truth(x) + noise * e, test_x, _truth(test_x) + noise * test_e


def _truth(x: Floats) -> Floats:
    return np.sin(np.pi * x)


@cache
def _fits(seed: int, noise: float, m: int) -> list[tuple[Any, float, float]]:
    """Return the polynomial, its training and its test error, for every degree."""
    x, y, test_x, test_y = _samples(seed, noise, m)
    fits = []
    for degree in _DEGREES:
        f = np.polynomial.Legendre.fit(x, y, degree, domain=[-1, 1])
        errors = mk.mean_squared_error(y, f(x)), mk.mean_squared_error(test_y, f(test_x))
        fits.append((f, *errors))
    return fits


def _draw(seed: int, degree: int, noise: float, m: int) -> View:
    (x, y, *_), fits = _samples(seed, noise, m), _fits(seed, noise, m)
    f, train, test = fits[degree]
    margins = (0.15, 0.1, 0.97, 0.94, 0.36)
    with panels("a;b", 4.8, margins, rows=(1.2, 1)) as (picture, top, bottom):
        _curve(top, x, y, f)
        _errors(bottom, fits, degree, noise**2)
    numbers = {"train": train, "test": test, "variance": noise**2}
    far = int(np.argmax(np.abs(y - _truth(x))))

    def point_at(noise: float) -> tuple[float, float]:
        return float(x[far]), float(_samples(seed, noise, m)[1][far])

    handles = (
        Handle.across("degree", bottom, float),
        Handle("noise", "xy", top, point_at, (x[far] - 0.1, -2.2, x[far] + 0.1, 2.2)),
    )
    return _words.view(picture, numbers, *handles, degree=degree, noise=noise, m=m)


def _curve(ax: Axes, x: Floats, y: Floats, f: Any) -> None:
    ax.set(xlim=(-1.03, 1.03), ylim=(-2.2, 2.2), xlabel="x", ylabel="y")
    ax.set(xticks=[-1, 0, 1], yticks=[-2, 0, 2])
    ax.plot(_GRID, _truth(_GRID), color=GREY, linestyle=":", linewidth=1.2, label=text("truth"))
    ax.plot(x, y, "o", color=BLUE, markersize=4 if len(x) < 100 else 2, label=text("samples"))
    ax.plot(_GRID, np.clip(f(_GRID), -3, 3), color=VERMILION, linewidth=1.8, label=text("fit"))
    legend(ax, "lower left", (-0.02, 0.97), 3)


def _errors(ax: Axes, fits: list[tuple[Any, float, float]], degree: int, noise: float) -> None:
    lines = (1, BLUE, "training", "o", "top"), (2, VERMILION, "test", "s", "bottom")
    for i, colour, name, mark, side in lines:
        heights = np.clip([fit[i] for fit in fits], 2e-4, 5)
        course(ax, _DEGREES, heights, degree, color=colour, marker=mark, markersize=3.5)
        ax.text(10.25, heights[-1], text(name), color=colour, va=side)
    ax.axhline(noise, color=GREY, linestyle=":", linewidth=1)
    ax.text(13.6, noise, text("noise"), color=GREY, ha="right", va="bottom")
    ax.set(xlim=(-0.4, 13.6), ylim=(2e-4, 6), yscale="log", xticks=range(0, 11, 2))
    ax.set(xlabel=text("degree"), ylabel=text("error"))
    ticks(ax, y=(0.01, 0.1, 1))
    ax.minorticks_off()
