"""How much better one model is than another: the interval of the difference decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import comb
from typing import Literal

import numpy as np

from ..display.workings import Messages, Sentence, digits
from .case import Case, Model
from .measures import (
    LOSSES,
    MEASURES,
    Measure,
    bootstrap,
    columns_of,
    loss_of,
    number_of,
    options_of,
)
from .sources import Number, Source, call, column, function, p_shown

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
    equivalence : Number or None
        The p-value of equivalence within the margin that was given.
    pairs : int
        For how many pairs at once the interval and the p-value hold.
    """

    first: str
    second: str
    measure: str
    number: Number
    test: Source | None = None
    pvalue: Number | None = None
    equivalence: Number | None = None
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
        """The difference, its p-value, and that of equivalence, where there are such."""
        found = (self.number, self.pvalue, self.equivalence)
        return tuple(number for number in found if number is not None)


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
        interval = _combined(measure, a, b, level)
        if interval is None:
            return None
    title = _say("difference.of", title=measure.title, a=a.name, b=b.name)
    number = Number(name, title, interval.attribute("estimate"), interval, measure.page)
    found = Difference(a.name, b.name, measure.name, number, test, pairs=pairs)
    if test is None:
        return found
    margin = options.margin if pairs == 1 else None
    pvalue = _adjusted(test, f"{name}.pvalue", pairs)
    found = replace(found, equivalence=_equivalence(test, name, margin))
    return found.with_pvalue(pvalue, 1 - options.confidence_level)


def _adjusted(test: Source, name: str, pairs: int) -> Number:
    """Return the p-value of a test; of several pairs, by Bonferroni as the intervals are."""
    p = test.attribute("pvalue")
    if pairs > 1:
        one = p
        code = f"min(1, {pairs} * {one.code})"
        p = Source(code, lambda: min(1, pairs * one.value), one.function, one.working)
    return Number(name, _say("difference.pvalue"), p)


def _equivalence(test: Source, name: str, margin: float | None) -> Number | None:
    if margin is None:
        return None
    found = call("equivalence_test", test, margin)
    title = _say("difference.equivalence", margin=f"{margin:g}")
    return Number(f"{name}.equivalence", title, found.attribute("pvalue"), page="which-test#rope")


# -- the test and the interval of a pair ----------------------------------------------------------

Tested = tuple[Source | None, Source | None]


def _tested(measure: Measure, a: Model, b: Model, level: float) -> Tested:
    """Return the test of a pair, if there is one, and the interval of the advantage of A."""
    if a.case is not b.case:
        return _unpaired(measure, a, b, level)
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
    test = call("delong_test", true, a.score, b.score, **a.counts)
    if test.value.standard_error:
        return _with_interval(test, level)
    exact = call("separation_interval", true, a.score, b.score, confidence_level=level)
    try:
        _ = exact.value
    except ValueError:  # not all pairs are alike
        return None, _combined(MEASURES["auc"], a, b, level)
    return None, exact


def _unpaired(measure: Measure, a: Model, b: Model, level: float) -> Tested:
    """Compare models on two test sets."""
    if measure.name == "accuracy" and not (a.resampled or b.resampled or a.case.counted):
        return _with_interval(call("unpaired_test", b.wrong, a.wrong), level)
    return None, _combined(measure, a, b, level)


def _combined(measure: Measure, a: Model, b: Model, level: float) -> Source | None:
    """Return the interval of the advantage of A from the intervals of both, if there are two."""
    better, worse = (a, b) if measure.higher else (b, a)
    found = [number_of(measure, model, level) for model in (better, worse)]
    ends = [number.interval for number in found if number is not None and number.interval]
    return call("difference_interval", *ends) if len(ends) == 2 else None


# -- in words -------------------------------------------------------------------------------------


def flips(a: Model, b: Model) -> dict[str, list[int]]:
    """Return the rows that only A, or only B, gets right: lines of the file, where known."""
    case: Case = a.case
    if a.pred is None or b.pred is None or case.kind in ("regression", "grades") or case.counted:
        return {}
    if b.case is not case:
        return {}
    of_a = a.wrong.value
    of_b = b.wrong.value
    rows = case.predictions.rows
    rows = np.arange(len(of_a)) if rows is None else rows
    return {"a_only": rows[of_b & ~of_a].tolist(), "b_only": rows[of_a & ~of_b].tolist()}


def equivalence(d: Difference, margin: float | None) -> Iterator[Sentence]:
    """Yield whether the difference lies within the margin, and whether the first is no worse."""
    if margin is None:
        return
    low = d.number.low
    high = d.number.high
    if d.equivalence is not None:
        shown = d.equivalence.value < _ALPHA
    else:
        shown = -margin < low and high < margin
    places = {"a": d.first, "b": d.second, "margin": f"{margin:g}"}
    p = "" if d.equivalence is None else p_shown(d.equivalence.value)
    key = "equivalent" if shown else "not_equivalent"
    yield _say(f"conclusion.{key}", p=f" ({p})" if p else "", **places)
    if not shown:
        key = "noninferior" if low > -margin else "not_noninferior"
        yield _say(f"conclusion.{key}", low=digits(low), **places)
