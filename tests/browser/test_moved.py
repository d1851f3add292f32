"""Links to a page as it was before it was split lead to where their places are now."""

import re

import pytest
from built_book import ROOT

from mlevalkit_book.sphinx.moved import SPLIT
from mlevalkit_book.sphinx.tables import read_rows

# the headings and equations that each page had when it was one
ONCE = {row["page"]: row["places"].split() for row in read_rows(ROOT / "tests/data/moved.csv")}


@pytest.mark.parametrize("page", SPLIT)
def test_every_old_place_is_on_one_of_the_pages(book, page, lang):
    parts = [book.read(f"book/{lang}/{n}.html") for n in (page, *SPLIT[page])]
    for anchor in ONCE[page]:
        has = [f'id="{anchor}"' in text for text in parts]
        assert any(has), anchor
        told = re.search(rf'"{anchor}": "([\w-]+)\.html"', parts[0])
        assert has[0] or told[1] in SPLIT[page], anchor


@pytest.mark.parametrize(
    ("page", "anchor", "now"),
    [("precision-recall", "eq-2-14", "multi-class"), ("cost-curves", "ratio", "unequal-costs"),
     ("two-learner-tests", "eq-2-32", "five-by-two")],
)  # fmt: skip
def test_an_old_address_leads_there(reader, page, anchor, now):
    tab = reader.open(f"book/en/{page}.html", f"#{anchor}")
    tab.wait_for_url(f"**/book/en/{now}.html#{anchor}")
    assert tab.locator(f"#{anchor}").count() == 1
    assert tab.locator("#switch").get_attribute("href").endswith(f"/zh/{now}.html")
    assert reader.faults == []


def test_the_back_button_does_not_lead_back_to_the_old_address(reader):
    tab = reader.open("book/zh/mcnemar.html")
    tab.evaluate("location.href = 'decisions.html#test'")
    tab.wait_for_url("**/book/zh/which-test.html#test")
    tab.go_back()
    assert tab.url.endswith("/book/zh/mcnemar.html")
