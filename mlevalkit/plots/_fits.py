"""A fitted curve through its samples: the three polynomials of section 2.1."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import fail, as_floats, same_length
from ._style import BLUE, GREY, VERMILION, axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def fitted_curve(
    x: ArrayLike,
    y: ArrayLike,
    predict: Callable[[Any], Any],
    *,
    truth: Callable[[Any], Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw samples of one feature, the curve fitted to them, and the truth if it is known.

    Parameters
    ----------
    x, y : array-like of shape (n_samples,)
        The training samples.
    predict : callable
        From an array of x to the predicted y.
    truth : callable, optional
        From an array of x to the y without noise.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If the samples are no finite numbers of equal length or `predict` is not callable.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.fitted_curve([0, 1, 2], [0, 1, 4], lambda x: x**2)
    >>> ax.get_xlabel()
    'x'

    Source
    ------
    Zhou, Machine Learning, section 2.1; the polynomials of the lecture slides.
    """
    xs, ys = as_floats(x, "x"), as_floats(y, "y")
    same_length(x=xs, y=ys)
    for name, function in (("predict", predict), ("truth", truth)):
        if function is not None and not callable(function):
            fail(name, "a function of x", type(function).__name__, TypeError)
    ax = axes(ax)
    grid = np.linspace(xs.min(), xs.max(), 400)
    if truth is not None:
        ax.plot(grid, truth(grid), color=GREY, linestyle=":", linewidth=1.2)
    ax.plot(xs, ys, "o", color=BLUE, markersize=4)
    ax.plot(grid, predict(grid), color=VERMILION)
    ax.set(xlabel="x", ylabel="y")
    return ax
