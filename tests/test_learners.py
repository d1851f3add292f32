"""How learners are used: fitted before, copied, weighted, in several processes, on any data."""

import sys

import joblib
import numpy as np
import pandas as pd
import pytest
from learners import Always, Locked, Majority, Mean
from numpy.testing import assert_array_equal
from scipy import sparse
from sklearn import model_selection as sk
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import mlevalkit as mk

IRIS = load_iris(return_X_y=True)
X, Y = IRIS[0][::3], IRIS[1][::3]
RUNS = {
    "cross_validate": lambda e, **o: mk.cross_validate(e, X, Y, **o)["test_score"],
    "cross_val_score": lambda e, **o: mk.cross_val_score(e, X, Y, **o),
    "cross_val_predict": lambda e, **o: mk.cross_val_predict(e, X, Y, **o),
    "repeated_hold_out": lambda e, **o: mk.repeated_hold_out(e, X, Y, n_repeats=3, **o).scores,
    "bootstrap_estimates": lambda e, **o: mk.bootstrap_estimates(e, X, Y, n_rounds=3, **o).errors,
    "tune": lambda e, **o: mk.tune(e, X, Y, {}, validation=0.3, **o).scores,
    "best_estimator": lambda e, **o: mk.tune(e, X, Y, {}, cv=2).best_estimator.predict(X),
    "paired_cv_errors": lambda e, **o: mk.paired_cv_errors(Majority(), e, X, Y, **o)[1],
    "five_by_two": lambda e, **o: mk.five_by_two_cv_differences(e, Majority(), X, Y, **o),
    "compare": lambda e, **o: mk.compare_two_learners(e, Majority(), X, Y, **o).differences,
    "paired_predictions": lambda e, **o: mk.paired_predictions(e, e, X[::2], Y[::2], X)[1],
    "sets": lambda e, **o: mk.predictions_over_training_sets(e, (X, Y), X, 3, **o),
}
UNSEEDED = {
    "cross_validate", "cross_val_score", "cross_val_predict", "paired_cv_errors",
    "paired_predictions", "best_estimator",
}  # fmt: skip


def result(name, learner, random_state=0, **options):
    seed = {} if name in UNSEEDED else {"random_state": random_state}
    return RUNS[name](learner, **seed, **options)


# -- fitted before ----------------------------------------------------------------------------


class Remembers:
    """Knows by heart all it was ever trained on; of other samples it says 0."""

    def fit(self, X, y):
        self.known_ = getattr(self, "known_", {}) | dict(zip(map(tuple, X), y, strict=True))

    def predict(self, X):
        return np.array([self.known_.get(tuple(x), 0) for x in X])


class RemembersToo(Remembers, ClassifierMixin, BaseEstimator):
    """The same, with `get_params`."""


def fitted(learner, X, y):
    """Return a copy that has learned everything by heart, or whose parts have."""
    learner = clone(learner)
    parts = [part for part in learner.get_params().values() if hasattr(part, "fit")]
    for part in parts or [learner]:
        part.fit(X, y)
    return learner


@pytest.mark.parametrize(
    "learner",
    [
        make_pipeline(RandomForestClassifier(4, warm_start=True, random_state=0)),
        RemembersToo(),
    ],
    ids=["pipeline", "own"],
)
@pytest.mark.parametrize("name", RUNS)
def test_what_was_learned_before_does_not_count(name, learner):
    before = fitted(learner, X, Y)
    state = joblib.hash(before)
    assert_array_equal(result(name, before), result(name, learner))
    assert joblib.hash(before) == state


@pytest.mark.parametrize("name", RUNS)
def test_a_fitted_learner_that_cannot_be_cloned_is_refused(name):
    learner = Remembers()
    first = result(name, learner)
    assert_array_equal(result(name, learner), first)  # a copy was trained, not the learner
    learner.fit(X, Y)
    with pytest.raises(ValueError, match=r"estimator(_a|_b)?: expected .* not fitted .*known_"):
        result(name, learner)


def test_a_parameter_with_an_underscore_is_no_fitted_state():
    class Shrunk(Always):
        def __init__(self, lambda_):
            self.lambda_ = lambda_
            self.mean_ = None

        def fit(self, X, y):
            self.mean_ = np.mean(y) / (1 + self.lambda_)

        def predict(self, X):
            return [self.mean_] * len(X)

    cv = mk.KFold(2, shuffle=True, random_state=0)
    found = mk.tune(Shrunk(0), X, Y, {"lambda_": [0, 1]}, cv=cv, scoring="r2")
    assert found.best_params == {"lambda_": 0}
    with pytest.raises(ValueError, match="got Shrunk with mean_"):
        mk.cross_val_score(found.best_estimator, X, Y)


def test_learners_are_cloned_without_scikit_learn_too(monkeypatch):
    class Params:
        def __init__(self, inner=None):
            self.inner = inner

        def get_params(self, deep=True):
            return {"inner": self.inner}

    class Inner(Params, Remembers):
        pass

    class Outer(Params, Always):
        def fit(self, X, y):
            self.inner.fit(X, y)

        def predict(self, X):
            return self.inner.predict(X)

    learner = Outer(Inner())
    unfitted = mk.cross_val_predict(learner, X, Y)
    learner.fit(X, Y)
    monkeypatch.setitem(sys.modules, "sklearn.base", None)
    assert_array_equal(mk.cross_val_predict(learner, X, Y), unfitted)


def test_a_learner_that_cannot_be_copied_is_named():
    with pytest.raises(TypeError, match=r"estimator_b: expected .* copied, got Locked \(cannot"):
        mk.paired_cv_errors(Always(), Locked(), X, Y)

    class Clonable(Locked, BaseEstimator):
        pass

    assert mk.cross_val_score(Clonable(), X, Y, cv=mk.KFold(5), scoring="accuracy")[0] == 1


# -- the same result, however it is run -------------------------------------------------------


def tree():
    return DecisionTreeClassifier(max_features=1, random_state=np.random.RandomState(0))


@pytest.mark.parametrize("name", RUNS)
def test_same_seed_same_result_for_any_n_jobs(name):
    learner = tree()
    serial = result(name, learner, np.random.default_rng(1))
    assert_array_equal(serial, result(name, learner, np.random.default_rng(1)))
    if name not in ("best_estimator", "paired_predictions"):
        with joblib.parallel_config("threading"):
            parallel = result(name, learner, np.random.default_rng(1), n_jobs=3)
        assert_array_equal(serial, parallel)


def test_one_process_needs_no_joblib_and_makes_no_noise(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "joblib", None)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    for n_jobs in (None, 1):
        mk.cross_validate(Mean(), [[i] for i in range(6)], [0.5] * 6, cv=2, n_jobs=n_jobs)
    assert capsys.readouterr().err == ""


def test_progress_goes_to_standard_error(capsys):
    mk.cross_val_score(GaussianNB(), *IRIS, cv=3)
    assert capsys.readouterr().err == ""
    mk.cross_val_score(GaussianNB(), *IRIS, cv=3, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "fold: 100%" in err
    assert "3/3" in err


# -- what else goes to fit, and comes back ----------------------------------------------------


@pytest.mark.parametrize("name", ["cross_val_score", "cross_val_predict"])
@pytest.mark.parametrize("form", [np.array, list, pd.Series])
def test_weights_for_fit_like_scikit_learn(name, form):
    params = {"gaussiannb__sample_weight": form(np.random.default_rng(0).integers(1, 9, 50))}
    learner = make_pipeline(StandardScaler(), GaussianNB())
    ours = getattr(mk, name)(learner, X[:, :1], Y, params=params)
    assert_array_equal(ours, getattr(sk, name)(learner, X[:, :1], Y, params=params))
    assert not np.array_equal(ours, getattr(mk, name)(learner, X[:, :1], Y))


def test_whatever_else_fit_takes():
    class Takes(Always):
        def fit(self, X, y, value, word, table):
            assert (word, len(table)) == ("as it is", 3)
            self.value = value

    params = {"value": 1, "word": "as it is", "table": [1, 2, 3]}
    assert mk.cross_val_predict(Takes(), X, Y, params=params).tolist() == [1] * 50
    with pytest.raises(TypeError, match="params: expected a dict of further arguments of fit"):
        mk.cross_val_score(Takes(), X, Y, params=[1])


def test_the_trained_learners_are_returned_if_asked_for():
    found = mk.cross_validate(GaussianNB(), X, Y, cv=3, return_estimator=True)
    assert list(found) == ["fit_time", "score_time", "estimator", "test_score"]
    folds = sk.StratifiedKFold(3).split(X, Y)
    again = [e.score(X[test], Y[test]) for e, (_, test) in zip(found["estimator"], folds)]  # noqa: B905
    assert_array_equal(again, found["test_score"])


# -- regressors and classifiers ---------------------------------------------------------------


class OldRegressor(Always):
    """Says what it is as scikit-learn's learners did before 1.6."""

    _estimator_type = "regressor"

    def fit(self, X, y):
        self.value = np.mean(y)


class OwnRegressor(RegressorMixin, OldRegressor, BaseEstimator):
    """Says it as they do now."""


@pytest.mark.parametrize(
    "learner",
    [
        LinearRegression(),
        make_pipeline(StandardScaler(), Ridge()),
        sk.GridSearchCV(Ridge(), {"alpha": [0.1, 1]}, cv=2),
        OwnRegressor(),
    ],
    ids=lambda learner: type(learner).__name__,
)
def test_a_regressor_of_whole_numbers_like_scikit_learn(learner):
    X, y = load_diabetes(return_X_y=True)
    counts = y.astype(int)
    ours = mk.cross_val_score(learner, X, counts, scoring="neg_mean_squared_error")
    theirs = sk.cross_val_score(learner, X, counts, scoring="neg_mean_squared_error")
    np.testing.assert_allclose(ours, theirs)
    errors, _ = mk.paired_cv_errors(learner, OldRegressor(), X, counts, cv=5)
    np.testing.assert_allclose(errors, -theirs)
    assert mk.bootstrap_estimates(learner, X, counts, n_rounds=2).out_of_bag > 100


# -- samples in any form ----------------------------------------------------------------------


def test_without_y():
    class Counts:
        def fit(self, X):
            self.n = len(X)

        def predict(self, X):
            return [self.n] * len(X)

        def score(self, X):
            return self.n

    X = np.zeros((6, 1))
    assert_array_equal(mk.cross_val_score(Counts(), X, cv=3), [4, 4, 4])
    scoring = {"scoring": lambda e, X: len(X)}
    assert_array_equal(mk.cross_val_score(Counts(), X, cv=3, **scoring), [2, 2, 2])
    assert_array_equal(mk.cross_val_predict(Counts(), X, cv=3), [4] * 6)


@pytest.mark.parametrize("kind", ["list", "frame", "ragged", "texts", "sparse"])
def test_the_learner_gets_x_in_its_form(kind):
    class Sees(Majority):
        def fit(self, X, y):
            assert isinstance(X, expected)
            super().fit(X, y)

        def predict(self, X):
            return [self.label] * (X.shape[0] if hasattr(X, "shape") else len(X))

    forms = {
        "list": (X.tolist(), np.ndarray),
        "frame": (pd.DataFrame(X), pd.DataFrame),
        "ragged": ([[1] * (1 + i % 3) for i in range(50)], list),
        "texts": (["text"] * 50, list),
        "sparse": (sparse.csr_array(X), sparse.csr_array),
    }
    data, expected = forms[kind]
    assert len(mk.cross_val_score(Sees(), data, pd.Series(Y), cv=3)) == 3


@pytest.mark.parametrize("form", ["coo_matrix", "dok_array"])
def test_sparse_formats_without_rows_to_take(form):
    learner, X = KNeighborsClassifier(), getattr(sparse, form)(IRIS[0][::3])
    of_rows = mk.bootstrap_estimates(learner, X.tocsr(), Y, random_state=0)
    assert mk.bootstrap_estimates(learner, X, Y, random_state=0) == of_rows


@pytest.mark.parametrize("name", ["cross_val_score", "cross_val_predict", "paired_cv_errors"])
def test_an_index_moves_no_sample(name):
    frame = pd.DataFrame(X, index=np.random.default_rng(0).permutation(50))
    labels = pd.Series(Y, index=range(49, -1, -1))
    learners = [KNeighborsClassifier()] * (2 if name == "paired_cv_errors" else 1)
    assert_array_equal(
        getattr(mk, name)(*learners, frame, labels), getattr(mk, name)(*learners, X, Y)
    )
