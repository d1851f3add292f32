"""2.3.2, 2.3.3: eight to twelve scores, P-R and ROC curves, areas."""

from __future__ import annotations

from typing import Any

import mlevalkit as mk

from ..._workings import Table, data_of, word
from ..draw import Draw
from ..questions import Step
from ..templates import template

_TEXTS = data_of(__package__, "ranking.toml")


def _sample(draw: Draw, m: int, *, tied: bool) -> dict[str, Any]:
    """Return true labels and falling scores; if `tied`, a positive and a negative share one."""
    y_score = sorted((s / 100 for s in draw.sample(range(10, 96), m)), reverse=True)
    y_true = [draw.randint(0, 1) for _ in range(m)]
    if tied:
        i = draw.randint(1, m - 3)
        y_score[i + 1] = y_score[i]
        y_true[i] = 1 - y_true[i + 1]
    rows = [(i + 1, *row) for i, row in enumerate(zip(y_true, y_score, strict=True))]
    table = Table([word("sample"), word("class_"), word("score")], rows)
    return {"y_true": tuple(y_true), "y_score": tuple(y_score), "table": table}


def _pairs(y_true: tuple[int, ...], y_score: tuple[float, ...], tie: float) -> float:
    """Return the share of the pairs in the right order; a tied one counts `tie`."""
    scored = list(zip(y_true, y_score, strict=True))
    gaps = [a - b for t, a in scored if t for f, b in scored if not f]
    return sum(tie if gap == 0 else gap > 0 for gap in gaps) / len(gaps)


@template(
    _TEXTS["auc_by_pairs"],
    AUC=Step(
        lambda y_true, y_score: mk.roc_auc_score.working(y_true, y_score),
        ranking_loss=lambda y_true, y_score: mk.ranking_loss(y_true, y_score),
        tie_counted_full=lambda y_true, y_score: _pairs(y_true, y_score, 1),
        tie_not_counted=lambda y_true, y_score: _pairs(y_true, y_score, 0),
    ),
)
def auc_by_pairs(draw: Draw) -> dict[str, Any] | None:
    drawn = _sample(draw, 8, tied=True)
    return drawn if 3 <= sum(drawn["y_true"]) <= 5 else None
