"""Figure 2.3 as the textbook has it: three smooth P-R curves that nobody measured."""

from typing import TYPE_CHECKING

import numpy as np

from ._style import GREY, axes, line_style, unit_square

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_POWERS = {"A": (1.6, 8.0), "B": (8.0, 1.0), "C": (1.6, 1.1)}  # of R and of P
_NAMES = {
    "A": (0.93, 10, 7),
    "B": (0.91, -9, -9),
    "C": (0.8, -9, -9),
}  # at which R, and how far off
_STEPS = np.sin(np.linspace(0, np.pi / 2, 201))  # dense where the curves are steep


def precision_recall_sketch(*, ax: Axes | None = None) -> Axes:
    """Draw the schematic Figure 2.3: smooth P-R curves of A, B and C, and the line P = R.

    A and B enclose C; A and B cross; the break-even points fall from A to B to C. Curves that
    were measured, `precision_recall`, are saw-teeth and need not reach either corner.

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
    >>> ax = mk.plots.precision_recall_sketch()
    >>> [line.get_label() for line in ax.get_lines()[1::2]]
    ['A', 'B', 'C']

    Source
    ------
    Zhou, Machine Learning, Figure 2.3.
    """
    ax = unit_square(axes(ax), "recall R", "precision P")
    ax.plot([0, 1], [0, 1], color=GREY, linestyle=":", linewidth=1)
    for i, (name, (a, b)) in enumerate(_POWERS.items()):
        style, p = line_style(i), (1 - _STEPS**a) ** (1 / b)
        ax.plot(_STEPS, p, **style, linewidth=1.8, label=name)
        level = float(np.interp(0, _STEPS - p, _STEPS))
        ax.plot(level, level, "o", color=style["color"], markersize=6)
        at, right, up = _NAMES[name]
        place = at, float(np.interp(at, _STEPS, p))
        ax.annotate(name, place, (right, up), textcoords="offset points", color=style["color"],
                    ha="center", va="center", fontweight="bold")  # fmt: skip
    ax.text(0.2, 0.24, "P = R", color=GREY, fontsize=9, rotation=45, rotation_mode="anchor")
    return ax
