"""Figures of the notebooks in the page itself: their text is text, their colours are the page's.

A figure's words stand in its cell's metadata: ``mystnb.figure.caption``, which everybody sees, and
``mystnb.image.alt``, which describes it to those who do not see it.
"""

import re
from html import escape, unescape
from pathlib import Path

from docutils import nodes

from mlevalkit.plots.svg import in_page_colours
from mlevalkit_book.sphinx.frame import edition

OWN_DATA = r'"mk-words">.*?lang="{}">(.*?)</span>'  # an explorer that nobody can run ahead


def put_in_page(app, doctree):
    """Replace the images that myst-nb makes of SVG outputs, before Sphinx collects them."""
    for bundle in list(doctree.findall(nodes.container)):
        if bundle.get("nb_element") != "mime_bundle":
            continue
        kinds = {part["mime_type"]: part for part in bundle.children}
        html, picture = kinds.get("text/html"), kinds.get("image/svg+xml")
        image = picture and picture.next_node(nodes.image)
        if image is None:
            continue
        drawn = Path(app.env.relfn2path(image["uri"])[1]).read_text(encoding="utf-8")
        if html and 'class="mk mk-explorer"' in html.astext():
            lang = edition(app.env.docname) or "zh"
            words = re.search(OWN_DATA.format(lang), html.astext())
            bundle.remove(picture)
            html += in_page(drawn, unescape(re.sub("<[^>]*>", "", words[1])))
        else:
            image.replace_self(in_page(drawn, image.get("alt", "")))


def in_page(drawn, words):
    """Return a figure with its words."""
    start = f'<svg role="img" aria-label="{escape(words)}"'
    svg = in_page_colours(drawn).replace("<svg", start, 1)
    return nodes.raw("", f'<div class="mk-figure">{svg}</div>', format="html")


def setup(app):
    app.connect("doctree-read", put_in_page, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
