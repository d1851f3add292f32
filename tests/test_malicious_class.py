"""A class of 70 with malicious submissions, on a machine that fails: every honest mark is right."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest
from homework_class import BLANK, ROOT, SUBMISSIONS, Class, notebook

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("otter") is None, reason="needs otter-grader"),
    pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of otter's imports
]

# What honest students hand in, and what it earns.
HONEST: list[tuple[dict[str, str], str]] = [
    ({}, "4"),
    ({"q1": "answer = 41"}, "3"),
    ({"q1": "answer = ..."}, "2"),
    ({"q2": "def double(x):\n    return x + 1"}, "3"),
    ({"q1": "import numpy as np\nanswer = np.int64(42)"}, "4"),
    ({"q1": "scratch = undefined"}, "2"),
    ({"q2": "double = lambda x: x * 2"}, "4"),
]


def _raw(**changes: object) -> str:
    return json.dumps({**notebook({}), **changes})


def _answer_cell(**more: object) -> dict[str, object]:
    return {"cell_type": "code", "source": "answer = 42", **more}


# Notebooks that are odd in form: points, or None where there is a reason and no total.
ODD = {
    "two ids": (_raw(cells=[_answer_cell(id="a"), _answer_cell(id="a")]), "2"),
    "odd ids": (_raw(cells=[_answer_cell(id={"x": []}, metadata=3, outputs="no")]), None),
    "numbers": (_raw(cells=[_answer_cell(execution_count=float("nan"))]), "2"),
    "of the future": (_raw(cells=[_answer_cell()], nbformat=99), "2"),
    "no cells": (_raw(cells=7), None),
    "a number": ("42", None),
    "ten thousand cells": (_raw(cells=[_answer_cell() for _ in range(10_000)]), "2"),
    "surrogate": (_raw(cells=[_answer_cell(), {"cell_type": "code", "source": "\ud800"}]), "2"),
    "large int": ('{"nbformat": 4, "metadata": {}, "cells": [%s]}' % ("9" * 10_000), None),
}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a disk of 40 MB, for the table and for what is run."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(disk)]
    if not IS_ROOT or subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a disk")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_every_honest_mark_is_right_whatever_the_others_and_the_machine_do(
    tmp_path: Path, small_disk: Path
) -> None:
    course = Class(tmp_path)
    expected = _honest(course, 26)
    _malicious(course)
    course.table = small_disk / "grades.csv"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(small_disk)}
    command = course.command("--timeout", "8", "--jobs", "2")
    filled = killed = False
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for number, _ in enumerate(running.stdout):
            if number == 12:  # the disk is full for a while
                filler = small_disk / "full"
                _fill(filler)
                filled = True
            if number == 20:
                filler.unlink()
            if number > 24 and not killed:
                killed = _kill_one_judge(running.pid)
    assert filled
    assert killed
    environment.pop("TMPDIR")
    subprocess.run(command, env=environment, check=True, capture_output=True)  # what failed then
    rows = course.rows()
    assert {student: rows[student]["total"] for student in expected} == expected
    _is_all_well(course)


def _fill(path: Path) -> None:
    with suppress(OSError), open(path, "wb", buffering=0) as file:
        while file.write(bytes(2**16)):
            pass


def _honest(course: Class, number: int) -> dict[str, str]:
    """Hand in honest submissions; return what each earns."""
    expected = {}
    for n in range(number):
        cells, points = HONEST[n % len(HONEST)]
        course.hand_in(f"honest {n:02}", **cells)
        expected[f"honest {n:02}"] = points
    return expected


def _malicious(course: Class) -> None:
    for student, code in SUBMISSIONS["malicious"].items():
        course.hand_in(f"malicious {student}", **(code if isinstance(code, dict) else {"q1": code}))


def _is_all_well(course: Class) -> None:
    """Nobody has points for a trick or loses those for the other question; nothing is left."""
    rows = course.rows()
    told = {s.removeprefix("malicious "): row for s, row in rows.items() if "malicious" in s}
    totals = {s: row["total"] for s, row in told.items()}
    assert set(totals) == set(SUBMISSIONS["malicious"])
    assert {s: t for s, t in totals.items() if t == ""} == {}
    odd = {s: (t, told[s]["reason"]) for s, t in totals.items() if t not in ("2", "3")}
    own = {"patches json", "patches encode", "floods the pipe", "reads the pipe", "closes all",
           "patches builtins", "threads"}  # fmt: skip
    assert set(odd) <= own, odd  # who breaks his own Python, or keeps it busy, may lose the other
    assert (course.made / "autograder" / "hw0.ipynb").exists()
    assert not _running("987654")
    assert not [row for row in course.told.values() if "answer == 42" in str(row)]


def _running(words: str) -> list[str]:
    found = [" ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"])]
    return [command for command in found if words in command and "pytest" not in command]


def _kill_one_judge(grader: int) -> bool:
    for process in psutil.Process(grader).children():
        if "teaching.grading.judge" in process.cmdline():
            process.kill()
            return True
    return False


@pytest.mark.parametrize("student", ODD)
def test_a_notebook_of_odd_form_is_graded_or_refused(student: str, tmp_path: Path) -> None:
    course = Class(tmp_path)
    text, points = ODD[student]
    course.hand_in("odd", raw=text)
    course.hand_in("right")
    rows, _ = course.grade()
    assert rows["right"]["total"] == "4"
    assert rows["odd"]["total"] == (points or "")
    assert points or rows["odd"]["reason"]


# -- the sandbox ----------------------------------------------------------------------------------

LOOKS = """
import os, subprocess
found = {{}}
for path in {paths}:
    try:
        found[path] = os.listdir(path) if os.path.isdir(path) else open(path).read()
    except OSError:
        pass
written = []
for path in ("/x", "/usr/x", "/tmp/x", "/dev/x", "/etc/x", "../inside.py", os.__file__,
             "/proc/sys/kernel/core_pattern"):
    try:
        open(path, "a").close()
        written.append(path)
    except OSError:
        pass
rights = [line.split()[1] for line in open("/proc/self/status") if line.startswith("Cap")]
subprocess.run(["mount", "-o", "remount,rw,bind", "/usr"], capture_output=True)
raise RuntimeError(repr((os.getuid(), set(rights), found, written, os.access("/usr", os.W_OK))))
"""


@pytest.mark.parametrize("who", ["root", "a user"])
def test_a_submission_has_no_rights_and_sees_nothing(who: str, open_folder: Path) -> None:
    if who == "root" and not IS_ROOT:
        pytest.skip("needs to be root")
    course = Class(open_folder)
    closed = [course.made, course.made / "autograder" / "hw0.ipynb", course.handed_in, ROOT,
              ROOT / ".git", ROOT / "teaching"]  # fmt: skip
    course.hand_in("looks", q1=LOOKS.format(paths=[str(path) for path in closed]))
    own = {}
    if who == "a user" and IS_ROOT:
        course.python = _python_of_a_user(open_folder)
        subprocess.run(["chown", "-R", "65534", open_folder], check=True)
        own = {"user": 65534, "group": 65534}
    rows, _ = course.run("--sandbox", "bwrap", **own)
    said = rows["looks"]["reason"].removeprefix("q1: cell 1: RuntimeError: ")
    user, rights, found, written, is_writable = eval(said)
    assert user not in (0, os.getuid() if IS_ROOT else 0)
    assert rights == {"0" * 16}
    assert {path: held for path, held in found.items() if held not in ([], ["mlevalkit"])} == {}
    assert written == []
    assert not is_writable


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder that every user can reach, which those of pytest are not."""
    with TemporaryDirectory() as made:
        folder = Path(made).resolve()
        folder.chmod(0o755)
        yield folder


def _python_of_a_user(folder: Path) -> str:
    """Return a Python that an ordinary user can run: this one, or one of the system like it."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    system = [f"{place}/{name}" for place in ("/usr/bin", "/usr/local/bin")]
    for python in [sys.executable, *filter(os.path.exists, system)]:
        made = python
        if python != sys.executable:
            venv = [python, "-m", "venv", "--without-pip", folder / "venv"]
            subprocess.run(venv, check=True)
            made = str(folder / "venv" / "bin" / "python")
            packages = folder / "venv" / "lib" / name / "site-packages"
            found = [str(ROOT), *(p for p in sys.path if p.endswith("-packages"))]
            (packages / "here.pth").write_text("\n".join(found))
        if _runs_for_a_user(made):
            return made
    pytest.skip(f"no {name} that an ordinary user can run")


def _runs_for_a_user(python: str) -> bool:
    trial = [python, "-c", "import mlevalkit, otter"]
    try:
        return not subprocess.run(trial, user=65534, capture_output=True, check=False).returncode
    except PermissionError:
        return False


@pytest.mark.skipif(not IS_ROOT, reason="needs to be root")
@pytest.mark.parametrize("place", ["/opt", "/usr", "/usr/share", Path(sys.prefix) / "lib"])
def test_course_and_table_may_lie_where_programs_do(place: str | Path) -> None:
    home = Path(place) / f"course-{os.getpid()}"
    home.mkdir()
    try:
        course = Class(home)
        (home / ".git").mkdir()
        (home / ".git" / "history").write_text("hidden tests")
        (home / "grades-of-last-year.csv").write_text("older")
        course.table = home / "grades.csv"
        closed = [course.made / "autograder" / "hw0.ipynb", home / ".git" / "history",
                  home / "grades-of-last-year.csv", course.table]  # fmt: skip
        course.hand_in("looks", q1=LOOKS.format(paths=[str(path) for path in closed]))
        rows, _ = course.grade("--sandbox", "bwrap")
        said = rows["looks"]["reason"].removeprefix("q1: cell 1: RuntimeError: ")
        assert not any(held for held in eval(said)[2].values())
    finally:
        shutil.rmtree(home)


# -- time -----------------------------------------------------------------------------------------


def test_a_busy_machine_costs_nobody_points(tmp_path: Path) -> None:
    course = Class(tmp_path)
    course.hand_in("works", q1="n = 0\nfor i in range(25_000_000): n += 1\nanswer = 42")
    burns = [sys.executable, "-c", "while True: pass"]
    burning = [subprocess.Popen(burns) for _ in range(4 * (os.cpu_count() or 1))]
    try:
        rows, _ = course.grade("--timeout", "6")
    finally:
        for process in burning:
            process.kill()
            process.wait()
    assert rows["works"]["total"] == "4", rows


def test_checks_repeated_and_long_judging_end_with_the_limit(tmp_path: Path) -> None:
    course = Class(tmp_path)
    book = notebook(BLANK)
    again = 'import time; time.sleep(2)\nx = {}\ngrader.check("q1")'
    book["cells"] += [{"cell_type": "code", "source": again.format(i)} for i in range(40)]
    course.hand_in("repeats", raw=json.dumps(book))
    hard = ">>> from fractions import Fraction\n>>> assert (1 - 1 / answer) ** answer > 0\n"
    for folder in ("autograder", "student"):
        path = course.made / folder / "hw0.ipynb"
        text = json.loads(path.read_text())
        text["metadata"]["otter"]["tests"]["q1"]["suites"][0]["cases"][0]["code"] = hard
        path.write_text(json.dumps(text))
    slow = notebook({"q1": "from fractions import Fraction\nanswer = Fraction(10**8)",
                     "q2": "def double(x):\n    return 2 * x"})  # fmt: skip
    slow["metadata"]["otter"]["tests"]["q1"]["suites"][0]["cases"][0]["code"] = hard
    course.hand_in("slow to judge", raw=json.dumps(slow))
    began = time.monotonic()
    rows, _ = course.grade("--timeout", "4")
    assert time.monotonic() - began < 120
    assert rows["repeats"]["total"] == "0"
    assert (rows["slow to judge"]["q1"], rows["slow to judge"]["q2"]) == ("0", "2")


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_runs_on_when_the_grader_is_ended(end: signal.Signals, tmp_path: Path) -> None:
    course = Class(tmp_path)
    course.hand_in("loops", q1="while True: pass")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(course.command(), env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as running:  # fmt: skip
        assert running.stdout is not None
        next(line for line in running.stdout if "1 to grade" in line)
        time.sleep(5)
        started = psutil.Process(running.pid).children(recursive=True)
        running.send_signal(end)
    assert len(started) > 1
    _, left = psutil.wait_procs(started, timeout=20)
    assert left == []
