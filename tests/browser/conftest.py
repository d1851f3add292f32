"""A real browser with the network cut, and the built book."""

import os
import shutil
from contextlib import contextmanager
from functools import partial

import pytest
from built_book import PAGES, built_book

PLACES = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")


def without(reason):
    """Skip, but not where CI promises that nothing is skipped."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def book():
    return built_book()


@pytest.fixture(scope="session")
def chromium():
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        without("playwright is not installed")
    own = next((path for path in map(shutil.which, PLACES) if path), None)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=own, args=["--no-sandbox"])
        except Error as error:
            without(f"no Chromium: {error}")
        yield browser
        browser.close()


class Reader:
    """Opens pages from the folder of the book, and notes what no page may do."""

    def __init__(self, book, context):
        self.book = book
        self.tab = context.new_page()
        self.faults = []
        self.loaded = set()
        self.tab.on("request", self._note_request)
        self.tab.on("console", lambda m: m.type == "error" and self.faults.append(m.text))
        self.tab.on("pageerror", lambda error: self.faults.append(str(error)))

    def _note_request(self, request):
        self.loaded.add(request.url)
        if not request.url.startswith(("file:", "data:", "blob:")):
            self.faults.append(f"asks for {request.url}")

    def open(self, page, anchor=""):
        """Open a page and wait until its formulas are set."""
        self.page = page
        self.tab.goto(f"file://{self.book.html / page}{anchor}")
        self.tab.evaluate("window.MathJax?.startup?.promise?.then(() => null)")
        return self.tab

    @property
    def language(self):
        return "en" if "/en/" in self.page or self.page == "search-en.html" else "zh-CN"


@contextmanager
def window(book, chromium, width=1280, height=900, theme="light", **options):
    context = chromium.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, offline=True, **options
    )
    try:
        yield Reader(book, context)
    finally:
        context.close()


@pytest.fixture(scope="session", params=PAGES)
def visit(request, book, chromium):
    """Return a reader who has opened a page; the page stays open for all tests that look at it."""
    with window(book, chromium) as reader:
        reader.open(request.param)
        yield reader


@pytest.fixture
def reading(book, chromium):
    """Return what opens a window of a given size and colours."""
    return partial(window, book, chromium)


@pytest.fixture
def reader(reading):
    with reading() as reader:
        yield reader
