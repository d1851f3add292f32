"""Live pages: the code cells of a notebook can be changed and run where they are read.

The page half stands in ``book/live/page``, the Python that it runs in ``book/live/runtime``. Without
that runtime (the extra ``live``) the book is built without live cells, and one line says so.
"""

import json
import sys
from pathlib import Path, PurePosixPath
from shutil import copy

import nbformat
from book_frame import edition
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "book/live/page"
SCRIPTS = (
    "code", "output", "bar", "session", "cell", "explorers", "files", "notebook", "live",
)  # fmt: skip
LANGUAGES = ("en", "zh")  # as the words stand in words.json
PYTHON = "live/python"  # in _static

sys.path.append(str(ROOT / "book/live/runtime"))

logger = logging.getLogger(__name__)


def load_runtime(app):
    """Find out whether the pages can be live, and say it if they cannot."""
    app.live = None
    if app.builder.format != "html":
        return
    import pack

    if missing := pack.available():
        logger.info("The pages are built without live cells: %s", missing)
        return
    app.live = pack.ship(Path(app.outdir, "_static", PYTHON), ROOT / "mlevalkit")


def is_live(app, pagename):
    return bool(app.live) and app.env.doc2path(pagename).endswith(".ipynb")


def notebook(app, pagename):
    return nbformat.read(app.env.doc2path(pagename), as_version=4)


def code_cells(book):
    """Return the names of the cells that the page shows, in their order."""
    cells = [cell for cell in book.cells if cell.cell_type == "code" and cell.source.strip()]
    return [cell.id for cell in cells if "remove-cell" not in cell.metadata.get("tags", [])]


def make_live(app, pagename, templatename, context, doctree):
    """Give a page its live cells: what they are called, where Python lies, and the scripts."""
    if doctree is None or not is_live(app, pagename):
        return
    lang = edition(pagename)
    own = relative_uri(app.builder.get_target_uri(pagename), "_static/")
    versions = app.live["versions"]
    page = {
        "name": pagename.removeprefix("book/"),
        "language": lang,
        "cells": code_cells(notebook(app, pagename)),
        "base": f"{own}{PYTHON}/",
        "script": app.live["script"],
        "bytes": app.live["bytes"],
        "versions": ", ".join(f"{name} {number}" for name, number in versions.items()),
        "notebook": f"{own}live/notebooks/{pagename.removeprefix('book/')}.js",
    }
    context["live"] = json.dumps(page, ensure_ascii=False).replace("</", r"<\/")
    app.add_css_file("live/live.css")
    app.add_js_file("book-explorers.js", priority=600)
    for name in (f"words-{lang}", *SCRIPTS):
        app.add_js_file(f"live/{name}.js", priority=700)


def write_words(folder):
    """Write the words of each language as a script."""
    words = json.loads((PAGE / "words.json").read_text(encoding="utf-8"))
    for i, lang in enumerate(LANGUAGES):
        own = json.dumps({key: texts[i] for key, texts in words.items()}, ensure_ascii=False)
        code = (PAGE / "words.js").read_text(encoding="utf-8").replace("WORDS", own, 1)
        (folder / f"words-{lang}.js").write_text(code, encoding="utf-8")


def write_notebook(app, pagename, folder):
    """Write a notebook without its outputs as a script, which a page may load from a folder."""
    book = notebook(app, pagename)
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    path = folder / f"{PurePosixPath(pagename).relative_to('book')}.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"liveBook.notebook = {json.dumps(book, ensure_ascii=False)};\n", "utf-8")


def write_files(app, exception):
    if exception or not app.live:
        return
    folder = Path(app.outdir, "_static", "live")
    for path in [PAGE / "live.css", *(PAGE / f"{name}.js" for name in SCRIPTS)]:
        copy(path, folder)
    write_words(folder)
    for pagename in app.env.found_docs:
        if is_live(app, pagename):
            write_notebook(app, pagename, folder / "notebooks")


def setup(app):
    app.connect("builder-inited", load_runtime)
    app.connect("html-page-context", make_live)
    app.connect("build-finished", write_files)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
