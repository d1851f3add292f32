"""What is evaluated: the columns of each model, and how the evaluation was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from string import ascii_lowercase
from typing import Any, Literal

import numpy as np

from .. import _validation as check
from .._validation import Array
from ..measures.classification.counts import label_counts
from ..measures.ranking.sweep import positive_label
from .checks import FEW_GROUPS
from .predictions import Predictions
from .sources import Source, column, plain

Kind = Literal["binary", "multiclass", "regression", "answers", "grades"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller asked for."""

    measure: str | None = None
    baseline: str | None = None
    confidence_level: float = 0.95
    costs: Mapping[str, float] = field(default_factory=dict)  # both by name, or none
    threshold: float | None = None
    margin: float | None = None
    n_resamples: int = 999
    random_state: int = 0
    higher: bool = True  # whether a higher grade is a better one


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """The columns of one model on the samples of its test set.

    Attributes
    ----------
    case : Case
        The test set.
    name, prefix : str
        What it is called, and what its numbers' names begin with.
    true, pred, score : Source
        Its columns; those that it does not have are None.
    weight, groups : Source or None
        The weight of each sample, and what is drawn together by the bootstrap.
    threshold : float or None
        Predicted positive from it on, where that is how the model predicts.
    """

    case: Case
    name: str
    prefix: str
    true: Source
    pred: Source | None
    score: Source | None
    weight: Source | None
    groups: Source | None
    threshold: float | None = None

    @property
    def resampled(self) -> bool:
        """Whether intervals come from resampling: of groups, or of weighted samples."""
        return self.groups is not None or (self.weight is not None and not self.case.counted)

    @property
    def counts(self) -> dict[str, Source | None]:
        """The argument that says how many samples each row stands for."""
        return {"sample_weight": self.weight} if self.case.counted else {}

    @property
    def positive(self) -> Source:
        """Which samples are positive."""
        label = self.case.pos_label
        return Source(f"({self.true.code} == {label!r})", lambda: self.true.value == label)

    @property
    def wrong(self) -> Source:
        """On which samples it errs."""
        pred = self.pred
        assert pred is not None
        return Source(f"{pred.code} != {self.true.code}", lambda: pred.value != self.true.value)

    def where(self, group: Source, value: Any) -> Model:
        """Return the same for the samples of one group."""
        columns = {
            name: old and old.where(group, value)
            for name in ("true", "pred", "score", "weight")
            if (old := getattr(self, name)) is not None
        }
        return replace(self, prefix=f"{self.prefix}{value}.", groups=None, **columns)


@dataclass(frozen=True, eq=False)
class Case:
    """Predictions on one test set, and options."""

    predictions: Predictions
    options: Options
    suffix: str = ""  # of the names of a second test set's columns

    @cached_property
    def columns(self) -> dict[str, Source]:
        """The columns by the names that a script gives them."""
        found: dict[str, Array | None] = {"y_true": self._truth}
        for i, model in enumerate(self.predictions.models.values()):
            found |= {f"y_pred{_suffix(i)}": model.y_pred, f"y_score{_suffix(i)}": model.y_score}
        found |= {"groups": self.predictions.group, "sample_weight": self.predictions.weight}
        own = self.suffix
        return {name + own: column(name + own, v) for name, v in found.items() if v is not None}

    @property
    def prefix(self) -> str:
        """What the names of its figures begin with."""
        return f"{self.suffix.strip('_')}." if self.suffix else ""

    @property
    def counted(self) -> bool:
        """Whether each row stands for as many samples as its weight says."""
        return self.predictions.counted

    @property
    def _truth(self) -> Array:
        """The truth; 1 for each answer where the columns themselves say what is right."""
        if self.predictions.y_true is not None:
            return self.predictions.y_true
        first = next(iter(self.predictions.models.values()))
        return np.ones(len(first.y_pred if first.y_pred is not None else ()), int)

    @cached_property
    def kind(self) -> Kind:
        """What is predicted: one of two classes, of more, a number; or answers, right or graded."""
        if self.predictions.y_true is None:
            first = next(iter(self.predictions.models.values())).y_pred
            return "grades" if first is not None and first.dtype.kind == "f" else "answers"
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
        return [self._model(name, _suffix(i)) for i, name in enumerate(self.predictions.models)]

    def _model(self, name: str, letter: str) -> Model:
        own = letter + self.suffix
        pred = self.columns.get(f"y_pred{own}")
        score = self.columns.get(f"y_score{own}")
        at = None
        if self.kind == "regression":
            score = None
        elif score is not None:
            score = self._checked(score)
            if pred is None:
                pred, at = self._predicted(score)
            else:
                at = self._threshold_of(pred, score)
        return Model(
            case=self,
            name=name,
            prefix=own.strip("_").replace("_", ".") + "." if own else "",
            true=self.columns[f"y_true{self.suffix}"],
            pred=pred,
            score=score,
            weight=self.columns.get(f"sample_weight{self.suffix}"),
            groups=self._groups(few=False),
            threshold=at,
        )

    def _checked(self, score: Source) -> Source:
        """Return scores that suit the classes: of two, those of the positive one."""
        labels = plain(self.predictions.labels)
        shape = score.value.shape
        if self.kind == "multiclass":
            if shape[1:] != (len(labels),):
                check.fail(
                    score.code, f"a column for each of {check.shown(labels)}", f"shape {shape}"
                )
            return score
        if score.value.ndim == 1:
            return score
        if shape[1] != 2 or len(labels) != 2:
            check.fail(score.code, "scores of the positive class, or two columns", f"shape {shape}")
        place = labels.index(self.pos_label)
        return column(f"{score.code}[:, {place}]", score.value[:, place])

    def _predicted(self, score: Source) -> tuple[Source | None, float | None]:
        """Return the labels that scores stand for, and the threshold between them."""
        labels = plain(self.predictions.labels)
        if self.kind == "multiclass":
            code = f"np.array({labels!r})[{score.code}.argmax(axis=1)]"
            return column(code, np.array(labels)[score.value.argmax(axis=1)]), None
        at = self.options.threshold
        if at is None:
            at = 0.5 if is_probability(score.value) else None
        if at is None or len(labels) < 2:
            return None, None
        negative = next(label for label in labels if label != self.pos_label)
        code = f"np.where({score.code} >= {at!r}, {self.pos_label!r}, {negative!r})"
        return column(code, np.asarray(np.where(score.value >= at, self.pos_label, negative))), at

    def _threshold_of(self, pred: Source, score: Source) -> float | None:
        """Return the threshold that predicted labels have, if they have one."""
        if self.kind != "binary":
            return None
        chosen = pred.value == self.pos_label
        if not chosen.any() or chosen.all():
            return None
        lowest = float(score.value[chosen].min())
        return lowest if score.value[~chosen].max() < lowest else None

    @property
    def subgroups(self) -> Source | None:
        """The groups that are reported one by one, because they are few."""
        return self._groups(few=True)

    def _groups(self, *, few: bool) -> Source | None:
        found = self.columns.get(f"groups{self.suffix}")
        if found is None or (len(check.distinct(found.value)) < FEW_GROUPS) != few:
            return None
        return found

    @property
    def never_true(self) -> bool:
        """Whether a class that is predicted or scored does not occur in the truth."""
        if not self.predictions.labels:
            return False
        return len(self.class_sizes) < len(self.predictions.labels)

    @cached_property
    def n_samples(self) -> int:
        """The number of samples."""
        if self.counted:
            return int(self.columns[f"sample_weight{self.suffix}"].value.sum())
        return len(self.columns[f"y_true{self.suffix}"].value)

    @cached_property
    def class_sizes(self) -> dict[Any, int]:
        """How many samples each class that occurs has."""
        y = self.columns[f"y_true{self.suffix}"].value
        weight = self.columns[f"sample_weight{self.suffix}"].value if self.counted else None
        counts = label_counts(y, y, weight)
        return dict(zip(counts.classes.tolist(), counts.true.tolist(), strict=True))


def with_positive_class(case: Case) -> Case:
    """Return the same with the positive class of two in its predictions, for the checks."""
    if case.kind != "binary":
        return case
    return replace(case, predictions=replace(case.predictions, pos_label=case.pos_label))


def _suffix(i: int) -> str:
    """Return what the columns of model number i are marked with: nothing, _b, _c, ..."""
    if i == 0:
        return ""
    return f"_{ascii_lowercase[i]}" if i < len(ascii_lowercase) else f"_{i + 1}"


def is_probability(scores: Array) -> bool:
    """Tell whether scores lie in [0, 1], more than two different ones."""
    inside = scores.min() >= 0 and scores.max() <= 1
    return bool(inside) and (scores.ndim == 2 or len(np.unique(scores[:10_000])) > 2)
