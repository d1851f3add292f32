"""Precision, recall and F, of one class or averaged over classes: (2.8)-(2.17)."""

from __future__ import annotations

from typing import Any

from ..._validation import ArrayLike, fail, shown, warn
from ...display.workings import Found, Step, line, measure
from .averages import class_steps, macro_f1_steps, mean_line, prf_steps
from .counts import Average, ZeroDivision, chosen_counts, label_counts, valid_beta


@measure
def precision_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: object = 1,
    average: Average = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Found[float | Any]:
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
        of the class; None returns one value per class.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
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
    value = c.precision(zero_division, average)
    return Found(value, lambda: prf_steps(c, "P", average, zero_division))


@measure
def recall_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: object = 1,
    average: Average = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Found[float | Any]:
    """Return the share of the positive samples that are predicted positive: (2.9).

    The textbook's 查全率, elsewhere sensitivity or TPR (2.18). Averaged: macro (2.13),
    micro (2.16).

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
        of the class; None returns one value per class.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
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
    value = c.recall(zero_division, average)
    return Found(value, lambda: prf_steps(c, "R", average, zero_division))


@measure
def f1_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: object = 1,
    average: Average = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Found[float | Any]:
    """Return the harmonic mean of precision and recall: (2.10), micro (2.17).

    With ``average="macro"`` this is scikit-learn's mean of the classes' F1, not the textbook's
    (2.14), the F1 of macro-P and macro-R, which is `macro_f1`.

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
        of the class; None returns one value per class.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        The value where nothing is positive and nothing is predicted positive.

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
    >>> print(mk.f1_score.working([1, 1, 1, 0, 0], [1, 1, 0, 1, 0]))
    (2.8)    P = TP / (TP + FP) = 2 / (2 + 1) = 2/3 ≈ 0.6667
    (2.9)    R = TP / (TP + FN) = 2 / (2 + 1) = 2/3 ≈ 0.6667
    (2.10)   F1 = 2·P·R / (P + R) = 2 · 2/3 · 2/3 / (2/3 + 2/3) = 2/3 ≈ 0.6667
    (2.10)   F1 = 2·TP / (m + TP - TN) = 2 · 2 / (5 + 2 - 1) = 2/3 ≈ 0.6667

    Source
    ------
    Zhou, Machine Learning, (2.10), (2.17).
    """
    c = chosen_counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    value = c.f_score(1, zero_division, average)
    return Found(value, lambda: prf_steps(c, "PRF", average, zero_division))


@measure
def fbeta_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    beta: float,
    labels: ArrayLike | None = None,
    pos_label: object = 1,
    average: Average = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Found[float | Any]:
    """Return the weighted harmonic mean of precision and recall: (2.11).

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    beta : float, from 0 to inf
        Recall counts beta**2 times as much as precision: below 1 precision matters more
        (advertising), above 1 recall (a search for fugitives); 0 is precision, inf is recall.
    labels, pos_label, average, sample_weight, zero_division
        As in `f1_score`.

    Returns
    -------
    float, or ndarray of shape (n_classes,) if `average` is None
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        If `beta` is negative or the input is no pair of label columns.

    Warns
    -----
    UndefinedMetricWarning
        If a value is 0/0 and `zero_division` is "warn".

    Examples
    --------
    >>> import mlevalkit as mk
    >>> round(mk.fbeta_score([1, 1, 1, 0, 0], [1, 0, 0, 0, 0], beta=2), 4)
    0.3846

    Source
    ------
    Zhou, Machine Learning, (2.11); van Rijsbergen, Information Retrieval, 1979.
    """
    b = valid_beta(beta)
    c = chosen_counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    value = c.f_score(b, zero_division, average)
    return Found(value, lambda: prf_steps(c, "PRF", average, zero_division, b))


@measure
def macro_f1(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Found[float]:
    """Return the textbook's macro-F1, the harmonic mean of macro-P and macro-R: (2.14).

    scikit-learn, and ``f1_score(average="macro")`` here, take the mean of the classes' F1
    instead. The two differ whenever P and R differ within a class; the working shows both.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    labels, sample_weight
        As in `f1_score`.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        What stands for a class's precision or recall that is 0/0; NaN leaves it out of its
        mean. "warn" is 0 with a warning.

    Returns
    -------
    float
        From 0 to 1; 0 where macro-P and macro-R are both 0.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of label columns.

    Warns
    -----
    UndefinedMetricWarning
        If a precision or recall is 0/0 and `zero_division` is "warn".

    Examples
    --------
    Example 2.10, where the two macro-F1 differ:

    >>> import mlevalkit as mk
    >>> y_true, y_pred = mk.datasets.example("2.10")
    >>> round(mk.macro_f1(y_true, y_pred), 4)
    0.5444
    >>> round(mk.f1_score(y_true, y_pred, average="macro"), 4)
    0.5333

    Source
    ------
    Zhou, Machine Learning, (2.14). Sokolova and Lapalme, 2009, define it the same way; Opitz
    and Burst, 2019, compare the two forms.
    """
    c = chosen_counts(y_true, y_pred, labels, 1, "macro", sample_weight)
    p = c.precision(zero_division, "macro")
    r = c.recall(zero_division, "macro")
    value = 2 * p * r / (p + r) if p + r else p + r
    return Found(float(value), lambda: macro_f1_steps(c, zero_division))


@measure
def balanced_accuracy_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    adjusted: bool = False,
) -> Found[float]:
    """Return the mean of the classes' recalls, macro-R (2.13): each class counts the same.

    Always predicting the largest of n classes gives 1/n, however large that class is.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    adjusted : bool, default False
        True rescales the mean so that 1/n becomes 0, and 1 stays 1.

    Returns
    -------
    float
        From 0 to 1; adjusted, from -1/(n - 1) to 1.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of label columns, or has one class only and is to be adjusted.

    Warns
    -----
    UndefinedMetricWarning
        If a predicted class does not occur in `y_true`: it has no recall and is left out.

    Examples
    --------
    Nine healthy persons and one who is ill; the doctor says that all are healthy:

    >>> import mlevalkit as mk
    >>> print(mk.balanced_accuracy_score.working([0] * 9 + [1], [0] * 10))
    (2.9)    R_0 = TP / (TP + FN) = 9 / (9 + 0) = 1
    (2.9)    R_1 = TP / (TP + FN) = 0 / (0 + 1) = 0
    (2.13)   macro-R = Σ R / n = (1 + 0) / 2 = 1/2 = 0.5

    Source
    ------
    Brodersen et al., The balanced accuracy and its posterior distribution, 2010; scikit-learn.
    """
    c = label_counts(y_true, y_pred, sample_weight)
    occurs = c.true > 0
    if not occurs.all():
        warn(f"y_pred contains classes not in y_true: {shown(c.classes[~occurs])}")
        c = c.take(c.classes[occurs])
    n = len(c.classes)
    value = c.recall(0, "macro")
    if adjusted:
        if n < 2:
            fail("y_true", "at least two classes where adjusted=True", shown(c.classes))
        value = (value - 1 / n) / (1 - 1 / n)

    def steps() -> list[Step]:
        mean = mean_line(c, "R", "macro", 0)
        steps = [*class_steps(c, "R", 1, 0), mean]
        if adjusted:
            steps.append(line("adjusted", "(macro_R - 1/n) / (1 - 1/n)", macro_R=mean.value, n=n))
        return steps

    return Found(value, steps)
