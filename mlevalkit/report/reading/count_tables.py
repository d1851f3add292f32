"""A row is a count: a confusion matrix, McNemar's table, or TP, FP, FN and TN."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..._tables import Table, is_number
from ..predictions import ModelColumns, Predictions
from .names import WORDS, name_of
from .proposal import Proposal
from .sentences import Said, refuse


def counts_of(p: Proposal, said: Said) -> Predictions | None:
    """Return the counts of a confusion matrix, of McNemar's table, or of TP, FP, FN and TN."""
    if p.given:
        return None
    found = _four_counts(p) or _matrix(p, said)
    if found is None:
        return None
    y_true, models, n, labels, positive = found
    said.add("counts", n=int(sum(n)))
    keep = np.array(n) > 0
    arrays = {name: ModelColumns(np.array(pred)[keep]) for name, pred in models.items()}
    return Predictions(
        None if y_true is None else np.array(y_true)[keep],
        arrays,
        tuple(labels),
        positive,
        weight=np.array(n)[keep],
        counted=True,
        import_report=said.report(p, shape="counts"),
    )


_Counts = tuple[Any, dict[str, Any], list[int], list[Any], Any]


def _four_counts(p: Proposal) -> _Counts | None:
    names = {re.sub(r"[\s_]+", " ", name.strip().lower()): name for name in p.table.names}
    found = [next((names[n] for n in of if n in names), None) for of in WORDS["counts"].values()]
    if None in found:
        return None
    if len(p.table.lines) > 1:
        p.refuse("counts_of_models")
    tp, fp, fn, tn = (_count(p.table, name) for name in found if name)
    return [1, 0, 1, 0], {"model": [1, 1, 0, 0]}, [tp, fp, fn, tn], [0, 1], 1


def _count(table: Table, name: str, row: int = 0) -> int:
    cell = table[name][row]
    if not re.fullmatch(r"\s*\d+(\.0*)?\s*", cell):
        refuse("no_count", name=table.source, line=table.lines[row], column=name, cell=cell)
    return int(float(cell))


_TRUE = r"(?:true|actual|truth|real|gold|disease|condition|真实|实际|疾病|患病)"
_PRED = r"(?:pred(?:icted|iction)?|test|预测|检测|检验)"
_SIGNS = {"present": "positive", "absent": "negative"}  # of a disease
_SIDES = {
    "true": rf"^{_TRUE}[\s_:=]*|[\s_]*\(?{_TRUE}\)?$",
    "pred": rf"^{_PRED}[\s_:=]*|[\s_]*\(?{_PRED}\)?$",
    "right": r"[\s_:=]*(?:right|correct|对|正确)$",
    "wrong": r"[\s_:=]*(?:wrong|incorrect|错|错误)$",
}


def _matrix(p: Proposal, said: Said) -> _Counts | None:
    """Return the counts of a square table whose rows and columns have the same names."""
    corner, *columns = p.table.names
    cells = [cell.strip() for column in p.table.columns[1:] for cell in column]
    if not all(map(is_number, cells)):
        return None
    rows = _without_total([cell.strip() for cell in p.table.columns[0]])
    columns = _without_total(columns)
    k = len(columns)
    if k < 2 or len(rows) != k:
        return None
    whole = all(re.fullmatch(r"\d+(\.0*)?", cell) for cell in cells)
    if found := _mcnemar(p, rows, columns):
        said.add("mcnemar")
        _check_totals(p, said, k)
        return found
    bare = [[_bare(cell) for cell in side] for side in (rows, columns)]
    names = [[name for name, _ in side] for side in bare]
    if sorted(names[0]) != sorted(names[1]) or len(set(names[0])) < k:
        return None
    rows_true = _rows_are_true(bare, corner.lower())
    if rows_true is None and not whole:
        return None
    if rows_true is None:
        p.refuse("orientation", labels=names[0])
    n = [_count(p.table, columns[j], i) for i in range(k) for j in range(k)]
    whole_names = all(re.fullmatch(r"-?\d+", name) for name in names[0])
    values = [[int(x) if whole_names else x for x in side] for side in names]
    one = [x for x in values[0] for _ in range(k)]
    other = [x for _ in range(k) for x in values[1]]
    labels: list[Any] = sorted(set(one))
    said.add("matrix_true" if rows_true else "matrix_pred")
    _check_totals(p, said, k)
    y_true, y_pred = (one, other) if rows_true else (other, one)
    return y_true, {"model": y_pred}, n, labels, said.positive(labels) if k == 2 else None


def _without_total(names: list[str]) -> list[str]:
    """Return the names of the rows or columns of a table without that of their total."""
    return names[:-1] if names and name_of(names[-1]).kind == "summary" else names


def _check_totals(p: Proposal, said: Said, k: int) -> None:
    """Say that totals are left out, or refuse those that are not the sums."""
    table = p.table
    for j, name in enumerate(table.names[1:]):
        for i, line in enumerate(table.lines):
            own = [(a, b) for a in range(k) for b in range(k) if i in (a, k) and j in (b, k)]
            counts = [_count(table, table.names[1 + b], a) for a, b in own]
            if sum(counts) != _count(table, name, i):
                refuse("matrix_total", name=table.source, line=line, column=name, sum=sum(counts))
    if len(table.lines) > k or len(table.names) > k + 1:
        said.add("totals")


def _rows_are_true(bare: list[list[tuple[str, str]]], corner: str) -> bool | None:
    """Tell whether the rows of a confusion matrix are the true classes; None if nothing says it."""
    rows, columns = ({side for _, side in names} for names in bare)
    corner_true = re.match(_TRUE, corner)
    corner_pred = re.match(_PRED, corner)
    yes = rows == {"true"} or columns == {"pred"} or bool(corner_true)
    no = rows == {"pred"} or columns == {"true"} or bool(corner_pred)
    return yes if yes != no else None


def _bare(text: str) -> tuple[str, str]:
    """Return a name of a row without "actual" or "predicted", and which of both stood there."""
    for side in ("true", "pred"):
        own = re.sub(_SIDES[side], "", text, flags=re.IGNORECASE).strip(" _:=()")
        if own != text and own:
            return _SIGNS.get(own.lower(), own), side
    return text, ""


def _mcnemar(p: Proposal, rows: list[str], columns: list[str]) -> _Counts | None:
    """Return the counts of two models, whose names stand beside right and wrong."""
    parts = [[_verdict_of(cell) for cell in side] for side in (rows, columns)]
    if len(rows) != 2 or any({v for _, v in side} != {"right", "wrong"} for side in parts):
        return None
    names = [{name for name, _ in side} for side in parts]
    if any(len(found) != 1 for found in names) or names[0] == names[1]:
        p.refuse("mcnemar_names")
    a, b = (next(iter(found)) for found in names)
    right = [[int(v == "right") for _, v in side] for side in parts]
    n = [_count(p.table, columns[j], i) for i in range(2) for j in range(2)]
    models = {a: [right[0][i] for i in range(2) for _ in range(2)]}
    models |= {b: [right[1][j] for _ in range(2) for j in range(2)]}
    return None, models, n, [], None


def _verdict_of(text: str) -> tuple[str, str]:
    for side in ("wrong", "right"):
        own = re.sub(_SIDES[side], "", text, flags=re.IGNORECASE)
        if own != text:
            return own.strip(" _:="), side
    return text, ""
