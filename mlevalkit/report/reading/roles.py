"""Which column is what: by the format of the program, by common names, by the values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..._validation import shown
from ...display.workings.measure import data_of
from .text import Table, is_number, refuse

KINDS = ("y_true", "y_pred", "y_score", "id", "group", "weight", "fold", "ignored")
SINGLE = KINDS[0], *KINDS[3:7]  # at most one column each
MOST_CLASSES = 20
_UNSETTLED = "?"  # the model of a column such as prob_x, until it is known whether x is a class
DATE = data_of(__package__, "formats.toml")["values"]["date"]


class Role(NamedTuple):
    """What a column holds, of which model, and for which class."""

    kind: str
    model: str = ""
    label: str = ""

    def __str__(self) -> str:
        return ":".join(self).rstrip(":")


class Guess(NamedTuple):
    """The role of each column, the program that wrote the table, and what its classes mean."""

    roles: dict[str, Role]
    format: str
    first_level: bool


def guess_roles(table: Table, given: Mapping[str, str], *, anything: bool = False) -> Guess:
    """Return the role of each column; what a user gives goes before any guess.

    With `anything` by the names alone: half of two tables need not hold a truth.
    """
    roles = {name: _role(name, text) for name, text in {**table.roles, **given}.items()}
    if missing := [name for name in roles if name not in table.names]:
        refuse("no_column", name=table.source, column=missing[0], columns=shown(table.names))
    fixed = {role.kind for role in roles.values()}
    form = _format_of(table)
    patterns = data_of(__package__, "formats.toml")["names"]
    for source in (form, patterns):
        for kind in ("id", "ignored", "y_true", "y_score", "y_pred", "group", "weight", "fold"):
            if kind in source and kind not in fixed:
                _by_name(table, roles, kind, source[kind])
        fixed |= {role.kind for role in roles.values()}
    if not anything:
        _by_values(table, roles, fixed)
    roles = {name: roles.get(name, Role("ignored")) for name in table.names}
    return Guess(_resolved(table, roles), form.get("name", "table"), "first_level" in form)


def _role(name: str, text: str) -> Role:
    parts = text.split(":", 2)
    if parts[0] not in KINDS:
        raise ValueError(f"roles: expected one of {', '.join(KINDS)}, got {text!r} for {name!r}")
    return Role(*parts)


def _format_of(table: Table) -> dict[str, Any]:
    """Return the first format whose columns are all there, {target} put into its patterns."""
    for form in data_of(__package__, "formats.toml")["format"]:
        found = [next(_matches(table.names, pattern), None) for pattern in form["needs"]]
        if None not in found:
            groups = {k: re.escape(v) for m in found if m for k, v in m.groupdict("").items()}
            truth = form.get("y_true", "").replace("{target}", groups.get("target", ""))
            return {**form, "y_true": truth} if truth else dict(form)
    return {}


def _matches(names: list[str], pattern: str) -> Iterator[re.Match[str]]:
    found = (re.fullmatch(pattern, name, re.IGNORECASE) for name in names)
    return (match for match in found if match)


def _by_name(table: Table, roles: dict[str, Role], kind: str, patterns: Any) -> None:
    """Give a role to the columns whose name one of the patterns matches."""
    free = [name for name in table.names if name not in roles]
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        for match in _matches(free, pattern):
            name = match[0]
            if name in roles or not _fits(table, name, kind):
                continue
            found = match.groupdict("")
            label = found.get("label") or found.get("index") or found.get("rest") or ""
            model = _UNSETTLED if found.get("rest") else found.get("model", "")
            roles[name] = Role(kind, model, label)
            if kind in SINGLE:
                return


def _fits(table: Table, name: str, kind: str) -> bool:
    """Tell whether the values can be what the name says."""
    cells = [cell for cell in table[name][:200] if cell.strip()]
    if kind in ("y_score", "weight"):
        return all(is_number(cell) or cell.startswith("*") or len(cell) < 4 for cell in cells)
    if kind in ("y_true", "y_pred"):
        return not is_date(cells)
    if kind == "id" and re.search("[_ ]id$", name, re.IGNORECASE):
        return len(set(cells)) == len(cells)  # patient_id may name a group
    return True


def is_date(cells: list[str]) -> bool:
    """Tell whether the first cells are dates."""
    return bool(cells) and all(re.match(DATE, cell) for cell in cells[:20])


def _by_values(table: Table, roles: dict[str, Role], fixed: set[str]) -> None:
    """Find truth and models among the columns that no name gave away."""
    kinds = {role.kind for role in roles.values()}
    free = [name for name in table.names if name not in roles]
    values = {name: {*table[name]} - {""} for name in free}
    said = [{*table[name]} for name, role in roles.items() if role.kind == "y_pred"]
    if "y_true" not in kinds:
        fitting = [name for name in free if said and values[name] <= set().union(*said)]
        few = [name for name in free if 1 < len(values[name]) <= MOST_CLASSES]
        truth = next((n for n in [*fitting, *few] if not is_date(table[n][:20])), None)
        if truth is None:
            _refuse_dates(table, free)
            refuse("no_truth", name=table.source, columns=shown(table.names))
        roles[truth] = Role("y_true")
        free.remove(truth)
    truth = next(name for name, role in roles.items() if role.kind == "y_true")
    labels = {*table[truth]}
    for name in free:
        model, label = _class_column(name)
        if label in labels and all(map(is_number, table[name][:200])):
            roles[name] = Role("y_score", model, label)
        elif not kinds & {"y_pred", "y_score"} | fixed & {"y_pred", "y_score"}:
            _as_model(table, roles, name, labels, values[name])


def _refuse_dates(table: Table, names: list[str]) -> None:
    for name in names:
        if is_date(table[name]):
            line = table.lines[0]
            cell = table[name][0]
            refuse("date", name=table.source, line=line, column=name, cell=cell)


def _class_column(name: str) -> tuple[str, str]:
    """Return model and class of a column called "class" or, by Orange, "model (class)"."""
    match = re.fullmatch(r"(.+) \((.+)\)", name)
    return (match[1], match[2]) if match else ("", name)


def _as_model(
    table: Table, roles: dict[str, Role], name: str, labels: set[str], values: set[str]
) -> None:
    """Take a column for a model of its name if it holds labels of the truth, or numbers."""
    if len(values) > 1 and values <= labels:
        roles[name] = Role("y_pred", name)
    elif all(map(is_number, table[name][:200])):
        whole = all(re.fullmatch(r"\s*[+-]?\d+\s*", cell) for cell in values)
        if not whole or len(labels) > MOST_CLASSES:
            roles[name] = Role("y_score", name)


def _resolved(table: Table, roles: dict[str, Role]) -> dict[str, Role]:
    """Settle what follows "prob_": a class where the truth has it, else a model, or both."""
    truth = next((name for name, role in roles.items() if role.kind == "y_true"), None)
    labels = {cell.strip() for cell in table[truth]} if truth else set()
    resolved = {}
    for name, (kind, model, rest) in roles.items():
        label = rest
        if model == _UNSETTLED:
            ends = (x for x in labels if re.search(rf"(^|[_ .]){re.escape(x)}$", rest))
            label = max(ends, key=len, default="")
            model = rest.removesuffix(label).rstrip("_ .")
        resolved[name] = Role(kind, model, label)
    return resolved
