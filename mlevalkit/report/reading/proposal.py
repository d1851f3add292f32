"""What is known of the columns of a table while it is read: names, values, roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, NoReturn

from ..._tables import Table, is_number
from ...display.workings.measure import data_of
from .names import WORDS, Name, name_of
from .sentences import Option, ask, pick, refuse, say
from .values import are_shares, are_verdicts, is_fractional, present

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


IGNORED = Role("ignored")


def role_of(column: str, text: str) -> Role:
    """Return the role that a text names: "y_score:svm:ill"."""
    kind, _, rest = text.partition(":")
    if kind not in ROLES:
        raise ValueError(f"roles: expected one of {', '.join(ROLES)}, got {text!r} for {column!r}")
    model, _, label = rest.partition(":")
    return Role(kind, model, label)


class Column:
    """The different values of a column, those that are missing left out, and what they can be."""

    def __init__(self, cells: Iterable[str]) -> None:
        self.values = present(cells)

    @cached_property
    def numeric(self) -> bool:
        """Whether they are numbers."""
        return all(map(is_number, self.values))

    @cached_property
    def fractional(self) -> bool:
        """Whether they are numbers, at least one of them with a fraction."""
        return is_fractional(self.values)

    @cached_property
    def shares(self) -> bool:
        """Whether they are numbers from 0 to 1."""
        return are_shares(self.values)

    @cached_property
    def verdicts(self) -> bool:
        """Whether they say right or wrong."""
        return are_verdicts(self.values)


@dataclass(frozen=True)
class Options:
    """What a user says of a table, beside the roles of its columns."""

    pos_label: Any = None
    higher_is_positive: bool | None = None
    labels: tuple[Any, ...] | None = None
    task: str | None = None
    missing: str = "refuse"
    decimal: str | None = None
    progress: bool = False


class Proposal:
    """Roles of the columns of a table, as far as names and values tell them."""

    def __init__(self, table: Table, given: Mapping[str, str], options: Options) -> None:
        self.table = table
        self.options = options
        self.task = options.task
        self._columns: dict[str, Column] = {}
        self.of_predicted: set[str] = set()  # scores of the predicted class
        self.given = {name: role_of(name, text) for name, text in given.items()}
        self.roles: dict[str, Role] = {n: role_of(n, t) for n, t in table.roles.items()}
        self.stated = {*self.given, *self.roles}  # by the user, or by another table
        self.form = self._format()
        self.roles |= self.given
        self.names = {n: self._name(n) for n in table.names if n not in self.roles}
        self._name_twins()

    def _name(self, column: str) -> Name:
        """Return what a name says, unless the values cannot be that."""
        name = name_of(column)
        numeric = name.kind in ("score", "weight", "p", "count", "confidence")
        if not numeric and name.kind not in ("id", "perhaps_id"):
            return name
        known = present(self.table[column][:200])
        cells = [cell for cell in map(str.strip, self.table[column][:200]) if cell in known]
        if name.kind == "perhaps_id":
            return Name("id" if len(known) == len(cells) else "")
        if numeric:
            return name if mostly_numbers(cells) else Name("")
        return Name("") if is_fractional(known) and not all(map(_is_whole, known)) else name

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

    def unused(self) -> list[str]:
        """Return the columns that have no role, or that of being left out."""
        return [n for n in self.table.names if self.roles.get(n, IGNORED).kind == "ignored"]

    def __getitem__(self, column: str) -> Column:
        if column not in self._columns:
            self._columns[column] = Column(self.table[column])
        return self._columns[column]

    def rows_by(self, *columns: str) -> dict[tuple[str, ...], list[int]]:
        """Return the rows that are alike in these columns, by what they hold there."""
        found: dict[tuple[str, ...], list[int]] = {}
        for i, key in enumerate(zip(*(self.table[name] for name in columns), strict=True)):
            found.setdefault(key, []).append(i)
        return found

    def tells_rows(self, *columns: str) -> bool:
        """Tell whether no two rows are alike in these columns."""
        rows = set(zip(*(self.table[name] for name in columns), strict=True))
        return len(rows) == len(self.table.lines)

    def truth(self) -> str:
        """Return the column of the truth."""
        return self.with_role("y_true")[0]

    @cached_property
    def labels(self) -> set[str]:
        """The different values of the truth."""
        return self[self.truth()].values

    def ask(self, key: str, options: Iterable[Option], **places: Any) -> NoReturn:
        """Ask a question about this table."""
        ask(key, options, name=self.table.source, **places)

    def ask_about_confidence(self, column: str, labelled: bool) -> NoReturn:
        """Ask whether a score is of the positive class, or of the class that was predicted."""
        kinds = ["y_score", "confidence", "ignored"] if labelled else ["y_score", "ignored"]
        self.ask("confidence", [{column: kind} for kind in kinds], column=column)

    def picks(self, column: str) -> list[Option]:
        """Return the choices of the rows with one value in a column, if it has few."""
        cells = sorted(self[column].values)
        few = 1 < len(cells) < min(7, len(self.table.lines))
        return [pick(column, cell) for cell in cells] if few else []

    def ask_about_second(self, groups: Mapping[tuple[str, ...], list[int]]) -> NoReturn:
        """Ask about a second row of one name, or name and model: what tells the two apart?"""
        several = [(rows, key) for key, rows in groups.items() if len(rows) > 1]
        rows, key = min(several, key=lambda item: item[0][1])
        apart = [n for n in self.unused() if len({self.table[n][i] for i in rows}) > 1]
        picks = [one for name in apart[:3] for one in self.picks(name)[:3]]
        places = {"row": key[0], "learner": key[-1], "line": self.table.lines[rows[1]]}
        places |= {"apart": apart or say("nothing")}
        if len(key) > 1:
            self.ask("repeated_pair", picks, **places)
        self.ask("repeated_row", picks, column=self.with_role("dataset", "item")[0], **places)

    def refuse(self, key: str, **places: Any) -> NoReturn:
        """Refuse this table."""
        refuse(key, name=self.table.source, **places)


def _matches(names: Iterable[str], pattern: str) -> Iterator[re.Match[str]]:
    found = (re.fullmatch(pattern, name, re.IGNORECASE) for name in names)
    return (match for match in found if match)


def mostly_numbers(cells: list[str]) -> bool:
    """Tell whether most cells are numbers: which one is not is said when they are read."""
    numbers = [c for c in cells if is_number(c) or c.lstrip()[:1] in ("[", "*")]
    return 2 * len(numbers) >= len(cells)


_is_whole = re.compile(r"-?\d+([.,]0*)?").fullmatch
