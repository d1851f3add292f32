"""A table of what explorers show: explorer, setting, label, and the number by another route."""

import numpy as np
import pytest
from helpers import numbers
from scipy import stats
from sklearn import metrics

import mlevalkit as mk

make = mk.explorers
Y, SCORE = mk.datasets.example("2.11")
AT_07 = SCORE >= 0.7
LABELS = np.repeat([1, 0], [30, 30])
SCORES = np.random.default_rng(1).normal(size=60) + LABELS
RARE = np.where(LABELS == 1, 0.1, 0.9)  # weights of a tenth of positives
TRUE, PREDICTED = mk.datasets.example("2.7")
MOVED = PREDICTED + 4 * (np.arange(len(PREDICTED)) == 2)
RATES = [0.11, 0.09, 0.12, 0.10, 0.08]
T_TEST = stats.ttest_1samp(RATES, 0.13)
BENT = np.array([0, 1 / 17, 4 / 13, 0.5, 16 / 17, 1])  # the odds of these, squared
ODDS = ([0, 0, 1, 0, 1, 1], [0.0, 0.2, 0.4, 0.5, 0.8, 1.0])


def classes(share, recall):
    """Return a million samples of three classes: true and predicted."""
    size = np.array([(1 - share) / 2, (1 - share) / 2, share]) * 1_000_000
    right = np.array([0.9, 0.9, recall])
    cells = size[:, None] * np.where(np.eye(3), right[:, None], (1 - right[:, None]) / 2)
    counts = np.rint(cells).astype(int).ravel()
    return np.repeat(np.repeat([0, 1, 2], 3), counts), np.repeat(np.tile([0, 1, 2], 3), counts)


MACRO = metrics.precision_recall_fscore_support(*classes(0.01, 0.25), average="macro")
HARMONIC = 2 * MACRO[0] * MACRO[1] / (MACRO[0] + MACRO[1])
RARE_C = {"share": 0.01, "recall": 0.25}

TABLE = [
    # ranking and thresholds
    (make.threshold, {"case": "2.11", "at": 0.52}, "P", 9 / 11),
    (make.threshold, {"case": "2.11", "at": 0.52}, "R", 9 / 11),
    (make.threshold, {"case": "2.11", "at": 0.7}, "F1", metrics.f1_score(Y, AT_07)),
    (make.threshold, {"case": "2.11", "at": 0.7}, "FPR", AT_07[Y == 0].mean()),
    (make.threshold, {"at": 1.0}, "P", np.nan),
    (make.threshold, {"at": 1.0}, "R", 0),
    (make.beta, {"beta": 0.5}, "P", 1),
    (make.crossing, {"mean": 2.1, "spread": 1.5}, "AUC A",
     pytest.approx(stats.norm.cdf(1.5 / np.sqrt(2)), abs=0.003)),  # drawn from quantiles
    (make.crossing, {"mean": 2.1, "spread": 1.5}, "AUC B",
     pytest.approx(stats.norm.cdf(2.1 / np.hypot(1, 1.5)), abs=0.003)),
    # costs and class balance
    (lambda: make.pr_baseline(LABELS, SCORES), {"prior": 0.5}, "AP",
     metrics.average_precision_score(LABELS, SCORES)),
    (lambda: make.pr_baseline(LABELS, SCORES), {"prior": 0.1}, "AP",
     metrics.average_precision_score(LABELS, SCORES, sample_weight=RARE)),
    (make.accuracy_paradox, {"prior": 0.01, "right": 0.99}, "of these right", 0.5),
    (make.accuracy_paradox, {"prior": 0.001, "right": 0.9}, "of these right", 9 / 1008),
    (make.accuracy_paradox, {"prior": 0.001, "right": 0.9}, "accuracy", 0.9),
    (make.accuracy_paradox, {"prior": 0.01}, "accuracy, always negative", 0.99),
    (make.accuracy_paradox, {"prior": 0.001, "right": 0.9}, "predicted positive", 10_080),
    (make.cost_matrix, {"cost_fn": 1, "cost_fp": 10}, "threshold", 10 / 11),
    (make.cost_matrix, {"cost_fn": 10, "cost_fp": 100}, "threshold", 10 / 11),
    (make.cost, {}, "threshold", 0.54),  # Figure 2.5
    (make.cost, {}, "FPR", 0.1),
    (make.cost, {}, "FNR", 0.5),
    (make.cost, {}, "E", 0.3),
    (make.cost, {}, "cost_norm", 0.3),
    (lambda: make.calibration(*ODDS), {"power": 2, "ratio": (1, 4)}, "Brier score",
     metrics.brier_score_loss(ODDS[0], BENT)),
    (lambda: make.calibration(*ODDS), {"power": 2, "ratio": (1, 4)}, "AUC",
     metrics.roc_auc_score(*ODDS)),
    (lambda: make.calibration(*ODDS), {"power": 2, "ratio": (1, 4)}, "cost at 1/(1+c)", 1 / 6),
    (lambda: make.calibration(*ODDS), {"power": 2, "ratio": (1, 4)}, "best threshold", 16 / 17),
    # errors and averages
    (make.squared_error, {"sample": 3, "moved": 4}, "MSE",
     metrics.mean_squared_error(TRUE, MOVED)),
    (make.squared_error, {"sample": 3, "moved": 4}, "MAE",
     metrics.mean_absolute_error(TRUE, MOVED)),
    (make.squared_error, {"sample": 3, "moved": 4}, "f(x) - y", MOVED[2] - TRUE[2]),
    (make.macro_micro, RARE_C, "macro-P", MACRO[0]),
    (make.macro_micro, RARE_C, "macro-R", MACRO[1]),
    (make.macro_micro, RARE_C, "mean of F1", MACRO[2]),
    (make.macro_micro, RARE_C, "macro-F1", HARMONIC),
    (make.macro_micro, RARE_C, "micro = accuracy", metrics.accuracy_score(*classes(0.01, 0.25))),
    # splitting
    (make.k_folds, {"learner": "majority", "m": 60, "k": "m"}, "bias", 0.5),
    (make.k_folds, {"learner": "majority", "m": 60, "k": "m"}, "learners trained", 60),
    (make.k_folds, {"learner": "majority", "m": 60, "k": "m"}, "mean estimate, all data sets", 1),
    (make.k_folds, {"learner": "majority", "m": 60, "k": "m"}, "true error, data set above", 0.5),
    (make.k_folds, {"learner": "majority", "k": 10}, "bias", 0),
    (make.optimism, {"K": 1, "m": 50}, "optimism", 0),
    # tests
    (make.binomial_test, {"m": 30, "rate": 0.1, "seen": 0.2}, "p-value",
     stats.binomtest(6, 30, 0.1, alternative="greater").pvalue),
    (make.binomial_test, {}, "p-value", stats.binom.sf(5, 10, 0.3)),  # Figure 2.6
    (lambda: make.binomial_test(137, 0.08), {"errors": 20}, "p-value",
     stats.binom.sf(19, 137, 0.08)),
    (make.t_distribution, {"k": 5}, "τ_t", np.sqrt(5) * 0.04 / 0.06),
    (lambda: make.t_distribution(RATES, 0.13), {}, "τ_t", T_TEST.statistic),
    (lambda: make.t_distribution(RATES, 0.13), {}, "p-value", T_TEST.pvalue),
    (make.mcnemar, {"e01": 2, "e10": 0}, "exact p-value", stats.binomtest(2, 2).pvalue),
    (make.mcnemar, {"e01": 10, "e10": 25}, "p-value", stats.chi2(1).sf(14**2 / 35)),
    (make.mcnemar, {"e01": 0, "e10": 0}, "p-value", 1),
    (make.friedman, {}, "τ_F", 171 / 7),
    (make.friedman, {"case": "agree"}, "τ_F", np.inf),
    (make.friedman, {"alpha": 0.2, "times": 3}, "critical value", stats.f.isf(0.2, 2, 22)),
    (make.friedman, {"alpha": 0.2, "times": 3}, "CD",
     stats.studentized_range.isf(0.2, 3, np.inf) / np.sqrt(2) * np.sqrt(3 * 4 / (6 * 12))),
    (lambda: make.holm([0.01, 0.04, 0.03]), {"step": 2}, "adjusted p-value", 0.06),
    (make.holm, {"correction": "none"}, "rejected in all", 5),
]  # fmt: skip


@pytest.mark.parametrize(("explorer", "setting", "label", "expected"), TABLE)
def test_a_number_is_that_of_another_route(explorer, setting, label, expected):
    shown = numbers(explorer().view(**setting))[label].value
    if isinstance(expected, float | int):
        expected = pytest.approx(expected, rel=1e-5, abs=1e-12, nan_ok=True)
    assert float(shown) == expected
