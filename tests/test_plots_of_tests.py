"""Figures of section 2.4: the pictures hold the numbers of the results."""

import math

import numpy as np
import pytest
from helpers import D, legend_of
from matplotlib import pyplot as plt
from scipy import integrate, stats

import mlevalkit as mk
from mlevalkit.display.workings import digits

RATES = [0.11, 0.09, 0.12, 0.10, 0.08, 0.10, 0.11, 0.09, 0.07, 0.13]
RANKS = mk.table("2.5").values


# -- one learner ------------------------------------------------------------------------------


def test_likelihood_curves_have_their_maximum_at_the_dot():
    ax = mk.plots.error_likelihood([0, 6, 10], 10)
    for curve, dot, errors in zip(ax.lines[::2], ax.lines[1::2], (0, 6, 10), strict=True):
        x, y = curve.get_data()
        np.testing.assert_allclose(y, stats.binom.pmf(errors, 10, x), atol=1e-12)
        assert dot.get_xdata()[0] == errors / 10
        assert y.max() <= dot.get_ydata()[0]
    assert len(mk.plots.error_likelihood(3, 7).lines) == 2


def test_figure_2_6():
    ax = mk.plots.binomial_test(mk.binomial_test(6, 10, error_rate_0=0.3))
    plain, critical = ax.containers
    heights = [bar.get_height() for bar in [*plain, *critical]]
    np.testing.assert_allclose(heights, stats.binom.pmf(np.arange(11), 10, 0.3))
    assert len(critical) == 5  # i >= 6
    assert sum(bar.get_height() for bar in critical) == pytest.approx(0.047349, abs=5e-7)
    assert "critical region: probability 0.0473" in legend_of(ax)
    assert "errors seen: 6 of 10" in legend_of(ax)


def test_many_samples_are_drawn_as_an_outline_around_what_matters():
    ax = mk.plots.binomial_test(mk.binomial_test(9_000, 100_000, error_rate_0=0.1))
    assert not ax.containers
    low, high = ax.get_xlim()
    assert low < 9_000 < 10_000 < high < 11_000
    x, y = ax.lines[0].get_data()
    assert y.sum() == pytest.approx(1, abs=1e-5)
    assert len(x) < 2_000


@pytest.mark.parametrize(("errors", "m", "rate"), [(0, 1, 0.0), (1, 1, 0.0), (3, 3, 1.0)])
def test_a_certain_number_of_errors_can_be_drawn(errors, m, rate):
    ax = mk.plots.binomial_test(mk.binomial_test(errors, m, error_rate_0=rate))
    ax.figure.canvas.draw()
    assert max(bar.get_height() for bar in ax.patches) == 1


T_RESULTS = [
    mk.t_test(RATES, 0.12),
    mk.t_test(RATES, 0.5, alpha=1e-17),
    mk.t_test([0.1, 0.1], 0.2),
    mk.paired_t_test(RATES, RATES[::-1]),
    mk.five_by_two_cv_test(D, alpha=0.1),
]


@pytest.mark.parametrize("result", T_RESULTS)
def test_figure_2_7(result):
    _, ax = plt.subplots()
    assert mk.plots.t_test(result, ax=ax) is ax
    ax.figure.canvas.draw()
    x, y = ax.lines[0].get_data()
    np.testing.assert_allclose(y, stats.t.pdf(x, result.df), rtol=1e-12)
    ends = [digits(end, 4) for end in result.confidence_interval(result._level)]
    assert f"{100 * (1 - result.alpha):g}% interval: {ends[0]} to {ends[1]}" in legend_of(ax)
    left, _, right = ax.get_xticks()
    assert right == -left == result.critical_value
    mark = float(ax.lines[-1].get_xdata()[0])
    assert ax.get_xlim()[0] <= mark <= ax.get_xlim()[1]
    far = abs(result.statistic) >= 3 * result.critical_value
    assert mark == (math.copysign(max(x), result.statistic) if far else result.statistic)


# -- two learners -----------------------------------------------------------------------------


def drawn(table, **options):
    return mk.plots.mcnemar_test(mk.mcnemar_test(table=table, **options))


def dashes(ax):
    return sorted({line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == "--"})


@pytest.mark.parametrize("correction", [True, False])
def test_area_beyond_the_dashes_is_the_p_value(correction):
    ax = drawn([[60, 10], [25, 5]], correction=correction)
    low, high = dashes(ax)
    assert (low, high) == pytest.approx((10.5, 24.5) if correction else (10, 25))
    p = 2 * stats.norm(17.5, np.sqrt(35) / 2).cdf(low)
    assert f"normal curve beyond the dashes: p = {p:.4f}" in legend_of(ax)
    ends = mk.mcnemar_test(table=[[60, 10], [25, 5]]).confidence_interval()
    assert "95% interval of A - B: {:.4f} to {:.4f}".format(*ends) in legend_of(ax)


@pytest.mark.parametrize(("e01", "e10"), [(10, 25), (0, 6), (3, 3), (8, 1), (0, 1)])
def test_hatched_bars_are_the_exact_p_value(e01, e10):
    ax = drawn([[60, e01], [e10, 5]])
    hatched = sum(bar.get_height() for bar in ax.patches if bar.get_hatch())
    # bars too low to be seen are not drawn
    assert hatched == pytest.approx(stats.binomtest(e01, e01 + e10).pvalue, abs=2e-5)
    assert legend_of(ax)[0] == f"seen: e01 = {e01}, e10 = {e10}"
    mid = mk.mcnemar_test(table=[[60, e01], [e10, 5]], mid_p=True)
    assert legend_of(mk.plots.mcnemar_test(mid))[1].endswith(f" mid-p = {digits(mid.pvalue)}")


def test_many_discordant_samples_are_an_outline():
    assert not drawn([[0, 900], [1000, 0]]).patches
    assert len(drawn([[0, 0], [10**6, 0]]).lines) > 0


def test_the_curve_is_a_density():
    line = max(drawn([[0, 30], [30, 0]]).lines, key=lambda line: len(line.get_xdata()))
    assert integrate.trapezoid(line.get_ydata(), line.get_xdata()) == pytest.approx(1, abs=1e-4)


def test_paired_errors_join_the_two_learners_of_a_fold():
    a, b = [0.1, 0.3, 0.2], [0.15, 0.28, 0.22]
    ax = mk.plots.paired_errors(a, b, names=("tree", "bayes"))
    segments = [s[:, 1].tolist() for s in ax.collections[0].get_segments()]
    assert segments == [[0.1, 0.15], [0.28, 0.3], [0.2, 0.22]]
    assert legend_of(ax) == ["tree", "bayes"]
    means = [line.get_ydata()[0] for line in ax.lines if len(line.get_xdata()) == 2]
    assert means == pytest.approx([0.2, np.mean(b)])
    ax = mk.plots.paired_errors(-np.ones(100), np.zeros(100))
    assert len(ax.get_xticks()) <= 22
    assert ax.get_ylim()[0] <= -1


# -- many learners, many runs -----------------------------------------------------------------


@pytest.mark.parametrize("draw", [mk.plots.friedman, mk.plots.critical_difference])
def test_both_results_give_the_same_picture(draw):
    a, b = (draw(test(ranks=RANKS)) for test in (mk.friedman_test, mk.nemenyi_test))
    assert [t.get_text() for t in a.texts] == [t.get_text() for t in b.texts]
    for line, other in zip(a.lines, b.lines, strict=True):
        np.testing.assert_array_equal(line.get_xydata(), other.get_xydata())


def test_rejections_are_shares_with_their_intervals():
    ax = mk.plots.rejections({"t": [True] * 30 + [False] * 170, "F": [False] * 100}, alpha=0.05)
    bars, dots = ax.lines[:4:2], ax.lines[1:4:2]
    assert [dot.get_xdata()[0] for dot in dots] == [0.15, 0.0]
    assert [dot.get_marker() for dot in dots] == ["s", "o"]  # only the first is beyond alpha
    for bar, errors, m in zip(bars, (30, 0), (200, 100), strict=True):
        interval = stats.binomtest(errors, m).proportion_ci(method="wilson")
        assert bar.get_xdata().tolist() == pytest.approx(list(interval))
    assert ax.get_yticklabels()[0].get_text() == "t"


def test_sizes_are_drawn_beside_the_nominal_one():
    ax = mk.plots.sizes([5, 10], {"a": [0.1, 0.2], "b": [0.05, 0.04]}, alpha=0.1, xlabel="folds")
    nominal, *lines = ax.lines
    assert set(nominal.get_ydata()) == {0.1}
    assert [line.get_label() for line in lines] == ["a", "b"]
    assert lines[1].get_ydata().tolist() == [0.05, 0.04]
    assert ax.get_ylim()[1] > 0.2
    assert ax.get_xlabel() == "folds"
    assert mk.plots.sizes([5, 10], [0.1, 0.2]).get_legend() is None


@pytest.mark.parametrize("draw", [mk.plots.friedman, mk.plots.critical_difference])
def test_a_comparison_of_learners_is_drawn_as_its_nemenyi_test(draw):
    comparison = mk.compare_learners([[0.1, 0.2, 0.3]] * 5 + [[0.2, 0.1, 0.3]])
    names = [[t.get_text() for t in draw(r).texts] for r in (comparison, comparison.nemenyi)]
    assert names[0] == names[1]
