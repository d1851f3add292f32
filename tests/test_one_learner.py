"""One learner: likelihood of errors, binomial test, confidence intervals, t test; (2.26)-(2.30)."""

import math

import numpy as np
import pytest
from helpers import check_working
from hypothesis import given, strategies as st
from scipy import stats

import mlevalkit as mk

# -- (2.26) -----------------------------------------------------------------------------------


def test_figure_2_6():
    printed = [0.028248, 0.121061, 0.233474, 0.266828, 0.200121, 0.102919, 0.036757, 0.009002,
               0.001447, 0.000138, 0.000006]  # fmt: skip
    np.testing.assert_allclose(mk.error_likelihood(range(11), 10, 0.3), printed, atol=5e-7)


# -- (2.27) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rate", "m", "corrected", "minimum", "maximum"),
    [(0.3, 10, 0.5, 0.0, 0.1500), (0.1, 100, 0.15, 0.0, 0.0629)],
)
def test_the_three_printed_forms(rate, m, corrected, minimum, maximum):
    """E1."""
    assert mk.binomial_critical_value(m, rate) == corrected
    assert mk.binomial_critical_value(m, rate, form="minimum") == minimum
    got = mk.binomial_critical_value(m, rate, form="maximum")
    assert got == pytest.approx(maximum, abs=5e-5)
    assert stats.binom.sf(round(rate * m), m, got) == pytest.approx(0.05, rel=1e-9)


def test_the_maximum_form_counts_whole_errors_in_spite_of_rounding():
    """0.29 * 100 is a little less than 29."""
    got = mk.binomial_critical_value(100, 0.29, form="maximum")
    assert stats.binom.sf(29, 100, got) == pytest.approx(0.05, rel=1e-9)


@pytest.mark.parametrize(
    ("rate", "m", "form", "expected"),
    [
        (0.0, 10, "corrected", 0.0),  # a single error rejects "it makes none"
        (1.0, 10, "corrected", 1.0),  # nothing can be worse
        (0.3, 1, "corrected", 1.0),  # one sample proves nothing
        (0.01, 1, "corrected", 0.0),
        (1.0, 10, "maximum", 1.0),
        (0.0, 10, "maximum", 1 - 0.95**0.1),
    ],
)
def test_critical_error_rate_at_the_ends(rate, m, form, expected):
    assert mk.binomial_critical_value(m, rate, form=form) == pytest.approx(expected)


@given(st.integers(1, 80), st.floats(0.01, 0.99), st.sampled_from([0.01, 0.05, 0.10]), st.data())
def test_binomial_test_is_scipys(m, rate, alpha, data):
    errors = data.draw(st.integers(0, m))
    r = mk.binomial_test(errors, m, error_rate_0=rate, alpha=alpha)
    scipys = stats.binomtest(errors, m, rate, alternative="greater")
    assert r.statistic == scipys.statistic == errors / m
    (p,) = (s.value for s in r.working().steps if getattr(s, "symbol", "") == "p")
    assert (r.pvalue, float(p)) == pytest.approx((scipys.pvalue, scipys.pvalue), rel=1e-9)
    assert r.reject == (r.pvalue < alpha) == (r.statistic > r.critical_value)
    size = stats.binom.sf(round(r.critical_value * m), m, rate)
    assert alpha > r.size == pytest.approx(size, rel=1e-9)


def test_errors_may_be_given_sample_by_sample():
    y, f = np.array([0, 1, 1, 0, 1]), np.array([0, 1, 0, 0, 0])
    assert mk.binomial_test(y != f, error_rate_0=0.3) == mk.binomial_test(2, 5, error_rate_0=0.3)
    assert mk.error_rate_interval((y != f).tolist()) == mk.error_rate_interval(2, 5)
    assert mk.error_rate_interval((y != f).astype(float)) == mk.error_rate_interval(2, 5)


# -- confidence intervals ---------------------------------------------------------------------

METHODS = ["exact", "wilson"]


@pytest.mark.parametrize("method", METHODS)
@given(st.integers(1, 3000), st.floats(0.5, 0.999), st.data())
def test_interval_is_scipys(method, m, level, data):
    errors = data.draw(st.integers(0, m))
    ours = mk.error_rate_interval(errors, m, confidence_level=level, method=method)
    scipys = stats.binomtest(errors, m).proportion_ci(level, method)
    np.testing.assert_allclose(ours, [scipys.low, scipys.high], rtol=1e-8, atol=1e-12)
    assert 0 <= ours.low <= errors / m <= ours.high <= 1


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("m", [1, 2, 3, 10, 1000])
def test_only_no_error_and_all_errors_reach_an_end(method, m):
    for errors in {0, 1, m - 1, m}:
        low, high = mk.error_rate_interval(errors, m, method=method)
        assert (low == 0) == (errors == 0)
        assert (high == 1) == (errors == m)


# -- (2.28)-(2.30) ----------------------------------------------------------------------------

RATES = [0.11, 0.09, 0.12, 0.10, 0.08, 0.10, 0.11, 0.09, 0.07, 0.13]


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=30), st.integers(0, 1000))
def test_t_test_is_scipys(thousandths, rate):
    rates = np.array(thousandths) / 1000
    if len(set(thousandths)) == 1:
        return
    r = mk.t_test(rates, rate / 1000)
    scipys = stats.ttest_1samp(rates, rate / 1000)
    assert r.statistic == pytest.approx(scipys.statistic, rel=1e-9, abs=1e-9)
    assert r.pvalue == pytest.approx(scipys.pvalue, rel=1e-8)
    assert r.df == scipys.df == len(rates) - 1
    assert r.mean == pytest.approx(rates.mean())
    assert r.std == pytest.approx(rates.std(ddof=1))


@pytest.mark.parametrize("value", [0.1, 0.3, 1 / 3, 0.0, 1.0])
@pytest.mark.parametrize("k", [2, 3, 10, 17])
def test_equal_rates_have_no_spread(value, k):
    same, other = mk.t_test([value] * k, value), mk.t_test([value] * k, 0.5)
    assert (same.statistic, same.pvalue, same.reject) == (0.0, 1.0, False)
    assert (other.statistic, other.pvalue) == (math.copysign(math.inf, value - 0.5), 0.0)
    assert other.reject
    for r in (same, other):
        check_working(r.working())


def test_a_rate_near_the_smallest_float_is_as_good_as_none():
    assert (mk.error_likelihood(0, 10, 1e-308), mk.error_likelihood(1, 10, 1e-308)) == (1, 0)
    check_working(mk.error_likelihood.working(1, 2000, 0.001), mk.error_likelihood(1, 2000, 0.001))
