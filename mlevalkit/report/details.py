"""The folded parts of a report on models: data, measures, flips, threshold, methods, limits."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np

from ..display.workings import Messages, Sentence, Table, digits, word
from . import comparison, measures
from .case import Case, Model, is_probability
from .content import Content, Section, sections
from .figures import figures_of
from .models import Models
from .sources import Number, call, plain

_say = Messages(__package__)

_RESAMPLES = 400  # of the saving: its optimism is a mean
_SHOWN = 20  # row numbers of flips


def content_of(models: Models, ignore: Collection[str]) -> Content:
    """Return all that a report on models says."""
    warned = models.warnings(ignore)
    known = list(models.numbers)
    return Content(
        answer=tuple(models.answer(len(warned))),
        overview=models.overview(),
        differences=models.differences,
        difference_notes=tuple(models.difference_notes()),
        warnings=tuple(warned),
        figures=tuple(figures_of(models.ordered)),
        sections=_details(models),
        paper=models.paper(),
        level=models.options.confidence_level,
        flips=comparison.flips(*known) if len(known) == 2 else {},
    )


def _details(models: Models) -> tuple[Section, ...]:
    """Return all folded parts that apply."""
    return sections(
        data=_data(models.case),
        measures=_measures(models),
        flips=_flips(models.ordered),
        subgroups=_subgroups(models.case),
        threshold=_threshold(models.case),
        methods=_methods(models),
        limits=_limits(models),
    )


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


def _measures(models: Models) -> Iterator[Any]:
    for model, numbers in models.numbers.items():
        if len(models.numbers) > 1:
            yield _say("model", name=model.name)
        yield tuple(numbers.values())
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
            yield tuple(measures.numbers_of(part).values())
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


def _methods(models: Models) -> Iterator[Any]:
    """Yield why these measures and tests, and how the intervals were computed."""
    case = models.case
    titles = word("comma").join([measure.title for measure in models.compared])
    if models.rule is not None:
        yield models.rule
    elif case.options.measure is not None:
        yield _say("methods.asked", title=titles)
    else:
        yield _say(f"methods.{case.kind if case.kind != 'binary' else 'counted'}")
    numbers = [number for own in models.numbers.values() for number in own.values()]
    yield from measures.interval_methods(case, numbers)
    yield _say("methods.each")
    yield from comparison.tests_of(models.differences)
    if models.differences:
        yield _say("methods.verdict")


def _limits(models: Models) -> Iterator[Sentence]:
    yield _say("limit.models")
    yield _say("limit.samples")
    if (fold := models.case.predictions.fold) is not None:
        yield _say("limit.folds", k=len(np.unique(fold)))
    if models.case.models[0].groups is None:
        yield _say("limit.independent")
    yield _say("limit.many")
