"""Where things stand: notes in the margin, the page's menu on a phone, folded code, exercises."""

import re
from contextlib import nullcontext
from pathlib import Path
from time import sleep

import pytest
from built_book import notebook
from live_page import served

APART = """
() => {
  const notes = "blockquote:has(a[href*='errata'])";
  const seen = [...document.querySelectorAll(`${notes}, main > article > section, .on-page`)]
    .map((e) => e.getBoundingClientRect()).filter((r) => r.width);
  const along = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
  const down = (a, b) => a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return seen.flatMap((a, i) => seen.slice(i + 1).filter((b) => along(a, b) && down(a, b))).length;
}
"""
LESSON = "book/zh/roc-auc.html"


@pytest.mark.parametrize("width", [1400, 1552, 1553, 1920])
@pytest.mark.parametrize("page", [("zh", "precision-recall"), ("en", "friedman-nemenyi")])
def test_notes_stand_in_the_margin_without_overlap(reading, page, width):
    with reading(width=width) as reader:
        tab = reader.open("book/{}/{}.html".format(*page))
        text = tab.locator("article").bounding_box()
        notes = tab.locator("blockquote:has(a[href*='errata'])")
        lines = "\n".join(cell.source for cell in notebook(*page).cells)
        assert notes.count() == len(re.findall("^>.*errata", lines, re.M)) > 0
        for note in notes.all():
            assert note.bounding_box()["x"] >= text["x"] + text["width"]
        assert tab.evaluate(APART) == 0
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert tab.locator(".on-page, .in-page").filter(visible=True).count() == 1


def test_the_menu_of_a_phone_has_the_contents_of_the_page(reading):
    with reading(width=375, has_touch=True) as reader:
        tab = reader.open(LESSON, "#cross")
        menu = tab.locator("#contents")
        tab.locator(".menu").tap()
        here = menu.locator(".in-page [aria-current]").filter(visible=True)
        assert here.get_attribute("href") == "#cross"
        assert here.bounding_box()["y"] < 900
        menu.locator(".in-page a[href='#ties']").tap()
        assert not menu.is_visible()
        tab.locator(".menu").tap()
        assert menu.locator("[aria-current=page]").is_visible()
        tab.keyboard.press("Escape")
        assert not menu.is_visible()
        assert abs(tab.locator("#ties").bounding_box()["y"] - 72) < 3


def test_the_buttons_of_the_front_page_come_before_its_explorer(reading):
    with reading(width=375) as reader:
        tab = reader.open("book/index.html")
        start, explorer = (
            tab.locator(s).bounding_box() for s in (".start", ".mk-explorer:visible")
        )
        assert start["y"] + start["height"] < explorer["y"]
        assert start["y"] + start["height"] < 900


def test_code_that_is_cut_shows_it_and_can_be_wrapped(reading):
    with reading(width=375, has_touch=True) as reader:
        tab = reader.open(LESSON)
        code = tab.locator(".live-code:visible, .cell_input pre:visible").filter(has_text="for a")
        cut = "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).length"
        assert code.evaluate_all(cut) > 0
        assert "local" in code.first.evaluate("e => getComputedStyle(e).backgroundAttachment")
        tab.locator("#wrap").tap()
        assert code.evaluate_all(cut) == 0
        assert tab.get_attribute("#wrap", "aria-pressed") == "true"
        tab.reload()
        reader.settle()
        assert code.evaluate_all(cut) == 0


def test_an_exercise_is_one_box(reader, lang):
    tab = reader.open(f"book/{lang}/precision-recall.html")
    items = tab.locator("ol.exercises > li")
    cells = notebook(lang, "precision-recall").cells
    solutions = [c for c in cells if "hide-cell" in c.metadata.get("tags", [])]
    assert items.locator("details:not([class]) .cell").count() == len(solutions) > 0
    for item in items.all():
        assert item.locator("details:not([class])").count() == 1
    assert tab.locator(".tag_hide-cell:not(details .cell)").count() == 0
    tab = reader.open(f"book/{lang}/exercises.html")
    boxes = tab.locator("section.exercise")
    assert boxes.count() == 10
    assert boxes.locator("> .cell ~ details .cell.tag_hide-cell").count() == 10


@pytest.mark.parametrize(("folder", "width"), [(False, 375), (True, 1280)])
@pytest.mark.parametrize("page", ["en/roc-auc", "zh/precision-recall", "zh/nemenyi"])
def test_nothing_moves_while_a_page_opens(book, chromium, page, width, folder):
    with nullcontext(book.html.as_uri()) if folder else served(book.html) as address:
        tab = chromium.new_page(viewport={"width": width, "height": 900})
        tab.add_init_script(path=Path(__file__).parent / "budgets.js")
        if not folder:
            tab.route("**/math.woff2", lambda route: (sleep(0.3), route.continue_()))
        tab.goto(f"{address}/book/{page}.html", wait_until="networkidle")
        tab.evaluate("document.fonts.ready")
        tab.wait_for_timeout(500)
        assert tab.locator(".mk-tools").count()
        assert tab.evaluate("budgets.seen.shift") < 0.02
        tab.close()


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
@pytest.mark.parametrize(("width", "height"), [(1280, 900), (375, 812)])
def test_the_first_screen_of_the_front_page_says_how_the_book_is_used(
    reading, width, height, locale
):
    with reading(width, height, locale=locale) as reader:
        tab = reader.open("book/index.html")
        ways = tab.locator(".three li:visible")
        assert ways.count() == 3
        last = ways.last.bounding_box()
        assert last["y"] + last["height"] <= height
        other = "[一-鿿]" if locale == "en-US" else "[a-z]{4}"
        for heading in tab.locator("article :is(h2, .question)").all():
            assert not re.search(other, heading.inner_text()), "one language at a time"
        hint = tab.locator("input[type=search]").first.get_attribute("placeholder")
        assert hint == ("Search the book" if locale == "en-US" else "搜索全书")


@pytest.mark.parametrize("page", ["book/en/roc-auc.html", "book/zh/mcnemar.html"])
def test_a_finger_hits_what_it_needs_on_a_phone(reading, page):
    with reading(375, 812) as reader:
        tab = reader.open(page)
        for kind in (".icon:visible", "button.copybtn:visible", "[data-live=run]:visible"):
            found = [part.bounding_box() for part in tab.locator(kind).all()]
            assert found
            assert min(box["height"] for box in found) >= 44, kind


def test_the_indicator_is_a_letter_and_no_empty_box(reader):
    tab = reader.open("book/en/roc-auc.html")
    indicator = tab.locator("math mi", has_text="𝕀").first
    indicator.scroll_into_view_if_needed()
    tab.evaluate("document.fonts.ready")
    letter = indicator.evaluate(
        """e => {
          const pen = document.createElement("canvas").getContext("2d");
          const { fontFamily } = getComputedStyle(e);
          pen.font = `100px ${fontFamily}`;
          const { width, actualBoundingBoxAscent } = pen.measureText("𝕀");
          return [width, actualBoundingBoxAscent];
        }"""
    )
    assert letter[0] > 45  # of a font size of 100; the box is 33 wide
    assert letter[1] > 65
