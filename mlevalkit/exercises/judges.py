"""What an answer to each exercise comes to.

A judge returns what may be said of an answer, by the key of a sentence in ``messages.toml``, in the
order of asking: the first that holds is said, "right" if none does. The numbers in the sentences
come second.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import mlevalkit as mk

from .._distributions import chi2_isf
from .._validation import Floats, as_floats, fail, same_length
from ..display.workings import Expression, Messages
from ..measures.ranking.sweep import ranked
from .answers import decision, number

Judged = tuple[dict[str, bool], dict[str, float]]
Rule = Callable[..., Any]

_say = Messages(__package__)

GIVEN: dict[str, Any] = {
    "2.8": (2.0, 4.0, 4.0, 5.0, 10.0),  # a column of values
    "2.9": (14, 26, 17, 22, 28, 13),  # how often each face of a die came up
    "2.10": ((1, 2, 3, 4), (1, 2, 3, 4), (1, 4, 3, 2), (2, 1, 3, 4)),  # ranks, data sets in rows
}

_RATES = ((0.9, 0.2, 0.3), (0.5, 0.1, 0.05), (1.0, 0.4, 0.8))  # TPR, FPR, share of positives


def read(answer: Any) -> Any:
    """Return an answer with numbers in the place of text that is a number; the rest as it is."""
    if isinstance(answer, (tuple, list)):
        return [read(part) for part in answer]
    found = number(answer) if isinstance(answer, str) else None
    if found is None:
        return answer
    return int(found.value) if found.value.denominator == 1 else float(found.value)


def _close(a: object, *values: float) -> bool:
    """Return whether an answer is one of the values, to four digits; no number is not."""
    if a is np.ma.masked:
        return False
    try:
        return any(math.isclose(float(a), b, rel_tol=1e-4, abs_tol=1e-9) for b in values)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False


def splits(answer: Any) -> Judged:
    """Judge the number of ways to draw 70 % of 1000 samples, 500 of each class."""
    answer = answer.item() if isinstance(answer, np.generic) else answer
    if isinstance(answer, bool) or not isinstance(answer, (int, float)):
        fail("answer", "a number", repr(answer), TypeError)
    if isinstance(answer, float) and not math.isfinite(answer):
        fail("answer", "a finite number (Python's whole numbers have no limit)", repr(answer))
    one = math.comb(500, 350)
    return {
        "right": _same_size(answer, one**2),
        "right_unstratified": _same_size(answer, math.comb(1000, 700)),
        "halved_twice": _same_size(answer, math.comb(500, 175) ** 2),
        "one_class": _same_size(answer, one),
        "added": _same_size(answer, 2 * one),
        "copied": _same_size(answer, 3.29e266) or _same_size(answer, 1.4e298),
        "too_many": answer > one**2,
        "too_few": True,
    }, {}


def _same_size(a: Any, b: float) -> bool:
    """Compare numbers that may be too large for a float, to three digits."""
    return bool(a >= 1) and abs(math.log(int(a)) - math.log(int(b))) < 5e-3


def majority(folds: Any, leave_one_out: Any) -> Judged:
    """Judge the error of the majority learner, by 10-fold and by leave-one-out."""
    return {
        "percent": _close(folds, 50) or _close(leave_one_out, 100),
        # the mean of max(i, 10 - i) / 10, i positives among the 10 of a fold
        "unstratified": _close(folds, 0.6167001),
        "folds": not _close(folds, 0.5),
        "right": _close(leave_one_out, 1),
        "one_away": _close(leave_one_out, 0.5, 49 / 99, 50 / 99),
        "try_four": True,
    }, {}


def f1_and_break_even(y: Any, a: Any, b: Any) -> Judged:
    """Judge a counterexample: F1 says A, the break-even point says B."""
    numbers = {}
    for name, scores in (("a", a), ("b", b)):
        positive, score, _ = ranked(y, scores)
        numbers[f"f1_{name}"] = mk.f1_score(positive, score >= 0.5, pos_label=True, zero_division=0)
        numbers[f"bep_{name}"] = mk.break_even_point(positive, score)
    f1 = numbers["f1_a"] <= numbers["f1_b"]
    bep = numbers["bep_a"] >= numbers["bep_b"]
    return {"f1": f1, "bep": bep}, numbers


def _by_rates(number: str, otherwise: str) -> Callable[[Rule], Judged]:
    """Return what judges a function of rates by the rules that it may follow."""

    def judge(f: Rule) -> Judged:
        def follows(rule: str) -> bool:
            values = [dict(zip(("t", "q", "p"), rates, strict=True)) for rates in _RATES]
            return all(_close(f(*v.values()), float(Expression(rule).value(v))) for v in values)

        rules: dict[str, str] = _say.data[number]["rules"]
        return {key: follows(rule) for key, rule in rules.items()} | {otherwise: True}, {}

    return judge


def area_by_columns(f: Rule) -> Judged:
    """Judge a function that adds up the area under an ROC curve, ties included."""
    y = np.array([0, 1] * 10)
    plain = np.random.RandomState(0).permutation(20) / 20.0
    tied = plain.round(1)

    def found(scores: Floats) -> Any:
        return f(y.copy(), scores.copy())  # which an answer may sort in place

    return {
        "above": _close(found(plain), mk.ranking_loss(y, plain)),
        "no_area": not _close(found(plain), 1 - mk.ranking_loss(y, plain)),
        "ties": not _close(found(tied), 1 - mk.ranking_loss(y, tied)),
    }, {}


def one_cost_curve_two_roc_curves(*curves: Any) -> Judged:
    """Judge two ROC curves that differ and have the same lower envelope of cost lines."""
    first, second = map(_roc_points, curves, ("first", "second"))
    p = np.linspace(0, 1, 1001)[:, None]
    a, b = (((1 - c[:, 1]) * p + c[:, 0] * (1 - p)).min(axis=1) for c in (first, second))
    every = np.union1d(first.sum(axis=1), second.sum(axis=1))  # FPR + TPR rises along a curve
    same = np.allclose(*(np.interp(every, c.sum(axis=1), c[:, 1]) for c in (first, second)))
    differ = not np.allclose(a, b, atol=1e-9)
    return {"same": same, "differ": differ}, {"gap": float(np.abs(a - b).max())}


def _roc_points(curve: Any, name: str) -> Floats:
    several(curve, 2, "(fpr, tpr)")
    fpr, tpr = (as_floats(v, f"answer ({name})") for v in curve)
    same_length(fpr=fpr, tpr=tpr)
    points: Floats = np.column_stack([fpr, tpr])
    ends = points[[0, -1]].tolist()
    if ends != [[0, 0], [1, 1]] or (np.diff(points, axis=0) < 0).any():
        expected = "rates that never fall, from (0, 0) to (1, 1)"
        fail(f"answer ({name})", expected, f"{points.tolist()}")
    return points


def several(answer: Any, size: int, form: str) -> None:
    """Check that an answer has several parts."""
    listed = isinstance(answer, list) or (isinstance(answer, np.ndarray) and answer.ndim)
    if not listed or len(answer) != size:
        fail("answer", form, repr(answer), TypeError)


def scalings(by_min_max: Any, by_z_score: Any) -> Judged:
    """Judge the column, scaled by (2.43) to [0, 1] and by (2.44)."""
    column = np.array(GIVEN["2.8"])
    a = as_floats(by_min_max, "answer")
    b = as_floats(by_z_score, "answer")
    for part in (a, b):
        same_length(answer=part, given=column)

    def equal(x: Floats, y: Floats) -> bool:
        return bool(np.allclose(x, y, rtol=1e-4, atol=1e-6))

    low = mk.minmax_scale(column)
    z = mk.zscore(column)
    return {
        "swapped": equal(a, z) and equal(b, low),
        "min_max": not equal(a, low),
        "right_sample": equal(b, mk.zscore(column, ddof=1)),
        "variance": equal(b, z / column.std()),
        "z_score": not equal(b, z),
    }, {}


def fair_die(statistic: Any, df: Any, reject: Any) -> Judged:
    """Judge (statistic, degrees of freedom, reject) of the chi-squared test of the die."""
    if (rejected := decision(reject)) is None:
        fail("answer", "True or False as its third part", repr(reject), TypeError)
    expected = np.mean(GIVEN["2.9"])
    gaps = np.array(GIVEN["2.9"]) - expected
    value = float((gaps**2).sum() / expected)
    return {
        "undivided": _close(statistic, (gaps**2).sum()),
        "unsquared": _close(statistic, np.abs(gaps).sum() / expected),
        "statistic": not _close(statistic, value),
        "df": not _close(df, 5),
        "decision": rejected != (value > chi2_isf(0.05, 5)),
    }, {}


def two_friedman_forms(chi2: Any, f: Any) -> Judged:
    """Judge the statistics (2.34) and (2.35) of the table of ranks."""
    test = mk.friedman_test(ranks=GIVEN["2.10"])
    return {
        "swapped": _close(chi2, test.statistic) and _close(f, test.chi2),
        "no_n": _close(chi2, test.chi2 / len(GIVEN["2.10"])),
        "ranks": not _close(chi2, test.chi2),
        "f": not _close(f, test.statistic),
    }, {}


_IN_ORDER: tuple[Rule, ...] = (
    splits,
    majority,
    f1_and_break_even,
    _by_rates("2.4", otherwise="shares"),
    area_by_columns,
    _by_rates("2.6", otherwise="kinds"),
    one_cost_curve_two_roc_curves,
    scalings,
    fair_die,
    two_friedman_forms,
)
JUDGES = {f"2.{i}": judge for i, judge in enumerate(_IN_ORDER, start=1)}
