"""Exercises 2.1 and 2.2: how many splits there are, and what they say of a majority learner."""

import math
from typing import Any

import numpy as np

from .._validation import fail
from ._answer import close, several
from ._verdict import Verdict, right, wrong

_UNSTRATIFIED = 0.6167001  # mean of max(i, 10 - i) / 10, i positives among the 10 of a fold


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
    folds, loo = several(answer, 2, "a pair: error by 10-fold, error by leave-one-out")
    if close(folds, 100 * 0.5) or close(loo, 100.0):
        return wrong(
            "give rates from 0 to 1, not percentages.", "请用 0 到 1 的比率，不要用百分数。"
        )
    if close(folds, _UNSTRATIFIED):
        return wrong("10-fold: that is without stratification.", "10 折：这是不分层的结果。")
    if not close(folds, 0.5):
        return wrong(
            "10-fold: with stratified folds, which class has the majority in the training set?",
            "10 折：分层之后，训练集里哪一类占多数？",
        )
    if close(loo, 1.0):
        return right("leave-one-out can be as wrong as can be.", "留一法也可能错得一塌糊涂。")
    if close(loo, 0.5) or close(loo, 49 / 99) or close(loo, 50 / 99):
        return wrong(
            "leave-one-out: take one sample away. Which class is now in the majority, and which "
            "class is the sample?",
            "留一法：取走一个样例之后，剩下的哪一类占多数？取走的又是哪一类？",
        )
    return wrong("leave-one-out: try it with 4 samples first.", "留一法：先拿 4 个样例试试。")
