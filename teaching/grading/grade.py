"""Grades the notebooks of a class, offline, and writes one table.

Every student has a folder in that of the class, with the notebook handed in. The table has a row
for each student, a column for each question, the total, and a reason for every point lost. Rows are
written as they come; run again, it goes on from there.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import signal
import sys
import time
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from otter.test_files import OKTestFile

from .notebooks import ProblemError, content_of, handed_in, read, shown, tests_in, the_notebook
from .process import MachineError
from .running import Assignment, Options, Row, judged, judging
from .sandbox import KIT, chosen
from .table import Table


def assignment(made: Path) -> Assignment:
    """Read what `assign` made: the folder that it was given or the `autograder` in it."""
    made = (made.parent if made.name == "autograder" else made).resolve()
    found = sorted((made / "autograder").glob("*.ipynb"))
    there = len(found) == 1 and (made / "student" / found[0].name).exists()
    tests = tests_in(read(found[0].read_bytes(), found[0].name)) if there else {}
    if not tests:
        raise SystemExit(
            f"{made}: `python -m teaching assign` has made nothing here (see teaching/README.md)"
        )
    return Assignment(made, found[0].name, {q: OKTestFile.from_spec(t) for q, t in tests.items()})


def checked(notebook: Path, homework: Assignment) -> str:
    """Return the version of a notebook that is of this homework; ProblemError if it is not."""
    content = content_of(notebook)
    own = _codes(tests_in(read(content, notebook.name)))
    asked = {c.body for test in homework.tests.values() for c in test.test_cases if not c.hidden}
    if own and not own & asked:
        raise ProblemError(f"another homework: no question in it is one of {homework.name}")
    tests = [case.body for test in homework.tests.values() for case in test.test_cases]
    return hashlib.sha256(content + json.dumps(tests).encode()).hexdigest()[:12]


def _codes(tests: object) -> set[str]:
    """Return the code of all tests in a notebook's metadata, which may hold anything."""
    found: set[str] = set()
    parts = [tests]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            parts += part.values()
            code = part.get("code")
            found |= {code} if isinstance(code, str) else set()
        elif isinstance(part, list):
            parts += part
    return found


class Class:
    """The submissions of a class, and the table of their points."""

    def __init__(self, homework: Assignment, table: Table, options: Options) -> None:
        self.homework = homework
        self.table = table
        self.options = options
        self.unwritten = ""  # why the table is not up to date

    async def grade(self, submissions: Path) -> None:
        """Grade everybody who is not in the table yet, several at once, and tell how it goes."""
        handed = handed_in(submissions, self.table.files)
        rows = self.table.rows
        self.table.rows = {student: row for student, row in rows.items() if student in handed}
        waiting = {}
        for student, folder in handed.items():
            try:
                notebook = the_notebook(folder)
                version = checked(notebook, self.homework)
            except Exception as error:
                self.table.rows[student] = {"student": student, "reason": why(error)}
                print(f"{student}: {shown(why(error))}")
                continue
            if not self.table.has(student, version):
                waiting[student] = notebook, version
        if waiting:
            await self.try_out()
        print(f"{len(handed)} handed in, {len(waiting)} to grade", flush=True)
        for _ in range(2):  # what the machine has failed at is tried once more, at the end
            await self.all(waiting)
            rows = self.table.rows
            waiting = {s: w for s, w in waiting.items() if not rows[s].get("total")}
        self.write()
        if self.unwritten:
            raise SystemExit(f"{self.unwritten}; run the same command again")
        if waiting:
            print(f"{len(waiting)} not graded: the same command tries them again")

    async def try_out(self) -> None:
        """Start a submission and its judge, and write the table: what is impossible is said now."""
        try:
            async with judging(self.homework.given.read_bytes(), self.homework, self.options):
                pass
        except MachineError as error:
            raise SystemExit(f"nothing can be graded here: {shown(str(error))}") from None
        self.write()
        if self.unwritten:
            raise SystemExit(self.unwritten)

    def write(self) -> None:
        """Write the table; where that fails, its rows are kept for the next time."""
        try:
            self.table.write()
            self.unwritten = ""
        except OSError as error:
            self.unwritten = f"{self.table.path} cannot be written: {error.strerror or error}"

    async def all(self, waiting: dict[str, tuple[Path, str]]) -> None:
        """Grade these, several at once."""
        began = time.monotonic()
        limit = asyncio.Semaphore(self.options.jobs)
        done = 0

        async def one(student: str, notebook: Path, version: str) -> None:
            nonlocal done
            async with limit:
                row = await self.row(notebook, version)
            self.table.rows[student] = {"student": student, **row}
            self.write()
            done += 1
            left = (time.monotonic() - began) / done * (len(waiting) - done) / 60
            said = f"{row['total']} of {row['of']}" if row.get("total") else row["reason"]
            said = f"{done}/{len(waiting)} {student}: {shown(said)} (about {left:.1f} min left)"
            print(f"{said} {self.unwritten}".strip(), flush=True)

        async with asyncio.TaskGroup() as group:
            for student, (notebook, version) in waiting.items():
                group.create_task(one(student, notebook, version))

    async def row(self, notebook: Path, version: str) -> Row:
        """Return the row of a submission; without points if the machine has failed."""
        try:
            row = await judged(content_of(notebook), self.homework, self.options)
        except (MachineError, MemoryError) as error:
            return {"reason": f"not graded yet: {error}"}
        except Exception as error:
            return {"reason": why(error)}
        return row | {"version": version}


def why(error: Exception) -> str:
    """Say why a submission cannot be graded; one that surprises must not stop the class."""
    known = isinstance(error, ProblemError)
    return str(error) if known else f"cannot be graded: {type(error).__name__}: {error}"


def repositories(paths: list[Path]) -> list[Path]:
    """Return the history of what lies in a repository."""
    above = {folder / ".git" for path in paths for folder in (path, *path.parents)}
    return [path for path in above if path.exists()]


def main(given: Namespace) -> None:
    """Run the command."""
    if not 0 < given.timeout < float("inf") or given.jobs < 1:
        raise ValueError("--timeout and --jobs must be positive")
    with suppress(AttributeError):
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    homework = assignment(given.made)
    table = Table(given.table.resolve(), homework)
    closed = [homework.made, given.submissions.resolve(), table.path, table.students, KIT.parent]
    try:
        sandbox = chosen(given.sandbox, [*closed, *repositories(closed)])
    except OSError as error:
        raise SystemExit(f"nothing can be graded here: {error}") from None
    print(sandbox.said)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    options = Options(given.timeout, given.jobs, sandbox)
    try:
        asyncio.run(Class(homework, table, options).grade(given.submissions))
    except KeyboardInterrupt:
        raise SystemExit("interrupted; the same command goes on from here") from None
