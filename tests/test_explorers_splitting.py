"""The explorers of section 2.2: what they count and estimate, against scikit-learn."""

import numpy as np
import pytest
from helpers import values
from learners import Majority
from sklearn import model_selection as sk
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

import mlevalkit as mk
from mlevalkit.explorers.estimates import simulated

Y = np.repeat(["A", "B", "C"], [12, 8, 4])
IRIS = load_iris(return_X_y=True)


def texts(view):
    return {str(v.label): v.text for v in view.numbers}


def number(view, label):
    return float(values(view)[label])


# -- how splitters deal out samples -------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "theirs"),
    [
        ("hold_out", sk.ShuffleSplit(6, test_size=0.25, random_state=2)),
        ("stratified_hold_out", sk.StratifiedShuffleSplit(6, test_size=0.25, random_state=2)),
        ("in_order", sk.KFold(4)),
        ("k_fold", sk.KFold(4, shuffle=True, random_state=2)),
        ("stratified", sk.StratifiedKFold(4, shuffle=True, random_state=2)),
    ],
)
def test_counts_are_those_of_scikit_learns_splitter(method, theirs):
    rows = texts(mk.explorers.splitters(method=method).view(k=4, draw=2))
    folds = list(theirs.split(Y, Y))
    lacking = sum(len(set(Y[test])) < 3 for _, test in folds)
    unseen = sum(label not in Y[train] for train, test in folds for label in Y[test])
    assert rows["splits"] == str(len(folds))
    due = np.array([12, 8, 4]) / 24
    counts = [[(Y[test] == c).sum() for c in "ABC"] for _, test in folds]
    kept = [(abs(np.array(c) - due * sum(c)) < 1).all() for c in counts]
    assert rows["test sets in the classes' ratio"] == str(sum(kept))
    assert rows["samples in a test set"] == str(len(folds[0][1]))
    assert rows["test sets without a class"] == str(lacking)
    assert rows["test samples of an unseen class"] == str(unseen)


def test_what_has_no_chance_in_it_is_the_same_at_every_draw():
    views = [mk.explorers.splitters(method="in_order").view(draw=draw) for draw in (1, 5)]
    assert texts(views[0]) == texts(views[1])
    assert views[0].alt == views[1].alt


def test_splitters_of_own_labels():
    own = mk.explorers.splitters([0, 1] * 8, method="in_order")
    assert texts(own.view(k=4))["test sets without a class"] == "0"
    assert not own.prepared
    for method in own.parameters[0].values:
        own.view(method=method, k=3)


# -- stability and fidelity of k ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("learner", "theirs"),
    [("mean", NearestCentroid()), ("nearest", KNeighborsClassifier(1))],
)
@pytest.mark.parametrize("m", [20, 60])
def test_simulated_estimates_are_scikit_learns(learner, theirs, m):
    study = simulated(learner, m)
    rng = np.random.RandomState(0)
    y = np.repeat([0, 1], m // 2)
    X = rng.normal(size=(600, m, 5))[3] + 0.6 * y[:, None]
    for k in (3, 10):
        cv = sk.StratifiedKFold(k, shuffle=True, random_state=7)
        expected = 1 - sk.cross_val_score(theirs, X, y, cv=cv).mean()
        assert study.estimates[k][7, 3] == pytest.approx(expected, abs=1e-12)
    expected = 1 - sk.cross_val_score(theirs, X, y, cv=sk.LeaveOneOut()).mean()
    assert study.estimates["m"][0, 3] == pytest.approx(expected, abs=1e-12)


def test_k_folds_of_an_own_learner():
    own = mk.explorers.k_folds(Majority(), *IRIS, n_splits=3)
    rows = texts(own.view(k=10))
    assert rows == {"learners trained": "10", "range of the estimates above": "0.667",
                    "mean estimate": "0.667", "spread over splits": "0"}  # fmt: skip
    assert texts(own.view(k="m"))["mean estimate"] == "1"
    nearest = mk.explorers.k_folds(KNeighborsClassifier(1), *IRIS, n_splits=2).view(k=5)
    expected = [
        1 - sk.cross_val_score(KNeighborsClassifier(1), *IRIS, cv=cv).mean()
        for cv in (sk.StratifiedKFold(5, shuffle=True, random_state=i) for i in range(2))
    ]
    assert float(nearest.numbers[2].value) == pytest.approx(np.mean(expected), abs=6e-4)


# -- what a bootstrap leaves out --------------------------------------------------------------


@pytest.mark.parametrize("m", [2, 5, 20, 1000])
def test_drawn_and_left_out_are_all_samples(m):
    for draw in (1, 8):
        view = mk.explorers.out_of_bag().view(m=m, draw=draw)
        left_out = number(view, "left out of D'")
        assert left_out + number(view, "different samples in D'") == m
        assert number(view, "share left out") == pytest.approx(left_out / m)


def test_of_two_samples_none_may_be_left_out():
    explorer = mk.explorers.out_of_bag()
    left_out = {number(explorer.view(m=2, draw=d), "left out of D'") for d in range(1, 9)}
    assert left_out == {0, 1}


def test_own_numbers_of_samples():
    own = mk.explorers.out_of_bag([137, 8, 8], seed=3)
    assert own.parameters[0].values == (8, 137)
    assert number(own.view(m=137), "different samples in D'") < 137
    assert "data-explorer" not in own._repr_html_()


# -- optimism ---------------------------------------------------------------------------------


@pytest.mark.parametrize("m", [20, 50, 1000])
@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5])
def test_a_single_candidate_has_no_optimism_and_more_have_more(rate, m):
    found = [
        values(mk.explorers.optimism().view(rate=rate, K=K, m=m))["optimism"] for K in (1, 2, 100)
    ]
    assert found[0] == 0
    assert found == sorted(found)
