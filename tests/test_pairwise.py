"""Tests of pairs of learners: Demšar's numbers, SciPy, statsmodels, intervals, error rates."""

import math

import numpy as np
import pytest
from helpers import C45, DEMSAR_RANKS, check_working
from scipy import stats
from statsmodels.stats.multitest import multipletests

import mlevalkit as mk

RNG = np.random.default_rng(0)


def test_control_comparisons_as_demsar_prints_them():
    """Section 3.2.2: z and p of all with C4.5; Holm rejects two, Bonferroni-Dunn one.

    From the ranks that he prints; his scores are rounded, so that more of them are equal.
    """
    given = {"control": "C4.5", "test": "mean_ranks", "learners": C45, "greater_is_better": False}
    r = mk.pairwise_tests(DEMSAR_RANKS, **given)
    assert r.pairs == tuple(("C4.5", name) for name in C45[1:])
    assert r.statistic.tolist() == pytest.approx([2.342, 0.512, 2.416], abs=2e-3)
    assert r.unadjusted_pvalue.tolist() == pytest.approx([0.019, 0.607, 0.016], abs=2e-3)
    assert r.reject.tolist() == [True, False, True]
    dunn = mk.pairwise_tests(DEMSAR_RANKS, p_adjust="bonferroni", **given)
    assert dunn.reject.tolist() == [False, False, True]  # 1.179 > 1.16, 1.143 < 1.16
    interval = dunn.confidence_interval()
    assert (interval.high - interval.low).tolist() == pytest.approx([2 * 1.16] * 3, abs=0.02)
    check_working(r.working())


@pytest.mark.parametrize("p_adjust", ["holm", "bonferroni"])
def test_adjustment_is_statsmodels(p_adjust):
    r = mk.pairwise_tests(RNG.random((9, 6)), p_adjust=p_adjust)
    expected = multipletests(r.unadjusted_pvalue, method=p_adjust)[1]
    np.testing.assert_allclose(r.pvalue, expected)


@pytest.mark.parametrize("n", [3, 12, 60, 80])
def test_wilcoxon_is_scipys(n):
    scores = RNG.normal(size=(n, 3))
    r = mk.pairwise_tests(scores)
    for i, j, w, p in zip((0, 0, 1), (1, 2, 2), r.statistic, r.unadjusted_pvalue, strict=True):
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
    assert r.unadjusted_pvalue[0] == pytest.approx(expected)
    same = mk.pairwise_tests([[1, 1], [2, 2]])
    assert (same.statistic[0], same.pvalue[0], bool(same.reject[0])) == (0, 1, False)


@pytest.mark.parametrize(("n", "gap"), [(10, 0.5), (80, 0.22)])
@pytest.mark.parametrize("test", ["wilcoxon", "mean_ranks"])
def test_the_interval_of_one_pair_excludes_0_where_the_test_rejects(test, n, gap):
    for _ in range(200):
        scores = RNG.normal([gap, 0], size=(n, 2))
        r = mk.pairwise_tests(scores, test=test)
        low, high = r.confidence_interval()
        assert (not low[0] <= 0 <= high[0]) == r.reject[0]
    check_working(r.confidence_interval().working())
    if test == "wilcoxon":  # less an end, the differences are just not rejected
        for end, inside in ((low[0], 1e-9), (high[0], -1e-9)):
            moved = (scores - [end + step, 0] for step in (-inside, inside))
            assert [bool(mk.pairwise_tests(s).reject[0]) for s in moved] == [True, False]
        walsh = [
            (a + b) / 2 for i, a in enumerate(scores @ [1, -1]) for b in (scores @ [1, -1])[i:]
        ]
        assert r.confidence_interval().estimate[0] == pytest.approx(np.median(walsh))


def test_too_few_data_sets_leave_the_interval_open():
    interval = mk.pairwise_tests(RNG.normal(size=(4, 2))).confidence_interval()
    assert (interval.low[0], interval.high[0]) == (-math.inf, math.inf)
