"""A submission runs in one process and is judged in another, question by question."""

from __future__ import annotations

import asyncio
import builtins
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from otter.test_files import OKTestFile
from otter.test_files.abstract_test import TestCase, TestCaseResult

from .judge import checked_in, is_check_alone
from .notebooks import read
from .process import EndedError, MachineError, Process
from .sandbox import KIT, Nothing

COPIED = ("inside.py", "limits.py", "values.py")
REASONS = {
    "unanswered": "not answered: {}",
    "undefined": "not defined: {}",
    "false": "does not hold: {}",
    "raised": "error in {}",
    "refused": "cannot be judged: {}",
    "stopped": "{}",
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


Reply = dict[str, Any]
Running = tuple[Process, Callable[[], None]]


class Said(NamedTuple):
    """What is said of something to the teacher, and to the student."""

    teacher: str
    student: str


class Step(NamedTuple):
    """A cell to run, or a question to judge, and the question to whose time it counts."""

    place: str
    question: str
    code: str | None


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
        command = [sys.executable, "-m", f"{__package__}.judge", str(self.homework.given)]
        with temporary_folder() as folder:
            errors = folder / "errors"
            judge = await Process.start(command, "the judge", errors, cwd=KIT.parents[1])
            try:
                await judge.ready(errors)
            except BaseException:
                await judge.end()
                raise
        return judge

    async def end(self) -> None:
        """End all."""
        for judge in self.free:
            await judge.end()


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
async def running(notebook: bytes, name: str, options: Options) -> AsyncIterator[Running]:
    """Start a submission in a folder of its own; in the end nothing of it runs on."""
    sandbox = options.sandbox
    with temporary_folder() as folder:
        try:
            (folder / "work").mkdir()
            (folder / name).write_bytes(notebook)
            for part in COPIED:
                shutil.copy(KIT / part, folder)
            own = sandbox.options(folder, max(1, (os.cpu_count() or 1) // options.jobs))
        except OSError as error:
            raise MachineError(f"a submission cannot be copied: {error}") from error
        errors = folder / "errors"
        starting = Process.start(sandbox.command(folder), "its Python", errors, **own)
        started = asyncio.ensure_future(starting)
        try:
            process = await asyncio.shield(started)
            await process.ready(errors)
            yield process, partial(sandbox.interrupt, folder, process.running.pid)
        finally:
            process = await started
            sandbox.end(folder, process.running.pid)  # before the wait, which is for its pipes
            await process.end()


async def judged(notebook: bytes, judges: Judges, options: Options) -> Row:
    """Run a submission and return its row."""
    name = judges.homework.name
    submission = Submission(read(notebook, name), judges, options.timeout)
    for _ in range(ATTEMPTS):
        async with running(notebook, name, options) as (process, interrupt):
            if await submission.attempt(process, interrupt):
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

    def __init__(self, book: Any, judges: Judges, seconds: float) -> None:
        self.judges = judges
        self.tests = judges.homework.tests
        self.steps = steps_of(book, self.tests)
        self.seconds = seconds
        self.late = f"not done after {seconds:g} s"
        self.left_in_all = seconds * (len(self.tests) + 1)
        self.faults: dict[str, list[Said | None]] = {}
        self.errors: dict[str, Said | None] = {}
        self.failures: Counter[int] = Counter()
        self.lost: dict[int, Said] = {}  # steps that are left out, and why
        self.judged: set[int] = set()

    async def attempt(self, process: Process, interrupt: Callable[[], None]) -> bool:
        """Run all steps in a new process; return whether it came to the end."""
        self.process = process
        self.interrupt = interrupt
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
        reason = Said(f"{ended}, in {step.place}", f"{ended}, in {step.place}")
        self.failures[number] += 2 if ended.over else 1
        self.lost[-1] = reason
        if self.failures[number] < 2:
            return
        self.lost[number] = reason
        if step.code is None:
            self.judged.add(number)
            self.faults[step.question] = self.with_missing(step.question, reason)

    def with_missing(self, question: str, reason: Said) -> list[Said | None]:
        """Return the faults of a question; where it is not judged, with the reason."""
        found = self.faults.get(question, [])
        return found + [reason] * (len(self.tests[question].test_cases) - len(found))

    def left(self, question: str) -> float:
        """Return the seconds that a question still has."""
        return min(self.seconds - self.spent[question], self.left_in_all)

    async def ask(self, process: Process, question: str, request: dict[str, Any]) -> Reply:
        """Ask the submission or a judge for something, in the time of a question."""
        left = self.left(question)
        if left <= 0:
            raise EndedError(self.late, None, over=True)
        interrupt = self.interrupt if process is self.process else None
        try:
            return await process.ask(request, left, self.late, interrupt)
        finally:
            self.spent[question] += process.used
            self.left_in_all -= process.used

    async def ran(self, step: Step, code: str) -> Said | None:
        """Run a cell; return its error, if any."""
        if self.left(step.question) <= 0:
            return Said(f"{step.place}: {self.late}", f"{step.place}: {self.late}")
        reply = await self.ask(self.process, step.question, {"do": "run", "code": code})
        error = str(reply.get("error") or reply.get("value") or "")
        if not error:
            return None
        error = self.late if error.startswith("TooLong") else error
        kind = error.partition(":")[0]
        kind = kind if kind in vars(builtins) or kind == self.late else "an error"
        whole = f"{step.place}: {error}"
        return Said(whole, f"{step.place}: {kind}" if self.has_seen_tests else whole)

    async def judge(self, question: str) -> None:
        """Judge a question on what the submission hands over; the last time counts."""
        cases = self.tests[question].test_cases
        faults: list[Said | None] = []
        self.handed: dict[str, Any] = {}
        if question in self.faults and self.left(question) <= 0:
            return
        try:
            for case in cases:
                fault = await self.fault(question, case)
                faults.append(fault)
        finally:
            if len(faults) >= len(self.faults.get(question, [])):
                self.faults[question] = faults

    async def fault(self, question: str, case: TestCase) -> Said | None:
        """Return what is wrong with an answer by one test; a judge that dies has a successor."""
        for _ in range(2):
            try:
                async with self.judges.one() as judge:
                    return self.said(case, await self.judged_by(judge, question, case))
            except EndedError as ended:
                if ended.process is self.process:
                    raise
                if ended.over:
                    return self.said(case, ("stopped", str(ended)))
                died = ended
        if died.killed:
            raise MachineError("the judge was killed")
        return self.said(case, ("refused", str(died)))

    async def judged_by(self, judge: Process, question: str, case: TestCase) -> Any:
        """Return the fault that a judge finds by a test; what it asks for is passed on."""
        said = await self.ask(judge, question, {"question": question, "test": case.body})
        while "fault" not in said:
            said = await self.ask(judge, question, await self.passed_on(said, question, case))
        return said["fault"]

    async def passed_on(self, request: Reply, question: str, case: TestCase) -> Reply:
        """Return what the submission says to a judge; an answer is handed over once."""
        if request["do"] == "call":
            self.has_seen_tests |= case.hidden
            return _answer(await self.ask(self.process, question, request), None)
        name = request["name"]
        if name not in self.handed:
            self.handed[name] = _answer(await self.ask(self.process, question, request), [])
        is_late = self.handed[name].get("error", "").startswith("TooLong")
        return {"stopped": self.late} if is_late else self.handed[name]

    def said(self, case: TestCase, fault: Any) -> Said | None:
        """Return a fault in words: to students nothing of a hidden test."""
        if fault is None:
            return None
        kind, what = fault
        whole = REASONS[kind].format(what)
        if case.hidden and kind not in TOLD:
            return Said(whole, "a hidden test fails")
        if self.has_seen_tests and kind in ("raised", "refused"):
            return Said(whole, "a test that you see fails")
        return Said(whole, whole)

    def row(self) -> Row:
        """Return points and reasons."""
        row: Row = {}
        reasons: list[Said] = []
        problem = self.lost.get(-1, Said("not judged", "not judged"))
        for question, test in self.tests.items():
            faults = self.with_missing(question, problem)
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


def _answer(reply: Reply, empty: Any) -> Reply:
    """Return what counts of a reply, which may have been forged."""
    if "error" in reply:
        return {"error": str(reply["error"])}
    value = reply.get("value")
    return {"value": value if empty is None or isinstance(value, list) else empty}
