"""Sentences of sections 2.2 and 2.5 that no cell prints, each with what it follows from."""

import numpy as np
import pytest
from built_book import notebook
from helpers import values
from learners import Majority
from numpy.polynomial import Legendre
from scipy.stats import binom, t
from sklearn.datasets import load_wine
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeRegressor

import mlevalkit as mk


def test_without_noise_a_high_degree_can_overfit() -> None:
    """Error and overfitting, solution 2: twelve points of 1 / (1 + 25x^2)."""
    x, x_new = np.linspace(-1, 1, 12), np.linspace(-1, 1, 2001)
    test = {}
    for degree in (8, 11):
        f = Legendre.fit(x, 1 / (1 + 25 * x**2), degree, domain=[-1, 1])
        test[degree] = mk.mean_squared_error(1 / (1 + 25 * x_new**2), f(x_new))
    assert np.allclose(f(x), 1 / (1 + 25 * x**2))
    assert test[11] > 5 * test[8]


@pytest.mark.parametrize("seed", range(5))
def test_in_one_dimension_a_full_tree_is_the_nearest_neighbour(seed: int) -> None:
    """Bias and variance, more data: the two rows of the table are equal to the last digit."""
    rng = np.random.default_rng(seed)
    x, x_new = rng.normal(size=(30, 1)), rng.normal(size=(500, 1))
    y = rng.normal(size=30)
    tree = DecisionTreeRegressor(random_state=0).fit(x, y)
    nearest = KNeighborsRegressor(1).fit(x, y)
    assert np.array_equal(tree.predict(x_new), nearest.predict(x_new))


def test_out_of_bag_error_exceeds_that_of_the_bootstrap_sample_where_classes_are_balanced() -> None:
    """Bootstrap, few samples: the same fits, tested out of bag and on new samples."""
    rng = np.random.RandomState(0)
    y, more = np.arange(20) % 2, []
    y_new = np.arange(300) % 2
    for _ in range(3000):
        X = rng.normal(size=(20, 5)) + 0.5 * y[:, None]
        X_new = rng.normal(size=(300, 5)) + 0.5 * y_new[:, None]
        train, test = mk.bootstrap_split(np.arange(20), random_state=rng)
        fitted = LinearRegression().fit(X[train], y[train])
        errors = [
            ((fitted.predict(a) > 0.5) != b).mean() for a, b in [(X[test], y[test]), (X_new, y_new)]
        ]
        more.append(errors[0] - errors[1])
    assert np.mean(more) > 4 * np.std(more) / np.sqrt(3000)


def test_out_of_bag_errors_by_round_and_by_sample_nearly_agree() -> None:
    """Bootstrap, .632 estimate: the library averages over rounds, the papers over samples first."""
    rng = np.random.RandomState(0)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 2
    X[:, 0] += y
    by_round, wrong, left_out = [], np.zeros(40), np.zeros(40)
    for _ in range(400):
        train, test = mk.bootstrap_split(np.arange(40), random_state=rng)
        miss = (LinearRegression().fit(X[train], y[train]).predict(X[test]) > 0.5) != y[test]
        by_round.append(miss.mean())
        wrong[test] += miss
        left_out[test] += 1
    assert np.mean(by_round) == pytest.approx((wrong / left_out).mean(), abs=0.005)


@pytest.mark.parametrize(("sizes", "error"), [((50, 50), 1), ((51, 49), 0.49), ((52, 48), 0.48)])
def test_leave_one_out_fails_only_where_classes_are_balanced(
    sizes: tuple[int, int], error: float
) -> None:
    """Cross validation, solution 1: two samples apart, and leave-one-out is right again."""
    y = np.repeat([0, 1], sizes)
    found = mk.cross_val_score(
        Majority(), np.zeros((len(y), 1)), y, cv=mk.LeaveOneOut(), scoring="error_rate"
    )
    assert found.mean() == pytest.approx(error)


def test_features_of_wine_differ_in_scale() -> None:
    """Cross validation by hand: some features are above a thousand, some below 1."""
    most = load_wine().data.max(axis=0)
    assert most.max() > 1000
    assert most.min() < 1


@pytest.mark.parametrize("learner", ["mean", "nearest"])
def test_more_than_ten_folds_gain_nothing_on_twenty_samples(learner: str) -> None:
    """Cross validation, choice of k: what the sentence below the explorer reads off it."""
    shown = {
        k: values(mk.explorers.k_folds().view(m=20, learner=learner, k=k)) for k in (2, 10, "m")
    }
    total = {k: float(found["total error (RMSE)"]) for k, found in shown.items()}
    spread = {k: float(found["spread over splits"]) for k, found in shown.items()}
    assert total["m"] > total[10] - 0.002
    assert spread[10] < spread[2] / 2
    if learner == "mean":
        assert total[10] < total[2] - 0.01
    else:
        assert max(total.values()) - min(total.values()) < 0.01


def test_the_number_of_errors_is_whole() -> None:
    """Statistics, confidence interval: that is why 93.6 % and not 95 % are within 1.96 errors."""
    margin = 1.96 * np.sqrt(0.3 * 0.7 / 100)
    errors = np.arange(101)
    inside = errors[abs(errors / 100 - 0.3) < margin]
    assert binom.pmf(inside, 100, 0.3).sum() == pytest.approx(0.937, abs=0.001)


def majority_by_leave_one_out(n_positive: int, n_negative: int) -> float:
    """Return the expected error rate; a coin decides where the others are equally many."""

    def wrong(own: int, other: int) -> float:
        return 0.5 if own - 1 == other else float(own - 1 < other)

    errors = n_positive * wrong(n_positive, n_negative) + n_negative * wrong(n_negative, n_positive)
    return errors / (n_positive + n_negative)


def test_leave_one_out_of_the_majority_fails_for_equal_classes_and_for_one_more() -> None:
    """Cross validation, solution 1: with two more it reports the share of the smaller class."""
    assert majority_by_leave_one_out(50, 50) == 1
    assert 0.7 < majority_by_leave_one_out(50, 49) < 1
    for more in range(51, 60):
        assert majority_by_leave_one_out(more, 49) == 49 / (more + 49)


def printed(page: str, cell: str) -> list[str]:
    """Return the lines that a cell of the English page prints."""
    return {c.id: c for c in notebook("en", page).cells}[cell].outputs[0].text.splitlines()


@pytest.mark.parametrize("cell", ["e632-linear", "break-nearest"])
def test_with_few_samples_out_of_bag_lies_between_ten_folds_and_repeated_hold_out(
    cell: str,
) -> None:
    """Tuning, advice: of their distances from the truth, the root mean squares."""
    ways = ["25 hold-outs", "out-of-bag", "10-fold"]
    lines = [line for way in ways for line in printed("bootstrap", cell) if line.endswith(way)]
    repeated, out_of_bag, ten_folds = (float(line.split()[1]) for line in lines)
    assert repeated < out_of_bag < ten_folds


def test_the_bootstrap_sample_loses_most_by_its_fewer_different_samples() -> None:
    """Bootstrap, in short: of the three steps from D to D', the first costs most."""
    steps = [float(line.split()[0]) for line in printed("bootstrap", "bias-code")[-3:]]
    assert steps[0] > 0.75 * sum(steps)


def test_the_mean_of_30_hold_outs_of_a_fifth_is_as_good_as_of_a_tenth() -> None:
    """Hold-out, solution 5: their total errors are nearly equal, that of a third is larger."""
    lines = printed("hold-out", "sol5-code")
    tenth, fifth, third = (float(line.split()[-1]) for line in lines)
    assert abs(tenth - fifth) <= 0.001
    assert third > tenth + 0.01


def test_most_of_the_dependence_of_folds_is_that_test_samples_train_the_other_models() -> None:
    """Two learners: with new test samples for each fold, the t test rejects in 6 to 7 %."""
    rng = np.random.default_rng(0)
    sets, n, k = 4000, 40, 10
    truth = rng.permuted(np.tile(np.arange(n) % 2, (sets, 1)), axis=1)
    data = rng.normal(truth, 1, (2, sets, n))  # a feature for A, one for B
    fold = np.arange(n) % k
    found: dict[str, list[np.ndarray]] = {"folds": [], "new": []}
    for f in range(k):
        train, test = fold != f, fold == f
        new = rng.permuted(np.tile(np.arange(4) % 2, (sets, 1)), axis=1)
        tested = {
            "folds": (data[:, :, test], truth[:, test]),
            "new": (rng.normal(new, 1, (2, sets, 4)), new),
        }
        for name, (x, y) in tested.items():
            nearest = np.abs(x[..., None] - data[:, :, None, train]).argmin(-1)
            said = np.take_along_axis(np.stack([truth[:, train]] * 2), nearest, axis=-1)
            a, b = (said != y).mean(-1)
            found[name].append(a - b)
    rejected = {
        name: np.mean(np.abs(d.mean(0)) > t.ppf(0.975, k - 1) * d.std(0, ddof=1) / np.sqrt(k))
        for name, d in ((name, np.array(d)) for name, d in found.items())
    }
    assert rejected["folds"] > 0.12
    assert 0.055 < rejected["new"] < 0.075
