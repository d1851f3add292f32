"""The tables of the Friedman explorer: the prepared ones, and those that a reader types in."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..many_learners.friedman import friedman_test
from ..many_learners.tables import from_text, score_table
from ._base import Explorer, Parameter
from ._editor import Editor, as_text

CASES = {
    "table": ("Table 2.5", "表 2.5"),
    "five": ("5 learners", "5 个算法"),
    "chance": ("pure chance", "纯属偶然"),
    "agree": ("full agreement", "完全一致"),
}
_TABLE_2_5 = ((1, 2, 3), (1, 2.5, 2.5), (1, 2, 3), (1, 2, 3))
_KINDS = {
    "ranks": ("ranks, 1 is best", "序值，1 最好"),
    "scores": ("scores, high is good", "得分，高者好"),
    "errors": ("errors, low is good", "误差，低者好"),
}
_HINT = (
    "Learners in the first row, data sets in the first column; a spreadsheet can be pasted.",
    "首行为算法，首列为数据集；可以从电子表格里粘贴。",
)


@cache
def case_ranks(case: str) -> NDArray[np.float64]:
    """Return the ranks of a prepared case."""
    if case == "table":
        return np.array(_TABLE_2_5)
    if case == "agree":
        return np.tile([1.0, 2, 3, 4], (4, 1))
    rng = np.random.RandomState(4)
    better = np.array([1.5, 1.1, 0.7, 0.4, 0])
    five, chance = rng.normal(size=(10, 5)) + better, rng.normal(size=(10, 5))
    return friedman_test(five if case == "five" else chance).ranks


def case_names(case: str) -> tuple[str, ...]:
    """Return the learners of a prepared case."""
    return tuple("ABCDE"[: case_ranks(case).shape[1]])


def kind_of(scores: object, greater_is_better: bool) -> str:
    """Return what a table holds: ranks, scores or errors."""
    if scores is None:
        return "ranks"
    return "scores" if greater_is_better else "errors"


def case_editor(explore: Callable[..., Explorer]) -> Editor:
    """Return an editor that starts with the ranks of the case that is shown."""

    def text(case: str, **_: object) -> str:
        ranks = case_ranks(case).tolist()
        return as_text(case_names(case), ((f"D{i}", row) for i, row in enumerate(ranks, start=1)))

    return _editor(text, explore, "ranks")


def own_editor(
    table: ArrayLike, learners: tuple[str, ...], kind: str, explore: Callable[..., Explorer]
) -> Editor:
    """Return an editor of a reader's own table."""
    own = score_table(table)
    text = as_text(learners, zip(own.datasets, own.values.tolist(), strict=True))
    return _editor(lambda **_: text, explore, kind)


def _editor(text: Callable[..., str], explore: Callable[..., Explorer], kind: str) -> Editor:
    label = ("the table holds", "表里是")
    choice = Parameter("kind", label, tuple(_KINDS), kind, _KINDS.__getitem__, choice=True)
    return Editor(_HINT, text, explore, (choice,))


def read(text: str, kind: str) -> dict[str, Any]:
    """Return what `friedman` needs for a table as text."""
    table = from_text(text, "table")
    values: dict[str, Any] = {"ranks" if kind == "ranks" else "scores": table.values}
    return values | {"greater_is_better": kind != "errors", "learners": table.learners}
