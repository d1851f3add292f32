"""The process that judges answers: it has the tests, and of a submission nothing but data.

    python judge.py NOTEBOOK

It first runs the notebook that students got: what stands there is given, and the names that are
left blank are asked for. Then it reads requests, a line of JSON each: with a question, what is
asked for there; with answers and tests, what is wrong with them. A test that calls a function of
the submission makes a request of its own, and waits for what that returns.
"""

from __future__ import annotations

import json
import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

from values import Function, decode, encode

from mlevalkit.exercises.homework import fault, is_blank

CHECK = re.compile(r"""\.check\(\s*["'](\w+)["']""")
Names = dict[str, Any]


def checked_in(code: str) -> list[str]:
    """Return the questions that a cell checks."""
    return CHECK.findall(code)


def is_check_alone(code: str) -> bool:
    """Return whether a cell does nothing but check: that tells a student something, not us."""
    return bool(checked_in(code)) and "\n" not in code.strip()


def given_in(notebook: Path) -> dict[str, Names]:
    """Return the names at the check of each question of a notebook."""
    names: Names = {"__name__": "__main__"}
    found = {}
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        code = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        if not is_check_alone(code):
            exec(compile(code, str(notebook), "exec"), names)
        found.update({question: dict(names) for question in checked_in(code)})
    return found


class Judge:
    """Talks with the grader through two files of lines."""

    def __init__(self, requests: Any, answers: Any, given: dict[str, Names]) -> None:
        self.requests, self.answers, self.given = requests, answers, given

    def say(self, answer: dict[str, Any]) -> None:
        """Write a line."""
        self.answers.write(json.dumps(answer) + "\n")
        self.answers.flush()

    def work(self) -> None:
        """Answer one request after another."""
        for line in self.requests:
            request = json.loads(line)
            names = self.given[request["question"]]
            if "tests" in request:
                self.say({"faults": self.faults(names, request["answers"], request["tests"])})
            else:
                self.say({"asked": [name for name, value in names.items() if is_blank(value)]})

    def faults(self, names: Names, answers: Names, tests: list[str]) -> list[Any]:
        """Return for each test what is wrong with the answers, or None."""
        try:
            own = {name: self.handed_over(said) for name, said in answers.items()}
        except ValueError as error:
            return [("refused", str(error))] * len(tests)
        given = {name: value for name, value in names.items() if not is_blank(value)}
        return [fault(test, given | own) for test in tests]

    def handed_over(self, said: Any) -> Any:
        """Return an answer; a function becomes one that asks the submission's."""
        value = decode(said)
        return partial(self.call, str(value)) if isinstance(value, Function) else value

    def call(self, function: str, *args: Any, **kwargs: Any) -> Any:
        """Let the submission call a function of its own."""
        self.say({"call": function, "args": encode(args), "kwargs": encode(kwargs)})
        reply = json.loads(self.requests.readline())
        if "error" in reply:
            kind, _, text = reply["error"].partition(": ")
            raise type(kind, (Exception,), {})(text)
        return decode(reply["value"])


def main() -> None:
    """Run what is given, then judge."""
    requests, answers = (os.fdopen(os.dup(end), mode) for end, mode in ((0, "r"), (1, "w")))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    notebook = Path(sys.argv[1]).resolve()
    os.chdir(notebook.parent)
    judge = Judge(requests, answers, given_in(notebook))
    judge.say({"questions": list(judge.given)})
    judge.work()


if __name__ == "__main__":
    main()
