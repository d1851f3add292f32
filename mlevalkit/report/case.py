"""What is evaluated: the columns of each model, and how the evaluation was asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_lowercase
from typing import Any, Literal

import numpy as np

from .. import _validation as check
from .._validation import Array
from ..measures.classification.counts import label_counts
from ..measures.ranking.sweep import positive_label
from .calls import Column, plain
from .checks import FEW_GROUPS
from .predictions import ModelColumns, Predictions

Kind = Literal["binary", "multiclass", "regression"]

_LETTERS = ["", *(f"_{letter}" for letter in ascii_lowercase[1:])]  # of the models' columns
_LARGEST = 1e70  # so that variances of squared errors are floats


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller asked for."""

    confidence_level: float = 0.95
    cost_fn: float | None = None
    cost_fp: float | None = None
    threshold: float | None = None
    margin: float | None = None
    n_resamples: int = 999
    random_state: int = 0

    @property
    def costs(self) -> dict[str, float]:
        """Both costs by name, empty if they are not known."""
        if self.cost_fn is None or self.cost_fp is None:
            return {}
        return {"cost_fn": self.cost_fn, "cost_fp": self.cost_fp}


@dataclass(frozen=True, slots=True)
class Model:
    """The columns of one model; `prefix` begins the names of its numbers."""

    name: str
    prefix: str
    true: Column
    pred: Column | None
    score: Column | None
    threshold: float | None = None  # predicted positive from it on, where that is how it predicts

    def where(self, group: Column, value: Any) -> Model:
        """Return the same for the samples of one group."""
        return replace(
            self,
            prefix=f"{self.prefix}{value}.",
            true=self.true.where(group, value),
            pred=self.pred and self.pred.where(group, value),
            score=self.score and self.score.where(group, value),
        )


@dataclass(frozen=True)
class Case:
    """Predictions and options, with the columns that calls take."""

    predictions: Predictions
    options: Options
    suffix: str = ""  # of the names of a second test set's columns
    given: dict[str, Column] | None = None  # of a subgroup

    @cached_property
    def columns(self) -> dict[str, Column]:
        """The columns by the names that a script gives them."""
        if self.given is not None:
            return self.given
        found = {"y_true": self.predictions.y_true}
        for letter, model in zip(_LETTERS, self.predictions.models.values(), strict=False):
            found |= {f"y_pred{letter}": model.y_pred, f"y_score{letter}": model.y_score}
        found |= {"groups": self.predictions.group, "sample_weight": self.predictions.weight}
        own = self.suffix
        return {name + own: Column(name + own, v) for name, v in found.items() if v is not None}

    @property
    def counted(self) -> bool:
        """Whether each row stands for as many samples as its weight says."""
        return self.predictions.counted

    @cached_property
    def kind(self) -> Kind:
        """What is predicted: one of two classes, of more, or a number."""
        if not self.predictions.labels:
            return "regression"
        return "binary" if len(self.predictions.labels) <= 2 else "multiclass"

    @cached_property
    def pos_label(self) -> Any:
        """The positive class of two."""
        if self.kind != "binary":
            return None
        given = self.predictions.pos_label
        labels = self.predictions.labels
        if given is None:
            return plain([positive_label(np.array(labels), None)])[0]
        if not check.among(given, labels):
            check.fail("pos_label", f"one of the labels {check.shown(labels)}", repr(given))
        return labels[labels.index(given)]

    @cached_property
    def models(self) -> list[Model]:
        """All models; predicted labels are made of scores where there are none."""
        named = zip(self.predictions.models, _LETTERS, strict=False)
        return [self._model(name, letter) for name, letter in named]

    def _model(self, name: str, letter: str) -> Model:
        own = letter + self.suffix
        prefix = own.strip("_").replace("_", ".") + "." if own else ""
        pred = self.columns.get(f"y_pred{own}")
        score = self.columns.get(f"y_score{own}")
        true = self.columns[f"y_true{self.suffix}"]
        if score is None or self.kind == "regression":
            return Model(name, prefix, true, pred, None)
        score = self._checked(score)
        if pred is None:
            pred, at = self._predicted(score)
        else:
            at = self._threshold_of(pred, score)
        return Model(name, prefix, true, pred, score, at)

    def _checked(self, score: Column) -> Column:
        """Return scores that suit the classes: of two, those of the positive one."""
        labels = plain(self.predictions.labels)
        shape = score.values.shape
        if self.kind == "multiclass":
            if shape[1:] != (len(labels),):
                check.fail(
                    score.code, f"a column for each of {check.shown(labels)}", f"shape {shape}"
                )
            return score
        if score.values.ndim == 1:
            return score
        if shape[1] != 2 or len(labels) != 2:
            check.fail(score.code, "scores of the positive class, or two columns", f"shape {shape}")
        place = labels.index(self.pos_label)
        return Column(f"{score.code}[:, {place}]", score.values[:, place])

    def _predicted(self, score: Column) -> tuple[Column | None, float | None]:
        """Return the labels that scores stand for, and the threshold between them."""
        labels = plain(self.predictions.labels)
        if self.kind == "multiclass":
            code = f"np.array({labels!r})[{score.code}.argmax(axis=1)]"
            return Column(code, np.array(labels)[score.values.argmax(axis=1)]), None
        at = self.options.threshold
        if at is None:
            at = 0.5 if is_probability(score.values) else None
        if at is None or len(labels) < 2:
            return None, None
        negative = next(label for label in labels if label != self.pos_label)
        code = f"np.where({score.code} >= {at!r}, {self.pos_label!r}, {negative!r})"
        return Column(code, np.asarray(np.where(score.values >= at, self.pos_label, negative))), at

    def _threshold_of(self, pred: Column, score: Column) -> float | None:
        """Return the threshold that predicted labels have, if they have one."""
        if self.kind != "binary":
            return None
        chosen = pred.values == self.pos_label
        if not chosen.any() or chosen.all():
            return None
        lowest = float(score.values[chosen].min())
        return lowest if score.values[~chosen].max() < lowest else None

    @cached_property
    def groups(self) -> Column | None:
        """The groups that are drawn together, if there are enough of them to draw from."""
        column = self.columns.get("groups")
        return column if column and _distinct(column) >= FEW_GROUPS else None

    @cached_property
    def subgroups(self) -> Column | None:
        """The groups that are reported one by one, because they are few."""
        column = self.columns.get("groups")
        return column if column and _distinct(column) < FEW_GROUPS else None

    @property
    def resampled(self) -> bool:
        """Whether intervals come from resampling: of groups, or of weighted samples."""
        weighted = "sample_weight" in self.columns and not self.counted
        return self.groups is not None or weighted

    @property
    def counts(self) -> dict[str, Column]:
        """The argument that says how many samples each row stands for."""
        return {"sample_weight": self.columns["sample_weight"]} if self.counted else {}

    @cached_property
    def n_samples(self) -> int:
        """The number of samples."""
        if self.counted:
            return int(self.columns["sample_weight"].values.sum())
        return len(self.columns[f"y_true{self.suffix}"].values)

    @cached_property
    def class_sizes(self) -> dict[Any, int]:
        """How many samples each class that occurs has."""
        y = self.columns[f"y_true{self.suffix}"].values
        weight = self.columns["sample_weight"].values if self.counted else None
        counts = label_counts(y, y, weight)
        return dict(zip(counts.classes.tolist(), counts.true.tolist(), strict=True))


def _distinct(column: Column) -> int:
    return len(check.distinct(column.values))


def is_probability(scores: Array) -> bool:
    """Tell whether scores lie in [0, 1], more than two different ones."""
    inside = scores.min() >= 0 and scores.max() <= 1
    return bool(inside) and (scores.ndim == 2 or len(np.unique(scores[:10_000])) > 2)


def predictions_of(
    y_true: Any, columns: dict[str, tuple[Any, Any]], pos_label: object, **more: Any
) -> Predictions:
    """Return checked arrays as predictions: `columns` has y_pred and y_score of each model."""
    given = {"y_true": y_true}
    for name, (pred, score) in columns.items():
        given |= {f"y_pred of {name}": pred, f"y_score of {name}": score}
    given = {name: values for name, values in given.items() if values is not None}
    if len(given) < 2:
        expected = "predicted labels, or scores, or both"
        check.fail("y_pred and y_score", expected, "neither", TypeError)
    arrays = {
        name: check.as_array(values, name, (1, 2) if name.startswith("y_score") else 1)
        for name, values in given.items()
    }
    if more.get("group") is not None:
        given["groups"] = more["group"]
        more["group"] = check.as_labels(more["group"], "groups")
    check.same_length(**given)
    more["weight"] = check.as_weights(more.get("weight"), y_true)
    for name in arrays:
        if name.startswith("y_score"):
            arrays[name] = check.as_floats(arrays[name], name, (1, 2))
    labels = _labels(arrays)
    models = {
        name: ModelColumns(arrays.get(f"y_pred of {name}"), arrays.get(f"y_score of {name}"))
        for name in columns
    }
    return Predictions(arrays["y_true"], models, labels=labels, pos_label=pos_label, **more)


def _labels(arrays: dict[str, Array]) -> tuple[Any, ...]:
    """Return all classes in order, none where numbers are predicted; the columns become clean."""
    names = [name for name in arrays if not name.startswith("y_score")]
    for name in names:
        if arrays[name].dtype.kind == "f":
            arrays[name] = check.as_floats(arrays[name], name, least=-_LARGEST, most=_LARGEST)
    if any(arrays[n].dtype.kind == "f" and (arrays[n] % 1).any() for n in names):
        for name in names:
            arrays[name] = check.as_floats(arrays[name], name)
        return ()
    for name in names:
        arrays[name] = check.as_labels(arrays[name], name)
        check.label_pair(arrays["y_true"], arrays[name], ("y_true", name))
    return tuple(check.distinct(*(arrays[name] for name in names)).tolist())
