"""A table of data sets by learners: pairs of learners, ranks, and what few data sets allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from math import comb
from typing import Any

import numpy as np

from .._validation import fail
from ..display.results import p_text
from ..display.workings import Messages, Sentence, digits, word
from ..hypothesis_tests.many_learners.comparison import LearnerComparison
from .calls import Call, Column, Entry, Number
from .figures import Picture
from .predictions import ScoreTable
from .rules import Rule, recommended
from .sections import Section, section

_say = Messages(__package__)

_ALPHA = 0.05
_FEW = 5  # data sets
_MOST_PAIRS = 6  # of which a paragraph names those that do not differ, too


def sections_of(table: ScoreTable, level: float) -> list[Section]:
    """Return the sections of a report on a table of scores; `level` is of all intervals."""
    whole = _whole(table)
    if whole.sum() < 2 or len(table.learners) < 2:
        got = f"{int(whole.sum())} complete rows, {len(table.learners)} learners"
        fail("scores", "two data sets or more without gaps, and two learners or more", got)
    return [
        section("data", _data(table, whole)),
        section("comparison", _comparison(table, level)),
        section("limits", [_say("limit.datasets")]),
    ]


def _whole(table: ScoreTable) -> Any:
    """Return which data sets have a score of each learner."""
    return ~np.isnan(table.scores).any(axis=1)


def _data(table: ScoreTable, whole: Any) -> Iterator[Any]:
    yield _say("table.size", n=len(table.datasets), k=len(table.learners))
    yield _say("table", "better", _better(table))
    yield from table.import_report.sentences()
    for i in np.flatnonzero(~whole):
        missing = [table.learners[j] for j in np.flatnonzero(np.isnan(table.scores[i]))]
        yield _say("table.missing", name=table.datasets[i], learners=", ".join(missing))
    n = int(whole.sum())
    if n < _FEW:
        yield _say("table.few", n=n)
    yield from _cannot_reject(table, n)


def _better(table: ScoreTable) -> str:
    return "higher" if table.greater_is_better else "lower"


def _cannot_reject(table: ScoreTable, n: int) -> Iterator[Sentence]:
    """Yield a sentence if even differences of one sign give no adjusted p below 0.05."""
    pairs = comb(len(table.learners), 2)
    least = next(n for n in count(2) if pairs * 2 ** (1 - n) < _ALPHA)
    if n < least:
        yield _say("table.cannot_reject", n=n, m=pairs, least=least)


def scores_of(table: ScoreTable) -> Column:
    """Return the scores of the data sets without gaps."""
    return Column("scores", table.scores[_whole(table)])


def _call(table: ScoreTable, function: str) -> Call:
    scores = scores_of(table)
    greater = table.greater_is_better
    return Call(function, scores, greater_is_better=greater, learners=table.learners)


def _comparison(table: ScoreTable, level: float) -> Iterator[Any]:
    yield _rule(table)
    pairs = _call(table, "pairwise_tests")
    first, *_, found = pairs.working().steps
    yield first
    interval = Call("confidence_interval", level, of=pairs)
    yield tuple(_pair_numbers(table, pairs, interval))
    yield found
    yield _say("table.intervals")
    if len(table.learners) > 2:
        yield from _ranked(table)


def _rule(table: ScoreTable) -> Rule:
    facts = {"models": min(len(table.learners), 3), "data": "many_data_sets"}
    return recommended("test", facts)[0]


def _pair_numbers(table: ScoreTable, pairs: Call, interval: Call) -> Iterator[Number]:
    """Yield the difference of each pair, with its interval, and the p-value."""
    names = table.learners
    page = "wilcoxon-holm"
    for i, j in zip(*np.triu_indices(len(names), 1), strict=True):
        at = int(i), int(j)
        pair = " - ".join([names[i], names[j]])
        title = _say("table.pair", pair=pair)
        difference = Entry(interval, "estimate", *at)
        ends = Entry(interval, "", *at)
        if np.isfinite(ends.result.low):
            yield Number(pair, title, difference, interval=ends, page=page)
        else:
            yield Number(pair, title, difference, page=page, note=_say("no_interval.data_sets"))
        title = _say("table.pvalue", pair=pair)
        yield Number(f"{pair}.pvalue", title, Entry(pairs, "pvalue", *at), page=page)


def _ranked(table: ScoreTable) -> Iterator[Any]:
    """Yield Friedman's test, the critical difference of Nemenyi's, and its diagram."""
    compared = _call(table, "compare_learners")
    titles = {"statistic": "table.friedman", "pvalue": "table.friedman_p"}
    page = "friedman-nemenyi"
    n, k = compared.result.scores.shape
    cd = Call("critical_difference", k, n)
    yield (
        *(Number(f"friedman.{f}", _say(key), compared, f, page=page) for f, key in titles.items()),
        Number("nemenyi.critical_difference", _say("table.cd"), cd, page=page),
    )
    yield _say("table.rejected" if compared.result.reject else "table.not_rejected")
    yield _say("table.ranks")
    diagram = Call("plots.critical_difference", _call(table, "nemenyi_test"))
    yield Picture("critical_difference", _say("figure.critical_difference"), diagram)


# -- for a paper or homework -----------------------------------------------------------------------


def paper(table: ScoreTable, numbers: Mapping[str, Number]) -> Sentence:
    """Return the paragraph: Friedman's test, then each pair with effect, interval, and p."""
    whole = _whole(table)
    n = int(whole.sum())
    said = [
        _say("paper.learners", n=n, k=len(table.learners)),
        _say("table", "better", _better(table)),
    ]
    if n < len(whole):
        said.append(_say("paper.incomplete", n=len(whole) - n))
    if "friedman.statistic" in numbers:
        said += _paper_of_ranks(numbers["friedman.statistic"].call.result)
    said += [_rule(table).paper, *_paper_of_pairs(table, numbers), *_cannot_reject(table, n)]
    return word("between_sentences").join(said)


def _paper_of_ranks(r: LearnerComparison) -> Iterator[Sentence]:
    means = [f"{r.learners[i]} {digits(r.friedman.mean_ranks[i], 3)}" for i in r.nemenyi.best_first]
    yield _say("paper.ranks", means=word("comma").join(means))
    df = ", ".join(map(str, r.friedman.df))
    p = p_text(r.pvalue)
    yield _say("paper.friedman", df=df, statistic=digits(r.statistic), p=p)
    if r.reject:
        yield _say("paper.cd", cd=digits(r.nemenyi.critical_difference), alpha=r.nemenyi.alpha)


def _paper_of_pairs(table: ScoreTable, numbers: Mapping[str, Number]) -> Iterator[Sentence]:
    first = " - ".join(table.learners[:2])
    difference: Any = numbers[first].call
    pvalue: Any = numbers[f"{first}.pvalue"].call
    ends = difference.of.result
    r = pvalue.of.result
    differ = int(np.triu(r.reject).sum())
    yield _say("paper.pairs", differ=differ, m=len(r.pairs))
    shown = []
    for a, b in r.pairs:
        at = table.learners.index(a), table.learners.index(b)
        if r.reject[at] or len(r.pairs) <= _MOST_PAIRS:
            found = {"low": ends.low, "high": ends.high, "value": ends.estimate, "w": r.statistic}
            places = {name: digits(of[at]) for name, of in found.items()}
            key = "paper.pair" if np.isfinite(ends.low[at]) else "paper.pair_unbounded"
            shown.append(_say(key, a=a, b=b, p=p_text(r.pvalue[at]), **places))
    if shown:
        level = f"{100 * ends.confidence_level:g}"
        yield _say("paper.effects", said=word("semicolon").join(shown), level=level)
    if len(shown) < len(r.pairs):
        yield _say("paper.pairs_left_out", n=len(r.pairs) - len(shown))
    yield _say("paper", "wilcoxon", "exact" if r.exact else "normal")
