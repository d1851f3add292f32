"""Answers of students are marked by the library and by a page as they were by hand."""

import re
from collections.abc import Iterator
from typing import Any

from built_book import ROOT
from helpers import texts_of
from test_problem_judge import judged_in_javascript

from mlevalkit.exercises import Problem, problem
from mlevalkit.exercises.forms import Choice
from mlevalkit_book.live.problems import variant

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
            form, _, mark = rest.rpartition(" -> ")
            for answer in texts_of(form):
                yield given, step, answer, mark


CASES = list(marked())


def test_every_answer_gets_the_mark_that_it_got_by_hand() -> None:
    wrong = []
    for given, step, answer, mark in CASES:
        verdict = given.check({step: answer}).steps[step]
        found = verdict.mistake or MARKS.get(verdict.verdict, verdict.verdict)
        if found != mark:
            wrong.append((given.kind, step, answer, mark, found))
    assert wrong == []


def test_a_page_gives_every_answer_the_mark_that_it_got_by_hand() -> None:
    written = [case for case in CASES if not isinstance(case[0].form(case[1]), Choice)]  # buttons
    variants = {made.origin: variant(made.kind, made.seed, "en") for made, *_ in written}
    cases = [[made.origin, {step: answer}] for made, step, answer, _ in written]
    judged = judged_in_javascript(variants, cases, "en")
    wrong = []
    for (made, step, answer, mark), verdicts in zip(written, judged, strict=True):
        verdict = next(v for v in verdicts if v["name"] == step)
        found = verdict.get("mistake") or MARKS.get(verdict["verdict"], verdict["verdict"])
        if found != mark:
            wrong.append((made.kind, step, answer, mark, found))
    assert wrong == []
