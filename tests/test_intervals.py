"""Confidence intervals: published numbers, agreement with the tests; the bootstrap's coverage."""

import math
import pickle
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from helpers import FORMS, D, check_working, published
from scipy import stats

import mlevalkit as mk

A = [0.12, 0.10, 0.15, 0.11, 0.13, 0.12, 0.14, 0.10, 0.12, 0.13]
B = [0.14, 0.13, 0.16, 0.11, 0.14, 0.15, 0.13, 0.12, 0.14, 0.15]
RANKS = mk.table("2.5").values


def results():
    yield mk.t_test(A, 0.1)
    yield mk.paired_t_test(A, B)
    yield mk.paired_t_test(A, B, n_train=90, n_test=10)
    for form in FORMS:
        yield mk.five_by_two_cv_test(D, form=form)
    for table in ([[1, 1], [7, 12]], [[5, 0], [0, 3]], [[0, 7], [0, 0]], [[2, 0], [9, 1]]):
        yield mk.mcnemar_test(table=table)
    yield mk.friedman_test(ranks=RANKS)


@pytest.mark.parametrize("result", [*results()], ids=lambda r: type(r).__name__)
def test_every_interval_keeps_the_contract(result):
    narrow, wide = result.confidence_interval(0.5), result.confidence_interval(0.99)
    rising = [wide.low, narrow.low, narrow.estimate, narrow.high, wide.high]
    assert all(np.all(a <= b) for a, b in pairwise(rising))
    np.testing.assert_array_equal([*narrow], [narrow.low, narrow.high])
    assert pickle.loads(pickle.dumps(narrow)) == narrow
    check_working(narrow.working())


def test_t_intervals_are_scipys():
    for level in (0.8, 0.95):
        ours = mk.paired_t_test(A, B).confidence_interval(level)
        theirs = stats.ttest_rel(A, B).confidence_interval(level)
        np.testing.assert_allclose([*ours], [*theirs])
        ours = mk.t_test(A, 0.1).confidence_interval(level)
        np.testing.assert_allclose([*ours], [*stats.ttest_1samp(A, 0.1).confidence_interval(level)])


# -- tests and their intervals -----------------------------------------------------------------


def one_procedure(rng, alpha):
    """Yield redrawn tests whose interval inverts them, and the value of the null hypothesis."""
    coarse = rng.integers(0, 6, size=(3, 4)) / 10  # often without variance
    fine = rng.normal(0.3, 0.05, size=(3, 10)).clip(0, 1)
    for a, b, rates in (coarse, fine):
        yield mk.t_test(rates, 0.3, alpha=alpha), 0.3
        yield mk.paired_t_test(a, b, alpha=alpha), 0
        yield mk.paired_t_test(a, b, alpha=alpha, n_train=90, n_test=10), 0
    for d in (rng.normal(0.02, 0.02, size=(5, 2)), rng.integers(-1, 3, size=(5, 2)) / 10):
        for form in FORMS:
            yield mk.five_by_two_cv_test(d, alpha=alpha, form=form), 0
    counts = rng.multinomial(60, [0.4, 0.15, 0.05, 0.4]).reshape(2, 2)
    yield mk.mcnemar_test(table=counts, alpha=alpha, correction=False), 0
    y = np.repeat([0, 1], 12)
    scores = y + rng.normal(size=(2, 24)) * [[1], [2]]
    yield mk.delong_test(y, *scores, alpha=alpha), 0


def excludes(interval, value):
    return not interval.low <= value <= interval.high


def test_a_test_rejects_where_its_interval_excludes_the_null_value():
    rng, seen = np.random.default_rng(0), set()
    for _ in range(150):
        for result, null in one_procedure(rng, alpha := float(rng.choice([0.01, 0.05, 0.1, 0.3]))):
            inverted = {"method": "delong"} if type(result) is mk.results.DeLongTestResult else {}
            interval = result.confidence_interval(1 - alpha, **inverted)
            assert result.reject == excludes(interval, null), result.working()
            seen.add((type(result).__name__, result.reject))
    assert len(seen) == 10  # each of five tests rejects at times


def test_the_interval_that_is_printed_is_the_one_that_inverts_the_test():
    rng = np.random.default_rng(1)
    for result, _ in one_procedure(rng, alpha=0.1):
        printed = [str(s) for s in result.working().steps if "90 % confidence interval" in str(s)]
        if np.isfinite(result.statistic) and "no interval" not in str(result.working()):
            assert printed == [str(result.confidence_interval(0.9).meaning)]


def test_a_test_without_variance_says_that_it_decides_nothing():
    for result in (
        mk.t_test([0.2] * 3, 0.3),
        mk.paired_t_test([0.1, 0.2, 0.3], [0.15, 0.25, 0.35]),
        mk.paired_t_test([0.1, 0.2], [0.1, 0.2]),
        mk.five_by_two_cv_test(np.zeros((5, 2))),
    ):
        low, high = result.confidence_interval()
        assert low == high
        assert "width 0" in str(result.working())
    shifted = mk.paired_t_test([0.1, 0.2], [0.2, 0.3])
    assert "not the strength of evidence" in str(shifted.working())


def test_alpaydins_test_may_leave_no_interval():
    """Replications that contradict each other: whatever the difference is, F is large."""
    d = [[0.1, 0.1], [-0.1, -0.1], [0.1, 0.1], [-0.1, -0.1], [0.0, 0.001]]
    r = mk.five_by_two_cv_test(d, form="alpaydin")
    moved = (np.array(d) - shift for shift in np.linspace(-0.5, 0.5, 41))
    assert all(mk.five_by_two_cv_test(m, form="alpaydin").reject for m in moved)
    assert np.isnan([*r.confidence_interval()]).all()
    assert "There is no interval" in str(r.working())
    assert "has the smaller" not in str(r.working())


def test_the_binomial_test_says_that_it_is_one_sided_and_its_interval_is_not():
    rng = np.random.default_rng(2)
    for _ in range(200):
        m, alpha = int(rng.integers(1, 60)), float(rng.choice([0.01, 0.05, 0.1, 0.3]))
        errors, rate = int(rng.integers(0, m + 1)), float(rng.integers(1, 10)) / 10
        r = mk.binomial_test(errors, m, error_rate_0=rate, alpha=alpha)
        one_sided = r.confidence_interval(1 - 2 * alpha)
        assert r.reject == (rate < one_sided.low)
        if r.critical_value < 1:
            assert "two-sided; the test is one-sided" in str(r)


@pytest.mark.parametrize("options", [{}, {"exact": True}, {"mid_p": True}, {"correction": False}])
def test_mcnemars_working_says_where_test_and_interval_disagree(options):
    for e01 in range(20):
        r = mk.mcnemar_test(table=[[30, e01], [6, 10]], **options)
        agree = r.reject == excludes(r.confidence_interval(), 0)
        assert ("they disagree on 0" in str(r)) == (not agree)


@pytest.mark.parametrize(("n", "gap"), [(10, 0.5), (80, 0.22)])
@pytest.mark.parametrize("test", ["wilcoxon", "mean_ranks"])
def test_intervals_of_pairs_invert_bonferronis_tests(test, n, gap):
    rng = np.random.default_rng(3)
    for _ in range(60):
        scores = rng.normal([gap, 0, 0], size=(n, 3))
        r = mk.pairwise_tests(scores, test=test, p_adjust="bonferroni")
        interval = r.confidence_interval()
        outside = (interval.low > 0) | (interval.high < 0)
        np.testing.assert_array_equal(outside, r.reject)
        holm = mk.pairwise_tests(scores, test=test)
        assert (holm.reject >= r.reject).all()  # the sentence on Holm's adjustment
    assert "Holm's adjustment may find a difference" in str(interval.working())


@pytest.mark.parametrize(
    ("table", "ends", "digits", "mid_p", "exact"),
    [
        ([[1, 1], [7, 12]], [-0.517, -0.026], 3, 0.0390625, 0.0703125),
        ([[59, 6], [16, 80]], [-0.1240, -0.0054], 4, 0.034690, 0.052479),
    ],
)
def test_mcnemar_as_fagerland_lydersen_and_laake_print_it(table, ends, digits, mid_p, exact):
    """Airway data: Statistics in Medicine 33, 2014; BMC Medical Research Methodology 13, 2013.

    Consolidation data: the tests of their R package contingencytables, `cavo_2012`, with Tango's
    interval, the mid-p test and the exact conditional test.
    """
    r = mk.mcnemar_test(table=table, mid_p=True)
    assert r.pvalue == pytest.approx(mid_p, abs=5e-7)
    assert mk.mcnemar_test(table=table, exact=True).pvalue == pytest.approx(exact, abs=5e-7)
    assert [round(v, digits) for v in r.confidence_interval()] == ends
    assert (r.exact, r.reject) == (True, True)
    assert not mk.mcnemar_test(table=table, exact=True).reject


def test_score_interval_is_where_the_score_test_stops_rejecting():
    """At each end the constrained likelihood, maximized numerically, gives the statistic ±z."""
    from scipy.optimize import minimize_scalar

    e01, e10, m, z = 12, 5, 60, stats.norm.ppf(0.975)
    interval = mk.mcnemar_test(table=[[30, e01], [e10, 13]]).confidence_interval()
    for end, sign in zip(interval, (1, -1), strict=True):

        def loss(q, end=end):
            rest = 1 - 2 * q - end
            return -(e01 * math.log(q + end) + e10 * math.log(q) + 43 * math.log(rest))

        q = minimize_scalar(loss, bounds=(max(1e-9, -end + 1e-9), (1 - end) / 2 - 1e-9),
                            method="bounded", options={"xatol": 1e-12}).x  # fmt: skip
        score = (e01 - e10 - m * end) / math.sqrt(m * (2 * q + end * (1 - end)))
        assert score == pytest.approx(sign * z, abs=1e-5)


@pytest.mark.parametrize("level", [1e-300, 1e-12, 0.95, 1 - 1e-15])
def test_tangos_interval_of_extreme_tables(level):
    tables = [[0, 0, 5, 0], [0, 5, 0, 0], [1, 0, 0, 0], [17, 0, 27, 5], [690, 683, 599, 668]]
    tables += [[809710775, 61033833, 560475951, 454652437], [0, 0, 141747859937630742, 0]]
    for e00, e01, e10, e11 in tables:
        r = mk.mcnemar_test(table=[[e00, e01], [e10, e11]])
        interval = r.confidence_interval(level)
        turned = mk.mcnemar_test(table=[[e00, e10], [e01, e11]]).confidence_interval(level)
        assert -1 <= interval.low <= interval.estimate <= interval.high <= 1
        assert (turned.low, turned.high) == (-interval.high, -interval.low)
        check_working(interval.working())


def test_mean_rank_intervals_are_as_wide_as_the_critical_difference():
    r = mk.nemenyi_test(ranks=RANKS)
    interval = r.confidence_interval()
    np.testing.assert_allclose(interval.high - interval.low, 2 * r.critical_difference)
    assert ((interval.low > 0) | (interval.high < 0)).tolist() == r.reject.tolist()
    assert "only if the learners perform alike" in str(interval.working())
    assert mk.friedman_test(ranks=RANKS).confidence_interval() == interval


# -- two AUCs ----------------------------------------------------------------------------------

RNG = np.random.default_rng(0)
ASAH = published("asah")


@pytest.mark.parametrize(
    ("a", "b", "z", "p", "low", "high"),
    [
        ("wfns", "s100b", 2.20898359144091, 0.0271757822291882, 0.0104061769564846,
         0.174214419249478),
        ("wfns", "ndka", 2.79777591868904, 0.00514557970691098, 0.0634011709339876,
         0.3600405634833566),
        ("ndka", "s100b", -1.39077002573558, 0.164295175223054, -0.2876917446341914,
         0.0488706064228094),
    ],
)  # fmt: skip
def test_delong_as_proc_has_it(a, b, z, p, low, high):
    """The values of pROC's own tests, test-roc.test.R: roc.test of the columns of its aSAH."""
    r = mk.delong_test(ASAH["poor"].astype(int), ASAH[a], ASAH[b])
    found = [r.statistic, r.pvalue, *r.confidence_interval(method="delong")]
    np.testing.assert_allclose(found, [z, p, low, high], rtol=1e-12)
    swapped = mk.delong_test(np.where(ASAH["poor"], "b", "g"), ASAH[b], ASAH[a], pos_label="b")
    assert swapped.statistic == pytest.approx(-r.statistic)
    check_working(r.working(), r.statistic)
    check_working(r.confidence_interval().working())


def test_delong_of_scores_in_the_same_order():
    r = mk.delong_test([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.9], [1, 3, 4, 9])
    assert (*r, r.reject) == (0.0, 1.0, False)
    check_working(r.working())
    best = mk.delong_test([0, 0, 1, 1], [1, 2, 3, 4], [4, 3, 2, 1])
    assert (*best, best.reject) == (math.inf, 0.0, True)
    check_working(best.working())


# -- the bootstrap -----------------------------------------------------------------------------

TRUE = np.repeat([1, 0], [60, 90])
LEFT, RIGHT = (np.random.default_rng(i).normal(size=150) + TRUE for i in (1, 2))


def error(y, predicted):
    return float(np.mean(y != predicted))


@pytest.mark.parametrize("method", ["BCa", "percentile"])
def test_bootstrap_of_a_mean_is_scipys(method):
    values = RNG.normal(size=40)
    ours = mk.bootstrap_interval(
        lambda y, p: p.mean(), np.zeros(40), values, stratify=False, method=method, random_state=3
    )
    theirs = stats.bootstrap((values,), np.mean, method=method, random_state=0)
    np.testing.assert_allclose([*ours], [*theirs.confidence_interval], atol=0.02)
    check_working(ours.working(), None)


def test_bootstrap_of_an_auc_agrees_with_delongs_interval():
    """Stratified and paired, as DeLong's is; a swap of the models swaps the signs."""
    given = {"n_resamples": 4000, "method": "percentile", "random_state": 0}
    ours = mk.bootstrap_interval(mk.roc_auc_score, TRUE, LEFT, RIGHT, **given)
    delong = mk.delong_test(TRUE, LEFT, RIGHT).confidence_interval()
    assert ours.estimate == pytest.approx(delong.estimate)
    np.testing.assert_allclose([*ours], [*delong], atol=0.01)
    swapped = mk.bootstrap_interval(mk.roc_auc_score, TRUE, RIGHT, LEFT, **given)
    np.testing.assert_allclose([swapped.low, swapped.high], [-ours.high, -ours.low])


MEASURES_OF_RESAMPLES = {
    "macro AUC": partial(mk.roc_auc_score, multi_class="ovr"),
    "macro-F1": partial(mk.macro_f1, zero_division=0),
    "macro-F1 of some": partial(mk.macro_f1, zero_division=0, labels=["a", "c"]),
    "macro-F1 of an absent class": partial(mk.macro_f1, zero_division=1, labels=["a", "c", "d"]),
    "balanced accuracy": mk.balanced_accuracy_score,
}


@pytest.mark.parametrize("name", MEASURES_OF_RESAMPLES)
@pytest.mark.parametrize("method", ["percentile", "BCa"])
def test_all_resamples_at_once_are_what_one_by_one_gives(name, method) -> None:
    metric = MEASURES_OF_RESAMPLES[name]
    rng = np.random.default_rng(7)
    y = np.array(list("abccab" * 8))
    scores = rng.dirichlet(np.ones(3), (2, len(y))).round(1)  # with ties
    scores /= scores.sum(axis=2, keepdims=True)
    columns = scores if name == "macro AUC" else np.array(list("abc"))[scores.argmax(axis=2)]
    given = {"method": method, "n_resamples": 150, "random_state": 5}
    for models in (columns[:1], columns):
        at_once = mk.bootstrap_interval(metric, y, *models, **given)
        one_by_one = mk.bootstrap_interval(lambda t, p: metric(t, p), y, *models, **given)
        np.testing.assert_allclose(at_once, one_by_one, rtol=1e-12)


def test_bootstrap_draws_within_classes_only_if_asked():
    seen = {True: set(), False: set()}
    for stratify, counts in seen.items():

        def positives(y, p, counts=counts):
            counts.add(int(y.sum()))
            return float(p.mean())

        mk.bootstrap_interval(positives, TRUE, LEFT, n_resamples=100, stratify=stratify)
    assert len(seen[True]) == 2  # all samples; one left out in turn
    assert len(seen[False]) > 9


def test_bootstrap_of_numbers_draws_from_all_samples_and_of_labels_by_class():
    y, given = np.linspace(0, 1, 60), {"n_resamples": 100, "random_state": 0}
    ours = mk.bootstrap_interval(mk.mean_absolute_error, y, y**2, **given)
    free = mk.bootstrap_interval(mk.mean_absolute_error, y, y**2, stratify=False, **given)
    assert ours == free
    ours = mk.bootstrap_interval(error, TRUE.astype(float), LEFT.round(), **given)
    by_class = mk.bootstrap_interval(error, TRUE, LEFT.round(), stratify=True, **given)
    assert ours == by_class


def test_bootstrap_warns_of_few_events():
    wrong = TRUE.copy()
    wrong[:3] = 0
    with pytest.warns(UserWarning, match="effective samples"):
        mk.bootstrap_interval(error, TRUE, wrong, n_resamples=100, random_state=0)
    with pytest.warns(UserWarning, match=r"0\.0 effective"):
        r = mk.bootstrap_interval(error, TRUE, TRUE)
    assert [*r] == [0, 0]
    wrong[30:60] = 0
    mk.bootstrap_interval(error, TRUE, wrong, n_resamples=100, random_state=0)


def test_the_bootstrap_of_a_large_test_set_calls_the_measure_about_as_often_as_it_draws():
    calls, y = [], np.repeat([0.0, 1.0], 10_000)

    def error(y, p):
        calls.append(len(y))
        return float(np.mean(y != p))

    wrong = np.where(np.isin(np.arange(20_000), [3, 5000, 12_345]), 0.5, y)
    with pytest.warns(UserWarning, match=r"3\.0 effective samples"):
        mk.bootstrap_interval(error, y, wrong, stratify=False, method="percentile",
                              n_resamples=100, random_state=0)  # fmt: skip
    assert len(calls) < 1500


# -- planning ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difference", "std", "power", "n"), [(0.5, 1, 0.8, 34), (1, 1, 0.9, 13), (-0.3, 0.6, 0.95, 54)]
)
def test_sample_size_of_the_paired_t_test_is_statsmodels(difference, std, power, n):
    """R's power.t.test(delta=0.5, sd=1, power=0.8, type="paired") prints n = 33.4."""
    from statsmodels.stats.power import TTestPower

    assert mk.sample_size(difference, std=std, power=power) == n
    solved = TTestPower().solve_power(abs(difference) / std, power=power, alpha=0.05)
    assert n == math.ceil(solved)


@pytest.mark.parametrize(("difference", "discordant"), [(0.1, 0.2), (0.05, 0.05), (0.2, 0.6)])
def test_sample_size_of_mcnemars_test_has_the_power(difference, discordant):
    n = mk.sample_size(difference, discordant=discordant)
    shares = [1 - discordant, (discordant + difference) / 2, (discordant - difference) / 2]
    draws = np.random.default_rng(0).multinomial(n, shares, size=3000)
    tables, times = np.unique(draws[:, 1:], axis=0, return_counts=True)
    found = [mk.mcnemar_test(table=[[1, a], [b, 0]], mid_p=True).reject for a, b in tables]
    assert np.average(found, weights=times) == pytest.approx(0.8, abs=0.025)
    assert n == mk.sample_size(-difference, discordant=discordant)
    assert mk.sample_size(difference, discordant=discordant, power=0.9) > n


def test_weighted_labels_are_drawn_by_their_counts_as_by_their_rows():
    rng = np.random.default_rng(2)
    y, pred, weight = rng.integers(0, 2, 400), rng.integers(0, 2, 400), rng.random(400)
    words = np.array(["no", "yes"])
    more = {"sample_weight": weight, "n_resamples": 200, "random_state": 0}
    counted = mk.bootstrap_interval(mk.error_rate, y, pred, **more)

    def of_rows(t, p, sample_weight):
        return np.average(t != p.round(), weights=sample_weight)

    rows = mk.bootstrap_interval(of_rows, y, pred + np.arange(400) / 1e4, **more)
    assert tuple(counted) == pytest.approx(tuple(rows), rel=1e-12)
    named = mk.bootstrap_interval(mk.error_rate, words[y], words[pred], **more)
    assert tuple(named) == tuple(counted)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*effective samples")
@pytest.mark.parametrize("counts", [(50, 50), (80, 80)])
@pytest.mark.parametrize("case", ["error rate", "difference", "F1", "AUC"])
def test_coverage_of_the_bootstrap(case, counts):
    rng, hits, (m_pos, m_neg) = np.random.default_rng(6), [], counts
    y = np.repeat([1, 0], counts)
    true = {
        "error rate": 0.2,
        "difference": 0.2 - 0.38,
        "F1": 1.6 * m_pos / (1.8 * m_pos + 0.2 * m_neg),
        "AUC": stats.norm.cdf(1 / math.sqrt(2)),
    }[case]
    measure = {"F1": mk.f1_score, "AUC": mk.roc_auc_score}.get(case, error)
    for _ in range(900):
        a = np.where(rng.random(y.size) < 0.2, 1 - y, y)
        b = np.where(rng.random(y.size) < 0.3, 1 - a, a) if case == "difference" else None
        a = y + rng.normal(size=y.size) if case == "AUC" else a
        given = {"n_resamples": 499, "random_state": rng}
        interval = mk.bootstrap_interval(measure, y, a, b, **given)
        hits.append(not excludes(interval, true))
    assert np.mean(hits) == pytest.approx(0.95, abs=0.02)  # 1.5 points, and chance
