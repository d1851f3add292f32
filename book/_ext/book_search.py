"""The search of both editions. It learns from the glossary twice: how to cut Chinese text into
words, and on which page each term is explained.
"""

import re
from functools import cache

import jieba
import snowballstemmer
from book_frame import edition
from book_indexes import listed
from book_places import names, term_place
from docutils import nodes
from sphinx import addnodes
from sphinx.search.zh import SearchChinese


class Words(set):
    """A set that grows as a list does."""

    extend = set.update


class Chinese(SearchChinese):
    """Sphinx's own, with two mends.

    It looks each word up in a list of all words so far (a minute a build), and it shortens English
    words by other rules than the page with the search does ("negative" would not be found).
    """

    latin_terms = Words()

    def init(self, options):
        super().init(options)
        for term in search_terms():
            jieba.add_word(term)
        self.stemmer = snowballstemmer.stemmer("porter")


def search_terms():
    """Return the names of the glossary that are Chinese from end to end."""
    found = {name for r in listed("glossary") for name in names(r["zh"])}
    return sorted(name for name in found if re.fullmatch("[一-鿿]{2,}", name))


@cache
def explained(lang):
    """Return {page: [(name, anchor)]}: where the book explains each name of the glossary."""
    found = {}
    for row in listed("glossary"):
        own = "glossary", nodes.make_id(f"section {row['section']}")
        page, anchor = term_place(row) or own
        plain = {re.sub(r"[$*]", "", name) for name in names(row[lang]) if "\\" not in name}
        found.setdefault(page, []).extend((name, anchor) for name in sorted(plain))
    return found


def explained_on(docname):
    """Return the names of the glossary that a page explains, with their places on it."""
    lang = edition(docname)
    return explained(lang).get(docname.split("/")[-1], []) if lang else []


def mark_terms(app, doctree, docname):
    """Let the search lead from a term to its place, before all pages that merely use it."""
    entries = [("single", *place, "main", None) for place in explained_on(docname)]
    doctree += addnodes.index(entries=entries)


def setup(app):
    app.add_search_language(Chinese)
    app.connect("doctree-resolved", mark_terms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
