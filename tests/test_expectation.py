"""Errors over a density p(x), by quadrature and by sampling: (2.3), (2.6), (2.7)."""

import math
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

import mlevalkit as mk

NORMAL = stats.norm()
MEASURES = [mk.expected_squared_error, mk.expected_error_rate, mk.expected_accuracy]


# -- known integrals ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "y", "p", "expected"),
    [
        (lambda x: x, lambda x: x**2, stats.uniform(), 1 / 30),
        (lambda x: 0, lambda x: x, NORMAL, 1),
        (lambda x: 0, lambda x: x, stats.norm(3, 2), 13),
        (lambda x: 0, lambda x: x, stats.norm(-500, 0.5), 250_000.25),
        (lambda x: 0, lambda x: x, stats.expon(), 2),
        (lambda x: 0, lambda x: x, stats.loguniform(1, math.e), (math.e**2 - 1) / 2),
        (lambda x: np.floor(4 * x), lambda x: 4 * x, stats.uniform(), 1 / 3),
        (np.sign, lambda x: 0, NORMAL, 1),
        (lambda x: 0, lambda x: x, stats.t(3), 3),
        (lambda x: 0, lambda x: x**-0.25, stats.uniform(), 2),
        (lambda x: 0, lambda x: x, stats.chi2(1), 3),  # infinite at 0
        (lambda x: np.floor(10 * x) / 10, lambda x: x, stats.uniform(), 1 / 300),
        (lambda x: (x > 0.3) & (x < 0.302), lambda x: 0, stats.uniform(), 0.002),
        (lambda x: 1e-9 * x, lambda x: 0, NORMAL, 1e-18),
        (lambda x: 1e9 * x, lambda x: 0, NORMAL, 1e18),
        (lambda x: 1e6 * x, lambda x: 1e6 * 0.3, stats.norm(0.3, 1e-6), 1),  # all mass in one place
        (lambda x: np.log(np.abs(x)), lambda x: 0, NORMAL,
         (np.euler_gamma + math.log(2)) ** 2 / 4 + math.pi**2 / 8),
    ],
)  # fmt: skip
def test_expected_squares(f, y, p, expected):
    assert mk.expected_squared_error(f, y, p) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("f", "y", "p", "expected"),
    [
        (lambda x: x > 0.5, lambda x: x > 0, NORMAL, NORMAL.cdf(0.5) - 0.5),
        (lambda x: x > 0, lambda x: abs(x) > 1, NORMAL, 0.5),
        (lambda x: x > 0.25, lambda x: x > 1, stats.uniform(), 0.75),
        (lambda x: True, lambda x: False, NORMAL, 1),
        (lambda x: True, lambda x: True, NORMAL, 0),
        (lambda x: np.sin(40 * x) > 0, lambda x: True, stats.uniform(0, math.pi), 0.5),
        (lambda x: np.where(x > 1, "a", "b"), lambda x: "b", stats.expon(), math.exp(-1)),
        (lambda x: x > 301, lambda x: x > 300, stats.norm(300, 1), NORMAL.cdf(1) - 0.5),
        (lambda x: x > 1e9, lambda x: False, stats.cauchy(), stats.cauchy.sf(1e9)),
        (lambda x: x > 777.7, lambda x: True, stats.norm(777.7, 1e-4), 0.5),
    ],
)
def test_expected_errors(f, y, p, expected):
    got = mk.expected_error_rate(f, y, p)
    assert got == pytest.approx(expected, abs=1e-9)
    assert mk.expected_accuracy(f, y, p) == pytest.approx(1 - expected, abs=1e-9)


@pytest.mark.parametrize("far", [9, 20, 35])
def test_errors_far_in_either_tail_keep_their_digits(far):
    for f in (lambda x: x > far, lambda x: x < -far):
        got = mk.expected_error_rate(f, lambda x: False, NORMAL)
        assert got == pytest.approx(NORMAL.sf(far), rel=1e-9)


# -- sampling ----------------------------------------------------------------------------------


def test_samples_agree_with_the_integral():
    f, y = (lambda x: x > 0.5), (lambda x: x > 0)
    exact = mk.expected_error_rate(f, y, NORMAL)
    got = mk.expected_error_rate(f, y, draw=NORMAL, random_state=1)
    assert abs(got - exact) < 4 * math.sqrt(exact * (1 - exact) / 100_000)
    assert mk.expected_accuracy(f, y, draw=NORMAL, random_state=1) == 1 - got
    got = mk.expected_squared_error(lambda x: 0, lambda x: x, draw=NORMAL, random_state=1)
    assert got == pytest.approx(1, abs=0.02)


def test_samples_of_many_features_and_noisy_labels():
    def draw(n_samples, random_state):
        x = random_state.normal(size=(n_samples, 3))
        return x, (x[:, 0] > 0) ^ (random_state.uniform(size=n_samples) < 0.1)

    got = mk.expected_error_rate(lambda x: x[:, 0] > 0, None, draw=draw, random_state=0)
    assert got == pytest.approx(0.1, abs=0.005)

    def noisy(n_samples, random_state):
        x = random_state.normal(size=n_samples)
        return x, x + random_state.normal(size=n_samples)

    got = mk.expected_squared_error(lambda x: x, None, draw=noisy, random_state=0)
    assert got == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("measure", MEASURES)
def test_a_generator_is_taken_and_moves_on(measure):
    def draw(n_samples, random_state):
        assert isinstance(random_state, np.random.Generator)
        return random_state.normal(size=n_samples)

    f, y = (lambda x: x > 0.5), (lambda x: x > 0)
    rng, again = np.random.default_rng(1), np.random.default_rng(1)
    first, second = (measure(f, y, draw=draw, random_state=rng) for _ in range(2))
    assert first == measure(f, y, draw=draw, random_state=again)
    assert first != second
    drawn = [NORMAL, SimpleNamespace(rvs=lambda size, random_state: random_state.normal(size=size)),
             partial(lambda scale, n, random: random.normal(0, scale, n), 2)]  # fmt: skip
    for source in drawn:
        assert np.isfinite(measure(f, y, draw=source, random_state=rng))


def test_thresholds_that_are_no_round_numbers_keep_their_digits():
    third = 0.1 + 1 / 3e5
    wrong = mk.expected_error_rate(lambda x: x > third, lambda x: x > 0, stats.uniform())
    assert wrong == pytest.approx(third, rel=1e-13)


# -- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y", "p"),
    [
        (lambda x: x, stats.cauchy()),
        pytest.param(lambda x: x, stats.t(2), marks=pytest.mark.slow),
        (lambda x: 1 / np.sqrt(x), stats.uniform()),
        (lambda x: 1 / np.hypot(x - 0.3, 1e-20), stats.uniform()),
        (lambda x: np.sin(1e9 * x), stats.uniform()),
        pytest.param(
            lambda x: np.hypot(x - 1 / 3, 1e-25) ** -0.5, stats.uniform(), marks=pytest.mark.slow
        ),
    ],
)
def test_an_expectation_that_does_not_exist_or_is_too_wild(y, p):
    with pytest.raises(ValueError, match="f, y and p: expected an expectation that quadrature can"):
        mk.expected_squared_error(lambda x: 0, y, p)


# -- workings ----------------------------------------------------------------------------------


def test_the_working_says_where_it_errs():
    table = mk.expected_error_rate.working(lambda x: abs(x) > 1, lambda x: x > 0, NORMAL).steps[0]
    assert [row[:2] for row in table.rows] == [(-math.inf, -1), (0, 1)]
    assert [row[2] for row in table.rows] == pytest.approx([0.158655, 0.341345], abs=1e-6)
