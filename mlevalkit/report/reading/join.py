"""Rows side by side: of two tables, matched on an id, or of several models in one table."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import PurePath

from ..._tables import Table, is_number
from .names import name_of
from .proposal import Proposal, Role
from .sentences import pick, refuse, shown_cells

_MODELS = {"pred": "y_pred", "score": "y_score", "value": "y_score"}


def joined(left: Table, right: Table) -> tuple[Table, tuple[str, ...]]:
    """Return one table of the rows that are in both, and the ids that are in one only."""
    if _is_submission(left, right):
        left, right = right, left
    truths = _truth(left), _truth(right)
    keys = _keys(left, right)
    if not any(truths):
        _refuse_second_results(left, right, keys[0])
    if keys[0] is not None and keys[1] is not None:
        rows, unmatched = _matched(left, keys[0], right, keys[1])
        if rows:
            return _side_by_side(left, right, rows, keys[1]), unmatched
    same_length = len(left.lines) == len(right.lines)
    if truths[0] and truths[1] and not (same_length and left[truths[0]] == right[truths[1]]):
        refuse("two_test_sets", left=left.source, right=right.source)
    if keys[0] is not None and keys[1] is not None:
        ids = f"{shown_cells(left[keys[0]], 3)} | {shown_cells(right[keys[1]], 3)}"
        refuse("no_common_id", left=left.source, right=right.source, ids=ids)
    if not same_length:
        places = {"m": len(left.lines), "n": len(right.lines)}
        refuse("no_match", left=left.source, right=right.source, **places)
    if truths[0] and truths[1] and _is_sorted(left[truths[0]]):
        refuse("sorted_truth", left=left.source, right=right.source)
    left.changed("by_position", len(left.lines), left.lines[0])
    rows = [(i, i) for i in range(len(left.lines))]
    return _side_by_side(left, right, rows, keys[1]), ()


def _is_sorted(cells: list[str]) -> bool:
    """Tell whether every class stands in one block: then equal order says nothing."""
    runs = 1 + sum(a != b for a, b in itertools.pairwise(cells))
    return len(cells) > 4 and runs == len(set(cells))


def _column(table: Table, *kinds: str) -> str | None:
    """Return the first column whose name is of one of these kinds, the first kind first."""
    names = {kind: [n for n in table.names if name_of(n).kind == kind] for kind in kinds}
    return next((own[0] for own in names.values() if own), None)


def _keys(left: Table, right: Table) -> tuple[str | None, str | None]:
    """Return the columns that name samples: by their names, or a column that both share."""
    keys = _key(left), _key(right)
    if keys[0] is not None and keys[1] is not None:
        return keys
    shared = _shared_key(left, right)
    if shared is not None and _truth(left):
        left.roles[shared] = "id"
    return shared, shared


def _key(table: Table) -> str | None:
    named = _column(table, "id", "ids", "item")
    perhaps = _column(table, "perhaps_id")
    unique = perhaps is not None and len(set(table[perhaps])) == len(table.lines)
    return named or (perhaps if unique else None)


def _refuse_second_results(left: Table, right: Table, key: str | None) -> None:
    """Refuse two tables of results whose columns have the same names."""
    common = [n for n in left.names if n in right.names and n != key]
    if common and not _models(left) and not _models(right):
        refuse("two_results", left=left.source, right=right.source, columns=common)


def _shared_key(left: Table, right: Table) -> str | None:
    """Return a column of both tables that holds the same values, each once, in some order."""
    for name in left.names:
        if name == _truth(left) or name in _models(left):
            continue
        cells = set(left[name])
        if name in right.names and cells == set(right[name]) and len(cells) == len(left.lines):
            return name
    return None


def _truth(table: Table) -> str | None:
    stated = next((n for n, role in table.roles.items() if role == "y_true"), None)
    return stated or _column(table, "truth", "outcome", "reviewer")


def _models(table: Table) -> dict[str, Role]:
    """Return the roles of the columns that are by name predictions."""
    found = {name: name_of(name) for name in table.names}
    return {n: Role(_MODELS[x.kind], x.rest) for n, x in found.items() if x.kind in _MODELS}


def _is_submission(left: Table, right: Table) -> bool:
    """Tell whether the first of two columns of one name holds scores, and the second labels."""
    truths = _truth(left), _truth(right)
    if truths[0] is None or truths[0] != truths[1]:
        return False
    whole = [all(re.fullmatch(r"\D*|-?\d+", cell) for cell in t[truths[0]]) for t in (left, right)]
    return whole == [False, True]


def _matched(
    left: Table, left_key: str, right: Table, right_key: str
) -> tuple[list[tuple[int, int]], tuple[str, ...]]:
    ids = [table[key] for table, key in ((left, left_key), (right, right_key))]
    if all(is_number(cell) and "%" not in cell for column in ids for cell in column):
        ids = [[_as_number(cell) for cell in column] for column in ids]
    places: list[dict[str, int]] = []
    for table, key, column in zip((left, right), (left_key, right_key), ids, strict=True):
        own = {cell: i for i, cell in enumerate(column)}
        if len(own) < len(column):
            cell = next(c for i, c in enumerate(column) if own[c] != i)
            refuse("repeated_id", name=table.source, column=key, cell=cell)
        places.append(own)
    here, there = places
    rows = [(i, there[cell]) for cell, i in here.items() if cell in there]
    unmatched = (*(c for c in here if c not in there), *(c for c in there if c not in here))
    return rows, unmatched


def _as_number(cell: str) -> str:
    """Return the one way to write a number; 007 and 7 are different ids."""
    match = re.fullmatch(r"\s*(-?(?:0|[1-9]\d*))[.,]?0*\s*", cell)
    return match[1] if match else cell.strip()


def _side_by_side(left: Table, right: Table, rows: list[tuple[int, int]], key: str | None) -> Table:
    """Return the columns of both; a name that both have gets the name of the second file too."""
    stems = PurePath(left.source).stem, PurePath(right.source).stem
    truth = _truth(left)
    models = _models(right)
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
            left.changed("first_is_true", len(rows), left.lines[0])
        elif own != name and name in models:
            for column_name, stem in zip((name, own), stems, strict=True):
                role = models[name]
                roles[column_name] = str(role._replace(model=role.model or stem))
        elif own != name:
            roles[own] = "ignored"
        names.append(own)
        columns.append(cells)
    lines = [left.lines[i] for i, _ in rows]
    source = f"{left.source} + {right.source}"
    table = Table(source, names, columns, lines, left.encoding, left.delimiter, roles)
    for part in (left, right):
        table.changes.update(part.changes)
        table.places = {**part.places, **table.places}
    return table


# -- a row is a sample and a model ----------------------------------------------------------------


def paired(p: Proposal) -> Table:
    """Return a table with a row for each sample and columns for each model."""
    table = p.table
    model = p.with_role("model")[0]
    ids = p.with_role("id")
    if not ids:
        picks = [pick(model, cell) for cell in sorted(p[model].values)[:4]]
        p.ask("long_without_id", picks, column=model)
    own = p.with_role("y_pred", "y_score")
    shared = [n for n, r in p.roles.items() if n not in own and n != model and r.kind != "ignored"]
    groups = p.rows_by(ids[0], model)
    if any(len(rows) > 1 for rows in groups.values()):
        p.ask_about_second(groups)
    models = list(dict.fromkeys(table[model]))
    of_samples = []
    for sample in dict.fromkeys(table[ids[0]]):
        absent = [name for name in models if (sample, name) not in groups]
        if absent:
            p.refuse("long_incomplete", column=ids[0], cell=sample, model=absent[0])
        of_samples.append([groups[sample, name][0] for name in models])
        for column in shared:
            if len({table[column][i] for i in of_samples[-1]}) > 1:
                p.refuse("long_differs", column=column, id=ids[0], cell=sample)
    first = [min(rows) for rows in of_samples]
    roles = {name: str(p.roles[name]) for name in shared}
    columns = [[table[name][i] for i in first] for name in shared]
    for k, name in enumerate(models):
        for column in own:
            roles[f"{column} ({name})"] = str(p.roles[column]._replace(model=name))
            columns.append([table[column][rows[k]] for rows in of_samples])
    lines = [table.lines[i] for i in first]
    result = replace(table, names=list(roles), columns=columns, lines=lines, roles=roles)
    result.changed("long", len(models), table.lines[0])
    return result
