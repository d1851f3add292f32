"""The data of examples and tables: what the examples take, and that they give what was printed."""

import itertools
from importlib.resources import files

import numpy as np
import pytest
from built_book import BOOK
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Lasso
from sklearn.metrics import confusion_matrix, precision_score, recall_score
from sklearn.model_selection import LeaveOneOut, cross_val_predict, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from statsmodels.datasets import china_smoking

import mlevalkit as mk
from mlevalkit.display.language import speaking

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


# -- for the board --------------------------------------------------------------------------------


def rows_of(language, head):
    """Return the cells of the table of the plan whose head begins with this word."""
    lines = (BOOK / language / "teaching-plan.md").read_text("utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {head} |"))
    table = itertools.takewhile(lambda line: line.startswith("|"), lines[start + 2 :])
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


@pytest.mark.parametrize(
    ("language", "head", "yes"), [("en", "melon", "yes"), ("zh", "编号", "是")]
)
def test_the_plan_shows_the_melons(language, head, yes):
    with speaking(language):
        table = mk.datasets.melons()
    for i, row in enumerate(rows_of(language, head)):
        assert row[0] == str(i + 1)
        assert row[1:4] == [table[name][i] for name in ("colour", "root", "sound")]
        assert [float(cell) for cell in row[4:6]] == [table["density"][i], table["sugar"][i]]
        assert (row[6] == yes) == table["ripe"][i]
    assert i == 16


def test_what_the_plan_says_of_the_melons():
    with speaking("en"):
        table = mk.datasets.melons()
    ripe = table["ripe"]
    curled = (table["root"] == "curled").astype(int)
    assert confusion_matrix(ripe, curled, labels=[1, 0]).tolist() == [[5, 3], [2, 7]]
    X = np.column_stack([table["density"], table["sugar"]])
    found = cross_val_predict(KNeighborsClassifier(1), X, ripe, cv=LeaveOneOut())
    assert (np.flatnonzero(found != ripe) + 1).tolist() == [1, 10, 12]
    assert ripe.tolist() == [1] * 8 + [0] * 9


def test_the_counts_of_the_cities_are_those_of_statsmodels():
    columns = china_smoking.load_pandas().data
    order = ["smoking_yes_cancer_yes", "smoking_no_cancer_yes",
             "smoking_yes_cancer_no", "smoking_no_cancer_no"]  # fmt: skip
    cities, counts = mk.datasets.eight_cities()
    assert counts.reshape(8, 4).tolist() == columns[order].to_numpy().tolist()
    assert len(cities) == 8


@pytest.mark.parametrize(("language", "head"), [("en", "city"), ("zh", "城市")])
def test_what_the_plan_says_of_the_cities(language, head):
    with speaking(language):
        cities, counts = mk.datasets.eight_cities()
    expected = [[city, *map(str, m.ravel())] for city, m in zip(cities, counts, strict=True)]
    assert rows_of(language, head) == expected
    parts = [
        (np.repeat([1, 1, 0, 0], m.ravel()), np.repeat([1, 0, 1, 0], m.ravel())) for m in counts
    ]
    whole = [np.concatenate(side) for side in zip(*parts, strict=True)]
    text = (BOOK / language / "teaching-plan.md").read_text("utf-8")
    for score in (precision_score, recall_score):
        assert f" {np.mean([score(*part) for part in parts]):.3f}" in text
        assert f" {score(*whole):.3f}" in text
