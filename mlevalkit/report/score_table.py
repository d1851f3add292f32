"""A table of data sets by learners: differences, ranks, and what few data sets allow."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count
from typing import Any

import numpy as np

from .._validation import fail, one_of
from ..display.workings import Messages, Sentence, Table, digits, word
from .checks import SECTIONS, DataWarning, known
from .comparison import Difference
from .content import Content, Overview, Row, sections
from .figures import Picture
from .predictions import ScoreTable
from .sources import Number, Source, call, column
from .wording import lead_of_learners, many, paper_of_differences, verdicts

_say = Messages(__package__)

_ALPHA = 0.05
_FEW = 5  # data sets
_PAGE = "wilcoxon-holm"


def content_of_scores(
    table: ScoreTable, level: float, baseline: str | None, ignore: Collection[str] = ()
) -> Content:
    """Return what a report on a table of scores says; `level` is of all intervals together."""
    whole = ~np.isnan(table.scores).any(axis=1)
    if whole.sum() < 2 or len(table.learners) < 2:
        got = f"{int(whole.sum())} complete rows, {len(table.learners)} learners"
        fail("scores", "two data sets or more without gaps, and two learners or more", got)
    if baseline is not None:
        one_of(baseline, "baseline", table.learners)
    scores = complete_scores(table)
    more = {"greater_is_better": table.greater_is_better, "learners": table.learners}
    ranks = call("friedman_test", scores, **more).attribute("mean_ranks")
    order = [int(i) for i in np.argsort(ranks.value, kind="stable")]
    found = tuple(_differences(table, scores, order, level, baseline))
    known(ignore)
    said = _warnings(table, whole, found[0].pairs).items()
    warned = tuple(DataWarning(c, s, SECTIONS[c]) for c, s in said if c not in ignore)
    names = [table.learners[i] for i in order]
    return Content(
        answer=(
            lead_of_learners(names, [float(ranks.value[i]) for i in order], int(whole.sum())),
            *verdicts(found, baseline),
            _say("answer.limit.learners"),
            many("answer.warnings", len(warned)),
        ),
        overview=_overview(table, scores, ranks, order, found, baseline),
        differences=found,
        difference_notes=tuple(_notes(found, baseline)),
        warnings=warned,
        figures=(),
        sections=sections(
            data=_data(table, whole),
            ranks=_ranks(scores, more),
            methods=_methods(found),
            limits=[_say("limit.datasets")],
        ),
        paper=_paper(table, whole, names, ranks, order, found, level),
        level=level,
    )


def complete_scores(table: ScoreTable) -> Source:
    """Return the scores of the data sets without gaps."""
    return column("scores", table.scores[~np.isnan(table.scores).any(axis=1)])


def _differences(
    table: ScoreTable, scores: Source, order: list[int], level: float, baseline: str | None
) -> Iterator[Difference]:
    """Yield the advantage of the best learner over each other, or of each over the baseline."""
    more = {
        "p_adjust": "bonferroni",
        "control": baseline,
        "greater_is_better": table.greater_is_better,
        "learners": table.learners,
    }
    tests = call("pairwise_tests", scores, **more)
    intervals = tests.method("confidence_interval", level)
    sign = 1 if table.greater_is_better else -1
    at = None if baseline is None else table.learners.index(baseline)
    for i in order if at is not None else order[1:]:
        a, b = (order[0], i) if at is None else (i, at)
        if a == b:
            continue
        first, second = (a, b) if sign > 0 else (b, a)
        names = table.learners[a], table.learners[b]
        name = " over ".join(names)
        title = _say("difference.of_scores", a=names[0], b=names[1])
        estimate = intervals.attribute("estimate").entry(first, second)
        ends = intervals.ends(first, second)
        bounded = bool(np.isfinite(ends.value.low) and np.isfinite(ends.value.high))
        note = None if bounded else _say("no_interval.data_sets")
        number = Number(name, title, estimate, ends if bounded else None, _PAGE, note)
        pvalue = Number(
            f"{name}.pvalue",
            _say("difference.pvalue"),
            tests.attribute("pvalue").entry(a, b),
            page=_PAGE,
        )
        found = Difference(*names, "score", number, tests, pairs=len(tests.value.pairs))
        agrees = (pvalue.value < 1 - level) == (found.verdict != "alike")
        yield Difference(
            *names, "score", number, tests, pvalue if agrees else None, pairs=found.pairs
        )


def _overview(
    table: ScoreTable,
    scores: Source,
    ranks: Source,
    order: list[int],
    found: tuple[Difference, ...],
    baseline: str | None,
) -> Overview:
    verdicts = {d.first if baseline else d.second: d.verdict for d in found}
    rows = []
    for i in order:
        name = table.learners[i]
        rank = ranks.entry(i)
        cells = (
            Number(f"{name}.mean_rank", _say("table.mean_rank"), rank, page="friedman-nemenyi"),
            Number(f"{name}.mean_score", _say("table.mean_score"), _mean(scores, i)),
        )
        mark = verdicts.get(name, "baseline" if baseline else "best")
        if not baseline and mark != "alike" and mark != "best":
            mark = ""
        rows.append(Row(name, cells, (mark, "")))
    heads = (_say("table.mean_rank"), _say("table.mean_score"))
    return Overview(heads, tuple(rows))


def _mean(scores: Source, i: int) -> Source:
    return Source(f"{scores.code}[:, {i}].mean()", lambda: scores.value[:, i].mean())


def _notes(found: tuple[Difference, ...], baseline: str | None) -> Iterator[Sentence]:
    yield _say("table.differences")
    if found[0].pairs > 1:
        key = "baseline" if baseline else "best"
        yield _say(f"pairs.{key}", m=found[0].pairs)


def _warnings(table: ScoreTable, whole: Any, pairs: int) -> dict[str, Sentence]:
    """Return what makes the results doubtful, by its code: gaps, and few data sets."""
    n = int(whole.sum())
    found = {}
    if n < len(whole):
        gaps = [table.datasets[i] for i in np.flatnonzero(~whole)]
        found["rows-with-gaps"] = _say("warning.rows-with-gaps", names=word("comma").join(gaps))
    least = next(n for n in count(2) if pairs * 2 ** (1 - n) < _ALPHA)
    if n < least:
        found["cannot-reject"] = _say("warning.cannot-reject", n=n, m=pairs, least=least)
    elif n < _FEW:
        found["few-data-sets"] = _say("warning.few-data-sets", n=n)
    return found


# -- folded ---------------------------------------------------------------------------------------


def _data(table: ScoreTable, whole: Any) -> Iterator[Any]:
    yield _say("table.size", n=len(table.datasets), k=len(table.learners))
    yield _say(f"table.better.{'higher' if table.greater_is_better else 'lower'}")
    yield from table.import_report.sentences()
    for i in np.flatnonzero(~whole):
        missing = [table.learners[j] for j in np.flatnonzero(np.isnan(table.scores[i]))]
        yield _say("table.missing", name=table.datasets[i], learners=", ".join(missing))


def _ranks(scores: Source, more: dict[str, Any]) -> Iterator[Any]:
    """Yield the textbook's tests, Friedman's and Nemenyi's, with their diagram."""
    n, k = scores.value.shape
    if k < 3:
        return
    compared = call("compare_learners", scores, **more)
    cd = call("critical_difference", k, n)
    sources = {
        "friedman.statistic": ("friedman", compared.attribute("statistic")),
        "friedman.pvalue": ("friedman_p", compared.attribute("pvalue")),
        "nemenyi.critical_difference": ("cd", cd),
    }
    yield _say("table.textbook")
    yield tuple(
        Number(name, _say(f"table.{title}"), source, page="friedman-nemenyi")
        for name, (title, source) in sources.items()
    )
    yield _say("table.rejected" if compared.value.reject else "table.not_rejected")
    diagram = call("plots.critical_difference", call("nemenyi_test", scores, **more))
    yield Picture("critical_difference", _say("figure.critical_difference"), diagram)


def _methods(found: tuple[Difference, ...]) -> Iterator[Any]:
    yield _say("table.method")
    yield _say("methods.verdict")
    test = found[0].test
    assert test is not None
    yield from (step for step in test.working().steps if isinstance(step, Table))


def _paper(
    table: ScoreTable,
    whole: Any,
    names: list[str],
    ranks: Source,
    order: list[int],
    found: tuple[Difference, ...],
    level: float,
) -> Sentence:
    """Return the paragraph: what was compared, mean ranks, every difference, the methods."""
    n = int(whole.sum())
    said = [
        _say("paper.learners", n=n, k=len(names)),
        _say(f"table.better.{'higher' if table.greater_is_better else 'lower'}"),
    ]
    if n < len(whole):
        said.append(_say("paper.incomplete", n=len(whole) - n))
    values = [digits(float(ranks.value[i]), 3) for i in order]
    means = [f"{name} {value}" for name, value in zip(names, values, strict=True)]
    said.append(_say("paper.ranks", means=word("comma").join(means)))
    said += paper_of_differences(found, level)
    return word("between_sentences").join(said)
