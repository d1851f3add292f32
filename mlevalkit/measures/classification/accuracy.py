"""Error rate and accuracy: (2.4), (2.5), and over a density p(x): (2.6), (2.7)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._expectation import Function, Pieces, check_source, probability, samples, values_of
from ..._random import RandomState
from ..._validation import ArrayLike, NDArray, as_labels, label_pair
from ...display.equations import equations as eq
from ...display.workings import (
    Found,
    Line,
    Messages,
    Sentence,
    Step,
    Table,
    cell_text,
    line,
    measure,
    word,
)
from .counts import label_columns

_say = Messages(__package__)

_ROWS = 20  # more stretches than that are left out of a working


def _right_and_total(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[Any, Any]:
    """Return the number (or weight) of the samples predicted right, and of all."""
    true, pred, weight = label_columns(y_true, y_pred, sample_weight)
    if weight is None:
        return int(np.count_nonzero(true == pred)), len(true)
    return weight[true == pred].sum().item(), weight.sum().item()


def _share(key: str, part: Any, m: Any) -> Sentence:
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
    if not normalize:
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
    if not normalize:
        return Found(float(right), lambda: [eq["2.5"](symbol="right", form="m - a", m=m, a=a)])

    def steps() -> list[Step]:
        error = eq["2.4"](a=a, m=m)
        return [error, eq["2.5"](E=error.value), _share("right", right, m)]

    return Found(right / m, steps)


# -- over a density ----------------------------------------------------------------------------


def _error(f: Function, y: Any, p: Any, draw: Any, random_state: Any) -> Found[float]:
    check_source(p, draw, y)
    if p is None:
        x, target = samples(draw, y, random_state)
        wrong = _mistakes(f, target, x)
        a = int(np.count_nonzero(wrong))
        n = len(wrong)
        return Found(a / n, lambda: _sampled_steps(a, n))

    def labels(function: Function, name: str) -> Function:
        return lambda x: as_labels(values_of(function, x, name), name)

    pieces = probability(lambda x: _mistakes(f, y, x), [labels(f, "f"), labels(y, "y")], p)
    return Found(math.fsum(part for *_, part in pieces), lambda: _quadrature_steps(pieces))


def _mistakes(f: Function, y: Any, x: Any) -> NDArray[np.bool_]:
    """Return where f(x) is not y; `y` is a function of x, or its values."""
    target = y if isinstance(y, np.ndarray) else values_of(y, x, "y")
    predicted, true = label_pair(values_of(f, x, "f"), target, ("f", "y"))
    return np.asarray(predicted != true)


def _sampled_steps(a: int, n: int) -> list[Step]:
    error = eq["2.6"](symbol="E_hat", form="a / n", a=a, n=n, note=_say("sampled", n=n))
    formula = "sqrt(E_hat*(1 - E_hat) / n)"
    note = _say("standard_error")
    return [error, line("SE", formula, note=note, E_hat=error.value, n=n)]


def _quadrature_steps(pieces: Pieces) -> list[Step]:
    if not pieces:
        return [_say("nowhere"), eq["2.6"](form="0")]
    table = Table([word("from"), word("to"), "p_i"], pieces, _say("stretches"), _ROWS)
    return [table, eq["2.6"](p_i=[part for *_, part in pieces])]


@measure
def expected_error_rate(
    f: Function,
    y: Function | None,
    p: Any = None,
    *,
    draw: Any = None,
    random_state: RandomState = None,
) -> Found[float]:
    """Return the probability that f(x) is not y where x has the density p: (2.6).

    If the distribution `p` is given, for a number x: the intervals where f(x) is not y are found,
    and p is integrated over them. By 100,000 samples if `draw` is given, for x of any kind.

    Parameters
    ----------
    f : callable
        The learner: takes an array of n values x, returns n predicted labels.
    y : callable or None
        The truth, likewise. None if `draw` makes pairs (x, y), as where y is noisy.
    p : frozen SciPy distribution, optional
        The distribution of x, with its density: ``scipy.stats.norm(2, 0.3)``, for one.
    draw : callable or frozen SciPy distribution, optional
        Called as ``draw(n_samples, random_state)`` it returns so many x (of shape
        (n_samples,) or (n_samples, n_features)), or a pair of x and y if `y` is None.
    random_state : int, RandomState or None
        Seed of the samples: the same whole number, the same samples.

    Returns
    -------
    float
        From 0 to 1. Sampled, it is uncertain by the standard error that its working shows.

    Raises
    ------
    ValueError, TypeError
        If p is no continuous distribution, or f or y does not return one label for each x.

    Notes
    -----
    f and y are evaluated at about 6000 quantiles of p; where a label changes is then found to the
    last digit, by bisection. A label that changes and changes back between two of the points, a
    four-thousandth of the probability apart, is missed.

    Examples
    --------
    The truth changes at 0, the learner's answer at 0.5; x is normal:

    >>> import mlevalkit as mk
    >>> from scipy.stats import norm
    >>> f, y = lambda x: x > 0.5, lambda x: x > 0
    >>> print(mk.expected_error_rate.working(f, y, norm()))
    intervals where f(x) is not y, and their probability p_i
    from   to     p_i
       0  0.5  0.1915
    (2.6)    E = Σ p_i ≈ 0.191462 ≈ 0.1915
    >>> round(mk.expected_error_rate(f, y, draw=norm(), random_state=0), 2)
    0.19

    Source
    ------
    Zhou, Machine Learning, (2.6).
    """
    return _error(f, y, p, draw, random_state)


@measure
def expected_accuracy(
    f: Function,
    y: Function | None,
    p: Any = None,
    *,
    draw: Any = None,
    random_state: RandomState = None,
) -> Found[float]:
    """Return the probability that f(x) is y where x has the density p: (2.7).

    Parameters
    ----------
    f, y, p, draw, random_state
        As in `expected_error_rate`.

    Returns
    -------
    float
        From 0 to 1, one less the expected error rate.

    Raises
    ------
    ValueError, TypeError
        As in `expected_error_rate`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> from scipy.stats import uniform
    >>> mk.expected_accuracy(lambda x: x > 0.5, lambda x: x > 0.25, uniform())
    0.75

    Source
    ------
    Zhou, Machine Learning, (2.7).
    """
    found = _error(f, y, p, draw, random_state)

    def steps() -> list[Step]:
        before = list(found.steps())
        error = next(s for s in before if isinstance(s, Line))
        symbol = "acc_hat" if error.symbol == "E_hat" else "acc"
        form = f"1 - {error.symbol}"
        return [*before, eq["2.7"]({error.symbol: error.value}, symbol=symbol, form=form)]

    return Found(1 - found.value, steps)
