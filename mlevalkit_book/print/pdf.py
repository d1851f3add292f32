"""Prints the built book: one PDF for each edition, with bookmarks and page numbers.

After ``jupyter-book build .``::

    python -m mlevalkit_book pdf    # _build/pdf/mlevalkit-zh.pdf, mlevalkit-zh-short.pdf, ...

Chromium sets every page, pypdf binds them. Answers that a page folds away stand at its end. The
short form leaves out the code, the problems, the pages to look things up in (reference, trust,
concordance, indexes, glossary, learners, errata), those of no use on paper, and the one for
teachers; it is set denser.
"""

from __future__ import annotations

import argparse
import re
import unicodedata
from dataclasses import dataclass, field
from html import escape
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error, sync_playwright
from pypdf import PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    Fit,
    NameObject,
    TextStringObject,
)

from mlevalkit_book.notebooks import contents
from mlevalkit_book.paths import PARTS, ROOT
from mlevalkit_book.words import WORDS
from teaching.papers.browser import find_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Playwright

Parts = list[tuple[str, list[str]]]  # caption, page names
LANGUAGE = {"zh": "zh-CN", "en": "en"}
CHANNELS = (None, "chrome", "msedge")  # Playwright's own Chromium, and where others are installed
FORMS = ("full", "short")
# Pages that the short form does without: looked up, of no use on paper, or for teachers.
LEFT_OUT = ("reference", "trust", "concordance", "formulas", "indexes", "glossary", "errata",
            "learners", "practice", "evaluate", "teaching")  # fmt: skip
PRINT = PARTS / "print"
HERE = "book:"  # the scheme of a link from page to page until both are bound
PREPARE = (PRINT / "pdf.js").read_text(encoding="utf-8")
# What Unicode does not say of its simplified radicals: the character that looks the same.
RADICALS = str.maketrans(
    "⺟⺠⻄⻅⻆⻉⻋⻓⻔⻘⻚⻛⻜⻝⻢⻣⻤⻥⻦⻨⻩⻬⻮⻰⻳",
    "母民西见角贝车长门青页风飞食马骨鬼鱼鸟麦黄齐齿龙龟",
)
PAPER_SIZE = {"width": 634, "height": 960}  # of the text on a sheet of A4, in CSS pixels
PAPER = """
@page {{ @top-left {{ content: "{title}"; }} }}
html {{ counter-reset: page {before}; }}
"""
DENSER = """
@page { margin-block: 1.9cm 1.7cm; }
body { font-size: 9.2pt; }
html:lang(en) body { line-height: 1.4; } html:lang(zh) body { line-height: 1.5; }
h1 { font-size: 17pt; } h2 { margin-top: 1.3em; font-size: 12.5pt; }
p, ul, ol { margin-bottom: .5em; }
.cell { margin: .7em 0; } div.math, .mk-line, .mk-table, .mk-explorer { margin-block: .5em; }
.cell_output img { max-height: 5.2cm; } .mk-figure svg { zoom: .5; }
.mk-picture svg { max-height: 6.5cm; }
"""  # in the short form, to save paper


@dataclass
class Sheet:
    """A printed page of the book: its PDF, its headings, and where it begins."""

    name: str
    title: str
    pdf: PdfReader
    headings: list[tuple[int, str, str]]  # level, id, text
    start: int  # pages before it
    places: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.places = {k.lstrip("/"): d for k, d in self.pdf.named_destinations.items()}

    def find(self, anchor: str) -> tuple[int, float | None]:
        """Return the page and the height of an anchor, else of the beginning."""
        place = self.places.get(anchor)
        if place is None:
            return self.start, None
        return self.start + self.pdf.get_destination_page_number(place), float(place.top)


def launch(playwright: Playwright) -> Browser:
    """Start the Chromium of this machine, else one that Playwright knows of."""
    own = find_browser()
    for channel in CHANNELS:
        try:
            return playwright.chromium.launch(
                executable_path=own, channel=None if own else channel, args=["--no-sandbox"]
            )
        except Error as error:
            said = str(error).strip().splitlines()[0]
    raise SystemExit(
        "No browser to print the book with. Install Chrome, Edge or Chromium, or let Playwright "
        f"bring one: playwright install chromium\n({said})"
    )


def without(lang: str, form: str) -> tuple[str, ...]:
    """Return how the names of the pages begin that a form leaves out."""
    return tuple(f"book/{lang}/{name}" for name in LEFT_OUT if form == "short")


def parts_of(lang: str, form: str) -> Parts:
    """Return (caption, page names) for each part of an edition."""
    left_out = without(lang, form)
    return [
        (part.caption, [page for page in part.pages if not page.startswith(left_out)])
        for part in contents()
        if part.lang == lang
    ]


# -- Chromium: from a page to a PDF ---------------------------------------------------------------


def printed(tab: Page) -> PdfReader:
    return PdfReader(BytesIO(tab.pdf(prefer_css_page_size=True, print_background=True)))


def print_page(tab: Page, html: Path, name: str, lang: str, form: str, start: int) -> Sheet:
    tab.goto((html / f"{name}.html").as_uri())
    tab.evaluate("document.fonts.ready.then(() => null)")
    root = f"{html.as_uri()}/"
    said = {"root": root, "here": HERE, "answers": WORDS[lang]["answers"]}
    said |= {"code": form == "full", "leftOut": without(lang, form)}
    headings = [tuple(h) for h in tab.evaluate(PREPARE, said)]
    title = headings[0][2]
    style = PAPER.format(title=title.replace('"', r"\""), before=start)
    tab.add_style_tag(content=style + DENSER * (form == "short"))
    return Sheet(name, title, printed(tab), headings, start)


def print_cover(tab: Page, html: Path, lang: str, parts: Parts, sheets: list[Sheet]) -> PdfReader:
    """Print the title and the contents, made from the front page."""
    tab.goto((html / "book/index.html").as_uri())
    titles = {"zh": "main h1", "en": "main .subtitle"}
    title = tab.locator(titles[lang]).inner_text().replace("#", "").strip()
    words, known = WORDS[lang], {sheet.name: sheet for sheet in sheets}
    lines = []
    for caption, pages in parts:
        lines.append(f'<p class="part">{escape(caption)}</p><ol>')
        for sheet in map(known.get, pages):
            link = f'<a href="{HERE}{sheet.name}">{escape(sheet.title)}</a>'
            lines.append(f'<li data-at="{sheet.start + 1}">{link}</li>')
        lines.append("</ol>")
    mark = (html / "_static/mark.svg").as_uri()
    body = (
        f'<div class="cover"><img class="mark" src="{mark}" alt=""><h1>{escape(title)}</h1>'
        f'<p>{words["about"]}</p><p class="colophon">mlevalkit {version("mlevalkit")}<br>'
        f"{words['licence']}</p></div>"
        f'<div class="bound"><h2>{words["contents"]}</h2>{"".join(lines)}</div>'
    )
    tab.locator("html").evaluate("(html, lang) => { html.lang = lang }", LANGUAGE[lang])
    tab.locator("body").evaluate("(all, body) => { all.innerHTML = body }", body)
    tab.add_style_tag(path=PRINT / "pdf.css")
    return printed(tab)


# -- pypdf: from PDFs to a book -------------------------------------------------------------------


def bind(cover: PdfReader, sheets: list[Sheet], lang: str, parts: Parts) -> PdfWriter:
    """Return all pages with page numbers, bookmarks and links from page to page."""
    book, front = PdfWriter(), len(cover.pages)
    for pdf in (cover, *(sheet.pdf for sheet in sheets)):
        book.append(pdf, import_outline=False)
    for name in ("/Names", "/Dests"):  # each page had its own; links go by place, not by name
        book.root_object.pop(name, None)
    book.set_page_label(0, front - 1, style=PageLabelStyle.LOWERCASE_ROMAN)
    book.set_page_label(front, len(book.pages) - 1, style=PageLabelStyle.DECIMAL)
    join_links(book, sheets, front)
    add_bookmarks(book, sheets, front, parts)
    mend_text(book)
    book.root_object[NameObject("/Lang")] = TextStringObject(LANGUAGE[lang])
    book.page_mode = "/UseOutlines"
    book.add_metadata({"/Title": f"mlevalkit: {WORDS[lang]['about']}", "/Author": "mlevalkit"})
    book.compress_identical_objects(remove_duplicates=True, remove_unreferenced=True)
    return book


def join_links(book: PdfWriter, sheets: list[Sheet], front: int) -> None:
    """Let each link to a page of the book lead to its place in the PDF."""
    known = {sheet.name: sheet for sheet in sheets}
    for page in book.pages:
        for note in page.get("/Annots", []):
            link = note.get_object()
            uri = str(link.get("/A", {}).get("/URI", ""))
            if not uri.startswith(HERE):
                continue
            name, _, anchor = uri.removeprefix(HERE).partition("#")
            number, top = known[name].find(anchor) if name in known else (-front, None)
            there = book.pages[front + number].indirect_reference
            fit = Fit.xyz(top=top) if top is not None else Fit.fit()
            place = [there, NameObject(fit.fit_type), *fit.fit_args]
            action = {NameObject("/S"): NameObject("/GoTo"), NameObject("/D"): ArrayObject(place)}
            link[NameObject("/A")] = DictionaryObject(action)


def add_bookmarks(book: PdfWriter, sheets: list[Sheet], front: int, parts: Parts) -> None:
    """Add the parts, their pages and the pages' headings."""
    known = {sheet.name: sheet for sheet in sheets}
    for caption, pages in parts:
        first = front + known[pages[0]].start
        above = [book.add_outline_item(title=caption, page_number=first, bold=True, is_open=False)]
        for sheet in map(known.get, pages):
            for level, anchor, text in sheet.headings:
                number, top = sheet.find(anchor)
                del above[level:]
                mark = book.add_outline_item(
                    title=text,
                    page_number=front + number,
                    parent=above[-1],
                    fit=Fit.fit() if top is None else Fit.xyz(top=top),
                    is_open=False,
                )
                above.append(mark)


def mend_text(book: PdfWriter) -> None:
    """Let a Chinese word be found and copied.

    A font that draws a radical and a character alike (U+2F60 and U+74DC, both a melon) makes
    Chromium note the radical as the text; readers search for the character.
    """
    for font in (font for page in book.pages for font in fonts(page)):
        if "/ToUnicode" in font:
            table = font["/ToUnicode"]
            text = table.get_data().decode("latin-1")
            mended = "".join(plain_text(text))
            if mended != text:
                table.set_data(mended.encode("latin-1"))


def fonts(part: DictionaryObject) -> Iterator[DictionaryObject]:
    """Yield the fonts of a page, those of the pictures in it too."""
    resources = part.get("/Resources", DictionaryObject()).get_object()
    for font in resources.get("/Font", DictionaryObject()).get_object().values():
        yield font.get_object()
    for picture in resources.get("/XObject", DictionaryObject()).get_object().values():
        yield from fonts(picture.get_object())


def plain_text(table: str) -> Iterator[str]:
    """Yield the lines of a ToUnicode table, with characters for radicals and ligatures."""
    for line in table.splitlines(keepends=True):
        codes = re.findall(r"<([0-9A-Fa-f]+)>", line)
        if len(codes) == 2 and len(codes[1]) == 4:
            yield line.replace(f"<{codes[1]}>", f"<{plain(codes[1])}>")
        else:
            yield line


def plain(code: str) -> str:
    char = chr(int(code, 16))
    if "\u2e80" <= char <= "\u2fdf" or "\ufb00" <= char <= "\ufb06":
        text = unicodedata.normalize("NFKC", char.translate(RADICALS))
        return text.encode("utf-16-be").hex().upper()
    return code


# -- the command ----------------------------------------------------------------------------------


def make(browser: Browser, html: Path, lang: str, form: str = "full") -> PdfWriter:
    """Return an edition of the book that was built in the folder ``html``."""
    context = browser.new_context(offline=True, color_scheme="light", viewport=PAPER_SIZE)
    tab, sheets, start = context.new_page(), [], 0
    tab.emulate_media(media="print")  # so that formulas are set in the width of the paper
    parts = parts_of(lang, form)
    for name in (name for _, pages in parts for name in pages):
        sheets.append(print_page(tab, html, name, lang, form, start))
        start += len(sheets[-1].pdf.pages)
    cover = print_cover(tab, html, lang, parts, sheets)
    context.close()
    return bind(cover, sheets, lang, parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lang", nargs="*", help="zh, en; both if left out")
    parser.add_argument("--form", choices=FORMS, help="full or short; both if left out")
    parser.add_argument("--html", type=Path, default=ROOT / "_build/html")
    parser.add_argument("--to", type=Path, default=ROOT / "_build/pdf")
    arguments = parser.parse_args()
    if not (arguments.html / "book/index.html").exists():
        raise SystemExit("no built book: run `jupyter-book build .` first, or name it with --html")
    if unknown := set(arguments.lang) - set(LANGUAGE):
        raise SystemExit(f"no edition {', '.join(unknown)}: expected {' or '.join(LANGUAGE)}")

    arguments.to.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for lang in arguments.lang or LANGUAGE:
            for form in [arguments.form] if arguments.form else FORMS:
                book = make(browser, arguments.html.resolve(), lang, form)
                path = arguments.to / f"mlevalkit-{lang}{'' if form == 'full' else '-short'}.pdf"
                book.write(path)
                print(f"{path}: {len(book.pages)} pages, {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
