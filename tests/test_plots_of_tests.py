"""The pictures of tests hold the numbers of their results."""

from __future__ import annotations

import math

import matplotlib as mpl
import numpy as np
import pytest
from scipy import stats

import mlevalkit as mk

mpl.use("Agg")
from matplotlib import pyplot as plt

D = [[0.06, 0.05], [0.03, 0.06], [0.04, 0.05], [0.05, 0.03], [0.06, 0.04]]
RATES = [0.11, 0.09, 0.12, 0.10, 0.08, 0.10, 0.11, 0.09, 0.07, 0.13]


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def test_figure_2_6():
    ax = mk.plots.binomial_test(mk.binomial_test(6, 10, error_rate_0=0.3))
    plain, critical = ax.containers
    heights = [bar.get_height() for bar in [*plain, *critical]]
    np.testing.assert_allclose(heights, stats.binom.pmf(np.arange(11), 10, 0.3))
    assert len(critical) == 5  # i >= 6
    assert sum(bar.get_height() for bar in critical) == pytest.approx(0.047349, abs=5e-7)
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert "critical region: probability 0.0473" in labels
    assert "errors seen: 6 of 10" in labels
    assert ax.get_ylabel() == "probability if ε = 0.3"


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
    mk.t_test(RATES, 0.5),
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
    left, _, right = ax.get_xticks()
    assert right == -left == result.critical_value
    mark = float(ax.lines[-1].get_xdata()[0])
    low, high = ax.get_xlim()
    assert low <= mark <= high
    if abs(result.statistic) < 3 * result.critical_value:
        assert mark == result.statistic
    else:
        assert mark == math.copysign(max(x), result.statistic)


def test_other_results_are_refused():
    with pytest.raises(TypeError, match="result: expected what binomial_test returns, got TTest"):
        mk.plots.binomial_test(T_RESULTS[0])
    with pytest.raises(TypeError, match="result: expected the result of a t test, got McNemar"):
        mk.plots.t_test(mk.mcnemar_test(table=[[1, 2], [3, 4]]))
    with pytest.raises(ValueError, match=r"result: .* that of an F test"):
        mk.plots.t_test(mk.five_by_two_cv_test(D, form="alpaydin"))


def test_a_critical_value_out_of_sight_is_not_drawn():
    result = mk.t_test([0.1, 0.3, 0.2], 0.1, alpha=5e-324)
    assert result.critical_value > 1e100
    ax = mk.plots.t_test(result)
    assert not ax.collections
    assert ax.get_xlim()[1] < 10


# -- ranks ------------------------------------------------------------------------------------


def test_friedman_diagram_is_figure_2_8():
    r = mk.nemenyi_test(ranks=[[2, 1, 3], [2.5, 1, 2.5], [2, 1, 3], [2, 1, 3]], learners="BAC")
    ax = mk.plots.friedman(r)
    segments = [s[:, 0].tolist() for s in ax.collections[0].get_segments()]
    np.testing.assert_allclose(
        segments, [[0.1714, 1.8286], [1.2964, 2.9536], [2.0464, 3.7036]], atol=5e-5
    )
    assert [t.get_text() for t in ax.get_yticklabels()] == ["A", "B", "C"]
    assert ax.yaxis_inverted()
    tested = mk.friedman_test(ranks=[[2, 1, 3], [2.5, 1, 2.5], [2, 1, 3], [2, 1, 3]])
    assert [len(c.get_segments()) for c in mk.plots.friedman(tested).collections] == [3]
    given = plt.figure().add_subplot()
    assert mk.plots.friedman(r, ax=given) is given


def bars(ax):
    return {
        tuple(line.get_xdata().round(6)): float(line.get_ydata()[0])
        for line in ax.lines
        if line.get_linewidth() == 4
    }


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("k", [2, 3, 7, 12])
def test_critical_difference_diagram(seed, k):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(25, k)) + np.linspace(0, 2, k)
    r = mk.nemenyi_test(scores, learners=[f"learner {i}" for i in range(k)])
    ax = mk.plots.critical_difference(r)
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


def test_diagrams_take_results_only():
    for draw in (mk.plots.friedman, mk.plots.critical_difference):
        with pytest.raises(TypeError, match="result: .* got list"):
            draw([1, 2, 3])
