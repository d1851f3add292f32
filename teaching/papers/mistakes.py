"""Which mistakes a class made in a paper, and how often."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from unicodedata import normalize

from mlevalkit._tables import spreadsheet_text
from mlevalkit._validation import fail
from mlevalkit.display.workings import Messages, Sentence, Table, data_of
from mlevalkit.exercises import Problem, Verdict

from .plan import Paper
from .sheets import page, titled

_say = Messages(__package__)

_HEADS: dict[str, list[str]] = data_of(__package__, "messages.toml")["answer_table"]
_VERDICTS = ("right", "few_digits", "rounded_early", "wrong", "unreadable", "unanswered")


_SHOWN = 5  # texts that could not be read, of a step

Key = tuple[int, int]  # a variant and a question, from 0


@dataclass(frozen=True)
class ClassMistakes:
    """The mistakes of a class, as two tables: all verdicts by step, and the mistakes by name.

    What could not be counted, because its student or question is not in the paper, is listed.
    """

    verdicts: Table
    mistakes: Table
    title: str
    left_out: tuple[Sentence, ...] = ()

    def __str__(self) -> str:
        """Return both tables as text."""
        left_out = "".join(f"\n{said.plain()}" for said in self.left_out)
        return f"{self.verdicts.plain()}\n\n{self.mistakes.plain()}\n{left_out}".rstrip("\n")

    def to_html(self) -> str:
        """Return a page with both tables."""
        left_out = "".join(said.html() for said in self.left_out)
        tables = f"{self.verdicts.html()}{self.mistakes.html()}{left_out}"
        return page(self.title, "contact", f"<h1>{escape(self.title)}</h1>{tables}")

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
        A table with a head. Either a row is an answer: student (name, number, variant or seed),
        question ("2", "2b", "第2题(b)"), answer. Or a row is a student, with a column for each
        question.
    """
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    unread: dict[str, list[str]] = defaultdict(list)
    said = {"": _say("mistakes.other")}
    table = _Answers(paper, rows)
    for given, label, answer, verdict in _judged(paper, table):
        verdicts[label][verdict.verdict] += 1
        if verdict.verdict == "wrong":
            found[label][verdict.mistake or ""] += 1
        if verdict.verdict == "unreadable" and answer not in unread[label]:
            unread[label].append(answer)
        if verdict.mistake:
            said[verdict.mistake] = given.explain(verdict.mistake)
    labels = sorted(verdicts, key=_parts)
    counts = [
        [label, verdicts[label].total(), *(verdicts[label][v] for v in _VERDICTS)]
        for label in labels
    ]
    named = []
    for label in labels:
        for name, n in found[label].most_common():
            named.append([label, name or _say("mistakes.unnamed"), n, said[name]])
        if texts := unread[label]:
            n = verdicts[label]["unreadable"]
            named.append([label, _say("mistakes.not_read"), n, "; ".join(texts[:_SHOWN])])
    head = [_say(f"mistakes.{name}") for name in ("question", "answers", *_VERDICTS)]
    heads = [_say(f"mistakes.{name}") for name in ("question", "mistake", "times", "said")]
    about = titled(paper, _say("mistakes.title"))
    return ClassMistakes(Table(head, counts), Table(heads, named), about, tuple(table.left_out))


def _judged(paper: Paper, table: _Answers) -> Iterator[tuple[Problem, str, str, Verdict]]:
    """Yield each step that is answered; later steps follow from earlier ones."""
    for (variant, number), sheets in table.found.items():
        given = paper.problems[variant][number]
        for answers in sheets:
            for step, verdict in given.check(answers).steps.items():
                label = f"{number + 1}{given.label(step).strip('() ')}"
                yield given, label, answers.get(step, ""), verdict


def _parts(label: str) -> tuple[int, str]:
    """Return the number of a question and the letter of a step: "2b", "Q2 (b)", "第2题(b)"."""
    text = re.sub(r"\s", "", normalize("NFKC", label)).lower()
    found = re.fullmatch(r"[^\d(]*?(\d+)题?[^\w]*([a-z]?)\W*", text)
    if not found:
        fail("question", "a number and the letter of a step, such as 2b", repr(label))
    return int(found[1]), found[2]


@dataclass
class _Answers:
    """The answers of a table: of each question of each variant, sheets with answers by step."""

    paper: Paper
    rows: Sequence[Sequence[str]]
    found: dict[Key, list[dict[str, str]]] = field(default_factory=lambda: defaultdict(list))
    left_out: list[Sentence] = field(default_factory=list)

    def __post_init__(self) -> None:
        columns = _columns(self.rows[0])
        known = _variants(self.paper)
        last: dict[Key, str] = {}
        for line, row in enumerate(self.rows[1:], start=2):
            cells = [*row, *[""] * len(self.rows[0])]
            student = _bare(cells[columns["student"][0]])
            for question, answer in self._answers(columns, cells):
                try:
                    variant = known[student]
                    number, step = self._step(variant, question)
                except KeyError:
                    self._leave_out(line, _say("mistakes.no_student"), student)
                    break
                except ValueError as error:
                    self._leave_out(line, str(error), question)
                    continue
                self._add((variant, number), step, answer, student, last)

    def _answers(
        self, columns: dict[str, list[int]], cells: Sequence[str]
    ) -> list[tuple[str, str]]:
        """Return the questions that a row answers, with the answers."""
        if columns["question"]:
            return [(cells[columns["question"][0]], cells[columns["answer"][0]])]
        return [(self.rows[0][i], cells[i]) for i in columns["each"]]

    def _step(self, variant: int, question: str) -> tuple[int, str]:
        number, letter = _parts(question)
        if not 1 <= number <= len(self.paper.marks):
            fail("question", f"a question from 1 to {len(self.paper.marks)}", repr(question))
        steps = list(self.paper.problems[variant][number - 1].shows)
        place = ord(letter) - ord("a") if letter else 0
        if place >= len(steps):
            fail("question", f"one of the {len(steps)} steps of its question", repr(question))
        return number - 1, steps[place]

    def _add(self, key: Key, step: str, answer: str, student: str, last: dict[Key, str]) -> None:
        """Add an answer; where a step is answered again, somebody else has the same variant."""
        sheets = self.found[key]
        if not sheets or step in sheets[-1] or last[key] != student:
            sheets.append({})
        sheets[-1][step] = answer
        last[key] = student

    def _leave_out(self, line: int, why: object, what: str) -> None:
        self.left_out.append(_say("mistakes.left_out", line=line, why=str(why), what=what))


def _columns(head: Sequence[str]) -> dict[str, list[int]]:
    """Return where the student stands, and the question and the answer, or each question."""
    heads = [normalize("NFKC", cell).strip().lower() for cell in head]
    found = {
        kind: [i for word in words for i, text in enumerate(heads) if text == word]
        for kind, words in _HEADS.items()
    }
    if not found["student"]:
        fail("answers", f"a column {' or '.join(_HEADS['student'])}", f"{list(head)}")
    found["each"] = [i for i, cell in enumerate(heads) if _is_question(cell)]
    for kind in ("question", "answer"):
        if not found[kind] and not found["each"]:
            fail("answers", f"a column {' or '.join(_HEADS[kind])}", f"{list(head)}")
    return found


def _is_question(head: str) -> bool:
    try:
        return bool(_parts(head))
    except ValueError:
        return False


def _bare(text: str) -> str:
    """Return a name or a number as it is compared: "张 三" as "张三", "2023001.0" as "2023001"."""
    text = normalize("NFKC", text).strip()
    text = re.sub(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])", "", text)
    return re.sub(r"(?<=\d)\.0$", "", text)


def _variants(paper: Paper) -> dict[str, int]:
    """Return the variants by all that tells one of them: name and number, or label and seed.

    A student's own number counts before a label of the paper that happens to be the same.
    """
    found: dict[str, int] = {}
    for keys in ((lambda v: (v.label, str(v.seed))), (lambda v: (v.name, v.number))):
        which = defaultdict(set)
        for i, variant in enumerate(paper.variants):
            for key in filter(None, map(_bare, keys(variant))):
                which[key].add(i)
        found |= {key: min(each) for key, each in which.items() if len(each) == 1}
        for key in (key for key, each in which.items() if len(each) > 1):
            found.pop(key, None)
    return found
