"""Explorers of F-beta, of averages over classes, and of the class balance."""

import numpy as np
import pytest
from helpers import values
from sklearn import metrics

import mlevalkit as mk

# -- beta -------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["2.11", "2.13"])
@pytest.mark.parametrize("beta", [0.0, 0.25, 1.0, 5.0])
def test_no_threshold_has_a_higher_f(case, beta):
    y_true, y_score = mk.datasets.example(case)
    shown = values(mk.explorers.beta().view(case=case, beta=beta))
    every = [metrics.fbeta_score(y_true, y_score >= t, beta=beta) for t in y_score]
    assert shown["F"] == pytest.approx(max(every))
    said = y_score >= shown["threshold"]
    assert shown["P"] == pytest.approx(metrics.precision_score(y_true, said))
    assert shown["R"] == pytest.approx(metrics.recall_score(y_true, said))


def test_level_lines_are_lines_of_equal_f():
    plane = mk.explorers.beta().view(beta=2.0).figure.axes[0]
    level, lines = plane.collections[0].levels, plane.collections[0].get_paths()
    for value, path in zip(level, lines, strict=True):
        r, p = path.vertices.T
        assert 5 * p * r / (4 * p + r) == pytest.approx(value, abs=0.01)


# -- macro and micro --------------------------------------------------------------------------


def matrix(share, recall):
    """Return a million samples: true and predicted classes."""
    size = np.array([(1 - share) / 2, (1 - share) / 2, share]) * 1_000_000
    right = np.array([0.9, 0.9, recall])
    cells = [[size[i] * (right[i] if i == j else (1 - right[i]) / 2) for j in range(3)]
             for i in range(3)]  # fmt: skip
    counts = np.rint(cells).astype(int).ravel()
    return np.repeat(np.repeat([0, 1, 2], 3), counts), np.repeat(np.tile([0, 1, 2], 3), counts)


@pytest.mark.parametrize(("share", "recall"), [(0.2, 0.5), (0.01, 0.25), (0.05, 0.9)])
def test_averages_agree_with_scikit_learn_on_a_million_samples(share, recall):
    shown = values(mk.explorers.macro_micro().view(share=share, recall=recall))
    p, r, f, _ = metrics.precision_recall_fscore_support(*matrix(share, recall), average="macro")
    assert shown["macro-P"] == pytest.approx(p, abs=1e-5)
    assert shown["macro-R"] == pytest.approx(r, abs=1e-5)
    assert shown["mean of F1"] == pytest.approx(f, abs=1e-5)
    assert shown["macro-F1"] == pytest.approx(2 * p * r / (p + r), abs=1e-5)
    accuracy = metrics.accuracy_score(*matrix(share, recall))
    assert shown["micro = accuracy"] == pytest.approx(accuracy, abs=1e-5)


# -- class balance ----------------------------------------------------------------------------


def test_one_curve_moves_the_other_does_not():
    explorer = mk.explorers.class_balance()
    half, few = (values(explorer.view(prior=prior, at=0.75)) for prior in (0.5, 0.05))
    for name in ("TPR", "FPR", "AUC"):
        assert half[name] == pytest.approx(few[name])
    for name in ("P", "AP"):
        assert few[name] < half[name] / 2


@pytest.mark.parametrize("prior", [0.9, 0.2, 0.01])
def test_precision_is_the_positive_part_of_what_is_predicted_positive(prior):
    shown = values(mk.explorers.class_balance().view(prior=prior, at=1.0))
    assert shown["π·TPR"] == pytest.approx(prior * shown["TPR"])
    whole = shown["π·TPR"] + shown["(1-π)·FPR"]
    assert shown["P"] == pytest.approx(shown["π·TPR"] / whole)


def test_own_data_at_their_own_share_of_positives():
    rng = np.random.default_rng(0)
    y_true = np.repeat([1, 0], [200, 200])
    y_score = rng.normal(size=400) + y_true
    own = mk.explorers.class_balance(y_true, y_score)
    at = own.parameters[1].values[3]
    shown = values(own.view(prior=0.5, at=at))
    assert shown["P"] == pytest.approx(metrics.precision_score(y_true, y_score >= at))
    assert shown["AUC"] == pytest.approx(metrics.roc_auc_score(y_true, y_score))
    assert shown["AP"] == pytest.approx(metrics.average_precision_score(y_true, y_score))
