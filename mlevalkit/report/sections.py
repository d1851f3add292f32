"""The sections of a report, in the order of an honest evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

import numpy as np

from ..display.workings import Messages, Sentence, Table, digits, word
from . import comparison, measures
from .calls import Call, Number
from .case import Case, Model, is_probability
from .checks import said_of_duplicates
from .comparison import Compared
from .figures import figures_of, names_of
from .progress import steps
from .rules import recommended

_say = Messages(__package__)

MOST_MODELS = 6
_RESAMPLES = 400  # of the saving: its optimism is a mean


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report: sentences, tables, numbers, figures, in reading order."""

    name: str
    title: Sentence
    parts: tuple[Any, ...]

    @property
    def numbers(self) -> dict[str, Number]:
        """All numbers of the section by name."""
        return {n.name: n for part in self.parts if isinstance(part, tuple) for n in part}


def section(name: str, parts: Iterable[Any]) -> Section:
    """Return a section with the title of its name."""
    return Section(name, _say(f"section.{name}"), tuple(parts))


def sections_of(
    case: Case, other: Case | None, warned: Iterable[Any], progress: bool = False
) -> list[Section]:
    """Return all sections that apply, in order; `other` is a second test set."""
    parts: tuple[tuple[str, Iterable[Any]], ...] = (
        ("data", chain(_data(case), warned)),
        ("measures", _measures(case, other)),
        ("figures", chain(figures_of(case), [_say("figure.left_out.other")] if other else [])),
        ("subgroups", _subgroups(case)),
        ("threshold", chain(_threshold(case), _threshold(other) if other else [])),
        ("comparison", _unpaired(case, other) if other else _comparison(case)),
        ("limits", _limits(case, other)),
    )
    made = []
    for i, (name, items) in enumerate(parts, start=1):
        title = f"{_say(f'section.{name}')} {i}/{len(parts)}"
        made.append(section(name, steps(items, title, progress)))
    return [part for part in made if part.parts]


# -- what was evaluated --------------------------------------------------------------------------


def _data(case: Case) -> Iterator[Sentence | Table]:
    p = case.predictions
    m = case.n_samples
    yield _say(f"data.{case.kind}", n=m, k=len(p.labels))
    yield from p.import_report.sentences()
    if not p.import_report.dropped:
        yield _say("data.complete")
    yield from said_of_duplicates(p)
    if case.kind != "regression":
        rows = [[str(name), n, n / m] for name, n in case.class_sizes.items()]
        yield Table([word("class_"), _say("data.samples"), _say("data.share")], rows, most=30)
    if case.kind == "binary":
        yield _say("data.positive", label=str(case.pos_label))
    if case.subgroups is not None:
        yield _say("data.subgroups", n=len(np.unique(case.subgroups.values)))
    if "sample_weight" in case.columns and not case.counted:
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
    found = [rule for rule in found if len(rule.conditions) > 1] or found  # else for other cases
    wanted = [_TAKES.get(name, name) for rule in found[:2] for name in rule.take]
    yield _say("first")
    yield from found[:2]
    cases = [(case, model) for model in case.models[:MOST_MODELS]]
    cases += [(other, model) for model in other.models] if other else []
    shown: list[Number] = []
    for of, model in cases:
        if len(cases) > 1:
            yield _say("model", name=model.name)
        numbers = measures.numbers_of(of, model)
        shown += numbers
        numbers = [replace(n, recommended=n.name.split(".")[-1] in wanted) for n in numbers]
        yield tuple(sorted(numbers, key=lambda n: not n.recommended))
        if by_class := measures.class_numbers(of, model):
            shown += by_class
            yield tuple(by_class)
        yield from measures.left_out(of, model)
    if more := case.models[MOST_MODELS:]:
        yield _say("left_out.models", most=MOST_MODELS, names=names_of(more))
    yield _say("method.each")
    yield from measures.interval_methods(case, shown)


def _subgroups(case: Case) -> Iterator[Any]:
    group = case.subgroups
    if group is None:
        return
    values = [v.item() if isinstance(v, np.generic) else v for v in np.unique(group.values)]
    for model in case.models[:MOST_MODELS]:
        for value in values:
            part = model.where(group, value)
            if len(part.true.values) < 2:
                yield _say("subgroup_note.one", value=str(value), name=model.name)
                continue
            weight = case.columns.get("sample_weight")
            given = {} if weight is None else {"sample_weight": weight.where(group, value)}
            own = replace(case, given=given)
            yield _say("subgroup", value=str(value), name=model.name, n=len(part.true.values))
            numbers = measures.numbers_of(own, part)
            yield tuple(  # one working each: a page holds many groups
                replace(n, call=n.interval, field="estimate") if n.interval else n for n in numbers
            )
    yield _say("subgroup_note.many", n=len(values))


# -- the threshold -------------------------------------------------------------------------------


def _threshold(case: Case) -> Iterator[Any]:
    if case.kind != "binary" or len(case.class_sizes) < 2:
        return
    for model in case.models[:MOST_MODELS]:
        if model.score is not None:
            if len(case.models) > 1:
                yield _say("model", name=model.name)
            yield from _threshold_of(case, model)
    scores = [model.score.values for model in case.models if model.score is not None]
    fp = case.options.cost_fp or 0
    costs = fp + (case.options.cost_fn or 0)
    if costs and any(map(is_probability, scores)):
        yield _say("threshold.calibrated", at=digits(fp / costs))


def _not_chosen(case: Case, model: Model) -> str:
    """Return why no threshold is chosen; "" if one is."""
    reasons = {
        "no_costs": not case.options.costs,
        "counted": case.counted,
        "resampled": case.resampled,
        "no_reference": model.threshold is None,
    }
    return next((name for name, holds in reasons.items() if holds), "")


def _threshold_of(case: Case, model: Model) -> Iterator[Any]:
    reference = model.threshold
    given = case.options.threshold
    if given is not None:
        yield _say("threshold.given", at=f"{given:g}")
        return
    if reference is not None:
        yield _say("threshold.found", at=f"{reference:g}")
    if why := _not_chosen(case, model):
        yield _say(f"threshold.{why}")
        return
    assert model.score is not None
    call = Call(
        "threshold_saving",
        measures.positive(case, model),
        model.score,
        **case.options.costs,
        reference=reference,
        n_resamples=_RESAMPLES,
        random_state=case.options.random_state,
    )
    name = f"{model.prefix}saving"
    page = "unequal-costs"
    fields = [
        Number(f"{name}.{field}", _say(f"saving.{field}"), call, field, page=page)
        for field in ("threshold", "apparent", "optimism")
    ]
    title = _say("saving.saving", reference=f"{reference:g}")
    interval = Call("confidence_interval", case.options.confidence_level, of=call)
    yield (Number(name, title, call, "saving", interval, page), *fields)
    yield _say("threshold.chosen", at=f"{call.result.threshold:g}")


# -- comparison ----------------------------------------------------------------------------------


def _comparison(case: Case) -> Iterator[Any]:
    models = case.models[:MOST_MODELS]
    pairs = list(combinations(models, 2))
    pvalues: dict[str, float] = {}
    for a, b in pairs:
        yield _say("pair", a=a.name, b=b.name)
        yield from comparison.flip_table(case, a, b)
        found = comparison.compared(case, a, b)
        if not found:
            yield _say("conclusion.none", a=a.name, b=b.name)
            continue
        facts = comparison.facts_of(case, found[0], len(models), "one_test_set")
        yield recommended("test", facts)[0]
        prefix = "" if len(pairs) == 1 else f"{a.name}-{b.name}."
        yield from _differences(found, case.n_samples, prefix)
        if found[0].test is not None:
            pvalues[f"{a.name} - {b.name}"] = found[0].test.result.pvalue
    if len(pvalues) > 1:
        adjusted = comparison.holm(pvalues.values())
        rows = [[*of, p] for of, p in zip(pvalues.items(), adjusted, strict=True)]
        yield Table([_say("pairs.head"), "p", word("adjusted_p")], rows, _say("pairs.holm"))


def _unpaired(case: Case, other: Case) -> Iterator[Any]:
    found = comparison.unpaired(case, other)
    if found:
        facts = comparison.facts_of(case, found[0], 2, "two_test_sets")
        yield recommended("test", facts)[0]
    yield from _differences(found, case.n_samples + other.n_samples, "")


def _differences(found: list[Compared], m: int, prefix: str) -> Iterator[Any]:
    for i, c in enumerate(found):
        yield tuple(comparison.numbers_of(c, prefix, i == 0))
        yield from comparison.conclusion(c, m)


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
