"""What running learners says to wrong input: which argument, what was expected, what came."""

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


class OneAnswer(Mean):
    def predict(self, X):
        return [0.0]


def draw(n_samples, random_state):
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
    "compare_two_learners": TWO,
    "paired_predictions": {
        "estimator_a": Mean(), "estimator_b": Mean(), "X_train": X, "y_train": Y, "X_test": X,
    },
    "predictions_over_training_sets": {"estimator": Mean(), "source": (X, Y), "X_test": X},
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_right_input_is_no_error(name):
    getattr(mk, name)(**RIGHT[name])


TYPE_ERRORS = [
    ("cross_validate", {"estimator": Mean}, r"estimator: .* class Mean; Mean\(\) makes one"),
    ("cross_validate", {"estimator": NoPredict()}, "estimator: .* a NoPredict without predict"),
    ("cross_validate", {"estimator": None}, "estimator: .* a NoneType without fit and predict"),
    ("cross_validate", {"X": None}, "X: .* NoneType"),
    ("cross_validate", {"X": "text"}, "X: .* str"),
    ("cross_validate", {"X": {"a": 1}}, "X: .* dict"),
    ("cross_validate", {"y": "abcd"}, "y: .* str"),
    (
        "cross_validate",
        {"y": list("abab"), "estimator": Always(), "scoring": "r2"},
        "y_true: .* strings",
    ),
    ("cross_validate", {"scoring": 3}, r"scoring: .* 3 \(int\)"),
    ("cross_validate", {"scoring": [max]}, "scoring: .* max"),
    ("cross_validate", {"scoring": lambda y_true, y_pred: 0}, r"scoring: .*\(estimator, X, y\)"),
    ("cross_validate", {"scoring": mk.fbeta_score}, "scoring: .* 'beta'"),
    ("cross_validate", {"cv": True}, "cv: "),
    ("cross_validate", {"cv": 2.5}, r"cv: .* 2.5 \(float\)"),
    ("cross_validate", {"cv": "five"}, "cv: .* 'five'"),
    ("cross_validate", {"cv": [3]}, "cv: .* 3 as fold 1"),
    ("cross_validate", {"n_jobs": 1.5}, "n_jobs: "),
    ("cross_validate", {"progress": "yes"}, "progress: "),
    ("cross_validate", {"return_train_score": 1}, "return_train_score: "),
    (
        "cross_validate",
        {**AB, "estimator": Majority(), "scoring": "roc_auc"},
        "estimator: .* decision_function or predict_proba, got a Majority",
    ),
    ("cross_val_predict", {"method": "predict_proba"}, "method: .* Mean"),
    ("repeated_hold_out", {"stratify": True}, r"stratify: .*\(stratify=y\)"),
    ("repeated_hold_out", {"stratify": "y"}, r"stratify: .*\(stratify=y\)"),
    ("repeated_hold_out", {"random_state": "a"}, "random_state: "),
    ("bootstrap_estimates", {"y": None}, "y: .* None"),
    ("bootstrap_estimates", {"y": list("abab"), "estimator": Ridge()}, "^y: expected numbers"),
    ("tune", {"X": {"value": [0.0]}, "y": X, "grid": Y}, "X: .* dict"),  # the order of 0.1
    ("tune", {"grid": "value"}, "grid: .* 'value'"),
    ("tune", {"grid": 3}, "grid: .* 3"),
    ("tune", {"grid": [3]}, "grid: .* 3"),
    ("tune", {"grid": {"value": 1.0}}, "grid: .* 'value', got 1.0"),
    ("tune", {"grid": {"value": "rbf"}}, "grid: .* 'value', got 'rbf'"),
    ("tune", {"cv": None, "validation": "half"}, "validation: "),
    ("paired_cv_errors", {"estimator_a": Mean}, "estimator_a: "),
    ("five_by_two_cv_differences", {"estimator_b": 3}, "estimator_b: "),
    ("compare_two_learners", {"estimator_b": 3}, "estimator_b: "),
    ("paired_predictions", {"estimator_b": NoPredict()}, "estimator_b: "),
    ("paired_predictions", {"y_train": None}, "y_train: "),
    ("predictions_over_training_sets", {"source": 3}, "source: "),
    ("predictions_over_training_sets", {"source": (1, 0)}, "X of source: "),
    ("predictions_over_training_sets", {"source": (X, None)}, "y of source: "),
    ("predictions_over_training_sets", {"source": draw}, "train_size: .* None"),
    (
        "predictions_over_training_sets",
        {"source": lambda n, random_state: X, "train_size": 4},
        r"source: expected draw\(n_samples, random_state\) to return \(X, y\), got list",
    ),
    ("predictions_over_training_sets", {"replace": 0}, "replace: "),
]

VALUE_ERRORS = [
    ("cross_validate", {"estimator": Wide()}, "y_pred: expected 1 dimension"),
    ("cross_validate", {"X": np.float64(4)}, "X: .* a single value"),
    ("cross_validate", {"X": []}, "X: .* none"),
    ("cross_validate", {"y": [1, 2]}, "X and y: .* 4 X, 2 y"),
    ("cross_validate", {"y": [[1.0]] * 4}, "y: expected 1 dimension"),
    ("cross_validate", {"y": [1.0, np.nan, 2.0, 3.0]}, "y: .* nan at position 1"),
    ("cross_validate", {"y": None}, "y: .* a learner with its own score"),
    ("cross_validate", {"y": None, "scoring": "r2"}, "y: .*'r2'"),
    ("cross_validate", {"y": None, "scoring": mk.r2_score}, "y: .*r2_score"),
    ("cross_validate", {"scoring": "acc"}, "scoring: .* 'accuracy', .* got 'acc'"),
    ("cross_validate", {"scoring": ["r2", "nonsense"]}, "scoring: .* 'nonsense'"),
    ("cross_validate", {"scoring": []}, "scoring: .* none"),
    ("cross_validate", {"scoring": {}}, "scoring: .* none"),
    ("cross_validate", {"scoring": {"a": 3}}, "scoring: .* 3"),
    ("cross_validate", {"scoring": lambda e, X, y: "x"}, "scoring: .* returned 'x'"),
    ("cross_validate", {"scoring": lambda e, X, y: None}, "scoring: .* returned None"),
    ("cross_validate", {"scoring": lambda e, X, y: y}, "scoring: .* returned array"),
    (
        "cross_validate",
        {**IRIS, "estimator": GaussianNB(), "scoring": mk.confusion_matrix},
        "scoring: .* returned array",
    ),
    ("cross_validate", {"y": [0.5, 1, 2, 3], "scoring": "accuracy"}, "y_true: .* labels .* 0.5"),
    ("cross_validate", {"cv": 1}, "cv: .* got 1"),
    ("cross_validate", {"cv": 5}, r"n_splits: expected at most 4, .*\n\(cv=5 means KFold\(5\)\)"),
    ("cross_validate", {"cv": None}, "n_splits: expected at most 4, the number of samples, got 5"),
    ("cross_validate", {**AB, "cv": 5}, r"n_splits: .*\n\(cv=5 means StratifiedKFold"),
    ("cross_validate", {"cv": []}, "cv: .* none"),
    ("cross_validate", {"cv": [([0], [4])]}, "cv: .* from 0 to 3 as the test set of fold 1, .* 4"),
    ("cross_validate", {"cv": [([0, -1], [1])]}, "cv: .* training set of fold 1, got -1"),
    ("cross_validate", {"cv": [([0], [])]}, "cv: .* test set of fold 1, got float64"),
    ("cross_validate", {"cv": [([True] * 4, [0])]}, "cv: .* training set of fold 1, got bool"),
    ("cross_validate", {"n_jobs": 0}, "n_jobs: "),
    (
        "cross_validate",
        {**AB, "estimator": GaussianNB(), "cv": mk.KFold(2), "scoring": "roc_auc"},
        r"y: .* both of two classes .* only \['a'\]\n\(in fold 1",
    ),
    (
        "cross_validate",
        {**IRIS, "estimator": GaussianNB(), "scoring": mk.roc_auc_score},
        r"y: .* roc_auc_score .*, got \[0, 1, 2\]",
    ),
    (
        "cross_validate",
        {**AB, "estimator": GaussianNB(), "scoring": "average_precision"},
        r"y: expected the positive class 1 .*, got \['a', 'b'\]",
    ),
    (
        "cross_validate",
        {**AB, "estimator": ThreeColumns(), "scoring": "roc_auc"},
        r"estimator: .* two classes, .* shape \(4, 3\)",
    ),
    ("cross_val_score", {"scoring": ["r2"]}, "scoring: .* one number"),
    ("cross_val_score", {"scoring": two_numbers}, "scoring: .* one number"),
    ("cross_val_predict", {"method": "score"}, "method: expected one of 'predict', "),
    ("cross_val_predict", {"cv": mk.ShuffleSplit(2)}, "cv: .* exactly one test set"),
    ("cross_val_predict", {"cv": [([0], [1, 1, 2, 3])]}, "cv: .* folds that are no partition"),
    ("cross_val_predict", {"estimator": OneAnswer()}, "estimator: expected 2 answers, .* got 1"),
    (
        "cross_val_predict",
        {**AB, "estimator": GaussianNB(), "cv": mk.KFold(2), "method": "predict_proba"},
        "y: expected all 2 classes in every training set, got 1 of them",
    ),
    ("repeated_hold_out", {"n_repeats": 1}, "n_repeats: "),
    ("repeated_hold_out", {"test_size": 4}, "test_size: "),
    ("bootstrap_estimates", {"X": [[1]], "y": [1.0]}, "X: expected at least 2 samples"),
    ("bootstrap_estimates", {"estimator": GaussianNB()}, "^y: expected class labels .*0.5"),
    ("bootstrap_estimates", {"n_rounds": 0}, "n_rounds: "),
    ("bootstrap_estimates", {"estimator": Wide()}, r"estimator: expected \d predictions"),
    ("tune", {"grid": []}, "grid: .* none"),
    ("tune", {"grid": {"value": []}}, "grid: .* 'value', got none"),
    ("tune", {"grid": {"vlue": [1]}}, "grid: .* Always has, got 'vlue'"),
    ("tune", {"estimator": Ridge()}, "Invalid parameter 'value' for estimator Ridge"),
    ("tune", {"validation": 0.5}, "cv and validation: "),
    ("tune", {"cv": None, "validation": 1.5}, "validation: "),
    ("tune", {"cv": None, "validation": ([[1]], Y)}, "X_val and y_val: .* same length"),
    ("tune", {"cv": None, "validation": ([[1, 2]], [1.0])}, "X and X_val: .* same shape"),
    ("tune", {"scoring": nan}, "scoring: .* NaN"),
    ("tune", {"scoring": two_numbers}, "scoring: .* one number"),
    (
        "paired_cv_errors",
        {**IRIS, "estimator_a": GaussianNB(), "estimator_b": Ridge()},
        "estimator_a and estimator_b: ",
    ),
    ("compare_two_learners", {"alpha": 1}, "alpha: "),
    ("paired_predictions", {"X_test": []}, "X_test: "),
    ("paired_predictions", {"estimator_b": Wide()}, "estimator: expected 4 predictions"),
    ("predictions_over_training_sets", {"n_sets": 1}, "n_sets: "),
    (
        "predictions_over_training_sets",
        {"source": draw, "train_size": 5},
        r"source: expected 5 samples \(train_size\) from draw, got 4",
    ),
    ("predictions_over_training_sets", {"train_size": 5, "replace": False}, "train_size: .* 4"),
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


@pytest.mark.parametrize("cv", ["macro", b"macro", np.bytes_(b"x")])
def test_text_is_no_splitter(cv):  # it has a method split, too
    with pytest.raises(TypeError, match="cv: expected a number of folds, a splitter, or pairs"):
        mk.cross_val_score(Majority(), np.arange(12.0).reshape(6, 2), [0, 1] * 3, cv=cv)
