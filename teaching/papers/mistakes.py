"""Which mistakes a class made in a paper, and how often."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from mlevalkit._validation import fail
from mlevalkit.display.workings import Messages, Table, data_of, spreadsheet_text
from mlevalkit.exercises import Problem, Verdict

from .plan import Paper
from .sheets import page, titled

_say = Messages(__package__)

_HEADS: dict[str, list[str]] = data_of(__package__, "messages.toml")["answer_table"]
_VERDICTS = ("right", "few_digits", "rounded_early", "wrong", "unanswered")


@dataclass(frozen=True)
class ClassMistakes:
    """The mistakes of a class, as two tables: all verdicts by step, and the mistakes by name."""

    verdicts: Table
    mistakes: Table
    title: str

    def __str__(self) -> str:
        """Return both tables as text."""
        return f"{self.verdicts.plain()}\n\n{self.mistakes.plain()}"

    def to_html(self) -> str:
        """Return a page with both tables."""
        body = f"<h1>{escape(self.title)}</h1>{self.verdicts.html()}{self.mistakes.html()}"
        return page(self.title, "contact", body)

    def to_csv(self) -> str:
        """Return the mistakes, a row for each step and mistake."""
        sheet = io.StringIO()
        out = csv.writer(sheet, lineterminator="\n")
        out.writerow(map(str, self.mistakes.header))
        out.writerows([spreadsheet_text(str(cell)) for cell in row] for row in self.mistakes.rows)
        return sheet.getvalue()


def mistakes(paper: Paper, rows: Sequence[Sequence[str]]) -> ClassMistakes:
    """Return the mistakes of a class.

    Parameters
    ----------
    paper : Paper
        The paper that was written.
    rows : sequence of sequence of str
        A table with a head: student (name, number, variant or seed), question ("2", "2b"), answer.
    """
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    said = {"": _say("mistakes.other")}
    for given, label, verdict in _judged(paper, rows):
        verdicts[label][verdict.verdict] += 1
        if verdict.verdict == "wrong":
            found[label][verdict.mistake or ""] += 1
        if verdict.mistake:
            said[verdict.mistake] = given.explain(verdict.mistake)
    counts = [
        [label, verdicts[label].total(), *(verdicts[label][v] for v in _VERDICTS)]
        for label in sorted(verdicts, key=_parts)
    ]
    named = [
        [label, name or _say("mistakes.unnamed"), n, said[name]]
        for label in sorted(found, key=_parts)
        for name, n in found[label].most_common()
    ]
    head = [_say(f"mistakes.{name}") for name in ("question", "answers", *_VERDICTS)]
    heads = [_say(f"mistakes.{name}") for name in ("question", "mistake", "times", "said")]
    about = titled(paper, _say("mistakes.title"))
    return ClassMistakes(Table(head, counts), Table(heads, named), about)


def _parts(label: str) -> tuple[int, str]:
    found = re.fullmatch(r"\D*(\d+)\W*([a-z]?)\W*", label.strip().lower())
    if not found:
        fail("question", "a number and the letter of a step, such as 2b", repr(label))
    return int(found[1]), found[2]


def _judged(paper: Paper, rows: Sequence[Sequence[str]]) -> Iterator[tuple[Problem, str, Verdict]]:
    """Yield each step's problem, label and verdict; later steps follow from earlier ones."""
    for (variant, number), answers in _collected(paper, rows).items():
        given = paper.problems[variant][number]
        verdict = given.check(answers)
        for step in given.shows:
            label = f"{number + 1}{given.label(step).strip('() ')}"
            yield given, label, verdict.steps[step]


def _collected(
    paper: Paper, rows: Sequence[Sequence[str]]
) -> Mapping[tuple[int, int], dict[str, str]]:
    """Return the answers to each question of each variant, by step."""
    columns = _columns(rows[0])
    known = _variants(paper)
    found: dict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    for line, row in enumerate(rows[1:], start=2):
        student, question, answer = (row[i] if i < len(row) else "" for i in columns)
        if student not in known:
            fail(f"row {line}", "a student, a variant or a seed of the paper", repr(student))
        number, letter = _parts(question)
        if not 1 <= number <= len(paper.marks):
            fail(f"row {line}", f"a question from 1 to {len(paper.marks)}", repr(question))
        steps = list(paper.problems[known[student]][number - 1].shows)
        place = ord(letter) - ord("a") if letter else 0
        if place >= len(steps):
            fail(f"row {line}", f"one of the {len(steps)} steps of its question", repr(question))
        found[known[student], number - 1][steps[place]] = answer
    return found


def _columns(head: Sequence[str]) -> list[int]:
    heads = [cell.strip().lower() for cell in head]
    found = []
    for words in _HEADS.values():
        if not (places := [i for i, h in enumerate(heads) if h in words]):
            fail("answers", f"a column {' or '.join(words)}", f"{list(head)}")
        found.append(places[0])
    return found


def _variants(paper: Paper) -> dict[str, int]:
    """Return the variants by all that tells one of them: label, seed, name, number."""
    found = defaultdict(set)
    for i, v in enumerate(paper.variants):
        for key in (v.label, str(v.seed), v.name, v.number):
            found[key].add(i)
    return {key: min(which) for key, which in found.items() if key and len(which) == 1}
