"""How sure is an AUC? Its standard error and confidence interval."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._checks import Floats, fail, flag, inside, one_of, ranked
from .._display import Explained, Line, Number, Words, Working, ratio
from .._distributions import norm_ppf

METHODS = ("delong", "hanley-mcneil")


def placements(positive: NDArray[np.bool_], score: Floats) -> tuple[NDArray[np.int64], ...]:
    """Return twice how many negatives each positive beats, and how many positives each negative.

    A tie counts one, half a win; both columns in rising order of the scores.
    """
    high, low = np.sort(score[positive]), np.sort(score[~positive])
    twice = (
        np.searchsorted(others, own, "left") + np.searchsorted(others, own, "right")
        for own, others in ((high, low), (low, high))
    )
    return tuple(count.astype(np.int64, copy=False) for count in twice)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class AucInterval(Explained):
    """A confidence interval of the AUC; unpacks as ``low, high = interval``.

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
    """

    auc: float
    low: float
    high: float
    standard_error: float
    confidence_level: float
    method: str
    logit: bool
    _parts: dict[str, Number]

    def __iter__(self) -> Iterator[float]:
        """Unpack as the two ends."""
        return iter((self.low, self.high))

    def __repr__(self) -> str:
        return (
            f"AucInterval(auc={self.auc:.4f}, low={self.low:.4f}, high={self.high:.4f}, "
            f"confidence_level={self.confidence_level:g})"
        )

    def working(self) -> Working:
        """Show the standard error and the ends of the interval."""
        steps = _variance_lines(self)
        se = steps[-1].value
        if se == 0:
            return Working(self.auc, *steps, _NO_SPREAD)
        z = float(norm_ppf((1 + self.confidence_level) / 2))
        return Working(self.auc, *steps, *_end_lines(self, se, z), _meaning(self))


_NO_SPREAD = Words(
    "Every sample beats the same share of the others, so the standard error is 0 and the interval "
    "a single point. "
    "That says nothing about other samples: these are too few, or too well separated, to tell.",
    "每个样例所胜过的对方比例都相同，标准误为 0，区间缩成一点。这并不说明换一批样例也如此："
    "样例太少，或分得太开，无从判断。",
)


def _variance_lines(r: AucInterval) -> list[Line]:
    p = r._parts
    sizes = {"m_pos": p["m_pos"], "m_neg": p["m_neg"]}
    area_ = {"A": p["A"]}
    area = Line("2.22", "A", "1 - ell_rank", {"ell_rank": 1 - p["A"]})
    if r.method == "delong":
        values = {"S_pos": p["S_pos"], "S_neg": p["S_neg"], **sizes}
        note = (
            "S+: variance of the share of negatives that each positive beats; S- likewise",
            "S+：各正例所胜过的反例比例的样本方差；S- 类推",
        )
        return [area, Line(None, "SE", "sqrt(S_pos/m_pos + S_neg/m_neg)", values, note)]
    q1 = Line(None, "Q_1", "A / (2 - A)", area_)
    q2 = Line(None, "Q_2", "2*A**2 / (1 + A)", area_)
    formula = (
        "sqrt((A*(1 - A) + (m_pos - 1)*(Q_1 - A**2) + (m_neg - 1)*(Q_2 - A**2)) / (m_pos*m_neg))"
    )
    values = {**area_, "Q_1": q1.value, "Q_2": q2.value, **sizes}
    return [area, q1, q2, Line(None, "SE", formula, values)]


def _end_lines(r: AucInterval, se: Number, z: float) -> list[Line]:
    values = {"A": r._parts["A"], "z": z, "SE": se}
    note = (f"z: normal quantile for {r.confidence_level:g}",
            f"z：置信度 {r.confidence_level:g} 对应的正态分位数")  # fmt: skip
    if not r.logit:
        return [
            Line(None, "low", "max(0, A - z*SE)", values, note),
            Line(None, "high", "min(1, A + z*SE)", values),
        ]
    step = Line(None, "d", "z*SE / (A*(1 - A))", values, note)
    values = {"A": r._parts["A"], "d": step.value}
    return [
        step,
        Line(None, "low", "A / (A + (1 - A)*exp(d))", values),
        Line(None, "high", "A / (A + (1 - A)*exp(-d))", values),
    ]


def _meaning(r: AucInterval) -> Words:
    level = f"{100 * r.confidence_level:g}"
    return Words(
        f"[{r.low:.4f}, {r.high:.4f}]: of intervals made like this on new samples, about {level} "
        "in 100 hold the true AUC, if the samples are many and independent.",
        f"[{r.low:.4f}, {r.high:.4f}]：若样例足够多且相互独立，反复取样并如此构造区间，"
        f"每 100 个中约有 {level} 个包含真实的 AUC。",
    )


def auc_confidence_interval(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    confidence_level: float = 0.95,
    method: str = "delong",
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
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.

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
    AucInterval(auc=0.6800, low=0.4311, high=0.9289, confidence_level=0.95)

    Source
    ------
    DeLong, DeLong and Clarke-Pearson, Biometrics 44, 1988; Hanley and McNeil, Radiology 143, 1982.
    Not in the textbook. pROC's default is the first without logit.
    """
    one_of(method, "method", METHODS)
    level = inside(confidence_level, "confidence_level")
    positive, score, _ = ranked(y_true, y_score, pos_label)
    m_pos = int(np.count_nonzero(positive))
    m_neg = len(positive) - m_pos
    if min(m_pos, m_neg) < 2:
        fail("y_true", "at least two samples of each class", f"{m_pos} and {m_neg}")
    above, below = placements(positive, score)
    area = ratio(above.sum(), 2 * m_pos * m_neg)
    parts: dict[str, Number] = {"A": area, "m_pos": m_pos, "m_neg": m_neg}
    if method == "delong":
        parts["S_pos"] = float((above / (2 * m_neg)).var(ddof=1))
        parts["S_neg"] = float((below / (2 * m_pos)).var(ddof=1))
        se = math.sqrt(parts["S_pos"] / m_pos + parts["S_neg"] / m_neg)
    else:
        se = _hanley_mcneil(float(area), m_pos, m_neg)
    low, high = _ends(float(area), se, float(norm_ppf((1 + level) / 2)), flag(logit, "logit"))
    return AucInterval(float(area), low, high, se, level, method, bool(logit), parts)


def _hanley_mcneil(a: float, m_pos: int, m_neg: int) -> float:
    q1, q2 = a / (2 - a), 2 * a**2 / (1 + a)
    spread = a * (1 - a) + (m_pos - 1) * (q1 - a**2) + (m_neg - 1) * (q2 - a**2)
    return math.sqrt(max(0.0, spread) / (m_pos * m_neg))


def _ends(a: float, se: float, z: float, logit: bool) -> tuple[float, float]:
    if se == 0 or not logit:
        return max(0.0, a - z * se), min(1.0, a + z * se)
    step = z * se / (a * (1 - a))
    return a / (a + (1 - a) * math.exp(step)), a / (a + (1 - a) * math.exp(-step))
