"""What is evaluated: the columns of each model, and how the evaluation was asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from .. import _validation as check
from .._validation import Array
from ..ranking.sweep import positive_label
from .calls import Column, plain
from .predictions import ModelColumns, Predictions

Kind = Literal["binary", "multiclass", "regression"]

_FEW_GROUPS = 10  # fewer cannot be resampled: they are reported one by one


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
        for letter, model in zip(_letters(), self.predictions.models.values(), strict=False):
            found |= {f"y_pred{letter}": model.y_pred, f"y_score{letter}": model.y_score}
        found |= {"groups": self.predictions.group, "sample_weight": self.predictions.weight}
        own = self.suffix
        return {
            name + own: Column(name + own, v) for name, v in found.items() if v is not None
        }  # fmt: skip

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
        if self.predictions.pos_label is not None:
            return self.predictions.pos_label
        return plain([positive_label(np.array(self.predictions.labels), None)])[0]

    @cached_property
    def models(self) -> list[Model]:
        """All models; predicted labels are made of scores where there are none."""
        return [
            self._model(name, letter, model)
            for letter, (name, model) in zip(
                _letters(), self.predictions.models.items(), strict=False
            )
        ]

    def _model(self, name: str, letter: str, model: ModelColumns) -> Model:
        own = letter + self.suffix
        prefix = own.strip("_").replace("_", ".") + "." if own else ""
        pred = self.columns.get(f"y_pred{own}")
        score = self.columns.get(f"y_score{own}")
        true = self.columns[f"y_true{self.suffix}"]
        if score is None or self.kind == "regression":
            return Model(name, prefix, true, pred, None)
        if pred is None:
            pred, at = self._predicted(score)
        else:
            at = self._threshold_of(pred, score)
        return Model(name, prefix, true, pred, score, at)

    def _predicted(self, score: Column) -> tuple[Column | None, float | None]:
        """Return the labels that scores stand for, and the threshold between them."""
        labels = plain(self.predictions.labels)
        if self.kind == "multiclass":
            code = f"np.array({labels!r})[{score.code}.argmax(axis=1)]"
            return Column(code, np.array(labels)[score.values.argmax(axis=1)]), None
        at = self.options.threshold
        if at is None:
            if not is_probability(score.values):
                return None, None
            at = 0.5
        negative = next((label for label in labels if label != self.pos_label), None)
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
        return column if column and _distinct(column) >= _FEW_GROUPS else None

    @cached_property
    def subgroups(self) -> Column | None:
        """The groups that are reported one by one, because they are few."""
        column = self.columns.get("groups")
        return column if column and _distinct(column) < _FEW_GROUPS else None

    @property
    def resampled(self) -> bool:
        """Whether intervals come from resampling: of groups, or of weighted samples."""
        return self.groups is not None or "sample_weight" in self.columns


def _letters() -> list[str]:
    """Return what follows the column names of the first model, the second, ..."""
    return ["", *(f"_{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")]


def _distinct(column: Column) -> int:
    return len(np.unique(column.values))


def is_probability(scores: Array) -> bool:
    """Tell whether scores lie in [0, 1], more than two different ones."""
    inside = scores.min() >= 0 and scores.max() <= 1
    return bool(inside) and (scores.ndim == 2 or len(np.unique(scores[:10_000])) > 2)


def predictions_of(
    y_true: Any, columns: dict[str, tuple[Any, Any]], pos_label: object, **more: Any
) -> Predictions:
    """Return checked arrays as predictions: `columns` has y_pred and y_score of each model."""
    given = {"y_true": y_true}
    for name, pair in columns.items():
        given |= {
            f"{kind} of {name}": c for kind, c in zip(("y_pred", "y_score"), pair, strict=True)
        }
    given = {name: values for name, values in given.items() if values is not None}
    if len(given) < 2:
        check.fail(
            "y_pred and y_score", "predicted labels, or scores, or both", "neither", TypeError
        )
    arrays = {name: check.as_array(values, name, (1, 2)) for name, values in given.items()}
    check.same_length(**given)
    predicted = [values for name, values in arrays.items() if name.startswith("y_pred")]
    numbers = any(a.dtype.kind == "f" and (a % 1).any() for a in (arrays["y_true"], *predicted))
    labels: tuple[Any, ...] = ()
    if numbers:
        for name, values in arrays.items():
            arrays[name] = check.as_floats(values, name, values.ndim)
    else:
        every = [check.as_labels(arrays["y_true"], "y_true"), *predicted]
        for column in predicted:
            check.label_pair(every[0], column)
        labels = tuple(plain(np.unique(np.concatenate(every)).tolist()))
        for name in arrays:
            if name.startswith("y_score"):
                arrays[name] = check.as_floats(arrays[name], name, (1, 2))
    models = {
        name: ModelColumns(arrays.get(f"y_pred of {name}"), arrays.get(f"y_score of {name}"))
        for name in columns
    }
    return Predictions(arrays["y_true"], models, labels=labels, pos_label=pos_label, **more)
