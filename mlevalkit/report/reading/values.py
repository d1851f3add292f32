"""From cells to labels and numbers; every change is counted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import Any
from unicodedata import normalize

import numpy as np

from ..._tables import Table, is_number
from ..._validation import Floats
from .names import WORDS
from .sentences import ask, choice, refuse

VALUES = WORDS["values"]
_MISSING = frozenset(VALUES["missing"])
_COMMA = re.compile(r"[+-]?(\d{1,3}(\.\d{3})+|\d*),\d+ ?%?")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")  # 1,234, unless the comma is a decimal one
_FRACTION = re.compile(r"[.,]0*[1-9]|[eE]-|%")
_TRUTH_VALUES = {"true": "1", "false": "0"}
_PLAIN = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def is_missing(cell: str) -> bool:
    """Tell whether a cell says that there is no value."""
    return cell.strip().lower() in _MISSING


def present(cells: Iterable[str]) -> set[str]:
    """Return the different values in cells, those left out that say that there is none."""
    return {cell for cell in set(map(str.strip, cells)) if not is_missing(cell)}


def is_date(cells: list[str]) -> bool:
    """Tell whether the first cells are dates."""
    return bool(cells) and all(map(re.compile(VALUES["date"]).match, cells[:20]))


def is_fractional(cells: Iterable[str]) -> bool:
    """Tell whether these are numbers, at least one of them with a fraction."""
    seen = present(cells)
    return all(map(is_number, seen)) and any(map(_FRACTION.search, seen))


def value_of(cell: str) -> float | None:
    """Return the number in a cell, 0.5 for 50 %; None if it is none."""
    text = cell.strip().rstrip("%").strip().replace(",", ".")
    try:
        value = float(text)
    except ValueError:
        return None
    return value / 100 if cell.strip().endswith("%") else value


def are_shares(cells: Iterable[str]) -> bool:
    """Tell whether these are numbers from 0 to 1, as probabilities are."""
    try:
        values = list(map(float, cells))
    except ValueError:
        values = [-1 if (value := value_of(cell)) is None else value for cell in cells]
    return not values or (min(values) >= 0 and max(values) <= 1)


def are_verdicts(cells: Iterable[str]) -> bool:
    """Tell whether these say right or wrong, such as pass and fail."""
    found = set(map(str.lower, present(cells)))
    return bool(found) and found <= {*VALUES["right"], *VALUES["wrong"]}


def same_label(one: str, other: str) -> bool:
    """Tell whether two texts are one label: alike, or the same number; TRUE is 1."""
    one, other = (_TRUTH_VALUES.get(text.lower(), text) for text in (one, other))
    if one == other:
        return True
    return bool(_PLAIN.fullmatch(one) and _PLAIN.fullmatch(other) and float(one) == float(other))


def drop_missing(table: Table, names: Iterable[str], missing: str) -> tuple[int, ...]:
    """Leave out the rows without a value in one of these columns, or refuse; return their lines."""
    gaps: dict[int, str] = {}
    for name in names:
        cells = table[name]
        if without := set(filter(is_missing, set(cells))):
            gaps |= {i: name for i, cell in enumerate(cells) if cell in without}
    if not gaps:
        return ()
    rows = sorted(gaps)
    lines = [table.lines[row] for row in rows]
    if missing == "refuse":
        places = {"count": len(rows), "lines": ", ".join(map(str, lines[:8])), "line": lines[0]}
        places |= {"name": table.source, "column": gaps[rows[0]]}
        ask("missing", [choice("drop", "missing", "drop")], **places)
    if len(rows) == len(table.lines):
        refuse("all_missing", name=table.source)
    table.keep([row for row in range(len(table.lines)) if row not in gaps])
    table.changed("dropped", len(rows), lines[0])
    return tuple(lines)


def decimal_mark(table: Table, names: Iterable[str], given: str | None) -> str:
    """Return the decimal mark of these columns; a table where it is not clear is refused."""
    if given:
        return given
    for name in names:
        commas = [(i, c.strip()) for i, c in enumerate(table[name]) if "," in c]
        commas = [(i, c) for i, c in commas if _COMMA.fullmatch(c) or _GROUPED.fullmatch(c)]
        if any(not _GROUPED.fullmatch(cell) for _, cell in commas):
            return ","
        groups = any(cell.count(",") > 1 for _, cell in commas)
        if commas and not groups and not any("." in cell for cell in table[name]):
            i, cell = commas[0]
            options = [choice("decimal", "decimal", mark, mark=mark) for mark in ",."]
            ask("comma", options, name=table.source, line=table.lines[i], column=name, cell=cell)
    return "."


def numbers(table: Table, name: str, decimal: str) -> Floats:
    """Return a column of finite numbers; percent signs and the like are read, and counted."""
    cells = table[name]
    try:
        if decimal == "." and "_" not in "".join(cells):
            plain = np.array(list(map(float, cells)))
            if np.isfinite(plain).all():
                return plain
    except ValueError:
        pass
    if is_date(cells[:20]):
        refuse("date", name=table.source, line=table.lines[0], column=name, cell=cells[0])
    return np.array([_number(table, name, i, decimal) for i in range(len(cells))])


def _number(table: Table, name: str, row: int, decimal: str) -> float:
    cell = table[name][row]
    line = table.lines[row]
    text = normalize("NFKC", cell).strip()
    kinds = ["wide"] if text != cell.strip() else []
    if decimal == ",":
        kinds += ["decimal_comma"] * ("," in text) + ["thousands"] * ("." in text)
        text = text.replace(".", "").replace(",", ".")
    elif _GROUPED.match(text):
        kinds.append("thousands")
        text = text.replace(",", "")
    percent = text.endswith("%")
    kinds += ["percent"] * percent
    text = text.rstrip("% ")
    if not _PLAIN.fullmatch(text) or not np.isfinite(float(text)):
        key = "decorated" if re.search(r"±|[*†‡]|\(|\+/-|\\pm|\[|\d [v*]$", text) else "number"
        refuse(key, name=table.source, line=line, column=name, cell=cell)
    for kind in kinds:
        table.changed(kind, 1, line)
    return float(text) / 100 if percent else float(text)


def label_values(table: Table, names: list[str]) -> dict[str, Any]:
    """Return what each text in some columns of labels stands for: itself, or a whole number.

    Text is kept as it stands, blanks and case included. Whole numbers are read as such where all
    labels are; so are TRUE and FALSE beside them.
    """
    texts = dict.fromkeys(chain.from_iterable(table[name] for name in names))
    codes = {text: _whole(text) for text in texts}
    if None not in codes.values():
        _say_changed(table, names, "number_label", {t for t in texts if t != str(codes[t])})
        return codes
    truths = {text: {"true": 1, "false": 0}.get(text.strip().lower()) for text in texts}
    either = {text: codes[text] if truths[text] is None else truths[text] for text in texts}
    if not set(either.values()) <= {0, 1}:
        return {text: text for text in texts}
    if set(codes.values()) == {None}:
        return {text: bool(value) for text, value in either.items()}
    _say_changed(table, names, "truth_value", {t for t in texts if codes[t] is None})
    return either


def _whole(text: str) -> int | None:
    """Return the whole number that a text stands for; 01 may be a name, and is kept."""
    match = re.fullmatch(r"\s*([+-]?(?:0|[1-9]\d{0,14}))(?:\.0*)?\s*", text)
    return int(match[1]) if match else None


def _say_changed(table: Table, names: list[str], kind: str, texts: set[str]) -> None:
    rows = [i for name in names for i, cell in enumerate(table[name]) if cell in texts]
    if rows:
        table.changed(kind, len(rows), table.lines[min(rows)])
