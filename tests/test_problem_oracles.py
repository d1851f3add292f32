"""The answer to every problem, computed another way: scikit-learn, SciPy, statsmodels, counting.

The function of_NAME solves the template NAME; it takes numbers of the problem by name.
"""

import math
from fractions import Fraction
from itertools import combinations, pairwise, product

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

SEEDS = [pytest.param(range(4), id="few"), pytest.param(range(4, 100), marks=pytest.mark.slow)]


def _labels(TP, FP, FN, TN):
    """Return true and predicted labels with these counts."""
    return [1] * TP + [0] * FP + [1] * FN + [0] * TN, [1] * (TP + FP) + [0] * (FN + TN)


# -- 2.1, 2.2 ---------------------------------------------------------------------------------


def of_error_and_accuracy(m, a):
    y_true, y_pred = [1] * m, [0] * a + [1] * (m - a)
    return {
        "E": metrics.zero_one_loss(y_true, y_pred),
        "acc": metrics.accuracy_score(y_true, y_pred),
    }


def of_overfitting_table(train, valid):
    return {"degree": 1 + int(np.argmin(valid)), "gap": np.subtract(valid, train)[-1]}


def of_diagnosis(expert, train, test):
    errors = np.array([100 - expert, 100 - train, 100 - test])
    bias, variance = np.diff(errors)
    remedy = "reduce_bias" if bias > variance else "reduce_variance"
    return {"training_error": bias, "gap": variance, "remedy": remedy}


def of_stratified_sizes(percent, pos, m):
    y = np.repeat([1, 0], [pos, m - pos])
    training, test = train_test_split(y, test_size=percent / 100, stratify=y, random_state=0)
    return {"positives": test.sum(), "training": len(training)}


def of_splits_counted(pos, neg, percent):
    """By Pascal's triangle instead of a formula."""
    row = [1]
    rows = {0: row}
    for n in range(1, max(pos, neg) + 1):
        row = [1, *(a + b for a, b in pairwise(row)), 1]
        rows[n] = row
    return {"splits": rows[pos][pos * percent // 100] * rows[neg][neg * percent // 100]}


def of_stratified_folds(k, p, pos, neg):
    y = np.repeat([1, 0], [pos, neg])
    folds = [*StratifiedKFold(k).split(y, y)]
    counts = {(y[test].sum(), len(training)) for training, test in folds}
    [(positives, training)] = counts
    return {"fold": positives, "training": training, "fits": len(folds) * p}


def of_majority_learner(k, pos, neg):
    y = np.repeat([1, 0], [pos, neg])
    loo = [np.bincount(np.delete(y, i)).argmax() != y[i] for i in range(len(y))]
    if pos == neg:  # either class may be predicted of as many samples of both
        return {"folds": Fraction(1, 2), "loo": np.mean(loo)}
    learner = DummyClassifier(strategy="most_frequent")
    folds = cross_val_score(learner, np.zeros((len(y), 1)), y, cv=StratifiedKFold(k))
    return {"folds": 1 - folds.mean(), "loo": np.mean(loo)}


def of_best_from_folds(A, B, C, D):
    means = np.mean([A, B, C, D], axis=1)
    best = {"ABCD"[i] for i in np.flatnonzero(np.isclose(means, means.max()))}
    return {"best_mean": means.max(), "setting": best}


def of_loo_line(x, y):
    X = np.reshape(x, (-1, 1))
    errors = (cross_val_predict(LinearRegression(), X, y, cv=LeaveOneOut()) - y) ** 2
    return {"errors": errors, "mse": errors.mean()}


def of_bootstrap_left_out(m):
    P = stats.binom(m, 1 / m).pmf(0)
    return {"P": P, "left_out": m * P}


def of_tuning_fits(a, b, k):
    return {"fits": len(ParameterGrid({"a": range(a), "b": range(b)})) * k + 1}


def of_training_and_test_error(m, a, n, b):
    training, test = (of_error_and_accuracy(*found)["E"] for found in ((m, a), (n, b)))
    return {"training": training, "test": test}


def of_test_error_spread(epsilon, m):
    """By the number of errors, which is binomial."""
    se = stats.binom(m, epsilon).std() / m
    return {"se": se, "samples": stats.bernoulli(epsilon).var() / (se / 2) ** 2}


def of_out_of_bag(m, drawn):
    bag = set(drawn)
    return {"left": {str(i) for i in range(1, m + 1) if i not in bag}, "distinct": len(bag)}


def of_bootstrap_distinct(m):
    """One draw after the other: each adds to the bag what is not yet in it."""
    distinct = 0.0
    for _ in range(m):
        distinct += 1 - distinct / m
    return {"n": distinct, "share": distinct / m}


def of_three_sets(m, test, valid):
    rest, _ = train_test_split(np.arange(m), test_size=test / 100, random_state=0)
    training, _ = train_test_split(rest, test_size=valid / 100, random_state=0)
    return {"training": len(training), "final": len(rest)}


def of_nested_fits(j, k, g):
    fits = 0
    for _ in range(j):
        fits += len([*product(range(g), range(k))]) + 1
    return {"fits": fits}


# -- 2.3 --------------------------------------------------------------------------------------


def of_rmse_and_mae(y, f):
    return {"rmse": metrics.root_mean_squared_error(y, f), "mae": metrics.mean_absolute_error(y, f)}


def of_r2_of_table(y, f):
    return {
        "SS_res": np.linalg.norm(np.subtract(y, f)) ** 2,
        "SS_tot": len(y) * np.var(y),
        "R2": metrics.r2_score(y, f),
    }


def of_min_max_and_z(v, x):
    X, at = np.reshape(v, (-1, 1)), v.index(x)
    return {
        "min_max": preprocessing.MinMaxScaler().fit_transform(X)[at, 0],
        "z": preprocessing.StandardScaler().fit_transform(X)[at, 0],
    }


def of_rare_class(m, pos):
    y_true, y_pred = _labels(0, 0, pos, m - pos)
    return {
        "acc": metrics.accuracy_score(y_true, y_pred),
        "balanced": metrics.balanced_accuracy_score(y_true, y_pred),
    }


def of_confusion_from_story(m, ill, TP, FP):
    y_true = np.repeat([1, 0], [ill, m - ill])
    y_pred = np.zeros(m, int)
    y_pred[:TP] = 1
    y_pred[ill : ill + FP] = 1
    TN, _, FN, _ = metrics.confusion_matrix(y_true, y_pred).ravel()
    return {"FN": FN, "TN": TN, "acc": metrics.accuracy_score(y_true, y_pred)}


def _three(y_true, y_pred):
    P, R, F1, _ = metrics.precision_recall_fscore_support(y_true, y_pred, average="binary")
    return {"P": P, "R": R, "F1": F1}


def of_f1_from_counts(TP, FN, flagged, m):
    return _three(*_labels(TP, flagged - TP, FN, m - flagged - FN))


def of_macro_and_micro(AA, AB, AC, BA, BB, BC, CA, CB, CC):
    y_true, y_pred = _of_counts(AA, AB, AC, BA, BB, BC, CA, CB, CC)
    P, R, _, _ = metrics.precision_recall_fscore_support(y_true, y_pred)
    return {
        "precisions": P,
        "recalls": R,
        "macro_P": metrics.precision_score(y_true, y_pred, average="macro"),
        "macro_R": metrics.recall_score(y_true, y_pred, average="macro"),
        "macro_F1": stats.hmean([P.mean(), R.mean()]),
        "micro_F1": metrics.f1_score(y_true, y_pred, average="micro"),
    }


def of_break_even(y_true, y_score, n):
    y_pred = np.arange(10) < n
    P, R, _ = metrics.precision_recall_curve(y_true, y_score)
    [meets] = {round(p, 9) for p, r in zip(P, R, strict=True) if np.isclose(p, r) and p > 0}
    return {
        "P": metrics.precision_score(y_true, y_pred),
        "R": metrics.recall_score(y_true, y_pred),
        "BEP": meets,
    }


def of_roc_point(y_true, y_score, t):
    FPR, TPR, thresholds = metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    at = int(np.flatnonzero(thresholds == t)[0])
    return {"TPR": TPR[at], "FPR": FPR[at]}


def of_roc_points(y_true, y_score):
    FPR, TPR, _ = metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    return {"points": [*zip(FPR, TPR, strict=True)]}


def of_auc_by_pairs(y_true, y_score):
    groups = [[s for s, t in zip(y_score, y_true, strict=True) if t == of] for of in (1, 0)]
    U = stats.mannwhitneyu(*groups).statistic
    return {"AUC": U / math.prod(map(len, groups))}


def of_ranking_loss(y_true, y_score):
    AUC = metrics.roc_auc_score(y_true, y_score)
    pairs = [*product(np.flatnonzero(y_true), np.flatnonzero(np.subtract(1, y_true)))]
    return {"pairs": len(pairs), "l_rank": 1 - AUC, "AUC": AUC}


def of_roc_axis(side, right):
    vertical = side.texts["en"] == "vertical axis"
    return {"axis": "axis_tpr" if vertical else "axis_fpr"}


def of_prior_shift(TPR, FPR, p):
    """By the relative frequencies in a population of a million."""
    n = 10**6
    sick, well = n * p, n * (1 - p)
    return {"P": sick * TPR / (sick * TPR + well * FPR), "flagged": (sick * TPR + well * FPR) / n}


def _cost(y_true, y_pred, cost_01, cost_10):
    matrix = metrics.confusion_matrix(y_true, y_pred)
    return float((matrix * [[0, cost_10], [cost_01, 0]]).sum() / matrix.sum())


def of_cost_sensitive_error(m, FN, FP, cost_01, cost_10):
    return {"E": _cost(*_labels(m - FN - FP, FP, FN, 0), cost_01, cost_10)}


def of_cost_threshold(cost_01, cost_10, q):
    t = optimize.brentq(lambda p: p * cost_01 - (1 - p) * cost_10, 0, 1)
    return {"t": t, "cost": q * cost_01, "predicted": q * cost_01 > (1 - q) * cost_10}


def of_positive_cost(p, cost_01, cost_10, FNR, FPR):
    worst = np.dot([p, 1 - p], [cost_01, cost_10])  # all positive and all negative samples wrong
    cost = np.dot([p * FNR, (1 - p) * FPR], [cost_01, cost_10])
    return {"Pcost": p * cost_01 / worst, "cost_norm": cost / worst}


def of_cost_lines_cross(FPR_a, FNR_a, FPR_b, FNR_b, x):
    def gap(at: float) -> float:
        return float(np.diff([np.interp(at, [0, 1], [FPR_a, FNR_a]),
                              np.interp(at, [0, 1], [FPR_b, FNR_b])])[0])  # fmt: skip

    lower = min(np.interp(x, [0, 1], ends) for ends in ([FPR_a, FNR_a], [FPR_b, FNR_b]))
    return {"crossing": optimize.brentq(gap, 0, 1), "lower": lower}


def of_expected_cost_of_roc_points(p, cost_01, cost_10, TPR, FPR):
    n = 10_000
    pos = round(p * n)
    TP, FP = round(TPR * pos), round(FPR * (n - pos))
    here = _cost(*_labels(TP, FP, pos - TP, n - pos - FP), cost_01, cost_10)

    def cost(FPR: float, TPR: float) -> float:
        return p * (1 - TPR) * cost_01 + (1 - p) * FPR * cost_10

    up = optimize.brentq(lambda TPR: cost(0.2, TPR) - cost(0.1, 0.1), -100, 100)
    return {"E": here, "slope": (up - 0.1) / 0.1}


def of_mse_of_distribution(p_1, p_2, p_3, d_1, d_2, d_3):
    return {"E": np.average(np.square([d_1, d_2, d_3]), weights=[p_1, p_2, p_3])}


def of_mse_of_two_parts(m_1, E_1, m_2, E_2):
    off = np.sqrt(np.repeat([E_1, E_2], [m_1, m_2]))
    exact = np.zeros(len(off))
    return {
        "E": metrics.mean_squared_error(exact, off),
        "rmse": metrics.root_mean_squared_error(exact, off),
    }


def _of_counts(*counts):
    """Return the true and the predicted classes of a confusion matrix."""
    return np.indices((3, 3)).reshape(2, 9).repeat(counts, axis=1)


def of_accuracy_of_matrix(AA, AB, AC, BA, BB, BC, CA, CB, CC):
    y_true, y_pred = _of_counts(AA, AB, AC, BA, BB, BC, CA, CB, CC)
    missed = int(((y_true == 1) & (y_pred != 1)).sum())
    return {"acc": metrics.accuracy_score(y_true, y_pred), "missed": missed}


def of_one_vs_rest(AA, AB, AC, BA, BB, BC, CA, CB, CC):
    y_true, y_pred = _of_counts(AA, AB, AC, BA, BB, BC, CA, CB, CC)
    TN, FP, FN, _ = metrics.multilabel_confusion_matrix(y_true, y_pred)[1].ravel()
    return {"FP": FP, "FN": FN, "TN": TN}


def of_weighted_error_rate(p_1, p_2, p_3, e_1, e_2, e_3):
    E = np.average([e_1, e_2, e_3], weights=[p_1, p_2, p_3])
    return {"E": E, "acc": 1 - E}


def of_two_learners_wrong(m, a, b, c):
    samples = set(range(m))
    of_a, of_b = set(range(a)), set(range(a - c, a - c + b))
    assert len(of_a & of_b) == c
    return {"any": len(of_a | of_b), "right": len(samples - of_a - of_b)}


def of_perfect_test(epsilon, m):
    errors = stats.binom(m, epsilon)
    return {"errors": errors.mean(), "P": errors.pmf(0)}


def of_last_positive(pos, n, m):
    y_true = [1] * (pos - 1) + [0] * (n - pos) + [1] + [0] * (m - n)
    P, R, _ = metrics.precision_recall_curve(y_true, -np.arange(m))
    return {"P": P[R == 1].max(), "P_all": np.mean(y_true)}


def of_negatives_added(TP, FP, FN, TN, n):
    labels = _labels(TP, FP, FN, TN + n)
    three = _three(*labels)
    return {"P": three["P"], "F1": three["F1"], "acc": metrics.accuracy_score(*labels)}


def of_rare_class_averages(m_a, m_b, m_c, a, b, c):
    y_true = np.repeat([0, 1, 2], [m_a, m_b, m_c])
    right = np.concatenate([np.arange(m) < n for m, n in ((m_a, a), (m_b, b), (m_c, c))])
    y_pred = np.where(right, y_true, (y_true + 1) % 3)
    return {
        "macro_R": metrics.recall_score(y_true, y_pred, average="macro"),
        "micro_R": metrics.recall_score(y_true, y_pred, average="micro"),
    }


def of_cheaper_of_two(cost_01, cost_10, m, FN_a, FP_a, FN_b, FP_b):
    E_a, E_b = (
        _cost(*_labels(m - FN - FP, FP, FN, 0), cost_01, cost_10)
        for FN, FP in ((FN_a, FP_a), (FN_b, FP_b))
    )
    return {"E_a": E_a, "E_b": E_b, "cheaper": E_b < E_a}


# -- 2.4, 2.5 ---------------------------------------------------------------------------------


def of_binomial_decision(m, a, eps_0, alpha):
    p = stats.binomtest(a, m, eps_0, alternative="greater").pvalue
    return {"p": p} | _decided(p < alpha, "rejected", "conclusion")


def _decided(rejected, first, second):
    return {first: rejected, second: "differs" if rejected else "not_shown"}


def of_t_interval(k, mu, sigma):
    return {"interval": stats.t.interval(0.95, k - 1, mu, sigma / math.sqrt(k))}


def _tested(found, values, k):
    weighed = DescrStatsW(values, ddof=1)
    return {
        "mu": weighed.mean,
        "sigma2": weighed.var,
        "tau_t": found.statistic,
        "critical": stats.t.ppf(0.975, k - 1),
    } | _decided(found.pvalue < 0.05, "rejected", "conclusion")


def of_t_test(k, eps_hat, eps_0):
    return _tested(stats.ttest_1samp(eps_hat, eps_0), eps_hat, k)


def of_paired_t(k, a, b):
    found = _tested(stats.ttest_rel(a, b), np.subtract(a, b), k)
    return found | {"tau_t": abs(found["tau_t"])}


def of_five_by_two(d_1, d_2):
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


def of_mcnemar(e_00, e_01, e_10, e_11):
    found = statsmodels_mcnemar([[e_00, e_01], [e_10, e_11]], exact=False, correction=True)
    return {"tau_chi2": found.statistic} | _decided(found.pvalue < 0.05, "rejected", "conclusion")


def of_mcnemar_large(e_00, e_01, e_10, e_11):
    table = [[e_00, e_01], [e_10, e_11]]
    wrong_a, wrong_b = e_01 + e_11, e_10 + e_11
    found = statsmodels_mcnemar(table, exact=False, correction=True)
    return {"difference": (wrong_a - wrong_b) / np.sum(table), "tau_chi2": found.statistic}


def of_ranks_with_ties(scores):
    return {"ranks": stats.rankdata(np.negative(scores), axis=1).mean(axis=0)}


def of_friedman(k, N, ranks):
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


def of_nemenyi(k, N, r, q_alpha):
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


def of_standard_error(n, s):
    """Over values that have just this standard deviation."""
    values = stats.zscore(np.arange(n), ddof=1) * s
    return {"se": stats.sem(values), "more": n / 0.5**2}


def of_many_tests(k, alpha):
    rejections = stats.binom(k, alpha)
    return {"mean": rejections.mean(), "P": rejections.sf(0)}


def of_t_statistic(k, mu, sigma, eps_0):
    values = stats.zscore(np.arange(k), ddof=1) * sigma + mu
    found = stats.ttest_1samp(values, eps_0)
    return {"tau_t": found.statistic, "df": int(found.df)}


def of_no_errors_seen(m):
    upper = stats.binomtest(0, m, alternative="less").proportion_ci(0.95, method="exact").high
    return {"P": stats.binom.pmf(0, m, 0.05), "upper": upper}


def of_pairs_counted(k, alpha):
    pairs = len([*combinations(range(k), 2)])
    return {"n": pairs, "P": stats.binom.sf(0, pairs, alpha)}


def of_holm(p):
    rejected, *_ = multipletests(p, 0.05, method="holm")
    return {"rejected": {"ABCD"[i] for i in np.flatnonzero(rejected)}}


def of_friedman_from_ranks(k, N, r_1, r_2, r_3):
    """As a ratio of sums of squares of ranks, between learners and in all."""
    r = np.array([r_1, r_2, r_3])
    between, total = N * ((r - (k + 1) / 2) ** 2).sum(), N * k * (k**2 - 1) / 12
    within = total - between
    F = (between / (k - 1)) / (within / ((k - 1) * (N - 1)))
    return {"tau_chi2": N * (k - 1) * between / total, "tau_F": F}


def of_averaged_models(bias, variance, B):
    """The variance of a mean of B, from the matrix of covariances."""
    weights = np.full(B, 1 / B)
    var = weights @ (variance * np.eye(B)) @ weights
    return {"var": var, "E": bias**2 + var}


def of_bias_variance(f, y):
    return {
        "f_mean": np.average(f),
        "bias2": (np.average(f) - y) ** 2,
        "var": stats.moment(f, 2),
        "E": metrics.mean_squared_error([y] * len(f), f),
    }


def of_noise_part(bias, sd, noise):
    """Over predictions and labels of two equally likely values each."""
    predictions = [bias - sd, bias + sd]
    labels = [-math.sqrt(noise), math.sqrt(noise)]
    errors = [(f - y) ** 2 for f, y in product(predictions, labels)]
    return {"E": np.mean(errors), "floor": np.var(labels)}


# -- what is taken for known ----------------------------------------------------------------------


def of_read_a_table(a, a_right, b, b_right):
    right = [k < a_right for k in range(a)] + [k < b_right for k in range(b)]
    return {"share": np.mean(right)}


# -- choices whose options are computed -----------------------------------------------------------


def of_curve_of_order(y_true, in_order, from_below, axes_exchanged, by_class):
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


def of_impossible_row(rows):
    """The row in which F1 is not the harmonic mean, within what rounding may do."""
    values = [(name, *map(float, row)) for name, *row in rows]
    [wrong] = [n for n, P, R, f1 in values if abs(stats.hmean([P, R]) - f1) > 0.011]
    return {"row": f"row_{wrong.lower()}"}


def of_cost_line_of_point(FPR, TPR, FNR):
    """The normalized cost at both ends: of one class alone, the rate of its errors."""
    assert math.isclose(FNR + TPR, 1)
    return {"line": "line_fpr_fnr"} if FPR < FNR else {}


# -- forms of public papers -----------------------------------------------------------------------


def of_pooled_folds(TP, FP, FN, TN):
    folds = [_labels(*counts) for counts in zip(TP, FP, FN, TN, strict=True)]
    y_true = [label for true, _ in folds for label in true]
    y_pred = [label for _, predicted in folds for label in predicted]
    P, R, F1, _ = metrics.precision_recall_fscore_support(y_true, y_pred, average="binary")
    return {"P": P, "R": R, "F1": F1}


def of_costs_with_gain(c, g, loss, TP_a, FP_a, FN_a, TP_b, FP_b, FN_b):
    """As the sum over a confusion matrix of counts times costs."""
    costs = np.array([[0, c], [loss, -g]])
    a = costs * metrics.confusion_matrix(*_labels(TP_a, FP_a, FN_a, 5))
    b = costs * metrics.confusion_matrix(*_labels(TP_b, FP_b, FN_b, 5))
    return {"C_a": int(a.sum()), "C_b": int(b.sum())}


def of_roc_column(y_true, y_score):
    fpr, tpr, _ = metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    return {"TPR": tpr[1:], "FPR": fpr[1:], "n": int(np.argmax(tpr - fpr))}


def of_nearest_loo(x, classes):
    X = np.reshape(x, (-1, 1))
    errors = {}
    for k in (1, 3, 5):
        predicted = cross_val_predict(KNeighborsClassifier(k), X, classes, cv=LeaveOneOut())
        errors[k] = int(np.sum(predicted != classes))
    best = min(errors, key=lambda k: errors[k])
    return {f"errors_{k}": count for k, count in errors.items()} | {"k": best}


def of_accuracy_difference(a, m, b, n):
    """By the columns of hits and their variances."""
    hits_a = np.repeat([1, 0], [a, m - a])
    hits_b = np.repeat([1, 0], [b, n - b])
    d = hits_a.mean() - hits_b.mean()
    half = 1.96 * math.sqrt(hits_a.var() / m + hits_b.var() / n)
    return {"d": d, "interval": (d - half, d + half)}


def of_accuracy_difference_paired(m, b, c):
    """By the column of differences."""
    differences = np.repeat([1, -1, 0], [b, c, m - b - c])
    d = differences.mean()
    half = 1.96 * differences.std() / math.sqrt(m)
    return {"d": d, "interval": (d - half, d + half)}


def of_data_sets_for_nemenyi(k, q_alpha, d):
    """By trying one number after the other; the quantile is SciPy's."""
    q = stats.studentized_range.ppf(0.95, k, np.inf) / math.sqrt(2)
    assert math.isclose(q, q_alpha, abs_tol=0.001)
    return {"N": next(N for N in range(2, 999) if q_alpha * math.sqrt(k * (k + 1) / 6 / N) < d)}


# -- the comparison ---------------------------------------------------------------------------

# Those of one expression, and the functions above.
ORACLES = {
    "bootstrap_632": lambda train, oob: {"estimate": np.average([train, oob], weights=[368, 632])},
    "repeated_hold_out": lambda E: {"mean": np.mean(E), "sd": stats.tstd(E)},
    "mse_of_table": lambda y, f: {"E": metrics.mean_squared_error(y, f)},
    "exchanged_layout": lambda TP, FP, FN, TN: _three(*_labels(TP, FP, FN, TN)),
    "f_beta": lambda beta, P, R: {"F_beta": stats.hmean([P, R], weights=[1, beta**2])},
    "auc_plain": lambda y_true, y_score: {"AUC": metrics.roc_auc_score(y_true, y_score)},
    "brier_of_table": lambda y, q: {"BS": metrics.brier_score_loss(y, q)},
    "error_likelihood": lambda m, mprime, epsilon: {"P": stats.binom.pmf(mprime, m, epsilon)},
    "mean_of_five": lambda x: {"mean": np.mean(x)},
    "variance_of_four": lambda x: {"s2": np.var(x, ddof=1)},
    "both_happen": lambda p, q: {"P": stats.bernoulli.pmf(1, p) * stats.bernoulli.pmf(1, q)},
    "at_least_once": lambda p, n: {"P": stats.binom.sf(0, n, p)},
    "binomial_probability": lambda p, n, k: {"P": stats.binom.pmf(k, n, p)},
    "given_a_condition": lambda both, false: {"P": np.mean([True] * both + [False] * false)},
    "error_of_a_mean": lambda s, n: {"se": math.sqrt(sum(s**2 for _ in range(n))) / n},
    "numpy_axis": lambda p, q, r, s: {"value": np.array([[p, q], [r, s]]).mean(axis=0)[1]},
    "numpy_slice": lambda p, q, r, s, t: {"value": int(np.array([p, q, r, s, t])[1:3].sum())},
} | {name.removeprefix("of_"): solve for name, solve in globals().items() if name.startswith("of_")}
KINDS = list(kinds())  # of the package: tests that add their own come later


def test_every_template_has_an_oracle():
    """But those whose data say what is right: a story has its answer."""
    stories = {kind for kind in KINDS if "story" in problem(kind=kind, seed=0).values}
    assert {*KINDS} - stories == ORACLES.keys()


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", ORACLES)
def test_answers_agree_with_an_independent_computation(kind, seeds):
    solve = ORACLES[kind]
    takes = solve.__code__.co_varnames[: solve.__code__.co_argcount]
    for seed in seeds:
        given = problem(kind=kind, seed=seed)
        found = solve(**{name: given.values[name] for name in takes})
        assert found.keys() == given.answer.keys() if isinstance(given.answer, dict) else True
        for step, value in found.items():
            _compare(given.right[step], value, f"{kind} {seed} {step}")


def _compare(right, value, where):
    whole = isinstance(right, int) and isinstance(value, int)
    if whole or isinstance(right, (str, frozenset)):
        assert right == value, where
    else:
        pairs = zip(flat(right), flat(value), strict=True)
        assert all(math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) for a, b in pairs), where
