"""The homework kit: its source notebooks, the check below a question, and the points it gives."""

import asyncio
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import nbformat
import pytest

import mlevalkit as mk
from mlevalkit.display.language import speaking

ROOT = Path(__file__).parents[1]
KIT = ROOT / "teaching" / "assignments"
NAMES = sorted(p.stem for p in KIT.glob("*.ipynb"))
MARKS = ("BEGIN SOLUTION", "END SOLUTION", "# SOLUTION", "HIDDEN")

needs_otter = pytest.mark.skipif(
    find_spec("otter") is None and not os.environ.get("CI"), reason="needs otter-grader"
)

# A plausible mistake in each assignment, which the checks that students see let pass, and what it
# costs: question -> points lost.
MISTAKES = {
    "hw1": (  # features are chosen before the split
        "honest = mk.cross_val_score(whole, genes, ill, cv=10).mean()",
        "honest = mk.cross_val_score(learner, chosen, ill, cv=10).mean()",
        {"q4": 2},
    ),
    "hw2": ("((gap > 0) + (gap == 0) / 2)", "(gap > 0)", {"q3": 1}),  # ties count nothing
    "hw3": ("delta.std(ddof=1)", "delta.std()", {"q2": 1}),  # divides by k, not k - 1
}


def _source(name: str) -> nbformat.NotebookNode:
    return nbformat.read(KIT / f"{name}.ipynb", as_version=4)


# -- the source notebooks -------------------------------------------------------------------------


def test_there_are_assignments_and_a_mistake_for_each() -> None:
    assert len(NAMES) >= 3
    assert set(NAMES) == set(MISTAKES)


@pytest.mark.parametrize("name", NAMES)
def test_source_has_no_outputs_and_speaks_both_languages(name: str) -> None:
    cells = _source(name).cells
    assert not [c.id for c in cells if c.get("outputs") or c.get("execution_count")]
    for cell in cells:
        if cell.cell_type == "markdown":
            chinese = sum("一" <= character <= "鿿" for character in cell.source)
            latin = sum(character.isascii() and character.isalpha() for character in cell.source)
            assert chinese > 30, cell.id
            assert latin > 100, cell.id


@pytest.mark.parametrize("name", NAMES)
def test_an_assignment_is_in_one_language(name: str) -> None:
    from teaching.assignments.assignment import translated

    for language in ("zh", "en"):
        cells = translated(name, language).cells
        assert [c.id for c in cells] == [c.id for c in _source(name).cells]
        assert f'mk.set_language("{language}")' in next(c for c in cells if "mk" in c.source).source
        for part in (p for c in cells for p in c.source.split("\n\n") if c.cell_type == "markdown"):
            assert part.strip(), name
            assert any("一" <= c <= "鿿" for c in part) == (language == "zh"), part


@pytest.mark.parametrize("name", NAMES)
def test_every_graded_question_has_public_and_hidden_tests(name: str) -> None:
    text = "\n".join(c.source for c in _source(name).cells)
    for question in text.split("# BEGIN QUESTION")[1:]:
        if "manual: true" not in question:
            tests = question.split("# BEGIN TESTS")[1].split("# END TESTS")[0].strip()
            assert not tests.startswith("# HIDDEN"), question[:60]
            assert "# HIDDEN" in tests, question[:60]


@pytest.mark.parametrize("name", NAMES)
def test_a_blank_answer_runs_and_is_told_from_a_wrong_one(name: str) -> None:
    """Otter puts `...` in place of a solution: `a, b = ...` would be an error."""
    lines = [line for c in _source(name).cells for line in c.source.splitlines()]
    assert not [line for line in lines if "# SOLUTION" in line and "," in line.split("=")[0]]


# -- the check below a question -------------------------------------------------------------------


def _homework(folder: Path, name: str = "hw0.ipynb", **tests: list[str]) -> Path:
    """Write a notebook with nothing but public tests."""
    made = {
        question: {"name": question, "suites": [{"cases": [{"code": code} for code in codes]}]}
        for question, codes in tests.items()
    }
    path = folder / name
    path.write_text(json.dumps({"cells": [], "metadata": {"otter": {"tests": made}}}))
    return path


def _todo(m: int) -> None: ...


@pytest.mark.parametrize(
    ("test", "names", "said"),
    [
        (">>> assert f(1) == 1\n>>> f(1)\n1\n", {"f": lambda x: print(x) or x}, "通过。"),
        (">>> assert 0 < a + b < 9\n", {"a": ..., "b": 2}, "尚未作答：a。"),
        (">>> assert f(6) == [1]\n", {"f": _todo}, "尚未作答：f。"),
        (">>> assert a\n", {}, "请先运行上面的单元格，a 没有定义。"),
        (">>> assert a == 1\n>>> assert a == 2\n", {"a": 1}, "还不对，不成立：assert a == 2。"),
        (">>> a + 1\n3\n", {"a": 1}, "还不对，不成立：a + 1 == 3。"),
        (">>> for i in [2]:\n...     assert a / 0\n", {"a": 2},
         "还不对，出错：for i in [2]: ZeroDivisionError: division by zero。"),
    ],
)  # fmt: skip
def test_a_check_says_one_sentence(
    test: str,
    names: dict[str, Any],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    grader = mk.exercises.Homework(str(_homework(tmp_path, q1=[test])))
    with speaking("zh"):
        grader.check("q1", names)
    out = capsys.readouterr().out
    assert out.startswith(f"q1: {said}")
    assert out.count("\n") == 1


def test_a_check_finds_a_renamed_notebook_and_names_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grader = mk.exercises.Homework(str(tmp_path / "hw0.ipynb"))
    with pytest.raises(FileNotFoundError, match=r"no homework notebook .*hw0\.ipynb"):
        grader.check("q1", {})
    _homework(tmp_path, "hw0 (1).ipynb", q1=[">>> assert a\n"])
    grader.check("q1", {"a": 1})
    assert "Passed" in capsys.readouterr().out
    with pytest.raises(ValueError, match="question: expected one of 'q1', got 'q2'"):
        grader.check("q2", {})


@pytest.mark.slow
@needs_otter
@pytest.mark.filterwarnings("ignore:Traits should be given as instances")  # in what otter imports
@pytest.mark.parametrize("name", NAMES)
def test_right_earns_all_wrong_less_and_blank_nothing(name: str, tmp_path: Path) -> None:
    from teaching.grading import grade, running
    from teaching.grading.sandbox import chosen

    made, language = tmp_path / "made", "zh" if name == "hw2" else "en"
    command = [sys.executable, "-m", "teaching", "assign", name, language, made]
    subprocess.run(command, check=True, cwd=ROOT)
    right = made / "autograder" / f"{name}.ipynb"
    blank = made / "student" / f"{name}.ipynb"
    otters = () if language == "en" else ("Type your answer", "Points")
    assert not [mark for mark in (*MARKS, *otters) if mark in blank.read_text("utf-8")]

    def points(notebook: Path) -> dict[str, Any]:
        row = asyncio.run(judged(notebook))
        row.pop("for_student")
        return {key: row[key] if key == "reason" else float(row[key]) for key in row}

    async def judged(notebook: Path) -> dict[str, Any]:
        options = running.Options(300, 1, chosen("auto", [made]))
        return await running.judged(notebook.read_bytes(), grade.assignment(made), options)

    earned = points(right)
    assert earned["total"] == earned["of"] > 0, earned["reason"]

    before, after, lost = MISTAKES[name]
    book = nbformat.read(right, as_version=4)
    (cell,) = (c for c in book.cells if before in c.source)
    cell.source = cell.source.replace(before, after)
    wrong = tmp_path / f"{name}.ipynb"
    nbformat.write(book, wrong)
    less = points(wrong)
    questions = earned.keys() - {"total", "reason"}
    missing = {q: earned[q] - less[q] for q in questions if less[q] != earned[q]}
    assert missing == pytest.approx(lost)

    nothing = points(blank)
    assert nothing["total"] == 0
    assert nothing["reason"].count("not answered") == len(earned) - 3
