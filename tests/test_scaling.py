"""Bringing columns to one scale: (2.43), (2.44)."""

import math
import warnings

import numpy as np
import pytest
from helpers import check_working
from hypothesis import example, given, strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats
from sklearn import preprocessing

import mlevalkit as mk
from mlevalkit.display.workings import Line

ARRAYS = arrays(
    float,
    array_shapes(min_dims=1, max_dims=2, max_side=9),
    elements=st.integers(-50, 50).map(float),
)


@given(ARRAYS, st.sampled_from([(0, 1), (-1, 1), (2.5, 10)]), st.sampled_from([0, 1]))
def test_minmax_like_scikit_learn(X, feature_range, axis):
    if X.ndim == 1 and axis == 1:
        return
    got = mk.minmax_scale(X, feature_range, axis=axis)
    expected = preprocessing.minmax_scale(X, feature_range, axis=axis)
    assert_allclose(got, expected, atol=1e-12)
    assert got.shape == X.shape


@example(np.array([1.0, 2.0]), 0, 1)
@example(np.array([1.0, 2.0]), 0, 2)
@given(ARRAYS, st.sampled_from([0, 1]), st.sampled_from([0, 1, 2]))
def test_zscore_like_scipy(a, axis, ddof):
    if a.ndim == 1 and axis == 1:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        expected = stats.zscore(a, axis=axis, ddof=ddof)
    if a.shape[axis] <= ddof:
        expected = np.full(a.shape, math.nan)
    assert_allclose(mk.zscore(a, axis, ddof), expected, atol=1e-12)


@given(ARRAYS)
def test_ends_are_hit_exactly(X):
    scaled = mk.minmax_scale(X, (0.1, 0.7))
    assert (scaled.min(axis=0) == 0.1).all()
    varies = np.ptp(X, axis=0) > 0
    assert (scaled.max(axis=0)[varies] == 0.7).all() if X.ndim == 2 else True


def test_constant_columns():
    X = np.array([[0.1, 1], [0.1, 2], [0.1, 3]])
    assert mk.minmax_scale(X, (2, 3))[:, 0].tolist() == [2, 2, 2]
    assert np.isnan(mk.zscore(X)[:, 0]).all()
    assert not np.isnan(mk.zscore(X)[:, 1]).any()
    assert_array_equal(mk.zscore([0, 0]), [math.nan, math.nan])


def test_near_equal_numbers_keep_their_digits():
    x = 1e9 + np.array([0.0, 1, 2])
    assert_allclose(mk.zscore(x), [-math.sqrt(1.5), 0, math.sqrt(1.5)], rtol=1e-15)


def test_columns_of_any_size_stand_side_by_side():
    X = np.array([[1.0, 1], [3, 2], [2, 3]])
    assert_allclose(mk.zscore(X * [1e-200, 1e200]), mk.zscore(X), rtol=1e-15)


def _lines(working):
    check_working(working)
    return [s for s in working.steps if isinstance(s, Line)]


@pytest.mark.parametrize("column", [[5, 5], [0.1] * 3])  # the mean of 0.1 is rounded
def test_workings_of_equal_numbers(column):
    line = _lines(mk.minmax_scale.working(column, (2, 3)))[0]
    assert (line.value, line.is_undefined) == (2, True)
    line = _lines(mk.zscore.working(column))[-1]
    assert (math.isnan(line.value), line.is_undefined, bool(line.note)) == (True, True, True)


def test_one_number_has_no_deviation_of_a_sample():
    mean, score = _lines(mk.zscore.working([5], ddof=1))
    assert mean.value == 5
    assert math.isnan(score.value)


@pytest.mark.parametrize("m", [5, 300])
@pytest.mark.parametrize("ddof", [0, 1])
def test_the_working_has_the_columns_own_mean_and_deviation(m, ddof):
    x = np.random.RandomState(0).rand(m)
    lines = _lines(mk.zscore.working(x, ddof=ddof))
    expected = [x.mean(), x.std(ddof=ddof), (x[0] - x.mean()) / x.std(ddof=ddof)]
    assert_allclose([float(line.value) for line in lines], expected, rtol=1e-12)
    assert [line.symbol for line in lines[:2]] == ["x_mean", "sigma_x"]
    assert bool(lines[1].note) == (m == 300), "a long sum is not written out"


def test_the_example_of_a_column_is_none_of_its_ends():
    assert float(_lines(mk.minmax_scale.working([0, 10, 3]))[0].value) == 0.3


def test_a_column_of_one_value_is_remarked_on():
    of_one, of_two = (_lines(mk.minmax_scale.working(x))[0] for x in ([5, 5], [5, 6]))
    assert of_one.note
    assert not of_two.note


@pytest.mark.filterwarnings("error")
def test_numbers_whose_differences_no_float_holds_are_scaled():
    scaled = mk.minmax_scale([-1e308, 0, 1e308], (-1, 1))
    assert scaled.tolist() == [-1, 0, 1]
