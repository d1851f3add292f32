"""Cross validation: every fold is the test set once, a fresh copy of the learner learns the rest.

Section 2.2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

import numpy as np

from .._optional import need
from .._validation import Array, ArrayLike, Floats, fail, flag, one_of
from ..display.workings import Found, line, measure
from .inputs import Folds, Sample, folds_of, sample_of
from .jobs import jobs
from .learners import is_classifier, unfitted
from .scoring import Scoring, scorers_of

Method = Literal["predict", "predict_proba", "decision_function"]


def cross_validate(
    estimator: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    groups: ArrayLike | None = None,
    scoring: Scoring = None,
    cv: Any = None,
    n_jobs: int | None = None,
    params: Mapping[str, Any] | None = None,
    return_train_score: bool = False,
    return_estimator: bool = False,
    error_score: float | Literal["raise"] = "raise",
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
    groups : array-like of shape (n_samples,), optional
        The group of each sample, for a splitter of scikit-learn that keeps groups together, such
        as `sklearn.model_selection.GroupKFold`.
    scoring : str, callable, list, or dict, optional
        What to measure; by default the learner's own ``score``, else accuracy for labels and R2
        for numbers.

        - A name: scikit-learn's ("accuracy", "f1_macro", "roc_auc", "neg_log_loss", "r2", ...), or
          "error_rate".
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
    error_score : "raise" or float, default "raise"
        What stands for the scores of a fold in which the learner fails; with "raise" its error is
        raised, which scikit-learn turns into NaN and a warning by default.
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
    It is scikit-learn's function, which comes with the extra ``learners``: names, defaults and
    numbers are its own. It also takes learners that have nothing but `fit` and `predict`, and
    metrics as they are; and an error inside a learner is raised.

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
    return on_folds(
        learner,
        sample,
        folds_of(cv, sample, is_classifier(learner, sample), groups),
        scoring=scorers_of(scoring, learner, sample),
        return_train_score=return_train_score,
        return_estimator=return_estimator,
        error_score=error_score,
        n_jobs=jobs(n_jobs),
        progress=progress,
    )


@measure
def cross_val_score(
    estimator: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    groups: ArrayLike | None = None,
    scoring: str | Callable[..., float] | None = None,
    cv: Any = None,
    n_jobs: int | None = None,
    params: Mapping[str, Any] | None = None,
    error_score: float | Literal["raise"] = "raise",
    progress: bool = False,
) -> Found[Floats]:
    """Return the score of a learner on every fold of a cross validation.

    It is ``cross_validate(...)["test_score"]``; section 2.2.2.

    Parameters
    ----------
    estimator, X, y, groups, cv, n_jobs, params, error_score, progress
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
        estimator,
        X,
        y,
        groups=groups,
        scoring=scoring,
        cv=cv,
        n_jobs=n_jobs,
        params=params,
        error_score=error_score,
        progress=progress,
    )
    scores = single_score(results)
    return Found(scores, lambda: [line("s_mean", "sum(s) / k", s=scores, k=len(scores))])


def cross_val_predict(
    estimator: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    groups: ArrayLike | None = None,
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
    estimator, X, y, groups, cv, n_jobs, params, progress
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
    classifier = is_classifier(learner, sample)
    folds = folds_of(cv, sample, classifier, groups)
    order = np.concatenate([test for _, test in folds])
    if len(order) != sample.n or len(np.unique(order)) != sample.n:
        fail("cv", "every sample in exactly one test set", "folds that are no partition")
    if method != "predict" and sample.target is not None:
        _every_class_is_trained_on(sample.target, folds)
    options: dict[str, Any] = {"method": method, "n_jobs": jobs(n_jobs), "progress": progress}
    answers: Array = _by_scikit_learn("cross_val_predict", learner, sample, folds, **options)
    return answers


def _every_class_is_trained_on(target: Array, folds: Folds) -> None:
    n_classes = len(np.unique(target))
    for train, _ in folds:
        if (found := len(np.unique(target[train]))) < n_classes:
            fail("y", f"all {n_classes} classes in every training set", f"{found} of them")


# -- shared with hold-out and tuning ----------------------------------------------------------


def on_folds(learner: Any, sample: Sample, folds: Folds, **options: Any) -> dict[str, Any]:
    """Return what scikit-learn's `cross_validate` returns, from checked arguments."""
    found: dict[str, Any] = _by_scikit_learn("cross_validate", learner, sample, folds, **options)
    if "estimator" in found:
        from .adapters import original

        found["estimator"] = [original(trained) for trained in found["estimator"]]
    return found


def _by_scikit_learn(
    name: str,
    learner: Any,
    sample: Sample,
    folds: Folds,
    *,
    n_jobs: int | None,
    progress: bool = False,
    **options: Any,
) -> Any:
    """Call a function of scikit-learn; an error in one process says at which fold it was."""
    function = getattr(need("sklearn.model_selection", "learners"), name)
    from .adapters import Counted, adapted

    options |= {"cv": Counted(folds, flag(progress, "progress")), "n_jobs": n_jobs}
    taught = adapted(learner, is_classifier(learner, sample))
    try:
        return function(taught, sample.X, sample.y, params=dict(sample.params), **options)
    except Exception as error:
        if n_jobs in (None, 1) and options["cv"].at:
            error.add_note(f"(in fold {options['cv'].at} of {len(folds)})")
        raise


def single_score(results: dict[str, Any]) -> Floats:
    """Return the only measure of the results."""
    if "test_score" not in results:
        fail("scoring", "one measure that returns one number", "several")
    scores: Floats = results["test_score"]
    return scores
