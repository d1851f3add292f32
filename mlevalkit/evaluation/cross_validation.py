"""Cross validation: every fold is the test set once, a fresh copy of the learner learns the rest.

Section 2.2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Literal, get_args

import numpy as np

from .._validation import Array, ArrayLike, Floats, fail, flag, one_of
from .._workings import Found, line, measure
from ..splitting.base import take
from .inputs import Folds, How, Sample, check_learner, fitted, prepared, run
from .scoring import Scorers, Scoring, scorers_of

Method = Literal["predict", "predict_proba", "decision_function"]


def cross_validate(
    estimator: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    scoring: Scoring = None,
    cv: Any = None,
    n_jobs: int | None = None,
    return_train_score: bool = False,
    progress: bool = False,
) -> dict[str, Floats]:
    """Train and test a learner on every fold; return its scores and times.

    The textbook's 交叉验证 (section 2.2.2): D is cut into k parts, each is the test set once, and
    the learner is trained on the other k - 1. What is reported is the mean over the folds.

    Parameters
    ----------
    estimator : object with ``fit(X, y)`` and ``predict(X)``
        The learner. Every fold trains a copy (`copy.deepcopy`); the learner itself is not touched.
    X : array, data frame or list of n_samples rows
        The features, in whatever form the learner takes.
    y : array-like of shape (n_samples,), optional
        Labels or numbers to predict.
    scoring : str, callable, list, or dict, optional
        What to measure; by default the learner's own ``score``, else accuracy for labels and R2
        for numbers.

        - A name: "accuracy", "error_rate", "precision", "recall" and "f1", each also with
          "_macro", "_micro" or "_weighted", "roc_auc", "average_precision", "r2",
          "neg_mean_squared_error", "neg_root_mean_squared_error", "neg_mean_absolute_error".
        - A metric of this library or of `sklearn.metrics` that takes (y_true, y_pred) or
          (y_true, y_score), as it is, with options as ``functools.partial(mk.f1_score,
          average="macro")``.
        - A function ``f(estimator, X, y)`` that returns a number or a dict of numbers.
        - A list of names and metrics, or a dict that names what it holds.
    cv : int, splitter, or pairs of index arrays, default 5
        A number of folds k means `StratifiedKFold` for a classifier, else `KFold`, both without
        shuffling: shuffle sorted data by giving the splitter itself. A learner that does not say
        what it is counts as a classifier if y holds strings, booleans or whole numbers.
    n_jobs : int, optional
        How many folds to run at a time, through joblib; -1 for every core. The results are the
        same for any number. Inside ``joblib.parallel_config("dask")`` a Dask cluster does the work.
    return_train_score : bool, default False
        Whether to score each learner on its training set too.
    progress : bool, default False
        Whether to show a bar (tqdm, on standard error).

    Returns
    -------
    dict of ndarrays of shape (n_folds,)
        ``fit_time`` and ``score_time`` in seconds, ``test_score`` (``test_<name>`` for several
        measures), and ``train_score`` or ``train_<name>`` if asked for.

    Raises
    ------
    TypeError, ValueError
        If the learner has no `fit` or `predict`, X and y do not match, `scoring` is no known name
        or metric, the folds are impossible, or a test set lacks a class that "roc_auc" needs.

    Notes
    -----
    Names, defaults and numbers are scikit-learn's. Two things differ: an error inside a learner is
    raised, with the number of its fold, not turned into NaN; and so is a score that is undefined
    for want of a class.

    Examples
    --------
    A learner that always answers with the mean of what it saw:

    >>> import mlevalkit as mk
    >>> class Mean:
    ...     def fit(self, X, y):
    ...         self.mean = sum(y) / len(y)
    ...     def predict(self, X):
    ...         return [self.mean] * len(X)
    >>> scores = mk.cross_validate(
    ...     Mean(), [[0], [1], [2], [3]], [0.0, 1.0, 2.0, 6.5], cv=2,
    ...     scoring="neg_mean_absolute_error",
    ... )
    >>> scores["test_score"]
    array([-3.75, -3.75])

    Source
    ------
    Zhou, Machine Learning, section 2.2.2; scikit-learn.
    """
    sample, folds = prepared(estimator, X, y, cv)
    scorers, how = scorers_of(scoring, estimator, sample), (n_jobs, progress)
    return on_folds([estimator], sample, folds, scorers, how, return_train_score)


@measure
def cross_val_score(
    estimator: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    scoring: str | Callable[..., float] | None = None,
    cv: Any = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> Found[Floats]:
    """Return the score of a learner on every fold of a cross validation.

    It is ``cross_validate(...)["test_score"]``; section 2.2.2.

    Parameters
    ----------
    estimator, X, y, cv, n_jobs, progress
        See `cross_validate`.
    scoring : str or callable, optional
        One measure; see `cross_validate`.

    Returns
    -------
    ndarray of shape (n_folds,)
        One score per fold.

    Raises
    ------
    TypeError, ValueError
        As `cross_validate`; also if `scoring` is more than one measure.

    Examples
    --------
    Example 2.3's folds: no class of a test set was ever trained on.

    >>> import mlevalkit as mk
    >>> class Majority:
    ...     def fit(self, X, y):
    ...         self.label = max(set(y), key=list(y).count)
    ...     def predict(self, X):
    ...         return [self.label] * len(X)
    >>> mk.cross_val_score(Majority(), [[1, 2], [3, 4]] * 3, [0, 0, 1, 1, 2, 2], cv=mk.KFold(3))
    array([0., 0., 0.])

    Source
    ------
    Zhou, Machine Learning, section 2.2.2; scikit-learn.
    """
    options = {"scoring": scoring, "cv": cv, "n_jobs": n_jobs, "progress": progress}
    scores = one_score(cross_validate(estimator, X, y, **options))
    return Found(scores, lambda: [line("s_mean", "sum(s) / k", s=scores, k=len(scores))])


def cross_val_predict(
    estimator: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    cv: Any = None,
    n_jobs: int | None = None,
    method: Method = "predict",
    progress: bool = False,
) -> Array:
    """Return for every sample the prediction of a learner that was not trained on it.

    It gives each sample a score from a learner that never saw it, as an ROC or P-R curve of a
    small data set needs. A measure of these answers is not the mean of the folds' measures: the
    answers come from k different learners.

    Parameters
    ----------
    estimator, X, y, cv, n_jobs, progress
        See `cross_validate`; every sample must be in exactly one test set.
    method : {"predict", "predict_proba", "decision_function"}, default "predict"
        Which method of the learner gives the predictions.

    Returns
    -------
    ndarray of shape (n_samples,), or (n_samples, n_classes) for scores of several classes
        Answers in the order of the samples; columns in the sorted order of the classes.

    Raises
    ------
    TypeError, ValueError
        As `cross_validate`; also if the test sets are no partition, the learner lacks `method`,
        or a training set lacks a class and `method` scores classes.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> class Mean:
    ...     def fit(self, X, y):
    ...         self.mean = sum(y) / len(y)
    ...     def predict(self, X):
    ...         return [self.mean] * len(X)
    >>> mk.cross_val_predict(Mean(), [[0], [1], [2], [3]], [0.0, 1.0, 2.0, 6.5], cv=2)
    array([4.25, 4.25, 0.5 , 0.5 ])

    Source
    ------
    scikit-learn's function of this name.
    """
    check_learner(estimator)
    one_of(method, "method", get_args(Method))
    if not callable(getattr(estimator, method, None)):
        fail("method", f"a method of {type(estimator).__name__}", repr(method), TypeError)
    sample, folds = prepared(estimator, X, y, cv)
    order = np.concatenate([test for _, test in folds])
    if len(order) != sample.n or len(np.unique(order)) != sample.n:
        fail("cv", "every sample in exactly one test set", "folds that are no partition")
    jobs = [(estimator, sample, train, test, method) for train, test in folds]
    answers = np.concatenate(run(_fit_and_answer, jobs, (n_jobs, progress), "fold"))
    return answers[np.argsort(order)]


def _fit_and_answer(estimator: Any, sample: Sample, train: Array, test: Array, method: str) -> Any:
    learner = fitted(estimator, *sample.rows(train))
    answers = np.asarray(getattr(learner, method)(take(sample.X, test)))
    if len(answers) != len(test):
        fail("estimator", f"one answer per sample ({len(test)})", f"{len(answers)}")
    if method != "predict" and sample.target is not None:
        trained, every = len(np.unique(sample.target[train])), len(np.unique(sample.target))
        if trained < every:
            fail("y", f"all {every} classes in every training set", f"{trained} of them")
    return answers


# -- shared with hold-out and tuning ----------------------------------------------------------


def on_folds(
    learners: Sequence[Any], sample: Sample, folds: Folds, scorers: Scorers, how: How, trains: bool
) -> dict[str, Floats]:
    """Return what `cross_validate` returns, from checked arguments; folds vary fastest."""
    both = flag(trains, "return_train_score")
    jobs = [(learner, sample, *fold, scorers, both) for learner in learners for fold in folds]
    results = run(_fit_and_score, jobs, how, "fold" if len(learners) == 1 else "fit")
    return {key: np.array([r[key] for r in results]) for key in results[0]}


def _fit_and_score(
    estimator: Any, sample: Sample, train: Array, test: Array, scorers: Scorers, both: bool
) -> dict[str, float]:
    """Train on one set of samples, score on another."""
    start = perf_counter()
    learner = fitted(estimator, *sample.rows(train))
    trained = perf_counter()
    tests = scorers(learner, *sample.rows(test))
    result = {"fit_time": trained - start, "score_time": perf_counter() - trained}
    trains = scorers(learner, *sample.rows(train)) if both else {}
    for name, score in tests.items():
        result[f"test_{name}"] = score
        if name in trains:
            result[f"train_{name}"] = trains[name]
    return result


def one_score(results: dict[str, Floats], part: str = "test") -> Floats:
    """Return the only measure of the results."""
    if f"{part}_score" not in results:
        fail("scoring", "one measure that returns one number", "several")
    return results[f"{part}_score"]
