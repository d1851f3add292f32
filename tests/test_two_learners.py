"""Two learners: paired t test (2.31), 5x2cv test (2.32), McNemar's test (2.33)."""

import math

import numpy as np
import pytest
from helpers import FORMS, D, check_working
from hypothesis import given, strategies as st
from mlxtend.evaluate import mcnemar_table
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

import mlevalkit as mk

A = [0.12, 0.10, 0.15, 0.11, 0.13, 0.12, 0.14, 0.10, 0.12, 0.13]
B = [0.14, 0.13, 0.16, 0.11, 0.14, 0.15, 0.13, 0.12, 0.14, 0.15]

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
    for r in (same, shifted):
        check_working(r.working())


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


def test_exact_pvalue_takes_the_root_of_2_into_account():
    """E18: √2·τ is t(5), so that 5 % and 10 % are exceeded at 1.8177 and 1.4249."""
    for bar, level in ((1.8177, 0.05), (1.4249, 0.10), (2.5706, 0.014976)):
        d = np.array(D) - D[0]
        d[0] += bar * math.sqrt(0.2 * sum(mk.five_by_two_cv_test(d).variances))
        r = mk.five_by_two_cv_test(d)
        assert r.statistic == pytest.approx(bar)
        assert r.exact_pvalue == pytest.approx(level, abs=1e-5)
        assert r.pvalue > level
    assert mk.five_by_two_cv_test(D, form="dietterich").exact_pvalue is None


EQUAL = [[0.3 - 0.2, 0.1], [0.2 - 0.1, 0.1]] + [[0.1, 0.1]] * 3  # in each pair, up to rounding


@pytest.mark.parametrize(
    ("differences", "form", "statistic", "pvalue"),
    [
        *((np.zeros((5, 2)), form, 0, 1) for form in FORMS),
        *((EQUAL, form, math.inf, 0) for form in FORMS),
        ([[0.1, -0.1], *D[1:]], "textbook", 0, 1),
        ([[0.0, 0.0], *EQUAL[1:]], "textbook", 0, 1),
    ],
)
def test_five_by_two_without_differences_or_without_variance(differences, form, statistic, pvalue):
    r = mk.five_by_two_cv_test(differences, form=form)
    assert (r.statistic, r.pvalue, r.reject) == (statistic, pvalue, pvalue == 0)
    assert r.exact_pvalue == (pvalue if form == "textbook" else None)
    check_working(r.working())


@pytest.mark.parametrize("unit", [1e-6, 1, 1e6])
def test_rounding_is_no_variance_in_any_unit(unit):
    d = np.full((5, 2), 0.2 * unit)
    d[:, 1] = np.nextafter(d[:, 0], math.inf)
    assert mk.five_by_two_cv_test(d).statistic == math.inf


# -- McNemar ----------------------------------------------------------------------------------

TABLES = [[[60, 10], [25, 5]], [[10, 3], [9, 2]], [[0, 7], [7, 0]], [[3, 0], [1, 3]],
          [[500, 130], [100, 9]], [[0, 20], [5, 0]]]  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("correction", [True, False])
@pytest.mark.parametrize("exact", [True, False])
def test_mcnemar_is_statsmodels(table, correction, exact):
    r = mk.mcnemar_test(table=table, correction=correction, exact=exact)
    theirs = statsmodels_mcnemar(np.array(table), exact=exact, correction=correction)
    assert (r.statistic, r.pvalue) == pytest.approx((theirs.statistic, theirs.pvalue))
    if not exact:
        assert r.reject == (r.statistic > r.critical_value) == (r.pvalue < 0.05)


@given(st.integers(0, 60), st.integers(0, 60), st.sampled_from([0.001, 0.05, 0.1, 0.5]))
def test_exact_test_rejects_up_to_its_critical_value(e01, e10, alpha):
    exact, mid = (mk.mcnemar_test(table=[[1, e01], [e10, 0]], alpha=alpha, **{form: True})
                  for form in ("exact", "mid_p"))  # fmt: skip
    expected = stats.binomtest(min(e01, e10), e01 + e10).pvalue if e01 + e10 else 1.0
    assert exact.pvalue == pytest.approx(expected)
    for r in (exact, mid):
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


@pytest.mark.parametrize("dtype", [float, np.float32, np.uint8, object])
def test_mcnemars_table_holds_whole_numbers_of_any_type(dtype):
    r = mk.mcnemar_test(table=np.array(TABLES[0], dtype=dtype))
    assert r == mk.mcnemar_test(table=TABLES[0])
    assert r.table == ((60, 10), (25, 5))
    assert all(type(count) is int for row in r.table for count in row)


# -- all results ------------------------------------------------------------------------------


LOW, HIGH = [[0.1, 0.12], [0.11, 0.13]] * 3, [[0.4, 0.33], [0.31, 0.34]] * 3


@pytest.mark.parametrize("form", FORMS)
def test_the_learner_that_is_said_to_be_better_has_the_smaller_error(form):
    gaps, table = np.subtract(LOW, HIGH)[:5], np.array([[50, 5], [30, 15]])
    for sign, better in ((1, "A"), (-1, "B")):
        paired = mk.paired_t_test(*(np.ravel(x) for x in (LOW, HIGH)[::sign]))
        results = (
            paired,
            mk.five_by_two_cv_test(sign * gaps, form=form),
            mk.mcnemar_test(table=table),
        )
        table = table.T
        assert [f"; {better} has the smaller" in str(r) for r in results if r.reject] == [True] * 3
    assert "_0.05,10,5" in str(results[1].confidence_interval().working()) or form != "alpaydin"
    assert (results[2].df, mk.mcnemar_test(table=table, exact=True).df) == (1, None)
