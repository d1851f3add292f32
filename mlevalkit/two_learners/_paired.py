"""The paired t test of two learners on the same folds: (2.31), and its correction."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from .._validation import fail, as_floats, inside, same_length, size
from .._workings import Line, Result, Table, Words, computes, decision
from ..one_learner._t import (
    NO_SPREAD,
    at_least_two,
    mean_and_std,
    quotient,
    shown_values,
    t_critical,
    t_pvalue,
    t_quantile_lines,
)
from ._words import NO_DIFFERENCE, found

_LARGEST = 1e150  # whose square is finite


def unit_of(values: Sequence[float], name: str) -> float:
    """Return the size of the largest number."""
    unit = max(max(values), -min(values))
    if unit > _LARGEST:
        fail(name, f"numbers below {_LARGEST:g}", f"{unit:g}")
    return unit


@dataclass(frozen=True, slots=True, repr=False)
class PairedTTestResult(Result):
    """What the paired t test found; unpacks as ``statistic, pvalue = result``.

    Attributes
    ----------
    statistic : float
        (2.31), never negative.
    pvalue : float
        Two-sided.
    df : int
        Degrees of freedom, k - 1.
    critical_value : float
        What the statistic must exceed.
    alpha, reject : float, bool
        The significance, and whether "equally good" is rejected.
    mean, std : float
        Mean and standard deviation of the differences, A less B.
    differences : tuple of float
        Errors of A less those of B.
    n_train, n_test : int or None
        The sizes that the corrected test used.
    """

    df: int
    critical_value: float
    alpha: float
    reject: bool
    mean: float
    std: float
    differences: tuple[float, ...]
    n_train: int | None
    n_test: int | None

    _brief: ClassVar[tuple[str, ...]] = ("statistic", "pvalue", "df", "reject")

    def _tested(self) -> Words:
        k = len(self.differences)
        kind = ("paired t test", "成对 t 检验")
        if self.n_train is not None:
            kind = ("corrected resampled t test", "修正的重采样 t 检验")
        return Words(
            f"Hypothesis: A and B have the same error ({kind[0]}, {k} pairs, two-sided).",
            f"假设：A 与 B 的泛化误差相同（{kind[1]}，{k} 对，双侧）。",
        )

    def _details(self) -> Sequence[Line | Table | Words]:
        k, deltas = len(self.differences), shown_values(self.differences, self.mean, self.std)
        return (
            Line("2.28", "mu", "sum(Delta) / k", {"Delta": deltas, "k": k},
                 ("Δ: errors of A less those of B", "Δ：A 的误差减去 B 的误差")),
            Line("2.29", "sigma2", "sum((Delta - mu)**2) / (k - 1)",
                 {"Delta": deltas, "mu": self.mean, "k": k}),
            Line(None, "sigma", "sqrt(sigma2)", {"sigma2": self.std**2}),
            self._statistic_line(),
            *t_quantile_lines(self, self.df, self.alpha, self.critical_value),
        )  # fmt: skip

    def _statistic_line(self) -> Line:
        values: dict[str, Any] = {"k": len(self.differences), "mu": self.mean, "sigma": self.std}
        undefined = self.statistic if self.std == 0 else None
        if self.n_train is None:
            return Line("2.31", "tau_t", "abs(sqrt(k)*mu / sigma)", values, None, undefined)
        values |= {"n_test": self.n_test, "n_train": self.n_train}
        formula = "abs(mu) / (sqrt(1 / k + n_test / n_train)*sigma)"
        return Line(None, "tau_t", formula, values, None, undefined)

    def _outcome(self) -> Sequence[Words]:
        first = decision("τ_t", self.statistic, self.critical_value, self.reject, self.alpha)
        if self.std == 0:
            return Words(*first), NO_SPREAD if self.mean else NO_DIFFERENCE
        measure = ("mean error", "平均误差")
        return Words(*first), found(self.reject, self.pvalue, self.mean, measure)


@computes(eq_2_31=r"\tau_t = \left| \frac{\sqrt{k} \mu}{\sigma} \right|")
def paired_t_test(
    errors_a: ArrayLike,
    errors_b: ArrayLike,
    *,
    alpha: float = 0.05,
    n_train: int | None = None,
    n_test: int | None = None,
) -> PairedTTestResult:
    """Test whether two learners have the same error, from their errors on k folds: (2.31).

    Two-sided. The training sets of cross validation overlap, so that the k differences are not
    independent and the textbook's test rejects too often. With `n_train` and `n_test` it is the
    corrected resampled t test of Nadeau and Bengio, whose variance is
    ``(1/k + n_test/n_train) * sigma**2`` instead of ``sigma**2 / k``.

    Parameters
    ----------
    errors_a, errors_b : array-like of shape (k,), k >= 2
        Errors of learners A and B, fold by fold: error rates, or errors in any unit.
    alpha : float, default 0.05
        The significance: the probability of a wrong rejection.
    n_train, n_test : int, optional
        Number of samples to train on and to test on in each fold; both or none.

    Returns
    -------
    PairedTTestResult
        With `statistic`, `pvalue`, `df`, `critical_value`, `reject`, `working()`. All
        differences 0: statistic 0, p 1. All equal but not 0: statistic inf, p 0.

    Raises
    ------
    ValueError, TypeError
        If there are fewer than two pairs, the lengths differ, only one of `n_train` and
        `n_test` is given, or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> a, b = [0.12, 0.10, 0.15, 0.11, 0.13], [0.14, 0.13, 0.16, 0.15, 0.14]
    >>> mk.paired_t_test(a, b)
    PairedTTestResult(statistic=3.7730, pvalue=0.0196, df=4, reject=True)
    >>> mk.paired_t_test(a, b, n_train=80, n_test=20)
    PairedTTestResult(statistic=2.5153, pvalue=0.0657, df=4, reject=False)

    Source
    ------
    Zhou, Machine Learning, (2.31); Nadeau and Bengio, Inference for the generalization error,
    2003. SciPy's ``ttest_rel`` has the same p-value, and a signed statistic.
    """
    a, b = as_floats(errors_a, "errors_a"), as_floats(errors_b, "errors_b")
    if len(a) != len(b):
        same_length(errors_a=a, errors_b=b)
    k, level = len(at_least_two(a, "errors_a")), inside(alpha, "alpha")
    sizes = _sizes(n_train, n_test)
    unit = max(unit_of(a.tolist(), "errors_a"), unit_of(b.tolist(), "errors_b")) or 1.0
    differences = (a - b).tolist()
    mean, std = mean_and_std(differences, unit)
    share = 1 / k + (sizes[1] / sizes[0] if sizes else 0)
    statistic = quotient(abs(mean), math.sqrt(share) * std)
    critical = t_critical(level, k - 1)
    return PairedTTestResult(
        statistic=statistic,
        pvalue=t_pvalue(statistic, k - 1),
        df=k - 1,
        critical_value=critical,
        alpha=level,
        reject=statistic > critical,
        mean=mean,
        std=std,
        differences=tuple(differences),
        n_train=sizes[0] if sizes else None,
        n_test=sizes[1] if sizes else None,
    )


def _sizes(n_train: object, n_test: object) -> tuple[int, int] | None:
    if n_train is None and n_test is None:
        return None
    if n_train is None or n_test is None:
        fail("n_train and n_test", "both, or neither", f"n_train={n_train}, n_test={n_test}")
    return size(n_train, "n_train"), size(n_test, "n_test")
