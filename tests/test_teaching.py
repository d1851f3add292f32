"""The page for teachers: its lessons fit into 90 minutes, and its minutes are the pages'."""

import re

import pytest
from built_book import BOOK, notebook

from mlevalkit_book.sphinx.places import reading_order

WHOLE_PAGES = {"decisions", "which-test"}  # of which the lesson takes the tables only


def lessons(lang: str) -> list[str]:
    """Return what each lesson's row says of pages and minutes."""
    text = (BOOK / lang / "teaching.md").read_text(encoding="utf-8")
    return [row.split("|")[2] for row in text.splitlines() if re.match(r"\| \d+ \|", row)]


def minutes(row: str) -> list[tuple[str, int]]:
    """Return the pages and the minutes of a lesson; "" is what is no page."""
    parts = re.split(r"(?<=\d)[,，]", row)
    found = []
    for part in parts:
        page = re.search(r"\(([\w-]+)\.ipynb\)", part)
        found.append((page[1] if page else "", int(re.findall(r"\d+", part)[-1])))
    return found


def reckoned(name: str) -> float:
    """Return the minutes of a page, as the page for teachers says that they are reckoned."""
    cells = notebook("en", name).cells
    last = {"## Terms", "## References"}
    end = next(i for i, c in enumerate(cells) if last & set(c.source.splitlines()))
    shown = [c for c in cells[:end] if not c.source.startswith("<details")]
    code = [c for c in shown if c.cell_type == "code"]
    folded = {"hide-cell", "hide-input", "figure-code"}
    is_open = [c for c in code if not folded & set(c.metadata.get("tags", []))]
    words = sum(len(c.source.split()) for c in shown if c.cell_type == "markdown")
    return words / 110 + len(is_open) + 3 * sum("mk.explorers." in c.source for c in code)


def test_ten_lessons_fit_into_90_minutes(lang: str) -> None:
    rows = [minutes(row) for row in lessons(lang)]
    assert len(rows) == 10
    assert [sum(m for _, m in row) for row in rows if sum(m for _, m in row) > 90] == []
    assert rows == [minutes(row) for row in lessons("en")]


def test_the_minutes_of_a_page_are_its_own() -> None:
    said: dict[str, int] = {}
    for row in lessons("en"):
        for name, m in minutes(row):
            said[name] = said.get(name, 0) + m
    pages = said.keys() - {"", *WHOLE_PAGES}
    assert len(pages) == 27
    wrong = {n: (said[n], round(reckoned(n))) for n in pages if abs(said[n] - reckoned(n)) > 6}
    assert wrong == {}


# -- exercises ------------------------------------------------------------------------------------

KINDS = {"en": "Criticize|Plan", "zh": "挑错|设计"}
LEVEL = {"en": r"\*\(Level [123]\.(?: (\w+)\.)?\)\*", "zh": "（难度 [123](?:，(\\w+))?）"}
UNGRADED = {  # pages whose exercises have no levels yet
    "cv-estimates",
}  # fmt: skip


def exercises(page: str, lang: str) -> list[str]:
    """Return the questions under the heading of the exercises."""
    cells = notebook(lang, page).cells
    if page == "exercises":  # each under a heading of its own
        return [c.source.split("\n\n")[1] for c in cells if re.fullmatch(r"q\d+", c.id)]
    sources = [c.source for c in cells if re.fullmatch("ex(-.*)?", c.id)]
    return [q for source in sources for q in re.findall(r"^\d+\. (.*)", source, re.MULTILINE)]


@pytest.mark.parametrize("page", [p for p in reading_order("en") if p not in UNGRADED])
def test_exercises_have_a_level_and_one_is_about_a_study(page: str, lang: str) -> None:
    """One asks to criticize what a report says, or to plan an evaluation."""
    levels = [re.match(LEVEL[lang], question) for question in exercises(page, lang)]
    assert levels
    assert all(levels), "each begins like *(Level 2.)* or *(Level 2. Criticize.)*"
    kinds = [level[1] for level in levels if level[1]]
    assert all(re.fullmatch(KINDS[lang], kind) for kind in kinds)
    assert kinds or page == "exercises"  # which are the textbook's
    assert [q[1] is None for q in levels] == [
        re.match(LEVEL["en"], q)[1] is None for q in exercises(page, "en")
    ]
