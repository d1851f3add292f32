"""Counts and measures at every threshold, and the threshold at which F is highest."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, Floats, fail, as_floats, as_labels, ranked, real, same_length, as_weights
from .._workings import Explained, Line, Table, Working, exact, plain, ratio, shows
from ._kernel import Sweep, around, sweep, walk

# -- the four counts --------------------------------------------------------------------------


def _show_counts(value: Any, y_true: Any, y_score: Any, **options: Any) -> Working:
    s = sweep(*ranked(y_true, y_score, **options))
    tns, _, fns, _, _ = value
    return Working(value, walk(s, ["TN", "FN"], [tns, fns]))


@shows(_show_counts)
def confusion_matrix_at_thresholds(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[Array, Array, Array, Array, Floats]:
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
        What each sample counts; 1 by default. Samples of weight 0 are left out.

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
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight))
    return s.negatives - s.fps, s.fps, s.positives - s.tps, s.tps, s.thresholds


# -- any measure ------------------------------------------------------------------------------


def _f(beta: float, tp: Any, fp: Any, fn: Any) -> Any:
    b2 = min(max(beta * beta, 1e-150), 1e150)
    return (1 + b2) * tp / ((1 + b2) * tp + b2 * fn + fp)


# What depends on the four counts only, by the name it has in this package and in scikit-learn.
_FROM_COUNTS: dict[str, Callable[..., Any]] = {
    "accuracy_score": lambda tn, fp, fn, tp: (tp + tn) / (tn + fp + fn + tp),
    "error_rate": lambda tn, fp, fn, tp: (fp + fn) / (tn + fp + fn + tp),
    "f1_score": lambda tn, fp, fn, tp: _f(1, tp, fp, fn),
    "fbeta_score": lambda tn, fp, fn, tp, beta: _f(float(beta), tp, fp, fn),
    "precision_score": lambda tn, fp, fn, tp: tp / (tp + fp),
    "recall_score": lambda tn, fp, fn, tp: tp / (tp + fn),
}


def _fast(metric_func: Callable[..., Any], params: Mapping[str, Any]) -> Callable[..., Any] | None:
    """Return the measure as a function of the counts, if it is one that we know."""
    home = str(getattr(metric_func, "__module__", "")).partition(".")[0]
    name = getattr(metric_func, "__name__", "")
    if home not in ("mlevalkit", "sklearn") or name not in _FROM_COUNTS:
        return None
    needed = {"beta"} if name == "fbeta_score" else set()
    # zero_division has no say: at every threshold something is predicted positive.
    if set(params) - {"zero_division"} != needed or not np.isfinite(params.get("beta", 1)):
        return None
    return _FROM_COUNTS[name]


def _clean(
    y_true: ArrayLike, y_score: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[Array, Floats, Array | None]:
    """Return labels, scores and weights, without samples of weight 0."""
    y, score = as_labels(y_true, "y_true"), as_floats(y_score, "y_score")
    same_length(y_true=y, y_score=score)
    weight = as_weights(sample_weight, len(y))
    if weight is None or weight.all():
        return y, score, weight
    heavy = weight > 0
    return y[heavy], score[heavy], weight[heavy]


def _zero_one(y: Array) -> bool:
    return y.dtype.kind in "biu" and y.min() == 0 and y.max() == 1


def _show_metric(value: Any, **options: Any) -> Working:
    y, score, weight = _clean(options["y_true"], options["y_score"], options["sample_weight"])
    values, thresholds = value
    columns = [values] if values.ndim == 1 else list(values.reshape(len(values), -1).T)
    names = ["value"] if len(columns) == 1 else [f"value_{i}" for i in range(1, len(columns) + 1)]
    if _zero_one(y):
        return Working(value, walk(sweep(y == 1, score, weight), names, columns))
    return Working(
        value, Table(["threshold", *names], list(zip(thresholds, *columns, strict=True)))
    )


@shows(_show_metric)
def metric_at_thresholds(
    y_true: ArrayLike,
    y_score: ArrayLike,
    metric_func: Callable[..., Any],
    *,
    sample_weight: ArrayLike | None = None,
    metric_params: Mapping[str, Any] | None = None,
) -> tuple[Array, Floats]:
    """Return a measure of the predictions ``y_score >= threshold`` at every threshold.

    Any measure will do. Those that depend on the four counts only (accuracy, error rate,
    precision, recall, F1, F-beta of this package or scikit-learn, for labels 0 and 1) come from
    the counts, in one sort; others are called once for each threshold.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, as `metric_func` wants them; its predictions are 0 and 1.
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    metric_func : callable
        Called as ``metric_func(y_true, y_pred, **metric_params)``; returns a number, or several.
    sample_weight : array-like of shape (n_samples,), optional
        Passed on to `metric_func`; samples of weight 0 are left out.
    metric_params : mapping, optional
        Further arguments of `metric_func`.

    Returns
    -------
    metric_values : ndarray of shape (n_thresholds,), or (n_thresholds, n_outputs)
        The measure at each threshold.
    thresholds : ndarray of shape (n_thresholds,)
        The distinct scores, falling.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of labels and finite scores, `metric_func` cannot be called, or
        as it raises.

    Examples
    --------
    Example 2.11, the highest F1 and its threshold:

    >>> import mlevalkit as mk
    >>> f1, thresholds = mk.metric_at_thresholds(*mk.datasets.example("2.11"), mk.f1_score)
    >>> float(f1.max()), float(thresholds[f1.argmax()])
    (0.88, 0.47)

    Source
    ------
    scikit-learn 1.9's function of the same name.
    """
    if not callable(metric_func):
        fail("metric_func", "a function of y_true and y_pred", repr(metric_func), TypeError)
    if metric_params is not None and not isinstance(metric_params, Mapping):
        fail("metric_params", "a dict", type(metric_params).__name__, TypeError)
    params = dict(metric_params or {})
    y, score, weight = _clean(y_true, y_score, sample_weight)
    fast = _fast(metric_func, params) if _zero_one(y) else None
    if fast is None:
        if weight is not None:
            params["sample_weight"] = weight
        thresholds = np.unique(score)[::-1]
        predictions = ((score >= t).astype(np.int32) for t in thresholds)
        return np.asarray([metric_func(y, p, **params) for p in predictions]), thresholds
    if params:
        metric_func([0, 1], [0, 1], **params)  # raises what is wrong with them
    s = sweep(y == 1, score, weight)
    params.pop("zero_division", None)
    values = fast(s.negatives - s.fps, s.fps, s.positives - s.tps, s.tps, **params)
    return np.asarray(values), s.thresholds


# -- the highest F ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class BestF(Explained):
    """The threshold at which F is highest; unpacks as ``threshold, score = result``.

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
    """

    threshold: float
    score: float
    precision: float
    recall: float
    beta: float
    _sweep: Sweep
    _at: int

    def __iter__(self) -> Iterator[float]:
        """Unpack as threshold and score."""
        return iter((self.threshold, self.score))

    def __repr__(self) -> str:
        return f"BestF(threshold={self.threshold:g}, score={self.score:.4f})"

    def working(self) -> Working:
        """Show F around the best threshold, and how it comes about there."""
        s, i = self._sweep, self._at
        tp, fp, fn = (exact(c) for c in (s.tps[i], s.fps[i], s.positives - s.tps[i]))
        p = Line("2.8", "P", "TP / (TP + FP)", {"TP": tp, "FP": fp})
        r = Line("2.9", "R", "TP / (TP + FN)", {"TP": tp, "FN": fn})
        values = {"P": p.value, "R": r.value}
        if self.beta == 1:
            line = Line("2.10", "F1", "2*P*R / (P + R)", values)
        else:
            values["beta"] = plain(self.beta)
            line = Line("2.11", "F_beta", "(1 + beta**2)*P*R / (beta**2*P + R)", values)
        return Working(self.score, self._table(), p, r, line)

    def _table(self) -> Table:
        s, rows = self._sweep, []
        scores = _f(self.beta, s.tps, s.fps, s.positives - s.tps)
        for i in around(self._at, len(s.tps)):
            p, r = ratio(s.tps[i], s.tps[i] + s.fps[i]), ratio(s.tps[i], s.positives)
            mark = "<-" if i == self._at else ""
            rows.append((s.thresholds[i], p, r, f"{scores[i]:.6g}", mark))
        caption = ("F at the thresholds around the best", "最优阈值附近各阈值处的 F")
        return Table(["threshold", "P", "R", "F", "best"], rows, caption)


def best_f_threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    beta: float = 1.0,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> BestF:
    """Return the threshold at which F1 (2.10), or F-beta (2.11), is highest.

    Among equally good thresholds the highest is taken. It is the best on these samples: judge it
    on others, or it flatters.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    beta : float, >= 0, default 1.0
        Recall counts beta**2 times as much as precision.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

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
    b = real(beta, "beta", least=0)
    s = sweep(*ranked(y_true, y_score, pos_label, sample_weight))
    scores = _f(b, s.tps, s.fps, s.positives - s.tps)
    # Equal scores may differ in their last bits: the first of them is the highest threshold.
    i = int(np.flatnonzero(scores >= scores.max() * (1 - 1e-12))[0])
    precision = float(s.tps[i] / (s.tps[i] + s.fps[i]))
    recall = float(s.tps[i] / s.positives)
    return BestF(float(s.thresholds[i]), float(scores[i]), precision, recall, b, s, i)
