"""A whole comparison in one call: ranks, Friedman, Nemenyi, groups, and the words for a paper."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Floats, fail, integer, one_of
from .._workings import Explained, Table, Words, Working, digits, p_text, quoted, shortened
from ._friedman import FriedmanResult, friedman_test
from ._nemenyi import NemenyiResult, nemenyi_test
from ._ranks import tie_sizes
from ._score_table import score_table

_DECIMALS = 300  # what numpy rounds to
_ROWS = 40  # a longer table of scores is cut


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class LearnerComparison(Explained):
    """What a comparison of learners over data sets found.

    Attributes
    ----------
    friedman : FriedmanResult
        Do the learners differ at all?
    nemenyi : NemenyiResult
        Which of them differ; the plots of ranks take it. It counts only if Friedman's test
        rejects.
    scores : ndarray of shape (n_datasets, n_learners)
        The scores that were ranked.
    datasets, learners : tuple of str
        Names of the rows and columns.
    groups : tuple of tuples of str
        The maximal sets of learners that are not significantly different, best first: all in one
        if Friedman's test does not reject.
    """

    friedman: FriedmanResult
    nemenyi: NemenyiResult
    scores: Floats
    datasets: tuple[str, ...]

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners, in the order of the columns."""
        return self.friedman.learners

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Maximal sets of learners that are not significantly different, best first."""
        if self.friedman.reject:
            return self.nemenyi.groups
        return (tuple(self.learners[i] for i in _by_rank(self.nemenyi)),)

    def report(self, language: str = "en") -> str:
        """Return the paragraph that a paper would print.

        Parameters
        ----------
        language : {"en", "zh"}
            English or Chinese.

        Returns
        -------
        str

        Raises
        ------
        ValueError
            If the language is another one.
        """
        english = one_of(language, "language", ("en", "zh")) == "en"
        gap = " " if english else ""
        return gap.join(words.en if english else words.zh for words in _sentences(self))

    def working(self) -> Working:
        """Show the scores with their ranks, both tests, and the paragraph for a paper."""
        post_hoc = self.nemenyi.working().steps if self.friedman.reject else ()
        steps = (_score_table(self), *self.friedman.working().steps, *post_hoc, _paragraph(self))
        return Working(self.friedman.statistic, *steps)

    def __repr__(self) -> str:
        n, k = self.scores.shape
        return (
            f"LearnerComparison({k} learners, {n} data sets, F={digits(self.friedman.statistic)}, "
            f"{p_text(self.friedman.pvalue)}, groups={self.groups})"
        )

    def _repr_html_(self) -> str:
        words = Working(self.friedman.statistic, _score_table(self), _paragraph(self))
        return words._repr_html_()


# -- how it is shown --------------------------------------------------------------------------


def _by_rank(r: NemenyiResult) -> list[int]:
    order: list[int] = np.argsort(r.mean_ranks, kind="stable").tolist()
    return order


def _score_table(c: LearnerComparison) -> Table:
    show = _shown_alike(c.scores)
    cells = [
        [f"{show(score)} ({digits(rank, 3)})" for score, rank in zip(*row, strict=True)]
        for row in zip(c.scores.tolist(), c.friedman.ranks.tolist(), strict=True)
    ]
    rows = [[name, *row] for name, row in zip(c.datasets, cells, strict=True)]
    means = ["r", *(digits(rank) for rank in c.friedman.mean_ranks.tolist())]
    caption = ("Scores, ranks (1: best) in brackets, and the mean ranks r:",
               "得分，括号中为序值（1 为最好），末行为平均序值 r：")  # fmt: skip
    return Table(["", *map(quoted, c.learners)], [*shortened(rows, _ROWS), means], caption)


def _shown_alike(scores: Floats) -> Callable[[float], str]:
    """Return how to write the scores: with as many decimals each, if that is at most four."""
    if not 0.01 <= np.abs(scores).max() < 1e4:
        return digits
    places = next(p for p in range(5) if p == 4 or np.allclose(scores.round(p), scores, atol=1e-9))
    return f"{{:.{places}f}}".format


def _paragraph(c: LearnerComparison) -> Words:
    return Words(c.report("en"), c.report("zh"))


def _sentences(c: LearnerComparison) -> list[Words]:
    said = [_what(c), _whether(c.friedman)]
    return [*said, *_which(c.nemenyi)] if c.friedman.reject else said


def _what(c: LearnerComparison) -> Words:
    n, k = c.scores.shape
    means = c.nemenyi.mean_ranks.tolist()
    best_first = [(c.learners[i], digits(means[i], 3)) for i in _by_rank(c.nemenyi)]
    en = ", ".join(f"{name} {rank}" for name, rank in best_first)
    zh = "、".join(f"{name} {rank}" for name, rank in best_first)
    return Words(
        f"We ranked {k} learners on each of {n} data sets; their mean ranks (1 is best) are {en}.",
        f"在 {n} 个数据集上分别给 {k} 个算法排序，平均序值（1 为最好）为：{zh}。",
    )


def _whether(r: FriedmanResult) -> Words:
    df, dfd = r.df
    form = f"F({df}, {dfd}) = {digits(r.statistic)}, {p_text(r.pvalue)}"
    chi2 = f"({df}) = {digits(r.chi2)}, {p_text(r.chi2_pvalue)}"
    ties = ("", "")
    if tie_sizes(r.ranks):
        ties = (("; corrected for ties", "；已按并列修正") if r.tie_correction
                else ("; not corrected for ties", "；未按并列修正"))  # fmt: skip
    if r.reject:
        en, zh = "rejects", "拒绝“各算法性能相同”的假设"
        more = ("", "")
    else:
        en, zh = "does not reject", "不能拒绝“各算法性能相同”的假设"
        more = (" We therefore compare no pairs; this is no proof that the learners are equal.",
                "因此不再作两两比较；这并不证明各算法性能相同。")  # fmt: skip
    return Words(
        f"The Friedman test in the F form {en} the hypothesis that all perform alike at "
        f"significance {r.alpha:g} ({form}; chi-squared{chi2}{ties[0]}).{more[0]}",
        f"在显著性水平 {r.alpha:g} 下，F 形式的 Friedman 检验{zh}（{form}；卡方{chi2}{ties[1]}）。"
        f"{more[1]}",
    )


def _which(r: NemenyiResult) -> list[Words]:
    cd, level = digits(r.critical_difference), f"{r.alpha:g}"
    said = [Words(
        f"By the Nemenyi test two mean ranks differ significantly (significance {level} for all "
        f"pairs together) if they are more than CD = {cd} apart.",
        f"Nemenyi 检验在总的显著性水平 {level} 下的临界值域 CD = {cd}，"
        "平均序值之差超过它的两个算法差别显著。",
    )]  # fmt: skip
    wins = _wins(r)
    if not wins:
        return [*said, Words(
            "No two are: the post-hoc test is the less powerful one, and who differs stays open.",
            "没有哪两个算法达到：后续检验的功效较低，究竟哪些算法有差别仍无定论。",
        )]  # fmt: skip
    en = "; ".join(f"{name} is significantly better than {_and(losers)}" for name, losers in wins)
    zh = "；".join(f"{name} 显著优于 {'、'.join(losers)}" for name, losers in wins)
    said.append(Words(en + ".", zh + "。"))
    together = [group for group in r.groups if len(group) > 1]
    if together:
        said.append(Words(
            "Not told apart: " + "; ".join(map(_and, together)) + ".",
            "未能区分的算法：" + "；".join("、".join(group) for group in together) + "。",
        ))  # fmt: skip
    return said


def _wins(r: NemenyiResult) -> list[tuple[str, list[str]]]:
    """Return who is significantly better than whom, best first."""
    order = _by_rank(r)
    pairs = [
        (r.learners[i], [r.learners[j] for j in order[place + 1 :] if r.reject[i, j]])
        for place, i in enumerate(order)
    ]
    return [(name, losers) for name, losers in pairs if losers]


def _and(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


# -- the public function ----------------------------------------------------------------------


def compare_learners(
    scores: ArrayLike | str | PathLike[str],
    *,
    greater_is_better: bool = True,
    decimals: int | None = None,
    tie_correction: bool = False,
    alpha: float = 0.05,
    learners: Sequence[object] | None = None,
    datasets: Sequence[object] | None = None,
) -> LearnerComparison:
    """Compare several learners over several data sets: ranks, Friedman, Nemenyi, and the words.

    The whole of section 2.4.4 in one call, for a table of scores: (2.34), (2.35), and (2.36) if
    the Friedman test rejects.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_learners), DataFrame, or path of a CSV file
        A measure of performance. A DataFrame brings the names: learners are its columns, data
        sets its index or a first column of text. So does a CSV file: learners in its first row,
        data sets in its first column.
    greater_is_better : bool, default True
        Whether a higher score is a better one; False for error rates.
    decimals : int, optional
        Round the scores before they are ranked, so that a rounding error makes no rank.
    tie_correction : bool, default False
        See `friedman_test`.
    alpha : float, default 0.05
        The significance of both tests.
    learners, datasets : sequences of names, optional
        Instead of those in the table; otherwise A, B, C, ... and D1, D2, D3, ...

    Returns
    -------
    LearnerComparison
        With `friedman`, `nemenyi`, `groups`, `report("en")` and `report("zh")`, `working()`.

    Raises
    ------
    ValueError, TypeError
        As `friedman_test`; also if a file is no table of numbers with names.
    OSError
        If there is no such file.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> errors = [[0.1, 0.2, 0.3], [0.1, 0.2, 0.2], [0.2, 0.3, 0.4], [0.0, 0.1, 0.2]]
    >>> result = mk.compare_learners(errors, greater_is_better=False)
    >>> result.groups
    (('A', 'B'), ('B', 'C'))
    >>> "A is significantly better than C." in result.report()
    True

    Source
    ------
    Zhou, Machine Learning, section 2.4.4; Demšar, Statistical comparisons of classifiers over
    multiple data sets, JMLR 2006.
    """
    table = score_table(scores, datasets)
    values = table.scores
    if decimals is not None:
        places = integer(decimals, "decimals", most=_DECIMALS)
        with np.errstate(over="ignore"):
            rounded = values.round(places)
        values = np.where(np.isfinite(rounded), rounded, values)  # too large to have decimals
    if len(values) < 2:
        fail("scores", "at least 2 data sets (rows): one ranking has no other to agree with", "1")
    names = learners if learners is not None else table.learners
    friedman = friedman_test(
        values, greater_is_better=greater_is_better, tie_correction=tie_correction,
        alpha=alpha, learners=names,
    )  # fmt: skip
    nemenyi = nemenyi_test(ranks=friedman.ranks, alpha=alpha, learners=friedman.learners)
    return LearnerComparison(friedman, nemenyi, values, table.datasets)
