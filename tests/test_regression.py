"""Squared and absolute errors, R2: (2.2) and what stands beside it."""

import math
import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as sk
from helpers import check_working
from hypothesis import given, strategies as st

import mlevalkit as mk

NAMES = ["mean_squared_error", "root_mean_squared_error", "mean_absolute_error", "r2_score"]


def test_examples_2_7_and_2_8_to_the_last_digit():
    assert mk.mean_squared_error(*mk.datasets.example("2.7")) == 8.107142857142858 == 56.75 / 7
    assert mk.root_mean_squared_error(*mk.datasets.example("2.8")) == 2.847304489713536
    assert mk.mean_absolute_error(*mk.datasets.example("2.8")) == 1.9285714285714286 == 13.5 / 7


NUMBERS = st.floats(-1e6, 1e6).map(lambda x: x + 0.0)


@st.composite
def columns(draw, least=2):
    """Return y_true, y_pred and weights, or None."""
    size = draw(st.integers(least, 30))
    y_true, y_pred = (draw(st.lists(NUMBERS, min_size=size, max_size=size)) for _ in range(2))
    weight = draw(
        st.none()
        | st.lists(st.floats(0.125, 8), min_size=size, max_size=size)
        | st.lists(st.integers(1, 5), min_size=size, max_size=size)
    )
    wrap = draw(st.sampled_from([list, np.array, pd.Series, lambda x: np.repeat(x, 2)[::2]]))
    return wrap(y_true), wrap(y_pred), weight


@pytest.mark.parametrize("name", NAMES[:3])
@given(columns(least=1))
def test_errors_like_scikit_learn(name, case):
    y_true, y_pred, weight = case
    got = getattr(mk, name)(y_true, y_pred, sample_weight=weight)
    expected = getattr(sk, name)(y_true, y_pred, sample_weight=weight)
    assert got == pytest.approx(expected, rel=1e-9, abs=1e-100)
    assert type(got) is float


@given(columns(), st.booleans())
def test_r2_like_scikit_learn(case, force_finite):
    y_true, y_pred, weight = case
    if np.ptp(y_true) < 1e-3 and np.ptp(y_true) > 0:
        return  # scikit-learn's mean of nearly equal numbers is rounding error
    options = {"sample_weight": weight, "force_finite": force_finite}
    got = mk.r2_score(y_true, y_pred, **options)
    if np.ptp(y_true) > 0:
        expected = sk.r2_score(y_true, y_pred, **options)
        assert got == pytest.approx(expected, rel=1e-6, abs=1e-9)
    else:
        right = bool((np.asarray(y_true) == np.asarray(y_pred)).all())
        expected = float(right) if force_finite else math.nan if right else -math.inf
        assert got == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize("name", NAMES)
def test_long_columns(name):
    rng = np.random.default_rng(0)
    y_true = rng.normal(size=100_000)
    y_pred = y_true + rng.normal(size=100_000)
    for weight in (None, rng.random(100_000)):
        got = getattr(mk, name)(y_true, y_pred, sample_weight=weight)
        assert got == pytest.approx(getattr(sk, name)(y_true, y_pred, sample_weight=weight))


# -- properties and edges ----------------------------------------------------------------------


def test_numbers_whose_squares_are_no_floats():
    assert mk.mean_squared_error([1e200, 0], [0, 0]) == math.inf
    assert mk.mean_squared_error([1.7e308] * 2, [1.7e308] * 2) == 0  # nor is their sum


def test_a_constant_column_has_no_variation_though_its_mean_is_rounded():
    y = [0.1] * 3
    assert mk.r2_score(y, y) == 1
    assert mk.r2_score(y, [0.1, 0.1, 0.2]) == 0
    assert mk.r2_score(y, [0.1, 0.1, 0.2], force_finite=False) == -math.inf
    assert math.isnan(mk.r2_score(y, y, force_finite=False))
    assert mk.r2_score([0.1, 0.1, 5], [0.1, 0.1, 0], sample_weight=[1, 1, 0]) == 1
    assert mk.r2_score([5, 0.1, 0.1], [0, 0.1, 0.1], sample_weight=[0, 1, 1]) == 1
    assert mk.r2_score([*y, 5], [0.1, 0.1, 0.2, 5], sample_weight=[1, 1, 1, 0]) == 0
    assert mk.r2_score([1, 2], [1, 3], sample_weight=[1, 0]) == 1


def test_one_sample_has_no_r2():
    with pytest.warns(mk.UndefinedMetricWarning, match="R2 of one sample is 0/0") as caught:
        assert math.isnan(mk.r2_score([1], [1]))
    assert caught[0].filename == __file__


# -- workings ----------------------------------------------------------------------------------


def test_undefined_r2_is_said():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        line = mk.r2_score.working([2, 2], [2, 1]).steps[-1]
    assert (line.value, line.is_undefined) == (0, True)


@pytest.mark.parametrize("m", [3, 300])
@pytest.mark.parametrize("name", NAMES)
def test_workings_with_weights_have_the_weighted_value(name, m):
    y_true, y_pred, weight = np.random.RandomState(0).randint(1, 9, (3, m))
    measure, given = getattr(mk, name), {"sample_weight": weight}
    working = measure.working(y_true, y_pred, **given)
    check_working(working, measure(y_true, y_pred, **given))
    if name == "r2_score":
        assert len(working.steps) == 2, "weighted sums are not written out"
    elif m == 300:
        assert str(weight.sum()) in str(working)
