"""Slides of the pages: cut where they grow too long, with nothing lost."""

import re

import nbformat
import pytest
from built_book import BOOK, NAMES

from mlevalkit_book.print import slides


def _page(lang: str, name: str) -> nbformat.NotebookNode:
    return nbformat.read(BOOK / lang / f"{name}.ipynb", as_version=4)


@pytest.mark.parametrize("name", NAMES)
def test_cutting_loses_nothing_and_leaves_no_tall_slide(name: str, lang: str) -> None:
    page = _page(lang, name)
    cells = [c for c in page.cells if not slides.is_solution(c)]
    parts = list(slides.cut(cells, slides.PER_LINE[lang]))
    before, after = (
        "".join(c.source for c in some if c.cell_type == "markdown") for some in (cells, parts)
    )
    assert "".join(after.split()) == "".join(before.split())
    taken = 0.0
    for part in parts:
        starts = part.metadata.slideshow.slide_type if "slideshow" in part.metadata else "-"
        lines = slides.lines_of(part, slides.PER_LINE[lang])
        taken = lines if starts != "-" else taken + lines
        assert taken <= max(slides.MOST, lines), part.id


def test_blocks_keep_formulas_fences_and_folds_whole() -> None:
    text = "a\n\n$$x\n\ny$$\n\n```\nb\n\nc\n```\n\n<details><summary>s</summary>\n\nd\n\n</details>"
    assert slides.blocks(text) == [
        "a",
        "$$x\n\ny$$",
        "```\nb\n\nc\n```",
        "<details><summary>s</summary>\n\nd\n\n</details>",
    ]


def test_solutions_come_on_request_and_other_hosts_can_be_left_out() -> None:
    html = slides.slides(_page("en", "mcnemar"), "en")
    assert "Solution 2" not in html
    assert "unpkg.com" in html
    html = slides.slides(_page("en", "mcnemar"), "en", solutions=True, offline="node_modules")
    assert "Solution 2" in html
    assert not re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=.https?:", html)
    assert not re.findall(r"(?:@import|url\(|from|import) *[\"'(]*https?:", html)
    assert "node_modules/reveal.js/dist/reveal.css" in html
