"""Pictures of regression errors, of (2.6) as an area, and the sketch of Figure 2.3."""

import matplotlib as mpl
import numpy as np
import pytest
from scipy.stats import norm
from sklearn import metrics

import mlevalkit as mk

mpl.use("Agg")


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    yield
    from matplotlib import pyplot as plt

    plt.close("all")


def lines(ax):
    return {line.get_label(): np.array(line.get_data()) for line in ax.get_lines()}


def test_the_drawn_differences_are_those_of_example_2_7():
    y_true, y_pred = mk.datasets.example("2.7")
    ax = mk.plots.predictions(y_true, y_pred)
    lengths = [np.ptp(s[:, 1]) for s in ax.collections[0].get_segments()]
    assert sum(d * d for d in lengths) / 7 == pytest.approx(56.75 / 7)


def test_many_samples_have_no_difference_lines():
    y = np.arange(61)
    assert not mk.plots.predictions(y, y + 1).collections


def test_lowest_points_are_mean_and_median():
    y = [1, 2, 2, 3, 42]
    ax = mk.plots.constant_losses(y)
    curves = list(lines(ax).values())
    for curve, best in zip((curves[0], curves[2]), (10, 2), strict=True):
        assert curve[0][curve[1].argmin()] == pytest.approx(best, abs=0.1)


def test_shaded_area_is_the_error_rate():
    ax = mk.plots.error_region(lambda x: x > 0.5, lambda x: x > 0, norm(), (-3, 3))
    x, y = ax.collections[0].get_paths()[0].vertices.T
    area = abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2
    assert area == pytest.approx(norm.cdf(0.5) - 0.5, abs=0.005)


@pytest.mark.parametrize("bounds", [(1, 0), (0, np.inf)])
def test_bounds_that_cannot_be_drawn(bounds):
    with pytest.raises(ValueError, match="bounds"):
        mk.plots.error_region(lambda x: x > 0, lambda x: x > 1, norm(), bounds)


def test_the_sketch_says_what_figure_2_3_says():
    curves = lines(mk.plots.precision_recall_sketch())
    a, b, c = (curves[name][1] for name in "ABC")
    inner = slice(1, -1)
    assert (a[inner] > c[inner]).all()
    assert (b[inner] > c[inner]).all()
    assert (a[inner] > b[inner]).any()
    assert (b[inner] > a[inner]).any()
    levels = [np.interp(0, curves[n][0] - curves[n][1], curves[n][0]) for n in "ABC"]
    assert levels == sorted(levels, reverse=True)


def test_each_class_has_the_area_that_scikit_learn_finds():
    rng = np.random.default_rng(0)
    y_true = np.repeat(["a", "b", "c"], 20)
    y_score = rng.uniform(size=(60, 3)) + 0.5 * (y_true[:, None] == np.array(["a", "b", "c"]))
    ax = mk.plots.one_vs_rest_roc(y_true, y_score)
    for i, (name, text) in enumerate(zip("abc", ax.get_legend().get_texts(), strict=True)):
        area = metrics.roc_auc_score(y_true == name, y_score[:, i])
        shown, _, number = text.get_text().partition(" AUC ")
        assert shown == name
        assert float(number) == pytest.approx(area, abs=6e-4)


def test_ends_of_the_pictures():
    with pytest.raises(ValueError, match="y: expected finite numbers"):
        mk.plots.constant_losses([1.0, np.inf])
    with pytest.raises(TypeError, match="bounds: expected a sequence, got float"):
        mk.plots.error_region(np.sign, np.sign, norm(), 0.5)
    with pytest.raises(ValueError, match="bounds: expected two finite numbers"):
        mk.plots.error_region(np.sign, np.sign, norm(), (0, 1, 2))
