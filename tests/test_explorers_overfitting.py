"""The explorers of sections 2.1 and 2.2.3: what their numbers say."""

import numpy as np
import pytest

import mlevalkit as mk


def number(view, label):
    return next(float(v.value) for v in view.numbers if v.label.texts["en"] == label)


# -- degree, noise and number of samples ------------------------------------------------------


def test_fits_agree_with_numpy_polyfit():
    from mlevalkit.explorers._overfitting import _samples

    x, y, test_x, test_y = _samples(0, 0.3, 20)
    view = mk.explorers.overfitting().view(degree=5, noise=0.3, m=20)
    fit = np.polyfit(x, y, 5)
    samples = (x, y), (test_x, test_y)
    expected = [np.mean((y - np.polyval(fit, x)) ** 2) for x, y in samples]
    found = number(view, "training error"), number(view, "test error")
    assert found == pytest.approx(expected)


def test_another_seed_is_another_sample():
    first, other = mk.explorers.overfitting(), mk.explorers.overfitting(seed=1)
    assert number(first.view(), "test error") != number(other.view(), "test error")
    assert "data-explorer" not in other._repr_html_()


# -- what a bootstrap leaves out --------------------------------------------------------------


@pytest.mark.parametrize("m", [2, 5, 20, 1000])
def test_drawn_and_left_out_are_all_samples(m):
    for draw in (1, 8):
        view = mk.explorers.out_of_bag().view(m=m, draw=draw)
        left_out = number(view, "left out of D'")
        assert left_out + number(view, "different samples in D'") == m
        assert number(view, "share left out") == pytest.approx(left_out / m)


def test_of_two_samples_none_may_be_left_out():
    explorer = mk.explorers.out_of_bag()
    left_out = {number(explorer.view(m=2, draw=d), "left out of D'") for d in range(1, 9)}
    assert left_out == {0, 1}


def test_own_numbers_of_samples():
    own = mk.explorers.out_of_bag([137, 8, 8], seed=3)
    assert own.parameters[0].values == (8, 137)
    assert number(own.view(m=137), "different samples in D'") < 137
    assert "data-explorer" not in own._repr_html_()
