"""Two learners on the same data: the inputs of the tests of section 2.4."""

from __future__ import annotations

from typing import Any, Literal

from .._random import RandomState
from .._validation import Array, ArrayLike, Floats, fail
from ..display.workings import Found, Messages, Table, measure, word
from ..hypothesis_tests.two_learners.five_by_two import FiveByTwoResult, five_by_two_cv_test
from ..splitting.folds import RepeatedKFold, RepeatedStratifiedKFold
from .inputs import folds_of, sample_of
from .jobs import mean_errors
from .learners import fit_and_predict, is_classifier, unfitted

_say = Messages(__package__)
_MOST_ROWS = 40


@measure
def paired_cv_errors(
    estimator_a: Any,
    estimator_b: Any,
    X: Any,
    y: ArrayLike,
    *,
    cv: Any = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> Found[tuple[Floats, Floats]]:
    """Return the errors of two learners on the same folds, for `paired_t_test` (2.31).

    Parameters
    ----------
    estimator_a, estimator_b : objects with ``fit(X, y)`` and ``predict(X)``
        The learners; both train and test on the very same samples of each fold.
    X, y, n_jobs, progress
        See `cross_validate`.
    cv : int, splitter, or pairs of index arrays, default 5
        The folds; a whole number means as in `cross_validate`.

    Returns
    -------
    errors_a, errors_b : ndarrays of shape (n_folds,)
        Error rates (2.4) of classifiers, mean squared errors (2.2) of regressors.

    Raises
    ------
    TypeError, ValueError
        As `cross_validate`; also if one learner classifies and the other does not.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> class Always:
    ...     def __init__(self, label):
    ...         self.label = label
    ...     def fit(self, X, y):
    ...         pass
    ...     def predict(self, X):
    ...         return [self.label] * len(X)
    >>> X, y = [[i] for i in range(10)], ["a", "a", "b", "a", "b", "a", "a", "b", "a", "a"]
    >>> a, b = mk.paired_cv_errors(Always("a"), Always("b"), X, y, cv=mk.KFold(5))
    >>> a - b
    array([-1.,  0.,  0.,  0., -1.])

    Source
    ------
    Zhou, Machine Learning, section 2.4.2.
    """
    learners = [unfitted(estimator_a, "estimator_a"), unfitted(estimator_b, "estimator_b")]
    sample = sample_of(X, y)
    classifies = [is_classifier(learner, sample) for learner in learners]
    if classifies[0] != classifies[1]:
        expected = "two classifiers or two regressors"
        fail("estimator_a and estimator_b", expected, "one of each")
    folds = folds_of(cv, sample, classifies[0])
    errors, _ = mean_errors(learners, sample, folds, "fit", n_jobs=n_jobs, progress=progress)
    a, b = errors
    rows = [[i, *row] for i, row in enumerate(zip(a, b, a - b, strict=True), start=1)]
    header = [word("fold"), "eps_A", "eps_B", "Delta"]
    return Found((a, b), lambda: [Table(header, rows, _say("errors"), _MOST_ROWS)])


@measure
def five_by_two_cv_differences(
    estimator_a: Any,
    estimator_b: Any,
    X: Any,
    y: ArrayLike,
    *,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> Found[Floats]:
    """Return the differences of two learners' errors in five 2-fold cross validations: (2.32).

    Before each of the five the samples are shuffled; each half is the test set once. Both halves
    keep the proportions of the classes if the learners are classifiers. The differences, A minus
    B, are the input of `five_by_two_cv_test`; `compare_two_learners` does both.

    Parameters
    ----------
    estimator_a, estimator_b, X, y, n_jobs, progress
        See `paired_cv_errors`.
    random_state : int, RandomState or Generator, optional
        Seed of the five shuffles: the same seed gives the same result, for any `n_jobs`.

    Returns
    -------
    ndarray of shape (5, 2)
        Error of A minus error of B: replications in rows, halves in columns.

    Raises
    ------
    TypeError, ValueError
        As `paired_cv_errors`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> class Always:
    ...     def __init__(self, label):
    ...         self.label = label
    ...     def fit(self, X, y):
    ...         pass
    ...     def predict(self, X):
    ...         return [self.label] * len(X)
    >>> X, y = [[i] for i in range(10)], ["a", "a", "b", "a", "b", "a", "a", "b", "a", "a"]
    >>> d = mk.five_by_two_cv_differences(Always("a"), Always("b"), X, y, random_state=0)
    >>> d.shape
    (5, 2)
    >>> d.sum(axis=1).round(12)
    array([-0.8, -0.8, -0.8, -0.8, -0.8])

    Source
    ------
    Zhou, Machine Learning, section 2.4.2; Dietterich (1998), Neural Computation 10, 1895-1923.
    """
    classifies = is_classifier(unfitted(estimator_a, "estimator_a"), sample_of(X, y))
    splitter = RepeatedStratifiedKFold if classifies else RepeatedKFold
    cv = splitter(n_splits=2, n_repeats=5, random_state=random_state)
    a, b = paired_cv_errors(estimator_a, estimator_b, X, y, cv=cv, n_jobs=n_jobs, progress=progress)
    delta = (a - b).reshape(5, 2)
    rows = [[i, *pair] for i, pair in enumerate(delta, start=1)]
    header = ["i", "Delta_i,1", "Delta_i,2"]
    return Found(delta, lambda: [Table(header, rows, _say("five_by_two"))])


@measure
def compare_two_learners(
    estimator_a: Any,
    estimator_b: Any,
    X: Any,
    y: ArrayLike,
    *,
    alpha: float = 0.05,
    form: Literal["textbook", "dietterich", "alpaydin"] = "textbook",
    random_state: RandomState = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> FiveByTwoResult:
    """Test whether two learners have the same error, by 5x2 cross validation of both: (2.32).

    It is `five_by_two_cv_test` of `five_by_two_cv_differences`.

    Parameters
    ----------
    estimator_a, estimator_b, X, y, random_state, n_jobs, progress
        See `five_by_two_cv_differences`.
    alpha, form
        See `five_by_two_cv_test`.

    Returns
    -------
    FiveByTwoResult
        With `statistic`, `pvalue`, `reject`, `differences`, `working()`.

    Raises
    ------
    TypeError, ValueError
        As both functions.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> class Always:
    ...     def __init__(self, label):
    ...         self.label = label
    ...     def fit(self, X, y):
    ...         pass
    ...     def predict(self, X):
    ...         return [self.label] * len(X)
    >>> X, y = [[i] for i in range(12)], [0, 0, 0, 1] * 3
    >>> mk.compare_two_learners(Always(0), Always(1), X, y, random_state=0)
    FiveByTwoResult(...)

    Source
    ------
    Zhou, Machine Learning, (2.32).
    """
    differences = five_by_two_cv_differences(
        estimator_a, estimator_b, X, y, random_state=random_state, n_jobs=n_jobs, progress=progress
    )
    return five_by_two_cv_test(differences, alpha=alpha, form=form)


def paired_predictions(
    estimator_a: Any, estimator_b: Any, X_train: Any, y_train: ArrayLike, X_test: Any
) -> tuple[Array, Array]:
    """Return what two learners, trained on the same samples, predict for one test set.

    With the true labels of the test set they are the input of `mcnemar_test` (2.33).

    Parameters
    ----------
    estimator_a, estimator_b : objects with ``fit(X, y)`` and ``predict(X)``
        The learners.
    X_train, y_train : n_train samples
        What both are trained on. See `cross_validate`.
    X_test : n_test rows
        What both predict; no sample of it should be among the training samples.

    Returns
    -------
    y_pred_a, y_pred_b : ndarrays of shape (n_test,)
        The predictions, in the order of the test set.

    Raises
    ------
    TypeError, ValueError
        As `cross_validate`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> class Threshold:
    ...     def __init__(self, scale):
    ...         self.scale = scale
    ...     def fit(self, X, y):
    ...         self.cut = self.scale * X.mean()
    ...     def predict(self, X):
    ...         return X.ravel() > self.cut
    >>> mk.paired_predictions(
    ...     Threshold(1), Threshold(2), [[0], [2]], [False, True], [[0.5], [1.5], [2.5]]
    ... )
    (array([False,  True,  True]), array([False, False,  True]))

    Source
    ------
    Zhou, Machine Learning, section 2.4.3.
    """
    learners = [unfitted(estimator_a, "estimator_a"), unfitted(estimator_b, "estimator_b")]
    sample = sample_of(X_train, y_train, ("X_train", "y_train"))
    test = sample_of(X_test, None, ("X_test", "y_test"), optional=True)
    a, b = (fit_and_predict(learner, sample, test.X, test.n) for learner in learners)
    return a, b
