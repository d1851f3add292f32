"""Bootstrap estimates of the error: out-of-bag, .632, .632+. Section 2.2.3."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, Floats, encode, fail, integer, random_stream
from .._workings import Explained, Line, Words, Working, exact, ratio
from ..splitting._bootstrap import bootstrap_indices
from ..splitting._rows import take
from ._folds import Folds
from ._learners import Sample, check_learner, fitted, is_classifier, sample_of
from ._run import run
from ._scoring import answer, mean_error, target_of


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BootstrapEstimates(Explained):
    """What the bootstrap says of a learner's error.

    Attributes
    ----------
    errors : ndarray of shape (n_rounds,)
        Error of each round on the samples that its training set left out: error rates (2.4) of a
        classifier, else mean squared errors (2.2).
    n_out_of_bag : ndarray of shape (n_rounds,)
        How many samples were left out.
    y_true, y_pred : ndarray of shape (n_samples,)
        True values, and what the learner trained on all samples says of them.
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

    _brief: ClassVar[tuple[str, ...]] = (
        "out_of_bag",
        "apparent",
        "estimate_632",
        "estimate_632_plus",
    )

    @property
    def out_of_bag(self) -> float:
        """The mean of `errors`: pessimistic, as every learner saw about 63 % of the samples."""
        return float(self.errors.mean())

    @property
    def apparent(self) -> float:
        """The error on D of the learner trained on D: optimistic."""
        return float(self._apparent_line().value)

    @property
    def estimate_632(self) -> float:
        """0.368 times `apparent` plus 0.632 times `out_of_bag`."""
        return float(self._line_632().value)

    @property
    def no_information(self) -> float:
        """The error if X told nothing of y: every prediction set against every true value."""
        return float(self._no_information_line().value)

    @property
    def estimate_632_plus(self) -> float:
        """As `estimate_632`, trusting `apparent` the less, the more the learner overfits."""
        return float(self._plus_lines()[-1].value)

    def working(self) -> Working:
        """Show how the estimates follow from the errors."""
        n = len(self.errors)
        return Working(
            self.out_of_bag,
            Words(
                f"{n} rounds: each trains on {len(self.y_true)} samples drawn with replacement and "
                f"tests on those that were never drawn, {self.n_out_of_bag.mean():.4g} on average.",
                f"共 {n} 轮：每轮有放回地抽取 {len(self.y_true)} 个样本训练，"
                f"用一次也没有抽到的样本测试，平均 {self.n_out_of_bag.mean():.4g} 个。",
            ),
            Line(None, "err_oob", "sum(e) / n", {"e": self.errors, "n": n}, _NOTES["oob"]),
            self._apparent_line(),
            self._line_632(),
            self._no_information_line(),
            *self._plus_lines(),
            Words(
                "The out-of-bag error tends to be too high, as the learners saw fewer different "
                "samples than the final one will; the error on the training set, too low. "
                "0.632 ≈ 1 - 1/e weighs one against the other.",
                "包外误差往往偏高，因为每个学习器见到的不同样本比最终模型少；训练集上的误差往往偏低。"
                "0.632 ≈ 1 - 1/e 在两者之间加权。",
            ),
        )

    def _apparent_line(self) -> Line:
        m = len(self.y_true)
        if self.classifier:
            wrong = int(np.count_nonzero(self.y_true != self.y_pred))
            return Line("2.4", "err_app", "a / m", {"a": wrong, "m": m}, _NOTES["app"])
        squares = float(((self.y_pred - self.y_true) ** 2).sum())
        return Line("2.2", "err_app", "S / m", {"S": squares, "m": m}, _NOTES["app"])

    def _line_632(self) -> Line:
        values = {"err_app": self._apparent_line().value, "err_oob": self.out_of_bag}
        formula = "0.368*err_app + 0.632*err_oob"
        return Line(None, "err_632", formula, values, (".632 estimate", ".632 估计"))

    def _no_information_line(self) -> Line:
        if self.classifier:
            classes, (true, pred) = encode(self.y_true, self.y_pred)
            m, k = len(true), len(classes)
            shares = [[ratio(c, m) for c in np.bincount(x, minlength=k)] for x in (true, pred)]
            values: dict[str, Any] = {"p": shares[0], "q": shares[1]}
            return Line(None, "gamma", "sum(p*(1 - q))", values, _NOTES["gamma"])
        y, f = self.y_true.astype(float), self.y_pred.astype(float)
        values = {"v_y": y.var(), "v_f": f.var(), "y_mean": y.mean(), "f_mean": f.mean()}
        return Line(None, "gamma", "v_y + v_f + (f_mean - y_mean)**2", values, _NOTES["gamma"])

    def _plus_lines(self) -> list[Line]:
        app, gamma = self._apparent_line().value, self._no_information_line().value
        values = {"err_oob": self.out_of_bag, "gamma": gamma}
        oob = Line(None, "u", "min(err_oob, gamma)", values, _NOTES["u"])
        if min(oob.value, gamma) > app:
            values = {"u": oob.value, "err_app": app, "gamma": gamma}
            rate = Line(None, "R", "(u - err_app) / (gamma - err_app)", values, _NOTES["R"])
        else:
            rate = Line(None, "R", "0", {}, _NOTES["none"])
        weight = Line(None, "w", "0.632 / (1 - 0.368*R)", {"R": rate.value})
        values = {"w": weight.value, "err_app": exact(app), "u": oob.value}
        last = Line(None, "err_plus", "(1 - w)*err_app + w*u", values, _NOTES["plus"])
        return [oob, rate, weight, last]


_NOTES = {
    "oob": ("out-of-bag estimate", "包外估计"),
    "app": ("on the training set", "训练集上"),
    "gamma": ("if X told nothing of y", "假如 X 与 y 无关"),
    "u": ("at most gamma", "不超过 γ"),
    "R": ("relative overfitting, 0 to 1", "相对过拟合率，0 到 1"),
    "none": ("no overfitting seen", "未见过拟合"),
    "plus": (".632+ estimate", ".632+ 估计"),
}


def bootstrap_estimates(
    estimator: Any,
    X: Any,
    y: ArrayLike,
    *,
    n_rounds: int = 100,
    random_state: Any = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> BootstrapEstimates:
    """Estimate the error by the bootstrap: out-of-bag, .632 and .632+.

    The textbook's 自助法 and 包外估计 (section 2.2.3). Each round trains on D', m samples drawn
    with replacement, and tests on D minus D'. Testing on D instead flatters the learner: about
    63 % of D it has seen.

    Parameters
    ----------
    estimator, X, y, n_jobs, progress
        See `cross_validate`.
    n_rounds : int >= 1, default 100
        Number of bootstrap samples.
    random_state : int or RandomState, optional
        Seed of the samples: the same seed gives the same result, for any `n_jobs`.

    Returns
    -------
    BootstrapEstimates
        With `errors`, one a round, and

        - `out_of_bag`, their mean: what the textbook calls the out-of-bag estimate. Efron and
          Tibshirani average over samples first, then over the rounds that left a sample out.
        - `apparent`, the error on D of the learner trained on D.
        - `estimate_632` = 0.368 apparent + 0.632 out_of_bag: too low for a learner that knows its
          training set by heart, whose `apparent` is 0 whatever it is worth.
        - `estimate_632_plus` mends that: w = 0.632 / (1 - 0.368 R) in place of 0.632, where R is
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
    sample = sample_of(X, target_of(y))
    error, target = mean_error(estimator, sample), np.asarray(sample.target)
    folds = _bootstrap_folds(sample, integer(n_rounds, "n_rounds", least=1), random_state)
    everything = np.arange(sample.n)
    jobs = [(estimator, sample, *fold) for fold in [*folds, (everything, everything)]]
    *rounds, last = run(_fit_and_predict, jobs, n_jobs, progress, "round")
    errors = [error(target[fold[1]], p) for fold, p in zip(folds, rounds, strict=True)]
    left_out = np.array([len(test) for _, test in folds])
    classifier = is_classifier(estimator, sample)
    return BootstrapEstimates(np.array(errors), left_out, target, last, classifier)


def _bootstrap_folds(sample: Sample, n_rounds: int, random_state: Any) -> Folds:
    if sample.n < 2:
        fail("X", "at least 2 samples, one to draw and one to leave out", str(sample.n))
    rng = random_stream(random_state)
    return [bootstrap_indices(sample.n, rng) for _ in range(n_rounds)]


def _fit_and_predict(estimator: Any, sample: Sample, train: Array, test: Array) -> Array:
    learner = fitted(estimator, *sample.rows(train))
    return answer(learner.predict(take(sample.X, test)), len(test))
