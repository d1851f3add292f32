"""Learners as they come in: checked, copied without what they have learned, trained."""

from __future__ import annotations

import copy
import inspect
from typing import Any

import numpy as np

from .._validation import Array, fail
from .inputs import Sample


def unfitted(estimator: Any, name: str = "estimator") -> Any:
    """Check that this is a learner, and return a copy that has learned nothing yet.

    A learner with `get_params` is made anew from its parameters, by scikit-learn's `clone`. Any
    other learner is copied with all that it holds, so it must not be fitted.
    """
    _check_learner(estimator, name)
    try:
        return copied(estimator)
    except Exception as error:
        got = f"{type(estimator).__name__} ({error})"
        fail(name, "a learner that can be copied", got, TypeError)


def _check_learner(estimator: Any, name: str) -> None:
    expected = "a learner (an object with fit and predict)"
    if isinstance(estimator, type):
        got = f"the class {estimator.__name__}; {estimator.__name__}() makes one"
        fail(name, expected, got, TypeError)
    missing = [m for m in ("fit", "predict") if not callable(getattr(estimator, m, None))]
    if missing:
        got = f"{type(estimator).__name__} without {' and '.join(missing)}"
        fail(name, expected, got, TypeError)
    learned = [] if hasattr(estimator, "get_params") else _learned(estimator)
    if learned:
        expected = "a learner that is not fitted yet, or one with get_params"
        fail(name, expected, f"{type(estimator).__name__} with {', '.join(learned)}")


def _learned(estimator: Any) -> list[str]:
    """Return the attributes that `fit` has set: scikit-learn's end with an underscore.

    So may a parameter, such as ``lambda_``, and what a constructor sets to None.
    """
    parameters = inspect.signature(type(estimator)).parameters
    held = getattr(estimator, "__dict__", {})
    ending = [k for k in held if k.endswith("_") and not k.startswith("_")]
    return [k for k in ending if held[k] is not None and k not in parameters]


def copied(value: Any) -> Any:
    """Return a learner made anew from its parameters, and a copy of anything else."""
    if not hasattr(value, "get_params"):
        return copy.deepcopy(value)
    try:
        from sklearn.base import clone
    except ImportError:  # a learner in scikit-learn's manner, without scikit-learn
        parameters = value.get_params(deep=False)
        return type(value)(**{name: copied(v) for name, v in parameters.items()})
    return clone(value)


def is_classifier(estimator: Any, sample: Sample) -> bool:
    """Tell whether the learner classifies.

    scikit-learn's learners say so. For any other, y tells: strings, booleans and whole numbers
    are labels.
    """
    if hasattr(estimator, "__sklearn_tags__"):
        return bool(estimator.__sklearn_tags__().estimator_type == "classifier")
    if hasattr(estimator, "_estimator_type"):  # scikit-learn before 1.6
        return bool(estimator._estimator_type == "classifier")
    scores = hasattr(estimator, "decision_function") or hasattr(estimator, "predict_proba")
    return scores or sample.holds_labels


def fitted(estimator: Any, sample: Sample) -> Any:
    """Return a copy of the learner, trained on the samples; the learner itself stays as it is."""
    learner = unfitted(estimator)
    learner.fit(*sample.xy, **sample.params)
    return learner


def fit_and_predict(estimator: Any, sample: Sample, X: Any, n: int) -> Array:
    """Return what a copy of the learner, trained on the samples, predicts for the n rows of X."""
    predictions = np.asarray(fitted(estimator, sample).predict(X))
    if predictions.shape != (n,):
        fail("estimator", f"one prediction per sample ({n})", f"shape {predictions.shape}")
    return predictions
