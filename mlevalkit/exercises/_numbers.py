"""Exercises 2.8-2.10: scaling, a chi-squared test, the two forms of the Friedman test."""

from typing import Any

import numpy as np

from .._validation import Array, as_floats, fail, same_length
from ..many_learners.friedman import friedman_test
from ..scaling import minmax_scale, zscore
from ._answer import close, several
from ._verdict import Verdict, right, wrong

# What exercises 2.8, 2.9 and 2.10 are about.
COLUMN = (2.0, 4.0, 4.0, 5.0, 10.0)
ROLLS = (14, 26, 17, 22, 28, 13)
RANKS = ((1, 2, 3, 4), (1, 2, 3, 4), (1, 4, 3, 2), (2, 1, 3, 4))


def scalings(answer: Any) -> Verdict:
    """Judge the column, scaled by (2.43) to [0, 1] and by (2.44)."""
    pair = several(answer, 2, "a pair: the column by min-max, the column by z-score")
    a, b = (as_floats(v, "answer") for v in pair)
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
    statistic, df, reject = several(answer, 3, "(statistic, degrees of freedom, reject)")
    seen = np.array(ROLLS)
    expected = seen.sum() / 6
    value = float(((seen - expected) ** 2).sum() / expected)
    if close(statistic, value * expected):
        return wrong("each squared difference is divided by what was expected.",
                     "每个差的平方要除以期望频数。")  # fmt: skip
    if close(statistic, float((np.abs(seen - expected)).sum() / expected)):
        return wrong("square the differences.", "差要平方。")
    if not close(statistic, value):
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
    chi2, f = several(answer, 2, "a pair: the statistic (2.34), the statistic (2.35)")
    test = friedman_test(ranks=RANKS)
    if close(chi2, test.statistic) and close(f, test.chi2):
        return wrong("the two are the wrong way round.", "两者写反了。")
    if close(chi2, test.chi2 / len(RANKS)):
        return wrong("(2.34): too small. Do more data sets make no difference?",
                     "(2.34)：小了。数据集多一些，难道没有分别？")  # fmt: skip
    if not close(chi2, test.chi2):
        return wrong("(2.34): start from the mean ranks, and mind k and N.",
                     "(2.34)：从平均序值算起，留意 k 与 N。")  # fmt: skip
    if not close(f, test.statistic):
        return wrong("(2.34) is right; (2.35) is made from it, from N and from k.",
                     "(2.34) 对了；(2.35) 由它与 N、k 算出。")  # fmt: skip
    return right("now compare each with its critical value.", "再把两者各与自己的临界值比较。")
