"""The sections of a report, in the order of an honest evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from .._workings import Messages, Sentence, Table, digits, word
from . import comparison, measures
from .calls import Call, Column, Method, Number
from .case import Case, Model, is_probability
from .rules import recommended

_say = Messages(__package__)

_MOST_MODELS = 6
_RESAMPLES = 400  # of the saving: its optimism is a mean
_MOST_DRAWN = 20_000  # samples of a figure


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure: what draws it, and what it shows."""

    name: str
    caption: Sentence
    call: Call


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report: sentences, tables, numbers, figures, in reading order."""

    name: str
    title: Sentence
    parts: tuple[Sentence | Table | tuple[Number, ...] | Picture, ...]

    @property
    def numbers(self) -> dict[str, Number]:
        """All numbers of the section by name."""
        return {n.name: n for part in self.parts if isinstance(part, tuple) for n in part}


def section(name: str, parts: Iterable[Any]) -> Section:
    """Return a section with the title of its name."""
    return Section(name, _say(f"section.{name}"), tuple(parts))


def sections_of(case: Case, other: Case | None, warned: Iterable[Sentence]) -> list[Section]:
    """Return all sections that apply, in order; `other` is a second test set."""
    made = [
        section("data", [*_data(case), *warned]),
        section("measures", _measures(case, other)),
        section("figures", _figures(case)),
        section("subgroups", _subgroups(case)),
        section("threshold", _threshold(case)),
        section("comparison", _unpaired(case, other) if other else _comparison(case)),
        section("limits", _limits(case, other)),
    ]
    return [part for part in made if part.parts]


# -- what was evaluated --------------------------------------------------------------------------


def _data(case: Case) -> Iterator[Sentence | Table]:
    p = case.predictions
    y = case.models[0].true.values
    yield _say(f"data.{case.kind}", n=len(y))
    yield from p.import_report.sentences()
    if p.import_report.dropped:
        yield _say("data.dropped", n=len(p.import_report.dropped))
    if case.kind != "regression":
        names, sizes = np.unique(y, return_counts=True)
        rows = [[str(name), int(n), n / len(y)] for name, n in zip(names, sizes, strict=True)]
        yield Table([word("class_"), _say("data.samples"), _say("data.share")], rows, most=30)
    if case.kind == "binary":
        yield _say("data.positive", label=str(case.pos_label))
        few = int(np.count_nonzero(y == case.pos_label))
        if min(few, len(y) - few) < 20:
            yield _say("data.few", n=min(few, len(y) - few))
    group = case.columns.get("groups")
    if group is not None:
        n = len(np.unique(group.values))
        yield _say("data.groups" if case.groups is not None else "data.subgroups", n=n)
    if "sample_weight" in case.columns:
        yield _say("data.weighted")


# -- measures ------------------------------------------------------------------------------------

_TAKES = {
    "accuracy_score": "accuracy", "recall_score": "recall", "precision_score": "precision",
    "fbeta_score": "f1", "roc_auc_score": "auc", "average_precision_score": "average_precision",
    "brier_score_loss": "brier", "cost_sensitive_error": "cost", "log_loss": "log_loss",
    "balanced_accuracy_score": "balanced_accuracy",
}  # fmt: skip


def _measures(case: Case, other: Case | None) -> Iterator[Any]:
    facts = measures.facts_of(case)
    found = recommended("measure", facts)
    wanted = [_TAKES.get(name, name) for rule in found[:2] for name in rule.take]
    for rule in found[:2]:
        yield _say("recommended", when=rule.when, because=rule.because)
    cases = [(case, model) for model in case.models[:_MOST_MODELS]]
    cases += [(other, model) for model in other.models] if other else []
    for of, model in cases:
        if len(cases) > 1:
            yield _say("model", name=model.name)
        numbers = measures.numbers_of(of, model)
        numbers = [replace(n, recommended=n.name.split(".")[-1] in wanted) for n in numbers]
        yield tuple(sorted(numbers, key=lambda n: not n.recommended))
        yield from measures.undefined(of, model)
        if by_class := measures.class_numbers(of, model):
            yield tuple(by_class)
    yield _say("method.resampled" if case.resampled else "method.exact")


def _subgroups(case: Case) -> Iterator[Any]:
    group = case.subgroups
    if group is None:
        return
    values = [v.item() if isinstance(v, np.generic) else v for v in np.unique(group.values)]
    for model in case.models[:_MOST_MODELS]:
        for value in values:
            part = model.where(group, value)
            if len(part.true.values) < 2:
                yield _say("subgroup_note.one", value=str(value), name=model.name)
                continue
            weight = case.columns.get("sample_weight")
            given = {} if weight is None else {"sample_weight": weight.where(group, value)}
            own = replace(case, given=given)
            yield _say("subgroup", value=str(value), name=model.name, n=len(part.true.values))
            yield tuple(measures.numbers_of(own, part))
    yield _say("subgroup_note.many", n=len(values))


# -- figures -------------------------------------------------------------------------------------


def _figures(case: Case) -> Iterator[Picture]:
    y = case.models[0].true
    if len(y.values) > _MOST_DRAWN:
        return
    for model in case.models[:2]:
        if model.pred is not None and len(case.predictions.labels) <= 12:
            kind = "predictions" if case.kind == "regression" else "confusion_matrix"
            call = Call(f"plots.{kind}", model.true, model.pred)
            yield Picture(model.prefix + kind, _say(f"figure.{kind}", name=model.name), call)
    scored = {m.name: m.score for m in case.models[:2] if m.score is not None}
    if case.kind != "binary" or not scored or len(np.unique(y.values)) < 2:
        return
    true = measures.positive(case, case.models[0])
    level = case.options.confidence_level
    one = next(iter(scored.values()))
    curves: Any = scored if len(scored) > 1 else one
    yield Picture(
        "roc", _say("figure.roc"), Call("plots.roc", true, curves, confidence_level=level)
    )
    call = Call("plots.precision_recall", true, curves, break_even=False, confidence_level=level)
    yield Picture("precision_recall", _say("figure.precision_recall"), call)
    yield Picture("cost_curve", _say("figure.cost_curve"), Call("plots.cost_curve", true, curves))
    if is_probability(one.values) and len(y.values) >= 30:
        bins = min(10, len(y.values) // 15)
        call = Call("plots.calibration", true, one, n_bins=bins)
        yield Picture("calibration", _say("figure.calibration"), call)


# -- the threshold -------------------------------------------------------------------------------


def _threshold(case: Case) -> Iterator[Any]:
    for model in case.models[:_MOST_MODELS]:
        if (
            case.kind == "binary"
            and model.score is not None
            and len(np.unique(model.true.values)) > 1
        ):
            yield from _threshold_of(case, model)


def _threshold_of(case: Case, model: Model) -> Iterator[Any]:
    at = model.threshold
    if at is not None:
        given = case.options.threshold is not None
        yield _say("threshold.given" if given else "threshold.found", at=f"{at:g}", name=model.name)
    if not case.options.costs or case.resampled or case.options.threshold is not None:
        return
    assert model.score is not None
    reference = at if at is not None else 0.5
    call = Call(
        "threshold_saving", measures.positive(case, model), model.score, **case.options.costs,
        reference=reference, n_resamples=_RESAMPLES, random_state=case.options.random_state,
    )  # fmt: skip
    name = f"{model.prefix}saving"
    page = "unequal-costs"
    titles = {"threshold": "threshold", "apparent": "apparent", "optimism": "optimism"}
    fields = [
        Number(f"{name}.{field}", _say(f"saving.{key}"), call, field, None, page)
        for field, key in titles.items()
    ]
    saving = Number(
        name, _say("saving.saving", reference=f"{reference:g}"), call, "saving",
        Method(call, "confidence_interval", case.options.confidence_level), page,
    )  # fmt: skip
    yield (saving, *fields)
    yield _say("threshold.chosen", at=f"{call.result.threshold:g}", name=model.name)
    if is_probability(model.score.values):
        fn, fp = case.options.costs.values()
        if fn + fp:
            yield _say("threshold.calibrated", at=digits(fp / (fn + fp)))


# -- comparison ----------------------------------------------------------------------------------


def _comparison(case: Case) -> Iterator[Any]:
    models = case.models[:_MOST_MODELS]
    if len(models) < 2:
        return
    pairs = list(combinations(models, 2))
    found = []
    for a, b in pairs:
        prefix = "" if len(pairs) == 1 else f"{a.name}-{b.name}."
        yield _say("pair", a=a.name, b=b.name)
        yield from comparison.flip_table(case, a, b)
        for i, compared in enumerate(comparison.compared(case, a, b)):
            numbers = comparison.numbers_of(compared, prefix, i == 0)
            if i == 0:
                found.append(numbers[-1])
                facts = comparison.facts_of(case, compared, len(models), False)
                if because := comparison.reason(facts):
                    yield because
            yield tuple(numbers)
            yield from comparison.conclusion(case, compared, a, b)
    if len(pairs) > 1 and not case.resampled:
        adjusted = comparison.holm([n.value for n in found])
        rows = [
            [f"{a.name} - {b.name}", number.value, p]
            for (a, b), number, p in zip(pairs, found, adjusted, strict=True)
        ]
        yield Table([_say("pairs.head"), "p", word("adjusted_p")], rows, _say("pairs.holm"))


def _unpaired(case: Case, other: Case) -> Iterator[Any]:
    a, b = case.models[0], other.models[0]
    facts = comparison.facts_of(case, None, 2, True)
    if because := comparison.reason(facts):
        yield because
    level = case.options.confidence_level
    names = {"auc": "roc-compare", "accuracy": "which-test"}
    first = {n.name.split(".")[-1]: n for n in measures.numbers_of(case, a)}
    second = {n.name.split(".")[-1]: n for n in measures.numbers_of(other, b)}
    main = "r2_score" if case.kind == "regression" else "auc"
    for name in (main, "accuracy"):
        if name not in first or name not in second:
            continue
        interval = Call("difference_interval", first[name].interval, second[name].interval)
        own = f"{name}_difference"
        title = _say("difference.of", title=first[name].title)
        yield (Number(own, title, interval, "estimate", interval, names.get(name, "")),)
    if case.kind != "regression" and a.pred is not None and b.pred is not None:
        errors = [Column(f"{m.true.code} != {m.pred.code}", m.true.values != m.pred.values)
                  for m in (a, b) if m.pred is not None]  # fmt: skip
        test = Call("unpaired_test", *errors)
        compared = comparison.Compared(
            "error",
            "error_rate",
            test,
            Method(test, "confidence_interval", level),
            False,
            "which-test",
        )
        yield tuple(comparison.numbers_of(compared, "", True))
        yield from comparison.conclusion(case, compared, a, b)


# -- what it does not show -----------------------------------------------------------------------


def _limits(case: Case, other: Case | None) -> Iterator[Sentence]:
    yield _say("limit.models")
    yield _say("limit.samples")
    if case.groups is None:
        yield _say("limit.independent")
    if case.kind != "regression":
        yield _say("limit.many")
    if other is not None:
        yield _say("limit.unpaired")
