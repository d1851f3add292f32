"""Repeated hold-out and the bootstrap estimates of the error. Sections 2.2.1 and 2.2.3."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .. import _validation as check
from .._equations import equations as eq
from .._record import FloatProperty
from .._validation import Array, Floats, RandomState, fail, integer, is_single, random_stream
from .._workings import Line, Messages, Step, Working, exact, line, measure, ratio
from ..results import Explained
from ..splitting.bootstrap import bootstrap_indices
from ..splitting.hold_out import ShuffleSplit, StratifiedShuffleSplit
from .cross_validation import cross_validate, one_score
from .inputs import check_learner, features, is_classifier, mean_errors, sample_of

_say = Messages(__package__)


# -- repeated hold-out ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RepeatedHoldOut(Explained):
    """The scores of a repeated hold-out.

    Attributes
    ----------
    scores : ndarray of shape (n_repeats,)
        One score per split.
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

    _brief = ("mean", "std", "n_train", "n_test")
    _per_row = ("scores",)
    _plot = "estimates"

    @property
    def mean(self) -> float:
        """The mean of the scores, which is what a repeated hold-out reports."""
        return math.fsum(self.scores) / len(self.scores)

    @property
    def std(self) -> float:
        """The standard deviation of the scores of single splits."""
        squares = (self.scores - self.mean) ** 2  # all 0 for equal scores, as fsum is exact
        return math.sqrt(math.fsum(squares) / (len(squares) - 1))

    def working(self) -> Working:
        """Show the mean and the spread of the splits, and what the spread is not."""
        n, s = len(self.scores), self.scores
        kind = "stratified" if self.stratified else "random"
        steps = (
            _say(f"hold_out.{kind}", n=n, n_train=self.n_train, n_test=self.n_test),
            line("s_mean", "sum(s) / n", s=s, n=n),
            line("sigma", "sqrt(sum((s - s_mean)**2) / (n - 1))", s=s, s_mean=self.mean, n=n),
            _say("hold_out.spread", low=s.min(), high=s.max()),
        )
        return Working(self.mean, steps)


@measure
def repeated_hold_out(
    estimator: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    test_size: float | int = 0.3,
    n_repeats: int = 30,
    stratify: ArrayLike | None = None,
    random_state: RandomState = None,
    scoring: str | Callable[..., float] | None = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> RepeatedHoldOut:
    """Return the scores of a learner on repeated random splits (hold-out).

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
    stratify : array-like of shape (n_samples,), optional
        Labels whose proportions every split keeps, as in `train_test_split`: mostly ``y``.
    random_state : int, RandomState or Generator, optional
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
    >>> mk.repeated_hold_out(Majority(), X, y, n_repeats=10, stratify=y, random_state=0)
    RepeatedHoldOut(mean=0.6667, std=0, n_train=14, n_test=6)

    Source
    ------
    Zhou, Machine Learning, section 2.2.1.
    """
    if stratify is not None and is_single(stratify):
        fail("stratify", "labels (stratify=y) or None", repr(stratify), TypeError)
    integer(n_repeats, "n_repeats", least=2)
    kind = ShuffleSplit if stratify is None else StratifiedShuffleSplit
    splitter = kind(n_repeats, test_size=test_size, random_state=random_state)
    folds = list(splitter.split(features(X), stratify))
    options: dict[str, Any] = {"scoring": scoring, "n_jobs": n_jobs, "progress": progress}
    scores = one_score(cross_validate(estimator, X, y, cv=folds, **options))
    return RepeatedHoldOut(scores, len(folds[0][0]), len(folds[0][1]), stratify is not None)


# -- bootstrap --------------------------------------------------------------------------------


def _value_of(symbol: str, doc: str) -> FloatProperty:
    """Return a property that reads the value of a line of the working."""
    return FloatProperty(lambda estimates: float(estimates._lines()[symbol].value), doc=doc)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BootstrapEstimates(Explained):
    """Bootstrap estimates of a learner's error.

    Attributes
    ----------
    errors : ndarray of shape (n_rounds,)
        Error of each round on the samples that its training set left out: error rates (2.4) of a
        classifier, else mean squared errors (2.2).
    n_out_of_bag : ndarray of shape (n_rounds,)
        How many samples were left out.
    y_true, y_pred : ndarray of shape (n_samples,)
        True values, and the predictions of the learner trained on all samples.
    classifier : bool
        Whether errors are error rates.
    out_of_bag, apparent, no_information, estimate_632, estimate_632_plus : float
        The estimates; see `bootstrap_estimates`.
    """

    errors: Floats
    n_out_of_bag: Array
    y_true: Array
    y_pred: Array
    classifier: bool

    _brief = ("out_of_bag", "apparent", "estimate_632", "estimate_632_plus")
    _plot = "estimates"

    @property
    def out_of_bag(self) -> float:
        """The mean of `errors`: pessimistic, as every learner saw about 63 % of the samples."""
        return float(self.errors.mean())

    apparent = _value_of("err_app", "The error on D of the learner trained on D: optimistic.")
    estimate_632 = _value_of("err_632", "0.368 times `apparent` plus 0.632 times `out_of_bag`.")
    no_information = _value_of(
        "gamma", "The error if X told nothing of y: every prediction set against every true value."
    )
    estimate_632_plus = _value_of(
        "err_plus", "As `estimate_632`, with less weight on `apparent` the more is overfitted."
    )

    def working(self) -> Working:
        """Show how the estimates follow from the errors."""
        n, m, left_out = len(self.errors), len(self.y_true), self.n_out_of_bag.mean()
        rounds = _say("bootstrap.rounds", n=n, m=m, left_out=left_out)
        steps: tuple[Step, ...] = (rounds, *self._lines().values(), _say("bootstrap.bias"))
        return Working(self.out_of_bag, steps)

    def _lines(self) -> dict[str, Line]:
        """Return the lines of the working by their symbols."""
        first, gamma, oob = self._apparent(), self._no_information(), self.out_of_bag
        u = _line("at_most", "u", "min(err_oob, gamma)", err_oob=oob, gamma=gamma.value)
        app, at_most = first.value, u.value
        lines = [
            _line("oob", "err_oob", "sum(e) / n", e=self.errors, n=len(self.errors)),
            first,
            _line("632", "err_632", "0.368*err_app + 0.632*err_oob", err_app=app, err_oob=oob),
            gamma,
            u,
            _line("no_overfitting", "R", "0"),
        ]
        if min(at_most, gamma.value) > app:
            values = {"u": at_most, "err_app": app, "gamma": gamma.value}
            lines[-1] = _line("overfitting", "R", "(u - err_app) / (gamma - err_app)", **values)
        weight = line("w", "0.632 / (1 - 0.368*R)", R=lines[-1].value)
        values = {"w": weight.value, "err_app": exact(app), "u": at_most}
        plus = _line("632_plus", "err_plus", "(1 - w)*err_app + w*u", **values)
        return {line.symbol: line for line in (*lines, weight, plus)}

    def _apparent(self) -> Line:
        m, note = len(self.y_true), _say("bootstrap.apparent")
        if self.classifier:
            wrong = int(np.count_nonzero(self.y_true != self.y_pred))
            return eq["2.4"](a=wrong, m=m, symbol="err_app", note=note)
        squares = float(((self.y_pred - self.y_true) ** 2).sum())
        return eq["2.2"](form="S / m", S=squares, m=m, symbol="err_app", note=note)

    def _no_information(self) -> Line:
        if self.classifier:
            classes, columns = check.encode(self.y_true, self.y_pred)
            m, k = len(self.y_true), len(classes)
            p, q = ([ratio(c, m) for c in np.bincount(x, minlength=k)] for x in columns)
            return _line("no_information", "gamma", "sum(p*(1 - q))", p=p, q=q)
        y, f = self.y_true.astype(float), self.y_pred
        values = {"v_y": y.var(), "v_f": f.var(), "y_mean": y.mean(), "f_mean": f.mean()}
        return _line("no_information", "gamma", "v_y + v_f + (f_mean - y_mean)**2", **values)


def _line(note: str, symbol: str, formula: str, **values: Any) -> Line:
    return line(symbol, formula, values, _say(f"bootstrap.{note}"))


@measure
def bootstrap_estimates(
    estimator: Any,
    X: Any,
    y: ArrayLike,
    *,
    n_rounds: int = 100,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> BootstrapEstimates:
    """Estimate the error by the bootstrap: out-of-bag, .632 and .632+.

    The textbook's 自助法 and 包外估计 (section 2.2.3). Each round trains on D', m samples drawn
    with replacement, and tests on D minus D'. Testing on D instead is optimistic: the
    learner has seen about 63 % of D.

    Parameters
    ----------
    estimator, X, y, n_jobs, progress
        See `cross_validate`.
    n_rounds : int >= 1, default 100
        Number of bootstrap samples.
    random_state : int, RandomState or Generator, optional
        Seed of the samples: the same seed gives the same result, for any `n_jobs`.

    Returns
    -------
    BootstrapEstimates
        With `errors`, one per round, and

        - `out_of_bag`, their mean: what the textbook calls the out-of-bag estimate. Efron and
          Tibshirani average over samples first, then over the rounds that left a sample out.
        - `apparent`, the error on D of the learner trained on D.
        - `estimate_632` = 0.368 apparent + 0.632 out_of_bag: too low for a learner that
          memorizes its training set, whose `apparent` is 0 however large its error is.
        - `estimate_632_plus` corrects that: w = 0.632 / (1 - 0.368 R) in place of 0.632, where R is
          how much of the way from `apparent` to `no_information` the out-of-bag error has gone.
          An out-of-bag error above `no_information` counts as `no_information`.

        and `working()`.

    Raises
    ------
    TypeError, ValueError
        As `cross_validate`; also if fewer than two samples are given.

    Examples
    --------
    A learner that knows only its training set by heart:

    >>> import mlevalkit as mk
    >>> class Memory:
    ...     def fit(self, X, y):
    ...         self.known = dict(zip(X.ravel(), y))
    ...     def predict(self, X):
    ...         return [self.known.get(x, 0) for x in X.ravel()]
    >>> X, y = [[i] for i in range(20)], [0, 1] * 10
    >>> result = mk.bootstrap_estimates(Memory(), X, y, n_rounds=200, random_state=0)
    >>> result
    BootstrapEstimates(out_of_bag=0.4829, apparent=0, estimate_632=0.3052,
                       estimate_632_plus=0.4734)

    Source
    ------
    Zhou, Machine Learning, section 2.2.3; Efron and Tibshirani (1997), JASA 92, 548-560.
    """
    check_learner(estimator)
    sample = sample_of(X, y)
    if sample.n < 2:
        fail("X", "at least 2 samples, one to draw and one to leave out", str(sample.n))
    n_rounds, rng = integer(n_rounds, "n_rounds", least=1), random_stream(random_state)
    folds = [bootstrap_indices(sample.n, rng) for _ in range(n_rounds)]
    every = np.arange(sample.n)
    folds.append((every, every))
    (errors,), answers = mean_errors([estimator], sample, folds, (n_jobs, progress), "round")
    left_out = np.array([len(test) for _, test in folds[:-1]])
    target, classifier = np.asarray(sample.target), is_classifier(estimator, sample)
    said = answers[-1] if classifier else answers[-1].astype(float)  # bytes would wrap around
    return BootstrapEstimates(errors[:-1], left_out, target, said, classifier)
