"""Two models: which cases flip, the interval of the difference first, then the test."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..display.results import p_text
from ..display.workings import Messages, Sentence, Table, digits
from ..hypothesis_tests.many_learners.pairwise import adjusted_pvalues
from . import measures
from .calls import Call, Column, Number, Of
from .case import Case, Model

_say = Messages(__package__)

_SHOWN = 20  # row numbers of flips


@dataclass(frozen=True)
class Compared:
    """How models A and B compare by one measure, and whether a high value of it is good."""

    name: str
    a: Model
    b: Model
    test: Call | None
    interval: Call
    higher: bool
    page: str
    margin: float | None = None

    @property
    def names(self) -> dict[str, str]:
        """The names of both models, for sentences."""
        return {"a": self.a.name, "b": self.b.name}

    @cached_property
    def equivalence(self) -> Call | None:
        """The test of equivalence, if there is a margin, and a test of the difference."""
        if self.test is None or self.margin is None:
            return None
        return Call("equivalence_test", self.test, self.margin)


def flips(case: Case, a: Model, b: Model) -> dict[str, list[int]]:
    """Return the rows that only A, or only B, gets right: lines of the file, where known."""
    if a.pred is None or b.pred is None or case.kind == "regression" or case.counted:
        return {}
    of_a = _wrong(a).values
    of_b = _wrong(b).values
    rows = case.predictions.rows
    rows = np.arange(len(of_a)) if rows is None else rows
    return {"a_only": rows[of_b & ~of_a].tolist(), "b_only": rows[of_a & ~of_b].tolist()}


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


def compared(case: Case, a: Model, b: Model) -> list[Compared]:
    """Return the comparisons that these columns allow, the recommended one first, by the margin."""
    found = _drawn(case, a, b) if case.resampled else _tested(case, a, b)
    return _by_margin(case, list(found))


def _tested(case: Case, a: Model, b: Model) -> Iterator[Compared]:
    if case.kind == "regression":
        for name in _losses_of_numbers(a):
            yield _by_losses(case, name, a, b)
        return
    has_labels = a.pred is not None and b.pred is not None
    if has_labels and case.options.costs and case.kind == "binary" and not case.counted:
        yield _by_losses(case, "cost", a, b)
    if case.kind == "binary" and a.score is not None and b.score is not None:
        yield _auc(case, a, b)
    if not has_labels:
        return
    given = {"table": _mcnemar_table(case, a, b)} if case.counted else {}
    test = Call("mcnemar_test", *([] if given else [a.true, a.pred, b.pred]), **given, mid_p=True)
    interval = Call("confidence_interval", case.options.confidence_level, of=test)
    yield Compared("error", a, b, test, interval, False, "mcnemar")


def _losses_of_numbers(a: Model) -> list[str]:
    """Return the losses by which predicted numbers are compared, the recommended one first."""
    return ["mae", "mse"] if measures.has_outliers(a) else ["mse", "mae"]


def _mcnemar_table(case: Case, a: Model, b: Model) -> Column:
    """Return B right and wrong by A right and wrong, of a table of counts."""
    n = case.columns["sample_weight"]
    of_a = _wrong(a)
    of_b = _wrong(b)
    table = np.bincount(2 * of_b.values + of_a.values, n.values, 4).reshape(2, 2)
    wrong = f"2 * ({of_b.code}) + ({of_a.code})"
    return Column(f"np.bincount({wrong}, {n.code}, 4).reshape(2, 2)", table)


def _wrong(model: Model) -> Column:
    """Return on which samples a model errs."""
    assert model.pred is not None
    code = f"{model.pred.code} != {model.true.code}"
    return Column(code, model.pred.values != model.true.values)


def _auc(case: Case, a: Model, b: Model) -> Compared:
    true = measures.positive(case, a)
    level = case.options.confidence_level
    test = Call("delong_test", true, a.score, b.score, **case.counts)
    interval = Call("confidence_interval", level, of=test)
    if test.result.standard_error == 0:
        exact = Call("separation_interval", true, a.score, b.score, confidence_level=level)
        try:
            _ = exact.result
            interval = exact
        except ValueError:  # not all pairs are alike
            ends = [
                measures.auc_interval(replace(m, true=true), confidence_level=level) for m in (a, b)
            ]
            interval = Call("difference_interval", *ends)
    return Compared("auc", a, b, test, interval, True, "auc-compare")


def _by_losses(case: Case, name: str, a: Model, b: Model) -> Compared:
    test = Call("paired_t_test", *(_losses(case, name, model) for model in (a, b)))
    interval = Call("confidence_interval", case.options.confidence_level, of=test)
    return Compared(name, a, b, test, interval, False, "t-test")


def _losses(case: Case, name: str, model: Model) -> Column:
    """Return the loss of a model on each sample, and the code of it."""
    assert model.pred is not None
    true = model.true
    pred = model.pred
    if name == "mse":
        return Column(f"({true.code} - {pred.code}) ** 2", (true.values - pred.values) ** 2)
    if name == "mae":
        return Column(f"abs({true.code} - {pred.code})", abs(true.values - pred.values))
    fn, fp = case.options.costs.values()
    price = np.where(true.values == case.pos_label, fn, fp)
    code = (
        f"np.where({true.code} == {pred.code}, 0, "
        f"np.where({true.code} == {case.pos_label!r}, {fn!r}, {fp!r}))"
    )
    return Column(code, np.where(true.values == pred.values, 0, price))


_DRAWN = {"error": "error_rate", "mse": "mean_squared_error", "mae": "mean_absolute_error"}


def _drawn(case: Case, a: Model, b: Model) -> Iterator[Compared]:
    """Yield differences whose intervals come from the bootstrap; they have no test."""
    page = "case-study#open"
    if case.kind == "binary" and a.score is not None and b.score is not None:
        call = measures.bootstrap(
            case, Of("roc_auc_score", {}), measures.positive(case, a), a.score, b.score
        )
        yield Compared("auc", a, b, None, call, True, page)
    if a.pred is not None and b.pred is not None:
        for name in _losses_of_numbers(a) if case.kind == "regression" else ["error"]:
            call = measures.bootstrap(case, Of(_DRAWN[name], {}), a.true, a.pred, b.pred)
            yield Compared(name, a, b, None, call, False, page)


def unpaired(case: Case, other: Case) -> list[Compared]:
    """Return the comparisons of models on two test sets, the first one by the margin."""
    a = case.models[0]
    b = other.models[0]
    numbers = [
        {number.name.rpartition(".")[2]: number for number in measures.numbers_of(*own)}
        for own in ((case, a), (other, b))
    ]
    drawn = case.resampled or other.resampled
    found = []
    for name, page in _UNPAIRED.items():
        ends = [of[name].interval if name in of else None for of in numbers]
        if None not in ends and (name != "accuracy" or drawn):
            interval = Call("difference_interval", *ends)
            found.append(Compared(f"unpaired.{name}", a, b, None, interval, True, page))
    if case.kind != "regression" and a.pred and b.pred and not drawn:
        test = Call("unpaired_test", _wrong(a), _wrong(b))
        interval = Call("confidence_interval", case.options.confidence_level, of=test)
        found.append(Compared("error", a, b, test, interval, False, "which-test"))
    return _by_margin(case, found)


_UNPAIRED = {"r2_score": "regression-error", "auc": "auc-compare", "accuracy": "which-test"}


def _by_margin(case: Case, found: list[Compared]) -> list[Compared]:
    """Return comparisons, the first one by the margin that was given."""
    return [replace(c, margin=case.options.margin) for c in found[:1]] + found[1:]


def numbers_of(c: Compared, prefix: str, first: bool) -> list[Number]:
    """Return the difference with its interval, statistic and p-value, and that of equivalence."""
    own = "difference" if first else f"{c.name.rpartition('.')[2]}_difference"
    name = prefix + own
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _ = c.interval.result
    title = _say(f"difference.{c.name}", **c.names)
    found = [Number(name, title, c.interval, "estimate", c.interval, c.page, recommended=first)]
    if c.test is not None:
        for field in ("statistic", "pvalue"):
            title = _say(f"difference.{field}", test=name_of(c.test, c.interval))
            found.append(Number(f"{name}.{field}", title, c.test, field, page=c.page))
    if c.equivalence is not None:
        title = _say("difference.equivalence", margin=f"{c.margin:g}")
        found.append(
            Number(f"{name}.equivalence", title, c.equivalence, "pvalue", page="which-test#rope")
        )
    return found


def name_of(test: Call, interval: Call | None) -> Sentence:
    """Return the name of a test, with the method of the interval beside it."""
    own = interval is not None and interval.of is test
    return _say(f"test.{test.function}" if own else "test.no_standard_error")


def conclusion(c: Compared, m: int) -> Iterator[Sentence]:
    """Yield what the difference on m samples shows, and what it does not."""
    low, high = c.interval.result
    better = c.a.name if (c.interval.result.estimate > 0) == c.higher else c.b.name
    places = {"low": digits(low), "high": digits(high), "better": better, **c.names}
    if c.test is None:
        key = "not_shown_interval" if low <= 0 <= high else "differ_interval"
        yield _say(f"conclusion.{key}", **places)
        if c.margin is not None:
            key = "within" if -c.margin < low and high < c.margin else "beyond"
            yield _say(f"conclusion.{key}", margin=f"{c.margin:g}", **places)
        return
    result = c.test.result
    key = "differ" if result.reject else "not_shown"
    yield _say(f"conclusion.{key}", p=p_text(result.pvalue), **places)
    if c.equivalence is not None:
        shown = c.equivalence.result
        yield shown.in_words(**c.names)
        kept = shown.above_lower if c.higher else shown.below_upper
        key = "noninferior" if kept else "not_noninferior"
        yield _say(f"conclusion.{key}", margin=f"{c.margin:g}", **places)
    elif not result.reject:
        yield _detectable(result, m)


def holm(pvalues: Iterable[float]) -> list[float]:
    """Return the p-values of all pairs of models, adjusted together."""
    return [float(p) for p in adjusted_pvalues(np.array([*pvalues]), "holm")]


def _detectable(result: Any, m: int) -> Sentence:
    """Return in words the smallest difference that m samples could have shown."""
    if hasattr(result, "discordant"):
        spread = {"discordant": sum(result.discordant) / m}
    elif hasattr(result, "standard_error"):
        spread = {"std": result.standard_error * m**0.5}
    else:
        spread = {"std": result.std}
    if any(spread.values()):
        with suppress(ValueError):
            gap = Call("detectable_difference", m, **spread).result
            return _say("conclusion.detectable", gap=digits(gap), m=m)
    return _say("conclusion.too_few", m=m)


def facts_of(case: Case, c: Compared, models: int, data: str) -> dict[str, Any]:
    """Return what the rules for choosing a test ask for."""
    kinds = {"auc": "auc", "error": "errors", "mse": "losses", "mae": "losses", "cost": "losses"}
    compared_by = "other" if case.resampled else kinds.get(c.name, "other")
    return {"models": min(models, 3), "data": data, "compared": compared_by}
