"""The indexes of the book and its glossary, made when the book is built.

``{formula-index}`` comes from ``mk.equations``, ``{numbered-index} example`` (or table, figure)
from numbered.csv, ``{glossary-of-terms}`` from glossary.csv; the places are found in the notebooks.
"""

from itertools import groupby

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

import mlevalkit as mk
from mlevalkit_book.paths import TABLES
from mlevalkit_book.sphinx.places import (
    equation_places,
    numbered_places,
    pages_of,
    section_title,
    short_title,
    term_place,
    title,
)
from mlevalkit_book.sphinx.reference import homes
from mlevalkit_book.sphinx.tables import read_rows, table

NUMBERED = {"zh": ("内容", "函数", "见"), "en": ("What", "Function", "Page")}
HEADS = {
    "formula": {"zh": ("编号", "公式、函数、所在页"), "en": ("No.", "Equation, function, page")},
    "example": {"zh": ("例", *NUMBERED["zh"]), "en": ("Example", *NUMBERED["en"])},
    "table": {"zh": ("表", *NUMBERED["zh"]), "en": ("Table", *NUMBERED["en"])},
    "figure": {"zh": ("图", *NUMBERED["zh"]), "en": ("Figure", *NUMBERED["en"])},
    "term": {"zh": ("中文", "英文", "含义"), "en": ("English", "Chinese", "Meaning")},
}
WIDTHS = {2: (12, 88), 3: (26, 24, 50), 4: (12, 38, 32, 18)}  # of the columns, in per cent


def listed(name):
    return read_rows(TABLES / f"{name}.csv")


def index(kind, lang, rows):
    """Return a table whose rows begin with what is looked up."""
    head = HEADS[kind][lang]
    return table(head, rows, WIDTHS[len(head)], "mk-index")


def own_first(section, places):
    own = pages_of(section)
    return sorted(places, key=lambda place: place[0] not in own)


class Index(SphinxDirective):
    """What the indexes have in common: the page's language, and links to its neighbours."""

    @property
    def lang(self):
        self.env.note_reread()  # what it shows stands in other files
        return self.env.docname.split("/")[1]

    def link(self, page, anchor, *inside):
        """Return a link to a page of this edition, which need not have been read yet."""
        here, there = self.env.docname, f"book/{self.lang}/{page}"
        uri = self.env.app.builder.get_relative_uri(here, there)
        return nodes.reference("", "", *inside, refuri=f"{uri}#{anchor}", internal=True)

    def links(self, places):
        """Return links to pages, each named by its section."""
        found = []
        for page, anchor in places:
            link = self.link(page, anchor, nodes.Text(short_title(page, self.lang)))
            link["reftitle"] = title(page, self.lang)
            found += [nodes.Text("、" if self.lang == "zh" else ", "), link]
        return found[1:]

    def function(self, name):
        """Return a link to a function's entry in the reference."""
        anchor = nodes.make_id(name)
        return self.link(homes()[anchor], anchor, nodes.literal("", name))

    def text(self, markdown):
        return self.state.inline_text(markdown, self.lineno)[0]

    def sections(self, entries, table_of):
        """Return one section of the page for each section of the chapter."""
        for number, group in groupby(entries, lambda entry: entry[0]):
            heading = nodes.title("", section_title(number, self.lang))
            section = nodes.section("", heading, table_of([entry for _, entry in group]))
            section["ids"] = [nodes.make_id(f"section {number}")]
            yield section


class FormulaIndex(Index):
    """The chapter's equations: number, form, function, pages."""

    def run(self):
        return list(self.sections([(e.section, e) for e in mk.equations.values()], self.table))

    def table(self, entries):
        return index("formula", self.lang, map(self.entry, entries))

    def entry(self, e):
        places = own_first(e.section, equation_places(e.number))
        number = nodes.Text(f"({e.number})")
        name = nodes.Text(e.title.texts[self.lang])
        form = nodes.math_block(e.latex, e.latex, nowrap=False, number=None)
        first = self.link(*places[0], number) if places else number
        function = self.function(e.call.removeprefix("mk."))
        where = nodes.paragraph("", "", function, nodes.Text(" · "), *self.links(places))
        return [first], [name, form, where]


class NumberedIndex(Index):
    """The examples, the tables or the figures of the chapter."""

    required_arguments = 1

    def run(self):
        kind = self.arguments[0]
        rows = [self.entry(r) for r in listed("numbered") if r["kind"] == kind]
        return [index(kind, self.lang, rows)]

    def entry(self, r):
        places = own_first(r["section"], numbered_places(r))
        number, name = nodes.Text(r["number"]), nodes.Text(r[self.lang])
        first = self.link(*places[0], number) if places else number
        function = [self.function(r["function"])] if r["function"] else []
        return [first], [name], function, self.links(places)


class Glossary(Index):
    """The terms of the chapter in both languages, as the chapter goes."""

    def run(self):
        return list(self.sections([(r["section"], r) for r in listed("glossary")], self.table))

    def table(self, entries):
        return index("term", self.lang, map(self.entry, entries))

    def entry(self, r):
        other = "en" if self.lang == "zh" else "zh"
        first = [self.link(*term_place(r), *self.text(r[self.lang]))]
        if also := r[f"also_{self.lang}"]:
            words = f"（又称：{also}）" if self.lang == "zh" else f" (also: {also})"
            first.append(nodes.inline("", words, classes=["mk-also"]))
        return first, self.text(r[other]), self.text(r[f"meaning_{self.lang}"])


def setup(app):
    app.add_directive("formula-index", FormulaIndex)
    app.add_directive("numbered-index", NumberedIndex)
    app.add_directive("glossary-of-terms", Glossary)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
