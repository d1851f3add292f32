"""Sentences of the book that no cell prints, each with what it follows from."""

from importlib.resources import files

import numpy as np
import pandas as pd
from sklearn.datasets import make_circles, make_moons
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import mlevalkit as mk


def test_an_rbf_kernel_can_reach_training_error_0() -> None:
    """Learners, check yourself: with large C and gamma, but not with the default values."""
    X, y = make_moons(120, noise=0.35, random_state=1)
    assert SVC(C=1e6, gamma=1e3).fit(X, y).score(X, y) == 1
    assert SVC().fit(X, y).score(X, y) < 1
    coin = np.random.default_rng(0).integers(0, 2, 120)  # labels without any pattern
    assert SVC(C=1e6, gamma=1e3).fit(X, coin).score(X, coin) == 1


def enclosing(levels: int) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return labels and scores of A and B where A's ROC curve encloses B's."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(200):
        y = rng.permutation([0, 0, 0, 0, 1, 1, 1])
        a, b = (rng.permutation(7) * levels // 7 for _ in range(2))
        if mk.dominates(y, a, b):
            found.append((y, a, b))
    return found


def best_f1(y: np.ndarray, score: np.ndarray) -> float:
    return max(mk.f1_score(y, (score >= t).astype(int)) for t in set(score))


def test_measures_agree_where_a_curve_encloses_another() -> None:
    """Which measure: AUC and best thresholds always, average precision if no scores are tied."""
    without_ties, with_ties = enclosing(levels=7), enclosing(levels=3)
    for y, a, b in [*without_ties, *with_ties]:
        assert mk.roc_auc_score(y, a) > mk.roc_auc_score(y, b)
        assert best_f1(y, a) >= best_f1(y, b)
        costs = [mk.best_threshold(y, s, cost_fn=3, cost_fp=1).cost for s in (a, b)]
        assert costs[0] <= costs[1]
    precisions = [[mk.average_precision_score(y, s) for s in ab] for y, *ab in without_ties]
    assert all(a >= b for a, b in precisions)
    y, a, b = [1, 0, 0, 1, 0], [2, 2, 1, 1, 2], [0, 2, 0, 0, 2]
    assert mk.dominates(y, a, b)
    assert mk.average_precision_score(y, a) < mk.average_precision_score(y, b)


def test_cross_validation_is_pessimistic_where_nothing_can_be_learned() -> None:
    """Which test: logistic regression on circles with exactly 200 samples of each class."""
    line = make_pipeline(StandardScaler(), LogisticRegression())
    cv = mk.StratifiedKFold(10, shuffle=True, random_state=0)
    found = []
    for seed in range(12):
        X, y = make_circles(400, noise=0.15, factor=0.6, random_state=seed)
        found.append(mk.cross_val_score(line, X, y, cv=cv).mean())
    assert np.mean(found) + 4 * np.std(found, ddof=1) / np.sqrt(12) < 0.5


def test_delongs_test_is_approximate_with_few_samples() -> None:
    """Which test: it rejects too rarely where both AUCs are near 1, too often with 10 and 100."""
    study = pd.read_csv(files("mlevalkit") / "datasets" / "delong.csv")
    near_1 = study[(study.auc == 0.99) & (study.m_small <= 30)]
    assert near_1.test.max() < 0.01
    unequal = study[(study.auc < 0.85) & (study.m_small == 10) & (study.m_large == 100)]
    assert unequal.test.between(0.06, 0.08).all()
