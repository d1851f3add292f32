"""``python -m teaching``: examination papers, assignments, and what a class got wrong in them."""

from __future__ import annotations

import argparse
import os
import runpy
import secrets
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from mlevalkit.display.language import LANGUAGES, language, speaking
from mlevalkit.display.workings import printable
from mlevalkit.exercises import kinds

from .papers import plan
from .papers.class_lists import class_list, read_rows
from .papers.mistakes import mistakes
from .papers.write import FORMATS, write
from .papers.written import written

EXAMPLES = """\
examples:
  python -m teaching kinds --section 2.4
  python -m teaching paper exam --section 2.3:60 --section 2.4:40 --number 8
  python -m teaching paper exam --language zh --class class.csv --minutes 100
  python -m teaching paper quiz --kind f_beta --kind t_test:2,2,4,2,2,3 --total 20
  python -m teaching paper quiz --templates mine.py --kind cars --also moodle qti
  python -m teaching mistakes exam/paper.json answers.csv -o mistakes.html
  python -m teaching assign hw1 en build/hw1
  python -m teaching grade build/hw1 submissions grades.csv
  python -m teaching kit build --language en
"""

_ENCODING = "encoding of the table, if it is not recognized, such as gb18030 or cp1252"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(
        prog="python -m teaching",
        description="Examination papers with keys, and assignments with their autograder.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--language", choices=LANGUAGES, help="language of what is written")
    common.add_argument("--templates", type=Path, help="a Python file that adds templates")
    commands = found.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("kinds", parents=[common], help="list the kinds of problems")
    listing.add_argument("--section", help="of a section alone, such as 2.3.3")
    _paper_options(commands.add_parser("paper", parents=[common], help="make a paper"))
    asked = commands.add_parser("mistakes", parents=[common], help="count the mistakes of a class")
    asked.add_argument("paper", type=Path, help="the paper.json of the paper")
    about = "CSV or .xlsx: student, question (such as 2b), answer"
    asked.add_argument("answers", type=Path, help=about)
    asked.add_argument("--encoding", help=_ENCODING)
    asked.add_argument("-o", "--output", type=Path, help="where to write it: .html or .csv")
    _assignment_options(commands)
    _kit_options(commands)
    return found


def _assignment_options(commands: Any) -> None:
    made = "make an assignment: the notebook to hand out, and the tests to keep"
    add = commands.add_parser("assign", help=made).add_argument
    add("name", choices=("hw1", "hw2", "hw3"))
    add("language", choices=LANGUAGES)
    add("folder", type=Path, help="where student/ and autograder/ are made")
    add = commands.add_parser("grade", help="grade what a class has handed in").add_argument
    add("made", type=Path, help="the folder that `assign` made")
    add("submissions", type=Path, help="the folder of the class, with a folder for each student")
    add("table", type=Path, help="the CSV file to write, or to go on with")
    add("--timeout", type=float, default=60, help="seconds for each question, 60 by default")
    jobs = os.cpu_count() or 1
    add("--jobs", type=int, default=jobs, help="how many at once, one for each core by default")
    where = "where submissions run: bwrap (if there is one), docker:IMAGE, podman:IMAGE, none"
    add("--sandbox", default="auto", help=where)


def _kit_options(commands: Any) -> None:
    about = "make the lecturer's kit: slides, votes, papers, homework, plan"
    add = commands.add_parser("kit", help=about).add_argument
    add("folder", type=Path, help="where the kit and its archive are written")
    add("--language", choices=LANGUAGES, default=language(), help="language of the kit")
    add("--seed", type=int, default=1, help="makes the numbers of the papers, 1 by default")
    add("--html", type=Path, default=Path("_build/html"), help="the built book")


def _paper_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("folder", type=Path, help="where the paper, its key and all else is written")
    about = "a section of the textbook, with the marks of its problems: 2.3:40; may be repeated"
    add("--section", action="append", default=[], metavar="SECTION[:MARKS]", help=about)
    add("--number", type=int, default=8, help="how many problems, 8 by default")
    add("--difficulty", type=int, choices=(1, 2, 3), help="1: one step, 3: examination length")
    about = "a kind of problem instead of sections, with the marks of its steps: f_beta:6"
    add("--kind", action="append", default=[], metavar="KIND[:MARKS]", help=about)
    add("--variants", type=int, default=2, help="how many versions: A, B by default")
    about = "a version for each student of a class list, CSV or .xlsx"
    add("--class", dest="names", type=Path, metavar="FILE", help=about)
    add("--encoding", help=_ENCODING)
    add("--seed", type=int, help="makes the numbers; by default drawn, and shown on every sheet")
    add("--total", type=int, default=100, help="marks of the whole paper, 100 by default")
    about = "marks for questions in words: terms, short answers, a proof, an essay; 0 by default"
    add("--written", type=int, default=0, help=about)
    add("--title", help="what stands above")
    add("--school", help="the school's name")
    add("--minutes", type=int, help="how long the examination takes")
    add("--html", action="store_true", help="write no PDF")
    add("--also", nargs="+", default=[], choices=FORMATS, help="write this too")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    given = parser().parse_args(arguments)
    try:
        if module := _APART.get(given.command):
            import_module(f".{module}", __package__).main(given)  # needs an extra
            return 0
        if given.templates:
            runpy.run_path(str(given.templates))
        saved = plan.Paper.load(given.paper) if given.command == "mistakes" else None
        spoken = given.language or (saved.language if saved else language())
        with speaking(spoken):
            text = _mistakes(saved, given) if saved else _RUN[given.command](given)
            print(printable(text))
    except (ValueError, TypeError, OSError, RuntimeError, ImportError) as error:
        parser().error(str(error))
    return 0


def _kinds(given: argparse.Namespace) -> str:
    found = kinds(given.section).values()
    return "\n".join(f"{t.section:6} {t.difficulty}  {t.kind:28} {t.title.plain()}" for t in found)


def _paper(given: argparse.Namespace) -> str:
    seed = secrets.randbelow(10**6) if given.seed is None else given.seed
    asked = dict(_with_marks(text) for text in given.kind)
    sections = dict(_with_marks(text) for text in given.section)
    chosen = [*asked] or plan.choose(
        [*sections], given.number, seed=seed, difficulty=given.difficulty
    )
    listed = class_list(given.names, given.encoding) if given.names else None
    names = listed.people if listed else plan.letters(given.variants)
    words = []
    if given.written:
        words = written([*sections], given.written, seed=seed, language=language())
    made = plan.paper(
        chosen,
        names,
        seed=seed,
        language=language(),
        total=given.total,
        marks={kind: marks for kind, marks in asked.items() if marks},
        of_sections={section: sum(marks) for section, marks in sections.items() if marks},
        head={"title": given.title, "school": given.school, "minutes": given.minutes},
        written=words,
    )
    said = [sentence.plain() for sentence in listed.said] if listed else []
    return "\n".join([*said, *write(made, given.folder, pdf=not given.html, also=given.also)])


def _with_marks(text: str) -> tuple[str, list[int]]:
    kind, _, marks = text.partition(":")
    return kind, [int(part) for part in marks.split(",")] if marks else []


def _mistakes(paper: plan.Paper, given: argparse.Namespace) -> str:
    rows = read_rows(given.answers, given.encoding)
    found = mistakes(paper, rows.cells)
    said = [sentence.plain() for sentence in rows.said]
    if given.output is None:
        return "\n".join([*said, str(found)])
    text = found.to_csv() if given.output.suffix.lower() == ".csv" else found.to_html()
    given.output.write_text(text, "utf-8")
    return "\n".join([*said, str(given.output)])


_APART = {"assign": "assignments.assignment", "grade": "grading.grade", "kit": "kit.make"}
_RUN = {"kinds": _kinds, "paper": _paper}

if __name__ == "__main__":
    sys.exit(main())
