"""Error rate and accuracy: (2.4), (2.5)."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import flag, label_pair, as_weights
from .._workings import Line, Words, Working, cell_text, computes, exact, shows
from .._parts import parts


def _count(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[Any, Any]:
    """Return the number (or weight) of the samples predicted right, and of all."""
    true, pred = label_pair(y_true, y_pred)
    if sample_weight is None:
        return sum(int(np.count_nonzero(t == p)) for t, p in parts(true, pred)), len(true)
    weight = as_weights(sample_weight, len(true))
    return weight[true == pred].sum(), weight.sum()  # type: ignore[index, union-attr]


def _show_error_rate(value: float, **options: Any) -> Working:
    right, m = _count(options["y_true"], options["y_pred"], options["sample_weight"])
    a, m = exact(m - right), exact(m)
    if not options["normalize"]:
        return Working(value, Line("2.4", "a", "m - right", {"m": m, "right": exact(right)}))
    line = Line("2.4", "E", "a / m", {"a": a, "m": m})
    return Working(value, line, _words(a, m, "wrong", "错"))


def _show_accuracy(value: float, **options: Any) -> Working:
    right, m = (exact(x) for x in _count(options["y_true"], options["y_pred"],
                                         options["sample_weight"]))  # fmt: skip
    a = m - right
    if not options["normalize"]:
        return Working(value, Line("2.5", "right", "m - a", {"m": m, "a": a}))
    error = Line("2.4", "E", "a / m", {"a": a, "m": m})
    accuracy = Line("2.5", "acc", "1 - E", {"E": error.value})
    return Working(value, error, accuracy, _words(right, m, "right", "对"))


def _words(part: Any, m: Any, en: str, zh: str) -> Words:
    part, m = cell_text(part), cell_text(m)
    return Words(f"{part} of {m} predicted {en}.", f"{m} 个中预测{zh} {part} 个。")


@computes(eq_2_4=r"E(f; D) = \frac{1}{m} \sum_{i=1}^{m} \mathbb{I}(f(x_i) \neq y_i)")
@shows(_show_error_rate)
def error_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Return the share of the samples that are predicted wrong: (2.4), a/m.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    normalize : bool, default True
        False returns the number of wrong predictions instead of their share.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

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
    right, m = _count(y_true, y_pred, sample_weight)
    return float((m - right) / m if flag(normalize, "normalize") else m - right)


@computes(
    eq_2_5=r"\mathrm{acc}(f; D) = \frac{1}{m} \sum_{i=1}^{m} \mathbb{I}(f(x_i) = y_i)"
    r" = 1 - E(f; D)"
)
@shows(_show_accuracy)
def accuracy_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Return the share of the samples that are predicted right: (2.5).

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    normalize : bool, default True
        False returns the number of right predictions instead of their share.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

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
    right, m = _count(y_true, y_pred, sample_weight)
    return float(right / m if flag(normalize, "normalize") else right)
