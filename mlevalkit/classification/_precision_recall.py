"""Precision and recall, of one class or averaged over classes: (2.8), (2.9), (2.12)-(2.16)."""

from typing import cast

from numpy.typing import ArrayLike

from .._validation import Floats
from .._workings import computes
from ._kernel import averaged, chosen_counts, pooled, precisions, recalls
from ._workings import averaged_measure


@computes(
    eq_2_8=r"P = \frac{TP}{TP + FP}",
    eq_2_12=r"\text{macro-}P = \frac{1}{n} \sum_{i=1}^{n} P_i",
    eq_2_15=r"\text{micro-}P = \frac{\overline{TP}}{\overline{TP} + \overline{FP}}",
)
@averaged_measure("P")
def precision_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: object = 1,
    average: str | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: object = "warn",
) -> float | Floats:
    """Return the share of the samples predicted positive that are positive: (2.8).

    The textbook's 查准率. Averaged over classes: macro (2.12), micro (2.15).

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    labels : array-like of shape (n_classes,), optional
        The classes to average over; by default all that occur.
    pos_label : label, default 1
        The positive class, for ``average="binary"``.
    average : {"binary", "micro", "macro", "weighted", None}, default "binary"
        One class, or a mean over classes: of sums, plain, or weighted by the number of samples
        of the class; None returns one value a class.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        The value of 0/0, when nothing is predicted positive; "warn" is 0 with a warning.

    Returns
    -------
    float, or ndarray of shape (n_classes,) if `average` is None
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of label columns, or `pos_label` does not occur.

    Warns
    -----
    UndefinedMetricWarning
        If a value is 0/0 and `zero_division` is "warn".

    Examples
    --------
    Example 2.12:

    >>> import mlevalkit as mk
    >>> mk.precision_score([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1], average="macro")
    0.2222222222222222

    Source
    ------
    Zhou, Machine Learning, (2.8), (2.12), (2.15).
    """
    c = chosen_counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    values = precisions(pooled(c, average), zero_division)
    return cast("float | Floats", averaged(values, average, c))


@computes(
    eq_2_9=r"R = \frac{TP}{TP + FN}",
    eq_2_13=r"\text{macro-}R = \frac{1}{n} \sum_{i=1}^{n} R_i",
    eq_2_16=r"\text{micro-}R = \frac{\overline{TP}}{\overline{TP} + \overline{FN}}",
)
@averaged_measure("R")
def recall_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: object = 1,
    average: str | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: object = "warn",
) -> float | Floats:
    """Return the share of the positive samples that are predicted positive: (2.9).

    The textbook's 查全率, elsewhere sensitivity or TPR (2.18). Averaged: macro (2.13),
    micro (2.16).

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    labels, pos_label, average, sample_weight
        As in `precision_score`.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        The value of 0/0, when nothing is positive; "warn" is 0 with a warning.

    Returns
    -------
    float, or ndarray of shape (n_classes,) if `average` is None
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of label columns, or `pos_label` does not occur.

    Warns
    -----
    UndefinedMetricWarning
        If a value is 0/0 and `zero_division` is "warn".

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.recall_score(["spam", "ham", "spam"], ["spam", "ham", "ham"], pos_label="spam")
    0.5

    Source
    ------
    Zhou, Machine Learning, (2.9), (2.13), (2.16).
    """
    c = chosen_counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    values = recalls(pooled(c, average), zero_division)
    return cast("float | Floats", averaged(values, average, c))
