"""The concordance: from the textbook's paragraphs to the pages of this book, and back.

``{concordance}`` lists what each paragraph of the chapter says, with the heading that teaches it,
from concordance.csv; the equations, examples, tables and figures under that heading and their
functions follow from the tables of the other indexes. ``{concordance-of-pages}`` goes the other
way: each heading with what it teaches of the textbook, or marked as further.
"""

from functools import cache

from docutils import nodes

import mlevalkit as mk
from mlevalkit_book.paths import BOOK
from mlevalkit_book.sphinx.anchors import equation_anchor
from mlevalkit_book.sphinx.further import TAG, further_cells
from mlevalkit_book.sphinx.indexes import Index, listed
from mlevalkit_book.sphinx.places import (
    equation_heading,
    notebooks,
    numbered_places,
    pieces,
    short_title,
)
from mlevalkit_book.sphinx.tables import table
from mlevalkit_book.sphinx.words import WORDS

HEADS = {
    "zh": ("教材", "本书", "编号", "函数"),
    "en": ("Textbook", "This book", "Number", "Function"),
}
BACK = {"zh": ("本书", "小节", "教材"), "en": ("Page", "Heading", "Textbook")}
KINDS = {
    "zh": {"example": "例 {}", "table": "表 {}", "figure": "图 {}"},
    "en": {"example": "Example {}", "table": "Table {}", "figure": "Figure {}"},
}
WIDTHS = {4: (32, 34, 16, 18), 3: (14, 43, 43)}
COMMA = {"zh": "、", "en": ", "}


@cache
def numbers_under():
    """Return, by (page, anchor), the equations and the rows of numbered.csv that belong there."""
    found = {}
    for number in mk.equations:
        found.setdefault(equation_heading(number), []).append(number)
    for row in listed("numbered"):
        found.setdefault(next(iter(numbered_places(row))), []).append(row)
    return found


def functions_of(row):
    """Return the functions of a paragraph: of its equations and tables, then those of its row."""
    names = [
        mk.equations[item].call.removeprefix("mk.") if isinstance(item, str) else item["function"]
        for item in numbers_under().get((row["page"], row["anchor"]), [])
    ]
    return list(dict.fromkeys([*filter(None, names), *row["functions"].split()]))


class Concordance(Index):
    def run(self):
        rows = [(row["section"], row) for row in listed("concordance")]
        return list(self.sections(rows, self.table))

    def table(self, rows):
        return table(HEADS[self.lang], map(self.entry, rows), WIDTHS[4], "mk-index")

    def entry(self, row):
        page, anchor = row["page"], row["anchor"]
        place = self.link(page, anchor, *self.text(heading(page, anchor, self.lang)))
        numbers = [self.number(page, anchor, n) for n in numbers_under().get((page, anchor), [])]
        functions = [self.function(name) for name in functions_of(row)]
        return self.text(row[self.lang]), [place], self.joined(numbers), self.joined(functions)

    def number(self, page, anchor, item):
        """Return a link to an equation, or to where an example, table or figure is made."""
        if isinstance(item, str):
            return self.link(page, equation_anchor(item), nodes.Text(f"({item})"))
        name = KINDS[self.lang][item["kind"]].format(item["number"])
        return self.link(page, anchor, nodes.Text(name))

    def joined(self, links):
        comma = COMMA[self.lang]
        return [node for link in links for node in (nodes.Text(comma), link)][1:]


class ConcordanceOfPages(Index):
    def run(self):
        rows = [row for page in notebooks(self.lang) for row in self.page(page)]
        return [table(BACK[self.lang], rows, WIDTHS[3], "mk-index")]

    def page(self, page):
        """Yield a row for each heading; for a page beyond the textbook, one row."""
        taught = {row["anchor"]: row for row in listed("concordance") if row["page"] == page}
        further = further_cells(BOOK / self.lang / f"{page}.ipynb")
        anchors = dict.fromkeys(piece.anchor for piece in pieces(page, self.lang))
        number = short_title(page, self.lang)
        name = [self.link(page, "", nodes.Text(number))] if number[0].isdigit() else []
        for anchor in (a for a in anchors if a in taught or a in further):
            where = self.link(page, anchor, *self.text(heading(page, anchor, self.lang)))
            yield name, [where], self.said(taught.get(anchor))
            name = []

    def said(self, row):
        if not row:
            return [nodes.inline("", WORDS[self.lang][TAG], classes=["further-mark"])]
        there = nodes.make_id(f"section {row['section']}")
        section = self.link("concordance", there, nodes.Text(row["section"]))
        return [section, nodes.Text(" "), *self.text(row[self.lang])]


def heading(page, anchor, lang):
    return next(p.heading for p in pieces(page, lang) if p.anchor == anchor)


def setup(app):
    app.add_directive("concordance", Concordance)
    app.add_directive("concordance-of-pages", ConcordanceOfPages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
