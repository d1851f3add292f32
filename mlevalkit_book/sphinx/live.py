"""Live pages: the code cells of a notebook can be changed and run where they are read.

The page half stands in ``live/page``, the Python it runs in ``live/runtime``. Without that runtime
(the extra ``live``) the book is built without live cells, and one line says so.
"""

import ast
import json
from pathlib import Path
from shutil import copy

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from mlevalkit_book.live.runtime import pack
from mlevalkit_book.notebooks import read
from mlevalkit_book.paths import LIVE, PARTS, ROOT
from mlevalkit_book.sphinx.explorers import is_live
from mlevalkit_book.sphinx.places import edition
from mlevalkit_book.sphinx.tables import table
from mlevalkit_book.words import COMMA, words

PAGE = LIVE / "page"
START = ("words", "start")  # with every page, in its language
SCRIPTS = (  # when something of it is used
    "code", "complete", "output", "bar", "lent", "session", "dependents", "cell", "explorers",
    "files", "notebook", "turning", "live", "own",
)  # fmt: skip
OF_EXPLORERS = ("explorer-guess.js", "book-explorers.js")
VENDOR = LIVE / "vendor"
EDITOR = {"name": "CodeMirror", "version": "6", "licence": "MIT", "file": "../codemirror.txt"}
OWN_SCRIPTS = {"evaluate": "evaluate"}  # scripts that one page has, by its name
# What a page calls, and what that imports.
SHARED = ("__init__.py", "paths.py", "words.py", "words.toml")
MODULES = (*(PARTS / name for name in SHARED), *sorted(LIVE.glob("*.py")))
PYTHON = "live/python"  # in _static
LARGE = {"numpy", "scipy", "pandas", "sklearn", "matplotlib", "mlevalkit"}

SAID, LICENCES = words("live"), words("licences")

logger = logging.getLogger(__name__)


def load_runtime(app):
    """Find out whether the pages can be live, and say it if they cannot."""
    if missing := pack.available():
        logger.info("The pages are built without live cells: %s", missing)
        return
    app.book.live = pack.ship(Path(app.outdir, "_static", PYTHON), ROOT / "mlevalkit", MODULES)
    app.book.live["licences"].append(EDITOR)
    write_scripts(Path(app.outdir, "_static", "live"))


def runtime_facts(app):
    """Return what every live page tells of the runtime; a change of it writes all pages again."""
    if not app.book.live:
        return {}
    live = app.book.live
    versions = ", ".join(f"{name} {number}" for name, number in live["versions"].items())
    size = round(live["bytes"], -5)  # shown in MB: not every edit of the library changes it
    return {"script": live["script"], "bytes": size, "versions": versions}


def notebook(app, pagename):
    return read(app.env.doc2path(pagename))


def code_cells(book):
    """Return the names of the cells that the page shows, in their order."""
    cells = [cell for cell in book.cells if cell.cell_type == "code" and cell.source.strip()]
    return [cell.id for cell in cells if "remove-cell" not in cell.metadata.get("tags", [])]


def imports_of(book):
    """Return the statements by which the cells of a page import large packages, each once."""
    found = {}
    for cell in book.cells:
        if cell.cell_type != "code":
            continue
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                statement = ast.unparse(node)
                if statement.split()[1].split(".")[0] in LARGE:
                    found[statement] = True
    return list(found)


def make_live(app, pagename, templatename, context, doctree):
    """Give a page its live cells: what they are called, where Python lies, and the scripts."""
    if doctree is None or not is_live(app, pagename):
        return
    lang = edition(pagename)
    own = relative_uri(app.builder.get_target_uri(pagename), "_static/")
    drawn = [] if context.get("explorers") else [f"../{name}" for name in OF_EXPLORERS]
    own_script = [OWN_SCRIPTS[name] for name in OWN_SCRIPTS if pagename.endswith(f"/{name}")]
    parts = [*drawn, "../book-frame.js", *(f"{name}.js" for name in ("page", *own_script))]
    page = {
        "name": pagename.removeprefix("book/"),
        "language": lang,
        "cells": code_cells(notebook(app, pagename)),
        "imports": imports_of(notebook(app, pagename)),
        "base": f"{own}{PYTHON}/",
        "parts": [f"{part}?v={app.book.stamp}" for part in parts],
        **runtime_facts(app),
    }
    context["live"] = json.dumps(page, ensure_ascii=False).replace("</", r"<\/")
    app.add_css_file("live/live.css")
    app.add_js_file(f"live/start-{lang}.js", priority=700)


class Licences(SphinxDirective):
    """``{live-licences}``: what the live pages bring along, under which licence, and what not."""

    def run(self):
        self.env.note_reread()  # what is installed, no file says
        lang = edition(self.env.docname)
        say = LICENCES[lang]
        live = self.env.app.book.live
        if not live:
            return [nodes.paragraph("", say["missing"])]
        own = relative_uri(f"{self.env.docname}.html", f"_static/{PYTHON}/")
        rows = (
            (part["name"], part["version"], [link(part["licence"], f"{own}{part['file']}")])
            for part in live["licences"]
        )
        absent = {
            kind: COMMA[lang].join(name for name in names if not name.startswith("_"))
            for kind, names in live["left_out"].items()
        }
        left_out = nodes.paragraph("", say["left_out"].format(**absent))
        return [table(say["heads"], rows, (40, 20, 40), "mk-trust"), left_out]


def link(text, target):
    return nodes.reference("", text, refuri=target, internal=True)


def write_scripts(folder):
    """Write scripts and style sheet, before Sphinx takes their checksums."""
    copy(PAGE / "live.css", folder)
    for path in (*(PAGE / f"{name}.js" for name in OWN_SCRIPTS.values()), *VENDOR.iterdir()):
        copy(path, folder)
    (folder / "page.js").write_text(joined(SCRIPTS), encoding="utf-8")
    for lang, words_of in SAID.items():
        said = json.dumps(words_of, ensure_ascii=False)
        text = joined(START).replace("WORDS", said, 1)
        (folder / f"start-{lang}.js").write_text(text, encoding="utf-8")


def joined(names):
    return "".join((PAGE / f"{name}.js").read_text(encoding="utf-8") for name in names)
