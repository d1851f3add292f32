"""Repeated hold-out and the bootstrap estimates of the error. Sections 2.2.1 and 2.2.3."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .. import _validation as check
from .._random import RandomState, random_stream
from .._validation import Array, Floats, fail, integer, is_single
from ..display.equations import equations as eq
from ..display.results import Explained
from ..display.workings import Line, Messages, Step, Working, exact, line, measure, ratio
from ..splitting.bootstrap import bootstrap_indices
from ..splitting.hold_out import ShuffleSplit, StratifiedShuffleSplit
from .cross_validation import cross_validate, single_score
from .inputs import features, sample_of
from .jobs import mean_errors
from .learners import is_classifier, unfitted

_say = Messages(__package__)


# -- repeated hold-out ------------------------------------------------------------------------


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
        s = self.scores
        n = len(s)
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
    results = cross_validate(
        estimator, X, y, scoring=scoring, cv=folds, n_jobs=n_jobs, progress=progress
    )
    train, test = folds[0]
    return RepeatedHoldOut(
        scores=single_score(results),
        n_train=len(train),
        n_test=len(test),
        stratified=stratify is not None,
    )


# -- bootstrap --------------------------------------------------------------------------------


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
    out_of_bag : float
        The mean of `errors`: pessimistic, as every learner saw about 63 % of the samples.
    apparent : float
        The error on D of the learner trained on D: optimistic.
    no_information : float
        The error if X told nothing of y: every prediction set against every true value.
    estimate_632 : float
        0.368 times `apparent` plus 0.632 times `out_of_bag`.
    estimate_632_plus : float
        As `estimate_632`, with less weight on `apparent` the more is overfitted.
    steps : tuple
        How the estimates come about; `working` shows them.
    """

    errors: Floats
    n_out_of_bag: Array
    y_true: Array
    y_pred: Array
    out_of_bag: float
    apparent: float
    no_information: float
    estimate_632: float
    estimate_632_plus: float
    steps: tuple[Step, ...] = field(compare=False)

    _brief = ("out_of_bag", "apparent", "estimate_632", "estimate_632_plus")

    def working(self) -> Working:
        """Show how the estimates follow from the errors."""
        return Working(self.out_of_bag, self.steps)


def _estimate_lines(errors: Floats, y_true: Array, y_pred: Array, classifier: bool) -> list[Line]:
    """Return how the estimates follow: out-of-bag, apparent, .632, no information, ..., .632+."""
    of_oob = _line("oob", "err_oob", "sum(e) / n", e=errors, n=len(errors))
    oob = of_oob.value
    of_apparent = _apparent_line(y_true, y_pred, classifier)
    app = of_apparent.value
    of_632 = _line("632", "err_632", "0.368*err_app + 0.632*err_oob", err_app=app, err_oob=oob)
    no_information = _no_information_line(y_true, y_pred, classifier)
    gamma = no_information.value
    at_most = _line("at_most", "u", "min(err_oob, gamma)", err_oob=oob, gamma=gamma)
    u = at_most.value
    rate = _line("no_overfitting", "R", "0")
    if u > app:
        formula = "(u - err_app) / (gamma - err_app)"
        rate = _line("overfitting", "R", formula, u=u, err_app=app, gamma=gamma)
    weight = line("w", "0.632 / (1 - 0.368*R)", R=rate.value)
    values = {"w": weight.value, "err_app": exact(app), "u": u}
    of_plus = _line("632_plus", "err_plus", "(1 - w)*err_app + w*u", **values)
    return [of_oob, of_apparent, of_632, no_information, at_most, rate, weight, of_plus]


def _apparent_line(y_true: Array, y_pred: Array, classifier: bool) -> Line:
    m = len(y_true)
    note = _say("bootstrap.apparent")
    if classifier:
        wrong = int(np.count_nonzero(y_true != y_pred))
        return eq["2.4"](a=wrong, m=m, symbol="err_app", note=note)
    squares = float(((y_pred - y_true) ** 2).sum())
    return eq["2.2"](form="S / m", S=squares, m=m, symbol="err_app", note=note)


def _no_information_line(y_true: Array, y_pred: Array, classifier: bool) -> Line:
    """Return the mean error of every prediction against every true value."""
    if classifier:
        m = len(y_true)
        p, q = ([ratio(c, m) for c in counts] for counts in _class_counts(y_true, y_pred))
        return _line("no_information", "gamma", "sum(p*(1 - q))", p=p, q=q)
    y = y_true.astype(float)
    f = y_pred
    values = {"v_y": y.var(), "v_f": f.var(), "y_mean": y.mean(), "f_mean": f.mean()}
    return _line("no_information", "gamma", "v_y + v_f + (f_mean - y_mean)**2", **values)


def _class_counts(y_true: Array, y_pred: Array) -> tuple[Array, Array]:
    """Return how often each class occurs, and how often it is predicted."""
    classes, (true, predicted) = check.encode(y_true, y_pred)
    k = len(classes)
    return np.bincount(true, minlength=k), np.bincount(predicted, minlength=k)


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
    learner = unfitted(estimator)
    sample = sample_of(X, y)
    if sample.n < 2:
        fail("X", "at least 2 samples, one to draw and one to leave out", str(sample.n))
    integer(n_rounds, "n_rounds", least=1)
    rng = random_stream(random_state)
    rounds = [bootstrap_indices(sample.n, rng) for _ in range(n_rounds)]
    every = np.arange(sample.n)
    folds = [*rounds, (every, every)]
    (errors,), answers = mean_errors(
        [learner], sample, folds, "round", n_jobs=n_jobs, progress=progress
    )
    classifier = is_classifier(learner, sample)
    y_pred = answers[-1] if classifier else answers[-1].astype(float)  # bytes would wrap around
    errors = errors[:-1]
    n_out_of_bag = np.array([len(test) for _, test in rounds])
    lines = _estimate_lines(errors, sample.target, y_pred, classifier)
    out_of_bag, apparent, of_632, no_information, *_, of_plus = (float(li.value) for li in lines)
    left_out = n_out_of_bag.mean()
    drawn = _say("bootstrap.rounds", n=n_rounds, m=sample.n, left_out=left_out)
    return BootstrapEstimates(
        errors=errors,
        n_out_of_bag=n_out_of_bag,
        y_true=sample.target,
        y_pred=y_pred,
        out_of_bag=out_of_bag,
        apparent=apparent,
        no_information=no_information,
        estimate_632=of_632,
        estimate_632_plus=of_plus,
        steps=(drawn, *lines, _say("bootstrap.bias")),
    )
