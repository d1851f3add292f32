"""Large data as a table of counts: the distinct rows, and how many samples each stands for.

Labels are counted exactly. Scores are put into bins of equal width, each represented by its middle,
so that memory grows with the classes and the bins, not with the rows. Dask counts its own columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..._tables import TableError, read_table, say as table_words
from ..._validation import Array, chunks, distinct, fail
from ..predictions import ImportReport, ModelColumns, Predictions
from .columns import find_truth
from .prediction_columns import find_models
from .proposal import Options, Proposal
from .sentences import Said, say

_BINS = 1000, 400, 100  # of each score of one, two or more models, whose bins are crossed
_LOOKED_AT = 200  # rows that the roles of the columns are guessed from

Grid = tuple[float, float, int]  # where the bins of a score begin, their width and number


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
    head = read_table(frame.head(_LOOKED_AT, npartitions=-1))
    p = Proposal(head, given, Options(task="classification"))
    find_truth(p)
    find_models(p)
    y_true = None
    models: dict[str, ModelColumns] = {}
    for name, (kind, model, label) in p.roles.items():
        if kind == "y_true":
            y_true = frame[name]
        if kind not in ("y_pred", "y_score"):
            continue
        columns = models.get(model or "model", ModelColumns())
        if getattr(columns, kind) is not None:
            expected = f"one column of {kind}:{model or 'model'} (choose it with roles)"
            fail("source", expected, "several")
        models[model or "model"] = replace(columns, **{kind: frame[name]})
        if label and pos_label is None:
            pos_label = label
        elif label and str(pos_label) != label:
            held = f"{label}, the class whose scores column {name!r} holds"
            fail("pos_label", held, repr(pos_label))
    said = Said(head)
    said.columns(p)
    report = ImportReport(guesses=tuple(said.sentences[1:]))
    return counted(Predictions(y_true, models, pos_label=pos_label, import_report=report))


def _parquet(path: str) -> Any:
    try:
        from dask import dataframe
    except ImportError as error:
        words = 'a Parquet file is read by Dask: pip install "dask[dataframe]"'
        raise ImportError(words) from error
    if not Path(path).exists():
        raise TableError(table_words("table.no_file", name=path))
    return dataframe.read_parquet(path, split_row_groups=True)


def counted(given: Predictions) -> Predictions:
    """Return the distinct rows of predictions with their counts.

    The columns are all Series of Dask, or all arrays.
    """
    columns: dict[str, Any] = {"y_true": given.y_true}
    for model, held in given.models.items():
        columns |= {f"y_pred:{model}": held.y_pred, f"y_score:{model}": held.y_score}
    columns = {name: column for name, column in columns.items() if column is not None}
    if len(columns) < 2:
        fail("y_pred and y_score", "predicted labels, or scores, or both", "neither", TypeError)
    scores = [name for name in columns if name.startswith("y_score")]
    bins = _BINS[min(len(scores), len(_BINS)) - 1]
    grids = {name: _grid(columns[name], bins) for name in scores}
    by_dask = is_dask(given.y_true)
    found, n = (_counts_by_dask if by_dask else _counts)(columns, grids)
    for name, (low, width, _) in grids.items():
        found[name] = low + (found[name] + 0.5) * width
    models = {
        model: ModelColumns(found.get(f"y_pred:{model}"), found.get(f"y_score:{model}"))
        for model in given.models
    }
    labels = distinct(*(column for name, column in found.items() if name not in grids))
    if labels.dtype.kind == "f" and (labels % 1).any():
        fail("y_true and y_pred", "labels, where rows are counted", "numbers with fractions")
    alike = (label for label in labels.tolist() if str(label) == str(given.pos_label))
    said = [*given.import_report.guesses, say("guess", "large_dask" if by_dask else "large_arrays")]
    widths = dict.fromkeys(f"{width:.3g}" for _, width, _ in grids.values())
    said += [say("guess", "large_binned", bins=bins, width=width) for width in widths]
    return Predictions(
        found["y_true"],
        models,
        tuple(labels.tolist()),
        next(alike, given.pos_label),
        weight=n,
        counted=True,
        import_report=ImportReport(guesses=tuple(said)),
    )


def _grid(score: Any, bins: int) -> Grid:
    ends = score.min(), score.max()
    low, high = (float(end.compute() if is_dask(score) else end) for end in ends)
    if not np.isfinite(high - low):
        fail("y_score", "finite scores", f"scores from {low:g} to {high:g}")
    if low >= 0 and high <= 1:
        low = 0.0
        high = 1.0
    return low, (high - low) / bins or 1.0, bins


def _binned(score: Any, grid: Grid) -> Any:
    low, width, bins = grid
    return ((score - low) // width).clip(0, bins - 1)


def _counts_by_dask(
    columns: Mapping[str, Any], grids: Mapping[str, Grid]
) -> tuple[dict[str, Array], Array]:
    for name, column in columns.items():
        if not is_dask(column):
            expected = "a Dask Series, as y_true is one"
            fail(name.partition(":")[0], expected, type(column).__name__, TypeError)
    parts = {n: _binned(c, grids[n]) if n in grids else c for n, c in columns.items()}
    frame = parts.pop("y_true").to_frame(name="y_true").assign(**parts)
    names = list(columns)
    counts = frame.groupby(names, dropna=False).size().compute().reset_index(name="n")
    counts = counts[counts["n"] > 0].sort_values(names)
    if missing := int(counts.loc[counts[names].isna().any(axis=1), "n"].sum()):
        of = ", ".join(dict.fromkeys(name.partition(":")[0] for name in names))
        fail(of, "a value in each row", f"{missing} rows without one")
    found = {name: counts[name].to_numpy() for name in names}
    found = {n: c.astype(str) if c.dtype.kind == "O" else c for n, c in found.items()}
    return found, counts["n"].to_numpy()


def _counts(
    columns: Mapping[str, Any], grids: Mapping[str, Grid]
) -> tuple[dict[str, Array], Array]:
    labels = {name: distinct(c) for name, c in columns.items() if name not in grids}
    sizes = [grids[name][2] if name in grids else len(labels[name]) for name in columns]
    cells = np.zeros(0, np.int64)
    n = np.zeros(0, np.int64)
    for part in chunks(len(columns["y_true"])):
        codes = [
            _binned(column[part], grids[name]).astype(np.int64)
            if name in grids
            else labels[name].searchsorted(column[part])
            for name, column in columns.items()
        ]
        new, many = np.unique(np.ravel_multi_index(codes, sizes), return_counts=True)
        cells, place = np.unique(np.concatenate([cells, new]), return_inverse=True)
        n = np.bincount(place, np.concatenate([n, many])).astype(np.int64)
    places = dict(zip(columns, np.unravel_index(cells, sizes), strict=True))
    return {name: at if name in grids else labels[name][at] for name, at in places.items()}, n
