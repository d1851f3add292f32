"""From `scoring` to numbers: by name, by the learner's own `score`, or by any function."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from .._validation import Array, distinct, fail, as_floats, as_labels, shown
from ..classification import accuracy_score, error_rate, f1_score, precision_score, recall_score
from ..ranking import average_precision_score, roc_auc_score
from ..regression import (
    mean_absolute_error,
    mean_squared_error,
    r2_score,
    root_mean_squared_error,
)
from ._learners import Sample, class_scores, is_classifier, kind_of

Scoring = str | Callable[..., Any] | Iterable[str] | Mapping[str, Any] | None


def _predicted(
    function: Callable[..., Any], check: Callable[..., Any] = labels, **options: Any
) -> Callable[..., Any]:
    """Return a measure of y, which is labels or `floats`, and what the learner predicts."""

    def measure(answers: _Answers, y: Any) -> Any:
        return function(check(y, "y"), answers.predictions, **options)

    return measure


def _ranked(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a measure of y and how sure the learner is; it needs both classes in the test set."""

    def measure(answers: _Answers, y: Any) -> Any:
        classes = distinct(as_labels(y, "y"))
        if len(classes) != 2:
            expected = f"both of two classes in every set that {name!r} is computed on"
            fail("y", expected, f"only {shown(classes)}" if len(classes) < 2 else shown(classes))
        positive = 1 if name == "average_precision" else classes[1]  # scikit-learn's choices
        if positive not in classes.tolist():
            fail("y", f"the positive class 1 for {name!r}", shown(classes))
        return function(y, class_scores(answers.learner, answers.X, positive))

    return measure


def _negative(function: Callable[..., Any]) -> Callable[..., Any]:
    def measure(answers: _Answers, y: Any) -> Any:
        return -function(as_floats(y, "y"), answers.predictions)

    return measure


_MEASURES: dict[str, Callable[..., Any]] = {
    "accuracy": _predicted(accuracy_score),
    "error_rate": _predicted(error_rate),
    "r2": _predicted(r2_score, floats),
    "neg_mean_squared_error": _negative(mean_squared_error),
    "neg_root_mean_squared_error": _negative(root_mean_squared_error),
    "neg_mean_absolute_error": _negative(mean_absolute_error),
    "roc_auc": _ranked("roc_auc", roc_auc_score),
    "average_precision": _ranked("average_precision", average_precision_score),
}
for _name, _function in (
    ("precision", precision_score),
    ("recall", recall_score),
    ("f1", f1_score),
):
    _MEASURES[_name] = _predicted(_function)
    for _average in ("macro", "micro", "weighted"):
        _MEASURES[f"{_name}_{_average}"] = _predicted(_function, average=_average)


class _Answers:
    """What a learner says of some samples; several measures share one prediction."""

    def __init__(self, learner: Any, X: Any) -> None:
        self.learner, self.X = learner, X
        self._predictions: Any = None

    @property
    def predictions(self) -> Any:
        if self._predictions is None:
            self._predictions = self.learner.predict(self.X)
        return self._predictions


@dataclass(frozen=True, slots=True)
class Scorers:
    """The measures to take: a name or function each; None is the learner's own `score`."""

    measures: Mapping[str, str | Callable[..., Any] | None]

    def __call__(self, learner: Any, X: Any, y: Any) -> dict[str, float]:
        """Return every score of a trained learner."""
        answers, scores = _Answers(learner, X), {}
        rows = (X,) if y is None else (X, y)
        for name, measure in self.measures.items():
            if isinstance(measure, str):
                scores[name] = float(_MEASURES[measure](answers, y))
            else:
                found = learner.score(*rows) if measure is None else measure(learner, *rows)
                scores |= _numbers(name, found)
        return scores


def _numbers(name: str, score: Any) -> dict[str, float]:
    """Return the scores of a function: it may give one number, or a dict of them."""
    scores = score if isinstance(score, Mapping) else {name: score}
    for value in scores.values():
        if np.ndim(value) != 0 or not isinstance(value, (Real, np.ndarray, np.bool_)):
            fail("scoring", "a function that returns a number", f"one that returned {value!r}")
    return {str(k): float(v) for k, v in scores.items()}


def scorers_of(scoring: Scoring, estimator: Any, sample: Sample) -> Scorers:
    """Return the measures that `scoring` asks for; a single one is called "score"."""
    if scoring is None:
        return Scorers({"score": _default(estimator, sample)})
    if isinstance(scoring, str) or callable(scoring):
        return Scorers({"score": _known(scoring, sample)})
    if isinstance(scoring, Mapping):
        chosen = dict(scoring)
    elif isinstance(scoring, Iterable):
        chosen = {_name_of(s): s for s in scoring}
    else:
        got = f"{scoring!r} ({type(scoring).__name__})"
        fail("scoring", "a name, a function, or a list or dict of them", got, TypeError)
    if not chosen:
        fail("scoring", "at least one measure", "none")
    return Scorers({str(name): _known(measure, sample) for name, measure in chosen.items()})


def single_scorer(scoring: Any, estimator: Any, sample: Sample) -> Scorers:
    """Return one measure, called "score"."""
    if scoring is not None and not isinstance(scoring, str) and not callable(scoring):
        fail("scoring", "one name or one function", repr(scoring), TypeError)
    return scorers_of(scoring, estimator, sample)


def _name_of(scoring: Any) -> str:
    if not isinstance(scoring, str):
        fail("scoring", "names in a list (a dict gives functions a name)", repr(scoring), TypeError)
    return scoring


def _known(scoring: Any, sample: Sample) -> str | Callable[..., Any]:
    if callable(scoring):
        function: Callable[..., Any] = scoring
        return function
    if not isinstance(scoring, str) or scoring not in _MEASURES:
        expected = "a function or one of " + ", ".join(map(repr, sorted(_MEASURES)))
        fail("scoring", expected, repr(scoring))
    if sample.y is None:
        fail("y", f"the true values, for scoring={scoring!r}", "None")
    return scoring


def _default(estimator: Any, sample: Sample) -> str | None:
    """Return None where the learner has its own `score`, else accuracy or R2."""
    if callable(getattr(estimator, "score", None)):
        return None
    if sample.y is None:
        fail("y", "the true values, or a learner with its own score", "None")
    kind = kind_of(estimator, sample)
    classes = kind == "classifier" or (kind != "regressor" and sample.holds_labels)
    return "accuracy" if classes else "r2"


def greater_is_better(scoring: Any) -> bool:
    """Tell whether more is better: of all measures except the error rate."""
    return not (isinstance(scoring, str) and scoring == "error_rate")


# -- errors -----------------------------------------------------------------------------------


def mean_error(estimator: Any, sample: Sample) -> Any:
    """Return how wrong predictions are on average: (2.4) for labels, (2.2) for numbers."""
    classifies = is_classifier(estimator, sample)
    check, error = (labels, error_rate) if classifies else (floats, mean_squared_error)
    check(np.asarray(sample.target), "y")
    return error


def answer(predictions: Any, n: int) -> Array:
    """Return what a learner predicted, one value a sample, or say that it did not."""
    array = np.asarray(predictions)
    if array.shape != (n,):
        fail("estimator", f"{n} predictions, one a sample", f"an array of shape {array.shape}")
    return array


def target_of(y: Any, name: str = "y") -> Any:
    """Return y, which must be given."""
    if y is None:
        fail(name, "the true values", "None", TypeError)
    return y
