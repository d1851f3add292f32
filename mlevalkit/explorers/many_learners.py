"""Section 2.4.4: mean ranks and the critical difference, and corrected p-values of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import ArrayLike, Floats, as_floats, fail
from ..display.workings import word
from ..hypothesis_tests.many_learners.pairwise import adjusted_pvalues
from ..hypothesis_tests.many_learners.rank_tables import score_table
from ..plots.axes import ticks
from ..plots.style import BLUE, GREEN, GREY, PAPER, VERMILION
from .engine import Explorer, Value, View, Words
from .picture import Handle, legend_at, panels, text
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


def _names(test: mk.results.FriedmanResult) -> dict[str, Any]:
    return {"learners": test.learners, "datasets": test.datasets}


@cache
def _cases() -> dict[str, mk.results.FriedmanResult]:
    """Return the tests of the prepared tables."""
    rng = np.random.RandomState(4)
    return {
        "table": mk.friedman_test(ranks=mk.table("2.5")),
        "five": mk.friedman_test(np.add(rng.normal(size=(10, 5)), [1.5, 1.1, 0.7, 0.4, 0])),
        "chance": mk.friedman_test(rng.normal(size=(10, 5))),
        "agree": mk.friedman_test(ranks=np.tile([1.0, 2, 3, 4], (4, 1))),
    }


# -- the picture ------------------------------------------------------------------------------


def _draw(own: mk.results.FriedmanResult, alpha: float, times: int) -> View:
    learners = own.learners
    repeated = np.tile(own.ranks, (times, 1))
    test = mk.friedman_test(ranks=repeated, alpha=alpha, learners=learners)
    result = mk.nemenyi_test(ranks=repeated, alpha=alpha, learners=learners)
    height = 2.9 + 0.44 * max(len(learners), 5)
    names = 0.16 + 0.087 * max(map(width, learners))  # inches
    wide = 4.6 * max(1, names / 1.29)  # wider for long names, not a shorter axis
    names = min(names, 0.28 * wide)
    middle = (0.09 * wide, 0.82 * wide - 2 * names, 0.06 * wide + names)
    around: dict[str, Any] = {"left": names, "right": 0.03 * wide, "bottom": 0.1, "top": 0.1}
    picture, top, bottom = panels("aaa;.b.", height, width=wide, wspace=0, columns=middle, **around)
    mk.plots.friedman(result, ax=top).set_xlim(*_span(own))
    mk.plots.critical_difference(result, ax=bottom)
    groups = [" ".join(group) for group in result.groups]
    numbers = {
        "n": len(test.ranks),
        "τ_F": test.statistic,
        "critical": test.critical_value,
        "p": test.pvalue,
        "CD": result.critical_difference,
        "groups": " | ".join(groups) if test.reject else "-",
    }
    pairs = zip(result.learners, result.mean_ranks.tolist(), strict=True)
    means = word("comma").join([f"{name} {Value('', rank).text}" for name, rank in pairs])
    alike = [" ".join(group) for group in result.groups if len(group) > 1]
    found = "all" if test.reject and not alike else str(test.reject)
    outcome = _words("reject", found, groups=word("comma").join(alike))
    n, k = repeated.shape
    end = bottom.get_xlim()[1]

    def end_of_line(alpha: float) -> tuple[float, float]:
        return min(1 + mk.critical_difference(k, n, alpha=alpha), end), -1.9

    handle = Handle("alpha", "xy", bottom, end_of_line, (1, -1.3, end, -2.5))
    return _words.view(picture, numbers, handle, means=means, alpha=alpha, outcome=outcome)


def _span(test: mk.results.FriedmanResult) -> tuple[float, float]:
    """Return an axis that holds the widest segments, so that it stays when they change."""
    n, k = test.ranks.shape
    half = 0.52 * mk.critical_difference(k, n, alpha=min(_ALPHAS))
    return float(test.mean_ranks.min() - half), float(test.mean_ranks.max() + half)


# -- holm -------------------------------------------------------------------------------------
# Several p-values in rising order, and the bound of each: where the rejections end.

_P_VALUES = (0.002, 0.009, 0.015, 0.0155, 0.022, 0.3)
_MOST_P = 50
_LEAST_P = 5e-4  # smaller ones lie at the edge of the picture
_holm = Words("holm")


def holm(pvalues: ArrayLike | None = None) -> Explorer:
    """Explore Holm's correction step by step, beside Bonferroni's and none.

    The p-values are compared in rising order with alpha / m, alpha / (m - 1), ..., alpha; the
    first that is not below its bound ends the rejections, whatever follows.

    Parameters
    ----------
    pvalues : array-like of shape (m,), optional
        Your own p-values, 2 to 50 of them; those of six tests if left out.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If a p-value is not from 0 to 1, or there are too few or too many.

    Examples
    --------
    The fourth is below its own bound, 0.05 / 3, and is not rejected: the third was too large.

    >>> import mlevalkit as mk
    >>> mk.explorers.holm().starting_at(step=4)
    holm: correction Holm, significance α 0.05, step 4
    p-value           0.0155
    bound             0.0167
    adjusted p-value  0.06
    this hypothesis   not rejected
    rejected in all   2

    Source
    ------
    Holm, A simple sequentially rejective multiple test procedure, 1979. Not in the textbook.
    """
    p = np.sort(as_floats(_P_VALUES if pvalues is None else pvalues, "pvalues", least=0, most=1))
    if not 2 <= len(p) <= _MOST_P:
        fail("pvalues", f"from 2 to {_MOST_P} of them", str(len(p)))
    return _holm.explorer(
        partial(_draw_holm, p),
        _holm.choice("correction", ("holm", "bonferroni", "none"), "holm"),
        _holm.level(),
        _holm.slider("step", range(1, len(p) + 1), 1),
        prepared=pvalues is None,
    )


def _draw_holm(p: Floats, correction: Any, alpha: float, step: int) -> View:
    m = len(p)
    i = step - 1
    factors = {"holm": np.arange(m, 0, -1), "bonferroni": np.full(m, m), "none": np.ones(m)}
    bounds = alpha / factors[correction]
    adjusted = p if correction == "none" else adjusted_pvalues(p, correction)
    rejected = adjusted < alpha
    picture, ax = panels("a", 3.9, left=0.78, top=0.55)
    at = np.arange(1, m + 1)
    shown = np.maximum(p, 1.2 * _LEAST_P)
    ax.plot(at, bounds, "_-", color=GREEN, markersize=16, mew=2, lw=0.8, label=text("bound"))
    kinds = {
        "rejected": (rejected, BLUE, "o"),
        "below_but_not": (~rejected & (p < bounds), VERMILION, "s"),
        "not_rejected": (~rejected & (p >= bounds), GREY, "^"),
    }
    for name, (which, colour, marker) in kinds.items():
        which = which & (at <= step)
        ax.plot(at[which], shown[which], marker, color=colour, markersize=8, label=text(name))
    ax.plot(at[step:], shown[step:], "o", color=GREY, markerfacecolor=PAPER, markersize=6)
    ax.axvline(step, color=GREY, linestyle=":", linewidth=1)
    ax.set(yscale="log", xlim=(0.5, m + 0.5), ylim=(_LEAST_P, 1.3))
    ax.set(xlabel=text("p_values_in_order"), ylabel="p")
    ax.locator_params(axis="x", integer=True)
    ticks(ax, y=(0.001, 0.01, 0.1, 1))
    legend_at(ax, "lower left", (-0.12, 1.02), 2)
    numbers = {
        "p": float(p[i]),
        "bound": float(bounds[i]),
        "adjusted": float(adjusted[i]),
        "decision": _holm("reject", str(rejected[i])),
        "in_all": int(rejected.sum()),
    }
    handle = Handle("step", "x", ax, float)
    return _holm.view(picture, numbers, handle, step=step, alpha=alpha, m=m)
