"""Every page, from a folder, with the network cut."""

import gzip
import itertools
import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlparse
from zipfile import ZipFile

import pytest
from barriers import AXE, Axe
from built_book import CHAPTERS, EXPLORED, PAGES, ROOT, in_turn

SLOW = pytest.mark.slow
each_chapter = pytest.mark.parametrize("visit", in_turn(CHAPTERS), indirect=True)
OUTSIDE = (ROOT / "book/links.txt").read_text(encoding="utf-8").splitlines()
BY_AXE = ["book/index.html", "search.html", "book/zh/roc-auc.html", "book/en/friedman-nemenyi.html",
          "book/zh/errata.html", "book/en/glossary.html", "book/zh/formulas.html",
          "book/en/reference-classification.html", "book/en/concordance.html"]  # fmt: skip
OTHER = {"zh-CN": "en", "en": "zh"}
PAGE, OF_EXPLORERS, LIVE = 450_000, 200_000, 15_000  # bytes, as gzip sends them, before any click
LIVE_AT_ONCE = 40_000  # of the page that takes a table, whose button is of the live page
PACKED = {".woff", ".woff2", ".png"}
SAID = """
() => {
  const names = ["title", "aria-label", "placeholder", "data-tooltip"];
  const named = [...document.querySelectorAll(names.map((n) => `[${n}]`).join())]
    .filter((e) => !e.closest(".switch, svg, .mk"))
    .flatMap((e) => names.map((n) => e.getAttribute(n)));
  const links = [...document.querySelectorAll("nav a, nav .part, .tools a, .colophon p")];
  return [document.title, ...named, ...links.map((e) => e.textContent)].filter(Boolean);
}
"""
HERE = """
[...document.querySelectorAll("main section[id]")]
  .filter((section) => section.getBoundingClientRect().top < 120).pop().id
"""


def test_it_opens_without_a_fault(visit):
    lang = "en" if visit.page == "book/index.html" else visit.language  # Chromium asks in English
    assert visit.tab.get_attribute("html", "lang") == lang
    assert visit.tab.locator("h1").count() == 1
    assert visit.page in EXPLORED or visit.tab.locator("[data-explorer]").count() == 0
    assert visit.faults == []


def weight(path):
    data = path.read_bytes()
    return len(data) if path.suffix in PACKED else len(gzip.compress(data, 6))


def files(addresses):
    """Return the files of the book among addresses, each once."""
    paths = {Path(unquote(urlparse(address).path)) for address in addresses}
    return {path for path in paths if path.is_file()}


def test_it_is_light(visit, report):
    boxes = visit.tab.locator("[data-drawings]")
    drawn = boxes.evaluate_all("all => all.map(e => new URL(e.dataset.drawings, location).href)")
    weights = {path: weight(path) for path in files([*visit.loaded, *drawn])}
    total = sum(weights.values())
    explorers = sum(w for path, w in weights.items() if path.parent.name == "explorers")
    live = sum(w for path, w in weights.items() if path.parent.name == "live")
    line = f"{visit.page:36} {total / 1000:6.0f} {explorers / 1000:10.0f}"
    report("weight of a page in kB (gzip), with all it may load | its explorers", line)
    assert total <= PAGE, weights
    assert explorers <= OF_EXPLORERS, weights
    assert live <= (LIVE_AT_ONCE if "evaluate" in visit.page else LIVE), weights


@each_chapter
def test_the_frame_speaks_the_language_of_the_page(visit):
    """Menus and buttons, what a screen reader says, what hovering shows, the window's title."""
    for words in visit.tab.evaluate(SAID):
        if visit.language == "en":
            assert not re.search("[一-鿿]", words), words
        else:  # a name may be Latin, not a sentence
            assert re.search("[一-鿿]", words) or len(words.split()) < 4, words


@each_chapter
def test_formulas_are_typeset_with_the_textbook_numbers(visit):
    notebook = (ROOT / visit.page).with_suffix(".ipynb")
    source = notebook.read_text(encoding="utf-8") if notebook.exists() else ""
    article = visit.tab.locator("article")
    assert article.locator("math").count() >= source.count("$$") / 2
    loose = "all => all.filter(e => /^[,.;:)，。；：、？）]/.test(e.nextSibling?.data)).length"
    assert article.locator(":not(.whole) > math").evaluate_all(loose) == 0
    numbers = set(re.findall(r"\\\\tag\{([^}]+)\}", source))
    assert numbers <= {n.strip("()") for n in article.locator(".mk-tag").all_text_contents()}
    assert article.locator("math merror").count() == 0
    assert not re.search(r"\\\(|\\\[|\$\$", article.inner_text()), "a formula is left as source"


def test_links_lead_somewhere(visit):
    links = visit.tab.locator("a[href]").evaluate_all("links => links.map(a => a.href)")
    for target in set(links):
        url = urlparse(target)
        if url.scheme != "file":
            assert target in OUTSIDE, f"{target} is not in book/links.txt"
            continue
        file = Path(unquote(url.path))
        assert visit.book.html in file.parents, target
        assert file.is_file(), target
        if url.fragment:
            assert f'id="{unquote(url.fragment)}"' in file.read_text(encoding="utf-8"), target


@each_chapter
def test_a_place_has_one_name(visit):
    named = visit.tab.locator("[id]:not(svg *)")
    ids = named.evaluate_all("all => all.map(e => e.id)")
    assert not {name for name, times in Counter(ids).items() if times > 1}


@each_chapter
def test_only_the_language_of_the_page_is_seen(visit):
    parts = visit.tab.locator("article .mk [lang]")
    seen = "e => e.filter(x => x.offsetParent !== null).map(x => x.lang.slice(0, 2))"
    assert set(parts.evaluate_all(seen)) <= {visit.language[:2]}


def test_every_picture_has_words(visit):
    assert visit.tab.locator("article img:not([alt]), article img[alt='']").count() == 0


@each_chapter
def test_every_figure_has_words_and_a_caption(visit):
    for figure in visit.tab.locator("article .mk-figure svg").all():
        assert figure.get_attribute("role") == "img"
        assert len(figure.get_attribute("aria-label")) > 20
        caption = figure.locator("xpath=ancestor::figure/figcaption")
        assert caption.inner_text().strip()


SMALLEST = """svg => Math.min(...[...svg.querySelectorAll("text")].map((text) =>
    parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a))"""


NEAREST = """Math.min(...[...document.querySelectorAll(".mk-line math + math")].map((next) => {
  if (!next.checkVisibility()) return Infinity;
  const [above, below] = [next.previousElementSibling, next].map((math) =>
    [...math.children].map((part) => part.getBoundingClientRect()));
  const gap = Math.min(...below.map((r) => r.top)) - Math.max(...above.map((r) => r.bottom));
  return gap > -9 ? gap : Infinity;  // a line, beside the one before it
}))"""


@each_chapter
def test_pictures_and_formulas_can_be_read_on_a_telephone(resized):
    resized.widen(375)
    pictures = resized.tab.locator(".mk-figure svg, .mk-picture svg").filter(visible=True)
    for picture in pictures.all():
        assert picture.evaluate(SMALLEST) > 10.9
    assert resized.tab.evaluate(NEAREST) > 6


@each_chapter
def test_code_that_only_draws_is_folded_below_its_picture(visit):
    for cell in visit.tab.locator(".cell.tag_figure-code").all():
        fold = cell.locator("> details.code-fold")
        assert not fold.evaluate("e => e.open")
        below = "> details ~ :not(.live-tools), > * .cell_input ~ .cell_output"
        assert cell.locator(below).count() == 0
        fold.locator("summary").click()
        assert fold.locator("[data-live=editor], pre").first.is_visible()
        fold.locator("summary").click()


def test_nothing_runs_out_of_a_narrow_window(resized):
    for width in (360, 800, 1280):
        resized.widen(width)
        assert resized.tab.evaluate("document.documentElement.scrollWidth") <= width
        cards = resized.tab.locator(".mk-explorer:visible, .mk-numbers > div:visible")
        out = cards.evaluate_all("c => c.filter(x => x.scrollWidth > x.clientWidth).length")
        assert out == 0, f"an explorer is cut at {width}"


def test_a_formula_and_its_number_fit_on_a_telephone(reading):
    with reading(width=375) as reader:
        lines = reader.open("book/en/precision-recall.html").locator(".mk-line:has(.mk-tag)")
        over = lines.evaluate_all("all => all.map(e => e.scrollWidth - e.clientWidth)")
        of_problems = reader.tab.locator(".mk-problem .mk-line:has(.mk-tag)").count()
        source = (ROOT / reader.page).with_suffix(".ipynb").read_text(encoding="utf-8")
        # what a page shows besides are the lines of workings, in its outputs
        assert len(over) - of_problems == source.count(r"$$\\tag{") > 0
        assert max(over) <= 0


def in_windows(pages, *windows, marks=()):
    return [pytest.param(page, windows, marks=marks) for page in pages]


@pytest.mark.parametrize(
    ("page", "windows"),
    [
        *in_windows(BY_AXE, (1280, "light")),
        *in_windows(["book/index.html", "book/zh/roc-auc.html"], (375, "light"), (1280, "dark")),
        *in_windows(PAGES, *itertools.product((375, 1280), ("light", "dark")), marks=SLOW),
    ],
)
def test_axe_finds_no_barrier(reader, page, windows):
    tab = reader.open(page)
    for width, theme in windows:
        reader.show(width, theme)
        found = Axe().run(tab, options=AXE)
        assert found.violations_count == 0, (width, theme, found.generate_report())


def test_the_colours_change_and_change_back(visit):
    def paper():
        return visit.tab.evaluate("getComputedStyle(document.body).backgroundColor")

    light = paper()
    visit.tab.locator("#mode").click()
    assert visit.tab.get_attribute("html", "data-theme") == "dark"
    assert paper() != light
    visit.tab.locator("#mode").click()
    assert paper() == light


# -- one page stands for all; the slow tests take them all --------------------------------------


def test_the_book_fits_on_a_stick(book, report):
    python = size(book.html / "_static/live/python")
    total = size(book.html) - python
    report("the whole book", f"{total / 1e6:.1f} MB unpacked, and Python {python / 1e6:.1f} MB")
    assert total <= 60_000_000
    assert python <= 60_000_000


def size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_the_text_is_painted_while_no_script_has_come(reader):
    reader.tab.route(re.compile(r"\.js(\?|$)"), lambda route: None)  # asked for, and never answered
    reader.tab.goto(f"file://{reader.book.html}/book/zh/roc-auc.html", wait_until="commit")
    reader.tab.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    assert reader.tab.locator("h1").is_visible()
    assert reader.tab.evaluate("document.readyState") != "complete"


def follow_the_switch(reader, chapter, place):
    tab = reader.open(chapter)
    tab.evaluate(f"document.getElementById('{place}').scrollIntoView({{behavior: 'instant'}})")
    here = tab.evaluate(HERE)
    tab.locator("#switch").press("Enter")  # a click would scroll to the top first
    tab.wait_for_url(f"**#{here}")
    assert f"/{OTHER[reader.language]}/{Path(chapter).name}#{here}" in tab.url
    assert tab.locator(f'[id="{here}"]').count() == 1


@pytest.mark.parametrize(
    ("chapter", "which"),
    [
        *((chapter, slice(3, 4)) for chapter in ("book/zh/roc-auc.html", "book/en/errata.html")),
        *(pytest.param(chapter, slice(None), marks=SLOW) for chapter in CHAPTERS),
    ],
)
def test_the_switch_leads_to_the_same_place(reader, chapter, which):
    sections = reader.open(chapter).locator("main section section[id]")
    for place in sections.evaluate_all("sections => sections.map(s => s.id)")[which]:
        follow_the_switch(reader, chapter, place)
    assert reader.faults == []


def test_the_colours_are_the_readers(reading):
    with reading(theme="dark") as reader:
        tab = reader.open("book/index.html")
        assert tab.get_attribute("html", "data-theme") == "dark"
        tab.locator("#mode").click()
        tab = reader.open("book/en/roc-auc.html")
        assert tab.get_attribute("html", "data-theme") == "light", "the choice is kept"


@pytest.mark.parametrize("page", ["book/zh/roc-auc.html", "book/en/exercises.html"])
def test_on_paper_only_what_paper_can_do(reader, page):
    tab = reader.open(page)
    tab.emulate_media(media="print")
    for part in ("header", "nav", ".tools", "input[type=range]", ".code-fold:not([open]) summary"):
        assert not any(e.is_visible() for e in tab.locator(part).all()), part
    for box in tab.locator(".mk-explorer").all():
        assert box.locator(".mk-picture svg").is_visible()
        for control in box.locator(".mk-control").all():  # says its setting, and no other
            said = [e for e in control.locator("output, label > span").all() if e.is_visible()]
            assert len(said) == 1
    question = tab.locator("article details:not([class])").first
    assert question.locator("> summary").is_visible()
    assert not question.locator("p, div").first.is_visible()


def test_the_package_is_where_the_install_line_says(reader):
    line = reader.open("book/en/error-overfitting.html").locator("#install").inner_text()
    place = re.fullmatch(r'pip install --find-links (file://\S+) "mlevalkit\[notebook\]"', line)[1]
    folder = Path(unquote(urlparse(place).path))
    (wheel,) = folder.glob("mlevalkit-*-py3-none-any.whl")
    assert f'href="{wheel.name}"' in (folder / "index.html").read_text(encoding="utf-8")
    assert {"mlevalkit/__init__.py", "mlevalkit/py.typed"} <= set(ZipFile(wheel).namelist())


@pytest.mark.parametrize(
    ("page", "anchor"),
    [("book/en/roc-compare.html", "balance"), ("book/zh/cost-curves.html", "curve"),
     ("book/zh/formulas.html", "section-2-4-3"), ("book/en/errata.html", "e42")],
)  # fmt: skip
def test_a_deep_link_lands_on_its_place(reading, page, anchor):
    """At once, also where the processor is six times slower; and the contents mark that place."""
    with reading(width=375 if "/zh/" in page else 1280) as reader:
        reader.slow_down(6)
        tab = reader.open(page, f"#{anchor}")
        top = f"document.getElementById('{anchor}').getBoundingClientRect().top"
        assert 56 <= tab.evaluate(top) <= 90
        assert tab.evaluate(HERE) == anchor or page.endswith("errata.html")


def test_a_notebook_is_downloaded_from_a_folder_too(reader):
    """A browser shows the text of a file that a link in a folder leads to."""
    tab = reader.open("book/zh/roc-auc.html")
    for n, name in enumerate(["roc-auc.ipynb", "mlevalkit-zh.zip"]):
        with tab.expect_download() as download:
            tab.locator(".tools a[download]").nth(n).click()
        assert download.value.suggested_filename == name
    assert tab.url.endswith("roc-auc.html")


# Page, what is seen, what is not, and a fold with what it hides.
WITHOUT_SCRIPTS = [
    ("book/en/decisions.html", ["#measure table"], [".mk-chooser"], None),
    ("book/en/tuning.html", ["#nested > p", "#nested > h2 > .further-mark"], ["#textbook"], None),
    ("book/en/roc-auc.html", [".cell pre:has-text('ripe = np.array')"],
     ["textarea", "dialog", "[data-live]"], None),
    ("book/zh/roc-auc.html", ["[data-guess='']"], ["[data-skip]"], ("[data-guess=answer]", "p")),
    ("book/en/unequal-costs.html", ["[data-guess='']"], ["[data-skip]"],
     ("[data-guess=answer]", "p")),
    ("book/en/pr-curves.html", ["form:has-text('mails')"],
     ["form.mk-problem input", "form.mk-problem button"],
     ("form.mk-problem .mk-solution", ".mk-working")),
]  # fmt: skip


@pytest.mark.parametrize(("page", "seen", "unseen", "fold"), WITHOUT_SCRIPTS)
def test_without_scripts_all_can_be_read(reading, page, seen, unseen, fold):
    with reading(java_script_enabled=False) as reader:
        tab = reader.tab
        tab.goto(f"file://{reader.book.html / page}")
        assert [place for place in seen if not tab.locator(place).first.is_visible()] == []
        assert [place for place in unseen if tab.locator(place).filter(visible=True).count()] == []
        if fold:
            box, inside = tab.locator(fold[0]).first, fold[1]
            assert not box.locator(inside).first.is_visible()
            box.locator("summary").first.click()
            assert box.locator(inside).first.is_visible()
