"""The errata: every one has an executed cell that shows it, and leads to its place."""

import re

import pytest
from built_book import notebook

from mlevalkit_book.sphinx import places

LETTERS_ONLY = {53, 54, 55, 58, 59, 60, 61}  # slips that change no number
UNUSED = {65, 66}  # numbers that were never given out
SHOWN = set(range(1, 70)) - LETTERS_ONLY - UNUSED


def headings(lang: str) -> list[tuple[int, int]]:
    """Return (number of the erratum, index of its cell)."""
    cells = notebook(lang, "errata").cells
    found = ((re.match(r"### E(\d+) ", c.source), i) for i, c in enumerate(cells))
    return [(int(m[1]), i) for m, i in found if m]


def test_every_erratum_is_shown_by_a_cell_of_its_own(lang: str) -> None:
    cells = notebook(lang, "errata").cells
    for number, i in headings(lang):
        cell = cells[i + 1]
        assert cell.cell_type == "code", f"E{number}"
        assert cell.outputs, f"E{number}"
    assert {number for number, _ in headings(lang)} == SHOWN


def test_slips_of_the_pen_are_listed(lang: str) -> None:
    cells = notebook(lang, "errata").cells
    listed = next(c.source for c in cells if c.id == "typos")
    assert {int(n) for n in re.findall(r"\*\*E(\d+)\*\*", listed)} == LETTERS_ONLY


# -- links: from an erratum to its place in a section, and back where the mistake is common -------

ELSEWHERE = {"errata", "decisions", "which-test", "case-study"}
SPEAK_OF_THEM = {*ELSEWHERE, "exercises"}
ERRATA = sorted(
    {p.anchor for p in places.pieces("errata", "en") if re.fullmatch(r"e\d+[a-z]?", p.anchor)}
)
NOTES = {"zh": "> **常见错误。**", "en": "> **Common mistake.**"}


@pytest.mark.parametrize("erratum", ERRATA)
def test_an_erratum_leads_to_its_place(erratum: str, lang: str) -> None:
    text = "".join(p.text for p in places.pieces("errata", lang) if p.anchor == erratum)
    assert re.search(r"\([\w-]+\.ipynb#[\w-]+\)", text)  # test_indexes.py follows links


@pytest.mark.parametrize("page", [p for p in places.notebooks("en") if p not in SPEAK_OF_THEM])
def test_a_lesson_speaks_of_errata_in_side_notes_only(page: str, lang: str) -> None:
    for piece in places.pieces(page, lang):
        for paragraph in re.split(r"\n\s*\n", piece.text):
            if "(errata.ipynb#" in paragraph:
                assert paragraph.startswith(NOTES[lang]), paragraph


def test_every_link_to_an_erratum_has_its_number(lang: str) -> None:
    for page in set(places.notebooks(lang)) - ELSEWHERE:
        for piece in places.pieces(page, lang):
            for shown, anchor in re.findall(r"\[([^\]]*)\]\(errata\.ipynb#(\w+)\)", piece.text):
                assert shown.endswith(re.match(r"e\d+", anchor)[0].upper()), (page, shown)
