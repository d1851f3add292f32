"""The process that judges answers: it has the tests, and of a submission nothing but data.

    python -m teaching.grading.judge NOTEBOOK

It first runs the notebook that students got: what stands there is given, and the names that are
left blank are asked for. Then it reads requests, a line of JSON each, with a question and a test,
and says what is wrong. On the way it asks for what it needs of the submission, an answer or a call
of a function, and waits for what that returns.
"""

from __future__ import annotations

import ast
import doctest
import json
import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any, TypeGuard

from mlevalkit.exercises.homework import fault, is_blank

from .limits import end_with_parent, limit_resources
from .notebooks import read
from .values import Function, decode, encode

CHECK = re.compile(r"""\.check\(\s*["'](\w+)["']""")
LIMITS = "AS=4294967296 CORE=0"
Names = dict[str, Any]


def checked_in(code: str) -> list[str]:
    """Return the questions that a cell checks."""
    return CHECK.findall(code)


def is_check_alone(code: str) -> bool:
    """Return whether a cell does nothing but check: that tells a student something, not us."""
    try:
        statements = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    calls = [s.value.func for s in statements if isinstance(s, ast.Expr) and _is_call(s.value)]
    checks = [call for call in calls if isinstance(call, ast.Attribute) and call.attr == "check"]
    return bool(checked_in(code)) and len(checks) == len(statements)


def _is_call(node: ast.expr) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call)


def given_in(notebook: Path) -> dict[str, Names]:
    """Return the names at the check of each question of a notebook."""
    names: Names = {"__name__": "__main__"}
    found = {}
    for cell in read(notebook.read_bytes(), notebook.name).cells:
        if cell.cell_type != "code":
            continue
        if not is_check_alone(cell.source):
            exec(compile(cell.source, str(notebook), "exec"), names)
        found.update({question: dict(names) for question in checked_in(cell.source)})
    return found


class Judge:
    """Talks with the grader through two files of lines."""

    def __init__(self, requests: Any, answers: Any, given: dict[str, Names]) -> None:
        self.requests = requests
        self.answers = answers
        self.given = given

    def say(self, answer: dict[str, Any]) -> None:
        """Write a line."""
        self.answers.write(json.dumps(answer) + "\n")
        self.answers.flush()

    def work(self) -> None:
        """Answer one request after another."""
        for line in self.requests:
            self.say({"fault": self.fault(**json.loads(line))})

    def asked(self, do: str, **what: Any) -> dict[str, Any]:
        """Return what the submission says to a request."""
        self.say({"do": do, **what})
        reply: dict[str, Any] = json.loads(self.requests.readline())
        return reply

    def fault(self, question: str, test: str) -> Any:
        """Return what is wrong with the answers to a question by this test, or None."""
        names = self.given[question]
        known = {name: value for name, value in names.items() if not is_blank(value)}
        for name in (n for n in names_in(test) if n in names.keys() - known.keys()):
            reply = self.asked("hand_over", name=name)
            if "stopped" in reply:
                return "stopped", reply["stopped"]
            try:
                if "error" in reply:
                    raise ValueError(reply["error"])
                for said in reply["value"]:
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
        reply = self.asked("call", name=function, args=encode(args), kwargs=encode(kwargs))
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
    """Run what is given, then judge."""
    requests, answers = (os.fdopen(os.dup(end), mode) for end, mode in ((0, "r"), (1, "w")))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    end_with_parent()
    limit_resources(LIMITS)
    notebook = Path(sys.argv[1]).resolve()
    os.chdir(notebook.parent)
    judge = Judge(requests, answers, given_in(notebook))
    judge.say({"questions": list(judge.given)})
    judge.work()


if __name__ == "__main__":
    main()
