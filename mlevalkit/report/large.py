"""Data larger than memory: Dask counts, and what follows is an evaluation of the counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._validation import fail
from .._workings import Messages
from .predictions import ImportReport, ModelColumns, Predictions

_say = Messages(__package__)

_BINS = 1000  # of scores


def is_dask(column: object) -> bool:
    """Tell whether a column is a Dask Series."""
    return hasattr(column, "map_partitions") and hasattr(column, "dask")


def counted(y_true: Any, y_pred: Any, y_score: Any, pos_label: object) -> Predictions:
    """Return the distinct rows of Dask columns, with their counts as weights.

    Labels are counted exactly. Scores are put into bins of equal width, each represented by its
    middle, so that memory grows with the classes and the bins, not with the samples.
    """
    given = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score}
    given = {name: column for name, column in given.items() if column is not None}
    for name, column in given.items():
        if not is_dask(column):
            fail(name, "a Dask Series, as y_true is one", type(column).__name__, TypeError)
    if len(given) < 2:
        fail("y_pred and y_score", "predicted labels, or scores, or both", "neither", TypeError)
    frame = y_true.to_frame(name="y_true")
    if y_pred is not None:
        frame = frame.assign(y_pred=y_pred)
    low, width = 0.0, 1 / _BINS
    if y_score is not None:
        low, width = _grid(y_score)
        frame = frame.assign(y_score=((y_score - low) // width).clip(0, _BINS - 1))
    names = list(frame.columns)
    counts = frame.groupby(names).size().compute().reset_index(name="n")
    columns = {name: counts[name].to_numpy() for name in names}
    columns = {n: c.astype(str) if c.dtype.kind == "O" else c for n, c in columns.items()}
    score = low + (columns["y_score"] + 0.5) * width if y_score is not None else None
    every = [columns[name] for name in ("y_true", "y_pred") if name in columns]
    labels = tuple(np.unique(np.concatenate(every)).tolist())
    model = ModelColumns(columns.get("y_pred"), score)
    weight = counts["n"].to_numpy()
    key = "exact" if y_score is None else "binned"
    said = _say(f"large.{key}", bins=_BINS, width=f"{width:.3g}")
    report = ImportReport(guesses=(said,))
    truth = columns["y_true"]
    return Predictions(truth, {"A": model}, labels, pos_label, weight=weight, import_report=report)


def _grid(y_score: Any) -> tuple[float, float]:
    """Return where the bins of scores begin, and how wide they are."""
    low, high = (float(end.compute()) for end in (y_score.min(), y_score.max()))
    if low != low or high - low in (0, np.inf):
        fail("y_score", "finite scores that differ", f"scores from {low:g} to {high:g}")
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    return low, (high - low) / _BINS
