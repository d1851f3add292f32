"""Numbers that others have printed, and ours beside them. Facts are quoted, each with its source.

A published number is kept as it is printed, and ours must round to it.
"""

import math

import numpy as np
import pytest
from agreement import agree, as_printed
from helpers import C45, DEMSAR_RANKS, DEMSAR_SCORES, published

import mlevalkit as mk

ASAH, COORDS, ROCR = map(published, ("asah", "asah_s100b_coords", "rocr_simple"))


def partial_area(y, s, max_fpr):
    """The area to the left of max_fpr, not yet stretched (McClish's stretch undone)."""
    stretched = mk.roc_auc_score(y, s, max_fpr=max_fpr)
    least = max_fpr**2 / 2
    return least + (2 * stretched - 1) * (max_fpr - least)


# -- pROC (github.com/xrobin/pROC); its data are Turck et al., Intensive Care Medicine 36, 2010 --

PROC = "Robin et al. 2011, BMC Bioinformatics 12:77 (pROC), manual and tests: aSAH"


def proc_cases():
    y = ASAH["poor"]
    for name, auc, raw, stretched, middle in [  # tests/testthat/test-auc.R
        ("wfns", "0.823678861788618", "0.0334417344173442", "0.649693339038653",
         "0.0598373983739837"),
        ("ndka", "0.611957994579946", "0.0107046070460705", "0.530024247610897",
         "0.0277777777777778"),
    ]:  # fmt: skip
        s = ASAH[name]
        yield PROC, f"AUC, {name}", mk.roc_auc_score(y, s), auc
        first, both = partial_area(y, s, 0.1), partial_area(y, s, 0.2)
        yield PROC, f"partial AUC, FPR 0 to 0.1, {name}", first, raw
        yield PROC, f"partial AUC, FPR 0.1 to 0.2, {name}", both - first, middle
        value = mk.roc_auc_score(y, s, max_fpr=0.1)
        yield PROC, f"partial AUC, FPR 0 to 0.1, stretched, {name}", value, stretched
    # a range of TPR is a range of FPR of the curve with the classes exchanged
    for name, raw in [("wfns", "0.0400999322493225"), ("ndka", "0.0037940379403794")]:
        yield PROC, f"partial AUC, TPR 0.9 to 1, {name}", partial_area(1 - y, -ASAH[name], 0.1), raw
    value = mk.roc_auc_score(1 - y, -ASAH["wfns"], max_fpr=0.1)
    yield PROC, "partial AUC, TPR 0.9 to 1, stretched, wfns", value, "0.68473648552275"
    # man/pROC-package.Rd and the paper: what ci() prints; tests/testthat/test-var.R
    for name, low, auc, high, variance in [
        ("s100b", "0.6301", "0.7314", "0.8326", "0.00266868245717244"),
        ("wfns", "0.7485", "0.8237", "0.8988", "0.00146991470882363"),
        ("ndka", "0.5012", "0.6120", "0.7227", "0.0031908105493913"),
    ]:
        interval = mk.auc_confidence_interval(y, ASAH[name], method="delong")
        yield PROC, f"DeLong's interval: low, {name}", interval.low, low
        yield PROC, f"DeLong's interval: AUC, {name}", interval.estimate, auc
        yield PROC, f"DeLong's interval: high, {name}", interval.high, high
        equal = np.zeros(len(y))  # equal scores have no variance
        spread = mk.delong_test(y, ASAH[name], equal).standard_error
        yield PROC, f"DeLong's variance, {name}", spread**2, variance
    # tests/testthat/test-ci.auc.R
    interval = mk.auc_confidence_interval(y, ASAH["ndka"], method="delong")
    yield PROC, "DeLong's interval: low, ndka, 15 digits", interval.low, "0.501244999271703"
    yield PROC, "DeLong's interval: high, ndka, 15 digits", interval.high, "0.722670989888189"
    # tests/testthat/helper-coords-expected.R: s100b at the threshold 0.205
    pred = (ASAH["s100b"] >= 0.205).astype(int)
    for what, value, printed in [
        ("sensitivity", mk.recall_score(y, pred), "0.634146341463415"),
        ("specificity", mk.recall_score(y, pred, pos_label=0), "0.805555555555556"),
        ("precision", mk.precision_score(y, pred), "0.65"),
        ("precision of the negatives", mk.precision_score(y, pred, pos_label=0),
         "0.794520547945205"),
        ("accuracy", mk.accuracy_score(y, pred), "0.743362831858407"),
    ]:  # fmt: skip
        yield PROC, f"{what}, s100b >= 0.205", value, printed


def test_proc_counts_at_every_threshold():
    tn, fp, fn, tp, thresholds = mk.confusion_matrix_at_thresholds(ASAH["poor"], ASAH["s100b"])
    ours = np.stack([tn, tp, fn, fp], axis=1)[::-1]
    theirs = np.stack([COORDS[name] for name in ("tn", "tp", "fn", "fp")], axis=1)
    # theirs starts with a threshold of -Inf, which passes all as ours does at the lowest score
    what = "TN, TP, FN, FP at all 51 thresholds, s100b"
    none = [[len(ASAH) - ASAH["poor"].sum(), 0, ASAH["poor"].sum(), 0]]
    agree("published", PROC, what, np.concatenate((ours[: len(thresholds)], none)), theirs, rel=0)
    between = (thresholds[:-1] + thresholds[1:])[::-1] / 2
    what, theirs = "the 49 thresholds between, s100b", COORDS["threshold"][1:-1]
    agree("published", PROC, what, between, theirs, rel=1e-14)


def test_proc_scores_that_hardly_differ():
    # tests/testthat/test-numeric-accuracy.R: three scores differ in the 16th digit
    y = [2, 1, 1, 2, 2, 1, 2, 2, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2]
    s = [0.960602681556147, 0.0794407386056549, 0.144842404246611, 0.931816485855784,
         0.931816485855784, 0.97764041048215, 0.653549466997938699464, 0.796401132206396,
         0.427720540184519, 0.811278021288732, 0.0188323116581187, 0.653549466997938588442,
         0.653549466997938477419, 0.959111701445925, 0.931816485855784, 0.663663279418747,
         0.800100838413179, 0.780456095511079]  # fmt: skip
    expected = float.fromhex("0x1.8ef606a63bd82p-1")
    what = "AUC where scores differ in the last bits"
    agree("published", PROC, what, mk.roc_auc_score(np.equal(y, 2), s), expected, rel=2e-16)


# -- ROCR (github.com/ipa-tys/ROCR) -------------------------------------------------------------

ROCR_TEN = (
    "Sing et al. 2005, Bioinformatics 21 (ROCR), tests: ten scores"  # tests/testthat/test-simple.r
)
TEN_Y = [0, 1, 1, 0, 1, 1, 0, 1, 0, 0]
TEN_S = [0.02495517, 0.92535646, 0.86251887, 0.80946685, 0.70922858,
         0.69762824, 0.50604485, 0.25446810, 0.10837728, 0.07250349]  # fmt: skip
TEN_CURVES = {
    "tp": [0, 1, 2, 2, 3, 4, 4, 5, 5, 5, 5],
    "fp": [0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5],
    "tpr": [0.0, 0.2, 0.4, 0.4, 0.6, 0.8, 0.8, 1.0, 1.0, 1.0, 1.0],
    "fpr": [0.0, 0.0, 0.0, 0.2, 0.2, 0.2, 0.4, 0.4, 0.6, 0.8, 1.0],
    "acc": [0.5, 0.6, 0.7, 0.6, 0.7, 0.8, 0.7, 0.8, 0.7, 0.6, 0.5],
    "err": [0.5, 0.4, 0.3, 0.4, 0.3, 0.2, 0.3, 0.2, 0.3, 0.4, 0.5],
    "prec": [1 / 1, 2 / 2, 2 / 3, 3 / 4, 4 / 5, 4 / 6, 5 / 7, 5 / 8, 5 / 9, 5 / 10],
}


def test_rocr_curves():
    _, fps, _, tps, thresholds = mk.confusion_matrix_at_thresholds(TEN_Y, TEN_S)
    fpr, tpr, _ = mk.roc_curve(TEN_Y, TEN_S, drop_intermediate=False)
    precision = mk.precision_recall_curve(TEN_Y, TEN_S)[0]
    called = [[score >= t for score in TEN_S] for t in thresholds]
    accuracy = [mk.accuracy_score(TEN_Y, predicted) for predicted in called]
    error = [mk.error_rate(TEN_Y, predicted) for predicted in called]
    ours = {
        "tp": [0, *tps],
        "fp": [0, *fps],
        "tpr": tpr,
        "fpr": fpr,
        "acc": [0.5, *accuracy],
        "err": [0.5, *error],
        "prec": precision[-2::-1],  # theirs is undefined where nothing is predicted positive
    }
    for name, expected in TEN_CURVES.items():
        agree("published", ROCR_TEN, f"{name} at every threshold", ours[name], expected, rel=2e-16)


def test_rocr_cost_curve_and_hull():
    curve = mk.cost_curve(TEN_Y, TEN_S)
    what = "cost curve, after Drummond and Holte 2006: its vertices"
    agree("published", ROCR_TEN, what, list(curve), [[0, 1 / 3, 0.5, 1], [0, 0.2, 0.2, 0]],
          rel=4e-16)  # fmt: skip
    # the thresholds of the envelope are the corners of the convex hull between the ends
    corners = [int(np.flatnonzero(curve.thresholds == t)[0]) for t in curve.threshold]
    hull = [[0, 0, 0.2, 0.4, 1.0], [0, 0.4, 0.8, 1.0, 1.0]]
    at = [0, *corners, len(curve.fpr) - 1]
    what = "convex hull of the ROC curve: its corners"
    agree("published", ROCR_TEN, what, [curve.fpr[at], 1 - curve.fnr[at]], hull, rel=4e-16)


ROCR_SIMPLE = "Sing et al. 2005, Bioinformatics 21 (ROCR), manual: ROCR.simple"


def rocr_cases():
    yield ROCR_TEN, "AUC", mk.roc_auc_score(TEN_Y, TEN_S), "0.84"
    yield ROCR_TEN, "break-even point", mk.break_even_point(TEN_Y, TEN_S), "0.8"
    y, s = ROCR["label"], ROCR["prediction"]
    yield ROCR_SIMPLE, "AUC", mk.roc_auc_score(y, s), "0.8341875"
    # auc with fpr.stop, as quoted in the tests of JuliaML's ROC
    yield ROCR_SIMPLE, "partial AUC, FPR 0 to 0.01", partial_area(y, s, 0.01), "0.0003296151"
    yield ROCR_SIMPLE, "partial AUC, FPR 0 to 0.1", partial_area(y, s, 0.1), "0.02780625"


def nist_cases():
    """(2.24), the PC(+) of Drummond and Holte 2006, is the "effective prior" of speech research."""
    source = "van Leeuwen (ROCAnalysis.jl), tests: NIST 2008, prior 0.01, costs 10 and 1"
    share = mk.positive_cost(0.01, cost_fn=10, cost_fp=1)
    yield source, "1 / P(+)cost", 1 / share, "10.9"


# -- Demšar: Statistical comparisons of classifiers over multiple data sets ----------------------

DEMSAR_2006 = "Demšar 2006, JMLR 7:1-30"
TABLE_5A = {
    "0.05": ["1.960", "2.343", "2.569", "2.728", "2.850", "2.949", "3.031", "3.102", "3.164"],
    "0.10": ["1.645", "2.052", "2.291", "2.459", "2.589", "2.693", "2.780", "2.855", "2.920"],
}


def demsar_cases():
    friedman = mk.friedman_test(ranks=DEMSAR_RANKS, learners=C45)
    means = "3.143", "2.000", "2.893", "1.964"
    for name, rank, printed in zip(C45, friedman.mean_ranks, means, strict=True):
        yield DEMSAR_2006, f"Table 6: mean rank of {name}", rank, printed
    for what, value, printed in [
        ("Friedman's chi-squared", friedman.chi2, "9.28"),
        ("F_F", friedman.statistic, "3.69"),
        ("critical value of F(3, 39)", friedman.critical_value, "2.85"),
        ("CD at 0.05", mk.critical_difference(4, 14), "1.25"),
        ("CD at 0.10", mk.critical_difference(4, 14, alpha=0.1), "1.12"),
    ]:
        yield DEMSAR_2006, f"section 3.2.2: {what}", value, printed


ROUNDED_FIRST = {("0.05", "2.343"), ("0.05", "2.949"), ("0.10", "2.459")}  # named on the page


@pytest.mark.parametrize("alpha", TABLE_5A)
def test_demsar_table_5a(alpha):
    """Three entries are off in the last digit: rounded first, divided by √2 afterwards."""
    for k, printed in enumerate(TABLE_5A[alpha], start=2):
        ours = float(mk.nemenyi_critical_value(k, alpha=float(alpha)))
        off = (alpha, printed) in ROUNDED_FIRST
        if off:
            assert f"{ours:.3f}" != printed
            assert f"{round(ours * math.sqrt(2), 3) / math.sqrt(2):.3f}" == printed
        what = f"Table 5(a): q_{alpha}, {k} classifiers"
        as_printed(DEMSAR_2006, what, ours, printed, loose=off)


def test_demsar_conclusions():
    assert mk.friedman_test(ranks=DEMSAR_RANKS).reject
    assert not mk.nemenyi_test(ranks=DEMSAR_RANKS).reject.any()
    at_10 = mk.nemenyi_test(ranks=DEMSAR_RANKS, alpha=0.1, learners=C45)
    assert at_10.groups == (("C4.5+m+cf", "C4.5+m", "C4.5+cf"), ("C4.5+cf", "C4.5"))


def test_demsar_ranks_come_from_the_scores():
    """In all rows but "voting", where the two 0.975 of the table differ before rounding."""
    ours = mk.friedman_test(DEMSAR_SCORES).ranks
    differ = (ours != DEMSAR_RANKS).any(axis=1)
    assert np.flatnonzero(differ).tolist() == [12]
    what = "Table 6: the ranks, 13 of 14 rows"
    agree("published", DEMSAR_2006, what, ours[~differ], DEMSAR_RANKS[~differ], rel=0)


# -- scmamp: output of imanDavenportTest and nemenyiTest, as rdrr.io/cran/scmamp shows it --------

SCMAMP = "Calvo and Santafé 2016, R Journal 8(1) (scmamp), manual: data of García and Herrera 2008"


# The manual prints the differences of the mean ranks, from which follow 2.1, 3.25, 2.2, 4.33, 3.12.
# (2.34) and (2.35) depend on the mean ranks only, so any table with these will do: this one.
SCMAMP_RANKS = np.repeat(
    [[1, 3.5, 2, 5, 3.5], [1, 3, 4, 5, 2], [1, 5, 3, 2, 4], [2, 3, 1, 5, 4],
     [2, 5, 4, 3, 1], [4, 1, 5, 2, 3], [4, 3, 5, 2, 1], [5, 4, 1, 3, 2]],
    [1, 4, 1, 17, 3, 1, 2, 1],
    axis=0,
)  # fmt: skip


def scmamp_cases():
    friedman = mk.friedman_test(ranks=SCMAMP_RANKS)
    yield SCMAMP, "Friedman test, Iman and Davenport's form", friedman.statistic, "14.309"
    yield SCMAMP, "the p-value of that", friedman.pvalue, "1.593e-09"
    assert friedman.df == (4, 116)
    differences = friedman.mean_ranks[0] - friedman.mean_ranks[1:]  # the table is the one meant
    assert differences == pytest.approx([-1.15, -0.1, -2.233333, -1.0166667], abs=5e-7)


# -- McNemar's test, recommended by Dietterich 1998 (Neural Computation 10), as others work it out -

MLXTEND = "Raschka 2018, JOSS 3(24) (mlxtend), tests"  # without the digits lost to rounding


def mcnemar_cases():
    table = [[101, 121], [59, 33]]
    corrected = mk.mcnemar_test(table=table)
    yield MLXTEND, "McNemar of 121 and 59", corrected.statistic, "20.672222222222221"
    yield MLXTEND, "McNemar of 121 and 59: p-value", corrected.pvalue, "5.4500948254271e-06"
    plain = mk.mcnemar_test(table=table, correction=False)
    yield MLXTEND, "McNemar of 121 and 59, not corrected", plain.statistic, "21.355555555555554"
    p = "3.8151358651126e-06"
    yield MLXTEND, "McNemar of 121 and 59, not corrected: p-value", plain.pvalue, p
    exact = mk.mcnemar_test(table=table, exact=True).pvalue
    yield MLXTEND, "McNemar of 121 and 59, exact: p-value", exact, "4.43444926376e-06"
    table = [[794, 150], [86, 570]]
    votes = mk.mcnemar_test(table=table)
    source = "R, mcnemar.test, as printed by r-statistics.co"
    yield source, "McNemar of 86 and 150", votes.statistic, "16.818"
    yield source, "McNemar of 86 and 150: p-value", votes.pvalue, "4.115e-05"
    source = "Agresti 2002, Categorical data analysis, section 10.1"
    chi2 = mk.mcnemar_test(table=table, correction=False).statistic
    yield source, "McNemar of 86 and 150, not corrected", chi2, "17.36"
    low, high = votes.confidence_interval()  # Agresti's is Wald's, with 1600 pairs the same
    yield source, "approval lost, at least", min(abs(low), abs(high)), "0.02"
    yield source, "approval lost, at most", max(abs(low), abs(high)), "0.06"


# -- 5x2cv: Dietterich 1998; Alpaydin, Neural Computation 11, 1999 -------------------------------
#
# The papers themselves were not at hand: these examples are of packages that follow them.


def dietterich_cases():
    source = "Dietterich 1998, Neural Computation 10, as a public reproduction of it quotes"
    for df, printed in ((29, "2.045"), (9, "2.262"), (5, "2.571")):
        yield source, f"t with {df} degrees of freedom", mk.t_critical_value(df + 1), printed
    limit = mk.mcnemar_test(table=[[1, 2], [3, 4]]).critical_value
    yield source, "chi-squared of McNemar's test", limit, "3.841"
    a = np.array([[5, 4], [4, 3], [3, 3], [2, 3], [1, 3]])
    b = np.array([[7, 8], [6, 5], [3, 9], [6, 10], [8, 7]])
    t = mk.five_by_two_cv_test(a - b, form="dietterich").statistic
    source = "Ward (twlearn), tests: Dietterich 1998, Neural Computation 10"
    yield source, "5x2cv t of ten pairs of errors", t, "0.830454799"


def alpaydin_cases():
    source = "Raab (pctkvm), after Alpaydin 1999, Neural Computation 11"
    limit = mk.five_by_two_cv_test(np.eye(5, 2), form="alpaydin").critical_value
    yield source, "F with 10 and 5 degrees of freedom", limit, "4.74"


# Of 75 flowers in each half of iris, how many more the linear model gets right than the tree.
IRIS = {
    None: [[0, 0], [3, -2], [1, 2], [1, 2], [1, 5]],
    1: [[24, 26], [26, 20], [25, 33], [24, 25], [24, 26]],
}


def iris_cases():
    even, clear = (np.array(d) / 75 for d in IRIS.values())
    f = mk.five_by_two_cv_test(even, form="alpaydin")
    about = "5x2cv, iris, linear model and tree"
    yield MLXTEND, f"{about}: Alpaydin's F", f.statistic, "1.140"
    yield MLXTEND, f"{about}: Alpaydin's p-value", f.pvalue, "0.470"
    assert tuple(mk.five_by_two_cv_test(even, form="dietterich")) == (0, 1)  # as is printed
    t = mk.five_by_two_cv_test(clear, form="dietterich")
    f = mk.five_by_two_cv_test(clear, form="alpaydin")
    yield MLXTEND, f"{about} of depth 1: Dietterich's t", t.statistic, "7.269"
    yield MLXTEND, f"{about} of depth 1: Alpaydin's F", f.statistic, "59.587"


# -- all of them ---------------------------------------------------------------------------------

CASES = [
    proc_cases, rocr_cases, nist_cases, demsar_cases, scmamp_cases, mcnemar_cases,
    dietterich_cases, alpaydin_cases, iris_cases,
]  # fmt: skip


@pytest.mark.parametrize("cases", CASES)
def test_it_rounds_to_what_is_printed(cases):
    for source, what, ours, printed in cases():
        as_printed(source, what, ours, printed)
