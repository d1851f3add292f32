"""Section 2.4.4: mean ranks and the critical difference, by the textbook and by Demsar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import ArrayLike, fail
from .._workings import word
from ..many_learners.tables import score_table
from .engine import Explorer, Value, View, Words
from .picture import Handle, panels
from .words import width

# -- friedman ---------------------------------------------------------------------------------
# Mean ranks and the critical difference, drawn as the textbook does and as Demsar does.

_ALPHAS = (0.01, 0.02, 0.05, 0.10, 0.20)
_words = Words("friedman")


def friedman(
    scores: ArrayLike | None = None,
    *,
    ranks: ArrayLike | None = None,
    greater_is_better: bool = True,
    learners: Sequence[object] | None = None,
) -> Explorer:
    """Explore the Friedman test, Nemenyi's critical difference (2.36) and both diagrams.

    Above, Figure 2.8: a segment as long as the critical difference around each mean rank. Below,
    Demsar's diagram: a bar joins learners that are not significantly different. The last slider
    repeats the same data sets, which leaves the mean ranks as they are.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_learners), optional
        Your own scores; learners' names are the columns of a DataFrame.
    ranks : array-like of shape (n_datasets, n_learners), optional
        Ranks instead of scores.
    greater_is_better : bool, default True
        Whether a higher score is a better one.
    learners : sequence of names, optional
        A, B, C, ... by default.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        As `friedman_test`.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.friedman()
    friedman: data Table 2.5, significance α 0.05, copies of the data sets 1
    data sets N     4
    τ_F             24.4286
    critical value  5.1433
    p-value         0.001308
    CD              1.6572
    groups          A B | B C

    Source
    ------
    Zhou, Machine Learning, section 2.4.4, Figure 2.8; Demsar (2006), JMLR 7, 1-30.
    """
    sliders = (
        _words.slider("alpha", _ALPHAS, 0.05, "{:.2f}"),
        _words.slider("times", (1, 2, 3, 5, 10), 1),
    )
    if scores is None and ranks is None:
        if learners is not None:
            fail("learners", "scores or ranks with them", "neither")
        return _words.explorer(
            lambda case, **setting: _draw(_cases()[case], **setting),
            _words.choice("case", tuple(_cases()), "table"),
            *sliders,
            data=lambda case, **_: {"ranks": _cases()[case].ranks, **_names(_cases()[case])},
        )
    own = mk.friedman_test(
        scores, ranks=ranks, greater_is_better=greater_is_better, learners=learners
    )
    data: dict[str, Any] = {"ranks": own.ranks}
    if scores is not None:
        data = {"scores": score_table(scores).values, "greater_is_better": greater_is_better}
    data |= _names(own)
    return _words.explorer(partial(_draw, own), *sliders, prepared=False, data=lambda **_: data)


def _names(test: mk.FriedmanResult) -> dict[str, Any]:
    return {"learners": test.learners, "datasets": test.datasets}


@cache
def _cases() -> dict[str, mk.FriedmanResult]:
    """Return the tests of the prepared tables."""
    rng = np.random.RandomState(4)
    return {
        "table": mk.friedman_test(ranks=mk.datasets.table("2.5")),
        "five": mk.friedman_test(np.add(rng.normal(size=(10, 5)), [1.5, 1.1, 0.7, 0.4, 0])),
        "chance": mk.friedman_test(rng.normal(size=(10, 5))),
        "agree": mk.friedman_test(ranks=np.tile([1.0, 2, 3, 4], (4, 1))),
    }


# -- the picture ------------------------------------------------------------------------------


def _draw(own: mk.FriedmanResult, alpha: float, times: int) -> View:
    learners = own.learners
    repeated = np.tile(own.ranks, (times, 1))
    test = mk.friedman_test(ranks=repeated, alpha=alpha, learners=learners)
    result = mk.nemenyi_test(ranks=repeated, alpha=alpha, learners=learners)
    height = 1.0 + 0.22 * max(len(learners), 5)
    with panels("a;b", 2 * height + 0.9, bottom=0.1, top=0.1) as (picture, top, bottom):
        mk.plots.friedman(result, ax=top).set_xlim(*_span(own))
        mk.plots.critical_difference(result, ax=bottom)
        wide = 0.035 + 0.019 * max(map(width, learners))
        picture.set_figwidth(4.6 * max(1, wide / 0.28))  # wider for long names, not a shorter axis
        wide = min(wide, 0.28)
        for ax, left, share in ((top, wide, 0.97 - wide), (bottom, wide + 0.09, 0.82 - 2 * wide)):
            box = ax.get_position()
            ax.set_position([left, box.y0, share, box.height])
    groups = [" ".join(group) for group in result.groups]
    numbers = {
        "n": len(test.ranks),
        "τ_F": test.statistic,
        "critical": test.critical_value,
        "p": test.pvalue,
        "CD": result.critical_difference,
        "groups": " | ".join(groups) if test.reject else "-",
    }
    names = zip(result.learners, result.mean_ranks.tolist(), strict=True)
    means = word("comma").join([f"{name} {Value('', rank).text}" for name, rank in names])
    outcome = _words("reject", str(test.reject), groups=word("comma").join(groups))
    n, k = repeated.shape
    end = bottom.get_xlim()[1]

    def end_of_line(alpha: float) -> tuple[float, float]:
        return min(1 + mk.critical_difference(k, n, alpha=alpha), end), -1.9

    handle = Handle("alpha", "xy", bottom, end_of_line, (1, -1.3, end, -2.5))
    return _words.view(picture, numbers, handle, means=means, alpha=alpha, outcome=outcome)


def _span(test: mk.FriedmanResult) -> tuple[float, float]:
    """Return an axis that holds the widest segments, so that it stays when they change."""
    n, k = test.ranks.shape
    half = 0.52 * mk.critical_difference(k, n, alpha=min(_ALPHAS))
    return float(test.mean_ranks.min() - half), float(test.mean_ranks.max() + half)
