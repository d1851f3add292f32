"""Explorers on a page without a kernel: every setting has been drawn, and a slider chooses.

An explorer's own HTML (in a notebook's output, or from the directive ``{explorer} NAME``) is a
placeholder. When its page is written, controls and the first picture take its place. The other
pictures go into one script per explorer, cut into lines that are stored once each.
"""

import json
import re
from pathlib import Path

from book_drawings import drawings, explorer_sources
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from mlevalkit import explorers
from mlevalkit._workings import Sentence, typeset
from mlevalkit.explorers._markup import are_wide, panel_html

PLACE = re.compile(
    r'<div class="mk mk-explorer" data-explorer="(\w+)" data-at="([\d ]+)">'
    r".*?<!-- /mk-explorer -->",
    re.DOTALL,
)


class ExplorerDirective(SphinxDirective):
    """``{explorer} NAME``: an explorer in a page that is no notebook."""

    required_arguments = 1

    def run(self):
        explorer = getattr(explorers, self.arguments[0])()
        for path in explorer_sources(explorer.name):
            self.env.note_dependency(str(path))
        return [nodes.raw("", explorer._repr_html_(), format="html")]


def picture_of(data, k):
    return "\n".join(data["texts"][i] for i in data["states"][k]["picture"])


def texts_of(data, k, part):
    return [data["texts"][i] for i in data["states"][k][part]]


# -- the page ---------------------------------------------------------------------------------


def explorer_html(explorer, data, at, serial):
    sizes = [len(p.values) for p in explorer.parameters]
    k = 0
    for i, size in zip(at, sizes, strict=True):
        k = k * size + i
    setting = {p.name: p.values[i] for p, i in zip(explorer.parameters, at, strict=True)}
    numbers = {i for state in data["states"] for i in state["numbers"]}
    return panel_html(
        explorer,
        at,
        explorer.view(**setting),
        group=f"{explorer.name}-{serial}",
        attributes=f'data-explorer="{explorer.name}" data-sizes="{sizes}"',
        picture=picture_of(data, k),
        alt=Sentence(*texts_of(data, k, "alt")),
        wide=are_wide(explorer.first, [data["texts"][i] for i in numbers]),
    )


def fill_places(app, pagename, templatename, context, doctree):
    """Put the explorers of a page in their places, and load their scripts there only."""
    used = []

    def fill(place):
        name, at = place[1], [int(i) for i in place[2].split()]
        if name not in app.explorer_data:
            app.explorer_data[name] = drawings(name)
            write_script(app, name)
        used.append(name)
        explorer, data = getattr(explorers, name)(), app.explorer_data[name]
        return explorer_html(explorer, data, at, len(used))

    if PLACE.search(context.get("body", "")):
        context["body"] = PLACE.sub(fill, context["body"])
        context["explorers"] = sorted(set(used))
        for name in context["explorers"]:
            app.add_js_file(f"explorers/{name}.js")
        app.add_js_file("book-explorers.js", priority=600)


def write_script(app, name):
    """Write the settings of an explorer, before Sphinx takes the script's checksum."""
    folder = Path(app.outdir, "_static", "explorers")
    folder.mkdir(parents=True, exist_ok=True)
    data = app.explorer_data[name]
    said = {i for state in data["states"] for i in state["alt"]}
    texts = [typeset(text) if i in said else text for i, text in enumerate(data["texts"])]
    text = json.dumps(data | {"texts": texts}, ensure_ascii=False, separators=(",", ":"))
    (folder / f"{name}.js").write_text(
        f"(window.bookExplorers ??= {{}}).{name} = {text};\n", encoding="utf-8"
    )


def start(app):
    app.explorer_data = {}


def setup(app):
    app.add_directive("explorer", ExplorerDirective)
    app.connect("builder-inited", start)
    app.connect("html-page-context", fill_places)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
