"""Figures of curves: what is drawn is what the library computes; wrong input is named."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import mlevalkit as mk

plt = pytest.importorskip("matplotlib.pyplot")


def test_roc_draws_the_curve_and_names_the_area() -> None:
    y, s = mk.datasets.example("2.13")
    ax = mk.plots.roc(y, s, shade=True)
    fpr, tpr, _ = mk.roc_curve(y, s)
    np.testing.assert_array_equal(ax.lines[1].get_xydata(), np.column_stack([fpr, tpr]))
    assert ax.get_legend().get_texts()[0].get_text() == "AUC 0.680"


def test_several_learners_differ_in_colour_and_dash() -> None:
    y, s = mk.datasets.example("2.11")
    ax = mk.plots.precision_recall(y, {"A": s, "B": s**2, "C": -s})
    lines = [line for line in ax.lines if line.get_label()[0] in "ABC"]
    assert (
        len({line.get_color() for line in lines})
        == len({line.get_linestyle() for line in lines})
        == 3
    )
    assert lines[0].get_label() == "A BEP 0.818"


def test_precision_recall_leaves_out_the_invented_end() -> None:
    y, s = mk.datasets.example("2.11")
    xy = mk.plots.precision_recall(y, s, break_even=False).lines[0].get_xydata()
    assert len(xy) == 17
    assert [0, 1] not in xy.tolist()


def test_pos_label_and_given_axes() -> None:
    y, s = mk.datasets.example("2.13")
    names = np.where(y, "spam", "ham")
    _, ax = plt.subplots()
    assert mk.plots.roc(names, s, pos_label="ham", ax=ax) is ax
    assert ax.get_legend().get_texts()[0].get_text() == "AUC 0.320"


def test_confusion_matrix_shows_every_count_and_both_axes() -> None:
    ax = mk.plots.confusion_matrix([[4, 0], [1, 2]], labels=["x", "y"])
    assert [t.get_text() for t in ax.texts] == ["4", "0", "1", "2"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted class", "true class")
    assert mk.plots.confusion_matrix([[0.25, 0.75], [0, 1]]).texts[0].get_text() == "0.25"


@pytest.mark.parametrize(("largest", "height"), [(7, 8), (170, 8), (12_000, 6)])
def test_ten_classes_can_be_read_on_a_telephone(largest, height) -> None:
    figure = mk.plots.confusion_matrix(np.full((10, 10), largest)).figure
    figure.draw_without_rendering()
    number = figure.axes[0].texts[0].get_window_extent()
    assert number.width < figure.axes[0].get_window_extent().width / 10
    assert number.height * 345 / figure.bbox.width > height  # pixels, where a page has 375


def test_fitted_curve_passes_through_the_predictions() -> None:
    ax = mk.plots.fitted_curve([0, 1, 2], [0, 1, 5], np.square, truth=np.sqrt)
    x, y = ax.lines[-1].get_data()
    np.testing.assert_allclose(y, x**2)


@pytest.mark.parametrize(
    ("draw", "error", "message"),
    [
        (
            lambda: mk.plots.confusion_matrix([[1, 2, 3], [4, 5, 6]]),
            ValueError,
            "matrix: .*columns",
        ),
        (
            lambda: mk.plots.confusion_matrix([[1]], labels=["a", "b"]),
            ValueError,
            "labels: .*1 names",
        ),
        (lambda: mk.plots.fitted_curve([0, 1], [1], np.sqrt), ValueError, "x and y: .*same length"),
        (lambda: mk.plots.fitted_curve([0, 1], [1, 2], 3), TypeError, "predict: .*function"),
        (lambda: mk.plots.roc([1, 1], [1, 2]), ValueError, "y_true: expected both classes"),
    ],
)
def test_wrong_input(draw: Callable[[], object], error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        draw()


@pytest.mark.parametrize(
    ("draw", "option"), [(mk.plots.roc, "shade"), (mk.plots.precision_recall, "break_even")]
)
def test_flags_of_curves_are_flags(draw: Callable, option: str) -> None:
    with pytest.raises(TypeError, match=f"{option}: expected True or False, got NotImplemented"):
        draw([0, 1], [0.1, 0.9], **{option: NotImplemented})


@pytest.mark.parametrize(
    ("matrix", "labels", "message"),
    [
        ([[1, float("nan")], [0, 1]], None, "matrix: expected finite numbers"),
        ([[1, -1], [0, 1]], None, "matrix: expected no negative number"),
        ([[1, 0], [0, 1]], [1, float("inf")], "labels: expected finite numbers"),
    ],
)
def test_no_picture_of_what_is_no_confusion_matrix(matrix, labels, message) -> None:
    with pytest.raises(ValueError, match=message):
        mk.plots.confusion_matrix(matrix, labels=labels)


def test_numbers_of_errors_that_are_none_are_named() -> None:
    with pytest.raises(ValueError, match="errors: expected a rectangular array"):
        mk.plots.error_likelihood([[1], [1, 2]], 10)
    with pytest.raises(TypeError, match="errors: expected a whole number"):
        mk.plots.error_likelihood(np.ma.masked, 10)
