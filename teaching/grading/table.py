"""The tables of a class: one for the teacher, and one for the students without hidden tests."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from mlevalkit._tables import spreadsheet_text

from .notebooks import shown
from .running import Assignment, Row

FIRST = ["student"]
LAST = ["total", "of", "reason", "for_student", "version"]


class Table:
    """The CSV files, written anew with each row."""

    def __init__(self, path: Path, homework: Assignment) -> None:
        self.path = path
        self.students = path.with_name(f"{path.stem}-students.csv")
        self.columns = [*FIRST, *homework.tests, *LAST]
        self.rows: dict[str, Row] = {}
        for file in (self.path, self.students):
            if file.is_dir():
                raise SystemExit(f"{file} is a folder: name the CSV file to write")
            if file.exists() and not file.is_file():
                raise SystemExit(f"{file} is no plain file: name the CSV file to write")
        if path.exists():
            self.rows = self.read(path, self.columns, homework)
        if self.students.exists():
            self.read(self.students, self.for_students, homework)

    @property
    def files(self) -> list[Path]:
        """All that is written, also on the way."""
        tables = (self.path, self.students)
        return [*tables, *map(_new, tables)]

    @property
    def for_students(self) -> list[str]:
        """The columns of the table for students."""
        return [name for name in self.columns if name not in ("for_student", "version")]

    def read(self, path: Path, columns: list[str], homework: Assignment) -> dict[str, Row]:
        """Return the rows of a table of this homework."""
        try:
            with open(path, encoding="utf-8-sig", newline="") as file:
                reader = csv.DictReader(file)
                rows = [{name: _read(row.get(name)) for name in columns} for row in reader]
            is_table = reader.fieldnames == columns
        except (csv.Error, UnicodeError):
            is_table = False
        except OSError as error:
            raise SystemExit(f"{path} cannot be read: {error.strerror}") from None
        if not is_table:
            raise SystemExit(f"{path} is not a table of {homework.name}: name another")
        return {row["student"]: row for row in rows}

    def has(self, student: str, version: str) -> bool:
        """Return whether this very notebook has its points."""
        row = self.rows.get(student, {})
        return row.get("version") == version and row.get("total") != ""

    def write(self) -> None:
        """Write all rows; a file is replaced when the new one is complete."""
        rows = [self.rows[student] for student in sorted(self.rows)]
        told = [row | {"reason": row.get("for_student") or row.get("reason", "")} for row in rows]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        _write(self.path, self.columns, rows)
        _write(self.students, self.for_students, told)


def _new(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def _write(path: Path, columns: list[str], rows: Iterable[Row]) -> None:
    """Write a table; with a byte order mark, so that spreadsheets read Chinese names."""
    new = _new(path)
    try:
        with open(new, "w", encoding="utf-8-sig", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows([_written(row.get(name, "")) for name in columns] for row in rows)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise


def _written(text: str) -> str:
    return spreadsheet_text(shown(text))


def _read(text: str | None) -> str:
    return (text or "").removeprefix("'")
