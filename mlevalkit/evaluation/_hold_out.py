"""Repeated hold-out: many random splits, and how much one split depends on luck. Section 2.2.1."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from .._validation import Floats, flag, integer
from .._workings import Explained, Line, Words, Working
from ..splitting import ShuffleSplit, StratifiedShuffleSplit
from ._cross_validation import on_folds, one_score
from ._folds import folds_of
from ._learners import check_learner, is_classifier, sample_of
from ._scoring import single_scorer


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RepeatedHoldOut(Explained):
    """The scores of a repeated hold-out.

    Attributes
    ----------
    scores : ndarray of shape (n_repeats,)
        One score a split.
    mean, std : float
        Their mean and standard deviation (divisor n - 1).
    n_train, n_test : int
        Samples in each training and test set.
    stratified : bool
        Whether every split kept the proportions of the classes.
    """

    scores: Floats
    n_train: int
    n_test: int
    stratified: bool

    _brief: ClassVar[tuple[str, ...]] = ("mean", "std", "n_train", "n_test")

    @property
    def mean(self) -> float:
        """The mean of the scores, which is what a repeated hold-out reports."""
        return math.fsum(self.scores) / len(self.scores)

    @property
    def std(self) -> float:
        """How far the score of one split lies from the mean, typically."""
        squares = (self.scores - self.mean) ** 2  # all 0 for equal scores, as fsum is exact
        return math.sqrt(math.fsum(squares) / (len(squares) - 1))

    def working(self) -> Working:
        """Show the mean and the spread of the splits, and what the spread is not."""
        n = len(self.scores)
        mean = Line(None, "s_mean", "sum(s) / n", {"s": self.scores, "n": n})
        values = {"s": self.scores, "s_mean": self.mean, "n": n}
        spread = Line(None, "sigma", "sqrt(sum((s - s_mean)**2) / (n - 1))", values)
        kind_en, kind_zh = ("stratified ", "分层") if self.stratified else ("", "")
        return Working(
            self.mean,
            Words(
                f"{n} random {kind_en}splits: each trains on {self.n_train} samples and tests on "
                f"the {self.n_test} others.",
                f"{n} 次随机{kind_zh}划分：每次用 {self.n_train} 个样本训练，"
                f"用其余 {self.n_test} 个样本测试。",
            ),
            mean,
            spread,
            Words(
                f"A single split gave anything from {self.scores.min():.4g} to "
                f"{self.scores.max():.4g}. The splits share samples, so sigma divided by the root "
                "of n is no standard error of the mean.",
                f"单独一次划分的结果从 {self.scores.min():.4g} 到 {self.scores.max():.4g} 不等。"
                "各次划分共用样本，所以 σ 除以 n 的平方根并不是均值的标准误。",
            ),
        )


def repeated_hold_out(
    estimator: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    test_size: float | int = 0.3,
    n_repeats: int = 30,
    stratify: bool | None = None,
    random_state: Any = None,
    scoring: str | Callable[..., float] | None = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> RepeatedHoldOut:
    """Split at random, train, test, and do it again; report the mean and the spread.

    The textbook's 留出法 (section 2.2.1) with its advice to repeat: the result of one split says
    as much about the split as about the learner.

    Parameters
    ----------
    estimator, X, y, scoring, n_jobs, progress
        See `cross_validate`.
    test_size : float or int, default 0.3
        Share of the samples in the test set, or their number. The textbook advises 1/5 to 1/3.
    n_repeats : int >= 2, default 30
        Number of splits.
    stratify : bool, optional
        Whether every split keeps the proportions of the classes; by default for classifiers.
    random_state : int or RandomState, optional
        Seed of the splits: the same seed gives the same result, for any `n_jobs`.

    Returns
    -------
    RepeatedHoldOut
        With `scores`, `mean`, `std`, `n_train`, `n_test`, and `working()`.

    Raises
    ------
    TypeError, ValueError
        As `cross_validate`; also if `test_size` leaves a set empty or is too small to stratify.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> class Majority:
    ...     def fit(self, X, y):
    ...         self.label = max(set(y), key=list(y).count)
    ...     def predict(self, X):
    ...         return [self.label] * len(X)
    >>> X, y = [[i] for i in range(20)], ["a"] * 12 + ["b"] * 8
    >>> mk.repeated_hold_out(Majority(), X, y, test_size=0.25, n_repeats=10, random_state=0)
    RepeatedHoldOut(mean=0.6, std=0, n_train=15, n_test=5)

    Source
    ------
    Zhou, Machine Learning, section 2.2.1.
    """
    check_learner(estimator)
    sample = sample_of(X, y)
    scorers = single_scorer(scoring, estimator, sample)
    if stratify is None:
        stratified = is_classifier(estimator, sample) and sample.target is not None
    else:
        stratified = flag(stratify, "stratify")
    kind = StratifiedShuffleSplit if stratified else ShuffleSplit
    splitter = kind(
        integer(n_repeats, "n_repeats", least=2), test_size=test_size, random_state=random_state
    )
    folds = folds_of(splitter, sample, stratified)
    scores = one_score(on_folds(estimator, sample, folds, scorers, False, n_jobs, progress))
    return RepeatedHoldOut(scores, len(folds[0][0]), len(folds[0][1]), stratified)
