"""Two tables in one: matched on an id, or row by row where nothing else can be meant."""

from __future__ import annotations

import re
from pathlib import PurePath

from .roles import guess_roles
from .text import Table, refuse


def joined(left: Table, right: Table) -> tuple[Table, tuple[str, ...]] | None:
    """Return one table of the rows that are in both, and the ids that are in one only.

    None: the two have other samples, each its own truth; they are not paired.
    """
    if _is_submission(left, right):
        left, right = right, left
    keys = _column(left, "id"), _column(right, "id")
    if keys[0] and keys[1]:
        rows, unmatched = _matched(left, keys[0], right, keys[1])
        if rows:
            return _side_by_side(left, right, rows, keys[1]), unmatched
    truths = _column(left, "y_true"), _column(right, "y_true")
    same_length = len(left.lines) == len(right.lines)
    if truths[0] and truths[1] and not (same_length and left[truths[0]] == right[truths[1]]):
        return None
    if not same_length or all(keys):
        refuse("no_match", left=left.source, right=right.source)
    left.changed("by_position", len(left.lines), left.lines[0])
    rows = [(i, i) for i in range(len(left.lines))]
    return _side_by_side(left, right, rows, keys[1]), ()


def _column(table: Table, kind: str) -> str | None:
    """Return the column whose name says that it is of this kind."""
    roles = guess_roles(table, {}, anything=True).roles
    return next((name for name, role in roles.items() if role.kind == kind), None)


def _is_submission(left: Table, right: Table) -> bool:
    """Tell whether the first of two columns of one name holds scores, and the second labels."""
    truths = _column(left, "y_true"), _column(right, "y_true")
    if truths[0] is None or truths[0] != truths[1]:
        return False
    whole = [all(re.fullmatch(r"\D*|-?\d+", cell) for cell in t[truths[0]]) for t in (left, right)]
    return whole == [False, True]


def _matched(
    left: Table, left_key: str, right: Table, right_key: str
) -> tuple[list[tuple[int, int]], tuple[str, ...]]:
    places = {}
    for table, key in ((right, right_key), (left, left_key)):
        places = {cell: i for i, cell in enumerate(table[key])}
        if len(places) < len(table.lines):
            cell = next(c for i, c in enumerate(table[key]) if places[c] != i)
            refuse("repeated_id", name=table.source, column=key, cell=cell)
    there = {cell: i for i, cell in enumerate(right[right_key])}
    rows = [(i, there[cell]) for cell, i in places.items() if cell in there]
    unmatched = (*(c for c in places if c not in there), *(c for c in there if c not in places))
    return rows, unmatched


def _side_by_side(left: Table, right: Table, rows: list[tuple[int, int]], key: str | None) -> Table:
    """Return the columns of both; a name that both have gets the name of the second file too."""
    stems = PurePath(left.source).stem, PurePath(right.source).stem
    truth = _column(left, "y_true")
    found = guess_roles(right, {}, anything=True).roles
    models = [name for name, role in found.items() if role.kind in ("y_pred", "y_score")]
    roles = dict(left.roles)
    names = list(left.names)
    columns = [[column[i] for i, _ in rows] for column in left.columns]
    for name, column in zip(right.names, right.columns, strict=True):
        own = f"{name} ({stems[1]})" if name in left.names else name
        cells = [column[j] for _, j in rows]
        if name == key or (name == truth and cells == columns[left.names.index(name)]):
            roles[own] = "ignored"
        elif name == truth and models:
            at = next(j for (i, j) in rows if column[j] != left[name][i])
            refuse("truths_differ", name=right.source, line=right.lines[at], column=name)
        elif name == truth:
            roles[own] = f"y_pred:{stems[1]}"
        elif own != name:
            for column_name, stem in zip((name, own), stems, strict=True):
                role = found[name]
                text = str(role._replace(model=role.model or stem))
                roles[column_name] = text if name in models else role.kind
        names.append(own)
        columns.append(cells)
    lines = [left.lines[i] for i, _ in rows]
    table = Table(
        f"{left.source} + {right.source}", names, columns, lines, left.encoding, left.delimiter
    )
    table.roles = roles
    for part in (left, right):
        table.changes.update(part.changes)
        table.places = {**part.places, **table.places}
    return table
