"""Where things stand in the repository, the rows of its tables, and a digest of files."""

import csv
import hashlib
from functools import cache
from pathlib import Path

PARTS = Path(__file__).resolve().parent
ROOT = PARTS.parent
BOOK = ROOT / "book"
TABLES = BOOK / "tables"
THEME = PARTS / "theme"
LIVE = PARTS / "live"
PACKAGE = ROOT / "mlevalkit"


def digest_of(paths, *texts):
    """Return a digest of files, their names among it, and of texts."""
    found = hashlib.sha256("\n".join(texts).encode())
    for path in sorted(paths):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def library_files(*without):
    """Return the files of the library, those of some parts left out."""
    files = (path for path in PACKAGE.rglob("*.*") if path.suffix != ".pyc")
    return [path for path in files if path.relative_to(PACKAGE).parts[0] not in without]


class Row(dict):
    """A line of a table by the names of its columns; what is found for it can be kept."""

    __hash__ = object.__hash__


def read_rows(path: Path):
    """Return the lines of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Row(line) for line in csv.DictReader(file)]


@cache
def listed(name: str):
    """Return the rows of a table of the book."""
    return read_rows(TABLES / f"{name}.csv")
