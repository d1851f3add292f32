"""Two learners on the same data: the inputs of the tests of section 2.4."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, Floats, fail, flag
from ..splitting import RepeatedKFold, RepeatedStratifiedKFold
from ..splitting._rows import n_rows, take
from ._folds import folds_of
from ._learners import (
    Sample,
    check_learner,
    features,
    fitted,
    is_classifier,
    sample_of,
)
from ._run import run
from ._scoring import answer, mean_error, target_of


def paired_cv_errors(
    estimator_a: Any,
    estimator_b: Any,
    X: Any,
    y: ArrayLike,
    *,
    cv: Any = 10,
    n_jobs: int | None = None,
    progress: bool = False,
) -> tuple[Floats, Floats]:
    """Return the errors of two learners on the same folds, for `paired_t_test` (2.31).

    Parameters
    ----------
    estimator_a, estimator_b : objects with ``fit(X, y)`` and ``predict(X)``
        The learners; both train and test on the very same samples of each fold.
    X, y, n_jobs, progress
        See `cross_validate`.
    cv : int, splitter, or pairs of index arrays, default 10
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
    sample = _for_both(estimator_a, estimator_b, X, y)
    folds = folds_of(cv, sample, is_classifier(estimator_a, sample))
    return _errors(estimator_a, estimator_b, sample, folds, n_jobs, progress)


def five_by_two_cv_differences(
    estimator_a: Any,
    estimator_b: Any,
    X: Any,
    y: ArrayLike,
    *,
    stratify: bool | None = None,
    random_state: Any = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> Floats:
    """Return the differences of two learners' errors in five 2-fold cross validations: (2.32).

    Before each of the five the samples are shuffled; each half is the test set once. The
    differences, A minus B, are the input of `five_by_two_cv_test`.

    Parameters
    ----------
    estimator_a, estimator_b, X, y, n_jobs, progress
        See `paired_cv_errors`.
    stratify : bool, optional
        Whether both halves keep the proportions of the classes; by default for classifiers.
    random_state : int or RandomState, optional
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
    >>> d = mk.five_by_two_cv_differences(
    ...     Always("a"), Always("b"), X, y, stratify=False, random_state=0
    ... )
    >>> d.shape
    (5, 2)
    >>> d.sum(axis=1).round(12)
    array([-0.8, -0.8, -0.8, -0.8, -0.8])

    Source
    ------
    Zhou, Machine Learning, section 2.4.2; Dietterich (1998), Neural Computation 10, 1895-1923.
    """
    sample = _for_both(estimator_a, estimator_b, X, y)
    classifier = is_classifier(estimator_a, sample)
    stratified = classifier if stratify is None else flag(stratify, "stratify")
    splitter = RepeatedStratifiedKFold if stratified else RepeatedKFold
    cv = splitter(n_splits=2, n_repeats=5, random_state=random_state)
    folds = folds_of(cv, sample, stratified)
    a, b = _errors(estimator_a, estimator_b, sample, folds, n_jobs, progress)
    return np.asarray(a - b).reshape(5, 2)


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
    pred_a, pred_b : ndarrays of shape (n_test,)
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
    for estimator, name in ((estimator_a, "estimator_a"), (estimator_b, "estimator_b")):
        check_learner(estimator, name)
    sample = sample_of(X_train, target_of(y_train, "y_train"), ("X_train", "y_train"))
    test = features(X_test, "X_test")
    a, b = (
        answer(fitted(estimator, sample.X, sample.y).predict(test), n_rows(test, "X_test"))
        for estimator in (estimator_a, estimator_b)
    )
    return a, b


def _for_both(estimator_a: Any, estimator_b: Any, X: Any, y: Any) -> Sample:
    check_learner(estimator_a, "estimator_a")
    check_learner(estimator_b, "estimator_b")
    sample = sample_of(X, target_of(y))
    kinds = [is_classifier(e, sample) for e in (estimator_a, estimator_b)]
    if kinds[0] != kinds[1]:
        expected = "two classifiers or two regressors"
        fail("estimator_a and estimator_b", expected, "one of each")
    return sample


def _errors(
    estimator_a: Any, estimator_b: Any, sample: Sample, folds: Any, n_jobs: Any, progress: bool
) -> tuple[Floats, Floats]:
    error = mean_error(estimator_a, sample)
    jobs = [(estimator_a, estimator_b, sample, *fold, error) for fold in folds]
    pairs = np.array(run(_both_errors, jobs, n_jobs, progress, "fold"))
    return pairs[:, 0], pairs[:, 1]


def _both_errors(
    estimator_a: Any, estimator_b: Any, sample: Sample, train: Array, test: Array, error: Any
) -> list[float]:
    X_test, y_test = take(sample.X, test), np.asarray(sample.target)[test]
    learners = (fitted(e, *sample.rows(train)) for e in (estimator_a, estimator_b))
    return [error(y_test, answer(learner.predict(X_test), len(test))) for learner in learners]
