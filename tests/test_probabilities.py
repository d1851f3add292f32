"""Brier score, log loss and the calibration curve: scikit-learn's numbers; the diagram."""

import math

import numpy as np
import pytest
from helpers import check_working
from sklearn import calibration, metrics

import mlevalkit as mk

RNG = np.random.default_rng(0)
P = RNG.random(300)
Y = (RNG.random(300) < P).astype(int)
THREE = RNG.dirichlet([1, 1, 1], size=40)
WORDS = RNG.choice(["a", "b", "c"], 40)


@pytest.mark.parametrize("weight", [None, RNG.random(300), RNG.integers(0, 3, 300)])
@pytest.mark.parametrize("n", [7, 300])
def test_two_classes_as_in_scikit_learn(weight, n):
    y, p, w = Y[:n], P[:n], None if weight is None else weight[:n]
    words = np.array(["no", "yes"])[y]
    cases = [("brier_score_loss", {"scale_by_half": s}, y) for s in ("auto", True, False)]
    cases += [("log_loss", {"normalize": b}, y) for b in (True, False)]
    cases += [("brier_score_loss", {"pos_label": "yes"}, words), ("log_loss", {}, words)]
    for name, options, labels in cases:
        ours, theirs = getattr(mk, name), getattr(metrics, name)
        value = ours(labels, p, sample_weight=w, **options)
        assert value == pytest.approx(theirs(labels, p, sample_weight=w, **options), rel=1e-12)
        check_working(ours.working(labels, p, sample_weight=w, **options), value)


def test_several_classes_as_in_scikit_learn():
    for name in ("brier_score_loss", "log_loss"):
        ours, theirs = getattr(mk, name), getattr(metrics, name)
        assert ours(WORDS, THREE) == pytest.approx(theirs(WORDS, THREE), rel=1e-12)
        few = {"labels": ["a", "b", "c"]}
        y = np.where(WORDS == "c", "a", WORDS)
        assert ours(y, THREE, **few) == pytest.approx(theirs(y, THREE, **few), rel=1e-12)
        check_working(ours.working(WORDS, THREE))


def test_documented_numbers_of_scikit_learn():
    y, p = [0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]
    assert mk.brier_score_loss(y, p) == pytest.approx(0.0375)
    rows = [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.2, 0.2, 0.6]]
    names = ["eggs", "ham", "spam"]
    assert mk.brier_score_loss(names, rows, labels=names) == pytest.approx(0.146, abs=1e-3)
    rows = [[0.1, 0.9], [0.9, 0.1], [0.8, 0.2], [0.35, 0.65]]
    assert mk.log_loss(["spam", "ham", "ham", "spam"], rows) == pytest.approx(0.21616, abs=5e-6)


def test_certain_and_wrong():
    assert mk.log_loss([0, 1], [1.0, 1.0]) == pytest.approx(metrics.log_loss([0, 1], [1.0, 1.0]))
    assert mk.brier_score_loss([1, 1], [0.0, 0.0]) == 1.0


def test_proper_scores_are_smallest_at_the_truth():
    """0.3 is best for 30 positives in 100, by both scores and among all constants."""
    y, grid = np.repeat([1, 0], [30, 70]), np.linspace(0.01, 0.99, 99)
    for score in (mk.brier_score_loss, mk.log_loss):
        best = grid[np.argmin([score(y, np.full(100, p)) for p in grid])]
        assert best == pytest.approx(0.3)


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
@pytest.mark.parametrize("n_bins", [1, 5, 40])
def test_calibration_curve_is_scikit_learns(strategy, n_bins):
    options = {"n_bins": n_bins, "strategy": strategy, "pos_label": n_bins % 2}
    ours = mk.calibration_curve(Y, P, **options)
    theirs = calibration.calibration_curve(Y, P, **options)
    np.testing.assert_allclose(ours, theirs)
    check_working(mk.calibration_curve.working(Y, P, **options))


def test_log_loss_of_one_class_that_occurs():
    assert mk.log_loss([1, 1], [0.5, 0.5], labels=[0, 1]) == pytest.approx(math.log(2))


def test_reliability_diagram_draws_wilsons_intervals():
    ax = mk.plots.calibration(Y, P, n_bins=4, strategy="uniform")
    (lines,) = ax.collections
    drawn = [segment[:, 1].tolist() for segment in lines.get_segments()]
    at = np.searchsorted([0.25, 0.5, 0.75], P)
    expected = [[*mk.error_rate_interval(Y[at == i], method="wilson")] for i in range(4)]
    np.testing.assert_allclose(drawn, expected)
