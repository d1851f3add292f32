"""A whole comparison in one call: ranks, Friedman, Nemenyi, groups, and the words for a paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from .._language import LANGUAGES
from .._validation import ArrayLike, Floats, integer, one_of
from .._workings import Messages, Sentence, Table, Working, digits, measure, word
from ..results import Explained, p_text
from .friedman import FriedmanResult, friedman_test
from .nemenyi import NemenyiResult, nemenyi_test
from .tables import score_table, table_with_means, tie_sizes

_say = Messages(__package__)

_DECIMALS = 300  # what numpy rounds to
_ROWS = 40  # a longer table of scores is cut


@dataclass(frozen=True, slots=True, eq=False, repr=False)
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
    groups : tuple of tuples of str
        The maximal sets of learners that are not significantly different, best first: all in one
        if Friedman's test does not reject.
    """

    friedman: FriedmanResult
    nemenyi: NemenyiResult
    scores: Floats

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

    def plot(self, **options: Any) -> Any:
        """Draw the critical difference diagram."""
        return self.nemenyi.plot(**options)

    def working(self) -> Working:
        """Show the scores with their ranks, both tests, and the paragraph for a paper."""
        post_hoc = self.nemenyi.working().steps if self.friedman.reject else ()
        steps = (_score_table(self), *self.friedman.working().steps, *post_hoc, _paragraph(self))
        return Working(self.friedman.statistic, steps)

    def __repr__(self) -> str:
        n, k = self.scores.shape
        return (
            f"LearnerComparison({k} learners, {n} data sets, F={digits(self.friedman.statistic)}, "
            f"{p_text(self.friedman.pvalue)}, groups={self.groups})"
        )

    def _repr_html_(self) -> str:
        words = Working(self.friedman.statistic, (_score_table(self), _paragraph(self)))
        return words._repr_html_()


# -- how it is shown --------------------------------------------------------------------------


def _score_table(c: LearnerComparison) -> Table:
    show = _shown_alike(c.scores)

    def cells(i: int) -> list[str]:
        scored = zip(c.scores[i].tolist(), c.friedman.ranks[i].tolist(), strict=True)
        return [f"{show(score)} ({digits(rank, 3)})" for score, rank in scored]

    means, caption = list(map(digits, c.friedman.mean_ranks.tolist())), _say("report.scores")
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
    order, wins = r.best_first, []
    for place, i in enumerate(order):
        if losers := [r.learners[j] for j in order[place + 1 :] if r.reject[i, j]]:
            wins.append(_say("report.win", name=r.learners[i], losers=_listed(losers)))
    if not wins:
        yield _say("report.no_pair")
        return
    yield _say("report.wins", wins=word("semicolon").join(wins))
    together = [_listed(group) for group in r.groups if len(group) > 1]
    if together:
        yield _say("report.together", groups=word("semicolon").join(together))


def _listed(names: Sequence[str]) -> Sentence:
    *first, last = names
    return word("and").join([word("comma").join(first), last] if first else [last])


# -- the public function ----------------------------------------------------------------------


@measure
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
    """Compare several learners over several data sets: ranks, Friedman, Nemenyi, and a report.

    The whole of section 2.4.4 in one call, for a table of scores: (2.34), (2.35), and (2.36) if
    the Friedman test rejects.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_learners), DataFrame, or path of a CSV file
        A measure of performance. A DataFrame brings the names: learners are its columns, data
        sets its index or a first column of words. So does a CSV file: learners in its first row,
        data sets in its first column.
    greater_is_better : bool, default True
        Whether a higher score is a better one; False for error rates.
    decimals : int, optional
        Round the scores before they are ranked, so that rounding errors do not break ties.
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
    table = score_table(scores, "scores", learners, datasets)
    values = table.values
    if decimals is not None:
        places = integer(decimals, "decimals", most=_DECIMALS)
        with np.errstate(over="ignore"):
            rounded = values.round(places)
        values = np.where(np.isfinite(rounded), rounded, values)  # too large to have decimals
    friedman = friedman_test(
        values, greater_is_better=greater_is_better, tie_correction=tie_correction,
        alpha=alpha, learners=table.learners, datasets=table.datasets,
    )  # fmt: skip
    nemenyi = nemenyi_test(ranks=friedman.ranks, alpha=alpha, learners=friedman.learners)
    return LearnerComparison(friedman, nemenyi, values)
