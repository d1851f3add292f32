"""DeLong's test of two AUCs on the same samples."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._distributions import norm_ppf, z_of_level
from .._validation import fail, inside, same_length
from .._workings import Line, Messages, Sentence, Step, measure, quotient
from ..results import ConfidenceInterval, TestResult, decision, exceeded, p_text, quantile_line
from .interval import placements
from .sweep import ranked

_say = Messages(__package__)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DeLongTestResult(TestResult):
    """What DeLong's test found; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        The difference of the AUCs over its standard error.
    pvalue : float
        Two-sided, from the normal distribution.
    critical_value : float
        What the statistic's size must exceed.
    alpha, reject : float, bool
        The significance, and whether "both AUCs are equal" is rejected.
    auc_a, auc_b : float
        The AUCs.
    standard_error : float
        The estimated standard deviation of the difference.
    m_pos, m_neg : int
        The number of positive and negative samples.
    variance_pos, variance_neg : float
        The variance, over the positives, of the share of negatives that a positive beats by A's
        scores less the share that it beats by B's; and likewise over the negatives.
    """

    auc_a: float
    auc_b: float
    standard_error: float
    m_pos: int
    m_neg: int
    variance_pos: float
    variance_neg: float

    _brief = ("statistic", "pvalue", "auc_a", "auc_b", "reject")

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """Return where the difference of the AUCs lies, A less B.

        It is for large samples: with fewer than about 30 samples of a class, or AUCs close to 1,
        it covers less often than it claims.
        """
        level = inside(confidence_level, "confidence_level")
        z = z_of_level(level)
        values = {"A_a": self.auc_a, "A_b": self.auc_b, "z": z, "SE": self.standard_error}
        low = Line(None, "low", "A_a - A_b - z*SE", values, _say("quantile", level=f"{level:g}"))
        high = Line(None, "high", "A_a - A_b + z*SE", values)
        ends = float(low.value), float(high.value)
        of, steps = _say("delong_test.difference"), (self._error_line(), low, high)
        return ConfidenceInterval.about(of, ends, self.auc_a - self.auc_b, level, *steps)

    def _error_line(self) -> Line:
        spread = {"S_pos": self.variance_pos, "S_neg": self.variance_neg}
        values = {**spread, "m_pos": self.m_pos, "m_neg": self.m_neg}
        note = _say("delong_test.spread")
        return Line(None, "SE", "sqrt(S_pos/m_pos + S_neg/m_neg)", values, note)

    def _tested(self) -> Sentence:
        return _say("delong_test.tested", m_pos=self.m_pos, m_neg=self.m_neg)

    def _details(self) -> Iterator[Step]:
        values = {"A_a": self.auc_a, "A_b": self.auc_b, "SE": self.standard_error}
        yield self._error_line()
        yield Line(None, "z", "(A_a - A_b) / SE", values, undefined=self.statistic)
        yield exceeded(f"z_{self.alpha / 2:.4g}", self.critical_value, self.alpha / 2)
        yield quantile_line("p", self.pvalue, _say("delong_test.tail"))

    def _outcome(self) -> Iterator[Step]:
        size, p = abs(self.statistic), p_text(self.pvalue)
        yield decision("|z|", size, self.critical_value, self.reject, self.alpha)
        if self.standard_error == 0:
            yield _say("delong_test.no_spread")
            return
        key = "not_shown" if not self.reject else "a" if self.auc_a > self.auc_b else "b"
        yield _say(f"delong_test.{key}", p=p)
        yield self.confidence_interval(self._level).meaning


@measure
def delong_test(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    *,
    alpha: float = 0.05,
    pos_label: object = None,
) -> DeLongTestResult:
    """Test whether two scorings of the same samples have the same AUC.

    Paired: that a sample is hard for both takes part of the chance out of the difference. For two
    models trained once, judged on samples that neither was trained on.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`); at least two samples of each.
    score_a, score_b : array-like of shape (n_samples,)
        Scores of both models; the higher, the more likely positive.
    alpha : float, default 0.05
        The significance: the probability of a wrong rejection.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.

    Returns
    -------
    DeLongTestResult
        With `statistic`, `pvalue`, `critical_value`, `reject`, `auc_a`, `auc_b`, `working()` and
        `confidence_interval()`. Scores that order all pairs alike: statistic 0, p 1.

    Raises
    ------
    ValueError, TypeError
        If a class has fewer than two samples, the input is no labels and finite scores of equal
        length, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> y = [1, 1, 1, 1, 0, 0, 0, 0]
    >>> mk.delong_test(y, [9, 8, 7, 3, 5, 4, 2, 1], [4, 9, 3, 8, 7, 5, 6, 1])
    DeLongTestResult(statistic=0.7746, pvalue=0.4386, auc_a=0.875, auc_b=0.625, reject=False)

    Source
    ------
    DeLong, DeLong and Clarke-Pearson, Biometrics 44, 1988; computed from sorted scores, as by
    Sun and Xu, 2014. Not in the textbook. pROC: ``roc.test(roc1, roc2, method="delong")``.
    """
    level = inside(alpha, "alpha")
    positive, a, _ = ranked(y_true, score_a, pos_label, name="score_a")
    _, b, _ = ranked(y_true, score_b, pos_label, name="score_b")
    same_length(score_a=a, score_b=b)
    m_pos = int(np.count_nonzero(positive))
    m_neg = len(positive) - m_pos
    if min(m_pos, m_neg) < 2:
        fail("y_true", "at least two samples of each class", f"{m_pos} and {m_neg}")
    (above_a, below_a), (above_b, below_b) = (
        placements(score[positive], score[~positive]) for score in (a, b)
    )
    s_pos = float(((above_a - above_b) / (2 * m_neg)).var(ddof=1))
    s_neg = float(((below_a - below_b) / (2 * m_pos)).var(ddof=1))
    error, pairs = math.sqrt(s_pos / m_pos + s_neg / m_neg), 2 * m_pos * m_neg
    statistic = quotient(int(above_a.sum() - above_b.sum()) / pairs, error)
    critical = float(norm_ppf(1 - level / 2))
    return DeLongTestResult(
        statistic=statistic,
        pvalue=math.erfc(abs(statistic) / math.sqrt(2)),
        critical_value=critical,
        alpha=level,
        reject=abs(statistic) > critical,
        auc_a=int(above_a.sum()) / pairs,
        auc_b=int(above_b.sum()) / pairs,
        standard_error=error,
        m_pos=m_pos,
        m_neg=m_neg,
        variance_pos=s_pos,
        variance_neg=s_neg,
    )
