"""A variant of a paper as a source notebook for ``otter assign``, which grades itself."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from mlevalkit.display.language import language
from mlevalkit.display.workings import Messages
from mlevalkit.exercises import Problem
from mlevalkit.exercises.forms import Choice

from .plan import Paper
from .sheets import title

_say = Messages(__package__)

_KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
_CONFIG = """# ASSIGNMENT CONFIG
init_cell: false
export_cell: false
show_question_points: true"""
_START = """import mlevalkit as mk

mk.set_language({language!r})
grader = mk.exercises.Homework({name!r})"""
_TEST = '''""" # BEGIN TEST CONFIG
name: {step}
""" # END TEST CONFIG
assert mk.exercises.problem(kind={kind!r}, seed={seed}).check({{{answers}}}).steps[{step!r}]'''


def notebook(paper: Paper, variant: int, name: str) -> str:
    """Return the notebook of a variant as JSON; `name` is its file name."""
    heading = f"# {title(paper)}: {paper.variants[variant].label}\n\n{_say('notebook.intro')}"
    cells = [
        new_raw_cell(_CONFIG),
        new_markdown_cell(heading),
        new_code_cell(_START.format(language=language(), name=name)),
    ]
    for number, given in enumerate(paper.problems[variant], start=1):
        cells += _question(given, number, list(paper.marks[given.kind]))
    for i, cell in enumerate(cells):
        cell["id"] = f"cell-{i}"
    made = new_notebook(cells=cells, metadata={"kernelspec": _KERNEL})
    return f"{nbformat.writes(made)}\n"


def _question(given: Problem, number: int, marks: list[int]) -> Iterator[Any]:
    """Yield the cells of a question: each step has a name to assign, and a test with its marks."""
    names = {step: f"q{number}_{step}" for step in given.shows}
    points = "\n".join(f"- {m}" for m in marks)
    html = "".join(step.html() for step in given.question)
    lines = [f"{name} = {_answer(given, step)!r}  # SOLUTION" for step, name in names.items()]
    answers = ", ".join(f"{step!r}: {name}" for step, name in names.items())
    asked = {"kind": given.kind, "seed": given.seed, "answers": answers}
    yield new_raw_cell(f"# BEGIN QUESTION\nname: q{number}\npoints:\n{points}")
    yield new_markdown_cell(f"## {number}. {given.title}\n\n{html}")
    yield new_raw_cell("# BEGIN SOLUTION")
    yield new_code_cell("\n".join(lines))
    yield new_raw_cell("# END SOLUTION")
    yield new_raw_cell("# BEGIN TESTS")
    for step in names:
        yield new_code_cell(_TEST.format(step=step, **asked))
    yield new_raw_cell("# END TESTS")
    yield new_raw_cell("# END QUESTION")


def _answer(given: Problem, name: str) -> Any:
    """Return the right answer to a step as a student writes it."""
    form = given.form(name)
    value = given.right[name]
    if isinstance(form, Choice):
        return form.letter(value)
    return _plain(value)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "none"
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value
