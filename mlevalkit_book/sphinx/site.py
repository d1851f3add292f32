"""What makes the book a site that can be found and cited.

Each page has a description. Where ``html: baseurl:`` in ``_config.yml`` gives the book an address,
pages also have their full addresses in both languages, a preview with a picture, metadata for
citation, and a sitemap. Where it names a repository, as Jupyter Book has it (``repository: {url:
https://github.com/OWNER/NAME, branch: main}``), notebook pages lead to Colab and Binder, and each
page to where a mistake can be reported. The front page says how long the course takes, measured on
its pages: the core alone, and all of it.
"""

import json
import re
from pathlib import Path
from shutil import copy
from urllib.parse import quote
from zlib import crc32

import yaml
from docutils import nodes

from mlevalkit_book.notebooks import cells_of
from mlevalkit_book.paths import BOOK, LIVE, ROOT, THEME
from mlevalkit_book.sphinx.cells import core_cells
from mlevalkit_book.sphinx.frame import LANGUAGE, edition
from mlevalkit_book.sphinx.places import is_open_code, length_of, reading_order

AUTHOR = "The mlevalkit authors"
LICENCE = "https://creativecommons.org/licenses/by/4.0/"
CONFIG = ROOT / "_config.yml"
GITHUB = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?")
WORDS_A_MINUTE, CELL, EXPLORER = 110, 1, 3  # minutes; as the page for teachers reckons
LOCAL = re.compile(r'(\b(?:href|src|action|data-content_root))="(?!\w+:|#)(?:\./)?')
COUNT = re.compile(r'<span class="count">(core|all)-(\w+)</span>')
EXERCISES = {"practice", "exercises"}  # of whose time the front page does not speak
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
    found = {"description": about, "stamp": app.book.stamp}
    place = app.book.repository
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
    scripts = sorted([*(THEME / "static").glob("*.js"), *(LIVE / "page").glob("*.js")])
    app.book.stamp = f"{crc32(b''.join(path.read_bytes() for path in scripts)):08x}"


def not_found(app):
    """Yield the page that a web server shows for an address that does not exist."""
    yield "404", {}, "404.html"


def rooted(html, base):
    """Let a page that a server shows for any address find its files and links at this one."""
    return LOCAL.sub(rf'\g<1>="{base}/', html)


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
        lost = out / "404.html"
        lost.write_text(rooted(lost.read_text(encoding="utf-8"), base), encoding="utf-8")


# -- the repository -------------------------------------------------------------------------------


def repository(path=CONFIG):
    """Return "OWNER/NAME" and the branch, or None."""
    entry = yaml.safe_load(path.read_text(encoding="utf-8")).get("repository") or {}
    if not entry.get("url"):
        return None
    known = GITHUB.fullmatch(entry["url"])
    if not known:
        raise ValueError(
            f"_config.yml: repository.url is {entry['url']!r}; expected"
            " https://github.com/OWNER/NAME, which Colab and Binder can open"
        )
    return known[1], entry.get("branch", "main")


def links(place, notebook):
    """Return (service, address) for a notebook's path in the repository."""
    if place is None:
        return []
    name, branch = place
    binder = f"{name}/{quote(branch, safe='')}?urlpath={quote(f'lab/tree/{notebook}', safe='')}"
    return [
        ("Colab", f"https://colab.research.google.com/github/{name}/blob/{branch}/{notebook}"),
        ("Binder", f"https://mybinder.org/v2/gh/{binder}"),
    ]


def add_links(app, pagename, templatename, context, doctree):
    notebook = context.get("sourcename", "")
    context["launch"] = links(app.book.repository, notebook) if doctree else []
    if not notebook.endswith(".ipynb"):
        context["launch"] = []


def read_repository(app, config):
    app.book.repository = repository()


# -- how long the course takes -------------------------------------------------------------------


def effort(cells, lang):
    """Return the words (Chinese: characters) and minutes of some cells of a page."""
    code = [cell for cell in cells if cell.cell_type == "code"]
    explorers = sum(cell.source.startswith("mk.explorers.") for cell in code)
    open_code = sum(map(is_open_code, code))
    words = sum(length_of(cell, lang) for cell in cells)
    return {"words": words, "cells": open_code, "explorers": explorers}


def minutes(found):
    """Return the minutes that pages take whose English words are counted."""
    reading = found["words"] / WORDS_A_MINUTE
    return reading + CELL * found["cells"] + EXPLORER * found["explorers"]


def measured(choose, lang):
    """Add up the lessons in their reading order, of each the cells that are chosen."""
    total = {"pages": 0, "words": 0, "cells": 0, "explorers": 0}
    for page in (p for p in reading_order(lang) if p not in EXERCISES):
        cells = cells_of(BOOK / lang / f"{page}.ipynb")
        chosen = choose(cells)
        found = effort(chosen, lang)
        total["pages"] += bool(chosen)
        for name, number in found.items():
            total[name] += number
    return total


def counts():
    """Return the numbers that the front page names, such as ("core", "hours")."""
    found = {}
    for path, choose in {"core": core_cells, "all": list}.items():
        english = measured(choose, "en")
        characters = measured(choose, "zh")["words"]
        shown = {
            "pages": english["pages"],
            "cells": english["cells"],
            "words": f"{round(english['words'], -3):,}".replace(",", " "),
            "characters": f"{characters / 10_000:.1f}",
            "hours": round(minutes(english) / 60),
        }
        found |= {(path, name): str(value) for name, value in shown.items()}
    return found


def fill(body):
    """Put the numbers into the places that the front page keeps."""
    known = counts()
    return COUNT.sub(lambda place: known[place[1], place[2]], body)


def fill_front_page(app, pagename, templatename, context, doctree):
    if pagename == app.config.root_doc:
        context["body"] = fill(context["body"])
