"""Explorers of thresholds, F-beta and crossing curves: their numbers by another route."""

import numpy as np
import pytest
from helpers import numbers, values
from sklearn import metrics

import mlevalkit as mk

# -- the threshold ----------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["2.11", "2.13"])
def test_rates_agree_with_scikit_learn(case):
    y_true, y_score = mk.datasets.example(case)
    own = mk.explorers.threshold(y_true, y_score)
    for at in (0.9, 0.7, 0.52, 0.505, 0.4, 0.3, 0.0):
        rows = numbers(own.draw(at=at))
        y_pred = y_score >= at
        assert rows["P"].value == pytest.approx(metrics.precision_score(y_true, y_pred))
        assert rows["R"].value == pytest.approx(metrics.recall_score(y_true, y_pred))
        assert rows["F1"].value == pytest.approx(metrics.f1_score(y_true, y_pred))
        fpr = 1 - metrics.recall_score(y_true, y_pred, pos_label=0)
        assert rows["FPR"].value == pytest.approx(fpr)


def test_own_data_of_any_size_and_scale():
    rng = np.random.default_rng(0)
    y_true = rng.permutation(np.repeat([0, 1], [400, 200]))
    own = mk.explorers.threshold(y_true, 50 * rng.normal(size=600) - 7)
    cuts = own.parameters[0].values
    assert len(cuts) <= 101
    assert list(cuts) == sorted(cuts, reverse=True)
    assert [numbers(own.view(at=cuts[0]))[k].value for k in ("TP", "FP")] == [0, 0]
    assert [numbers(own.view(at=cuts[-1]))[k].value for k in ("TP", "FP")] == [200, 400]
    assert "data-explorer" not in own._repr_html_()


@pytest.mark.parametrize(
    ("curves", "shown", "dragged"),
    [("none", "TP FN FP TN P R F1", 1), ("pr", "TP FN FP TN P R F1", 2),
     ("roc", "TP FN FP TN TPR FPR", 2), ("both", "TP FN FP TN P R F1 TPR FPR", 3)],
)  # fmt: skip
def test_a_page_shows_the_curves_that_it_has_taught(curves, shown, dragged):
    view = mk.explorers.threshold(curves=curves).first
    assert [str(v.label) for v in view.numbers] == shown.split()
    assert len(view.handles) == dragged
    assert ("TPR" in str(view.alt)) == ("TPR" in shown)


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


# -- curves that cross ------------------------------------------------------------------------


def pair(**setting):
    return values(mk.explorers.crossing().view(**setting))


@pytest.mark.parametrize(
    ("mean", "spread", "who"),
    [(2.4, 1.0, "B"), (0.6, 1.0, "A"), (1.5, 2.0, "-"), (1.5, 1.0, "-"), (1.5, 0.4, "-")],
)
def test_who_encloses_whom(mean, spread, who):
    shown = pair(mean=mean, spread=spread)
    assert shown["encloses the other"] == who
    if who != "-":  # then every measure agrees
        loser = {"A": "B", "B": "A"}[who]
        for name in ("AUC", "BEP", "F1", "TPR"):
            assert shown[f"{name} {who}"] > shown[f"{name} {loser}"]


def test_auc_does_not_follow_the_prior_but_the_verdicts_of_bep_and_f1_do():
    many, few = (pair(prior=p) for p in (0.5, 0.1))
    assert many["AUC A"] == few["AUC A"] > many["AUC B"] == few["AUC B"]
    for name in ("BEP", "F1"):
        assert many[f"{name} A"] > many[f"{name} B"]
        assert few[f"{name} A"] < few[f"{name} B"]
