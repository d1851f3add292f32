"""McNemar's test of two learners on one test set: (2.33) and Table 2.4."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .._validation import as_array, fail, flag, inside, label_pair
from .._workings import Line, Result, Table, Words, computes, decision, quantile_line
from .._distributions import binom_cdf, chi2_isf
from .._parts import parts
from ._words import found

NOTHING_DISCORDANT = Words(
    "The learners are right and wrong on the same samples: nothing speaks for a difference.",
    "两个学习器对错完全一致，没有任何迹象表明它们有差别。",
)


@dataclass(frozen=True, slots=True, repr=False)
class McNemarResult(Result):
    """What McNemar's test found; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        (2.33), without the -1 if not corrected; the smaller of e01 and e10 in the exact test.
    pvalue : float
        From chi-squared(1), or the binomial distribution with probability 1/2.
    df : int or None
        1; None in the exact test.
    critical_value : float
        What the statistic must exceed; in the exact test what it must not exceed, -1 if nothing
        would be rejected.
    alpha, reject : float, bool
        The significance, and whether "equally good" is rejected.
    table : ((int, int), (int, int))
        Table 2.4: learner B right, wrong in the rows, A right, wrong in the columns.
    correction, exact : bool
        Which form of the test this is.
    """

    df: int | None
    critical_value: float
    alpha: float
    reject: bool
    table: tuple[tuple[int, int], tuple[int, int]]
    correction: bool
    exact: bool

    _brief: ClassVar[tuple[str, ...]] = ("statistic", "pvalue", "reject")

    @property
    def discordant(self) -> tuple[int, int]:
        """e01 (B right, A wrong) and e10 (B wrong, A right)."""
        return self.table[0][1], self.table[1][0]

    def _tested(self) -> Words:
        m = sum(map(sum, self.table))
        kind = ("McNemar's test", "McNemar 检验")
        if self.exact:
            kind = ("McNemar's test, exact", "精确 McNemar 检验")
        elif not self.correction:
            kind = ("McNemar's test, no continuity correction", "McNemar 检验，无连续性校正")
        return Words(
            f"Hypothesis: A and B have the same error rate ({kind[0]}, {m} test samples).",
            f"假设：A 与 B 的泛化错误率相同（{kind[1]}，{m} 个测试样本）。",
        )

    def _details(self) -> Sequence[Line | Table | Words]:
        (e00, e01), (e10, e11) = self.table
        table = Table(
            ['""', '"A right"', '"A wrong"'],
            [["B right", e00, e01], ["B wrong", e10, e11]],
            ("e_01: B right and A wrong; e_10: B wrong and A right",
             "行为 B，列为 A，先对（right）后错（wrong）；"
             "e_01：B 对而 A 错；e_10：B 错而 A 对"),
        )  # fmt: skip
        return (table, *(self._exact_lines() if self.exact else self._chi2_lines()))

    def _chi2_lines(self) -> list[Line]:
        e01, e10 = self.discordant
        values = {"e_01": e01, "e_10": e10}
        undefined = 0 if e01 + e10 == 0 else None
        top = "(abs(e_01 - e_10) - 1)**2" if self.correction else "(e_01 - e_10)**2"
        number = "2.33" if self.correction else None
        tail = f"{self.alpha:.4g}"
        return [
            Line(number, "tau_chi2", f"{top} / (e_01 + e_10)", values, None, undefined),
            quantile_line(f"chi2_{tail},1", self.critical_value,
                          (f"exceeded with probability {tail}", f"被超过的概率为 {tail}")),
            quantile_line("p", self.pvalue, ("P(chi2(1) >= τ_chi2)", "P(χ²(1) ≥ τ_χ²)")),
        ]  # fmt: skip

    def _exact_lines(self) -> list[Line]:
        e01, e10 = self.discordant
        n = e01 + e10
        note = (f"2·P(X <= {min(e01, e10)}), at most 1, X: heads in {n} tosses of a coin",
                f"2·P(X ≤ {min(e01, e10)})（至多为 1），X：抛 {n} 次硬币的正面次数")  # fmt: skip
        return [
            Line(None, "e", "min(e_01, e_10)", {"e_01": e01, "e_10": e10}),
            quantile_line("p", self.pvalue, note),
        ]

    def _outcome(self) -> Sequence[Words]:
        e01, e10 = self.discordant
        first = Words(*self._decision())
        if e01 + e10 == 0:
            return first, NOTHING_DISCORDANT
        measure = ("error rate on this test set", "测试错误率")
        return first, found(self.reject, self.pvalue, e01 - e10, measure), *self._small(e01 + e10)

    def _decision(self) -> tuple[str, str]:
        if not self.exact:
            args = self.statistic, self.critical_value, self.reject, self.alpha
            return decision("τ_chi2", *args)
        sign = "<" if self.reject else ">="
        shown = f"p = {self.pvalue:.4g} {sign} {self.alpha:g}"
        return (
            f"{shown}: {'rejected' if self.reject else 'not rejected'}.",
            f"{shown.replace('>=', '≥')}：{'拒绝' if self.reject else '不能拒绝'}该假设。",
        )

    def _small(self, n: int) -> Sequence[Words]:
        if self.exact or n >= _FEW:
            return ()
        return (
            Words(
                f"With {n} discordant samples chi-squared is a rough approximation; "
                "exact=True does without it.",
                f"只有 {n} 个样本对错不一致，χ² 近似较粗略；exact=True 不用这一近似。",
            ),
        )


_FEW = 25


@lru_cache(maxsize=256)
def _chi2_critical(alpha: float) -> float:
    return float(chi2_isf(alpha, 1))


def _exact_test(e01: int, e10: int, alpha: float) -> tuple[float, float]:
    """Return the p-value and the largest count that is rejected, -1 if none."""
    n, least = e01 + e10, min(e01, e10)
    pvalue = min(1.0, 2 * float(binom_cdf(least, n, 0.5)))
    low, high = -1, n // 2  # low is rejected, high + 1 is not
    while low < high:
        middle = (low + high + 1) // 2
        if 2 * binom_cdf(middle, n, 0.5) < alpha:
            low = middle
        else:
            high = middle - 1
    return pvalue, float(low)


def _table_of(table: ArrayLike) -> tuple[tuple[int, int], tuple[int, int]]:
    counts = as_array(table, "table", 2)
    if counts.shape != (2, 2):
        fail("table", "shape (2, 2)", f"shape {counts.shape}")
    if counts.dtype.kind not in "iu":
        fail("table", "whole numbers", f"values of type {counts.dtype}", TypeError)
    if counts.min() < 0:
        fail("table", "counts >= 0", f"{counts.min()}")
    if not counts.any():
        fail("table", "at least one sample", "zeros only")
    (e00, e01), (e10, e11) = counts.tolist()
    return (e00, e01), (e10, e11)


def _count(y_true: Any, pred_a: Any, pred_b: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    given = {"y_true": y_true, "pred_a": pred_a, "pred_b": pred_b}
    missing = [name for name, values in given.items() if values is None]
    if missing:
        fail(" and ".join(missing), "labels (or a table)", "None", TypeError)
    true, a = label_pair(y_true, pred_a, ("y_true", "pred_a"))
    true, b = label_pair(true, pred_b, ("y_true", "pred_b"))
    n_a = n_b = both = 0  # how many are wrong
    for t, p, q in parts(true, a, b):
        wrong_a, wrong_b = t != p, t != q
        n_a += int(np.count_nonzero(wrong_a))
        n_b += int(np.count_nonzero(wrong_b))
        both += int(np.count_nonzero(wrong_a & wrong_b))
    return (len(true) - n_a - n_b + both, n_a - both), (n_b - both, both)


@computes(eq_2_33=r"\tau_{\chi^2} = \frac{(|e_{01} - e_{10}| - 1)^2}{e_{01} + e_{10}}")
def mcnemar_test(
    y_true: ArrayLike | None = None,
    pred_a: ArrayLike | None = None,
    pred_b: ArrayLike | None = None,
    *,
    table: ArrayLike | None = None,
    alpha: float = 0.05,
    correction: bool = True,
    exact: bool = False,
) -> McNemarResult:
    """Test whether two learners have the same error rate, from one test set: (2.33).

    Only the samples count on which one learner is right and the other wrong.

    Parameters
    ----------
    y_true, pred_a, pred_b : array-like of shape (m,), optional
        True labels and the predictions of learners A and B.
    table : array-like of shape (2, 2), optional
        Counts instead: B in the rows, A in the columns, right first, as in Table 2.4:
        ``[[e00, e01], [e10, e11]]`` with e01 for B right and A wrong. mlxtend's
        ``mcnemar_table`` has A in the rows; that swaps e01 and e10 and no more.
    alpha : float, default 0.05
        The significance: the probability of a wrong rejection.
    correction : bool, default True
        Subtract 1 for continuity, as (2.33) does. Then e01 = e10 gives 1 / (e01 + e10), not 0.
    exact : bool, default False
        Use the binomial distribution instead of chi-squared; `correction` has no part in it.

    Returns
    -------
    McNemarResult
        With `statistic`, `pvalue`, `df`, `critical_value`, `reject`, `table`, `working()`.
        Nothing discordant: statistic 0, p 1.

    Raises
    ------
    ValueError, TypeError
        If neither all predictions nor a table are given, or both; if the labels do not match,
        the table is no table of counts, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.mcnemar_test(table=[[60, 10], [25, 5]])
    McNemarResult(statistic=5.6, pvalue=0.0180, reject=True)
    >>> mk.mcnemar_test([1, 1, 0, 0], [1, 0, 0, 1], [1, 1, 0, 0], exact=True)
    McNemarResult(statistic=0, pvalue=0.5, reject=False)

    Source
    ------
    Zhou, Machine Learning, (2.33) and Table 2.4. statsmodels' ``mcnemar`` has both forms.
    """
    level = inside(alpha, "alpha")
    correction, exact = flag(correction, "correction"), flag(exact, "exact")
    if table is None:
        counts = _count(y_true, pred_a, pred_b)
    elif y_true is None and pred_a is None and pred_b is None:
        counts = _table_of(table)
    else:
        fail("table", "a table or predictions, not both", "both", TypeError)
    (_, e01), (e10, _) = counts
    if exact:
        pvalue, critical = _exact_test(e01, e10, level)
        return McNemarResult(float(min(e01, e10)), pvalue, None, critical, level, pvalue < level,
                             counts, correction, exact)  # fmt: skip
    statistic = _chi2_statistic(e01, e10, correction)
    critical = _chi2_critical(level)
    pvalue = math.erfc(math.sqrt(statistic / 2))  # chi-squared(1) is the square of a normal
    return McNemarResult(statistic, pvalue, 1, critical, level,
                         statistic > critical, counts, correction, exact)  # fmt: skip


def _chi2_statistic(e01: int, e10: int, correction: bool) -> float:
    if e01 + e10 == 0:
        return 0.0
    return float((abs(e01 - e10) - correction) ** 2 / (e01 + e10))
