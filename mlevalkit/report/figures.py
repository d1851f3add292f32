"""The figures of a report: which ones apply, and what draws them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._validation import Array
from ..display.workings import Messages, Sentence, word
from .case import Case, Model, is_probability
from .predictions import ModelColumns, Predictions
from .reading.large import counted
from .sources import Source, call, plain

_say = Messages(__package__)

MOST_MODELS = 6
_CLASSES = 12
_CALIBRATED = 30  # samples, below which a reliability diagram shows nothing
_POINTS = 1000  # of a cloud
_SAMPLES = 20_000  # of a curve; of more the scores are binned


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure: what draws it, and what it shows."""

    name: str
    caption: Sentence
    source: Source
    lines: tuple[str, ...] = ()  # the names of several curves

    def plain(self) -> str:
        """Return what the figure shows."""
        return self.caption.plain()

    def drawing(self, *, standing_alone: bool = False) -> str:
        """Return the figure as SVG; unless it stands alone it follows the colours of its page."""
        from matplotlib import pyplot as plt

        from ..plots.svg import in_page_colours, standalone

        with warnings.catch_warnings(action="ignore"):  # what they say is a warning of the report
            axes = self.source.fresh()
        figure = axes.figure.figure
        if len(self.lines) > 1:
            _label_lines(axes, self.lines)
        text = standalone(figure)
        plt.close(figure)
        return text if standing_alone else in_page_colours(text)


def figures_of(models: list[Model]) -> Iterator[Picture | Sentence]:
    """Yield the figures that these columns allow, and why others are left out.

    `models` are all models, the best first.
    """
    if more := models[MOST_MODELS:]:
        names = word("comma").join([model.name for model in more])
        yield _say("figure.left_out.models", n=MOST_MODELS, names=names)
    models = models[:MOST_MODELS]
    case = models[0].case
    scored = [model for model in models if model.score is not None]
    if case.kind == "multiclass" and scored:
        yield _say("figure.left_out.curves")
    if case.kind == "binary" and scored and len(case.class_sizes) == 2:
        yield from _of_scores(case, scored)
    for model in models:
        if model.pred is not None and case.kind not in ("answers", "grades"):
            yield from _labels(case, model)


def _labels(case: Case, model: Model) -> Iterator[Picture | Sentence]:
    pred = model.pred
    assert pred is not None
    if case.kind == "regression":
        step = -(-case.n_samples // _POINTS)
        columns = [_every(column, step) for column in (model.true, pred)]
        key = "predictions" if step == 1 else "predictions_some"
        caption = _say(f"figure.{key}", name=model.name, n=len(columns[0].value))
        yield Picture(f"{model.prefix}predictions", caption, call("plots.predictions", *columns))
        return
    labels = plain(case.predictions.labels)
    if len(labels) > _CLASSES:
        places = {"n": len(labels), "most": _CLASSES}
        yield _say("figure.left_out.classes", name=model.name, **places)
        return
    weights = {"labels": labels, "sample_weight": model.weight}
    matrix = call("confusion_matrix", model.true, pred, **weights)
    is_weighted = model.weight is not None and not case.counted
    key = "confusion_matrix_weighted" if is_weighted else "confusion_matrix"
    drawn = call("plots.confusion_matrix", matrix, labels=labels)
    yield Picture(f"{model.prefix}confusion_matrix", _say(f"figure.{key}", name=model.name), drawn)


def _every(column: Source, step: int) -> Source:
    """Return every so-manyth row."""
    return column.then(f"{{}}[::{step}]", lambda values: values[::step])


def _of_scores(case: Case, scored: list[Model]) -> Iterator[Picture | Sentence]:
    """Yield the curves of scores of two classes."""
    weighted = scored[0].weight is not None
    if not weighted and case.n_samples <= _SAMPLES:
        yield from _curves(case, scored)
        if scored[0].groups is not None:
            yield _say("figure.groups")
        return
    yield _say("figure.left_out.weighted" if weighted else "figure.left_out.many", n=_SAMPLES)
    for model in scored:
        yield from _binned(model if weighted else _counted(case, model))


def _counted(case: Case, model: Model) -> Model:
    """Return the numbers of samples in bins of the score."""
    assert model.score is not None
    score = ModelColumns(y_score=model.score.value)
    samples = Predictions(model.true.value, {model.name: score}, pos_label=case.pos_label)
    return Case(counted(samples), case.options).models[0]


def _curves(case: Case, models: list[Model]) -> Iterator[Picture | Sentence]:
    true = models[0].positive
    scores: Any = {m.name: m.score for m in models} if len(models) > 1 else models[0].score
    level = case.options.confidence_level
    band = {"confidence_level": level} if len(models) < 3 else {}  # of more they hide each other
    names = tuple(model.name for model in models)
    for name, more in (("roc", {}), ("precision_recall", {"break_even": False})):
        caption = _say(f"figure.{name}.{'band' if band else 'several'}")
        yield Picture(name, caption, call(f"plots.{name}", true, scores, **more, **band), names)
    if case.options.costs:
        cost_curve = call("plots.cost_curve", true, scores)
        yield Picture("cost_curve", _say("figure.cost_curve"), cost_curve, names)
    for model in models:
        if model.score and is_probability(model.score.value):
            if case.n_samples < _CALIBRATED:
                yield _say("figure.left_out.calibration", name=model.name, n=_CALIBRATED)
                continue
            bins = min(10, case.n_samples // 15)
            diagram = call("plots.calibration", true, model.score, n_bins=bins)
            caption = _say("figure.calibration", name=model.name)
            yield Picture(f"{model.prefix}calibration", caption, diagram)


def _binned(model: Model) -> Iterator[Picture]:
    """Yield curves of weighted samples, or of the numbers of samples in bins of the score."""
    for name in ("roc", "precision_recall"):
        caption = _say(f"figure.{name}.plain", name=model.name)
        more = {"sample_weight": model.weight}
        curve = call(f"plots.{name}", model.positive, model.score, **more)
        yield Picture(model.prefix + name, caption, curve)


def _label_lines(ax: Any, names: tuple[str, ...]) -> None:
    """Put the names of lines on the lines, in place of a legend, where they are far apart."""
    if (legend := ax.get_legend()) is not None:
        legend.remove()
    lines = [line for line in ax.get_lines() if not str(line.get_label()).startswith("_")]
    curves = [_points(ax, line) for line in lines]
    taken: list[Array] = []
    for i, (name, line) in enumerate(zip(names, lines, strict=True)):
        inner = curves[i][(abs(curves[i] - 0.5) < 0.42).all(axis=1)]
        at = inner if len(inner) else curves[i].clip(0.08, 0.92)  # a perfect curve is the frame
        others = np.concatenate([curve for j, curve in enumerate(curves) if j != i])
        clear = abs(at[:, None] - others).sum(axis=2).min(axis=1).clip(max=0.1)
        for one in taken:  # a name is wide and low
            clear += (abs(at - one) / (0.35, 0.09)).max(axis=1).clip(max=1)
        taken.append(at[clear.argmax()])
        box = {"facecolor": "#ffffff", "edgecolor": "none", "pad": 0.8, "alpha": 0.85}
        style = {"color": line.get_color(), "fontsize": 9, "ha": "center", "va": "center"}
        ax.text(*taken[-1], name, transform=ax.transAxes, bbox=box, zorder=5, **style)


def _points(ax: Any, line: Any) -> Array:
    """Return points at equal steps along a line, as shares of the axes."""
    x, y = (np.asarray(values, float) for values in line.get_data())
    if line.get_drawstyle() == "steps-post":
        x = np.repeat(x, 2)[1:]
        y = np.repeat(y, 2)[:-1]
    shown = ax.transAxes.inverted().transform(ax.transData.transform(np.column_stack([x, y])))
    step = np.concatenate([[0], np.hypot(*np.diff(shown, axis=0).T).cumsum()])
    even = np.linspace(0, step[-1], 120)
    return np.column_stack([np.interp(even, step, shown[:, k]) for k in (0, 1)])
