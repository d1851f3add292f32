"""The paired t test of two learners on the same folds: (2.31)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ..._validation import ArrayLike, as_floats, fail, same_length, size
from ...display.equations import equations as eq
from ...display.results import ConfidenceInterval, TestResult, p_text
from ...display.workings import Line, Messages, Sentence, Step, line, measure, quotient
from ..one_learner import t as one_sample

_say = Messages(__package__)

_LARGEST = 1e150  # whose square is finite


def unit_of(values: Sequence[float], name: str) -> float:
    """Return the size of the largest number."""
    unit = max(max(values), -min(values))
    if unit > _LARGEST:
        fail(name, f"numbers below {_LARGEST:g}", f"{unit:g}")
    return unit


def conclusion(better: str, result: TestResult, a_less_b: float) -> Sentence:
    """Return what a test found; if it rejected, which learner was better by its own measure.

    `better` is the message that names the better learner.
    """
    p = p_text(result.pvalue)
    if not result.reject:
        return _say("not_shown", p=p)
    if a_less_b == 0:
        return _say("differ", p=p)
    names = {"better": "A", "other": "B"} if a_less_b < 0 else {"better": "B", "other": "A"}
    return _say(better, p=p, **names)


class PairedTTestResult(TestResult):
    """Result of the paired t test; unpacks as ``statistic, pvalue = result``.

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
        The significance level, and whether "equally good" is rejected.
    mean, std : float
        Mean and standard deviation of the differences, A less B.
    differences : tuple of float
        Errors of A minus those of B.
    n_train, n_test : int or None
        The sizes that the corrected test used.
    """

    df: int
    mean: float
    std: float
    differences: tuple[float, ...]
    n_train: int | None
    n_test: int | None

    _brief = ("statistic", "pvalue", "df", "reject")

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """Return a confidence interval of the difference of the errors, A minus B.

        It excludes 0 where the test rejects, and is no better than the test: from the folds of
        one cross validation the plain interval covers less often than it claims, and the
        corrected one (`n_train`, `n_test`) at least about as often. If all differences are equal
        its width is 0, which says nothing.
        """
        error = line("SE", self._error(), self._values())
        of = _say("difference")
        return one_sample.t_interval("mu", self.mean, error, confidence_level, self.df, of)

    def _steps(self) -> Iterator[Step]:
        kind = "tested" if self.n_train is None else "tested_corrected"
        yield _say(f"paired.{kind}", k=len(self.differences))
        note = _say("paired.differences")
        yield from one_sample.mean_lines("Delta", self.differences, self.mean, self.std, note)
        yield self._statistic_line()
        yield from one_sample.quantile_lines(self, self.df)
        yield self._decision("τ_t")
        if self.std == 0:
            yield one_sample.no_spread(differs=True) if self.mean else _say("no_difference")
        else:
            yield conclusion("paired.better", self, self.mean)
            yield self.confidence_interval(self._level).meaning

    def _statistic_line(self) -> Line:
        values = {**self._values(), "mu": self.mean}
        if self.n_train is None:
            return eq["2.31"](values, undefined=self.statistic)
        return line("tau_t", f"abs(mu) / ({self._error()})", values, undefined=self.statistic)

    def _error(self) -> str:
        """Return the formula of the standard error."""
        return "sigma / sqrt(k)" if self.n_train is None else "sqrt(1 / k + n_test / n_train)*sigma"

    def _values(self) -> dict[str, Any]:
        values: dict[str, Any] = {"k": len(self.differences), "sigma": self.std}
        if self.n_train is not None:
            values |= {"n_test": self.n_test, "n_train": self.n_train}
        return values


@measure
def paired_t_test(
    errors_a: ArrayLike,
    errors_b: ArrayLike,
    *,
    alpha: float = 0.05,
    n_train: int | None = None,
    n_test: int | None = None,
) -> PairedTTestResult:
    """Test whether two learners have the same error, from their errors on k folds: (2.31).

    Two-sided. The folds train and test on the same samples, so that the k differences are not
    independent and the textbook's test may reject too often. With `n_train` and `n_test` it is the
    corrected resampled t test of Nadeau and Bengio, whose variance is
    ``(1/k + n_test/n_train) * sigma**2`` instead of ``sigma**2 / k``.

    Parameters
    ----------
    errors_a, errors_b : array-like of shape (k,), k >= 2
        Errors of learners A and B, fold by fold: error rates, or errors in any unit.
    alpha : float, default 0.05
        The significance level: the probability of a wrong rejection.
    n_train, n_test : int, optional
        Number of samples to train on and to test on in each fold; both or none.

    Returns
    -------
    PairedTTestResult
        With `statistic`, `pvalue`, `df`, `critical_value`, `reject`, `working()` and
        `confidence_interval()`. Without variance the test has no answer: if all differences are
        0, 0/0 is set to 0 (p 1; SciPy: NaN); if all are equal but not 0, statistic and p are the
        limits inf and 0, as in SciPy. `working()` says so.

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
    2003. SciPy's ``ttest_rel`` has the same p-value; its statistic has a sign, (2.31) an absolute
    value.
    """
    a = as_floats(errors_a, "errors_a")
    b = as_floats(errors_b, "errors_b")
    same_length(errors_a=errors_a, errors_b=errors_b)
    one_sample.at_least_two(a, "errors_a")
    share = 1 / len(a)
    if n_train is not None or n_test is not None:
        n_train, n_test = _sizes(n_train, n_test)
        share += n_test / n_train
    unit = max(unit_of(a.tolist(), "errors_a"), unit_of(b.tolist(), "errors_b"))
    differences = (a - b).tolist()
    mean, std = one_sample.mean_and_std(differences, unit)
    statistic = quotient(abs(mean), math.sqrt(share) * std)
    df = len(a) - 1
    critical = one_sample.t_critical(alpha, df)
    return PairedTTestResult(
        statistic=statistic,
        pvalue=one_sample.t_pvalue(statistic, df),
        critical_value=critical,
        alpha=alpha,
        reject=statistic > critical,
        df=df,
        mean=mean,
        std=std,
        differences=tuple(differences),
        n_train=n_train,
        n_test=n_test,
    )


def _sizes(n_train: object, n_test: object) -> tuple[int, int]:
    if n_train is None or n_test is None:
        fail("n_train and n_test", "both, or neither", f"n_train={n_train}, n_test={n_test}")
    return size(n_train, "n_train"), size(n_test, "n_test")
