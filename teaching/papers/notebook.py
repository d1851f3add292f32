"""A variant of a paper as a source notebook for ``otter assign``, which grades itself."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from mlevalkit.display.language import language
from mlevalkit.display.workings import Messages
from mlevalkit.exercises import Problem
from mlevalkit.exercises.forms import Choice

from .plan import Paper
from .sheets import title

_say = Messages(__package__)

_CONFIG = """# ASSIGNMENT CONFIG
init_cell: false
export_cell: false
show_question_points: true"""
_START = """import mlevalkit as mk

mk.set_language({language!r})
grader = mk.exercises.Homework({name!r})"""


def notebook(paper: Paper, variant: int, name: str) -> str:
    """Return the notebook of a variant as JSON; `name` is its file name."""
    heading = f"# {title(paper)}: {paper.variants[variant].label}\n\n{_say('notebook.intro')}"
    cells = [
        _cell("raw", _CONFIG),
        _cell("markdown", heading),
        _cell("code", _START.format(language=language(), name=name)),
    ]
    for number, given in enumerate(paper.problems[variant], start=1):
        cells += _question(given, number, list(paper.marks[given.kind]))
    for i, cell in enumerate(cells):
        cell["id"] = f"cell-{i}"
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    written = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def _cell(kind: str, source: str) -> dict[str, Any]:
    code: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "id": "", "metadata": {}, **code, "source": source}


def _question(given: Problem, number: int, marks: list[int]) -> list[dict[str, Any]]:
    """Return the cells of a question: each step has a name to assign, and a test with its marks."""
    names = {step: f"q{number}_{step}" for step in given.shows}
    points = "\n".join(f"- {m}" for m in marks)
    html = "".join(step.html() for step in given.question)
    lines = [f"{name} = {_answer(given, step)!r}  # SOLUTION" for step, name in names.items()]
    answers = ", ".join(f"{step!r}: {name}" for step, name in names.items())
    judged = f"mk.exercises.problem(kind={given.kind!r}, seed={given.seed}).check({{{answers}}})"
    tests = [
        f'""" # BEGIN TEST CONFIG\nname: {step}\n""" # END TEST CONFIG\n'
        f"assert {judged}" + f".steps[{step!r}]"
        for step in names
    ]
    return [
        _cell("raw", f"# BEGIN QUESTION\nname: q{number}\npoints:\n{points}"),
        _cell("markdown", f"## {number}. {given.title}\n\n{html}"),
        _cell("raw", "# BEGIN SOLUTION"),
        _cell("code", "\n".join(lines)),
        _cell("raw", "# END SOLUTION"),
        _cell("raw", "# BEGIN TESTS"),
        *(_cell("code", test) for test in tests),
        _cell("raw", "# END TESTS"),
        _cell("raw", "# END QUESTION"),
    ]


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
