"""Explorers of training and test errors, bias and variance, averages over classes."""

import numpy as np
import pytest
from helpers import values

import mlevalkit as mk


def number(view, label):
    return float(values(view)[label])


# -- degree, noise and number of samples ------------------------------------------------------


def test_fits_agree_with_numpy_polyfit():
    from mlevalkit.explorers.polynomials import _samples

    x, y, test_x, test_y = _samples(0, 0.3, 20)
    view = mk.explorers.overfitting().view(degree=5, noise=0.3, m=20)
    fit = np.polyfit(x, y, 5)
    samples = (x, y), (test_x, test_y)
    expected = [np.mean((y - np.polyval(fit, x)) ** 2) for x, y in samples]
    found = number(view, "training error"), number(view, "test error")
    assert found == pytest.approx(expected)


# -- bias and variance ------------------------------------------------------------------------

EXPLORER = mk.explorers.dilemma()  # one for all tests: it keeps its views


def by_degree(label, **setting):
    return np.array([number(EXPLORER.view(degree=d, **setting), label) for d in range(10)])


@pytest.mark.parametrize("m", [12, 30, 100])
def test_variance_of_least_squares(m):
    """In theory var(x) = noise^2 h(x)^T (H^T H)^-1 h(x), h the powers of x."""
    x = np.linspace(-1, 1, m)
    grid = np.linspace(-1, 1, 41)
    for degree in (0, 3, 6):
        design, at = np.vander(x, degree + 1), np.vander(grid, degree + 1)
        expected = 0.16 * np.einsum("ij,jk,ik->i", at, np.linalg.inv(design.T @ design), at).mean()
        view = EXPLORER.view(degree=degree, noise=0.4, m=m)
        assert number(view, "variance") == pytest.approx(expected, rel=0.2)


@pytest.mark.parametrize("noise", [0.2, 0.4, 0.7])
def test_the_sum_is_the_error_up_to_chance(noise):
    assert by_degree("noise ε^2", noise=noise) == pytest.approx(noise**2, rel=0.1)
    error, total = by_degree("measured error", noise=noise), by_degree("their sum", noise=noise)
    assert error == pytest.approx(total, rel=0.06)


def test_own_truth():
    own = mk.explorers.dilemma(truth=lambda x: 2 * x)
    assert number(own.view(degree=1), "squared bias") == pytest.approx(0, abs=1e-3)
    assert number(own.view(degree=0), "squared bias") == pytest.approx(1.4, abs=0.02)
    assert "data-explorer" not in own._repr_html_()


@pytest.mark.parametrize(
    ("explorer", "label"),
    [(mk.explorers.overfitting, "test error"), (mk.explorers.dilemma, "variance")],
)
def test_another_seed_is_another_sample(explorer, label):
    other = explorer(seed=1)
    assert number(explorer().view(), label) != number(other.view(), label)
    assert "data-explorer" not in other._repr_html_()
