"""Size and power of the tests of two learners, side by side, from a stored simulation."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Any

from .._workings import word
from ..plots.style import BLUE, GREY, PALE, PAPER, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import panels, text, ticks

_ALPHA = 0.05
_words = Words("size_and_power")
_Rates = dict[str, tuple[float, float]]  # by test: the share rejected and its standard error


def size_and_power() -> Explorer:
    """Explore how often ten tests of two learners reject: wrongly, and where there is a gap.

    A and B are the same learner on different columns of one data set; B's Bayes error is smaller
    by the gap. Each rate is the share of simulated data sets on which a test rejects at 0.05. A
    test keeps its level if its type I error rate is at most two standard errors above 0.05.
    McNemar's tests use another 200 test samples, so that their power cannot be compared with that
    of the others, and are about the two models: their type I error rate here is that of a
    conclusion about the algorithms.

    Returns
    -------
    Explorer

    Raises
    ------
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> view = mk.explorers.size_and_power().view(learner="full tree", features=5)
    >>> len(view.numbers)
    10

    Source
    ------
    A simulation, `book/data/power.py` in the repository, as in Dietterich, Approximate statistical
    tests, 1998. Not in the textbook.
    """
    learners = ("1-NN", "nearest mean", "depth-3 tree", "full tree", "logistic regression")
    return _words.explorer(
        _draw,
        _words.choice("learner", learners, "1-NN"),
        _words.choice("features", (1, 5), 1),
        _words.choice("n", (40, 100, 200), 40),
        _words.choice("design", ("separate", "shared"), "separate"),
        _words.choice("gap", (0.05, 0.1), 0.1, "{:.0%}"),
    )


@cache
def _stored() -> dict[tuple[str, int, int, str, float], _Rates]:
    """Return the rates of each setting: by learner, features, n, design and gap."""
    stored = (files("mlevalkit.datasets") / "power.csv").read_text(encoding="ascii")
    table: dict[tuple[str, int, int, str, float], _Rates] = {}
    for row in csv.DictReader(stored.splitlines()):
        names = list(row)
        tests = names[names.index("error_b") + 1 :]
        rates = {test: float(row[test]) for test in tests}
        sets = int(row["sets"])
        key = row["learner"], int(row["features"]), int(row["n"]), row["design"], float(row["gap"])
        table[key] = {test: (r, (r * (1 - r) / sets) ** 0.5) for test, r in rates.items()}
    return table


def _draw(learner: str, features: int, n: int, design: str, gap: float) -> View:
    size = _stored()[learner, features, n, design, 0]
    power = _stored()[learner, features, n, design, gap]
    keeps = {test: share - 2 * error <= _ALPHA for test, (share, error) in size.items()}
    with panels("ab", 4.6, (0.36, 0.12, 0.975, 0.985, 0, 0.12)) as (picture, left, right):
        for ax, rates, name in ((left, size, "size"), (right, power, "power")):
            _dots(ax, rates, keeps, filled=name == "size")
            ax.set_xlabel(text(name))
        left.set_xlim(0, 0.27)
        right.set_xlim(0, 1.03)
        ticks(left, (_ALPHA, 0.15, 0.25), {i: str(_words(test)) for i, test in enumerate(size)})
        ticks(right, (0, 0.5, 1), {})
    numbers = {test: f"{size[test][0]:.1%} | {power[test][0]:.1%}" for test in size}
    kept = word("semicolon").join([_words(test) for test in size if keeps[test]]) or "–"
    said = {"learner": _words("learner", learner), "design": _words("design", design)}
    counts = {"kept": kept, "features": features, "n": n, "gap": f"{gap:.0%}"}
    return _words.view(picture, numbers, **said, **counts)


def _dots(ax: Axes, rates: _Rates, keeps: dict[str, bool], *, filled: bool) -> None:
    """Draw a row for each test: its rate, with two standard errors to either side."""
    ax.axvline(_ALPHA, color=GREY, linestyle=":", linewidth=1.2)
    ax.axhline(len(rates) - 3.5, color=PALE, linewidth=1)  # McNemar's tests are the last three
    ax.grid(axis="x", color=PALE, linewidth=0.6)
    ax.set_ylim(len(rates) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    for row, (test, (share, error)) in enumerate(rates.items()):
        colour = BLUE if keeps[test] else VERMILION
        look: Any = {
            "color": colour,
            "markerfacecolor": colour if filled else PAPER,
            "markersize": 5,
        }
        ax.errorbar(share, row, xerr=2 * error, fmt="o" if filled else "D", **look)
