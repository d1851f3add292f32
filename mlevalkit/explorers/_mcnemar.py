"""Two counts decide McNemar's test: Table 2.4, and what a coin makes of as many samples."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

import mlevalkit as mk

from .._workings import Sentence
from ..many_learners.tables import from_text
from ..plots.style import BLUE, GREY, INK, VERMILION
from ._base import Editor, Explorer, Parameter, Value, View, as_text, say
from ._picture import PAPER, SOFT_BLUE, SOFT_VERMILION, bare, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COUNTS = (0, 2, 5, 8, 10, 15, 20, 25)
_AGREED = (60, 5)  # e00 and e11, which play no part
_MOST = 9  # counts on each slider for a reader's own table


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
        The significance.

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
    start = [[_AGREED[0], 10], [25, _AGREED[1]]]
    result = (
        mk.mcnemar_test(y_true, pred_a, pred_b, table=table, alpha=alpha)
        if given
        else mk.mcnemar_test(table=start, alpha=alpha)
    )
    (e00, e01), (e10, e11) = result.table
    counts = _counts(e01, e10) if given else (_COUNTS, _COUNTS)
    parameters = (
        Parameter("e01", say("mcnemar.e01"), counts[0], e01),
        Parameter("e10", say("mcnemar.e10"), counts[1], e10),
        Parameter("correction", say("mcnemar.correction"), (True, False), True, _yes, True),
    )
    title = say("mcnemar.title")
    draw = partial(_draw, agreed=(e00, e11), alpha=alpha)
    prepared = not given and alpha == 0.05
    editor = Editor(say("mcnemar.hint"), _text(e00, e11), partial(_explore, alpha))
    return Explorer("mcnemar", title, parameters, draw, prepared, editor)


def _text(e00: int, e11: int) -> Callable[..., str]:
    """Return Table 2.4 as text, for any setting."""

    def text(e01: int, e10: int, **_: object) -> str:
        return as_text(("A right", "A wrong"), (("B right", (e00, e01)), ("B wrong", (e10, e11))))

    return text


def _explore(alpha: float, text: str, setting: dict[str, Any]) -> Explorer:
    own = mcnemar(table=from_text(text, "table").values, alpha=alpha)
    return own.starting_at(correction=setting["correction"])


def _counts(*own: int) -> tuple[tuple[int, ...], ...]:
    """Return counts for each slider, the reader's own among them."""
    top = max(2 * max(own), 10)
    grid = np.unique(np.linspace(0, top, _MOST).round().astype(int)).tolist()
    return tuple(tuple(sorted({*grid, count})) for count in own)


def _yes(value: bool) -> Sentence:
    return say("label.yes" if value else "label.no")


def _draw(e01: int, e10: int, correction: bool, agreed: tuple[int, int], alpha: float) -> View:
    table = [[agreed[0], e01], [e10, agreed[1]]]
    result = mk.mcnemar_test(table=table, alpha=alpha, correction=correction)
    exact = mk.mcnemar_test(table=table, alpha=alpha, exact=True)
    with figure(4.6, 5.2) as picture:
        top, bottom = picture.subplots(2, 1, height_ratios=[0.72, 1])
        picture.subplots_adjust(0.15, 0.09, 0.985, 0.99, hspace=0.5)
        _table(top, table)
        if e01 + e10:
            mk.plots.mcnemar_test(result, ax=bottom)
        else:
            bare(bottom).text(0.5, 0.5, "nothing discordant: p = 1", ha="center", va="center")
    rows = (
        Value(say("mcnemar.compared"), _decision(result)),
        Value(say("label.p"), result.pvalue),
        Value(say("mcnemar.exact"), exact.pvalue),
    )
    return View(picture, rows, _words(result, exact))


def _decision(r: mk.McNemarResult) -> str:
    tau, limit = (Value("", v).text for v in (r.statistic, r.critical_value))
    return f"{tau} {'>' if r.reject else '≤'} {limit}"


def _table(ax: Axes, table: list[list[int]]) -> None:
    """Draw Table 2.4; what both get right or both wrong is grey."""
    bare(ax).set(xlim=(-1.3, 2.7), ylim=(2.08, -0.4))
    faces = ((PAPER, SOFT_BLUE), (SOFT_VERMILION, PAPER))
    names = (("e00", "e01"), ("e10", "e11"))
    for i, word in enumerate(("right", "wrong")):
        ax.text(-0.08, i + 0.5, "B " + word, color=BLUE, ha="right", va="center")
        ax.text(i + 0.5, -0.18, "A " + word, color=VERMILION, ha="center", va="center")
        for j in range(2):
            ax.fill([j, j + 1, j + 1, j], [i, i, i + 1, i + 1], faces[i][j], edgecolor=GREY, lw=0.8)
            ink = GREY if i == j else INK
            here: Any = {"x": j + 0.5, "ha": "center", "va": "center"}
            ax.text(y=i + 0.42, s=f"{table[i][j]}", fontsize=16, color=ink, **here)
            ax.text(y=i + 0.83, s=names[i][j], fontsize=8, color=GREY, **here)


def _words(r: mk.McNemarResult, exact: mk.McNemarResult) -> Sentence:
    (e00, e01), (e10, e11) = r.table
    p, p_exact = (Value("", v).text for v in (r.pvalue, exact.pvalue))
    correction = say("mcnemar.with" if r.correction else "mcnemar.without")
    decision = say("label.rejected" if r.reject else "label.not_rejected")
    return say("mcnemar.alt", e00=e00, e01=e01, e10=e10, e11=e11, correction=correction,
               compared=_decision(r), p=p, exact=p_exact, decision=decision)  # fmt: skip
