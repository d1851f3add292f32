"""A first look at the built book, for every change; the other files look at every page."""

import pytest


@pytest.mark.parametrize("page", ["book/zh/roc-auc.html", "search-en.html"])
def test_a_page_opens_without_a_fault(reader, page):
    reader.open(page)
    assert reader.tab.locator("h1").count() == 1
    assert reader.faults == []


def test_the_front_page_shows_its_picture_and_leads_to_the_pages_for_teachers(reader):
    tab = reader.open("book/index.html")
    assert tab.locator("h1").count() == 1
    assert tab.locator(".mk-guess").count() == 0
    assert tab.locator(".mk-picture:visible").count() == 1
    for language in ("zh", "en"):
        assert tab.locator(f"main a[href='{language}/teaching.html']").count() == 1
    assert reader.faults == []


def test_a_slider_changes_the_picture(reader):
    reader.open("book/en/roc-auc.html")
    explorer = reader.explorer()
    picture = explorer.locator(".mk-picture").element_handle()
    before = picture.inner_html()
    explorer.locator("input[type=range]").first.press("ArrowLeft")
    reader.tab.wait_for_function("([e, before]) => e.innerHTML !== before", arg=[picture, before])
    assert reader.faults == []


ASKS = """
() => new Promise((done) => {
  setTimeout(done, 5000, "nothing was forbidden");
  addEventListener("securitypolicyviolation", ({ blockedURI }) => done(blockedURI), { once: true });
  document.body.append(Object.assign(new Image(), { src: "https://example.org/picture.png" }));
})
"""


def test_a_page_asks_no_other_host_whatever_is_put_into_it(reading):
    with reading(bypass_csp=False) as reader:
        tab = reader.open("search-en.html")
        assert tab.evaluate(ASKS) == "https://example.org/picture.png"
