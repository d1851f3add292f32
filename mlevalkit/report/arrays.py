"""Arrays as predictions: the columns of one model or two, on one test set or two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from .. import _validation as check
from .._validation import Array
from ..display.workings import Messages
from .predictions import ImportReport, ModelColumns, Predictions, ScoreTable
from .reading.large import counted, is_dask

_say = Messages(__package__)

_LARGE = 2_000_000  # samples with scores: beyond, they are counted
_LARGEST = 1e70  # so that variances of squared errors are floats


def predictions_of(given: Mapping[str, Any], names: Any) -> Predictions:
    """Return checked arrays by the names of their arguments as predictions."""
    a, b = _two(names)
    columns: dict[str, Any] = {
        name: given[name]
        for name in ("y_true", "y_pred", "y_score", "y_pred_b", "y_score_b")
        if given[name] is not None
    }
    if is_dask(given["y_true"]):
        for name in ("y_true_b", "groups", "sample_weight"):
            if given[name] is not None:
                got = type(given[name]).__name__
                check.fail(name, "None with columns of Dask", got, TypeError)
        kinds = {
            "y_true": "y_true",
            "y_pred": f"y_pred:{a}",
            "y_score": f"y_score:{a}",
            "y_pred_b": f"y_pred:{b}",
            "y_score_b": f"y_score:{b}",
        }
        return counted({kinds[name]: c for name, c in columns.items()}, given["pos_label"])
    unpaired = None
    if given["y_true_b"] is not None:
        second: dict[str, Any] = {
            n: columns.pop(n) for n in ("y_pred_b", "y_score_b") if n in columns
        }
        unpaired = _checked({"y_true_b": given["y_true_b"], **second}, {b: "_b"}, given)
    more = {"group": given["groups"], "weight": given["sample_weight"]}
    models = {a: ""}
    if "y_pred_b" in columns or "y_score_b" in columns:
        models[b] = "_b"
    return replace(_checked(columns, models, given, **more), unpaired=unpaired)


def _checked(
    columns: dict[str, Any], models: Mapping[str, str], given: Mapping[str, Any], **more: Any
) -> Predictions:
    """Return checked columns; `models` has the ending of the names of each model's."""
    if len(columns) < 2:
        expected = "predicted labels, or scores, or both"
        check.fail("y_pred and y_score", expected, "neither", TypeError)
    true = next(iter(columns))
    arrays = {name: check.as_array(c, name, (1, 2)) for name, c in columns.items()}
    if more.get("group") is not None:
        more["group"] = check.as_labels(more["group"], "groups")
    lengths = {"groups": more.get("group"), **arrays}
    check.same_length(**{name: c for name, c in lengths.items() if c is not None})
    more["weight"] = check.as_weights(more.get("weight"), arrays[true])
    for name in arrays:
        if name.startswith("y_score"):
            arrays[name] = check.as_floats(arrays[name], name, (1, 2))
    labels = _labels(arrays, true)
    said = [_renormalized(arrays, name) for name in list(arrays) if name.startswith("y_score")]
    if any(said):
        more["import_report"] = ImportReport(guesses=(_say("data.rounded"),))
    found = {
        model: ModelColumns(arrays.get(f"y_pred{own}"), arrays.get(f"y_score{own}"))
        for model, own in models.items()
    }
    return Predictions(arrays[true], found, labels=labels, pos_label=given["pos_label"], **more)


def _renormalized(arrays: dict[str, Array], name: str) -> bool:
    """Divide probabilities of classes by their sum where it is off by no more than rounding."""
    score = arrays[name]
    if score.ndim == 1 or score.min() < 0:
        return False
    sums = score.sum(axis=1)
    off = float(abs(sums - 1).max())
    decimals = next((d for d in range(1, 8) if (abs(score - score.round(d)) < 1e-12).all()), 8)
    is_rounded = 1e-9 < off <= 0.5 * 10.0**-decimals * score.shape[1] + 1e-12
    if is_rounded:
        arrays[name] = score / sums[:, None]
    return bool(is_rounded)


def _labels(arrays: dict[str, Array], true: str) -> tuple[Any, ...]:
    """Return all classes in order, none where numbers are predicted; the columns become clean."""
    names = [name for name in arrays if not name.startswith("y_score")]
    for name in names:
        if arrays[name].dtype.kind == "f":
            arrays[name] = check.as_floats(arrays[name], name, least=-_LARGEST, most=_LARGEST)
    if any(arrays[n].dtype.kind == "f" and (arrays[n] % 1).any() for n in names):
        for name in names:
            arrays[name] = check.as_floats(arrays[name], name)
        return ()
    for name in names:
        arrays[name] = check.as_labels(arrays[name], name)
        check.label_pair(arrays[true], arrays[name], (true, name))
    return tuple(check.distinct(*(arrays[name] for name in names)).tolist())


def _two(names: Any) -> tuple[str, str]:
    """Return two different names of models."""
    found = [str(name) for name in check.as_list(names, "names")]
    if len(found) < 2 or found[0] == found[1]:
        check.fail("names", "two different names", check.shown(found))
    return found[0], found[1]


def counted_if_large(p: Predictions) -> Predictions:
    """Return a table of counts of so many samples with scores that sorting them took copies."""
    columns: dict[str, Any] = {"y_true": p.y_true}
    for name, model in p.models.items():
        columns |= {f"y_pred:{name}": model.y_pred, f"y_score:{name}": model.y_score}
    columns = {name: column for name, column in columns.items() if column is not None}
    dimensions = {c.ndim for name, c in columns.items() if name.startswith("y_score")}
    many = p.y_true is not None and len(p.y_true) > _LARGE and dimensions == {1}
    if not many or p.counted or p.group is not None or p.weight is not None or p.unpaired:
        return p
    return counted(columns, p.pos_label, p.import_report.guesses)


def graded(table: ScoreTable) -> Predictions:
    """Return the grades of systems, on the questions that each of them has a grade of."""
    gaps = np.isnan(table.scores).any(axis=1)
    models = {
        name: ModelColumns(grades)
        for name, grades in zip(table.learners, table.scores[~gaps].T, strict=True)
    }
    dropped = (*table.import_report.dropped, *np.flatnonzero(gaps).tolist())
    report = replace(table.import_report, dropped=dropped)
    return Predictions(None, models, id=np.array(table.datasets)[~gaps], import_report=report)


def apart(second: Predictions, first: Predictions) -> Predictions:
    """Return a second test set whose models have other names than those of the first."""
    models = {f"{k} (2)" if k in first.models else k: m for k, m in second.models.items()}
    return replace(second, models=models)
