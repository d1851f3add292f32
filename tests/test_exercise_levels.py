"""Exercises: each has its level, and each page asks to criticize a report or to plan one."""

import re

import pytest
from built_book import notebook

from mlevalkit_book.sphinx.places import reading_order

KINDS = {"en": "Criticize|Plan", "zh": "挑错|设计"}
LEVEL = {"en": r"\*\(Level [123]\.(?: (\w+)\.)?\)\*", "zh": "（难度 [123](?:，(\\w+))?）"}


def exercises(page: str, lang: str) -> list[str]:
    """Return the questions under the heading of the exercises."""
    cells = notebook(lang, page).cells
    if page == "exercises":  # each under a heading of its own
        return [c.source.split("\n\n")[1] for c in cells if re.fullmatch(r"q\d+", c.id)]
    sources = [c.source for c in cells if re.fullmatch("ex(-.*)?", c.id)]
    return [q for source in sources for q in re.findall(r"^\d+\. (.*)", source, re.MULTILINE)]


@pytest.mark.parametrize("page", reading_order("en"))
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
