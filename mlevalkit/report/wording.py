"""Sentences on several models: which differ and which do not, in the answer and for a paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..display.workings import Messages, Sentence, word
from .comparison import Difference, tests_of
from .sources import Number, Shown, p_shown

_say = Messages(__package__)

_NAMED = 3  # models that a sentence names


def listed(parts: list[Any]) -> Sentence:
    """Return parts with commas, and an "and" before the last one."""
    *most, last = parts
    return word("and").join([word("comma").join(most), last]) if most else word("comma").join(parts)


def many(key: str, n: int) -> Sentence:
    """Return a sentence in the singular, in the plural, or about none."""
    form = {0: "none", 1: "one"}.get(n, "many")
    return _say(f"{key}.{form}", n=n)


def verdicts(
    found: Iterable[Difference], baseline: str | None, *, shared: bool = False
) -> Iterator[Sentence]:
    """Yield from which models the best, or the baseline, differs, and from which it does not."""
    found = list(found)
    clauses = []
    for verdict in ("better", "worse", "alike"):
        own = [_pair(d, baseline) for d in found if d.verdict == verdict]
        if not own:
            continue
        said = listed(own[:_NAMED])
        if len(own) > _NAMED:
            more = word("comma").join(own[:_NAMED])
            said = _say("answer.more", said=more, n=len(own) - _NAMED)
        if baseline:
            yield _say(f"answer.baseline.{verdict}", said=said, baseline=baseline)
        else:
            clauses.append(_say(f"answer.clause.{verdict}", said=said))
    if clauses:
        it = _say("answer.named", name=found[0].first) if shared else _say("answer.it")
        yield _say("answer.verdict", it=it, said=_say("answer.but").join(clauses))


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


def valued(name: Any, number: Number) -> Sentence:
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
        pair = valued(d.number.title, d.number)
        if d.pvalue:
            pair = _say("paper.with_p", pair=pair, p=p_shown(d.pvalue.value))
        pairs.append(pair)
    percent = f"{100 * level:g}"
    yield _say("paper.differences", level=percent, said=word("semicolon").join(pairs))
    yield from tests_of(found)
    if found[0].pairs > 1:
        yield _say("paper.adjusted", m=found[0].pairs)
