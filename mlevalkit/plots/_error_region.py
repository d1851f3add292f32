"""Where a learner is wrong, and how probable that is: (2.6) as an area."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import fail, as_list, label_pair, real
from ..classification import expected_error_rate
from ._style import GREY, INK, VERMILION, axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_STEPS = 1001


def error_region(
    f: Callable[[Any], Any],
    y: Callable[[Any], Any],
    p: Any,
    bounds: tuple[float, float],
    *,
    ax: Axes | None = None,
) -> Axes:
    """Draw the density p(x), and shade where f(x) is not y: the area is (2.6).

    Parameters
    ----------
    f, y : callable
        The learner and the truth: from an array of x to labels.
    p : callable or frozen SciPy distribution
        The density of x.
    bounds : (float, float)
        The stretch of x that is drawn; both ends finite.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If the bounds are not two rising numbers, or as `expected_error_rate`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> from scipy.stats import norm
    >>> ax = mk.plots.error_region(lambda x: x > 0.5, lambda x: x > 0, norm(), (-3, 3))
    >>> ax.get_title(loc="left")
    'E = 0.1915'

    Source
    ------
    Zhou, Machine Learning, (2.6).
    """
    ends = [real(b, "bounds") for b in as_list(bounds, "bounds")]
    if len(ends) != 2 or not ends[0] < ends[1]:
        fail("bounds", "two finite numbers, the first the smaller", repr(bounds))
    low, high = ends
    error = expected_error_rate(f, y, p)  # over all x, not only what is drawn
    x = np.linspace(low, high, _STEPS)
    height = np.asarray(getattr(p, "pdf", p)(x), dtype=float)
    predicted, true = label_pair(f(x), y(x), ("f", "y"))
    ax = axes(ax, size=(4.8, 3))
    ax.plot(x, height, color=INK, linewidth=1.5)
    wrong = np.asarray(predicted != true)
    ax.fill_between(x, height, where=wrong.tolist(), color=VERMILION, alpha=0.35, linewidth=0)
    for edge in x[1:][np.diff(wrong)]:
        ax.axvline(edge, color=GREY, linewidth=0.8, linestyle=":")
    ax.set(xlabel="x", ylabel="p(x)", xlim=(low, high), ylim=(0, None))
    ax.set_title(f"E = {error:.4f}", loc="left", color=VERMILION, fontsize=10)
    return ax
