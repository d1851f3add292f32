"""F, of one class or averaged over classes: (2.10), (2.11), (2.14), (2.17)."""

from collections.abc import Callable
from typing import Any, cast

from numpy.typing import ArrayLike

from .._validation import Floats
from .._workings import computes, shows
from ._kernel import (
    averaged,
    chosen_counts,
    f_scores,
    harmonic,
    pooled,
    precisions,
    recalls,
    valid_beta,
)
from ._typing import AveragedFBeta
from ._workings import averaged_measure, show_macro_f1, showing


def _fbeta_measure(function: Callable[..., Any]) -> AveragedFBeta:
    return cast(AveragedFBeta, shows(showing("PRF"))(function))


@computes(
    eq_2_10=r"F1 = \frac{2 \times P \times R}{P + R} = \frac{2 \times TP}{m + TP - TN}",
    eq_2_17=r"\text{micro-}F1 = \frac{2 \times \text{micro-}P \times \text{micro-}R}"
    r"{\text{micro-}P + \text{micro-}R}",
)
@averaged_measure("PRF")
def f1_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: object = 1,
    average: str | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: object = "warn",
) -> float | Floats:
    """Return the harmonic mean of precision and recall: (2.10), micro (2.17).

    With ``average="macro"`` this is scikit-learn's mean of the classes' F1, not the textbook's
    (2.14), the F1 of macro-P and macro-R, which is `macro_f1`.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    labels, pos_label, average, sample_weight
        As in `precision_score`.
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
    return _f(y_true, y_pred, 1.0, labels, pos_label, average, sample_weight, zero_division)


@computes(eq_2_11=r"F_\beta = \frac{(1 + \beta^2) \times P \times R}{(\beta^2 \times P) + R}")
@_fbeta_measure
def fbeta_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    beta: float,
    labels: ArrayLike | None = None,
    pos_label: object = 1,
    average: str | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: object = "warn",
) -> float | Floats:
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
    return _f(y_true, y_pred, b, labels, pos_label, average, sample_weight, zero_division)


def _f(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    beta: float,
    labels: ArrayLike | None,
    pos_label: object,
    average: str | None,
    sample_weight: ArrayLike | None,
    zero_division: object,
) -> float | Floats:
    c = chosen_counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    values = f_scores(pooled(c, average), beta, zero_division)
    return cast("float | Floats", averaged(values, average, c))


@computes(
    eq_2_14=r"\text{macro-}F1 = \frac{2 \times \text{macro-}P \times \text{macro-}R}"
    r"{\text{macro-}P + \text{macro-}R}"
)
@shows(show_macro_f1)
def macro_f1(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    zero_division: object = "warn",
) -> float:
    """Return the textbook's macro-F1, the harmonic mean of macro-P and macro-R: (2.14).

    scikit-learn, and ``f1_score(average="macro")`` here, take the mean of the classes' F1
    instead. The two differ whenever P and R differ within a class; the working shows both.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    labels : array-like of shape (n_classes,), optional
        The classes to average over; by default all that occur.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.
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
    p, r = (averaged(f(c, zero_division), "macro", c) for f in (precisions, recalls))
    return float(harmonic(p, r))
