"""What goes beyond the textbook: marked for all, folded for who wants the textbook alone."""

import json

import pytest
from built_book import ROOT, in_turn

NOTEBOOKS = sorted(ROOT.glob("book/[ze]?/*.ipynb"))


def has_folds(path):
    """Tell whether a part of a page is marked, after its title."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return any("further" in cell["metadata"].get("tags", []) for cell in cells[1:])


PAGES = [f"book/{p.parent.name}/{p.stem}.html" for p in NOTEBOOKS if has_folds(p)]
LESSON, FOLDED, CORE = "book/en/tuning.html", "#nested", "#sets"
BODY = "> :not(h2, span)"
NAMES = {"zh": ("只看教材内容", "拓展"), "en": ("Textbook only", "Further")}


def shown(tab, section):
    return tab.locator(f"{section} {BODY}").first.is_visible()


@pytest.mark.parametrize("page", in_turn(PAGES))
def test_every_folded_section_keeps_its_heading_and_a_button_in_its_language(reader, page):
    tab = reader.open(page)
    view, mark = NAMES[page[5:7]]
    tab.get_by_role("button", name=view).click()
    for section in tab.locator("section section.further").all():
        assert section.locator("> :is(h2, h3)").is_visible()
        assert section.locator("> :not(h2, h3)").filter(visible=True).count() == 0
        name = section.locator("> :is(h2, h3) > button").get_attribute("aria-label")
        assert name.startswith(f"{mark}: ")
    assert reader.faults == []


def test_the_view_of_the_textbook_alone_is_kept_and_undone(reader):
    tab = reader.open(LESSON)
    assert shown(tab, FOLDED)
    tab.get_by_role("button", name="Textbook only").press("Enter")
    assert tab.get_attribute("#textbook", "aria-pressed") == "true"
    assert not shown(tab, FOLDED)
    assert shown(tab, CORE)
    reader.open("book/zh/tuning.html")
    assert not shown(tab, FOLDED)
    assert tab.locator(f".on-page a[href='{FOLDED}']").is_visible()
    tab.get_by_role("button", name="只看教材内容").click()
    assert shown(tab, FOLDED)
    reader.open(LESSON)
    assert shown(tab, FOLDED)


def test_a_section_folds_by_itself(reader):
    tab = reader.open(LESSON)
    button = tab.locator(FOLDED).get_by_role("button", name="Further: Nested")
    for state in (False, True):
        button.press("Enter")
        assert shown(tab, FOLDED) is state
        assert button.get_attribute("aria-expanded") == str(state).lower()
    assert shown(tab, "#learn")


def test_a_link_into_a_folded_section_opens_it(reader):
    tab = reader.open(LESSON)
    tab.locator("#textbook").click()
    tab = reader.open("book/en/mcnemar.html", "#equal")
    assert shown(tab, "#equal")
    assert abs(tab.locator("#equal").bounding_box()["y"] - 72) < 60
    tab = reader.open(LESSON)
    assert not shown(tab, FOLDED)
    tab.locator(f".on-page a[href='{FOLDED}']").click()
    assert shown(tab, FOLDED)
    tab.locator(FOLDED).get_by_role("button").first.press("Enter")
    tab.locator(f".on-page a[href='{FOLDED}']").click()  # the address does not change
    assert shown(tab, FOLDED)


def test_a_page_beyond_the_textbook_is_marked_wherever_it_is_listed(reader):
    tab = reader.open("book/en/calibration.html")
    tab.locator("#textbook").click()
    assert tab.locator("h1 .further-mark").inner_text() == "Further"
    assert shown(tab, "#diagram")
    assert tab.locator(".contents [aria-current] .further-mark").inner_text() == "Further"
    assert tab.locator(".contents a[href='roc-auc.html'] .further-mark").count() == 0


def test_paper_shows_all(reader):
    tab = reader.open(LESSON)
    tab.locator("#textbook").click()
    tab.emulate_media(media="print")
    assert shown(tab, FOLDED)


def test_an_address_that_was_cut_leaves_a_working_page(reader):
    tab = reader.open("book/en/roc-auc.html", "#%E0%A4%A")
    tab.click("#textbook")
    assert reader.faults == []
