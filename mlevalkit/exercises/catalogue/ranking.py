"""2.3.2, 2.3.3: scores of a few samples, P-R and ROC curves, areas."""

from __future__ import annotations

from typing import Any

import mlevalkit as mk

from ...display.workings import Messages, Table, line
from ..draw import Draw
from ..questions import Step
from ..templates import templates_of

add = templates_of("ranking.toml")
_say = Messages("mlevalkit.exercises")

Ranked = tuple[int, ...]
Scores = tuple[float, ...]


def _sample(draw: Draw, m: int, *, tied: bool) -> dict[str, Any] | None:
    """Return true labels and falling scores; if `tied`, a positive and a negative share one."""
    y_score = sorted((s / 100 for s in draw.sample(range(10, 96), m)), reverse=True)
    y_true = [draw.randint(0, 1) for _ in range(m)]
    if tied:
        i = draw.randint(1, m - 3)
        y_score[i + 1] = y_score[i]
        y_true[i] = 1 - y_true[i + 1]
    if not m / 3 <= sum(y_true) <= 2 * m / 3:
        return None
    return {"y_true": tuple(y_true), "y_score": tuple(y_score)}


def _eight_with_a_tie(draw: Draw) -> dict[str, Any] | None:
    return _sample(draw, 8, tied=True)


def _ten_and_a_place(draw: Draw) -> dict[str, Any] | None:
    drawn = _sample(draw, 10, tied=False)
    if drawn is None:
        return None
    n = draw.randint(3, 7)
    y_true = drawn["y_true"]
    TP = sum(y_true[:n])
    m_pos = sum(y_true)
    counts = {"TP": TP, "FP": n - TP, "FN": m_pos - TP, "TN": 10 - n - m_pos + TP}
    last = {"t": drawn["y_score"][n - 1], "last": y_true[n - 1]}
    return drawn | counts | last | {"n": n, "m_pos": m_pos}


add(
    "break_even",
    _ten_and_a_place,
    BEP=Step(half_of_ranking=lambda y_true: sum(y_true[:5]) / 5),
)
add(
    "roc_point",
    _ten_and_a_place,
    TPR=Step(threshold_left_out=lambda TP, m_pos, last: (TP - 1) / m_pos if last else None),
    FPR=Step(threshold_left_out=lambda FP, m_pos, last: None if last else (FP - 1) / (10 - m_pos)),
)


def _points(y_true: Ranked, y_score: Scores) -> Any:
    fpr, tpr, _ = mk.roc_curve(y_true, y_score, drop_intermediate=False)
    value = tuple(zip(fpr.tolist(), tpr.tolist(), strict=True))
    return mk.Working(value, mk.roc_curve.working(y_true, y_score, drop_intermediate=False).steps)


def _axes_exchanged(y_true: Ranked, y_score: Scores) -> Any:
    return [(tpr, fpr) for fpr, tpr in _points(y_true, y_score).value]


def _from_below(y_true: Ranked, y_score: Scores) -> Any:
    """Return the points that belong to thresholds from low to high."""
    negated = tuple(-score for score in y_score)
    return _points(y_true, negated).value


def _tie_split(y_true: Ranked, y_score: Scores, first: int) -> Any:
    """Return the points if the tie is passed sample by sample, one class first."""
    ranks = [(score, true == first) for true, score in zip(y_true, y_score, strict=True)]
    return _points(y_true, tuple(map(sorted(ranks).index, ranks))).value


add(
    "roc_points",
    lambda draw: _sample(draw, 6, tied=True),
    points=Step(
        _points,
        axes_exchanged=_axes_exchanged,
        thresholds_from_below=_from_below,
        tie_split_up_first=lambda y_true, y_score: _tie_split(y_true, y_score, 1),
        tie_split_right_first=lambda y_true, y_score: _tie_split(y_true, y_score, 0),
    ),
)


def _pairs(y_true: Ranked, y_score: Scores, tie: float) -> float:
    """Return the share of the pairs in the right order; a tied one counts `tie`."""
    scored = list(zip(y_true, y_score, strict=True))
    gaps = [a - b for t, a in scored if t for f, b in scored if not f]
    return sum(tie if gap == 0 else gap > 0 for gap in gaps) / len(gaps)


def _short_ranking(draw: Draw) -> dict[str, Any] | None:
    return _sample(draw, draw.randint(8, 12), tied=False)


add(
    "auc_plain",
    _short_ranking,
    AUC=Step(
        pairs_over_all=lambda y_true, y_score: (
            _pairs(y_true, y_score, 0)
            * sum(y_true)
            * (len(y_true) - sum(y_true))
            / (len(y_true) * (len(y_true) - 1) / 2)
        ),
    ),
)
add(
    "auc_by_pairs",
    _eight_with_a_tie,
    AUC=Step(
        tie_counted_full=lambda y_true, y_score: _pairs(y_true, y_score, 1),
        tie_not_counted=lambda y_true, y_score: _pairs(y_true, y_score, 0),
    ),
)
add(
    "ranking_loss",
    _eight_with_a_tie,
    l_rank=Step(
        loss_of_tie_in_full=lambda y_true, y_score: 1 - _pairs(y_true, y_score, 0),
        loss_without_tie=lambda y_true, y_score: 1 - _pairs(y_true, y_score, 1),
    ),
)


def _axis(draw: Draw) -> dict[str, Any]:
    vertical = draw.randint(0, 1)
    side = _say("axis", "vertical") if vertical else _say("axis", "horizontal")
    return {"side": side, "right": "axis_tpr" if vertical else "axis_fpr"}


add("roc_axis", _axis)


def _curve(y_true: Ranked) -> str:
    return " ".join("↑" if positive else "→" for positive in y_true)


def _order_and_curves(draw: Draw) -> dict[str, Any] | None:
    drawn = _sample(draw, 7, tied=False)
    if drawn is None:
        return None
    y_true = drawn["y_true"]
    curves = {
        "in_order": _curve(y_true),
        "from_below": _curve(y_true[::-1]),
        "axes_exchanged": _curve(tuple(1 - label for label in y_true)),
        "by_class": _curve(tuple(sorted(y_true, reverse=True))),
    }
    if len(set(curves.values())) < len(curves):
        return None
    return {"y_true": y_true, "right": "curve_in_order", **curves}


add("curve_of_order", _order_and_curves)


def _rows_of_rates(draw: Draw) -> dict[str, Any] | None:
    """Return four rows of P, R and F1; in one of them F1 is not between P and R."""
    pairs = [draw.sample(range(40, 96), 2) for _ in range(4)]
    wrong = draw.randint(0, 3)
    rows: list[tuple[str, ...]] = []
    for i, (P, R) in enumerate(pairs):
        if abs(P - R) < 8:
            return None
        f1 = round(2 * P * R / (P + R))
        if i == wrong:
            f1 = max(P, R) + draw.randint(2, 4) if draw.randint(0, 1) else min(P, R) - 3
        rows.append(("ABCD"[i], *(f"0.{value:02}" for value in (P, R, f1))))
    table = Table(["", "P", "R", "F1"], rows)
    return {"rows": tuple(rows), "right": f"row_{'abcd'[wrong]}", "table": table}


add("impossible_row", _rows_of_rates)


def _eight_without_tie(draw: Draw) -> dict[str, Any] | None:
    """Return eight ranked samples, four of them positive, with one best threshold."""
    drawn = _sample(draw, 8, tied=False)
    if drawn is None or sum(drawn["y_true"]) != 4:
        return None
    up, right = (_counts_above(drawn["y_true"], label) for label in (1, 0))
    gains = [a - b for a, b in zip(up, right, strict=True)]
    return drawn if gains.count(max(gains)) == 1 and 1 not in drawn["y_true"][-2:] else None


def _counts_above(y_true: Ranked, label: int) -> list[int]:
    """Return how many of a class are predicted positive, at each score as the threshold."""
    return [y_true[:n].count(label) for n in range(1, len(y_true) + 1)]


def _shares_above(y_true: Ranked, label: int) -> list[Any]:
    """Return the share of a class that is predicted positive, at each score as the threshold."""
    name = "TPR" if label else "FPR"
    return [
        line(f"{name}_{n}", "a / m", a=count, m=y_true.count(label))
        for n, count in enumerate(_counts_above(y_true, label), start=1)
    ]


def _rates(label: int) -> Step:
    """Return the step that asks for the rates of a class."""
    return Step(
        lambda y_true: _shares_above(y_true, label),
        tpr_fpr_exchanged=lambda y_true: _shares_above(y_true, 1 - label),
        counts_for_rates=lambda y_true: _counts_above(y_true, label),
        threshold_left_out=lambda y_true: [0, *_shares_above(y_true, label)[:-1]],
    )


def _best_place(TPR: Any, FPR: Any) -> Any:
    gains = [float(up) - float(right) for up, right in zip(TPR, FPR, strict=True)]
    values = {f"J_{n}": gain for n, gain in enumerate(gains, start=1)}
    best = line("J", f"max({', '.join(values)})", values)
    return mk.Working(gains.index(max(gains)) + 1, (best,))


def _first_with_all_positives(TPR: Any, FPR: Any) -> int | None:
    place = [float(up) for up in TPR].index(1.0) + 1
    return None if place == _best_place(TPR, FPR).value else place


add(
    "roc_column",
    _eight_without_tie,
    TPR=_rates(1),
    FPR=_rates(0),
    n=Step(_best_place, all_positives_found=_first_with_all_positives),
)
