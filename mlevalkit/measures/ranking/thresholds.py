"""Counts at every threshold, and the threshold at which F is highest."""

from __future__ import annotations

from ... import _validation as check
from ..._validation import Array, ArrayLike, Floats
from ...display.equations import equations as eq
from ...display.results import TupleResult
from ...display.workings import Found, Messages, Working, measure, plain
from .sweep import Sweep, first_equal, ranked, sweep

_say = Messages(__package__)


@measure
def confusion_matrix_at_thresholds(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> Found[tuple[Array, Array, Array, Array, Floats]]:
    """Return the confusion matrix (Table 2.1) at every threshold.

    A sample is predicted positive if its score is at least the threshold; the thresholds are the
    distinct scores. One sort, whatever their number.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default. Samples of weight 0 are left out.

    Returns
    -------
    tns, fps, fns, tps : ndarray of shape (n_thresholds,)
        In this order, as in scikit-learn; whole numbers, unless weighted by others.
    thresholds : ndarray of shape (n_thresholds,)
        Falling.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, or the input is no pair of labels and finite scores.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> tns, fps, fns, tps, thresholds = mk.confusion_matrix_at_thresholds(
    ...     [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> tns, fps
    (array([2, 1, 1, 0]), array([0, 1, 1, 2]))
    >>> fns, tps
    (array([1, 1, 0, 0]), array([1, 1, 2, 2]))
    >>> thresholds
    array([0.8 , 0.4 , 0.35, 0.1 ])

    Source
    ------
    Zhou, Machine Learning, section 2.3.2: the samples sorted by score, cut at each of them.
    """
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight, guess=False))
    tns = s.m_neg - s.fps
    fns = s.m_pos - s.tps
    counts = tns, s.fps, fns, s.tps, s.thresholds
    return Found(counts, lambda: [s.walk(TN=tns.__getitem__, FN=fns.__getitem__)])


# -- the highest F ----------------------------------------------------------------------------


class BestF(TupleResult):
    """The threshold at which F is highest; unpacks and indexes as ``threshold, score``.

    Attributes
    ----------
    threshold : float
        Predict positive what scores at least this much.
    score : float
        F there: (2.10), or (2.11) for another beta than 1.
    precision, recall : float
        P (2.8) and R (2.9) there.
    beta : float
        The weight of recall.
    thresholds, tps, fps : ndarray of shape (n_thresholds,)
        All thresholds, falling, and the number (or weight) of true and of false positives there.
    """

    threshold: float
    score: float
    precision: float
    recall: float
    beta: float
    thresholds: Array
    tps: Array
    fps: Array

    _unpacks = ("threshold", "score")

    def working(self) -> Working:
        """Show F around the best threshold, and how it comes about there."""
        s = Sweep(self.thresholds, self.tps, self.fps)
        scores = s.f_score(self.beta)
        best = first_equal(scores, scores.max())
        tp, fp, fn, _ = s.at(best)
        p = eq["2.8"](TP=tp, FP=fp)
        r = eq["2.9"](TP=tp, FN=fn)
        if self.beta == 1:
            f = eq["2.10"](P=p.value, R=r.value)
        else:
            f = eq["2.11"](P=p.value, R=r.value, beta=plain(self.beta))
        columns = {"P": s.exact_precision, "R": s.exact_tpr, "F": lambda i: f"{scores[i]:.6g}"}
        table = s.around(best, _say("best_f"), **columns)
        return Working(self.score, (table, p, r, f))


@measure
def best_f_threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    beta: float = 1.0,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> BestF:
    """Return the threshold at which F1 (2.10), or F-beta (2.11), is highest.

    Among equally good thresholds the highest is taken. It is the best on these samples, so its
    value on them is optimistic: evaluate it on others.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    beta : float, >= 0, default 1.0
        Recall counts beta**2 times as much as precision.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    BestF
        Threshold, F, precision and recall; ``threshold, score = best_f_threshold(...)``.

    Raises
    ------
    ValueError, TypeError
        If only one class occurs, the input is no pair of labels and finite scores, or `beta` is
        negative or infinite.

    Examples
    --------
    Example 2.11:

    >>> import mlevalkit as mk
    >>> best = mk.best_f_threshold(*mk.datasets.example("2.11"))
    >>> best.threshold, best.score, best.recall
    (0.47, 0.88, 1.0)

    Source
    ------
    Zhou, Machine Learning, (2.10), (2.11).
    """
    b = check.real(beta, "beta", least=0)
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight))
    scores = s.f_score(b)
    i = first_equal(scores, scores.max())
    return BestF(
        threshold=s.thresholds[i].item(),
        score=float(scores[i]),
        precision=float(s.precision[i]),
        recall=float(s.tpr[i]),
        beta=b,
        thresholds=s.thresholds,
        tps=s.tps,
        fps=s.fps,
    )
