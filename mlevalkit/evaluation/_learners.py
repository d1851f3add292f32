"""What learners and samples look like from outside: `fit`, `predict`, and rows to take."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._validation import Array, as_array, fail, as_floats, need
from ..splitting._rows import n_rows, take

_RANKERS = ("decision_function", "predict_proba")  # in the order in which scikit-learn asks


# -- learners ---------------------------------------------------------------------------------


def check_learner(estimator: Any, name: str = "estimator") -> None:
    """Check that the learner has `fit` and `predict`, and is not a class in place of an object."""
    if isinstance(estimator, type):
        got = f"the class {estimator.__name__}; {estimator.__name__}() makes one"
        fail(name, "a learner (an object with fit and predict)", got, TypeError)
    missing = [m for m in ("fit", "predict") if not callable(getattr(estimator, m, None))]
    if missing:
        got = f"a {type(estimator).__name__} without {' and '.join(missing)}"
        fail(name, "a learner (an object with fit and predict)", got, TypeError)


def fitted(estimator: Any, X: Any, y: Any) -> Any:
    """Return a copy of the learner, trained; the learner itself stays as it is."""
    learner = copy.deepcopy(estimator)
    if y is None:
        learner.fit(X)
    else:
        learner.fit(X, y)
    return learner


def with_parameters(estimator: Any, parameters: Mapping[str, Any]) -> Any:
    """Return a copy of the learner with other parameters: `set_params`, or plain attributes."""
    learner = copy.deepcopy(estimator)
    if callable(getattr(learner, "set_params", None)):
        learner.set_params(**parameters)
        return learner
    for name, value in parameters.items():
        if not hasattr(learner, name):
            fail("grid", f"parameters that the {type(learner).__name__} has", repr(name))
        setattr(learner, name, value)
    return learner


def kind_of(estimator: Any, sample: Sample) -> str:
    """Return "classifier", "regressor" or another word: the learner's own, else by the kind of y.

    scikit-learn's learners say what they are. Of any other, y tells: strings, booleans and whole
    numbers are labels.
    """
    tags = getattr(estimator, "__sklearn_tags__", None)
    if tags is not None:
        return tags().estimator_type or "unknown"
    said = getattr(estimator, "_estimator_type", None)  # scikit-learn before 1.6
    if said is not None:
        return str(said)
    labels = any(hasattr(estimator, r) for r in _RANKERS) or sample.holds_labels
    return "classifier" if labels else "regressor"


def is_classifier(estimator: Any, sample: Sample) -> bool:
    """Tell whether the learner classifies."""
    return kind_of(estimator, sample) == "classifier"


def class_scores(estimator: Any, X: Any, positive: Any) -> Array:
    """Return one score a sample, the higher the surer that it is `positive`: two classes only."""
    method = next((m for m in _RANKERS if hasattr(estimator, m)), None)
    if method is None:
        got = f"a {type(estimator).__name__} without either"
        fail("estimator", "a learner with " + " or ".join(_RANKERS), got, TypeError)
    scores = np.asarray(getattr(estimator, method)(X))
    return _column(scores, getattr(estimator, "classes_", None), positive)


def _column(scores: Array, classes: Any, positive: Any) -> Array:
    second = classes is None or len(classes) < 2 or classes[1] == positive
    if scores.ndim == 1:
        return scores if second else -scores
    if scores.ndim != 2 or scores.shape[1] != 2:
        fail("estimator", "scores of two classes", f"an answer of shape {scores.shape}")
    return scores[:, 1 if second else 0]


# -- samples ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Sample:
    """The samples: X and y as the learner shall get them, and y as a checked array."""

    X: Any
    y: Any
    n: int
    target: Array | None

    @property
    def holds_labels(self) -> bool:
        """Whether y holds strings, booleans or whole numbers."""
        return self.target is not None and self.target.dtype.kind in "Ubiu"

    def __sizeof__(self) -> int:
        """Return about how many bytes the samples take: Dask sends what is big only once."""
        return 64 + sum(int(getattr(part, "nbytes", 0)) for part in (self.X, self.target))

    def rows(self, index: Array) -> tuple[Any, Any]:
        """Return some rows of X and y."""
        return take(self.X, index), None if self.y is None else take(self.y, index)


def sample_of(X: Any, y: Any, names: tuple[str, str] = ("X", "y")) -> Sample:
    """Return the checked samples; `y` may be None."""
    rows = features(X, names[0])
    n = n_rows(rows, names[0])
    if y is None:
        return Sample(rows, None, n, None)
    target = as_array(y, names[1])
    if target.dtype.kind == "f":
        target = as_floats(target, names[1])
    if len(target) != n:
        fail(" and ".join(names), "the same length", f"{n} {names[0]}, {len(target)} {names[1]}")
    return Sample(rows, target if isinstance(y, (list, tuple)) else y, n, target)


def features(X: Any, name: str = "X") -> Any:
    """Return X with rows to take: an array or frame as it is, lists of numbers as an array.

    What X holds is the learner's business: texts, or gaps that an imputer fills.
    """
    n_rows(X, name)
    return _as_numbers(X) if isinstance(X, (list, tuple)) else X


def _as_numbers(X: Sequence[Any]) -> Any:
    try:
        array = np.asarray(X)
    except ValueError:  # ragged: no matter, as long as the learner can do with it
        return X
    return array if array.dtype.kind in "biuf" else X


def stacked(a: Any, b: Any, names: str) -> Any:
    """Return the rows of `a`, then those of `b`."""
    if hasattr(a, "iloc") and hasattr(b, "iloc"):
        return need("pandas").concat([a, b], ignore_index=True)
    if isinstance(a, list) and isinstance(b, list):
        return a + b
    a, b = np.asarray(a), np.asarray(b)
    if a.shape[1:] != b.shape[1:]:
        fail(names, "rows of the same shape", f"{a.shape[1:]} and {b.shape[1:]}")
    return np.concatenate([a, b])
