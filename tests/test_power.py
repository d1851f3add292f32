"""The study of sizes and powers: its learners, its decisions and its table."""

from pathlib import Path

import numpy as np
import pytest
from helpers import simulation
from scipy import stats
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.tree import DecisionTreeClassifier

import mlevalkit as mk
from mlevalkit_book.paths import read_rows

ROWS = read_rows(Path(mk.__file__).parent / "datasets" / "power.csv")


@pytest.fixture(scope="module")
def power():
    return simulation("power")


# -- Learners ------------------------------------------------------------------------------------


def predictions(learn, model, columns):
    """Return what the study's learner and scikit-learn's model predict on the same 30 sets."""
    rng = np.random.default_rng(0)
    labels, new_labels = np.repeat([0, 1], 20), np.repeat([0, 1], 15)
    known = rng.normal(size=(30, 40, columns)) + 0.8 * labels[:, None]
    new = rng.normal(size=(30, 30, columns)) + 0.8 * new_labels[:, None]
    theirs = [model.fit(x, labels).predict(z) for x, z in zip(known, new, strict=True)]
    return learn(known, labels, new), np.stack(theirs)


@pytest.mark.parametrize("columns", [1, 6])
@pytest.mark.parametrize(
    ("learner", "model"),
    [
        ("1-NN", KNeighborsClassifier(1)),
        ("nearest mean", NearestCentroid()),
        ("logistic regression", LogisticRegression(tol=1e-8)),
    ],
)
def test_learners_predict_what_scikit_learn_predicts(power, learner, model, columns) -> None:
    ours, theirs = predictions(power.LEARNERS[learner], model, columns)
    np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize(("learner", "depth"), [("depth-3 tree", 3), ("full tree", None)])
def test_trees_predict_what_scikit_learn_predicts(power, learner, depth) -> None:
    # with one column nothing is random but splits that are equally good, which are rare
    model = DecisionTreeClassifier(max_depth=depth, random_state=0)
    ours, theirs = predictions(power.LEARNERS[learner], model, 1)
    assert np.mean(ours == theirs) > 0.99
    # with six, trees of two seeds differ where features tie: ours no more than those
    ours, theirs = predictions(power.LEARNERS[learner], model, 6)
    other = DecisionTreeClassifier(max_depth=depth, random_state=1)
    _, theirs_too = predictions(power.LEARNERS[learner], other, 6)
    assert np.mean(ours == theirs) > np.mean(theirs == theirs_too) - 0.03


@pytest.mark.parametrize("design", ["separate", "shared"])
@pytest.mark.parametrize("features", [1, 5])
@pytest.mark.parametrize("gap", [0, 0.05, 0.1])
def test_the_bayes_error_of_b_is_20_percent_less_the_gap(power, design, features, gap) -> None:
    distances = power.class_distances(features, design, gap)
    assert stats.norm.sf(np.linalg.norm(distances) / 2) == pytest.approx(0.2 - gap)
    assert len(distances) == features + (design == "shared")


# -- Decisions -----------------------------------------------------------------------------------


def library_decisions(folds, halves, wrong_a, wrong_b):
    """Return by test what the library decides on one data set, from numbers of errors."""
    none, n_test = np.zeros(50), 4
    yield "paired t", mk.paired_t_test(folds[:10] / n_test, none[:10])
    sizes = {"n_train": 36, "n_test": n_test}
    yield "corrected t", mk.paired_t_test(folds[:10] / n_test, none[:10], **sizes)
    yield "corrected t, 5 x 10 folds", mk.paired_t_test(folds / n_test, none, **sizes)
    for form in ("textbook", "dietterich", "alpaydin"):
        yield f"5x2cv {form}", mk.five_by_two_cv_test(halves.reshape(5, 2) / 20, form=form)
    yield "Wilcoxon on folds", mk.pairwise_tests(np.column_stack([folds[:10], none[:10]]))
    truth = np.zeros(len(wrong_a), dtype=int)
    for name, form in {"(2.33)": {}, "exact": {"exact": True}, "mid-p": {"mid_p": True}}.items():
        predictions = wrong_a.astype(int), wrong_b.astype(int)
        yield f"McNemar {name}", mk.mcnemar_test(truth, *predictions, **form)


def test_decisions_are_those_of_the_library(power) -> None:
    rng = np.random.default_rng(0)
    folds = np.concatenate([rng.integers(-3, 4, (40, 50)), rng.integers(-1, 1, (40, 50))])
    halves = np.concatenate([rng.integers(-4, 5, (40, 10)), rng.integers(0, 2, (40, 10))])
    folds[:2], folds[2], halves[:2], halves[2] = 0, 1, 0, 1  # no difference, and no variance
    wrong_a, wrong_b = rng.random((80, 200)) < 0.2, rng.random((80, 200)) < 0.25
    ours = power.decisions(folds, halves, wrong_a, wrong_b)
    for i in range(80):
        for name, result in library_decisions(folds[i], halves[i], wrong_a[i], wrong_b[i]):
            assert ours[name][i] == np.any(result.reject), (name, i)


# -- Table ---------------------------------------------------------------------------------------


def test_the_table_has_every_setting_with_at_least_2000_data_sets(power) -> None:
    stored = [(power.setting_of(r), float(r["gap"])) for r in ROWS]
    assert stored == [(s, gap) for s in power.SETTINGS for gap in power.GAPS]
    assert all(int(r["sets"]) == power.SETS >= 2000 for r in ROWS)


@pytest.mark.slow
def test_the_table_is_made_again_from_its_seed(power) -> None:
    setting = ("nearest mean", 1, 40, "separate")
    stored = [r for r in ROWS if power.setting_of(r) == setting]
    assert [{k: str(v) for k, v in r.items()} for r in power.run(setting)] == stored


# -- What the book says of the table -------------------------------------------------------------


def rates(test: str, *, gap: float = 0, **part: object) -> np.ndarray:
    """Return the shares that a test rejects, in the settings of a part of the table."""
    chosen = [r for r in ROWS if float(r["gap"]) == gap]
    for name, value in part.items():
        chosen = [r for r in chosen if r[name] == str(value)]
    return np.array([float(r[test]) for r in chosen])


@pytest.mark.parametrize(
    ("test", "part", "low", "high"),
    [
        ("5x2cv textbook", {"learner": "depth-3 tree", "features": 5}, 0, 0.05),
        ("5x2cv textbook", {"learner": "full tree", "features": 5}, 0, 0.05),
        ("corrected t, 5 x 10 folds", {"learner": "1-NN"}, 0.05, 1),
        ("paired t", {"learner": "1-NN", "design": "shared"}, 0.05, 1),
        ("paired t", {"learner": "1-NN", "design": "separate"}, 0.12, 1),
        ("paired t", {"learner": "nearest mean"}, 0, 0.065),
    ],
)
def test_type_i_errors_are_as_the_book_says(test, part, low, high) -> None:
    found = rates(test, **part)
    assert low < found.min()
    assert found.max() < high


def test_shared_features_lower_the_type_i_error_of_nearest_neighbours() -> None:
    separate, shared = (
        rates("paired t", learner="1-NN", design=design) for design in ("separate", "shared")
    )
    assert np.all(shared < separate)


def test_the_three_forms_of_five_by_two_reach_6_percent_for_trees_on_five_features() -> None:
    forms = [f"5x2cv {form}" for form in ("textbook", "dietterich", "alpaydin")]
    trees = ("depth-3 tree", "full tree")
    largest = max(rates(form, learner=t, features=5).max() for form in forms for t in trees)
    assert f"{largest:.1%}" == "6.1%"
