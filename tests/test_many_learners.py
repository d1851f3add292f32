"""Friedman, Nemenyi and the critical difference: (2.34)-(2.36), Tables 2.5-2.7, Figure 2.8."""

import math

import numpy as np
import pandas as pd
import pytest
import scikit_posthocs
from helpers import check_working
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

import mlevalkit as mk
from mlevalkit.display.workings import Line, Table

TABLE_2_5 = mk.table("2.5").values


# -- by hand ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranks", "tie_correction", "chi2", "statistic"),
    [
        (TABLE_2_5, False, 7.125, 171 / 7),
        (TABLE_2_5, True, 7.6, 57),  # E21
        ([[1, 2, 3]] * 5, False, 10, math.inf),
        ([[1, 2.5, 2.5]] * 4, False, 6, 9),
        ([[1, 2.5, 2.5]] * 4, True, 8, math.inf),
        ([[2, 2, 2]] * 4, False, 0, 0),
        ([[2, 2, 2]] * 4, True, 0, 0),
        ([[1, 2], [1, 2], [1, 2], [2, 1]], False, 1, 1),
    ],
)
def test_friedman_by_hand(ranks, tie_correction, chi2, statistic):
    r = mk.friedman_test(ranks=ranks, tie_correction=tie_correction)
    n, k = np.shape(ranks)
    np.testing.assert_array_equal(r.mean_ranks, np.mean(ranks, axis=0))
    assert (r.chi2, r.statistic) == pytest.approx((chi2, statistic), rel=1e-14)
    assert r.chi2_pvalue == pytest.approx(stats.chi2.sf(chi2, k - 1), rel=1e-12)
    assert r.df == (k - 1, (k - 1) * (n - 1))
    assert r.pvalue == pytest.approx(stats.f.sf(statistic, *r.df), rel=1e-12)
    assert r.reject == (r.pvalue < 0.05) == (r.statistic > r.critical_value)
    check_working(r.working())


def test_nemenyi_where_all_are_tied():
    r = mk.nemenyi_test([[0.5, 0.5, 0.5]] * 4)
    assert r.groups == (("A", "B", "C"),)
    assert (r.pvalue == 1).all()


def test_nemenyi_of_table_2_5():
    r = mk.nemenyi_test(ranks=TABLE_2_5)
    expected = [[1, 0.2495, 0.0218], [0.2495, 1, 0.5386], [0.0218, 0.5386, 1]]
    assert r.pvalue.round(4).tolist() == expected
    assert r.reject.tolist() == [[False, False, True], [False, False, False], [True, False, False]]
    assert r.groups == (("A", "B"), ("B", "C"))
    assert r.critical_value == pytest.approx(2.344, abs=5e-4)  # Table 2.7
    gaps = np.abs(np.subtract.outer(r.mean_ranks, r.mean_ranks))
    np.testing.assert_allclose(r.statistic, gaps / math.sqrt(3 * 4 / (6 * 4)))
    statistic, pvalue = r
    assert statistic is r.statistic
    assert pvalue is r.pvalue


# -- oracles and properties -------------------------------------------------------------------


@st.composite
def tables(draw, least=3):
    shape = draw(st.integers(2, 8)), draw(st.integers(least, 6))
    values = st.integers(0, draw(st.sampled_from([1, 4, 1000])))
    return draw(hnp.arrays(float, shape, elements=values))


@given(tables(least=2))
def test_ranks_are_scipys(scores):
    expected = stats.rankdata(scores, axis=1)
    np.testing.assert_array_equal(mk.friedman_test(-scores).ranks, expected)


@given(tables())
def test_friedman_agrees_with_scipy(scores):
    r = mk.friedman_test(scores, tie_correction=True)
    if (scores == scores[:, :1]).all():
        assert (r.chi2, r.chi2_pvalue) == (0, 1)  # SciPy: nan
        return
    chi2, p = stats.friedmanchisquare(*scores.T)
    assert r.chi2 == pytest.approx(chi2, rel=1e-9, abs=1e-9)
    assert r.chi2_pvalue == pytest.approx(p, rel=1e-9)


@given(tables(least=2))
def test_forms_of_the_statistic(scores):
    r = mk.friedman_test(scores)
    n, k = scores.shape
    away = r.mean_ranks - (k + 1) / 2
    first = (k - 1) / k * 12 * n / (k**2 - 1) * (away**2).sum()
    assert r.chi2 == pytest.approx(first, rel=1e-9, abs=1e-12)
    if not math.isinf(r.statistic):
        expected = (n - 1) * r.chi2 / (n * (k - 1) - r.chi2)
        assert r.statistic == pytest.approx(expected, rel=1e-6)
        assert r.pvalue == pytest.approx(stats.f.sf(r.statistic, *r.df), rel=1e-9)
    assert r.reject == (r.statistic > stats.f.isf(0.05, *r.df))
    ties = mk.friedman_test(scores, tie_correction=True)
    assert ties.chi2 >= r.chi2 or ties.chi2 == pytest.approx(r.chi2)


@given(tables())
def test_nemenyi_agrees_with_scikit_posthocs(scores):
    expected = scikit_posthocs.posthoc_nemenyi_friedman(scores).to_numpy()
    np.testing.assert_allclose(mk.nemenyi_test(scores).pvalue, expected, atol=1e-7)


@given(tables(least=2), st.sampled_from([0.01, 0.05, 0.5]))
def test_groups_are_maximal_and_not_significantly_different(scores, alpha):
    r = mk.nemenyi_test(scores, alpha=alpha)
    index = {name: i for i, name in enumerate(r.learners)}
    groups = [{index[name] for name in group} for group in r.groups]
    assert set.union(*groups) == set(range(len(r.learners)))
    for group in groups:
        assert not r.reject[np.ix_(list(group), list(group))].any()
        assert not any(group < other for other in groups)
        outside = set(range(len(r.learners))) - group
        assert all(r.reject[i, list(group)].any() for i in outside)
    together = {(i, j) for g in groups for i in g for j in g}
    assert {(int(i), int(j)) for i, j in np.argwhere(~r.reject)} == together
    np.testing.assert_array_equal(r.reject, r.reject.T)
    np.testing.assert_array_equal(r.pvalue, r.pvalue.T)
    decided = np.abs(r.pvalue - alpha) > 1e-9
    assert ((r.pvalue < alpha) == r.reject)[decided].all()


# -- degenerate cases -------------------------------------------------------------------------


def test_perfect_agreement_is_exact_whatever_the_size():
    for n, k in [(3, 7), (11, 13), (1000, 9), (30, 25)]:
        scores = np.tile(np.arange(k), (n, 1))
        assert math.isinf(mk.friedman_test(scores).statistic)
        assert not math.isinf(mk.friedman_test(np.vstack([scores, scores[:1, ::-1]])).statistic)


# -- names, workings, bad input ---------------------------------------------------------------

FRAME = pd.DataFrame(
    {"data": ["iris", "wine", "moons"], "tree": [0.9, 0.8, 0.7], "k-NN": [0.8, 0.8, 0.9]}
)
BY_NAME = FRAME.set_index("data")


@pytest.mark.parametrize("frame", [FRAME, BY_NAME, BY_NAME.astype(object)])
def test_a_frame_brings_the_names_of_learners_and_data_sets(frame):
    plain = mk.friedman_test(BY_NAME.to_numpy())
    r = mk.friedman_test(frame)
    assert (r.learners, r.datasets) == (("tree", "k-NN"), ("iris", "wine", "moons"))
    assert (r.statistic, r.ranks.tolist()) == (plain.statistic, plain.ranks.tolist())
    assert "moons" in str(r)
    assert mk.friedman_test(ranks=BY_NAME.rank(axis=1, ascending=False)).datasets == r.datasets
    c = mk.compare_learners(frame)
    assert (c.datasets, c.nemenyi.learners) == (r.datasets, r.learners)


def test_names_given_are_names_shown():
    r = mk.friedman_test(FRAME, learners="XY", datasets=[1, 2, 3])
    assert (r.learners, r.datasets) == (("X", "Y"), ("1", "2", "3"))
    assert mk.nemenyi_test(FRAME, learners="XY").learners == ("X", "Y")
    assert mk.friedman_test(BY_NAME.reset_index(drop=True)).datasets == ("D1", "D2", "D3")
    assert mk.friedman_test(BY_NAME.set_axis([3, 5, 8])).datasets == ("3", "5", "8")
    names = (mk.friedman_test(np.zeros((2, k))).learners for k in (26, 27))
    assert [(n[0], n[-1]) for n in names] == [("A", "Z"), ("1", "27")]


@pytest.mark.parametrize(
    ("result", "said"),
    [
        # each further data set has the ranking of the first with probability 1/k!
        (mk.friedman_test(ranks=[[1, 2, 3]] * 3), f"by chance is {1 / 36:.3g}."),
        # the chi-squared form does not reject
        (mk.friedman_test(ranks=[[1, 2, 3]] * 2), f"{stats.chi2.isf(0.05, 2):.5g}"),
        # mean ranks differ by 8 at most
        (mk.nemenyi_test(ranks=[list(range(1, 10))] * 2), "cannot find anything"),
    ],
)
def test_a_working_says_what_limits_the_test(result, said):
    assert said in str(result)


def test_where_all_are_tied_the_corrected_statistic_is_shown_as_it_is():
    r = mk.friedman_test([[1, 1, 1]] * 4, tie_correction=True)
    shown = {s.symbol: s.value for s in r.working().steps if isinstance(s, Line)}
    assert shown["tau_chi2_C"] == r.chi2 == 0


def test_nemenyis_intervals_are_shown_with_both_ends():
    r = mk.nemenyi_test(ranks=[[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]])
    interval = r.confidence_interval()
    (table,) = (s for s in interval.working().steps if isinstance(s, Table))
    pairs = [(0, 1), (0, 2), (1, 2)]
    expected = [
        [x[pair] for x in (interval.estimate, interval.low, interval.high)] for pair in pairs
    ]
    shown = [[float(v) for v in row if isinstance(v, float)] for row in table.rows]
    np.testing.assert_allclose(shown, expected)
