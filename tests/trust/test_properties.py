"""What must hold whatever the data: what changes no measure, and every route to the same number.

Each comparison is counted for the report. Where a reference implementation has the measure, the
tests of its section compare with that.
"""

import math
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from agreement import agree
from hypothesis import assume, given, settings, strategies as st
from hypothesis.extra.numpy import arrays

import mlevalkit as mk

FEW, MANY = 25, 500  # examples of each property: in every run, in the slow one


def examples_of(*strategies):
    """Run a property on a few examples in every run, on many where slow tests are asked for."""
    sizes = [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.slow)]

    def decorate(test):
        def run(size):
            settings(max_examples=size, deadline=None)(given(*strategies)(test))()

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return pytest.mark.parametrize("size", sizes)(run)

    return decorate


def same(what, ours, expected, rel=1e-12, absolute=1e-15):
    agree("property", "hypothesis", what, ours, expected, rel=rel, absolute=absolute)


# -- data ----------------------------------------------------------------------------------------


def whole(shape, least, most):
    """Draw whole numbers, each by itself."""
    return arrays(int, shape, elements=st.integers(least, most), fill=st.nothing())


@st.composite
def labelled(draw, classes=3):
    """True and predicted labels, and a whole weight for each sample."""
    n = draw(st.integers(1, 40))
    column = whole(n, 0, classes - 1)
    weight = whole(n, 0, 5).filter(np.any)
    return draw(column), draw(column), draw(weight)


@st.composite
def scored(draw):
    """Labels of both classes, scores with ties, and a whole weight for each sample."""
    n = draw(st.integers(2, 40))
    y = draw(whole(n, 0, 1))
    assume(0 < y.sum() < n)
    levels = draw(st.sampled_from([1, 4, 1000]))
    s = draw(whole(n, -levels, levels))
    return y, s, draw(whole(n, 1, 5))


units = st.sampled_from([3, 1e-290, 1e290])  # of weights
orders = st.integers(0, 2**32 - 1).map(np.random.RandomState)

AVERAGED = {
    "accuracy": mk.accuracy_score,
    "error rate": mk.error_rate,
    "macro F1 (2.14)": partial(mk.macro_f1, zero_division=0),
}
for name, measure in {
    "precision": mk.precision_score,
    "recall": mk.recall_score,
    "F1": mk.f1_score,
}.items():
    for average in ("macro", "micro", "weighted"):
        AVERAGED[f"{name}, {average}"] = partial(measure, average=average, zero_division=0)
RANKED = {
    "AUC": mk.roc_auc_score,
    "partial AUC": lambda y, s, **w: mk.roc_auc_score(y, s, max_fpr=0.3, **w),
    "ranking loss": mk.ranking_loss,
    "average precision": mk.average_precision_score,
    "break-even point": mk.break_even_point,
    "highest F1": lambda y, s, **w: mk.best_f_threshold(y, s, **w).score,
    "expected total cost": mk.expected_total_cost,
    "lowest cost": lambda y, s, **w: mk.best_threshold(y, s, cost_fn=3, cost_fp=2, **w).cost,
}


# -- invariance ----------------------------------------------------------------------------------


@examples_of(labelled(), orders, st.permutations(["q", "c", "x"]))
def test_what_changes_no_measure_of_labels(data, order, names):
    y, p, w = data
    new, called = order.permutation(len(y)), np.array(names)
    for name, measure in AVERAGED.items():
        value = measure(y, p, sample_weight=w)
        moved = measure(y[new], p[new], sample_weight=w[new])
        same(f"order of samples: {name}", moved, value)
        renamed = measure(called[y], called[p], sample_weight=w)
        same(f"names of classes: {name}", renamed, value)


MAPS = {
    "exp": lambda s: np.exp(s / 100),
    "cube": lambda s: s.astype(float) ** 3,
    "ranks": lambda s: np.searchsorted(np.unique(s), s),
    "arctan": lambda s: np.arctan(s / 50),
    "next floats": lambda s: 1 + np.searchsorted(np.unique(s), s) * 2**-52,
}


@examples_of(scored(), orders, st.sampled_from(list(MAPS)), units)
def test_what_changes_no_measure_of_scores(data, order, way, unit):
    y, s, w = data
    new, mapped = order.permutation(len(y)), MAPS[way](s)
    for what, (labels, scores, weights) in {
        "order of samples": (y[new], s[new], w[new]),
        "monotone map of scores": (y, mapped, w),
        "unit of weights": (y, s, w * unit),
        "weights are copies": (np.repeat(y, w), np.repeat(s, w), None),
    }.items():
        for name, measure in RANKED.items():
            changed = measure(labels, scores, sample_weight=weights)
            same(f"{what}: {name}", changed, measure(y, s, sample_weight=w))
    for curve in (mk.roc_curve, mk.precision_recall_curve):
        same(f"monotone map of scores: {curve.__name__}",
             curve(y, mapped, sample_weight=w)[:2], curve(y, s, sample_weight=w)[:2])  # fmt: skip


# -- every route to the same number --------------------------------------------------------------


@examples_of(scored())
def test_routes_to_the_auc(data):
    y, s, w = data
    won = Fraction(0)
    for i in np.flatnonzero(y):
        for j in np.flatnonzero(1 - y):
            pair = int(w[i]) * int(w[j])
            won += pair * Fraction(int(np.sign(s[i] - s[j])) + 1, 2)
    exact = won / (int(w[y == 1].sum()) * int(w[y == 0].sum()))
    corners, *_ = curves = [
        mk.roc_curve(y, s, sample_weight=w),
        mk.roc_curve(y, s, sample_weight=w, drop_intermediate=False),
    ]
    routes = {
        "roc_auc_score": mk.roc_auc_score(y, s, sample_weight=w),
        "1 - ranking loss (2.22)": 1 - mk.ranking_loss(y, s, sample_weight=w),
        "trapezoids (2.20)": mk.auc(*corners[:2]),
        "trapezoids, every point": mk.auc(*curves[1][:2]),
        "the range 0 to 1 of a partial AUC": mk.roc_auc_score(y, s, sample_weight=w, max_fpr=1),
        "copies instead of weights": mk.roc_auc_score(np.repeat(y, w), np.repeat(s, w)),
    }
    for name, value in routes.items():
        same(f"AUC, pairs counted one by one, and by {name}", value, exact)


@examples_of(scored(), st.sampled_from([0.5, 1.0, 2.0]))
def test_routes_to_f(data, beta):
    y, s, w = data
    _, fp, fn, tp, thresholds = mk.confusion_matrix_at_thresholds(y, s, sample_weight=w)
    fs = [
        mk.fbeta_score(y, s >= t, beta=beta, zero_division=0, sample_weight=w) for t in thresholds
    ]
    same("F at all thresholds, and from counts",
         fs, (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp))  # fmt: skip
    best = mk.best_f_threshold(y, s, beta=beta, sample_weight=w)
    same("the highest F, and the highest of all", best.score, max(fs))
    precision, recall, _ = mk.precision_recall_curve(y, s, sample_weight=w)
    same("precision from the curve and from counts", precision[-2::-1], tp / (tp + fp))
    same("recall from the curve and from counts", recall[-2::-1], tp / (tp + fn))
    same("average precision, and its sum of steps",
         mk.average_precision_score(y, s, sample_weight=w),
         math.fsum(np.diff(recall[::-1]) * precision[-2::-1]))  # fmt: skip


@examples_of(scored(), *[st.integers(1, 20)] * 2, st.floats(0.01, 0.99))
def test_routes_to_the_cost(data, cost_fn, cost_fp, prior):
    y, s, w = data
    given_costs = {"cost_fn": cost_fn, "cost_fp": cost_fp, "prior": prior, "sample_weight": w}
    best = mk.best_threshold(y, s, **given_costs)
    curve = mk.cost_curve(y, s, sample_weight=w)
    at = mk.positive_cost(prior, cost_fn=cost_fn, cost_fp=cost_fp)
    same("P(+)cost by two routes", best.positive_cost, at)
    same("the lowest cost, and the cost curve there", best.normalized_cost,
         np.interp(at, curve.positive_cost, curve.normalized_cost))  # fmt: skip
    lines = curve.fpr * (1 - at) + curve.fnr * at
    same("the cost curve, and the lowest of all lines", best.normalized_cost, lines.min())
    pred = (s >= best.threshold).astype(int)
    same("the lowest cost, and the cost of its predictions", best.cost,
         mk.cost_sensitive_error(y, pred, **given_costs))  # fmt: skip
    same("normalized cost by two routes", best.normalized_cost,
         mk.normalized_cost(y, pred, **given_costs))  # fmt: skip
    same("the area under the cost curve, and by trapezoids",
         mk.expected_total_cost(y, s, sample_weight=w), mk.auc(*curve))  # fmt: skip


@st.composite
def score_tables(draw):
    n, k = draw(st.integers(2, 8)), draw(st.integers(2, 6))
    return draw(whole((n, k), 0, draw(st.sampled_from([2, 100]))))


@examples_of(score_tables(), st.booleans(), orders)
def test_routes_to_friedman(scores, corrected, order):
    n, k = scores.shape
    test = partial(mk.friedman_test, tie_correction=corrected)
    one = test(scores)
    units = scores * order.randint(1, 9, (n, 1)) + order.randint(0, 9, (n, 1))
    statistics = [one.statistic, one.chi2, one.pvalue]
    for what, other in {
        "from ranks": test(ranks=one.ranks),
        "rows in another order": test(scores[order.permutation(n)]),
        "columns in another order": test(scores[:, order.permutation(k)]),
        "errors instead of scores": test(-scores, greater_is_better=False),
        "each row in its own unit": test(units),
    }.items():
        same(f"Friedman: {what}", [other.statistic, other.chi2, other.pvalue], statistics)
    nemenyi = mk.nemenyi_test(scores)
    if k == 2:  # the range of two is the difference of two
        away = abs(nemenyi.mean_ranks[0] - nemenyi.mean_ranks[1]) * math.sqrt(n)
        same("Nemenyi of two learners is a normal test", nemenyi.pvalue[0, 1],
             math.erfc(away / math.sqrt(2)), rel=1e-9)  # fmt: skip
