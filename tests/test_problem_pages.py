"""Every lesson has five problems: of its section, and two that ask for understanding."""

import re
from collections import Counter
from typing import Any

import pytest
from built_book import BOOK, notebook
from test_core import core, core_anchors

from mlevalkit.exercises import kinds, problem
from mlevalkit_book.sphinx.places import notebooks, reading_order

WITHOUT = {"evaluate", "exercises", "practice"}  # a tool, the textbook's exercises, all problems
KINDS = set(kinds())  # of the package: tests that add their own come later
LESSONS = [page for page in reading_order("en") if page not in WITHOUT]
MARK = re.compile(r"^```\{problems\} (.*)\n```$", re.MULTILINE)
each_lesson = pytest.mark.parametrize("page", LESSONS)


def problems(page: str, lang: str) -> list[str]:
    """Return the kinds of problems on a page; on a core page, those of its core."""
    cells = notebook(lang, page).cells
    if any(cell.id == "title" for cell in core(page, lang)):
        cells = core(page, lang)
    return kinds_in(cells)


def kinds_in(cells: Any) -> list[str]:
    """Return the kinds that the directives of some cells name."""
    sources = [c.source for c in cells if c.cell_type == "markdown"]
    return [kind for source in sources for found in MARK.findall(source) for kind in found.split()]


def part_of(page: str) -> str:
    """Return the part of the chapter that a page is about, such as "2.3"; "2" for all."""
    title = notebook("en", page).cells[0].source
    found = re.match(r"# (2\.\d)", title)
    return found[1] if found else {"statistics": "2.4"}.get(page, "2")


@each_lesson
def test_a_lesson_has_five_or_six_different_problems_in_both_editions(page: str) -> None:
    found = problems(page, "en")
    assert len(set(found)) == len(found)
    assert 5 <= len(found) <= 6
    assert problems(page, "zh") == found
    assert set(found) <= set(kinds())


@each_lesson
def test_most_problems_of_a_lesson_belong_to_its_section(page: str) -> None:
    of_the_part = [k for k in problems(page, "en") if kinds()[k].section.startswith(part_of(page))]
    assert len(of_the_part) >= 3


@each_lesson
def test_problems_of_a_core_lesson_lead_into_the_core(page: str, lang: str) -> None:
    if not any(cell.id == "title" for cell in core(page, lang)):
        return
    wrong = []
    for kind in problems(page, lang):
        template = kinds()[kind]
        for place in {
            template.mistake(name).page for q in template.questions for name in q.mistakes
        }:
            there, _, cell = (place or f"{page}#title").partition("#")
            if cell not in core_anchors(there, lang):
                wrong.append((kind, place))
    assert wrong == []


def test_every_kind_stands_on_some_page() -> None:
    pages = notebooks("en")
    shown = {kind for page in pages for kind in kinds_in(notebook("en", page).cells)}
    before = (BOOK / "en" / "before.md").read_text(encoding="utf-8")
    shown |= {kind for found in MARK.findall(before) for kind in found.split()}
    assert KINDS - shown == set()


# -- what asks for understanding ------------------------------------------------------------------


def asks_for_understanding(kind: str) -> bool:
    """Return whether a problem asks what follows or what changes, and for no number."""
    return isinstance(problem(kind=kind, seed=0).answer, str)


@each_lesson
def test_two_problems_of_a_lesson_ask_for_understanding(page: str) -> None:
    assert sum(map(asks_for_understanding, problems(page, "en"))) >= 2


def test_two_fifths_of_the_places_ask_for_understanding() -> None:
    places = [kind for page in LESSONS for kind in problems(page, "en")]
    assert 5 * sum(map(asks_for_understanding, places)) >= 2 * len(places)


def test_no_kind_stands_on_more_than_three_pages() -> None:
    shown = Counter(
        kind for page in notebooks("en") for kind in set(kinds_in(notebook("en", page).cells))
    )
    assert {kind: n for kind, n in shown.items() if n > 3} == {}


@pytest.mark.parametrize("kind", [k for k in sorted(KINDS) if asks_for_understanding(k)])
def test_a_choice_is_varied_by_seed(kind: str) -> None:
    """Neither the answer nor its letter can be learned by heart."""
    made = [problem(kind=kind, seed=seed) for seed in range(40)]
    assert len({tuple(step.plain() for step in p.question) for p in made}) >= 12
    assert len({form.letter(p.answer) for p in made if (form := p.form(p.asked[0].name))}) >= 3
