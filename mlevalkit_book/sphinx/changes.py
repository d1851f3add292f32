"""What an incremental build reads and writes again, beyond what Sphinx itself sees.

Sphinx reads and writes a page whose source changed, or a file that the page depends on. Pages of
the reference also show which pages use a name, and links to the reference lead to the page of a
name: both are read again where that is no longer the same. All pages show the table of contents,
headings of others, the library's pictures and the theme; a digest of these is kept with the last
build, and where it changed all pages are written again. A change of an extension reads everything
again.
"""

import json
from pathlib import Path
from shutil import rmtree

from mlevalkit_book.notebooks import contents
from mlevalkit_book.paths import LIVE, PARTS, THEME, digest_of, library_files
from mlevalkit_book.sphinx.cells import further_pages
from mlevalkit_book.sphinx.explorers import digest
from mlevalkit_book.sphinx.live import runtime_facts
from mlevalkit_book.sphinx.reference import homes, pages_using
from mlevalkit_book.templates import PARTS as TEMPLATES

HERE = PARTS / "sphinx"
STATIC = THEME / "static"
PAGE = [path for path in (LIVE / "page").iterdir() if path.is_file()]


def read_again(app, env, added, changed, removed):
    """Return the pages that show names of the library, if pages or names have come or gone."""
    now = homes(), pages_using()
    before, env.book_names = getattr(env, "book_names", None), now
    if now == before:
        return []
    return [page for page, meta in env.metadata.items() if "names" in meta]


def frame(app):
    """Return a digest of what a page shows besides its own source."""
    titles = {page: title.astext() for page, title in app.env.titles.items()}
    # A link to the reference shows a name that the writer gave: new names there change no page.
    places = {
        page: meta.get("myst_slugs")
        for page, meta in app.env.metadata.items()
        if "/reference-" not in page
    }
    marked = sorted(further_pages(app.env))
    named = [sorted(titles.items()), sorted(places.items())]
    shown = json.dumps([contents(), marked, *named, runtime_facts(app)], ensure_ascii=False)
    return digest_of([*STATIC.iterdir(), *PAGE, *library_files()], digest(), shown)


def record(app):
    return Path(app.doctreedir, f"frame-{app.builder.name}.txt")


def outdated(app, env):
    """Return the pages to write again."""
    app.book.frame = frame(app)
    if record(app).exists() and record(app).read_text(encoding="utf-8") == app.book.frame:
        # the front page in any case: where nothing is written, no style sheet is copied either
        return [app.config.root_doc]
    # viewcode asks only whether one of its pages is newer than the module
    rmtree(Path(app.outdir, "_modules"), ignore_errors=True)
    return env.all_docs


def keep_record(app):
    record(app).write_text(app.book.frame, encoding="utf-8")


def version_of_code():
    """Return a number that changes with the extension, its templates and its words.

    What the tables hold is no part of it: the pages that show them depend on their files.
    """
    shared = [*PARTS.glob("*.py"), PARTS / "words.toml", *TEMPLATES.iterdir()]
    return int(digest_of([*HERE.glob("*.py"), *shared])[:12], 16)
