"""A submission is judged question by question, in processes that may end at any time."""

from __future__ import annotations

import asyncio
import builtins
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from otter.test_files import OKTestFile
from otter.test_files.abstract_test import TestCase, TestCaseResult

from .judge import checked_in, is_check_alone
from .notebooks import read
from .process import EndedError, MachineError, Process, Reply
from .sandbox import KIT, Nothing

COPIED = ("inside.py", "limits.py", "values.py")
REASONS = {
    "unanswered": "not answered: {}",
    "undefined": "not defined: {}",
    "false": "does not hold: {}",
    "raised": "error in {}",
    "refused": "cannot be judged: {}",
}
ATTEMPTS = 8  # how often a submission is run whose Python ends
# Of a fault in a hidden test, students are told only these: they show nothing of it.
TOLD = ("unanswered", "undefined", "stopped")

Row = dict[str, Any]


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


class Said(NamedTuple):
    """What is said of something to the teacher, and to the student."""

    teacher: str
    student: str


class Step(NamedTuple):
    """A cell to run, or a question to judge, and the question to whose time it counts."""

    place: str
    question: str
    code: str | None


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Make a folder for a while."""
    try:
        made = tempfile.TemporaryDirectory(prefix="hw-", ignore_cleanup_errors=True)
    except OSError as error:
        raise MachineError(f"a folder cannot be made: {error}") from error
    with made as name:
        yield Path(name).resolve()


@asynccontextmanager
async def judging(
    notebook: bytes, homework: Assignment, options: Options
) -> AsyncIterator[Process]:
    """Start a judge with a submission in a folder of its own; in the end nothing of it runs on."""
    sandbox = options.sandbox
    command = [sys.executable, "-m", f"{__package__}.judge", str(homework.given)]
    with temporary_folder() as folder:
        try:
            (folder / "work").mkdir()
            (folder / homework.name).write_bytes(notebook)
            for part in COPIED:
                shutil.copy(KIT / part, folder)
            own = sandbox.options(folder, max(1, (os.cpu_count() or 1) // options.jobs))
        except OSError as error:
            raise MachineError(f"a submission cannot be copied: {error}") from error
        interrupt = partial(sandbox.interrupt, folder)
        starting = Process.start(command, folder / "errors", interrupt, cwd=KIT.parents[1])
        started = asyncio.ensure_future(starting)
        try:
            judge = await asyncio.shield(started)
            await judge.ready({"command": sandbox.command(folder), **own})
            yield judge
        finally:
            judge = await started
            sandbox.end(folder, judge.running.pid)  # before the wait, which is for its pipes
            await judge.end()


async def judged(notebook: bytes, homework: Assignment, options: Options) -> Row:
    """Run a submission and return its row."""
    submission = Submission(read(notebook, homework.name), homework, options.timeout)
    for _ in range(ATTEMPTS):
        async with judging(notebook, homework, options) as judge:
            if await submission.attempt(judge):
                break
    return submission.row()


def steps_of(book: Any, questions: Collection[str]) -> list[Step]:
    """Return the cells to run, with each question judged at its check, else at the end."""
    steps: list[Step] = []
    question = ""
    for number, cell in reversed(list(enumerate(book.cells, start=1))):
        if cell.cell_type != "code":
            continue
        checked = [name for name in checked_in(cell.source) if name in questions]
        steps += [Step(f"the tests of {name}", name, None) for name in reversed(checked)]
        question = checked[0] if checked else question
        if not is_check_alone(cell.source):
            steps.append(Step(f"cell {number}", question, cell.source))
    steps.reverse()
    found = {step.question for step in steps if step.code is None}
    return steps + [Step(f"the tests of {q}", q, None) for q in questions if q not in found]


class Submission:
    """A submission, run as often as it takes to judge every question.

    A cell or a test in which its Python ends twice, or does not come to an end, is left out of the
    next attempt: it costs what depends on it and nothing else.
    """

    def __init__(self, book: Any, homework: Assignment, seconds: float) -> None:
        self.tests = homework.tests
        self.steps = steps_of(book, self.tests)
        self.seconds = seconds
        self.late = f"not done after {seconds:g} s"
        self.left_in_all = seconds * (len(self.tests) + 1)
        self.faults: dict[str, list[Said | None]] = {}
        self.errors: dict[str, Said | None] = {}
        self.failures: Counter[int] = Counter()
        self.lost: dict[int, Said] = {}  # steps that are left out, and why
        self.judged: set[int] = set()
        self.problem = Said("not judged", "not judged")  # why an attempt came to no end

    async def attempt(self, judge: Process) -> bool:
        """Run all steps in a new process; return whether it came to the end."""
        self.process = judge
        self.spent: Counter[str] = Counter()
        self.has_seen_tests = False
        error: Said | None = None
        for number, step in enumerate(self.steps):
            try:
                if step.code is not None:
                    said = self.lost.get(number) or await self.ran(step, step.code)
                    error = error or said
                    continue
                if number not in self.judged:
                    self.errors[step.question] = error
                    await self.judge(step.question)
                    self.judged.add(number)
                error = None
            except EndedError as ended:
                self.note(number, step, ended)
                return False
        return True

    def note(self, number: int, step: Step, ended: EndedError) -> None:
        """Note that the process ended here; the second time, the step is given up."""
        self.problem = Said(f"{ended}, in {step.place}", f"{ended}, in {step.place}")
        self.failures[number] += 2 if ended.over else 1
        if self.failures[number] < 2:
            return
        self.lost[number] = self.problem
        if step.code is None:
            self.judged.add(number)
            self.faults[step.question] = self.with_missing(step.question, self.problem)

    def with_missing(self, question: str, reason: Said) -> list[Said | None]:
        """Return the faults of a question; where it is not judged, with the reason."""
        found = self.faults.get(question, [])
        return found + [reason] * (len(self.tests[question].test_cases) - len(found))

    def left(self, question: str) -> float:
        """Return the seconds that a question still has."""
        return min(self.seconds - self.spent[question], self.left_in_all)

    async def ask(self, question: str, request: Reply) -> Reply:
        """Ask the judge for something, in the time of a question."""
        try:
            reply = await self.process.ask(request, self.left(question), self.late)
        finally:
            self.spent[question] += self.process.used
            self.left_in_all -= self.process.used
        if "ended" in reply:
            raise EndedError(reply["ended"])
        return reply

    async def ran(self, step: Step, code: str) -> Said | None:
        """Run a cell; return its error, if any."""
        if self.left(step.question) <= 0:
            return Said(f"{step.place}: {self.late}", f"{step.place}: {self.late}")
        error = (await self.ask(step.question, {"code": code}))["error"]
        if not error:
            return None
        error = self.late if error.startswith("TooLong") else error
        kind = error.partition(":")[0]
        kind = kind if kind in vars(builtins) or kind == self.late else "an error"
        whole = f"{step.place}: {error}"
        return Said(whole, f"{step.place}: {kind}" if self.has_seen_tests else whole)

    async def judge(self, question: str) -> None:
        """Judge a question on what the submission hands over; the last time counts."""
        faults: list[Said | None] = []
        if question in self.faults and self.left(question) <= 0:
            return
        try:
            for case in self.tests[question].test_cases:
                fault = await self.fault(question, case)
                faults.append(fault)
        finally:
            if len(faults) >= len(self.faults.get(question, [])):
                self.faults[question] = faults

    async def fault(self, question: str, case: TestCase) -> Said | None:
        """Return what is wrong with an answer by one test: to students nothing of a hidden one."""
        if self.left(question) <= 0:
            return Said(self.late, self.late)
        reply = await self.ask(question, {"question": question, "test": case.body})
        self.has_seen_tests |= case.hidden and reply["called"]
        if reply["fault"] is None:
            return None
        kind, what = reply["fault"]
        whole = self.late if kind == "stopped" else REASONS[kind].format(what)
        if case.hidden and kind not in TOLD:
            return Said(whole, "a hidden test fails")
        if self.has_seen_tests and kind in ("raised", "refused"):
            return Said(whole, "a test that you see fails")
        return Said(whole, whole)

    def row(self) -> Row:
        """Return points and reasons."""
        row: Row = {}
        reasons: list[Said] = []
        for question, test in self.tests.items():
            faults = self.with_missing(question, self.problem)
            results = zip(test.test_cases, faults, strict=True)
            test.test_case_results = [TestCaseResult(c, None, f is None) for c, f in results]
            row[question] = test.score
            if found := next(filter(None, faults), None):
                said = self.errors.get(question) or found
                reasons.append(Said(*(f"{question}: {text}" for text in said)))
        row["total"] = sum(row.values())
        row["of"] = sum(test.possible for test in self.tests.values())
        row = {name: f"{points:g}" for name, points in row.items()}
        row["reason"] = "; ".join(said.teacher for said in reasons)
        row["for_student"] = "; ".join(said.student for said in reasons)
        return row
