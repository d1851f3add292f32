"""How much better one model is than another: the interval of the difference decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import comb
from typing import Any, Literal

import numpy as np

from ..display.workings import Messages, Sentence, word
from .case import Model
from .estimates import (
    LOSSES,
    Measure,
    bootstrap,
    columns_of,
    loss_of,
    options_of,
)
from .sources import Number, Shown, Source, call, column, function, p_shown

_say = Messages(__package__)

Verdict = Literal["better", "worse", "alike"]
_ALPHA = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """By how much `first` is better than `second`, in the unit of the measure.

    Attributes
    ----------
    first, second : str
        Names of the two models.
    measure : str
        The name of the measure.
    number : Number
        The advantage of the first one with its interval; positive where it is better.
    test : Source or None
        The test whose p-value goes with the interval.
    pvalue : Number or None
        The p-value, adjusted as the interval is; None where no test belongs to the interval.
    pairs : int
        For how many pairs at once the interval and the p-value hold.
    """

    first: str
    second: str
    measure: str
    number: Number
    test: Source | None = None
    pvalue: Number | None = None
    pairs: int = 1

    @property
    def verdict(self) -> Verdict:
        """What the interval says, as it is printed: the first is better or worse, or neither."""
        shown = self.number.shown
        if not shown.excludes_zero:
            return "alike"
        return "better" if float(shown.low) > 0 else "worse"

    def with_pvalue(self, pvalue: Number, alpha: float) -> Difference:
        """Return the same with a p-value, if it says the same as the interval."""
        agrees = (pvalue.value < alpha) == (self.verdict != "alike")
        return replace(self, pvalue=pvalue) if agrees else self

    @property
    def numbers(self) -> tuple[Number, ...]:
        """The difference, and its p-value where there is one."""
        return (self.number,) if self.pvalue is None else (self.number, self.pvalue)


def tests_of(found: Iterable[Difference]) -> Iterator[Sentence]:
    """Yield in words by which tests the differences were found."""
    names = [d.test.function if d.test else d.number.source.function for d in found]
    yield from (_say(f"test.{name}") for name in dict.fromkeys(names))


def differences(measure: Measure, ranked: list[Model]) -> Iterator[Difference]:
    """Yield the differences from the best model, or of all models from the chosen baseline.

    `ranked` holds the models, the best first. As the best is chosen by the results, the intervals
    then hold for all pairs together (Bonferroni).
    """
    named = ranked[0].case.options.baseline if ranked else None
    baseline = next((model for model in ranked if model.name == named), None)
    if baseline is not None:
        pairs = [(model, baseline) for model in ranked if model is not baseline]
        m = len(pairs)
    else:
        pairs = [(ranked[0], model) for model in ranked[1:]]
        m = comb(len(ranked), 2)
    for a, b in pairs:
        if (found := _difference(measure, a, b, m)) is not None:
            yield found


def _difference(measure: Measure, a: Model, b: Model, pairs: int) -> Difference | None:
    """Return the advantage of model A over B, None if no interval of it can be computed."""
    options = a.case.options
    level = 1 - (1 - options.confidence_level) / pairs
    name = f"{a.name} over {b.name}.{measure.name}"
    test, interval = _tested(measure, a, b, level)
    if interval is None:
        return None
    try:
        low, high = interval.value
    except ValueError:  # a resample lacks a class, say
        return None
    if low == high:  # all resamples are alike
        return None
    title = _say("difference.of", title=measure.title, a=a.name, b=b.name)
    number = Number(name, title, interval.attribute("estimate"), interval, measure.page)
    found = Difference(a.name, b.name, measure.name, number, test, pairs=pairs)
    if test is None:
        return found
    pvalue = _adjusted(test, f"{name}.pvalue", pairs)
    return found.with_pvalue(pvalue, 1 - options.confidence_level)


def _adjusted(test: Source, name: str, pairs: int) -> Number:
    """Return the p-value of a test; of several pairs, by Bonferroni as the intervals are."""
    p = test.attribute("pvalue")
    if pairs > 1:
        p = p.then(f"min(1, {pairs} * {{}})", lambda one: min(1, pairs * one))
    return Number(name, _say("difference.pvalue"), p)


# -- the test and the interval of a pair ----------------------------------------------------------

Tested = tuple[Source | None, Source | None]


def _tested(measure: Measure, a: Model, b: Model, level: float) -> Tested:
    """Return the test of a pair, if there is one, and the interval of the advantage of A."""
    if not a.resampled:
        if measure.name == "accuracy":
            return _with_interval(_mcnemar(a, b), level)
        if measure.name == "auc":
            return _auc(a, b, level)
        if measure.name in LOSSES and not a.case.counted:
            pair = (b, a)
            test = call("paired_t_test", *(loss_of(measure, model) for model in pair))
            return _with_interval(test, level)
        if measure.interval == "mean":
            more, less = (a, b) if measure.higher else (b, a)
            return _with_interval(call("paired_t_test", more.pred, less.pred), level)
    if a.case.counted:
        return None, None
    better, worse = (a, b) if measure.higher else (b, a)
    true, first = columns_of(measure, better)
    second = columns_of(measure, worse)[1]
    options = options_of(measure, a)
    if measure.name in ("recall", "precision", "f1"):
        options["zero_division"] = 0
    of = function(measure.function, **options)
    return None, bootstrap(of, a, level, true, first, second)


def _with_interval(test: Source, level: float) -> tuple[Source, Source]:
    return test, test.method("confidence_interval", level)


def _mcnemar(a: Model, b: Model) -> Source:
    """Return McNemar's test without correction: Tango's interval is of the same procedure.

    Its difference is that of the error rates of the first less the second: the advantage of A is
    the error rate of B less that of A.
    """
    if not a.case.counted:
        return call("mcnemar_test", a.true, b.pred, a.pred, correction=False)
    n = a.weight
    assert n is not None
    of_a = a.wrong
    of_b = b.wrong
    code = f"np.bincount(2 * ({of_a.code}) + ({of_b.code}), {n.code}, 4).reshape(2, 2)"
    table = np.bincount(2 * of_a.value + of_b.value, n.value, 4).reshape(2, 2)
    return call("mcnemar_test", table=column(code, table), correction=False)


def _auc(a: Model, b: Model, level: float) -> Tested:
    true = a.positive
    if min(a.case.class_sizes.values()) > 1:
        test = call("delong_test", true, a.score, b.score, **a.counts)
        if test.value.standard_error:
            return _with_interval(test, level)
    return None, call("separation_interval", true, a.score, b.score, confidence_level=level)


def flips(a: Model, b: Model) -> dict[str, list[int]]:
    """Return the rows that only A, or only B, gets right: lines of the file, where known."""
    case = a.case
    if a.pred is None or b.pred is None or case.kind in ("regression", "grades") or case.counted:
        return {}
    of_a = a.wrong.value
    of_b = b.wrong.value
    rows = case.predictions.rows
    rows = np.arange(len(of_a)) if rows is None else rows
    return {"a_only": rows[of_b & ~of_a].tolist(), "b_only": rows[of_a & ~of_b].tolist()}


# -- in words -------------------------------------------------------------------------------------

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
