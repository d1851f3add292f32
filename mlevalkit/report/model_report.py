"""What a report on models says: the answer, the table, the differences, and what is folded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from ..display.workings import Messages, Sentence, Table, digits, word
from . import estimates
from .case import Case, Model, is_probability
from .checks import DataWarning, data_warning, find_warnings
from .content import Content, Overview, Row
from .differences import (
    differences,
    flips,
    listed,
    many,
    paper_of_differences,
    tests_of,
    valued,
    verdicts,
)
from .estimates import MEASURES, Measure
from .figures import Picture, figures_of
from .progress import steps
from .sources import Number, call, plain

_say = Messages(__package__)


class ModelReport(Content):
    """A report on models on one test set.

    Attributes
    ----------
    case : Case
        The test set.
    compared : list of Measure
        What the models are compared by.
    rule : Rule or None
        The rule of the book that says so.
    """

    def __init__(self, case: Case, ignore: Collection[str], progress: bool) -> None:
        super().__init__(case.options.confidence_level, case.options.baseline, ignore)
        self.case = case
        self._numbers: dict[tuple[Model, str], Number | None] = {}
        self.compared, self.rule = estimates.primary(self.case)
        comparing = steps(self.compared, _say("section.differences"), progress)
        self.differences = tuple(d for m in comparing for d in differences(m, self.ranked(m)))
        self.flips = flips(*case.models) if len(case.models) == 2 else {}
        if progress:  # or else when somebody asks for them
            for model in steps(case.models, _say("section.measures"), progress):
                self.numbers_of(model)

    def number(self, model: Model, measure: str) -> Number | None:
        """Return a measure of a model with its interval, computed once; None if there is none."""
        key = model, measure
        if key not in self._numbers:
            self._numbers[key] = estimates.number_of(MEASURES[measure], model, self.level)
        return self._numbers[key]

    def numbers_of(self, model: Model) -> dict[str, Number]:
        """Return all measures of a model that are defined, by their names."""
        found = {name: self.number(model, name) for name in estimates.names(self.case)}
        return {name: number for name, number in found.items() if number is not None}

    def ranked(self, measure: Measure) -> list[Model]:
        """Return the models that have a value, the best first, equal ones by their names."""
        sign = -1 if measure.higher else 1
        found = {model: self.number(model, measure.name) for model in self.case.models}
        values = {model: sign * n.value for model, n in found.items() if n is not None}
        return sorted(values, key=lambda model: (values[model], model.name))

    @cached_property
    def ordered(self) -> list[Model]:
        """All models, the best first, those that are not compared last."""
        ranked = self.ranked(self.compared[0])
        return [*ranked, *(model for model in self.case.models if model not in ranked)]

    @property
    def alone(self) -> bool:
        """Whether there is one model only."""
        return len(self.case.models) == 1

    # -- the answer --------------------------------------------------------------------------------

    def leads(self) -> Iterator[Sentence]:
        """Yield which model is best, than which it is better, and what the results hold for."""
        for measure in self.compared:
            on = _say("answer.on", samples=self.samples()) if measure is self.compared[0] else ""
            ranked = {m.name: self.number(m, measure.name) for m in self.ranked(measure)}
            first = next(iter(ranked.values()), None)
            best = [name for name, n in ranked.items() if n and first and n.value == first.value]
            yield self._lead(measure, best, first, on)
            own = [d for d in self.differences if d.measure == measure.name]
            yield from verdicts(own, self.baseline, shared=len(best) > 1)
        if self.alone and self.compared[0].name == "accuracy" and self.case.kind != "answers":
            label, size = max(self.case.class_sizes.items(), key=lambda item: item[1])
            share = f"{size / self.case.n_samples:.2g}"
            yield _say("answer.majority", label=str(label), share=share)
        if (folds := self.case.n_folds) is not None:
            yield _say("answer.folds", k=folds)
        else:
            yield _say(f"answer.limit.{'one' if self.alone else 'many'}")

    def _lead(
        self, measure: Measure, best: list[str], number: Number | None, on: object
    ) -> Sentence:
        """Return which models have the best value, on which samples."""
        if number is None:
            return _say("answer.undefined", title=measure.title, on=on)
        shown = number.shown
        key = "interval" if shown.low else "bare"
        ends = {"level": f"{100 * self.level:g}", "low": shown.low, "high": shown.high}
        value = _say(f"estimate.{key}", value=shown.value, **ends)
        places = {"title": measure.title, "value": value, "on": on}
        if self.alone:
            return _say("answer.alone", **places)
        key = "shared" if len(best) > 1 else "lead"
        extreme = "highest" if measure.higher else "lowest"
        return _say(f"answer.{key}.{extreme}", name=listed(best), **places)

    def samples(self) -> Sentence:
        """Return in words how many samples there are, of which classes."""
        case = self.case
        n = many(
            "samples.questions" if case.predictions.y_true is None else "samples.n", case.n_samples
        )
        if case.kind == "binary":
            sizes = [f"{label}: {size}" for label, size in case.class_sizes.items()]
            return _say("samples.of", samples=n, classes=word("comma").join(sizes))
        if case.kind == "multiclass":
            return _say("samples.classes", samples=n, k=len(case.predictions.labels))
        return n

    # -- the one table, and what is said below it and below the differences ------------------------

    @cached_property
    def overview(self) -> Overview:
        """The one table; a column that is compared has marks."""
        columns = estimates.overview(self.case, self.compared)
        rows = []
        for model in self.ordered:
            cells = tuple(self.number(model, measure.name) for measure in columns)
            marks = tuple(self.mark(measure.name, model.name) for measure in columns)
            rows.append(Row(model.name, cells, marks))
        of_one = any(measure.positive for measure in columns)
        label = str(self.case.pos_label)
        notes = (_say("data.of_positive", label=label),) if of_one else ()
        return Overview(tuple(measure.title for measure in columns), tuple(rows), notes)

    def difference_notes(self) -> Iterator[Sentence]:
        """Yield for how many pairs intervals hold, and which models are not compared."""
        yield from super().difference_notes()
        named = {name for d in self.differences for name in (d.first, d.second)}
        left = [model.name for model in self.case.models if model.name not in named]
        if left and not self.alone:
            yield _say("pairs.left_out", names=listed(left), title=self.compared[0].title)

    def looked_at(self) -> Iterator[DataWarning]:
        """Yield what looks wrong with the data, and intervals that rest on few samples."""
        yield from find_warnings(self.case.predictions)
        for model in self.case.models:
            for measure in self.compared:
                number = self.number(model, measure.name)
                if number is not None and estimates.rests_on_few(measure, model, number):
                    yield data_warning("few-effective", title=measure.title, model=model.name)
            if (n := estimates.rare_in_macro_f1(model, self.number(model, "macro_f1"))) is not None:
                yield data_warning("few-effective", "rare-class", model=model.name, n=n)

    @cached_property
    def figures(self) -> tuple[Picture | Sentence, ...]:
        """The figures that these columns allow, and why others are left out."""
        return tuple(figures_of(self.ordered))

    def details(self) -> dict[str, Iterable[Any]]:
        """Return all folded parts that apply."""
        return {
            "data": _data(self.case),
            "measures": _measures(self),
            "flips": _flips(self.ordered),
            "subgroups": _subgroups(self),
            "threshold": _threshold(self.case),
            "methods": _methods(self),
            "limits": _limits(self.case),
        }

    # -- for a paper -------------------------------------------------------------------------------

    @property
    def paper(self) -> Sentence:
        """The paragraph: samples, values with intervals, differences, and all methods."""
        several = len(self.case.models) > 2
        columns = self.compared if several else estimates.overview(self.case, self.compared)
        by_measure = []
        shown: list[Number] = []
        for measure in columns:
            of_models = {m.name: self.number(m, measure.name) for m in self.ordered}
            own = {name: number for name, number in of_models.items() if number is not None}
            shown += own.values()
            values = [valued("" if self.alone else name, n) for name, n in own.items()]
            said = word("comma").join(values)
            if values:
                by_measure.append(_say("paper.measure", title=measure.title, said=said))
        label = str(self.case.pos_label)
        folds = self.case.n_folds
        level = f"{100 * self.level:g}"
        parts = [
            _say(f"paper.{self.case.kind}", n=self.samples(), label=label),
            *([] if folds is None else [_say("answer.folds", k=folds)]),
            _say("paper.values", level=level, said=word("semicolon").join(by_measure)),
            *estimates.interval_methods(self.case, shown),
            *paper_of_differences(self.differences, self.level),
        ]
        return word("between_sentences").join(parts)


# -- what is folded -------------------------------------------------------------------------------


_RESAMPLES = 400  # of the saving: its optimism is a mean
_SHOWN = 20  # row numbers of flips


def _data(case: Case) -> Iterator[Sentence | Table]:
    p = case.predictions
    m = case.n_samples
    yield _say(f"data.{case.kind}", n=m, k=len(p.labels))
    yield from p.import_report.sentences()
    if not p.import_report.dropped:
        yield _say("data.complete")
    if case.kind in ("binary", "multiclass"):
        rows = [[str(name), n, n / m] for name, n in case.class_sizes.items()]
        yield Table([word("class_"), _say("data.samples"), _say("data.share")], rows, most=30)
    if case.kind == "binary":
        yield _say("data.positive", label=str(case.pos_label))
        if any(model.score is not None for model in case.models):
            yield _say("data.scores")
    if case.subgroups is not None:
        yield _say("data.subgroups", n=len(np.unique(case.subgroups.value)))
    if case.predictions.weight is not None and not case.counted:
        yield _say("data.weighted")


# -- all measures ---------------------------------------------------------------------------------


def _measures(report: ModelReport) -> Iterator[Any]:
    for model in report.case.models:
        if not report.alone:
            yield _say("model", name=model.name)
        yield tuple(report.numbers_of(model).values())
        if by_class := estimates.class_numbers(model):
            yield tuple(by_class)
        yield from estimates.left_out(model)


def _flips(models: list[Model]) -> Iterator[Table | Sentence]:
    """Yield on which rows only the best model is right, or only another one."""
    rows: list[list[Any]] = []
    for other in models[1:]:
        for key, at in flips(models[0], other).items():
            kind = _say(f"flips.{key}", a=models[0].name, b=other.name)
            more = " ..." if len(at) > _SHOWN else ""
            rows.append([kind, len(at), ", ".join(map(str, at[:_SHOWN])) + more])
    if rows:
        header = [_say(f"flips.{name}") for name in ("kind", "number", "rows")]
        where = "position" if models[0].case.predictions.rows is None else "line"
        yield Table(header, rows, _say(f"flips.{where}"))


def _subgroups(report: ModelReport) -> Iterator[Any]:
    group = report.case.subgroups
    if group is None:
        return
    values = plain(np.unique(group.value))
    for model in report.case.models:
        for value in values:
            part = model.where(group, value)
            n = len(part.true.value)
            name = "" if report.alone else _say("subgroup.model", name=model.name)
            if n < 2:
                yield _say("subgroup.one", value=str(value), name=name)
                continue
            yield _say("subgroup.many", value=str(value), name=name, n=n)
            yield tuple(report.numbers_of(part).values())
    yield _say("subgroup.chance", n=len(values))


# -- the threshold, where costs are given ---------------------------------------------------------


def _threshold(case: Case) -> Iterator[Any]:
    if case.kind != "binary" or len(case.class_sizes) < 2 or not case.options.costs:
        return
    for model in case.models:
        if model.score is not None:
            if len(case.models) > 1:
                yield _say("model", name=model.name)
            yield from _threshold_of(model)
    scores = [model.score.value for model in case.models if model.score is not None]
    fn, fp = case.options.costs.values()
    if fn + fp and any(map(is_probability, scores)):
        yield _say("threshold.calibrated", at=digits(fp / (fn + fp)))


def _threshold_of(model: Model) -> Iterator[Any]:
    options = model.case.options
    if options.threshold is not None:
        yield _say("threshold.given", at=f"{options.threshold:g}")
        return
    if model.threshold is not None:
        yield _say("threshold.found", at=f"{model.threshold:g}")
    reasons = {
        "counted": model.case.counted,
        "resampled": model.resampled,
        "no_reference": model.threshold is None,
    }
    if why := next((name for name, holds in reasons.items() if holds), ""):
        yield _say(f"threshold.{why}")
        return
    found = call(
        "threshold_saving",
        model.positive,
        model.score,
        **options.costs,
        reference=model.threshold,
        n_resamples=_RESAMPLES,
        random_state=options.random_state,
    )
    title = _say("saving", reference=f"{model.threshold:g}")
    interval = found.method("confidence_interval", options.confidence_level)
    name = f"{model.prefix}saving"
    yield (Number(name, title, found.attribute("saving"), interval, "unequal-costs"),)
    yield _say("threshold.chosen", at=f"{found.value.threshold:g}")


# -- methods and limits ---------------------------------------------------------------------------


def _methods(report: ModelReport) -> Iterator[Any]:
    """Yield why these measures and tests, and how the intervals were computed."""
    case = report.case
    titles = word("comma").join([measure.title for measure in report.compared])
    if report.rule is not None:
        yield report.rule
    elif case.options.measure is not None:
        yield _say("methods.asked", title=titles)
    else:
        yield _say(f"methods.{'counted' if case.counted else case.kind}")
    numbers = [n for model in case.models for n in report.numbers_of(model).values()]
    yield from estimates.interval_methods(case, numbers)
    yield _say("methods.each")
    yield from tests_of(report.differences)
    if report.differences:
        yield _say("methods.verdict")


def _limits(case: Case) -> Iterator[Sentence]:
    yield _say("limit.models") if case.n_folds is None else _say("limit.folds", k=case.n_folds)
    yield _say("limit.samples")
    if case.subgroups is not None:
        yield _say("limit.groups", n=len(np.unique(case.subgroups.value)))
    elif case.models[0].groups is None:
        yield _say("limit.independent")
    yield _say("limit.many")
