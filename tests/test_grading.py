"""Grading a class: nothing that is handed in stops it, and it sees nothing that it should not."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest
from homework_class import BLANK, RIGHT, ROOT, SUBMISSIONS, Class, Rows, notebook

from teaching.__main__ import main

pytestmark = [
    pytest.mark.skipif(
        find_spec("otter") is None and not os.environ.get("CI"), reason="needs otter-grader"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of otter's imports
]

needs_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="needs names of any bytes, links and pipes"
)

HONEST = SUBMISSIONS["honest"]
Graded = tuple[Class, Rows, str]


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """Take back what the command does at a signal, where it runs in this process."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def course(tmp_path: Path) -> Class:
    return Class(tmp_path)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """Return a class that was graded once, its rows, and what was said."""
    made = Class(tmp_path_factory.mktemp("class"))
    for student, handed_in in HONEST.items():
        made.hand_in(student, **{q: handed_in[q] for q in ("q1", "q2") if q in handed_in})
    for name in SUBMISSIONS["tricks"]:
        made.hand_in_trick(name)
    made.hand_in("spy", q1=_spy(made))
    seen = "seen = []\ndef double(x):\n    seen.append(x)\n    return 2 * x"
    tells = notebook({"q2": seen, "q1": "raise RuntimeError(repr(seen))"})
    made.hand_in("tells", raw=json.dumps(tells))
    made.hand_in("surrogate", q1='raise ValueError("\\ud800\\n=1+1")')
    if sys.platform == "linux":
        _hand_in_odd_files(made)
    return made, *made.run(
        "--timeout", "6", "--jobs", "2", environment={"TOKEN": "swordfish", "PAGE": "swordfish"}
    )


# Names of folders, and how a table shows them.
NAMES = {
    "=cmd|'calc'!A0": "'=cmd|'calc'!A0",
    "\x1b[31mred\u202e": "\\x1b[31mred\\u202e",
    os.fsdecode("张三".encode("gbk")): "张三",
}


def _hand_in_odd_files(made: Class) -> None:
    for name in NAMES:
        made.hand_in(name)
    made.hand_in("nested", name="hw/HW0 (1).IPYNB")
    made.hand_in("nested", name="__MACOSX/._hw0.ipynb", raw="no notebook")
    made.hand_in("nested", name=".ipynb_checkpoints/hw0.ipynb", q1="answer = 0")
    made.hand_in("corrupt", raw='{"cells": ')
    made.hand_in("odd", raw='{"cells": [{"cell_type": "code"}], "metadata": {}}')
    made.hand_in("odder", raw='{"cells": [], "metadata": {"otter": []}}')
    made.hand_in("deep", raw="[" * 100_000 + "]" * 100_000)
    other = notebook(RIGHT, tests={"q1": (">>> assert tau\n", "")})
    made.hand_in("other", raw=json.dumps(other))
    made.hand_in("two", name="a.ipynb")
    made.hand_in("two", name="b.ipynb")
    solution = made.made / "autograder" / "hw0.ipynb"
    made.hand_in("solution", name="notes.txt").with_name("hw0.ipynb").symlink_to(solution)
    (made.handed_in / "link").symlink_to(solution.parent)
    (made.handed_in / "folder" / "hw0.ipynb").mkdir(parents=True)
    (made.handed_in / "pipe").mkdir()
    os.mkfifo(made.handed_in / "pipe" / "hw0.ipynb")
    with open(made.hand_in("huge", raw="{"), "r+b") as file:
        file.truncate(2**28)
    (made.handed_in / "wang.ipynb").write_text(json.dumps(notebook(RIGHT)))


def _spy(made: Class) -> str:
    """Return code that looks for what a submission must not see, and notes what it found."""
    paths = {
        "tests": made.made / "autograder" / "hw0.ipynb",
        "solutions": ROOT / "teaching" / "assignments" / "hw1.ipynb",
        "classmate": made.handed_in / "right" / "hw0.ipynb",
        "table": made.table,
    }
    return f"""
import os, pathlib
tried = {{}}
for name, path in { ({k: str(p) for k, p in paths.items()}) }.items():
    try:
        tried[name] = open(path).read()
    except OSError as error:
        tried[name] = type(error).__name__
tried["found"] = [str(p) for p in pathlib.Path({str(made.made)!r}).rglob("*")]
tried["secret"] = [k for k, v in os.environ.items() if "swordfish" in v]
tried["here"] = "answer == %d" % 42 in "".join(
    p.read_text(errors="ignore") for p in pathlib.Path().rglob("*") if p.is_file()
)
raise RuntimeError(repr(tried))
"""


@pytest.mark.parametrize("student", HONEST)
def test_an_answer_earns_what_it_is_worth(student: str, graded: Graded) -> None:
    points, reason = HONEST[student].get("points", 4), HONEST[student].get("reason", "")
    row = graded[1][student]
    assert (row["total"], row["of"], row["reason"]) == (str(points), "4", reason)


@pytest.mark.parametrize("name", SUBMISSIONS["tricks"])
def test_a_trick_earns_nothing(name: str, graded: Graded) -> None:
    assert graded[1][f"trick: {name}"]["total"] == "0"


def test_a_submission_sees_no_hidden_test_and_nothing_of_the_teacher(graded: Graded) -> None:
    found = eval(graded[1]["spy"]["reason"].removeprefix("q1: cell 1: RuntimeError: "))
    errors = {found.pop(name) for name in ("tests", "solutions", "classmate", "table")}
    assert errors <= {"FileNotFoundError", "PermissionError"}  # the latter, all in one folder
    assert found == {"found": [], "secret": [], "here": False}


def test_no_trick_does_harm(graded: Graded) -> None:
    assert (graded[0].made / "autograder" / "hw0.ipynb").exists()
    assert (graded[0].handed_in / "right").exists()
    running = [" ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"])]
    assert not [command for command in running if "987654321" in command]


def test_the_table_for_students_shows_no_hidden_test(graded: Graded) -> None:
    told = graded[0].told
    assert told["李"]["reason"] == "q1: a hidden test fails"
    assert told["raises"]["reason"] == "q2: cell 3: ZeroDivisionError: division by zero"
    assert not [row for row in told.values() if "answer == 42" in str(row)]


def test_what_is_told_after_a_hidden_call_is_no_message(graded: Graded) -> None:
    """The arguments of a hidden test are known to the function, and to the cells after it."""
    assert graded[1]["tells"]["reason"] == "q1: cell 3: RuntimeError: [1, 'a']"
    assert graded[0].told["tells"]["reason"] == "q1: cell 3: RuntimeError"


REASONS = {
    "other": "another homework: no question in it is one of hw0.ipynb",
    "two": "expected one notebook, found 2",
    "folder": "expected one notebook, found 0",
    "solution": "hw0.ipynb is a link, not a plain file",
    "link": "is a link, not a folder of the student's own",
    "pipe": "hw0.ipynb is a pipe, not a plain file",
    "huge": "hw0.ipynb has 256 MB; expected at most 64: clear its outputs",
    "wang.ipynb": "lies loose: move it into a folder with the student's name",
}


@needs_linux
def test_only_plain_files_of_the_students_own_are_opened(graded: Graded) -> None:
    _, rows, said = graded
    assert (rows["nested"]["total"], rows["odder"]["total"]) == ("4", "0")
    for student in ("corrupt", "odd", "deep"):
        assert rows[student]["reason"].startswith("hw0.ipynb is not a notebook")
    assert {student: rows[student]["reason"] for student in REASONS} == REASONS
    without = {student for student, row in rows.items() if not row["total"]}
    assert without == {"corrupt", "odd", "deep", *REASONS}
    assert f"{len(rows)} handed in, {len(rows) - len(without)} to grade" in said


@needs_linux
def test_names_and_messages_are_harmless_wherever_they_are_read(graded: Graded) -> None:
    course, rows, said = graded
    assert {rows[name]["total"] for name in NAMES.values()} == {"4"}
    assert rows["surrogate"]["reason"] == "q1: cell 1: ValueError: \\ud800\\n=1+1"
    assert "\x1b" not in said
    again, said = course.grade()
    assert f"{len(rows)} handed in, 0 to grade" in said
    assert again == rows


# -- the machine ----------------------------------------------------------------------------------


def test_without_a_sandbox_accidents_do_no_harm_either(course: Class) -> None:
    course.hand_in("right")
    course.hand_in("spy", q1=_spy(course))
    for name in ("deletes all", "stays"):
        course.hand_in_trick(name)
    rows, said = course.grade("--sandbox", "none")
    assert "can read and change your files and fill the disk (one file to 256 MB)" in said
    assert {s: row["total"] for s, row in rows.items() if row["total"] != "0"} == {
        "right": "4", "spy": "2"}  # fmt: skip
    assert rows["spy"]["reason"].count("'PermissionError'") == 4
    assert (course.made / "autograder" / "hw0.ipynb").exists()
    running = [" ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"])]
    assert not [command for command in running if "987654321" in command]


def _program(course: Class, name: str, script: str) -> str:
    """Put a program of this name before all others; return the path that finds it."""
    program = course.home / "bin" / name
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}")
    program.chmod(0o755)
    return f"{program.parent}{os.pathsep}{os.environ['PATH']}"


def test_a_container_is_started_with_nothing_but_the_submission(
    course: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for docker notes how it is called, and runs the rest as it is."""
    path = _program(course, "docker", 'echo "$@" >> "$0.log"\nwhile [ "$1" != python ] && shift; '
                     f'do :; done\nshift\n[ "$1" ] && exec {sys.executable} "$@"\n')  # fmt: skip
    monkeypatch.setenv("PATH", path)
    course.hand_in("right")
    rows, _ = course.grade("--sandbox", "docker:course")
    assert rows["right"]["total"] == "4"
    calls = (course.home / "bin" / "docker.log").read_text().splitlines()
    started = [call for call in calls if call.startswith("run ")]
    assert all(call.startswith("rm -f hw-") for call in calls if call not in started)
    assert all("--network none" in call and "--cap-drop ALL" in call for call in started)
    assert all(" course python " in call and str(course.made) not in call for call in started)


def test_what_did_not_start_is_no_mark(course: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bubblewrap works twice, to be chosen and to be tried out, and then no more for a while."""
    script = f'echo . >> "$0.log"\nn=$(wc -l < "$0.log")\n[ $n -gt 4 -a $n -lt 8 ] && exit 1\n' \
             f'exec {shutil.which("bwrap")} "$@"\n'  # fmt: skip
    course.hand_in("a")
    if not shutil.which("bwrap"):
        pytest.skip("needs bubblewrap")
    monkeypatch.setenv("PATH", _program(course, "bwrap", script))
    rows, said = course.grade("--jobs", "1")
    assert rows["a"]["total"] == ("" if "1 not graded" in said else "4")
    rows, said = course.grade()
    assert rows["a"]["total"] == "4"


def test_interrupted_and_run_again_it_grades_only_what_is_new(course: Class) -> None:
    course.hand_in("a")
    waits = course.hand_in("b", q1="import time\ntime.sleep(999)")
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a job in the background is deaf
    with subprocess.Popen(course.command("--jobs", "1"), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, preexec_fn=heard,
                          cwd=ROOT) as running:  # fmt: skip
        assert running.stdout is not None
        next(line for line in running.stdout if line.startswith("1/2 a: 4 of 4"))
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert running.returncode
    assert errors == "interrupted; the same command goes on from here\n"
    assert {s: row["total"] for s, row in course.rows().items()} == {"a": "4"}
    course.hand_in("b", q1="answer = 1")
    course.hand_in("c", **BLANK)
    rows, said = course.grade()
    assert "3 handed in, 2 to grade" in said
    assert {s: row["total"] for s, row in rows.items()} == {"a": "4", "b": "3", "c": "0"}
    shutil.rmtree(waits.parent)
    rows, said = course.grade()
    assert "2 handed in, 0 to grade" in said
    assert set(rows) == {"a", "c"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"made": "build"}, "build: `python -m teaching assign` has made nothing here"),
        ({"handed_in": "inn"}, "inn: there is no such folder"),
        ({"handed_in": "build/hw0/autograder/empty"}, "expected a folder for each student"),
        ({"table": "notes.csv"}, "notes.csv is not a table of hw0.ipynb"),
        ({"table": "in"}, "in is a folder"),
        ({"table": "/dev/full"}, "/dev/full is no plain file"),
        ({"table": "notes.csv/grades.csv"}, "grades.csv cannot be written"),
    ],
)
def test_wrong_paths_are_named_before_anything_is_run(
    wrong: dict[str, str], said: str, course: Class, capsys: pytest.CaptureFixture[str]
) -> None:
    course.hand_in("loop", q1="while True: pass")
    (course.made / "autograder" / "empty").mkdir()
    (course.home / "notes.csv").write_text("my,notes\n1,2\n")
    for name, path in wrong.items():
        setattr(course, name, course.home / path)
    with pytest.raises(SystemExit) as stopped:
        main(course.command()[3:])
    told = capsys.readouterr()
    assert said in f"{told.err}{stopped.value.code}"
    assert "to grade" not in told.out


def test_no_cell_of_the_tables_is_a_formula_for_a_spreadsheet(tmp_path: Path) -> None:
    """And what is read again is what was written."""
    from teaching.grading.running import Assignment
    from teaching.grading.table import Table

    homework = Assignment(tmp_path, "hw1.ipynb", {"q1": None})
    table = Table(tmp_path / "points.csv", homework)
    row = {"student": "=1+1|cmd", "q1": "2", "total": "2", "of": "2", "reason": "@SUM(A1)"}
    table.rows["=1+1|cmd"] = row
    table.write()
    for path in table.files[:2]:
        with open(path, encoding="utf-8-sig", newline="") as file:
            cells = [cell for line in csv.reader(file) for cell in line]
        assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@")]
    again = Table(tmp_path / "points.csv", homework).rows["=1+1|cmd"]
    assert {name: again[name] for name in row} == row
