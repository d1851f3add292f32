"""A class that hands in a homework of two questions, with a point for each test."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tomllib
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from teaching.__main__ import main

ROOT = Path(__file__).parents[1]
RIGHT = {"q1": "print('answering')\nanswer = 42", "q2": "def double(x):\n    return 2 * x"}
BLANK = {"q1": "answer = ...", "q2": "def double(x):\n    ..."}
TESTS = {
    "q1": (">>> assert answer > 0\n", ">>> assert answer == 42\n"),
    "q2": (">>> assert double(1) == 2\n", ">>> assert double('a') == 'aa'\n"),
}
SUBMISSIONS = tomllib.loads((ROOT / "tests/data/submissions.toml").read_text("utf-8"))
Rows = dict[str, dict[str, str]]


def notebook(cells: dict[str, str], hidden: bool = False, tests: Any = TESTS) -> dict[str, Any]:
    """Return a notebook as otter makes it."""
    code = [part for q, answer in cells.items() for part in (answer, f'grader.check("{q}")')]
    made = {}
    for q, (public, secret) in tests.items():
        cases = [{"code": public, "hidden": False}, {"code": secret, "hidden": True}]
        suite = {"cases": cases if hidden else cases[:1]}
        made[q] = {"name": q, "points": [1] * len(suite["cases"]), "suites": [suite]}
    return {
        "cells": [{"cell_type": "code", "source": source} for source in code],
        "metadata": {"kernelspec": {"name": "conda-env-of-a-student"}, "otter": {"tests": made}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


class Class:
    """A folder with the homework, as `assign` would make it, and what was handed in."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.python = sys.executable
        self.made = home / "build" / "hw0"
        self.handed_in = home / "in"
        self.table = home / "out" / "grades.csv"
        for folder, book in (("autograder", notebook(RIGHT, True)), ("student", notebook(BLANK))):
            path = self.made / folder / "hw0.ipynb"
            path.parent.mkdir(parents=True)
            path.write_text(json.dumps(book))

    def hand_in(
        self, student: str, name: str = "hw0.ipynb", raw: str | bytes = "", **cells: str
    ) -> Path:
        """Write the notebook of a student, right but for these cells."""
        path = self.handed_in / student / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = raw or json.dumps(notebook({**RIGHT, **cells}))
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def hand_in_trick(self, name: str) -> None:
        """Hand in a trick, and nothing besides."""
        code = SUBMISSIONS["tricks"][name].replace("{home}", str(self.home))
        self.hand_in(f"trick: {name}", **{**BLANK, "q1": code})

    def command(self, *more: str) -> list[str]:
        """Return the command that grades the class."""
        paths = map(str, (self.made, self.handed_in, self.table))
        return [self.python, "-m", "teaching", "grade", *paths, *more]

    def run(self, *more: str, **options: Any) -> tuple[Rows, str]:
        """Run that command; return the rows of the table, and what was said."""
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("environment", {})}
        done = subprocess.run(
            self.command(*more), env=environment, capture_output=True, text=True, check=False,
            **options,
        )  # fmt: skip
        assert not done.returncode, done.stderr
        return self.rows(), done.stdout

    def grade(self, *more: str) -> tuple[Rows, str]:
        """Do the same in this process, which has imported everything already."""
        with redirect_stdout(StringIO()) as said:
            main(self.command(*more)[3:])
        return self.rows(), said.getvalue()

    def rows(self, path: Path | None = None) -> Rows:
        """Return the rows of a table."""
        with open(path or self.table, encoding="utf-8-sig", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}

    @property
    def told(self) -> Rows:
        """The rows of the table for students."""
        return self.rows(self.table.with_name(f"{self.table.stem}-students.csv"))
