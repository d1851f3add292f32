"""Section 2.5: bias, variance and noise as a learner grows more capable (Figure 2.9)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .._validation import Array, ArrayLike, as_array, as_list, fail
from ..bias_variance.squared_error import BiasVarianceResult
from .axes import Axes, axes, check_result, label, legend, text
from .descriptions import figure
from .style import BLUE, DOTTED, GREEN, GREY, INK, VERMILION, Style


@figure
def bias_variance(
    results: Sequence[BiasVarianceResult],
    capacity: ArrayLike | None = None,
    *,
    xlabel: str | None = None,
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
        The capacity of each learner: a degree, a depth, a number of rounds; numbers in ascending
        order, or words. 1, 2, ... by default.
    xlabel : str, optional
        What that is; by default "capacity".
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
    ['measured error', 'bias²', 'variance']

    Source
    ------
    Zhou, Machine Learning, Figure 2.9, which is a sketch without noise.
    """
    if isinstance(results, BiasVarianceResult):  # which unpacks, but into numbers
        fail("results", "a sequence of results", "one; put it in a list", TypeError)
    found = as_list(results, "results")
    if not found:
        fail("results", "at least one result", "none")
    for r in found:
        check_result(r, BiasVarianceResult, "bias_variance_decomposition", "results")
    ax = axes(ax, grid="y")
    x, words = _places(capacity, len(found))
    error = np.array([r.error for r in found])
    best = int(error.argmin())
    ax.axvline(x[best], **DOTTED, linewidth=1)
    for word, side, there in (
        (text("underfitting"), "right", best > 0),
        (text("overfitting"), "left", best < len(x) - 1),
    ):
        if there:
            away = (-6 if side == "right" else 6, 3)  # points
            above: Style = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points"}
            ax.annotate(word, (x[best], 1), away, ha=side, color=GREY, **above)
    dots: Style = {"marker": "o", "markersize": 4} if len(found) <= 30 else {}
    ax.plot(x, error, color=INK, linewidth=2, label=text("measured_error"), **dots)
    ax.plot(x, [r.bias2 for r in found], "--", color=BLUE, label=text("bias2"), **dots)
    ax.plot(x, [r.variance for r in found], "-.", color=VERMILION, label=text("variance"), **dots)
    if any(r.noise for r in found):
        ax.plot(x, [r.noise for r in found], ":", color=GREEN, label=text("noise"), **dots)
    if words is not None:
        ax.set_xticks(x, words)
    ax.set(xlabel=label(xlabel, "capacity"), ylabel=text("squared_error"), ylim=(0, None))
    return legend(ax)


def _places(capacity: ArrayLike | None, n: int) -> tuple[Array, list[str] | None]:
    """Return where on the axis the results belong, and their names if they have any."""
    places = np.arange(1, n + 1)
    if capacity is None:
        return places, [str(i) for i in places] if n <= 12 else None
    values = as_array(capacity, "capacity")
    if len(values) != n:
        fail("capacity", f"one value per result ({n})", f"{len(values)}")
    if values.dtype.kind == "U":
        return places, values.tolist()
    if not (values[1:] > values[:-1]).all():
        fail("capacity", "ascending numbers", "another order")
    return values, None
