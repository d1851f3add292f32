"""What goes beyond the core of the course: marked where it stands, and folded on request.

The tag ``further`` marks what its cell begins: the whole page on the title's cell, a section on a
heading's, and on any other cell that cell alone (a line of a summary, an exercise). What has no
such mark is core. The words are added when a page is written, so that contents, links and the
search show the text alone; the folding is the theme's, in book.css and book.js.
"""

import json
import re
from itertools import groupby
from pathlib import Path

from docutils import nodes

from mlevalkit_book.sphinx.anchors import CELL, cell_ids
from mlevalkit_book.sphinx.frame import edition
from mlevalkit_book.sphinx.words import WORDS

TAG = "further"


def read_cells(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))["cells"]


def is_tagged(cell):
    return TAG in cell["metadata"].get("tags", [])


def further_cells(path):
    """Return the ids of a notebook's cells that have the tag."""
    return {cell["id"] for cell in read_cells(path) if is_tagged(cell)}


def core_cells(cells):
    """Return those cells of a notebook that are in no further part."""
    core, fold = [], 0  # the level of the heading that began a further section
    for cell in cells:
        is_text = cell["cell_type"] == "markdown"
        heading = re.match("#+(?= )", "".join(cell["source"])) if is_text else None
        if heading and len(heading[0]) <= fold:
            fold = 0
        if heading and is_tagged(cell) and not fold:
            fold = len(heading[0])
        if not fold and not is_tagged(cell):
            core.append(cell)
    return core


def mark_page(app, doctree):
    """Mark sections and cells; `anchors` has named the sections after their cells."""
    path = str(app.env.doc2path(app.env.docname))
    wanted = further_cells(path) if path.endswith(".ipynb") else set()
    for section in doctree.findall(nodes.section):
        if section["ids"] and section["ids"][0] in wanted:
            section["classes"].append(TAG)
            if section.parent is doctree:
                app.env.metadata[app.env.docname][TAG] = "yes"
    ids = cell_ids(Path(path))
    for section in list(doctree.findall(nodes.section)):
        box_cells(section, ids, wanted)


def box_cells(section, ids, wanted):
    """Put what a section has of each tagged cell into a box, which can fold."""
    cell, owners = None, []
    for node in section.children:
        if isinstance(node, nodes.section):
            cell = None
        elif node.line and 0 < node.line // CELL <= len(ids):  # a node without a line follows
            cell = ids[node.line // CELL - 1]
        owners.append(cell)
    if not wanted.intersection(set(owners) - set(section["ids"])):
        return
    parts = groupby(zip(owners, section.children, strict=True), key=lambda pair: pair[0])
    children = []
    for owner, pairs in parts:
        found = [node for _, node in pairs]
        if owner in wanted and owner not in section["ids"]:
            found = [nodes.container("", *found, classes=[TAG])]
        children += found
    section.children = []
    section.extend(children)


def say_so(app, doctree, docname):
    def mark():
        return nodes.inline("", WORDS[edition(docname)][TAG], classes=["further-mark"])

    for section in doctree.findall(nodes.section):
        if TAG in section["classes"]:
            section[0].extend([nodes.Text(" "), mark()])
    for box in doctree.findall(nodes.container):
        if TAG in box["classes"]:
            box.insert(0, mark())


def further_pages(env):
    """Return the names of the pages that are beyond the core as a whole."""
    return {page for page, meta in env.metadata.items() if TAG in meta}


def page_context(app, pagename, templatename, context, doctree):
    context["further"] = further_pages(app.env)


def setup(app):
    app.connect("doctree-read", mark_page)
    app.connect("doctree-resolved", say_so)
    app.connect("html-page-context", page_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
