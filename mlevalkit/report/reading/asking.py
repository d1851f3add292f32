"""Refusing and asking: what is wrong with a table, or which readings of it are possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from ..._tables import Choice, Table, TableError
from ...display.workings import Messages

say = Messages(__package__)


def refuse(key: str, **places: Any) -> NoReturn:
    """Refuse a table, in one of the sentences under ``[refused]``."""
    raise TableError(say("refused", key, **places))


def choice(key: str, options: Mapping[str, Any], **places: Any) -> Choice:
    """Return one way to read a table, in one of the sentences under ``[choice]``."""
    return Choice(say("choice", key, **places), options)


def role(key: str, column: str, text: str | None = None, **places: Any) -> Choice:
    """Return the choice that a column has a role; `key` is its sentence, and the role itself."""
    name = column or say("unnamed")
    return choice(key, {"roles": {column: text or key}}, column=name, **places)


def ask(key: str, choices: Iterable[Choice], **places: Any) -> NoReturn:
    """Ask one of the questions under ``[asked]``; nothing is computed before it is answered."""
    raise TableError(say("asked", key, **places), choices)


def shown_cells(cells: Iterable[Any], most: int = 8) -> str:
    """Return values in a list, the first ones if they are many."""
    found = list(dict.fromkeys(str(cell) for cell in cells))
    return ", ".join(found[:most]) + (", ..." if len(found) > most else "")


def merged(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Return keyword arguments of both, roles column by column."""
    found = {**first, **second}
    for name in ("roles", "rows"):
        if first.get(name) and second.get(name):
            found[name] = {**first[name], **second[name]}
    return found


def of_table(table: Table, **places: Any) -> dict[str, Any]:
    """Return what a sentence about a table takes."""
    return {"name": table.source, **places}
