"""Tests of pairs of learners: Demšar's numbers, SciPy, statsmodels, intervals, error rates."""

import math

import numpy as np
import pytest
from helpers import C45, DEMSAR_RANKS, check_working
from scipy import stats
from statsmodels.stats.multitest import multipletests

import mlevalkit as mk

RNG = np.random.default_rng(0)


def of_pairs(r, table):
    """Return the entries of a table of pairs, in the order of the pairs."""
    return [table[r.learners.index(a), r.learners.index(b)].item() for a, b in r.pairs]


def test_control_comparisons_as_demsar_prints_them():
    """Section 3.2.2: z and p of all with C4.5; Holm rejects two, Bonferroni-Dunn one.

    From the ranks that he prints; his scores are rounded, so that more of them are equal.
    """
    given = {"control": "C4.5", "test": "mean_ranks", "learners": C45, "greater_is_better": False}
    r = mk.pairwise_tests(DEMSAR_RANKS, **given)
    assert r.pairs == tuple(("C4.5", name) for name in C45[1:])
    assert of_pairs(r, r.statistic) == pytest.approx([2.342, 0.512, 2.416], abs=2e-3)
    assert of_pairs(r, r.unadjusted_pvalue) == pytest.approx([0.019, 0.607, 0.016], abs=2e-3)
    assert of_pairs(r, r.reject) == [True, False, True]
    dunn = mk.pairwise_tests(DEMSAR_RANKS, p_adjust="bonferroni", **given)
    assert of_pairs(r, dunn.reject) == [False, False, True]  # 1.179 > 1.16, 1.143 < 1.16
    interval = dunn.confidence_interval()
    width = of_pairs(r, interval.high - interval.low)
    assert width == pytest.approx([2 * 1.16] * 3, abs=0.02)
    check_working(r.working())


@pytest.mark.parametrize("test", ["wilcoxon", "mean_ranks"])
def test_tables_of_pairs_are_symmetric_and_nan_where_nothing_is_compared(test):
    r = mk.pairwise_tests(RNG.normal(size=(8, 4)), test=test)
    sign = 1 if test == "wilcoxon" else -1
    np.testing.assert_array_equal(r.statistic, sign * r.statistic.T)
    np.testing.assert_array_equal(r.pvalue, r.pvalue.T)
    assert r.pvalue.diagonal().tolist() == [1, 1, 1, 1]
    np.testing.assert_array_equal(r.working().value, r.pvalue)
    interval = r.confidence_interval()
    np.testing.assert_array_equal(interval.low, -interval.high.T)
    one = mk.pairwise_tests(RNG.normal(size=(8, 4)), test=test, control="B")
    compared = np.zeros((4, 4), dtype=bool)
    compared[1, :] = compared[:, 1] = True
    np.fill_diagonal(compared, True)
    np.testing.assert_array_equal(np.isnan(one.pvalue), ~compared)
    assert not one.reject[~compared].any()


@pytest.mark.parametrize("p_adjust", ["holm", "bonferroni"])
def test_adjustment_is_statsmodels(p_adjust):
    r = mk.pairwise_tests(RNG.random((9, 6)), p_adjust=p_adjust)
    expected = multipletests(of_pairs(r, r.unadjusted_pvalue), method=p_adjust)[1]
    np.testing.assert_allclose(of_pairs(r, r.pvalue), expected)


@pytest.mark.parametrize("n", [3, 12, 60, 80])
def test_wilcoxon_is_scipys(n):
    scores = RNG.normal(size=(n, 3))
    r = mk.pairwise_tests(scores)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        w, p = r.statistic[i, j], r.unadjusted_pvalue[i, j]
        method = "exact" if n <= 60 else "approx"
        theirs = stats.wilcoxon(scores[:, i], scores[:, j], method=method)
        assert (w, p) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_wilcoxon_with_ties_counts_every_choice_of_signs():
    d = np.array([1.0, 1, 2, -2, 3, 0, 4])
    kept = d[d != 0]
    ranks = stats.rankdata(np.abs(kept))
    signs = np.array(np.meshgrid(*[[0, 1]] * len(kept))).reshape(len(kept), -1)
    w = min(ranks[kept > 0].sum(), ranks[kept < 0].sum())
    expected = 2 * np.mean(ranks @ signs <= w)
    r = mk.pairwise_tests(np.column_stack([d, np.zeros(7)]))
    assert r.unadjusted_pvalue[0, 1] == pytest.approx(expected)
    same = mk.pairwise_tests([[1, 1], [2, 2]])
    assert (same.statistic[0, 1], same.pvalue[0, 1], bool(same.reject[0, 1])) == (0, 1, False)


@pytest.mark.parametrize("n", [10, 80])
def test_less_an_end_of_its_interval_wilcoxons_test_just_does_not_reject(n):
    scores = RNG.normal([0.3, 0], size=(n, 2))
    interval = mk.pairwise_tests(scores).confidence_interval()
    for end, inside in ((interval.low[0, 1], 1e-9), (interval.high[0, 1], -1e-9)):
        moved = (scores - [end + step, 0] for step in (-inside, inside))
        assert [bool(mk.pairwise_tests(s).reject[0, 1]) for s in moved] == [True, False]
    d = scores @ [1, -1]
    walsh = [(a + b) / 2 for i, a in enumerate(d) for b in d[i:]]
    assert interval.estimate[0, 1] == pytest.approx(np.median(walsh))
    check_working(interval.working())


def test_too_few_data_sets_leave_the_interval_open():
    interval = mk.pairwise_tests(RNG.normal(size=(4, 2))).confidence_interval()
    assert (interval.low[0, 1], interval.high[0, 1]) == (-math.inf, math.inf)
