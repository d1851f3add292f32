"""P-R curve, ROC curve, AUC, ranking loss, break-even point, enclosure: (2.18)-(2.22)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from helpers import check_working
from hypothesis import given, settings, strategies as st
from sklearn import metrics

import mlevalkit as mk
from mlevalkit._display import Table

Y11, S11 = mk.datasets.example("2.11")
Y13, S13 = mk.datasets.example("2.13")


@st.composite
def scored(draw: st.DrawFn, ties: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Return labels with both classes and scores, often tied."""
    n = draw(st.integers(2, 30))
    y = np.array(draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)))
    y[:2] = [0, 1]
    values = st.integers(0, 6) if ties else st.integers(-(10**6), 10**6)
    s = draw(st.lists(values, min_size=n, max_size=n, unique=not ties))
    return y, np.array(s) / 4


def loss_by_definition(y: np.ndarray, s: np.ndarray) -> Fraction:
    pairs = list(product(s[y == 1], s[y == 0]))
    return sum(
        (Fraction(int(a < b)) + Fraction(int(a == b), 2) for a, b in pairs), Fraction(0)
    ) / len(pairs)


# -- golden values ------------------------------------------------------------------------------

CUTS_11 = (
    ".9:1,0 .86:3,0 .8:4,0 .75:5,0 .74:6,0 .67:6,1 .62:7,1 .56:7,2 .55:8,2 .52:9,2 .5:9,3 .47:11,3 "
    ".44:11,4 .43:11,5 .4:11,7 .35:11,8 .1:11,9"
)
POINTS_13 = (
    "(0,0)(0,1)(0,2)(1,2)(1,3)(1,4)(1,5)(2,5)(3,5)(3,6)(4,6)(4,7)(5,7)(5,8)(6,8)(7,8)(8,8)(8,9)"
    "(9,9)(9,10)(10,10)"
)


def test_example_2_11() -> None:
    cuts = [c.replace(":", ",").split(",") for c in CUTS_11.split()]
    t, tp, fp = np.array(cuts, dtype=float)[::-1].T
    precision, recall, thresholds = mk.precision_recall_curve(Y11, S11)
    np.testing.assert_array_equal(thresholds, t)
    np.testing.assert_allclose(precision[:-1], tp / (tp + fp), rtol=1e-15)
    np.testing.assert_allclose(recall[:-1], tp / 11, rtol=1e-15)
    assert (precision[0], recall[0], precision[-1], recall[-1]) == (0.55, 1, 1, 0)
    assert len(precision) == 18
    assert mk.break_even_point(Y11, S11) == pytest.approx(9 / 11)
    assert mk.average_precision_score(Y11, S11) == pytest.approx(0.9149645808736718, abs=1e-15)
    assert mk.auc(recall, precision) == pytest.approx(0.909070, abs=5e-7)
    assert mk.roc_auc_score(Y11, S11) == pytest.approx(0.888889, abs=5e-7)


def test_example_2_13() -> None:
    points = [p.split(",") for p in POINTS_13.strip("()").split(")(")]
    fp, tp = np.array(points, dtype=float).T
    fpr, tpr, thresholds = mk.roc_curve(Y13, S13, drop_intermediate=False)
    np.testing.assert_array_equal(fpr, fp / 10)
    np.testing.assert_array_equal(tpr, tp / 10)
    np.testing.assert_array_equal(thresholds, [np.inf, *S13])
    assert len(mk.roc_curve(Y13, S13)[0]) == 16
    assert mk.roc_auc_score(Y13, S13) == 0.68
    assert mk.ranking_loss(Y13, S13) == 0.32
    assert mk.auc(fpr, tpr) == pytest.approx(0.68)


def test_the_m_of_2_20_counts_points_not_samples() -> None:
    fpr, tpr, _ = mk.roc_curve(Y13, S13, drop_intermediate=False)
    assert mk.auc(fpr[:20], tpr[:20]) == pytest.approx(0.58)  # 20 samples, 21 points


def test_a_tie_is_one_diagonal_step() -> None:
    fpr, tpr, _ = mk.roc_curve([1, 0], [0.5, 0.5])
    assert (fpr.tolist(), tpr.tolist()) == ([0, 1], [0, 1])
    assert mk.roc_auc_score([1, 0], [0.5, 0.5]) == mk.ranking_loss([1, 0], [0.5, 0.5]) == 0.5


def test_break_even_point_is_never_the_empty_prediction() -> None:
    assert mk.break_even_point([0, 0, 1, 1], [4, 3, 2, 1]) == 0
    assert mk.break_even_point([0, 1, 1], [3, 2, 1]) == 0.5
    assert mk.break_even_point([1, 0, 1, 0, 0], [0.5, 0.5, 0.5, 0.2, 0.7]) == pytest.approx(1 / 3)


def test_precision_recall_ends() -> None:
    precision, recall, _ = mk.precision_recall_curve([0, 1, 1], [3, 2, 1])
    np.testing.assert_allclose(recall[::-1], [0, 0, 0.5, 1])
    np.testing.assert_allclose(precision[::-1], [1, 0, 0.5, 2 / 3])


# -- oracle -------------------------------------------------------------------------------------

CURVES = ["roc_curve", "precision_recall_curve"]


@pytest.mark.parametrize("name", CURVES)
@pytest.mark.parametrize("drop", [True, False])
@given(data=scored(), weighted=st.booleans())
def test_curves_equal_scikit_learn(name: str, drop: bool, data: tuple, weighted: bool) -> None:
    y, s = data
    weight = np.arange(1, len(y) + 1) / 8 if weighted else None
    options = {"sample_weight": weight, "drop_intermediate": drop}
    ours, theirs = getattr(mk, name)(y, s, **options), getattr(metrics, name)(y, s, **options)
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-12)


@given(data=scored(), weighted=st.booleans())
def test_areas_equal_scikit_learn(data: tuple, weighted: bool) -> None:
    y, s = data
    weight = np.arange(1, len(y) + 1) / 8 if weighted else None
    for name in ["roc_auc_score", "average_precision_score"]:
        ours = getattr(mk, name)(y, s, sample_weight=weight)
        assert ours == pytest.approx(getattr(metrics, name)(y, s, sample_weight=weight), abs=1e-12)


@pytest.mark.parametrize("labels", [("ham", "spam"), (-1, 1), (False, True), (3, 7)])
def test_labels_of_every_kind(labels: tuple) -> None:
    y = np.array(labels)[Y13]
    options = {} if labels in [(-1, 1), (False, True)] else {"pos_label": labels[1]}
    for ours, theirs in zip(mk.roc_curve(y, S13, **options), mk.roc_curve(Y13, S13), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert mk.roc_auc_score(y, S13) == 0.68
    assert mk.average_precision_score(y, S13, pos_label=labels[1]) == mk.average_precision_score(
        Y13, S13
    )


def test_lists_and_pandas() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"y": Y13, "s": S13}, index=np.arange(20) + 100)
    assert mk.roc_auc_score(frame.y, frame.s) == mk.roc_auc_score(Y13.tolist(), S13.tolist())
    assert mk.roc_auc_score(pd.Series(np.where(Y13, "b", "a")), frame.s) == 0.68


# -- properties -----------------------------------------------------------------------------------


@given(data=scored())
def test_auc_is_one_minus_ranking_loss_by_every_route(data: tuple) -> None:
    y, s = data
    loss = loss_by_definition(y, s)
    assert mk.ranking_loss(y, s) == pytest.approx(float(loss), abs=1e-15)
    assert mk.roc_auc_score(y, s) == pytest.approx(float(1 - loss), abs=1e-15)
    fpr, tpr, _ = mk.roc_curve(y, s)
    assert mk.auc(fpr, tpr) == pytest.approx(float(1 - loss))
    assert mk.roc_auc_score(y, -s) == pytest.approx(float(loss), abs=1e-15)


@given(data=scored())
def test_whole_weights_count_like_copies(data: tuple) -> None:
    y, s = data
    weight = np.arange(len(y)) % 3 + 1
    for name in ["roc_auc_score", "ranking_loss", "average_precision_score", "break_even_point"]:
        function = getattr(mk, name)
        copies = function(np.repeat(y, weight), np.repeat(s, weight))
        assert function(y, s, sample_weight=weight) == pytest.approx(copies)


@given(data=scored(), seed=st.integers(0, 99))
def test_break_even_point_is_the_mean_over_orders_of_ties(data: tuple, seed: int) -> None:
    y, s = data
    order = np.lexsort((np.random.RandomState(seed).permutation(len(s)), -s))
    m = y.sum()
    worst, best = (y[np.lexsort((tie, -s))][:m].sum() / m for tie in (y, -y))
    assert worst <= y[order][:m].sum() / m <= best
    assert worst - 1e-12 <= mk.break_even_point(y, s) <= best + 1e-12


@settings(max_examples=50)
@given(data=scored(), other=st.integers(0, 99))
def test_enclosure_agrees_with_a_fine_grid(data: tuple, other: int) -> None:
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


# -- workings -------------------------------------------------------------------------------------


@given(data=scored())
@settings(max_examples=30)
def test_workings_evaluate(data: tuple) -> None:
    for name in ["roc_auc_score", "ranking_loss", "average_precision_score"]:
        function = getattr(mk, name)
        check_working(function.working(*data), function(*data))
    for name in ["roc_curve", "precision_recall_curve", "break_even_point"]:
        check_working(getattr(mk, name).working(*data))
    check_working(mk.dominates.working(data[0], data[1], -data[1]))


def test_the_walk_of_example_2_13() -> None:
    table = mk.roc_curve.working(Y13, S13).steps[0]
    assert isinstance(table, Table)
    assert len(table.rows) == 20
    assert [row[-1] for row in table.rows[:4]] == ["up", "up", "right", "up"]
    assert mk.roc_curve.working([1, 0], [1, 1]).steps[0].rows[0][-1] == "diagonal"


def test_a_long_walk_is_cut_in_the_middle() -> None:
    y, s = np.arange(500) % 2, np.arange(500)
    text = str(mk.precision_recall_curve.working(y, s))
    assert text.count("\n") < 50
    assert "..." in text


# -- bad input ------------------------------------------------------------------------------------

SCORED = ["roc_curve", "precision_recall_curve", "roc_auc_score", "ranking_loss",
          "average_precision_score", "break_even_point"]  # fmt: skip
WRONG = [
    (([0, 1, 1], [1, 2]), ValueError, "y_true and y_score: expected the same length, got 3"),
    (([], []), ValueError, "y_true: expected at least one value, got none"),
    (([1, 1], [1, 2]), ValueError, r"y_true: expected both classes, got only \[1\]"),
    (([0, 1], [1, np.nan]), ValueError, "y_score: expected finite numbers, got nan at position 1"),
    (([0, 1], [-np.inf, 1]), ValueError, "y_score: expected finite numbers, got -inf"),
    (([0, 1], ["a", "b"]), TypeError, "y_score: expected numbers, got strings"),
    (([[0], [1]], [1, 2]), ValueError, "y_true: expected 1 dimension, got shape"),
    (([0.5, 1], [1, 2]), ValueError, "y_true: expected class labels"),
    (([0, None], [1, 2]), TypeError, "y_true: expected numbers or strings, got None"),
    ((None, [1, 2]), TypeError, "y_true: expected a sequence, got NoneType"),
    (("01", [1, 2]), TypeError, "y_true: expected a sequence, got str"),
]


@pytest.mark.parametrize("name", SCORED)
@pytest.mark.parametrize(("arguments", "error", "message"), WRONG)
def test_wrong_input(name: str, arguments: tuple, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        getattr(mk, name)(*arguments)


@pytest.mark.parametrize("name", SCORED)
@pytest.mark.parametrize(
    ("weight", "message"),
    [([1], "2 values"), ([1, -1], "no negative"), ([0, 0], "positive weight"), ([1, 0], "both")],
)
def test_wrong_weight(name: str, weight: list, message: str) -> None:
    with pytest.raises(ValueError, match=f"sample_weight: .*{message}"):
        getattr(mk, name)([0, 1], [1, 2], sample_weight=weight)


@pytest.mark.parametrize("y", [[1, 0, 1, 0], [1, 0, 0], [1, 1, 1, 0]])
def test_break_even_among_equal_scores(y) -> None:
    value = mk.break_even_point(y, [0.5] * len(y))
    assert value == pytest.approx(np.mean(y))  # of all taken at random, as many as are positive
    check_working(mk.break_even_point.working(y, [0.5] * len(y)), value)


@pytest.mark.parametrize(
    "measure",
    [mk.roc_auc_score, mk.average_precision_score, mk.ranking_loss, mk.break_even_point,
     lambda y, s, **options: list(mk.auc_confidence_interval(y, s, **options))],
)  # fmt: skip
def test_the_positive_label_is_heard(measure) -> None:
    y, s = np.array([1, 0, 1, 1, 0, 0, 1]), [0.9, 0.2, 0.8, 0.3, 0.6, 0.1, 0.55]
    words = np.where(y == 1, "fine", "spoilt")
    options = {} if measure is mk.roc_auc_score else {"pos_label": "fine"}
    words = words if options else y.astype(bool)
    assert measure(words, s, **options) == measure(y, s)


def test_pos_label() -> None:
    with pytest.raises(
        ValueError, match=r"y_true: expected labels in .* where no pos_label is given, got"
    ):
        mk.roc_curve(["a", "b"], [1, 2])
    with pytest.raises(
        ValueError, match=r"pos_label: expected one of the labels of y_true \['a', "
    ):
        mk.roc_curve(["a", "b"], [1, 2], pos_label="c")
    with pytest.raises(ValueError, match="two classes"):
        mk.ranking_loss([0, 1, 2], [1, 2, 3])


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [([0], [1], "at least two points"), ([0, 1, 0], [1, 1, 1], "only rise"), ([0, 1], [1], "same")],
)
def test_auc_of_no_curve(x: list, y: list, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mk.auc(x, y)


def test_flags_are_flags() -> None:
    with pytest.raises(TypeError, match="drop_intermediate: expected True or False"):
        mk.roc_curve([0, 1], [1, 2], drop_intermediate=1)


@pytest.mark.parametrize(("beta", "score"), [(1e300, 1.0), (1e-300, 1.0), (1e200, 1.0)])
def test_best_f_with_an_extreme_beta(beta: float, score: float) -> None:
    best = mk.best_f_threshold([0, 1, 0, 1], [0.1, 0.9, 0.3, 0.2], beta=beta)
    assert best.score == pytest.approx(score)
    assert best.recall == 1 if beta > 1 else best.precision == 1


def test_weights_beyond_int64() -> None:
    weight = np.array([2**63, 2**63, 2**62, 2**62], dtype=np.uint64)
    best = mk.best_f_threshold([0, 1, 0, 1], [0.1, 0.9, 0.3, 0.2], sample_weight=weight)
    assert best.precision == 0.75
    assert best.recall == 1


def test_an_area_beyond_floats_is_named() -> None:
    with pytest.raises(ValueError, match="x and y: expected an area that a float can hold"):
        mk.auc([-1.7e308, 1.7e308], [1.0, 1.0])


def test_scores_of_any_measure_are_named() -> None:
    with pytest.raises(TypeError, match="y_score: expected numbers, got strings"):
        mk.metric_at_thresholds([0, 1], ["a", "b"], mk.f1_score)
