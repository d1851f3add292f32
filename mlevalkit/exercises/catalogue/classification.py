"""2.3.1, 2.3.2: confusion matrices, precision, recall and F, averages over classes."""

from __future__ import annotations

from typing import Any

from ..._workings import data_of
from ..draw import Draw
from ..templates import template

_TEXTS = data_of(__package__, "classification.toml")


@template(_TEXTS["f1_from_counts"])
def f1_from_counts(draw: Draw) -> dict[str, Any]:
    TP = draw.randint(20, 90)
    FP, FN = draw.randint(5, 60), draw.randint(5, 60)
    return {"TP": TP, "FN": FN, "flagged": TP + FP, "m": 100 * draw.randint(3, 9)}
