"""The answer to every problem, computed another way: scikit-learn, SciPy, statsmodels, counting."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pytest
from scipy import optimize, stats
from sklearn import metrics, preprocessing
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import (
    LeaveOneOut,
    ParameterGrid,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
    train_test_split,
)
from sklearn.neighbors import KNeighborsClassifier
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import DescrStatsW

from mlevalkit.exercises import kinds, problem
from mlevalkit.exercises.answers import flat

SEEDS = [pytest.param(range(10), id="few"), pytest.param(range(10, 100), marks=pytest.mark.slow)]
Oracle = Callable[..., dict[str, Any]]
ORACLES: dict[str, Oracle] = {}


def oracle(solve: Oracle) -> Oracle:
    """List what solves the template of its name; it takes numbers of the problem by name."""
    ORACLES[solve.__name__.removeprefix("_")] = solve
    return solve


def _labels(TP: int, FP: int, FN: int, TN: int) -> tuple[list[int], list[int]]:
    """Return true and predicted labels with these counts."""
    return [1] * TP + [0] * FP + [1] * FN + [0] * TN, [1] * (TP + FP) + [0] * (FN + TN)


# -- 2.1, 2.2 ---------------------------------------------------------------------------------


@oracle
def _error_and_accuracy(m: int, a: int) -> dict[str, Any]:
    y_true, y_pred = [1] * m, [0] * a + [1] * (m - a)
    return {
        "E": metrics.zero_one_loss(y_true, y_pred),
        "acc": metrics.accuracy_score(y_true, y_pred),
    }


@oracle
def _overfitting_table(train: list[float], valid: list[float]) -> dict[str, Any]:
    return {"degree": 1 + int(np.argmin(valid)), "gap": np.subtract(valid, train)[-1]}


@oracle
def _diagnosis(expert: int, train: int, test: int) -> dict[str, Any]:
    errors = np.array([100 - expert, 100 - train, 100 - test])
    bias, variance = np.diff(errors)
    remedy = "reduce_bias" if bias > variance else "reduce_variance"
    return {"training_error": bias, "gap": variance, "remedy": remedy}


@oracle
def _stratified_sizes(percent: int, pos: int, m: int) -> dict[str, Any]:
    y = np.repeat([1, 0], [pos, m - pos])
    training, test = train_test_split(y, test_size=percent / 100, stratify=y, random_state=0)
    return {"positives": test.sum(), "training": len(training)}


@oracle
def _splits_counted(pos: int, neg: int, percent: int) -> dict[str, Any]:
    """By Pascal's triangle instead of a formula."""
    row = [1]
    rows = {0: row}
    for n in range(1, max(pos, neg) + 1):
        row = [1, *(a + b for a, b in pairwise(row)), 1]
        rows[n] = row
    return {"splits": rows[pos][pos * percent // 100] * rows[neg][neg * percent // 100]}


@oracle
def _stratified_folds(k: int, p: int, pos: int, neg: int) -> dict[str, Any]:
    y = np.repeat([1, 0], [pos, neg])
    folds = [*StratifiedKFold(k).split(y, y)]
    counts = {(y[test].sum(), len(training)) for training, test in folds}
    [(positives, training)] = counts
    return {"fold": positives, "training": training, "fits": len(folds) * p}


@oracle
def _majority_learner(k: int, pos: int, neg: int) -> dict[str, Any]:
    y = np.repeat([1, 0], [pos, neg])
    loo = [np.bincount(np.delete(y, i)).argmax() != y[i] for i in range(len(y))]
    if pos == neg:  # either class may be predicted of as many samples of both
        return {"folds": Fraction(1, 2), "loo": np.mean(loo)}
    learner = DummyClassifier(strategy="most_frequent")
    folds = cross_val_score(learner, np.zeros((len(y), 1)), y, cv=StratifiedKFold(k))
    return {"folds": 1 - folds.mean(), "loo": np.mean(loo)}


@oracle
def _best_from_folds(scores: list[list[int]]) -> dict[str, Any]:
    means = np.mean(scores, axis=1)
    best = {"ABCD"[i] for i in np.flatnonzero(np.isclose(means, means.max()))}
    return {"best_mean": means.max(), "setting": best}


@oracle
def _loo_line(x: list[int], y: list[int]) -> dict[str, Any]:
    X = np.reshape(x, (-1, 1))
    errors = (cross_val_predict(LinearRegression(), X, y, cv=LeaveOneOut()) - y) ** 2
    return {"errors": errors, "mse": errors.mean()}


@oracle
def _bootstrap_left_out(m: int) -> dict[str, Any]:
    P = stats.binom(m, 1 / m).pmf(0)
    return {"P": P, "left_out": m * P}


@oracle
def _bootstrap_632(train: float, oob: float) -> dict[str, Any]:
    return {"estimate": np.average([train, oob], weights=[368, 632])}


@oracle
def _tuning_fits(a: int, b: int, k: int) -> dict[str, Any]:
    return {"fits": len(ParameterGrid({"a": range(a), "b": range(b)})) * k + 1}


@oracle
def _training_and_test_error(m: int, a: int, n: int, b: int) -> dict[str, Any]:
    training, test = (_error_and_accuracy(*found)["E"] for found in ((m, a), (n, b)))
    return {"training": training, "test": test}


@oracle
def _repeated_hold_out(E: list[float]) -> dict[str, Any]:
    return {"mean": np.mean(E), "sd": stats.tstd(E)}


@oracle
def _test_error_spread(epsilon: float, m: int) -> dict[str, Any]:
    """By the number of errors, which is binomial."""
    se = stats.binom(m, epsilon).std() / m
    return {"se": se, "samples": stats.bernoulli(epsilon).var() / (se / 2) ** 2}


@oracle
def _out_of_bag(m: int, drawn: list[int]) -> dict[str, Any]:
    bag = set(drawn)
    return {"left": {str(i) for i in range(1, m + 1) if i not in bag}, "distinct": len(bag)}


@oracle
def _bootstrap_distinct(m: int) -> dict[str, Any]:
    """One draw after the other: each adds to the bag what is not yet in it."""
    distinct = 0.0
    for _ in range(m):
        distinct += 1 - distinct / m
    return {"n": distinct, "share": distinct / m}


@oracle
def _three_sets(m: int, test: int, valid: int) -> dict[str, Any]:
    rest, _ = train_test_split(np.arange(m), test_size=test / 100, random_state=0)
    training, _ = train_test_split(rest, test_size=valid / 100, random_state=0)
    return {"training": len(training), "final": len(rest)}


@oracle
def _nested_fits(j: int, k: int, g: int) -> dict[str, Any]:
    fits = 0
    for _ in range(j):
        fits += len([*product(range(g), range(k))]) + 1
    return {"fits": fits}


# -- 2.3 --------------------------------------------------------------------------------------


@oracle
def _mse_of_table(y: list[int], f: list[int]) -> dict[str, Any]:
    return {"E": metrics.mean_squared_error(y, f)}


@oracle
def _rmse_and_mae(y: list[int], f: list[int]) -> dict[str, Any]:
    return {
        "rmse": metrics.root_mean_squared_error(y, f),
        "mae": metrics.mean_absolute_error(y, f),
    }


@oracle
def _r2_of_table(y: list[int], f: list[int]) -> dict[str, Any]:
    return {
        "SS_res": np.linalg.norm(np.subtract(y, f)) ** 2,
        "SS_tot": len(y) * np.var(y),
        "R2": metrics.r2_score(y, f),
    }


@oracle
def _min_max_and_z(x: list[int], one: int) -> dict[str, Any]:
    X, at = np.reshape(x, (-1, 1)), x.index(one)
    return {
        "min_max": preprocessing.MinMaxScaler().fit_transform(X)[at, 0],
        "z": preprocessing.StandardScaler().fit_transform(X)[at, 0],
    }


@oracle
def _rare_class(m: int, pos: int) -> dict[str, Any]:
    y_true, y_pred = _labels(0, 0, pos, m - pos)
    return {
        "acc": metrics.accuracy_score(y_true, y_pred),
        "balanced": metrics.balanced_accuracy_score(y_true, y_pred),
    }


@oracle
def _confusion_from_story(m: int, ill: int, TP: int, FP: int) -> dict[str, Any]:
    y_true = np.repeat([1, 0], [ill, m - ill])
    y_pred = np.zeros(m, int)
    y_pred[:TP] = 1
    y_pred[ill : ill + FP] = 1
    TN, _, FN, _ = metrics.confusion_matrix(y_true, y_pred).ravel()
    return {"FN": FN, "TN": TN, "acc": metrics.accuracy_score(y_true, y_pred)}


def _three(y_true: list[int], y_pred: list[int]) -> dict[str, Any]:
    P, R, F1, _ = metrics.precision_recall_fscore_support(y_true, y_pred, average="binary")
    return {"P": P, "R": R, "F1": F1}


@oracle
def _f1_from_counts(TP: int, FN: int, flagged: int, m: int) -> dict[str, Any]:
    return _three(*_labels(TP, flagged - TP, FN, m - flagged - FN))


@oracle
def _exchanged_layout(TP: int, FP: int, FN: int, TN: int) -> dict[str, Any]:
    return _three(*_labels(TP, FP, FN, TN))


@oracle
def _f_beta(beta: float, P: float, R: float) -> dict[str, Any]:
    return {"F_beta": stats.hmean([P, R], weights=[1, beta**2])}


@oracle
def _macro_and_micro(counts: list[list[int]]) -> dict[str, Any]:
    y_true, y_pred = _of_counts(counts)
    P, R, _, _ = metrics.precision_recall_fscore_support(y_true, y_pred)
    return {
        "precisions": P,
        "recalls": R,
        "macro_P": metrics.precision_score(y_true, y_pred, average="macro"),
        "macro_R": metrics.recall_score(y_true, y_pred, average="macro"),
        "macro_F1": stats.hmean([P.mean(), R.mean()]),
        "micro_F1": metrics.f1_score(y_true, y_pred, average="micro"),
    }


@oracle
def _break_even(y_true: list[int], y_score: list[float], n: int) -> dict[str, Any]:
    y_pred = np.arange(10) < n
    P, R, _ = metrics.precision_recall_curve(y_true, y_score)
    [meets] = {round(p, 9) for p, r in zip(P, R, strict=True) if np.isclose(p, r) and p > 0}
    return {
        "P": metrics.precision_score(y_true, y_pred),
        "R": metrics.recall_score(y_true, y_pred),
        "BEP": meets,
    }


@oracle
def _roc_point(y_true: list[int], y_score: list[float], t: float) -> dict[str, Any]:
    FPR, TPR, thresholds = metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    at = int(np.flatnonzero(thresholds == t)[0])
    return {"TPR": TPR[at], "FPR": FPR[at]}


@oracle
def _roc_points(y_true: list[int], y_score: list[float]) -> dict[str, Any]:
    FPR, TPR, _ = metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    return {"points": [*zip(FPR, TPR, strict=True)]}


@oracle
def _auc_plain(y_true: list[int], y_score: list[float]) -> dict[str, Any]:
    return {"AUC": metrics.roc_auc_score(y_true, y_score)}


@oracle
def _auc_by_pairs(y_true: list[int], y_score: list[float]) -> dict[str, Any]:
    groups = [[s for s, t in zip(y_score, y_true, strict=True) if t == of] for of in (1, 0)]
    U = stats.mannwhitneyu(*groups).statistic
    return {"AUC": U / math.prod(map(len, groups))}


@oracle
def _ranking_loss(y_true: list[int], y_score: list[float]) -> dict[str, Any]:
    AUC = metrics.roc_auc_score(y_true, y_score)
    pairs = [*product(np.flatnonzero(y_true), np.flatnonzero(np.subtract(1, y_true)))]
    return {"pairs": len(pairs), "l_rank": 1 - AUC, "AUC": AUC}


@oracle
def _roc_axis(side: Any, right: str) -> dict[str, Any]:
    vertical = side.texts["en"] == "vertical axis"
    return {"axis": "axis_tpr" if vertical else "axis_fpr"}


@oracle
def _prior_shift(TPR: float, FPR: float, p: float) -> dict[str, Any]:
    """By the relative frequencies in a population of a million."""
    n = 10**6
    sick, well = n * p, n * (1 - p)
    return {
        "P": sick * TPR / (sick * TPR + well * FPR),
        "flagged": (sick * TPR + well * FPR) / n,
    }


def _cost(y_true: list[int], y_pred: list[int], cost_01: float, cost_10: float) -> float:
    matrix = metrics.confusion_matrix(y_true, y_pred)
    return float((matrix * [[0, cost_10], [cost_01, 0]]).sum() / matrix.sum())


@oracle
def _cost_sensitive_error(
    m: int, FN: int, FP: int, cost_01: float, cost_10: float
) -> dict[str, Any]:
    return {"E": _cost(*_labels(m - FN - FP, FP, FN, 0), cost_01, cost_10)}


@oracle
def _cost_threshold(cost_01: float, cost_10: float, q: float) -> dict[str, Any]:
    t = optimize.brentq(lambda p: p * cost_01 - (1 - p) * cost_10, 0, 1)
    return {"t": t, "cost": q * cost_01, "predicted": q * cost_01 > (1 - q) * cost_10}


@oracle
def _positive_cost(
    p: float, cost_01: float, cost_10: float, FNR: float, FPR: float
) -> dict[str, Any]:
    worst = np.dot([p, 1 - p], [cost_01, cost_10])  # all positive and all negative samples wrong
    cost = np.dot([p * FNR, (1 - p) * FPR], [cost_01, cost_10])
    return {"Pcost": p * cost_01 / worst, "cost_norm": cost / worst}


@oracle
def _cost_lines_cross(
    FPR_a: float, FNR_a: float, FPR_b: float, FNR_b: float, x: float
) -> dict[str, Any]:
    def gap(at: float) -> float:
        return float(np.diff([np.interp(at, [0, 1], [FPR_a, FNR_a]),
                              np.interp(at, [0, 1], [FPR_b, FNR_b])])[0])  # fmt: skip

    lower = min(np.interp(x, [0, 1], ends) for ends in ([FPR_a, FNR_a], [FPR_b, FNR_b]))
    return {"crossing": optimize.brentq(gap, 0, 1), "lower": lower}


@oracle
def _expected_cost_of_roc_points(
    p: float, cost_01: float, cost_10: float, TPR: float, FPR: float
) -> dict[str, Any]:
    n = 10_000
    pos = round(p * n)
    TP, FP = round(TPR * pos), round(FPR * (n - pos))
    here = _cost(*_labels(TP, FP, pos - TP, n - pos - FP), cost_01, cost_10)

    def cost(FPR: float, TPR: float) -> float:
        return p * (1 - TPR) * cost_01 + (1 - p) * FPR * cost_10

    up = optimize.brentq(lambda TPR: cost(0.2, TPR) - cost(0.1, 0.1), -100, 100)
    return {"E": here, "slope": (up - 0.1) / 0.1}


@oracle
def _mse_of_distribution(
    p_1: float, p_2: float, p_3: float, d_1: int, d_2: int, d_3: int
) -> dict[str, Any]:
    return {"E": np.average(np.square([d_1, d_2, d_3]), weights=[p_1, p_2, p_3])}


@oracle
def _mse_of_two_parts(m_1: int, E_1: float, m_2: int, E_2: float) -> dict[str, Any]:
    off = np.sqrt(np.repeat([E_1, E_2], [m_1, m_2]))
    exact = np.zeros(len(off))
    return {
        "E": metrics.mean_squared_error(exact, off),
        "rmse": metrics.root_mean_squared_error(exact, off),
    }


def _of_counts(counts: list[list[int]]) -> Any:
    """Return the true and the predicted classes of a confusion matrix."""
    return np.indices((3, 3)).reshape(2, 9).repeat(np.ravel(counts), axis=1)


@oracle
def _accuracy_of_matrix(counts: list[list[int]]) -> dict[str, Any]:
    y_true, y_pred = _of_counts(counts)
    missed = int(((y_true == 1) & (y_pred != 1)).sum())
    return {"acc": metrics.accuracy_score(y_true, y_pred), "missed": missed}


@oracle
def _one_vs_rest(counts: list[list[int]]) -> dict[str, Any]:
    y_true, y_pred = _of_counts(counts)
    TN, FP, FN, _ = metrics.multilabel_confusion_matrix(y_true, y_pred)[1].ravel()
    return {"FP": FP, "FN": FN, "TN": TN}


@oracle
def _weighted_error_rate(
    p_1: float, p_2: float, p_3: float, e_1: float, e_2: float, e_3: float
) -> dict[str, Any]:
    E = np.average([e_1, e_2, e_3], weights=[p_1, p_2, p_3])
    return {"E": E, "acc": 1 - E}


@oracle
def _two_learners_wrong(m: int, a: int, b: int, c: int) -> dict[str, Any]:
    samples = set(range(m))
    of_a, of_b = set(range(a)), set(range(a - c, a - c + b))
    assert len(of_a & of_b) == c
    return {"any": len(of_a | of_b), "right": len(samples - of_a - of_b)}


@oracle
def _perfect_test(epsilon: float, m: int) -> dict[str, Any]:
    errors = stats.binom(m, epsilon)
    return {"errors": errors.mean(), "P": errors.pmf(0)}


@oracle
def _last_positive(pos: int, n: int, m: int) -> dict[str, Any]:
    y_true = [1] * (pos - 1) + [0] * (n - pos) + [1] + [0] * (m - n)
    P, R, _ = metrics.precision_recall_curve(y_true, -np.arange(m))
    return {"P": P[R == 1].max(), "P_all": np.mean(y_true)}


@oracle
def _negatives_added(TP: int, FP: int, FN: int, TN: int, n: int) -> dict[str, Any]:
    labels = _labels(TP, FP, FN, TN + n)
    three = _three(*labels)
    return {"P": three["P"], "F1": three["F1"], "acc": metrics.accuracy_score(*labels)}


@oracle
def _rare_class_averages(m_a: int, m_b: int, m_c: int, a: int, b: int, c: int) -> dict[str, Any]:
    y_true = np.repeat([0, 1, 2], [m_a, m_b, m_c])
    right = np.concatenate([np.arange(m) < n for m, n in ((m_a, a), (m_b, b), (m_c, c))])
    y_pred = np.where(right, y_true, (y_true + 1) % 3)
    return {
        "macro_R": metrics.recall_score(y_true, y_pred, average="macro"),
        "micro_R": metrics.recall_score(y_true, y_pred, average="micro"),
    }


@oracle
def _brier_of_table(y: list[int], q: list[float]) -> dict[str, Any]:
    return {"BS": metrics.brier_score_loss(y, q)}


@oracle
def _cheaper_of_two(
    cost_01: float, cost_10: float, m: int, FN_a: int, FP_a: int, FN_b: int, FP_b: int
) -> dict[str, Any]:
    E_a, E_b = (
        _cost(*_labels(m - FN - FP, FP, FN, 0), cost_01, cost_10)
        for FN, FP in ((FN_a, FP_a), (FN_b, FP_b))
    )
    return {"E_a": E_a, "E_b": E_b, "cheaper": E_b < E_a}


# -- 2.4, 2.5 ---------------------------------------------------------------------------------


@oracle
def _error_likelihood(m: int, mprime: int, epsilon: float) -> dict[str, Any]:
    return {"P": stats.binom.pmf(mprime, m, epsilon)}


@oracle
def _binomial_decision(m: int, a: int, eps_0: float, alpha: float) -> dict[str, Any]:
    p = stats.binomtest(a, m, eps_0, alternative="greater").pvalue
    return {"p": p} | _decided(p < alpha, "rejected", "conclusion")


def _decided(rejected: bool, first: str, second: str) -> dict[str, Any]:
    return {first: rejected, second: "differs" if rejected else "not_shown"}


@oracle
def _t_interval(k: int, mu: float, sigma: float) -> dict[str, Any]:
    return {"interval": stats.t.interval(0.95, k - 1, mu, sigma / math.sqrt(k))}


@oracle
def _t_test(k: int, eps_hat: list[float], eps_0: float) -> dict[str, Any]:
    found = stats.ttest_1samp(eps_hat, eps_0)
    weighed = DescrStatsW(eps_hat, ddof=1)
    return {
        "mu": weighed.mean,
        "sigma2": weighed.var,
        "tau_t": found.statistic,
        "critical": stats.t.ppf(0.975, k - 1),
    } | _decided(found.pvalue < 0.05, "rejected", "conclusion")


@oracle
def _paired_t(k: int, a: list[int], b: list[int]) -> dict[str, Any]:
    found = stats.ttest_rel(a, b)
    weighed = DescrStatsW(np.subtract(a, b), ddof=1)
    return {
        "mu": weighed.mean,
        "sigma2": weighed.var,
        "tau_t": abs(found.statistic),
        "critical": stats.t.ppf(0.975, k - 1),
    } | _decided(found.pvalue < 0.05, "rejected", "conclusion")


@oracle
def _five_by_two(d_1: list[int], d_2: list[int]) -> dict[str, Any]:
    variances = [np.var([a, b]) * 2 for a, b in zip(d_1, d_2, strict=True)]
    mu = np.mean([d_1[0], d_2[0]])
    t = abs(mu) / np.sqrt(np.mean(variances))
    return {
        "mu": mu,
        "S": np.sum(variances),
        "tau_t": t,
        "critical": stats.t.ppf(0.975, 5),
        "rejected": 2 * stats.t.sf(t, 5) < 0.05,
    }


@oracle
def _mcnemar(e_00: int, e_01: int, e_10: int, e_11: int) -> dict[str, Any]:
    found = statsmodels_mcnemar([[e_00, e_01], [e_10, e_11]], exact=False, correction=True)
    return {"tau_chi2": found.statistic} | _decided(found.pvalue < 0.05, "rejected", "conclusion")


@oracle
def _mcnemar_large(e_00: int, e_01: int, e_10: int, e_11: int) -> dict[str, Any]:
    table = [[e_00, e_01], [e_10, e_11]]
    wrong_a, wrong_b = e_01 + e_11, e_10 + e_11
    found = statsmodels_mcnemar(table, exact=False, correction=True)
    return {"difference": (wrong_a - wrong_b) / np.sum(table), "tau_chi2": found.statistic}


@oracle
def _ranks_with_ties(scores: list[list[int]]) -> dict[str, Any]:
    return {"ranks": stats.rankdata(np.negative(scores), axis=1).mean(axis=0)}


@oracle
def _friedman(k: int, N: int, ranks: list[list[int]]) -> dict[str, Any]:
    """The F of (2.35) is that of a two-way analysis of variance of the ranks."""
    table = np.array(ranks, float)
    between = N * ((table.mean(axis=0) - table.mean()) ** 2).sum() / (k - 1)
    residual = table - table.mean(axis=0) - table.mean(axis=1, keepdims=True) + table.mean()
    F = between / ((residual**2).sum() / ((k - 1) * (N - 1)))
    rejected = stats.f.sf(F, k - 1, (k - 1) * (N - 1)) < 0.05
    return {
        "r": table.mean(axis=0),
        "tau_chi2": stats.friedmanchisquare(*table.T).statistic,
        "tau_F": F,
        "critical": stats.f.ppf(0.95, k - 1, (k - 1) * (N - 1)),
        "rejected": rejected,
        "next": "post_hoc" if rejected else "no_post_hoc",
    }


@oracle
def _nemenyi(k: int, N: int, r: list[float], q_alpha: float) -> dict[str, Any]:
    """By the standard error of a difference of mean ranks."""
    assert q_alpha == pytest.approx(stats.studentized_range.ppf(0.95, k, 1e9) / 2**0.5, abs=5e-4)
    variance_of_a_rank = np.var(range(1, k + 1))
    CD = q_alpha * math.sqrt(2 * variance_of_a_rank * k / (k - 1) / N)
    pairs = combinations("ABCD", 2)
    gaps = (abs(a - b) for a, b in combinations(r, 2))
    return {
        "CD": CD,
        "pairs": {f"{a}-{b}" for (a, b), g in zip(pairs, gaps, strict=True) if g > CD},
    }


@oracle
def _standard_error(n: int, s: float) -> dict[str, Any]:
    """Over values that have just this standard deviation."""
    values = stats.zscore(np.arange(n), ddof=1) * s
    return {"se": stats.sem(values), "more": n / 0.5**2}


@oracle
def _many_tests(k: int, alpha: float) -> dict[str, Any]:
    rejections = stats.binom(k, alpha)
    return {"mean": rejections.mean(), "P": rejections.sf(0)}


@oracle
def _t_statistic(k: int, mu: float, sigma: float, eps_0: float) -> dict[str, Any]:
    values = stats.zscore(np.arange(k), ddof=1) * sigma + mu
    found = stats.ttest_1samp(values, eps_0)
    return {"tau_t": found.statistic, "df": int(found.df)}


@oracle
def _no_errors_seen(m: int) -> dict[str, Any]:
    upper = stats.binomtest(0, m, alternative="less").proportion_ci(0.95, method="exact").high
    return {"P": stats.binom.pmf(0, m, 0.05), "upper": upper}


@oracle
def _pairs_counted(k: int, alpha: float) -> dict[str, Any]:
    pairs = len([*combinations(range(k), 2)])
    return {"n": pairs, "P": stats.binom.sf(0, pairs, alpha)}


@oracle
def _holm(p: list[float]) -> dict[str, Any]:
    rejected, *_ = multipletests(p, 0.05, method="holm")
    return {"rejected": {"ABCD"[i] for i in np.flatnonzero(rejected)}}


@oracle
def _friedman_from_ranks(k: int, N: int, r_1: float, r_2: float, r_3: float) -> dict[str, Any]:
    """As a ratio of sums of squares of ranks, between learners and in all."""
    r = np.array([r_1, r_2, r_3])
    between, total = N * ((r - (k + 1) / 2) ** 2).sum(), N * k * (k**2 - 1) / 12
    within = total - between
    F = (between / (k - 1)) / (within / ((k - 1) * (N - 1)))
    return {"tau_chi2": N * (k - 1) * between / total, "tau_F": F}


@oracle
def _averaged_models(bias: float, variance: float, B: int) -> dict[str, Any]:
    """The variance of a mean of B, from the matrix of covariances."""
    weights = np.full(B, 1 / B)
    var = weights @ (variance * np.eye(B)) @ weights
    return {"var": var, "E": bias**2 + var}


@oracle
def _bias_variance(f: list[int], y: int) -> dict[str, Any]:
    return {
        "f_mean": np.average(f),
        "bias2": (np.average(f) - y) ** 2,
        "var": stats.moment(f, 2),
        "E": metrics.mean_squared_error([y] * len(f), f),
    }


@oracle
def _noise_part(bias: float, sd: float, noise: float) -> dict[str, Any]:
    """Over predictions and labels of two equally likely values each."""
    predictions = [bias - sd, bias + sd]
    labels = [-math.sqrt(noise), math.sqrt(noise)]
    errors = [(f - y) ** 2 for f, y in product(predictions, labels)]
    return {"E": np.mean(errors), "floor": np.var(labels)}


# -- what is taken for known ----------------------------------------------------------------------


@oracle
def _mean_of_five(x: list[int]) -> dict[str, Any]:
    return {"mean": np.mean(x)}


@oracle
def _variance_of_four(x: list[int]) -> dict[str, Any]:
    return {"s2": np.var(x, ddof=1)}


@oracle
def _both_happen(p: float, q: float) -> dict[str, Any]:
    return {"P": stats.bernoulli.pmf(1, p) * stats.bernoulli.pmf(1, q)}


@oracle
def _at_least_once(p: float, n: int) -> dict[str, Any]:
    return {"P": stats.binom.sf(0, n, p)}


@oracle
def _binomial_probability(p: float, n: int, k: int) -> dict[str, Any]:
    return {"P": stats.binom.pmf(k, n, p)}


@oracle
def _given_a_condition(both: int, false: int) -> dict[str, Any]:
    return {"P": np.mean([True] * both + [False] * false)}


@oracle
def _error_of_a_mean(s: float, n: int) -> dict[str, Any]:
    return {"se": math.sqrt(sum(s**2 for _ in range(n))) / n}


@oracle
def _read_a_table(a: int, a_right: int, b: int, b_right: int) -> dict[str, Any]:
    right = [k < a_right for k in range(a)] + [k < b_right for k in range(b)]
    return {"share": np.mean(right)}


@oracle
def _numpy_axis(p: int, q: int, r: int, s: int) -> dict[str, Any]:
    return {"value": np.array([[p, q], [r, s]]).mean(axis=0)[1]}


@oracle
def _numpy_slice(p: int, q: int, r: int, s: int, t: int) -> dict[str, Any]:
    return {"value": int(np.array([p, q, r, s, t])[1:3].sum())}


# -- choices whose options are computed -----------------------------------------------------------


@oracle
def _curve_of_order(
    y_true: list[int], in_order: str, from_below: str, axes_exchanged: str, by_class: str
) -> dict[str, Any]:
    """By the curve of scikit-learn: one step for each sample."""
    y_score = range(len(y_true), 0, -1)
    _, tpr, _ = metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    steps = " ".join("↑" if rise > 0 else "→" for rise in np.diff(tpr))
    options = {
        in_order: "curve_in_order",
        from_below: "curve_from_below",
        axes_exchanged: "curve_axes_exchanged",
        by_class: "curve_sorted",
    }
    return {"curve": options[steps]}


@oracle
def _impossible_row(rows: list[tuple[str, str, str, str]]) -> dict[str, Any]:
    """The row in which F1 is not the harmonic mean, within what rounding may do."""
    values = [(name, *map(float, row)) for name, *row in rows]
    [wrong] = [n for n, P, R, f1 in values if abs(stats.hmean([P, R]) - f1) > 0.011]
    return {"row": f"row_{wrong.lower()}"}


@oracle
def _cost_line_of_point(FPR: float, TPR: float, FNR: float) -> dict[str, Any]:
    """The normalized cost at both ends: of one class alone, the rate of its errors."""
    assert math.isclose(FNR + TPR, 1)
    return {"line": "line_fpr_fnr"} if FPR < FNR else {}


# -- forms of public papers -----------------------------------------------------------------------


@oracle
def _pooled_folds(TP: list[int], FP: list[int], FN: list[int], TN: list[int]) -> dict[str, Any]:
    folds = [_labels(*counts) for counts in zip(TP, FP, FN, TN, strict=True)]
    y_true = [label for true, _ in folds for label in true]
    y_pred = [label for _, predicted in folds for label in predicted]
    P, R, F1, _ = metrics.precision_recall_fscore_support(y_true, y_pred, average="binary")
    return {"P": P, "R": R, "F1": F1}


@oracle
def _costs_with_gain(
    c: int, g: int, loss: int, TP_a: int, FP_a: int, FN_a: int, TP_b: int, FP_b: int, FN_b: int
) -> dict[str, Any]:
    """As the sum over a confusion matrix of counts times costs."""
    costs = np.array([[0, c], [loss, -g]])
    a = costs * metrics.confusion_matrix(*_labels(TP_a, FP_a, FN_a, 5))
    b = costs * metrics.confusion_matrix(*_labels(TP_b, FP_b, FN_b, 5))
    return {"C_a": int(a.sum()), "C_b": int(b.sum())}


@oracle
def _roc_column(y_true: list[int], y_score: list[float]) -> dict[str, Any]:
    fpr, tpr, _ = metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    return {"TPR": tpr[1:], "FPR": fpr[1:], "n": int(np.argmax(tpr - fpr))}


@oracle
def _nearest_loo(x: list[int], classes: list[int]) -> dict[str, Any]:
    X = np.reshape(x, (-1, 1))
    errors = {}
    for k in (1, 3, 5):
        predicted = cross_val_predict(KNeighborsClassifier(k), X, classes, cv=LeaveOneOut())
        errors[k] = int(np.sum(predicted != classes))
    best = min(errors, key=lambda k: errors[k])
    return {f"errors_{k}": count for k, count in errors.items()} | {"k": best}


@oracle
def _accuracy_difference(a: int, m: int, b: int, n: int) -> dict[str, Any]:
    """By the columns of hits and their variances."""
    hits_a = np.repeat([1, 0], [a, m - a])
    hits_b = np.repeat([1, 0], [b, n - b])
    d = hits_a.mean() - hits_b.mean()
    half = 1.96 * math.sqrt(hits_a.var() / m + hits_b.var() / n)
    return {"d": d, "interval": (d - half, d + half)}


@oracle
def _accuracy_difference_paired(m: int, b: int, c: int) -> dict[str, Any]:
    """By the column of differences."""
    differences = np.repeat([1, -1, 0], [b, c, m - b - c])
    d = differences.mean()
    half = 1.96 * differences.std() / math.sqrt(m)
    return {"d": d, "interval": (d - half, d + half)}


@oracle
def _data_sets_for_nemenyi(k: int, q_alpha: float, d: float) -> dict[str, Any]:
    """By trying one number after the other; the quantile is SciPy's."""
    q = stats.studentized_range.ppf(0.95, k, np.inf) / math.sqrt(2)
    assert math.isclose(q, q_alpha, abs_tol=0.001)
    return {"N": next(N for N in range(2, 999) if q_alpha * math.sqrt(k * (k + 1) / 6 / N) < d)}


# -- the comparison ---------------------------------------------------------------------------

KINDS = list(kinds())  # of the package: tests that add their own come later
STORIES = {k for k in KINDS if "story" in problem(kind=k, seed=0).values}  # data say what is right


def test_every_template_has_an_oracle() -> None:
    assert {*KINDS} - STORIES == ORACLES.keys()


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", ORACLES)
def test_answers_agree_with_an_independent_computation(kind: str, seeds: range) -> None:
    solve = ORACLES[kind]
    takes = solve.__code__.co_varnames[: solve.__code__.co_argcount]
    for seed in seeds:
        given = problem(kind=kind, seed=seed)
        found = solve(**{name: given.values[name] for name in takes})
        assert found.keys() == given.answer.keys() if isinstance(given.answer, dict) else True
        for step, value in found.items():
            _compare(given.right[step], value, f"{kind} {seed} {step}")


def _compare(right: Any, value: Any, where: str) -> None:
    whole = isinstance(right, int) and isinstance(value, int)
    if whole or isinstance(right, (str, frozenset)):
        assert right == value, where
    else:
        pairs = zip(flat(right), flat(value), strict=True)
        assert all(math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) for a, b in pairs), where
