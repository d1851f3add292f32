"""No page is heavier to open than in version 0.2, but for what it teaches since."""

import re
from pathlib import Path

import pytest
from built_book import built_book

from mlevalkit_book.paths import ROOT, read_rows
from mlevalkit_book.words import LANGUAGES

# Measured on the English pages of commit 338dcf2; the Chinese ones may weigh as much.
BEFORE = {r["page"]: int(r["bytes"]) for r in read_rows(ROOT / "tests/data/weights_0_2.csv")}
# What some pages carry since: the code of each way through the chooser, the classes of results, F1
# and its explorer, the words of questions that are asked before the answer, what reads an answer
# (5 kB on every page), and on one page the tests of two.
GROWN = {
    "decisions": 85_000,
    "reference-results": 120_000,
    "pr-curves": 48_000,
    "power-intervals": 26_000,
    "unequal-costs": 18_000,
    "pairwise-tests": 29_000,
}
LINKED = re.compile(r'<script[^>]* src="([^"?]+)|<link[^>]* href="([^"?]+\.css)')


def weight(page: Path) -> int:
    """Return the bytes of a page and of the scripts and style sheets that it loads at once."""
    text = page.read_text(encoding="utf-8")
    linked = {page.parent / (script or style) for script, style in LINKED.findall(text)}
    return len(text.encode()) + sum(path.stat().st_size for path in linked)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_is_heavier_than_in_version_0_2(lang: str) -> None:
    folder = built_book().html / "book" / lang
    weights = {name: weight(folder / f"{name}.html") for name in BEFORE}
    most = {name: BEFORE[name] + GROWN.get(name, 0) for name in BEFORE}
    assert {name: (n, most[name]) for name, n in weights.items() if n > most[name]} == {}


def test_a_page_names_the_drawings_that_it_will_load() -> None:
    html = built_book().html
    for page in html.glob("book/*/*.html"):
        for address in re.findall('data-drawings="([^"?]+)', page.read_text(encoding="utf-8")):
            assert (page.parent / address).is_file(), (page, address)
