"""What explorers show, by another route: single numbers, whole grids of settings, own data."""

import re
from importlib.resources import files
from itertools import product

import numpy as np
import pandas as pd
import pytest
from helpers import FORMS, numbers, values, words_in
from learners import Majority
from scipy import stats
from sklearn import metrics, model_selection as sk
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

import mlevalkit as mk
from mlevalkit.explorers.evaluation_methods import simulated

make = mk.explorers
IRIS = load_iris(return_X_y=True)
LABELS = np.repeat([1, 0], [30, 30])
SCORES = np.random.default_rng(1).normal(size=60) + LABELS
RARE = np.where(LABELS == 1, 0.1, 0.9)  # weights of a tenth of positives
TRUE, PREDICTED = mk.datasets.example("2.7")
MOVED = PREDICTED + 4 * (np.arange(len(PREDICTED)) == 2)
RATES = [0.11, 0.09, 0.12, 0.10, 0.08]
T_TEST = stats.ttest_1samp(RATES, 0.13)
BENT = np.array([0, 1 / 17, 4 / 13, 0.5, 16 / 17, 1])  # the odds of these, squared
ODDS = ([0, 0, 1, 0, 1, 1], [0.0, 0.2, 0.4, 0.5, 0.8, 1.0])


def averages(share, recall):
    """Return the averages over a million samples of three classes."""
    size = np.array([(1 - share) / 2, (1 - share) / 2, share]) * 1_000_000
    right = np.array([0.9, 0.9, recall])
    cells = size[:, None] * np.where(np.eye(3), right[:, None], (1 - right[:, None]) / 2)
    counts = np.rint(cells).astype(int).ravel()
    y_true, y_pred = (np.repeat(y, counts) for y in (np.arange(9) // 3, np.arange(9) % 3))
    P, R, F1, _ = metrics.precision_recall_fscore_support(y_true, y_pred, average="macro")
    return {
        "macro-P": P,
        "macro-R": R,
        "macro-F1": 2 * P * R / (P + R),
        "mean of F1": F1,
        "micro = accuracy": metrics.accuracy_score(y_true, y_pred),
    }


def overpaid(y_true, p, power, cost_fn):
    """Return what the threshold 1/(1 + c) costs more than the best one, for distorted odds."""
    y, p = np.array(y_true), np.array(p)
    q = p**power / (p**power + (1 - p) ** power)
    cuts = [1 / (1 + cost_fn), *q, np.inf]
    prices = [np.mean(cost_fn * y * (q < t) + (1 - y) * (q >= t)) for t in cuts]
    return prices[0] - min(prices)


# Explorer, own data, setting, and numbers that it shows.
VIEWS = [
    # ranking and thresholds
    (make.threshold, (), {"at": 1.0}, {"P": np.nan, "R": 0}),
    (make.beta, (), {"beta": 0.5}, {"P": 1}),
    (make.crossing, (), {"mean": 2.1, "spread": 1.5}, {  # drawn from quantiles
        "AUC A": pytest.approx(stats.norm.cdf(1.5 / np.sqrt(2)), abs=0.003),
        "AUC B": pytest.approx(stats.norm.cdf(2.1 / np.hypot(1, 1.5)), abs=0.003)}),
    # costs and class balance
    (make.pr_baseline, (LABELS, SCORES), {"prior": 0.5},
     {"AP": metrics.average_precision_score(LABELS, SCORES)}),
    (make.pr_baseline, (LABELS, SCORES), {"prior": 0.1},
     {"AP": metrics.average_precision_score(LABELS, SCORES, sample_weight=RARE)}),
    (make.pr_baseline, (), {"learner": "guessing", "prior": 0.1},
     {"baseline": 0.1, "AP": pytest.approx(0.1, abs=0.01),
      "AP - baseline": pytest.approx(0, abs=0.01)}),
    (make.accuracy_paradox, (), {"prior": 0.01, "right": 0.99}, {"of these right": 0.5}),
    (make.accuracy_paradox, (), {"prior": 0.01}, {"accuracy, always negative": 0.99}),
    (make.accuracy_paradox, (), {"prior": 0.001, "right": 0.9},
     {"of these right": 9 / 1008, "accuracy": 0.9, "predicted positive": 10_080}),
    (make.cost, (), {}, {"threshold": 0.54, "FPR": 0.1, "FNR": 0.5, "E": 0.3}),  # Figure 2.5
    (make.calibration, ODDS, {"power": 2, "ratio": (1, 4)}, {
        "Brier score": metrics.brier_score_loss(ODDS[0], BENT),
        "AUC": metrics.roc_auc_score(*ODDS),
        "threshold 1/(1+c)": 0.8,
        "cost at 1/(1+c)": 1 / 6,
        "cost at the best": 1 / 6,
        "best threshold": 16 / 17}),
    (make.calibration, ODDS, {"power": 0.25, "ratio": (10, 1)},
     {"extra cost": overpaid(*ODDS, 0.25, 10)}),
    # errors and averages
    (make.squared_error, (), {"sample": 3, "moved": 4}, {
        "MSE": metrics.mean_squared_error(TRUE, MOVED),
        "MAE": metrics.mean_absolute_error(TRUE, MOVED),
        "f(x) - y": MOVED[2] - TRUE[2]}),
    (make.macro_micro, (), {"share": 0.01, "recall": 0.25}, averages(0.01, 0.25)),
    # splitting
    (make.k_folds, (), {"learner": "majority", "m": 60, "k": "m"}, {
        "bias": 0.5, "learners trained": 60, "mean estimate, all data sets": 1,
        "true error, data set above": 0.5}),
    (make.k_folds, (), {"learner": "majority", "k": 10}, {"bias": 0}),
    # tests
    (make.binomial_test, (137, 0.08), {"errors": 20},
     {"p-value": stats.binom.sf(19, 137, 0.08)}),
    (make.t_distribution, (RATES, 0.13), {},
     {"τ_t": T_TEST.statistic, "p-value": T_TEST.pvalue}),
    (make.friedman, (), {}, {"τ_F": 171 / 7, "CD": "1.6572", "groups": "A B | B C"}),  # Table 2.5
    (make.friedman, (), {"case": "agree"}, {"τ_F": np.inf}),
    (make.friedman, (), {"case": "chance"}, {"groups": "-"}),
    (make.holm, ([0.01, 0.04, 0.03],), {"step": 2}, {"adjusted p-value": 0.06}),
    (make.holm, (), {"correction": "none"}, {"rejected in all": 5}),
]  # fmt: skip


def check(view, expected, slack=1e-12):
    """Compare numbers of a view; texts are compared as they are shown."""
    shown = numbers(view)
    for label, value in expected.items():
        if isinstance(value, str):
            assert shown[label].text == value, label
        elif isinstance(value, float | int):
            near = pytest.approx(value, rel=1e-5, abs=slack, nan_ok=True)
            assert float(shown[label].value) == near, label
        else:
            assert shown[label].value == value, label


@pytest.mark.parametrize(
    ("explorer", "own", "setting", "expected"),
    VIEWS,
    ids=[f"{explorer.__name__}-{' '.join(expected)}" for explorer, *_, expected in VIEWS],
)
def test_numbers_are_those_of_another_route(explorer, own, setting, expected):
    check(explorer(*own).view(**setting), expected)


# -- whole grids ------------------------------------------------------------------------------


def grid(**choices):
    """Return every setting with one of each choices."""
    return [dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values())]


def of_threshold(case, at):
    y_true, y_score = mk.datasets.example(case)
    y_pred = y_score >= at
    return {
        "P": metrics.precision_score(y_true, y_pred),
        "R": metrics.recall_score(y_true, y_pred),
        "F1": metrics.f1_score(y_true, y_pred),
        "FPR": 1 - metrics.recall_score(y_true, y_pred, pos_label=0),
        "FNR": 1 - metrics.recall_score(y_true, y_pred),
    }


def of_beta(case, beta):
    """No threshold has a higher F."""
    y_true, y_score = mk.datasets.example(case)
    return {"F": max(metrics.fbeta_score(y_true, y_score >= t, beta=beta) for t in y_score)}


def of_cost(case, ratio, prior):
    """No threshold is cheaper."""
    y_true, y_score = mk.datasets.example(case)
    fpr, tpr, _ = metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    x = prior * ratio[0] / (prior * ratio[0] + (1 - prior) * ratio[1])
    return {
        "E": min(prior * (1 - tpr) * ratio[0] + (1 - prior) * fpr * ratio[1]),
        "P(+)cost": x,
        "cost_norm": min(fpr * (1 - x) + (1 - tpr) * x),
        "slope": (1 - x) / x,
    }


def of_cost_matrix(cost_fn, cost_fp, q):
    costs = np.array([[0, cost_fn], [cost_fp, 0]])  # rows: positive, negative
    positive, negative = np.array([q, 1 - q]) @ costs
    return {
        "cost if called positive": positive,
        "cost if called negative": negative,
        "cheaper": "positive" if positive <= negative else "negative",
        "threshold": cost_fp / (cost_fn + cost_fp),
    }


def of_overfitting(degree, noise, m):
    random = np.random.RandomState(0)
    test_x = random.uniform(-1, 1, 2000)
    test_noise = random.normal(size=2000)
    x = np.linspace(-1, 1, m)
    y = np.sin(np.pi * x) + noise * random.normal(size=m)
    fit = np.polyfit(x, y, degree)
    test_y = np.sin(np.pi * test_x) + noise * test_noise
    return {
        "training error": np.mean((y - np.polyval(fit, x)) ** 2),
        "test error": np.mean((test_y - np.polyval(fit, test_x)) ** 2),
    }


def of_binomial(m, rate, seen):
    errors = round(seen * m)
    critical = next(c for c in range(m + 1) if stats.binom.sf(c, m, rate) < 0.05)
    sign = ">" if errors > critical else "≤"
    return {
        "errors": errors,
        "p-value": stats.binomtest(errors, m, rate, alternative="greater").pvalue,
        "P(reject) at ε = ε_0": stats.binom.sf(critical, m, rate),
        "reject if ε^ > ε_bar": f"{errors / m:.4g} {sign} {critical / m:.4g}",
    }


def of_t_distribution(k, alpha):
    t = np.sqrt(k) * 0.04 / 0.06
    critical = stats.t.isf(alpha / 2, k - 1)
    shown = f"{t:.4g} {'>' if t > critical else '≤'} {critical:.4g}"
    return {"μ": 0.34, "σ": 0.06, "τ_t": t, "reject if |τ_t| > t_α/2": shown}


def of_mcnemar(e01, e10, correction):
    n = e01 + e10
    tau = (abs(e01 - e10) - correction) ** 2 / n if n else 0
    return {
        "τ_chi2 and critical value": f"{round(tau, 4):g} {'>' if tau > 3.8415 else '≤'} 3.8415",
        "p-value": stats.chi2(1).sf(tau),
        "exact p-value": stats.binomtest(e01, n).pvalue if n else 1,
    }


def of_friedman(case, alpha, times):
    k, n = {"table": (3, 4), "five": (5, 10), "chance": (5, 10), "agree": (4, 4)}[case]
    n *= times
    q = stats.studentized_range.isf(alpha, k, np.inf) / np.sqrt(2)
    return {
        "data sets N": n,
        "critical value": stats.f.isf(alpha, k - 1, (k - 1) * (n - 1)),
        "CD": q * np.sqrt(k * (k + 1) / (6 * n)),
    }


P_VALUES = np.random.default_rng(3).uniform(0, 0.1, 8)


def of_holm(correction, alpha, step):
    times = np.arange(8, 0, -1) if correction == "holm" else np.full(8, 8)
    adjusted = min(1.0, (np.sort(P_VALUES) * times)[:step].max())
    return {
        "adjusted p-value": adjusted,
        "bound": alpha / times[step - 1],
        "this hypothesis": "rejected" if adjusted < alpha else "not rejected",
    }


def of_coverage(interval, m, rate, draw):
    ends = [stats.binomtest(k, m).proportion_ci(0.95, method=interval) for k in range(m + 1)]
    covers = np.array([low <= rate <= high for low, high in ends])
    widths = np.array([high - low for low, high in ends])
    drawn = np.random.RandomState([draw, m]).binomial(m, rate, 100)
    return {
        "coverage": stats.binom.pmf(np.arange(m + 1), m, rate)[covers].sum(),
        "of 100 cover the truth": covers[drawn].sum(),
        "mean width": widths[drawn].mean(),
    }


CASES = ("2.11", "2.13")
CUTS = (0.9, 0.7, 0.52, 0.505, 0.4, 0.3, 0.0)
GRIDS = {
    "beta": (make.beta, of_beta, grid(case=CASES, beta=(0.0, 0.25, 1.0, 5.0))),
    "cost": (make.cost, of_cost, [
        {"case": case, "ratio": ratio, "prior": prior} for case in CASES
        for ratio, prior in (((1, 1), 0.5), ((10, 1), 0.05), ((1, 20), 0.9))]),
    "cost_matrix": (make.cost_matrix, of_cost_matrix, [
        {"cost_fn": fn, "cost_fp": fp, "q": q} for fn, fp in ((10, 1), (1, 1), (10, 100))
        for q in make.cost_matrix().parameters[2].values]),
    "overfitting": (make.overfitting, of_overfitting,
                    grid(degree=(1, 5), noise=(0.3,), m=(20, 50))),
    "binomial_test": (make.binomial_test, of_binomial,
                      grid(m=(10, 30, 100), rate=(0.1, 0.3), seen=(0.0, 0.2, 0.5, 0.6))),
    "t_distribution": (make.t_distribution, of_t_distribution,
                       grid(k=(2, 5, 10, 20, 30), alpha=(0.05, 0.1))),
    "mcnemar": (make.mcnemar, of_mcnemar, [
        {"e01": a, "e10": b, "correction": correction} for correction in (True, False)
        for a, b in ((10, 25), (0, 5), (25, 25), (2, 0), (0, 0))]),
    "friedman": (make.friedman, of_friedman, [
        {"case": case, "alpha": alpha, "times": times}
        for case in ("table", "five", "chance", "agree")
        for alpha, times in ((0.05, 1), (0.2, 3), (0.01, 10))]),
    "holm": (lambda: make.holm(P_VALUES), of_holm,
             grid(correction=("holm", "bonferroni"), alpha=(0.01, 0.05, 0.1), step=range(1, 9))),
    "coverage": (make.coverage, of_coverage, [
        {"interval": interval, "m": m, "rate": rate, "draw": 2}
        for interval in ("exact", "wilson") for m, rate in ((200, 0.3), (50, 0.02))]),
}  # fmt: skip


@pytest.mark.parametrize("name", GRIDS)
def test_the_numbers_of_every_setting_are_those_of_another_route(name):
    explorer, oracle, settings = GRIDS[name]
    explorer = explorer()
    for setting in settings:
        check(explorer.view(**setting), oracle(**setting), 6e-5 if name == "cost" else 1e-12)


def has_the_rates_of(shown, case, at):
    expected = of_threshold(case, at)
    labels = expected.keys() & shown.keys()
    assert {label: shown[label] for label in labels} == pytest.approx(
        {label: expected[label] for label in labels}
    )


@pytest.mark.parametrize("case", CASES)
def test_rates_at_a_threshold_are_scikit_learns(case):
    own = make.threshold(*mk.datasets.example(case))
    for at in CUTS:
        has_the_rates_of(values(own.draw(at=at)), case, at)


@pytest.mark.parametrize("name", ["beta", "cost"])
def test_the_best_threshold_has_the_rates_that_are_shown(name):
    explorer, _, settings = GRIDS[name]
    for setting in settings:
        shown = values(explorer().view(**setting))
        has_the_rates_of(shown, setting["case"], shown["threshold"])


# -- ranking and thresholds -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("curves", "shown", "dragged"),
    [
        ("none", "TP FN FP TN P R", 1),
        ("pr", "TP FN FP TN P R F1", 2),
        ("roc", "TP FN FP TN TPR FPR", 2),
        ("both", "TP FN FP TN P R F1 TPR FPR", 3),
    ],
)
def test_a_page_shows_the_curves_that_it_has_taught(curves, shown, dragged):
    view = make.threshold(curves=curves).first
    assert [str(v.label) for v in view.numbers] == shown.split()
    assert len(view.handles) == dragged
    assert ("TPR" in str(view.alt)) == ("TPR" in shown)


def test_a_threshold_above_all_scores_is_drawn_where_it_is():
    explorer = make.threshold(curves="none")
    assert len({explorer.view(at=at).figure.svg() for at in (1.0, 0.97, 0.94)}) == 3


@pytest.mark.parametrize(
    ("mean", "spread", "who"),
    [(2.4, 1.0, "B"), (0.6, 1.0, "A"), (1.5, 2.0, "-"), (1.5, 1.0, "-"), (1.5, 0.4, "-")],
)
def test_who_encloses_whom(mean, spread, who):
    shown = values(make.crossing().view(mean=mean, spread=spread))
    assert shown["encloses the other"] == who
    if who != "-":  # then every measure agrees
        loser = {"A": "B", "B": "A"}[who]
        for name in ("AUC", "BEP", "F1", "TPR"):
            assert shown[f"{name} {who}"] > shown[f"{name} {loser}"]


# -- class balance and costs ------------------------------------------------------------------


@pytest.mark.parametrize("prior", [0.9, 0.2, 0.01])
def test_precision_is_the_positive_part_of_what_is_predicted_positive(prior):
    shown = values(make.class_balance().view(prior=prior, at=1.0))
    assert shown["π·TPR"] == pytest.approx(prior * shown["TPR"])
    whole = shown["π·TPR"] + shown["(1-π)·FPR"]
    assert shown["P"] == pytest.approx(shown["π·TPR"] / whole)


@pytest.mark.parametrize("prior", [0.5, 0.1, 0.01])
def test_a_difference_of_two_shares_has_no_rest_of_a_rounding(prior):
    gap = values(make.pr_baseline().view(learner="guessing", prior=prior))["AP - baseline"]
    assert gap == round(gap, 12)  # no 4e-16


def test_infinite_threshold_is_drawn_and_said():
    view = make.cost([0, 1], [0.9, 0.1]).view(ratio=(1, 20))
    assert values(view)["threshold"] == np.inf
    assert "nothing positive" in view.alt.texts["en"]
    assert "全部预测为反例" in view.alt.texts["zh"]


# -- splitting and estimates ------------------------------------------------------------------

Y_OF_THREE = np.repeat(["A", "B", "C"], [12, 8, 4])


def texts(view):
    return {label: value.text for label, value in numbers(view).items()}


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
    y = Y_OF_THREE
    folds = list(theirs.split(y, y))
    counts = np.array([[(y[test] == c).sum() for c in "ABC"] for _, test in folds])
    due = np.array([12, 8, 4]) / 24 * counts.sum(axis=1, keepdims=True)
    expected = {
        "splits": len(folds),
        "test sets in the classes' ratio": (abs(counts - due) < 1).all(axis=1).sum(),
        "samples in a test set": len(folds[0][1]),
        "test sets without a class": (counts == 0).any(axis=1).sum(),
        "test samples of an unseen class": sum(c not in y[train] for train, test in folds
                                               for c in y[test]),
    }  # fmt: skip
    rows = texts(make.splitters(method=method).view(k=4, draw=2))
    assert {label: rows[label] for label in expected} == {k: str(v) for k, v in expected.items()}


def test_what_has_no_chance_in_it_is_the_same_at_every_draw():
    views = [make.splitters(method="in_order").view(draw=draw) for draw in (1, 5)]
    assert texts(views[0]) == texts(views[1])
    assert views[0].alt == views[1].alt


@pytest.mark.parametrize(
    ("learner", "m", "theirs"),
    [("mean", 60, NearestCentroid()), ("nearest", 20, KNeighborsClassifier(1))],
)
def test_simulated_estimates_are_scikit_learns(learner, m, theirs):
    study = simulated(learner, m)
    y = np.repeat([0, 1], m // 2)
    X = np.random.RandomState(0).normal(size=(600, m, 5))[3] + 0.6 * y[:, None]
    folds = {k: (7, sk.StratifiedKFold(k, shuffle=True, random_state=7)) for k in (3, 10)}
    for k, (row, cv) in (folds | {"m": (0, sk.LeaveOneOut())}).items():
        expected = 1 - sk.cross_val_score(theirs, X, y, cv=cv).mean()
        assert study.estimates[k][row, 3] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("m", [2, 5, 20, 1000])
def test_drawn_and_left_out_are_all_samples(m):
    for draw in (1, 8):
        shown = values(make.out_of_bag().view(m=m, draw=draw))
        left_out = shown["left out of D'"]
        assert left_out + shown["different samples in D'"] == m
        assert shown["share left out"] == pytest.approx(left_out / m)


def test_of_two_samples_none_may_be_left_out():
    explorer = make.out_of_bag()
    left_out = {values(explorer.view(m=2, draw=d))["left out of D'"] for d in range(1, 9)}
    assert left_out == {0, 1}


@pytest.mark.parametrize("m", [20, 50, 1000])
@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5])
def test_a_single_candidate_has_no_optimism_and_more_have_more(rate, m):
    found = [values(make.optimism().view(rate=rate, K=K, m=m))["optimism"] for K in (1, 2, 100)]
    assert found[0] == 0
    assert found == sorted(found)


# -- training and test errors -----------------------------------------------------------------

DILEMMA = make.dilemma()  # one for all tests: it keeps its views


def by_degree(label, **setting):
    views = [DILEMMA.view(degree=d, **setting) for d in range(10)]
    return np.array([float(values(view)[label]) for view in views])


@pytest.mark.parametrize("m", [12, 30, 100])
def test_variance_of_least_squares(m):
    """In theory var(x) = noise^2 h(x)^T (H^T H)^-1 h(x), h the powers of x."""
    x = np.linspace(-1, 1, m)
    grid = np.linspace(-1, 1, 41)
    found = by_degree("variance", noise=0.4, m=m)
    for degree in (0, 3, 6):
        design, at = np.vander(x, degree + 1), np.vander(grid, degree + 1)
        expected = 0.16 * np.einsum("ij,jk,ik->i", at, np.linalg.inv(design.T @ design), at).mean()
        assert found[degree] == pytest.approx(expected, rel=0.2)


@pytest.mark.parametrize("noise", [0.2, 0.4, 0.7])
def test_the_sum_is_the_error_up_to_chance(noise):
    assert by_degree("noise ε^2", noise=noise) == pytest.approx(noise**2, rel=0.1)
    error, total = (by_degree(label, noise=noise) for label in ("measured error", "their sum"))
    assert error == pytest.approx(total, rel=0.06)


# -- tests ------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1])
@pytest.mark.parametrize(("difference", "n"), [(0.1, 100), (0.3, 25), (0.8, 4)])
def test_power_is_the_share_of_rejections(alpha, difference, n):
    shown = values(make.power().view(alpha=alpha, difference=difference, n=n))
    means = np.random.RandomState(0).normal(difference, 1 / np.sqrt(n), 40_000)
    rejected = stats.norm.sf(means * np.sqrt(n)) < alpha
    assert shown["power 1 - β"] == pytest.approx(rejected.mean(), abs=0.01)
    assert shown["power 1 - β"] + shown["type II error rate β"] == pytest.approx(1)
    wanted = shown["n for a power of 0.8"]
    powers = stats.norm.sf(stats.norm.isf(alpha) - difference * np.sqrt([wanted - 1, wanted]))
    assert powers[0] < 0.8 <= powers[1]


def test_two_columns_are_a_paired_test():
    a, b = np.array([[0.1, 0.15, 0.2, 0.1], [0.2, 0.22, 0.21, 0.18]])
    view = make.t_distribution(np.column_stack([a, b])).first
    shown, expected = values(view), stats.ttest_rel(a, b)
    assert shown["τ_t"] == pytest.approx(abs(expected.statistic))
    assert shown["p-value"] == pytest.approx(expected.pvalue)
    assert shown["μ"] == pytest.approx((a - b).mean())
    assert "differences" in str(view.alt)
    with pytest.raises(ValueError, match="one column or two"):
        make.t_distribution(np.ones((4, 3)))


def test_the_bar_leaves_the_tested_rate_out_exactly_where_the_test_rejects():
    explorer = make.t_distribution()
    for setting in explorer.settings():
        view = explorer.draw(**setting)
        picture = view.figure.svg()
        bar = re.search(r'"M([-\d.]+) [\d.]+l([\d.]+) 0" style="[^"]*stroke-width: 7;', picture)
        line = re.search(r'"M([\d.]+) [\d.]+l0 -[\d.]+" style="[^"]*--mk-green', picture)
        low, wide, tested = float(bar[1]), float(bar[2]), float(line[1])
        assert (low <= tested <= low + wide) == ("not rejected" in view.alt.texts["en"])


@pytest.mark.parametrize(("learner", "n"), [("1-NN", 40), ("nearest mean", 100)])
def test_the_chosen_test_has_the_most_power_of_those_that_keep_their_level(learner, n):
    stored = pd.read_csv(files("mlevalkit.datasets") / "power.csv")
    cases = stored[(stored.learner == learner) & (stored.n == n)]
    tests = list(stored.columns[stored.columns.get_loc("error_b") + 1 :])
    size = cases[cases.gap == 0][tests].max()
    power = cases[cases.gap == 0.1][tests].mean()
    keep = size - 2 * np.sqrt(size * (1 - size) / cases.sets.iloc[0]) <= 0.05
    shown = numbers(make.size_and_power().view(learner=learner, n=n))
    assert shown["tests of at most 5%"].value == keep.sum()
    others = power[keep & ~power.index.str.startswith("McNemar")]
    assert float(shown["its power"].text) == pytest.approx(others.max(), abs=6e-4)
    assert float(shown["its type I error rate"].text) == pytest.approx(
        size[others.idxmax()], abs=6e-4
    )


def share(**setting):
    return values(make.sizes().view(**setting))["share rejected"]


@pytest.mark.parametrize("test", ["t", "corrected", "hold-out", "textbook", "alpaydin"])
def test_a_larger_gap_is_seen_more_often(test):
    shares = [share(test=test, learner="mean", gap=gap) for gap in (0.0, 1.2)]
    assert shares[1] > shares[0] + 0.3


@pytest.mark.parametrize("learner", ["nearest", "mean"])
def test_sizes_p_values_are_those_of_the_tests(learner):
    m, n = 20, 60
    y, X = np.repeat([0, 1], m // 2), np.random.RandomState(5).normal(size=(n, m, 2))
    X += 1.5 * y[:, None]

    def errors(cv, x):
        for train, test in cv.split(y, y):
            centres, labels = x[train], y[train]
            if learner == "mean":
                labels = np.array([0, 1])
                centres = np.array([x[train][y[train] == c].mean() for c in labels])
            guess = labels[np.abs(x[test, None] - centres[None]).argmin(axis=1)]
            yield (guess != y[test]).mean()

    ten = mk.StratifiedKFold(10, shuffle=True, random_state=0)
    held_out = mk.StratifiedShuffleSplit(30, test_size=0.1, random_state=0)
    halves = mk.RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0)
    pvalues = {test: [] for test in ("t", "corrected", "hold-out", *FORMS)}
    for data in X:
        pairs = {cv: [[*errors(cv, x)] for x in data.T] for cv in (ten, held_out, halves)}
        pvalues["t"].append(mk.paired_t_test(*pairs[ten]).pvalue)
        corrected = mk.paired_t_test(*pairs[ten], n_train=m - m // 10, n_test=m // 10)
        pvalues["corrected"].append(corrected.pvalue)
        pvalues["hold-out"].append(mk.paired_t_test(*pairs[held_out]).pvalue)
        differences = np.subtract(*pairs[halves]).reshape(5, 2)
        for form in FORMS:
            pvalues[form].append(mk.five_by_two_cv_test(differences, form=form).pvalue)
    explorer = make.sizes(m=m, n_sets=n, seed=5)
    for test, found in pvalues.items():
        for alpha in (0.05, 0.1):
            view = explorer.view(test=test, learner=learner, alpha=alpha)
            expected = np.mean(np.array(found) < alpha)
            assert values(view)["share rejected"] == pytest.approx(expected), test


@pytest.mark.parametrize(
    ("case", "times", "words"),
    [
        ("table", 1, "rejects; not significantly different: A B, B C."),
        ("table", 3, "rejects; not significantly different: B C."),
        ("table", 10, "rejects; every two differ significantly."),
        ("chance", 1, "no pair is compared"),
    ],
)
def test_a_learner_by_itself_is_no_group_in_words(case, times, words):
    assert words in make.friedman().view(case=case, times=times).alt.texts["en"]


# -- own data ---------------------------------------------------------------------------------

RNG = np.random.default_rng(0)
TWO_CLASSES = np.repeat([1, 0], [200, 200])
Y_13, SCORE_13 = mk.datasets.example("2.13")
LONG_NAMES = ["gradient boosting", "k-NN", "naive Bayes", "logistic regression"]
OWN = {
    "threshold": make.threshold(np.repeat([0, 1], [400, 200]), 50 * RNG.normal(size=600) - 7),
    "class_balance": make.class_balance(TWO_CLASSES, RNG.normal(size=400) + TWO_CLASSES),
    "cost": make.cost(Y_13, 100 * SCORE_13 - 7),
    "calibration": make.calibration([0, 1], [0.9, 0.1]),
    "splitters": make.splitters([0, 1] * 8, method="in_order"),
    "k_folds": make.k_folds(Majority(), *IRIS, n_splits=3),
    "dilemma": make.dilemma(truth=lambda x: 2 * x),
    "binomial_test": make.binomial_test(137, 0.08, alpha=0.02),
    "t_distribution": make.t_distribution(RATES, 0.13, alpha=0.2),
    "mcnemar": make.mcnemar(table=[[900, 33], [12, 50]], alpha=0.01),
    "friedman": make.friedman(pd.DataFrame(RNG.normal(size=(6, 4)), columns=LONG_NAMES)),
}


@pytest.mark.parametrize("name", OWN)
def test_own_data_are_drawn_without_the_drawings_of_the_book(name):
    assert OWN[name].name == name
    assert OWN[name].first.figure
    assert "data-explorer" not in OWN[name]._repr_html_()


def test_a_slider_for_own_thresholds_has_an_end_on_either_side():
    own = OWN["threshold"]
    cuts = own.parameters[0].values
    assert len(cuts) <= 101
    assert list(cuts) == sorted(cuts, reverse=True)
    ends = [values(own.view(at=at)) for at in (cuts[0], cuts[-1])]
    assert [(shown["TP"], shown["FP"]) for shown in ends] == [(0, 0), (200, 400)]


def test_own_data_at_their_own_share_of_positives():
    own = OWN["class_balance"]
    at = own.parameters[1].values[3]
    y_score = np.random.default_rng(0).normal(size=1000)[600:] + TWO_CLASSES
    shown = values(own.view(prior=0.5, at=at))
    assert shown["TPR"] == pytest.approx((y_score >= at)[:200].mean())
    assert shown["FPR"] == pytest.approx((y_score >= at)[200:].mean())
    assert shown["P"] == pytest.approx(metrics.precision_score(TWO_CLASSES, y_score >= at))
    assert shown["AUC"] == pytest.approx(metrics.roc_auc_score(TWO_CLASSES, y_score))
    assert shown["AP"] == pytest.approx(metrics.average_precision_score(TWO_CLASSES, y_score))


def test_own_scores_may_have_any_scale_and_no_threshold_that_is_worth_its_cost():
    assert values(OWN["cost"].first)["threshold"] == pytest.approx(47)
    assert values(OWN["calibration"].view(ratio=(1, 4)))["best threshold"] == np.inf


def test_own_labels_are_split_in_every_way():
    own = OWN["splitters"]
    assert texts(own.view(k=4))["test sets without a class"] == "0"
    for method in own.parameters[0].values:
        assert own.view(method=method, k=3).numbers


def test_an_own_learner_is_validated():
    rows = texts(OWN["k_folds"].view(k=10))
    assert rows == {"learners trained": "10", "range of the estimates above": "0.667",
                    "mean estimate": "0.667", "spread over splits": "0"}  # fmt: skip
    assert texts(OWN["k_folds"].view(k="m"))["mean estimate"] == "1"
    nearest = KNeighborsClassifier(1)
    shown = values(make.k_folds(nearest, *IRIS, n_splits=2).view(k=5))
    expected = [
        1 - sk.cross_val_score(nearest, *IRIS, cv=cv).mean()
        for cv in (sk.StratifiedKFold(5, shuffle=True, random_state=i) for i in range(2))
    ]
    assert float(shown["mean estimate"]) == pytest.approx(np.mean(expected), abs=6e-4)


@pytest.mark.parametrize(("degree", "bias"), [(1, 0), (0, 1.4)])
def test_own_truth(degree, bias):
    shown = values(OWN["dilemma"].view(degree=degree))
    assert float(shown["squared bias"]) == pytest.approx(bias, abs=0.02 if bias else 1e-3)


def test_own_levels_and_rates_are_among_the_choices():
    binomial, t = OWN["binomial_test"].parameters, OWN["t_distribution"].parameters
    assert binomial[0].values == (0.01, 0.02, 0.05, 0.1)
    assert binomial[1].values == tuple(range(138))
    assert t[0].values == (0.01, 0.05, 0.1, 0.2)
    assert 0.13 in t[1].values
    equal = make.t_distribution([0.2, 0.2, 0.2], 0.2)  # they have a scale all the same
    assert len(equal.parameters[1].values) > 10
    assert equal.view().figure


def test_a_slider_for_many_samples_is_short_and_complete():
    choices = make.binomial_test(100_003, 0.5).parameters[1].values
    assert len(choices) <= 202
    assert (choices[0], choices[-1]) == (0, 100_003)


def test_own_table_is_where_the_sliders_start():
    own = OWN["mcnemar"]
    assert own.defaults == {"e01": 33, "e10": 12, "correction": True}
    assert texts(own.first)["τ_chi2 and critical value"] == "8.8889 > 6.6349"
    assert "900" in own.first.alt.texts["en"]
    assert len(list(own.settings())) <= 200


def test_own_predictions():
    own = make.mcnemar([1, 0], [0, 1], [1, 0])  # no sample but those two
    assert (own.defaults["e01"], own.defaults["e10"]) == (2, 0)
    assert own.view(e01=min(own.parameters[0].values)).numbers


def test_own_scores_with_long_names_fit():
    own = OWN["friedman"]
    assert [p.name for p in own.parameters] == ["alpha", "times"]
    figure = own.view(alpha=0.01).figure
    places = [box for _, box in words_in(figure.svg())]
    assert min(box[0] for box in places) >= 0
    assert max(box[2] for box in places) <= figure.width
    left, right = figure.axes[1].points([0, 1], 0, (True, True))[0]
    assert right - left > 0.2 * figure.width  # for the axis


@pytest.mark.parametrize("pvalues", [[0.5], [0.1, 1.2], [0.1, np.nan], np.full(51, 0.1)])
def test_holm_refuses_what_are_no_p_values(pvalues):
    with pytest.raises(ValueError, match="pvalues"):
        make.holm(pvalues)


@pytest.mark.parametrize("name", ["threshold", "beta", "cost", "class_balance", "calibration"])
def test_a_positive_label_is_taken_as_elsewhere(name):
    explorer = getattr(make, name)
    mail, score = ["spam", "ham", "spam", "ham"], [0.9, 0.8, 0.7, 0.1]
    own = explorer(mail, score, pos_label="spam")
    assert repr(own) == repr(explorer([1, 0, 1, 0], score))
    assert repr(explorer(mail, score)) == repr(own)  # of two words the last, as elsewhere
