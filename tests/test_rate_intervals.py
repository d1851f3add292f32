"""Intervals of rates and losses, bands, bounds: against statsmodels, SciPy and scikit-learn."""

import math

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics
from statsmodels.stats.power import TTestPower
from statsmodels.stats.proportion import (
    confint_proportions_2indep,
    proportion_confint,
    proportions_ztest,
)
from statsmodels.stats.weightstats import ttost_paired

import mlevalkit as mk
from mlevalkit.measures.ranking.bands import precision_band, roc_band

RNG = np.random.default_rng(7)
Y = (RNG.random(120) < 0.3).astype(int)
SCORE = RNG.normal(size=120) + 1.2 * Y
PRED = (SCORE > 0.6).astype(int)
TN, FP, FN, TP = metrics.confusion_matrix(Y, PRED).ravel().tolist()
SHARES = {
    "accuracy": (TP + TN, 120),
    "error_rate": (FP + FN, 120),
    "recall": (TP, TP + FN),
    "precision": (TP, TP + FP),
    "specificity": (TN, TN + FP),
    "negative_predictive_value": (TN, TN + FN),
    "fpr": (FP, TN + FP),
    "fnr": (FN, TP + FN),
    "prevalence": (TP + FN, 120),
}
RATES = [*SHARES, "f1", "balanced_accuracy"]


def test_the_rates_of_the_negative_class_are_scikit_learns():
    assert mk.specificity_score(Y, PRED) == metrics.recall_score(Y, PRED, pos_label=0)
    npv = metrics.precision_score(Y, PRED, pos_label=0)
    assert mk.negative_predictive_value(Y, PRED) == npv
    counts = mk.binary_counts(Y, PRED)
    assert (counts.specificity, counts.negative_predictive_value) == (TN / (TN + FP), npv)


@pytest.mark.parametrize("function", [mk.specificity_score, mk.negative_predictive_value])
def test_0_by_0_warns_and_is_what_is_asked_for(function):
    ones = [1, 1]
    with pytest.warns(mk.UndefinedMetricWarning, match="0/0 and set to 0"):
        assert function(ones, ones) == 0
    assert math.isnan(function(ones, ones, zero_division=math.nan))


@pytest.mark.parametrize("rate", SHARES)
@pytest.mark.parametrize(("method", "theirs"), [("exact", "beta"), ("wilson", "wilson")])
def test_the_interval_of_a_rate_is_that_of_a_binomial_share(rate, method, theirs):
    k, n = SHARES[rate]
    interval = mk.rate_interval(rate, Y, PRED, method=method, confidence_level=0.9)
    assert interval.estimate == k / n
    assert tuple(interval) == pytest.approx(proportion_confint(k, n, 0.1, theirs), abs=1e-12)


def test_f1_comes_from_the_share_of_the_true_positives():
    low, high = proportion_confint(TP, TP + FP + FN, 0.05, "beta")
    interval = mk.rate_interval("f1", Y, PRED)
    assert interval.estimate == pytest.approx(metrics.f1_score(Y, PRED))
    assert tuple(interval) == pytest.approx((2 * low / (1 + low), 2 * high / (1 + high)))


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("method", ["exact", "wilson"])
@pytest.mark.parametrize("pred", [Y, 1 - Y, PRED], ids=["right", "wrong", "some"])
def test_an_interval_is_inside_0_and_1_and_never_of_width_0(rate, method, pred):
    interval = mk.rate_interval(rate, Y, pred, method=method)
    assert 0 <= interval.low <= interval.estimate <= interval.high <= 1
    assert interval.low < interval.high


def test_labels_of_text_are_counted_for_the_class_asked_for():
    names = np.array(["well", "ill"])
    ill = mk.rate_interval("f1", names[Y], names[PRED], pos_label="ill")
    assert tuple(ill) == tuple(mk.rate_interval("f1", Y, PRED))


def test_balanced_accuracy_of_three_classes():
    y, pred = np.repeat([0, 1, 2], [50, 30, 20]), np.resize([0, 1, 2, 1, 0, 2, 2], 100)
    interval = mk.rate_interval("balanced_accuracy", y, pred)
    assert interval.estimate == pytest.approx(metrics.balanced_accuracy_score(y, pred))
    assert interval.low < interval.estimate < interval.high


# -- losses ------------------------------------------------------------------------------------

TRUE = RNG.normal(size=60)
GUESS = TRUE + RNG.normal(scale=0.5, size=60)


@pytest.mark.parametrize("measure", ["root_mean_squared_error", "r2_score"])
def test_what_is_no_mean_loss_has_about_the_bootstraps_interval(measure):
    interval, reference = mk.loss_interval(measure, TRUE, GUESS), getattr(metrics, measure)
    assert interval.estimate == pytest.approx(reference(TRUE, GUESS))
    drawn = stats.bootstrap(
        (TRUE, GUESS), lambda a, b: reference(a, b), paired=True, vectorized=False,
        n_resamples=999, random_state=0,
    ).confidence_interval  # fmt: skip
    width = drawn.high - drawn.low
    assert tuple(interval) == pytest.approx(tuple(drawn), abs=0.25 * width)


def test_the_interval_of_a_cost():
    cost = mk.loss_interval("cost_sensitive_error", Y, PRED, cost_fn=5, cost_fp=2)
    assert cost.estimate == pytest.approx((5 * FN + 2 * FP) / 120)
    assert 0 < cost.low < cost.high < 5


def mapped(each, most=math.inf):
    """Return the t interval of the mean, made where the loss has no bounds, mapped back."""
    mean, error = each.mean(), stats.sem(each)
    u = each - mean
    t = stats.t.ppf([0.025, 0.975], min((u**2).sum() ** 2 / (u**4).sum(), len(each) - 1))
    if most == math.inf:
        return mean * np.exp(t * error / mean)
    odds = mean / (most - mean) * np.exp(t * error * most / (mean * (most - mean)))
    return most * odds / (1 + odds)


THREE = RNG.integers(0, 3, 50)
P_THREE = RNG.dirichlet([1, 1, 1], 50)
P_THREE[0] = np.roll([1, 0, 0], THREE[0] + 1)  # quite sure, and wrong
HIT = P_THREE[np.arange(50), THREE]


@pytest.mark.parametrize(
    ("measure", "given", "each", "most"),
    [
        ("mean_squared_error", (TRUE, GUESS), (TRUE - GUESS) ** 2, math.inf),
        ("mean_absolute_error", (TRUE, GUESS), np.abs(TRUE - GUESS), math.inf),
        ("brier_score_loss", (Y, np.full(120, 0.2)), (Y - 0.2) ** 2, 1),
        ("brier_score_loss", (THREE, P_THREE), ((np.eye(3)[THREE] - P_THREE) ** 2).sum(1), 2),
        ("log_loss", (THREE, P_THREE), -np.log(np.maximum(HIT, 2**-52)), 52 * math.log(2)),
    ],
)
def test_a_mean_loss_has_the_t_interval_on_a_scale_without_bounds(measure, given, each, most):
    interval = mk.loss_interval(measure, *given)
    assert interval.estimate == pytest.approx(each.mean())
    assert tuple(interval) == pytest.approx(tuple(mapped(each, most)))


def test_the_positive_class_of_a_loss_can_be_chosen():
    p = np.linspace(0, 1, 120)
    other = mk.loss_interval("brier_score_loss", Y, p, pos_label=0)
    assert other.estimate == pytest.approx(np.mean((1 - Y - p) ** 2))
    other = mk.loss_interval("cost_sensitive_error", Y, PRED, pos_label=0, cost_fn=5, cost_fp=1)
    assert other.estimate == pytest.approx((FN + 5 * FP) / 120)


def test_equal_losses_have_an_exact_bound():
    low, high = mk.loss_interval("brier_score_loss", Y, Y.astype(float))
    assert (low, high) == pytest.approx((0, proportion_confint(0, 120, 0.05, "beta")[1]))
    assert mk.loss_interval("mean_squared_error", TRUE, TRUE).high == math.inf
    half = mk.loss_interval("brier_score_loss", Y, np.full(120, 0.5))
    assert half.low < half.estimate == 0.25 < half.high
    shifted = mk.loss_interval("r2_score", [10.5, 11.5], [10.1, 11.1])
    assert (shifted.low, shifted.high) == (-np.inf, 1)
    assert "by the same" in str(shifted.working())
    exact = mk.loss_interval("r2_score", TRUE, TRUE, confidence_level=0.9)
    assert (*exact, exact.estimate, exact.confidence_level) == (-math.inf, 1, 1, 0.9)
    assert str(exact)


# -- scores ------------------------------------------------------------------------------------


@pytest.mark.parametrize("m_pos", [1, 5, 40])
def test_perfect_separation_has_clopper_and_pearsons_bound(m_pos):
    y = np.repeat([1, 0], [m_pos, 60])
    k = min(m_pos, 60)
    interval = mk.separation_interval(y, y)
    assert tuple(interval) == pytest.approx(proportion_confint(k, k, 0.05, "beta"))
    worst = mk.separation_interval(y, -y)
    assert tuple(worst) == pytest.approx((0, 1 - interval.low))
    tied = mk.separation_interval(y, np.ones(len(y)))
    assert tied.estimate == 0.5
    assert (tied.low + tied.high, tied.low < 0.5) == (pytest.approx(1), True)


def test_two_perfect_models_have_an_interval_around_0():
    y = np.repeat([1, 0], [30, 60])
    both = mk.separation_interval(y, y, y * 7.0)
    bound = 1 - mk.separation_interval(y, y).low
    assert (both.estimate, both.low, both.high) == (0, pytest.approx(-bound), pytest.approx(bound))


def test_the_average_precision_has_boyds_interval():
    interval = mk.average_precision_interval(Y, SCORE)
    ap, n = metrics.average_precision_score(Y, SCORE), Y.sum()
    assert interval.estimate == pytest.approx(ap)
    eta, tau = math.log(ap / (1 - ap)), 1 / math.sqrt(n * ap * (1 - ap))
    ends = [1 / (1 + math.exp(-(eta + z * tau))) for z in stats.norm.ppf([0.025, 0.975])]
    assert tuple(interval) == pytest.approx(ends)
    assert 0 < mk.average_precision_interval(Y, Y).low < 1


def test_the_band_of_the_roc_curve_is_exact_at_each_threshold():
    left, right, low, high = roc_band(Y == 1, SCORE, 0.95)
    fpr, tpr, _ = metrics.roc_curve(Y, SCORE, drop_intermediate=False)
    outside = 1 - math.sqrt(0.95)
    for ends, rate, n in (((left, right), fpr, sum(Y == 0)), ((low, high), tpr, sum(Y == 1))):
        counts = np.round(rate[1:] * n).astype(int)
        theirs = proportion_confint(counts, n, outside, "beta")
        np.testing.assert_allclose(np.stack(ends), np.stack(theirs), atol=1e-12)


def test_the_band_of_precision_is_exact_at_each_threshold():
    recall, low, high = precision_band(Y == 1, SCORE, 0.95)
    precision, recalls, _ = metrics.precision_recall_curve(Y, SCORE)
    np.testing.assert_allclose(recall, recalls[-2::-1])
    predicted = np.arange(1, 121)
    counts = np.round(precision[-2::-1] * predicted).astype(int)
    theirs = proportion_confint(counts, predicted, 0.025, "beta")
    np.testing.assert_allclose(np.stack([low, high]), np.stack(theirs), atol=1e-12)


def test_counted_samples_are_as_many_rows():
    y, predicted = [1, 1, 1, 0, 0], [1, 0, 1, 0, 1]
    n = [3, 1, 4, 2, 5]
    once = mk.rate_interval("recall", y, predicted, sample_weight=n)
    each = mk.rate_interval("recall", np.repeat(y, n), np.repeat(predicted, n))
    assert once == each
    assert tuple(once) != tuple(mk.rate_interval("recall", y, predicted))


# -- two models --------------------------------------------------------------------------------


def test_two_test_sets_as_in_statsmodels():
    result = mk.unpaired_test(30, 48, m_a=200, m_b=220)
    assert tuple(result) == pytest.approx(proportions_ztest([30, 48], [200, 220]))
    assert (30 / 200 - 48 / 220) / result.standard_error == pytest.approx(result.statistic)
    ends = confint_proportions_2indep(30, 200, 48, 220, method="newcomb")
    assert tuple(result.confidence_interval()) == pytest.approx(ends)
    assert mk.unpaired_test(0, 0, m_a=9, m_b=12).pvalue == 1


def test_two_test_sets_at_a_level_that_1_minus_it_does_not_hold():
    result = mk.unpaired_test(0, 50, m_a=100, m_b=100, alpha=1e-17)
    assert result.critical_value == pytest.approx(stats.norm.isf(5e-18))
    assert result.pvalue > 1e-17
    assert not result.reject
    assert mk.unpaired_test(0, 500, m_a=1000, m_b=1000, alpha=1e-17).reject


def test_equivalence_is_two_one_sided_t_tests():
    rng = np.random.default_rng(3)
    a = rng.normal(size=30)
    b = a + rng.normal(0.05, 0.3, size=30)
    for margin in (0.02, 0.2, 0.5):
        result = mk.equivalence_test(mk.paired_t_test(a, b), margin)
        p, (_, lower, _), (_, upper, _) = ttost_paired(a, b, -margin, margin)
        found = result.pvalue, result.pvalue_lower, result.pvalue_upper
        assert found == pytest.approx((p, lower, upper), abs=1e-8)
        assert result.equivalent == (p < 0.05)
        assert result.equivalent == (result.above_lower and result.below_upper)


def test_a_margin_that_is_the_estimate_has_the_p_value_one_half():
    result = mk.paired_t_test([0.3, 0.2, 0.4, 0.3], [0.1, 0.1, 0.2, 0.2])
    estimate = result.confidence_interval().estimate
    found = mk.equivalence_test(result, estimate)
    assert found.pvalue == found.pvalue_upper == pytest.approx(0.5, abs=1e-6)
    assert mk.equivalence_test(result, estimate + 1e-9).pvalue == pytest.approx(0.5, abs=1e-6)


def test_no_discordant_sample_does_not_show_equivalence_with_any_margin():
    same = mk.mcnemar_test(table=[[40, 0], [0, 10]])
    assert mk.equivalence_test(same, 0.1).equivalent
    assert not mk.equivalence_test(same, 0.02).equivalent


def test_the_detectable_difference_inverts_the_sample_size():
    theirs = TTestPower().solve_power(nobs=34, alpha=0.05, power=0.8)
    assert mk.detectable_difference(34, std=1) == pytest.approx(theirs, rel=1e-5)
    assert mk.detectable_difference(1154, discordant=0.06) <= 0.02
    assert mk.detectable_difference(1000, discordant=0.06) > 0.02


def test_the_saving_has_its_optimism_taken_off():
    rng = np.random.default_rng(11)
    y = (rng.random(20_000) < 0.2).astype(int)
    p = 1 / (1 + np.exp(1 - rng.normal(size=20_000) - 1.5 * y))

    def cost(y, p, threshold):
        return np.mean(np.where(y == 1, 5 * (p < threshold), p >= threshold))

    errors = []
    for start in range(0, 6000, 150):
        part = slice(start, start + 150)
        found = mk.threshold_saving(
            y[part], p[part], cost_fn=5, cost_fp=1, n_resamples=100, random_state=start
        )
        true = cost(y, p, 0.5) - cost(y, p, found.threshold)
        errors.append([found.apparent - true, found.saving - true])
        best = mk.best_threshold(y[part], p[part], cost_fn=5, cost_fp=1)
        assert (found.threshold, found.cost) == (best.threshold, pytest.approx(best.cost))
        assert found.reference_cost == pytest.approx(cost(y[part], p[part], 0.5))
        assert found.optimism > 0
    apparent, corrected = np.abs(np.mean(errors, axis=0))
    assert corrected < apparent / 2


def test_the_saving_has_the_percentiles_of_its_resamples():
    y = [1, 0, 1, 1, 0, 0, 1, 0, 0, 0]
    p = [0.9, 0.6, 0.4, 0.7, 0.3, 0.2, 0.35, 0.1, 0.5, 0.05]
    costs = {"cost_fn": 4, "cost_fp": 1, "n_resamples": 200, "random_state": 3}
    found = mk.threshold_saving(y, p, **costs)
    interval = found.confidence_interval(0.9)
    ends = np.quantile(found.resampled, [0.05, 0.95]) - found.optimism
    assert tuple(interval) == pytest.approx(ends)
    assert interval.estimate == found.saving
    lower, upper, words = str(interval.working()).splitlines()
    assert (lower.split()[0], upper.split()[0]) == ("L", "U")
    assert "of the saving" in words
    named = ["a" if true else "b" for true in y]
    assert mk.threshold_saving(named, p, pos_label="a", **costs) == found


def test_groups_are_drawn_whole():
    group = np.repeat(np.arange(30), 10)
    easy = np.repeat(np.random.default_rng(1).random(30) < 0.7, 10)
    y, pred = np.zeros(300, int), (~easy).astype(int)
    alone = mk.bootstrap_interval(mk.accuracy_score, y, pred, n_resamples=999, random_state=0)
    groups = mk.bootstrap_interval(
        mk.accuracy_score, y, pred, groups=group, n_resamples=999, random_state=0
    )
    t = stats.t.isf(0.025, 29) * math.sqrt(30 / 29)
    one_each = mk.bootstrap_interval(
        mk.accuracy_score, y[::10], pred[::10], n_resamples=999, random_state=0,
        confidence_level=math.erf(t / math.sqrt(2)),
    )  # fmt: skip
    assert tuple(groups) == tuple(one_each)
    assert groups.high - groups.low > 2.5 * (alone.high - alone.low)


def test_two_groups_are_enough_to_draw_and_too_few_to_trust():
    options = {"groups": [1, 1, 2, 2], "method": "percentile", "random_state": 0}
    with pytest.warns(UserWarning, match="2.0 effective samples"):
        found = mk.bootstrap_interval(mk.accuracy_score, [0, 0, 1, 1], [0, 0, 0, 0], **options)
    assert tuple(found) == (0, 1)
