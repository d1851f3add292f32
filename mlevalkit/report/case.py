"""What is evaluated: the columns of each model, and how the evaluation was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from string import ascii_lowercase
from typing import Any, Literal

import numpy as np

from .. import _validation as check
from .._validation import Array
from ..display.workings import Messages
from ..measures.ranking.sweep import positive_label
from .checks import FEW_GROUPS
from .predictions import ImportReport, ModelColumns, Predictions, ScoreTable, normalized
from .reading.large import counted, is_dask
from .sources import Source, column, plain

_say = Messages(__package__)

Kind = Literal["binary", "multiclass", "regression", "answers", "grades"]
_LARGE = 2_000_000  # samples with scores: beyond, they are counted
_LARGEST = 1e70  # so that variances of squared errors are floats


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller asked for."""

    measure: str | None = None
    baseline: str | None = None
    confidence_level: float = 0.95
    costs: Mapping[str, float] = field(default_factory=dict)  # both by name, or none
    threshold: float | None = None
    n_resamples: int = 999
    random_state: int = 0
    higher: bool = True  # whether a higher grade is a better one


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """The columns of one model on the samples of the test set.

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
        rows = itemgetter(group.value == value)
        code = f"{{}}[{group.code} == {value!r}]"
        columns: dict[str, Any] = {
            name: old.then(code, rows)
            for name in ("true", "pred", "score", "weight")
            if (old := getattr(self, name)) is not None
        }
        return replace(self, prefix=f"{self.prefix}{value}.", groups=None, **columns)


@dataclass(frozen=True, eq=False)
class Case:
    """Predictions on one test set, and options."""

    predictions: Predictions
    options: Options

    @cached_property
    def columns(self) -> dict[str, Source]:
        """The columns by the names that a script gives them."""
        found: dict[str, Array | None] = {"y_true": self._truth}
        for i, model in enumerate(self.predictions.models.values()):
            found |= {f"y_pred{_suffix(i)}": model.y_pred, f"y_score{_suffix(i)}": model.y_score}
        found |= {"groups": self.predictions.group, "sample_weight": self.predictions.weight}
        return {name: column(name, v) for name, v in found.items() if v is not None}

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
        pred = self.columns.get(f"y_pred{letter}")
        score = self.columns.get(f"y_score{letter}")
        at = None
        if self.kind == "regression":
            score = None
        elif score is not None:
            score = self._checked(score)
            if pred is None:
                pred, at = self._predicted(score)
            elif self.kind == "binary":
                at = _threshold_of(pred.value == self.pos_label, score.value)
        return Model(
            case=self,
            name=name,
            prefix=f"{letter.strip('_')}." if letter else "",
            true=self.columns["y_true"],
            pred=pred,
            score=score,
            weight=self.columns.get("sample_weight"),
            groups=self._groups(few=False),
            threshold=at,
        )

    def _checked(self, score: Source) -> Source:
        """Return scores that suit the classes: of two, those of the positive one."""
        labels = plain(self.predictions.labels)
        shape = score.value.shape
        if self.kind == "binary" and len(shape) == 1:
            return score
        if shape[1:] != (len(labels),) or len(labels) < 2:
            expected = f"a column for each of {check.shown(labels)}"
            if self.kind == "binary":
                expected = "scores of the positive class, or two columns"
            check.fail(score.code, expected, f"shape {shape}")
        if self.kind == "multiclass":
            return score
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

    @property
    def n_folds(self) -> int | None:
        """In how many folds the samples were tested, each by a model of its own."""
        fold = self.predictions.fold
        return None if fold is None else len(np.unique(fold))

    @property
    def subgroups(self) -> Source | None:
        """The groups that are reported one by one, because they are few."""
        return self._groups(few=True)

    def _groups(self, *, few: bool) -> Source | None:
        found = self.columns.get("groups")
        if found is None or (len(check.distinct(found.value)) < FEW_GROUPS) != few:
            return None
        return found

    @property
    def never_true(self) -> bool:
        """Whether a class that is predicted or scored does not occur in the truth."""
        return len(self.class_sizes) < len(self.predictions.labels)

    @cached_property
    def n_samples(self) -> int:
        """The number of samples."""
        if self.counted:
            return int(self.columns["sample_weight"].value.sum())
        return len(self.columns["y_true"].value)

    @cached_property
    def class_sizes(self) -> dict[Any, int]:
        """How many samples each class that occurs has; {} where there are no classes."""
        if not self.predictions.labels:
            return {}
        classes, (codes,) = check.encode(self.columns["y_true"].value)
        weight = self.columns["sample_weight"].value if self.counted else None
        sizes = np.bincount(codes, weight).astype(int)
        return dict(zip(classes.tolist(), sizes.tolist(), strict=True))


def _threshold_of(chosen: Array, score: Array) -> float | None:
    """Return the threshold that predicted labels have, if they have one."""
    if not chosen.any() or chosen.all():
        return None
    lowest = float(score[chosen].min())
    return lowest if score[~chosen].max() < lowest else None


def _suffix(i: int) -> str:
    """Return what the columns of model number i are marked with: nothing, _b, _c, ..."""
    if i == 0:
        return ""
    return f"_{ascii_lowercase[i]}" if i < len(ascii_lowercase) else f"_{i + 1}"


def is_probability(scores: Array) -> bool:
    """Tell whether scores lie in [0, 1], more than two different ones."""
    inside = scores.min() >= 0 and scores.max() <= 1
    return bool(inside) and (scores.ndim == 2 or len(np.unique(scores[:10_000])) > 2)


# -- from arrays -----------------------------------------------------------------------------------


def predictions_of(given: Mapping[str, Any], names: Any) -> Predictions:
    """Return checked arrays by the names of their arguments as predictions."""
    models = _two(names)
    pos_label = given["pos_label"]
    own = ("y_true", "y_pred", "y_score", "y_pred_b", "y_score_b")
    columns = {name: given[name] for name in own if given[name] is not None}
    if is_dask(given["y_true"]):
        for name in ("groups", "sample_weight"):
            if given[name] is not None:
                got = type(given[name]).__name__
                check.fail(name, "None with columns of Dask", got, TypeError)
        held = _models(models, columns)
        return counted(Predictions(columns["y_true"], held, pos_label=pos_label))
    if len(columns) < 2:
        expected = "predicted labels, or scores, or both"
        check.fail("y_pred and y_score", expected, "neither", TypeError)
    arrays = {name: check.as_array(c, name, (1, 2)) for name, c in columns.items()}
    groups = given["groups"]
    if groups is not None:
        groups = check.as_labels(groups, "groups")
    lengths = {"groups": groups, **arrays}
    check.same_length(**{name: c for name, c in lengths.items() if c is not None})
    weight = check.as_weights(given["sample_weight"], arrays["y_true"])
    scores = [name for name in arrays if name.startswith("y_score")]
    arrays |= {name: check.as_floats(arrays[name], name, (1, 2)) for name in scores}
    labels = _labels(arrays)
    rounded = {name: normalized(arrays[name]) for name in scores if arrays[name].ndim == 2}
    is_rounded = any(score is not arrays[name] for name, score in rounded.items())
    arrays |= rounded
    return Predictions(
        arrays["y_true"],
        _models(models, arrays),
        labels=labels,
        pos_label=pos_label,
        group=groups,
        weight=weight,
        import_report=ImportReport(guesses=(_say("data.rounded"),) if is_rounded else ()),
    )


def _labels(arrays: dict[str, Array]) -> tuple[Any, ...]:
    """Return all classes in order, none where numbers are predicted; the columns become clean."""
    names = [name for name in arrays if not name.startswith("y_score")]
    for name in names:
        if arrays[name].dtype.kind == "f":
            arrays[name] = check.as_floats(arrays[name], name, least=-_LARGEST, most=_LARGEST)
    if any(arrays[n].dtype.kind == "f" and (arrays[n] % 1).any() for n in names):
        arrays |= {name: check.as_floats(arrays[name], name) for name in names}
        return ()
    true = arrays["y_true"]
    for name in names:
        arrays["y_true"], arrays[name] = check.label_pair(true, arrays[name], ("y_true", name))
    return tuple(check.distinct(*(arrays[name] for name in names)).tolist())


def _models(names: list[str], columns: Mapping[str, Any]) -> dict[str, ModelColumns]:
    """Return the columns of the models that have any, by the names of their arguments."""
    found = {}
    for name, end in zip(names, ("", "_b"), strict=True):
        own = columns.get(f"y_pred{end}"), columns.get(f"y_score{end}")
        if any(column is not None for column in own):
            found[name] = ModelColumns(*own)
    return found


def _two(names: Any) -> list[str]:
    """Return two different names of models."""
    found = [str(name) for name in check.as_list(names, "names")][:2]
    if len(set(found)) < 2:
        check.fail("names", "two different names", check.shown(found))
    return found


def counted_if_large(p: Predictions) -> Predictions:
    """Return a table of counts of so many samples with scores that sorting them took copies."""
    dimensions = {m.y_score.ndim for m in p.models.values() if m.y_score is not None}
    many = p.y_true is not None and len(p.y_true) > _LARGE and dimensions == {1}
    return counted(p) if many and p.group is None and p.weight is None else p


def graded(table: ScoreTable) -> Predictions:
    """Return the grades of systems, on the questions that each of them has a grade of."""
    gaps = np.isnan(table.scores).any(axis=1)
    columns = zip(table.learners, table.scores[~gaps].T, strict=True)
    models = {name: ModelColumns(grades) for name, grades in columns}
    dropped = (*table.import_report.dropped, *np.flatnonzero(gaps).tolist())
    report = replace(table.import_report, dropped=dropped)
    return Predictions(None, models, id=np.array(table.datasets)[~gaps], import_report=report)
