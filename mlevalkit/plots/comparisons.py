"""Comparisons: of learners fold by fold or by mean ranks (Figure 2.8), of tests by simulation."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import as_array, as_floats, as_list, fail, inside, same_length, shown
from ..display.workings import digits, width as letters
from ..hypothesis_tests.many_learners.comparison import LearnerComparison
from ..hypothesis_tests.many_learners.friedman import FriedmanResult
from ..hypothesis_tests.many_learners.nemenyi import NemenyiResult
from ..hypothesis_tests.one_learner.error_rates import error_rate_interval
from .axes import WIDTH, Axes, axes, by_name, check_result, figure, label, legend, rows, text
from .style import BLUE, DOTTED, GREY, INK, VERMILION, Style, line_style

# -- two learners -----------------------------------------------------------------------------


@figure
def paired_errors(
    errors_a: ArrayLike,
    errors_b: ArrayLike,
    *,
    names: tuple[str, str] = ("A", "B"),
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw two learners' errors fold by fold; a line joins what the paired t test compares.

    Parameters
    ----------
    errors_a, errors_b : array-like of shape (n_folds,)
        The errors of both learners on the same folds.
    names : (str, str), default ("A", "B")
        What the learners are called.
    ylabel : str, optional
        What the errors are; by default "error rate".
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes
        The short lines at the right edge are the means.

    Raises
    ------
    ValueError, TypeError
        If the lengths differ, a number is not finite, or there are not two names.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.paired_errors([0.1, 0.3, 0.2], [0.15, 0.34, 0.22])
    >>> ax.get_xlabel()
    'fold'

    Source
    ------
    Zhou, Machine Learning, section 2.4.2: the differences of (2.31).
    """
    a = as_floats(errors_a, "errors_a")
    b = as_floats(errors_b, "errors_b")
    same_length(errors_a=a, errors_b=b)
    both = as_list(names, "names")
    if len(both) != 2:
        fail("names", "two names", str(len(both)))
    ax = axes(ax, 3.1, grid="y")
    fold = np.arange(1, len(a) + 1)
    ax.vlines(fold, np.minimum(a, b), np.maximum(a, b), color=GREY, linewidth=1)
    for errors, name, colour, marker in ((a, both[0], BLUE, "o"), (b, both[1], VERMILION, "s")):
        ax.plot(fold, errors, marker, color=colour, markersize=6, label=name)
        ax.plot(len(a) + np.array([0.6, 1.1]), [errors.mean()] * 2, color=colour, linewidth=2)
    ax.set(xlabel=text("fold"), ylabel=label(ylabel, "error_rate"))
    ax.set_ylim(min(0.0, a.min(), b.min()), None)
    shown = fold[:: -(-len(a) // 20)].tolist()
    ax.set_xticks([*shown, len(a) + 0.85], [*map(str, shown), text("mean")])
    return legend(ax, "above", ncols=2)


# -- many learners ----------------------------------------------------------------------------


def _nemenyi(result: FriedmanResult | NemenyiResult | LearnerComparison) -> NemenyiResult:
    """Return Nemenyi's result; of Friedman's, that of the same ranks at the same significance."""
    if isinstance(result, LearnerComparison):
        return result.nemenyi
    if isinstance(result, FriedmanResult):
        return result.nemenyi()
    check_result(result, NemenyiResult, "friedman_test, nemenyi_test or compare_learners")
    return result


@figure
def friedman(
    result: FriedmanResult | NemenyiResult | LearnerComparison, *, ax: Axes | None = None
) -> Axes:
    """Draw each learner's mean rank and a segment around it as long as the critical difference.

    Two learners differ significantly if their segments do not overlap (Figure 2.8). The dotted
    line marks where the best learner's segment ends: what begins beyond it is significantly worse.

    Parameters
    ----------
    result : FriedmanResult, NemenyiResult or LearnerComparison
        What `friedman_test`, `nemenyi_test` or `compare_learners` returns; of the first, Nemenyi's
        test of the same ranks at the same significance is drawn.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If `result` is something else.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> result = mk.nemenyi_test(ranks=[[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]])
    >>> ax = mk.plots.friedman(result)
    >>> ax.get_xlabel()
    'mean rank'

    Source
    ------
    Zhou, Machine Learning, Figure 2.8.
    """
    r = _nemenyi(result)
    k = len(r.learners)
    half = r.critical_difference / 2
    ax = axes(ax, 1.3 + 0.32 * k, grid="x")
    order = np.argsort(r.mean_ranks, kind="stable")
    means = r.mean_ranks[order]
    lanes = np.arange(k)
    ax.axvline(means[0] + half, **DOTTED, linewidth=1)
    ax.hlines(lanes, means - half, means + half, color=BLUE, linewidth=2)
    ax.plot(means, lanes, "o", color=INK, markersize=6)
    ax.set_yticks(lanes, [r.learners[i] for i in order])
    ax.set(xlabel=text("mean_rank"), ylim=(k - 0.5, -0.5))
    ax.set_xticks(_ticks(k))
    return ax


def _ticks(k: int) -> range:
    """Return whole ranks, not more than a dozen."""
    return range(1, k + 1, -(-k // 12))


_BAR = 0.55  # distance between bars
_TEXT = 1.0  # distance between lines of text


@figure
def critical_difference(
    result: FriedmanResult | NemenyiResult | LearnerComparison, *, ax: Axes | None = None
) -> Axes:
    """Draw all mean ranks on one axis, and a bar over every group without a significant difference.

    The best learners' names stand on the left, the others' on the right. Every bar is a maximal
    group: learners that no bar joins differ significantly.

    Parameters
    ----------
    result : FriedmanResult, NemenyiResult or LearnerComparison
        What `friedman_test`, `nemenyi_test` or `compare_learners` returns; of the first, Nemenyi's
        test of the same ranks at the same significance is drawn.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If `result` is something else.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> result = mk.nemenyi_test(ranks=[[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]])
    >>> ax = mk.plots.critical_difference(result)
    >>> [text.get_text() for text in ax.texts][-3:]
    ['A  1', 'B  2.125', 'C  2.875']

    Source
    ------
    J. Demšar, Statistical comparisons of classifiers over multiple data sets, JMLR 2006, whose
    axis runs the other way. Every bar here joins the outermost learners of its group.
    """
    r = _nemenyi(result)
    k = len(r.learners)
    levels = _levels(r)
    first = _BAR * (1 + max(levels.values(), default=-1)) + _TEXT  # line of names
    depth = first + _TEXT * ((k + 1) // 2 - 1)
    # inches left and right of the axis: a Latin letter is 6 points wide, a Chinese one 10
    names = max(1.12 + 0.04 * len(name) + 0.12 * letters(name) for name in r.learners)
    width = max(WIDTH, names + max(1.25, 0.17 * k))
    ax = axes(ax, 0.9 + 0.24 * (depth + 2), width)
    ax.axis("off")
    _axis(ax, k, r.critical_difference)
    # a bar crosses the lines that it joins, short of reaching the next line
    over = min([0.012 * (k - 1), *(0.3 * np.diff(np.unique(r.mean_ranks)))])
    for (best, worst), level in levels.items():
        y = [_BAR * (level + 1)] * 2
        style: Style = {"color": BLUE, "linewidth": 4, "solid_capstyle": "butt", "zorder": 3}
        ax.plot([best - over, worst + over], y, **style)
    _names(ax, r, first)
    ax.set_ylim(depth + 0.5 * _TEXT, -2.6)
    return ax


def _levels(r: NemenyiResult) -> dict[tuple[float, float], int]:
    """Return on which level each group's bar lies, so that no two bars touch."""
    place = dict(zip(r.learners, r.mean_ranks.tolist(), strict=True))
    levels: dict[tuple[float, float], int] = {}
    ends: list[float] = []  # where the last bar of every level ends
    for group in r.groups:
        if len(group) < 2:
            continue
        best = place[group[0]]
        worst = place[group[-1]]
        free = (i for i, end in enumerate(ends) if end + 0.05 * (len(r.learners) - 1) < best)
        level = next(free, len(ends))
        ends[level : level + 1] = [worst]
        levels[best, worst] = level
    return levels


def _axis(ax: Axes, k: int, cd: float) -> None:
    style: Style = {"ha": "center", "va": "bottom", "fontsize": 10, "color": INK}
    ax.plot([1, k], [0, 0], color=INK, linewidth=1, solid_capstyle="projecting")
    for tick in _ticks(k):
        ax.plot([tick, tick], [0, -0.25], color=INK, linewidth=1)
        ax.text(tick, -0.4, str(tick), **style)
    ax.plot([1, 1 + cd], [-1.9, -1.9], color=INK, linewidth=1.5, marker="|", markersize=7)
    ax.text(1 + cd / 2, -2.05, f"CD = {digits(cd, 3)}", **style)


def _names(ax: Axes, r: NemenyiResult, first: float) -> None:
    """Write the names, each at the end of a line from its mean rank, so that no lines cross."""
    k = len(r.learners)
    margin = 0.05 * (k - 1)
    for place, i in enumerate(np.argsort(r.mean_ranks, kind="stable").tolist()):
        rank = float(r.mean_ranks[i])
        left = place < (k + 1) // 2
        y = first + _TEXT * (place if left else k - 1 - place)
        x, side = (1 - margin, -1) if left else (k + margin, 1)
        ax.plot([rank, rank, x], [0, y, y], color=GREY, linewidth=1, zorder=2)
        name = f"{r.learners[i]}  {digits(rank, 3)}"
        style: Style = {"ha": "right" if left else "left", "va": "center", "fontsize": 10}
        ax.text(x + side * margin / 3, y, name, color=INK, **style)


# -- tests ------------------------------------------------------------------------------------


@figure
def rejections(
    rejected: Any, *, alpha: float = 0.05, xlabel: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how often tests rejected in a simulation, beside their nominal significance level.

    Parameters
    ----------
    rejected : mapping of str to array-like, or array-like of shape (n_runs,)
        For each test, from the top, whether it rejected in each run.
    alpha : float, default 0.05
        The nominal significance level of the tests: the dotted line.
    xlabel : str, optional
        What the share is; by default "rejected".
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes
        A dot is the share of rejections, the bar its 95% confidence interval (Wilson's): where
        the probability of a rejection may lie, given the number of runs. Tests whose bar lies
        beyond `alpha` are squares.

    Raises
    ------
    ValueError, TypeError
        If what a test decided is not true or false, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.rejections({"t": [True, False, False], "F": [False, False, False]})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['t', 'F']

    Source
    ------
    Zhou, Machine Learning, section 2.4: alpha is the probability of a wrong rejection.
    """
    tests = {name: as_array(each, name or "rejected") for name, each in by_name(rejected).items()}
    if not tests:
        fail("rejected", "at least one test", "none")
    for name, row in tests.items():
        if row.dtype.kind not in "biuf" or not np.isin(row, (0, 1)).all():
            fail(name or "rejected", "true or false (1 or 0) for each run", shown(row))
    level = inside(alpha, "alpha")
    ax = axes(ax, 0.9 + 0.34 * len(tests), grid="x")
    for lane, row in zip(rows(ax, list(tests)), tests.values(), strict=True):
        low, high = error_rate_interval(row, method="wilson")
        marker, colour = ("s", VERMILION) if low > level else ("o", BLUE)
        ax.plot([low, high], [lane, lane], color=colour, linewidth=2)
        ax.plot(row.mean(), lane, marker, color=colour, markersize=6)
    ax.axvline(level, **DOTTED, linewidth=1.2)
    ax.set(xlabel=label(xlabel, "rejected"), ylim=(-0.6, len(tests) - 0.4))
    ax.set_xlim(0, max(1.05 * ax.get_xlim()[1], 2 * level))
    return ax


@figure
def sizes(
    n: ArrayLike, rejected: Any, *, alpha: float = 0.05, xlabel: str = "n", ax: Axes | None = None
) -> Axes:
    """Draw how often tests wrongly reject, against the number of samples, folds or data sets.

    Parameters
    ----------
    n : array-like of shape (n_points,)
        What is on the x axis.
    rejected : mapping of str to array-like, or array-like of shape (n_points,)
        For each test the share of wrong rejections.
    alpha : float, default 0.05
        The nominal significance level of the tests: the dotted line.
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
    Zhou, Machine Learning, section 2.4: alpha is the probability of a wrong rejection.
    """
    x = as_floats(n, "n")
    level = inside(alpha, "alpha")
    tests = {}
    for name, given in by_name(rejected).items():
        tests[name] = as_floats(given, name or "rejected", least=0, most=1)
        if len(tests[name]) != len(x):
            fail(name or "rejected", f"one share per n ({len(x)})", f"{len(tests[name])}")
    ax = axes(ax, 3.1, grid="both")
    ax.axhline(level, **DOTTED, linewidth=1.2)
    for i, (name, values) in enumerate(tests.items()):
        ax.plot(x, values, **line_style(i), linewidth=1.4, label=name)
    highest = max([level, *(float(v.max()) for v in tests.values())])
    ax.set(xlabel=xlabel, ylabel=text("wrongly_rejected"), ylim=(0, 1.12 * highest))
    return legend(ax, "above", ncols=min(len(tests), 3))
