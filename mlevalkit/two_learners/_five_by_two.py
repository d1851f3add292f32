"""The tests of 5x2 cross validation: (2.32), and those of Dietterich and of Alpaydin."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from numpy.typing import ArrayLike

from .._validation import fail, as_floats, inside, one_of
from .._workings import (
    Line,
    Result,
    Table,
    Words,
    computes,
    decision,
    p_text,
    quantile_line,
)
from .._distributions import f_isf, f_sf
from ..one_learner._t import quotient, t_critical, t_pvalue, t_quantile_lines
from ._paired import unit_of
from ._words import NO_DIFFERENCE, found

Pair = tuple[float, float]
FORMS = ("textbook", "dietterich", "alpaydin")
_TINY = 1e-28  # rounding errors of numbers around 1, squared

_NAMES = {
    "textbook": ("5x2 cross validation", "5×2 交叉验证"),
    "dietterich": ("5x2 cross validation, Dietterich's form", "5×2 交叉验证，Dietterich 的形式"),
    "alpaydin": ("5x2 cross validation, Alpaydin's F test", "5×2 交叉验证，Alpaydin 的 F 检验"),
}


@dataclass(frozen=True, slots=True, repr=False)
class FiveByTwoResult(Result):
    """What the 5x2cv test found; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        (2.32), or that of `form`; never negative.
    pvalue : float
        From t(5), as in the textbook, or F(10, 5).
    df : int or (int, int)
        Degrees of freedom.
    critical_value : float
        What the statistic must exceed.
    alpha, reject : float, bool
        The significance, and whether "equally good" is rejected by `pvalue`.
    exact_pvalue : float or None
        Textbook's form only: the p-value if the ten differences are independent and normal.
    differences : tuple of 5 pairs
        Errors of A less those of B.
    variances : tuple of 5 floats
        The variance of each pair.
    form : str
        Which of the three tests this is.
    """

    df: int | tuple[int, int]
    critical_value: float
    alpha: float
    reject: bool
    exact_pvalue: float | None
    differences: tuple[Pair, ...]
    variances: tuple[float, ...]
    form: str

    _brief: ClassVar[tuple[str, ...]] = ("statistic", "pvalue", "df", "reject")

    def _tested(self) -> Words:
        en, zh = _NAMES[self.form]
        return Words(
            f"Hypothesis: A and B have the same error ({en}, two-sided).",
            f"假设：A 与 B 的泛化误差相同（{zh}，双侧）。",
        )

    def _details(self) -> Sequence[Line | Table | Words]:
        rows = [
            [i, d1, d2, s]
            for i, ((d1, d2), s) in enumerate(
                zip(self.differences, self.variances, strict=True), start=1
            )
        ]
        caption = ("Δ_i,1 and Δ_i,2: errors of A less those of B in replication i; "
                   "σ_i^2 = (Δ_i,1 - m_i)^2 + (Δ_i,2 - m_i)^2 with their mean m_i",
                   "Δ_i,1 与 Δ_i,2：第 i 次重复中 A 的误差减去 B 的误差；"
                   "σ_i^2 = (Δ_i,1 - m_i)^2 + (Δ_i,2 - m_i)^2，m_i 为二者的平均")  # fmt: skip
        table = Table(["i", "Delta_i_1", "Delta_i_2", "sigma2_i"], rows, caption)
        if self.form == "alpaydin":
            return (table, *self._f_lines())
        return (table, *self._t_lines())

    def _t_lines(self) -> list[Line]:
        d1, d2 = self.differences[0]
        numerator = Line(None, "mu", "0.5*(Delta_1_1 + Delta_1_2)",
                         {"Delta_1_1": d1, "Delta_1_2": d2})  # fmt: skip
        lines, top, first = [numerator], "mu", float(numerator.value)
        if self.form == "dietterich":
            lines, top, first = [], "Delta_1_1", d1
        values = {top: first, "sigma2": list(self.variances)}
        lines.append(
            Line(
                "2.32" if self.form == "textbook" else None,
                "tau_t",
                f"abs({top}) / sqrt(0.2*sum(sigma2))",
                values,
                None,
                self._undefined(),
            )
        )
        lines += t_quantile_lines(self, 5, self.alpha, self.critical_value)
        if self.exact_pvalue is not None:
            note = ("P(|T| >= √2·τ_t)", "P(|T| ≥ √2·τ_t)")
            lines.append(quantile_line('p_"exact"', self.exact_pvalue, note))
        return lines

    def _f_lines(self) -> list[Line]:
        values = {
            "Delta": [d for pair in self.differences for d in pair],
            "sigma2": list(self.variances),
        }
        tail = f"{self.alpha:.4g}"
        return [
            Line(None, "f", "sum(Delta**2) / (2*sum(sigma2))", values, None, self._undefined()),
            quantile_line(f"F_{tail},10,5", self.critical_value,
                          (f"exceeded with probability {tail}", f"被超过的概率为 {tail}")),
            quantile_line("p", self.pvalue, ("P(F >= f)", "P(F ≥ f)")),
        ]  # fmt: skip

    def _undefined(self) -> float | None:
        return None if any(self.variances) else self.statistic

    def _outcome(self) -> Sequence[Words]:
        symbol = "f" if self.form == "alpaydin" else "τ_t"
        first = decision(symbol, self.statistic, self.critical_value, self.reject, self.alpha)
        words = [Words(*first), self._said()]
        if self.exact_pvalue is not None and any(self.variances):
            exact = p_text(self.exact_pvalue)
            same = (self.exact_pvalue < self.alpha) == self.reject
            words.append(
                Words(
                    "The statistic is not t(5) but t(5)/√2, if the ten differences are "
                    f"independent and normal: then {exact}, "
                    f"{'the same decision' if same else 'and the decision is the other one'}.",
                    "若十个差值相互独立且服从正态分布，该统计量服从的不是 t(5)，而是 t(5)/√2："
                    f"此时 {exact}，{'结论相同' if same else '结论相反'}。",
                )
            )
        return words

    def _said(self) -> Words:
        every = [d for pair in self.differences for d in pair]
        if not any(every):
            return NO_DIFFERENCE
        if not any(self.variances):
            return Words(
                "The two differences of every replication are equal: their variance is 0, and "
                "there is nothing to measure the difference against.",
                "每次重复的两个差值都相等，方差为 0，没有可以用来衡量差别的尺度。",
            )
        measure = ("mean error over all ten", "十次的平均误差")
        return found(self.reject, self.pvalue, math.fsum(every), measure)


@lru_cache(maxsize=64)
def _f_critical(alpha: float) -> float:
    return float(f_isf(alpha, 10, 5))


def _kernel(d: Sequence[Pair], unit: float, form: str) -> tuple[float, list[float]]:
    """Return the statistic and the variance of each pair."""
    d = [(d1 / unit, d2 / unit) for d1, d2 in d]
    variances = [(d1 - d2) ** 2 / 2 for d1, d2 in d]
    variances = [0.0 if v < _TINY else v for v in variances]
    total = math.fsum(variances)
    shown = [v * unit**2 for v in variances]
    if form == "alpaydin":
        return quotient(math.fsum([x * x for pair in d for x in pair]), 2 * total), shown
    top = abs(sum(d[0]) / 2 if form == "textbook" else d[0][0])
    return quotient(top if top**2 > _TINY else 0.0, math.sqrt(0.2 * total)), shown


@computes(
    eq_2_32=r"\tau_t = \frac{\left| \mu \right|}{\sqrt{0.2 \sum_{i=1}^{5} \sigma_i^2}}, \quad"
    r"\mu = 0.5 (\Delta_1^1 + \Delta_1^2)"
)
def five_by_two_cv_test(
    differences: ArrayLike, *, alpha: float = 0.05, form: str = "textbook"
) -> FiveByTwoResult:
    """Test whether two learners have the same error, from five 2-fold cross validations: (2.32).

    Parameters
    ----------
    differences : array-like of shape (5, 2)
        Errors of A less those of B: a row for each replication, a column for each fold.
    alpha : float, default 0.05
        The significance: the probability of a wrong rejection.
    form : {"textbook", "dietterich", "alpaydin"}, default "textbook"
        What is compared with the variances: "textbook" takes the mean of the first
        replication's two differences, "dietterich" the first of them only (as in mlxtend),
        "alpaydin" the squares of all ten, and is an F test.

    Returns
    -------
    FiveByTwoResult
        With `statistic`, `pvalue`, `exact_pvalue`, `df`, `critical_value`, `reject`,
        `working()`. All differences 0: statistic 0, p 1. No variance in any replication
        otherwise: statistic inf, p 0 (0 and 1 if what is compared is 0).

    Raises
    ------
    ValueError, TypeError
        If the shape is not (5, 2), a number is not finite, or `alpha` is not inside 0 to 1.

    Notes
    -----
    For independent normal differences the textbook's statistic has the distribution t(5)/√2: at
    a nominal 0.05 it rejects with probability 0.015. `pvalue` and `reject` are the textbook's,
    `exact_pvalue` takes √2 into account.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> d = [[0.06, 0.05], [0.03, 0.06], [0.04, 0.05], [0.05, 0.03], [0.06, 0.04]]
    >>> mk.five_by_two_cv_test(d)
    FiveByTwoResult(statistic=3.9901, pvalue=0.0104, df=5, reject=True)
    >>> mk.five_by_two_cv_test(d, form="alpaydin")
    FiveByTwoResult(statistic=12.2632, pvalue=0.006365, df=(10, 5), reject=True)

    Source
    ------
    Zhou, Machine Learning, (2.32); Dietterich, Approximate statistical tests, 1998; Alpaydin,
    Combined 5x2 cv F test, 1999.
    """
    table = as_floats(differences, "differences", ndim=2)
    if table.shape != (5, 2):
        got = f"shape {table.shape}"
        fail("differences", "shape (5, 2): five replications of two folds", got)
    level = inside(alpha, "alpha")
    one_of(form, "form", FORMS)
    d: list[Pair] = [(d1, d2) for d1, d2 in table.tolist()]
    unit = unit_of(table.ravel().tolist(), "differences") or 1.0
    statistic, variances = _kernel(d, unit, form)
    t_form = form != "alpaydin"
    critical = t_critical(level, 5) if t_form else _f_critical(level)
    exact = t_pvalue(math.sqrt(2) * statistic, 5) if form == "textbook" else None
    return FiveByTwoResult(
        statistic=statistic,
        pvalue=t_pvalue(statistic, 5) if t_form else float(f_sf(statistic, 10, 5)),
        df=5 if t_form else (10, 5),
        critical_value=critical,
        alpha=level,
        reject=statistic > critical,
        exact_pvalue=exact,
        differences=tuple(d),
        variances=tuple(variances),
        form=form,
    )
