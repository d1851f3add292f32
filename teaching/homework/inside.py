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
import signal
import sys
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from values import Function, decode, encode

from mlevalkit.exercises.homework import is_blank

FILES = {"open", "os.listdir", "os.scandir", "os.chdir", "os.remove", "os.rename", "os.rmdir",
         "os.link", "os.symlink", "os.mkdir", "os.chmod", "os.truncate",
         "shutil.rmtree"}  # fmt: skip
TREES = {"os.rename", "shutil.rmtree"}  # these take with them what is below


class TooLong(BaseException):
    """A request took longer than it may; `except Exception` does not catch it."""


class Shell(InteractiveShell):
    """A shell that shows nothing, keeps no history, and is not ended by exit()."""

    def ask_exit(self) -> None: ...

    def showtraceback(self, *_: Any, **__: Any) -> None: ...

    def _showtraceback(self, *_: Any) -> None: ...


def _too_long(*_: Any) -> None:
    raise TooLong("not done in time")


def run(shell: Shell, code: str) -> Any:
    """Run a cell; return its error in words, or nothing."""
    done = shell.run_cell(code)
    error = done.error_before_exec or done.error_in_exec
    return error and f"{type(error).__name__}: {error}"


def hand_over(shell: Shell, names: list[str]) -> dict[str, Any]:
    """Return the values of these names as data; what is none is said in words."""
    found = {}
    for name in names:
        if name in shell.user_ns:
            found[name] = _as_data(name, shell.user_ns[name])
    return found


def _as_data(name: str, value: Any) -> dict[str, Any]:
    if is_blank(value):
        value = ...
    elif callable(value):
        value = Function(name)
    try:
        return {"value": encode(value)}
    except (TypeError, ValueError, RecursionError) as error:
        return {"error": f"{name}: {error}"}


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


REQUESTS = {"run": run, "hand_over": hand_over, "call": call}


def answered(shell: Shell, request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request, or in words why there is none."""
    seconds = request.pop("seconds")
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _too_long)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return {"value": REQUESTS[request.pop("do")](shell, **request)}
    except BaseException as error:
        return {"error": f"{type(error).__name__}: {error}"}
    finally:
        if hasattr(signal, "SIGALRM"):
            signal.setitimer(signal.ITIMER_REAL, 0)


def main() -> None:
    """Answer one request after another."""
    requests, answers = (os.fdopen(os.dup(end), mode) for end, mode in ((0, "r"), (1, "w")))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for end in (0, 1, 2):
        os.dup2(nowhere, end)
    os.chdir(sys.argv[1])
    sys.path[0] = ""
    shell = Shell.instance()
    shell.history_manager.enabled = False
    close([os.path.realpath(folder) for folder in sys.argv[2:]])
    for line in requests:
        answers.write(json.dumps(answered(shell, json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
