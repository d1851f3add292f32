"""A table of data sets by learners: differences, ranks, and what few data sets allow."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._validation import fail, one_of
from ..display.workings import Messages, Sentence, Table, digits, word
from .checks import SECTIONS, DataWarning, known
from .content import Content, Overview, Row, sections
from .differences import Difference, listed, many, paper_of_differences, verdicts
from .figures import Picture
from .predictions import ScoreTable
from .sources import Number, Source, call, column

_say = Messages(__package__)

_ALPHA = 0.05
_FEW = 5  # data sets
_PAGE = "pairwise-tests"


def content_of_scores(
    table: ScoreTable, level: float, baseline: str | None, ignore: Collection[str] = ()
) -> Content:
    """Return what a report on a table of scores says; `level` is of all intervals together."""
    known(ignore)
    if baseline is not None:
        one_of(baseline, "baseline", table.learners)
    return _Learners(table, level, baseline).content(ignore)


def complete_scores(table: ScoreTable) -> Source:
    """Return the scores of the data sets without gaps."""
    return column("scores", table.scores[_whole(table)])


def _whole(table: ScoreTable) -> Any:
    """Return which data sets have a score of each learner."""
    return ~np.isnan(table.scores).any(axis=1)


class _Learners:
    """Learners on the data sets without gaps, the best mean rank first."""

    def __init__(self, table: ScoreTable, level: float, baseline: str | None) -> None:
        self.table = table
        self.level = level
        self.baseline = baseline
        self.whole = _whole(table)
        self.n = int(self.whole.sum())
        if self.n < 2 or len(table.learners) < 2:
            got = f"{self.n} complete rows, {len(table.learners)} learners"
            fail("scores", "two data sets or more without gaps, and two learners or more", got)
        self.scores = complete_scores(table)
        self.more = {"greater_is_better": table.greater_is_better, "learners": table.learners}
        self.ranks = call("friedman_test", self.scores, **self.more).attribute("mean_ranks")
        self.order = [int(i) for i in np.argsort(self.ranks.value, kind="stable")]

    def content(self, ignore: Collection[str]) -> Content:
        """Return all that the report says."""
        said = self.warnings().items()
        warned = tuple(DataWarning(c, s, SECTIONS[c]) for c, s in said if c not in ignore)
        limits = [_say("answer.limit.learners")]
        if any(d.verdict == "alike" for d in self.differences):
            limits.append(_say("answer.limit.alike"))
        end = many("answer.warnings", len(warned))
        return Content(
            answer=(self.lead(), *self.verdicts(), *limits, end),
            overview=self.overview(),
            differences=self.differences,
            difference_notes=tuple(self.notes()),
            warnings=warned,
            figures=(),
            sections=sections(
                data=self.data(),
                ranks=self.of_the_textbook(),
                methods=self.methods(),
                limits=[_say("limit.datasets")],
            ),
            paper=self.paper(),
            level=self.level,
        )

    @cached_property
    def leaders(self) -> list[str]:
        """The learners with the best mean rank."""
        ranks = self.ranks.value
        return [self.table.learners[i] for i in self.order if ranks[i] == ranks.min()]

    def verdicts(self) -> Iterator[Sentence]:
        """Return from which learners the best one, or the baseline, differs."""
        return verdicts(self.differences, self.baseline, shared=len(self.leaders) > 1)

    def lead(self) -> Sentence:
        """Return which learner has the best mean rank."""
        ranks = [float(self.ranks.value[i]) for i in self.order]
        leaders = self.leaders
        places = {"k": len(ranks), "n": self.n}
        key = "shared" if len(leaders) > 1 else "lead"
        value = digits(ranks[0], 3)
        return _say(f"answer.learners.{key}", name=listed(leaders), value=value, **places)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """The advantage of the best learner over each other, or of each over the baseline."""
        options = {"p_adjust": "bonferroni", "control": self.baseline, **self.more}
        tests = call("pairwise_tests", self.scores, **options)
        intervals = tests.method("confidence_interval", self.level)
        if self.baseline is None:
            pairs = [(self.order[0], i) for i in self.order[1:]]
        else:
            at = self.table.learners.index(self.baseline)
            pairs = [(i, at) for i in self.order if i != at]
        return tuple(self._difference(tests, intervals, a, b) for a, b in pairs)

    def _difference(self, tests: Source, intervals: Source, a: int, b: int) -> Difference:
        names = self.table.learners[a], self.table.learners[b]
        name = " over ".join(names)
        title = _say("difference.of_scores", a=names[0], b=names[1])
        higher, lower = (a, b) if self.table.greater_is_better else (b, a)
        estimate = intervals.attribute("estimate").entry(higher, lower)
        at = higher, lower
        ends = intervals.then(
            f"(end[{higher}, {lower}] for end in {{}})",
            lambda found: SimpleNamespace(low=found.low[at], high=found.high[at]),
        )
        if np.isfinite([ends.value.low, ends.value.high]).all():
            number = Number(name, title, estimate, ends, _PAGE)
        else:
            number = Number(name, title, estimate, note=_say("no_interval.data_sets"), page=_PAGE)
        p = tests.attribute("pvalue").entry(a, b)
        pvalue = Number(f"{name}.pvalue", _say("difference.pvalue"), p, page=_PAGE)
        pairs = len(tests.value.pairs)
        return Difference(*names, "score", number, tests, pairs=pairs).with_pvalue(
            pvalue, 1 - self.level
        )

    def overview(self) -> Overview:
        """Return mean rank and mean score of each learner."""
        of = {d.first if self.baseline else d.second: d.verdict for d in self.differences}
        heads = _say("table.mean_rank"), _say("table.mean_score")
        rows = []
        for i in self.order:
            name = self.table.learners[i]
            cells = (
                Number(f"{name}.mean_rank", heads[0], self.ranks.entry(i), page="friedman-nemenyi"),
                Number(f"{name}.mean_score", heads[1], self.mean(i)),
            )
            mark: str = of.get(name, "baseline" if self.baseline else "best")
            if not self.baseline and mark not in ("best", "alike"):
                mark = ""
            rows.append(Row(name, cells, (mark, "")))
        return Overview(heads, tuple(rows))

    def mean(self, i: int) -> Source:
        """Return the mean score of learner number i."""
        return self.scores.then(f"{{}}[:, {i}].mean()", lambda scores: scores[:, i].mean())

    def notes(self) -> Iterator[Sentence]:
        """Yield what the differences are, and for how many pairs their intervals hold."""
        yield _say("table.differences")
        if (m := self.differences[0].pairs) > 1:
            yield _say(f"pairs.{'baseline' if self.baseline else 'best'}", m=m)

    def warnings(self) -> dict[str, Sentence]:
        """Return what makes the results doubtful, by its code: gaps, and few data sets."""
        found = {}
        if self.n < len(self.whole):
            gaps = [self.table.datasets[i] for i in np.flatnonzero(~self.whole)]
            found["rows-with-gaps"] = _say("warning.rows-with-gaps", names=listed(gaps))
        m = self.differences[0].pairs
        least = next(n for n in count(2) if m * 2 ** (1 - n) < _ALPHA)
        if self.n < least:
            places = {"n": self.n, "m": m, "least": least}
            found["cannot-reject"] = _say("warning.cannot-reject", **places)
        elif self.n < _FEW:
            found["few-data-sets"] = _say("warning.few-data-sets", n=self.n)
        return found

    def data(self) -> Iterator[Sentence]:
        """Yield what was compared, and how the table was read."""
        n, k = self.table.scores.shape
        yield _say("table.size", n=n, k=k)
        yield self.better()
        yield from self.table.import_report.sentences()
        for i in np.flatnonzero(~self.whole):
            missing = np.flatnonzero(np.isnan(self.table.scores[i]))
            names = listed([self.table.learners[j] for j in missing])
            yield _say("table.missing", name=self.table.datasets[i], learners=names)

    def better(self) -> Sentence:
        """Return whether a higher score is better."""
        return _say(f"table.better.{'higher' if self.table.greater_is_better else 'lower'}")

    def of_the_textbook(self) -> Iterator[Any]:
        """Yield the textbook's tests, Friedman's and Nemenyi's, with their diagram."""
        n, k = self.scores.value.shape
        if k < 3:
            return
        compared = call("compare_learners", self.scores, **self.more)
        sources = {
            "friedman.statistic": ("friedman", compared.attribute("statistic")),
            "friedman.pvalue": ("friedman_p", compared.attribute("pvalue")),
            "nemenyi.critical_difference": ("cd", call("critical_difference", k, n)),
        }
        yield _say("table.textbook")
        yield tuple(
            Number(name, _say(f"table.{title}"), source, page="friedman-nemenyi")
            for name, (title, source) in sources.items()
        )
        yield _say("table.rejected" if compared.value.reject else "table.not_rejected")
        drawn = call("plots.critical_difference", call("nemenyi_test", self.scores, **self.more))
        yield Picture("critical_difference", _say("figure.critical_difference"), drawn)

    def methods(self) -> Iterator[Any]:
        """Yield how pairs are compared, with all p-values."""
        yield _say("table.method")
        yield _say("methods.verdict")
        test = self.differences[0].test
        assert test is not None
        yield from (step for step in test.working().steps if isinstance(step, Table))

    def paper(self) -> Sentence:
        """Return the paragraph: what was compared, mean ranks, every difference, the methods."""
        places = {"k": len(self.order), "n": self.n}
        said = [_say("paper.learners", **places), self.better()]
        if self.n < len(self.whole):
            said.append(_say("paper.incomplete", n=len(self.whole) - self.n))
        ranks = self.ranks.value
        means = [f"{self.table.learners[i]} {digits(float(ranks[i]), 3)}" for i in self.order]
        said.append(_say("paper.ranks", means=word("comma").join(means)))
        said += paper_of_differences(self.differences, self.level)
        return word("between_sentences").join(said)
