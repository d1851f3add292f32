"""The process that judges a submission: it has the tests, and of the submission nothing but data.

    python -m teaching.grading.judge NOTEBOOK

It reads requests, a line of JSON each. The first says how to start the submission, in a process of
its own. While that starts, the judge runs the notebook that students got: what stands there is
given, and the names that are left blank are asked for. Every later request is a cell to run, or a
test of a question; for that the judge asks the submission for answers and calls its functions.
"""

from __future__ import annotations

import ast
import doctest
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from mlevalkit.exercises.homework import fault, is_blank

from .limits import end_with_parent, limit_resources
from .values import Function, decode, encode

CHECK = re.compile(r"""\.check\(\s*["'](\w+)["']""")
LIMITS = "AS=4294967296 CORE=0"
LONGEST = 2**25  # bytes of an answer
OF_MESSAGE = 2000  # characters of an error message
Names = dict[str, Any]
Reply = dict[str, Any]


def checked_in(code: str) -> list[str]:
    """Return the questions that a cell checks."""
    return CHECK.findall(code)


def is_check_alone(code: str) -> bool:
    """Return whether a cell does nothing but check: that tells a student something, not us."""
    try:
        statements = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return bool(checked_in(code)) and all(map(_is_check, statements))


def _is_check(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(attr="check"))):
            return True
    return False


def given_in(notebook: Path) -> dict[str, Names]:
    """Return the names at the check of each question of a notebook."""
    names: Names = {"__name__": "__main__"}
    found = {}
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        code = "".join(cell["source"])
        if not is_check_alone(code):
            exec(compile(code, str(notebook), "exec"), names)
        found.update({question: dict(names) for question in checked_in(code)})
    return found


class Submission:
    """The process that runs what was handed in. What it says is data, and may be forged."""

    def __init__(self, command: list[str], **options: Any) -> None:
        ends = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        process = subprocess.Popen(command, **ends, **options)
        self.requests: Any = process.stdin
        self.answers: Any = process.stdout
        self.ended = ""  # why it answers no more

    def ask(self, do: str, **what: Any) -> Reply:
        """Return the value that it answers to a request, or the error."""
        with suppress(OSError):  # there is none to read it
            self.requests.write(json.dumps({"do": do, **what}).encode() + b"\n")
            self.requests.flush()
        return self.answer()

    def answer(self) -> Reply:
        """Return what it says next; an error too if it has ended, or says what cannot be read."""
        line = b"" if self.ended else self.answers.readline(LONGEST)
        try:
            said = json.loads(line)
            if "error" in said:
                return {"error": str(said["error"])[:OF_MESSAGE]}
            return {"value": said["value"]}
        except (LookupError, MemoryError, RecursionError, TypeError, ValueError):
            found = "its Python says what cannot be read" if line else "its Python died"
            self.ended = self.ended or found
            return {"error": self.ended}


class Judge:
    """Runs the cells of a submission, and its answers through the tests."""

    def __init__(self, submission: Submission, given: dict[str, Names]) -> None:
        self.submission = submission
        self.given = given
        self.handed: dict[str, Reply] = {}  # answers, since the last cell
        self.was_called = False

    def reply(self, request: dict[str, str]) -> Reply:
        """Return the error of a cell, or the fault that a test finds."""
        self.was_called = False
        if "code" in request:
            self.handed.clear()
            said = self.submission.ask("run", **request)
            found = {"error": said.get("error") or str(said["value"] or "")[:OF_MESSAGE]}
        else:
            found = {"fault": self.fault(**request), "called": self.was_called}
        return {"ended": self.submission.ended} if self.submission.ended else found

    def fault(self, question: str, test: str) -> tuple[str, str] | None:
        """Return what is wrong with the answers to a question by this test, or None."""
        names = self.given[question]
        known = {name: value for name, value in names.items() if not is_blank(value)}
        for name in (n for n in names_in(test) if n in names.keys() - known.keys()):
            if name not in self.handed:
                self.handed[name] = self.submission.ask("hand_over", name=name)
            reply = self.handed[name]
            if "error" in reply:
                kind = "stopped" if reply["error"].startswith("TooLong") else "refused"
                return kind, f"{name}: {reply['error']}"
            try:
                for said in reply["value"] if isinstance(reply["value"], list) else []:
                    known[name] = self.handed_over(said)
            except ValueError as error:
                return "refused", f"{name}: {error}"
        return fault(test, known)

    def handed_over(self, said: Any) -> Any:
        """Return an answer; a function becomes one that asks the submission's."""
        value = decode(said)
        return partial(self.call, str(value)) if isinstance(value, Function) else value

    def call(self, function: str, *args: Any, **kwargs: Any) -> Any:
        """Let the submission call a function of its own."""
        self.was_called = True
        reply = self.submission.ask("call", name=function, args=encode(args), kwargs=encode(kwargs))
        if "error" in reply:
            kind, _, text = reply["error"].partition(": ")
            raise type(kind, (Exception,), {})(text)
        return decode(reply["value"])


def names_in(test: str) -> list[str]:
    """Return the names that a test uses, in order."""
    examples = doctest.DocTestParser().get_examples(test)
    nodes = [node for example in examples for node in ast.walk(ast.parse(example.source))]
    return list(dict.fromkeys(node.id for node in nodes if isinstance(node, ast.Name)))


def main() -> None:
    """Start the submission, run what is given, then do what is asked."""
    requests, answers = (os.fdopen(os.dup(end), mode) for end, mode in ((0, "r"), (1, "w")))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    end_with_parent()
    if hasattr(signal, "SIGALRM"):  # which tells the submission alone that its time is over
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
    submission = Submission(**json.loads(requests.readline()))
    limit_resources(LIMITS)
    notebook = Path(sys.argv[1]).resolve()
    os.chdir(notebook.parent)
    judge = Judge(submission, given_in(notebook))
    if "error" in submission.answer():  # it says that it is ready, or on stderr what is wrong
        sys.exit(1)
    answers.write('{"value": "ready"}\n')
    answers.flush()
    for line in requests:
        answers.write(json.dumps(judge.reply(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
