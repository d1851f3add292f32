"""Bias, variance and noise: (2.37)-(2.42), and what 0-1 loss makes of them."""

import math

import numpy as np
import pytest
from helpers import check_working
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp
from matplotlib import pyplot as plt
from scipy import stats

import mlevalkit as mk
from mlevalkit import bias_variance_decomposition, zero_one_decomposition
from mlevalkit.display.workings import Line

PREDICTIONS = [[1, 4], [3, 4], [2, 7]]
Y = [3, 5]


# -- squared error ----------------------------------------------------------------------------


def test_by_hand():
    r = bias_variance_decomposition(PREDICTIONS, Y)
    assert r.per_point.mean_prediction.tolist() == [2, 5]
    assert r.per_point.bias2.tolist() == [1, 0]
    assert r.per_point.variance == pytest.approx([2 / 3, 2])
    assert r.per_point.error == pytest.approx([5 / 3, 2])
    assert r.per_point.noise.tolist() == [0, 0]
    assert (r.bias2, r.variance, r.noise) == tuple(r) == (0.5, pytest.approx(4 / 3), 0)
    assert r.error == pytest.approx(11 / 6)
    assert r.mean_prediction == 3.5
    assert r.cross == 0
    assert math.isnan(r.cross_standard_error)


def test_noise_that_is_independent_has_cross_terms_by_chance_only():
    rng = np.random.default_rng(2)
    y = rng.normal(size=20)
    f, labels = y + 0.3 + rng.normal(size=(400, 20)), y + rng.normal(0, 0.5, size=(400, 20))
    r = bias_variance_decomposition(f, y, y_noisy=labels)
    assert r.bias2 == pytest.approx(0.09, abs=0.02)
    assert r.variance == pytest.approx(1, abs=0.05)
    assert r.noise == pytest.approx(0.25, abs=0.02)
    assert 0 < abs(r.cross) < 3 * r.cross_standard_error < 0.05
    each = (2 * (f - y) * (y - labels)).mean(axis=1)
    assert r.cross_standard_error == pytest.approx(stats.sem(each), rel=1e-9)
    large = bias_variance_decomposition(f * 1e150, y * 1e150, y_noisy=labels * 1e150)
    assert large.cross_standard_error == pytest.approx(r.cross_standard_error * 1e300)
    check_working(r.working(3))
    biased = bias_variance_decomposition(f, y, y_noisy=labels + 0.5)
    assert [": more than chance" in str(each.working(3)) for each in (r, biased)] == [False, True]


def test_two_sets_with_labels_of_their_own():
    r = bias_variance_decomposition([[1.0], [2.0]], [0.0], y_noisy=[[1.0], [-1.0]])
    assert r.per_point.dependence.tolist() == [1.0]  # 2 (-1/2 · -1 + 1/2 · 1) / 2
    assert r.total == r.error == 4.5


def test_one_training_set():
    r = bias_variance_decomposition([[1, 2]], [1, 3])
    assert (r.variance, r.bias2, r.error) == (0, 0.5, 0.5)
    check_working(r.working())


@st.composite
def studies(draw):
    sets, points = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    values = st.floats(-100, 100, width=32)
    f = draw(hnp.arrays(float, (sets, points), elements=values))
    y = draw(hnp.arrays(float, points, elements=values))
    rows = draw(st.sampled_from([None, 1, sets]))
    noisy = None if rows is None else draw(hnp.arrays(float, (rows, points), elements=values))
    return f, y, noisy


@given(studies())
def test_the_terms_are_the_measured_error(study):
    f, y, noisy = study
    r = bias_variance_decomposition(f, y, y_noisy=noisy)
    labels = y if noisy is None else noisy
    np.testing.assert_allclose(r.per_point.error, ((f - labels) ** 2).mean(axis=0))
    np.testing.assert_allclose(r.per_point.total, r.per_point.error, atol=1e-9)
    assert r.total == pytest.approx(r.error, abs=1e-9)
    np.testing.assert_allclose(r.per_point.bias2, (f.mean(axis=0) - y) ** 2, atol=1e-9)
    np.testing.assert_allclose(r.per_point.variance, f.var(axis=0), atol=1e-9)
    means = r.per_point.bias2.mean(), r.per_point.variance.mean(), r.per_point.noise.mean()
    assert (r.bias2, r.variance, r.noise) == pytest.approx(means)
    if noisy is None:
        assert (r.per_point.cross == 0).all()


@pytest.mark.parametrize(
    "noisy", [None, [4, 5], [[4, 5], [3, 5], [2, 6]], [[3, 5], [3, 6], [3, 4]]]
)
@pytest.mark.parametrize("point", [0, 1])
def test_workings(noisy, point):
    r = bias_variance_decomposition(PREDICTIONS, Y, y_noisy=noisy)
    working = r.working(point)
    check_working(working)
    assert float(working) == r.error
    lines = {(s.symbol, s.number): float(s.value) for s in working.steps[:9] if isinstance(s, Line)}
    assert lines["f_mean", "2.37"] == pytest.approx(r.per_point.mean_prediction[point])
    assert lines["var", "2.38"] == pytest.approx(r.per_point.variance[point])
    assert lines["eps2", "2.39"] == pytest.approx(r.per_point.noise[point])
    assert lines["bias2", "2.40"] == pytest.approx(r.per_point.bias2[point])
    assert lines["E", None] == pytest.approx(r.per_point.error[point])
    total = lines.get(("E", "2.42"), lines.get(("E", "2.41")))
    assert total == pytest.approx(r.per_point.error[point])


def test_only_cross_terms_that_are_there_are_shown():
    def shown(*arguments, y_noisy):
        steps = bias_variance_decomposition.working(*arguments, y_noisy=y_noisy).steps
        return {s.symbol for s in steps if isinstance(s, Line)} & {"c_1", "c_2"}

    assert shown(PREDICTIONS, [2, 5], y_noisy=[[2, 5], [1, 6], [3, 4]]) == {"c_1"}
    assert shown([[0, 1], [0, 1]], [1, 1], y_noisy=[[0, 1], [1, 1]]) == {"c_2"}
    rounded = np.add([0.2, 0.4], [[0.1, 0.1], [-0.1, -0.1]])  # off 0 by rounding only
    assert shown([[0.1, 0.3]] * 2, [0.2, 0.4], y_noisy=rounded) == set()


# -- use --------------------------------------------------------------------------------------


def study(noise):
    labels = [[3, 5], [3, 6], [3, 4]] if noise else None
    shifts = (4, 2, 0.5, 2)
    return [bias_variance_decomposition(np.add(PREDICTIONS, s), Y, y_noisy=labels) for s in shifts]


@pytest.mark.parametrize("noise", [True, False])
def test_figure_2_9(noise):
    results = study(noise)
    ax = mk.plots.bias_variance(results, [1, 2, 4, 8], xlabel="depth")
    lines = {line.get_label(): line for line in ax.lines}
    assert ("noise" in lines) == noise
    assert lines["measured error"].get_ydata().tolist() == [r.error for r in results]
    assert list(lines["bias²"].get_ydata()) == [r.bias2 for r in results]
    assert list(lines["variance"].get_ydata()) == [r.variance for r in results]
    assert lines["variance"].get_xdata().tolist() == [1, 2, 4, 8]
    assert ax.lines[0].get_xdata()[0] == 4
    assert [t.get_text().strip() for t in ax.texts] == ["underfitting", "overfitting"]
    assert ax.get_xlabel() == "depth"


def test_figure_2_9_without_numbers():
    results = study(True)
    ax = mk.plots.bias_variance(results, ["a", "b", "c", "d"], ax=plt.figure().add_subplot())
    assert [t.get_text() for t in ax.get_xticklabels()] == ["a", "b", "c", "d"]
    ax = mk.plots.bias_variance(results[2:])
    assert [t.get_text().strip() for t in ax.texts] == ["overfitting"]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["1", "2"]
    assert mk.plots.bias_variance(results * 4).get_xlabel() == "capacity"


# -- 0-1 loss ---------------------------------------------------------------------------------

VOTES = [["cat", "dog"], ["cat", "dog"], ["dog", "cat"]]


def test_zero_one_by_hand():
    r = zero_one_decomposition(VOTES, ["cat", "cat"])
    assert r.main_prediction.tolist() == ["cat", "dog"]
    assert r.per_point.bias.tolist() == [0, 1]
    found = [*r.per_point.variance, *r.per_point.error]
    assert found == pytest.approx([1 / 3, 1 / 3, 1 / 3, 2 / 3])
    assert tuple(r) == (0.5, pytest.approx(1 / 3))
    assert (r.net_variance, r.error, float(r.working())) == (0, 0.5, 0.5)


@st.composite
def votes(draw):
    sets, points = draw(st.integers(1, 7)), draw(st.integers(1, 5))
    values = st.integers(0, draw(st.integers(1, 3)))
    return [draw(hnp.arrays(int, shape, elements=values)) for shape in ((sets, points), points)]


@given(votes())
def test_zero_one_terms_add_up_with_their_signs(study):
    f, y = study
    r = zero_one_decomposition(f, y)
    t = r.per_point
    np.testing.assert_allclose(t.error, (f != y).mean(axis=0))
    np.testing.assert_allclose(t.bias + t.net_variance, t.error, atol=1e-12)
    # the main prediction is the most frequent one, the first of several
    np.testing.assert_array_equal(r.main_prediction, stats.mode(f, axis=0).mode)
    np.testing.assert_array_equal(t.bias, r.main_prediction != y)
    np.testing.assert_allclose(t.variance, (f != r.main_prediction).mean(axis=0))
    assert (r.bias, r.variance) == pytest.approx((t.bias.mean(), t.variance.mean()))
    if len(np.unique(np.concatenate([f.ravel(), y]))) <= 2:  # Domingos' two-class formula
        signed = np.where(t.bias == 1, -1, 1) * t.variance
        np.testing.assert_allclose(t.net_variance, signed, atol=1e-12)
    check_working(r.working())


def test_a_learner_that_is_always_wrong():
    r = zero_one_decomposition(np.zeros((3, 30), dtype=int), np.ones(30, dtype=int))
    assert r.error == r.bias == 1
    check_working(r.working())
