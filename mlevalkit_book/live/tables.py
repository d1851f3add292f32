"""The table under an explorer in a live page: its data as text, and the explorer of what is typed.

An explorer tells its data as arguments of the function that made it (`Explorer.data`). Those of a
few functions fit in a table that a reader can change, type or paste.
"""

import csv
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

import numpy as np

from mlevalkit import explorers
from mlevalkit._tables import delimiter_of
from mlevalkit.explorers.engine import Explorer, Parameter
from mlevalkit.explorers.words import language
from mlevalkit_book.words import words

WORDS = words("tables")


def say(name: str) -> str:
    """Return words in the chosen language."""
    return WORDS[language()][name]


# -- text and numbers -------------------------------------------------------------------------

_APART = str.maketrans('，,;\t\n"', "     '")  # what would end a cell, in a name


@dataclass(frozen=True)
class Table:
    """Numbers with the names of their columns and rows."""

    values: np.ndarray
    columns: tuple[str, ...]
    rows: tuple[str, ...]


def as_text(columns: Sequence[str], rows: Iterable[tuple[str, Iterable[float]]]) -> str:
    """Return a table with names as lines of text."""
    named = [(name, *(f"{value:.12g}" for value in values)) for name, values in rows]
    every = [("", *columns), *named]
    return "\n".join(", ".join(c.translate(_APART) for c in cells) for cells in every)


def read_table(text: str, columns: int = 2) -> Table:
    """Read a table with names in its first row, or one of numbers only, of so many columns or more.

    Between the cells are tabs, semicolons, commas (Chinese ones, too) or else spaces. As in a
    DataFrame, a first column of words names the rows; so does one that has no heading.
    """
    rows = _cells(text)
    if len(rows) < 2 or len(rows[0]) < columns:
        expected = "a table with commas or tabs, names in its first row and first column"
        _fail(expected, f"{len(rows)} row{'s' * (len(rows) != 1)}")
    head, *body = rows
    if len(body[0]) == len(head) + 1:  # the corner was left empty
        head = ["", *head]
    if not any(math.isnan(_float(cell)) for cell in head):
        if any(math.isnan(_float(cell)) for row in body for cell in row):
            _fail("names in the first row", f"only numbers: {', '.join(head)}")
        body = [head, *body]
        head = [_letter(j) for j in range(len(head))]
    values = _numbers(body, len(head))
    names = [f"D{i}" for i in range(1, len(body) + 1)]
    if head[0] == "" or np.isnan(values[:, 0]).any():
        names = [row[0] for row in body]
        head, values = head[1:], values[:, 1:]
        body = [row[1:] for row in body]
    for i, j in np.argwhere(~np.isfinite(values))[:1]:
        _fail("finite numbers", f"{body[i][j]!r} for {head[j]!r} on {names[i]!r}")
    return Table(values, tuple(head), tuple(names))


def _letter(j: int) -> str:
    return ascii_uppercase[j] if j < 26 else str(j + 1)


def _numbers(rows: list[list[str]], width: int) -> np.ndarray:
    """Return cells as numbers, NaN for words."""
    for row in rows:
        if len(row) != width:
            _fail(f"{width} cells in every row", f"{len(row)} in row {row[0]!r}")
    return np.array([[_float(cell) for cell in row] for row in rows])


def _cells(text: str) -> list[list[str]]:
    lines = [line for line in text.replace("，", ",").splitlines() if line.strip()]
    between = delimiter_of(lines[0]) if lines else None
    if between in (None, " "):
        return [line.split() for line in lines]
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=between)]
    return [row for row in rows if any(row)]


def _float(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan


def _fail(expected: str, got: str) -> None:
    raise ValueError(f"table: expected {expected}, got {got}")


# -- the tables of explorers ------------------------------------------------------------------


@dataclass(frozen=True)
class Editor:
    """How the data of an explorer stand in a table, and how its explorer is made of one.

    `text` takes the data; `make` takes the explorer that was shown, the table, and the choices,
    by name; `kept` are the parameters that an edited table leaves as they are; `choices` takes the
    data and returns what the table itself does not tell; a table has so many `columns` at least.
    """

    hint: str
    text: Callable[[Mapping[str, Any]], str]
    make: Callable[..., Explorer]
    kept: tuple[str, ...]
    choices: Callable[[Mapping[str, Any]], tuple[Parameter, ...]] = lambda _: ()
    columns: int = 2


def _samples_text(data: Mapping[str, Any]) -> str:
    pairs = zip(data["y_true"].tolist(), data["y_score"].tolist(), strict=True)
    rows = ((f"s{i}", pair) for i, pair in enumerate(pairs, start=1))
    return as_text((say("label"), say("score")), rows)


def _of_samples(shown: Explorer, table: Table) -> Explorer:
    columns = [*table.values.T]
    if len(columns) != 2:
        _fail("numbers in two columns, the label and the score", str(len(columns)))
    return getattr(explorers, shown.name)(*columns, **shown.given)


def _counts_text(data: Mapping[str, Any]) -> str:
    right, wrong = data["table"]
    columns = (say("a_right"), say("a_wrong"))
    return as_text(columns, ((say("b_right"), right), (say("b_wrong"), wrong)))


def _of_counts(shown: Explorer, table: Table) -> Explorer:
    alpha = shown.data(**shown.defaults)["alpha"]
    return explorers.mcnemar(table=table.values, alpha=alpha)


def _rates_text(data: Mapping[str, Any]) -> str:
    rates = np.asarray(data["error_rates"])
    columns = rates.reshape(len(rates), -1)
    rows = ((str(i), row.round(6)) for i, row in enumerate(columns, start=1))
    return as_text(("A", "B")[: columns.shape[1]], rows)


def _of_rates(shown: Explorer, table: Table) -> Explorer:
    one = table.values.shape[1] == 1
    return explorers.t_distribution(table.values[:, 0] if one else table.values)


def _learners_text(data: Mapping[str, Any]) -> str:
    values = data["ranks"] if "ranks" in data else data["scores"]
    return as_text(data["learners"], zip(data["datasets"], values.tolist(), strict=True))


def _kinds(data: Mapping[str, Any]) -> tuple[Parameter, ...]:
    better = "scores" if data.get("greater_is_better", True) else "errors"
    kind = "ranks" if "ranks" in data else better
    names = ("ranks", "scores", "errors")
    return (Parameter("kind", say("kind"), names, kind, say, choice=True),)


def _of_learners(shown: Explorer, table: Table, kind: str) -> Explorer:
    given = {
        "ranks" if kind == "ranks" else "scores": table.values,
        "greater_is_better": kind != "errors",
        "learners": table.columns,
    }
    try:
        own = explorers.friedman(**given)
    except ValueError as error:
        k = table.values.shape[1]
        if kind == "ranks" and not np.allclose(table.values.sum(axis=1), k * (k + 1) / 2):
            raise ValueError(f"{error}. {say('no_ranks')}") from error
        raise
    return replace(own, data=lambda **_: given | {"datasets": table.rows})


_SAMPLES = Editor("samples", _samples_text, _of_samples, ("at", "beta", "ratio", "prior"))
EDITORS = {
    "threshold": _SAMPLES,
    "beta": _SAMPLES,
    "pr_baseline": _SAMPLES,
    "class_balance": _SAMPLES,
    "cost": _SAMPLES,
    "t_distribution": Editor("rates", _rates_text, _of_rates, ("alpha",), columns=1),
    "mcnemar": Editor("counts", _counts_text, _of_counts, ("correction",)),
    "friedman": Editor("learners", _learners_text, _of_learners, ("alpha", "times"), _kinds),
}


def text_of(explorer: Explorer, setting: Mapping[str, Any]) -> str:
    """Return the data at a setting as text."""
    return EDITORS[explorer.name].text(explorer.data(**setting))


def choices_of(explorer: Explorer) -> tuple[Parameter, ...]:
    """Return what is asked beside the table."""
    return EDITORS[explorer.name].choices(explorer.data(**explorer.defaults))


def explorer_of(
    shown: Explorer, text: str, setting: Mapping[str, Any], chosen: Mapping[str, Any]
) -> Explorer:
    """Return the explorer of an edited table; its controls keep their values where they can.

    Raises
    ------
    ValueError, TypeError
        In words for the reader, if the text is no such table.
    """
    editor = EDITORS[shown.name]
    own = editor.make(shown, read_table(text, editor.columns), **chosen)
    known = {p.name: p.values for p in own.parameters if p.name in editor.kept}
    kept = {name: setting[name] for name in known if setting.get(name) in known[name]}
    return own.starting_at(**kept)
