"""The P-R curve that belongs to a ROC curve, for any share of positives."""

from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Floats, fail, as_floats, real, same_length, zero_division_value
from .._workings import Line, Table, Working, shows

_ROWS = 20


def _rates(values: ArrayLike, name: str) -> Floats:
    """Return one rate or a column of rates, each from 0 to 1."""
    if isinstance(values, Real):
        return np.array([real(values, name, least=0, most=1)])
    rates = as_floats(values, name)
    if rates.min() < 0 or rates.max() > 1:
        fail(name, "rates from 0 to 1", f"{rates[(rates < 0) | (rates > 1)][0]:g}")
    return rates


def _show(value: Any, fpr: Any, tpr: Any, prior: float, zero_division: float) -> Working:
    x, y, p = _rates(fpr, "fpr"), _rates(tpr, "tpr"), np.atleast_1d(value)
    i = len(x) // 2
    values = {"pi": float(prior), "TPR": float(y[i]), "FPR": float(x[i])}
    empty = prior * y[i] + (1 - prior) * x[i] == 0
    formula = "pi*TPR / (pi*TPR + (1 - pi)*FPR)"
    line = Line(None, "P", formula, values, None, float(zero_division) if empty else None)
    if len(x) == 1:
        return Working(value, line)
    keep = np.unique(np.linspace(0, len(x) - 1, min(len(x), _ROWS)).astype(int))
    caption = ("the same points on both curves; R = TPR", "两条曲线上的同一批点；R = TPR")
    table = Table(["FPR", "TPR", "P"], [(x[k], y[k], p[k]) for k in keep], caption)
    return Working(value, table, line)


@shows(_show)
def precision_from_roc(
    fpr: ArrayLike, tpr: ArrayLike, prior: float, *, zero_division: float = 1.0
) -> Any:
    """Return the precision at points of a ROC curve, when the share of positives is `prior`.

    P = pi·TPR / (pi·TPR + (1 - pi)·FPR), and R = TPR: the ROC curve does not depend on the share
    pi of positives, the P-R curve does. With pi the share in the sample it is the P-R curve of the
    sample; with another it shows what precision to expect where positives are rarer, or more
    common.

    Parameters
    ----------
    fpr, tpr : float, or array-like of shape (n_points,)
        False and true positive rates, from 0 to 1, such as `roc_curve` returns.
    prior : float from 0 to 1
        The share pi of positives.
    zero_division : {0, 1, nan}, default 1
        The precision where nothing is predicted positive, 0/0. 1 is the end that scikit-learn
        gives to P-R curves.

    Returns
    -------
    float, or ndarray of shape (n_points,)
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        If a rate or the prior is not from 0 to 1, or the rates differ in length.

    Examples
    --------
    The same point of a ROC curve with half, and with a hundredth of the samples positive:

    >>> import mlevalkit as mk
    >>> mk.precision_from_roc(0.1, 0.9, 0.5)
    0.9
    >>> round(mk.precision_from_roc(0.1, 0.9, 0.01), 4)
    0.0833

    Source
    ------
    Zhou, Machine Learning, exercise 2.4.
    """
    x, y = _rates(fpr, "fpr"), _rates(tpr, "tpr")
    same_length(fpr=x, tpr=y)
    pi = real(prior, "prior", least=0, most=1)
    if isinstance(zero_division, str):
        fail("zero_division", "0, 1 or NaN", repr(zero_division))
    hits, alarms = pi * y, (1 - pi) * x
    shares: Floats = np.full(len(x), zero_division_value(zero_division))
    np.divide(hits, hits + alarms, out=shares, where=hits + alarms > 0)
    return float(shares[0]) if isinstance(fpr, Real) else shares
