"""Friedman, Nemenyi and the critical difference: (2.34)-(2.36), Tables 2.5-2.7, Figure 2.8."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
import scikit_posthocs
from helpers import check_working
from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from mlevalkit import plots
from mlevalkit.many_learners import critical_difference, friedman_test, nemenyi_test
from mlevalkit.many_learners._ranks import rank_rows

TABLE_2_5 = [[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]]
AGREE = [[0.9, 0.8, 0.7]] * 5
TIED = [[0.5, 0.5, 0.5]] * 4


# -- Table 2.5 --------------------------------------------------------------------------------


def test_friedman_of_table_2_5():
    r = friedman_test(ranks=TABLE_2_5)
    assert r.mean_ranks.tolist() == [1, 2.125, 2.875]
    assert r.chi2 == 7.125
    assert r.statistic == pytest.approx(24.428571, abs=1e-6)
    assert r.df == (2, 6)
    assert r.critical_value == pytest.approx(5.143, abs=5e-4)  # Table 2.6
    assert r.pvalue == pytest.approx(stats.f.sf(r.statistic, 2, 6), rel=1e-12)
    assert r.chi2_pvalue == pytest.approx(stats.chi2.sf(7.125, 2), rel=1e-12)
    assert r.reject
    assert tuple(r) == (r.statistic, r.pvalue)
    assert repr(r) == (
        "FriedmanResult(statistic=24.4286, pvalue=0.001308, df=(2, 6), chi2=7.125, reject=True)"
    )


def test_ties_corrected_e21():
    r = friedman_test(ranks=TABLE_2_5, tie_correction=True)
    assert r.chi2 == pytest.approx(7.6, rel=1e-15)
    assert r.statistic == pytest.approx(57, rel=1e-14)
    assert r.chi2_pvalue == pytest.approx(0.02237, abs=5e-6)
    assert "Without correction, as in the textbook: τ_chi2 = 7.125, τ_F = 24.4286" in str(
        r.working()
    )
    assert "Corrected: τ_chi2 = 7.6, τ_F = 57." in str(friedman_test(ranks=TABLE_2_5).working())


def test_nemenyi_of_table_2_5():
    r = nemenyi_test(ranks=TABLE_2_5)
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
    assert repr(r) == (
        "NemenyiResult(mean_ranks={A: 1, B: 2.125, C: 2.875}, critical_difference=1.6572, "
        "groups=(('A', 'B'), ('B', 'C')))"
    )


@pytest.mark.parametrize(
    ("alpha", "q", "with_table"), [(0.05, 2.344, 1.657458), (0.10, 2.052, 1.450983)]
)
def test_critical_difference_of_table_2_5(alpha, q, with_table):
    """The slides' numbers come from q_alpha rounded to three decimals, as in Table 2.7."""
    assert q * math.sqrt(3 * 4 / (6 * 4)) == pytest.approx(with_table, abs=1e-6)
    exact = stats.studentized_range.ppf(1 - alpha, 3, np.inf) / math.sqrt(2) * math.sqrt(0.5)
    assert critical_difference(3, 4, alpha=alpha) == pytest.approx(exact, rel=1e-10)
    assert critical_difference(3, 4, alpha=alpha) == pytest.approx(with_table, abs=4e-4)


def test_segments_of_figure_2_8():
    r = nemenyi_test(ranks=TABLE_2_5)
    half = r.critical_difference / 2
    segments = np.stack([r.mean_ranks - half, r.mean_ranks + half], axis=1)
    slides = [[0.1713, 1.8287], [1.2963, 2.9537], [2.0463, 3.7037]]
    np.testing.assert_allclose(segments, slides, atol=2e-4)


@pytest.mark.parametrize(
    ("k", "n", "alpha"), [(2, 10, 0.05), (9, 20, 0.1), (40, 3, 0.01), (5, 1, 0.2)]
)
def test_any_critical_difference(k, n, alpha):
    q = stats.studentized_range.ppf(1 - alpha, k, np.inf) / math.sqrt(2)
    expected = q * math.sqrt(k * (k + 1) / (6 * n))
    assert critical_difference(k, n, alpha=alpha) == pytest.approx(expected, rel=1e-9)


def test_misprint_of_table_2_7_changes_the_critical_difference_e22():
    assert critical_difference(9, 20, alpha=0.1) == pytest.approx(2.472, abs=5e-4)
    assert 2.885 * math.sqrt(9 * 10 / 120) == pytest.approx(2.498, abs=1e-3)


# -- oracles and properties -------------------------------------------------------------------


@st.composite
def tables(draw, least=3):
    shape = draw(st.integers(2, 8)), draw(st.integers(least, 6))
    values = st.integers(0, draw(st.sampled_from([1, 4, 1000])))
    return draw(hnp.arrays(float, shape, elements=values))


@given(tables(least=2))
def test_ranks_are_scipys(scores):
    np.testing.assert_array_equal(rank_rows(scores), stats.rankdata(scores, axis=1))


@given(tables())
def test_friedman_agrees_with_scipy(scores):
    r = friedman_test(scores, tie_correction=True)
    if (scores == scores[:, :1]).all():
        assert (r.chi2, r.chi2_pvalue) == (0, 1)  # SciPy: nan
        return
    chi2, p = stats.friedmanchisquare(*scores.T)
    assert r.chi2 == pytest.approx(chi2, rel=1e-9, abs=1e-9)
    assert r.chi2_pvalue == pytest.approx(p, rel=1e-9)


@given(tables(least=2))
def test_forms_of_the_statistic(scores):
    r = friedman_test(scores)
    n, k = scores.shape
    away = r.mean_ranks - (k + 1) / 2
    first = (k - 1) / k * 12 * n / (k**2 - 1) * (away**2).sum()
    assert r.chi2 == pytest.approx(first, rel=1e-9, abs=1e-12)
    if not math.isinf(r.statistic):
        expected = (n - 1) * r.chi2 / (n * (k - 1) - r.chi2)
        assert r.statistic == pytest.approx(expected, rel=1e-6)
        assert r.pvalue == pytest.approx(stats.f.sf(r.statistic, *r.df), rel=1e-9)
    assert r.reject == (r.statistic > stats.f.isf(0.05, *r.df))
    ties = friedman_test(scores, tie_correction=True)
    assert ties.chi2 >= r.chi2 or ties.chi2 == pytest.approx(r.chi2)


@given(tables(least=2))
def test_direction_turns_ranks_around_and_no_decision(scores):
    up, down = friedman_test(scores), friedman_test(scores, greater_is_better=False)
    assert up.statistic == down.statistic
    np.testing.assert_allclose(up.mean_ranks + down.mean_ranks, scores.shape[1] + 1)
    again = friedman_test(ranks=down.ranks)
    assert again.statistic == up.statistic


@settings(max_examples=25, deadline=None)
@given(tables())
def test_nemenyi_agrees_with_scikit_posthocs(scores):
    expected = scikit_posthocs.posthoc_nemenyi_friedman(scores).to_numpy()
    np.testing.assert_allclose(nemenyi_test(scores).pvalue, expected, atol=1e-7)


@given(tables(least=2), st.sampled_from([0.01, 0.05, 0.5]))
def test_groups_are_maximal_and_not_significantly_different(scores, alpha):
    r = nemenyi_test(scores, alpha=alpha)
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


def test_perfect_agreement():
    r = friedman_test(AGREE)
    assert r.chi2 == 10
    assert math.isinf(r.statistic)
    assert r.pvalue == 0
    assert r.reject
    text = str(r.working())
    assert "(2.35)   τ_F = (N - 1) · τ_chi2 / (N · (k - 1) - τ_chi2)" in text
    assert "All data sets rank the learners alike" in text
    assert "by chance is 0.0007716" in text  # 1 / 6^4
    check_working(r.working())
    assert "by chance is less than 1e-300" in str(friedman_test(np.tile(np.arange(40), (9, 1))))


def test_a_single_row_out_of_order_makes_f_finite():
    rows = [[1, 2, 3, 4]] * 30 + [[1, 2, 4, 3]]
    r = friedman_test(ranks=rows)
    assert r.statistic == pytest.approx(30 * r.chi2 / (31 * 3 - r.chi2))


def test_perfect_agreement_is_exact_whatever_the_size():
    for n, k in [(3, 7), (11, 13), (1000, 9), (30, 25)]:
        scores = np.tile(np.arange(k), (n, 1))
        assert math.isinf(friedman_test(scores).statistic)
        assert not math.isinf(friedman_test(np.vstack([scores, scores[:1, ::-1]])).statistic)


def test_perfect_agreement_with_ties():
    ranks = [[1, 2.5, 2.5]] * 4
    assert friedman_test(ranks=ranks).statistic == pytest.approx(9)
    corrected = friedman_test(ranks=ranks, tie_correction=True)
    assert math.isinf(corrected.statistic)
    check_working(corrected.working())


@pytest.mark.parametrize("tie_correction", [False, True])
def test_all_tied(tie_correction):
    r = friedman_test(TIED, tie_correction=tie_correction)
    assert (r.statistic, r.pvalue, r.chi2, r.chi2_pvalue) == (0, 1, 0, 1)
    assert not r.reject
    assert "nothing tells the learners apart" in str(r.working())
    assert (" / C = 0 / 0 -> 0" in str(r.working())) == tie_correction
    check_working(r.working())
    groups = nemenyi_test(TIED)
    assert groups.groups == (("A", "B", "C"),)
    assert (groups.pvalue == 1).all()


def test_identical_learners():
    scores = [[0.9, 0.9, 0.1], [0.8, 0.8, 0.2], [0.7, 0.7, 0.3]]
    r = nemenyi_test(scores)
    assert r.pvalue[0, 1] == 1
    assert r.mean_ranks.tolist() == [1.5, 1.5, 3]
    assert friedman_test(scores).mean_ranks.tolist() == [1.5, 1.5, 3]


def test_differences_of_mean_ranks_show_no_rounding():
    crowd = [[1, 5, 2, 3, 4]] * 6 + [[2, 1, 3, 4, 5]] * 4  # 3.4 - 1.4 is 2.0000000000000004
    rows = str(nemenyi_test(ranks=crowd))
    assert "A  B           2   >" in rows
    assert "2.0000" not in rows


def test_two_learners():
    r = friedman_test([[1, 0], [1, 0], [1, 0], [0, 1]])
    assert r.df == (1, 3)
    assert r.chi2 == 1
    assert r.statistic == pytest.approx(1)
    assert "only which one was better" in str(r.working())
    assert critical_difference(2, 7) == pytest.approx(stats.norm.isf(0.025) / math.sqrt(7))
    assert "0 of 1 pair differ significantly" in str(nemenyi_test([[1, 0], [0, 1]]))


def test_words_claim_no_more_than_the_test_does():
    noise = np.random.default_rng(0).normal(size=(8, 4))
    assert "no proof that they perform alike" in str(friedman_test(noise))
    clear = nemenyi_test(np.tile([4.0, 3, 2, 1], (80, 1)))
    assert clear.groups == (("A",), ("B",), ("C",), ("D",))
    assert "Not significantly different" not in str(clear)
    assert "6 of 6 pairs differ significantly" in str(clear)


def test_the_two_forms_may_disagree():
    rng = np.random.default_rng(1)
    seen = [friedman_test(rng.normal(size=(4, 6)), alpha=0.05) for _ in range(300)]
    odd = [r for r in seen if (r.chi2_pvalue < 0.05) != r.reject]
    assert odd
    assert "The original test decides otherwise" in str(odd[0])
    assert "critical value 11.0705)" in str(odd[0])  # of chi-squared with 5 degrees of freedom
    check_working(odd[0].working())


# -- names, workings, bad input ---------------------------------------------------------------


def test_names():
    frame = pd.DataFrame(AGREE, columns=["tree", "k-NN", "SVM"])
    assert friedman_test(frame).learners == ("tree", "k-NN", "SVM")
    assert nemenyi_test(frame, learners="XYZ").learners == ("X", "Y", "Z")
    assert friedman_test(np.zeros((2, 26))).learners[-1] == "Z"
    assert friedman_test(np.zeros((2, 27))).learners[-1] == "27"
    assert "k-NN" in friedman_test(frame)._repr_html_()


def scores_of(n, k):
    return np.random.default_rng(n + k).integers(0, 9, size=(n, k))


@pytest.mark.parametrize("shape", [(2, 2), (4, 3), (20, 5), (40, 12)])
@pytest.mark.parametrize("tie_correction", [False, True])
def test_friedman_working(shape, tie_correction):
    r = friedman_test(scores_of(*shape), tie_correction=tie_correction)
    working = r.working()
    check_working(working, r.statistic)
    values = {step.symbol: float(step.value) for step in working.steps if hasattr(step, "symbol")}
    symbol = "tau_chi2_C" if "tau_chi2_C" in values else "tau_chi2"
    assert values[symbol] == pytest.approx(r.chi2, rel=1e-12)
    assert values["p_chi2"] == pytest.approx(r.chi2_pvalue)
    k = shape[1]
    assert f"with {k - 1} degree{'s' if k > 2 else ''} of freedom" in str(working)


@pytest.mark.parametrize("shape", [(2, 2), (4, 3), (20, 5), (40, 12)])
def test_nemenyi_working(shape):
    r = nemenyi_test(scores_of(*shape))
    check_working(r.working(), r.critical_difference)
    assert r._repr_html_() == r.working()._repr_html_()


def test_critical_difference_working():
    check_working(critical_difference.working(3, 4), critical_difference(3, 4))
    assert "(2.36)   CD = q_α · √(k · (k + 1) / (6·N))" in str(critical_difference.working(3, 4))


BAD = [
    ({}, ValueError, "scores and ranks: expected one of the two, got neither"),
    ({"scores": AGREE, "ranks": AGREE}, ValueError, "expected one of the two, got both"),
    ({"scores": [1, 2]}, ValueError, r"scores: expected 2 dimensions, got shape \(2,\)"),
    ({"scores": [[1], [2]]}, ValueError, r"scores: expected 2 to 1000 learners \(columns\), got 1"),
    ({"scores": np.zeros((2, 1001))}, ValueError, "2 to 1000 learners"),
    ({"scores": [[1, 2]]}, ValueError, r"scores: expected at least 2 data sets \(rows\)"),
    ({"ranks": [[1, 2, 3]]}, ValueError, "ranks: expected at least 2 data sets"),
    ({"scores": [[1, 2], [1, math.nan]]}, ValueError, r"got nan at position \(1, 1\)"),
    ({"scores": [[1, 2], [1]]}, ValueError, "scores: expected a rectangular array"),
    ({"scores": [["a", "b"], ["a", "b"]]}, TypeError, "scores: expected numbers, got strings"),
    (
        {"ranks": [[1, 2, 3], [1, 2, 2]]},
        ValueError,
        r"ranks: expected ranks from 1 to 3 .* got \[1.0, 2.0, 2.0\] in row 1, which would be "
        r"\[1.0, 2.5, 2.5\]",
    ),
    ({"ranks": [[0, 1, 2]] * 2}, ValueError, "ranks from 1 to 3"),
    ({"scores": AGREE, "alpha": 0}, ValueError, "alpha: expected a number between 0 and 1"),
    ({"scores": AGREE, "alpha": "5%"}, TypeError, "alpha: expected a finite number"),
    ({"scores": AGREE, "learners": ["A", "B"]}, ValueError, "learners: expected 3 names"),
    ({"scores": AGREE, "learners": [["A"]] * 3}, ValueError, "learners: expected 1 dimension"),
    ({"scores": AGREE, "learners": ["A", "B", "A"]}, ValueError, "learners: .* name once"),
    ({"scores": AGREE, "greater_is_better": 1}, TypeError, "greater_is_better: expected True"),
]


@pytest.mark.parametrize(("arguments", "error", "match"), BAD)
def test_bad_input(arguments, error, match):
    for test in (friedman_test, nemenyi_test):
        with pytest.raises(error, match=match):
            test(**arguments)


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        ((1, 4), ValueError, "n_learners: expected a whole number >= 2 and <= 1000, got 1"),
        ((3, 0), ValueError, "n_datasets: expected a whole number >= 1, got 0"),
        ((3.0, 4), TypeError, "n_learners: expected a whole number"),
    ],
)
def test_bad_counts(arguments, error, match):
    with pytest.raises(error, match=match):
        critical_difference(*arguments)


def test_bad_flags():
    with pytest.raises(TypeError, match="tie_correction: expected True or False"):
        friedman_test(AGREE, tie_correction="yes")
    with pytest.raises(ValueError, match="alpha: expected a number between 0 and 1"):
        critical_difference(3, 4, alpha=1)


# -- pictures ---------------------------------------------------------------------------------


@pytest.fixture
def plt():
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def test_friedman_diagram_is_figure_2_8(plt):
    r = nemenyi_test(ranks=[[2, 1, 3], [2.5, 1, 2.5], [2, 1, 3], [2, 1, 3]], learners="BAC")
    ax = plots.friedman(r)
    segments = [s[:, 0].tolist() for s in ax.collections[0].get_segments()]
    np.testing.assert_allclose(
        segments, [[0.1714, 1.8286], [1.2964, 2.9536], [2.0464, 3.7036]], atol=5e-5
    )
    assert [t.get_text() for t in ax.get_yticklabels()] == ["A", "B", "C"]
    assert ax.yaxis_inverted()
    given = plt.figure().add_subplot()
    assert plots.friedman(r, ax=given) is given


def bars(ax):
    return {
        tuple(line.get_xdata().round(6)): float(line.get_ydata()[0])
        for line in ax.lines
        if line.get_linewidth() == 4
    }


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("k", [2, 3, 7, 12])
def test_critical_difference_diagram(plt, seed, k):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(25, k)) + np.linspace(0, 2, k)
    r = nemenyi_test(scores, learners=[f"learner {i}" for i in range(k)])
    ax = plots.critical_difference(r)
    drawn = bars(ax)
    place = dict(zip(r.learners, r.mean_ranks, strict=True))
    crossed = {frozenset(n for n in place if a <= place[n] <= b) for a, b in drawn}
    assert crossed == {frozenset(g) for g in r.groups if len(g) > 1}
    for (a, b), y in drawn.items():
        assert not any(
            c < b and a < d and y == z for (c, d), z in drawn.items() if (c, d) != (a, b)
        )
    ax.figure.draw_without_rendering()
    texts = [t.get_window_extent() for t in ax.texts]
    assert not any(a.overlaps(b) for i, a in enumerate(texts) for b in texts[:i])
    page = ax.figure.bbox
    assert all(page.x0 <= t.x0 and t.x1 <= page.x1 and page.y0 <= t.y0 for t in texts)


def test_diagrams_take_results_only(plt):
    for draw in (plots.friedman, plots.critical_difference):
        with pytest.raises(TypeError, match="result: expected what nemenyi_test returns, got list"):
            draw([1, 2, 3])


# -- how often the tests are wrong ------------------------------------------------------------


def test_variance_of_a_mean_rank_e20():
    """(k**2 - 1) / (12 N) = 0.2 for five learners on ten data sets, not 2."""
    rng = np.random.default_rng(0)
    ranks = rng.random((20_000, 10, 5)).argsort(axis=2) + 1
    assert ranks.mean(axis=1).var() == pytest.approx(0.2, rel=0.02)


def sizes(n, k, runs, seed):
    """Return how often each test rejects although all learners perform alike."""
    rng = np.random.default_rng(seed)
    results = [friedman_test(rng.random((n, k))) for _ in range(runs)]
    chi2 = np.mean([r.chi2_pvalue < 0.05 for r in results])
    return float(chi2), float(np.mean([r.reject for r in results]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "k", "chi2", "f"),
    [(10, 4, 0.0447, 0.0536), (20, 5, 0.0454, 0.0508), (10, 10, 0.0434, 0.0525)],
)
def test_size_of_the_friedman_tests(n, k, chi2, f):
    """The original test rejects too seldom, the F form about as often as it says."""
    got = sizes(n, k, 20_000, seed=n * k)
    assert got == pytest.approx((chi2, f), abs=0.006)
    assert got[0] < 0.05


@pytest.mark.slow
def test_size_of_the_friedman_tests_with_few_data_sets():
    """Four data sets, three learners: so few outcomes that both reject at 0.067 or not at all."""
    assert sizes(4, 3, 20_000, seed=12) == pytest.approx((0.067, 0.067), abs=0.006)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k"), [(10, 4), (20, 5), (10, 10), (30, 3)])
def test_nemenyi_family_error(n, k):
    rng = np.random.default_rng(n * k)
    limit = critical_difference(k, n)
    means = np.array([rank_rows(rng.random((n, k))).mean(axis=0) for _ in range(20_000)])
    wrong = (np.ptp(means, axis=1) > limit).mean()
    assert 0.035 < wrong < 0.053  # 0.041, 0.051, 0.043, 0.043 in another simulation


@pytest.mark.parametrize("test", [friedman_test, nemenyi_test])
def test_names_are_a_sequence(test):
    with pytest.raises(TypeError, match="learners: expected a sequence, got int"):
        test([[0.1, 0.2], [0.3, 0.1]], learners=5)
