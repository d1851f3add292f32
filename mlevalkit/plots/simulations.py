"""How often tests reject in simulations, beside the significance that they claim. Section 2.4."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import as_array, as_floats, as_rates, fail, inside, shown
from ..one_learner.error_rates import error_rate_interval
from .axes import Axes, axes, legend, named, rows, text
from .style import BLUE, DOTTED, VERMILION, line_style


def rejections(
    rejected: Any, *, alpha: float = 0.05, xlabel: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how often tests rejected in a simulation, beside the significance that they claim.

    Parameters
    ----------
    rejected : mapping of str to array-like, or array-like of shape (n_runs,)
        For each test, from the top, whether it rejected in each run.
    alpha : float, default 0.05
        The significance that the tests claim: the dotted line.
    xlabel : str, optional
        What the share is; by default "rejected".
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes
        A dot is the share of rejections, the bar its 95% confidence interval (Wilson's): where
        the probability of a rejection may lie, given the number of runs. Tests whose bar lies
        beyond `alpha` are squares.

    Raises
    ------
    ValueError, TypeError
        If what a test decided is not true or false, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.rejections({"t": [True, False, False], "F": [False, False, False]})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['t', 'F']

    Source
    ------
    Zhou, Machine Learning, section 2.4: the significance is the probability of a wrong rejection.
    """
    tests = {name: as_array(each, name or "rejected") for name, each in named(rejected).items()}
    if not tests:
        fail("rejected", "at least one test", "none")
    for name, row in tests.items():
        if row.dtype.kind not in "biuf" or not np.isin(row, (0, 1)).all():
            fail(name or "rejected", "true or false (1 or 0) for each run", shown(row))
    level = inside(alpha, "alpha")
    ax = axes(ax, 0.9 + 0.34 * len(tests), grid="x")
    for lane, row in zip(rows(ax, list(tests)), tests.values(), strict=True):
        low, high = error_rate_interval(row, method="wilson")
        marker, colour = ("s", VERMILION) if low > level else ("o", BLUE)
        ax.plot([low, high], [lane, lane], color=colour, linewidth=2)
        ax.plot(row.mean(), lane, marker, color=colour, markersize=6)
    ax.axvline(level, **DOTTED, linewidth=1.2)
    ax.set(xlabel=xlabel or text("rejected"), ylim=(-0.6, len(tests) - 0.4))
    ax.set_xlim(0, max(1.05 * ax.get_xlim()[1], 2 * level))
    return ax


def sizes(
    n: ArrayLike, rejected: Any, *, alpha: float = 0.05, xlabel: str = "n", ax: Axes | None = None
) -> Axes:
    """Draw how often tests wrongly reject, against the number of samples, folds or data sets.

    Parameters
    ----------
    n : array-like of shape (n_points,)
        What is on the x axis.
    rejected : mapping of str to array-like, or array-like of shape (n_points,)
        For each test the share of wrong rejections.
    alpha : float, default 0.05
        The significance that the tests claim: the dotted line.
    xlabel : str, default "n"
        What `n` is.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If a test has not one share from 0 to 1 for every n, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.sizes([10, 25], {"chi-squared": [0.021, 0.043], "exact": [0.021, 0.043]})
    >>> ax.get_ylabel()
    'wrongly rejected'

    Source
    ------
    Zhou, Machine Learning, section 2.4: the significance is the probability of a wrong rejection.
    """
    x, level = as_floats(n, "n"), inside(alpha, "alpha")
    tests = {name: as_rates(values, name or "rejected") for name, values in named(rejected).items()}
    for name, values in tests.items():
        if len(values) != len(x):
            fail(name or "rejected", f"{len(x)} shares, one for each n", f"{len(values)}")
    ax = axes(ax, 3.1, grid="both")
    ax.axhline(level, **DOTTED, linewidth=1.2)
    for i, (name, values) in enumerate(tests.items()):
        ax.plot(x, values, **line_style(i), linewidth=1.4, label=name)
    highest = max([level, *(float(v.max()) for v in tests.values())])
    ax.set(xlabel=xlabel, ylabel=text("wrongly_rejected"), ylim=(0, 1.12 * highest))
    return legend(ax, "above", ncols=min(len(tests), 3)) if any(tests) else ax
