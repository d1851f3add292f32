"""Two counts decide McNemar's test: Table 2.4, and what a coin makes of as many samples."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

import mlevalkit as mk

from ..plots.style import BLUE, GREY, INK, PAPER, SOFT_BLUE, SOFT_VERMILION, VERMILION, Axes
from ._base import Editor, Explorer, Value, View, Words, as_text, say
from ._picture import Handle, bare, panels, text, two_by_two
from .pasted import from_text

_words = Words("mcnemar")


def mcnemar(
    y_true: ArrayLike | None = None,
    pred_a: ArrayLike | None = None,
    pred_b: ArrayLike | None = None,
    *,
    table: ArrayLike | None = None,
    alpha: float = 0.05,
) -> Explorer:
    """Explore McNemar's test (2.33): the two counts that decide, and the continuity correction.

    Shows Table 2.4, B in the rows and A in the columns, and how many of the discordant samples B
    would get right if both learners were equally good: exactly, and by the normal curve. Under a
    kernel the table can be edited.

    Parameters
    ----------
    y_true, pred_a, pred_b : array-like of shape (m,), optional
        True labels and the predictions of learners A and B, for a table of one's own.
    table : array-like of shape (2, 2), optional
        The table itself, ``[[e00, e01], [e10, e11]]``.
    alpha : float, default 0.05
        The significance level.

    Returns
    -------
    Explorer
        One's own table is where its sliders start.

    Raises
    ------
    ValueError, TypeError
        As `mcnemar_test`.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.mcnemar()
    mcnemar: e01: B right, A wrong 10, e10: B wrong, A right 25, correction yes
    τ_chi2 and critical value  5.6 > 3.8415
    p-value                    0.0180
    exact p-value              0.0167

    Source
    ------
    Zhou, Machine Learning, section 2.4.3, (2.33) and Table 2.4.
    """
    given = any(v is not None for v in (y_true, pred_a, pred_b, table))
    start = table if given else ((60, 10), (25, 5))
    result = mk.mcnemar_test(y_true, pred_a, pred_b, table=start, alpha=alpha)
    (e00, e01), (e10, e11) = result.table
    top = max(2 * e01, 2 * e10, 10)
    least = 0 if e00 + e11 else 1  # one sample is left at least
    own = np.linspace(least, top, 9).round().astype(int).tolist()
    grid = own if given else (0, 2, 5, 8, 10, 15, 20, 25)

    def text(e01: int, e10: int, **_: object) -> str:
        return as_text(("A right", "A wrong"), (("B right", (e00, e01)), ("B wrong", (e10, e11))))

    return _words.explorer(
        partial(_draw, agreed=(e00, e11), alpha=alpha, most=max(*grid, e01, e10)),
        _words.slider("e01", sorted({*grid, e01}), e01),
        _words.slider("e10", sorted({*grid, e10}), e10),
        _words.choice("correction", (True, False), True),
        prepared=not given and alpha == 0.05,
        editor=Editor(say("mcnemar.hint"), text, partial(_explore, alpha)),
    )


def _explore(alpha: float, text: str, setting: dict[str, Any]) -> Explorer:
    own = mcnemar(table=from_text(text, "table").values, alpha=alpha)
    return own.starting_at(correction=setting["correction"])


def _draw(
    e01: int, e10: int, correction: bool, agreed: tuple[int, int], alpha: float, most: int
) -> View:
    table = [[agreed[0], e01], [e10, agreed[1]]]
    result = mk.mcnemar_test(table=table, alpha=alpha, correction=correction)
    exact = mk.mcnemar_test(table=table, alpha=alpha, exact=True)
    margins = (0.175, 0.09, 0.985, 0.99, 0.57)
    with panels("a;b", 5.4, margins, rows=(0.72, 1)) as (picture, top, bottom):
        _table(top, table, most)
        if e01 + e10:
            mk.plots.mcnemar_test(result, ax=bottom)
        else:
            bare(bottom).text(0.5, 0.5, text("nothing_discordant"), ha="center", va="center")
    tau, limit = (Value("", v).text for v in (result.statistic, result.critical_value))
    compared = f"{tau} {'>' if result.reject else '≤'} {limit}"
    numbers = {"compared": compared, "p": result.pvalue, "exact": exact.pvalue}
    used, decision = _words("used", str(correction)), _words("reject", str(result.reject))
    handles = (
        Handle("e01", "y", top, lambda v: _level(0, v, most), (1, 0, 2, 1)),
        Handle("e10", "y", top, lambda v: _level(1, v, most), (0, 1, 1, 2)),
    )
    return _words.view(picture, numbers, *handles, e00=agreed[0], e01=e01, e10=e10, e11=agreed[1],
                       used=used, decision=decision)  # fmt: skip


def _level(row: int, count: int, most: int) -> float:
    """Return how high a cell is filled: to its top by the largest count."""
    return row + 1 - count / most


def _table(ax: Axes, table: list[list[int]], most: int) -> None:
    """Draw Table 2.4; what both get right or both wrong is grey, what decides fills its cell."""
    bare(ax).set(xlim=(-1.3, 2.7), ylim=(2.08, -0.4))
    for i, state in enumerate(("right", "wrong")):
        ax.text(-0.08, i + 0.5, text(f"B_{state}"), color=BLUE, ha="right", va="center")
        ax.text(i + 0.5, -0.18, text(f"A_{state}"), color=VERMILION, ha="center", va="center")
    faces = (PAPER, PAPER), (PAPER, PAPER)
    for i, colour, soft in ((0, BLUE, SOFT_BLUE), (1, VERMILION, SOFT_VERMILION)):
        top = _level(i, table[i][1 - i], most)
        ax.fill_between([1 - i, 2 - i], i + 1, top, color=soft, zorder=1.5)
        ax.plot([1 - i, 2 - i], [top, top], color=colour, linewidth=2)
    inks = (GREY, INK), (INK, GREY)
    two_by_two(ax, table, (("e00", "e01"), ("e10", "e11")), faces, inks, 16)
