"""A table of data sets by learners: differences, ranks, and what few data sets allow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._validation import fail, one_of
from ..display.workings import Messages, Sentence, Table, digits, word
from .checks import DataWarning, data_warning
from .content import Content, Overview, Row
from .differences import Difference, listed, paper_of_differences, verdicts
from .figures import Picture
from .predictions import ScoreTable
from .sources import Number, Source, call, column

_say = Messages(__package__)

_ALPHA = 0.05
_FEW = 5  # data sets
_PAGE = "pairwise-tests"


class ScoreReport(Content):
    """A report on learners on the data sets without gaps, the best mean rank first."""

    def __init__(
        self, table: ScoreTable, level: float, baseline: str | None, ignore: Collection[str]
    ) -> None:
        super().__init__(level, baseline, ignore)
        if baseline is not None:
            one_of(baseline, "baseline", table.learners)
        self.table = table
        has_gap = np.isnan(table.scores).any(axis=1)
        self.gaps = np.flatnonzero(has_gap)
        self.scores = column("scores", table.scores[~has_gap])
        self.n = len(self.scores.value)
        if self.n < 2 or len(table.learners) < 2:
            got = f"{self.n} complete rows, {len(table.learners)} learners"
            fail("scores", "two data sets or more without gaps, and two learners or more", got)
        self.more = {"greater_is_better": table.greater_is_better, "learners": table.learners}
        self.ranks = call("friedman_test", self.scores, **self.more).attribute("mean_ranks")
        self.order = [int(i) for i in np.argsort(self.ranks.value, kind="stable")]
        self.differences = tuple(self._differences())

    def details(self) -> dict[str, Iterable[Any]]:
        """Return all folded parts that apply."""
        return {
            "data": self.data(),
            "ranks": self.of_the_textbook(),
            "methods": self.methods(),
            "limits": [_say("limit.datasets")],
        }

    def leads(self) -> Iterator[Sentence]:
        """Yield which learner has the best mean rank, and than which it is better."""
        ranks = self.ranks.value
        leaders = [self.table.learners[i] for i in self.order if ranks[i] == ranks.min()]
        places = {"name": listed(leaders), "k": len(ranks), "n": self.n}
        key = "shared" if len(leaders) > 1 else "lead"
        yield _say(f"answer.learners.{key}", value=digits(float(ranks.min()), 3), **places)
        yield from verdicts(self.differences, self.baseline, shared=len(leaders) > 1)
        yield _say("answer.limit.learners")

    def _differences(self) -> Iterator[Difference]:
        """Yield the advantage of the best learner over each other, or of each over the baseline."""
        options = {"p_adjust": "bonferroni", "control": self.baseline, **self.more}
        tests = call("pairwise_tests", self.scores, **options)
        intervals = tests.method("confidence_interval", self.level)
        best, *others = self.order
        pairs = [(best, i) for i in others]
        if self.baseline is not None:
            at = self.table.learners.index(self.baseline)
            pairs = [(i, at) for i in self.order if i != at]
        for a, b in pairs:
            yield self._difference(tests, intervals, a, b)

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

    @cached_property
    def overview(self) -> Overview:
        """The one table: mean rank and mean score of each learner."""
        heads = _say("table.mean_rank"), _say("table.mean_score")
        rows = []
        for i in self.order:
            name = self.table.learners[i]
            cells = (
                Number(f"{name}.mean_rank", heads[0], self.ranks.entry(i), page="friedman-nemenyi"),
                Number(f"{name}.mean_score", heads[1], self.mean(i)),
            )
            rows.append(Row(name, cells, (self.mark("score", name), "")))
        return Overview(heads, tuple(rows))

    def mean(self, i: int) -> Source:
        """Return the mean score of learner number i."""
        return self.scores.then(f"{{}}[:, {i}].mean()", lambda scores: scores[:, i].mean())

    def difference_notes(self) -> Iterator[Sentence]:
        """Yield what the differences are, and for how many pairs their intervals hold."""
        yield _say("table.differences")
        yield from super().difference_notes()

    def looked_at(self) -> Iterator[DataWarning]:
        """Yield what makes the results doubtful: gaps, and few data sets."""
        if len(self.gaps):
            names = listed([self.table.datasets[i] for i in self.gaps])
            yield data_warning("rows-with-gaps", names=names)
        m = self.differences[0].pairs
        least = next(n for n in count(2) if m * 2 ** (1 - n) < _ALPHA)
        if self.n < least:
            yield data_warning("cannot-reject", n=self.n, m=m, least=least)
        elif self.n < _FEW:
            yield data_warning("few-data-sets", n=self.n)

    def data(self) -> Iterator[Sentence]:
        """Yield what was compared, and how the table was read."""
        n, k = self.table.scores.shape
        yield _say("table.size", n=n, k=k)
        yield self.better()
        yield from self.table.import_report.sentences()
        for i in self.gaps:
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

    @property
    def paper(self) -> Sentence:
        """The paragraph: what was compared, mean ranks, every difference, the methods."""
        said = [_say("paper.learners", k=len(self.order), n=self.n), self.better()]
        if len(self.gaps):
            said.append(_say("paper.incomplete", n=len(self.gaps)))
        ranks = self.ranks.value
        means = [f"{self.table.learners[i]} {digits(float(ranks[i]), 3)}" for i in self.order]
        said.append(_say("paper.ranks", means=word("comma").join(means)))
        said += paper_of_differences(self.differences, self.level)
        return word("between_sentences").join(said)
