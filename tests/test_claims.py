"""Sentences of the book that no cell prints, each with what it follows from."""

from collections import Counter
from importlib.resources import files
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from built_book import notebook
from helpers import values
from learners import Majority
from scipy.stats import binom, t
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import mlevalkit as mk

TABLES = files("mlevalkit") / "datasets"


def printed(page: str, cell: str) -> list[str]:
    """Return the lines that a cell of the English page prints."""
    return {c.id: c for c in notebook("en", page).cells}[cell].outputs[0].text.splitlines()


def enclosing(levels: int) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return labels and scores of A and B where A's ROC curve encloses B's."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(200):
        y = rng.permutation([0, 0, 0, 0, 1, 1, 1])
        a, b = (rng.permutation(7) * levels // 7 for _ in range(2))
        if mk.dominates(y, a, b):
            found.append((y, a, b))
    return found


def best_f1(y: np.ndarray, score: np.ndarray) -> float:
    return max(mk.f1_score(y, (score >= t).astype(int)) for t in set(score))


def test_measures_agree_where_a_curve_encloses_another() -> None:
    """Which measure: AUC and best thresholds always, average precision if no scores are tied."""
    without_ties, with_ties = enclosing(levels=7), enclosing(levels=3)
    for y, a, b in [*without_ties, *with_ties]:
        assert mk.roc_auc_score(y, a) > mk.roc_auc_score(y, b)
        assert best_f1(y, a) >= best_f1(y, b)
        costs = [mk.best_threshold(y, s, cost_fn=3, cost_fp=1).cost for s in (a, b)]
        assert costs[0] <= costs[1]
    precisions = [[mk.average_precision_score(y, s) for s in ab] for y, *ab in without_ties]
    assert all(a >= b for a, b in precisions)
    y, a, b = [1, 0, 0, 1, 0], [2, 2, 1, 1, 2], [0, 2, 0, 0, 2]
    assert mk.dominates(y, a, b)
    assert mk.average_precision_score(y, a) < mk.average_precision_score(y, b)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_calibration_opens_with_the_number_that_its_first_cell_prints(lang: str) -> None:
    cells = {cell.id: cell for cell in notebook(lang, "calibration").cells}
    assert " 455 " in cells["title"].source
    assert " 455 " in cells["data-code"].outputs[0].text


def data_of_calibration() -> tuple[np.ndarray, ...]:
    """Return what the page on calibration trains and tests on."""
    X, y = make_classification(
        5000, 20, n_informative=2, n_redundant=10, weights=[0.8], random_state=42
    )
    return mk.train_test_split(X, y, test_size=2000, stratify=y, random_state=0)


def test_eight_of_ten_intervals_of_logistic_regression_include_the_diagonal() -> None:
    """Calibration, reliability diagram: ten equal bins."""
    X_train, X_test, y_train, y_test = data_of_calibration()
    p = LogisticRegression(max_iter=1000).fit(X_train, y_train).predict_proba(X_test)[:, 1]
    off = []
    for those in p.argsort().reshape(10, 200):
        low, high = mk.error_rate_interval(y_test[those], method="wilson")
        off.append(max(low - p[those].mean(), p[those].mean() - high))
    assert sum(np.array(off) > 0) == 2
    assert max(off) < 0.002


def test_the_formulas_threshold_is_nearly_the_best_for_naive_bayes_at_10_to_1() -> None:
    """Calibration, mending: so nothing is gained there; the ties of the sigmoid are rounding."""
    X_train, X_test, y_train, y_test = data_of_calibration()
    p = GaussianNB().fit(X_train, y_train).predict_proba(X_test)[:, 1]
    called = (p >= 1 / 11).astype(int)
    cost = mk.cost_sensitive_error(y_test, called, cost_fn=10, cost_fp=1)
    best = mk.best_threshold(y_test, p, cost_fn=10, cost_fp=1)
    assert f"{1 - best.cost / cost:.0%}" == "2%"
    mended = CalibratedClassifierCV(GaussianNB(), method="sigmoid", cv=5).fit(X_train, y_train)
    q = mended.predict_proba(X_test)[:, 1]
    tied = (q[:, None] == q) & (p[:, None] > p)
    assert (np.where(tied, p[:, None], 0) < 1e-5).mean() > 0.9999


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_number_that_no_cell_prints_is_rounded_once(lang: str) -> None:
    """The t test with the normal distribution's bound."""
    said = {c.id: c.source for c in notebook(lang, "t-test").cells}
    assert f"{2 * t.sf(1.960, 9):.1%}" in said["law-read"]


def test_wilsons_interval_is_mostly_shorter_than_the_exact_one() -> None:
    """Power and intervals: not always where nothing is wrong, as exercise 1 prints."""

    def shorter(errors: int, m: int) -> bool:
        wilson, exact = (mk.error_rate_interval(errors, m, method=k) for k in ("wilson", "exact"))
        return wilson.high - wilson.low < exact.high - exact.low

    for m in (10, 50, 300):
        assert all(shorter(errors, m) for errors in range(1, m))
    assert not shorter(0, 100)


def test_who_else_takes_part_changes_only_the_correction_of_wilcoxons_test() -> None:
    """Which measure, the reason for Wilcoxon and Holm; Limits of mean ranks, tests of pairs."""
    rng = np.random.default_rng(0)
    scores = rng.normal([0.0, 1.0, 2.0], 1.0, (12, 3))
    alone, three = mk.pairwise_tests(scores[:, :2]), mk.pairwise_tests(scores)
    assert alone.unadjusted_pvalue[0, 1] == three.unadjusted_pvalue[0, 1]
    assert alone.pvalue[0, 1] < three.pvalue[0, 1]


def test_nemenyis_critical_difference_is_approximate_with_few_data_sets() -> None:
    """Nemenyi: counted over all orders of three algorithms on 11 data sets, more than 6 %."""
    sums = Counter({(0, 0, 0): 1})
    for _ in range(11):
        longer: Counter[tuple[int, ...]] = Counter()
        for so_far, count in sums.items():
            for order in permutations((1, 2, 3)):
                longer[tuple(np.add(so_far, order).tolist())] += count
        sums = longer
    bound = 11 * mk.critical_difference(3, 11)
    rejected = sum(count for s, count in sums.items() if max(s) - min(s) > bound)
    assert 0.06 < rejected / 6**11 < 0.07


def test_mcnemars_corrected_statistic_never_exceeds_its_level() -> None:
    """McNemar in use: (2.33) keeps 5 % at every number of discordant samples, not only to 70."""
    for n in range(1, 120):
        counts = np.arange(n // 2 + 1)
        rejected = [mk.mcnemar_test(table=[[1, k], [n - k, 1]]).reject for k in counts.tolist()]
        assert 2 * binom.pmf(counts, n, 0.5)[rejected].sum() <= 0.05


def test_20_seeds_do_not_differ_from_20_independent_tests_for_nearest_means() -> None:
    """5x2 cross validation, solution 4: 29 % of 300 data sets, beside 26 % in theory."""
    lines = printed("five-by-two", "sol4-code")
    theory = float(lines[1].split()[-1])
    shares = [float(line.split("%")[0]) / 100 for line in lines if "300 data sets" in line]
    errors = [np.sqrt(share * (1 - share) / 300) for share in shares]
    assert abs(shares[1] - theory) < 2 * errors[1]
    assert max(errors) < 0.03
    assert len(shares) == 2


def test_with_20_data_sets_both_forms_of_friedmans_test_are_close_to_their_level() -> None:
    """Exercise 2.10: no row of the study says that the F form alone is."""
    cells = {cell.id: cell for cell in notebook("en", "friedman-nemenyi").cells}
    rows = cells["size-code"].outputs[0]["data"]["text/plain"].splitlines()
    for row in [row for row in rows if row.startswith("N=20")]:
        assert all(0.04 < float(share) < 0.06 for share in row.split()[2:])


# -- sections 2.2 and 2.5 --------------------------------------------------------------------------


# -- numbers of the stored studies ---------------------------------------------------------------

POWER, DELONG = (pd.read_csv(TABLES / f"{name}.csv") for name in ("power", "delong"))
EQUAL = POWER[POWER.gap == 0].groupby(["learner", "n"])["McNemar mid-p"].max().unstack()
SHARED = POWER[(POWER.learner == "1-NN") & (POWER.features == 5) & (POWER.design == "shared")]
TREES = POWER[POWER.learner.str.contains("tree") & (POWER.features == 5) & (POWER.n == 200)]
FOUND = TREES[TREES.gap == 0.1].groupby("learner").mean(numeric_only=True)
NEAR_1 = DELONG[(DELONG.auc == 0.99) & (DELONG.m_large <= 50)]
ALIKE = DELONG[DELONG.m_small == DELONG.m_large].pivot(index="m_small", columns="auc")
UNEQUAL = DELONG[(DELONG.m_small == 10) & (DELONG.m_large == 100)].set_index("auc")
OF_STUDIES = {
    "Ten tests: McNemar's errors are most with the smallest training sets":
        (EQUAL.idxmax(axis=1) == 40).all() and round(EQUAL.max().max(), 3) == 0.245,
    "Two learners: the paired t test of nearest neighbours errs in 8% to 10%":
        SHARED[SHARED.gap == 0]["paired t"].agg(["min", "max"]).tolist() == [0.075, 0.103],
    "Ten tests, solution 2: about 40 % power against 48 % on trees, 10 points apart":
        FOUND["5x2cv textbook"].between(0.39, 0.41).all()
        and FOUND["corrected t"].between(0.475, 0.49).all(),
    "Which test: DeLong's rejects too rarely near an AUC of 1":
        (NEAR_1.test < 0.01).all(),
    "Two AUCs: it rejects too often with few samples in the smaller class":
        UNEQUAL[UNEQUAL.index < 0.85]["test"].between(0.06, 0.08).all(),
    "Two AUCs: DeLong's interval is too narrow with few samples, whatever the AUC":
        (ALIKE["interval"].loc[10] < 0.94).all() and (ALIKE["interval"][0.99] < 0.94).all(),
    "Two AUCs: in 79% with 10 against 100 and an AUC of 0.95":
        round(100 * UNEQUAL.interval[0.95]) == 79,
    "Two AUCs: score intervals hold 95%":
        (DELONG[["score_interval", "score_difference"]] >= 0.95).all(axis=None),
}  # fmt: skip


@pytest.mark.parametrize("claim", OF_STUDIES)
def test_a_study_says_so(claim: str) -> None:
    assert OF_STUDIES[claim]


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
    """Hold-out, solution 4: their total errors are nearly equal, that of a third is larger."""
    lines = printed("hold-out", "sol5-code")
    tenth, fifth, third = (float(line.split()[-1]) for line in lines)
    assert abs(tenth - fifth) <= 0.001
    assert third > tenth + 0.01
