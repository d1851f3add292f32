"""Text of a table to names and cells: encoding, delimiter, records; nothing is repaired silently.

Every table that a user hands over is read here: predictions, results, pasted data of explorers.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from errno import ENAMETOOLONG
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from ._optional import need
from .display.workings import Messages, Sentence

say = Messages(__package__)

BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
NO_TEXT = {  # what a file begins with that is no table of text
    b"\x89PNG": "png",
    b"\xff\xd8\xff": "jpeg",
    b"GIF8": "gif",
    b"RIFF": "media",
    b"%PDF": "pdf",
    b"PK\x03\x04": "zip",
    b"\xd0\xcf\x11\xe0": "xls",
    b"\x1f\x8b": "gzip",
    b"PAR1": "parquet",
    b"\x80\x04": "pickle",
    b"\x93NUMPY": "numpy",
}
NO_CSV = {  # text that is a table of another kind
    "latex": r"\s*\\(begin|documentclass|toprule)|[^\n]*&[^\n]*\\\\[ \t]*(\\hline|\\midrule)?\s*\n",
    "arff": r"\s*(%[^\n]*\s+)*@relation",
    "html": r"\s*<(!doctype|html|table|\?xml)",
}
CHANGES = {"no_header", "markdown", "empty_column"}  # that are made and said here
DELIMITERS = "\t;,|，"
CHUNK = 50_000  # records that are turned into columns at once
# tells whether a cell holds a number, with a point or a comma, or both
is_number = re.compile(
    r"\s*[+-]?(\d+([.,]\d*)?|[.,]\d+|\d{1,3}(,\d{3})+(\.\d*)?|\d{1,3}(\.\d{3})+(,\d*)?)"
    r"([eE][+-]?\d+)?\s*%?\s*"
).fullmatch
_RULE = r".*\n[ \t|:+-]*-[ \t|:+-]*\r?\n"  # below the names of a Markdown table
_FLAGS_OF_ORANGE = {"class", "meta", "ignore", "weight", ""}


class Choice(NamedTuple):
    """One way to read a table: in words, and the keyword arguments that choose it."""

    sentence: Sentence
    options: Mapping[str, Any]

    def __str__(self) -> str:
        code = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"{self.sentence} {code}"


class TableError(ValueError):
    """A table that cannot be read as it stands.

    Attributes
    ----------
    sentence : Sentence
        What is wrong, and what to do.
    choices : tuple of Choice
        The readings that are possible, if it is not clear which one is meant.
    columns : tuple
        The columns as far as they were read.
    """

    columns: tuple[Any, ...] = ()

    def __init__(self, sentence: Sentence, choices: Iterable[Choice] = ()) -> None:
        self.sentence = sentence
        self.choices = tuple(choices)
        lines = [sentence.texts["en"], *(f"  {choice}" for choice in self.choices)]
        super().__init__("\n".join(lines))


def _refuse(key: str, **places: Any) -> NoReturn:
    raise TableError(say("table", key, **places))


@dataclass
class Table:
    """The cells of a table as text, by column, and what was noticed while reading."""

    source: str
    names: list[str]
    columns: list[list[str]]
    lines: list[int]
    encoding: str = ""
    delimiter: str = ""
    roles: dict[str, str] = field(default_factory=dict)  # that the file states itself
    changes: Counter[str] = field(default_factory=Counter)
    places: dict[str, int] = field(default_factory=dict)  # the line of each kind's first change

    def changed(self, kind: str, count: int, line: int) -> None:
        """Count a change that was made while reading."""
        self.changes[kind] += count
        self.places.setdefault(kind, line)

    def __getitem__(self, name: str) -> list[str]:
        return self.columns[self.names.index(name)]

    def keep(self, rows: list[int]) -> None:
        """Keep these rows only."""
        self.columns = [[column[row] for row in rows] for column in self.columns]
        self.lines = [self.lines[row] for row in rows]


def read_table(
    source: Any, encoding: str | None = None, progress: bool = False, *, alone: bool = True
) -> Table:
    """Return a table with one name for each column and as many cells in each row.

    One of two tables may have one column only.
    """
    data, name = bytes_of(source)
    text, encoding = decode(data, name, encoding)
    for kind, pattern in NO_CSV.items():
        if re.match(pattern, text, re.IGNORECASE):
            _refuse("no_csv", name=name, what=say("table", "kinds", kind))
    if text.lstrip()[:1] in ("{", "[") and (found := _from_json(text, name, encoding)):
        return found
    start, end = _extent(text)
    first_line = text.count("\n", 0, start) + 1
    text = text[start:end]
    delimiter = None
    if match := re.match(r"sep=(.)\r?\n", text):  # for Excel
        delimiter = match[1]
        text = text[match.end() :]
        first_line += 1
    delimiter = delimiter or delimiter_of(text) or ("" if alone else ",")
    if not delimiter:
        _refuse("one_column", name=name)
    rows = _records(text, delimiter, first_line, name, progress)
    table = Table(name, [], [], [], encoding, delimiter)
    if delimiter == "|" and re.match(_RULE, text):
        rows = _without_rule(table, rows)
    _fill(table, rows)
    _drop_empty_columns(table)
    _check_names(table)
    return table


# -- bytes and text --------------------------------------------------------------------------------


def bytes_of(source: Any) -> tuple[bytes, str]:
    """Return the bytes of a path, of text (which has a line break), or of bytes; and a name."""
    if hasattr(source, "read"):
        source = source.read()
        source = source + "\n" if isinstance(source, str) else source
    if isinstance(source, (bytes, bytearray)):
        return bytes(source), "data"
    if isinstance(source, str) and (not source.strip() or re.search(r"[\r\n]|^\s*[\[{]", source)):
        return source.encode(errors="surrogatepass"), "CSV"
    if isinstance(source, (str, Path)):
        return _bytes_of_file(source), Path(source).name
    if hasattr(source, "to_csv"):  # a table of pandas
        return source.to_csv(index=False).encode(errors="surrogatepass"), "table"
    expected = "a path, text, bytes, an open file or a DataFrame"
    raise TypeError(f"source: expected {expected}, got {type(source).__name__}")


def _bytes_of_file(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except (FileNotFoundError, IsADirectoryError, ValueError):  # a path may not hold "\0"
        _refuse("no_file", name=str(path))
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            _refuse("no_file", name=f"{str(path)[:40]}...")
        raise


def decode(data: bytes, name: str, encoding: str | None = None) -> tuple[str, str]:
    """Return the text, and the encoding: the given one, by its mark, UTF-8, or GB18030."""
    kind = next((what for start, what in NO_TEXT.items() if data.startswith(start)), None)
    if kind:
        _refuse("no_text", name=name, what=say("table", "kinds", kind))
    if not data.strip():
        _refuse("empty", name=name)
    text, encoding = _decoded(data, name, encoding or _marked(data))
    if "\0" in text:
        _refuse("no_text", name=name, what=say("table", "kinds", "binary"))
    return text, encoding


def _decoded(data: bytes, name: str, encoding: str | None) -> tuple[str, str]:
    try:
        return data.decode(encoding or "utf-8"), encoding or "utf-8"
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        places = {"name": name, "line": line, "byte": error.start + 1}
        if encoding:
            _refuse("encoding", **places, encoding=encoding)
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        _refuse("encoding_unknown", **places)
    if re.search("[A-Za-z][^\x00-\x7f][A-Za-z]", text):  # a letter with an accent, more likely
        _refuse("encoding_unknown", **places)
    return text, "gb18030"


def _marked(data: bytes) -> str | None:
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return encoding
    head = data[:1000]
    if 3 * head.count(0) > len(head):  # UTF-16 without its mark
        return "utf-16-le" if head[1::2].count(0) > head[::2].count(0) else "utf-16-be"
    return None


# -- JSON ------------------------------------------------------------------------------------------


def _from_json(text: str, name: str, encoding: str) -> Table | None:
    """Return a table of JSON lines, of a list of objects, or of an object of lists; else None."""
    try:
        found = json.loads(text)
    except ValueError:
        try:
            found = [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError:
            return None
    found = _records_of_pandas(found) if isinstance(found, dict) else found
    if isinstance(found, dict) and all(isinstance(v, list) for v in found.values()):
        if len({len(values) for values in found.values()}) != 1:
            _refuse("json", name=name)
        found = [dict(zip(found, row, strict=True)) for row in zip(*found.values(), strict=True)]
    if not isinstance(found, list) or not found or not all(isinstance(r, dict) for r in found):
        _refuse("json", name=name)
    names = list(dict.fromkeys(key for row in found for key in row))
    columns = [[_json_cell(row.get(key)) for row in found] for key in names]
    lines = list(range(1, len(found) + 1))
    return Table(name, [key.strip() for key in names], columns, lines, encoding, "JSON")


def _records_of_pandas(found: dict[str, Any]) -> Any:
    """Return the table that pandas wrote as an object, or the one list of objects that it holds."""
    values = list(found.values())
    if len(values) == 1 and isinstance(values[0], list) and _are_objects(values[0]):
        return values[0]
    if {*found} - {"index"} == {"columns", "data"} and all(isinstance(v, list) for v in values):
        rows = found["data"]
        if all(isinstance(row, list) and len(row) == len(found["columns"]) for row in rows):
            return [dict(zip(map(str, found["columns"]), row, strict=True)) for row in rows]
    if not _are_objects(values) or len({tuple(value) for value in values}) > 1:
        return found
    numbered = [all(key.isdigit() for key in keys) for keys in (found, values[0])]
    if numbered == [False, True]:
        return {name: list(column.values()) for name, column in found.items()}
    return values if numbered == [True, False] else found


def _are_objects(values: list[Any]) -> bool:
    return bool(values) and all(isinstance(value, dict) for value in values)


def _json_cell(value: Any) -> str:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# -- records ---------------------------------------------------------------------------------------


def _extent(text: str) -> tuple[int, int]:
    """Return where the table begins and ends: Weka writes sentences before and after it."""
    start = re.search(r"^inst#[,;\t]", text, re.MULTILINE)
    if not start:
        return len(text) - len(text.lstrip("\r\n")), len(text)
    end = re.search(r"\n[ \t\r]*\n", text[start.start() :])
    return start.start(), start.start() + end.start() if end else len(text)


def delimiter_of(text: str) -> str | None:
    """Return what stands between the cells of the first line: a mark, blanks, or nothing."""
    bare = re.sub(r'"[^"]*"', "x", text.lstrip().split("\n", 1)[0])
    found = next((mark for mark in DELIMITERS if mark in bare), None)
    return " " if found is None and " " in bare.strip() else found


def _records(
    text: str, delimiter: str, first_line: int, name: str, progress: bool
) -> Iterator[tuple[int, list[str]]]:
    """Yield each record and the line on which it begins; blank lines are left out."""
    lines: Any = io.StringIO(text, newline="")
    if progress:
        lines = need("tqdm").tqdm(lines, total=text.count("\n"), desc=name, mininterval=0.5)
    blanks = delimiter == " "
    reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=blanks)
    line = first_line
    try:
        for row in reader:
            if any(row):
                yield line, row
            line = first_line + reader.line_num
    except csv.Error:
        _refuse("quote", name=name, line=line)


def _without_rule(
    table: Table, records: Iterator[tuple[int, list[str]]]
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a Markdown table: without the rule below the names, and without blanks."""
    for i, (line, row) in enumerate(records):
        if i == 1:
            table.changed("markdown", 1, line)
        else:
            yield line, [cell.strip() for cell in row]


def _fill(table: Table, records: Iterator[tuple[int, list[str]]]) -> None:
    """Put names and columns into a table, chunk by chunk."""
    head = list(islice(records, 20))
    if not head:
        _refuse("empty", name=table.source)
    first_line, first = head[0]
    if not _is_data(head):
        table.names = [name.strip() for name in first]
        head = _without_types(table, head[1:])
    else:
        table.names = [str(i) for i in range(1, len(first) + 1)]
        table.changed("no_header", 1, first_line)
    if not head:
        _refuse("no_rows", name=table.source)
    wider = {len(row) for _, row in head} == {len(table.names) + 1}
    if wider and table.delimiter != "|":  # as R writes the names of rows
        table.names.insert(0, "")
    table.columns = [[] for _ in table.names]
    while head:
        _append(table, head)
        head = list(islice(records, CHUNK))


def _append(table: Table, chunk: list[tuple[int, list[str]]]) -> None:
    lines, rows = zip(*chunk, strict=True)
    k = len(table.names)
    for line, row in chunk:
        if len(row) != k:
            _refuse("ragged", name=table.source, line=line, found=len(row), expected=k)
    table.lines.extend(lines)
    for column, cells in zip(table.columns, zip(*rows, strict=True), strict=True):
        column.extend(cells)


def _is_data(head: list[tuple[int, list[str]]]) -> bool:
    """Tell whether the first line is a row as those below it, and no header."""
    first, *rest = [row for _, row in head]
    below = [set(column) for column in zip(*rest, strict=False)]
    alike = [is_number(cell) or cell in found for cell, found in zip(first, below, strict=False)]
    return len(rest) > 0 and len(alike) == len(first) and all(alike)


def _without_types(table: Table, head: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Take out the second and third header line of a table that Orange wrote."""
    if table.delimiter != "\t" or len(head) < 3:
        return head
    (_, types), (_, flags) = head[:2]
    if "class" not in flags or not set(flags) <= _FLAGS_OF_ORANGE or "continuous" not in types:
        return head
    table.roles = {table.names[flags.index("class")]: "y_true"}
    return head[2:]


def _drop_empty_columns(table: Table) -> None:
    empty = [i for i, cells in enumerate(table.columns) if not table.names[i] and not any(cells)]
    for i in reversed(empty):
        del table.names[i], table.columns[i]
        table.changed("empty_column", 1, table.lines[0])


def _check_names(table: Table) -> None:
    if table.names[-1:] != ["distribution"] and "distribution" in table.names:
        start = table.names.index("distribution")  # of Weka: the other classes have no name
        if not any(table.names[start + 1 :]):
            classes = range(1, len(table.names) - start + 1)
            table.names[start:] = [f"distribution {k}" for k in classes]
    counts = Counter(table.names)
    twice = [name for name, count in counts.items() if count > 1]
    if twice:
        at = [i for i, name in enumerate(table.names, start=1) if name == twice[0]]
        columns = ", ".join(map(str, at))
        _refuse("duplicate_header", name=table.source, column=twice[0], columns=columns)


# -- what is written ------------------------------------------------------------------------------

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠")


def spreadsheet_text(text: str) -> str:
    """Return a text for a cell of a CSV file, which no spreadsheet takes for a formula.

    A quote stands before what begins like one (or like such a quote, so that it can be taken away
    again); a number stays as it is.
    """
    try:
        float(text)
        return text
    except ValueError:
        return f"'{text}" if text.startswith(_FORMULA) else text
