"""The interval of a cross-validated score, and the paired permutation test."""

import math

import numpy as np
import pytest
from scipy import stats

import mlevalkit as mk

RNG = np.random.default_rng(3)
SCORES = RNG.uniform(0.7, 0.9, size=10)
LOSSES = RNG.exponential(size=60)
FOLDS = np.arange(60) % 6


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_from_scores_of_folds_it_is_nadeaus_and_bengios(level):
    interval = mk.cross_val_interval(SCORES, n_train=90, n_test=10, confidence_level=level)
    error = SCORES.std(ddof=1) * math.sqrt(1 / 10 + 10 / 90)
    expected = stats.t.interval(level, 9, loc=SCORES.mean(), scale=error)
    assert tuple(interval) == pytest.approx(expected)
    test = mk.paired_t_test(SCORES, np.zeros(10), n_train=90, n_test=10)
    assert tuple(interval) == pytest.approx(tuple(test.confidence_interval(level)))


def test_from_losses_it_is_the_t_interval_of_their_mean():
    interval = mk.cross_val_interval(LOSSES, folds=FOLDS)
    expected = stats.ttest_1samp(LOSSES, 0).confidence_interval(0.95)
    assert tuple(interval) == pytest.approx(tuple(expected))
    assert interval.estimate == pytest.approx(LOSSES.mean())


def test_losses_of_0_and_more_have_no_mean_below_0():
    wrong = [1, *[0] * 29]
    assert mk.cross_val_interval(wrong, folds=np.arange(30) % 10).low == 0
    below = mk.cross_val_interval([-1, *[0] * 29], folds=np.arange(30) % 10)
    assert below.low < -1 / 30


@pytest.mark.parametrize(
    "options", [{}, {"n_train": 90}, {"n_train": 9, "n_test": 1, "folds": FOLDS}]
)
def test_it_must_be_said_what_the_scores_are_of(options):
    with pytest.raises(ValueError, match="n_t"):
        mk.cross_val_interval(LOSSES, **options)


# -- the paired permutation test -----------------------------------------------------------------

Y = RNG.integers(0, 2, 40)
A, B = (np.where(RNG.uniform(size=40) < share, 1 - Y, Y) for share in (0.15, 0.4))


def test_of_error_rates_it_is_mcnemars_exact_test():
    for seed in range(5):
        rng = np.random.default_rng(seed)
        a, b = (np.where(rng.uniform(size=30) < 0.2, 1 - Y[:30], Y[:30]) for _ in range(2))
        ours = mk.paired_permutation_test(mk.error_rate, Y[:30], a, b, n_resamples=20_000)
        theirs = mk.mcnemar_test(Y[:30], a, b, exact=True)
        assert ours.exact
        assert ours.pvalue == pytest.approx(theirs.pvalue)
        assert ours.statistic == pytest.approx(np.mean(a != Y[:30]) - np.mean(b != Y[:30]))


def f1(y_true, y_pred):
    """Return F1, of many predictions at once if there are: thousands are asked for."""
    return 2 * (y_true * y_pred).sum(axis=-1) / (y_true.sum() + y_pred.sum(axis=-1))


def test_of_any_measure_it_is_scipys():
    theirs = stats.permutation_test(
        (A, B), lambda a, b, axis: f1(Y, a) - f1(Y, b), permutation_type="samples",
        vectorized=True, n_resamples=1999, rng=1,
    )  # fmt: skip
    ours = mk.paired_permutation_test(f1, Y, A, B, n_resamples=1999, random_state=0)
    assert ours.statistic == pytest.approx(theirs.statistic)
    assert ours.pvalue == pytest.approx(theirs.pvalue, abs=0.03)
    assert ours.reject == (abs(ours.statistic) > ours.critical_value) == (ours.pvalue <= 0.05)


def test_groups_are_exchanged_whole():
    groups = np.repeat(np.arange(8), 5)
    found = mk.paired_permutation_test(mk.error_rate, Y, A, B, groups=groups)
    assert found.n_different <= 8
    assert found.exact
    alone = mk.paired_permutation_test(mk.error_rate, Y, A, B, groups=np.arange(40), random_state=0)
    assert alone == mk.paired_permutation_test(mk.error_rate, Y, A, B, random_state=0)


def test_models_that_agree_everywhere_do_not_differ():
    found = mk.paired_permutation_test(mk.error_rate, Y, A, A)
    assert (found.statistic, found.pvalue, found.reject, found.n_different) == (0, 1, False, 0)


def test_numbers_and_probabilities_of_classes_are_exchanged_too():
    y = RNG.normal(size=8)
    found = mk.paired_permutation_test(mk.r2_score, y, y + 0.1, y + 1.0)
    assert (found.n_different, found.n_exchanges) == (8, 2**8)
    rows = RNG.dirichlet([1, 1], size=(2, 40))
    found = mk.paired_permutation_test(mk.log_loss, Y, *rows, n_resamples=100, random_state=0)
    assert found.n_different == 40


def test_it_rejects_true_hypotheses_in_at_most_alpha():
    rng, rejected = np.random.default_rng(1), 0
    for _ in range(400):
        y = rng.integers(0, 2, 30)
        a, b = (np.where(rng.uniform(size=30) < 0.25, 1 - y, y) for _ in range(2))
        found = mk.paired_permutation_test(
            mk.error_rate, y, a, b, n_resamples=100, random_state=rng
        )
        rejected += found.reject
    assert rejected / 400 < 0.05 + 3 * 0.011
