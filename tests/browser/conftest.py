"""A real browser with the network cut, and the built book."""

import os
from contextlib import contextmanager
from functools import partial

import pytest
from built_book import PAGES, built_book, in_turn
from live_page import ROC, LivePage, Watched, served

from teaching.papers.browser import find_browser

# What a page runs: they act when they are imported, which looking for docstrings would do.
collect_ignore = ["live_files.py", "live_numbers.py"]

SETTLED = """
async () => {
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
"""
DRAWN = """
(box) => window.bookExplorers?.[`${box.dataset.explorer}-${box.lang.slice(0, 2)}`] !== undefined
"""
REPORTS = {}


def without(reason):
    """Skip, but not where .ci/run promises that nothing is skipped."""
    if os.environ.get("MLEVALKIT_BROWSER") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marker
def pytest_collection_modifyitems(items):
    """Mark what needs a browser; a first look is part of the quickest ring."""
    for item in items:
        needs_browser = {"chromium", "firefox"} & {*getattr(item, "fixturenames", ())}
        if needs_browser and item.path.name != "test_first_look.py":
            item.add_marker("browser")


@pytest.fixture(scope="session")
def report():
    """Return what adds a line to a table that is printed after the tests."""
    return lambda heading, line: REPORTS.setdefault(heading, []).append(line)


def pytest_terminal_summary(terminalreporter):
    for heading, lines in REPORTS.items():
        terminalreporter.write_sep("-", heading)
        terminalreporter.write_line("\n".join(lines))


@pytest.fixture(scope="session")
def book():
    return built_book()


@pytest.fixture(scope="session")
def chromium():
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        without("playwright is not installed")
    own = find_browser()
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=own, args=["--no-sandbox"])
        except Error as error:
            without(f"no Chromium: {error}")
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def runtime():
    """Return the module that packs Python for the pages: mlevalkit_book/live/runtime/pack.py."""
    from mlevalkit_book.live.runtime import pack

    if missing := pack.available():
        without(missing)
    return pack


@pytest.fixture
def firefox():
    """Return a window of Firefox."""
    from firefox import firefox, installed

    if not installed():
        without("Firefox is not installed")
    with firefox() as tab:
        yield tab


class Reader(Watched):
    """Opens pages from the folder of the book."""

    def __init__(self, book, context):
        super().__init__(context, "file:")
        self.book = book
        self.tab.on("console", lambda m: m.type == "error" and self.faults.append(m.text))

    def open(self, page, anchor=""):
        self.page = page
        self.tab.goto(f"file://{self.book.html / page}{anchor}")
        self.settle()
        return self.tab

    def settle(self):
        """Wait until the formulas are set, in their own letters, and wide ones have their box."""
        self.tab.evaluate(SETTLED)

    def come_to(self, box):
        """Scroll to an explorer and wait for its drawings; return it."""
        box.scroll_into_view_if_needed()
        self.tab.wait_for_function(DRAWN, arg=box.element_handle())
        self.settle()
        return box

    def explorer(self, name=""):
        """Return the first explorer of the page, or the first of a name, with its drawings."""
        kind = f"|={name}" if name else ""
        return self.come_to(self.tab.locator(f".mk-explorer[data-explorer{kind}]").first)

    def widen(self, width):
        self.tab.set_viewport_size({"width": width, "height": 900})

    def slow_down(self, times):
        """Let the processor take so many times as long."""
        session = self.tab.context.new_cdp_session(self.tab)
        session.send("Emulation.setCPUThrottlingRate", {"rate": times})

    def show(self, width, theme):
        """Change the window's width and the colours of the page that is open."""
        self.widen(width)
        self.tab.locator("html").evaluate("(html, to) => { html.dataset.theme = to }", theme)
        self.settle()

    @property
    def language(self):
        return "en" if "/en/" in self.page or self.page == "search-en.html" else "zh-CN"


@contextmanager
def window(book, chromium, width=1280, height=900, theme="light", **options):
    options = {"bypass_csp": True, **options}  # Playwright waits by eval, which pages forbid
    context = chromium.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, offline=True, **options
    )
    try:
        yield Reader(book, context)
    finally:
        context.close()


@pytest.fixture(scope="session", params=in_turn(PAGES))
def visit(request, book, chromium):
    """Return a reader who has opened a page; the page stays open for all tests that look at it."""
    with window(book, chromium) as reader:
        reader.open(request.param)
        yield reader


@pytest.fixture
def resized(visit):
    """Return the reader of `visit`, whose window gets its width back after the test."""
    yield visit
    visit.widen(1280)


@pytest.fixture
def reading(book, chromium):
    """Return what opens a window of a given size and colours."""
    return partial(window, book, chromium)


@pytest.fixture
def reader(reading):
    with reading() as reader:
        yield reader


# -- live pages ---------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def site(book):
    """Return the address of a plain web server for the book."""
    if not (book.html / "_static/live/python/runtime.js").is_file():
        pytest.fail("the book was built without live cells")
    with served(book.html) as address:
        yield address


@pytest.fixture(scope="session")
def browsers(chromium, site):
    """Return what opens a page in a browser of its own: nothing is stored there yet."""
    contexts = []

    def opened(page=ROC, **options):
        options = {"viewport": {"width": 1280, "height": 900}, "bypass_csp": True, **options}
        contexts.append(chromium.new_context(**options))
        return LivePage(contexts[-1], site).open(page)

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def fresh(browsers):
    page = browsers()
    yield page
    assert page.faults == []
    page.tab.context.close()


@pytest.fixture
def untouched(chromium, site):
    """Return a page of which nothing has been used yet."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    page = LivePage(context, site)
    page.tab.goto(f"{site}/{ROC}")
    yield page
    assert page.faults == []
    context.close()


@pytest.fixture(scope="session")
def started(browsers):
    page = browsers()
    page.run("ten-data")
    yield page
    assert page.faults == []


@pytest.fixture
def live(started):
    """Return the page on ROC with Python started, one for all tests; each finds it unchanged."""
    started.tab.evaluate("liveBook.cells.forEach((cell) => cell.restore())")
    return started
