"""Two learners: paired t test (2.31), 5x2cv test (2.32), McNemar's test (2.33)."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from helpers import check_working
from hypothesis import given, strategies as st
from mlxtend.evaluate import (
    combined_ftest_5x2cv,
    mcnemar as mlxtend_mcnemar,
    mcnemar_table,
    paired_ttest_5x2cv,
)
from scipy import stats
from sklearn.datasets import load_iris
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

import mlevalkit as mk
from mlevalkit._display import Table

A = [0.12, 0.10, 0.15, 0.11, 0.13, 0.12, 0.14, 0.10, 0.12, 0.13]
B = [0.14, 0.13, 0.16, 0.11, 0.14, 0.15, 0.13, 0.12, 0.14, 0.15]
D = [[0.06, 0.05], [0.03, 0.06], [0.04, 0.05], [0.05, 0.03], [0.06, 0.04]]
FORMS = ["textbook", "dietterich", "alpaydin"]

thousandths = st.integers(0, 1000).map(lambda n: n / 1000)


# -- the paired t test ------------------------------------------------------------------------


@given(st.lists(st.tuples(thousandths, thousandths), min_size=2, max_size=30))
def test_paired_t_test_is_scipys(pairs):
    a, b = np.array(pairs).T
    if np.ptp(np.round(a - b, 6)) == 0:
        return
    r, scipys = mk.paired_t_test(a, b), stats.ttest_rel(a, b)
    assert r.statistic == pytest.approx(abs(scipys.statistic), rel=1e-8, abs=1e-9)
    assert r.pvalue == pytest.approx(scipys.pvalue, rel=1e-7)
    assert r.df == len(a) - 1
    assert r.reject == (r.statistic > r.critical_value)
    assert mk.paired_t_test(b, a).statistic == r.statistic  # (2.31) is an absolute value, E33


@given(st.floats(1e-140, 1e140))
def test_the_unit_of_the_errors_does_not_matter(unit):
    r, scaled = mk.paired_t_test(A, B), mk.paired_t_test(np.array(A) * unit, np.array(B) * unit)
    assert scaled.statistic == pytest.approx(r.statistic)
    d, scaled_d = mk.five_by_two_cv_test(D), mk.five_by_two_cv_test(np.array(D) * unit)
    assert scaled_d.statistic == pytest.approx(d.statistic)


@pytest.mark.parametrize("alpha", [1e-300, 1 - 1e-15])
def test_extreme_significances_do_not_turn_the_decision(alpha):
    for r in (mk.paired_t_test(A, B, alpha=alpha), mk.five_by_two_cv_test(D, alpha=alpha),
              mk.mcnemar_test(table=[[60, 10], [25, 5]], alpha=alpha)):  # fmt: skip
        assert r.reject == (alpha > 0.5)
        check_working(r.working())


def test_corrected_test_is_nadeau_and_bengios():
    a, b = np.array(A), np.array(B)
    r = mk.paired_t_test(A, B, n_train=90, n_test=10)
    expected = abs((a - b).mean()) / math.sqrt((1 / 10 + 10 / 90) * (a - b).var(ddof=1))
    assert r.statistic == pytest.approx(expected)
    assert r.pvalue == pytest.approx(2 * stats.t.sf(expected, 9))
    plain = mk.paired_t_test(A, B)
    assert plain.statistic / r.statistic == pytest.approx(math.sqrt(1 + 10 / 9))
    assert (r.n_train, r.n_test, plain.n_train) == (90, 10, None)


@pytest.mark.parametrize("k", [2, 3, 10])
@pytest.mark.parametrize("sizes", [{}, {"n_train": 90, "n_test": 10}])
def test_identical_learners_and_differences_without_spread(k, sizes):
    a = np.linspace(0.1, 0.3, k)
    same, shifted = mk.paired_t_test(a, a, **sizes), mk.paired_t_test(a, a + 0.1, **sizes)
    assert (same.statistic, same.pvalue, same.reject) == (0.0, 1.0, False)
    assert (shifted.statistic, shifted.pvalue, shifted.reject) == (math.inf, 0.0, True)
    assert "did equally well every time" in str(same)
    assert "their spread is 0" in str(shifted)
    for r in (same, shifted):
        check_working(r.working())


def test_equal_differences_have_no_spread_in_spite_of_rounding():
    text = str(mk.paired_t_test([0.1 + 0.2, 0.3], [0.1, 0.1]))
    assert "= ((0.2 - 0.2)^2 + (0.2 - 0.2)^2) / (2 - 1) = 0" in text


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("sizes", [{}, {"n_train": 90, "n_test": 10}, {"alpha": 1e-6}])
def test_paired_t_test_shows_its_working(swap, sizes):
    r = mk.paired_t_test(B, A, **sizes) if swap else mk.paired_t_test(A, B, **sizes)
    check_working(r.working(), r.statistic)
    text = str(r)
    assert (f"{'B' if swap else 'A'} has the smaller mean error" in text) == r.reject
    assert ("does not show that there is none" in text) != r.reject
    assert ("(2.31)" in text) == (r.n_train is None)


# -- 5x2 cross validation ---------------------------------------------------------------------


def by_hand(d, form):
    """Return the statistic, replication by replication."""
    variances = [sum((x - (p + q) / 2) ** 2 for x in (p, q)) for p, q in d]
    if form == "alpaydin":
        return sum(x * x for row in d for x in row) / (2 * sum(variances))
    top = (d[0][0] + d[0][1]) / 2 if form == "textbook" else d[0][0]
    return abs(top) / math.sqrt(sum(variances) / 5)


@pytest.mark.parametrize("form", FORMS)
def test_five_by_two_by_hand(form):
    r = mk.five_by_two_cv_test(D, form=form)
    assert r.statistic == pytest.approx(by_hand(D, form))
    law = stats.f(10, 5) if form == "alpaydin" else stats.t(5)
    p = law.sf(r.statistic) * (1 if form == "alpaydin" else 2)
    assert r.pvalue == pytest.approx(p)
    assert r.critical_value == pytest.approx(law.isf(0.05 if form == "alpaydin" else 0.025))
    negated = mk.five_by_two_cv_test(-np.array(D), form=form)
    assert negated.statistic == r.statistic  # two-sided, E33


def test_the_variance_of_a_pair_has_the_divisor_1():
    """E17: .0008 for the differences .02 and .06, not numpy's .0004."""
    r = mk.five_by_two_cv_test([[0.02, 0.06]] * 5)
    np.testing.assert_allclose(r.variances, [0.0008] * 5)
    assert np.var([0.02, 0.06]) == pytest.approx(0.0004)


def test_critical_values_of_t5():
    for alpha, printed in ((0.05, 2.5706), (0.10, 2.0150)):
        r = mk.five_by_two_cv_test(D, alpha=alpha)
        assert r.critical_value == pytest.approx(printed, abs=5e-5)


def test_exact_pvalue_takes_the_root_of_2_into_account():
    """E18: √2·τ is t(5), so that 5 % and 10 % are exceeded at 1.8177 and 1.4249."""
    for bar, level in ((1.8177, 0.05), (1.4249, 0.10)):
        d = np.array(D) - D[0]
        d[0] += bar * math.sqrt(0.2 * sum(mk.five_by_two_cv_test(d).variances))
        r = mk.five_by_two_cv_test(d)
        assert r.statistic == pytest.approx(bar)
        assert r.exact_pvalue == pytest.approx(level, abs=1e-5)
        assert r.pvalue > level
    assert mk.five_by_two_cv_test(D, form="dietterich").exact_pvalue is None


def test_sizes_for_independent_normal_differences():
    """E18: nominally 5 % and 10 %."""
    d = np.random.default_rng(1).normal(size=(20_000, 5, 2))
    sizes = {}
    for form in ("textbook", "dietterich"):
        results = [mk.five_by_two_cv_test(x, form=form) for x in d]
        p = np.array([r.pvalue for r in results])
        sizes[form] = [np.mean([r.reject for r in results]), np.mean(p < 0.1)]
        if form == "textbook":
            exact = np.array([r.exact_pvalue for r in results])
            assert np.mean(exact < 0.05) == pytest.approx(0.05, abs=0.005)
    np.testing.assert_allclose(sizes["textbook"], [0.0150, 0.0358], atol=0.004)
    np.testing.assert_allclose(sizes["dietterich"], [0.028, 0.074], atol=0.006)


def mlxtends_differences(a, b, x, y, seed):
    """Return the differences of errors on the splits that mlxtend makes."""
    rng, d = np.random.RandomState(seed), []
    for _ in range(5):
        halves = train_test_split(x, y, test_size=0.5, random_state=rng.randint(0, 32767))
        x1, x2, y1, y2 = halves
        d.append([
            accuracy_score(yt, b.fit(xf, yf).predict(xt))
            - accuracy_score(yt, a.fit(xf, yf).predict(xt))
            for xf, yf, xt, yt in ((x1, y1, x2, y2), (x2, y2, x1, y1))
        ])  # fmt: skip
    return np.array(d)


def test_rival_forms_are_mlxtends():
    x, y = load_iris(return_X_y=True)
    a = DecisionTreeClassifier(max_depth=1, random_state=0)
    b = DecisionTreeClassifier(max_depth=3, random_state=0)
    d = mlxtends_differences(a, b, x[:, :2], y, seed=3)
    t, p = paired_ttest_5x2cv(a, b, x[:, :2], y, random_seed=3)
    r = mk.five_by_two_cv_test(d, form="dietterich")
    assert (r.statistic, r.pvalue) == pytest.approx((abs(t), p))
    f, p = combined_ftest_5x2cv(a, b, x[:, :2], y, random_seed=3)
    r = mk.five_by_two_cv_test(d, form="alpaydin")
    assert (r.statistic, r.pvalue) == pytest.approx((f, p))


@pytest.mark.parametrize("form", FORMS)
def test_five_by_two_without_differences_or_without_variance(form):
    zero = mk.five_by_two_cv_test(np.zeros((5, 2)), form=form)
    assert (zero.statistic, zero.pvalue, zero.reject) == (0.0, 1.0, False)
    assert "did equally well every time" in str(zero)
    # each pair equal, up to rounding
    constant = mk.five_by_two_cv_test([[0.3 - 0.2, 0.1], [0.2 - 0.1, 0.1]] + [[0.1, 0.1]] * 3,
                                      form=form)  # fmt: skip
    assert (constant.statistic, constant.pvalue, constant.reject) == (math.inf, 0.0, True)
    assert "their variance is 0" in str(constant)
    for r in (zero, constant):
        check_working(r.working())


def test_five_by_two_with_nothing_in_the_first_replication():
    r = mk.five_by_two_cv_test([[0.1, -0.1], *D[1:]])
    assert (r.statistic, r.pvalue, r.exact_pvalue) == (0.0, 1.0, 1.0)
    flat = mk.five_by_two_cv_test([[0.0, 0.0]] + [[0.1, 0.1]] * 4)
    assert (flat.statistic, flat.pvalue) == (0.0, 1.0)
    check_working(flat.working())


@pytest.mark.parametrize("form", FORMS[:2])
def test_what_is_nothing_but_rounding_in_the_first_replication_is_nothing(form):
    r = mk.five_by_two_cv_test([[1e-17, 1e-17]] + [[0.1, 0.1]] * 4, form=form)
    assert (r.statistic, r.pvalue) == (0.0, 1.0)


def test_differences_may_be_as_large_as_is_said():
    assert mk.five_by_two_cv_test(np.array(D) * (1e150 / 0.06)).reject


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("alpha", [0.05, 0.005, 1e-6])
def test_five_by_two_shows_its_working(form, alpha):
    r = mk.five_by_two_cv_test(D, form=form, alpha=alpha)
    w = r.working()
    check_working(w, r.statistic)
    [table] = [s for s in w.steps if isinstance(s, Table)]
    assert tuple(tuple(row[1:3]) for row in table.rows) == r.differences
    np.testing.assert_allclose([row[3] for row in table.rows], np.var(D, axis=1, ddof=1))
    text = str(r)
    assert ("not rejected" in text) != r.reject
    assert ("t(5)/√2" in text) == (form == "textbook")
    if form == "textbook":
        other = (r.exact_pvalue < alpha) != r.reject
        assert ("the decision is the other one" in text) == other == (alpha == 0.005)


def test_a_law_that_is_not_kept_is_found_out():
    """The tests of two equal 1-NN learners by cross validation reject too often."""
    sizes = np.mean([_equal_learners(seed) for seed in range(400)], axis=0)
    paired, corrected, textbook, dietterich = sizes
    assert paired > 0.09  # nominally .05
    assert corrected < paired - 0.04
    assert textbook > 0.05
    assert dietterich > 0.06


def _equal_learners(seed):
    rng = np.random.default_rng(seed)
    y = np.arange(100) % 2
    x = rng.normal(size=(100, 2)) + y[:, None]
    errors = _cv_errors(x, y, rng, 10)
    halves = [_cv_errors(x, y, rng, 2) for _ in range(5)]
    d = [e[:, 0] - e[:, 1] for e in halves]
    return [
        mk.paired_t_test(*errors.T).reject,
        mk.paired_t_test(*errors.T, n_train=90, n_test=10).reject,
        mk.five_by_two_cv_test(d).reject,
        mk.five_by_two_cv_test(d, form="dietterich").reject,
    ]


def _cv_errors(x, y, rng, k):
    """Return the errors of 1-NN on the first feature and on the second, fold by fold."""
    order = rng.permutation(len(y))
    errors = []
    for test in np.array_split(order, k):
        train = np.setdiff1d(order, test)
        apart = np.abs(x[test][:, None] - x[train][None])
        errors.append((y[train][apart.argmin(axis=1)] != y[test][:, None]).mean(axis=0))
    return np.array(errors)


# -- McNemar ----------------------------------------------------------------------------------

TABLES = [[[60, 10], [25, 5]], [[10, 3], [9, 2]], [[0, 7], [7, 0]], [[3, 0], [1, 3]],
          [[500, 130], [100, 9]], [[0, 20], [5, 0]]]  # fmt: skip


def test_mcnemar_10_and_25():
    """E19: 5.6."""
    r = mk.mcnemar_test(table=[[60, 10], [25, 5]])
    assert r.statistic == 5.6
    assert r.critical_value == pytest.approx(3.8415, abs=5e-5)
    assert mk.mcnemar_test(table=[[60, 10], [25, 5]], alpha=0.1).critical_value == pytest.approx(
        2.7055, abs=5e-5
    )


def test_exact_test_of_counts_beyond_int64():
    r = mk.mcnemar_test(table=np.array([[1, 2**63], [3, 1]], dtype=np.uint64), exact=True)
    assert (r.statistic, r.pvalue, r.reject) == (3, 0, True)
    assert r.critical_value > 4e18


def test_long_columns_are_counted_to_their_end():
    rng = np.random.RandomState(0)
    y, a, b = (rng.randint(0, 2, 200_001) for _ in range(3))
    r = mk.mcnemar_test(y, a, b)
    right_a, right_b = a == y, b == y
    assert r.df == 1
    assert (r.correction, r.exact) == (True, False)
    assert np.array_equal(r.table, [
        [np.sum(right_b & right_a), np.sum(right_b & ~right_a)],
        [np.sum(~right_b & right_a), np.sum(~right_b & ~right_a)],
    ])  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("correction", [True, False])
@pytest.mark.parametrize("exact", [True, False])
def test_mcnemar_is_statsmodels(table, correction, exact):
    r = mk.mcnemar_test(table=table, correction=correction, exact=exact)
    theirs = statsmodels_mcnemar(np.array(table), exact=exact, correction=correction)
    assert (r.statistic, r.pvalue) == pytest.approx((theirs.statistic, theirs.pvalue))
    if not exact:
        assert (r.statistic, r.pvalue) == pytest.approx(
            mlxtend_mcnemar(np.array(table), corrected=correction, exact=False)
        )
        assert r.reject == (r.statistic > r.critical_value) == (r.pvalue < 0.05)


@given(st.integers(0, 60), st.integers(0, 60), st.sampled_from([0.001, 0.05, 0.1, 0.5]))
def test_exact_test_rejects_up_to_its_critical_value(e01, e10, alpha):
    r = mk.mcnemar_test(table=[[1, e01], [e10, 0]], exact=True, alpha=alpha)
    expected = stats.binomtest(min(e01, e10), e01 + e10).pvalue if e01 + e10 else 1.0
    assert r.pvalue == pytest.approx(expected)
    assert r.reject == (r.pvalue < alpha) == (r.statistic <= r.critical_value)


@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.0625, 0.5])
def test_critical_value_of_the_exact_test_is_the_largest_count_rejected(alpha):
    for n in range(41):
        pvalues = [stats.binomtest(e, n).pvalue if n else 1.0 for e in range(n // 2 + 1)]
        rejected = [e for e, p in enumerate(pvalues) if p < alpha and not math.isclose(p, alpha)]
        r = mk.mcnemar_test(table=[[1, n], [0, 0]], exact=True, alpha=alpha)
        assert r.critical_value == max(rejected, default=-1)
        assert (r.reject, r.correction) == (0 in rejected, True)


@pytest.mark.parametrize("options", [{}, {"correction": False}, {"exact": True}])
def test_nothing_discordant(options):
    """Two identical models: p is 1 (mlxtend says 0)."""
    y = np.array([0, 1, 1, 0, 1])
    pred = np.array([0, 1, 0, 0, 1])
    r = mk.mcnemar_test(y, pred, pred, **options)
    assert (r.statistic, r.pvalue, r.reject) == (0.0, 1.0, False)
    assert "right and wrong on the same samples" in str(r)
    check_working(r.working(), 0)


def test_b_is_in_the_rows_and_right_comes_first():
    """E64: e01 counts the samples that B has right and A wrong."""
    y, a, b = [1, 1, 1, 1, 0, 0], [1, 0, 0, 0, 1, 0], [1, 1, 1, 1, 1, 1]
    r = mk.mcnemar_test(y, a, b)
    assert r.table == ((1, 3), (1, 1))
    assert r.discordant == (3, 1)
    theirs = mcnemar_table(np.array(y), np.array(a), np.array(b))
    np.testing.assert_array_equal(theirs, np.transpose(r.table))
    assert r == mk.mcnemar_test(table=r.table)
    strings = [["no", "yes"][v] for v in y], [["no", "yes"][v] for v in a], ["yes"] * 6
    assert mk.mcnemar_test(*strings) == r


@pytest.mark.parametrize(
    ("n", "size"), [(10, 0.0215), (25, 0.0433), (50, 0.0328), (100, 0.0352), (400, 0.0402)]
)
def test_size_of_the_corrected_test(n, size):
    """Given n discordant samples, each falls to either side with probability 1/2."""
    rejected = [mk.mcnemar_test(table=[[0, e], [n - e, 0]]).reject for e in range(n + 1)]
    probability = mk.error_likelihood(0.5, np.arange(n + 1), n)
    assert np.array(rejected) @ probability == pytest.approx(size, abs=5e-5)


def test_the_difference_is_normal_and_its_size_half_normal():
    """E19: |e01 - e10| has the mean .798 standard deviations."""
    n = 400
    e, p = np.arange(n + 1), mk.error_likelihood(0.5, np.arange(n + 1), n)
    assert p @ np.abs(2 * e - n) / math.sqrt(n) == pytest.approx(0.798, abs=1e-3)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("options", [{}, {"correction": False}, {"exact": True}])
def test_mcnemar_shows_its_working(table, options):
    r = mk.mcnemar_test(table=table, **options)
    check_working(r.working(), r.statistic)
    text = str(r)
    assert ("(2.33)" in text) == (not options)
    assert ("not rejected" in text) != r.reject
    assert ("rough approximation" in text) == (not r.exact and sum(r.discordant) < 25)
    if r.reject:
        better = "A" if r.discordant[0] < r.discordant[1] else "B"
        assert f"{better} has the smaller error rate on this test set" in text


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, bool])
def test_mcnemar_takes_labels_of_any_width(dtype):
    rng = np.random.default_rng(0)
    y, a, b = (rng.integers(0, 2, 1000).astype(dtype) for _ in range(3))
    r = mk.mcnemar_test(y, a, b)
    expected = [[np.sum((b == y) & (a == y)), np.sum((b == y) & (a != y))],
                [np.sum((b != y) & (a == y)), np.sum((b != y) & (a != y))]]  # fmt: skip
    np.testing.assert_array_equal(r.table, expected)


# -- all results ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "result",
    [
        mk.paired_t_test(A, B),
        mk.five_by_two_cv_test(D),
        mk.mcnemar_test(table=TABLES[0]),
    ],
)
def test_results_unpack_pickle_and_are_short(result):
    statistic, pvalue = result
    assert (statistic, pvalue) == (result.statistic, result.pvalue)
    assert pickle.loads(pickle.dumps(result)) == result
    assert "\n" not in repr(result)
    assert result._repr_html_() == result.working()._repr_html_()
    with pytest.raises(AttributeError):
        result.pvalue = 0.0


def test_a_rejection_for_which_the_means_say_nothing():
    r = mk.five_by_two_cv_test([[0.1, 0.1], [-0.1, -0.1], [0.001, -0.001], [0, 0], [0, 0]])
    assert r.reject
    assert "The learners differ (p < 0.0001)." in str(r)


WRONG = [
    (mk.paired_t_test, ([0.1], [0.2]), {}, ValueError, "errors_a: expected at least 2 values"),
    (mk.paired_t_test, ([0.1, 0.2], [0.2]), {}, ValueError, "errors_a and errors_b: .* 2 errors_a"),
    (mk.paired_t_test, ([0.1, math.inf], [0.2, 0.1]), {}, ValueError, "errors_a: .* inf at"),
    (mk.paired_t_test, ([0.1, 0.2], ["a", "b"]), {}, TypeError, "errors_b: expected numbers"),
    (mk.paired_t_test, ([0.1, 0.2], [1e200, 0.1]), {}, ValueError, "errors_b: .* below 1e\\+150"),
    (mk.paired_t_test, ([0.1, 1e200], [0.2, 0.1]), {}, ValueError, "errors_a: .* below 1e\\+150"),
    (mk.paired_t_test, (A, B), {"n_train": 90}, ValueError, "n_train and n_test: .* n_test=None"),
    (mk.paired_t_test, (A, B), {"n_test": 90}, ValueError, "n_train and n_test: .* n_train=None"),
    (mk.paired_t_test, (A, B), {"n_test": 0, "n_train": 9}, ValueError, "n_test: .* got 0"),
    (mk.paired_t_test, (A, B), {"n_test": 1, "n_train": 0.9}, TypeError, "n_train: .* 0.9"),
    (mk.paired_t_test, (A, B), {"alpha": 5}, ValueError, "alpha: .* between 0 and 1"),
    (mk.five_by_two_cv_test, (np.transpose(D),), {}, ValueError, "differences: .* got shape"),
    (mk.five_by_two_cv_test, ([0.1] * 10,), {}, ValueError, "differences: expected 2 dimensions"),
    (mk.five_by_two_cv_test, ([[math.nan, 1]] * 5,), {}, ValueError, "differences: .* nan"),
    (mk.five_by_two_cv_test, ([[-1e200, -1]] * 5,), {}, ValueError, "differences: .* below"),
    (mk.five_by_two_cv_test, ([[1e200, 1]] * 5,), {}, ValueError, "differences: .* below 1e\\+150"),
    (mk.five_by_two_cv_test, (D,), {"form": "f"}, ValueError, "form: expected one of 'textbook'"),
    (mk.five_by_two_cv_test, (D,), {"alpha": "5 %"}, TypeError, "alpha: expected"),
    (mk.mcnemar_test, ([1, 0], [1, 1]), {}, TypeError, "pred_b: expected labels .* got None"),
    (mk.mcnemar_test, (), {}, TypeError, "y_true and pred_a and pred_b: expected labels"),
    (mk.mcnemar_test, ([1, 0], [1], [1, 0]), {}, ValueError, "y_true and pred_a: .* same length"),
    (mk.mcnemar_test, ([1, 0], [1, 0], [1]), {}, ValueError, "y_true and pred_b: .* same length"),
    (mk.mcnemar_test, ([1, 0], [1, 0], ["1", "0"]), {}, TypeError, "y_true and pred_b: .* type"),
    (mk.mcnemar_test, ([1],), {"table": TABLES[0]}, TypeError, "table: .* not both"),
    (mk.mcnemar_test, (), {"table": [1, 2]}, ValueError, "table: expected 2 dimensions"),
    (mk.mcnemar_test, (), {"table": [[1, 2, 3]] * 2}, ValueError, "table: expected shape"),
    (mk.mcnemar_test, (), {"table": [[1, 2], [0.5, 1]]}, TypeError, "table: expected whole"),
    (mk.mcnemar_test, (), {"table": [[1, -2], [1, 1]]}, ValueError, "table: .* got -2"),
    (mk.mcnemar_test, (), {"table": [[0, 0], [0, 0]]}, ValueError, "table: .* zeros only"),
    (mk.mcnemar_test, (), {"table": TABLES[0], "exact": 1}, TypeError, "exact: expected True"),
    (mk.mcnemar_test, (), {"table": TABLES[0], "correction": None}, TypeError, "correction:"),
    (mk.mcnemar_test, (), {"table": TABLES[0], "alpha": 0}, ValueError, "alpha:"),
]


@pytest.mark.parametrize(("function", "args", "kwargs", "error", "match"), WRONG)
def test_wrong_input_is_named(function, args, kwargs, error, match):
    with pytest.raises(error, match=match):
        function(*args, **kwargs)
