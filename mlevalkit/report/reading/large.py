"""Data larger than memory: Dask counts, and what follows is an evaluation of the counts.

Labels are counted exactly. Scores are put into bins of equal width, each represented by its middle,
so that memory grows with the classes and the bins, not with the rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..._validation import fail
from ..predictions import ImportReport, ModelColumns, Predictions
from .roles import Role, guess_roles
from .text import read_table, refuse, say

_BINS = 1000  # of scores
_LOOKED_AT = 200  # rows that the roles of the columns are guessed from


def is_dask(source: object) -> bool:
    """Tell whether this is a Series or DataFrame of Dask."""
    return hasattr(source, "map_partitions") and hasattr(source, "dask")


def is_large(source: object) -> bool:
    """Tell whether Dask reads this: its own DataFrame, or a Parquet file."""
    is_path = isinstance(source, (str, Path)) and "\n" not in str(source)
    return is_dask(source) or (is_path and str(source).lower().endswith(".parquet"))


def read_large(source: Any, given: Mapping[str, str], pos_label: object) -> Predictions:
    """Return the counts of a Dask DataFrame, or of a Parquet file by its row groups."""
    frame = source if is_dask(source) else _parquet(str(source))
    if not hasattr(frame, "columns") or frame.ndim != 2:
        fail("source", "a Dask DataFrame", type(source).__name__, TypeError)
    head = read_table(frame.head(_LOOKED_AT, npartitions=-1), None, None, True, progress=False)
    roles = guess_roles(head, given).roles
    names = {role.kind: name for name, role in roles.items() if role.kind != "ignored"}
    for kind in ("y_pred", "y_score"):
        if sum(role.kind == kind for role in roles.values()) > 1:
            fail("source", f"one column of {kind} (choose it with roles)", "several")
    if "y_true" not in names or not {"y_pred", "y_score"} & names.keys():
        refuse("no_model", name=head.source, columns=", ".join(head.names))
    y_true, y_pred, y_score = (frame[names[k]] if k in names else None for k in _KINDS)
    said = [say("guess", kind, **_places(names[kind], roles)) for kind in _KINDS if kind in names]
    if pos_label is None and y_score is not None:
        pos_label = roles[names["y_score"]].label or None
    return counted(y_true, y_pred, y_score, pos_label, said)


_KINDS = ("y_true", "y_pred", "y_score")


def _places(name: str, roles: Mapping[str, Role]) -> dict[str, str]:
    return {"column": name, "model": roles[name].model or "model"}


def _parquet(path: str) -> Any:
    try:
        from dask import dataframe
    except ImportError as error:
        words = 'a Parquet file is read by Dask: pip install "dask[dataframe]"'
        raise ImportError(words) from error
    if not Path(path).exists():
        refuse("no_file", name=path)
    return dataframe.read_parquet(path, split_row_groups=True)


def counted(
    y_true: Any, y_pred: Any, y_score: Any, pos_label: object, said: list[Any] | None = None
) -> Predictions:
    """Return the distinct rows of Dask columns, with their counts as weights."""
    given = dict(zip(_KINDS, (y_true, y_pred, y_score), strict=True))
    given = {name: column for name, column in given.items() if column is not None}
    for name, column in given.items():
        if not is_dask(column):
            fail(name, "a Dask Series, as y_true is one", type(column).__name__, TypeError)
    if len(given) < 2:
        fail("y_pred and y_score", "predicted labels, or scores, or both", "neither", TypeError)
    low = 0.0
    width = 1 / _BINS
    frame = y_true.to_frame(name="y_true")
    if y_pred is not None:
        frame = frame.assign(y_pred=y_pred)
    if y_score is not None:
        low, width = _grid(y_score)
        frame = frame.assign(y_score=((y_score - low) // width).clip(0, _BINS - 1))
    names = list(frame.columns)
    counts = frame.groupby(names, dropna=False).size().compute().reset_index(name="n")
    counts = counts[counts["n"] > 0].sort_values(names)
    if missing := int(counts.loc[counts[names].isna().any(axis=1), "n"].sum()):
        fail(", ".join(names), "a value in each row", f"{missing} rows without one")
    columns = {name: counts[name].to_numpy() for name in names}
    columns = {n: c.astype(str) if c.dtype.kind == "O" else c for n, c in columns.items()}
    score = low + (columns["y_score"] + 0.5) * width if y_score is not None else None
    every = [columns[name] for name in ("y_true", "y_pred") if name in columns]
    key = "large_exact" if y_score is None else "large_binned"
    report = [*(said or []), say("guess", key, bins=_BINS, width=f"{width:.3g}")]
    return Predictions(
        columns["y_true"],
        {"A": ModelColumns(columns.get("y_pred"), score)},
        tuple(np.unique(np.concatenate(every)).tolist()),
        pos_label,
        weight=counts["n"].to_numpy(),
        counted=True,
        import_report=ImportReport(guesses=tuple(report)),
    )


def _grid(y_score: Any) -> tuple[float, float]:
    """Return where the bins of scores begin, and how wide they are."""
    low, high = (float(end.compute()) for end in (y_score.min(), y_score.max()))
    if low != low or high - low in (0, np.inf):
        fail("y_score", "finite scores that differ", f"scores from {low:g} to {high:g}")
    if low >= 0 and high <= 1:
        low = 0.0
        high = 1.0
    return low, (high - low) / _BINS
