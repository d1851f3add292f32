"""The textbook's exercises 2.1-2.10: what is given, and how an answer is judged."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._checks import Array, Floats, fail, floats, ranked, same_length
from ..classification import f1_score
from ..many_learners import friedman_test
from ..ranking import break_even_point, ranking_loss
from ..scaling import minmax_scale, zscore
from ._verdict import Verdict, right, wrong

# What exercises 2.8, 2.9 and 2.10 are about.
COLUMN = (2.0, 4.0, 4.0, 5.0, 10.0)
ROLLS = (14, 26, 17, 22, 28, 13)
RANKS = ((1, 2, 3, 4), (1, 2, 3, 4), (1, 4, 3, 2), (2, 1, 3, 4))


def _close(a: object, b: float) -> bool:
    if a is np.ma.masked:
        return False
    try:
        return math.isclose(float(a), b, rel_tol=1e-4, abs_tol=1e-9)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False


def _tuple(answer: Any, size: int, form: str) -> Sequence[Any]:
    several = isinstance(answer, (tuple, list)) or (isinstance(answer, np.ndarray) and answer.ndim)
    if not several or len(answer) != size:
        fail("answer", form, repr(answer), TypeError)
    return answer  # type: ignore[no-any-return]


def _function(answer: Any, form: str) -> Callable[..., Any]:
    if not callable(answer):
        fail("answer", form, repr(answer), TypeError)
    return answer  # type: ignore[no-any-return]


# -- 2.1 and 2.2: splits ----------------------------------------------------------------------


def splits(answer: Any) -> Verdict:
    """Judge the number of ways to draw 70 % of 1000 samples, 500 of each class."""
    answer = answer.item() if isinstance(answer, np.generic) else answer
    if isinstance(answer, bool) or not isinstance(answer, (int, float)):
        fail("answer", "a number", repr(answer), TypeError)
    if isinstance(answer, float) and not math.isfinite(answer):
        fail("answer", "a finite number (Python's whole numbers have no limit)", repr(answer))
    one = math.comb(500, 350)
    if _same_size(answer, one**2):
        return right(
            "stratified, and independent in the two classes.", "分层，且两类各自独立地抽。"
        )
    known = (
        (math.comb(1000, 700), "that counts every 700 of 1000; keep the class ratio.",
         "这是从 1000 个里任取 700 个；训练集要保持类别比例。"),
        (one, "that is one class; what of the other?", "这只是一类的抽法，另一类呢？"),
        (2 * one, "a choice in one class goes with every choice in the other: add or multiply?",
         "一类的每种抽法都可与另一类的每种抽法搭配：该相加还是相乘？"),
        (3.29e266, "this value circulates, and it is wrong: compute, do not copy.",
         "这个数流传很广，却是错的：请自己算。"),
        (1.4e298, "this value circulates, and it is wrong: compute, do not copy.",
         "这个数流传很广，却是错的：请自己算。"),
    )  # fmt: skip
    for value, en, zh in known:
        if _same_size(answer, value):
            return wrong(en, zh)
    if answer > one**2:
        return wrong(
            "too many: does the order of the samples matter?", "太多了：样例的次序要紧吗？"
        )
    return wrong(
        "too few: in how many ways can 350 of 500 be drawn?",
        "太少了：从 500 个里抽 350 个，有多少种抽法？",
    )


def _same_size(a: Any, b: float) -> bool:
    """Compare numbers that may be too large for a float, to three digits."""
    return bool(a >= 1) and abs(math.log(int(a)) - math.log(int(b))) < 5e-3


def majority(answer: Any) -> Verdict:
    """Judge the error of the majority learner, by 10-fold and by leave-one-out."""
    folds, loo = _tuple(answer, 2, "a pair: error by 10-fold, error by leave-one-out")
    if _close(folds, 100 * 0.5) or _close(loo, 100.0):
        return wrong(
            "give rates from 0 to 1, not percentages.", "请用 0 到 1 的比率，不要用百分数。"
        )
    if not _close(folds, 0.5):
        return wrong(
            "10-fold: with stratified folds, which class has the majority in the training set?",
            "10 折：分层之后，训练集里哪一类占多数？",
        )
    if _close(loo, 1.0):
        return right("leave-one-out can be as wrong as can be.", "留一法也可能错得一塌糊涂。")
    if _close(loo, 0.5) or _close(loo, 49 / 99) or _close(loo, 50 / 99):
        return wrong(
            "leave-one-out: take one sample away. Which class is now in the majority, and which "
            "class is the sample?",
            "留一法：取走一个样例之后，剩下的哪一类占多数？取走的又是哪一类？",
        )
    return wrong("leave-one-out: try it with 4 samples first.", "留一法：先拿 4 个样例试试。")


# -- 2.3-2.7: curves --------------------------------------------------------------------------


def f1_and_break_even(answer: Any) -> Verdict:
    """Judge a counterexample: F1 says A, the break-even point says B."""
    y, a, b = _tuple(answer, 3, "(y_true, scores of A, scores of B); 0.5 and more is positive")
    points, scores = [], []
    for s in (a, b):
        positive, score, _ = ranked(y, s)
        scores.append(float(f1_score(positive, score >= 0.5, pos_label=True, zero_division=0)))
        points.append(break_even_point(positive, score))
    if scores[0] <= scores[1]:
        return wrong(
            f"the F1 of A, {scores[0]:.3f}, is not above that of B, {scores[1]:.3f}.",
            f"A 的 F1（{scores[0]:.3f}）并不高于 B 的（{scores[1]:.3f}）。",
        )
    if points[0] >= points[1]:
        return wrong(
            f"F1 is as wanted, but the BEP of A, {points[0]:.3f}, is not below that of B, "
            f"{points[1]:.3f}: it looks at the ranking, not at the threshold 0.5.",
            f"F1 已合要求，但 A 的 BEP（{points[0]:.3f}）并不低于 B 的（{points[1]:.3f}）："
            "BEP 看的是排序，不是阈值 0.5。",
        )
    return right(
        f"F1 {scores[0]:.3f} > {scores[1]:.3f}, yet BEP {points[0]:.3f} < {points[1]:.3f}.",
        f"F1 {scores[0]:.3f} > {scores[1]:.3f}，而 BEP {points[0]:.3f} < {points[1]:.3f}。",
    )


_RATES = ((0.9, 0.2, 0.3), (0.5, 0.1, 0.05), (1.0, 0.4, 0.8))  # TPR, FPR, share of positives


def precision_from_rates(answer: Any) -> Verdict:
    """Judge precision as a function of TPR, FPR and the share of positives."""
    f = _function(answer, "a function of (tpr, fpr, prior)")

    def matches(rule: Callable[[float, float, float], float]) -> bool:
        return all(_close(f(t, q, p), rule(t, q, p)) for t, q, p in _RATES)

    if matches(lambda t, q, p: p * t / (p * t + (1 - p) * q)):
        return right("precision needs the share of positives; TPR and FPR do not.",
                     "查准率离不开正例所占的比例，TPR 与 FPR 则不然。")  # fmt: skip
    if matches(lambda t, q, p: t / (t + q)):
        return wrong("that holds only with as many positives as negatives.",
                     "这只在正反例一样多时成立。")  # fmt: skip
    if matches(lambda t, q, p: (1 - p) * t / ((1 - p) * t + p * q)):
        return wrong("prior is the share of positives, not of negatives.",
                     "prior 是正例所占的比例，不是反例的。")  # fmt: skip
    return wrong(
        "write TP and FP as shares of all samples first.", "先把 TP、FP 写成占全体样例的比例。"
    )


def error_from_rates(answer: Any) -> Verdict:
    """Judge the error rate as a function of TPR, FPR and the share of positives."""
    f = _function(answer, "a function of (tpr, fpr, prior)")

    def matches(rule: Callable[[float, float, float], float]) -> bool:
        return all(_close(f(t, q, p), rule(t, q, p)) for t, q, p in _RATES)

    if matches(lambda t, q, p: p * (1 - t) + (1 - p) * q):
        return right("a point on the ROC plane and the share of positives fix the error rate.",
                     "ROC 平面上的一点与正例所占的比例决定了错误率。")  # fmt: skip
    if matches(lambda t, q, p: 1 - p * (1 - t) - (1 - p) * q):
        return wrong("that is the accuracy.", "这是精度。")
    if matches(lambda t, q, p: (1 - p) * (1 - t) + p * q):
        return wrong("misses happen among positives, false alarms among negatives.",
                     "漏报出在正例里，误报出在反例里。")  # fmt: skip
    if matches(lambda t, q, p: (1 - t) + q) or matches(lambda t, q, p: (1 - t + q) / 2):
        return wrong("weigh the two kinds of error by how common each class is.",
                     "两种错误要按各类所占的比例加权。")  # fmt: skip
    return wrong("which samples are wrong: misses and false alarms. How many of each?",
                 "错的是漏报与误报，各占多少？")  # fmt: skip


def area_by_columns(answer: Any) -> Verdict:
    """Judge a function that adds up the area under a ROC curve, ties included."""
    f = _function(answer, "a function of (y_true, y_score)")
    random = np.random.RandomState(0)
    y = np.array([0, 1] * 10)
    plain = random.permutation(20) / 20.0
    if _close(f(y, plain), ranking_loss(y, plain)):
        return wrong(
            "that is the area above the curve, the ranking loss.",
            "这是曲线上方的面积，即排序损失。",
        )
    if not _close(f(y, plain), 1 - ranking_loss(y, plain)):
        return wrong("even without ties it is not the area.", "没有同分时就已不是面积。")
    if not _close(f(y, plain.round(1)), 1 - ranking_loss(y, plain.round(1))):
        return wrong("right without ties; with ties, a step is a triangle on a rectangle.",
                     "没有同分时对了；有同分时，一步之下是矩形上加一个三角形。")  # fmt: skip
    return right("column by column, the area counts the pairs in the right order.",
                 "逐列相加，面积数的正是次序正确的样例对。")  # fmt: skip


def one_cost_curve_two_roc_curves(answer: Any) -> Verdict:
    """Judge two ROC curves that differ and have the same lower envelope of cost lines."""
    first, second = (
        _roc_points(curve, name)
        for curve, name in zip(
            _tuple(answer, 2, "two curves, each (fpr, tpr)"), ("first", "second"), strict=True
        )
    )
    if first.shape == second.shape and np.allclose(first, second):
        return wrong("the two curves are the same.", "两条曲线是同一条。")
    p = np.linspace(0, 1, 1001)[:, None]
    envelopes = [((1 - c[:, 1]) * p + c[:, 0] * (1 - p)).min(axis=1) for c in (first, second)]
    if np.allclose(envelopes[0], envelopes[1], atol=1e-9):
        return right("the envelope keeps the convex hull of the ROC curve and nothing inside it.",
                     "包络只记得 ROC 曲线的凸包，凸包里面的点都忘了。")  # fmt: skip
    gap = float(np.abs(envelopes[0] - envelopes[1]).max())
    return wrong(f"their cost curves differ, by up to {gap:.3f}: which points can be moved "
                 "without being seen?",
                 f"两条代价曲线不同，最多差 {gap:.3f}：挪动哪些点不会被看出来？")  # fmt: skip


def _roc_points(curve: Any, name: str) -> Floats:
    fpr, tpr = (floats(v, f"answer ({name})") for v in _tuple(curve, 2, "(fpr, tpr)"))
    same_length(fpr=fpr, tpr=tpr)
    points: Floats = np.column_stack([fpr, tpr])
    if (points < 0).any() or (points > 1).any() or (np.diff(points, axis=0) < 0).any():
        fail(f"answer ({name})", "rates from 0 to 1 that never fall", f"{points.tolist()}")
    if points[0].tolist() != [0, 0] or points[-1].tolist() != [1, 1]:
        fail(f"answer ({name})", "a curve from (0, 0) to (1, 1)", f"{points.tolist()}")
    return points


# -- 2.8-2.10: numbers ------------------------------------------------------------------------


def scalings(answer: Any) -> Verdict:
    """Judge the column, scaled by (2.43) to [0, 1] and by (2.44)."""
    pair = _tuple(answer, 2, "a pair: the column by min-max, the column by z-score")
    a, b = (floats(v, "answer") for v in pair)
    column = np.array(COLUMN)
    same_length(answer=a, given=column)
    same_length(answer=b, given=column)
    low, z = minmax_scale(column), zscore(column)
    if _equal(a, z) and _equal(b, low):
        return wrong("the two are the wrong way round.", "两者写反了。")
    if not _equal(a, low):
        return wrong("min-max: the least value must become 0, the greatest 1.",
                     "min-max：最小值应变成 0，最大值变成 1。")  # fmt: skip
    if _equal(b, zscore(column, ddof=1)):
        return wrong("z-score: divide by the standard deviation with n, not n - 1.",
                     "z-score：标准差的分母用 n，不用 n - 1。")  # fmt: skip
    if not _equal(b, z):
        return wrong("z-score: the mean must become 0, the mean square 1.",
                     "z-score：均值应变成 0，平方的均值变成 1。")  # fmt: skip
    return right("one depends on the two extremes, the other on all values.",
                 "一个取决于两个极端值，一个取决于全部的值。")  # fmt: skip


def _equal(a: Array, b: Array) -> bool:
    return bool(np.allclose(a, b, rtol=1e-4, atol=1e-6))


def fair_die(answer: Any) -> Verdict:
    """Judge (statistic, degrees of freedom, reject) of the chi-squared test of the die."""
    statistic, df, reject = _tuple(answer, 3, "(statistic, degrees of freedom, reject)")
    seen = np.array(ROLLS)
    expected = seen.sum() / 6
    value = float(((seen - expected) ** 2).sum() / expected)
    if _close(statistic, value * expected):
        return wrong("each squared difference is divided by what was expected.",
                     "每个差的平方要除以期望频数。")  # fmt: skip
    if _close(statistic, float((np.abs(seen - expected)).sum() / expected)):
        return wrong("square the differences.", "差要平方。")
    if not _close(statistic, value):
        return wrong("the statistic: how far is each count from what a fair die gives?",
                     "统计量：每个频数与均匀骰子的期望差多少？")  # fmt: skip
    if df != 5:
        return wrong("the statistic is right; with the total given, how many counts are free?",
                     "统计量对了；总数已定，有几个频数可以自由变动？")  # fmt: skip
    from .._distributions import chi2_isf

    if not isinstance(reject, (bool, np.bool_)):
        fail("answer", "True or False as its third part", repr(reject), TypeError)
    if bool(reject) != (value > chi2_isf(0.05, 5)):
        return wrong("the numbers are right, the decision is the wrong way round.",
                     "数都对，结论反了。")  # fmt: skip
    return right("and it speaks of evidence against fairness, never of proof of it.",
                 "它只说有没有反对“均匀”的证据，从不证明均匀。")  # fmt: skip


def two_friedman_forms(answer: Any) -> Verdict:
    """Judge the statistics (2.34) and (2.35) of the table of ranks."""
    chi2, f = _tuple(answer, 2, "a pair: the statistic (2.34), the statistic (2.35)")
    test = friedman_test(ranks=RANKS)
    if _close(chi2, test.statistic) and _close(f, test.chi2):
        return wrong("the two are the wrong way round.", "两者写反了。")
    if not _close(chi2, test.chi2):
        return wrong("(2.34): start from the mean ranks, and mind k and N.",
                     "(2.34)：从平均序值算起，留意 k 与 N。")  # fmt: skip
    if not _close(f, test.statistic):
        return wrong("(2.34) is right; (2.35) is made from it, from N and from k.",
                     "(2.34) 对了；(2.35) 由它与 N、k 算出。")  # fmt: skip
    return right("now compare each with its critical value.", "再把两者各与自己的临界值比较。")


CHECKERS: dict[str, Callable[[Any], Verdict]] = {
    "2.1": splits,
    "2.2": majority,
    "2.3": f1_and_break_even,
    "2.4": precision_from_rates,
    "2.5": area_by_columns,
    "2.6": error_from_rates,
    "2.7": one_cost_curve_two_roc_curves,
    "2.8": scalings,
    "2.9": fair_die,
    "2.10": two_friedman_forms,
}
GIVEN: dict[str, Any] = {"2.8": COLUMN, "2.9": ROLLS, "2.10": RANKS}
