"""What an incremental build reads and writes again: the pages around which something changed.

Sphinx itself reads and writes a page whose source changed. Indexes, the reference and the list of
licences show what other files hold, and are read again where that is no longer the same. A page
also shows the table of contents, headings of other pages and explorers; a digest of these is kept
with the last build, and a page whose digest changed is written again. A change of an extension
reads everything again.
"""

import json
from pathlib import Path
from shutil import rmtree

from mlevalkit_book.paths import LIVE, PARTS, THEME, digest_of, library_files
from mlevalkit_book.sphinx.cells import further_pages
from mlevalkit_book.sphinx.explorers import digest
from mlevalkit_book.sphinx.live import licence_facts, runtime_facts
from mlevalkit_book.sphinx.reference import homes, pages_using
from mlevalkit_book.sphinx.tables import shown
from mlevalkit_book.templates import PARTS as TEMPLATES

HERE = PARTS / "sphinx"
STATIC = THEME / "static"
PAGE = [path for path in (LIVE / "page").iterdir() if path.is_file()]


def read_again(app, env, added, changed, removed):
    """Return the pages that show something of other files which is new."""
    now = {
        "homes": homes(),
        "names used": pages_using(),
        "tables": shown(),
        "licences": licence_facts(app),
    }
    before = getattr(env, "book_shown", {})
    env.book_shown = now
    new = {what for what in now if now[what] != before.get(what)}
    return [page for page, meta in env.metadata.items() if new & meta.get("shows", set())]


def frame(app):
    """Return what all pages share: contents, headings to link to, scripts, the live runtime."""
    titles = {page: title.astext() for page, title in app.env.titles.items()}
    # A link to the reference shows a name that the writer gave: new names there change no page.
    places = {
        page: meta.get("myst_slugs")
        for page, meta in app.env.metadata.items()
        if "/reference-" not in page
    }
    marked = sorted(further_pages(app.env))
    named = [sorted(titles.items()), sorted(places.items())]
    parts = [app.book.contents, marked, *named, runtime_facts(app)]
    return digest_of([*STATIC.iterdir(), *PAGE], json.dumps(parts, ensure_ascii=False))[:12]


def around(app, page, names):
    """Return a digest of what a page shows besides its own source."""
    return digest_of([], app.book.frame, digest() if names else "")[:12]


def record(app):
    return Path(app.doctreedir, f"pages-{app.builder.name}.json")


def outdated(app, env):
    """Return the pages to write again."""
    app.book.frame = frame(app)
    path = record(app)
    app.book.written = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    # the front page in any case: where nothing is written, no style sheet is copied either
    return [app.config.root_doc, *(page for page in env.all_docs if not is_current(app, page))]


def forget_source_pages(app, env):
    """Let viewcode write its pages again: it asks only whether a page is newer than its module."""
    now = digest_of([*library_files(), *HERE.glob("*.py")]) + app.book.frame
    path = Path(app.doctreedir, "source-pages.txt")
    if not path.exists() or path.read_text(encoding="utf-8") != now:
        rmtree(Path(app.outdir, "_modules"), ignore_errors=True)
        path.write_text(now, encoding="utf-8")


def is_current(app, page):
    kept = app.book.written.get(page)
    return kept is not None and kept["around"] == around(app, page, kept["explorers"])


def note_page(app, page, templatename, context, doctree):
    if page in app.env.all_docs:
        names = context.get("explorers", [])
        app.book.written[page] = {"explorers": names, "around": around(app, page, names)}


def keep_record(app):
    text = json.dumps({p: app.book.written[p] for p in app.book.written if p in app.env.all_docs})
    record(app).write_text(text, encoding="utf-8")


def version_of_code():
    """Return a number that changes with the extension, its templates and its words.

    What the tables hold is no part of it: the pages that show them say so.
    """
    shared = [*PARTS.glob("*.py"), PARTS / "words.toml", *TEMPLATES.iterdir()]
    return int(digest_of([*HERE.glob("*.py"), *shared])[:12], 16)
