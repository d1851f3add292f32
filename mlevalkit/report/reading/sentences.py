"""What is said of a table: why it is refused, what is asked, what was read and changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from ..._tables import CHANGES, Choice, Table, TableError, say as table_words
from ...display.workings import Messages, Sentence, word
from ..predictions import Coercion, ImportReport
from .names import WORDS

say = Messages(__package__)
_OF_MODEL = {"y_pred": "y_pred_of", "y_score": "y_score_of"}
_SHOWN = 8  # columns or cells that a sentence names

Option = Choice | Mapping[str, str]  # a mapping: columns with the roles that they would have


def refuse(key: str, **places: Any) -> NoReturn:
    """Refuse a table, in one of the sentences under ``[refused]``."""
    raise TableError(say("refused", key, **_listed(places)))


def ask(key: str, options: Iterable[Option], **places: Any) -> NoReturn:
    """Ask one of the questions under ``[asked]``; nothing is computed before it is answered."""
    choices = [one if isinstance(one, Choice) else _assigned(one) for one in options]
    raise TableError(say("asked", key, **_listed(places)), choices)


def _listed(places: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is put into a sentence; of several names or cells the first ones."""
    return {n: shown_cells(v) if isinstance(v, (list, set)) else v for n, v in places.items()}


def choice(key: str, argument: str, value: Any, **places: Any) -> Choice:
    """Return a way to read a table: an argument, in one of the sentences under ``[choice]``."""
    return Choice(say("choice", key, **_listed(places)), {argument: value})


def pick(column: str, cell: str) -> Choice:
    """Return the choice of the rows with this value in this column."""
    return choice("rows", "rows", {column: cell}, column=column, cell=cell)


def _assigned(roles: Mapping[str, str]) -> Choice:
    """Return the choice that columns have these roles, in words."""
    columns: dict[str, list[Any]] = {}
    for column, text in roles.items():
        columns.setdefault(text, []).append(f"“{column}”" if column else say("unnamed"))
    parts = []
    for text, names in columns.items():
        kind, _, rest = text.partition(":")
        key = _OF_MODEL.get(kind, kind) if rest else kind
        shown = word("comma").join(names[:_SHOWN] + ["..."] * (len(names) > _SHOWN))
        parts.append(say("choice", key, columns=shown, of=rest.strip(":")))
    return choice("roles", "roles", dict(roles), said=word("semicolon").join(parts))


def shown_cells(cells: Iterable[Any], most: int = _SHOWN) -> str:
    """Return values in a list, the first ones if they are many."""
    found = list(dict.fromkeys(map(str, cells)))
    return ", ".join(found[:most]) + (", ..." if len(found) > most else "")


def quoted(names: Iterable[str], most: int = _SHOWN) -> str:
    """Return names of columns in a list, each in quotation marks."""
    return shown_cells([f"“{name}”" for name in names], most)


_MARKS = {
    "\t": "tab",
    " ": "blank",
    ";": "semicolon",
    ",": "comma",
    "，": "comma",
    "|": "bar",
    "JSON": "json",
}
_OF_NUMBERS = {"y_true": "true_number", "y_pred": "number"}


def positive_by_name(labels: Any) -> Any:
    """Return the class of two whose name says that it is the positive one, None if none does."""
    if type(labels[0]) is int:
        return labels[-1] if labels[-1] == 1 else None
    for kind in ("positive", "negative"):
        found = [v for v in labels if str(v).strip().lower() in WORDS["values"][kind]]
        if len(found) == 1:
            return next(v for v in labels if (v in found) == (kind == "positive"))
    return None


class Said:
    """The sentences on a table, in the order in which they are to be read."""

    def __init__(self, table: Table, form: str = "table") -> None:
        mark = say("delimiter", _MARKS.get(table.delimiter, "other"))
        places = {"rows": len(table.lines), "columns": len(table.names), "delimiter": mark}
        key = "table" if form == "table" else "format"
        self.table = table
        self.sentences: list[Sentence] = []
        self.add(key, name=table.source, format=form, encoding=table.encoding, **places)

    def add(self, key: str, **places: Any) -> None:
        """Say one of the sentences under ``[guess]``."""
        self.sentences.append(say("guess", key, **places))

    def columns(self, p: Any) -> None:
        """Say what each column holds, and which are not used."""
        for name, found in p.roles.items():
            kind, model, label = found
            key = {"y_score": "y_score_of" if label else kind}.get(kind, kind)
            key = _OF_NUMBERS.get(kind, key) if p.task == "regression" else key
            if kind != "ignored":
                places = {"column": name or say("unnamed"), "model": model or "model"}
                self.add(key, **places, label=label)
        self.unused(p)

    def unused(self, p: Any) -> None:
        """Say which columns are not used."""
        if unused := [f"“{name}”" for name in p.unused()]:
            self.add("ignored", columns=", ".join(unused))

    def positive(self, labels: Any) -> Any:
        """Return the positive class of two by its name, else the last one, and say so."""
        known = positive_by_name(labels)
        value = labels[-1] if known is None else known
        self.sentences.append(say("positive", "last" if known is None else "word", label=value))
        return value

    def report(self, p: Any, **more: Any) -> ImportReport:
        """Return the report on how the table was read."""
        table = self.table
        coercions = []
        for kind, count in table.changes.items():
            line = table.places[kind]
            path = ("table", "changed", kind) if kind in CHANGES else ("changed", kind)
            words = table_words if kind in CHANGES else say
            sentence = words(*path, count=count, line=line)
            coercions.append(Coercion(kind, count, line, sentence))
        roles = {name: str(p.roles.get(name, "ignored")) for name in table.names}
        return ImportReport(
            encoding=table.encoding,
            roles=roles,
            guesses=tuple(self.sentences),
            coercions=tuple(coercions),
            **more,
        )
