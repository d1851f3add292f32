"""Tables that teachers have: class lists and answers, as spreadsheets and platforms write them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import normalize

from mlevalkit._optional import need
from mlevalkit._tables import TableError, decode, delimiter_of
from mlevalkit._validation import fail
from mlevalkit.display.language import language
from mlevalkit.display.workings import Messages, Sentence, data_of

_HEADS: dict[str, list[str]] = data_of(__package__, "messages.toml")["class_list"]
_NOBODY = {"", "points possible", "student, test"}  # the last two are of Canvas
_ABOVE = 10  # lines that may stand above the heads
# what spreadsheets write beside UTF-8 and UTF-16, by language of the system; of two in which a text
# reads as well, the first
_ENCODINGS = ["cp1252", "cp1250", "cp1251", "gb18030", "big5hkscs", "cp932", "cp949"]

_say = Messages(__package__)


@dataclass(frozen=True)
class Rows:
    """The rows of a table that are not empty, with their lines, and what is to be said of it."""

    name: str
    cells: list[list[str]]
    lines: list[int]
    said: list[Sentence] = field(default_factory=list)


@dataclass(frozen=True)
class ClassList:
    """The students of a class, and what was left out or is to be looked at."""

    people: list[dict[str, str]]
    said: list[Sentence]


def class_list(path: Path, encoding: str | None = None) -> ClassList:
    """Read a class list: names, and if they are there, numbers and classes.

    Parameters
    ----------
    path : Path
        A CSV file, text with tabs, or an .xlsx workbook, of which the first sheet counts.
    encoding : str, optional
        Of the text, if it is not recognized.

    Raises
    ------
    ValueError
        If there is no column of names, or if two students cannot be told apart.
    """
    rows = read_rows(path, encoding)
    at, heads = _heads(rows)
    said = [*rows.said]
    people: list[dict[str, str]] = []
    for line, cells in zip(rows.lines[at:], rows.cells[at:], strict=True):
        found = _student(heads, cells)
        if found.get("name", "").lower() in _NOBODY:
            said.append(_say("class_list_said.no_name", line=line, row=", ".join(cells)))
        elif found in people and found.get("number"):
            said.append(_say("class_list_said.twice", line=line, name=found["name"]))
        else:
            people.append(found)
    _check_namesakes(path, people)
    if above := rows.cells[: max(0, at - 1)]:
        said.append(_say("class_list_said.above", row="; ".join(" ".join(row) for row in above)))
    labelled = [{"label": str(i), **person} for i, person in enumerate(people, start=1)]
    return ClassList(labelled, said)


def _heads(rows: Rows) -> tuple[int, dict[str, int]]:
    """Return where the students begin, and the column of each kind of cell."""
    for at, cells in enumerate(rows.cells[:_ABOVE]):
        heads = _columns(cells)
        if "name" in heads or {"first", "last"} <= heads.keys():
            return at + 1, heads
    if all(len(cells) == 1 for cells in rows.cells):
        return 0, {"name": 0}
    expected = f"a column {' or '.join(_HEADS['name'][:6])}"
    return fail(rows.name, expected, f"{rows.cells[0]}")


def _columns(cells: list[str]) -> dict[str, int]:
    """Return the column of each kind; of two, the one whose head stands first in the list."""
    heads = [normalize("NFKC", cell).strip().lower() for cell in cells]
    return {
        kind: next(heads.index(word) for word in words if word in heads)
        for kind, words in _HEADS.items()
        if any(word in heads for word in words)
    }


def _student(heads: dict[str, int], cells: list[str]) -> dict[str, str]:
    """Return what a row says of a student."""
    row = {kind: cells[i] for kind, i in heads.items() if i < len(cells) and cells[i]}
    first = row.pop("first", "")
    last = row.pop("last", "")
    if "name" not in heads and (first or last):
        chinese = not (first + last).isascii() and all("\u4e00" <= c <= "\u9fff" for c in last)
        row["name"] = f"{last}{first}" if chinese else f"{first} {last}".strip()
    return row


def _check_namesakes(path: Path, people: list[dict[str, str]]) -> None:
    keys = [(person["name"], person.get("number")) for person in people]
    if twice := sorted({name for name, number in keys if keys.count((name, number)) > 1}):
        fail(str(path), "each student once; a column of numbers tells namesakes apart", f"{twice}")


# -- files ------------------------------------------------------------------------------------


def read_rows(path: Path, encoding: str | None = None) -> Rows:
    """Return the rows of a table; an encoding that was guessed is said."""
    is_workbook = path.suffix.lower() in (".xlsx", ".xlsm")
    text, guessed = ("", None) if is_workbook else _text(path, encoding)
    numbered = _of_workbook(path) if is_workbook else _of_text(text)
    cells = []
    lines = []
    for line, row in numbered:
        if any(stripped := [cell.strip() for cell in row]):
            cells.append(stripped)
            lines.append(line)
    if not cells:
        fail(str(path), "a table", "an empty file")
    said = [_guessed(path, guessed, cells)] if guessed else []
    return Rows(path.name, cells, lines, said)


def _text(path: Path, encoding: str | None) -> tuple[str, str | None]:
    """Return the text of a file, and its encoding where that was guessed."""
    raw = path.read_bytes()
    if not raw.strip():
        fail(str(path), "a table", "an empty file")
    guessed = None if encoding or _is_marked_or_utf8(raw) else _guess(raw)
    try:
        text, _ = decode(raw, path.name, encoding or guessed)
    except (TableError, LookupError) as error:
        raise ValueError(f"{path}: {error}") from error
    return text.lstrip("\ufeff"), guessed


def _of_text(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a text, each with its last line."""
    mark = (delimiter_of(text) or ",").replace(" ", ",")  # a name may hold blanks
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=mark)
    for row in reader:
        yield reader.line_num, row


def _guessed(path: Path, encoding: str, cells: list[list[str]]) -> Sentence:
    """Return that an encoding was guessed, with a cell by which a reader sees whether it fits."""
    strange = [cell for row in cells for cell in row if not cell.isascii()]
    shown = ", ".join(strange[:4])
    return _say("class_list_said.guessed", name=path.name, encoding=encoding, shown=shown)


def _is_marked_or_utf8(raw: bytes) -> bool:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in raw[:200]:
        return True
    return _decodes(raw, "utf-8")


def _decodes(raw: bytes, encoding: str) -> bool:
    try:
        raw.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _guess(raw: bytes) -> str:
    """Return the encoding in which the text reads most like a language."""
    if language() == "zh" and _decodes(raw, "gb2312"):  # a few names are too short to be guessed
        return "gb18030"
    try:
        from charset_normalizer import from_bytes
    except ImportError as error:
        advice = "pip install charset-normalizer, or say which: --encoding gb18030"
        raise ImportError(f"the text is not UTF-8: {advice}") from error
    found = {
        each: (match.chaos, -match.coherence, _ENCODINGS.index(each))
        for match in from_bytes(raw, cp_isolation=_ENCODINGS)
        for each in match.could_be_from_charset
    }
    if not found:
        fail("class list", f"UTF-8, UTF-16 or one of {_ENCODINGS}", "bytes that are none of these")
    return min(found, key=found.__getitem__)


def _of_workbook(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Return the rows of a workbook's first sheet, with their lines."""
    pandas = need("pandas", "kit")
    need("openpyxl", "kit")
    try:
        sheet = pandas.read_excel(path, header=None, dtype=str, keep_default_na=False)
    except Exception as error:  # of zipfile, of the XML parser or of openpyxl itself
        raise ValueError(f"{path}: expected an .xlsx workbook, got {error}") from error
    return enumerate(sheet.fillna("").to_numpy().tolist(), start=1)
