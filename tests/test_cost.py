"""Costs: (2.23)-(2.25), the cost curve, the best threshold."""

import math
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from helpers import check_working, scored
from hypothesis import assume, given, strategies as st
from sklearn.metrics import confusion_matrix, roc_curve

import mlevalkit as mk

# Two positives missed, one false alarm, in 8: mixing up the two costs would show.
Y_TRUE, Y_PRED = [1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 1]
EXAMPLE = mk.datasets.example("2.13")

costs = st.integers(0, 9)
shares = st.floats(0, 1).map(lambda p: round(p, 9))  # a working shows fifteen digits


# -- (2.23) -----------------------------------------------------------------------------------

EXAMPLE_2_10 = mk.datasets.example("2.10")  # [[4 0 1] [1 1 0] [0 2 1]]


@pytest.mark.parametrize(
    ("columns", "options", "value"),
    [
        ((Y_TRUE, Y_PRED), {"cost_fn": 5, "cost_fp": 1}, 1.375),  # E6: not .375
        ((Y_TRUE, Y_PRED), {"cost_fn": 1, "cost_fp": 5}, 0.875),
        ((Y_TRUE, Y_PRED), {"cost_fn": 1, "cost_fp": 1}, 3 / 8),
        # E5: the slide has a 1 in its corner, which is refused
        ((Y_TRUE, Y_PRED), {"cost_matrix": [[0, 5], [1, 0]], "labels": [1, 0]}, 1.375),
        ((Y_TRUE, Y_PRED), {"cost_fn": 5, "cost_fp": 1, "prior": 0.1}, 0.1 * 2.5 + 0.9 * 0.25),
        (EXAMPLE_2_10, {"cost_matrix": [[0, 2, 3], [5, 0, 7], [11, 13, 0]]}, (3 + 5 + 26) / 10),
        (EXAMPLE_2_10, {"cost_matrix": 1 - np.eye(3)}, 0.4),
        (([0, 0], [0, 1]), {"cost_fn": 5, "cost_fp": 1}, 0.5),
        ((["a", "a"], ["a", "a"]), {"cost_fn": 5, "cost_fp": 1, "pos_label": "b"}, 0),
    ],
)
def test_cost_sensitive_error_by_hand(columns, options, value):
    assert mk.cost_sensitive_error(*columns, **options) == pytest.approx(value)
    check_working(mk.cost_sensitive_error.working(*columns, **options), value)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1), st.data())
def test_error_is_the_mean_of_the_entries(rows, data):
    t, p = map(np.array, zip(*rows, strict=True))
    row = st.lists(costs, min_size=4, max_size=4)
    matrix = np.array(data.draw(st.lists(row, min_size=4, max_size=4)))
    np.fill_diagonal(matrix, 0)
    assume(matrix.any())
    labels = data.draw(st.permutations(range(4)))
    value = mk.cost_sensitive_error(t, p, cost_matrix=matrix[np.ix_(labels, labels)], labels=labels)
    assert value == pytest.approx(matrix[t, p].mean())


@given(scored, costs, costs)
def test_two_costs_are_a_matrix(data, cost_fn, cost_fp):
    assume(cost_fn or cost_fp)
    y, s = data
    two = mk.cost_sensitive_error(y, s > 0, cost_fn=cost_fn, cost_fp=cost_fp)
    matrix = [[0, cost_fp], [cost_fn, 0]]
    one = mk.cost_sensitive_error(y, s > 0, cost_matrix=matrix, labels=[False, True])
    assert two == pytest.approx(one)


# -- (2.24), (2.25) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prior", "cost_fn", "cost_fp", "expected"),
    [(7 / 18, 11, 4, 7 / 11), (0.25, 3, 3, 0.25), (0.25, 3, 1, 0.5), (0, 3, 1, 0), (0.25, 3, 0, 1)],
)
def test_positive_cost_by_hand(prior, cost_fn, cost_fp, expected):
    assert mk.positive_cost(prior, cost_fn=cost_fn, cost_fp=cost_fp) == pytest.approx(expected)


def test_normalized_cost_by_hand():
    value = mk.normalized_cost(fnr=0.3, fpr=0.2, prior=7 / 18, cost_fn=11, cost_fp=4)
    assert value == pytest.approx(0.2636363636, abs=1e-10)


@given(scored, costs, costs, st.none() | shares)
def test_normalized_cost_is_error_over_the_largest(data, cost_fn, cost_fp, prior):
    y, s = data
    p = y.mean() if prior is None else prior
    worst = p * cost_fn + (1 - p) * cost_fp
    assume(worst > 1e-300)
    options = {"cost_fn": cost_fn, "cost_fp": cost_fp, "prior": prior}
    value = mk.normalized_cost(y, s > 0, **options)
    assert value == pytest.approx(mk.cost_sensitive_error(y, s > 0, **options) / worst)
    assert 0 <= value <= 1 + 1e-15
    tn, fp, fn, tp = confusion_matrix(y, s > 0, labels=[False, True]).ravel()
    rates = {"fnr": fn / (fn + tp), "fpr": fp / (fp + tn), "prior": p}
    assert mk.normalized_cost(cost_fn=cost_fn, cost_fp=cost_fp, **rates) == pytest.approx(value)


# -- the curve --------------------------------------------------------------------------------


def test_figure_2_5_from_example_2_13():
    curve = mk.cost_curve(*EXAMPLE)
    x, y = curve
    vertices = [(0, 0), (1 / 4, 1 / 5), (4 / 7, 23 / 70), (2 / 3, 3 / 10), (1, 0)]
    assert list(zip(x.tolist(), y.tolist(), strict=True)) == vertices  # to the last bit
    assert curve.expected_total_cost == pytest.approx(319 / 1680, rel=1e-15)
    assert curve.threshold.tolist() == [0.8, 0.54, 0.38, 0.3]
    assert len(curve.fpr) == 21
    assert curve.working().steps[1].value == Fraction(319, 1680)


def test_segment_runs_from_fpr_to_fnr():  # E7: point (.1, .5), not the other way round
    curve = mk.cost_curve(*EXAMPLE)
    i = curve.thresholds.tolist().index(0.54)
    assert (curve.fpr[i], curve.fnr[i]) == (0.1, 0.5)


def test_one_segment_and_all():  # E41
    assert min(mk.expected_total_cost(*EXAMPLE, threshold=t) for t in EXAMPLE[1]) == 0.3
    assert mk.expected_total_cost(*EXAMPLE) == pytest.approx(319 / 1680)
    check_working(mk.expected_total_cost.working(*EXAMPLE), 319 / 1680)
    assert mk.expected_total_cost(*EXAMPLE, threshold=math.inf) == 0.5
    assert mk.expected_total_cost(*EXAMPLE, threshold=-math.inf) == 0.5
    assert mk.expected_total_cost(*EXAMPLE, threshold=0.5401) == 0.35  # between two scores


@pytest.mark.parametrize(
    ("score", "area", "vertices"),
    [
        ([1, 2, 3, 4], 0, [(0, 0), (1, 0)]),  # perfect
        ([4, 3, 2, 1], 0.25, [(0, 0), (0.5, 0.5), (1, 0)]),  # perfectly wrong
        ([1, 1, 1, 1], 0.25, [(0, 0), (0.5, 0.5), (1, 0)]),  # says nothing
    ],
)
def test_extremes(score, area, vertices):
    curve = mk.cost_curve([0, 0, 1, 1], score)
    assert curve.expected_total_cost == area
    assert list(zip(*(v.tolist() for v in curve), strict=True)) == vertices
    check_working(curve.working(), curve.expected_total_cost)


def brute_envelope(y, s):
    """Return the exact area under the lowest of all lines, and their heights as a function."""
    lines = {(Fraction(1), Fraction(0))}  # (cost_norm at 1, at 0)
    for t in set(s.tolist()):
        pos, neg = s[y] >= t, s[~y] >= t
        lines.add((Fraction(int((~pos).sum()), len(pos)), Fraction(int(neg.sum()), len(neg))))

    def lowest(x):
        return min(fpr * (1 - x) + fnr * x for fnr, fpr in lines)

    cuts = {Fraction(0), Fraction(1)}
    for (a, b), (c, d) in combinations(lines, 2):
        if (a - b) != (c - d):
            cuts.add((d - b) / ((a - b) - (c - d)))
    xs = sorted(x for x in cuts if 0 <= x <= 1)
    area = sum((v - u) * (lowest(u) + lowest(v)) / 2 for u, v in pairwise(xs))
    return area, lowest


@given(scored)
def test_envelope_against_every_line(data):
    y, s = data
    curve = mk.cost_curve(y, s)
    area, lowest = brute_envelope(y, s)
    assert curve.expected_total_cost == pytest.approx(float(area), abs=1e-15)
    for x, height in zip(*curve, strict=True):
        assert height == pytest.approx(float(lowest(Fraction(x))), abs=1e-15)
    assert (np.diff(curve.positive_cost) > 0).all()
    middles = (curve.positive_cost[1:] + curve.positive_cost[:-1]) / 2
    for x, t in zip(middles, curve.threshold, strict=True):  # the threshold named is the cheapest
        fnr, fpr = (s[y] < t).mean(), (s[~y] >= t).mean()
        assert fpr * (1 - x) + fnr * x == pytest.approx(float(lowest(Fraction(x))), abs=1e-12)
    check_working(curve.working(), curve.expected_total_cost)


@given(scored)
def test_segments_are_the_points_of_the_roc_curve(data):
    y, s = data
    fpr, tpr, thresholds = roc_curve(y, s, drop_intermediate=False)
    curve = mk.cost_curve(y, s)
    np.testing.assert_allclose(curve.fpr, fpr)
    np.testing.assert_allclose(curve.fnr, 1 - tpr, atol=1e-15)
    np.testing.assert_array_equal(curve.thresholds, thresholds)


MEASURES = [
    lambda y, s, **o: list(mk.best_threshold(y, s, cost_fn=2, cost_fp=1, prior=0.3, **o)),
    lambda y, s, **o: list(mk.best_threshold(y, s, cost_fn=2, cost_fp=1, **o)),
    lambda y, s, **o: mk.cost_curve(y, s, **o).expected_total_cost,
    lambda y, s, **o: mk.expected_total_cost(y, s, threshold=0.5, **o),
    lambda y, s, **o: mk.normalized_cost(y, predicted(y, s), cost_fn=2, cost_fp=1, **o),
    lambda y, s, **o: mk.cost_sensitive_error(y, predicted(y, s), cost_fn=2, cost_fp=1, **o),
]


def predicted(y, s):
    """Return the label of the highest score for high ones, that of the lowest for the others."""
    return np.where(np.asarray(s) >= 0.5, y[np.argmax(s)], y[np.argmin(s)])


@pytest.mark.parametrize("measure", MEASURES)
def test_positive_label_and_weights_are_heard(measure):
    y = np.array([1, 0, 1, 1, 0, 0, 1, 0, 0, 1])
    s = np.array([0.9, 0.2, 0.8, 0.3, 0.6, 0.1, 0.55, 0.7, 0.4, 0.45])
    w = np.array([3, 1, 1, 4, 2, 1, 5, 2, 6, 1])
    many = measure(np.repeat(y, w), np.repeat(s, w))
    assert measure(y, s, sample_weight=w) == pytest.approx(many)
    assert measure(y, s) != pytest.approx(many)
    words = np.where(y == 1, "fine", "spoilt")  # the last in order is the other one
    assert measure(words, s, pos_label="fine", sample_weight=w) == pytest.approx(many)
    assert measure(np.where(y == 1, "spam", "ham"), s, sample_weight=w) == pytest.approx(many)


def runs():
    """Ever flatter runs bend right throughout, until a last steep climb undoes them again."""
    y = np.concatenate([np.repeat([1, 0], [k, 60 - k]) for k in range(60, 0, -1)])
    return np.concatenate((y, np.ones(4000, int)))


def many():
    rng = np.random.default_rng(0)
    y = rng.random(100_000) < 0.3
    return y, rng.normal(size=len(y)) + y


@pytest.mark.parametrize("data", [(runs(), -np.arange(7600)), many(), EXAMPLE])
def test_the_cheapest_thresholds_are_the_corners_of_the_hull(data):
    curve = mk.cost_curve(*data)
    x, y = curve.fpr[curve.cheapest], 1 - curve.fnr[curve.cheapest]
    hull_x, hull_y = np.concatenate(([0], x, [1])), np.concatenate(([0], y, [1]))
    assert (1 - curve.fnr <= np.interp(curve.fpr, hull_x, hull_y) + 1e-9).all()
    assert (np.diff(np.arctan2(np.diff(y), np.diff(x))) < 0).all()  # it turns right


# -- the best threshold -----------------------------------------------------------------------


def test_exercise_2_6():
    best = mk.best_threshold(*EXAMPLE, cost_fn=1, cost_fp=1, prior=0.5)
    threshold, cost = best
    assert (threshold, cost) == (0.54, pytest.approx(0.3))
    assert (best.fpr, best.tpr, best.slope) == (0.1, 0.5, 1)
    rare = mk.best_threshold(*EXAMPLE, cost_fn=1, cost_fp=1, prior=0.25)
    assert rare.slope == 3  # (1-p)/p
    check_working(best.working(), best.cost)


@given(scored, costs, costs, st.none() | shares)
def test_best_threshold_against_all(data, cost_fn, cost_fp, prior):
    y, s = data
    p = y.mean() if prior is None else prior
    assume(p * cost_fn + (1 - p) * cost_fp > 1e-9)
    options = {"cost_fn": cost_fn, "cost_fp": cost_fp, "prior": prior}
    best = mk.best_threshold(y, s, **options)
    every = {t: mk.cost_sensitive_error(y, s >= t, **options) for t in [math.inf, *set(s.tolist())]}
    least = min(every.values())
    assert best.cost == pytest.approx(least, abs=1e-12)
    assert best.cost == pytest.approx(every[best.threshold], abs=1e-12)
    assert best.threshold == max(t for t, c in every.items() if c <= least * (1 + 1e-12))
    normalized = mk.normalized_cost(y, s >= best.threshold, **options)
    assert best.normalized_cost == pytest.approx(normalized, abs=1e-12)
    check_working(best.working(), best.cost)
    # one point of the cost curve, and no ROC point lies above the line through it
    x, height = mk.cost_curve(y, s)
    assert np.interp(best.positive_cost, x, height) == pytest.approx(best.normalized_cost, abs=1e-9)
    if math.isfinite(best.slope) and best.slope < 1e6:
        fpr, tpr, _ = mk.roc_curve(y, s)
        assert (tpr <= best.tpr + best.slope * (fpr - best.fpr) + 1e-6).all()


def test_rare_positives_still_choose_among_thresholds_without_alarms():
    best = mk.best_threshold(*EXAMPLE, cost_fn=1, cost_fp=1, prior=1e-14)
    assert (best.threshold, best.tpr) == (0.8, 0.2)


def test_slope_at_the_ends():
    no_positives, no_negatives = (
        mk.best_threshold(*EXAMPLE, cost_fn=1, cost_fp=2, prior=prior) for prior in (0, 1)
    )
    assert (no_positives.slope, no_negatives.slope) == (math.inf, 0)
    assert "-> inf" in str(no_positives.working())
    best = mk.best_threshold(*EXAMPLE, cost_fn=0, cost_fp=1)
    assert best.threshold == math.inf
    assert "nothing is predicted positive" in str(best.working())
