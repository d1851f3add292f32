"""The search of both editions: the glossary is the dictionary that cuts Chinese text into words."""

import re
from pathlib import Path

from book_indexes import read_rows
from book_places import names
from sphinx.search.zh import SearchChinese


class Words(set):
    """A set that grows as a list does."""

    extend = set.update


class Chinese(SearchChinese):
    """Sphinx's own, which looks each word up in a list of all words so far: a minute a build."""

    latin_terms = Words()


def search_terms():
    """Return the names of the glossary that are Chinese from end to end."""
    found = {name for r in read_rows("glossary") for name in names(r["zh"])}
    return sorted(name for name in found if re.fullmatch("[一-鿿]{2,}", name))


def teach_search(app, config):
    """Hand the glossary to the search, by a path that does not depend on where one builds."""
    path = Path(app.doctreedir, "search_terms.txt")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(search_terms()), encoding="utf-8")
    config.html_search_options = {"dict": str(path)}


def setup(app):
    app.add_search_language(Chinese)
    app.connect("config-inited", teach_search)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
