"""A whole comparison in one call: ranks, Friedman, Nemenyi, groups, and the words for a paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..._validation import ArrayLike, Floats, one_of
from ...display.language import LANGUAGES
from ...display.results import Explained, p_text
from ...display.workings import Messages, Sentence, Step, Table, Working, digits, measure, word
from .friedman import FriedmanResult, friedman_of_ranks
from .nemenyi import NemenyiResult
from .rank_tables import ranked, score_table, table_with_means, tie_sizes

_say = Messages(__package__)

_ROWS = 40  # a longer table of scores is cut


class LearnerComparison(Explained):
    """Result of a comparison of learners over data sets.

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
    datasets_from : str
        Where the names of the data sets come from: "argument", "first_column" or "index" of a
        DataFrame, "row_number".
    statistic, pvalue, reject : float, float, bool
        Those of Friedman's test.
    groups : tuple of tuples of str
        The maximal sets of learners that are not significantly different, best first: all in one
        if Friedman's test does not reject.
    """

    friedman: FriedmanResult
    nemenyi: NemenyiResult
    scores: Floats
    datasets_from: str

    @property
    def statistic(self) -> float:
        """The F form of Friedman's test, (2.35)."""
        return self.friedman.statistic

    @property
    def pvalue(self) -> float:
        """The p-value of Friedman's test; those of pairs are `nemenyi.pvalue`."""
        return self.friedman.pvalue

    @property
    def reject(self) -> bool:
        """Whether Friedman's test rejects "all learners perform alike"."""
        return self.friedman.reject

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners, in the order of the columns."""
        return self.friedman.learners

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the data sets, in the order of the rows."""
        return self.friedman.datasets

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Maximal sets of learners that are not significantly different, best first."""
        if self.friedman.reject:
            return self.nemenyi.groups
        return (tuple(self.learners[i] for i in self.nemenyi.best_first),)

    def report(self, language: str | None = None) -> str:
        """Return the paragraph that a paper would print.

        Parameters
        ----------
        language : {"en", "zh"}, optional
            English or Chinese; by default the language chosen with `set_language`.

        Returns
        -------
        str

        Raises
        ------
        ValueError
            If the language is another one.
        """
        said = _paragraph(self)
        return said.texts[one_of(language, "language", LANGUAGES)] if language else str(said)

    def working(self) -> Working:
        """Show the scores with their ranks, both tests, and the paragraph for a paper."""
        steps: list[Step] = [_score_table(self), *self.friedman.working().steps]
        if self.reject:
            steps += self.nemenyi.working().steps
        steps += [_paragraph(self), *_alternative(self)]
        return Working(self.statistic, tuple(steps))

    def _columns(self) -> dict[str, Any]:
        order = self.nemenyi.best_first
        return {
            "learner": [self.learners[i] for i in order],
            "mean_rank": self.friedman.mean_ranks[order],
            "mean_score": self.scores.mean(axis=0)[order],
        }

    def __repr__(self) -> str:
        n, k = self.scores.shape
        return (
            f"LearnerComparison({k} learners, {n} data sets, F={digits(self.friedman.statistic)}, "
            f"{p_text(self.friedman.pvalue)}, groups={self.groups}, "
            f"datasets_from={self.datasets_from!r})"
        )

    def _repr_html_(self) -> str:
        steps: list[Step] = [_score_table(self), _paragraph(self), *_alternative(self)]
        return Working(self.statistic, tuple(steps))._repr_html_()


# -- how it is shown --------------------------------------------------------------------------


def _score_table(c: LearnerComparison) -> Table:
    show = _shown_alike(c.scores)

    def cells(i: int) -> list[str]:
        scored = zip(c.scores[i].tolist(), c.friedman.ranks[i].tolist(), strict=True)
        return [f"{show(score)} ({digits(rank, 3)})" for score, rank in scored]

    means = [digits(rank) for rank in c.friedman.mean_ranks.tolist()]
    source = _say("datasets_from", c.datasets_from)
    caption = _say("report.scores", source=source)
    return table_with_means(c.learners, c.datasets, cells, means, caption, _ROWS)


def _shown_alike(scores: Floats) -> Callable[[float], str]:
    """Return how to write the scores: with as many decimals each, if that is at most four."""
    if not 0.01 <= np.abs(scores).max() < 1e4:
        return digits
    places = next(p for p in range(5) if p == 4 or np.allclose(scores.round(p), scores, atol=1e-9))
    return f"{{:.{places}f}}".format


def _paragraph(c: LearnerComparison) -> Sentence:
    said = [_ranked(c.nemenyi), _tested(c.friedman)]
    if c.friedman.reject:
        said += _post_hoc(c.nemenyi)
    return word("between_sentences").join(said)


def _alternative(c: LearnerComparison) -> list[Sentence]:
    """Return what to use instead of Nemenyi's test, where it was used and others mattered."""
    return [_say("report.alternative")] if c.reject and len(c.learners) > 2 else []


def _ranked(r: NemenyiResult) -> Sentence:
    means = r.mean_ranks.tolist()
    shown = [f"{r.learners[i]} {digits(means[i], 3)}" for i in r.best_first]
    listed = word("comma").join(shown)
    return _say("report.ranked", k=len(means), n=r.n_datasets, means=listed)


def _tested(r: FriedmanResult) -> Sentence:
    df, dfd = r.df
    ties: str | Sentence = ""
    if tie_sizes(r.ranks):
        ties = _say("report.corrected" if r.tie_correction else "report.uncorrected")
    f = f"F({df}, {dfd}) = {digits(r.statistic)}, {p_text(r.pvalue)}"
    chi2 = f"({df}) = {digits(r.chi2)}, {p_text(r.chi2_pvalue)}"
    key = "report.rejected" if r.reject else "report.not_rejected"
    return _say(key, alpha=r.alpha, f=f, chi2=chi2, ties=ties)


def _post_hoc(r: NemenyiResult) -> Iterator[Sentence]:
    yield _say("report.nemenyi", alpha=r.alpha, cd=digits(r.critical_difference))
    order = r.best_first
    wins = []
    for place, i in enumerate(order):
        if losers := [r.learners[j] for j in order[place + 1 :] if r.reject[i, j]]:
            wins.append(_say("report.win", name=r.learners[i], losers=_enumeration(losers)))
    if not wins:
        yield _say("report.no_pair")
        return
    yield _say("report.wins", wins=word("semicolon").join(wins))
    together = [_enumeration(group) for group in r.groups if len(group) > 1]
    if together:
        yield _say("report.together", groups=word("semicolon").join(together))


def _enumeration(names: Sequence[str]) -> Sentence:
    *first, last = names
    return word("and").join([word("comma").join(first), last] if first else [last])


# -- the public function ----------------------------------------------------------------------


@measure
def compare_learners(
    scores: ArrayLike,
    *,
    greater_is_better: bool = True,
    tie_correction: bool = False,
    alpha: float = 0.05,
    learners: Sequence[object] | None = None,
    datasets: Sequence[object] | None = None,
) -> LearnerComparison:
    """Compare several learners over several data sets: ranks, Friedman, Nemenyi, and a report.

    The whole of section 2.4.4 in one call, for a table of scores: (2.34), (2.35), and (2.36) if
    the Friedman test rejects.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_learners) or DataFrame
        A measure of performance. A DataFrame brings the names: learners are its columns, data
        sets a first column of words or else its index, unless that only counts 0, 1, 2, ...
        `datasets_from` says which. From a file: ``pandas.read_csv(path, index_col=0)``. Round
        scores whose rounding errors must not break ties: ``scores.round(6)``.
    greater_is_better : bool, default True
        Whether a higher score is a better one; False for error rates.
    tie_correction : bool, default False
        See `friedman_test`.
    alpha : float, default 0.05
        The significance level of both tests.
    learners, datasets : sequences of names, optional
        Instead of those in the table; otherwise A, B, C, ... and D1, D2, D3, ...

    Returns
    -------
    LearnerComparison
        With `friedman`, `nemenyi`, `groups`, `report("en")` and `report("zh")`, `working()`.
        `statistic`, `pvalue` and `reject` are those of Friedman's test.

    Raises
    ------
    ValueError, TypeError
        As `friedman_test`.

    Notes
    -----
    Nemenyi's test is the textbook's. Whether two learners differ by it depends on which others
    are compared; Benavoli, Corani and Mangili (2016) therefore advise Wilcoxon's signed-rank test
    for every pair, with Holm's adjustment: ``pairwise_tests(scores)``. Choose before looking.

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
    multiple data sets, JMLR 2006; Benavoli, Corani and Mangili, Should we really use post-hoc
    tests based on mean-ranks?, JMLR 2016.
    """
    table = score_table(scores, "scores", learners, datasets)
    friedman = friedman_of_ranks(ranked(table, greater_is_better), tie_correction, alpha)
    return LearnerComparison(
        friedman=friedman,
        nemenyi=friedman.nemenyi(),
        scores=table.values,
        datasets_from=table.datasets_from,
    )
