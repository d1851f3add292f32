"""The Sphinx extension of the book: its steps, in the order in which they run.

What they hand to one another stands in ``app.book`` and in a page's context. What must outlive a
build stands in Sphinx's environment: of each page its anchors, the mark of those beyond the
textbook, and whether it shows names of the library in ``env.metadata``; the search's sections in
``env.book_sections``; those names, with the pages that use them, in ``env.book_names``.
"""

import gc
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from myst_nb.sphinx_ import HideCodeCellNode

import mlevalkit
from mlevalkit_book.paths import THEME
from mlevalkit_book.sphinx import (
    cells,
    changes,
    chooser,
    downloads,
    explorers,
    frame,
    live,
    places,
    problems,
    reference,
    search,
    tables,
)

# (event, priority, step): Sphinx runs the steps of an event by priority, then in this order. 500 is
# where other extensions stand; another number says before or after what else a step must run.
STEPS = (
    ("builder-inited", 500, frame.begin),
    ("builder-inited", 500, explorers.draw_ahead),
    ("builder-inited", 500, frame.copy_mathjax),
    ("builder-inited", 500, live.load_runtime),
    ("builder-inited", 500, problems.write_words),
    ("builder-inited", 500, search.no_stock_search),
    ("env-get-outdated", 500, changes.read_again),
    ("env-purge-doc", 500, search.forget_sections),
    ("source-read", 500, reference.find_pages),
    ("source-read", 500, frame.speak_while_reading),
    # transform, priority 870: places.PageTargets
    ("doctree-read", 400, cells.put_in_page),  # before Sphinx collects the images
    ("doctree-read", 500, cells.fold_figure_code),
    ("doctree-read", 500, cells.box_exercises),
    ("doctree-read", 500, cells.mark_page),
    ("doctree-read", 500, chooser.put_in_page),
    ("doctree-read", 500, reference.name_fields),
    ("doctree-read", 900, search.read_sections),  # of what the page has become
    ("env-updated", 500, reference.sources_lead_to_english),
    ("env-updated", 600, changes.outdated),
    ("doctree-resolved", 500, frame.speak),
    ("doctree-resolved", 500, tables.box_tables),
    ("doctree-resolved", 500, tables.tag_languages),
    ("doctree-resolved", 500, cells.say_so),
    ("doctree-resolved", 500, cells.keep_together),
    ("html-collect-pages", 500, frame.extra_pages),
    ("html-page-context", 500, explorers.fill_places),
    ("html-page-context", 500, problems.add_scripts),
    ("html-page-context", 500, chooser.add_script),
    ("html-page-context", 500, live.make_live),
    ("html-page-context", 900, frame.page_context),  # of all scripts and style sheets
    ("build-finished", 500, problems.write_variants),
    ("build-finished", 500, search.write_indexes),
    ("build-finished", 500, downloads.add_wheel),
    ("build-finished", 500, downloads.put_downloads),
    ("build-finished", 500, frame.write_site),
    ("build-finished", 500, frame.drop_unused),
    ("build-finished", 500, changes.keep_record),
)

DIRECTIVES = {
    "reference": reference.Reference,
    "data-table": tables.DataTable,
    "trust-report": tables.Report,
    "explorer": explorers.ExplorerDirective,
    "problems": problems.ProblemsDirective,
    "practice": problems.PracticeDirective,
    "live-licences": live.Licences,
}


@dataclass
class Build:
    """One run of Sphinx; ``app.book``. README.md says which step sets what."""

    repository: tuple[str, str] | None = None  # "OWNER/NAME" and branch
    stamp: str = ""  # of the theme's scripts
    live: dict[str, Any] | None = None  # the manifest of the runtime, if pages are live
    frame: str = ""  # digest of what all pages show
    scripts: dict[str, dict[str, str]] = field(default_factory=dict)  # of explorers, by language


def for_html(step):
    """Let a step at either end of a build run where HTML is built, and not after an error."""

    @wraps(step)
    def run(app, exception=None):
        if app.builder.format == "html" and not exception:
            step(app)

    return run


def setup(app):
    gc.freeze()  # a build makes millions of small objects, and few of them are garbage
    gc.set_threshold(200_000, 20, 100)
    app.book = Build()
    app.add_config_value("mlevalkit_on_pypi", False, "env", [bool])
    # Jupyter Book sets it, for an extension that this book does not load.
    app.add_config_value("comments_config", {}, "")
    app.add_html_theme("mlevalkit", THEME)
    app.add_css_file("problems.css")
    app.add_html_math_renderer("mathml", (cells.visit_inline, None), (cells.visit_block, None))
    app.add_node(HideCodeCellNode, override=True, html=(cells.show_code, cells.end_code))
    app.add_transform(places.PageTargets)
    app.add_role("trust", tables.Figure())
    for name, directive in DIRECTIVES.items():
        app.add_directive(name, directive)
    for event, priority, step in STEPS:
        at_an_end = event in ("builder-inited", "build-finished")
        app.connect(event, for_html(step) if at_an_end else step, priority=priority)
    return {
        "version": mlevalkit.__version__,
        "env_version": changes.version_of_code(),  # another one has all pages read again
        "parallel_read_safe": False,
        "parallel_write_safe": False,
    }
