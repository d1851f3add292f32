"""The data of examples and tables: what the examples take, and that they give what was printed."""

from importlib.resources import files

import numpy as np
import pytest
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Lasso
from sklearn.model_selection import cross_validate

import mlevalkit as mk

NAMES = [f"2.{i}" for i in range(1, 14)]


@pytest.mark.parametrize("number", NAMES)
def test_every_example_has_two_columns_of_one_length(number):
    columns = mk.datasets.example(number)
    assert [type(c) for c in columns] == [np.ndarray, np.ndarray]
    assert len(columns[0]) == len(columns[1])
    columns[0][:] = 0  # yours to change
    assert mk.datasets.example(number)[0].any()


@pytest.mark.parametrize(
    ("number", "X", "y"),
    [
        ("2.1", [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]], [0, 1, 2, 3, 4]),
        ("2.3", [[1, 2], [3, 4]] * 3, [0, 0, 1, 1, 2, 2]),
        ("2.4", [[1, 2], [3, 4]] * 3, [0, 0, 0, 1, 1, 1]),
        ("2.6", [[4, 5], [6, 7], [8, 9]], [1, 2, 3]),
    ],
)
def test_small_examples(number, X, y):
    assert [c.tolist() for c in mk.datasets.example(number)] == [X, y]


def test_example_2_5_counts_in_tens():
    X, y = mk.datasets.example("2.5")
    assert X[[0, 1, 7]].tolist() == [[1, 2, 3, 4], [11, 12, 13, 14], [71, 72, 73, 74]]
    assert y.tolist() == [1, 1, 0, 0, 1, 1, 0, 0]


def test_example_2_2_gives_the_printed_digits():
    X, y = mk.datasets.example("2.2")
    assert (X.shape, y.shape) == ((150, 10), (150,))
    scores = cross_validate(Lasso(), X, y, cv=3)["test_score"]
    assert [f"{s:.8f}" for s in scores] == ["0.33150734", "0.08022311", "0.03531764"]


def test_the_raw_table_is_scikit_learns():
    text = (files("mlevalkit.datasets") / "diabetes.csv").read_text(encoding="ascii")
    header, *rows = text.splitlines()
    now = load_diabetes(scaled=False)
    assert header.split(",") == [*now.feature_names, "progression"]
    table = np.array([[float(cell) for cell in row.split(",")] for row in rows])
    assert table.tolist() == np.column_stack([now.data, now.target]).tolist()


# Computed by scikit-learn; the numbers are those that the slides print.
def test_ranks_of_table_2_5():
    ranks = mk.table("2.5").values
    assert ranks.tolist() == [[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]]
    assert ranks.mean(axis=0).tolist() == [1, 2.125, 2.875]
    assert ranks.sum(axis=1).tolist() == [6] * 4
