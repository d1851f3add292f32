"""Figures in words: of the data that are drawn, in the chosen language."""

import re
from collections.abc import Iterator
from runpy import run_path

import numpy as np
import pytest
from matplotlib import pyplot as plt

import mlevalkit as mk
from mlevalkit.explorers.words import LANGUAGES, speaking
from mlevalkit.plots.axes import text
from mlevalkit_book.paths import ROOT

# The package around it starts the interpreter of a page.
MADE = run_path(str(ROOT / "mlevalkit_book/live/runtime/python/_live/descriptions.py"))
caption, describe = MADE["caption"], MADE["describe"]


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


def test_every_figure_has_a_name_in_both_languages() -> None:
    for name in mk.plots.__all__:
        for language in LANGUAGES:
            with speaking(language):
                assert re.search("[一-鿿]|^McNemar|^P-R|^t " if language == "zh" else "[a-z]",
                                 text(f"figure.{name}"))  # fmt: skip


DRAWN = {
    "roc": lambda seed: mk.plots.roc(*_scores(seed)),
    "precision_recall": lambda seed: mk.plots.precision_recall(*_scores(seed)),
    "predictions": lambda seed: mk.plots.predictions(*np.array(_scores(seed))),
    "confusion_matrix": lambda seed: mk.plots.confusion_matrix([[seed + 7, 1], [2, 3]]),
    "estimates": lambda seed: mk.plots.estimates({"a": _scores(seed)[1]}),
    "binomial_test": lambda seed: mk.plots.binomial_test(
        mk.binomial_test(5 + seed, 20, error_rate_0=0.3)
    ),
    "mcnemar_test": lambda seed: mk.plots.mcnemar_test(mk.mcnemar_test(table=[[9, seed], [9, 9]])),
    "critical_difference": lambda seed: mk.plots.critical_difference(
        mk.nemenyi_test(np.random.default_rng(seed).normal(size=(6, 3)))
    ),
}  # fmt: skip


def _scores(seed: int) -> tuple[np.ndarray, np.ndarray]:
    return np.tile([1, 0], 10), np.random.default_rng(seed).normal(size=20)


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_other_data_have_another_description(name: str, language: str) -> None:
    with speaking(language):
        first, again, other = (describe(DRAWN[name](seed).figure) for seed in (1, 1, 2))
        assert first == again != other
        assert first.startswith(text(f"figure.{name}"))


def test_the_numbers_of_the_figure_are_told() -> None:
    y_true, y_score = mk.datasets.example("2.13")
    ax = mk.plots.roc(y_true, y_score)
    assert caption(ax.figure) == "ROC curve. AUC 0.680."
    assert "Across: false positive rate FPR." in describe(ax.figure)
    assert "from (0, 0) to (1, 1)" in describe(ax.figure)
    turned = describe(mk.plots.roc(y_true, -y_score).figure)
    assert "AUC 0.320" in turned


def test_a_readers_own_figure_is_told_too() -> None:
    _, (left, right) = plt.subplots(1, 2)
    left.plot([1, np.nan, 2], label="cost")
    right.bar([0, 1, 2], [3, 1, 2])
    right.scatter([0, 1], [5, 6])
    said = describe(left.figure)
    assert "cost: 3 points from (0, 1) to (2, 2), heights 1 to 2." in said
    assert "3 bars, heights 1 to 3." in said
    assert "2 points, heights 5 to 6." in said
    assert caption(left.figure) == ""


def test_a_scheme_without_axes_tells_its_words_only() -> None:
    _, ax = plt.subplots()
    ax.set(xticks=[], yticks=[])
    ax.plot([1, 2, 3])
    ax.text(0, 0, "training set")
    assert describe(ax.figure) == "training set."
