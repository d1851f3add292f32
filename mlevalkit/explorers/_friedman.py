"""Mean ranks and the critical difference, drawn as the textbook does and as Demsar does."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import plots
from .._validation import fail
from ..many_learners.friedman import FriedmanResult, friedman_test
from ..many_learners.nemenyi import NemenyiResult, critical_difference, nemenyi_test
from ._base import Explorer, Parameter, Value, View
from ._picture import figure
from ._rank_tables import (
    CASES,
    case_editor,
    case_names,
    case_ranks,
    kind_of,
    own_editor,
    read,
)

_ALPHAS = (0.01, 0.02, 0.05, 0.10, 0.20)
_REPEATS = (1, 2, 3, 5, 10)


def friedman(
    scores: ArrayLike | None = None,
    *,
    ranks: ArrayLike | None = None,
    greater_is_better: bool = True,
    learners: Any = None,
) -> Explorer:
    """Explore the Friedman test, Nemenyi's critical difference (2.36) and both diagrams.

    Above, Figure 2.8: a segment as long as the critical difference around each mean rank. Below,
    Demsar's diagram: a bar joins learners that are not significantly different. The last slider
    repeats the same data sets, which leaves the mean ranks as they are. Under a kernel the table
    can be edited.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_learners), optional
        One's own scores; learners' names are the columns of a DataFrame.
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
    title = (
        "Friedman and Nemenyi: which learners differ?",
        "Friedman 与 Nemenyi：哪些算法有差别？",
    )
    sliders = (
        Parameter("alpha", ("significance α", "显著性水平 α"), _ALPHAS, 0.05, "{:.2f}".format),
        Parameter("times", ("copies of the data sets", "数据集份数"), _REPEATS, 1),
    )
    if scores is None and ranks is None:
        if learners is not None:
            fail("learners", "scores or ranks with them", "neither")
        case = Parameter("case", ("data", "数据"), tuple(CASES), "table", CASES.__getitem__, True)
        editor = case_editor(_explore)
        return Explorer("friedman", title, (case, *sliders), _draw_case, editor=editor)
    own = friedman_test(scores, ranks=ranks, greater_is_better=greater_is_better, learners=learners)
    table: Any = ranks if scores is None else scores
    editor = own_editor(table, own.learners, kind_of(scores, greater_is_better), _explore)
    draw = partial(_draw, own.ranks, own.learners)
    return Explorer("friedman", title, sliders, draw, prepared=False, editor=editor)


def _explore(text: str, setting: dict[str, Any], kind: str) -> Explorer:
    """Return the explorer of an edited table, at the same alpha and number of copies."""
    own = friedman(**read(text, kind))
    assert own.editor is not None
    own = replace(own, editor=replace(own.editor, text=lambda **_: text))
    return own.starting_at(alpha=setting["alpha"], times=setting["times"])


def _draw_case(case: str, alpha: float, times: int) -> View:
    return _draw(case_ranks(case), case_names(case), alpha, times)


def _draw(ranks: NDArray[Any], learners: tuple[str, ...], alpha: float, times: int) -> View:
    repeated = np.tile(ranks, (times, 1))
    test = friedman_test(ranks=repeated, alpha=alpha, learners=learners)
    result = nemenyi_test(ranks=repeated, alpha=alpha, learners=learners)
    longest = max(map(len, learners))
    height = 1.0 + 0.22 * max(len(learners), 5)
    with figure(4.6, 2 * height + 0.9) as picture:
        top, bottom = picture.subplots(2, 1)
        picture.subplots_adjust(top=0.98, bottom=0.02, hspace=0.42)
        plots.friedman(result, ax=top).set_xlim(*_span(ranks))
        plots.critical_difference(result, ax=bottom)
        wide = 0.035 + 0.019 * longest
        _place(top, wide, 0.97 - wide)
        _place(bottom, wide + 0.09, 0.82 - 2 * wide)
    return View(picture, _numbers(test, result), _words(test, result))


def _span(ranks: NDArray[Any]) -> tuple[float, float]:
    """Return an axis that holds the widest segments, so that it stays when they change."""
    n, k = ranks.shape
    means, half = ranks.mean(axis=0), 0.52 * critical_difference(k, n, alpha=min(_ALPHAS))
    return float(means.min() - half), float(means.max() + half)


def _place(ax: Any, left: float, width: float) -> None:
    """Give a panel its own margins: names stand on one side of the upper, on both of the lower."""
    box = ax.get_position()
    ax.set_position([left, box.y0, width, box.height])


def _numbers(test: FriedmanResult, result: NemenyiResult) -> tuple[Value, ...]:
    groups = " | ".join(" ".join(group) for group in result.groups)
    return (
        Value(("data sets N", "数据集个数 N"), len(test.ranks)),
        Value("τ_F", test.statistic),
        Value(("critical value", "临界值"), test.critical_value),
        Value(("p-value", "p 值"), test.pvalue),
        Value("CD", result.critical_difference),
        Value(("groups", "分组"), groups if test.reject else "-"),
    )


def _words(test: FriedmanResult, result: NemenyiResult) -> tuple[str, str]:
    means = ", ".join(
        f"{name} {Value('', rank).text}"
        for name, rank in zip(result.learners, result.mean_ranks.tolist(), strict=True)
    )
    f, p, cd = (
        Value("", v).text for v in (test.statistic, test.pvalue, result.critical_difference)
    )
    en, zh = "Friedman does not reject: no pair is compared", "Friedman 检验未拒绝：不作两两比较"
    if test.reject:
        groups = [" ".join(group) for group in result.groups]
        en = "Friedman rejects; not told apart: " + ", ".join(groups)
        zh = "Friedman 检验拒绝；未能区分的组：" + "，".join(groups)
    return (
        f"{len(test.ranks)} data sets, mean ranks {means}. τ_F = {f}, p = {p}, CD = {cd} "
        f"at significance {test.alpha:g}. {en}.",
        f"{len(test.ranks)} 个数据集，平均序值 {means.replace(', ', '，')}。τ_F = {f}，p = {p}，"
        f"显著性水平 {test.alpha:g} 时 CD = {cd}。{zh}。",
    )
