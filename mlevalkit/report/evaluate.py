"""`evaluate`: predictions in, an evaluation with intervals, a test and its limits out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .. import _validation as check
from .._random import RandomState, seed
from .._validation import ArrayLike
from ..measures.cost.error import two_costs
from .case import Case, Options, predictions_of
from .checks import find_warnings
from .predictions import Predictions, ScoreTable
from .reading.large import counted, is_dask
from .result import Evaluation
from .score_table import sections_of as table_sections
from .sections import sections_of

_LARGE = 2_000_000  # samples with scores: beyond, they are counted


def evaluate(
    y_true: ArrayLike | Predictions | ScoreTable,
    y_pred: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    y_pred_b: ArrayLike | None = None,
    y_score_b: ArrayLike | None = None,
    y_true_b: ArrayLike | None = None,
    pos_label: object = None,
    groups: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    cost_fn: float | None = None,
    cost_fp: float | None = None,
    threshold: float | None = None,
    margin: float | None = None,
    names: Sequence[str] = ("A", "B"),
    confidence_level: float = 0.95,
    n_resamples: int = 999,
    random_state: RandomState = 0,
    ignore: Collection[str] = (),
    progress: bool = False,
) -> Evaluation:
    """Evaluate predictions as a careful statistician would, with everything that it rests on.

    What was evaluated; the measures that suit it, each with an interval; curves; the threshold;
    of two models the difference with its interval and the right test; and what all of that does
    not show. Each number is a call of a public function of this library, and shows its working.

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
    y_true_b : array-like of shape (n_samples_b,), optional
        The truth of a second test set, where the second model was tested on other samples.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.
    groups : array-like of shape (n_samples,), optional
        The person, machine or place that each sample comes from. Ten groups or more are drawn
        whole by the bootstrap; fewer are reported one by one.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    cost_fn, cost_fp : float, optional
        The cost of a false negative and of a false positive.
    threshold : float, optional
        A threshold of the scores that was fixed beforehand.
    margin : float, optional
        The smallest difference of two models that would matter, in the measure that is compared
        first: mean cost where costs are given, else AUC, error rate, or mean squared error (mean
        absolute error where a few samples make up most of the squared one).
    names : sequence of str, default ("A", "B")
        Names of the models.
    confidence_level : float, default 0.95
        Of all intervals, each by itself.
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
        With `numbers`, `sections`, `warnings`, `flips`, `report()`, `to_dict()`, `to_json()`,
        `to_csv()`, `to_html()`, `to_script()`, `to_notebook()`.

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
    >>> y_true = ["ill"] * 40 + ["well"] * 160
    >>> y_pred = ["ill"] * 34 + ["well"] * 150 + ["ill"] * 16
    >>> found = mk.evaluate(y_true, y_pred, pos_label="ill")
    >>> found.numbers["recall"].value, round(found["recall.low"], 4), round(found["recall.high"], 4)
    (0.85, 0.7016, 0.9429)
    >>> print(found.numbers["recall"].call.code())
    mk.recall_score(y_true, y_pred, pos_label='ill')

    Source
    ------
    Not in the textbook. Each number's function names its own.
    """
    options = Options(
        confidence_level=check.inside(confidence_level, "confidence_level"),
        threshold=None if threshold is None else check.real(threshold, "threshold"),
        margin=None if margin is None else check.inside(margin, "margin", 0, float("inf")),
        n_resamples=check.size(n_resamples, "n_resamples", least=100),
        random_state=_seed(random_state),
        **_costs(cost_fn, cost_fp),
    )
    arrays: dict[str, Any] = {
        "y_pred": y_pred,
        "y_score": y_score,
        "y_pred_b": y_pred_b,
        "y_score_b": y_score_b,
        "y_true_b": y_true_b,
        "pos_label": pos_label,
        "groups": groups,
        "sample_weight": sample_weight,
    }
    if isinstance(y_true, ScoreTable):
        return _of_scores(y_true, options, arrays)
    if isinstance(y_true, Predictions):
        _none_with("a table of predictions", **arrays)
        predictions = _with_truth(y_true)
    else:
        predictions = _of_arrays(y_true, _two(names), **arrays)
    case = Case(_counted_if_large(predictions), options)
    return _evaluation(case, check.as_list(ignore, "ignore"), check.flag(progress, "progress"))


def _of_scores(scores: ScoreTable, options: Options, arrays: Mapping[str, Any]) -> Evaluation:
    """Return the evaluation of learners on many data sets."""
    unused = {name: getattr(options, name) for name in ("cost_fn", "threshold", "margin")}
    _none_with("a table of scores", **arrays, **unused)
    sections = table_sections(scores, options.confidence_level)
    return Evaluation(tuple(sections), (), _scores=scores)


def _of_arrays(
    y_true: ArrayLike,
    names: tuple[str, str],
    *,
    y_pred: ArrayLike | None,
    y_score: ArrayLike | None,
    y_pred_b: ArrayLike | None,
    y_score_b: ArrayLike | None,
    y_true_b: ArrayLike | None,
    pos_label: object,
    groups: ArrayLike | None,
    sample_weight: ArrayLike | None,
) -> Predictions:
    """Return the columns of one model or two, of one test set or two."""
    a, b = names
    pair = {a: (y_pred, y_score)}
    second = {b: (y_pred_b, y_score_b)}
    if y_true_b is None and (y_pred_b is not None or y_score_b is not None):
        pair |= second
    if is_dask(y_true):
        refused = {"y_true_b": y_true_b, "groups": groups, "sample_weight": sample_weight}
        _none_with("columns of Dask", **refused)
        return counted(_columns(y_true, pair), pos_label)
    other = predictions_of(y_true_b, second, pos_label) if y_true_b is not None else None
    more = {"group": groups, "weight": sample_weight}
    return predictions_of(y_true, pair, pos_label, unpaired=other, **more)


def _none_with(table: str, **given: object) -> None:
    """Refuse an argument that a table leaves no use for."""
    for name, value in given.items():
        if value is not None:
            check.fail(name, f"None with {table}", type(value).__name__, TypeError)


def _counted_if_large(p: Predictions) -> Predictions:
    """Return a table of counts of so many samples with scores that sorting them took copies."""
    given = _columns(p.y_true, {name: (m.y_pred, m.y_score) for name, m in p.models.items()})
    dimensions = [c.ndim for name, c in given.items() if name.startswith("y_score")]
    many = p.y_true is not None and len(p.y_true) > _LARGE and set(dimensions) == {1}
    if not many or p.counted or p.group is not None or p.weight is not None or p.unpaired:
        return p
    return counted(given, p.pos_label, p.import_report.guesses)


def _columns(y_true: Any, models: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns that are there, by the names that counting gives them."""
    columns = {"y_true": y_true}
    for name, (pred, score) in models.items():
        columns |= {f"y_pred:{name}": pred, f"y_score:{name}": score}
    return {name: column for name, column in columns.items() if column is not None}


def _evaluation(case: Case, ignore: Collection[str], progress: bool) -> Evaluation:
    unpaired = case.predictions.unpaired
    other = None
    if unpaired is not None:
        other = Case(_with_truth(unpaired), case.options, suffix="_2")
    _ = case.models  # scores that do not suit the classes are refused before anything is computed
    checked = replace(case.predictions, pos_label=case.pos_label)
    warned = find_warnings(checked, [str(code) for code in ignore])
    sections = sections_of(case, other, warned, progress)
    return Evaluation(tuple(sections), tuple(warned), case, other)


def _two(names: Any) -> tuple[str, str]:
    """Return two different names of models."""
    found = [str(name) for name in check.as_list(names, "names")]
    if len(found) < 2 or found[0] == found[1]:
        check.fail("names", "two different names", check.shown(found))
    return found[0], found[1]


def _costs(cost_fn: float | None, cost_fp: float | None) -> dict[str, float]:
    if cost_fn is None and cost_fp is None:
        return {}
    costs = two_costs(cost_fn, cost_fp)
    return {"cost_fn": costs.fn, "cost_fp": costs.fp}


def _seed(random_state: RandomState) -> int:
    """Return a whole number, so that each number can be computed again by itself."""
    start = seed(random_state)
    if isinstance(start, int):
        return start
    stream = np.random.mtrand._rand if start is None else start
    return int(stream.randint(2**31))


def _with_truth(predictions: Predictions) -> Predictions:
    """Return the same with y_true, where the models' columns say themselves what is right."""
    if predictions.y_true is not None:
        return predictions
    first = next(iter(predictions.models.values()))
    right = np.ones(len(first.y_pred if first.y_pred is not None else ()), int)
    return replace(predictions, y_true=right, labels=(0, 1), pos_label=1)
