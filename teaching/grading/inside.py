"""The process of one submission: runs its cells, hands its answers over, calls its functions.

    python inside.py FOLDER [CLOSED ...]

It reads requests from the standard input, a line of JSON each, and answers on what was the standard
output; what the submission prints goes nowhere. No test is ever here: only names that are asked
for, and arguments of calls. So whatever a submission does to this program, it can do no more than
give other answers, or none.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from limits import end_with_parent, limit_resources
from values import Function, decode, encode

from mlevalkit.exercises.homework import is_blank

LONGEST = 2**24  # characters of an answer
OF_MESSAGE = 2000  # characters of an error message
FILES = {"open", "os.listdir", "os.scandir", "os.chdir", "os.remove", "os.rename", "os.rmdir",
         "os.link", "os.symlink", "os.mkdir", "os.chmod", "os.truncate",
         "shutil.rmtree"}  # fmt: skip
TREES = {"os.rename", "shutil.rmtree"}  # these take with them what is below


class TooLong(BaseException):
    """A request took longer than it may; `except Exception` does not catch it."""


class Shell(InteractiveShell):
    """A shell that shows nothing, keeps no history, and is not ended by exit()."""

    def ask_exit(self) -> None: ...

    def enable_gui(self, gui: Any = None) -> None:
        """Show no figures, which `%matplotlib inline` asks for."""

    def showtraceback(self, *_: Any, **__: Any) -> None: ...

    def _showtraceback(self, *_: Any) -> None: ...


def _too_long(*_: Any) -> None:
    raise TooLong("not done in time")


def in_words(error: BaseException) -> str:
    """Return the type and message of an error, whose own code may fail too."""
    try:
        return f"{type(error).__name__}: {error}"[:OF_MESSAGE]
    except BaseException:
        return "Exception: an error without a message"


def run(shell: Shell, code: str) -> Any:
    """Run a cell; return its error in words, or nothing."""
    done = shell.run_cell(code)
    error = done.error_before_exec or done.error_in_exec
    return error and in_words(error)


def hand_over(shell: Shell, name: str) -> Any:
    """Return the value of this name as data, in a list; an empty one if there is no such name."""
    if name not in shell.user_ns:
        return []
    value = shell.user_ns[name]
    if is_blank(value):
        value = ...
    elif callable(value):
        value = Function(name)
    return [encode(value)]


def call(shell: Shell, name: str, args: Any, kwargs: Any) -> Any:
    """Call a function of the submission with these arguments; return what it returns, as data."""
    return encode(shell.user_ns[name](*decode(args), **decode(kwargs)))


def close(folders: list[str]) -> None:
    """Refuse Python's functions for files what would touch these folders: a guard for accidents."""

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in FILES:
            return
        for path in arguments[:2]:
            if not isinstance(path, str | bytes | os.PathLike):
                continue
            real = os.path.realpath(os.fsdecode(path))
            inside = any(f"{real}{os.sep}".startswith(f"{folder}{os.sep}") for folder in folders)
            above = event in TREES and any(folder.startswith(real + os.sep) for folder in folders)
            if inside or above:
                raise PermissionError(f"{real}: closed while a submission runs")

    sys.addaudithook(refuse)


REQUESTS: dict[str, Callable[..., Any]] = {"run": run, "hand_over": hand_over, "call": call}


def answered(shell: Shell, request: dict[str, Any]) -> str:
    """Return the answer to a request as a line, or in words why there is none.

    The grader sends SIGALRM when the time is over; between requests it means nothing.
    """
    try:
        try:
            _at_the_alarm(_too_long)
            line = json.dumps({"value": REQUESTS[request.pop("do")](shell, **request)})
        finally:
            _at_the_alarm(signal.SIG_IGN)
        if len(line) > LONGEST:
            raise ValueError(f"an answer of {len(line):,} characters; expected less")
    except BaseException as error:
        return json.dumps({"error": in_words(error)})
    return line


def _at_the_alarm(handler: Any) -> None:
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, handler)


def main() -> None:
    """Answer one request after another."""
    requests, answers = (os.fdopen(os.dup(end), mode) for end, mode in ((0, "r"), (1, "w")))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for end in (0, 1):
        os.dup2(nowhere, end)
    os.chdir(sys.argv[1])
    for notebook in Path(__file__).parent.glob("*.ipynb"):
        shutil.copy(notebook, ".")
    sys.path[0] = ""
    end_with_parent()
    limit_resources(os.environ.pop("MLEVALKIT_LIMITS", ""))
    shell = Shell.instance()
    shell.history_manager.enabled = False
    close([os.path.realpath(folder) for folder in sys.argv[2:]])
    os.dup2(nowhere, 2)  # until here, what is wrong with the machine was said there
    answers.write('{"value": "ready"}\n')
    answers.flush()
    for line in requests:
        answers.write(answered(shell, json.loads(line)) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
