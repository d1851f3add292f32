"""Cross validation: every fold is the test set once, a fresh copy of the learner learns the rest.

Section 2.2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any, Literal, get_args

import numpy as np

from .._validation import Array, ArrayLike, Floats, fail, flag, one_of
from ..display.workings import Found, line, measure
from ..splitting.base import take
from .inputs import Folds, Sample, folds_of, sample_of
from .learners import fitted, is_classifier, unfitted
from .running import run
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
    params: Mapping[str, Any] | None = None,
    return_train_score: bool = False,
    return_estimator: bool = False,
    progress: bool = False,
) -> dict[str, Any]:
    """Train and test a learner on every fold; return its scores and times.

    The textbook's 交叉验证 (section 2.2.2): D is cut into k parts, each is the test set once, and
    the learner is trained on the other k - 1. What is reported is the mean over the folds.

    Parameters
    ----------
    estimator : object with ``fit(X, y)`` and ``predict(X)``
        The learner. Every fold trains a copy that has learned nothing yet; the learner itself is
        not touched. One with `get_params` is copied by scikit-learn's `clone`, any other by
        `copy.deepcopy`, which keeps all that the learner holds. So a learner without `get_params`
        must not be fitted: it is refused if it has attributes that end with an underscore, as
        `fit` sets them in scikit-learn; whatever else it remembers cannot be seen.
    X : array, data frame or list of n_samples rows
        The features, in whatever form the learner takes.
    y : array-like of shape (n_samples,), optional
        Labels or numbers to predict.
    scoring : str, callable, list, or dict, optional
        What to measure; by default the learner's own ``score``, else accuracy for labels and R2
        for numbers.

        - A name: "accuracy", "error_rate", "balanced_accuracy"; "precision", "recall" and "f1",
          each also with "_macro", "_micro" or "_weighted"; "roc_auc", also with "_ovr", "_ovo",
          "_ovr_weighted" or "_ovo_weighted" for more than two classes; "average_precision",
          "neg_log_loss", "neg_brier_score"; "r2", "neg_mean_squared_error",
          "neg_root_mean_squared_error", "neg_mean_absolute_error".
        - A metric, with options as ``functools.partial(mk.f1_score, average="macro")``: one of
          this library, of `sklearn.metrics`, or your own. The name of its second argument says
          what it gets from the learner: ``y_pred`` predictions; ``y_score`` what
          `decision_function`, else `predict_proba` returns; ``y_proba`` or ``y_prob``
          probabilities. Scores and probabilities are those of the positive one of two classes
          (`pos_label`, else the one that sorts last), or a column for each of more classes.
        - A function ``f(estimator, X, y)`` that returns a number or a dict of numbers.
        - A list of names and metrics, or a dict that names what it holds.

        Scores are what the measure gives: of "error_rate" and of metrics of loss, less is better.
    cv : int, splitter, or pairs of index arrays, default 5
        A number of folds k means `StratifiedKFold` for a classifier, else `KFold`, both without
        shuffling: shuffle sorted data by giving the splitter itself. A learner that does not say
        what it is counts as a classifier if y holds strings, booleans or whole numbers.
    n_jobs : int, optional
        How many folds to run at a time, through joblib; -1 for every core. The results are the
        same for any number. Inside ``joblib.parallel_config("dask")`` a Dask cluster does the work.
    params : dict, optional
        Further arguments of `fit`, such as ``{"sample_weight": weights}``. Of what has one value
        per sample, each fold gets the values of its training set.
    return_train_score : bool, default False
        Whether to score each learner on its training set too.
    return_estimator : bool, default False
        Whether to return the trained learners too.
    progress : bool, default False
        Whether to show a bar (tqdm, on standard error).

    Returns
    -------
    dict of ndarrays of shape (n_folds,)
        ``fit_time`` and ``score_time`` in seconds, ``test_score`` (``test_<name>`` for several
        measures), and, if asked for, ``train_score`` or ``train_<name>``, and ``estimator``, a list
        of the trained learners.

    Raises
    ------
    TypeError, ValueError
        If the learner has no `fit` or `predict`, cannot be copied or is fitted and has no
        `get_params`, X and y do not match, `scoring` is no known name or metric, the folds are
        impossible, or a test set lacks a class that "roc_auc" needs.

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
    flag(return_train_score, "return_train_score")
    flag(return_estimator, "return_estimator")
    learner = unfitted(estimator)
    sample = sample_of(X, y, optional=True, params=params)
    folds = folds_of(cv, sample, is_classifier(learner, sample))
    return on_folds(
        [learner],
        sample,
        folds,
        scorers_of(scoring, learner, sample),
        return_train_score=return_train_score,
        return_estimator=return_estimator,
        n_jobs=n_jobs,
        progress=progress,
    )


@measure
def cross_val_score(
    estimator: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    scoring: str | Callable[..., float] | None = None,
    cv: Any = None,
    n_jobs: int | None = None,
    params: Mapping[str, Any] | None = None,
    progress: bool = False,
) -> Found[Floats]:
    """Return the score of a learner on every fold of a cross validation.

    It is ``cross_validate(...)["test_score"]``; section 2.2.2.

    Parameters
    ----------
    estimator, X, y, cv, n_jobs, params, progress
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
    results = cross_validate(
        estimator, X, y, scoring=scoring, cv=cv, n_jobs=n_jobs, params=params, progress=progress
    )
    scores = one_score(results)
    return Found(scores, lambda: [line("s_mean", "sum(s) / k", s=scores, k=len(scores))])


def cross_val_predict(
    estimator: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    cv: Any = None,
    n_jobs: int | None = None,
    params: Mapping[str, Any] | None = None,
    method: Method = "predict",
    progress: bool = False,
) -> Array:
    """Return for every sample the prediction of a learner that was not trained on it.

    It gives each sample a score from a learner that never saw it, as an ROC or P-R curve of a
    small data set needs. A measure of these answers is not the mean of the folds' measures: the
    answers come from k different learners.

    Parameters
    ----------
    estimator, X, y, cv, n_jobs, params, progress
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
    learner = unfitted(estimator)
    one_of(method, "method", get_args(Method))
    if not callable(getattr(learner, method, None)):
        fail("method", f"a method of {type(learner).__name__}", repr(method), TypeError)
    sample = sample_of(X, y, optional=True, params=params)
    folds = folds_of(cv, sample, is_classifier(learner, sample))
    order = np.concatenate([test for _, test in folds])
    if len(order) != sample.n or len(np.unique(order)) != sample.n:
        fail("cv", "every sample in exactly one test set", "folds that are no partition")
    jobs = [(learner, sample, train, test, method) for train, test in folds]
    answers = run(_fit_and_answer, jobs, "fold", n_jobs=n_jobs, progress=progress)
    return np.concatenate(answers)[np.argsort(order)]


def _fit_and_answer(estimator: Any, sample: Sample, train: Array, test: Array, method: str) -> Any:
    learner = fitted(estimator, sample.subset(train))
    answers = np.asarray(getattr(learner, method)(take(sample.X, test)))
    if len(answers) != len(test):
        fail("estimator", f"one answer per sample ({len(test)})", f"{len(answers)}")
    if method != "predict" and sample.target is not None:
        n_trained = len(np.unique(sample.target[train]))
        n_classes = len(np.unique(sample.target))
        if n_trained < n_classes:
            fail("y", f"all {n_classes} classes in every training set", f"{n_trained} of them")
    return answers


# -- shared with hold-out and tuning ----------------------------------------------------------


def on_folds(
    learners: Sequence[Any],
    sample: Sample,
    folds: Folds,
    scorers: Scorers,
    *,
    return_train_score: bool,
    return_estimator: bool = False,
    n_jobs: int | None,
    progress: bool,
) -> dict[str, Any]:
    """Return what `cross_validate` returns, from checked arguments; folds vary fastest."""
    jobs = [
        (learner, sample, train, test, scorers, return_train_score, return_estimator)
        for learner in learners
        for train, test in folds
    ]
    what = "fold" if len(learners) == 1 else "fit"
    results = run(_fit_and_score, jobs, what, n_jobs=n_jobs, progress=progress)
    columns = {key: [result[key] for result in results] for key in results[0]}
    return {k: column if k == "estimator" else np.array(column) for k, column in columns.items()}


def _fit_and_score(
    estimator: Any,
    sample: Sample,
    train: Array,
    test: Array,
    scorers: Scorers,
    return_train_score: bool,
    return_estimator: bool,
) -> dict[str, Any]:
    """Train on one set of samples, score on another."""
    training_set = sample.subset(train)
    start = perf_counter()
    learner = fitted(estimator, training_set)
    trained = perf_counter()
    test_scores = scorers(learner, sample.subset(test))
    result: dict[str, Any] = {"fit_time": trained - start, "score_time": perf_counter() - trained}
    if return_estimator:
        result["estimator"] = learner
    train_scores = scorers(learner, training_set) if return_train_score else {}
    for name, score in test_scores.items():
        result[f"test_{name}"] = score
        if name in train_scores:
            result[f"train_{name}"] = train_scores[name]
    return result


def one_score(results: dict[str, Any], part: str = "test") -> Floats:
    """Return the only measure of the results."""
    if f"{part}_score" not in results:
        fail("scoring", "one measure that returns one number", "several")
    scores: Floats = results[f"{part}_score"]
    return scores
