"""A row is a sample and a model: the rows of all models are put side by side."""

from __future__ import annotations

from dataclasses import replace

from ..._tables import Table
from .asking import pick, shown_cells
from .proposal import Proposal


def paired(p: Proposal) -> Table:
    """Return a table with a row for each sample and columns for each model."""
    table = p.table
    model = p.with_role("model")[0]
    ids = p.with_role("id")
    if not ids:
        picks = [pick(model, cell) for cell in sorted(p.cells(model))[:4]]
        p.ask("long_without_id", picks, column=model)
    own = p.with_role("y_pred", "y_score")
    shared = [n for n, r in p.roles.items() if n not in own and n != model and r.kind != "ignored"]
    rows: dict[str, dict[str, int]] = {}
    for i, (sample, name) in enumerate(zip(table[ids[0]], table[model], strict=True)):
        if name in rows.setdefault(sample, {}):
            _ask_about_second(p, sample, name, i)
        rows[sample][name] = i
    models = list(dict.fromkeys(table[model]))
    for sample, of_models in rows.items():
        if len(of_models) != len(models):
            absent = next(name for name in models if name not in of_models)
            p.refuse("long_incomplete", column=ids[0], cell=sample, model=absent)
        for column in shared:
            if len({table[column][i] for i in of_models.values()}) > 1:
                p.refuse("long_differs", column=column, id=ids[0], cell=sample)
    first = [next(iter(of_models.values())) for of_models in rows.values()]
    names = list(shared)
    columns = [[table[n][i] for i in first] for n in shared]
    roles = {n: str(p.roles[n]) for n in shared}
    for name in models:
        for column in own:
            names.append(f"{column} ({name})")
            columns.append([table[column][of_models[name]] for of_models in rows.values()])
            found = p.roles[column]
            roles[names[-1]] = f"{found.kind}:{name}:{found.label}".rstrip(":")
    lines = [table.lines[i] for i in first]
    result = replace(table, names=names, columns=columns, lines=lines, roles=roles)
    result.changed("long", len(models), table.lines[0])
    return result


def _ask_about_second(p: Proposal, sample: str, name: str, row: int) -> None:
    """Ask about a second row of one sample and model: which column tells the two apart?"""
    table = p.table
    used = p.with_role("y_true", "y_pred", "y_score", "id", "model")
    free = [n for n in table.names if n not in used and 1 < len(set(table[n])) < len(table.lines)]
    picks = [pick(column, table[column][0]) for column in free[:3]]
    places = {"row": sample, "learner": name, "line": table.lines[row]}
    p.ask("repeated_pair", picks, apart=shown_cells(free) or "-", **places)
