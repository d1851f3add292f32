"""The measures of one model, each with the interval that suits it."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from .. import _validation as check
from ..display.workings import Messages, Sentence, word
from .calls import Call, Column, Number, Of
from .case import Case, Model, is_probability

_say = Messages(__package__)

# Measures of labels: the function, its rate_interval, whether it is of the positive class, page
_LABELS = {
    "accuracy": ("accuracy_score", False, "error-rate-accuracy"),
    "balanced_accuracy": ("balanced_accuracy_score", False, "multi-class"),
    "recall": ("recall_score", True, "precision-recall"),
    "specificity": ("specificity_score", True, "roc-auc"),
    "precision": ("precision_score", True, "precision-recall"),
    "negative_predictive_value": ("negative_predictive_value", True, "precision-recall"),
    "f1": ("f1_score", True, "precision-recall"),
}
_NUMBERS = ("root_mean_squared_error", "mean_squared_error", "mean_absolute_error", "r2_score")
_MOST_CLASSES = 12


def facts_of(case: Case) -> dict[str, Any]:
    """Return what the rules for choosing a measure ask for."""
    model = case.models[0]
    if case.kind == "regression":
        return {"predicted": "numbers", "outliers": has_outliers(model)}
    have = "labels"
    if model.score is not None:
        have = "probabilities" if is_probability(model.score.values) else "scores"
    sizes = list(case.class_sizes.values())
    return {
        "predicted": "classes",
        "have": have,
        "costs": "known" if case.options.costs else "unknown",
        "use": "unknown",
        "rare": 2 * min(sizes) * len(sizes) < sum(sizes),  # less than half of an equal share
        "n_classes": 2 if case.kind == "binary" else 3,
    }


def has_outliers(model: Model) -> bool:
    """Tell whether one sample in a hundred makes up more than a third of the squared error."""
    assert model.pred is not None
    squares = np.sort((model.true.values - model.pred.values) ** 2)[::-1]
    few = max(1, len(squares) // 100)
    return len(squares) >= 30 and squares[:few].sum() > squares.sum() / 3


def numbers_of(case: Case, model: Model) -> list[Number]:
    """Return all numbers of a model that are defined, with their intervals."""
    found = _regression(case, model) if case.kind == "regression" else _classes(case, model)
    return [number for number in found if is_defined(number)]


def is_defined(number: Number) -> bool:
    """Compute a number and its interval, without warnings, and tell whether it exists."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what they say stands in the working
        value = number.value
        _ = number.low
    return value == value


def interval_methods(case: Case, numbers: Iterable[Number]) -> Iterator[Sentence]:
    """Yield in words how the intervals of these numbers were computed, if there are any."""
    kinds = dict.fromkeys(_kind(n, n.interval) for n in numbers if n.interval is not None)
    if case.resampled and "bootstrap_interval" in kinds:
        what = "groups" if case.groups is not None else "weights"
        yield _say(f"method.{what}", n=case.options.n_resamples)
        kinds.pop("bootstrap_interval")
    if kinds:
        methods = word("semicolon").join(_say(f"method.{kind}") for kind in kinds)
        yield _say("method.used", methods=methods)


def _kind(number: Number, interval: Call) -> str:
    if number.note is not None:
        return "bound"
    own = [name for name in ("balanced_accuracy", "f1") if name in interval.arguments]
    return own[0] if own else interval.function


def _regression(case: Case, model: Model) -> Iterator[Number]:
    for name in _NUMBERS:
        yield _number(case, model, name, name, {}, "regression-error")


def _classes(case: Case, model: Model) -> Iterator[Number]:
    if model.pred is not None:
        yield from _labels(case, model)
    if model.score is not None and len(check.distinct(model.true.values)) > 1:
        yield from (
            _binary_scores(case, model) if case.kind == "binary" else _class_scores(case, model)
        )


def _labels(case: Case, model: Model) -> Iterator[Number]:
    for name, (function, of_class, page) in _LABELS.items():
        if of_class and case.kind != "binary":
            continue
        options: dict[str, Any] = {"pos_label": case.pos_label} if of_class else {}
        if of_class and _is_0_by_0(name, model, case.pos_label):
            continue
        yield _number(case, model, name, function, options, page)
    if case.kind == "multiclass" and not case.counted:
        options = {"zero_division": 0}
        yield _drawn(case, model, "macro_f1", "macro_f1", options, "multi-class", model.pred)
    if case.options.costs and case.kind == "binary":
        options = {**case.options.costs, "pos_label": case.pos_label}
        yield _number(case, model, "cost", "cost_sensitive_error", options, "unequal-costs")


def _is_0_by_0(name: str, model: Model, pos_label: Any) -> bool:
    true = model.true.values == pos_label
    pred = model.pred.values == pos_label if model.pred is not None else true
    base = {
        "recall": true,
        "specificity": ~true,
        "precision": pred,
        "negative_predictive_value": ~pred,
        "f1": true | pred,
    }
    return not base[name].any()


def class_numbers(case: Case, model: Model) -> list[Number]:
    """Return recall, precision and F1 of each of several classes."""
    labels = case.predictions.labels
    if case.kind != "multiclass" or model.pred is None or case.resampled:
        return []
    found = []
    for label in labels[:_MOST_CLASSES]:
        for name in ("recall", "precision", "f1"):
            if _is_0_by_0(name, model, label):
                continue
            given = (name, model.true, model.pred)
            more = {"confidence_level": case.options.confidence_level, **case.counts}
            call = Call("rate_interval", *given, pos_label=label, **more)
            title = _say("of_class", title=_say(f"name.{name}"), label=str(label))
            own = f"{model.prefix}{name}[{label}]"
            found.append(Number(own, title, call, "estimate", call, "multi-class"))
    return [number for number in found if is_defined(number)]


def _number(
    case: Case, model: Model, name: str, function: str, options: dict[str, Any], page: str
) -> Number:
    """Return a measure of predicted labels or numbers."""
    if case.resampled:
        if function in ("recall_score", "precision_score", "f1_score"):
            options = {**options, "zero_division": 0}
        return _drawn(case, model, name, function, options, page, model.pred)
    counts = case.counts
    call = Call(function, model.true, model.pred, **options, **counts)
    more = {"confidence_level": case.options.confidence_level, **counts}
    note = None
    interval: Call | None = None
    if name in _LABELS:
        interval = Call("rate_interval", name, model.true, model.pred, **options, **more)
    elif case.counted:
        note = _say("no_interval.counted")
    else:
        interval = Call("loss_interval", function, model.true, model.pred, **options, **more)
    own = model.prefix + name
    return Number(own, _say(f"name.{name}"), call, "", interval, page, note=note)


def _drawn(
    case: Case,
    model: Model,
    name: str,
    function: str,
    options: dict[str, Any],
    page: str,
    column: Column | None,
) -> Number:
    """Return a measure whose interval comes from the bootstrap: of groups, or with weights."""
    weight = case.columns.get("sample_weight")
    weights = {"sample_weight": weight} if weight is not None else {}
    call = Call(function, model.true, column, **options, **weights)
    drawn = bootstrap(case, Of(function, options), model.true, column)
    found = Number(model.prefix + name, _say(f"name.{name}"), call, "", drawn, page)
    try:
        if not is_defined(found) or found.low < found.high:
            return found
    except ValueError:
        return replace(found, interval=None, note=_say("no_interval.resamples"))
    interval, note = _alike(case, model, call.result)
    return replace(found, interval=interval, note=note)


def _alike(case: Case, model: Model, value: float) -> tuple[Call | None, Sentence]:
    """Return an exact bound where all resamples are alike: of the units without a mistake."""
    if value not in (0, 1):
        return None, _say("no_interval.alike")
    unit = case.groups or model.true
    kinds, sizes = np.unique(unit.values, return_counts=True)
    n = len(kinds) if case.groups is not None else int(sizes.min())
    units = Column(f"np.ones({n}, int)", np.ones(n, int))
    rate = "accuracy" if value else "error_rate"
    level = case.options.confidence_level
    call = Call("rate_interval", rate, units, units, confidence_level=level)
    return call, _say("no_interval.groups" if case.groups else "no_interval.smallest", n=n)


def bootstrap(case: Case, measure: Of, *columns: Any) -> Call:
    """Return the call of a bootstrap interval: groups are drawn whole, weights go along."""
    return Call(
        "bootstrap_interval",
        measure,
        *columns,
        groups=case.groups,
        sample_weight=case.columns.get("sample_weight"),
        confidence_level=case.options.confidence_level,
        method="percentile",
        n_resamples=case.options.n_resamples,
        random_state=case.options.random_state,
    )


# -- scores --------------------------------------------------------------------------------------


def positive(case: Case, model: Model) -> Column:
    """Return which samples are positive."""
    code = f"({model.true.code} == {case.pos_label!r})"
    return Column(code, model.true.values == case.pos_label)


_SCORES = {
    "auc": ("roc_auc_score", "roc-auc"),
    "average_precision": ("average_precision_score", "pr-curves"),
    "brier": ("brier_score_loss", "calibration"),
}


def _binary_scores(case: Case, model: Model) -> Iterator[Number]:
    assert model.score is not None
    true = positive(case, model)
    own = replace(model, true=true)
    for name, (function, page) in _SCORES.items():
        if name == "brier" and not is_probability(model.score.values):
            continue
        if case.resampled:
            yield _drawn(case, own, name, function, {}, page, model.score)
            continue
        call = Call(function, true, model.score, **case.counts)
        interval = _score_interval(case, own, name)
        note = None if interval else _say("no_interval.counted")
        yield Number(model.prefix + name, _say(f"name.{name}"), call, "", interval, page, note=note)


def _score_interval(case: Case, model: Model, name: str) -> Call | None:
    level = {"confidence_level": case.options.confidence_level, **case.counts}
    if name == "auc":
        return auc_interval(model, **level)
    if name == "brier":
        if case.counted:
            return None
        return Call("loss_interval", "brier_score_loss", model.true, model.score, **level)
    return Call("average_precision_interval", model.true, model.score, **level)


def auc_interval(model: Model, **level: Any) -> Call:
    """Return DeLong's interval of the AUC, or exact bounds where its standard error is 0."""
    if min(model.true.values.sum(), (~model.true.values).sum()) > 1:
        call = Call("auc_confidence_interval", model.true, model.score, logit=True, **level)
        if call.result.low < call.result.high:
            return call
    level.pop("sample_weight", None)
    return Call("separation_interval", model.true, model.score, **level)


def no_class_scores(case: Case, model: Model) -> str:
    """Return why scores of several classes are not measured; "" if they are, or there are none."""
    if case.kind != "multiclass" or model.score is None:
        return ""
    if len(check.distinct(model.true.values)) < len(case.predictions.labels):
        return "never_true"
    scores = model.score.values
    add_up = is_probability(scores) and np.allclose(scores.sum(axis=1), 1, rtol=0, atol=5e-6)
    return "" if add_up else "no_probabilities"


def left_out(case: Case, model: Model) -> Iterator[Sentence]:
    """Yield which measures of a model are left out, and why; warnings say what is 0/0."""
    if why := no_class_scores(case, model):
        reason = _say("left_out_scores", why)
        yield _say("left_out.scores", name=model.name, why=reason)
    if case.kind == "binary" and model.score is not None and len(case.class_sizes) < 2:
        yield _say("left_out.one_class", name=model.name)
    if case.kind != "multiclass" or model.pred is None:
        return
    if case.counted:
        yield _say("left_out.macro")
    n = len(case.predictions.labels)
    if case.resampled:
        yield _say("left_out.classes_drawn")
    elif n > _MOST_CLASSES:
        yield _say("left_out.classes", n=n, most=_MOST_CLASSES)


def _class_scores(case: Case, model: Model) -> Iterator[Number]:
    assert model.score is not None
    if not no_class_scores(case, model):
        options = {"multi_class": "ovr"}
        found = _drawn(case, model, "auc", "roc_auc_score", options, "multi-class", model.score)
        yield replace(found, title=_say("name.macro_auc"))
        call = Call("log_loss", model.true, model.score)
        level = {"confidence_level": case.options.confidence_level}
        interval = Call("loss_interval", "log_loss", model.true, model.score, **level)
        name = f"{model.prefix}log_loss"
        yield Number(name, _say("name.log_loss"), call, "", interval, "calibration")
