"""Explorers of class balance, costs and distorted probabilities, by another route."""

import numpy as np
import pytest
from helpers import values
from sklearn import metrics

import mlevalkit as mk


def near(value):
    return pytest.approx(value, abs=6e-5)  # four digits are shown


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


# -- the baseline of the P-R plane ------------------------------------------------------------


@pytest.mark.parametrize("prior", [0.5, 0.1, 0.01])
def test_random_scores_have_the_share_of_positives_as_average_precision(prior):
    shown = values(mk.explorers.pr_baseline().view(learner="guessing", prior=prior))
    assert shown["AP"] == pytest.approx(prior, abs=0.01)
    assert shown["baseline"] == prior
    assert abs(shown["AP - baseline"]) < 0.01
    assert shown["AP - baseline"] == round(shown["AP - baseline"], 12)  # no 4e-16


# -- the cost matrix --------------------------------------------------------------------------


@pytest.mark.parametrize(("cost_fn", "cost_fp"), [(10, 1), (1, 1), (10, 100)])
def test_the_cheaper_decision_changes_at_the_threshold(cost_fn, cost_fp):
    explorer = mk.explorers.cost_matrix()
    for q in explorer.parameters[2].values:
        shown = values(explorer.view(cost_fn=cost_fn, cost_fp=cost_fp, q=q))
        costs = np.array([[0, cost_fn], [cost_fp, 0]])  # rows: positive, negative
        positive, negative = np.array([q, 1 - q]) @ costs
        assert shown["cost if called positive"] == pytest.approx(positive)
        assert shown["cost if called negative"] == pytest.approx(negative)
        assert (positive <= negative) == (q >= shown["threshold"] - 1e-12)


# -- costs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["2.13", "2.11"])
@pytest.mark.parametrize(("ratio", "prior"), [((1, 1), 0.5), ((10, 1), 0.05), ((1, 20), 0.9)])
def test_no_threshold_is_cheaper(case, ratio, prior):
    y_true, y_score = mk.datasets.example(case)
    shown = values(mk.explorers.cost().view(case=case, ratio=ratio, prior=prior))
    fpr, tpr, _ = metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    every = prior * (1 - tpr) * ratio[0] + (1 - prior) * fpr * ratio[1]
    assert shown["E"] == pytest.approx(every.min())
    parts = prior * shown["FNR"] * ratio[0], (1 - prior) * shown["FPR"] * ratio[1]
    assert shown["E"] == pytest.approx(sum(parts))
    x = prior * ratio[0] / (prior * ratio[0] + (1 - prior) * ratio[1])
    assert shown["P(+)cost"] == near(x)
    assert shown["cost_norm"] == near((fpr * (1 - x) + (1 - tpr) * x).min())
    assert shown["slope"] == pytest.approx((1 - x) / x)


def test_own_data_with_scores_of_any_scale():
    y_true, y_score = mk.datasets.example("2.13")
    own = mk.explorers.cost(y_true, 100 * y_score - 7)
    assert values(own.first)["threshold"] == pytest.approx(47)
    assert own.name == "cost"
    assert "data-explorer" not in own._repr_html_()


def test_infinite_threshold_is_drawn_and_said():
    view = mk.explorers.cost([0, 1], [0.9, 0.1]).view(ratio=(1, 20))
    assert values(view)["threshold"] == np.inf
    assert "nothing positive" in view.alt.texts["en"]
    assert "全部预测为反例" in view.alt.texts["zh"]


# -- bent probabilities -----------------------------------------------------------------------


def bent(**setting):
    return values(mk.explorers.calibration().view(**setting))


def test_bending_leaves_the_auc_and_the_best_cost_and_costs_at_the_formulas_threshold():
    straight = bent()
    assert straight["extra cost"] < 0.01
    for power in (0.25, 4):
        shown = bent(power=power)
        for name in ("AUC", "cost at the best"):
            assert shown[name] == pytest.approx(straight[name])
        assert shown["Brier score"] > straight["Brier score"]
        assert shown["extra cost"] > 0.2
        assert shown["threshold 1/(1+c)"] == pytest.approx(1 / 11)


def test_own_probabilities_may_have_no_threshold_that_is_worth_its_cost():
    own = mk.explorers.calibration([0, 1], [0.9, 0.1])
    assert values(own.view(ratio=(1, 4)))["best threshold"] == np.inf
    assert "data-explorer" not in own._repr_html_()
