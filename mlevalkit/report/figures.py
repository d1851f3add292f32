"""The figures of a report: which ones apply, and what draws them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .._workings import Messages, Sentence
from .calls import Call, Column
from .case import Case, Model, is_probability
from .measures import positive
from .reading.large import counted

_say = Messages(__package__)

_MODELS = 2
_CLASSES = 12
_POINTS = 1000  # of a cloud
_SAMPLES = 20_000  # of a curve; of more the scores are binned


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure: what draws it, and what it shows."""

    name: str
    caption: Sentence
    call: Call


def figures_of(case: Case) -> Iterator[Picture | Sentence]:
    """Yield the figures that these columns allow."""
    models = case.models[:_MODELS]
    weighted = "sample_weight" in case.columns
    for model in models:
        if model.pred is not None and not weighted and len(case.predictions.labels) <= _CLASSES:
            yield _labels(case, model)
    scored = [model for model in models if model.score is not None]
    if case.kind != "binary" or not scored or len(case.class_sizes) < 2:
        return
    if not weighted and case.n_samples <= _SAMPLES:
        yield from _curves(case, scored)
        if case.groups is not None:
            yield _say("figure.groups")
        return
    if not weighted:
        scores = {f"y_score:{m.name}": m.score.values for m in scored if m.score}
        counts = counted({"y_true": scored[0].true.values, **scores}, case.pos_label)
        case = Case(counts, case.options)
        scored = case.models
    for model in scored:
        yield from _binned(case, model)


def _labels(case: Case, model: Model) -> Picture:
    kind = "confusion_matrix"
    columns = [model.true, model.pred]
    if case.kind == "regression":
        kind = "predictions"
        step = -(-case.n_samples // _POINTS)
        columns = [c and Column(f"{c.code}[::{step}]", c.values[::step]) for c in columns]
    caption = _say(f"figure.{kind}", name=model.name)
    return Picture(model.prefix + kind, caption, Call(f"plots.{kind}", *columns))


def _curves(case: Case, models: list[Model]) -> Iterator[Picture]:
    true = positive(case, models[0])
    band = {"confidence_level": case.options.confidence_level}
    first = models[0].score
    assert first is not None
    scores: Any = {m.name: m.score for m in models} if len(models) > 1 else first
    calls = {
        "roc": Call("plots.roc", true, scores, **band),
        "precision_recall": Call("plots.precision_recall", true, scores, break_even=False, **band),
        "cost_curve": Call("plots.cost_curve", true, scores),
    }
    for name, call in calls.items():
        yield Picture(name, _say(f"figure.{name}"), call)
    for model in models:
        if model.score and is_probability(model.score.values) and case.n_samples >= 30:
            bins = min(10, case.n_samples // 15)
            call = Call("plots.calibration", true, model.score, n_bins=bins)
            caption = _say("figure.calibration", name=model.name)
            yield Picture(f"{model.prefix}calibration", caption, call)


def _binned(case: Case, model: Model) -> Iterator[Picture]:
    """Yield curves of weighted samples, or of the numbers of samples in bins of the score."""
    assert model.score is not None
    true = positive(case, model)
    score = model.score
    more = {"sample_weight": case.columns["sample_weight"]}
    cost_curve = Call("cost_curve", true, score, **more)
    curves = {
        "roc": ("roc_weighted", Call("plots.roc", true, score, **more)),
        "precision_recall": (
            "precision_recall_weighted",
            Call("plots.precision_recall", true, score, **more),
        ),
        "cost_curve": ("cost_curve", Call("plots.cost_curve", cost_curve)),
    }
    for name, (key, call) in curves.items():
        yield Picture(model.prefix + name, _say(f"figure.{key}", name=model.name), call)
