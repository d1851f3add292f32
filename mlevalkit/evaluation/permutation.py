"""The paired permutation test of two models, by any measure, on one test set."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from .. import _validation as check
from .._random import RandomState, random_stream
from .._validation import Array, ArrayLike, Floats
from ..display.results import TestResult, p_text, quantile_line
from ..display.workings import Messages, Step, line, measure
from .inputs import number_of

_say = Messages(__package__)

_ROUNDING = 1e-12  # differences that are so close are equal


class PermutationTestResult(TestResult):
    """Result of the paired permutation test; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        The measure of A less that of B.
    pvalue : float
        Two-sided: the share of the exchanges whose difference is as large, the observed one among
        them.
    critical_value : float
        What the difference's absolute value must exceed.
    alpha, reject : float, bool
        The significance level, and whether "A and B may be exchanged" is rejected.
    value_a, value_b : float
        The measure of A and of B.
    n_different : int
        Number of samples, or groups, on which the predictions differ.
    n_exchanges : int
        Number of exchanges that were computed, the observed assignment among them.
    n_extreme : int
        How many of them have a difference as large.
    exact : bool
        Whether all exchanges were computed, or some that were drawn.
    """

    value_a: float
    value_b: float
    n_different: int
    n_exchanges: int
    n_extreme: int
    exact: bool

    _brief = ("statistic", "pvalue", "n_different", "reject")

    def _steps(self) -> Iterator[Step]:
        yield _say("permutation.tested", n=self.n_different)
        yield line("D", "A - B", A=self.value_a, B=self.value_b)
        how = "all" if self.exact else "drawn"
        note = _say(f"permutation.{how}", n=self.n_exchanges)
        yield line("p", "c / n", {"c": self.n_extreme, "n": self.n_exchanges}, note)
        bar = _say("permutation.critical", alpha=f"{self.alpha:g}")
        yield quantile_line("D_c", self.critical_value, bar)
        yield self._decision("|D|")
        key = "differ" if self.reject else "not_shown"
        yield _say(f"permutation.{key}", p=p_text(self.pvalue))


@measure
def paired_permutation_test(
    metric: Callable[..., Any],
    y_true: ArrayLike,
    y_pred_a: ArrayLike,
    y_pred_b: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    alpha: float = 0.05,
    n_resamples: int = 9999,
    random_state: RandomState = None,
) -> PermutationTestResult:
    """Test whether two models differ, by any measure, on one test set: approximate randomization.

    If the models were alike, their two predictions of a sample might as well be exchanged. The test
    exchanges them at random, sample by sample, and counts how often the measure then differs as
    much as it does. It is exact whatever the measure: F1, macro-F1, R2, the median error.

    Parameters
    ----------
    metric : callable
        ``metric(y_true, prediction)`` returns a number.
    y_true : array-like of shape (n_samples,)
        True labels or numbers.
    y_pred_a, y_pred_b : array-like of shape (n_samples,) or (n_samples, n_outputs)
        What `metric` takes, of models A and B: predicted labels, scores, numbers.
    groups : array-like of shape (n_samples,), optional
        The person, document or place that each sample comes from. Then all predictions of a group
        are exchanged together, because samples of one group are not independent.
    alpha : float, default 0.05
        The significance level: the probability of a wrong rejection.
    n_resamples : int, default 9999
        How many exchanges are drawn. If there are no more than that, all are computed.
    random_state : int, RandomState, Generator or None
        The same whole number, the same p-value.

    Returns
    -------
    PermutationTestResult
        With `statistic`, `pvalue`, `critical_value`, `reject`, `n_different`, `working()`.

    Raises
    ------
    ValueError, TypeError
        If lengths differ, `metric` is not finite, or `alpha` is not inside 0 to 1.

    Notes
    -----
    It tests whether the predictions may be exchanged, which is more than that the measure has the
    same expectation: for scores on different scales exchange ranks, or compare AUCs by
    `delong_test`. For an interval of the difference see `bootstrap_interval`. Of error rates it is
    McNemar's exact test.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> y = [1] * 8 + [0] * 8
    >>> a = [1] * 7 + [0] * 9
    >>> b = [1] * 3 + [0] * 5 + [1] * 2 + [0] * 6
    >>> mk.paired_permutation_test(mk.f1_score, y, a, b)
    PermutationTestResult(statistic=0.4718, pvalue=0.0312, n_different=6, reject=True)

    Source
    ------
    Noreen, Computer-intensive methods for testing hypotheses, 1989; Yeh, More accurate tests for
    the statistical significance of result differences, COLING 2000. Not in the textbook. SciPy:
    ``permutation_test(..., permutation_type="samples")``.
    """
    if not callable(metric):
        check.fail("metric", "a function of y_true and prediction", repr(metric), TypeError)
    y = check.as_array(y_true, "y_true")
    a = check.as_array(y_pred_a, "y_pred_a", (1, 2))
    b = check.as_array(y_pred_b, "y_pred_b", (1, 2))
    check.same_length(y_true=y, y_pred_a=a, y_pred_b=b)
    if a.shape != b.shape:
        check.fail("y_pred_b", f"the shape of y_pred_a, {a.shape}", f"{b.shape}")
    rounds = check.size(n_resamples, "n_resamples", least=100)
    units = _units(y, a, b, groups)
    n = int(units.max(initial=-1)) + 1

    def value(prediction: Array) -> float:
        return number_of(metric(y, prediction), "exchange")

    def difference(exchanged: Array) -> float:
        swap = np.append(exchanged, False)[units].reshape(-1, *[1] * (a.ndim - 1))
        return value(np.where(swap, b, a)) - value(np.where(swap, a, b))

    exact = 2**n <= rounds + 1
    drawn = _all_exchanges(n) if exact else _random_exchanges(n, rounds, random_state)
    found = np.abs([difference(exchanged) for exchanged in drawn])
    return _result(found, (value(a), value(b)), alpha, n, exact)


def _result(
    found: Floats, values: tuple[float, float], alpha: float, n: int, exact: bool
) -> PermutationTestResult:
    """Return the result; the first of the differences found is the observed one."""
    observed = float(found[0])
    most = _ROUNDING * max(1.0, observed)
    extreme = int(np.count_nonzero(found >= observed - most))
    allowed = math.floor(alpha * len(found) * (1 + 1e-15))
    critical = float(np.sort(found)[::-1][allowed]) if allowed < len(found) else 0.0
    return PermutationTestResult(
        statistic=values[0] - values[1],
        pvalue=extreme / len(found),
        critical_value=critical,
        alpha=alpha,
        reject=extreme <= allowed,
        value_a=values[0],
        value_b=values[1],
        n_different=n,
        n_exchanges=len(found),
        n_extreme=extreme,
        exact=exact,
    )


def _units(y: Array, a: Array, b: Array, groups: ArrayLike | None) -> Array:
    """Return the number of the unit of each sample, -1 where an exchange would change nothing."""
    different = (a != b).reshape(len(y), -1).any(axis=1)
    of = np.arange(len(y))
    if groups is not None:
        labels = check.as_labels(groups, "groups")
        check.same_length(y_true=y, groups=labels)
        of = np.unique(labels, return_inverse=True)[1]
        different = np.isin(of, of[different])
    units = np.full(len(y), -1)
    units[different] = np.unique(of[different], return_inverse=True)[1]
    return units


def _all_exchanges(n: int) -> Iterator[Array]:
    """Yield which of n units are exchanged, in all ways; none of them first."""
    return (np.array(chosen, dtype=bool) for chosen in product((False, True), repeat=n))


def _random_exchanges(n: int, rounds: int, random_state: RandomState) -> Iterator[Array]:
    """Yield no exchange, and some that are drawn."""
    stream = random_stream(random_state)
    yield np.zeros(n, dtype=bool)
    for _ in range(rounds):
        yield stream.random(n) < 0.5
