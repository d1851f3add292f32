"""What running learners says to wrong input: which argument, what was expected, what came."""

from __future__ import annotations

import numpy as np
import pytest
from learners import Always, Majority, Mean
from sklearn.datasets import load_iris
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB

import mlevalkit as mk

X, Y = [[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 0.5, 2.5]
AB = {"X": np.arange(8.0)[:, None], "y": ["a", "a", "a", "a", "b", "b", "b", "b"]}
IRIS = dict(zip("Xy", load_iris(return_X_y=True), strict=True))


class NoPredict:
    def fit(self, X, y):
        pass


class Wide(Always):
    def predict(self, X):
        return np.zeros((len(X), 2))


class ThreeColumns(Always):
    def decision_function(self, X):
        return np.zeros((len(X), 3))


class Classifier(Always):
    _estimator_type = "classifier"


class Regressor(Always):
    _estimator_type = "regressor"


class OneAnswer(Mean):
    def predict(self, X):
        return [0.0]


def draw(rng):
    return X, Y


def two_numbers(estimator, X, y):
    return {"a": 1, "b": 2}


def nan(estimator, X, y):
    return np.nan


# What each function is called with, unless the table says otherwise.
ONE = {"estimator": Mean(), "X": X, "y": Y}
TWO = {"estimator_a": Mean(), "estimator_b": Mean(), "X": X, "y": Y}
RIGHT = {
    "cross_validate": {**ONE, "cv": 2},
    "cross_val_score": {**ONE, "cv": 2},
    "cross_val_predict": {**ONE, "cv": 2},
    "repeated_hold_out": ONE,
    "bootstrap_estimates": ONE,
    "tune": {**ONE, "estimator": Always(), "grid": {"value": [0.0]}, "cv": 2},
    "paired_cv_errors": {**TWO, "cv": 2},
    "five_by_two_cv_differences": TWO,
    "paired_predictions": {
        "estimator_a": Mean(), "estimator_b": Mean(), "X_train": X, "y_train": Y, "X_test": X,
    },
    "predictions_over_training_sets": {"estimator": Mean(), "source": (X, Y), "X_test": X},
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_right_input_is_no_error(name):
    getattr(mk, name)(**RIGHT[name])


TYPE_ERRORS = [
    (
        "cross_validate",
        {"estimator": Mean},
        r"estimator: .* got the class Mean; Mean\(\) makes one",
    ),
    ("cross_validate", {"estimator": NoPredict()}, "estimator: .* a NoPredict without predict"),
    ("cross_validate", {"estimator": None}, "estimator: .* a NoneType without fit and predict"),
    ("cross_validate", {"X": None}, "X: expected .*, got NoneType"),
    ("cross_validate", {"X": "text"}, "X: expected .*, got str"),
    ("cross_validate", {"X": {"a": 1}}, "X: expected .*, got dict"),
    ("cross_validate", {"X": 4}, "X: expected .*, got int"),
    ("cross_validate", {"y": "abcd"}, "y: expected a sequence, got str"),
    ("cross_validate", {"scoring": 3}, r"scoring: expected a name, a function, .* 3 \(int\)"),
    ("cross_validate", {"scoring": [max]}, "scoring: expected names in a list"),
    ("cross_validate", {"cv": True}, "cv: expected a whole number >= 2"),
    (
        "cross_validate",
        {"cv": 2.5},
        r"cv: expected a number of folds, a splitter, .* 2.5 \(float\)",
    ),
    ("cross_validate", {"cv": "five"}, "cv: .* got 'five'"),
    ("cross_validate", {"cv": [3]}, "cv: expected pairs .* indices, got 3 as fold 1"),
    ("cross_validate", {"n_jobs": 1.5}, "n_jobs: expected a whole number"),
    ("cross_validate", {"progress": "yes"}, "progress: expected True or False"),
    ("cross_validate", {"return_train_score": 1}, "return_train_score: expected True or False"),
    (
        "cross_validate",
        {**AB, "estimator": Majority(), "scoring": "roc_auc"},
        "estimator: expected a learner with decision_function or predict_proba, got a Majority",
    ),
    *(
        (
            "cross_validate",
            {"y": list("abab"), "estimator": Always(), "scoring": scoring},
            "^y: expected numbers, got strings",
        )
        for scoring in ("r2", "neg_mean_squared_error")
    ),
    ("cross_val_score", {"scoring": ["r2"]}, "scoring: expected one name or one function"),
    ("cross_val_predict", {"method": "predict_proba"}, "method: expected one that a Mean has"),
    ("repeated_hold_out", {"stratify": "y"}, "stratify: expected True or False"),
    ("repeated_hold_out", {"random_state": "a"}, "random_state: expected"),
    ("bootstrap_estimates", {"y": None}, "y: expected the true values, got None"),
    ("bootstrap_estimates", {"y": list("abab"), "estimator": Regressor()}, "^y: expected numbers"),
    ("tune", {"grid": "value"}, "grid: expected a dict of lists, got 'value'"),
    ("tune", {"grid": 3}, "grid: expected a dict of lists, got 3"),
    ("tune", {"grid": [3]}, "grid: expected a dict of lists, got 3"),
    ("tune", {"grid": {"value": 1.0}}, "grid: expected a list of values of 'value', got 1.0"),
    ("tune", {"grid": {"value": "rbf"}}, "grid: expected a list of values of 'value', got 'rbf'"),
    ("tune", {"cv": None, "validation": "half"}, "validation: expected"),
    ("paired_cv_errors", {"estimator_a": Mean}, "estimator_a: expected a learner"),
    (
        "paired_cv_errors",
        {"y": list("abab"), "estimator_a": Regressor(), "estimator_b": Regressor()},
        "^y: expected numbers, got strings",
    ),
    ("five_by_two_cv_differences", {"estimator_b": 3}, "estimator_b: expected a learner"),
    ("five_by_two_cv_differences", {"stratify": 1}, "stratify: expected True or False"),
    ("paired_predictions", {"estimator_b": NoPredict()}, "estimator_b: expected a learner"),
    ("paired_predictions", {"y_train": None}, "y_train: expected the true values"),
    ("predictions_over_training_sets", {"source": 3}, r"source: expected draw\(rng\), or a pair"),
    ("predictions_over_training_sets", {"source": max}, "'numpy.random"),
    ("predictions_over_training_sets", {"source": str}, r"draw\(rng\) to return \(X, y\), got str"),
    ("predictions_over_training_sets", {"replace": 0}, "replace: expected True or False"),
]

VALUE_ERRORS = [
    ("cross_validate", {"estimator": Wide()}, "y_pred: expected 1 dimension"),
    ("cross_validate", {"X": np.float64(4)}, "X: expected .*, got a single value"),
    ("cross_validate", {"X": []}, "X: expected at least one sample, got none"),
    ("cross_validate", {"y": [1, 2]}, "X and y: expected the same length, got 4 X, 2 y"),
    ("cross_validate", {"y": [[1.0]] * 4}, "y: expected 1 dimension"),
    ("cross_validate", {"y": [1.0, np.nan, 2.0, 3.0]}, "y: .* got nan at position 1"),
    ("cross_validate", {"y": None}, "y: expected the true values, or a learner with its own score"),
    ("cross_validate", {"y": None, "scoring": "r2"}, "y: expected the true values, for .*'r2'"),
    ("cross_validate", {"scoring": "acc"}, "scoring: expected .* 'accuracy', .* got 'acc'"),
    ("cross_validate", {"scoring": ["r2", "nonsense"]}, "scoring: expected .*, got 'nonsense'"),
    ("cross_validate", {"scoring": []}, "scoring: expected at least one measure, got none"),
    ("cross_validate", {"scoring": {}}, "scoring: expected at least one measure, got none"),
    ("cross_validate", {"scoring": {"a": 3}}, "scoring: .*, got 3"),
    ("cross_validate", {"scoring": lambda e, X, y: "x"}, "returns a number, .* returned 'x'"),
    ("cross_validate", {"scoring": lambda e, X, y: None}, "returns a number, .* returned None"),
    ("cross_validate", {"scoring": lambda e, X, y: y}, "returns a number, .* returned array"),
    ("cross_validate", {"y": [0.5, 1, 2, 3], "scoring": "accuracy"}, "^y: .* labels .* 0.5"),
    ("cross_validate", {"cv": 1}, "cv: expected a whole number >= 2, got 1"),
    ("cross_validate", {"cv": 5}, r"n_splits: expected at most 4, .*\n\(cv=5 means KFold\(5\)\)"),
    ("cross_validate", {"cv": None}, "n_splits: expected at most 4, the number of samples, got 5"),
    ("cross_validate", {**AB, "cv": 5}, r"at most 4 members, .*\n\(cv=5 means StratifiedKFold"),
    ("cross_validate", {"cv": []}, "cv: expected at least one fold, got none"),
    ("cross_validate", {"cv": [([0], [4])]}, "cv: .* from 0 to 3 as the test set of fold 1, got 4"),
    ("cross_validate", {"cv": [([0, -1], [1])]}, "cv: .* training set of fold 1, got -1"),
    ("cross_validate", {"cv": [([0], [])]}, "cv: .* test set of fold 1, got float64 of shape"),
    ("cross_validate", {"cv": [([True] * 4, [0])]}, "cv: .* training set of fold 1, got bool"),
    ("cross_validate", {"n_jobs": 0}, "n_jobs: expected a whole number other than 0"),
    (
        "cross_validate",
        {**AB, "estimator": GaussianNB(), "cv": mk.KFold(2), "scoring": "roc_auc"},
        r"y: expected both of two classes in every set that 'roc_auc' .* only \['a'\]\n\(in fold 1",
    ),
    (
        "cross_validate",
        {**IRIS, "estimator": GaussianNB(), "scoring": "roc_auc"},
        r"y: expected both of two classes .*, got \[0, 1, 2\]",
    ),
    (
        "cross_validate",
        {**AB, "estimator": GaussianNB(), "scoring": "average_precision"},
        r"y: expected the positive class 1 for 'average_precision', got \['a', 'b'\]",
    ),
    (
        "cross_validate",
        {**AB, "estimator": ThreeColumns(), "scoring": "roc_auc"},
        r"estimator: expected scores of two classes, got an answer of shape \(4, 3\)",
    ),
    ("cross_val_score", {"scoring": two_numbers}, "scoring: .* a function that returns one number"),
    ("cross_val_predict", {"method": "score"}, "method: expected one of 'predict', "),
    ("cross_val_predict", {"cv": mk.ShuffleSplit(2)}, "cv: .* exactly one test set"),
    ("cross_val_predict", {"cv": [([0], [1, 1, 2, 3])]}, "cv: .* folds that are no partition"),
    ("cross_val_predict", {"estimator": OneAnswer()}, "estimator: expected 2 answers, .* got 1"),
    (
        "cross_val_predict",
        {**AB, "estimator": GaussianNB(), "cv": mk.KFold(2), "method": "predict_proba"},
        "y: expected all 2 classes in every training set, got 1 of them",
    ),
    ("repeated_hold_out", {"n_repeats": 1}, "n_repeats: expected a whole number >= 2"),
    ("repeated_hold_out", {"test_size": 4}, "test_size: expected"),
    ("bootstrap_estimates", {"X": [[1]], "y": [1.0]}, "X: expected at least 2 samples"),
    (
        "bootstrap_estimates",
        {"y": np.full(6, 2**63, np.uint64), "X": np.zeros((6, 1))},
        r"y: expected class labels below 2\*\*63",
    ),
    ("bootstrap_estimates", {"estimator": Classifier()}, "^y: expected class labels .*0.5"),
    ("bootstrap_estimates", {"n_rounds": 0}, "n_rounds: expected a whole number >= 1"),
    ("bootstrap_estimates", {"estimator": Wide()}, r"estimator: expected \d predictions"),
    ("tune", {"grid": []}, "grid: expected at least one candidate, got none"),
    ("tune", {"grid": {"value": []}}, "grid: expected at least one value of 'value', got none"),
    ("tune", {"grid": {"vlue": [1]}}, "grid: expected parameters that the Always has, got 'vlue'"),
    ("tune", {"estimator": Ridge()}, "Invalid parameter 'value' for estimator Ridge"),
    ("tune", {"validation": 0.5}, "cv and validation: expected one of them, got both"),
    ("tune", {"cv": None, "validation": 1.5}, "validation: expected a number between 0 and 1"),
    ("tune", {"cv": None, "validation": ([[1]], Y)}, "X_val and y_val: expected the same length"),
    ("tune", {"cv": None, "validation": ([[1, 2]], [1.0])}, "X and X_val: .* the same shape"),
    ("tune", {"scoring": nan}, "scoring: expected a score for at least one candidate, got NaN"),
    ("tune", {"scoring": two_numbers}, "scoring: expected a function that returns one number"),
    (
        "paired_cv_errors",
        {**IRIS, "estimator_a": GaussianNB(), "estimator_b": Ridge()},
        "estimator_a and estimator_b: expected two classifiers or two regressors",
    ),
    ("paired_predictions", {"X_test": []}, "X_test: expected at least one sample"),
    ("paired_predictions", {"estimator_b": Wide()}, "estimator: expected 4 predictions"),
    ("predictions_over_training_sets", {"n_sets": 1}, "n_sets: expected a whole number >= 2"),
    ("predictions_over_training_sets", {"source": draw, "train_size": 5}, "train_size: .* None"),
    (
        "predictions_over_training_sets",
        {"train_size": 5, "replace": False},
        "train_size: expected a whole number >= 1 and <= 4",
    ),
]


@pytest.mark.parametrize(
    ("name", "wrong", "match", "error"),
    [(*row, TypeError) for row in TYPE_ERRORS] + [(*row, ValueError) for row in VALUE_ERRORS],
)
def test_wrong_input(name, wrong, match, error):
    with pytest.raises(error, match=match):
        getattr(mk, name)(**{**RIGHT[name], **wrong})


def test_an_error_inside_a_learner_names_its_fold():
    class Fails(Mean):
        def fit(self, X, y):
            if 1.0 not in y:
                raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea") as caught:
        mk.cross_val_score(Fails(), X, Y, cv=2)
    assert caught.value.__notes__ == ["(in fold 1 of 2)"]


def test_folds_and_sources_are_named():
    X, y = np.arange(12.0).reshape(6, 2), [0, 1] * 3
    with pytest.raises(TypeError, match="cv: expected a sequence, got ndarray"):
        mk.cross_val_score(Majority(), X, y, cv=np.array(0.5))
    with pytest.raises(TypeError, match="X of source: expected a sequence"):
        mk.predictions_over_training_sets(Majority(), (1, 0), X)
    with pytest.raises(TypeError, match="y of source: expected the true values, got None"):
        mk.predictions_over_training_sets(Majority(), (X, None), X)


@pytest.mark.parametrize("cv", ["macro", b"macro", np.bytes_(b"x")])
def test_text_is_no_splitter(cv):  # it has a method split, too
    with pytest.raises(TypeError, match="cv: expected a number of folds, a splitter, or pairs"):
        mk.cross_val_score(Majority(), np.arange(12.0).reshape(6, 2), [0, 1] * 3, cv=cv)
