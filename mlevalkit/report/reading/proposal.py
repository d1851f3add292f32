"""What is known of the columns of a table while it is read: names, values, roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, NoReturn

from ..._tables import Choice, Table, is_number
from ...display.workings.measure import data_of
from .names import WORDS, Name, name_of
from .sentences import ask, refuse
from .values import is_fractional, is_missing

ROLES = tuple(WORDS["roles"])
MOST_CLASSES = 20
FORMATS = data_of(__package__, "formats.toml")["format"]


class Role(NamedTuple):
    """What a column holds, of which model, and for which class."""

    kind: str
    model: str = ""
    label: str = ""

    def __str__(self) -> str:
        return ":".join(self).rstrip(":")


def role_of(column: str, text: str) -> Role:
    """Return the role that a text names: "y_score:svm:ill"."""
    kind, _, rest = text.partition(":")
    if kind not in ROLES:
        raise ValueError(f"roles: expected one of {', '.join(ROLES)}, got {text!r} for {column!r}")
    model, _, label = rest.partition(":")
    return Role(kind, model, label)


class Proposal:
    """Roles of the columns of a table, as far as names and values tell them."""

    def __init__(self, table: Table, given: Mapping[str, str], task: str | None) -> None:
        self.table = table
        self.task = task
        self._cells: dict[str, set[str]] = {}
        self.of_predicted: set[str] = set()  # scores of the predicted class
        self.given = {name: role_of(name, text) for name, text in given.items()}
        self.roles: dict[str, Role] = {n: role_of(n, t) for n, t in table.roles.items()}
        self.form = self._format()
        self.roles |= self.given
        self.names = {n: self._name(n) for n in table.names if n not in self.roles}
        self._name_twins()

    def _name(self, column: str) -> Name:
        """Return what a name says, unless the values cannot be that."""
        name = name_of(column)
        cells = [cell for cell in self.table[column][:200] if not is_missing(cell)]
        if name.kind == "perhaps_id":
            return Name("id" if len(set(cells)) == len(cells) else "")
        if name.kind in ("score", "weight", "p", "count", "confidence"):
            return name if mostly_numbers(cells) else Name("")
        if name.kind == "id" and is_fractional(cells) and not all(_is_whole(c) for c in cells):
            return Name("")
        return name

    def _name_twins(self) -> None:
        """Take actual_time and predicted_time, of which neither is certain alone, for a pair."""
        for said in list(self.names.values()):
            other = Name("pred?", said.rest)
            if said.kind == "truth?" and other in self.names.values():
                of_both = {n: x for n, x in self.names.items() if x in (said, other)}
                self.names |= {n: Name(x.kind[:-1], x.rest) for n, x in of_both.items()}

    def _format(self) -> dict[str, Any]:
        """Return the first format whose columns are all there; they have its roles."""
        for form in FORMATS:
            found = [next(_matches(self.table.names, needed), None) for needed in form["needs"]]
            if None in found or form.get("delimiter", self.table.delimiter) != self.table.delimiter:
                continue
            targets = [m.groupdict().get("target") for m in found if m]
            target = next((t for t in targets if t), "")
            if target and target not in self.table.names:
                continue
            target = re.escape(target)
            for kind in ("ignored", *ROLES[:-1]):  # what is not used has the narrower name
                pattern = form.get(kind, "").replace("{target}", target)
                for match in _matches(self.table.names, pattern) if pattern else ():
                    groups = match.groupdict("")
                    label = groups.get("label") or groups.get("index") or ""
                    self.roles.setdefault(match[0], Role(kind, "", label))
            return dict(form)
        return {}

    def of(self, *kinds: str) -> list[str]:
        """Return the columns without a role whose names are of these kinds."""
        return [n for n, name in self.names.items() if name.kind in kinds and n not in self.roles]

    def with_role(self, *kinds: str) -> list[str]:
        """Return the columns that have one of these roles."""
        return [name for name, found in self.roles.items() if found.kind in kinds]

    def cells(self, column: str) -> set[str]:
        """Return the different values of a column, those that are missing left out."""
        if column not in self._cells:
            distinct = set(self.table[column])
            self._cells[column] = {cell.strip() for cell in distinct if not is_missing(cell)}
        return self._cells[column]

    def truth(self) -> str:
        """Return the column of the truth."""
        return self.with_role("y_true")[0]

    def ask(self, key: str, choices: Iterable[Choice], **places: Any) -> NoReturn:
        """Ask a question about this table."""
        ask(key, choices, name=self.table.source, **places)

    def refuse(self, key: str, **places: Any) -> NoReturn:
        """Refuse this table."""
        refuse(key, name=self.table.source, **places)


def _matches(names: Iterable[str], pattern: str) -> Iterator[re.Match[str]]:
    found = (re.fullmatch(pattern, name, re.IGNORECASE) for name in names)
    return (match for match in found if match)


def mostly_numbers(cells: list[str]) -> bool:
    """Tell whether most cells are numbers: which one is not is said when they are read."""
    return 2 * sum(is_number(c) or c.lstrip()[:1] in ("[", "*") for c in cells) >= len(cells)


def _is_whole(cell: str) -> bool:
    return bool(re.fullmatch(r"\s*-?\d+([.,]0*)?\s*", cell))
