"""Old addresses: a link to a part of a page that moved to another leads to where it is now.

A long page was split, and its first part or the part it is named after kept the name. Which anchors
the other parts have follows from the pages themselves, so nothing is listed by hand but the pages.
A browser does not tell a server the anchor of an address, and the book is also read from a folder:
a line of script in the page does the rest.
"""

import json
from pathlib import PurePosixPath

SPLIT = {
    "precision-recall": ["pr-curves", "multi-class"],
    "cost-curves": ["unequal-costs"],
    "one-learner-tests": ["power-intervals", "t-test"],
    "decisions": ["which-test"],
    "friedman-nemenyi": ["pairwise-tests"],
    "roc-auc": ["roc-compare"],
    "two-learner-tests": ["five-by-two"],
    "cross-validation": ["cv-estimates"],
    "mcnemar": ["mcnemar-in-use"],
    "which-test": ["size-and-power"],
}


def moved(app, pagename):
    """Return the addresses, by anchor, of what was once on a page and is on another now."""
    page = PurePosixPath(pagename)
    found = {}
    for name in reversed(SPLIT.get(page.name, [])):
        other = str(page.with_name(name))
        address = app.builder.get_relative_uri(pagename, other)
        found |= dict.fromkeys(app.env.metadata[other].get("myst_slugs", ()), address)
    for anchor in app.env.metadata[pagename].get("myst_slugs", ()) if found else ():
        found.pop(anchor, None)
    return found


def page_context(app, pagename, templatename, context, doctree):
    if doctree and (found := moved(app, pagename)):
        context["moved"] = json.dumps(found).replace("<", r"\u003c")


def setup(app):
    app.connect("html-page-context", page_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
