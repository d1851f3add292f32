"""Predicted numbers against true ones, and the one number that is least wrong."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from .._validation import as_floats, number_pair
from ..regression import mean_absolute_error, root_mean_squared_error
from ._style import GREY, PALE, axes, line_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FEW = 60  # samples whose differences are drawn one by one
_STEPS = 401


def predictions(y_true: ArrayLike, y_pred: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw predicted against true numbers; on the diagonal they are equal.

    Up to 60 samples, a vertical line from the diagonal to each point shows f(x) - y, the
    difference that (2.2) squares.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted numbers.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of columns of finite numbers.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.predictions([1, 5, 4], [1, 4.5, 3.5])
    >>> ax.get_ylabel()
    'predicted f(x)'

    Source
    ------
    Zhou, Machine Learning, (2.2).
    """
    y, f = number_pair(y_true, y_pred)
    ax = axes(ax)
    ends = [min(y.min(), f.min()), max(y.max(), f.max())]
    ax.plot(ends, ends, color=GREY, linestyle=":", linewidth=1)
    style = line_style(0)
    if len(y) <= _FEW:
        ax.vlines(y, y, f, color=line_style(1)["color"], linewidth=1.5)
    ax.plot(y, f, "o", color=style["color"], markersize=5 if len(y) <= _FEW else 3, alpha=0.8)
    ax.set(xlabel="true y", ylabel="predicted f(x)", aspect="equal")
    ax.grid(color=PALE, linewidth=0.6)
    return ax


def constant_losses(y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw RMSE and MAE of predicting one and the same number c for all samples.

    RMSE is lowest where c is the mean of y, MAE where it is the median.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        True numbers.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If `y` is no column of finite numbers.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.constant_losses([1, 2, 9])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['RMSE, lowest at the mean 4', 'MAE, lowest at the median 2']

    Source
    ------
    Not in the textbook.
    """
    true = as_floats(y, "y")
    ax = axes(ax)
    c = np.linspace(true.min(), true.max(), _STEPS)
    best = (("RMSE", root_mean_squared_error, "mean", float(true.mean())),
            ("MAE", mean_absolute_error, "median", float(np.median(true))))  # fmt: skip
    for i, (name, loss, what, at) in enumerate(best):
        style = line_style(i)
        curve = [loss(true, np.full(len(true), v)) for v in c]
        ax.plot(c, curve, **style, label=f"{name}, lowest at the {what} {at:.4g}")
        ax.plot(at, loss(true, np.full(len(true), at)), "o", color=style["color"])
    ax.plot(true, np.zeros(len(true)), "|", color=GREY, markersize=9, clip_on=False)
    ax.set(xlabel="predicted for all: c", ylabel="loss", ylim=(0, None))
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False, fontsize=9)
    return ax
