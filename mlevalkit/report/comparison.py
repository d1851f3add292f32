"""Two models: which cases flip, the interval of the difference first, then the test."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .._workings import Messages, Sentence, Table, digits
from ..many_learners.pairwise import adjusted_pvalues
from ..results import p_text
from .calls import Call, Column, Method, Number, Of
from .case import Case, Model
from .measures import auc_interval, bootstrap, positive

_say = Messages(__package__)

_SHOWN = 20  # row numbers of flips


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison yields: its test, and whether a high value is good."""

    name: str
    test: Call | None
    interval: Call
    higher: bool
    page: str


def flips(case: Case, a: Model, b: Model) -> dict[str, list[int]]:
    """Return the rows that only A, or only B, gets right: lines of the file, where known."""
    if a.pred is None or b.pred is None or case.kind == "regression" or case.counted:
        return {}
    right = [model.pred.values == model.true.values for model in (a, b) if model.pred is not None]
    rows = case.predictions.rows
    rows = np.arange(len(right[0])) if rows is None else rows
    return {
        "a_only": rows[right[0] & ~right[1]].tolist(),
        "b_only": rows[right[1] & ~right[0]].tolist(),
    }


def flip_table(case: Case, a: Model, b: Model) -> Iterator[Table | Sentence]:
    """Yield the flips as a table: how many, and where."""
    found = flips(case, a, b)
    if found:
        header = [_say("flips.kind"), _say("flips.number"), _say("flips.rows")]
        names = {"a": a.name, "b": b.name}
        rows = [[_say(f"flips.{k}", **names), len(at), _listed(at)] for k, at in found.items()]
        where = "position" if case.predictions.rows is None else "line"
        yield Table(header, rows, _say(f"flips.{where}"))


def _listed(rows: list[int]) -> str:
    more = " ..." if len(rows) > _SHOWN else ""
    return ", ".join(map(str, rows[:_SHOWN])) + more


def compared(case: Case, a: Model, b: Model) -> Iterator[Compared]:
    """Yield the comparisons that these columns allow, the recommended one first."""
    if case.resampled:
        yield from _drawn(case, a, b)
        return
    if case.kind == "regression":
        yield _losses(case, "mse", *(_squares(m) for m in (a, b)))
        return
    has_labels = a.pred is not None and b.pred is not None
    if has_labels and case.options.costs and case.kind == "binary" and not case.counted:
        yield _losses(case, "cost", *(_costs(case, m) for m in (a, b)))
    if case.kind == "binary" and a.score is not None and b.score is not None:
        yield _auc(case, a, b)
    if not has_labels:
        return
    given = {"table": _mcnemar_table(case, a, b)} if case.counted else {}
    test = Call("mcnemar_test", *([] if given else [a.true, a.pred, b.pred]), **given, mid_p=True)
    level = case.options.confidence_level
    interval = Method(test, "confidence_interval", level)
    yield Compared("error", test, interval, False, "mcnemar")


def _mcnemar_table(case: Case, a: Model, b: Model) -> Column:
    """Return B right and wrong by A right and wrong, of a table of counts."""
    assert a.pred is not None
    assert b.pred is not None
    n = case.columns["sample_weight"]
    wrong_a, wrong_b = (model.pred.values != model.true.values for model in (a, b) if model.pred)
    table = np.bincount(2 * wrong_b + wrong_a, n.values, 4).reshape(2, 2)
    wrong = f"2 * ({b.pred.code} != {a.true.code}) + ({a.pred.code} != {a.true.code})"
    return Column(f"np.bincount({wrong}, {n.code}, 4).reshape(2, 2)", table)


def _auc(case: Case, a: Model, b: Model) -> Compared:
    true = positive(case, a)
    level = case.options.confidence_level
    test = Call("delong_test", true, a.score, b.score, **case.counts)
    interval: Call = Method(test, "confidence_interval", level)
    if test.result.standard_error == 0:
        exact = Call("separation_interval", true, a.score, b.score, confidence_level=level)
        try:
            _ = exact.result
            interval = exact
        except ValueError:  # not all pairs are alike
            ends = [auc_interval(replace(m, true=true), confidence_level=level) for m in (a, b)]
            interval = Call("difference_interval", *ends)
    return Compared("auc", test, interval, True, "auc-compare")


def _losses(case: Case, name: str, a: Column, b: Column) -> Compared:
    test = Call("paired_t_test", a, b)
    interval = Method(test, "confidence_interval", case.options.confidence_level)
    return Compared(name, test, interval, False, "t-test")


def _squares(model: Model) -> Column:
    assert model.pred is not None
    code = f"({model.true.code} - {model.pred.code}) ** 2"
    return Column(code, (model.true.values - model.pred.values) ** 2)


def _costs(case: Case, model: Model) -> Column:
    assert model.pred is not None
    fn = case.options.cost_fn
    fp = case.options.cost_fp
    true = model.true
    pred = model.pred
    price = np.where(true.values == case.pos_label, *case.options.costs.values())
    code = (
        f"np.where({true.code} == {pred.code}, 0, "
        f"np.where({true.code} == {case.pos_label!r}, {fn!r}, {fp!r}))"
    )
    return Column(code, np.where(true.values == pred.values, 0, price))


def _drawn(case: Case, a: Model, b: Model) -> Iterator[Compared]:
    """Yield differences whose intervals come from the bootstrap; they have no test."""
    if case.kind == "binary" and a.score is not None and b.score is not None:
        call = bootstrap(case, Of("roc_auc_score", {}), positive(case, a), a.score, b.score)
        yield Compared("auc", None, call, True, "case-study#open")
    function = "mean_squared_error" if case.kind == "regression" else "error_rate"
    if a.pred is not None and b.pred is not None:
        call = bootstrap(case, Of(function, {}), a.true, a.pred, b.pred)
        name = "mse" if case.kind == "regression" else "error"
        yield Compared(name, None, call, False, "case-study#open")


def numbers_of(c: Compared, prefix: str, first: bool) -> list[Number]:
    """Return the difference with its interval, statistic and p-value."""
    name = prefix + ("difference" if first else f"{c.name}_difference")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _ = c.interval.result
    title = _say(f"difference.{c.name}")
    found = [Number(name, title, c.interval, "estimate", c.interval, c.page, recommended=first)]
    if c.test is not None:
        test = name_of(c.test, c.interval)
        found += [
            Number(
                f"{name}.{field}",
                _say(f"difference.{field}", test=test),
                c.test,
                field,
                page=c.page,
            )
            for field in ("statistic", "pvalue")
        ]
    return found


def name_of(test: Call, interval: Call | None) -> Sentence:
    """Return the name of a test, with the method of the interval beside it."""
    own = isinstance(interval, Method)
    return _say(f"test.{test.function}" if own else "test.no_standard_error")


def conclusion(
    case: Case, c: Compared, a: Model, b: Model, margin: float | None
) -> Iterator[Sentence]:
    """Yield what the difference shows, and what it does not."""
    low, high = c.interval.result
    better = a.name if (c.interval.result.estimate > 0) == c.higher else b.name
    p = p_text(c.test.result.pvalue) if c.test else ""
    places = {"low": digits(low), "high": digits(high), "better": better}
    rejected = c.test.result.reject if c.test else not low <= 0 <= high
    keys = ("not_shown", "differ") if c.test else ("not_shown_interval", "differ_interval")
    key = keys[bool(rejected)]
    yield _say(f"conclusion.{key}", p=p, **places)
    if c.test is None:
        return
    if margin is not None:
        result = equivalence(c.test, margin)
        yield result.meaning
        kept = result.above_lower if c.higher else result.below_upper
        key = "noninferior" if kept else "not_noninferior"
        yield _say(f"conclusion.{key}", a=a.name, b=b.name, margin=f"{margin:g}")
    elif not rejected:
        yield _detectable(c, case.n_samples)


def equivalence(test: Call, margin: float) -> Any:
    """Return the test of equivalence within a margin that goes with a test of a difference."""
    return Call("equivalence_test", test, margin).result


def holm(tests: list[Number]) -> list[float]:
    """Return the p-values of all pairs of models, adjusted together."""
    return [float(p) for p in adjusted_pvalues(np.array([test.value for test in tests]), "holm")]


def _detectable(c: Compared, m: int) -> Sentence:
    """Return in words the smallest difference that so many samples could have shown."""
    result: Any = c.test.result if c.test else None
    error = getattr(result, "standard_error", None)
    if hasattr(result, "discordant"):
        spread = {"discordant": sum(result.discordant) / m}
    else:
        spread = {"std": getattr(result, "std", 0.0) if error is None else error * m**0.5}
    if any(spread.values()):
        with suppress(ValueError):
            gap = Call("detectable_difference", m, **spread).result
            return _say("conclusion.detectable", gap=digits(gap), m=m)
    return _say("conclusion.too_few", m=m)


def facts_of(case: Case, c: Compared | None, models: int, unpaired: bool) -> dict[str, Any]:
    """Return what the rules for choosing a test ask for."""
    kinds = {"auc": "auc", "error": "errors", "mse": "losses", "cost": "losses"}
    kind = "other" if case.resampled else kinds.get(c.name if c else "", "errors")
    data = "two_test_sets" if unpaired else "one_test_set"
    return {"models": min(models, 3), "data": data, "compared": kind}
