"""Choosing parameters, then training the final model on all the data. Section 2.2.4."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from .._optional import need
from .._random import RandomState
from .._validation import ArrayLike, Floats, NDArray, fail, flag, inside
from ..display.results import Explained
from ..display.workings import Messages, Table, Working, measure, word
from ..splitting.hold_out import ShuffleSplit, StratifiedShuffleSplit
from .cross_validation import on_folds, single_score
from .inputs import Folds, Sample, folds_of, sample_of
from .jobs import jobs
from .learners import fitted, is_classifier, unfitted
from .scoring import more_is_better, name_of, scorers_of

_say = Messages(__package__)
_MOST_ROWS = 100  # of the table of candidates

Grid = Mapping[str, Iterable[Any]] | Sequence[Mapping[str, Iterable[Any]]]


class TuningResult(Explained):
    """The candidates, the chosen one, and the final model.

    Attributes
    ----------
    params : tuple of mappings
        The parameters of every candidate.
    scores : ndarray of shape (n_candidates, n_folds)
        Validation scores; one column if there is one validation set.
    train_scores : ndarray of shape (n_candidates, n_folds), or None
        Scores on the training sets, if asked for.
    ranks : ndarray of shape (n_candidates,)
        Rank of each candidate by its mean score, 1 for the best; equals share the better rank.
    best_estimator : object
        The final model: the chosen parameters, trained on training and validation set together.
    n_refit : int
        How many samples that was.
    scoring : str
        The name of the measure.
    best_index : int
        The chosen candidate: the first of rank 1.
    best_params, best_score : dict, float
        Its parameters and mean validation score.
    mean_scores : ndarray of shape (n_candidates,)
        The mean validation score of every candidate.
    """

    params: Sequence[Mapping[str, Any]]
    scores: Floats
    train_scores: Floats | None
    ranks: NDArray[np.int64]
    best_estimator: Any = field(compare=False)
    n_refit: int
    scoring: str

    _brief = ("best_params", "best_score")
    _per_row = ("params", "mean_scores", "ranks")

    @property
    def mean_scores(self) -> Floats:
        """The mean validation score of every candidate."""
        return np.asarray(self.scores.mean(axis=1))

    @property
    def best_index(self) -> int:
        """The chosen candidate."""
        return int(self.ranks.argmin())

    @property
    def best_params(self) -> dict[str, Any]:
        """The chosen parameters."""
        return dict(self.params[self.best_index])

    @property
    def best_score(self) -> float:
        """The mean validation score of the chosen candidate; optimistic, and no test score."""
        return float(self.mean_scores[self.best_index])

    def working(self) -> Working:
        """Show the table of candidates, the choice, and what its score is not."""
        n_candidates, n_folds = self.scores.shape
        columns = {
            "parameters": [_text(params) for params in self.params],
            "score": self.mean_scores,
            "std": self.scores.std(axis=1, ddof=1) if n_folds > 1 else None,
            "rank": self.ranks,
        }
        shown = {name: column for name, column in columns.items() if column is not None}
        header = [word(name) for name in shown]
        rows = [list(row) for row in zip(*shown.values(), strict=True)]
        kind = "by_folds" if n_folds > 1 else "by_validation"
        caption = _say(f"tune.{kind}", scoring=self.scoring, folds=n_folds)
        chosen = _say("tune.chosen", chosen=_text(self.best_params), n=self.n_refit)
        note = _say("tune.single")
        if n_candidates > 1:
            note = _say("tune.optimism", best=self.best_score, k=n_candidates)
        return Working(self.best_params, (Table(header, rows, caption, _MOST_ROWS), chosen, note))


def _text(params: Mapping[str, Any]) -> str:
    return ", ".join(f"{k}={v!r}" for k, v in params.items()) or "-"


@measure
def tune(
    estimator: Any,
    X: Any,
    y: ArrayLike,
    grid: Grid,
    *,
    cv: Any = None,
    validation: tuple[Any, ArrayLike] | float | None = None,
    scoring: str | Callable[..., float] | None = None,
    greater_is_better: bool | None = None,
    random_state: RandomState = None,
    return_train_score: bool = False,
    n_jobs: int | None = None,
    progress: bool = False,
) -> TuningResult:
    """Choose hyperparameters by validation, then train the final model on all the data.

    The textbook's 调参与最终模型 (section 2.2.4). Every combination of the grid is trained and
    scored, on one validation set or by cross validation; the best is trained again on training
    and validation set together. The test set has no part in it: keep it back.

    Parameters
    ----------
    estimator : object with ``fit(X, y)`` and ``predict(X)``
        The learner; its parameters are set by its `set_params` if it has one, else as attributes.
    X, y, scoring, n_jobs, progress
        See `cross_validate`.
    grid : dict of lists, or list of such dicts
        The values of each parameter; every combination is a candidate.
    cv : int, splitter, or pairs of index arrays, default 5
        Choose by cross validation, as in `cross_validate`.
    validation : (X_val, y_val) or float, optional
        Choose on one validation set instead: the one given, or a share of X and y drawn at
        random (keeping the proportions of the classes, for a classifier).
    greater_is_better : bool, optional
        Whether more is better. Needed for a metric of your own whose name does not tell; see the
        notes.
    random_state : int, RandomState or Generator, optional
        Seed of that draw.
    return_train_score : bool, default False
        Whether to score each candidate on its training sets too (a validation curve needs both).

    Returns
    -------
    TuningResult
        With `best_params`, `best_estimator` (the final model), `scores`, `best_score`, and
        `working()`. `best_score` is optimistic: it is the best of many, and no test score.

    Raises
    ------
    TypeError, ValueError
        As `cross_validate`; also if the grid is empty or names a parameter that the learner has
        not, if both `cv` and `validation` are given, or if no candidate has a score.

    Notes
    -----
    More is better of the learner's own `score`, of functions of (estimator, X, y), and of names,
    but for "error_rate". Of a metric its name tells: less is better if it is ``error_rate`` or ends
    with ``_error``, ``_loss`` or ``_deviance``, more if it ends with ``_score``, ``_f1`` or
    ``_corrcoef``; any other needs `greater_is_better`. Among equals the first wins, as in
    scikit-learn's GridSearchCV, with which choices agree.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> class Constant:
    ...     value = 0.0
    ...     def fit(self, X, y):
    ...         pass
    ...     def predict(self, X):
    ...         return [self.value] * len(X)
    >>> result = mk.tune(
    ...     Constant(), [[0], [1], [2], [3]], [1.0, 1.0, 1.0, 1.5], {"value": [0.0, 1.0, 2.0]},
    ...     cv=2, scoring="neg_mean_squared_error",
    ... )
    >>> result
    TuningResult(best_params={'value': 1.0}, best_score=-0.0625)

    Source
    ------
    Zhou, Machine Learning, section 2.2.4.
    """
    learner = unfitted(estimator)
    sample = sample_of(X, y)
    if cv is not None and validation is not None:
        fail("cv and validation", "one of them", "both")
    candidates = _candidates(grid)
    every, folds = _validation_folds(learner, sample, cv, validation, random_state)
    options = {
        "scoring": scorers_of(scoring, learner, every),
        "return_train_score": return_train_score,
        "error_score": "raise",
        "n_jobs": jobs(n_jobs),
    }
    greater = _greater_is_better(greater_is_better, scoring)
    learners = [_with_parameters(learner, params) for params in candidates]
    results = [
        on_folds(candidate, every, folds, **options)
        for candidate in (need("tqdm").tqdm(learners) if progress else learners)
    ]
    scores = np.array([single_score(result) for result in results])
    train_scores = np.array([result.get("train_score") for result in results])
    ranks = _ranks(scores.mean(axis=1), greater)
    return TuningResult(
        params=candidates,
        scores=scores,
        train_scores=train_scores if return_train_score else None,
        ranks=ranks,
        best_estimator=fitted(learners[ranks.argmin()], every),
        n_refit=every.n,
        scoring=_name(scoring, learner),
    )


def _greater_is_better(given: object, scoring: Any) -> bool:
    if given is not None:
        return flag(given, "greater_is_better")
    by_name = more_is_better(scoring)
    if by_name is None:
        expected = f"True or False (the name of {name_of(scoring)} does not tell)"
        fail("greater_is_better", expected, "None", TypeError)
    return by_name


def _with_parameters(estimator: Any, parameters: Mapping[str, Any]) -> Any:
    """Return a copy of the learner with other parameters: `set_params`, or plain attributes."""
    learner = unfitted(estimator)
    if callable(getattr(learner, "set_params", None)):
        learner.set_params(**parameters)
        return learner
    for name, value in parameters.items():
        if not hasattr(learner, name):
            fail("grid", f"parameters of {type(learner).__name__}", repr(name))
        setattr(learner, name, value)
    return learner


def _candidates(grid: Any) -> list[dict[str, Any]]:
    """Return every combination of the values, in scikit-learn's order."""
    try:
        candidates = [*need("sklearn.model_selection", "learners").ParameterGrid(grid)]
    except (TypeError, ValueError) as error:
        fail("grid", "a dict of lists, or a list of such", str(error), type(error))
    if not candidates:
        fail("grid", "at least one candidate", "none")
    return [{name: _value(v) for name, v in candidate.items()} for candidate in candidates]


def _value(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _validation_folds(
    estimator: Any, sample: Sample, cv: Any, validation: Any, random_state: Any
) -> tuple[Sample, Folds]:
    """Return all samples, and the folds to choose by: one, if there is a validation set."""
    classifier = is_classifier(estimator, sample)
    if validation is None:
        return sample, folds_of(cv, sample, classifier)
    if isinstance(validation, (tuple, list)) and len(validation) == 2:
        other = sample_of(validation[0], validation[1], ("X_val", "y_val"))
        X = _stacked(sample.X, other.X, "X and X_val")
        every = sample_of(X, _stacked(sample.y, other.y, "y and y_val"))
        index = np.arange(every.n)
        return every, [(index[: sample.n], index[sample.n :])]
    share = inside(validation, "validation")
    splitter = StratifiedShuffleSplit if classifier else ShuffleSplit
    split = splitter(1, test_size=share, random_state=random_state)
    return sample, folds_of(split, sample, classifier)


def _stacked(a: Any, b: Any, names: str) -> Any:
    """Return the rows of `a`, then those of `b`."""
    if hasattr(a, "iloc") and hasattr(b, "iloc"):
        return need("pandas").concat([a, b], ignore_index=True)
    if hasattr(a, "tocsr") and hasattr(b, "tocsr"):
        from scipy.sparse import vstack

        return vstack([a, b], format="csr")
    if isinstance(a, list) and isinstance(b, list):
        return a + b
    above = np.asarray(a)
    below = np.asarray(b)
    if above.shape[1:] != below.shape[1:]:
        fail(names, "rows of the same shape", f"{above.shape[1:]} and {below.shape[1:]}")
    return np.concatenate([above, below])


def _ranks(means: Floats, greater: bool) -> NDArray[np.int64]:
    if np.isnan(means).all():
        fail("scoring", "a score for at least one candidate", "NaN for all of them")
    goodness = np.where(np.isnan(means), -np.inf, means if greater else -means)
    return np.array([1 + np.count_nonzero(goodness > g) for g in goodness])


def _name(scoring: Any, learner: Any) -> str:
    if scoring is None:
        return f"{type(learner).__name__}.score" if hasattr(learner, "score") else "score"
    return scoring if isinstance(scoring, str) else name_of(scoring)
