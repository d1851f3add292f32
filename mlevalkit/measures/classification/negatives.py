"""The rates of the negative class: specificity and negative predictive value."""

from __future__ import annotations

from ..._validation import ArrayLike, warn, zero_division_value
from ...display.workings import Found, line, measure
from .confusion import BinaryCounts, binary_counts
from .counts import ZeroDivision


@measure
def specificity_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: object = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Found[float]:
    """Return the share of the negative samples that are predicted negative: 1 - FPR (2.19).

    The true negative rate, the recall of the negative class. With recall (sensitivity) it is how
    medicine describes a test.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels of at most two classes.
    pos_label : label, default 1
        The positive class; the other one is negative.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        The value of 0/0, when no sample is negative; "warn" is 0 with a warning.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As `binary_counts`.

    Warns
    -----
    UndefinedMetricWarning
        If the value is 0/0 and `zero_division` is "warn".

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.specificity_score([1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 1, 0])
    0.75

    Source
    ------
    Not in the textbook. scikit-learn: ``recall_score(..., pos_label=the negative class)``.
    """
    counts = binary_counts(y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight)
    return _rate("S", "TN / (TN + FP)", "Specificity", counts, zero_division)


@measure
def negative_predictive_value(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: object = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Found[float]:
    """Return the share of the samples predicted negative that are negative.

    NPV, the precision of the negative class. Like precision it depends on the share of positives
    in the test set.

    Parameters
    ----------
    y_true, y_pred, pos_label, sample_weight, zero_division
        As in `specificity_score`; 0/0 is where nothing is predicted negative.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As `binary_counts`.

    Warns
    -----
    UndefinedMetricWarning
        As `specificity_score`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.negative_predictive_value([1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 1, 0])
    0.75

    Source
    ------
    Not in the textbook. scikit-learn: ``precision_score(..., pos_label=the negative class)``.
    """
    counts = binary_counts(y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight)
    return _rate("NPV", "TN / (TN + FN)", "Negative predictive value", counts, zero_division)


def _rate(
    symbol: str, formula: str, what: str, counts: BinaryCounts, zero_division: object
) -> Found[float]:
    """Return a rate of the counts; `what` names it in the warning."""
    values = {"TP": counts.TP, "FP": counts.FP, "FN": counts.FN, "TN": counts.TN}
    found = line(symbol, formula, values, undefined=zero_division_value(zero_division))
    if found.is_undefined and isinstance(zero_division, str):
        warn(f"{what} is 0/0 and set to 0; the zero_division parameter controls this.")
    return Found(float(found.value), lambda: [found])
