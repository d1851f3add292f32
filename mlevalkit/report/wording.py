"""The answer in a few sentences, and the paragraph for a paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ..display.workings import Messages, Sentence, word
from .case import Case, Model
from .comparison import Difference
from .measures import Measure, interval_methods
from .sources import Number, Shown, p_shown

_say = Messages(__package__)

_NAMED = 3  # models that a sentence names


# -- the answer -----------------------------------------------------------------------------------


def answer(
    case: Case,
    other: Case | None,
    first: list[Measure],
    ranked: dict[str, list[Number]],
    found: list[Difference],
    n_warnings: int,
) -> tuple[Sentence, ...]:
    """Return which model is best, than which it is better, and what does not follow."""
    said = []
    names = {model.prefix: model.name for of in (case, other) if of for model in of.models}
    for measure in first:
        values = ranked[measure.name]
        on = _say("answer.on", samples=samples(case, other)) if measure is first[0] else ""
        said.append(_lead(measure, values, names, on, case.options.confidence_level))
        own = [d for d in found if d.measure == measure.name]
        said += verdicts(own, case.options.baseline, shared=_shared(values))
    if len(names) == 1 and first[0].name == "accuracy" and case.kind != "answers":
        label, size = max(case.class_sizes.items(), key=lambda item: item[1])
        share = f"{size / sum(case.class_sizes.values()):.2g}"
        said.append(_say("answer.majority", label=str(label), share=share))
    alike = any(d.verdict == "alike" for d in found)
    kind = "one" if len(names) == 1 else "alike" if alike else "many"
    said.append(_say(f"answer.limit.{kind}"))
    if (fold := case.predictions.fold) is not None:
        said.append(_say("answer.folds", k=len(np.unique(fold))))
    said.append(many("answer.warnings", n_warnings))
    return tuple(said)


def listed(parts: list[Any]) -> Sentence:
    """Return parts with commas, and an "and" before the last one."""
    *most, last = parts
    return word("and").join([word("comma").join(most), last]) if most else word("comma").join(parts)


def many(key: str, n: int) -> Sentence:
    """Return a sentence in the singular, in the plural, or about none."""
    form = {0: "none", 1: "one"}.get(n, "many")
    return _say(f"{key}.{form}", n=n)


def samples(case: Case, other: Case | None = None) -> Sentence:
    """Return in words how many samples there are, of which classes."""
    if other is not None:
        first = case.models[0].name
        second = other.models[0].name
        places = {"a": first, "b": second, "n": case.n_samples, "m": other.n_samples}
        return _say("samples.apart", **places)
    n = many("samples.n", case.n_samples)
    if case.kind == "binary":
        sizes = [f"{label}: {size}" for label, size in case.class_sizes.items()]
        return _say("samples.of", samples=n, classes=word("comma").join(sizes))
    if case.kind == "multiclass":
        return _say("samples.classes", samples=n, k=len(case.predictions.labels))
    return n


def estimate(number: Number, level: float) -> Sentence:
    """Return a value with its interval."""
    shown = number.shown
    if not shown.low:
        return _say("estimate.bare", value=shown.value)
    percent = f"{100 * level:g}"
    return _say(
        "estimate.interval", value=shown.value, level=percent, low=shown.low, high=shown.high
    )


def _lead(
    measure: Measure, values: list[Number], names: dict[str, str], on: Any, level: float
) -> Sentence:
    """Return which model has the best value, on which samples."""
    if not values:
        return _say("answer.undefined", title=measure.title, on=on)
    best = values[0]
    places = {"title": measure.title, "value": estimate(best, level), "on": on}
    if len(names) == 1:
        return _say("answer.alone", **places)
    leaders = [number for number in values if number.value == best.value]
    name = listed([names[n.name.removesuffix(measure.name)] for n in leaders])
    key = "shared" if len(leaders) > 1 else "lead"
    extreme = "highest" if measure.higher else "lowest"
    return _say(f"answer.{key}.{extreme}", name=name, **places)


def _shared(values: list[Number]) -> bool:
    """Tell whether several models have the best value."""
    return len(values) > 1 and values[0].value == values[1].value


def verdicts(
    found: Iterable[Difference], baseline: str | None, *, shared: bool = False
) -> Iterator[Sentence]:
    """Yield from which models the best, or the baseline, differs, and from which it does not."""
    found = list(found)
    for verdict in ("better", "worse", "alike"):
        own = [d for d in found if d.verdict == verdict]
        if not own:
            continue
        named = [_pair(d, baseline) for d in own[:_NAMED]]
        if len(own) > _NAMED:
            more = word("comma").join(named)
            named = [_say("answer.more", said=more, n=len(own) - _NAMED)]
        said = listed(named)
        if baseline:
            yield _say(f"answer.baseline.{verdict}", said=said, baseline=baseline)
        else:
            it = own[0].first if shared else _say("answer.it")
            yield _say(f"answer.{verdict}", it=it, said=said)


def _pair(d: Difference, baseline: str | None) -> Sentence:
    """Return by how much a model differs from the best, or from the baseline."""
    shown = d.number.shown
    name = d.first if baseline else d.second
    if not shown.low:
        return _say("answer.pair.unbounded", name=name, value=shown.value)
    key: str = d.verdict
    if baseline and d.verdict != "alike":
        key = "baseline"
    if d.verdict == "worse":
        shown = Shown.of(-d.number.value, -d.number.high, -d.number.low)
    return _say(f"answer.pair.{key}", name=name, value=shown.value, low=shown.low, high=shown.high)


# -- for a paper ----------------------------------------------------------------------------------


def paper(
    case: Case,
    other: Case | None,
    columns: list[Measure],
    models: list[Model],
    numbers: dict[str, list[Number]],
    found: list[Difference],
) -> Sentence:
    """Return the paragraph: samples, values with intervals, differences, and all methods."""
    level = case.options.confidence_level
    said = [_say(f"paper.{case.kind}", n=samples(case, other), label=str(case.pos_label))]
    shown: list[Number] = []
    by_measure = []
    for measure in columns:
        known = {number.name: number for own in numbers.values() for number in own}
        named = {model.name: known.get(model.prefix + measure.name) for model in models}
        chosen = {name: number for name, number in named.items() if number is not None}
        shown += chosen.values()
        values = [_valued(name if len(models) > 1 else "", n) for name, n in chosen.items()]
        if values:
            said_of_it = word("comma").join(values)
            by_measure.append(_say("paper.measure", title=measure.title, said=said_of_it))
    percent = f"{100 * level:g}"
    said.append(_say("paper.values", level=percent, said=word("semicolon").join(by_measure)))
    said += interval_methods(case, shown)
    said += paper_of_differences(found, level)
    return word("between_sentences").join(said)


def _valued(name: Any, number: Number) -> Sentence:
    """Return a value with its interval, after a name if there is one."""
    shown = number.shown
    key = "paper.interval" if shown.low else "paper.bare"
    value = _say(key, value=shown.value, low=shown.low, high=shown.high)
    return _say("paper.named", name=name, value=value) if name else value


def paper_of_differences(found: Iterable[Difference], level: float) -> Iterator[Sentence]:
    """Yield the differences with intervals and p-values, and what they were computed by."""
    found = list(found)
    if not found:
        return
    pairs = []
    for d in found:
        pair = _valued(d.number.title, d.number)
        if d.pvalue:
            pair = _say("paper.with_p", pair=pair, p=p_shown(d.pvalue.value))
        pairs.append(pair)
    percent = f"{100 * level:g}"
    yield _say("paper.differences", level=percent, said=word("semicolon").join(pairs))
    tests = dict.fromkeys(d.test.function if d.test else d.number.source.function for d in found)
    yield from (_say(f"test.{name}") for name in tests)
    if found[0].pairs > 1:
        yield _say("paper.adjusted", m=found[0].pairs)
