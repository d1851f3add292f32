"""Exercises 2.3-2.7: break-even points, rates, ROC and cost curves."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .._validation import Floats, as_floats, fail, ranked, same_length
from ..classification import f1_score
from ..ranking import break_even_point, ranking_loss
from ._answer import close, function, several
from ._verdict import Verdict, right, wrong


def f1_and_break_even(answer: Any) -> Verdict:
    """Judge a counterexample: F1 says A, the break-even point says B."""
    y, a, b = several(answer, 3, "(y_true, scores of A, scores of B); 0.5 and more is positive")
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


def _matches(f: Callable[..., Any], rule: Callable[[float, float, float], float]) -> bool:
    return all(close(f(*rates), rule(*rates)) for rates in _RATES)


def precision_from_rates(answer: Any) -> Verdict:
    """Judge precision as a function of TPR, FPR and the share of positives."""
    f = function(answer, "a function of (tpr, fpr, prior)")
    if _matches(f, lambda t, q, p: p * t / (p * t + (1 - p) * q)):
        return right("precision needs the share of positives; TPR and FPR do not.",
                     "查准率离不开正例所占的比例，TPR 与 FPR 则不然。")  # fmt: skip
    if _matches(f, lambda t, q, p: t / (t + q)):
        return wrong("that holds only with as many positives as negatives.",
                     "这只在正反例一样多时成立。")  # fmt: skip
    if _matches(f, lambda t, q, p: (1 - p) * t / ((1 - p) * t + p * q)):
        return wrong("prior is the share of positives, not of negatives.",
                     "prior 是正例所占的比例，不是反例的。")  # fmt: skip
    return wrong(
        "write TP and FP as shares of all samples first.", "先把 TP、FP 写成占全体样例的比例。"
    )


def error_from_rates(answer: Any) -> Verdict:
    """Judge the error rate as a function of TPR, FPR and the share of positives."""
    f = function(answer, "a function of (tpr, fpr, prior)")
    if _matches(f, lambda t, q, p: p * (1 - t) + (1 - p) * q):
        return right("a point on the ROC plane and the share of positives fix the error rate.",
                     "ROC 平面上的一点与正例所占的比例决定了错误率。")  # fmt: skip
    if _matches(f, lambda t, q, p: 1 - p * (1 - t) - (1 - p) * q):
        return wrong("that is the accuracy.", "这是精度。")
    if _matches(f, lambda t, q, p: (1 - p) * (1 - t) + p * q):
        return wrong("misses happen among positives, false alarms among negatives.",
                     "漏报出在正例里，误报出在反例里。")  # fmt: skip
    if _matches(f, lambda t, q, p: (1 - t) + q) or _matches(f, lambda t, q, p: (1 - t + q) / 2):
        return wrong("weigh the two kinds of error by how common each class is.",
                     "两种错误要按各类所占的比例加权。")  # fmt: skip
    return wrong("which samples are wrong: misses and false alarms. How many of each?",
                 "错的是漏报与误报，各占多少？")  # fmt: skip


def area_by_columns(answer: Any) -> Verdict:
    """Judge a function that adds up the area under a ROC curve, ties included."""
    f = function(answer, "a function of (y_true, y_score)")
    random = np.random.RandomState(0)
    y = np.array([0, 1] * 10)
    plain = random.permutation(20) / 20.0
    if close(f(y, plain), ranking_loss(y, plain)):
        return wrong(
            "that is the area above the curve, the ranking loss.",
            "这是曲线上方的面积，即排序损失。",
        )
    if not close(f(y, plain), 1 - ranking_loss(y, plain)):
        return wrong("even without ties it is not the area.", "没有同分时就已不是面积。")
    if not close(f(y, plain.round(1)), 1 - ranking_loss(y, plain.round(1))):
        return wrong("right without ties; with ties, a step is a triangle on a rectangle.",
                     "没有同分时对了；有同分时，一步之下是矩形上加一个三角形。")  # fmt: skip
    return right("column by column, the area counts the pairs in the right order.",
                 "逐列相加，面积数的正是次序正确的样例对。")  # fmt: skip


def one_cost_curve_two_roc_curves(answer: Any) -> Verdict:
    """Judge two ROC curves that differ and have the same lower envelope of cost lines."""
    first, second = (
        _roc_points(curve, name)
        for curve, name in zip(
            several(answer, 2, "two curves, each (fpr, tpr)"), ("first", "second"), strict=True
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
    fpr, tpr = (as_floats(v, f"answer ({name})") for v in several(curve, 2, "(fpr, tpr)"))
    same_length(fpr=fpr, tpr=tpr)
    points: Floats = np.column_stack([fpr, tpr])
    if (points < 0).any() or (points > 1).any() or (np.diff(points, axis=0) < 0).any():
        fail(f"answer ({name})", "rates from 0 to 1 that never fall", f"{points.tolist()}")
    if points[0].tolist() != [0, 0] or points[-1].tolist() != [1, 1]:
        fail(f"answer ({name})", "a curve from (0, 0) to (1, 1)", f"{points.tolist()}")
    return points
