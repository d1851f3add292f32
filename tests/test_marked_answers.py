"""Answers of students are marked by the library as they were by hand."""

import re
from collections.abc import Iterator
from typing import Any

from built_book import ROOT

from mlevalkit.exercises import Problem, problem

MARKED = ROOT / "tests" / "data" / "marked_answers.txt"
MARKS = {"few_digits": "few", "rounded_early": "early", "unreadable": "?"}


def marked() -> Iterator[tuple[Problem, str, str, str]]:
    """Yield a problem, one of its steps, an answer to it, and the mark that it got by hand."""
    given: Any = None
    for line in MARKED.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"== (\w+) (\d+): ", line):
            given = problem(kind=found[1], seed=int(found[2]))
        elif line and not line.startswith("#"):
            step, _, rest = line.partition(": ")
            answer, _, mark = rest.rpartition(" -> ")
            yield given, step, answer, mark


CASES = list(marked())


def test_there_are_two_hundred() -> None:
    assert len(CASES) >= 200


def test_every_answer_gets_the_mark_that_it_got_by_hand() -> None:
    wrong = []
    for given, step, answer, mark in CASES:
        verdict = given.check({step: answer}).steps[step]
        found = verdict.mistake or MARKS.get(verdict.verdict, verdict.verdict)
        if found != mark:
            wrong.append((given.kind, step, answer, mark, found))
    assert wrong == []
