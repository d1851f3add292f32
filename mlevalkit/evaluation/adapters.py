"""Any learner in the form that scikit-learn runs. Imported by what runs learners, when it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.metaestimators import available_if

from .._optional import need
from .._validation import Array, fail
from ..splitting.base import n_rows
from .inputs import Folds
from .learners import copied


def _has(method: str) -> Callable[[Plain], bool]:
    return lambda plain: callable(getattr(plain.learner, method, None))


class Plain(BaseEstimator):  # type: ignore[misc]
    """A learner that need have nothing but `fit` and `predict`."""

    def __init__(self, learner: Any, classifier: bool) -> None:
        self.learner = learner
        self.classifier = classifier

    @property
    def _estimator_type(self) -> str:
        return "classifier" if self.classifier else "regressor"

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.estimator_type = self._estimator_type
        return tags

    def __sklearn_clone__(self) -> Plain:
        return Plain(copied(self.learner), self.classifier)

    def fit(self, X: Any, y: Any = None, **params: Any) -> Plain:
        """Train the learner."""
        self.learner.fit(*((X,) if y is None else (X, y)), **params)
        if self.classifier and y is not None:
            self._order = np.argsort(getattr(self.learner, "classes_", np.unique(y)))
            self.classes_ = np.asarray(getattr(self.learner, "classes_", np.unique(y)))[self._order]
        return self

    def predict(self, X: Any) -> Array:
        """Return one prediction per sample."""
        predictions = np.asarray(self.learner.predict(X))
        if predictions.shape != (n := n_rows(X, "X"),):
            fail("estimator", f"one prediction per sample ({n})", f"shape {predictions.shape}")
        return predictions

    @available_if(_has("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Array:
        """Return a column for each class, in their sorted order."""
        return self._columns(self.learner.predict_proba(X))

    @available_if(_has("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Array:
        """Return scores of the second of two classes, or a column for each class."""
        scores = np.asarray(self.learner.decision_function(X))
        if scores.ndim > 1:
            return self._columns(scores)
        return scores if self._order[0] == 0 else -scores

    @available_if(_has("score"))  # type: ignore[untyped-decorator]
    def score(self, X: Any, y: Any = None) -> Any:
        """Return what the learner says of itself."""
        return self.learner.score(*((X,) if y is None else (X, y)))

    def _columns(self, answers: Any) -> Array:
        columns = np.asarray(answers)
        if columns.ndim != 2 or columns.shape[1] != len(self.classes_):
            expected = f"scores of {len(self.classes_)} classes"
            fail("estimator", expected, f"an answer of shape {columns.shape}")
        ordered: Array = columns[:, self._order]
        return ordered

    def __getattr__(self, name: str) -> Any:
        """Return what else the learner has, for functions of the learner."""
        if name.startswith("_") or name in ("learner", "classifier"):
            raise AttributeError(name)
        return getattr(self.learner, name)


class Counted:
    """Folds as a splitter that shows how far it is, and remembers it."""

    def __init__(self, folds: Folds, progress: bool) -> None:
        self.folds = folds
        self.progress = progress
        self.at = 0

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Any]:
        """Yield the folds."""
        folds = need("tqdm").tqdm(self.folds, desc="fold") if self.progress else self.folds
        for self.at, fold in enumerate(folds, start=1):
            yield fold

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many folds there are."""
        return len(self.folds)


def adapted(learner: Any, classifier: bool) -> Any:
    """Return the learner itself if it is scikit-learn's, else one that behaves like it."""
    return learner if isinstance(learner, BaseEstimator) else Plain(learner, classifier)


def original(learner: Any) -> Any:
    """Return the learner that was adapted."""
    return learner.learner if isinstance(learner, Plain) else learner
