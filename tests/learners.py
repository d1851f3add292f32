"""Learners as a student writes them: `fit`, `predict`, nothing else; and wrong ones."""

from threading import Lock

import numpy as np

import mlevalkit as mk


class Majority:
    """The most frequent label of the training set; the first of several."""

    label = None

    def fit(self, X, y=None):
        labels, counts = np.unique(np.asarray(y), return_counts=True)
        self.label = labels[counts.argmax()]

    def predict(self, X):
        return [self.label] * len(X)


class Mean:
    """The mean of the training set."""

    def fit(self, X, y):
        self.mean = float(np.mean(y))

    def predict(self, X):
        return np.full(len(X), self.mean)


class Nearest:
    """One nearest neighbour, the first of several."""

    def fit(self, X, y):
        self.X, self.y = np.asarray(X, dtype=float), np.asarray(y)

    def predict(self, X):
        distance = ((np.asarray(X, dtype=float)[:, None, :] - self.X) ** 2).sum(axis=2)
        return self.y[distance.argmin(axis=1)]


class Always:
    """One answer, whatever is asked; `fit` learns nothing."""

    def __init__(self, value=0.0):
        self.value = value

    def fit(self, X, y):
        pass

    def predict(self, X):
        return [self.value] * len(X)


# -- wrong ones, for the error messages -------------------------------------------------------


class NoPredict:
    def fit(self, X, y):
        pass


class Wide(Always):
    def predict(self, X):
        return np.zeros((len(X), 2))


class ThreeColumns(Always):
    def decision_function(self, X):
        return np.zeros((len(X), 3))


class Locked(Always):
    """Holds what cannot be copied."""

    def __init__(self):
        super().__init__()
        self.lock = Lock()


class OneAnswer(Mean):
    def predict(self, X):
        return [0.0]


X, Y = [[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 0.5, 2.5]


def draw(n_samples, random_state):
    return X, Y


def two_numbers(estimator, X, y):
    return {"a": 1, "b": 2}


def fitted():
    """Return a learner that `fit` has changed, by scikit-learn's name for what is learned."""
    learner = Mean()
    learner.mean_ = 1.0
    return learner


def two_columns(y_true, y_pred):
    return 1.0


def nan(estimator, X, y):
    return np.nan


ONE = {"estimator": Mean(), "X": X, "y": Y}
DRAWN = {**ONE, "random_state": 0}
TWO = {"estimator_a": Mean(), "estimator_b": Mean(), "X": X, "y": Y}
RIGHT = {
    "cross_validate": {**ONE, "cv": 2},
    "cross_val_score": {**ONE, "cv": 2},
    "cross_val_predict": {**ONE, "cv": 2},
    "repeated_hold_out": DRAWN,
    "bootstrap_estimates": DRAWN,
    "tune": {**ONE, "estimator": Always(), "grid": {"value": [0.0]}, "cv": 2},
    "paired_cv_errors": {**TWO, "cv": 2},
    "five_by_two_cv_differences": TWO,
    "compare_two_learners": TWO,
    "paired_predictions": {
        "estimator_a": Mean(), "estimator_b": Mean(), "X_train": X, "y_train": Y, "X_test": X,
    },
    "predictions_over_training_sets": {"estimator": Mean(), "source": (X, Y), "X_test": X},
}  # fmt: skip


def call(name, **other):
    """Call what runs learners with right arguments, but for some."""
    return getattr(mk, name)(**(RIGHT[name] | other))
