"""Bias against variance: a polynomial's degree, the noise and the number of samples."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.polynomial.legendre import legvander

import mlevalkit as mk

from .._validation import Floats, as_floats, fail, integer
from ..plots.style import BLUE, GREEN, GREY, INK, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import Handle, course, legend, panels, text

Function = Callable[[Floats], Any]

_DEGREES = tuple(range(10))
_GRID = np.linspace(-1, 1, 41)
_SETS = 400  # training sets
_TERMS = (("error", INK, "-"), ("bias2", BLUE, "--"), ("variance", VERMILION, "-."),
          ("noise", GREEN, ":"))  # fmt: skip
_words = Words("dilemma")


def dilemma(*, truth: Function | None = None, seed: int = 0) -> Explorer:
    """Explore how capacity, noise and sample size move bias, variance and noise: (2.37)-(2.42).

    Polynomials are fitted by least squares to 400 training sets with evenly spaced x in [-1, 1]
    and y_D = truth(x) + noise of standard deviation σ. The test points have noise of their own.

    Parameters
    ----------
    truth : callable, optional
        Your own y, a function from an array of x in [-1, 1] to an array; sin(pi x + 1) by default.
    seed : int, default 0
        Another seed draws other training sets.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `truth` is no function or gives no finite numbers; if `seed` is no whole number >= 0.
    ImportError
        When it is shown, if matplotlib is not installed.

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
    seed = integer(seed, "seed", most=2**32 - 1)
    function = truth if truth is not None else lambda x: np.sin(np.pi * x + 1)
    y = _values(function, _GRID)
    studies = cache(partial(_studies, function, seed))
    limits = float(y.min()) - 1, float(y.max()) + 1
    return _words.explorer(
        lambda degree, noise, m: _draw(studies(noise, m), degree, limits),
        _words.slider("degree", _DEGREES, 3),
        _words.choice("noise", (0.2, 0.4, 0.7), 0.4),
        _words.choice("m", (12, 30, 100), 12),
        prepared=truth is None and seed == 0,
    )


def _values(truth: Function, x: Floats) -> Floats:
    if not callable(truth):
        fail("truth", "a function of x", type(truth).__name__, TypeError)
    y = as_floats(truth(x), "truth(x)")
    if len(y) != len(x):
        fail("truth(x)", f"one value per x ({len(x)})", f"{len(y)}")
    return y


def _studies(truth: Function, seed: int, noise: float, m: int) -> list[mk.BiasVarianceResult]:
    """Return the decomposition for every degree."""
    random = np.random.RandomState(seed)
    x = np.linspace(-1, 1, m)
    y, y_test = _values(truth, x), _values(truth, _GRID)
    y_noisy = y_test + noise * random.normal(size=(_SETS, len(_GRID)))
    training = y + noise * random.normal(size=(_SETS, m))
    studies = []
    for degree in _DEGREES:
        weights = np.linalg.lstsq(legvander(x, degree), training.T, rcond=None)[0]
        predictions = (legvander(_GRID, degree) @ weights).T
        studies.append(mk.bias_variance_decomposition(predictions, y_test, y_noisy=y_noisy))
    return studies


def _draw(studies: list[mk.BiasVarianceResult], degree: int, limits: tuple[float, float]) -> View:
    r = studies[degree]
    margins = (0.15, 0.1, 0.97, 0.97, 0.36)
    with panels("a;b", 4.8, margins, rows=(1.2, 1)) as (picture, top, bottom):
        _fits(top, r, limits)
        _terms(bottom, studies, degree)
    numbers = {"bias": r.bias2, "variance": r.variance, "noise2": r.noise, "sum": sum(r),
               "error": r.error}  # fmt: skip
    return _words.view(picture, numbers, Handle.across("degree", bottom, float), degree=degree)


def _fits(ax: Axes, r: mk.BiasVarianceResult, limits: tuple[float, float]) -> None:
    ax.set(xlim=(-1.03, 1.03), ylim=limits, xticks=[-1, 0, 1], xlabel="x", ylabel="f(x; D)")
    fits = np.clip(r.predictions[:8], *limits)
    ax.plot(_GRID, fits.T, color=VERMILION, linewidth=0.6)
    ax.plot(_GRID, r.y_true, color=GREY, linestyle=":", linewidth=1.6, label="y")
    mean = r.per_point.mean_prediction
    ax.plot(_GRID, mean, color=BLUE, linewidth=2, label="f\N{COMBINING MACRON}")
    ax.legend(loc="upper right", ncols=2)


def _terms(ax: Axes, studies: list[mk.BiasVarianceResult], degree: int) -> None:
    ax.axvline(degree, ymax=0.86, color=GREY, linestyle=":", linewidth=1)
    for name, colour, dashes in _TERMS:
        heights = [getattr(r, name) for r in studies]
        course(ax, _DEGREES, heights, degree, linestyle=dashes, color=colour, label=text(name))
    highest = max(r.error for r in studies)
    ax.set(xlim=(-0.4, 9.4), ylim=(0, 1.3 * highest), xticks=range(0, 10, 3))
    ax.set(xlabel=text("degree"), ylabel=text("squared_error"))
    legend(ax, "upper center", (0.5, 1), 4)
