"""What a report on models says, in the order of a reader with a deadline; writers write it down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from ..display.workings import Messages, Sentence, Table, digits, word
from . import comparison, measures
from .case import Case, Model, is_probability
from .checks import SECTIONS, DataWarning, find_warnings, said_of_duplicates
from .comparison import Difference
from .figures import Picture, figures_of
from .measures import Measure
from .progress import steps
from .rules import Rule
from .sources import Number, call, plain
from .wording import answer, paper

_say = Messages(__package__)

_RESAMPLES = 400  # of the saving: its optimism is a mean
_SHOWN = 20  # row numbers of flips


@dataclass(frozen=True, slots=True)
class Row:
    """A model in the one table: its numbers, and a mark in each column that is compared.

    A mark is "best", "alike" (not distinguishable from the best, or from the baseline), "baseline",
    "better", "worse", or "".
    """

    name: str
    cells: tuple[Number | None, ...]
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """The one table of all models, the best first."""

    heads: tuple[Sentence, ...]
    rows: tuple[Row, ...]
    notes: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A folded part: sentences, tables, tuples of numbers, rules, in reading order."""

    name: str
    title: Sentence
    parts: tuple[Any, ...]

    def __str__(self) -> str:
        items = [item for part in self.parts for item in _several(part)]
        return "\n".join([str(self.title), *(item.plain() for item in items)])


def _several(part: Any) -> tuple[Any, ...]:
    return part if isinstance(part, tuple) else (part,)


@dataclass(frozen=True, slots=True)
class Content:
    """All that a report says."""

    answer: tuple[Sentence, ...]
    overview: Overview
    differences: tuple[Difference, ...]
    difference_notes: tuple[Sentence, ...]
    warnings: tuple[DataWarning, ...]
    figures: tuple[Picture | Sentence, ...]
    sections: tuple[Section, ...]
    paper: Sentence
    level: float
    flips: dict[str, list[int]] = field(default_factory=dict)

    @property
    def numbers(self) -> dict[str, Number]:
        """All numbers by their stable names."""
        compared = [number for d in self.differences for number in d.numbers]
        cells = [cell for row in self.overview.rows for cell in row.cells if cell is not None]
        tuples = [p for part in self.sections for p in part.parts if isinstance(p, tuple)]
        return {number.name: number for number in chain(cells, compared, *tuples)}

    @property
    def pictures(self) -> dict[str, Picture]:
        """All figures by name."""
        parts = chain(self.figures, *(section.parts for section in self.sections))
        return {part.name: part for part in parts if isinstance(part, Picture)}


def sections(**parts: Iterable[Any]) -> tuple[Section, ...]:
    """Return the folded parts by name, in order; those without content are left out."""
    made = [Section(name, _say(f"section.{name}"), tuple(own)) for name, own in parts.items()]
    return tuple(section for section in made if section.parts)


def content_of(cases: list[Case], ignore: Collection[str] = (), progress: bool = False) -> Content:
    """Return what a report on models says, on one test set or two."""
    case = cases[0]
    other = cases[1] if len(cases) > 1 else None
    models = [model for of in cases for model in of.models]
    names = [model.name for model in models]
    counting = steps(models, _say("section.measures"), progress)
    numbers = {model.prefix: measures.numbers_of(model) for model in counting}
    first, rule = measures.primary(case)
    ranked = {m.name: _ranked(m, models, numbers) for m in first}
    comparing = steps(first, _say("section.differences"), progress)
    found = [d for m in comparing for d in comparison.differences(m, models, ranked[m.name])]
    columns = measures.overview(case, first)
    said = [w for of in cases for w in find_warnings(of.predictions, ignore)]
    if "few-effective" not in ignore:
        said += _unsteady(numbers, first, models)
    best = names_in_order(models, ranked[first[0].name])
    return Content(
        answer=answer(case, other, first, ranked, found, len(said)),
        overview=_overview(columns, best, numbers, ranked, found),
        differences=tuple(found),
        difference_notes=tuple(_difference_notes(case, first, names, ranked, found)),
        warnings=tuple(said),
        figures=tuple(figures_of(best)),
        sections=sections(
            data=_data(case),
            measures=_measures(models, numbers),
            flips=_flips(best),
            subgroups=_subgroups(case),
            threshold=chain.from_iterable(map(_threshold, cases)),
            methods=_methods(case, first, rule, numbers, found),
            limits=_limits(case, other),
        ),
        paper=paper(case, other, columns if len(models) < 3 else first, best, numbers, found),
        level=case.options.confidence_level,
        flips=comparison.flips(*models) if len(models) == 2 else {},
    )


def _ranked(
    measure: Measure, models: list[Model], numbers: dict[str, list[Number]]
) -> list[Number]:
    """Return the values of all models that have one, the best first, equal ones by their names."""
    named = {model.prefix + measure.name: model.name for model in models}
    found = [number for own in numbers.values() for number in own if number.name in named]
    sign = -1 if measure.higher else 1
    return sorted(found, key=lambda number: (sign * number.value, named[number.name]))


def names_in_order(models: list[Model], ranked: list[Number]) -> list[Model]:
    """Return the models, the best first, those without a value last."""
    order = {number.name: i for i, number in enumerate(ranked)}
    place = {n.rpartition(".")[0]: i for n, i in order.items()}
    return sorted(models, key=lambda model: place.get(model.prefix.rstrip("."), len(models)))


def _unsteady(
    numbers: dict[str, list[Number]], first: list[Measure], models: list[Model]
) -> Iterator[DataWarning]:
    """Yield a warning for each compared measure whose interval rests on few samples."""
    for model in models:
        known = {number.name: number for number in numbers[model.prefix]}
        for measure in first:
            number = known.get(model.prefix + measure.name)
            if number is not None and measures.rests_on_few(measure, model, number):
                sentence = _say("warning.few-effective", title=measure.title, model=model.name)
                yield DataWarning("few-effective", sentence, SECTIONS["few-effective"])


def _overview(
    columns: list[Measure],
    models: list[Model],
    numbers: dict[str, list[Number]],
    ranked: dict[str, list[Number]],
    found: list[Difference],
) -> Overview:
    """Return the one table; a column that is compared has marks."""
    rows = []
    for model in models:
        own = {number.name: number for number in numbers[model.prefix]}
        cells = tuple(own.get(model.prefix + measure.name) for measure in columns)
        marks = tuple(_mark(measure.name, model, ranked, found) for measure in columns)
        rows.append(Row(model.name, cells, marks))
    label = models[0].case.pos_label
    of_one = any(measure.positive for measure in columns)
    notes = (_say("data.of_positive", label=str(label)),) if of_one else ()
    return Overview(tuple(measure.title for measure in columns), tuple(rows), notes)


def _mark(
    measure: str, model: Model, ranked: dict[str, list[Number]], found: list[Difference]
) -> str:
    if measure not in ranked or len(ranked[measure]) < 2:
        return ""
    baseline = model.case.options.baseline
    if model.name == baseline:
        return "baseline"
    verdicts = {d.first if baseline else d.second: d.verdict for d in found if d.measure == measure}
    if baseline:
        return verdicts.get(model.name, "")
    if ranked[measure][0].name == model.prefix + measure:
        return "best"
    return "alike" if verdicts.get(model.name) == "alike" else ""


def _difference_notes(
    case: Case,
    first: list[Measure],
    names: list[str],
    ranked: dict[str, list[Number]],
    found: list[Difference],
) -> Iterator[Sentence]:
    """Yield for how many pairs the intervals hold, which models are not compared, equivalence."""
    if found and found[0].pairs > 1:
        key = "baseline" if case.options.baseline else "best"
        yield _say(
            f"pairs.{key}", m=found[0].pairs, level=f"{100 * case.options.confidence_level:g}"
        )
    for d in found if len(first) == 1 else ():
        yield from comparison.equivalence(d, case.options.margin)
    compared = {name for d in found for name in (d.first, d.second)}
    left = [name for name in names if name not in compared]
    if len(names) > 1 and left:
        yield _say("pairs.left_out", names=word("comma").join(left), title=first[0].title)


# -- folded: what was evaluated -------------------------------------------------------------------


def _data(case: Case) -> Iterator[Sentence | Table]:
    p = case.predictions
    m = case.n_samples
    yield _say(f"data.{case.kind}", n=m, k=len(p.labels))
    yield from p.import_report.sentences()
    if not p.import_report.dropped:
        yield _say("data.complete")
    yield from said_of_duplicates(p)
    if case.kind in ("binary", "multiclass"):
        rows = [[str(name), n, n / m] for name, n in case.class_sizes.items()]
        yield Table([word("class_"), _say("data.samples"), _say("data.share")], rows, most=30)
    if case.kind == "binary":
        yield _say("data.positive", label=str(case.pos_label))
    if case.subgroups is not None:
        yield _say("data.subgroups", n=len(np.unique(case.subgroups.value)))
    if "sample_weight" in case.columns and not case.counted:
        yield _say("data.weighted")


# -- folded: all measures -------------------------------------------------------------------------


def _measures(models: list[Model], numbers: dict[str, list[Number]]) -> Iterator[Any]:
    for model in models:
        if len(models) > 1:
            yield _say("model", name=model.name)
        yield tuple(numbers[model.prefix])
        if by_class := measures.class_numbers(model):
            yield tuple(by_class)
        yield from measures.left_out(model)


def _flips(models: list[Model]) -> Iterator[Table | Sentence]:
    """Yield on which rows only the best model is right, or only another one."""
    rows: list[list[Any]] = []
    for other in models[1:]:
        for key, at in comparison.flips(models[0], other).items():
            kind = _say(f"flips.{key}", a=models[0].name, b=other.name)
            more = " ..." if len(at) > _SHOWN else ""
            rows.append([kind, len(at), ", ".join(map(str, at[:_SHOWN])) + more])
    if rows:
        header = [_say(f"flips.{name}") for name in ("kind", "number", "rows")]
        where = "position" if models[0].case.predictions.rows is None else "line"
        yield Table(header, rows, _say(f"flips.{where}"))


def _subgroups(case: Case) -> Iterator[Any]:
    group = case.subgroups
    if group is None:
        return
    values = plain(np.unique(group.value))
    for model in case.models:
        for value in values:
            part = model.where(group, value)
            n = len(part.true.value)
            if n < 2:
                yield _say("subgroup.one", value=str(value), name=model.name)
                continue
            yield _say("subgroup.many", value=str(value), name=model.name, n=n)
            yield tuple(measures.numbers_of(part))
    yield _say("subgroup.chance", n=len(values))


# -- folded: the threshold, where costs are given -------------------------------------------------


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
    name = f"{model.prefix}saving"
    page = "unequal-costs"
    title = _say("saving.saving", reference=f"{model.threshold:g}")
    interval = found.method("confidence_interval", options.confidence_level)
    yield (
        Number(name, title, found.attribute("saving"), interval, page),
        *(
            Number(f"{name}.{f}", _say(f"saving.{f}"), found.attribute(f), page=page)
            for f in ("threshold", "apparent", "optimism")
        ),
    )
    yield _say("threshold.chosen", at=f"{found.value.threshold:g}")


# -- folded: methods and limits -------------------------------------------------------------------


def _methods(
    case: Case,
    first: list[Measure],
    rule: Rule | None,
    numbers: dict[str, list[Number]],
    found: list[Difference],
) -> Iterator[Any]:
    """Yield why these measures and tests, and how the intervals were computed."""
    titles = word("comma").join([measure.title for measure in first])
    if rule is not None:
        yield rule
    elif case.options.measure is not None:
        yield _say("methods.asked", title=titles)
    else:
        yield _say(f"methods.{case.kind if case.kind != 'binary' else 'counted'}")
    yield from measures.interval_methods(case, [n for own in numbers.values() for n in own])
    yield _say("methods.each")
    tests = dict.fromkeys(d.test.function if d.test else d.number.source.function for d in found)
    yield from (_say(f"test.{name}") for name in tests)
    if found:
        yield _say("methods.verdict")


def _limits(case: Case, other: Case | None) -> Iterator[Sentence]:
    yield _say("limit.models")
    yield _say("limit.samples")
    if case.predictions.fold is not None:
        yield _say("limit.folds", k=len(np.unique(case.predictions.fold)))
    if case.models[0].groups is None:
        yield _say("limit.independent")
    yield _say("limit.many")
    if other is not None:
        yield _say("limit.unpaired")
