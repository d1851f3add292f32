"""Size and power of the tests of two learners, side by side, from a stored simulation."""

import csv
from functools import cache
from importlib.resources import files
from typing import Any

from .._workings import joined, word
from ..plots.style import BLUE, GREY, PALE, PAPER, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import figure, text

_ALPHA = 0.05
_words = Words("size_and_power")
Rates = dict[str, tuple[float, float]]  # by test: the share rejected and its standard error


def size_and_power() -> Explorer:
    """Explore how often ten tests of two learners reject: wrongly, and where there is a gap.

    Each rate is the share of 1000 made data sets on which a test rejects at 0.05. A test keeps its
    level if its type I error rate is at most two standard errors above 0.05. McNemar's tests have
    200 test samples besides, so that their power cannot be compared with that of the others.

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
    >>> view = mk.explorers.size_and_power().view(learner="unstable", n=100)
    >>> [str(v.label) for v in view.numbers if v.text.startswith("3.4%")]
    ['corrected t']

    Source
    ------
    A simulation, `book/data/power.py` in the repository, as in Dietterich, Approximate statistical
    tests, 1998. Not in the textbook.
    """
    return _words.explorer(
        _draw,
        _words.choice("learner", ("unstable", "stable"), "unstable"),
        _words.choice("n", (40, 100), 40),
        _words.choice("gap", (0.5, 1.0), 1.0, "{:g}"),
    )


@cache
def _stored() -> dict[tuple[str, int, float], Rates]:
    """Return the stored table, by learner, n and gap."""
    table: dict[tuple[str, int, float], Rates] = {}
    with (files("mlevalkit.datasets") / "power.csv").open(encoding="ascii") as file:
        for row in csv.DictReader(file):
            key = row["learner"], int(row["n"]), float(row["gap"])
            rates = float(row["rejected"]), float(row["standard_error"])
            table.setdefault(key, {})[row["test"]] = rates
    return table


def _draw(learner: str, n: int, gap: float) -> View:
    size, power = _stored()[learner, n, 0], _stored()[learner, n, gap]
    keeps = {test: share - 2 * error <= _ALPHA for test, (share, error) in size.items()}
    with figure(4.6, 5.2) as picture:
        ax = picture.subplots()
        picture.subplots_adjust(0.38, 0.1, 0.965, 0.9)
        _frame(ax, [str(_words(test)) for test in size])
        for row, test in enumerate(size):
            colour = BLUE if keeps[test] else VERMILION
            _rate(ax, row, size[test], colour, fmt="o")
            _rate(ax, row, power[test], colour, fmt="D", markerfacecolor=PAPER)
    numbers = {test: f"{size[test][0]:.1%} | {power[test][0]:.1%}" for test in size}
    kept = joined([_words(test) for test in size if keeps[test]], word("semicolon"))
    said = {"learner": _words("learner", learner), "kept": kept, "n": n, "gap": f"{gap:g}"}
    return _words.view(picture, numbers, **said)


def _rate(ax: Axes, row: int, rate: tuple[float, float], colour: str, **look: Any) -> None:
    """Draw a rate, and two standard errors to either side."""
    ax.errorbar(rate[0], row, xerr=2 * rate[1], color=colour, markersize=5, **look)


def _frame(ax: Axes, tests: list[str]) -> None:
    ax.axvline(_ALPHA, color=GREY, linestyle=":", linewidth=1.2)
    ax.axhline(len(tests) - 3.5, color=PALE, linewidth=1)  # McNemar's tests are the last three
    ax.set(xlim=(0, 1), ylim=(len(tests) - 0.5, -0.5), xlabel=text("share_rejected"))
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
    ax.set_yticks(range(len(tests)), tests)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=PALE, linewidth=0.6)
    for x, marker, name in ((0.02, "o", "size"), (0.72, "D", "power")):
        ax.plot(x, 1.06, marker, color=GREY, markerfacecolor=GREY if marker == "o" else PAPER,
                transform=ax.transAxes, clip_on=False)  # fmt: skip
        ax.text(x + 0.05, 1.06, text(name), transform=ax.transAxes, va="center_baseline")
