"""Grading a class: nothing that is handed in stops it, and it sees nothing that it should not."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil
import pytest

KIT = Path(__file__).parents[1] / "teaching" / "homework"
pytestmark = pytest.mark.skipif(
    find_spec("otter") is None and not os.environ.get("CI"), reason="needs otter-grader"
)

RIGHT = {"q1": "print('answering')\nanswer = 42", "q2": "def double(x):\n    return 2 * x"}
BLANK = {"q1": "answer = ...", "q2": "def double(x):\n    ..."}
TESTS = {
    "q1": (">>> assert answer > 0\n", ">>> assert answer == 42\n"),
    "q2": (">>> assert double(1) == 2\n", ">>> assert double('a') == 'aa'\n"),
}


def _notebook(cells: dict[str, str], hidden: bool = False, tests: Any = TESTS) -> dict[str, Any]:
    """Return a notebook as otter makes it, of two questions with a point for each test."""
    code = [part for q, answer in cells.items() for part in (answer, f'grader.check("{q}")')]
    made = {}
    for q, (public, secret) in tests.items():
        cases = [{"code": public, "hidden": False}, {"code": secret, "hidden": True}]
        suite = {"cases": cases if hidden else cases[:1]}
        made[q] = {"name": q, "points": [1] * len(suite["cases"]), "suites": [suite]}
    return {
        "cells": [{"cell_type": "code", "source": source} for source in code],
        "metadata": {"kernelspec": {"name": "python3"}, "otter": {"tests": made}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


GIVEN = _notebook(BLANK)


def _made(home: Path) -> Path:
    """Put into a folder what `assign.py` would make of the homework; return the folder of it."""
    for folder, book in (("autograder", _notebook(RIGHT, hidden=True)), ("student", GIVEN)):
        path = home / "build" / "hw0" / folder / "hw0.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(book))
    return home / "build" / "hw0"


def _hand_in(
    made: Path, student: str, name: str = "hw0.ipynb", raw: str = "", **cells: str
) -> Path:
    folder = made.parents[1] / "in" / student
    folder.mkdir(parents=True, exist_ok=True)
    book = _notebook({**RIGHT, **cells})
    book["metadata"]["kernelspec"]["name"] = "conda-env-of-a-student"
    (folder / name).write_text(raw or json.dumps(book))
    return folder / name


@pytest.fixture
def made(tmp_path: Path) -> Path:
    return _made(tmp_path)


def _command(made: Path, *more: str) -> list[str]:
    home = made.parents[1]
    paths = map(str, (made, home / "in", home / "out" / "grades.csv"))
    return [sys.executable, str(KIT / "grade.py"), *paths, *more]


def _grade(made: Path, *more: str, **environment: str) -> tuple[dict[str, dict[str, str]], str]:
    done = subprocess.run(
        _command(made, *more), env={**os.environ, **environment}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert not done.returncode, done.stderr
    return _rows(made), done.stdout


def _rows(made: Path) -> dict[str, dict[str, str]]:
    with open(made.parents[1] / "out" / "grades.csv", encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


Class = tuple[dict[str, dict[str, str]], str, Path]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Class:
    """Return the rows of a class that was graded once, what was said, and its folder."""
    home = tmp_path_factory.mktemp("class")
    made = _made(home)
    hand_in = partial(_hand_in, made)
    hand_in("right", name="hw0 (1).ipynb")
    hand_in("李", q1="answer = 41")
    hand_in("blank", **BLANK)
    hand_in("raises", q2="1 / 0")
    hand_in("waits", q1="import time\nwhile True: time.sleep(1)")
    hand_in("waits in a test", q2="import time\ndef double(x):\n    while True: time.sleep(1)")
    deaf = "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass"
    hand_in("ignores", q2=deaf)
    hand_in("dies", q1="import os\nos._exit(3)")
    hand_in("exits", q1="answer = 42\nexit()\nimport sys; sys.exit()")
    hand_in("corrupt", raw='{"cells": ')
    hand_in("odd", raw='{"cells": [{"cell_type": "code"}], "metadata": {}}')
    hand_in("odder", raw='{"cells": [], "metadata": {"otter": []}}')
    hand_in("other", raw=json.dumps(_notebook(RIGHT, tests={"q1": (">>> assert tau\n", "")})))
    hand_in("two", name="a.ipynb")
    hand_in("two", name="b.ipynb")
    (home / "in" / "none").mkdir()
    (home / "in" / "wang.ipynb").write_text(json.dumps(_notebook(RIGHT)))
    hand_in("spy", q1=_spy(home))
    for name, code in TRICKS.items():
        hand_in(name, **{**BLANK, "q1": code.format(home=str(home))})
    # A later cell may use a name again; functions see the names of their time too.
    factor = "answer = 42\nfactor = 2\ndef double(x):\n    return factor * x"
    hand_in("again", q1=factor, q2="answer = 'another'")
    hand_in("late", q2=f"{RIGHT['q2']}\nanswer = factor = None")
    hand_in("no check", raw=json.dumps(_notebook(RIGHT)).replace('grader.check(\\"q2\\")', "4"))
    hidden = {"TOKEN": "swordfish", "HOME_PAGE": "swordfish"}
    return *_grade(made, "--timeout", "6", "--jobs", "2", **hidden), home


# What has been tried to get points without an answer, or to do harm.
TRICKS = {
    "trick: forges the judge": "import sys\nsys.modules['_grade'].judge = lambda *_: [None, None]",
    "trick: patches fault": "from mlevalkit.exercises import homework\n"
    "import sys\nhomework.fault = lambda *_: None\nsys.modules['__main__'].fault = homework.fault",
    "trick: equals all": "class All:\n    __eq__ = __gt__ = lambda *_: True\nanswer = All()",
    "trick: an int that equals all": "class All(int):\n"
    "    __eq__ = __gt__ = lambda *_: True\n    __hash__ = int.__hash__\nanswer = All(1)",
    "trick: says it is done": "import gc, io, json, os\nfor fd in range(3, 20):\n"
    "    try: os.write(fd, b'{{\"faults\": [null, null]}}\\n' * 9)\n    except OSError: pass",
    "trick: says nonsense": "import os\nfor fd in range(3, 20):\n"
    "    try: os.write(fd, b'nonsense\\n')\n    except OSError: pass",
    "trick: deletes all": "import shutil\nshutil.rmtree('{home}', ignore_errors=True)",
    "trick: deletes by descriptor": "import os\nfd = os.open('{home}', 0)\n"
    "os.unlink('build/hw0/autograder/hw0.ipynb', dir_fd=fd)",
    "trick: stays": "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c',"
    " 'import time; time.sleep(987654321)'], start_new_session=True)",
}


def _spy(home: Path) -> str:
    """Return code that looks for what a submission must not see, and notes what it found."""
    made = home / "build" / "hw0"
    paths = {
        "tests": made / "autograder" / "hw0.ipynb",
        "solutions": KIT / "hw1.ipynb",
        "classmate": home / "in" / "right" / "hw0 (1).ipynb",
        "table": home / "out" / "grades.csv",
    }
    return f"""
import os, pathlib
tried = {{}}
for name, path in { ({k: str(p) for k, p in paths.items()}) }.items():
    try:
        tried[name] = open(path).read()
    except OSError as error:
        tried[name] = type(error).__name__
tried["found"] = [str(p) for p in pathlib.Path({str(made)!r}).rglob("*")]
tried["secret"] = [k for k, v in os.environ.items() if "swordfish" in v]
tried["here"] = "answer == %d" % 42 in "".join(
    p.read_text(errors="ignore") for p in pathlib.Path().rglob("*") if p.is_file()
)
raise RuntimeError(repr(tried))
"""


def test_nothing_handed_in_stops_the_class(graded: Class) -> None:
    rows, said, _ = graded
    points = {student: row["total"] for student, row in rows.items() if row["total"]}
    assert points == dict.fromkeys(("right", "again", "late", "no check", "exits"), "4") | {
        "李": "3", "raises": "2", "waits": "2", "waits in a test": "2", "ignores": "2", "spy": "2",
        "blank": "0", "dies": "0",
    } | dict.fromkeys(TRICKS, "0")  # fmt: skip
    assert (rows["李"]["q1"], rows["李"]["q2"], rows["李"]["of"]) == ("1", "2", "4")
    reasons = {student: row["reason"] for student, row in rows.items() if row["reason"]}
    assert reasons.pop("spy").startswith("q1: cell 1: RuntimeError: {")
    assert {student: said for student, said in reasons.items() if student not in TRICKS} == {
        "李": "q1: does not hold: assert answer == 42",
        "blank": "q1: not answered: answer; q2: not answered: double",
        "raises": "q2: cell 3: ZeroDivisionError: division by zero",
        "waits": "q1: cell 1: not done after 6 s",
        "waits in a test": "q2: error in assert double(1) == 2 TooLong: not done in time",
        "ignores": "q2: not done after 6 s, in cell 3",
        "dies": "q1: its Python died, in cell 1; q2: its Python died, in cell 1",
        "corrupt": "hw0.ipynb is not a notebook",
        "odd": "hw0.ipynb is not a notebook",
        "odder": "cannot be graded: AttributeError: 'list' object has no attribute 'get'",
        "other": "another homework: no question in it is one of hw0.ipynb",
        "two": "expected one notebook, found 2",
        "none": "expected one notebook, found 0",
        "wang.ipynb": "lies loose: move it into a folder with the student's name",
    }
    assert f"{len(rows)} handed in, {len(points)} to grade" in said
    assert "min left" in said


def test_a_submission_sees_no_hidden_test_and_nothing_of_the_teacher(graded: Class) -> None:
    closed = dict.fromkeys(("tests", "solutions", "classmate", "table"), "FileNotFoundError")
    nothing: Any = {"found": [], "secret": [], "here": False}
    found = graded[0]["spy"]["reason"].removeprefix("q1: cell 1: RuntimeError: ")
    assert eval(found) == closed | nothing


def test_no_trick_does_harm(graded: Class) -> None:
    made = graded[2] / "build" / "hw0"
    assert (made / "autograder" / "hw0.ipynb").exists()
    assert (graded[2] / "in" / "right").exists()
    running = [" ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"])]
    assert not [command for command in running if "987654321" in command]


def test_the_table_for_students_shows_no_hidden_test(graded: Class) -> None:
    path = graded[2] / "out" / "grades-students.csv"
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert rows["李"]["reason"] == "q1: a hidden test fails"
    assert rows["raises"]["reason"] == "q2: cell 3: ZeroDivisionError: division by zero"
    assert "answer == 42" not in path.read_text("utf-8")


def test_without_a_sandbox_accidents_do_no_harm_either(made: Path) -> None:
    _hand_in(made, "right")
    _hand_in(made, "spy", q1=_spy(made.parents[1]))
    for name in ("trick: deletes all", "trick: stays", "trick: forges the judge"):
        _hand_in(made, name, **{**BLANK, "q1": TRICKS[name].format(home=str(made.parents[1]))})
    rows, said = _grade(made, "--sandbox", "none")
    assert "can read and change your files" in said
    assert {s: row["total"] for s, row in rows.items() if row["total"] != "0"} == {
        "right": "4", "spy": "2"}  # fmt: skip
    assert rows["spy"]["reason"].count("'PermissionError'") == 4
    assert (made / "autograder" / "hw0.ipynb").exists()
    running = [" ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"])]
    assert not [command for command in running if "987654321" in command]


def test_a_container_is_started_with_nothing_but_the_submission(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for docker notes how it is called, and runs the rest as it is."""
    program = made.parents[1] / "bin" / "docker"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "$@" >> "$0.log"\nwhile [ "$1" != python ] && shift; do :; '
                       f'done\nshift\n[ "$1" ] && exec {sys.executable} "$@"\n')  # fmt: skip
    program.chmod(0o755)
    _hand_in(made, "right")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    rows, _ = _grade(made, "--sandbox", "docker:course")
    assert rows["right"]["total"] == "4"
    started, ended = Path(f"{program}.log").read_text().splitlines()
    assert started.startswith("run --rm --interactive --network none --name hw-")
    assert " course python " in started
    assert str(made) not in started
    assert ended.startswith("rm -f hw-")


def test_interrupted_and_run_again_it_grades_only_what_is_new(made: Path) -> None:
    _hand_in(made, "a")
    loops = _hand_in(made, "b", q1="while True: pass")
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a job in the background is deaf
    with subprocess.Popen(_command(made, "--jobs", "1"), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, preexec_fn=heard) as running:  # fmt: skip
        assert running.stdout is not None
        next(line for line in running.stdout if line.startswith("1/2 a: 4 of 4"))
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert running.returncode
    assert errors == "interrupted; the same command goes on from here\n"
    assert {s: row["total"] for s, row in _rows(made).items()} == {"a": "4"}
    _hand_in(made, "b", q1="answer = 1")
    _hand_in(made, "c", **BLANK)
    rows, said = _grade(made)
    assert "3 handed in, 2 to grade" in said
    assert {s: row["total"] for s, row in rows.items()} == {"a": "4", "b": "3", "c": "0"}
    shutil.rmtree(loops.parent)
    rows, said = _grade(made)
    assert "2 handed in, 0 to grade" in said
    assert set(rows) == {"a", "c"}


@pytest.mark.filterwarnings("ignore:Traits should be given as instances")  # by otter
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"made": "build"}, "build: `assign.py` has made nothing here"),
        ({"submissions": "inn"}, "inn: there is no such folder"),
        ({"submissions": "build/hw0/autograder/empty"}, "expected a folder for each student"),
        ({"table": "notes.csv"}, "notes.csv is not a table of hw0.ipynb"),
        ({"table": "in"}, "in is a folder"),
    ],
)
def test_wrong_paths_are_named_at_once(
    wrong: dict[str, str], said: str, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import grade

    _hand_in(made, "loop", q1="while True: pass")
    (made / "autograder" / "empty").mkdir()
    monkeypatch.chdir(made.parents[1])
    Path("notes.csv").write_text("my,notes\n1,2\n")
    right = {"made": "build/hw0/autograder", "submissions": "in", "table": "grades.csv"}
    monkeypatch.setattr(sys, "argv", ["grade.py", *(right | wrong).values()])
    with ThreadPoolExecutor() as beside, pytest.raises(SystemExit) as error:
        beside.submit(grade.main).result()  # a browser of other tests has its event loop here
    assert said in str(error.value)
