"""From bytes to a table of text: encoding, delimiter, records; nothing is repaired silently."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from errno import ENAMETOOLONG
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from ..._optional import need
from ...display.workings import Messages

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
}
DELIMITERS = "\t;,|"
FLAGS_OF_ORANGE = {"class", "meta", "ignore", "weight", ""}
_NUMBER = re.compile(
    r"\s*[+-]?(\d+([.,]\d*)?|[.,]\d+|\d{1,3}(,\d{3})+(\.\d*)?|\d{1,3}(\.\d{3})+(,\d*)?)"
    r"([eE][+-]?\d+)?\s*%?\s*"
)
_RULE = r".*\n[ \t|:-]*-[ \t|:-]*\r?\n"  # below the names of a Markdown table
CHUNK = 50_000  # records that are turned into columns at once


class TableError(ValueError):
    """A table that cannot be read as it stands; `sentence` says why in every language."""

    def __init__(self, key: str, **places: Any) -> None:
        self.sentence = say("refused", key, **places)
        super().__init__(self.sentence.texts["en"])


def refuse(key: str, **places: Any) -> NoReturn:
    """Refuse a table, in one of the sentences under ``[refused]``."""
    raise TableError(key, **places)


@dataclass
class Table:
    """The cells of a table as text, by column, and what was noticed while reading."""

    source: str
    names: list[str]
    columns: list[list[str]]
    lines: list[int]
    encoding: str
    delimiter: str
    roles: dict[str, str] = field(default_factory=dict)  # that the file states itself
    changes: Counter[str] = field(default_factory=Counter)
    places: dict[str, int] = field(default_factory=dict)  # the line of each kind's first change

    def changed(self, kind: str, count: int, line: int) -> None:
        """Count a change that was made while reading."""
        self.changes[kind] += count
        self.places.setdefault(kind, line)

    def __getitem__(self, name: str) -> list[str]:
        return self.columns[self.names.index(name)]


def bytes_of(source: Any) -> tuple[bytes, str]:
    """Return the bytes of a path, of text (which has a line break), or of bytes; and a name."""
    if hasattr(source, "read"):
        source = source.read()
        source = source + "\n" if isinstance(source, str) else source
    if isinstance(source, (bytes, bytearray)):
        return bytes(source), "data"
    if isinstance(source, str) and (not source.strip() or "\n" in source or "\r" in source):
        return source.encode(errors="surrogatepass"), "CSV"
    if isinstance(source, (str, Path)):
        return _bytes_of_file(source), Path(source).name
    if hasattr(source, "to_csv"):  # a table of pandas
        return source.to_csv(index=False).encode(), "table"
    expected = "a path, text, bytes, an open file or a DataFrame"
    raise TypeError(f"source: expected {expected}, got {type(source).__name__}")


def _bytes_of_file(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except (FileNotFoundError, IsADirectoryError, ValueError):  # a path may not hold "\0"
        refuse("no_file", name=str(path))
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            refuse("no_file", name=f"{str(path)[:40]}...")
        raise


def decode(data: bytes, name: str, encoding: str | None) -> tuple[str, str]:
    """Return the text, and the encoding: the given one, by its mark, UTF-8, or GB18030."""
    kind = next((what for start, what in NO_TEXT.items() if data.startswith(start)), None)
    if kind:
        refuse("no_text", name=name, what=say("kinds", kind))
    if not data.strip():
        refuse("empty", name=name)
    if encoding is None:
        encoding = _marked(data)
    try:
        return data.decode(encoding or "utf-8"), encoding or "utf-8"
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        places = {"name": name, "line": line, "byte": error.start + 1}
        if encoding:
            refuse("encoding", **places, encoding=encoding)
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        refuse("encoding_unknown", **places)
    if re.search("[A-Za-z][^\x00-\x7f][A-Za-z]", text):  # a letter with an accent, more likely
        refuse("encoding_unknown", **places)
    return text, "gb18030"


def _marked(data: bytes) -> str | None:
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return encoding
    head = data[:1000]
    if 3 * head.count(0) > len(head):  # UTF-16 without its mark
        return "utf-16-le" if head[1::2].count(0) > head[::2].count(0) else "utf-16-be"
    return None


def read_table(
    source: Any, encoding: str | None, delimiter: str | None, header: bool | None, progress: bool
) -> Table:
    """Return a table with one name for each column and as many cells in each row."""
    data, name = bytes_of(source)
    text, encoding = decode(data, name, encoding)
    if "\0" in text:
        refuse("no_text", name=name, what=say("kinds", "binary"))
    start, end = _extent(text)
    first_line = text.count("\n", 0, start) + 1
    text = text[start:end]
    if match := re.match(r"sep=(.)\r?\n", text):  # for Excel
        delimiter = delimiter or match[1]
        text = text[match.end() :]
        first_line += 1
    delimiter = delimiter or _delimiter(text, name)
    rows = _records(text, delimiter, first_line, name, progress)
    table = Table(name, [], [], [], encoding, delimiter)
    if delimiter == "|" and re.match(_RULE, text):
        rows = _without_rule(table, rows)
    _fill(table, rows, header)
    _drop_empty_columns(table)
    _check_names(table)
    return table


def _extent(text: str) -> tuple[int, int]:
    """Return where the table begins and ends: Weka writes sentences before and after it."""
    start = re.search(r"^inst#[,;\t]", text, re.MULTILINE)
    if not start:
        return len(text) - len(text.lstrip("\r\n")), len(text)
    end = re.search(r"\n[ \t\r]*\n", text[start.start() :])
    return start.start(), start.start() + end.start() if end else len(text)


def _delimiter(text: str, name: str) -> str:
    bare = re.sub(r'"[^"]*"', "x", text.lstrip().split("\n", 1)[0])
    found = next((mark for mark in DELIMITERS if mark in bare), None)
    if found is None and " " in bare.strip():
        return " "
    return found or refuse("one_column", name=name)


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
        refuse("quote", name=name, line=line)


def _without_rule(
    table: Table, records: Iterator[tuple[int, list[str]]]
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a Markdown table: without the rule below the names, and without blanks."""
    for i, (line, row) in enumerate(records):
        if i == 1:
            table.changed("markdown", 1, line)
        else:
            yield line, [cell.strip() for cell in row]


def _fill(table: Table, records: Iterator[tuple[int, list[str]]], header: bool | None) -> None:
    """Put names and columns into a table, chunk by chunk."""
    head = list(islice(records, 20))
    if not head:
        refuse("empty", name=table.source)
    if header is None:
        header = not _is_data(head)
    first_line, first = head[0]
    if header:
        table.names = [name.strip() for name in first]
        head = _without_types(table, head[1:])
    else:
        table.names = [str(i) for i in range(1, len(first) + 1)]
        table.changed("no_header", 1, first_line)
    if not head:
        refuse("no_rows", name=table.source)
    if {len(row) for _, row in head} == {len(table.names) + 1}:  # as R writes the names of rows
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
            refuse("ragged", name=table.source, line=line, found=len(row), expected=k)
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
    if "class" not in flags or not set(flags) <= FLAGS_OF_ORANGE or "continuous" not in types:
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
        refuse("duplicate_header", name=table.source, column=twice[0], columns=columns)


def is_number(cell: str) -> bool:
    """Tell whether a cell holds a number, with a point or a comma, or both."""
    return bool(_NUMBER.fullmatch(cell))
