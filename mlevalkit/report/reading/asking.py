"""Refusing and asking: what is wrong with a table, or which readings of it are possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from ..._tables import Choice, TableError
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


def pick(column: str, cell: str) -> Choice:
    """Return the choice of the rows with this value in this column."""
    return choice("rows", {"rows": {column: cell}}, column=column, cell=cell)


def ask(key: str, choices: Iterable[Choice], **places: Any) -> NoReturn:
    """Ask one of the questions under ``[asked]``; nothing is computed before it is answered."""
    raise TableError(say("asked", key, **places), choices)


def shown_cells(cells: Iterable[Any], most: int = 8) -> str:
    """Return values in a list, the first ones if they are many."""
    found = list(dict.fromkeys(str(cell) for cell in cells))
    return ", ".join(found[:most]) + (", ..." if len(found) > most else "")
