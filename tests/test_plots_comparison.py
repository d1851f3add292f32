"""Likelihood curves, paired errors and shares of rejections, as drawn."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib import pyplot as plt
from scipy import stats

import mlevalkit as mk


@pytest.fixture(autouse=True)
def _no_figure_stays_open():
    yield
    plt.close("all")


def test_likelihood_curves_have_their_maximum_at_the_dot():
    ax = mk.plots.error_likelihood([0, 6, 10], 10)
    curves, dots = ax.lines[::2], ax.lines[1::2]
    for curve, dot, errors in zip(curves, dots, (0, 6, 10), strict=True):
        x, y = curve.get_data()
        np.testing.assert_allclose(y, stats.binom.pmf(errors, 10, x), atol=1e-12)
        assert dot.get_xdata()[0] == errors / 10
        assert y.max() <= dot.get_ydata()[0]
    assert len(mk.plots.error_likelihood(3, 7).lines) == 2


def test_likelihood_bad_counts_are_named():
    with pytest.raises(ValueError, match="errors: expected at most 5 numbers, got 6"):
        mk.plots.error_likelihood(range(6), 10)
    with pytest.raises(ValueError, match="errors: "):
        mk.plots.error_likelihood(11, 10)


def test_paired_errors_join_the_two_learners_of_a_fold():
    a, b = [0.1, 0.3, 0.2], [0.15, 0.28, 0.22]
    ax = mk.plots.paired_errors(a, b, names=("tree", "bayes"))
    segments = [s[:, 1].tolist() for s in ax.collections[0].get_segments()]
    assert segments == [[0.1, 0.15], [0.28, 0.3], [0.2, 0.22]]
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["tree", "bayes"]
    means = [line.get_ydata()[0] for line in ax.lines if len(line.get_xdata()) == 2]
    assert means == pytest.approx([0.2, np.mean(b)])
    assert ax.get_xticklabels()[-1].get_text() == "mean"
    assert ax.get_ylim()[0] == 0


def test_paired_errors_many_folds_and_negative_scores_fit():
    ax = mk.plots.paired_errors(-np.ones(100), np.zeros(100))
    assert len(ax.get_xticks()) <= 22
    assert ax.get_ylim()[0] <= -1


def test_paired_errors_bad_input_is_named():
    with pytest.raises(ValueError, match="errors_a and errors_b: expected the same length"):
        mk.plots.paired_errors([0.1, 0.2], [0.1])
    with pytest.raises(ValueError, match="names: expected two names, got 1"):
        mk.plots.paired_errors([0.1, 0.2], [0.1, 0.2], names=("A",))


def test_rejections_are_shares_with_their_intervals():
    rows = {"t": [True] * 30 + [False] * 170, "F": [False] * 100}
    ax = mk.plots.rejections(rows, alpha=0.05)
    bars, dots = ax.lines[:4:2], ax.lines[1:4:2]
    assert [dot.get_xdata()[0] for dot in dots] == [0.15, 0.0]
    assert [dot.get_marker() for dot in dots] == ["s", "o"]  # only the first is beyond alpha
    for bar, errors, m in zip(bars, (30, 0), (200, 100), strict=True):
        interval = stats.binomtest(errors, m).proportion_ci(method="wilson")
        assert bar.get_xdata().tolist() == pytest.approx(list(interval))
    assert ax.get_yticklabels()[0].get_text() == "t"


def test_rejections_bad_input_is_named():
    with pytest.raises(ValueError, match="at least one test"):
        mk.plots.rejections({})
    with pytest.raises(ValueError, match="alpha"):
        mk.plots.rejections([True], alpha=5)
    with pytest.raises(ValueError, match="true or false"):
        mk.plots.rejections({"t": [0.2, 0.4]})


def test_results_and_names_are_sequences():
    with pytest.raises(TypeError, match="results: expected a sequence, got object"):
        mk.plots.bias_variance(object())
    with pytest.raises(ValueError, match="results: expected at least one result, got none"):
        mk.plots.bias_variance([])
    with pytest.raises(TypeError, match="names: expected a sequence, got float"):
        mk.plots.paired_errors([0.1, 0.2], [0.2, 0.1], names=0.5)
    with pytest.raises(ValueError, match="rejected: expected true or false"):
        mk.plots.rejections([0.0, 1e300])
