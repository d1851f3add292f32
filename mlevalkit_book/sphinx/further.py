"""What goes beyond the textbook's chapter: marked at its heading, and folded where a reader wishes.

The tag ``further`` on a cell that begins with a heading marks the section below it; on a page's
first cell, the whole page. What has no such mark is core: the textbook's chapter has it. The words
are added when a page is written, so that contents, links and the search show the heading alone;
the folding is the theme's, in book.css and book.js.
"""

import json
from pathlib import Path

from docutils import nodes

from mlevalkit_book.sphinx.frame import edition
from mlevalkit_book.sphinx.words import WORDS

TAG = "further"


def further_cells(path):
    """Return the ids of a notebook's cells that have the tag."""
    cells = json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
    return {cell["id"] for cell in cells if TAG in cell["metadata"].get("tags", [])}


def mark_sections(app, doctree):
    """Give the sections that begin with such a cell a class; `anchors` has named them."""
    path = str(app.env.doc2path(app.env.docname))
    wanted = further_cells(path) if path.endswith(".ipynb") else ()
    for section in doctree.findall(nodes.section):
        if section["ids"] and section["ids"][0] in wanted:
            section["classes"].append(TAG)
            if section.parent is doctree:
                app.env.metadata[app.env.docname][TAG] = "yes"


def say_so(app, doctree, docname):
    for section in doctree.findall(nodes.section):
        if TAG in section["classes"]:
            word = nodes.inline("", WORDS[edition(docname)][TAG], classes=["further-mark"])
            section[0].extend([nodes.Text(" "), word])


def further_pages(env):
    """Return the names of the pages that are beyond the textbook as a whole."""
    return {page for page, meta in env.metadata.items() if TAG in meta}


def page_context(app, pagename, templatename, context, doctree):
    context["further"] = further_pages(app.env)


def setup(app):
    app.connect("doctree-read", mark_sections)
    app.connect("doctree-resolved", say_so)
    app.connect("html-page-context", page_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
