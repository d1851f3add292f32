"""Intervals where DeLong's has none: perfect separation, and average precision."""

from __future__ import annotations

import numpy as np

from ..._distributions import z_of_level
from ..._validation import Array, ArrayLike, as_counts, fail, same_length
from ...display.results import ConfidenceInterval, exceeded, interval_of_lines
from ...display.workings import Messages, line, measure
from .precision_recall import average_precision_score
from .sweep import ranked

_say = Messages(__package__)

_BLOCK = 256  # positives whose pairs are compared at a time


@measure
def separation_interval(
    y_true: ArrayLike,
    y_score: ArrayLike,
    y_score_b: ArrayLike | None = None,
    *,
    confidence_level: float = 0.95,
    pos_label: object = None,
) -> ConfidenceInterval:
    """Return exact bounds of the AUC, or of a difference of AUCs, where all pairs are alike.

    Where every positive scores higher than every negative the standard error of DeLong's interval
    is 0, which says nothing about other samples. This bound needs no standard error: it asks how
    small the AUC might be and yet all of k pairs without a common sample be ranked right.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    y_score_b : array-like of shape (n_samples,), optional
        Scores of another model: then the interval is of the AUC of `y_score` less its own.
    confidence_level : float, default 0.95
        The interval covers the true value at least that often.
    pos_label : label, optional
        As in `auc_confidence_interval`.

    Returns
    -------
    ConfidenceInterval
        With `estimate`, `low`, `high`, `working()`; unpacks as both ends. It is never of width 0.

    Raises
    ------
    ValueError, TypeError
        If not all pairs of a positive and a negative are alike (all right, all wrong or all tied;
        for two models, ranked alike by both or all with the same difference): then
        `auc_confidence_interval` and `delong_test` serve. Or if only one class occurs.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> y_true = [0] * 30 + [1] * 20
    >>> mk.separation_interval(y_true, range(50))
    ConfidenceInterval(estimate=1, low=0.8316, high=1, confidence_level=0.95)

    Source
    ------
    Not in the textbook. The bound is Clopper and Pearson's for k of k; k is the size of the
    smaller class, since so many pairs have no sample in common.
    """
    positive, score, _ = ranked(y_true, y_score, pos_label)
    scores = [score]
    if y_score_b is not None:
        scores.append(ranked(y_true, y_score_b, pos_label, name="y_score_b")[1])
        same_length(y_score=score, y_score_b=scores[1])
    c = _common_share(positive, scores)
    k = int(min(positive.sum(), (~positive).sum()))
    tail = (1 - confidence_level) / 2
    share = line("q", "P**(1/k)", P=tail, k=k)
    least = 0.0 if y_score_b is None else -1.0
    values = {"q": float(share.value), "c": c, "a": least, "b": 1.0}
    ends = "q*c + (1 - q)*a", "q*c + (1 - q)*b"
    pairs = _say("separation.pairs", k=k, share=f"{c:g}", tail=f"{tail:.4g}")
    of = _say("separation.auc" if y_score_b is None else "delong_test.difference")
    return interval_of_lines(
        c, confidence_level, ends, values, before=[share], after=[pairs], of=of
    )


def _common_share(positive: Array, scores: list[Array]) -> float:
    """Return what every pair adds to the AUC, or to the difference."""
    highs = [score[positive] for score in scores]
    lows = [score[~positive] for score in scores]
    found: set[float] = set()
    for start in range(0, len(highs[0]), _BLOCK):
        won = [
            np.sign(high[start : start + _BLOCK, np.newaxis] - low)
            for high, low in zip(highs, lows, strict=True)
        ]
        twice = won[0] + 1 if len(won) == 1 else won[0] - won[1]
        found |= set(np.unique(twice).tolist())
        if len(found) > 1:
            fail("y_score", "scores by which all pairs are alike", "pairs that are not")
    return float(found.pop()) / 2


@measure
def average_precision_interval(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    confidence_level: float = 0.95,
    pos_label: object = None,
) -> ConfidenceInterval:
    """Return a confidence interval of the average precision, from one test set.

    The average precision AP is treated like a share of the m+ positives, on the scale of
    log(AP / (1 - AP)), so that the interval stays between 0 and 1. It is about other test sets
    with this share of positives, not about other training sets.

    Parameters
    ----------
    y_true, y_score, pos_label
        As in `auc_confidence_interval`.
    sample_weight : array-like of int of shape (n_samples,), optional
        How many samples each row stands for, in a table of counts.
    confidence_level : float, default 0.95
        How often such intervals should cover the true value.

    Returns
    -------
    ConfidenceInterval
        With `estimate`, `low`, `high`, `working()`; unpacks as both ends.

    Raises
    ------
    ValueError, TypeError
        As `average_precision_score`.

    Notes
    -----
    Where AP is 1 the lower end is the binomial bound of m+ out of m+. Simulated 1,000 times with
    normal scores, one positive in five and a true AP of 0.64, the 95 % interval covered in 99.5 %
    of the sets of 50 samples, 95.9 % of 200 and 95.0 % of 1,000.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.average_precision_interval(*mk.datasets.example("2.13"))
    ConfidenceInterval(...)

    Source
    ------
    Boyd, Eng and Page, Area under the precision-recall curve: point estimates and confidence
    intervals, ECML PKDD 2013. Not in the textbook.
    """
    if sample_weight is not None:
        sample_weight = as_counts(sample_weight, "sample_weight")
    positive, score, weight = ranked(y_true, y_score, pos_label, sample_weight)
    ap = average_precision_score(positive, score, sample_weight=weight)
    n = int(positive.sum() if weight is None else weight[positive].sum())
    of = _say("average_precision.of")
    if ap > 1 - 1e-12:
        bound = line("L", "P**(1/m_pos)", P=(1 - confidence_level) / 2, m_pos=n)
        steps = (bound, _say("average_precision.bound", n=n))
        return ConfidenceInterval(float(bound.value), 1.0, 1.0, confidence_level, steps, of)
    z = z_of_level(confidence_level)
    values = {"AP": ap, "m_pos": n, "z": z}
    half = line("d", "z / sqrt(m_pos*AP*(1 - AP))", values)
    known = {"AP": ap, "d": float(half.value)}
    ends = "AP / (AP + (1 - AP)*exp(d))", "AP / (AP + (1 - AP)*exp(-d))"
    quantile = exceeded("z", z, (1 - confidence_level) / 2)
    return interval_of_lines(ap, confidence_level, ends, known, before=[quantile, half], of=of)
