"""Bias, variance and noise as a learner grows more capable (Figure 2.9)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, as_array, fail, as_list
from ..bias_variance import BiasVarianceResult
from ._style import BLUE, GREEN, GREY, INK, PALE, VERMILION, axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def bias_variance(
    results: Sequence[BiasVarianceResult],
    capacity: ArrayLike | None = None,
    *,
    xlabel: str = "capacity",
    ax: Axes | None = None,
) -> Axes:
    """Draw squared bias, variance, noise and measured error against capacity (Figure 2.9).

    A dotted line marks the smallest measured error: to its left the learners underfit, to its right
    they overfit.

    Parameters
    ----------
    results : sequence of BiasVarianceResult
        What `bias_variance_decomposition` returns, one for every learner.
    capacity : array-like of shape (len(results),), optional
        How capable each learner is: a degree, a depth, a number of rounds; numbers in ascending
        order, or words. 1, 2, ... by default.
    xlabel : str, default "capacity"
        What that is.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If there are no results or `capacity` does not go with them.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> simple = mk.bias_variance_decomposition([[2, 2], [3, 3]], [1, 4])
    >>> flexible = mk.bias_variance_decomposition([[0, 5], [3, 3]], [1, 4])
    >>> ax = mk.plots.bias_variance([simple, flexible], ["mean", "line"], xlabel="model")
    >>> ax.get_legend_handles_labels()[1]
    ['measured error', 'bias$^2$', 'variance']

    Source
    ------
    Zhou, Machine Learning, Figure 2.9, which is a sketch without noise.
    """
    if isinstance(results, BiasVarianceResult):  # which unpacks, but into numbers
        fail("results", "a sequence of results", "one; put it in a list", TypeError)
    results = as_list(results, "results")
    if not results:
        fail("results", "at least one result", "none")
    for r in results:
        if not isinstance(r, BiasVarianceResult):
            expected = "results of bias_variance_decomposition"
            fail("results", expected, type(r).__name__, TypeError)
    ax = axes(ax)
    places, words = _places(capacity, len(results))
    error = np.array([r.error for r in results])
    noise = [r.noise for r in results]
    _mark_best(ax, places, int(error.argmin()))
    dots: dict[str, Any] = {"marker": "o", "markersize": 4} if len(results) <= 30 else {}
    ax.plot(places, error, color=INK, linewidth=2, label="measured error", **dots)
    ax.plot(places, [r.bias2 for r in results], "--", color=BLUE, label="bias$^2$", **dots)
    ax.plot(places, [r.variance for r in results], "-.", color=VERMILION, label="variance", **dots)
    if any(noise):
        ax.plot(places, noise, ":", color=GREEN, label="noise", **dots)
    if words is not None:
        ax.set_xticks(places, words)
    ax.set(xlabel=xlabel, ylabel="squared error", ylim=(0, None))
    ax.grid(axis="y", color=PALE, linewidth=0.6)
    ax.legend(frameon=False, fontsize=9)
    return ax


def _mark_best(ax: Axes, places: Array, best: int) -> None:
    ax.axvline(places[best], color=GREY, linestyle=":", linewidth=1)
    sides = (
        ("underfitting  ", "right", best > 0),
        ("  overfitting", "left", best < len(places) - 1),
    )
    for word, side, there in sides:
        if there:
            ax.text(places[best], 1.01, word, ha=side, va="bottom", fontsize=9, color=GREY,
                    transform=ax.get_xaxis_transform())  # fmt: skip


def _places(capacity: ArrayLike | None, n: int) -> tuple[Array, list[str] | None]:
    """Return where on the axis the results belong, and their names if they have any."""
    if capacity is None:
        return np.arange(1, n + 1), [str(i) for i in range(1, n + 1)] if n <= 12 else None
    values = as_array(capacity, "capacity")
    if len(values) != n:
        fail("capacity", f"{n} values, one a result", f"{len(values)}")
    if values.dtype.kind == "U":
        return np.arange(1, n + 1), [str(v) for v in values]
    if not (np.diff(values) > 0).all():
        fail("capacity", "ascending numbers", "another order")
    return values, None
