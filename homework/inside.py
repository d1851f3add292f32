"""What `grade.py` runs in the kernel of a submission, which has no other part of it in reach."""

from __future__ import annotations

import os
import sys
from typing import Any

from mlevalkit.exercises.homework import fault

kept: dict[str, dict[str, Any]] = {}
FILES = {"open", "os.listdir", "os.scandir", "os.chdir", "os.remove", "os.rename", "os.rmdir",
         "os.link", "os.symlink", "os.mkdir", "os.chmod", "os.truncate"}  # fmt: skip


def close(*folders: str) -> None:
    """Refuse Python's functions for files anything in these folders, for good."""
    closed = tuple(os.path.realpath(folder) for folder in folders)

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        if event in FILES:
            for path in arguments[:2]:
                if isinstance(path, str | bytes | os.PathLike):
                    real = os.path.realpath(os.fsdecode(path))
                    if any(real == folder or real.startswith(folder + os.sep) for folder in closed):
                        raise PermissionError(f"{real}: closed while a submission runs")

    sys.addaudithook(refuse)


def keep(question: str, names: dict[str, Any]) -> None:
    """Remember the names as they are at the check of a question."""
    kept[question] = dict(names)


def judge(question: str, tests: list[str], names: dict[str, Any]) -> list[tuple[str, str] | None]:
    """Return for each test what is wrong with the answer, or None."""
    end = kept.setdefault("", dict(names))  # of a question whose check is gone
    names.clear()  # put back, because functions look their globals up in these names
    names.update(kept.get(question, end))
    return [fault(test, names) for test in tests]
