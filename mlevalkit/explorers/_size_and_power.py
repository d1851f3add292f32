"""Size and power of the tests of two learners, side by side, from a stored simulation."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

from .._workings import word
from ..plots.style import BLUE, GREY, PALE, PAPER, VERMILION
from ._base import Explorer, View, Words
from ._picture import legend, panels, shares_rejected, text

_ALPHA = 0.05
_words = Words("size_and_power")


def size_and_power() -> Explorer:
    """Explore how often ten tests of two learners reject: wrongly, and where there is a gap.

    Each rate is the share of 1000 simulated data sets on which a test rejects at 0.05. A test keeps
    its level if its type I error rate is at most two standard errors above 0.05. McNemar's tests
    use another 200 test samples, so that their power cannot be compared with that of the others.

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
def _stored() -> dict[tuple[str, int, float], dict[str, tuple[float, float]]]:
    """Return by learner, n and gap, for each test the share rejected and its standard error."""
    table: dict[tuple[str, int, float], dict[str, tuple[float, float]]] = {}
    stored = (files("mlevalkit.datasets") / "power.csv").read_text(encoding="ascii")
    for row in csv.DictReader(stored.splitlines()):
        key = row["learner"], int(row["n"]), float(row["gap"])
        rates = float(row["rejected"]), float(row["standard_error"])
        table.setdefault(key, {})[row["test"]] = rates
    return table


def _draw(learner: str, n: int, gap: float) -> View:
    size, power = _stored()[learner, n, 0], _stored()[learner, n, gap]
    keeps = {test: share - 2 * error <= _ALPHA for test, (share, error) in size.items()}
    with panels("a", 5.2, (0.38, 0.1, 0.965, 0.9)) as (picture, ax):
        shares_rejected(ax, [str(_words(test)) for test in size], _ALPHA)
        ax.axhline(len(size) - 3.5, color=PALE, linewidth=1)  # McNemar's tests are the last three
        for marker, face, name in (("o", GREY, "size"), ("D", PAPER, "power")):
            ax.plot([], [], marker, color=GREY, markerfacecolor=face, label=text(name))
        legend(ax, "lower left", (-0.04, 1.01), 2, handlelength=0.6, columnspacing=3)
        for row, test in enumerate(size):
            colour = BLUE if keeps[test] else VERMILION
            for rates, marker, face in ((size, "o", colour), (power, "D", PAPER)):
                look = {"color": colour, "markerfacecolor": face, "markersize": 5}
                ax.errorbar(rates[test][0], row, xerr=2 * rates[test][1], fmt=marker, **look)
    numbers = {test: f"{size[test][0]:.1%} | {power[test][0]:.1%}" for test in size}
    kept = word("semicolon").join([_words(test) for test in size if keeps[test]])
    said = {"learner": _words("learner", learner), "kept": kept, "n": n, "gap": f"{gap:g}"}
    return _words.view(picture, numbers, **said)
