"""The measures of one model, each with the interval that suits it."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .. import _validation as check
from ..display.workings import Messages, Sentence, data_of, word
from ..evaluation.inputs import FEW, effective_number
from .case import Case, Model, is_probability
from .rules import Rule, rules
from .sources import Number, Source, call, function, plain

_say = Messages(__package__)

_MOST_CLASSES = 12


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of the report; what its fields hold stands in measures.toml."""

    name: str
    title: Sentence
    function: str
    of: str
    interval: str
    page: str
    kinds: list[str]
    positive: bool = False
    lower: bool = False
    also: tuple[str, ...] = ()
    rule: str = ""

    @property
    def higher(self) -> bool:
        """Whether a higher value is a better one."""
        return not self.lower


_DATA = data_of(__package__, "measures.toml")
MEASURES = {
    name: Measure(name, _say(f"name.{name}"), **row) for name, row in _DATA["measures"].items()
}
_BY_RULE = {measure.rule: measure for measure in MEASURES.values() if measure.rule}
_COLUMNS = 4  # of the table of models


# -- which measures -------------------------------------------------------------------------------


def primary(case: Case) -> tuple[list[Measure], Rule | None]:
    """Return what models are compared by, and the rule of the book that says so.

    It follows from the kind of the columns, the classes of `y_true`, the costs, and what the
    caller asks for; never from what the models predict, nor from their order.
    """
    if case.options.measure is not None:
        return [_asked(case, case.options.measure)], None
    if case.kind == "answers":
        return [MEASURES["accuracy"]], None
    if case.kind == "grades":
        return [MEASURES["mean_score" if case.options.higher else "mean_penalty"]], None
    if case.kind == "regression":
        return [MEASURES["mean_absolute_error"], MEASURES["mean_squared_error"]], None
    if case.counted:  # of counts nothing else has an interval of the difference
        name = "auc" if _all_scored(case) and case.kind == "binary" else "accuracy"
        return [MEASURES[name]], None
    sizes = list(case.class_sizes.values())
    n_classes = len(case.predictions.labels)
    facts = {
        "predicted": "classes",
        "have": "scores" if case.kind == "binary" and _all_scored(case) else "labels",
        "costs": "known" if case.options.costs and case.kind == "binary" else "unknown",
        "use": "unknown",
        "rare": 2 * min(sizes) * n_classes < sum(sizes),  # less than half of an equal share
        "n_classes": 2 if case.kind == "binary" else 3,
    }
    rule = next(r for r in rules("measure") if r.name in _BY_RULE and r.holds(facts))
    return [_BY_RULE[rule.name]], rule


def _all_scored(case: Case) -> bool:
    return len(case.class_sizes) > 1 and all(model.score is not None for model in case.models)


def _asked(case: Case, name: str) -> Measure:
    """Return the measure of this name, or of the function of this name."""
    allowed = [m for m in MEASURES.values() if any(applies(m, model) for model in case.models)]
    found = {m.function: m for m in allowed if m.function} | {m.name: m for m in allowed}
    found = {name: m for m in allowed for name in m.also} | found
    names = tuple(measure.name for measure in allowed)
    return found[name] if name in found else found[check.one_of(name, "measure", names)]


def overview(case: Case, first: list[Measure]) -> list[Measure]:
    """Return the measures of the one table of all models: those compared, then usual ones."""
    by_f1 = case.kind == "binary" and first[0].name == "f1"
    usual = _DATA["usual"]["binary_by_f1" if by_f1 else case.kind]
    more = [MEASURES[name] for name in usual if MEASURES[name] not in first]
    available = [m for m in more if any(applies(m, model) for model in case.models)]
    return [*first, *available][:_COLUMNS]


def applies(measure: Measure, model: Model) -> bool:
    """Tell whether the columns of a model allow a measure."""
    case = model.case
    allowed = case.kind in measure.kinds
    if measure.name == "cost":
        allowed = allowed and bool(case.options.costs)
    if measure.interval == "mean":
        allowed = allowed and measure.higher == case.options.higher
    if not allowed:
        return False
    if measure.of != "scores":
        counted = case.counted and measure.interval == "bootstrap"
        return model.pred is not None and not counted and not _is_0_by_0(measure, model)
    if model.score is None or len(check.distinct(model.true.value)) < 2:
        return False
    if measure.name == "brier":
        return is_probability(model.score.value)
    return case.kind == "binary" or not _no_class_scores(measure, model)


def _is_0_by_0(measure: Measure, model: Model, label: Any = None) -> bool:
    if not measure.positive or model.pred is None:
        return False
    label = model.case.pos_label if label is None else label
    true = model.true.value == label
    pred = model.pred.value == label
    if not (true | pred).any():  # as in a group without the class
        return True
    base = {
        "recall": true,
        "specificity": ~true,
        "precision": pred,
        "negative_predictive_value": ~pred,
        "f1": true | pred,
    }
    return not base[measure.name].any()


def _no_class_scores(measure: Measure, model: Model) -> str:
    """Return why scores of several classes are not measured; "" if they are."""
    assert model.score is not None
    if measure.name == "macro_auc" and model.case.never_true:
        return "never_true"
    scores = model.score.value
    off = abs(scores.sum(axis=1) - 1).max()
    add_up = is_probability(scores) and off <= 5e-6
    return "" if add_up else "no_probabilities"


def left_out(model: Model) -> Iterator[Sentence]:
    """Yield which measures of a model are left out, and why; warnings say what is 0/0."""
    case = model.case
    if case.kind == "multiclass" and model.score is not None:
        for measure in (MEASURES["macro_auc"], MEASURES["log_loss"]):
            if why := _no_class_scores(measure, model):
                reason = _say("left_out_scores", why)
                yield _say("left_out.scores", title=measure.title, name=model.name, why=reason)
    if case.kind == "binary" and model.score is not None and len(case.class_sizes) < 2:
        yield _say("left_out.one_class", name=model.name)
    if case.kind != "multiclass" or model.pred is None:
        return
    if case.counted:
        yield _say("left_out.macro")
    n = len(case.predictions.labels)
    if model.resampled:
        yield _say("left_out.classes_drawn")
    elif n > _MOST_CLASSES:
        yield _say("left_out.classes", n=n, most=_MOST_CLASSES)


# -- a number with its interval -------------------------------------------------------------------


def names(case: Case) -> list[str]:
    """Return the names of the measures of what is predicted."""
    return [measure.name for measure in MEASURES.values() if case.kind in measure.kinds]


def number_of(measure: Measure, model: Model, level: float) -> Number | None:
    """Return a measure of a model with its interval; None if the columns do not allow it."""
    if not applies(measure, model):
        return None
    no_formula = measure.name == "log_loss" and model.case.never_true
    if model.resampled or measure.interval == "bootstrap" or no_formula:
        number = _drawn(measure, model, level)
    else:
        number = _computed(measure, model, level)
    return number if computed(number) else None


def computed(number: Number) -> bool:
    """Compute a number and its interval, without warnings, and tell whether it exists."""
    with warnings.catch_warnings(action="ignore"):  # what they say stands in the working
        value = number.value
        _ = number.low
    return value == value


def options_of(measure: Measure, model: Model) -> dict[str, Any]:
    """Return the options that the function takes besides its columns."""
    case = model.case
    if measure.positive:
        return {"pos_label": case.pos_label}
    if measure.name == "cost":
        return {**case.options.costs, "pos_label": case.pos_label}
    if measure.name == "macro_auc":
        return {"multi_class": "ovr"}
    if measure.name == "macro_f1":
        # a class that is never true is left out, as from balanced accuracy
        true = {"labels": list(case.class_sizes)} if case.never_true else {}
        return {"zero_division": 0, **true}
    if measure.name == "log_loss" and case.never_true:
        return {"labels": plain(case.predictions.labels)}
    return {}


def columns_of(measure: Measure, model: Model) -> tuple[Source, Source]:
    """Return the truth and the column that a measure is of."""
    if measure.of != "scores":
        assert model.pred is not None
        return model.true, model.pred
    assert model.score is not None
    return (model.positive if model.case.kind == "binary" else model.true), model.score


def _computed(measure: Measure, model: Model, level: float) -> Number:
    """Return a measure whose interval has a formula."""
    if measure.interval == "mean":
        return _mean(measure, model, level)
    given = columns_of(measure, model)
    options = options_of(measure, model)
    more = {**options, **model.counts}
    source = call(measure.function, *given, **more)
    more["confidence_level"] = level
    note = None
    interval: Source | None = None
    if measure.interval == "rate":
        interval = call("rate_interval", measure.name, *given, **more)
    elif measure.interval == "auc":
        interval = _auc_interval(model, level)
        note = None if interval else _say("no_interval.one_sample")
    elif measure.interval == "average_precision":
        interval = call("average_precision_interval", *given, **more)
    elif model.case.counted:
        note = _say("no_interval.counted")
    else:
        interval = call("loss_interval", measure.function, *given, **more)
    name = model.prefix + measure.name
    return Number(name, measure.title, source, interval, measure.page, note)


def _mean(measure: Measure, model: Model, level: float) -> Number:
    """Return the mean of grades with Student's interval, that of their difference from 0."""
    pred = model.pred
    assert pred is not None
    source = pred.then("{}.mean()", np.mean)
    zeros = pred.then("0 * {}", lambda grades: 0 * grades)
    interval = call("paired_t_test", pred, zeros).method("confidence_interval", level)
    return Number(model.prefix + measure.name, measure.title, source, interval, measure.page)


def _auc_interval(model: Model, level: float) -> Source | None:
    """Return a score interval of the AUC, or exact bounds; None of one sample between others."""
    true = model.positive
    given = {"confidence_level": level, **model.counts}
    if min(true.value.sum(), (~true.value).sum()) > 1:
        found = call("auc_confidence_interval", true, model.score, **given)
        if found.value.low < found.value.high:
            return found
    bounds = call("separation_interval", true, model.score, confidence_level=level)
    try:
        return bounds if bounds.value else None
    except ValueError:
        return None


def _drawn(measure: Measure, model: Model, level: float) -> Number:
    """Return a measure whose interval comes from the bootstrap: of groups, or with weights."""
    options = options_of(measure, model)
    if measure.name in ("recall", "precision", "f1"):
        options["zero_division"] = 0
    given = columns_of(measure, model)
    weights = {} if model.case.counted else {"sample_weight": model.weight}
    source = call(measure.function, *given, **options, **weights)
    interval = bootstrap(function(measure.function, **options), model, level, *given)
    name = model.prefix + measure.name
    found = Number(name, measure.title, source, interval, measure.page)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            has_width = source.value != source.value or found.low < found.high
        except ValueError:
            return replace(found, interval=None, note=_say("no_interval.resamples"))
    if not has_width:
        return replace(found, interval=None, note=_say("no_interval.alike"))
    few = any(w.category is UserWarning for w in said)
    return replace(found, note=_say("no_interval.few")) if few else found


def rests_on_few(measure: Measure, model: Model, number: Number) -> bool:
    """Tell whether an interval covers less often than it claims, because few samples decide it."""
    if number.note is not None and number.note == _say("no_interval.few"):
        return True
    if measure.name not in LOSSES or model.resampled or model.case.counted:
        return False
    away = loss_of(measure, model).value
    away = away - away.mean()
    return bool(away.any()) and effective_number(away) < FEW


def rare_in_macro_f1(model: Model, number: Number | None) -> int | None:
    """Return the size of the smallest class, if it is so small that macro-F1's interval misses."""
    least = min(model.case.class_sizes.values(), default=FEW)
    return least if number is not None and number.interval is not None and least < FEW else None


LOSSES = ("cost", "mean_absolute_error", "mean_squared_error", "brier")


def loss_of(measure: Measure, model: Model) -> Source:
    """Return the loss of a model on each sample, of a measure that is the mean of such."""
    true, said = columns_of(measure, model)
    if measure.name == "mean_absolute_error":
        return Source(f"abs({true.code} - {said.code})", lambda: abs(true.value - said.value))
    if measure.name != "cost":
        code = f"({true.code} - {said.code}) ** 2"
        return Source(code, lambda: (true.value - said.value) ** 2)
    label = model.case.pos_label
    fn, fp = model.case.options.costs.values()
    price = f"np.where({true.code} == {label!r}, {fn!r}, {fp!r})"
    return Source(
        f"np.where({true.code} == {said.code}, 0, {price})",
        lambda: np.where(true.value == said.value, 0, np.where(true.value == label, fn, fp)),
    )


def bootstrap(measure: Source, model: Model, level: float, *columns: Source) -> Source:
    """Return the call of a bootstrap interval: groups are drawn whole, weights go along."""
    return call(
        "bootstrap_interval",
        measure,
        *columns,
        groups=model.groups,
        sample_weight=model.weight,
        confidence_level=level,
        method="percentile",
        n_resamples=model.case.options.n_resamples,
        random_state=model.case.options.random_state,
    )


def class_numbers(model: Model) -> list[Number]:
    """Return recall, precision and F1 of each of several classes."""
    case = model.case
    if case.kind != "multiclass" or model.pred is None or model.resampled:
        return []
    found = []
    for label in case.predictions.labels[:_MOST_CLASSES]:
        for measure in (MEASURES["recall"], MEASURES["precision"], MEASURES["f1"]):
            if _is_0_by_0(measure, model, label):
                continue
            level = case.options.confidence_level
            more = {"pos_label": label, "confidence_level": level, **model.counts}
            interval = call("rate_interval", measure.name, model.true, model.pred, **more)
            title = _say("of_class", title=measure.title, label=str(label))
            name = f"{model.prefix}{measure.name}[{label}]"
            estimate = interval.attribute("estimate")
            found.append(Number(name, title, estimate, interval, "multi-class"))
    return [number for number in found if computed(number)]


# -- how the intervals were computed --------------------------------------------------------------


def interval_methods(case: Case, numbers: Iterable[Number]) -> Iterator[Sentence]:
    """Yield in words how the intervals of these numbers were computed, if there are any."""
    intervals = [number.interval for number in numbers if number.interval is not None]
    kinds = dict.fromkeys(map(_kind, intervals))
    if case.models[0].resampled and "bootstrap_interval" in kinds:
        groups = case.models[0].groups
        what = "weights" if groups is None else "groups"
        k = 0 if groups is None else len(check.distinct(groups.value))
        yield _say(f"method.{what}", n=case.options.n_resamples, k=k)
        kinds.pop("bootstrap_interval")
    if kinds:
        methods = word("semicolon").join(_say(f"method.{kind}") for kind in kinds)
        yield _say("method.used", methods=methods)


def _kind(interval: Source) -> str:
    own = [name for name in ("balanced_accuracy", "f1") if f"({name!r}" in interval.code]
    return own[0] if own else interval.function
