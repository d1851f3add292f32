"""What stands around the text of a page: two editions in one build, each in its own language.

A page belongs to an edition by its folder (book/zh, book/en). Its language, the words around the
text, the contents, the neighbours and the same page in the other edition all follow from that.

Each page has a description. Where ``html: baseurl:`` in ``_config.yml`` gives the book an address,
pages also have their full addresses in both languages, a preview with a picture, metadata for
citation, and a sitemap. Where it names a repository, as Jupyter Book has it (``repository: {url:
https://github.com/OWNER/NAME, branch: main}``), notebook pages lead to Colab and Binder, and each
page to where a mistake can be reported. The front page says how long the course takes, measured on
its pages: the core alone, and all of it.
"""

import re
from collections import Counter
from fnmatch import fnmatch
from gettext import NullTranslations
from importlib.util import find_spec
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from urllib.parse import quote
from zlib import crc32

import yaml
from docutils import nodes
from sphinx import locale

from mlevalkit_book.notebooks import cells_of, contents
from mlevalkit_book.paths import BOOK, LIVE, THEME
from mlevalkit_book.sphinx.cells import core_cells, further_pages
from mlevalkit_book.sphinx.places import (
    edition,
    is_open_code,
    length_of,
    pages_to_read,
    reading_order,
)
from mlevalkit_book.templates import render
from mlevalkit_book.words import CODES, OTHER, WORDS, words

SPHINX_WORDS, SECTIONS = words("sphinx"), words("sections")
CATALOGUE = {"zh": "zh_CN", "en": "en"}
SEARCH = {"search": "zh", "search-en": "en"}
# A note on an erratum, which wide pages have in their margin.
NOTE = re.compile(r'<blockquote\b(?:(?!</blockquote>).)*href="[^"]*errata', re.DOTALL)
UNUSED_MATHJAX = (
    "a11y", "sre", "adaptors", "svg", "svg.js", "mml*", "latest.js", "node-main.js", "tex-svg*",
    "tex-mml*", "*-full*", "asciimath*",
)  # fmt: skip

UNUSED = (
    "basic.css", "mystnb.*.css", "pygments.css", "sphinx-design.min.css", "design-tabs.js",
    "doctools.js", "sphinx_highlight.js", "searchtools.js", "language_data.js", "translations.js",
)  # fmt: skip
GITHUB = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?")
WORDS_A_MINUTE, CELL, EXPLORER = 110, 1, 3  # minutes; as the page for teachers reckons
LOCAL = re.compile(r'(\b(?:href|src|action|data-content_root))="(?!\w+:|#)(?:\./)?')
COUNT = re.compile(r'<span class="count">(core|all)-(\w+)</span>')
EXERCISES = {"practice", "exercises"}  # of whose time the front page does not speak
LONGEST = 160  # characters of a description that a search engine shows


class PageWords(NullTranslations):
    """Sphinx's own words, with those added that its catalogue lacks."""

    def __init__(self, base, own):
        super().__init__()
        self.own = own
        self.add_fallback(base)

    def gettext(self, message):
        return self.own.get(message) or super().gettext(message)


def speak(app, doctree, docname):
    """Let Sphinx's own words (admonition titles, link titles) follow the page."""
    lang = edition(docname) or "zh"
    locale.translators.pop(("general", "sphinx"), None)  # init() would add to the last language
    base, _ = locale.init([str(Path(locale.__file__).parent)], CATALOGUE[lang])
    locale.translators["general", "sphinx"] = PageWords(base, SPHINX_WORDS[lang])


def speak_while_reading(app, docname, source):
    """Let what autodoc adds be said in the page's language."""
    speak(app, None, docname)


def begin(app):
    """Take the repository from the settings, and a stamp of the scripts.

    By it a browser that kept the scripts of an older build fetches them again.
    """
    app.book.repository = repository(Path(app.srcdir, "_config.yml"))
    scripts = sorted([*(THEME / "static").glob("*.js"), *(LIVE / "page").glob("*.js")])
    app.book.stamp = f"{crc32(b''.join(path.read_bytes() for path in scripts)):08x}"


def neighbours(app, pagename):
    """Return the pages before and after this one in its own edition; the reference has none."""
    pages = pages_to_read(edition(pagename))
    if pagename not in pages:
        return None, None
    i = pages.index(pagename) + 1
    pages = [app.config.root_doc, *pages, None]
    return pages[i - 1], pages[i + 1]


def page_context(app, pagename, templatename, context, doctree):
    lang = SEARCH.get(pagename) or edition(pagename)
    if pagename.startswith("_modules/"):
        lang = "en"
    prev, following = neighbours(app, pagename)
    partner = lang and partner_of(app, pagename, OTHER[lang])
    source = context.get("sourcename", "")
    context.update(
        edition=lang,
        tags=CODES,
        language=CODES[lang or "zh"],
        docstitle=WORDS[lang]["book"] if lang else app.config.html_title,
        words=WORDS[lang or "zh"],
        all_words=WORDS,
        parts=[part for part in described(app, pagename) if lang in (None, part["lang"])],
        further=further_pages(app.env),
        before=prev and (prev, app.env.titles[prev].astext()),
        after=following and (following, app.env.titles[following].astext()),
        partner=partner,
        search_page="search-en" if lang == "en" else "search",
        noted=bool(NOTE.search(context.get("body", ""))),
        notebook=source.endswith(".ipynb"),
        on_pypi=app.config.mlevalkit_on_pypi,
        launch=links(app.book.repository, source) if source.endswith(".ipynb") else [],
        site=metadata(app, pagename, doctree, partner) | {"stamp": app.book.stamp},
    )
    context["script_files"] = list(deferred(context["script_files"]))
    context["css_files"] = [css for css in context["css_files"] if not is_unused(css)]
    if pagename == app.config.root_doc:
        fill_front(app, context)


def described(app, pagename):
    """Yield the parts of the book with their language and the titles of their pages.

    The pages of the reference are listed on one another only.
    """
    for lang, caption, pages in contents():
        shown = (p for p in pages if "/reference-" not in p or "/reference" in pagename)
        titles = [(page, app.env.titles[page].astext()) for page in shown]
        yield {"lang": lang, "caption": caption, "pages": titles, "heads": heads(titles, lang)}


def heads(titles, lang):
    """Return the textbook's heading above the first of several pages of one section."""
    numbers = [re.match(r"\d\.\d\.\d(?= )", title) for _, title in titles]
    sections = [number[0] if number else "" for number in numbers]
    return {
        page: f"{section} {SECTIONS[lang][section]}"
        for i, ((page, _), section) in enumerate(zip(titles, sections, strict=True))
        if section and sections.count(section) > 1 and section not in sections[:i]
    }


def partner_of(app, pagename, lang):
    """Return (page, language) of the other edition; the front page if that page is missing."""
    if pagename in SEARCH:
        return next(page for page in SEARCH if SEARCH[page] == lang), lang
    page = pagename.replace(f"book/{OTHER[lang]}/", f"book/{lang}/", 1)
    return (page if page in app.env.all_docs else app.config.root_doc), lang


def is_unused(file):
    """Tell whether no page needs what Sphinx and its extensions bring: book.css does its work."""
    name = Path(str(getattr(file, "filename", None) or file)).name
    return any(fnmatch(name, pattern) for pattern in UNUSED)


def deferred(scripts):
    """Yield the scripts that pages use; none of them holds up the first paint."""
    for script in scripts:
        if is_unused(script):
            continue
        if getattr(script, "filename", None) and "async" not in script.attributes:
            script.attributes["defer"] = "defer"
        yield script


def drop_unused(app):
    """Take away the files that no page loads."""
    for path in Path(app.outdir, "_static").iterdir():
        if is_unused(path):
            path.unlink()


def copy_mathjax(app):
    """Copy the part of MathJax that a live page loads when a reader's own cell prints LaTeX."""
    source = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax"
    target = Path(app.outdir, "_static", "mathjax")
    copytree(source, target, ignore=ignore_patterns(*UNUSED_MATHJAX), dirs_exist_ok=True)


def fill_front(app, context):
    """Put what follows from the pages into the places that the front page keeps."""
    for name in ("start", "chapter-map"):
        html = app.builder.templates.render(f"{name}.html", context)
        context["body"] = context["body"].replace(f'<div class="{name}"></div>', html)
    context["body"] = fill(context["body"])


# -- a site that can be found and cited -----------------------------------------------------------


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


def metadata(app, pagename, doctree, partner):
    """Return what search engines, previews and citations take of a page."""
    found = {"description": description(doctree)}
    place = app.book.repository
    if place and doctree:
        title = quote(f"{pagename}: ")
        found["report"] = f"https://github.com/{place[0]}/issues/new?title={title}"
    if app.config.html_baseurl and doctree:
        found["base"] = app.config.html_baseurl.rstrip("/")
        found["url"] = address(app, pagename)
        found["title"] = app.env.titles[pagename].astext()
        if partner:
            pages = [(CODES[edition(pagename)], pagename), (CODES[partner[1]], partner[0])]
            found["alternates"] = [(code, address(app, page)) for code, page in sorted(pages)]
    return found


def extra_pages(app):
    """Yield the search of each edition, and the page for an address that does not exist."""
    yield from ((page, {}, "search.html") for page in SEARCH)
    yield "404", {}, "404.html"


def rooted(html, base):
    """Let a page that a server shows for any address find its files and links at this one."""
    return LOCAL.sub(rf'\g<1>="{base}/', html)


def write_site(app):
    """Write what stands beside the pages: no Jekyll on GitHub, a sitemap, a rule for robots."""
    out = Path(app.outdir)
    (out / ".nojekyll").touch()
    copy(BOOK / "front.png", out / "_static" / "front.png")
    if base := app.config.html_baseurl.rstrip("/"):
        pages = [address(app, page) for page in sorted(app.env.found_docs)]
        (out / "sitemap.xml").write_text(render("sitemap.xml", pages=pages), encoding="utf-8")
        (out / "robots.txt").write_text(f"User-agent: *\nSitemap: {base}/sitemap.xml\n")
        lost = out / "404.html"
        lost.write_text(rooted(lost.read_text(encoding="utf-8"), base), encoding="utf-8")


def repository(path):
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


# -- how long the course takes --------------------------------------------------------------------


def effort(cells, lang):
    """Count the words (Chinese: characters), open code cells and explorers of a page's cells."""
    code = [cell for cell in cells if cell.cell_type == "code"]
    return {
        "words": sum(length_of(cell, lang) for cell in cells),
        "cells": sum(map(is_open_code, code)),
        "explorers": sum(cell.source.startswith("mk.explorers.") for cell in code),
    }


def minutes(found):
    """Return the minutes that pages take whose English words are counted."""
    reading = found["words"] / WORDS_A_MINUTE
    return reading + CELL * found["cells"] + EXPLORER * found["explorers"]


def measured(choose, lang):
    """Add up the lessons in their reading order, of each the cells that are chosen."""
    total = Counter()
    for page in (p for p in reading_order(lang) if p not in EXERCISES):
        chosen = choose(cells_of(BOOK / lang / f"{page}.ipynb"))
        total.update(effort(chosen, lang), pages=bool(chosen))
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
