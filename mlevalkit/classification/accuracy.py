"""Error rate and accuracy: (2.4), (2.5)."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._equations import equations as eq
from .._validation import as_weights, flag, label_pair
from .._workings import Found, Messages, Number, Sentence, Step, cell_text, measure

_say = Messages(__package__)


def _right_and_total(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[Any, Any]:
    """Return the number (or weight) of the samples predicted right, and of all."""
    true, pred = label_pair(y_true, y_pred)
    weight = as_weights(sample_weight, len(true))
    if weight is None:
        return int(np.count_nonzero(true == pred)), len(true)
    return weight[true == pred].sum().item(), weight.sum().item()


def _share(key: str, part: Number, m: Number) -> Sentence:
    return _say(key, part=cell_text(part), m=cell_text(m))


@measure
def error_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
) -> Found[float]:
    """Return the share of the samples that are predicted wrong: (2.4), a/m.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    normalize : bool, default True
        False returns the number of wrong predictions instead of their share.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    float
        From 0 to 1; a count, or weight, if `normalize` is False.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of label columns.

    Examples
    --------
    90 of 300 test samples predicted wrong:

    >>> import mlevalkit as mk
    >>> print(mk.error_rate.working([1] * 300, [0] * 90 + [1] * 210))
    (2.4)    E = a / m = 90 / 300 = 3/10 = 0.3
    90 of 300 predicted wrong.

    Source
    ------
    Zhou, Machine Learning, (2.4). scikit-learn calls it `zero_one_loss`.
    """
    right, m = _right_and_total(y_true, y_pred, sample_weight)
    a = m - right
    if not flag(normalize, "normalize"):
        return Found(float(a), lambda: [eq["2.4"](symbol="a", form="m - right", m=m, right=right)])
    return Found(a / m, lambda: [eq["2.4"](a=a, m=m), _share("wrong", a, m)])


@measure
def accuracy_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
) -> Found[float]:
    """Return the share of the samples that are predicted right: (2.5).

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    normalize : bool, default True
        False returns the number of right predictions instead of their share.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    float
        From 0 to 1; a count, or weight, if `normalize` is False.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of label columns.

    Examples
    --------
    Example 2.9:

    >>> import mlevalkit as mk
    >>> y_true, y_pred = [0, 1, 2, 3, 4], [0, 2, 1, 3, 4]
    >>> mk.accuracy_score(y_true, y_pred)
    0.6
    >>> mk.accuracy_score(y_true, y_pred, normalize=False)
    3.0

    Source
    ------
    Zhou, Machine Learning, (2.5). The textbook's 精度; 准确率 is used for it too, and by others
    for precision.
    """
    right, m = _right_and_total(y_true, y_pred, sample_weight)
    a = m - right
    if not flag(normalize, "normalize"):
        return Found(float(right), lambda: [eq["2.5"](symbol="right", form="m - a", m=m, a=a)])

    def steps() -> list[Step]:
        error = eq["2.4"](a=a, m=m)
        return [error, eq["2.5"](E=error.value), _share("right", right, m)]

    return Found(right / m, steps)
