"""Grades the notebooks of a class, offline, and writes one table.

    python homework/grade.py build/hw1 submissions grades.csv

`build/hw1` is what `assign.py` made. Every student has a folder in `submissions` with the
notebook handed in. The table has a row for each student, a column for each question, the total,
and a reason for every point lost. Rows are written as they come; run again, it goes on from there.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import csv
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from queue import Empty
from typing import Any, NamedTuple

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from otter.test_files import OKTestFile
from otter.test_files.abstract_test import TestCaseResult

KIT = Path(__file__).resolve().parent
INSIDE = (KIT / "inside.py").read_text("utf-8")
CHECK = re.compile(r"""\.check\(\s*["'](\w+)["']""")
# What a submission sees of the environment: enough to start Python, nothing of the teacher's.
PASSED_ON = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "PATH", "PATHEXT", "PYTHONPATH",
             "SYSTEMDRIVE", "SYSTEMROOT", "TZ", "WINDIR")  # fmt: skip
START = 120  # seconds for a kernel to start, on a busy machine
FIRST, LAST = ["student"], ["total", "of", "reason", "version"]
IN_GRADE = "__import__('sys').modules['_grade']"
REASONS = {
    "unanswered": "not answered: {}",
    "undefined": "not defined: {}",
    "false": "does not hold: {}",
    "raised": "error in {}",
}

Row = dict[str, Any]


class ProblemError(Exception):
    """Why a submission cannot be graded."""


class Assignment(NamedTuple):
    """A homework: the folder that was made, its notebook's name, the tests of each question."""

    made: Path
    name: str
    tests: dict[str, OKTestFile]


class Options(NamedTuple):
    """How submissions are run: seconds for each, how many at once, folders closed to them."""

    timeout: float
    jobs: int
    closed: tuple[Path, ...]


# -- what was made, and what was handed in --------------------------------------------------------


def read(notebook: Path) -> dict[str, Any]:
    """Return the content of a notebook."""
    try:
        book: dict[str, Any] = json.loads(notebook.read_text("utf-8-sig"))
        if isinstance(book["cells"], list) and isinstance(book["metadata"], dict):
            return book
    except (ValueError, KeyError, TypeError):
        pass
    raise ProblemError(f"{notebook.name} is not a notebook")


def tests_in(notebook: Path) -> dict[str, Any]:
    """Return the tests that otter has written into a notebook."""
    tests: dict[str, Any] = read(notebook)["metadata"].get("otter", {}).get("tests", {})
    return tests


def assignment(made: Path) -> Assignment:
    """Read what `assign.py` made: the folder that it was given or the `autograder` in it."""
    made = made.parent if made.name == "autograder" else made
    found = sorted((made / "autograder").glob("*.ipynb"))
    if len(found) != 1 or not (tests := tests_in(found[0])):
        raise SystemExit(f"{made}: `assign.py` has made nothing here (see homework/README.md)")
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


class ThisPython(KernelSpecManager):
    """The kernel of the Python that grades, whatever kernel a notebook names."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=argv, display_name="Python 3", language="python")


def environment(folder: str, jobs: int) -> dict[str, str]:
    """Return the environment of a submission, whose home is its own empty folder."""
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    home = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR"), folder)
    threads = str(max(1, (os.cpu_count() or 1) // jobs))
    return kept | home | {"OMP_NUM_THREADS": threads, "PYTHONDONTWRITEBYTECODE": "1"}


class Kernel:
    """A running kernel; what a submission prints or draws is not kept."""

    def __init__(self, manager: AsyncKernelManager, client: AsyncKernelClient) -> None:
        self.manager, self.client = manager, client
        self.at, self.ready = "at the start", False

    async def run(self, code: str, *, value: str = "", hidden: bool = False) -> Any:
        """Run code; return what the reply says, or the value of an expression after it."""
        sent = self.client.execute(
            code, silent=hidden, store_history=not hidden, allow_stdin=False,
            stop_on_error=False, user_expressions={"value": value} if value else {},
        )  # fmt: skip
        while True:
            try:
                reply = await self.client.get_shell_msg(timeout=1)
            except Empty:
                if not await self.manager.is_alive():
                    raise ProblemError("the kernel died") from None
                continue
            if reply["parent_header"].get("msg_id") == sent:
                content = reply["content"]
                return content["user_expressions"]["value"] if value else content


@asynccontextmanager
async def kernel(folder: str, options: Options) -> AsyncIterator[Kernel]:
    """Start a kernel in a folder; end it and all that it has started."""
    manager = AsyncKernelManager(kernel_spec_manager=ThisPython())
    said = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    await manager.start_kernel(cwd=folder, env=environment(folder, options.jobs), **said)
    client = manager.client()
    client.start_channels(iopub=False, stdin=False, hb=False)
    try:
        yield Kernel(manager, client)
    finally:
        client.stop_channels()
        await manager.shutdown_kernel(now=True)


async def judged(notebook: Path, homework: Assignment, options: Options) -> Row:
    """Run a submission, then the tests on what it left; return its row."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder, homework.name).write_bytes(notebook.read_bytes())
        async with kernel(folder, options) as started:
            try:
                async with asyncio.timeout(START):
                    await prepare(started, options.closed)
                async with asyncio.timeout(options.timeout):
                    errors = await run_cells(started, read(notebook)["cells"])
                    return await run_tests(started, homework, errors)
            except TimeoutError:
                limit = options.timeout if started.ready else START
                problem = f"not done after {limit:g} s"
            except ProblemError as error:
                problem = str(error)
            raise ProblemError(f"{problem}, {started.at}")


async def prepare(started: Kernel, closed: Iterable[Path]) -> None:
    """Load what judges the answers, and close folders to what comes next."""
    folders = ", ".join(repr(str(folder)) for folder in closed)
    await started.run(
        "import sys, types; sys.modules['_grade'] = types.ModuleType('_grade')\n"
        f"exec({INSIDE!r}, vars(sys.modules['_grade']))\n"
        f"sys.modules['_grade'].close({folders})\ndel sys, types",
        hidden=True,
    )
    started.ready = True


async def run_cells(started: Kernel, cells: list[Any]) -> dict[str, str]:
    """Run all cells; return the first error before the check of each question."""
    errors, error = {}, ""
    for number, cell in enumerate(cells, start=1):
        code = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        started.at = f"in cell {number}"
        questions = CHECK.findall(code)
        if not questions or code.count("\n"):  # a check alone tells a student something, not us
            reply = await started.run(code)
            if reply["status"] == "error":
                error = error or f"cell {number}: {reply['ename']}: {reply['evalue']}"
        for question in questions:
            await started.run(f"{IN_GRADE}.keep({question!r}, globals())", hidden=True)
            errors[question], error = error, ""
    return errors


async def run_tests(started: Kernel, homework: Assignment, errors: dict[str, str]) -> Row:
    """Run the tests of every question; return points and reasons."""
    row: Row = {}
    reasons = []
    for question, test in homework.tests.items():
        started.at = f"in the tests of {question}"
        bodies = [case.body for case in test.test_cases]
        call = f"{IN_GRADE}.judge({question!r}, {bodies!r}, globals())"
        reply = await started.run("", value=call, hidden=True)
        if reply["status"] == "error":
            raise ProblemError(f"the tests broke: {reply['ename']}: {reply['evalue']}")
        faults = ast.literal_eval(reply["data"]["text/plain"])
        results = zip(test.test_cases, faults, strict=True)
        test.test_case_results = [TestCaseResult(c, None, fault is None) for c, fault in results]
        row[question] = test.score
        if found := next(filter(None, faults), None):
            why = REASONS[found[0]].format(found[1])
            reasons.append(f"{question}: {errors.get(question) or why}"[:200])
    row["total"] = sum(row.values())
    row["of"] = sum(test.possible for test in homework.tests.values())
    row = {name: f"{points:g}" for name, points in row.items()}
    row["reason"] = "; ".join(" ".join(reason.split()) for reason in reasons)
    return row


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
        try:
            new.replace(self.path)
        except PermissionError:
            raise SystemExit(
                f"{self.path} is open in another program: close it and run this again, or take "
                f"{new}, which has all rows so far"
            ) from None


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

    async def one(student: str, notebook: Path, version: str) -> None:
        nonlocal done
        async with limit:
            try:
                row = await judged(notebook, homework, options)
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

    async with asyncio.TaskGroup() as group:
        for submission in waiting:
            group.create_task(one(*submission))


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
    parser.add_argument("--timeout", type=float, default=300, help="seconds for each; 300")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many at once; one for each core"
    )
    said = parser.parse_args()
    if said.timeout <= 0 or said.jobs < 1:
        parser.error("--timeout and --jobs must be positive")
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    homework = assignment(said.made)
    closed = (homework.made, said.submissions, said.table, KIT)
    options = Options(said.timeout, said.jobs, tuple(path.resolve() for path in closed))
    table = Table(said.table, homework)
    try:
        asyncio.run(grade(homework, said.submissions, table, options))
    except KeyboardInterrupt:
        raise SystemExit("interrupted; the same command goes on from here") from None


if __name__ == "__main__":
    main()
