"""From `scoring` to numbers: a metric or its name, a function of the learner, its own `score`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from numbers import Real
from typing import Any

import numpy as np

from .._validation import Array, as_labels, fail, shown
from ..measures.classification.accuracy import accuracy_score, error_rate
from ..measures.classification.scores import (
    balanced_accuracy_score,
    f1_score,
    precision_score,
    recall_score,
)
from ..measures.ranking.areas import roc_auc_score
from ..measures.ranking.precision_recall import average_precision_score
from ..measures.ranking.probabilities import brier_score_loss, log_loss
from ..measures.regression.errors import (
    mean_absolute_error,
    mean_squared_error,
    r2_score,
    root_mean_squared_error,
)
from .inputs import Sample
from .learners import is_classifier

Function = Callable[..., Any]
Scoring = str | Function | Iterable[str | Function] | Mapping[str, Any] | None

# -- metrics ----------------------------------------------------------------------------------

# What a metric takes beside the true values, by the name of its second argument.
_TAKES = {
    "y_pred": "predictions",
    "y_score": "scores",
    "y_proba": "probabilities",
    "y_prob": "probabilities",
}
# The methods of a learner that give scores, in the order in which scikit-learn asks.
_SCORES = ("decision_function", "predict_proba")
# Before scikit-learn 1.9 these called their probabilities y_pred.
_OF_PROBABILITIES = ("log_loss", "d2_log_loss_score")

_GAINS = ("_score", "_f1", "_corrcoef")
_LOSSES = ("_loss", "_error", "_deviance", "error_rate")


@dataclass(frozen=True, slots=True)
class _Metric:
    """A metric of true values and of a learner's predictions, scores or probabilities."""

    function: Function
    takes: str
    sign: int = 1

    @property
    def name(self) -> str:
        """The name of the function."""
        return name_of(self.function)

    @property
    def greater_is_better(self) -> bool | None:
        """Whether more is better, by scikit-learn's endings of names; None if they do not tell."""
        if self.sign < 0 or self.name.endswith(_GAINS):
            return True
        return False if self.name.endswith(_LOSSES) else None

    def __call__(
        self, learner: Any, sample: Sample, ask: Callable[[str], Any], classes: list[Any]
    ) -> Any:
        """Return the score of a trained learner; ``ask(method)`` returns its answers.

        `classes` are those of a learner that has no `classes_`.
        """
        if self.takes == "predictions":
            return self.sign * self.function(sample.y, ask("predict"))
        method = self._method(learner)
        occur = _classes(sample)
        if self.takes == "scores" and len(occur) < 2:
            expected = f"at least two classes in every set that {self.name} is computed on"
            fail("y", expected, f"only {shown(occur)}")
        known = np.asarray(getattr(learner, "classes_", classes)).tolist()
        if not set(occur) <= set(known):
            fail("y", f"the classes of the training set {shown(known)}", shown(occur))
        return self.sign * self.function(sample.y, self._column(np.asarray(ask(method)), known))

    def _method(self, learner: Any) -> str:
        """Return the method of the learner to ask; a mean over classes takes probabilities."""
        several = _parameters(self.function).get("multi_class")
        of_classes = several is not None and several.default in ("ovr", "ovo")
        probabilities = self.takes == "probabilities" or of_classes
        methods = _SCORES[1:] if probabilities else _SCORES
        found = [method for method in methods if callable(getattr(learner, method, None))]
        if not found:
            expected = f"a learner with {' or '.join(methods)}"
            fail("estimator", expected, f"{type(learner).__name__}, which has none", TypeError)
        return found[0]

    def _column(self, answers: Array, classes: list[Any]) -> Array:
        """Return the answers about the positive class, or the columns of more than two classes.

        The positive class is `pos_label`, by default the one that sorts last.
        """
        columns = answers.shape[1] if answers.ndim == 2 else 2
        if answers.ndim not in (1, 2) or columns != len(classes) or columns < 2:
            expected = f"scores of {max(2, len(classes))} classes"
            fail("estimator", expected, f"an answer of shape {answers.shape}")
        if columns > 2:
            return answers[:, np.argsort(classes)]
        parameter = _parameters(self.function).get("pos_label")
        positive = None if parameter is None else parameter.default
        if positive is None:
            positive = max(classes)
        if positive not in classes:
            fail("y", f"the positive class {positive!r} of {self.name}", shown(classes))
        if answers.ndim == 2:
            return answers[:, classes.index(positive)]
        return answers if positive == classes[1] else -answers


def _classes(sample: Sample) -> list[Any]:
    classes: list[Any] = np.unique(as_labels(sample.target, "y")).tolist()
    return classes


def name_of(function: Function) -> str:
    """Return the name of a function, without the options of a partial."""
    while isinstance(function, partial):
        function = function.func
    return str(getattr(function, "__name__", "score"))


def _parameters(function: Function) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):  # not every built-in tells what it takes
        return {}


def _takes(function: Function) -> str | None:
    """Return what a metric takes, by the name of its second argument; None if it is no metric."""
    second = [*_parameters(function), "", ""][1]
    if second in _TAKES and name_of(function) in _OF_PROBABILITIES:
        return "probabilities"
    return _TAKES.get(second)


@cache
def _named() -> Mapping[str, _Metric]:
    """Return the metrics that have a name: scikit-learn's, where it has one."""
    metrics = {
        "accuracy": _Metric(accuracy_score, "predictions"),
        "error_rate": _Metric(error_rate, "predictions"),
        "balanced_accuracy": _Metric(balanced_accuracy_score, "predictions"),
        "precision": _Metric(precision_score, "predictions"),
        "recall": _Metric(recall_score, "predictions"),
        "f1": _Metric(f1_score, "predictions"),
        "roc_auc": _Metric(roc_auc_score, "scores"),
        "average_precision": _Metric(average_precision_score, "scores"),
        "neg_log_loss": _Metric(log_loss, "probabilities", sign=-1),
        "neg_brier_score": _Metric(brier_score_loss, "probabilities", sign=-1),
        "r2": _Metric(r2_score, "predictions"),
        "neg_mean_squared_error": _Metric(mean_squared_error, "predictions", sign=-1),
        "neg_root_mean_squared_error": _Metric(root_mean_squared_error, "predictions", sign=-1),
        "neg_mean_absolute_error": _Metric(mean_absolute_error, "predictions", sign=-1),
    }
    for name in ("precision", "recall", "f1"):
        for average in ("macro", "micro", "weighted"):
            function = partial(metrics[name].function, average=average)
            metrics[f"{name}_{average}"] = _Metric(function, "predictions")
    for form in ("ovr", "ovo"):
        area = partial(roc_auc_score, multi_class=form)
        metrics[f"roc_auc_{form}"] = _Metric(area, "scores")
        metrics[f"roc_auc_{form}_weighted"] = _Metric(partial(area, average="weighted"), "scores")
    return metrics


# -- scorers ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scorers:
    """The measures to take: a metric or function each; None is the learner's own `score`."""

    measures: Mapping[str, Function | _Metric | None]
    classes: list[Any]  # that metrics of scores are about

    def __call__(self, learner: Any, sample: Sample) -> dict[str, float]:
        """Return every score of a trained learner; all metrics share its answers."""
        ask = cache(lambda method: getattr(learner, method)(sample.X))
        scores: dict[str, float] = {}
        for name, measure in self.measures.items():
            if isinstance(measure, _Metric):
                found = measure(learner, sample, ask, self.classes)
            elif measure is None:
                found = learner.score(*sample.xy)
            else:
                found = measure(learner, *sample.xy)
            scores |= _numbers(name, found)
        return scores

    @property
    def greater_is_better(self) -> bool | None:
        """Whether more is better, of a single measure; None if its name does not tell."""
        measure = self.measures.get("score")
        return measure.greater_is_better if isinstance(measure, _Metric) else True


def _numbers(name: str, score: Any) -> dict[str, float]:
    """Return the scores of a function: it may give one number, or a dict of them."""
    scores = score if isinstance(score, Mapping) else {name: score}
    for value in scores.values():
        if np.ndim(value) != 0 or not isinstance(value, (Real, np.ndarray, np.bool_)):
            fail("scoring", "a function that returns a number", f"one that returned {value!r}")
    return {str(k): float(v) for k, v in scores.items()}


def scorers_of(scoring: Scoring, estimator: Any, sample: Sample) -> Scorers:
    """Return the measures that `scoring` asks for; a single one is called "score"."""
    chosen: Mapping[str, Any]
    if isinstance(scoring, Mapping):
        chosen = scoring
    elif scoring is None or isinstance(scoring, str) or callable(scoring):
        chosen = {"score": scoring}
    elif isinstance(scoring, Iterable):
        chosen = _by_name(scoring)
    else:
        got = f"{scoring!r} ({type(scoring).__name__})"
        fail("scoring", "a name, a function, or a list or dict of them", got, TypeError)
    if not chosen:
        fail("scoring", "at least one measure", "none")
    measures = {str(name): _measure(s, estimator, sample) for name, s in chosen.items()}
    metrics = [m for m in measures.values() if isinstance(m, _Metric)]
    of_classes = any(metric.takes != "predictions" for metric in metrics)
    return Scorers(measures, _classes(sample) if of_classes else [])


def _by_name(scoring: Iterable[Any]) -> dict[str, Any]:
    """Return the measures of a list under their own names."""
    chosen: dict[str, Any] = {}
    for one in scoring:
        if not isinstance(one, str) and _takes(one) is None:
            expected = "names or metrics in a list (a dict gives other functions a name)"
            fail("scoring", expected, repr(one), TypeError)
        name = one if isinstance(one, str) else name_of(one)
        if name in chosen:
            fail("scoring", "each name once (a dict gives other names)", f"{name!r} twice")
        chosen[name] = one
    return chosen


def _measure(scoring: Any, estimator: Any, sample: Sample) -> Function | _Metric | None:
    """Return the metric, a function of the learner, or None for the learner's own `score`."""
    takes = _takes(scoring)
    if scoring is None:
        if callable(getattr(estimator, "score", None)):
            return None
        metric = _named()["accuracy" if is_classifier(estimator, sample) else "r2"]
    elif isinstance(scoring, str) and scoring in _named():
        metric = _named()[scoring]
    elif not callable(scoring):
        expected = "a function or one of " + ", ".join(map(repr, sorted(_named())))
        fail("scoring", expected, repr(scoring))
    elif takes is None:
        _check_scorer(scoring, sample)
        function: Function = scoring
        return function
    else:
        metric = _Metric(scoring, takes)
        _check_options(metric)
    if sample.y is None:
        got = "None (or a learner with its own score)" if scoring is None else "None"
        fail("y", f"the true values, for scoring={scoring!r}", got)
    return metric


def _check_options(metric: _Metric) -> None:
    """Check that a metric needs nothing but the true values and what the learner says."""
    further = [*_parameters(metric.function).values()][2:]
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    needed = [p.name for p in further if p.default is p.empty and p.kind not in variable]
    if needed:
        name = metric.name
        expected = f"a metric with all its options, such as partial({name}, {needed[0]}=...)"
        fail("scoring", expected, f"{name} without {' and '.join(needed)}", TypeError)


def _check_scorer(function: Function, sample: Sample) -> None:
    """Check that a function that is no metric takes a learner, X and, if there is one, y."""
    names = [*_parameters(function)]
    try:
        inspect.signature(function).bind(None, *sample.xy)
    except ValueError:  # not every built-in tells what it takes
        fits = True
    except TypeError:
        fits = False
    else:
        fits = names[0] not in ("y", "y_true")
    if not fits:
        metric = "a metric whose second argument is called " + " or ".join(_TAKES)
        scorer = "a function of (estimator, X" + (")" if sample.y is None else ", y)")
        got = f"{name_of(function)}({', '.join(names)})"
        fail("scoring", f"{metric}, or {scorer}", got, TypeError)
