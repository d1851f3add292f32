"""The figures of a report: which ones apply, and what draws them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..display.workings import Messages, Sentence, word
from .calls import Call, Column, plain
from .case import Case, Model, is_probability
from .measures import positive
from .reading.large import counted

_say = Messages(__package__)

_MODELS = 2
_CLASSES = 12
_CALIBRATED = 30  # samples, below which a reliability diagram shows nothing
_POINTS = 1000  # of a cloud
_SAMPLES = 20_000  # of a curve; of more the scores are binned


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure: what draws it, and what it shows."""

    name: str
    caption: Sentence
    call: Call

    def plain(self) -> str:
        """Say in plain text where the figure is."""
        return _say("figure.in_html", caption=self.caption).plain()


def figures_of(case: Case) -> Iterator[Picture | Sentence]:
    """Yield the figures that these columns allow, and why others are left out."""
    models = case.models[:_MODELS]
    if len(models) < len(case.models):
        yield _say("figure.left_out.models", n=_MODELS, names=names_of(models))
    for model in models:
        if model.pred is not None:
            yield from _labels(case, model)
    scored = [model for model in models if model.score is not None]
    if case.kind == "multiclass" and scored:
        yield _say("figure.left_out.curves")
    if case.kind == "binary" and scored and len(case.class_sizes) == 2:
        yield from _of_scores(case, scored)


def names_of(models: Iterable[Model]) -> Sentence:
    """Return the names of models, separated by commas."""
    return word("comma").join([model.name for model in models])


def _labels(case: Case, model: Model) -> Iterator[Picture | Sentence]:
    assert model.pred is not None
    if case.kind == "regression":
        step = -(-case.n_samples // _POINTS)
        columns = [
            Column(f"{c.code}[::{step}]", c.values[::step]) for c in (model.true, model.pred)
        ]
        key = "predictions" if step == 1 else "predictions_some"
        caption = _say(f"figure.{key}", name=model.name, n=len(columns[0].values))
        yield Picture(f"{model.prefix}predictions", caption, Call("plots.predictions", *columns))
        return
    labels = plain(case.predictions.labels)
    if len(labels) > _CLASSES:
        places = {"n": len(labels), "most": _CLASSES}
        yield _say("figure.left_out.classes", name=model.name, **places)
        return
    weight = case.columns.get("sample_weight")
    matrix = Call("confusion_matrix", model.true, model.pred, labels=labels, sample_weight=weight)
    key = "confusion_matrix" if weight is None or case.counted else "confusion_matrix_weighted"
    call = Call("plots.confusion_matrix", matrix, labels=labels)
    yield Picture(f"{model.prefix}confusion_matrix", _say(f"figure.{key}", name=model.name), call)


def _of_scores(case: Case, scored: list[Model]) -> Iterator[Picture | Sentence]:
    """Yield the curves of scores of two classes."""
    weighted = "sample_weight" in case.columns
    if not weighted and case.n_samples <= _SAMPLES:
        yield from _curves(case, scored)
        if case.groups is not None:
            yield _say("figure.groups")
        return
    yield _say("figure.left_out.weighted" if weighted else "figure.left_out.many", n=_SAMPLES)
    if not weighted:
        scores = {f"y_score:{m.name}": m.score.values for m in scored if m.score}
        counts = counted({"y_true": scored[0].true.values, **scores}, case.pos_label)
        case = Case(counts, case.options)
        scored = case.models
    for model in scored:
        yield from _binned(case, model)


def _curves(case: Case, models: list[Model]) -> Iterator[Picture | Sentence]:
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
        if model.score and is_probability(model.score.values):
            if case.n_samples < _CALIBRATED:
                yield _say("figure.left_out.calibration", name=model.name, n=_CALIBRATED)
                continue
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
        "roc": Call("plots.roc", true, score, **more),
        "precision_recall": Call("plots.precision_recall", true, score, **more),
        "cost_curve": Call("plots.cost_curve", cost_curve),
    }
    for name, call in curves.items():
        caption = _say(f"figure.plain.{name}", name=model.name)
        yield Picture(model.prefix + name, caption, call)
