"""From `scoring` to numbers: a metric or its name, a function of the learner, its own `score`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from numbers import Real
from typing import Any

import numpy as np

from .._validation import as_labels, distinct, fail, shown
from ..classification.accuracy import accuracy_score, error_rate
from ..classification.scores import f1_score, precision_score, recall_score
from ..ranking.areas import roc_auc_score
from ..ranking.precision_recall import average_precision_score
from ..regression import errors
from .inputs import Sample, class_scores, is_classifier

Scoring = str | Callable[..., Any] | Iterable[str | Callable[..., Any]] | Mapping[str, Any] | None

_LOSSES = ("_error", "_loss", "_deviance", "error_rate")  # scikit-learn's rule for names


@dataclass(frozen=True, slots=True)
class _Metric:
    """A metric of true values and predictions, or of true labels and scores."""

    function: Callable[..., Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    sign: int = 1

    @property
    def ranks(self) -> bool:
        """Whether it takes scores, not predictions."""
        return "y_score" in inspect.signature(self.function).parameters

    @property
    def is_loss(self) -> bool:
        """Whether less is better."""
        return self.sign > 0 and self.function.__name__.endswith(_LOSSES)

    def positive(self, y: Any) -> Any:
        """Return the positive class of a test set, which must hold both classes."""
        name, classes = self.function.__name__, distinct(as_labels(y, "y")).tolist()
        if len(classes) != 2:
            expected = f"both of two classes in every set that {name} is computed on"
            fail("y", expected, f"only {shown(classes)}" if len(classes) < 2 else shown(classes))
        default = inspect.signature(partial(self.function, **self.options)).parameters
        label = default["pos_label"].default if "pos_label" in default else None
        if label is not None and label not in classes:
            fail("y", f"the positive class {label!r} of {name}", shown(classes))
        return classes[1] if label is None else label


_NAMED = {
    f.__name__.removesuffix("_score"): _Metric(f)
    for f in (
        *(accuracy_score, error_rate, precision_score, recall_score, f1_score),
        *(errors.r2_score, roc_auc_score, average_precision_score),
    )
}
for _name in ("mean_squared_error", "root_mean_squared_error", "mean_absolute_error"):
    _NAMED[f"neg_{_name}"] = _Metric(getattr(errors, _name), sign=-1)
for _name, _average in product(("precision", "recall", "f1"), ("macro", "micro", "weighted")):
    _NAMED[f"{_name}_{_average}"] = _Metric(_NAMED[_name].function, {"average": _average})


@dataclass(frozen=True, slots=True)
class Scorers:
    """The measures to take: a metric or function each; None is the learner's own `score`."""

    measures: Mapping[str, Callable[..., Any] | _Metric | None]

    def __call__(self, learner: Any, X: Any, y: Any) -> dict[str, float]:
        """Return every score of a trained learner; all metrics share one prediction."""
        predict = cache(lambda: learner.predict(X))
        scores: dict[str, float] = {}
        rows = (X,) if y is None else (X, y)
        for name, measure in self.measures.items():
            if isinstance(measure, _Metric):
                said = class_scores(learner, X, measure.positive(y)) if measure.ranks else predict()
                found = measure.sign * measure.function(y, said, **measure.options)
            else:
                found = learner.score(*rows) if measure is None else measure(learner, *rows)
            scores |= _numbers(name, found)
        return scores

    @property
    def greater_is_better(self) -> bool:
        """Whether more is better, of a single measure."""
        return not getattr(self.measures["score"], "is_loss", False)


def _numbers(name: str, score: Any) -> dict[str, float]:
    """Return the scores of a function: it may give one number, or a dict of them."""
    scores = score if isinstance(score, Mapping) else {name: score}
    for value in scores.values():
        if np.ndim(value) != 0 or not isinstance(value, (Real, np.ndarray, np.bool_)):
            fail("scoring", "a function that returns a number", f"one that returned {value!r}")
    return {str(k): float(v) for k, v in scores.items()}


def scorers_of(scoring: Scoring, estimator: Any, sample: Sample) -> Scorers:
    """Return the measures that `scoring` asks for; a single one is called "score"."""
    if isinstance(scoring, Mapping):
        chosen = scoring
    elif scoring is None or isinstance(scoring, str) or callable(scoring):
        chosen = {"score": scoring}
    elif isinstance(scoring, Iterable):
        chosen = {_name_of(s): s for s in scoring}
    else:
        got = f"{scoring!r} ({type(scoring).__name__})"
        fail("scoring", "a name, a function, or a list or dict of them", got, TypeError)
    if not chosen:
        fail("scoring", "at least one measure", "none")
    return Scorers({str(name): _measure(s, estimator, sample) for name, s in chosen.items()})


def _name_of(scoring: Any) -> str:
    if not isinstance(scoring, str) and not _is_known(scoring):
        expected = "names or metrics in a list (a dict gives other functions a name)"
        fail("scoring", expected, repr(scoring), TypeError)
    return str(getattr(scoring, "__name__", scoring))


def _measure(scoring: Any, estimator: Any, sample: Sample) -> Callable[..., Any] | _Metric | None:
    """Return the metric, a function of the learner, or None for the learner's own `score`."""
    measure: Callable[..., Any] | _Metric = scoring
    if scoring is None:
        if callable(getattr(estimator, "score", None)):
            return None
        measure = _NAMED["accuracy" if is_classifier(estimator, sample) else "r2"]
    elif isinstance(scoring, str) and scoring in _NAMED:
        measure = _NAMED[scoring]
    elif not callable(scoring):
        expected = "a function or one of " + ", ".join(map(repr, sorted(_NAMED)))
        fail("scoring", expected, repr(scoring))
    elif isinstance(scoring, partial) and not scoring.args and _is_known(scoring.func):
        measure = _Metric(scoring.func, scoring.keywords)
    elif _is_known(scoring):
        measure = _Metric(scoring)
    if not isinstance(measure, _Metric):
        _check_call(measure, 2 if sample.y is None else 3)
    elif sample.y is None:
        got = "None (or a learner with its own score)" if scoring is None else "None"
        fail("y", f"the true values, for scoring={scoring!r}", got)
    else:
        _check_call(partial(measure.function, **measure.options), 2)
    return measure


def _is_known(function: Any) -> bool:
    """Tell whether this is a metric of this library or of scikit-learn's, itself and not a copy."""
    name = getattr(function, "__name__", "")
    homes = (sys.modules.get(home) for home in ("mlevalkit", "sklearn.metrics"))
    same = any(function is getattr(home, name, None) for home in homes if home)
    same &= "log_loss" not in name  # before scikit-learn 1.9 its probabilities were called y_pred
    arguments = list(inspect.signature(function).parameters)[:2] if same else []
    return arguments in (["y_true", "y_pred"], ["y_true", "y_score"])


def _check_call(function: Callable[..., Any], n: int) -> None:
    """Check that a function takes n arguments."""
    try:
        inspect.signature(function).bind(*range(n))
    except ValueError:  # not every built-in tells what it takes
        return
    except TypeError as error:
        expected = "a metric of y_true and y_pred or y_score, or a function of (estimator, X, y)"
        fail("scoring", expected, f"one that does not fit: {error}", TypeError)
