"""2.1, 2.2: errors of training and of test, splits, folds."""

from __future__ import annotations

from typing import Any

import numpy as np

import mlevalkit as mk

from ...display.workings import Messages, Table, line, word
from ..draw import Draw
from ..questions import Step
from ..templates import templates_of

add = templates_of("splitting.toml")
_say = Messages("mlevalkit.exercises")


def _errors_by_degree(draw: Draw) -> dict[str, Any] | None:
    train = sorted(draw.sample(range(5, 60), 6), reverse=True)
    gaps = sorted(draw.sample(range(1, 60), 6))
    valid = [error + gap for error, gap in zip(train, gaps, strict=True)]
    if valid.count(min(valid)) > 1 or valid.index(min(valid)) not in (1, 2, 3):
        return None
    shares = [[e / 100 for e in errors] for errors in (train, valid)]
    last = {"E_train": shares[0][-1], "E_valid": shares[1][-1]}
    return {"train": shares[0], "valid": shares[1], **last}


def _least_validation_error(valid: list[float]) -> Any:
    errors = {f"E_{i + 1}": error for i, error in enumerate(valid)}
    least = line("E_min", f"min({', '.join(errors)})", errors)
    return mk.Working(valid.index(min(valid)) + 1, (least,))


add(
    "overfitting_table",
    _errors_by_degree,
    degree=Step(
        _least_validation_error,
        least_training_error=lambda train: train.index(min(train)) + 1,
    ),
)


def _three_points(draw: Draw) -> dict[str, Any]:
    x = sorted(draw.sample(range(7), 3))
    y = [draw.randint(0, 6) for _ in range(3)]
    points = {f"x_{i}": value for i, value in enumerate(x, start=1)}
    points |= {f"y_{i}": value for i, value in enumerate(y, start=1)}
    return points | {"x": x, "y": y}


def _of_one_line(x: list[int], y: list[int]) -> list[float]:
    """Return the squared errors of the line that is fitted to all three points."""
    slope, intercept = np.polyfit(x, y, 1)
    return [float(b - slope * a - intercept) ** 2 for a, b in zip(x, y, strict=True)]


add("loo_line", _three_points, errors=Step(line_of_all_points=_of_one_line))


def _majority_folds(pos: int, neg: int) -> Any:
    error = mk.equations["2.4"](a=pos, m=pos + neg)
    return mk.Working(error.value, (_say("majority", "any" if pos == neg else "same"), error))


def _majority_loo(pos: int, neg: int) -> Any:
    error = mk.equations["2.4"](a=pos + neg if pos == neg else pos, m=pos + neg)
    return mk.Working(error.value, (_say("majority", "other" if pos == neg else "kept"), error))


add(
    "majority_learner",
    folds=Step(_majority_folds),
    loo=Step(_majority_loo, loo_always_wrong=lambda pos, neg: None if pos == neg else 1),
)


def _setting(by: Any) -> Any:
    """Return what finds the settings whose accuracies a function puts first."""

    def settings(A: list[int], B: list[int], C: list[int], D: list[int]) -> set[str]:
        scores = {"A": by(A), "B": by(B), "C": by(C), "D": by(D)}
        return {name for name, score in scores.items() if score == max(scores.values())}

    return settings


add(
    "best_from_folds",
    setting=Step(
        _setting(sum),
        setting_of_best_fold=_setting(max),
        setting_of_steadiest=_setting(lambda each: min(each) - max(each)),
    ),
)


def _never_drawn(m: int, drawn: list[int]) -> set[str]:
    return {str(i) for i in range(1, m + 1) if i not in drawn}


def _times_drawn(m: int, drawn: list[int]) -> Any:
    rows = [(i, drawn.count(i)) for i in range(1, m + 1)]
    table = Table([word("sample"), word("times_drawn")], rows)
    return mk.Working(_never_drawn(m, drawn), (table,))


add(
    "out_of_bag",
    left=Step(
        _times_drawn,
        in_bag=lambda drawn: set(map(str, drawn)),
        drawn_twice=lambda drawn: {str(i) for i in drawn if drawn.count(i) > 1},
    ),
    distinct=Step(
        lambda drawn: len(set(drawn)),
        left_counted=lambda m, drawn: len(_never_drawn(m, drawn)),
    ),
)


def _seven_on_a_line(draw: Draw) -> dict[str, Any] | None:
    """Return places and classes; None if a neighbour or the best k is not clear."""
    x = sorted(draw.sample(range(30), 7))
    classes = [draw.randint(0, 1) for _ in x]
    if classes.count(1) not in (3, 4) or any(map(_has_equal_distances, [x] * 7, range(7))):
        return None
    errors = [_neighbour_errors(x, classes, k).value for k in _KS]
    with_itself = [_neighbour_errors(x, classes, k, itself=True).value for k in _KS]
    if len(set(errors)) < 3 or any(map(int.__eq__, errors, with_itself)):
        return None
    return {"x": x, "classes": classes}


_KS = (1, 3, 5)


def _has_equal_distances(x: list[int], at: int) -> bool:
    distances = [abs(other - x[at]) for other in x]
    return len(set(distances)) < len(distances)


def _nearest(x: list[int], at: int, k: int, *, itself: bool) -> list[int]:
    others = [i for i in range(len(x)) if itself or i != at]
    return sorted(others, key=lambda i: abs(x[i] - x[at]))[:k]


def _neighbour_errors(x: list[int], classes: list[int], k: int, *, itself: bool = False) -> Any:
    """Return how many samples are predicted wrong, with a table of the votes."""
    votes = [sum(classes[j] for j in _nearest(x, i, k, itself=itself)) for i in range(len(x))]
    wrong = [(2 * n > k) != bool(label) for n, label in zip(votes, classes, strict=True)]
    rows = [(a, b, f"{n}/{k}") for a, b, n in zip(x, classes, votes, strict=True)]
    table = Table(["x", word("class_"), _say("neighbours")], rows)
    return mk.Working(sum(wrong), (table,))


def _errors_with(k: int) -> Step:
    return Step(
        lambda x, classes: _neighbour_errors(x, classes, k),
        point_itself_counted=lambda x, classes: _neighbour_errors(x, classes, k, itself=True).value,
    )


def _k_with(choose: Any) -> Any:
    """Return what finds the k with the least or the most errors."""

    def k(errors_1: int, errors_3: int, errors_5: int) -> int:
        return int(choose(zip((errors_1, errors_3, errors_5), _KS, strict=True))[1])

    return k


add(
    "nearest_loo",
    _seven_on_a_line,
    errors_1=_errors_with(1),
    errors_3=_errors_with(3),
    errors_5=_errors_with(5),
    k=Step(_k_with(min), most_errors_taken=_k_with(max)),
)
