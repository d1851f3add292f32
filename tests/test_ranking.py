"""Curves, areas, thresholds, many classes, the interval of the AUC: (2.18)-(2.22)."""

import math

import numpy as np
import pytest
from helpers import check_working, legend_of, scored
from hypothesis import assume, given, strategies as st
from sklearn import metrics

import mlevalkit as mk
from mlevalkit.display.workings import Line

Y11, S11 = E11 = mk.datasets.example("2.11")
Y13, S13 = E13 = mk.datasets.example("2.13")
ABC = ["x", "y", "z", "z"]
ROWS = np.array([[5, 3, 2], [1, 7, 2], [4, 4, 2], [0, 1, 9]]) / 10


@st.composite
def weighted(draw):
    y, s = draw(scored)
    w = np.array(draw(st.lists(st.integers(0, 3), min_size=len(y), max_size=len(y))))
    assume(w[y].any() and w[~y].any())
    return y, s, draw(st.sampled_from([w, w / 4]))


def same(ours, theirs):
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-12)


# -- golden values ------------------------------------------------------------------------------

CUTS_11 = (
    ".9:1,0 .86:3,0 .8:4,0 .75:5,0 .74:6,0 .67:6,1 .62:7,1 .56:7,2 .55:8,2 .52:9,2 .5:9,3 .47:11,3 "
    ".44:11,4 .43:11,5 .4:11,7 .35:11,8 .1:11,9"
)
POINTS_13 = (
    "(0,0)(0,1)(0,2)(1,2)(1,3)(1,4)(1,5)(2,5)(3,5)(3,6)(4,6)(4,7)(5,7)(5,8)(6,8)(7,8)(8,8)(8,9)"
    "(9,9)(9,10)(10,10)"
)


def test_example_2_11():
    cuts = [c.replace(":", ",").split(",") for c in CUTS_11.split()]
    t, tp, fp = np.array(cuts, dtype=float).T
    tns, fps, fns, tps, thresholds = mk.confusion_matrix_at_thresholds(*E11)
    same((thresholds, tps, fps, tns, fns), (t, tp, fp, 9 - fp, 11 - tp))
    same(mk.confusion_matrix_at_thresholds(2 * E11[0] - 1, E11[1])[:4], (tns, fps, fns, tps))
    precision, recall, thresholds = mk.precision_recall_curve(*E11)
    np.testing.assert_array_equal(thresholds, t[::-1])
    np.testing.assert_allclose(precision[:-1], (tp / (tp + fp))[::-1], rtol=1e-15)
    np.testing.assert_allclose(recall[:-1], tp[::-1] / 11, rtol=1e-15)
    assert (precision[0], recall[0], precision[-1], recall[-1]) == (0.55, 1, 1, 0)
    assert mk.break_even_point(*E11) == pytest.approx(9 / 11)
    assert mk.average_precision_score(*E11) == pytest.approx(0.9149645808736718, abs=1e-15)
    check_working(mk.auc.working(recall, precision), 0.9090695920241375)
    assert mk.roc_auc_score(*E11) == pytest.approx(0.888889, abs=5e-7)
    assert tuple(mk.best_f_threshold(*E11)) == (0.47, 0.88)


def test_example_2_13():
    points = [p.split(",") for p in POINTS_13.strip("()").split(")(")]
    fp, tp = np.array(points, dtype=float).T
    fpr, tpr, thresholds = mk.roc_curve(*E13, drop_intermediate=False)
    np.testing.assert_array_equal(fpr, fp / 10)
    np.testing.assert_array_equal(tpr, tp / 10)
    np.testing.assert_array_equal(thresholds, [np.inf, *S13])
    assert len(mk.roc_curve(*E13)[0]) == 16
    assert (mk.roc_auc_score(*E13), mk.ranking_loss(*E13)) == (0.68, 0.32)
    assert mk.auc(fpr, tpr) == pytest.approx(0.68)
    assert (mk.auc(fpr[:20], -tpr[:20]), mk.auc([1, 0], [1, 1])) == (pytest.approx(-0.58), 1)


def test_break_even_point():
    assert mk.break_even_point([0, 0, 1, 1], [4, 3, 2, 1]) == 0  # not the empty prediction
    assert mk.break_even_point([0, 1, 1], [3, 2, 1]) == 0.5
    assert mk.break_even_point([1, 0, 1, 0, 0], [0.5, 0.5, 0.5, 0.2, 0.7]) == pytest.approx(1 / 3)
    for y in ([1, 0, 1, 0], [1, 0, 0], [1, 1, 1, 0]):  # all tied: the share of positives
        value = mk.break_even_point(y, [0.5] * len(y))
        assert value == pytest.approx(np.mean(y))
        check_working(mk.break_even_point.working(y, [0.5] * len(y)), value)


# -- as scikit-learn ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["roc_curve", "precision_recall_curve"])
@pytest.mark.parametrize("drop", [True, False])
@given(data=weighted())
def test_curves_equal_scikit_learn(name, drop, data):
    y, s, w = data
    for weight in (None, w):
        options = {"sample_weight": weight, "drop_intermediate": drop}
        same(getattr(mk, name)(y, s, **options), getattr(metrics, name)(y, s, **options))


@given(data=weighted())
def test_areas_and_counts_equal_scikit_learn(data):
    y, s, w = data
    for name in ("roc_auc_score", "average_precision_score"):
        ours, theirs = (getattr(home, name)(y, s, sample_weight=w) for home in (mk, metrics))
        assert ours == pytest.approx(theirs, abs=1e-12)
    ours, theirs = (home.confusion_matrix_at_thresholds(y, s, sample_weight=w)
                    for home in (mk, metrics))  # fmt: skip
    same(ours, theirs)


@given(weighted(), st.sampled_from([0.01, 0.1, 0.25, 0.5, 0.9, 1.0, 1]))
def test_partial_auc_is_scikit_learns(data, max_fpr):
    y, s, w = data
    options = {"max_fpr": max_fpr, "sample_weight": w}
    ours, theirs = (home.roc_auc_score(y, s, **options) for home in (mk, metrics))
    assert ours == pytest.approx(theirs, abs=1e-9)
    check_working(mk.roc_auc_score.working(y, s, **options), ours)


# -- whole numbers that floats cannot tell apart --------------------------------------------------

Y5 = [0, 1, 0, 1, 1]
LARGE = {
    "beyond 2**53": [10**17 + i for i in range(5)],
    "below -2**53": np.arange(-(2**63), -(2**63) + 5),
    "beyond int64": np.arange(5, dtype=np.uint64) + np.uint64(2**63),
}


@pytest.mark.parametrize("large", LARGE)
def test_scores_beyond_2_to_the_53_keep_their_order(large):
    scores, places = LARGE[large], range(5)
    assert mk.roc_auc_score(Y5, scores) == pytest.approx(5 / 6)
    assert metrics.roc_auc_score(Y5, scores) == pytest.approx(5 / 6)
    for function in (
        mk.roc_auc_score, mk.ranking_loss, mk.average_precision_score, mk.break_even_point,
        mk.expected_total_cost, mk.auc_confidence_interval,
        lambda y, s: mk.roc_auc_score(y, s, max_fpr=0.5),
        lambda y, s: mk.roc_auc_score(y, s, sample_weight=[1, 2, 1, 1, 3]),
        lambda y, s: mk.roc_curve(y, s)[:2],
        lambda y, s: mk.precision_recall_curve(y, s)[:2],
        lambda y, s: mk.confusion_matrix_at_thresholds(y, s)[:4],
        lambda y, s: mk.best_f_threshold(y, s).score,
        lambda y, s: mk.cost_curve(y, s).normalized_cost,
        lambda y, s: mk.best_threshold(y, s, cost_fn=1, cost_fp=2).cost,
        lambda y, s: mk.threshold_saving(
            y, s, cost_fn=2, cost_fp=1, reference=-1e19, n_resamples=100, random_state=0
        ).saving,
        lambda y, s: mk.delong_test(y, s, [3, 1, 2, 5, 4]).pvalue,
        lambda y, s: mk.dominates(y, s, [3, 1, 2, 5, 4]),
    ):  # fmt: skip
        np.testing.assert_equal(function(Y5, scores), function(Y5, places))


@pytest.mark.parametrize("large", LARGE)
def test_a_threshold_beyond_2_to_the_53_is_one_of_the_scores(large):
    scores = np.array(LARGE[large])
    by_cost = mk.best_threshold(Y5, scores, cost_fn=9, cost_fp=1)
    for best in (mk.best_f_threshold(Y5, scores), by_cost):
        assert np.array_equal(scores >= best.threshold, [False, True, True, True, True])
        check_working(best.working())
    np.testing.assert_array_equal(mk.precision_recall_curve(Y5, scores)[2], scores)


# -- the positive label ---------------------------------------------------------------------------

GUESSING = [
    mk.roc_auc_score, mk.ranking_loss, mk.break_even_point, mk.best_f_threshold,
    mk.auc_confidence_interval, lambda y, s, **o: mk.dominates(y, s, -np.array(s), **o),
]  # fmt: skip
ASKING = [
    mk.roc_curve, mk.precision_recall_curve, mk.average_precision_score,
    mk.confusion_matrix_at_thresholds,
]  # fmt: skip


@pytest.mark.parametrize("function", GUESSING)
@pytest.mark.parametrize("labels", [("ham", "spam"), (-1, 1), (False, True), (3, 7), (-1, 0)])
def test_without_pos_label_the_last_one_is_positive(function, labels):
    assert function(np.array(labels)[Y13], S13) == function(Y13, S13)


@pytest.mark.parametrize("function", ASKING)
def test_where_scikit_learn_asks_for_pos_label_so_do_we(function):
    theirs = getattr(metrics, function.__name__)
    for labels in (("ham", "spam"), (3, 7), (-1, 0)):
        for asked in (function, theirs):
            with pytest.raises(ValueError, match="pos_label"):
                asked(np.array(labels)[Y13], S13)
        named = np.array(labels)[Y13]
        found, expected = (f(named, S13, pos_label=labels[1]) for f in (function, theirs))
        same(*((r if isinstance(r, tuple) else (r,)) for r in (found, expected)))


@pytest.mark.parametrize("function", [f for f in GUESSING + ASKING if f is not mk.roc_auc_score])
def test_positive_label_and_weights_are_heard(function):
    weight = {} if function is mk.auc_confidence_interval else {"sample_weight": Y13 + S13}
    words = np.where(Y13 == 1, "fine", "spoilt")  # "spoilt" sorts last
    heard = str(function(words, S13, pos_label="fine", **weight))
    assert heard == str(function(Y13, S13, **weight))
    other = str(function(words, S13, pos_label="spoilt", **weight))
    assert heard != other or function is GUESSING[-1]


# -- properties -----------------------------------------------------------------------------------


@given(data=scored, seed=st.integers(0, 99))
def test_break_even_point_is_the_mean_over_orders_of_ties(data, seed):
    y, s = data
    order = np.lexsort((np.random.RandomState(seed).permutation(len(s)), -s))
    m = y.sum()
    worst, best = (y[np.lexsort((tie, -s))][:m].sum() / m for tie in (y, ~y))
    assert worst <= y[order][:m].sum() / m <= best
    assert worst - 1e-12 <= mk.break_even_point(y, s) <= best + 1e-12


@given(data=scored, other=st.integers(0, 99))
def test_enclosure_agrees_with_a_fine_grid(data, other):
    y, a = data
    b = np.random.RandomState(other).randint(0, 4, len(y))
    f, u, _ = mk.roc_curve(y, a)
    g, v, _ = mk.roc_curve(y, b)
    grid = np.unique(np.concatenate([f, g, np.linspace(0, 1, 500)]))
    upper = [np.array([np.interp(x, p, q) if x not in p else q[p == x].max() for x in grid])
             for p, q in ((f, u), (g, v))]  # fmt: skip
    above = bool((upper[0] >= upper[1] - 1e-9).all() and (upper[0] > upper[1] + 1e-9).any())
    assert mk.dominates(y, a, b) == above
    assert not mk.dominates(y, a, a)


# -- the best F -----------------------------------------------------------------------------------


@given(weighted(), st.sampled_from([0.0, 0.5, 1.0, 2.0]))
def test_best_f_is_the_highest(data, beta):
    y, s, w = data
    best = mk.best_f_threshold(y, s, beta=beta, sample_weight=w)
    every = {t: metrics.fbeta_score(y, s >= t, beta=beta, sample_weight=w) if beta else
             metrics.precision_score(y, s >= t, sample_weight=w, zero_division=0)
             for t in set(s.tolist())}  # fmt: skip
    assert best.score == pytest.approx(max(every.values()))
    assert best.threshold == max(t for t, f in every.items() if f >= best.score * (1 - 1e-12))
    predicted = s >= best.threshold
    assert best.precision == pytest.approx(metrics.precision_score(y, predicted, sample_weight=w))
    assert best.recall == pytest.approx(metrics.recall_score(y, predicted, sample_weight=w))
    check_working(best.working(), best.score)


# -- P-R from ROC ---------------------------------------------------------------------------------


@given(weighted(), st.floats(0.001, 0.999))
def test_precision_from_roc_is_the_p_r_curve(data, prior):
    y, s, w = data
    fpr, tpr, _ = mk.roc_curve(y, s, sample_weight=w, drop_intermediate=False)
    # weigh the positives so that they make up the prior; trust/test_properties.py has their own
    again = np.where(y, w * prior / w[y].sum(), w * (1 - prior) / w[~y].sum())
    p, _, _ = mk.precision_recall_curve(y, s, sample_weight=again)
    np.testing.assert_allclose(mk.precision_from_roc(fpr, tpr, prior), p[::-1], atol=1e-9)


def test_precision_from_roc_at_the_ends():
    assert mk.precision_from_roc(0, 0, 0.5) == 1
    assert mk.precision_from_roc(0, 0, 0.5, zero_division=0) == 0
    assert math.isnan(mk.precision_from_roc(0.0, 1.0, 0, zero_division=math.nan))
    assert mk.precision_from_roc(np.float64(0.5), 1, 0) == 0
    assert mk.precision_from_roc([0, 1], [0, 1], 0.25).tolist() == [1, 0.25]
    check_working(mk.precision_from_roc.working(0, 0, 0.5))  # 0/0
    check_working(mk.precision_from_roc.working(0.1, 0.9, 0.01), 0.009 / 0.108)


# -- many classes ---------------------------------------------------------------------------------


@st.composite
def many(draw):
    y = np.array(draw(st.lists(st.integers(0, 3), min_size=4, max_size=30)))
    k = len(np.unique(y))
    assume(k > 2)
    raw = np.array(draw(st.lists(st.lists(st.integers(1, 5), min_size=k, max_size=k),
                                 min_size=len(y), max_size=len(y))))  # fmt: skip
    w = np.array(draw(st.lists(st.integers(1, 3), min_size=len(y), max_size=len(y))))
    return y, raw / raw.sum(axis=1, keepdims=True), w


@given(many(), st.sampled_from(["macro", "weighted", "micro", None]))
def test_auc_of_many_classes_is_scikit_learns(data, average):
    y, s, w = data
    cases = [{"multi_class": "ovr", "sample_weight": weight} for weight in (None, w, w / 4)]
    for options in [*cases, *[{"multi_class": "ovo"}] * (average in ("macro", "weighted"))]:
        ours = mk.roc_auc_score(y, s, average=average, **options)
        theirs = metrics.roc_auc_score(y, s, average=average, **options)
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
        working = mk.roc_auc_score.working(y, s, average=average, **options)
        check_working(working, None if average in (None, "micro") else ours)
        assert (np.array_equal(working.value, ours), "None" in str(working)) == (True, False)


def test_columns_follow_labels():
    plain = mk.roc_auc_score(ABC, ROWS, multi_class="ovr", average=None)
    options = {"multi_class": "ovr", "average": None, "labels": ["z", "x", "y"]}
    turned = mk.roc_auc_score(ABC, ROWS[:, [2, 0, 1]], **options)
    assert turned.tolist() == plain[[2, 0, 1]].tolist()
    ax = mk.plots.one_vs_rest_roc(ABC, ROWS[:, [2, 0, 1]], labels=["z", "x", "y"])
    assert legend_of(ax) == [f"{c} AUC {plain[i]:.3f}" for i, c in ((2, "z"), (0, "x"), (1, "y"))]
    for multi_class in ("raise", "ovr", "ovo"):  # two classes take no notice of it
        assert mk.roc_auc_score(*E13, multi_class=multi_class) == 0.68


# -- the interval of the AUC ----------------------------------------------------------------------


@given(scored)
def test_delong_by_its_definition(data):
    y, s = data
    assume(2 <= y.sum() <= len(y) - 2)
    wins = (np.sign(s[y][:, None] - s[~y]) + 1) / 2
    interval = mk.auc_confidence_interval(y, s)
    above, below = wins.mean(axis=1).var(ddof=1), wins.mean(axis=0).var(ddof=1)
    error = interval.working().steps[1]
    assert error.values["S_pos"] == pytest.approx(above, abs=1e-12)
    assert error.values["S_neg"] == pytest.approx(below, abs=1e-12)
    assert error.value == pytest.approx(math.sqrt(above / y.sum() + below / (~y).sum()), abs=1e-12)
    assert interval.estimate == pytest.approx(wins.mean()) == mk.roc_auc_score(y, s)


@given(
    scored,
    st.sampled_from(["score", "logit", "delong"]),
    st.sampled_from([0.5, 0.95, 0.999]),
)
def test_intervals_and_their_workings(data, method, level):
    y, s = data
    assume(2 <= y.sum() <= len(y) - 2)
    options = {"method": method, "confidence_level": level}
    interval = mk.auc_confidence_interval(y, s, **options)
    low, high = interval
    assert 0 <= low <= interval.estimate <= high <= 1
    check_working(interval.working())
    mirrored = mk.auc_confidence_interval(y, -s, **options)
    assert tuple(mirrored) == pytest.approx((1 - high, 1 - low))  # what is lost here is won there
    lines = {step.symbol: step.value for step in interval.working().steps if type(step) is Line}
    assert lines.get("low", low) == pytest.approx(low, abs=1e-12)
    assert lines.get("high", high) == pytest.approx(high, abs=1e-12)


def test_perfect_separation_has_no_spread():
    for method in ("delong", "logit"):
        interval = mk.auc_confidence_interval([0, 0, 1, 1], [1, 2, 3, 4], method=method)
        assert tuple(interval) == (1, 1)
        check_working(interval.working())
