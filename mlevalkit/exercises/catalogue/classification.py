"""2.3.1, 2.3.2: confusion matrices, precision, recall and F, averages over classes."""

from __future__ import annotations

from typing import Any

import mlevalkit as mk

from ...display.workings import Table, quoted, word
from ..draw import Draw
from ..questions import Step
from ..templates import templates_of

add = templates_of("classification.toml")


def _exchanged(draw: Draw) -> dict[str, Any]:
    TP, FP, FN, TN = (draw.randint(5, 90) for _ in range(4))
    heads = [word("predicted"), word("true_positive"), word("true_negative")]
    table = Table(heads, [[word("positive"), TP, FP], [word("negative"), FN, TN]])
    return {"TP": TP, "FP": FP, "FN": FN, "TN": TN, "table": table}


add("exchanged_layout", _exchanged)


def _three_classes(draw: Draw) -> dict[str, Any]:
    counts = [
        [draw.randint(20, 60) if i == j else draw.randint(1, 25) for j in range(3)]
        for i in range(3)
    ]
    heads = [word("true"), *map(quoted, "ABC")]
    rows = [[name, *row] for name, row in zip("ABC", counts, strict=True)]
    named = {f"{'ABC'[i]}{'ABC'[j]}": counts[i][j] for i in range(3) for j in range(3)}
    return {**named, "counts": counts, "table": Table(heads, rows)}


def _shares(number: str, counts: list[list[int]], *, of_columns: bool) -> Any:
    """Return precision or recall of each class, with its lines."""
    tables = list(zip(*counts, strict=True)) if of_columns else counts
    other = "FP" if of_columns else "FN"
    lines = [
        mk.equations[number]({"TP": row[i], other: sum(row) - row[i]}, of=f'_"{"ABC"[i]}"')
        for i, row in enumerate(tables)
    ]
    return mk.Working(tuple(step.value for step in lines), tuple(lines))


add(
    "macro_and_micro",
    _three_classes,
    precisions=Step(
        lambda counts: _shares("2.8", counts, of_columns=True),
        precisions_recalls_exchanged=lambda counts: _shares("2.9", counts, of_columns=False),
    ),
    recalls=Step(
        lambda counts: _shares("2.9", counts, of_columns=False),
        precisions_recalls_exchanged=lambda counts: _shares("2.8", counts, of_columns=True),
    ),
)
add("accuracy_of_matrix", _three_classes)
add("one_vs_rest", _three_classes)


def _three_folds(draw: Draw) -> dict[str, Any]:
    counts = {name: [draw.randint(2, 40) for _ in range(3)] for name in ("TP", "FP", "FN", "TN")}
    rows = [(i + 1, *row) for i, row in enumerate(zip(*counts.values(), strict=True))]
    return {**counts, "table": Table([word("fold"), *counts], rows)}


add("pooled_folds", _three_folds)
