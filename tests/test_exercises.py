"""`check` knows right answers from wrong ones, and names the kind of mistake."""

import math
from html import unescape
from typing import Any

import numpy as np
import pytest
from scipy import stats

import mlevalkit as mk
from mlevalkit.display.language import speaking

check, given = mk.exercises.check, mk.exercises.given
N350 = math.comb(500, 350)
Y = [1, 0, 1, 1, 0, 0]
TWO_CURVES = (([0, 0.2, 1], [0, 0.8, 1]), ([0, 0.2, 0.5, 1], [0, 0.8, 0.8, 1]))


def _columns(y: Any, s: Any) -> float:
    """Add up the ROC area group by group of equal scores."""
    y, s = np.asarray(y), np.asarray(s)
    area, height = 0.0, 0
    for value in np.unique(s)[::-1]:
        up, right = ((s == value) & (y == c) for c in (1, 0))
        up, right = up.sum(), right.sum()
        area += right * (height + up / 2)
        height += up
    return area / ((y == 1).sum() * (y == 0).sum())


def _ties_in_full(y: Any, s: Any) -> float:
    y, s = np.asarray(y), np.asarray(s)
    return float((s[y == 1][:, None] >= s[y == 0]).mean())


def _chi2() -> float:
    return float(stats.chisquare(given("2.9")).statistic)


COLUMN, RANKS = given("2.8"), given("2.10")
LOW = (COLUMN - COLUMN.min()) / np.ptp(COLUMN)
CHI2 = float(stats.friedmanchisquare(*RANKS.T).statistic)
F = 3 * CHI2 / (4 * 3 - CHI2)
IN_FOLD = np.arange(11)  # positives among the ten samples of a fold
UNSTRATIFIED = np.maximum(IN_FOLD, 10 - IN_FOLD) @ stats.hypergeom(100, 50, 10).pmf(IN_FOLD) / 10

RIGHT = [
    ("2.1", N350**2, "stratified"),
    ("2.1", 2.985945e262, "stratified"),
    ("2.1", math.comb(1000, 700), "without keeping the class ratio"),
    ("2.2", (0.5, 1.0), ""),
    ("2.3", (Y, [0.9, 0.8, 0.4, 0.3, 0.2, 0.1], [0.45, 0.2, 0.4, 0.43, 0.3, 0.1]), ""),
    ("2.4", lambda t, q, p: p * t / (p * t + (1 - p) * q), ""),
    ("2.5", _columns, ""),
    ("2.6", lambda t, q, p: p * (1 - t) + (1 - p) * q, ""),
    ("2.7", TWO_CURVES, ""),
    ("2.8", (LOW, stats.zscore(COLUMN)), "divisor n,"),
    ("2.8", (LOW, stats.zscore(COLUMN, ddof=1)), "divisor n - 1"),
    ("2.9", (_chi2(), 5, _chi2() > stats.chi2.isf(0.05, 5)), ""),
    ("2.10", (CHI2, F), ""),
    # numbers and decisions as text
    ("2.1", "2.986 × 10^262", ""),
    ("2.1", f"{2 * N350**2}/2", ""),
    ("2.2", ["1/2", " 100 % "], ""),
    ("2.2", ("０．５", "1"), ""),
    ("2.8", (["0", "1/4", "25 %", "0,375", "1"], stats.zscore(COLUMN)), ""),
    ("2.9", (f"{_chi2():.4f}", "5", "不拒绝"), ""),
    ("2.9", ("9,9", "5", False), ""),
    ("2.10", ("6.9", f"{F:.6f}"), ""),
]
WRONG = [
    ("2.1", math.comb(500, 175) ** 2, "175 of each class"),
    ("2.1", N350, "one class"),
    ("2.1", 2 * N350, "add or multiply"),
    ("2.1", 3.29e266, "often quoted"),
    ("2.1", 1.4e298, "often quoted"),
    ("2.1", math.perm(500, 350) ** 2, "order"),
    ("2.1", 1000, "too few"),
    ("2.1", 1e-300, "too few"),
    ("2.1", np.float32(0.1), "too few"),
    ("2.2", (0.5, 0.5), "take one sample away"),
    ("2.2", (0.5, 50 / 99), "take one sample away"),
    ("2.2", (0.5, 0.3), "4 samples"),
    ("2.2", (0.6, 1.0), "10-fold"),
    ("2.2", (UNSTRATIFIED, 1.0), "without stratification"),
    ("2.2", (50, 100), "percentages"),
    ("2.2", (np.ma.masked, 0.5), "10-fold"),
    ("2.2", (0.5, [1]), "4 samples"),
    ("2.3", (Y, [0.1] * 6, [0.9] * 6), "F1 of A"),
    ("2.3", (Y, [0.9, 0.1, 0.8, 0.7, 0.2, 0.3], [0.1] * 6), "ranking"),
    ("2.4", lambda t, q, p: t / (t + q), "as many positives"),
    ("2.4", lambda t, q, p: (1 - p) * t / ((1 - p) * t + p * q), "negatives"),
    ("2.4", lambda t, q, p: t, "TP and FP"),
    ("2.5", _ties_in_full, "triangle"),
    ("2.5", lambda y, s: 1 - _columns(y, s), "above the curve"),
    ("2.5", lambda y, s: s.sort() or _columns(y, s), "without ties"),
    ("2.6", lambda t, q, p: 1 - p * (1 - t) - (1 - p) * q, "accuracy"),
    ("2.6", lambda t, q, p: (1 - p) * (1 - t) + p * q, "misses happen"),
    ("2.6", lambda t, q, p: (1 - t + q) / 2, "weigh"),
    ("2.6", lambda t, q, p: 0.0, "How many"),
    ("2.7", (TWO_CURVES[0], ([0, 0.1, 0.2, 1], [0, 0.4, 0.8, 1])), "the same"),
    ("2.7", (TWO_CURVES[0], ([0, 0.2, 1], [0, 0.5, 1])), "up to 0"),
    ("2.8", (stats.zscore(COLUMN), LOW), "wrong way round"),
    ("2.8", (COLUMN / 10, stats.zscore(COLUMN)), "min-max"),
    ("2.8", (LOW, (COLUMN - COLUMN.mean()) / COLUMN.var()), "not by the variance"),
    ("2.8", (LOW, LOW), "mean must become 0"),
    ("2.9", (_chi2() * 20, 5, True), "divided by"),
    ("2.9", (float(np.abs(given("2.9") - 20).sum() / 20), 5, True), "square"),
    ("2.9", (1.0, 5, True), "statistic"),
    ("2.9", (_chi2(), np.array([5, 6]), True), "free"),
    ("2.9", (_chi2(), 5, _chi2() <= stats.chi2.isf(0.05, 5)), "decision"),
    ("2.10", (F, CHI2), "wrong way round"),
    ("2.10", (1.0, F), "mean ranks"),
    ("2.10", (CHI2 / 4, F), "more data sets"),
    ("2.10", (CHI2, 1.0), "is right"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "answer", "words"), RIGHT)
def test_right(number: str, answer: Any, words: str) -> None:
    verdict = check(number, answer)
    assert verdict, verdict
    assert repr(verdict).startswith("Right: ")
    assert words in repr(verdict)


@pytest.mark.parametrize(("number", "answer", "words"), WRONG)
def test_wrong(number: str, answer: Any, words: str) -> None:
    verdict = check(number, answer)
    assert not verdict
    assert words in repr(verdict)
    assert repr(verdict).startswith("Not yet: ")
    with speaking("zh"):
        assert repr(verdict).startswith("还不对：")
        assert repr(verdict)[4:12] in unescape(verdict._repr_html_())


@pytest.mark.parametrize("text", ["eight", "1/0", "1e99999999", "", "nan"])
def test_text_that_is_no_number_is_named(text: str) -> None:
    with pytest.raises(TypeError, match=f"answer: expected a number, got '{text}'"):
        check("2.1", text)


def _blank(tpr: float, fpr: float, prior: float) -> Any: ...


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("answer", [..., None, (0.5, ...), _blank])
def test_no_answer_is_said_kindly(answer: Any, language: str) -> None:
    verdict = check("2.4" if callable(answer) else "2.2", answer)
    said = {"en": "Not answered yet: ", "zh": "还没有作答："}
    with speaking(language):
        assert repr(verdict).startswith(said[language])
    assert not verdict


def test_the_two_friedman_forms_disagree_on_the_table() -> None:
    test = mk.friedman_test(ranks=RANKS)
    assert test.chi2_pvalue > 0.05 > test.pvalue
