"""What makes the book a site that can be found and cited.

Each page has a description. Where ``html: baseurl:`` in ``_config.yml`` gives the book an address,
pages also have their full addresses in both languages, a preview with a picture, metadata for
citation, and a sitemap; where a repository is named, a link to report a mistake.
"""

import json
from pathlib import Path
from shutil import copy
from urllib.parse import quote
from zlib import crc32

from docutils import nodes

import mlevalkit
from mlevalkit_book.paths import BOOK, THEME
from mlevalkit_book.sphinx.frame import LANGUAGE, edition

AUTHOR = "The mlevalkit authors"
LICENCE = "https://creativecommons.org/licenses/by/4.0/"
LONGEST = 160  # characters of a description that a search engine shows


def description(doctree):
    """Return the first sentences of a page, as many as fit."""
    for paragraph in doctree.findall(nodes.paragraph) if doctree else []:
        outer = (nodes.table, nodes.container, nodes.list_item)
        if isinstance(paragraph.parent, outer) or not paragraph.astext().strip():
            continue
        words = " ".join(paragraph.astext().split())
        return words if len(words) <= LONGEST else words[: LONGEST - 1].rstrip() + "…"
    return None


def address(app, page):
    """Return the full address of a page."""
    return app.config.html_baseurl.rstrip("/") + "/" + app.builder.get_target_uri(page)


def page_metadata(app, pagename, templatename, context, doctree):
    about = description(doctree) or context["words"]["about"]
    found = {"description": about, "stamp": app.book_stamp}
    place = app.config.book_repository
    if place and doctree:
        title = quote(f"{pagename}: ")
        found["report"] = f"https://github.com/{place[0]}/issues/new?title={title}"
    if app.config.html_baseurl and doctree:
        found |= address_metadata(app, pagename, context, about)
    context["site"] = found


def address_metadata(app, pagename, context, about):
    lang, partner = edition(pagename), context.get("partner")
    here, base = address(app, pagename), app.config.html_baseurl.rstrip("/")
    alternates = {LANGUAGE[lang]: here} if lang else {}
    if lang and partner:
        alternates[LANGUAGE[partner[1]]] = address(app, partner[0])
    title = app.env.titles[pagename].astext()
    known = {
        "@context": "https://schema.org",
        "@type": ["LearningResource", "Chapter"] if lang else ["Book", "LearningResource"],
        "name": title,
        "description": about,
        "inLanguage": LANGUAGE[lang] if lang else list(LANGUAGE.values()),
        "url": here,
        "license": LICENCE,
        "author": {"@type": "Organization", "name": AUTHOR},
        "isAccessibleForFree": True,
    }
    if lang:
        known["isPartOf"] = {"@type": "Book", "name": context["docstitle"], "url": base + "/"}
    return {
        "alternates": sorted(alternates.items()),
        "default": base + "/",
        "picture": f"{base}/_static/front.png",
        "url": here,
        "title": title,
        "author": AUTHOR,
        "year": app.config.copyright,
        "json": json.dumps(known, ensure_ascii=False).replace("<", r"\u003c"),
    }


def take_stamp(app):
    """Let a browser that kept the scripts of an older build fetch them again."""
    scripts = sorted((THEME / "static").glob("*.js"))
    app.book_stamp = f"{crc32(b''.join(path.read_bytes() for path in scripts)):08x}"


def not_found(app):
    """Yield the page that a web server shows for an address that does not exist."""
    yield "404", {}, "404.html"


def write_site(app, exception):
    """Write what stands beside the pages: no Jekyll on GitHub, a sitemap, a rule for robots."""
    if exception or app.builder.format != "html":
        return
    out = Path(app.outdir)
    (out / ".nojekyll").touch()
    copy(BOOK / "front.png", out / "_static" / "front.png")
    if base := app.config.html_baseurl.rstrip("/"):
        places = "".join(
            f"<url><loc>{address(app, page)}</loc></url>\n" for page in sorted(app.env.found_docs)
        )
        space = "http://www.sitemaps.org/schemas/sitemap/0.9"
        text = (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n{places}</urlset>\n'
        )
        (out / "sitemap.xml").write_text(text, encoding="utf-8")
        (out / "robots.txt").write_text(f"User-agent: *\nSitemap: {base}/sitemap.xml\n")


def setup(app):
    app.connect("builder-inited", take_stamp)
    app.connect("html-collect-pages", not_found)
    app.connect("html-page-context", page_metadata, priority=910)
    app.connect("build-finished", write_site)
    return {"version": mlevalkit.__version__, "parallel_read_safe": True}
