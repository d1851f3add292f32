"""How often tests reject what is true: their measured sizes beside the nominal one."""

from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from .._validation import fail, as_floats, inside
from ._style import GREY, PALE, axes, line_style, named

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def sizes(
    n: ArrayLike,
    rejected: Any,
    *,
    alpha: float = 0.05,
    xlabel: str = "n",
    ax: Axes | None = None,
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
    x = as_floats(n, "n")
    shares = {name: as_floats(values, name or "rejected") for name, values in named(rejected).items()}
    for name, values in shares.items():
        if len(values) != len(x):
            fail(name or "rejected", f"{len(x)} shares, one for each n", f"{len(values)}")
        if values.min() < 0 or values.max() > 1:
            fail(name or "rejected", "shares from 0 to 1", f"{values.min():g} to {values.max():g}")
    ax = axes(ax, size=(5.2, 3.2))
    ax.axhline(inside(alpha, "alpha"), color=GREY, linestyle=":", linewidth=1.2)
    for i, (name, values) in enumerate(shares.items()):
        ax.plot(x, values, **line_style(i), linewidth=1.4, label=name)
    highest = max([alpha, *(float(v.max()) for v in shares.values())])
    ax.set(xlabel=xlabel, ylabel="wrongly rejected", ylim=(0, 1.12 * highest))
    ax.grid(color=PALE, linewidth=0.6)
    if any(shares):
        ax.legend(frameon=False, fontsize=9, loc="lower left", bbox_to_anchor=(0, 1),
                  ncols=min(len(shares), 3))  # fmt: skip
    return ax
