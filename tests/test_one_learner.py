"""One learner: likelihood of errors, binomial test, confidence intervals, t test; (2.26)-(2.30)."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from helpers import check_working
from hypothesis import given, strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

import mlevalkit as mk
from mlevalkit._display import Table

# -- (2.26) -----------------------------------------------------------------------------------


def test_figure_2_6():
    printed = [0.028248, 0.121061, 0.233474, 0.266828, 0.200121, 0.102919, 0.036757, 0.009002,
               0.001447, 0.000138, 0.000006]  # fmt: skip
    np.testing.assert_allclose(mk.error_likelihood(0.3, range(11), 10), printed, atol=5e-7)


@given(st.integers(1, 200), st.floats(0, 1), st.data())
def test_no_rate_is_likelier_than_the_test_error_rate(m, rate, data):
    errors = data.draw(st.integers(0, m))
    best = mk.error_likelihood(errors / m, errors, m)
    assert mk.error_likelihood(rate, errors, m) <= best * (1 + 1e-12)


@pytest.mark.parametrize(("errors", "slope"), [(0, -10), (10, 10)])
def test_the_slope_is_not_zero_where_all_or_nothing_is_wrong(errors, slope):
    """E34: the maximum is at an end of the scale there."""
    rate, step = errors / 10, math.copysign(1e-7, 5 - errors)
    rise = mk.error_likelihood(rate + step, errors, 10) - 1
    assert rise / step == pytest.approx(slope, rel=1e-5)


@pytest.mark.parametrize(("m", "rate"), [(10, 0.3), (50, 0.07), (300, 0.3)])
def test_the_test_error_rate_is_unbiased(m, rate):
    p = mk.error_likelihood(rate, np.arange(m + 1), m)
    mean = p @ np.arange(m + 1) / m
    assert mean == pytest.approx(rate, rel=1e-12)
    assert p @ (np.arange(m + 1) / m - mean) ** 2 == pytest.approx(rate * (1 - rate) / m, rel=1e-9)


@pytest.mark.parametrize(("rate", "errors", "m"), [(0.3, 6, 10), (0.3, 0, 10), (0.5, 1, 1),
                                                   (0.1, 220, 2000)])  # fmt: skip
def test_likelihood_shows_its_working(rate, errors, m):
    w = mk.error_likelihood.working(rate, errors, m)
    check_working(w, mk.error_likelihood(rate, errors, m))
    assert ("the derivative is not 0" in str(w)) == (errors in (0, m))


def test_likelihood_in_a_thousand_samples_is_written_out():
    texts = [str(mk.error_likelihood.working(0.1, 90, m)) for m in (1000, 1001)]
    assert "C(1000, 90)" in texts[0]
    first, *_, best, _ = texts[1].splitlines()
    assert first.endswith("   90 errors in 1001")
    assert best.endswith("   90 errors in 1001")


def test_likelihood_of_several_rates_is_shown_as_a_table():
    w = mk.error_likelihood.working(np.linspace(0, 1, 101), 6, 10)
    check_working(w)
    text = str(w)
    assert "..." in text
    assert "..." not in str(mk.error_likelihood.working(0.3, [1, 2], 10))
    assert text.count("\n") == 14
    np.testing.assert_array_equal(w.value, mk.error_likelihood(np.linspace(0, 1, 101), 6, 10))


# -- (2.27) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rate", "m", "corrected", "minimum", "maximum"),
    [(0.3, 10, 0.5, 0.0, 0.1500), (0.1, 100, 0.15, 0.0, 0.0629)],
)
def test_the_three_printed_forms(rate, m, corrected, minimum, maximum):
    """E1."""
    assert mk.critical_error_rate(rate, m) == corrected
    assert mk.critical_error_rate(rate, m, form="minimum") == minimum
    got = mk.critical_error_rate(rate, m, form="maximum")
    assert got == pytest.approx(maximum, abs=5e-5)
    assert stats.binom.sf(round(rate * m), m, got) == pytest.approx(0.05, rel=1e-9)


def test_the_maximum_form_counts_whole_errors_in_spite_of_rounding():
    assert 0.29 * 100 < 29
    got = mk.critical_error_rate(0.29, 100, form="maximum")
    assert stats.binom.sf(29, 100, got) == pytest.approx(0.05, rel=1e-9)


def exact_tail(c: int, m: int, rate: float) -> Fraction:
    p = Fraction(rate)
    return sum((math.comb(m, i) * p**i * (1 - p) ** (m - i) for i in range(c + 1, m + 1)),
               start=Fraction(0))  # fmt: skip


@given(st.integers(1, 40), st.integers(0, 100), st.floats(0.001, 0.999))
def test_critical_error_rate_is_the_smallest(m, percent, alpha):
    rate = percent / 100
    c = round(mk.critical_error_rate(rate, m, alpha=alpha) * m)
    assert exact_tail(c, m, rate) < Fraction(alpha) * (1 + Fraction(1, 10**12))
    assert c == 0 or exact_tail(c - 1, m, rate) >= Fraction(alpha) * (1 - Fraction(1, 10**12))


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
    assert mk.critical_error_rate(rate, m, form=form) == pytest.approx(expected)
    check_working(mk.critical_error_rate.working(rate, m, form=form))


@pytest.mark.parametrize(
    ("rate", "m", "counts", "said"),
    [
        (0.0, 10, [0, 1], "above 0 the hypothesis is rejected"),
        (0.01, 10, [0, 1, 2], "above 0.1 the hypothesis is rejected"),
        (0.3, 1, [0, 1], "not rejected: 1 sample is too few"),
        (0.9, 10, [9, 10], "not rejected: 10 samples are too few"),
        (1.0, 10, [9, 10], "No error rate is above 1"),
    ],
)
def test_the_counts_around_the_critical_one_are_shown(rate, m, counts, said):
    w = mk.critical_error_rate.working(rate, m)
    [table] = [s for s in w.steps if isinstance(s, Table)]
    assert [row[0] for row in table.rows] == counts
    assert said in str(w)
    assert f"in {m} sample{'s' if m > 1 else ''} at" in str(w)


@pytest.mark.parametrize("form", ["corrected", "maximum", "minimum"])
def test_critical_error_rate_shows_its_working(form):
    w = mk.critical_error_rate.working(0.3, 10, form=form)
    check_working(w, mk.critical_error_rate(0.3, 10, form=form))
    assert ("wrong quantity" in str(w)) == (form != "corrected")


@given(st.integers(1, 80), st.floats(0.01, 0.99), st.sampled_from([0.01, 0.05, 0.10]), st.data())
def test_binomial_test_is_scipys(m, rate, alpha, data):
    errors = data.draw(st.integers(0, m))
    r = mk.binomial_test(errors, m, error_rate_0=rate, alpha=alpha)
    scipys = stats.binomtest(errors, m, rate, alternative="greater")
    assert r.statistic == scipys.statistic == errors / m
    assert r.pvalue == pytest.approx(scipys.pvalue, rel=1e-9)
    assert r.reject == (r.pvalue < alpha) == (r.statistic > r.critical_value)
    assert r.size < alpha


@pytest.mark.parametrize(("m", "rate", "size"), [(10, 0.3, 0.0473), (100, 0.1, 0.0399),
                                                 (1000, 0.1, 0.0433)])  # fmt: skip
def test_binomial_test_keeps_its_size(m, rate, size):
    assert mk.binomial_test(0, m, error_rate_0=rate).size == pytest.approx(size, abs=5e-5)
    rejected = [mk.binomial_test(e, m, error_rate_0=rate).reject for e in range(m + 1)]
    probability = np.array(rejected) @ mk.error_likelihood(rate, np.arange(m + 1), m)
    assert probability == pytest.approx(size, abs=5e-5)


def test_the_printed_decision_rules_have_other_sizes():
    """E2: reject above the critical value; the wording of two seeds gives .953, .350 and .851."""
    p, rate = mk.error_likelihood(0.3, np.arange(11), 10), np.arange(11) / 10
    bar = mk.critical_error_rate(0.3, 10)
    other = mk.critical_error_rate(0.3, 10, form="maximum")
    sizes = [p[rate > bar].sum(), p[rate <= bar].sum(), p[rate > 0.3].sum(), p[rate > other].sum()]
    np.testing.assert_allclose(sizes, [0.047, 0.953, 0.350, 0.851], atol=5e-4)


def test_errors_may_be_given_sample_by_sample():
    y, f = np.array([0, 1, 1, 0, 1]), np.array([0, 1, 0, 0, 0])
    assert mk.binomial_test(y != f, error_rate_0=0.3) == mk.binomial_test(2, 5, error_rate_0=0.3)
    assert mk.error_rate_interval((y != f).tolist()) == mk.error_rate_interval(2, 5)
    assert mk.error_rate_interval((y != f).astype(float)) == mk.error_rate_interval(2, 5)


@pytest.mark.parametrize(("errors", "m", "rate"), [(6, 10, 0.3), (2, 10, 0.3), (15, 100, 0.1),
                                                   (30, 300, 0.0), (0, 1, 1.0), (0, 5, 0.5),
                                                   (1, 1, 0.0), (2, 2, 0.3)])  # fmt: skip
def test_binomial_test_shows_its_working(errors, m, rate):
    r = mk.binomial_test(errors, m, error_rate_0=rate)
    check_working(r.working(), r.statistic)
    text = str(r)
    assert text.startswith("Hypothesis: ")
    assert ("not rejected" in text) != r.reject
    if r.critical_value == 1:
        assert ("No error rate is above 1" if rate == 1 else "too few") in text
    else:
        assert ("does not show that it is at most" in text) != r.reject
    assert ("There was no error" in text) == (errors == 0 and r.critical_value < 1)


@pytest.mark.parametrize(
    ("errors", "m", "written_out"),
    [(2, 10, False), (3, 10, True), (10, 10, True), (200, 200, True), (201, 201, False)],
)
def test_a_tail_is_written_out_where_a_person_would(errors, m, written_out):
    r = mk.binomial_test(errors, m, error_rate_0=0.2)
    [line] = [s for s in r.working().steps if getattr(s, "symbol", "") == "p"]
    assert (f"C({m}, {errors})" in line.plain()) == written_out
    assert float(line.value) == pytest.approx(r.pvalue)


def test_a_hypothesis_that_nothing_can_reject():
    texts = [str(mk.binomial_test(1, 1, error_rate_0=rate)) for rate in (0.3, 1.0)]
    assert "not rejected: 1 sample is too few" in texts[0]
    assert "No error rate is above 1" in texts[1]


# -- confidence intervals ---------------------------------------------------------------------


@pytest.mark.parametrize(("method", "statsmodels"), [("exact", "beta"), ("wilson", "wilson")])
@given(st.integers(1, 3000), st.floats(0.5, 0.999), st.data())
def test_interval_is_scipys_and_statsmodels(method, statsmodels, m, level, data):
    errors = data.draw(st.integers(0, m))
    ours = mk.error_rate_interval(errors, m, confidence_level=level, method=method)
    scipys = stats.binomtest(errors, m).proportion_ci(level, method)
    np.testing.assert_allclose(ours, [scipys.low, scipys.high], rtol=1e-8, atol=1e-12)
    theirs = proportion_confint(errors, m, 1 - level, statsmodels)
    np.testing.assert_allclose(ours, theirs, rtol=1e-8, atol=1e-9)
    assert 0 <= ours.low <= errors / m <= ours.high <= 1


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.5])
def test_exact_interval_covers_at_least_as_often_as_it_says(rate):
    m = 40
    inside = [low <= rate <= high for low, high in
              (mk.error_rate_interval(e, m) for e in range(m + 1))]  # fmt: skip
    assert np.array(inside) @ mk.error_likelihood(rate, np.arange(m + 1), m) >= 0.95


@pytest.mark.parametrize("method", ["exact", "wilson"])
@pytest.mark.parametrize("m", [1, 2, 3, 10, 1000])
def test_only_no_error_and_all_errors_reach_an_end(method, m):
    for errors in {0, 1, m - 1, m}:
        low, high = mk.error_rate_interval(errors, m, method=method)
        assert (low == 0) == (errors == 0)
        assert (high == 1) == (errors == m)


@pytest.mark.parametrize("method", ["exact", "wilson"])
@pytest.mark.parametrize("errors", [0, 6, 10])
def test_interval_shows_its_working(method, errors):
    w = mk.error_rate_interval.working(errors, 10, method=method)
    check_working(w)
    ends = [float(line.value) for line in w.steps if getattr(line, "symbol", "")[:5] == 'eps_"']
    np.testing.assert_allclose(ends, mk.error_rate_interval(errors, 10, method=method), atol=1e-15)
    r = mk.binomial_test(errors, 10, error_rate_0=0.3)
    assert r.confidence_interval(method=method) == w.value
    wide = r.confidence_interval(0.999, method)
    assert wide == mk.error_rate_interval(errors, 10, confidence_level=0.999, method=method)


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


def test_t_test_divides_by_k_less_1():
    """E32: with the divisor k the statistic is larger, -3.602 in place of -3.417."""
    r = mk.t_test(RATES, 0.12)
    wrong = math.sqrt(10) * (r.mean - 0.12) / np.std(RATES)
    assert wrong / r.statistic == pytest.approx(3.602 / 3.417, abs=2e-4)
    assert r.statistic < 0  # (2.30) has a sign, E33
    assert r.critical_value == pytest.approx(2.262, abs=5e-4)  # Table 2.3
    assert r.reject is (abs(r.statistic) > 2.262)


def test_t_test_has_its_nominal_size():
    rates = np.clip(np.random.default_rng(0).normal(0.3, 0.02, size=(20_000, 10)), 0, 1)
    results = [mk.t_test(x, 0.3) for x in rates]
    p = np.array([r.pvalue for r in results])
    assert np.mean([r.reject for r in results]) == pytest.approx(0.05, abs=0.005)
    assert np.mean(p < 0.1) == pytest.approx(0.10, abs=0.007)


@pytest.mark.parametrize("value", [0.1, 0.3, 1 / 3, 0.0, 1.0])
@pytest.mark.parametrize("k", [2, 3, 10, 17])
def test_equal_rates_have_no_spread(value, k):
    same, other = mk.t_test([value] * k, value), mk.t_test([value] * k, 0.5)
    assert (same.statistic, same.pvalue, same.reject) == (0.0, 1.0, False)
    assert (other.statistic, other.pvalue) == (math.copysign(math.inf, value - 0.5), 0.0)
    assert other.reject
    for r in (same, other):
        check_working(r.working())
        assert "their spread is 0" in str(r)


def test_equal_rates_have_no_spread_in_spite_of_rounding():
    text = str(mk.t_test([0.1 + 0.2, 0.3], 0.5))
    assert "= ((0.3 - 0.3)^2 + (0.3 - 0.3)^2) / (2 - 1) = 0" in text.replace("≈", "=")


def test_two_rates_are_enough():
    r = mk.t_test([0.1, 0.2], 0.1)
    assert (r.statistic, r.df) == (pytest.approx(1.0), 1)
    assert r.critical_value == pytest.approx(12.706, abs=5e-4)


@pytest.mark.parametrize("rate", [0.1, 0.12, 0.02])
def test_t_test_shows_its_working(rate):
    r = mk.t_test(RATES, rate)
    check_working(r.working(), r.statistic)
    assert ("not rejected" in str(r)) != r.reject
    assert "(2.28)" in str(r)
    assert "(2.30)" in str(r)


def test_a_result_unpacks_pickles_and_is_short():
    r = mk.t_test(RATES, 0.12)
    statistic, pvalue = r
    assert (statistic, pvalue) == (r.statistic, r.pvalue)
    assert pickle.loads(pickle.dumps(r)) == r
    assert repr(r).startswith("TTestResult(statistic=-")
    assert "\n" not in repr(r)
    assert r._repr_html_() == r.working()._repr_html_()
    with pytest.raises(AttributeError):
        r.alpha = 0.1


# -- wrong input ------------------------------------------------------------------------------

WRONG = [
    (mk.error_likelihood, (1.2, 3, 10), {}, ValueError, "error_rate: expected .* from 0 to 1"),
    (mk.error_likelihood, ([0.1, 1.2], 3, 10), {}, ValueError, "error_rate: .* got 0.1 to 1.2"),
    (mk.error_likelihood, (0.2, 11, 10), {}, ValueError, "errors: expected .* <= 10, got 11"),
    (mk.error_likelihood, (0.2, [1, 11], 10), {}, ValueError, "errors: .* m = 10, got 1 to 11"),
    (mk.error_likelihood, (0.2, [1.5], 10), {}, TypeError, "errors: expected whole numbers"),
    (mk.error_likelihood, ([0.1, 0.2], [1, 2, 3], 9), {}, ValueError, "same length, got 2 and 3"),
    (mk.error_likelihood, (0.2, 1, 0), {}, ValueError, "m: expected a whole number >= 1, got 0"),
    (mk.critical_error_rate, (-0.1, 10), {}, ValueError, "error_rate_0: expected"),
    (mk.error_likelihood, (0.2, [], 10), {}, ValueError, "errors: expected at least one value"),
    (mk.critical_error_rate, (1.1, 10), {}, ValueError, "error_rate_0: expected"),
    (mk.critical_error_rate, (0.1, 2.5), {}, TypeError, "m: expected a whole number"),
    (mk.critical_error_rate, (0.1, 10), {"alpha": 0}, ValueError, "alpha: .* ends excluded, got 0"),
    (mk.critical_error_rate, (0.1, 10), {"form": "S0"}, ValueError, "form: expected one of"),
    (mk.binomial_test, (3, 2), {"error_rate_0": 0.1}, ValueError, "errors: .* <= 2, got 3"),
    (
        mk.binomial_test,
        (3,),
        {"error_rate_0": 0.1},
        TypeError,
        "errors: .* true where a prediction was wrong, or a number and m, got 3 and no m",
    ),
    (mk.binomial_test, (3, 9), {"error_rate_0": 0.1, "alpha": 2}, ValueError, "alpha: expected"),
    (mk.binomial_test, ([1, 2] != [1, 3],), {"error_rate_0": 0.1}, TypeError, "True and no m"),
    (mk.binomial_test, ([0, 2],), {"error_rate_0": 0.1}, ValueError, "errors: .* true or false"),
    (mk.binomial_test, (["a"],), {"error_rate_0": 0.1}, ValueError, "errors: .* true or false"),
    (mk.binomial_test, ([True], 1), {"error_rate_0": 0.1}, TypeError, "errors: expected a whole"),
    (mk.binomial_test, (1, 2), {"error_rate_0": 2}, ValueError, "error_rate_0: expected"),
    (mk.binomial_test, ([],), {"error_rate_0": 0.1}, ValueError, "errors: .* at least one value"),
    (mk.error_rate_interval, (1, 2), {"confidence_level": 95}, ValueError, "confidence_level:"),
    (mk.error_rate_interval, (1, 2), {"method": "wald"}, ValueError, "method: expected one of"),
    (mk.t_test, ([0.1], 0.1), {}, ValueError, "error_rates: expected at least 2 values"),
    (mk.t_test, ([0.1, 1.5], 0.1), {}, ValueError, "error_rates: .* got 0.1 to 1.5"),
    (mk.t_test, ([0.1, 12], 0.1), {}, ValueError, "error_rates: .* got 0.1 to 12"),
    (mk.t_test, ([0.1, math.nan], 0.1), {}, ValueError, "error_rates: .* nan at position 1"),
    (mk.t_test, ([0.1, 0.2], 1.01), {}, ValueError, "error_rate_0: expected .* from 0 to 1"),
    (mk.t_test, ([0.1, 0.2], -0.1), {}, ValueError, "error_rate_0: expected .* from 0 to 1"),
    (mk.t_test, ([0.1, 0.2], 0.1), {"alpha": 1.0}, ValueError, "alpha: expected"),
]


@pytest.mark.parametrize(("function", "args", "kwargs", "error", "match"), WRONG)
def test_wrong_input_is_named(function, args, kwargs, error, match):
    with pytest.raises(error, match=match):
        function(*args, **kwargs)


@pytest.mark.parametrize(
    ("function", "arguments", "match"),
    [
        (
            mk.binomial_test,
            {"errors": [[0], [0, 1]], "error_rate_0": 0.3},
            "errors: expected a rec",
        ),
        (mk.binomial_test, {"errors": 3, "m": 2**63, "error_rate_0": 0.3}, "m: expected a whole"),
        (mk.error_rate_interval, {"errors": [[0], [0, 1]]}, "errors: expected a rectangular"),
        (
            mk.error_likelihood,
            {"error_rate": [[0.1], [0.1, 0.2]], "errors": 1, "m": 3},
            "error_rate: expected a rectangular",
        ),
    ],
)
def test_ragged_and_endless_input_is_named(function, arguments, match):
    with pytest.raises(ValueError, match=match):
        function(**arguments)


@pytest.mark.parametrize("rate", [-0.01, 1.01])
def test_a_hypothesis_is_a_rate(rate):
    with pytest.raises(ValueError, match="error_rate_0: expected a finite number from 0 to 1"):
        mk.binomial_test(3, 10, error_rate_0=rate)


def test_a_short_tail_is_written_out_with_its_note():
    text = str(mk.binomial_test(8, 10, error_rate_0=0.2).working())
    assert "(1 - 0.2)^(10 - 10) ≈ 7.793e-05   P(X >= 8)" in text
