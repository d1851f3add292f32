"""Pictures of pairs and of segments: what is drawn is what is counted."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

import mlevalkit as mk

mpl.use("Agg")
TIED = [1, 0, 1, 0, 0], [0.9, 0.6, 0.6, 0.6, 0.2]


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    yield
    from matplotlib import pyplot as plt

    plt.close("all")


@pytest.mark.parametrize("data", [TIED, mk.datasets.example("2.11"), mk.datasets.example("2.13")])
def test_shaded_cells_are_the_auc(data):
    y_true = np.array(data[0])
    ax = mk.plots.ranking_pairs(*data)
    outline = ax.collections[0].get_paths()[0].vertices
    x, y = outline.T
    area = abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2
    cells = y_true.sum() * (1 - y_true).sum()
    assert area / cells == pytest.approx(mk.roc_auc_score(*data))
    assert len(ax.get_xticks()) * len(ax.get_yticks()) == cells


def test_too_many_samples_to_see():
    with pytest.raises(ValueError, match="at most 60 positives and 60 negatives, got 61 and 1"):
        mk.plots.ranking_pairs([1] * 61 + [0], np.arange(62))


def test_string_labels_need_the_positive_one():
    ax = mk.plots.ranking_pairs(["ripe", "raw"], [2, 1], pos_label="ripe")
    assert [t.get_text() for t in ax.get_yticklabels()] == ["2"]


def test_a_point_becomes_a_segment():  # E7: (FPR, TPR), from (0, FPR) to (1, FNR)
    ax = mk.plots.cost_segments([(0.1, 0.5), (1, 1)])
    assert [list(line.get_ydata()) for line in ax.lines] == [[0.1, 0.5], [1, 0]]


@pytest.mark.parametrize("points", [[], [(0.1,)], [(0.1, 0.2, 0.3)], [(0.1, 1.2)]])
def test_what_is_no_point(points):
    with pytest.raises(ValueError, match="points"):
        mk.plots.cost_segments(points)


def test_points_of_a_data_frame():
    frame = pd.DataFrame({"FPR": [0.1, 0.5], "TPR": [0.5, 0.8]}, index=["x", "y"])
    (first, second) = mk.plots.cost_segments(frame).lines
    assert first.get_ydata().tolist() == [0.1, 0.5]
    assert second.get_ydata() == pytest.approx([0.5, 0.2])
