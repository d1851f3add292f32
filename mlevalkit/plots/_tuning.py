"""What training, validation and test set are for: section 2.2.4."""

from typing import TYPE_CHECKING

from ._splits import _ROLES
from ._style import GREY, INK, axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TRAIN, _TEST = _ROLES["training set"], _ROLES["test set"]
_VALIDATE, _LOCKED = "#e3d3a1", "#ececec"
_ENDS = {"training set": (0, 5), "validation set": (5, 7.6), "test set": (7.6, 10)}
_STEPS = (  # each bar: where it begins and ends, colour, what is done
    ("choose", ((0, 5, _TRAIN, "train each candidate"), (5, 7.6, _VALIDATE, "compare"),
                (7.6, 10, _LOCKED, "locked"))),
    ("final model", ((0, 7.6, _TRAIN, "train the chosen one again"),
                     (7.6, 10, _LOCKED, "locked"))),
    ("at the end", ((7.6, 10, _TEST, "test once"),)),
)  # fmt: skip


def tuning_scheme(*, ax: Axes | None = None) -> Axes:
    """Draw what is done with training, validation and test set, step by step.

    Parameters
    ----------
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ImportError
        If matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.tuning_scheme()

    Source
    ------
    Zhou, Machine Learning, section 2.2.4.
    """
    ax = axes(ax, size=(4.8, 2.3))
    for row, (_, bars) in enumerate(_STEPS):
        for start, end, colour, text in bars:
            ax.broken_barh([(start + 0.03, end - start - 0.06)], (row + 0.1, 0.8), color=colour)
            ink = "white" if colour == _TEST else GREY if colour == _LOCKED else INK
            ax.text((start + end) / 2, row + 0.5, text, color=ink, ha="center", va="center")
    for name, (start, end) in _ENDS.items():
        ax.text((start + end) / 2, -0.25, name, color=INK, ha="center", va="center", fontsize=9)
        ax.plot([start + 0.05, end - 0.05], [0, 0], color=INK, linewidth=1)
    ax.set(xlim=(0, 10), ylim=(len(_STEPS), -0.5), xticks=[])
    ax.set_yticks([0.5, 1.5, 2.5], [name for name, _ in _STEPS])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax
