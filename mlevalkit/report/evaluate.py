"""`evaluate`: predictions in; which model is best, how sure that is, and all it rests on, out."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from .. import _validation as check
from .._random import RandomState, seed
from .._validation import ArrayLike
from ..measures.cost.error import two_costs
from .case import Case, Options, counted_if_large, graded, predictions_of
from .model_report import ModelReport
from .predictions import Predictions, ScoreTable
from .result import Evaluation
from .score_report import ScoreReport


def evaluate(
    y_true: ArrayLike | Predictions | ScoreTable,
    y_pred: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    y_pred_b: ArrayLike | None = None,
    y_score_b: ArrayLike | None = None,
    pos_label: object = None,
    measure: str | None = None,
    baseline: str | None = None,
    groups: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    cost_fn: float | None = None,
    cost_fp: float | None = None,
    threshold: float | None = None,
    names: Sequence[str] = ("A", "B"),
    confidence_level: float = 0.95,
    n_resamples: int = 999,
    random_state: RandomState = 0,
    ignore: Collection[str] = (),
    progress: bool = False,
) -> Evaluation:
    """Evaluate predictions as a careful statistician would, with everything that it rests on.

    The answer comes first: which model is best, on how many samples, than which it is better and
    by how much, from which it cannot be distinguished, and what does not follow. Then all models in
    one table, the differences, figures, and folded the rest: workings, methods, limits. Each number
    is a call of a public function of this library, and shows its working.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), or Predictions, or ScoreTable
        True labels, or numbers. Or what `read_predictions` returns, in place of all arrays. Or a
        Dask Series, as the predictions are then: labels are counted exactly, scores in bins.
    y_pred : array-like of shape (n_samples,), optional
        Predicted labels, or numbers.
    y_score : array-like of shape (n_samples,) or (n_samples, n_classes), optional
        Scores or probabilities of the positive class, or of each class in sorted order.
    y_pred_b, y_score_b : array-like, optional
        Those of a second model, of the same shape as the first one's.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    measure : str, optional
        What models are compared by, such as "f1" or "average_precision". By default it follows
        from the kind of the columns: mean cost where costs are given, AUC of scores of two
        classes, accuracy of labels (F1, or balanced accuracy of several classes, where a class is
        rare); of numbers the mean absolute and the mean squared error, both. It never follows
        from the results.
    baseline : str, optional
        The name of a model; the differences of all others from it are given, in place of the
        differences from the best.
    groups : array-like of shape (n_samples,), optional
        The person, machine or place that each sample comes from. Ten groups or more are drawn
        whole by the bootstrap; fewer are reported one by one.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    cost_fn, cost_fp : float, optional
        The cost of a false negative and of a false positive; if only one is given the other is 1.
    threshold : float, optional
        A threshold of the scores that was fixed beforehand.
    names : sequence of str, default ("A", "B")
        Names of the models.
    confidence_level : float, default 0.95
        Of all intervals, each by itself; of the differences of more than two models, together.
    n_resamples : int, default 999
        How many sets the bootstrap draws, where nothing but the bootstrap serves.
    random_state : int, RandomState or Generator, default 0
        The same whole number, the same intervals.
    ignore : collection of str, default ()
        Codes of warnings to leave out.
    progress : bool, default False
        Show a progress bar (needs tqdm).

    Returns
    -------
    Evaluation
        With `answer`, `numbers`, `differences`, `warnings`, `flips`, `report()`, `to_html()`,
        `to_json()`, `to_csv()`, `to_script()`, `to_notebook()`.

    Raises
    ------
    ValueError, TypeError
        If columns are empty, of unequal length, not finite, or do not suit each other.

    Notes
    -----
    Numbers are regression if `y_true` or `y_pred` holds one that is not whole; for whole numbers
    give floats with a fraction, or a `Predictions` without labels.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> y_true = ["ill"] * 80 + ["well"] * 120
    >>> a = ["ill"] * 70 + ["well"] * 120 + ["ill"] * 10
    >>> b = ["ill"] * 60 + ["well"] * 120 + ["ill"] * 20
    >>> found = mk.evaluate(y_true, a, y_pred_b=b)
    >>> print(found.text())  # doctest: +ELLIPSIS
    A has the highest accuracy, ...
    >>> found["accuracy"], found["A over B.accuracy"]
    (0.9, 0.1)
    >>> print(found.numbers["accuracy"].source.code)
    mk.accuracy_score(y_true, y_pred)

    Source
    ------
    Not in the textbook. Each number's function names its own.
    """
    options = Options(
        measure=measure,
        baseline=baseline,
        confidence_level=check.inside(confidence_level, "confidence_level"),
        threshold=None if threshold is None else check.real(threshold, "threshold"),
        n_resamples=check.size(n_resamples, "n_resamples", least=100),
        random_state=_seed(random_state),
        costs=_costs(cost_fn, cost_fp),
    )
    columns: dict[str, object] = {
        "y_pred": y_pred, "y_score": y_score, "y_pred_b": y_pred_b, "y_score_b": y_score_b,
        "pos_label": pos_label, "groups": groups, "sample_weight": sample_weight,
    }  # fmt: skip
    ignore = [str(code) for code in check.as_list(ignore, "ignore")]
    if isinstance(y_true, ScoreTable):
        return _of_scores(y_true, options, ignore, columns)
    if isinstance(y_true, Predictions):
        _none_with("a table of predictions", columns)
        predictions = y_true
    else:
        predictions = predictions_of({"y_true": y_true, **columns}, names)
    return _evaluation(counted_if_large(predictions), options, ignore, progress)


def _of_scores(
    scores: ScoreTable, options: Options, ignore: list[str], columns: dict[str, object]
) -> Evaluation:
    """Return the evaluation of learners on many data sets, or of systems on many questions."""
    higher = scores.greater_is_better
    unused = ("measure", "threshold")
    given = {name: getattr(options, name) for name in unused}
    _none_with("a table of scores", {**columns, **given, "cost_fn": options.costs or None})
    if scores.of_items:
        return _evaluation(graded(scores), replace(options, higher=higher), ignore, False)
    report = ScoreReport(scores, options.confidence_level, options.baseline, ignore)
    return Evaluation(None, report, {"scores": report.scores})


def _evaluation(
    predictions: Predictions, options: Options, ignore: list[str], progress: object
) -> Evaluation:
    """Return the evaluation of models on one test set."""
    case = Case(predictions, options)
    if case.kind == "binary":  # for the checks
        case = replace(case, predictions=replace(predictions, pos_label=case.pos_label))
    if options.baseline is not None:
        check.one_of(options.baseline, "baseline", tuple(predictions.models))
    shows = check.flag(progress, "progress")
    with warnings.catch_warnings(action="ignore"):  # the report says in words what they say
        return Evaluation(predictions, ModelReport(case, ignore, shows), case.columns)


def _none_with(table: str, given: dict[str, object]) -> None:
    """Refuse an argument that a table leaves no use for."""
    for name, value in given.items():
        if value is not None:
            check.fail(name, f"None with {table}", type(value).__name__, TypeError)


def _costs(cost_fn: float | None, cost_fp: float | None) -> dict[str, float]:
    """Return both costs; of one alone the other is 1."""
    if cost_fn is None and cost_fp is None:
        return {}
    costs = two_costs(*(1.0 if cost is None else cost for cost in (cost_fn, cost_fp)))
    return {"cost_fn": costs.fn, "cost_fp": costs.fp}


def _seed(random_state: RandomState) -> int:
    """Return a whole number, so that each number can be computed again by itself."""
    start = seed(random_state)
    if isinstance(start, int):
        return start
    stream = np.random.mtrand._rand if start is None else start
    return int(stream.randint(2**31))
