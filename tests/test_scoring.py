"""What `scoring` accepts: names and metrics against scikit-learn, metrics of one's own."""

from functools import partial

import numpy as np
import pytest
from learners import Always, Majority, Mean
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import metrics, model_selection as sk
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import mlevalkit as mk

IRIS = load_iris(return_X_y=True)
DIABETES = load_diabetes(return_X_y=True)
TWO_CLASSES = tuple(column[::4] for column in load_breast_cancer(return_X_y=True))

# -- names ------------------------------------------------------------------------------------

LINE = make_pipeline(StandardScaler(), LogisticRegression())
NO_PROBABILITIES = make_pipeline(StandardScaler(), LinearSVC(dual=False))
OF_PREDICTIONS = ["accuracy", "balanced_accuracy", "f1_macro", "precision_micro"]
OF_SEVERAL = ["roc_auc_ovr", "roc_auc_ovo_weighted", "neg_log_loss"]


def agrees(learner, data, **options):
    ours = mk.cross_validate(learner, *data, **options)
    theirs = sk.cross_validate(learner, *data, **options)
    assert list(ours) == list(theirs)
    for key, values in theirs.items():
        if not key.endswith("_time"):
            assert_allclose(ours[key], values, rtol=1e-12, atol=1e-12, err_msg=key)


@pytest.mark.parametrize(
    ("learner", "data", "names"),
    [
        (LINE, TWO_CLASSES, [*OF_PREDICTIONS, *OF_SEVERAL, "recall", "roc_auc", "neg_brier_score"]),
        (NO_PROBABILITIES, TWO_CLASSES, [*OF_PREDICTIONS, "roc_auc", "average_precision"]),
        (GaussianNB(), IRIS, [*OF_PREDICTIONS, *OF_SEVERAL]),
        (LinearRegression(), DIABETES, ["r2", "neg_root_mean_squared_error"]),
    ],
    ids=["two classes", "no probabilities", "three classes", "numbers"],
)
def test_names_are_scikit_learns(learner, data, names):
    agrees(learner, data, scoring=names, cv=4, return_train_score=True)


def test_names_of_string_labels():
    X, y = TWO_CLASSES
    named = np.where(y == 1, "benign", "malignant")  # the one that sorts last is positive
    agrees(LINE, (X, named), scoring=["roc_auc", "neg_log_loss", "f1_macro"])
    spam = partial(mk.average_precision_score, pos_label="benign")
    numbers = mk.cross_val_score(LINE, X, y, scoring="average_precision")
    assert_allclose(mk.cross_val_score(LINE, X, named, scoring=spam), numbers)


# -- forms ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scoring",
    [
        None,
        lambda e, X, y: {"one": 1, "sum": e.predict(X).sum()},
        {"mine": lambda e, X, y: np.float32(0.5), "name": "f1_macro"},
        ("accuracy", "f1_macro"),
        metrics.make_scorer(metrics.f1_score, average="macro"),
    ],
)
def test_every_form_that_scikit_learn_takes(scoring):
    agrees(GaussianNB(), IRIS, scoring=scoring)


# -- metrics ----------------------------------------------------------------------------------


def capped(cap, y_true, y_pred):
    return np.minimum(np.abs(y_true - y_pred), cap).mean()


def my_auc(y_true, y_score):
    positive, negative = y_score[y_true == 1], y_score[y_true == 0]
    return np.mean(positive[:, None] > negative)


def my_brier(y_true, y_prob):
    return np.mean((y_true - y_prob) ** 2)


@pytest.mark.parametrize(
    ("metric", "name", "data"),
    [
        (mk.accuracy_score, "accuracy", IRIS),
        (partial(mk.f1_score, average="macro"), "f1_macro", IRIS),
        (partial(partial(mk.f1_score, average="macro"), average="micro"), "f1_micro", IRIS),
        (mk.roc_auc_score, "roc_auc", TWO_CLASSES),
        (partial(mk.roc_auc_score, multi_class="ovr"), "roc_auc_ovr", IRIS),
        (partial(metrics.roc_auc_score, multi_class="ovo"), "roc_auc_ovo", IRIS),
        (metrics.average_precision_score, "average_precision", TWO_CLASSES),
        (mk.r2_score, "r2", DIABETES),
        (mk.log_loss, "neg_log_loss", TWO_CLASSES),
        (metrics.log_loss, "neg_log_loss", TWO_CLASSES),
        (partial(mk.log_loss, labels=[0, 1]), "neg_log_loss", TWO_CLASSES),
        (mk.brier_score_loss, "neg_brier_score", TWO_CLASSES),
        (partial(capped, 1e9), "neg_mean_absolute_error", DIABETES),
        (my_auc, "roc_auc", TWO_CLASSES),
        (my_brier, "neg_brier_score", TWO_CLASSES),
    ],
)
def test_a_metric_itself_serves_as_scoring_and_is_not_negated(metric, name, data):
    learner = LinearRegression() if data is DIABETES else LINE
    theirs = sk.cross_val_score(learner, *data, scoring=name)
    expected = -theirs if name.startswith("neg_") else theirs
    assert_allclose(mk.cross_val_score(learner, *data, scoring=metric), expected, rtol=1e-12)


def test_metrics_in_a_list_have_their_names():
    found = mk.cross_validate(GaussianNB(), *IRIS, scoring=[mk.error_rate, "accuracy"])
    assert_allclose(found["test_error_rate"], 1 - found["test_accuracy"])


@pytest.mark.parametrize(
    "not_one",
    [
        lambda y_pred, y_true: 0.0,  # the wrong way round
        lambda y, f: 0.0,
        lambda y_true, f, weight=1: 0.0,  # not to be called with a learner
        metrics.cohen_kappa_score,
        metrics.silhouette_score,
        mk.fbeta_score,
    ],
)
def test_what_is_no_metric_by_its_arguments_is_refused(not_one):
    with pytest.raises(TypeError, match=r"scoring: expected a metric w"):
        mk.cross_val_score(GaussianNB(), *IRIS, scoring=not_one)


# -- tuning: whether more is better -----------------------------------------------------------


class Guess(Always):
    def predict_proba(self, X):
        p = 0.9 if self.value == "b" else 0.1
        return np.tile([1 - p, p], (len(X), 1))


def chosen(scoring, **options):
    grid = {"value": ["b", "a", "c"]}
    y = ["a"] * 6 + ["b"] * 3
    return mk.tune(Guess(), [[0]] * 9, y, grid, cv=3, scoring=scoring, **options)


@pytest.mark.parametrize(
    ("scoring", "best", "ranks"),
    [
        ("error_rate", "a", [2, 1, 3]),
        (mk.error_rate, "a", [2, 1, 3]),
        (partial(metrics.zero_one_loss, normalize=False), "a", [2, 1, 3]),
        ("accuracy", "a", [2, 1, 3]),
        (mk.macro_f1, "a", [2, 1, 3]),
        (metrics.matthews_corrcoef, "b", [1, 1, 1]),
        ("neg_log_loss", "a", [3, 1, 1]),
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_name_of_a_measure_tells_whether_more_is_better(scoring, best, ranks):
    result = chosen(scoring)
    assert result.best_params == {"value": best}
    assert_array_equal(result.ranks, ranks)


def test_of_my_metric_the_name_or_the_caller_tells():
    def share_wrong(y_true, y_pred):
        return mk.error_rate(y_true, y_pred)

    with pytest.raises(TypeError, match="greater_is_better: expected True or False"):
        chosen(share_wrong)
    assert chosen(share_wrong, greater_is_better=False).best_params == {"value": "a"}
    assert chosen(share_wrong, greater_is_better=True).best_params == {"value": "c"}
    share_wrong.__name__ = "my_error"
    assert chosen(share_wrong).best_params == {"value": "a"}
    assert chosen(share_wrong).scoring == "my_error"


# -- learners of one's own --------------------------------------------------------------------


def test_default_scores_of_plain_learners():
    labels = mk.cross_val_score(Majority(), [[0]] * 4, ["a", "a", "a", "b"], cv=mk.KFold(2))
    assert_array_equal(labels, [1.0, 0.5])
    numbers = mk.cross_val_score(Mean(), [[0]] * 4, [0.0, 1.0, 0.0, 1.0], cv=2)
    assert_array_equal(numbers, [0.0, 0.0])  # R2 of the mean


@pytest.mark.parametrize(
    "methods",
    [
        {"decision_function": lambda self, X: X.ravel()},
        {"predict_proba": lambda self, X: np.c_[1 - X, X]},
        {"decision_function": lambda self, X: -X.ravel(), "classes_": (1, 0)},
        {"predict_proba": lambda self, X: np.c_[X, 1 - X], "classes_": (1, 0)},
    ],
)
def test_scores_of_plain_learners_with_classes_in_any_order(methods):
    learner = type("Learner", (Always,), methods)()
    X, y = np.linspace(0, 1, 8)[:, None], [0, 1] * 4
    result = mk.cross_validate(learner, X, y, cv=2, scoring=["roc_auc", "average_precision"])
    assert_array_equal(result["test_roc_auc"], [0.75, 0.75])
    assert_allclose(result["test_average_precision"], [5 / 6, 5 / 6])
    if "predict_proba" in methods:
        one_each = {"cv": mk.LeaveOneOut(), "scoring": "neg_brier_score"}
        assert_allclose(mk.cross_val_score(learner, X, y, **one_each), -((y - X.ravel()) ** 2))


def test_columns_of_three_classes_in_the_order_of_the_learner():
    class Backwards(Always):
        classes_ = ("c", "b", "a")

        def predict_proba(self, X):
            return X

    p = np.array([[0.1, 0.2, 0.7], [0.2, 0.5, 0.3], [0.6, 0.3, 0.1]] * 2)
    y = ["a", "b", "c"] * 2
    found = mk.cross_val_score(Backwards(), p, y, cv=mk.KFold(2), scoring="neg_log_loss")
    assert_allclose(found, -mk.log_loss(y, p[:, ::-1]))


def test_a_class_that_was_not_trained_on_is_no_other_class():
    X, y = IRIS
    one_each = [*range(0, 150, 10)]
    folds = [(np.arange(100), np.array([0, 60, 120])), (np.arange(50), one_each)]
    for scoring in ("neg_log_loss", "roc_auc_ovr"):
        with pytest.raises(ValueError, match=r"classes|axis 1"):  # as scikit-learn says it
            mk.cross_val_score(GaussianNB(), X, y, cv=folds, scoring=scoring)


@pytest.mark.parametrize("told", ["x", None, [0.0, 1.0]])
def test_a_function_that_returns_no_number_is_refused(told):
    with pytest.raises(ValueError, match="scoring must return a number"):
        mk.cross_val_score(GaussianNB(), *IRIS, scoring=lambda e, X, y: told)
