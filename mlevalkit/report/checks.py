"""What looks wrong with predictions, before any measure is believed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import Any

import numpy as np

from .._validation import Array, distinct, fail
from ..display.record import Record
from ..display.workings import Messages, Sentence, data_of, word
from ..measures.ranking.areas import roc_auc_score
from .predictions import ModelColumns, Predictions

_say = Messages(__package__)
_FEW = 20  # samples of a class, below which its rates are hardly known
FEW_GROUPS = 10  # fewer cannot be resampled: they are reported one by one
_CLEARLY = 2.58  # standard errors: as far below 0.5 as chance gets once in 200 times
_MOST_ROWS = 10  # that a sentence names

SECTIONS = data_of(__package__, "measures.toml")["warnings"]


class DataWarning(Record):
    """Something to look at.

    Attributes
    ----------
    code : str
        Its stable name, for ``ignore=``.
    sentence : Sentence
        What was found, and what to do.
    section : str
        The page of the book that explains it.
    """

    code: str
    sentence: Sentence
    section: str

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"


Found = Iterator[tuple[str, dict[str, Any]]]


def find_warnings(predictions: Predictions) -> list[DataWarning]:
    """Return what looks wrong; nothing is changed, no score is turned round.

    Parameters
    ----------
    predictions : Predictions
        What `read_predictions` returns.

    Returns
    -------
    list of DataWarning
        In the order of the checks: labels, classes, scores, samples.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> from mlevalkit.report.checks import find_warnings
    >>> text = "truth,pred\\nill,ill\\nwell,well\\nill,Ill\\nwell,well"
    >>> table = mk.read_predictions(text, labels=["Ill", "ill", "well"])
    >>> [warning.code for warning in find_warnings(table)]
    ['labels-alike', 'never-true', 'few-samples']

    Source
    ------
    No equation of the textbook.
    """
    return [data_warning(code, **x) for check in CHECKS for code, x in check(predictions)]


def data_warning(code: str, sentence: str = "", **places: Any) -> DataWarning:
    """Return a warning in a sentence of its own, or that of its code."""
    return DataWarning(code, _say("warning", sentence or code, **places), SECTIONS[code])


def known(ignore: Collection[str]) -> None:
    """Refuse codes that are none."""
    if unknown := sorted(set(ignore) - set(SECTIONS)):
        fail("ignore", f"codes among {', '.join(SECTIONS)}", ", ".join(map(repr, unknown)))


def _labels_alike(p: Predictions) -> Found:
    """Labels that are equal up to case and blanks."""
    alike = defaultdict(list)
    for label in p.labels:
        if isinstance(label, str):
            alike["".join(label.split()).casefold()].append(label)
    for labels in alike.values():
        if len(labels) > 1:
            yield "labels-alike", {"labels": ", ".join(f"“{label}”" for label in labels)}


def _classes(p: Predictions) -> Found:
    """Classes that are never true, never predicted, or rare."""
    if p.y_true is None or not p.labels:
        return
    sizes = {label: _size(p, p.y_true == label) for label in p.labels}
    for label, size in sizes.items():
        if size == 0:
            yield "never-true", {"label": label}
    for name, model in p.models.items():
        said = set() if model.y_pred is None else set(distinct(model.y_pred).tolist())
        for label in p.labels if said else ():
            if label not in said:
                yield "never-predicted", {"label": label, "model": name}
    few = [f"{label}: {size}" for label, size in sizes.items() if 0 < size < _FEW]
    if few:
        yield "few-samples", {"labels": word("comma").join(few)}


def _size(p: Predictions, chosen: Array) -> int:
    """Return how many samples the chosen rows stand for."""
    if p.counted and p.weight is not None:
        return int(p.weight[chosen].sum())
    return int(np.count_nonzero(chosen))


def _scores(p: Predictions) -> Found:
    """Scores that are constant, reversed, no probabilities, or contradict the labels."""
    for name, model in p.models.items():
        if model.y_score is None or p.y_true is None:
            continue
        if model.y_score.ndim == 2 and model.y_score.shape[1] == len(p.labels):
            if model.y_pred is not None:
                best = np.array(p.labels)[model.y_score.argmax(axis=1)]
                yield from _against(p, name, model.y_pred != best, _say("warning_rule", "largest"))
        elif model.y_score.ndim == 1 and p.pos_label is not None:
            yield from _binary_scores(p, name, model)


def _binary_scores(p: Predictions, name: str, model: ModelColumns) -> Found:
    score = model.y_score
    positive = p.y_true == p.pos_label
    assert score is not None
    if score.min() == score.max():
        yield "constant-score", {"model": name, "value": f"{score[0]:g}"}
        return
    n1 = _size(p, positive)
    n0 = _size(p, ~positive)
    if n1 and n0:
        auc = roc_auc_score(positive, score, sample_weight=p.weight if p.counted else None)
        if auc < 0.5 - _CLEARLY * np.sqrt((n1 + n0 + 1) / (12 * n1 * n0)):
            places = {"model": name, "auc": f"{auc:.3f}", "label": p.pos_label}
            yield "auc-below-half", {**places, "reversed": f"{1 - auc:.3f}"}
    if score.min() < 0 or score.max() > 1:
        places = {"low": f"{score.min():.4g}", "high": f"{score.max():.4g}"}
        yield "no-probabilities", {"model": name, **places}
    if model.y_pred is None or p.counted:  # the middles of bins contradict labels by themselves
        return
    said = model.y_pred == p.pos_label
    if not said.all() and score.min() >= 0.5 and score.max() <= 1:
        yield "score-of-predicted-class", {"model": name, "label": p.pos_label}
        return
    threshold = _closest_threshold(said, score)
    rule = _say("warning_rule", "threshold", at=f"{threshold:.6g}")
    yield from _against(p, name, said != (score >= threshold), rule)


def _closest_threshold(said: Array, score: Array) -> float:
    """Return the threshold whose labels agree best with the predicted ones."""
    values = np.append(np.unique(score), np.inf)
    above = np.count_nonzero(said) - np.searchsorted(np.sort(score[said]), values)
    below = np.searchsorted(np.sort(score[~said]), values)
    return float(values[np.argmax(above + below)])


def _against(p: Predictions, name: str, contradicts: Array, rule: Sentence) -> Found:
    """Yield a warning with the rows whose label is not the one that the scores ask for."""
    wrong = np.flatnonzero(contradicts)
    if len(wrong):
        numbers = wrong + 1 if p.rows is None else p.rows[wrong]
        dots = ", ..." if len(wrong) > _MOST_ROWS else ""
        rows = ", ".join(map(str, numbers[:_MOST_ROWS])) + dots
        places = {"model": name, "count": len(wrong), "rows": rows, "rule": rule}
        yield "labels-against-scores", places


def _samples(p: Predictions) -> Found:
    """Samples that occur twice, belong together, or were left out."""
    if p.id is not None and (repeats := len(p.id) - len(np.unique(p.id))):
        yield "repeated-ids", {"count": repeats}
    n = 0 if p.group is None else len(np.unique(p.group))
    if p.group is not None and FEW_GROUPS <= n < len(p.group):
        yield "repeated-groups", {"count": len(p.group), "groups": n}
    left_out = len(p.import_report.dropped) + len(p.import_report.unmatched)
    if left_out:
        yield "rows-left-out", {"count": left_out}


CHECKS: tuple[Callable[[Predictions], Found], ...] = (_labels_alike, _classes, _scores, _samples)
