"""Precision, recall, F and support in one call, as scikit-learn has it."""

from collections.abc import Sequence
from typing import Any, overload

from numpy.typing import ArrayLike

from .._validation import Array, Floats, as_list
from ._counts import support
from ._kernel import averaged, chosen_counts, f_scores, pooled, precisions, recalls, valid_beta


@overload
def precision_recall_fscore_support(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    beta: float = ...,
    labels: ArrayLike | None = ...,
    pos_label: object = ...,
    average: None = ...,
    warn_for: Sequence[str] = ...,
    sample_weight: ArrayLike | None = ...,
    zero_division: object = ...,
) -> tuple[Floats, Floats, Floats, Array]: ...


@overload
def precision_recall_fscore_support(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    beta: float = ...,
    labels: ArrayLike | None = ...,
    pos_label: object = ...,
    average: str,
    warn_for: Sequence[str] = ...,
    sample_weight: ArrayLike | None = ...,
    zero_division: object = ...,
) -> tuple[float, float, float, None]: ...


def precision_recall_fscore_support(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    beta: float = 1.0,
    labels: ArrayLike | None = None,
    pos_label: object = 1,
    average: str | None = None,
    warn_for: Sequence[str] = ("precision", "recall", "f-score"),
    sample_weight: ArrayLike | None = None,
    zero_division: object = "warn",
) -> tuple[Any, Any, Any, Array | None]:
    """Return precision, recall, F and the number of samples of each class: (2.8)-(2.17).

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    beta : float, default 1.0
        The weight of recall, see `fbeta_score`.
    labels, pos_label, sample_weight, zero_division
        As in `precision_score`.
    average : {None, "binary", "micro", "macro", "weighted"}, default None
        As in `precision_score`; None returns one value a class.
    warn_for : sequence of {"precision", "recall", "f-score"}, default all three
        Which of them may warn of 0/0.

    Returns
    -------
    precision, recall, fscore : float, or ndarray of shape (n_classes,)
        From 0 to 1.
    support : ndarray of shape (n_classes,), or None if averaged
        How many samples of each class there are.

    Raises
    ------
    ValueError, TypeError
        As in `precision_score`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> p, r, f, n = mk.precision_recall_fscore_support([0, 0, 1, 1, 1], [0, 1, 1, 1, 0])
    >>> p.round(4), r.round(4), n
    (array([0.5   , 0.6667]), array([0.5   , 0.6667]), array([2, 3]))

    Source
    ------
    Zhou, Machine Learning, section 2.3.2.
    """
    b = valid_beta(beta)
    aloud = [warn_for] if isinstance(warn_for, str) else as_list(warn_for, "warn_for")
    c = chosen_counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    every = pooled(c, average)
    put = {
        name: zero_division if name in aloud else _quietly(zero_division)
        for name in ("precision", "recall", "f-score")
    }
    p = averaged(precisions(every, put["precision"]), average, c)
    r = averaged(recalls(every, put["recall"]), average, c)
    f = averaged(f_scores(every, b, put["f-score"]), average, c)
    return p, r, f, support(c, sample_weight) if average is None else None


def _quietly(zero_division: object) -> object:
    return 0 if isinstance(zero_division, str) and zero_division == "warn" else zero_division
