"""Sentences of the book that no cell prints, each with what it follows from."""

import numpy as np
from sklearn.datasets import make_moons
from sklearn.svm import SVC


def test_an_rbf_kernel_can_reach_training_error_0() -> None:
    """Learners, check yourself: with large C and gamma, but not with the default values."""
    X, y = make_moons(120, noise=0.35, random_state=1)
    assert SVC(C=1e6, gamma=1e3).fit(X, y).score(X, y) == 1
    assert SVC().fit(X, y).score(X, y) < 1
    coin = np.random.default_rng(0).integers(0, 2, 120)  # labels without any pattern
    assert SVC(C=1e6, gamma=1e3).fit(X, coin).score(X, coin) == 1
