"""The pictures of sections 2.1 and 2.2.4."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt

import mlevalkit as mk

mpl.use("Agg")


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_leaves_say_what_each_learner_got_wrong():
    ax = mk.plots.leaves()
    said = [text.get_text() for text in ax.texts]
    assert "overfitted: no leaf" in said
    assert "underfitted: a leaf" in said


def test_leaves_stay_apart_and_inside():
    ax = mk.plots.leaves()
    boxes = [patch.get_path().get_extents() for patch in ax.patches[:3]]
    right, left = np.array([b.x1 for b in boxes[:-1]]), np.array([b.x0 for b in boxes[1:]])
    assert (right < left).all()
    assert boxes[0].x0 > ax.get_xlim()[0]
    assert max(b.y1 for b in boxes) < ax.get_ylim()[1]


def test_leaves_are_drawn_where_asked():
    _, ax = plt.subplots()
    assert mk.plots.leaves(ax=ax) is ax


def test_the_scheme_of_tuning_says_what_each_set_is_for():
    ax = mk.plots.tuning_scheme()
    said = [text.get_text() for text in ax.texts]
    assert said.count("locked") == 2  # the test set has no part in choosing, nor in training
    assert {"training set", "validation set", "test set", "test once"} <= set(said)


def test_the_scheme_of_tuning_trains_the_final_model_on_both_sets():
    ax = mk.plots.tuning_scheme()
    bars = [tuple(c.get_paths()[0].get_extents().intervalx) for c in ax.collections]
    train, validate, _, both, *_ = bars
    assert both == pytest.approx((train[0], validate[1]))


def test_curves_say_what_their_scores_were_taken_on():
    for curve in (mk.plots.validation_curve, mk.plots.learning_curve):
        ax = curve([1, 2], [0.1, 0.0], [0.2, 0.3], score_name="error", test_name="validation")
        labels = [text.get_text() for text in ax.get_legend().get_texts()]
        assert labels == ["training error", "validation error"]


def test_the_spread_of_very_large_scores_does_not_overflow():
    ax = mk.plots.learning_curve([1, 2], [[1e300, 3e300]] * 2, [[2e300, 4e300]] * 2)
    top = ax.collections[0].get_paths()[0].vertices[:, 1].max()
    assert top == pytest.approx(2e300 + np.sqrt(2) * 1e300)
