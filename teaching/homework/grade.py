"""Grades the notebooks of a class, offline, and writes one table.

    python teaching/homework/grade.py build/hw1 submissions grades.csv

`build/hw1` is what `assign.py` made. Every student has a folder in `submissions` with the
notebook handed in. The table has a row for each student, a column for each question, the total,
and a reason for every point lost. Rows are written as they come; run again, it goes on from there.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from judge import checked_in, is_check_alone
from otter.test_files import OKTestFile
from otter.test_files.abstract_test import TestCaseResult
from sandbox import Nothing, chosen, environment

KIT = Path(__file__).resolve().parent
START = 120  # seconds for a Python to start, on a busy machine
GRACE = 5  # seconds for an interrupted cell to come to its end
LONGEST = 2**26  # bytes of an answer
FIRST, LAST = ["student"], ["total", "of", "reason", "for_student", "version"]
REASONS = {
    "unanswered": "not answered: {}",
    "undefined": "not defined: {}",
    "false": "does not hold: {}",
    "raised": "error in {}",
    "refused": "cannot be judged: {}",
    "stopped": "{}",
}

Row = dict[str, Any]
Fault = list[str] | None


class ProblemError(Exception):
    """Why a submission cannot be graded."""


class Assignment(NamedTuple):
    """A homework: the folder that was made, its notebook's name, the tests of each question."""

    made: Path
    name: str
    tests: dict[str, OKTestFile]

    @property
    def given(self) -> Path:
        """The notebook that students got."""
        return self.made / "student" / self.name


class Options(NamedTuple):
    """How submissions are run: seconds for each question, how many at once, and where."""

    timeout: float
    jobs: int
    sandbox: Nothing


# -- what was made, and what was handed in --------------------------------------------------------


def read(notebook: Path) -> dict[str, Any]:
    """Return the content of a notebook."""
    try:
        book: dict[str, Any] = json.loads(notebook.read_text("utf-8-sig"))
        whole = all({"cell_type", "source"} <= cell.keys() for cell in book["cells"])
        if whole and isinstance(book["metadata"], dict):
            return book
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    raise ProblemError(f"{notebook.name} is not a notebook")


def tests_in(notebook: Path) -> dict[str, Any]:
    """Return the tests that otter has written into a notebook."""
    tests: dict[str, Any] = read(notebook)["metadata"].get("otter", {}).get("tests", {})
    return tests


def assignment(made: Path) -> Assignment:
    """Read what `assign.py` made: the folder that it was given or the `autograder` in it."""
    made = (made.parent if made.name == "autograder" else made).resolve()
    found = sorted((made / "autograder").glob("*.ipynb"))
    there = len(found) == 1 and (made / "student" / found[0].name).exists()
    if not there or not (tests := tests_in(found[0])):
        raise SystemExit(
            f"{made}: `assign.py` has made nothing here (see teaching/homework/README.md)"
        )
    return Assignment(made, found[0].name, {q: OKTestFile.from_spec(t) for q, t in tests.items()})


def handed_in(submissions: Path) -> dict[str, list[Path]]:
    """Return the notebooks in each student's folder, and those that lie beside the folders."""
    if not submissions.is_dir():
        raise SystemExit(f"{submissions}: there is no such folder")
    students = {p.name: sorted(p.glob("*.ipynb")) for p in submissions.iterdir() if p.is_dir()}
    loose = {p.name: [p] for p in submissions.glob("*.ipynb")}
    if not students | loose:
        raise SystemExit(f"{submissions}: expected a folder for each student, found none")
    return dict(sorted((students | loose).items()))


def the_notebook(found: list[Path], submissions: Path, homework: Assignment) -> Path:
    """Return the notebook to grade; otherwise tell why there is none."""
    if len(found) != 1:
        raise ProblemError(f"expected one notebook, found {len(found)}")
    (notebook,) = found
    if notebook.parent == submissions:
        raise ProblemError("lies loose: move it into a folder with the student's name")
    own = {case["code"] for test in tests_in(notebook).values() for case in cases(test)}
    asked = {c.body for test in homework.tests.values() for c in test.test_cases if not c.hidden}
    if own and not own & asked:
        raise ProblemError(f"another homework: no question in it is one of {homework.name}")
    return notebook


def cases(test: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the test cases of a question."""
    return [case for suite in test["suites"] for case in suite["cases"]]


# -- running a submission -------------------------------------------------------------------------


class Process:
    """A program that is asked for things, a line of JSON each."""

    def __init__(self, running: asyncio.subprocess.Process, name: str) -> None:
        self.running, self.name = running, name

    @classmethod
    async def start(cls, command: list[str], name: str, **options: Any) -> Process:
        """Start it in a session of its own."""
        pipes = {"stdin": PIPE, "stdout": PIPE, "stderr": DEVNULL, "start_new_session": True}
        running = await asyncio.create_subprocess_exec(*command, limit=LONGEST, **pipes, **options)
        return cls(running, name)

    async def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request and return the answer."""
        assert self.running.stdin is not None
        self.running.stdin.write((json.dumps(request) + "\n").encode())
        with suppress(ConnectionError):
            await self.running.stdin.drain()
        return await self.answer()

    async def answer(self) -> dict[str, Any]:
        """Wait for a line."""
        assert self.running.stdout is not None
        line = await self.running.stdout.readline()
        if not line:
            raise ProblemError(f"{self.name} died")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def kill(self) -> None:
        """End it, whether it likes or not."""
        with suppress(ProcessLookupError):
            self.running.kill()

    async def end(self) -> None:
        """End it and wait until it is gone."""
        self.kill()
        await self.running.wait()


class Judges:
    """Processes that have the tests; each judges one submission at a time."""

    def __init__(self, homework: Assignment) -> None:
        self.homework = homework
        self.free: list[Process] = []

    @asynccontextmanager
    async def one(self) -> AsyncIterator[Process]:
        """Lend a judge; one that has not come to an end is not used again."""
        judge = self.free.pop() if self.free else await self.new()
        try:
            yield judge
        except BaseException:
            await judge.end()
            raise
        self.free.append(judge)

    async def new(self) -> Process:
        """Start a judge and wait until it has run what is given."""
        command = [sys.executable, str(KIT / "judge.py"), str(self.homework.given)]
        judge = await Process.start(command, "the judge", cwd=KIT)
        async with asyncio.timeout(START):
            await judge.answer()
        return judge

    async def end(self) -> None:
        """End all."""
        for judge in self.free:
            await judge.end()


class Submission:
    """A running submission, judged question by question."""

    def __init__(self, process: Process, judges: Judges, seconds: float) -> None:
        self.process, self.judges, self.seconds = process, judges, seconds
        self.homework = judges.homework
        self.faults: dict[str, list[Fault]] = {}
        self.errors: dict[str, str] = {}
        self.at = "at the start"

    async def ask(self, do: str, **request: Any) -> dict[str, Any]:
        """Ask for something in the time that is left; what does not come back ends the rest."""
        left = max(0.1, self.until - time.monotonic())
        try:
            async with asyncio.timeout(left + GRACE):
                return await self.process.ask(do=do, seconds=left, **request)
        except TimeoutError:
            raise ProblemError(f"not done after {self.seconds:g} s") from None

    async def run(self, cells: list[Any]) -> None:
        """Run all cells, and judge each question where its check stands, else at the end."""
        self.until = time.monotonic() + START  # the first cell waits for Python
        await self.ask("run", code="")
        self.until = time.monotonic() + self.seconds
        error = ""
        for number, cell in enumerate(cells, start=1):
            code = "".join(cell["source"])
            if cell["cell_type"] != "code":
                continue
            self.at = f"cell {number}"
            if not is_check_alone(code):
                error = error or await self.ran(code)
            for question in checked_in(code):
                self.errors[question], error = error, ""
                await self.judge(question)
        for question in self.homework.tests.keys() - self.faults.keys():
            await self.judge(question)

    async def ran(self, code: str) -> str:
        """Run a cell; return its error, if any."""
        reply = await self.ask("run", code=code)
        error = reply.get("error") or reply["value"]
        if error and error.startswith("TooLong"):
            error = f"not done after {self.seconds:g} s"
        return error and f"{self.at}: {error}"

    async def judge(self, question: str) -> None:
        """Judge a question on what the submission hands over."""
        if question not in self.homework.tests:
            return
        self.at = f"the tests of {question}"
        self.until = time.monotonic() + self.seconds
        async with self.judges.one() as judge:
            asked = (await judge.ask(question=question))["asked"]
            handed = (await self.ask("hand_over", names=asked)).get("value", {})
            refused = next((said["error"] for said in handed.values() if "error" in said), "")
            answers = {name: said.get("value") for name, said in handed.items()}
            tests = [case.body for case in self.homework.tests[question].test_cases]
            said = await judge.ask(question=question, answers=answers, tests=tests)
            while "call" in said:
                call = {"name": said["call"], "args": said["args"], "kwargs": said["kwargs"]}
                said = await judge.ask(**await self.ask("call", **call))
        self.faults[question] = [["refused", refused]] * len(tests) if refused else said["faults"]
        self.until = time.monotonic() + self.seconds

    def row(self, problem: str) -> Row:
        """Return points and reasons; `problem` is why what is not judged is not."""
        row: Row = {}
        whole, public = [], []
        for question, test in self.homework.tests.items():
            faults = self.faults.get(question, [["stopped", problem]] * len(test.test_cases))
            results = zip(test.test_cases, faults, strict=True)
            test.test_case_results = [TestCaseResult(c, None, f is None) for c, f in results]
            row[question] = test.score
            found = next(((c, f) for c, f in zip(test.test_cases, faults, strict=True) if f), None)
            if found is not None:
                case, (kind, what) = found
                error = self.errors.get(question)
                said = error or REASONS[kind].format(what)
                whole.append(f"{question}: {said}")
                secret = case.hidden and not error and kind in ("false", "raised")
                public.append(f"{question}: a hidden test fails" if secret else whole[-1])
        row["total"] = sum(row.values())
        row["of"] = sum(test.possible for test in self.homework.tests.values())
        row = {name: f"{points:g}" for name, points in row.items()}
        return row | {"reason": "; ".join(whole), "for_student": "; ".join(public)}


async def judged(notebook: Path, judges: Judges, options: Options) -> Row:
    """Run a submission in a folder of its own, and return its row."""
    cells = read(notebook)["cells"]
    with tempfile.TemporaryDirectory(prefix="hw-", ignore_cleanup_errors=True) as made:
        folder = Path(made).resolve()
        (folder / "work").mkdir()
        (folder / "work" / judges.homework.name).write_bytes(notebook.read_bytes())
        for name in ("inside.py", "values.py"):
            shutil.copy(KIT / name, folder)
        home = environment(folder, max(1, (os.cpu_count() or 1) // options.jobs))
        command = options.sandbox.command(folder)
        starting = Process.start(command, "its Python", env=home, cwd=folder / "work")
        started = asyncio.ensure_future(starting)
        problem = ""
        try:
            submission = Submission(await asyncio.shield(started), judges, options.timeout)
            await submission.run(cells)
        except ProblemError as error:
            problem = f"{error}, in {submission.at}"
        except (AttributeError, LookupError, TypeError, ValueError) as error:  # lines of its own
            problem = f"handed over what cannot be read, in {submission.at}: {error}"
        finally:
            process = await started
            process.kill()
            options.sandbox.end(folder)  # before the wait, which is for all that has its pipes
            await process.running.wait()
        return submission.row(problem)


# -- the class ------------------------------------------------------------------------------------


class Table:
    """The CSV file, written anew with each row."""

    def __init__(self, path: Path, homework: Assignment) -> None:
        self.path, self.columns = path, [*FIRST, *homework.tests, *LAST]
        self.rows: dict[str, Row] = {}
        if path.is_dir():
            raise SystemExit(f"{path} is a folder: name the CSV file to write")
        if path.exists():
            with open(path, encoding="utf-8-sig", newline="") as file:
                reader = csv.DictReader(file)
                self.rows = {row.get("student", ""): row for row in reader}
                if reader.fieldnames != self.columns:
                    raise SystemExit(f"{path} is not a table of {homework.name}: name another")
        path.parent.mkdir(parents=True, exist_ok=True)

    def has(self, student: str, version: str) -> bool:
        """Return whether this very notebook has its points."""
        row = self.rows.get(student, {})
        return row.get("version") == version and row.get("total") != ""

    def write(self) -> None:
        """Write all rows; with a byte order mark, so that spreadsheets read Chinese names."""
        new = self.path.with_name(f"{self.path.name}.new")
        with open(new, "w", encoding="utf-8-sig", newline="") as file:
            writer = csv.DictWriter(file, self.columns)
            writer.writeheader()
            writer.writerows(self.rows[student] for student in sorted(self.rows))
        self.write_for_students()
        try:
            new.replace(self.path)
        except PermissionError:
            raise SystemExit(
                f"{self.path} is open in another program: close it and run this again, or take "
                f"{new}, which has all rows so far"
            ) from None

    def write_for_students(self) -> None:
        """Write the table without what the hidden tests are."""
        columns = [name for name in self.columns if name not in ("for_student", "version")]
        path = self.path.with_name(f"{self.path.stem}-students.csv")
        with open(path, "w", encoding="utf-8-sig", newline="") as file:
            writer = csv.DictWriter(file, columns, extrasaction="ignore")
            writer.writeheader()
            for student in sorted(self.rows):
                row = self.rows[student]
                writer.writerow(row | {"reason": row.get("for_student") or row.get("reason", "")})


async def grade(homework: Assignment, submissions: Path, table: Table, options: Options) -> None:
    """Grade everybody who is not in the table yet, several at once, and tell how it goes."""
    waiting: list[tuple[str, Path, str]] = []
    everybody = handed_in(submissions)
    table.rows = {student: row for student, row in table.rows.items() if student in everybody}
    for student, found in everybody.items():
        try:
            notebook = the_notebook(found, submissions, homework)
        except Exception as error:
            table.rows[student] = {"student": student, "reason": why(error)}
            print(f"{student}: {why(error)}")
            continue
        version = fingerprint(notebook, homework)
        if not table.has(student, version):
            waiting.append((student, notebook, version))
    table.write()
    print(f"{len(everybody)} handed in, {len(waiting)} to grade", flush=True)

    begun, done = time.monotonic(), 0
    limit = asyncio.Semaphore(options.jobs)

    judges = Judges(homework)

    async def one(student: str, notebook: Path, version: str) -> None:
        nonlocal done
        async with limit:
            try:
                row = await judged(notebook, judges, options)
                said = f"{row['total']} of {row['of']}"
            except Exception as error:
                row, said = {"reason": why(error)}, why(error)
        table.rows[student] = {"student": student, **row, "version": version}
        table.write()
        done += 1
        left = (time.monotonic() - begun) / done * (len(waiting) - done)
        print(
            f"{done}/{len(waiting)} {student}: {said} (about {left / 60:.1f} min left)", flush=True
        )

    try:
        async with asyncio.TaskGroup() as group:
            for submission in waiting:
                group.create_task(one(*submission))
    finally:
        await judges.end()


def why(error: Exception) -> str:
    """Say why a submission cannot be graded; one that surprises must not stop the class."""
    known = isinstance(error, ProblemError)
    return str(error) if known else f"cannot be graded: {type(error).__name__}: {error}"


def fingerprint(notebook: Path, homework: Assignment) -> str:
    """Return what changes when the notebook or a test does."""
    tests = [case.body for test in homework.tests.values() for case in test.test_cases]
    return hashlib.sha256(notebook.read_bytes() + json.dumps(tests).encode()).hexdigest()[:12]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("made", type=Path, help="the folder that `assign.py` made")
    parser.add_argument("submissions", type=Path, help="a folder for each student")
    parser.add_argument("table", type=Path, help="the CSV file to write, or to go on with")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each question; 60")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many at once; one for each core"
    )
    parser.add_argument(
        "--sandbox", default="auto",
        help="where submissions run: bwrap (if there is one), docker:IMAGE, podman:IMAGE, none",
    )  # fmt: skip
    said = parser.parse_args()
    if said.timeout <= 0 or said.jobs < 1:
        parser.error("--timeout and --jobs must be positive")
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    homework = assignment(said.made)
    closed = (homework.made, said.submissions, said.table, KIT)
    sandbox = chosen(said.sandbox, [path.resolve() for path in closed])
    print(sandbox.said)
    options = Options(said.timeout, said.jobs, sandbox)
    table = Table(said.table, homework)
    try:
        asyncio.run(grade(homework, said.submissions, table, options))
    except KeyboardInterrupt:
        raise SystemExit("interrupted; the same command goes on from here") from None


if __name__ == "__main__":
    main()
