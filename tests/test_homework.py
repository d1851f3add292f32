"""The homework kit, made and graded as a teacher would: right earns all, wrong does not."""

from __future__ import annotations

import csv
import os
import sys
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest

KIT = Path(__file__).parents[1] / "homework"
sys.path.append(str(KIT))

import grade  # noqa: E402

NAMES = sorted(p.stem for p in KIT.glob("*.ipynb"))
MARKS = ("BEGIN SOLUTION", "END SOLUTION", "# SOLUTION", "HIDDEN")

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
def test_every_graded_question_has_public_and_hidden_tests(name: str) -> None:
    text = "\n".join(c.source for c in _source(name).cells)
    for question in text.split("# BEGIN QUESTION")[1:]:
        if "manual: true" not in question:
            tests = question.split("# BEGIN TESTS")[1].split("# END TESTS")[0].strip()
            assert not tests.startswith("# HIDDEN"), question[:60]
            assert "# HIDDEN" in tests, question[:60]


def test_a_table_has_a_row_for_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handed_in = {"zhang": 1, "李": 0, "wang": 1}
    for name, notebooks in handed_in.items():
        (tmp_path / "in" / name).mkdir(parents=True)
        for _ in range(notebooks):
            (tmp_path / "in" / name / "hw1.ipynb").write_text("{}")

    def points(archive: Path, notebook: Path) -> grade.Points:
        if notebook.parent.name == "wang":
            raise RuntimeError("no kernel")
        return {"q1": (2, 2), "q2": (1, 3)}

    monkeypatch.setattr(grade, "points", points)
    grade.write(grade.grades(tmp_path / "x.zip", tmp_path / "in"), tmp_path / "grades.csv")
    with open(tmp_path / "grades.csv", encoding="utf-8-sig", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert set(rows) == set(handed_in)
    assert [rows["zhang"][c] for c in ("q1", "q2", "total", "of", "problem")] == [
        "2", "1", "3", "5", "",
    ]  # fmt: skip
    assert rows["wang"]["problem"] == "no kernel"
    assert rows["李"]["problem"] == "expected one notebook, found 0"
    assert not rows["李"]["total"]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_right_earns_all_wrong_less_and_blank_nothing(name: str, tmp_path: Path) -> None:
    if find_spec("otter") is None:
        if os.environ.get("CI"):
            pytest.fail("otter-grader is not installed, and the slow tests were asked for in CI")
        pytest.skip('the homework kit needs otter-grader: pip install "mlevalkit[homework]"')
    grade.otter("assign", "--no-pdfs", KIT / f"{name}.ipynb", tmp_path / "made")
    (archive,) = (tmp_path / "made" / "autograder").glob("*.zip")
    right = tmp_path / "made" / "autograder" / f"{name}.ipynb"
    blank = tmp_path / "made" / "student" / f"{name}.ipynb"
    assert not [mark for mark in MARKS if mark in blank.read_text("utf-8")]

    earned = grade.points(archive, right)
    assert len(earned) >= 4
    assert all(points == possible > 0 for points, possible in earned.values()), earned

    before, after, lost = MISTAKES[name]
    book = nbformat.read(right, as_version=4)
    (cell,) = (c for c in book.cells if before in c.source)
    cell.source = cell.source.replace(before, after)
    wrong = tmp_path / f"{name}.ipynb"
    nbformat.write(book, wrong)
    less = grade.points(archive, wrong)
    missing = {q: earned[q][0] - less[q][0] for q in earned if less[q] != earned[q]}
    assert missing == pytest.approx(lost)

    nothing = grade.points(archive, blank)
    assert all(points == 0 for points, _ in nothing.values()), nothing
