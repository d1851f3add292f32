"""A table of data sets by learners: ranks, pairs of learners, and what few data sets allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .._validation import fail
from .._workings import Messages, Table, word
from .calls import Call, Column, Number
from .figures import Picture
from .predictions import ScoreTable
from .rules import recommended
from .sections import Section, section

_say = Messages(__package__)

_FEW = 5  # data sets
_CAN_REJECT = 6  # Wilcoxon's test cannot reject with fewer


def sections_of(table: ScoreTable, greater_is_better: bool = True) -> list[Section]:
    """Return the sections of a report on a table of scores."""
    whole = ~np.isnan(table.scores).any(axis=1)
    if whole.sum() < 2 or len(table.learners) < 2:
        got = f"{int(whole.sum())} complete rows, {len(table.learners)} learners"
        fail("scores", "two data sets or more without gaps, and two learners or more", got)
    scores = Column("scores", table.scores[whole])
    return [
        section("data", _data(table, whole)),
        section("comparison", _comparison(table, scores, greater_is_better)),
        section("limits", [_say("limit.datasets")]),
    ]


def _data(table: ScoreTable, whole: Any) -> Iterator[Any]:
    yield _say("table.size", n=len(table.datasets), k=len(table.learners))
    yield from table.import_report.sentences()
    for i in np.flatnonzero(~whole):
        missing = [table.learners[j] for j in np.flatnonzero(np.isnan(table.scores[i]))]
        yield _say("table.missing", name=table.datasets[i], learners=", ".join(missing))
    n = int(whole.sum())
    if n < _FEW:
        yield _say("table.few", n=n)
    if n < _CAN_REJECT:
        yield _say("table.cannot_reject", n=n, least=_CAN_REJECT)


def _comparison(table: ScoreTable, scores: Column, greater: bool) -> Iterator[Any]:
    k = len(table.learners)
    yield recommended("test", {"models": min(k, 3), "data": "many_data_sets"})[0]
    options = {"greater_is_better": greater, "learners": table.learners}
    pairs = Call("pairwise_tests", scores, **options)
    yield from pairs.working().steps
    result = pairs.result
    i, j = np.triu_indices(k, 1)
    rows = zip(result.pairs, result.pvalue[i, j], strict=True)
    yield Table([_say("pairs.head"), word("adjusted_p")], [[" - ".join(p), v] for p, v in rows])
    if k > 2:
        compared = Call("compare_learners", scores, **options)
        titles = {"statistic": "table.friedman", "pvalue": "difference.pvalue"}
        page = "friedman-nemenyi"
        yield tuple(
            Number(f"friedman.{field}", _say(key), compared, field, None, page)
            for field, key in titles.items()
        )
        call = Call("plots.critical_difference", Call("nemenyi_test", scores, **options))
        yield Picture("critical_difference", _say("figure.critical_difference"), call)
