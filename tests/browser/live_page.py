"""A page with live cells, as a reader uses it."""

import copy
import re
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROC, MCNEMAR = "book/en/roc-auc.html", "book/zh/mcnemar.html"
FIRST = "ten-data"  # a cell near the top of the page on ROC, which shows nothing
ENDLESS = "while True:\n    pass"
START = 120_000  # ms: a busy machine takes its time to start Python


@contextmanager
def served(folder, asked=None):
    """Yield the address of a plain web server for a folder, which notes what it is asked for."""
    asked = [] if asked is None else asked

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            asked.append(self.path.strip("/"))

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def memory(browser):
    """Return the bytes that the largest tab of a browser holds; None where Linux does not say."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    places = [Path(f"/proc/{p['id']}/smaps_rollup") for p in found if p["type"] == "renderer"]
    texts = [place.read_text() for place in places if place.exists()]
    sizes = [int(re.search(r"^Pss: +(\d+) kB", text, re.MULTILINE)[1]) for text in texts]
    return max(sizes) * 1024 if sizes else None


class Watched:
    """One tab, which notes what a page loads and what no page may do."""

    def __init__(self, context, address):
        self.tab = context.new_page()
        self.address = address
        self.faults, self.loaded = [], []
        self.tab.on("pageerror", lambda error: self.faults.append(str(error)))
        self.tab.on("request", self._note)

    def _note(self, request):
        self.loaded.append(request.url)
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"asks for {request.url}")


class LivePage(Watched):
    """Cells by their names, and what the page says."""

    def open(self, page):
        self.tab.goto(f"{self.address}/{page}")
        return self.load()

    def load(self):
        """Bring the scripts that a first click would bring."""
        self.tab.wait_for_function("window.liveBook?.load")
        self.tab.evaluate("liveBook.load()")
        return self

    def turn(self, link):
        """Follow a link while Python runs; return the page that is shown then, in its frame."""
        self.tab.locator(link).first.click()
        return self.turned()

    def turned(self):
        window = self.tab.page if hasattr(self.tab, "page") else self.tab
        page = copy.copy(self)
        page.tab = window.wait_for_selector("iframe.shown").content_frame()
        page.tab.wait_for_function("window.bookPython")
        return page

    def part(self, name):
        return self.tab.locator(f"[data-live={name}]")

    def cell(self, name):
        return self.tab.locator(f'[data-live-cell="{name}"]')

    def editor(self, name):
        return self.cell(name).locator("[data-live=editor]")

    def text(self, name):
        """Return the code of a cell as it stands in its editor, which may be a textarea or not."""
        find = "name => liveBook.cells.find((cell) => cell.id === name).editor.text"
        return self.tab.evaluate(find, name)

    def output(self, name):
        return self.cell(name).locator("[data-live=output]")

    def state(self, name):
        return self.cell(name).get_attribute("data-state")

    def write(self, name, code):
        folds = self.cell(name).locator("> details")
        folds.evaluate_all("all => all.forEach(d => { d.open = true })")
        self.editor(name).fill(code)
        if self.text(name) != code:  # after a long text CodeMirror had not drawn all that is filled
            self.tab.keyboard.press("Control+a")
            self.tab.keyboard.insert_text(code)

    def click_run(self, name):
        """Ask for a cell, and say yes when the page asks before it starts Python."""
        self.cell(name).locator("[data-live=run]").click()
        self.agree()

    def agree(self):
        """Say yes if the page asks; once Python has been started its status says something."""
        self.tab.wait_for_function(
            "document.querySelector('dialog[open]')"
            " || document.querySelector('[data-live=status]').textContent",
            timeout=START,
        )
        if self.part("confirm").is_visible():
            self.part("confirm").click()

    def wait(self, name, timeout=START):
        """Wait until a cell has run, and return its state."""
        self.tab.wait_for_function(
            "name => ['done', 'error'].includes(document.querySelector("
            "`[data-live-cell='${name}']`).dataset.state)",
            arg=name,
            timeout=timeout,
        )
        return self.state(name)

    def run(self, name, code=None):
        """Run a cell, changed or not, and return what it shows."""
        if code is not None:
            self.write(name, code)
        self.click_run(name)
        self.wait(name)
        return self.shown(name)

    def wait_for_python(self, state):
        self.tab.wait_for_function(
            "state => liveBook.session.python.state === state", arg=state, timeout=START
        )

    def wait_for_words(self, words, place="body"):
        found = "([words, place]) => document.querySelector(place).innerText.includes(words)"
        self.tab.wait_for_function(found, arg=[words, place])

    def shown(self, name):
        return self.output(name).inner_text()

    def status(self):
        return self.part("status").inner_text()
