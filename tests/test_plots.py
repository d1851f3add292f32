"""Figures of sections 2.1 to 2.3 and 2.5: what is drawn is what the library computes."""

import numpy as np
import pandas as pd
import pytest
from helpers import legend_of
from matplotlib import pyplot as plt
from scipy.stats import norm
from sklearn import metrics
from sklearn.linear_model import Ridge

import mlevalkit as mk

TIED = [1, 0, 1, 0, 0], [0.9, 0.6, 0.6, 0.6, 0.2]


def curves(ax):
    return {line.get_label(): np.array(line.get_data()) for line in ax.lines}


def area(collection):
    x, y = collection.get_paths()[0].vertices.T
    return abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2


# -- 2.1 and 2.2.4 ----------------------------------------------------------------------------


def test_score_curves_are_means_and_spreads_of_the_splits():
    train, test = np.array([[0.1, 0.3], [0.2, 0.2]]), np.array([[0.4, 0.6], [0.5, 0.7]])
    for curve in (mk.plots.validation_curve, mk.plots.learning_curve):
        ax = curve([1, 2], train, test, score_name="error", test_name="validation")
        assert legend_of(ax) == ["training error", "validation error"]
        np.testing.assert_allclose(curves(ax)["validation error"][1], test.mean(axis=1))
        top = ax.collections[1].get_paths()[0].vertices[:, 1].max()
        assert top == pytest.approx(0.6 + np.std([0.5, 0.7], ddof=1))


def test_the_validation_curve_of_a_tuning_result():
    x = np.linspace(0, 1, 30)
    result = mk.tune(Ridge(), x[:, None], x**2, {"alpha": [0.1, 1, 10]}, cv=3)
    ax = mk.plots.validation_curve(result, log=True)
    np.testing.assert_array_equal(ax.lines[0].get_xdata(), [0.1, 1, 10])
    np.testing.assert_allclose(ax.lines[0].get_ydata(), result.mean_scores)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("alpha", "Ridge.score")
    assert len(mk.plots.validation_curve(result).lines) == 1  # no training scores were asked for


def test_an_empty_name_is_no_label():
    x = np.linspace(0, 1, 30)
    tuned = mk.tune(Ridge(), x[:, None], x**2, {"max_iter": [9, None]}, cv=3)
    ax = mk.plots.validation_curve(tuned, param_name="", score_name="", test_name="")
    assert [value.get_text() for value in ax.get_xticklabels()] == ["9", "None"]
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_legend()) == ("", "", None)
    ax = mk.plots.validation_curve([1], [0.1], [0.2], param_name="", score_name="", test_name="")
    assert ax.get_xlabel() == ax.get_ylabel() == ""
    assert mk.plots.learning_curve([1], [0.1], [0.2], score_name="").get_ylabel() == ""
    plots = mk.plots.estimates, mk.plots.rejections
    assert not any(plot([0, 1], xlabel="").get_xlabel() for plot in plots)
    assert mk.plots.paired_errors([0.1], [0.2], ylabel="").get_ylabel() == ""
    result = mk.bias_variance_decomposition([[2, 2], [3, 3]], [1, 4])
    assert mk.plots.bias_variance([result], xlabel="").get_xlabel() == ""


# -- 2.2 --------------------------------------------------------------------------------------


def test_each_row_of_estimates_has_mean_and_standard_deviation():
    table = {"a": np.random.RandomState(0).normal(size=500), "b": [0.1, 0.3, 0.3], "c": [0.25]}
    ax = mk.plots.estimates(table)
    for bar, dot, row in zip(ax.lines[::2], ax.lines[1::2], table.values(), strict=True):
        spread = np.std(row, ddof=1) if len(row) > 1 else 0
        assert dot.get_xdata()[0] == pytest.approx(np.mean(row))
        assert bar.get_xdata() == pytest.approx([np.mean(row) - spread, np.mean(row) + spread])
    assert [t.get_text() for t in ax.get_yticklabels()] == list(table)
    assert list(ax.get_yticks()) == [2, 1, 0]


def test_estimates_that_recur_get_a_bar_each():
    bars = mk.plots.estimates([0.2] * 3 + [0.4] * 9 + [0.3] * 3).patches
    assert [b.get_x() + b.get_width() / 2 for b in bars] == pytest.approx([0.2, 0.3, 0.4])
    assert [b.get_height() / bars[2].get_height() for b in bars] == pytest.approx([1 / 3, 1 / 3, 1])


def test_estimates_of_results_beside_the_truth():
    x = np.linspace(0, 1, 20)
    out = mk.repeated_hold_out(Ridge(), x[:, None], x**2, n_repeats=3)
    bag = mk.bootstrap_estimates(Ridge(), x[:, None], x**2, n_rounds=4)
    ax = mk.plots.estimates({"hold-out": out, "bootstrap": bag}, truth=0.25, xlabel="error")
    assert ax.lines[1].get_xdata()[0] == pytest.approx(out.mean)
    assert ax.lines[3].get_xdata()[0] == pytest.approx(bag.out_of_bag)
    assert ax.lines[-1].get_xdata()[0] == 0.25
    assert legend_of(ax) == ["truth"]
    for result in (out, bag):
        assert mk.plots.estimates(result, xlabel="e").get_xlabel() == "e"


# -- 2.3, 2.3.1 -------------------------------------------------------------------------------


def test_the_drawn_differences_are_those_of_example_2_7():
    ax = mk.plots.predictions(*mk.datasets.example("2.7"))
    lengths = [np.ptp(s[:, 1]) for s in ax.collections[0].get_segments()]
    assert sum(d * d for d in lengths) / 7 == pytest.approx(56.75 / 7)
    assert not mk.plots.predictions(np.arange(61), np.arange(61)).collections


def test_lowest_points_are_mean_and_median():
    ax = mk.plots.constant_losses([1, 2, 2, 3, 42])
    for line, best in zip(ax.lines[:4:2], (10, 2), strict=True):
        assert line.get_xdata()[np.argmin(line.get_ydata())] == pytest.approx(best, abs=0.1)


def test_shaded_area_is_the_error_rate():
    ax = mk.plots.error_region(lambda x: True, lambda x: x > 0.5, norm(), (-3, 3))
    assert area(ax.collections[0]) == pytest.approx(norm.cdf(0.5), abs=0.005)


def test_confusion_matrix_shows_every_count_and_both_axes():
    ax = mk.plots.confusion_matrix([[4, 0], [1, 2]], labels=["x", "y"])
    assert [t.get_text() for t in ax.texts] == ["4", "0", "1", "2"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted class", "true class")
    assert mk.plots.confusion_matrix([[0.25, 0.75], [0, 1]]).texts[0].get_text() == "0.25"


@pytest.mark.parametrize("labels", [None, ["raw", "ripe"]])
def test_confusion_matrix_of_labels(labels):
    true, pred = ["ripe", "raw", "ripe"], ["ripe", "ripe", "ripe"]
    ax = mk.plots.confusion_matrix(true, pred, labels=labels)
    assert [t.get_text() for t in ax.texts] == ["0", "1", "0", "2"]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["raw", "ripe"]


@pytest.mark.parametrize(("largest", "height"), [(7, 8), (170, 8), (12_000, 6)])
def test_ten_classes_can_be_read_on_a_telephone(largest, height):
    figure = mk.plots.confusion_matrix(np.full((10, 10), largest)).figure
    figure.draw_without_rendering()
    number = figure.axes[0].texts[0].get_window_extent()
    assert number.width < figure.axes[0].get_window_extent().width / 10
    assert number.height * 345 / figure.bbox.width > height  # pixels, where a page has 375


# -- 2.3.2, 2.3.3 -----------------------------------------------------------------------------


def test_roc_draws_the_curve_and_names_the_area():
    y, s = mk.datasets.example("2.13")
    ax = mk.plots.roc(y, s, shade=True)
    fpr, tpr, _ = mk.roc_curve(y, s)
    np.testing.assert_array_equal(ax.lines[1].get_xydata(), np.column_stack([fpr, tpr]))
    assert legend_of(ax) == ["AUC 0.680"]
    _, ax = plt.subplots()
    assert mk.plots.roc(np.where(y, "spam", "ham"), s, pos_label="ham", ax=ax) is ax
    assert legend_of(ax) == ["AUC 0.320"]


@pytest.mark.parametrize("draw", [mk.plots.roc, mk.plots.precision_recall, mk.plots.cost_curve])
def test_of_two_words_the_last_is_positive_in_every_curve(draw):
    y, s = mk.datasets.example("2.13")
    drawn = [[line.get_xydata().tolist() for line in draw(labels, s).lines] for labels in
             (y, np.where(y, "spam", "ham"))]  # fmt: skip
    assert drawn[0] == drawn[1]


def test_several_learners_differ_in_colour_and_dash():
    y, s = mk.datasets.example("2.11")
    ax = mk.plots.precision_recall(y, {"A": s, "B": s**2, "C": -s})
    lines = [line for line in ax.lines if line.get_label()[0] in "ABC"]
    assert len({line.get_color() for line in lines}) == 3
    assert len({line.get_linestyle() for line in lines}) == 3
    assert lines[0].get_label() == "A BEP 0.818"


def test_the_area_under_the_drawn_p_r_curve_is_average_precision():
    """But for the first step, which begins at recall 0, where no threshold is."""
    y, s = mk.datasets.example("2.11")
    line = mk.plots.precision_recall(y, s, break_even=False).lines[0]
    assert line.get_drawstyle() == "steps-post"
    r, p = line.get_data()
    steps = -np.sum(np.diff(r) * p[:-1]) + r[-1] * p[-1]
    assert steps == pytest.approx(mk.average_precision_score(y, s))


def test_weights_of_the_precision_recall_curve_stand_for_samples():
    y = np.array([0, 0, 1, 1])
    s = np.array([0.1, 0.6, 0.4, 0.8])
    n = np.array([3, 1, 2, 2])
    weighted = mk.plots.precision_recall(y, s, sample_weight=n)
    line = mk.plots.precision_recall(np.repeat(y, n), np.repeat(s, n), break_even=False).lines[0]
    assert weighted.lines[0].get_xydata() == pytest.approx(line.get_xydata())
    assert not weighted.collections


def test_precision_recall_leaves_out_the_invented_end():
    y, s = mk.datasets.example("2.11")
    xy = mk.plots.precision_recall(y, s, break_even=False).lines[0].get_xydata()
    assert len(xy) == 17
    assert [0, 1] not in xy.tolist()


def test_each_class_has_the_area_that_scikit_learn_finds():
    rng = np.random.default_rng(0)
    y_true = np.repeat(["a", "b", "c"], 20)
    y_score = rng.uniform(size=(60, 3)) + 0.5 * (y_true[:, None] == np.array(["a", "b", "c"]))
    ax = mk.plots.one_vs_rest_roc(y_true, y_score)
    for i, (name, text) in enumerate(zip("abc", legend_of(ax), strict=True)):
        shown, _, number = text.partition(" AUC ")
        assert shown == name
        found = metrics.roc_auc_score(y_true == name, y_score[:, i])
        assert float(number) == pytest.approx(found, abs=6e-4)


@pytest.mark.parametrize("data", [TIED, mk.datasets.example("2.11"), mk.datasets.example("2.13")])
def test_shaded_cells_are_the_auc(data):
    y_true = np.array(data[0])
    ax = mk.plots.ranking_pairs(*data)
    cells = y_true.sum() * (1 - y_true).sum()
    assert area(ax.collections[0]) / cells == pytest.approx(mk.roc_auc_score(*data))
    assert len(ax.get_xticks()) * len(ax.get_yticks()) == cells


# -- 2.3.4 ------------------------------------------------------------------------------------


def test_figures_of_costs_take_results():
    y, s = mk.datasets.example("2.13")
    costs = {"cost_fn": 2, "cost_fp": 1}
    best, curve = mk.best_threshold(y, s, **costs), mk.cost_curve(y, s)
    for of_data, *of_result in (
        (mk.plots.best_threshold(y, s, **costs), mk.plots.best_threshold(best)),
        (mk.plots.cost_curve(y, s), mk.plots.cost_curve(curve)),
        (mk.plots.cost_curve(y, {"A": s, "B": s}), mk.plots.cost_curve({"A": curve, "B": curve})),
    ):
        for ax in of_result:
            assert legend_of(ax) == legend_of(of_data)
            for line, other in zip(ax.lines, of_data.lines, strict=True):
                np.testing.assert_allclose(line.get_xydata(), other.get_xydata())


@pytest.mark.parametrize("form", [list, lambda p: pd.DataFrame(p, columns=["FPR", "TPR"])])
def test_a_point_becomes_a_segment(form):  # from (0, FPR) to (1, FNR)
    ax = mk.plots.cost_segments(form([(0.1, 0.5), (1, 1)]))
    assert [list(line.get_ydata()) for line in ax.lines] == [[0.1, 0.5], [1, 0]]


def test_figure_2_5():
    ax = mk.plots.cost_curve(*mk.datasets.example("2.13"))
    assert ax.lines[-1].get_xydata()[1].tolist() == [0.25, 0.2]  # the envelope
    assert len(ax.lines) == 21 + 1
    assert [0.1, 0.5] in [line.get_ydata().tolist() for line in ax.lines]
    assert legend_of(ax) == ["area 0.190"]
    assert len(ax.collections) == 1  # the shade


def test_the_line_of_equal_cost():
    ax = mk.plots.best_threshold(*mk.datasets.example("2.13"), cost_fn=1, cost_fp=1)
    words = ["AUC 0.680", "equal cost, slope 1", "threshold 0.54, cost 0.300"]
    assert legend_of(ax) == words
    assert ax.lines[-1].get_xydata().tolist() == [[0.1, 0.5]]


@pytest.mark.parametrize("m", [8, 16, 60, 400])
def test_the_roc_band_holds_its_curve_to_the_corner(m):
    rng = np.random.default_rng(m)
    y = np.append([0, 1], rng.integers(0, 2, m - 2))
    score = (rng.normal(size=m) + 1.5 * y).round(1)
    ax = mk.plots.roc(y, score, confidence_level=0.95)
    band = ax.patches[0].get_path()
    fpr, tpr, _ = mk.roc_curve(y, score)
    points = np.column_stack([fpr, tpr])
    points = np.vstack([points, (points[1:] + points[:-1]) / 2])
    inside = band.contains_points(points, radius=1e-9) | band.contains_points(points, radius=-1e-9)
    assert inside.all()
    plt.close(ax.figure)
