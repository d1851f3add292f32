"""Running learners: scikit-learn's numbers, the estimates built on them, and what goes wrong."""

import numpy as np
import pandas as pd
import pytest
from helpers import check_working
from learners import Always, Majority, Mean, Nearest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn import model_selection as sk
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.exceptions import FitFailedWarning
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import mlevalkit as mk

IRIS = load_iris(return_X_y=True)
CANCER = load_breast_cancer(return_X_y=True)
DIABETES = load_diabetes(return_X_y=True)


# -- cross validation -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cv",
    [
        None,
        3,
        np.int64(3),
        sk.KFold(4, shuffle=True, random_state=0),
        sk.ShuffleSplit(3, random_state=0),
        mk.RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=5),
        [(np.arange(50, 150), np.arange(50)), (list(range(0, 150, 2)), list(range(1, 150, 2)))],
    ],
)
def test_every_form_of_cv(cv):
    learner = DecisionTreeClassifier(random_state=0)
    ours = mk.cross_val_score(learner, *IRIS, cv=cv)
    assert_array_equal(ours, sk.cross_val_score(learner, *IRIS, cv=cv))


def test_exercise_2_2_the_majority_learner():
    # 50 of each class: stratified 10-fold says 50 %, leave-one-out 100 %.
    X, y = np.zeros((100, 1)), np.repeat([0, 1], 50)
    error = {"scoring": "error_rate"}
    assert mk.cross_val_score(Majority(), X, y, cv=10, **error).mean() == 0.5
    assert mk.cross_val_score(Majority(), X, y, cv=mk.LeaveOneOut(), **error).mean() == 1.0


@pytest.mark.parametrize(
    ("learner", "y", "stratified"),
    [
        (Majority(), ["a"] * 6 + ["b"] * 4, True),
        (Majority(), [True] * 6 + [False] * 4, True),
        (Majority(), [0] * 6 + [1] * 4, True),
        (Mean(), [0.5] * 6 + [1.5] * 4, False),
        (GaussianNB(), [0.0] * 6 + [1.0] * 4, True),
        (LinearRegression(), [0] * 6 + [1] * 4, False),
    ],
)
def test_a_whole_number_of_folds_is_stratified_for_classifiers(learner, y, stratified):
    tests, X = [], np.arange(10)[:, None]
    note = lambda e, X, y: tests.append(X.ravel().tolist()) or 0  # noqa: E731
    mk.cross_validate(learner, X, y, cv=2, scoring=note)
    in_order = [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]
    assert tests == ([[0, 1, 2, 6, 7], [3, 4, 5, 8, 9]] if stratified else in_order)


def test_an_error_inside_a_learner_names_its_fold():
    class Fails(Mean):
        def fit(self, X, y):
            if 1.0 not in y:
                raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea") as caught:
        mk.cross_val_score(Fails(), [[0.0]] * 4, [0.0, 1.0, 0.5, 2.5], cv=2)
    assert caught.value.__notes__ == ["(in fold 1 of 2)"]


# -- predictions of every sample --------------------------------------------------------------


@pytest.mark.parametrize("method", ["predict", "predict_proba", "decision_function"])
def test_cross_val_predict_like_scikit_learn(method):
    learner = make_pipeline(StandardScaler(), LogisticRegression())
    for X, y in (IRIS, CANCER):
        cv = sk.StratifiedKFold(3, shuffle=True, random_state=0)
        ours = mk.cross_val_predict(learner, X, y, cv=cv, method=method)
        assert_array_equal(ours, sk.cross_val_predict(learner, X, y, cv=cv, method=method))


# -- hold-out ---------------------------------------------------------------------------------


def test_repeated_hold_out_is_a_shuffle_split():
    options = {"n_repeats": 4, "random_state": 3}
    result = mk.repeated_hold_out(GaussianNB(), *IRIS, stratify=IRIS[1], **options)
    cv = sk.StratifiedShuffleSplit(4, test_size=0.3, random_state=3)
    assert_array_equal(result.scores, sk.cross_val_score(GaussianNB(), *IRIS, cv=cv))
    plain = mk.repeated_hold_out(GaussianNB(), *IRIS, **options)
    cv = sk.ShuffleSplit(4, test_size=0.3, random_state=3)
    assert_array_equal(plain.scores, sk.cross_val_score(GaussianNB(), *IRIS, cv=cv))
    assert (result.n_train, result.n_test, result.stratified) == (105, 45, True)
    assert not plain.stratified
    check_working(result.working(), result.mean)
    check_working(plain.working(), plain.mean)
    assert result.std == pytest.approx(np.std(result.scores, ddof=1))


# -- bootstrap --------------------------------------------------------------------------------


def check_estimates(result):
    """The working ends at the five numbers of the result."""
    working = result.working()
    check_working(working, result.out_of_bag)
    shown = {step.symbol: float(step.value) for step in working.steps if hasattr(step, "symbol")}
    assert_allclose(
        [shown[symbol] for symbol in ("err_oob", "err_app", "err_632", "gamma", "err_plus")],
        [result.out_of_bag, result.apparent, result.estimate_632, result.no_information,
         result.estimate_632_plus],
        rtol=1e-12,
    )  # fmt: skip


def test_bootstrap_estimates_by_hand():
    X, y = CANCER[0][::8, :5], CANCER[1][::8]
    result = mk.bootstrap_estimates(GaussianNB(), X, y, n_rounds=20, random_state=7)
    stream, m = np.random.RandomState(7), len(y)
    errors = []
    for _ in range(20):
        train = stream.randint(0, m, m)
        out = np.setdiff1d(np.arange(m), train)
        errors.append(1 - GaussianNB().fit(X[train], y[train]).score(X[out], y[out]))
    assert_allclose(result.errors, errors)
    apparent, oob = 1 - GaussianNB().fit(X, y).score(X, y), np.mean(errors)
    found = result.apparent, result.out_of_bag, result.estimate_632
    assert found == pytest.approx((apparent, oob, 0.368 * apparent + 0.632 * oob))
    pairs = result.y_true[:, None] != result.y_pred
    assert result.no_information == pytest.approx(pairs.mean())
    rate = (oob - apparent) / (pairs.mean() - apparent)
    weight = 0.632 / (1 - 0.368 * rate)
    assert result.estimate_632_plus == pytest.approx((1 - weight) * apparent + weight * oob)
    assert 0.3 * m < result.n_out_of_bag.mean() < 0.44 * m
    check_estimates(result)


def test_bootstrap_of_numbers():
    X, y = DIABETES[0][:60], DIABETES[1][:60]
    result = mk.bootstrap_estimates(LinearRegression(), X, y, n_rounds=10, random_state=0)
    fitted = LinearRegression().fit(X, y).predict(X)
    means = np.mean((y - fitted) ** 2), np.mean((y[:, None] - fitted) ** 2)
    assert (result.apparent, result.no_information) == pytest.approx(means)
    assert result.apparent < result.estimate_632 < result.estimate_632_plus
    check_estimates(result)
    always = DummyRegressor(strategy="constant", constant=np.uint8(180))  # less y, in bytes: 236
    assert mk.bootstrap_estimates(always, X, np.full(60, 200, np.uint8), n_rounds=2).apparent == 400


def test_one_neighbour_knows_its_training_set():
    # Its training error is 0 whatever it is worth: pure noise has an error of 1/2.
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 2)), rng.integers(0, 2, 80)
    result = mk.bootstrap_estimates(Nearest(), X, y, n_rounds=40, random_state=0)
    assert result.apparent == 0 < result.estimate_632 < 0.36 < 0.42 < result.estimate_632_plus
    assert result.estimate_632_plus == pytest.approx(min(result.out_of_bag, result.no_information))
    check_estimates(result)


def test_no_overfitting_leaves_632_as_it_is():
    X, y = np.zeros((40, 1)), np.repeat(["a", "b"], [30, 10])
    result = mk.bootstrap_estimates(Always("a"), X, y, n_rounds=10, random_state=0)
    assert result.apparent == result.no_information == 0.25
    out_of_bag = min(result.out_of_bag, 0.25)
    assert result.estimate_632_plus == pytest.approx(0.368 * 0.25 + 0.632 * out_of_bag)
    check_estimates(result)


# -- tuning -----------------------------------------------------------------------------------

GRID = {"n_neighbors": [1, 5, 15], "weights": ["uniform", "distance"]}


def test_tune_like_grid_search():
    ours = mk.tune(KNeighborsClassifier(), *IRIS, GRID, cv=4, return_train_score=True)
    theirs = sk.GridSearchCV(KNeighborsClassifier(), GRID, cv=4, return_train_score=True).fit(*IRIS)
    assert list(ours.params) == theirs.cv_results_["params"]
    assert ours.best_params == theirs.best_params_
    assert ours.best_index == theirs.best_index_
    assert ours.best_score == pytest.approx(theirs.best_score_)
    assert_allclose(ours.mean_scores, theirs.cv_results_["mean_test_score"])
    assert_allclose(ours.train_scores.mean(axis=1), theirs.cv_results_["mean_train_score"])
    assert_array_equal(ours.ranks, theirs.cv_results_["rank_test_score"])
    assert_array_equal(ours.best_estimator.predict(IRIS[0]), theirs.predict(IRIS[0]))
    check_working(ours.working())


def test_tune_on_a_validation_set():
    X, y = DIABETES
    grid, held = {"alpha": np.logspace(-3, 1, 5)}, (X[200:300], y[200:300])
    ours = mk.tune(Ridge(), X[:200], y[:200], grid, validation=held)
    scores = [Ridge(alpha=a).fit(X[:200], y[:200]).score(*held) for a in grid["alpha"]]
    assert_allclose(ours.scores[:, 0], scores)
    final = Ridge(ours.best_params["alpha"]).fit(X[:300], y[:300])
    assert_allclose(ours.best_estimator.predict(X[300:]), final.predict(X[300:]))
    assert ours.n_refit == 300
    assert ours.train_scores is None
    check_working(ours.working())


@pytest.mark.parametrize("learner", [KNeighborsClassifier(), Ridge()])
def test_tune_on_a_share(learner):
    data = IRIS if isinstance(learner, KNeighborsClassifier) else DIABETES
    name = next(n for n in ("n_neighbors", "alpha") if n in learner.get_params())
    ours = mk.tune(learner, *data, {name: [1, 2, 3]}, validation=0.25, random_state=1)
    kind = sk.StratifiedShuffleSplit if data is IRIS else sk.ShuffleSplit
    (fold,) = kind(1, test_size=0.25, random_state=1).split(*data)
    theirs = sk.GridSearchCV(learner, {name: [1, 2, 3]}, cv=[fold]).fit(*data)
    assert_allclose(ours.mean_scores, theirs.cv_results_["mean_test_score"])
    assert ours.n_refit == len(data[0])


class Counts(Always):
    def fit(self, X, y):
        self.n = n_rows(X)

    def predict(self, X):
        return [self.value] * n_rows(X)


def n_rows(X):
    return X.shape[0] if hasattr(X, "shape") else len(X)


@pytest.mark.parametrize(
    ("X", "more"),
    [
        ([["a"], ["b", "c"], ["d"]], [["e"], ["f"]]),
        (pd.DataFrame({"x": [0, 1, 2]}), pd.DataFrame({"x": [3, 4]})),
        (csr_array(np.eye(3)), csr_array(np.eye(3)[:2])),
    ],
    ids=["lists", "frames", "sparse"],
)
def test_training_and_validation_set_are_joined(X, more):
    y, held = pd.Series([0.0, 1.0, 0.0]), (more, pd.Series([1.0, 0.0]))
    result = mk.tune(Counts(), X, y, {"value": [2.0, 0.5]}, validation=held)
    assert (result.best_params, result.best_estimator.n) == ({"value": 0.5}, 5)


def test_a_list_of_grids_equals_and_nan():
    def score(e, X, y):
        return np.nan if e.value is None else e.value

    grid = [{"value": [None, 1]}, {"value": [1, 0]}, {}]
    result = mk.tune(Always(), [[0]] * 4, [0.0] * 4, grid, cv=2, scoring=score)
    assert list(result.params) == [{"value": None}, {"value": 1}, {"value": 1}, {"value": 0}, {}]
    assert_array_equal(result.ranks, [5, 1, 1, 3, 3])
    assert result.best_index == 1
    assert result.scoring == "score"
    assert repr(result) == "TuningResult(best_params={'value': 1}, best_score=1)"
    one = mk.tune(Always(), [[0]] * 4, [0.0] * 4, {}, cv=2, scoring=score)
    assert one.best_params == {}
    check_working(one.working())


# -- two learners -----------------------------------------------------------------------------


def test_paired_cv_errors():
    a, b = GaussianNB(), KNeighborsClassifier()
    ours = mk.paired_cv_errors(a, b, *IRIS, cv=5)
    for errors, learner in zip(ours, (a, b), strict=True):
        assert_allclose(errors, 1 - sk.cross_val_score(learner, *IRIS, cv=5), atol=1e-12)
    assert_array_equal(ours, mk.paired_cv_errors(a, b, *IRIS))  # 5 by default, as everywhere
    numbers = mk.paired_cv_errors(Ridge(), Lasso(), *DIABETES, cv=3)[0]
    theirs = -sk.cross_val_score(Ridge(), *DIABETES, cv=3, scoring="neg_mean_squared_error")
    assert_allclose(numbers, theirs)


@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_five_by_two(kind):
    classes = kind == "classes"
    a, b = (GaussianNB(), KNeighborsClassifier()) if classes else (Ridge(), Lasso())
    data = IRIS if classes else DIABETES
    ours = mk.five_by_two_cv_differences(a, b, *data, random_state=4)
    splitter = sk.RepeatedStratifiedKFold if classes else sk.RepeatedKFold
    cv = splitter(n_splits=2, n_repeats=5, random_state=4)
    scoring = "accuracy" if classes else "neg_mean_squared_error"
    scores = [sk.cross_val_score(e, *data, cv=cv, scoring=scoring) for e in (b, a)]
    assert_allclose(ours, (scores[0] - scores[1]).reshape(5, 2), atol=1e-12)


def test_two_learners_compared_in_one_call():
    a, b = GaussianNB(), DummyClassifier()
    result = mk.compare_two_learners(a, b, *IRIS, random_state=0, form="dietterich", alpha=0.01)
    differences = mk.five_by_two_cv_differences(a, b, *IRIS, random_state=0)
    assert result == mk.five_by_two_cv_test(differences, form="dietterich", alpha=0.01)
    assert result.reject


def test_paired_predictions():
    X, y = IRIS
    a, b = mk.paired_predictions(GaussianNB(), Nearest(), X[::2], y[::2], X[1::2])
    assert_array_equal(a, GaussianNB().fit(X[::2], y[::2]).predict(X[1::2]))
    assert_array_equal(b, KNeighborsClassifier(1).fit(X[::2], y[::2]).predict(X[1::2]))


# -- many training sets -----------------------------------------------------------------------


def draw_line(n_samples, random_state):
    x = random_state.uniform(size=n_samples)
    return x[:, None], 2 * x + random_state.normal(scale=0.1, size=n_samples)


def test_predictions_over_training_sets():
    X_test = [[0.0], [0.5], [1.0]]
    ours = mk.predictions_over_training_sets(
        LinearRegression(), draw_line, X_test, 200, train_size=10, random_state=0
    )
    assert ours.shape == (200, 3)
    assert_allclose(ours.mean(axis=0), [0, 1, 2], atol=0.03)
    # Least squares: the variance is least in the middle of the training inputs.
    assert ours[:, 1].var() < min(ours[:, 0].var(), ours[:, 2].var())


def test_training_sets_from_a_pool():
    class Size(Always):
        def fit(self, X, y):
            self.sizes = [len(y), len(np.unique(X))]

        def predict(self, X):
            return self.sizes

    pool, two = (np.arange(50), np.zeros(50)), [[0], [0]]
    full = mk.predictions_over_training_sets(Size(), pool, two, 20, random_state=0)
    assert (full[:, 0] == 50).all()
    assert 28 < full[:, 1].mean() < 35  # 63 % of 50
    half = mk.predictions_over_training_sets(Size(), pool, two, 5, replace=False)
    assert (half == 25).all()
    sizes = mk.predictions_over_training_sets(Size(), pool, two, 5, train_size=80)
    assert (sizes[:, 0] == 80).all()
    with pytest.raises(ValueError, match="train_size"):
        mk.predictions_over_training_sets(Size(), pool, two, 5, train_size=0)


# -- what comes along with scikit-learn -------------------------------------------------------


def test_groups_are_kept_together_by_scikit_learns_splitters():
    options = {"groups": np.random.default_rng(0).integers(0, 12, 150), "cv": sk.GroupKFold(4)}
    for learner in (GaussianNB(), KNeighborsClassifier()):
        ours = mk.cross_val_score(learner, *IRIS, **options)
        assert_array_equal(ours, sk.cross_val_score(learner, *IRIS, **options))
    with pytest.raises(ValueError, match="groups"):
        mk.cross_val_score(Majority(), *IRIS, groups=range(9), cv=sk.GroupKFold(4))


def test_a_fold_that_fails_is_nan_if_asked_for():
    class Picky(Majority):
        def fit(self, X, y):
            if X[0, 0] == 0:
                raise ValueError("too easy")
            super().fit(X, y)

    X, y = np.arange(6.0)[:, None], [0, 0, 0, 1, 1, 0]
    with pytest.raises(ValueError, match="too easy"):
        mk.cross_val_score(Picky(), X, y, cv=mk.KFold(3))
    with pytest.warns(FitFailedWarning, match="too easy"):
        scores = mk.cross_val_score(Picky(), X, y, cv=mk.KFold(3), error_score=np.nan)
    assert_array_equal(scores, [1, np.nan, np.nan])
