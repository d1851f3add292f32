"""The standard error and the confidence interval of an AUC."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._distributions import z_of_level
from .._equations import equations as eq
from .._validation import Floats, fail, flag, inside, one_of
from .._workings import Line, Messages, Number, Step, Working, measure, ratio
from ..results import TupleResult
from .sweep import ranked

_say = Messages(__package__)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class AucInterval(TupleResult):
    """A confidence interval of the AUC; unpacks and indexes as ``low, high``.

    Attributes
    ----------
    auc : float
        The AUC of the sample.
    low, high : float
        The interval, within 0 and 1.
    standard_error : float
        The estimated standard deviation of the AUC over samples.
    confidence_level : float
        How often such intervals hold the true AUC, in large samples.
    method : str
        "delong" or "hanley-mcneil".
    logit : bool
        Whether the interval was made on the scale of log(A / (1 - A)).
    m_pos, m_neg : int
        The number of positive and negative samples.
    variance_pos, variance_neg : float
        The variance of the share of negatives that each positive beats, and of the share of
        positives that beat each negative; NaN where `method` does not use them.
    """

    auc: float
    low: float
    high: float
    standard_error: float
    confidence_level: float
    method: str
    logit: bool
    m_pos: int
    m_neg: int
    variance_pos: float
    variance_neg: float

    _unpacks = ("low", "high")
    _brief = ("auc", "low", "high", "confidence_level")

    def working(self) -> Working:
        """Show the standard error and the ends of the interval."""
        pairs = 2 * self.m_pos * self.m_neg
        area: dict[str, Number] = {"A": ratio(round(self.auc * pairs), pairs)}  # ties count half
        steps: list[Step] = [eq["2.22"](symbol="A", ell_rank=1 - area["A"])]
        steps += self._error_lines(area)
        if self.standard_error == 0:
            return Working(self.auc, (*steps, _say("no_spread")))
        level = self.confidence_level
        meaning = _say("interval", low=f"{self.low:.4f}", high=f"{self.high:.4f}",
                       percent=f"{100 * level:g}")  # fmt: skip
        return Working(self.auc, (*steps, *self._end_lines(area), meaning))

    def _error_lines(self, area: dict[str, Number]) -> list[Line]:
        sizes: dict[str, Number] = {"m_pos": self.m_pos, "m_neg": self.m_neg}
        if self.method == "delong":
            spread = {"S_pos": self.variance_pos, "S_neg": self.variance_neg}
            formula = "sqrt(S_pos/m_pos + S_neg/m_neg)"
            return [Line(None, "SE", formula, {**spread, **sizes}, _say("delong"))]
        q1 = Line(None, "Q_1", "A / (2 - A)", area)
        q2 = Line(None, "Q_2", "2*A**2 / (1 + A)", area)
        values = {**area, "Q_1": q1.value, "Q_2": q2.value, **sizes}
        formula = "(A*(1 - A) + (m_pos - 1)*(Q_1 - A**2) + (m_neg - 1)*(Q_2 - A**2))"
        return [q1, q2, Line(None, "SE", f"sqrt({formula} / (m_pos*m_neg))", values)]

    def _end_lines(self, area: dict[str, Number]) -> list[Line]:
        values = {**area, "z": z_of_level(self.confidence_level), "SE": self.standard_error}
        note = _say("quantile", level=f"{self.confidence_level:g}")
        if not self.logit:
            low = Line(None, "low", "max(0, A - z*SE)", values, note)
            return [low, Line(None, "high", "min(1, A + z*SE)", values)]
        step = Line(None, "d", "z*SE / (A*(1 - A))", values, note)
        values = {**area, "d": step.value}
        return [
            step,
            Line(None, "low", "A / (A + (1 - A)*exp(d))", values),
            Line(None, "high", "A / (A + (1 - A)*exp(-d))", values),
        ]


@measure
def auc_confidence_interval(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    confidence_level: float = 0.95,
    method: Literal["delong", "hanley-mcneil"] = "delong",
    logit: bool = False,
    pos_label: object = None,
) -> AucInterval:
    """Return a confidence interval of the AUC.

    Both methods are for large samples: AUC plus or minus a normal quantile times the standard
    error. DeLong estimates it from the samples, without assuming a distribution; Hanley and
    McNeil from the AUC and the numbers of samples alone. Near 0 or 1, or with few samples,
    ``logit=True`` keeps the interval inside and its coverage closer to what it claims.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`); at least two samples of each.
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    confidence_level : float between 0 and 1, default 0.95
        How often such intervals shall hold the true AUC.
    method : {"delong", "hanley-mcneil"}, default "delong"
        Where the standard error comes from.
    logit : bool, default False
        Make the interval on the scale of log(A / (1 - A)) and map it back.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.

    Returns
    -------
    AucInterval
        ``low, high = auc_confidence_interval(...)``, the AUC and its standard error.

    Raises
    ------
    ValueError, TypeError
        If a class has fewer than two samples, the input is no pair of labels and finite scores,
        or the confidence level is not between 0 and 1.

    Examples
    --------
    Example 2.13, twenty samples: 0.68 might well be chance.

    >>> import mlevalkit as mk
    >>> mk.auc_confidence_interval(*mk.datasets.example("2.13"))
    AucInterval(auc=0.68, low=0.4311, high=0.9289, confidence_level=0.95)

    Source
    ------
    DeLong, DeLong and Clarke-Pearson, Biometrics 44, 1988; Hanley and McNeil, Radiology 143, 1982.
    Not in the textbook. pROC's default is the first without logit.
    """
    one_of(method, "method", ("delong", "hanley-mcneil"))
    level, on_logits = inside(confidence_level, "confidence_level"), flag(logit, "logit")
    positive, score, _ = ranked(y_true, y_score, pos_label)
    m_pos = int(np.count_nonzero(positive))
    m_neg = len(positive) - m_pos
    if min(m_pos, m_neg) < 2:
        fail("y_true", "at least two samples of each class", f"{m_pos} and {m_neg}")
    above, below = placements(np.sort(score[positive]), np.sort(score[~positive]))
    area = float(ratio(above.sum(), 2 * m_pos * m_neg))
    s_pos = s_neg = math.nan
    if method == "delong":
        s_pos = float((above / (2 * m_neg)).var(ddof=1))
        s_neg = float((below / (2 * m_pos)).var(ddof=1))
        error = math.sqrt(s_pos / m_pos + s_neg / m_neg)
    else:
        error = _hanley_mcneil(area, m_pos, m_neg)
    low, high = _ends(area, error, z_of_level(level), on_logits)
    return AucInterval(area, low, high, error, level, method, on_logits, m_pos, m_neg, s_pos, s_neg)


def placements(high: Floats, low: Floats) -> tuple[NDArray[np.int64], ...]:
    """Return twice how many negatives each positive beats, and how many positives each negative.

    `high` are the scores of the positives, `low` of the negatives. A tie counts one, half a win.
    """
    twice = (
        np.searchsorted(others, own, "left") + np.searchsorted(others, own, "right")
        for own, others in ((high, np.sort(low)), (low, np.sort(high)))
    )
    return tuple(count.astype(np.int64, copy=False) for count in twice)  # 32 bits in a browser


def _hanley_mcneil(a: float, m_pos: int, m_neg: int) -> float:
    q1, q2 = a / (2 - a), 2 * a**2 / (1 + a)
    spread = a * (1 - a) + (m_pos - 1) * (q1 - a**2) + (m_neg - 1) * (q2 - a**2)
    return math.sqrt(max(0.0, spread) / (m_pos * m_neg))


def _ends(a: float, se: float, z: float, logit: bool) -> tuple[float, float]:
    if se == 0 or not logit:
        return max(0.0, a - z * se), min(1.0, a + z * se)
    step = z * se / (a * (1 - a))
    return a / (a + (1 - a) * math.exp(step)), a / (a + (1 - a) * math.exp(-step))
