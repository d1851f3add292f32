"""The indexes of the book, its glossary and its concordance, made when the book is built.

``{formula-index}`` comes from ``mk.equations``, ``{numbered-index} example`` (or table, figure)
from numbered.csv, ``{glossary-of-terms}`` from glossary.csv; the places are found in the notebooks.

``{concordance}`` lists what each paragraph of the chapter says, with the heading that teaches it,
from concordance.csv; the equations, examples, tables and figures under that heading and their
functions follow from the other tables. ``{concordance-of-pages}`` goes the other way: each heading
with what it teaches of the textbook, or marked as further.

For teachers: ``{objectives}`` from objectives.toml, ``{misconceptions}`` from misconceptions.toml.
"""

import hashlib
import tomllib
from functools import cache
from itertools import groupby

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

import mlevalkit as mk
from mlevalkit.exercises import kinds
from mlevalkit_book.paths import BOOK, TABLES, read_rows
from mlevalkit_book.sphinx.cells import TAG, further_cells
from mlevalkit_book.sphinx.frame import table
from mlevalkit_book.sphinx.places import (
    equation_anchor,
    equation_heading,
    equation_places,
    note_shown,
    notebooks,
    numbered_places,
    pages_of,
    pieces,
    section_title,
    short_title,
    term_place,
    title,
)
from mlevalkit_book.sphinx.reference import homes
from mlevalkit_book.words import COMMA, LANGUAGES, WORDS, words

HEADS, KINDS = words("heads"), words("numbered")
# The equations that the pumpkin book derives, each below a heading of its own.
PUMPKIN = "https://github.com/datawhalechina/pumpkin-book/blob/master/docs/chapter2/chapter2.md"
DERIVED = {"2.20": "#220", "2.21": "#221", "2.27": "#227", "2.41": "#241"}
WIDTHS = {  # of the columns, in per cent
    "formula": (12, 88),
    "example": (12, 38, 32, 18),
    "table": (12, 38, 32, 18),
    "figure": (12, 38, 32, 18),
    "term": (26, 24, 50),
    "concordance": (32, 34, 16, 18),
    "concordance-of-pages": (14, 43, 43),
    "objectives": (60, 40),
    "misconceptions": (30, 52, 18),
}


def listed(name):
    return read_rows(TABLES / f"{name}.csv")


def told(name):
    """Return what a table in TOML holds."""
    return tomllib.loads((TABLES / f"{name}.toml").read_text(encoding="utf-8"))


def shown():
    """Return a digest of what the indexes show, all of which stands in other files."""
    found = [
        [(TABLES / f"{name}.toml").read_bytes() for name in ("objectives", "misconceptions")],
        [(TABLES / f"{name}.csv").read_bytes() for name in ("numbered", "glossary", "concordance")],
        [(e.number, e.section, e.title.texts, e.latex, e.call) for e in mk.equations.values()],
        homes(),
        [list(equation_places(number)) for number in mk.equations],
        [equation_heading(number) for number in mk.equations],
        [numbered_places(row) for row in listed("numbered")],
        [term_place(row) for row in listed("glossary")],
    ]
    for lang in LANGUAGES:
        for page in notebooks(lang):
            headed = dict.fromkeys((p.anchor, p.heading) for p in pieces(page, lang))
            further = further_cells(BOOK / lang / f"{page}.ipynb")
            found.append((page, list(headed), sorted(further)))
    return hashlib.sha256(repr(found).encode()).hexdigest()[:12]


def index(kind, lang, rows):
    """Return a table whose rows begin with what is looked up."""
    return table(HEADS[lang][kind], rows, WIDTHS[kind], "mk-index")


def own_first(section, places):
    own = pages_of(section)
    return sorted(places, key=lambda place: place[0] not in own)


class Index(SphinxDirective):
    """What the indexes have in common: the page's language, and links to its neighbours."""

    @property
    def lang(self):
        note_shown(self.env, "indexes")
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
            found += [nodes.Text(COMMA[self.lang]), link]
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
        if e.number in DERIVED:
            outside = nodes.reference(
                "", WORDS[self.lang]["pumpkin"], refuri=PUMPKIN + DERIVED[e.number]
            )
            where += [nodes.Text(" · "), outside]
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
            said = WORDS[self.lang]["also"].format(also)
            first.append(nodes.inline("", said, classes=["mk-also"]))
        return first, self.text(r[other]), self.text(r[f"meaning_{self.lang}"])


# -- for teachers --------------------------------------------------------------------------------


class Objectives(Index):
    """What a student can do after each section, with the kinds of problems that test it."""

    def run(self):
        rows = [(section, r) for section, group in told("objectives").items() for r in group]
        return list(self.sections(rows, self.table))

    def table(self, rows):
        return index("objectives", self.lang, map(self.entry, rows))

    def entry(self, r):
        between = {"en": "; ", "zh": "；"}[self.lang]
        titles = between.join(kinds()[kind].title.texts[self.lang] for kind in r["kinds"])
        return self.text(r[self.lang]), self.text(titles)


class Misconceptions(Index):
    """What students often believe, the number that refutes it, and the problem that finds it."""

    def run(self):
        rows = map(self.entry, told("misconceptions")["belief"])
        return [index("misconceptions", self.lang, rows)]

    def entry(self, r):
        places = pieces(r["page"], self.lang)
        anchor = next(place.anchor for place in places if place.cell == r["cell"])
        link = self.link(r["page"], anchor, nodes.Text(short_title(r["page"], self.lang)))
        problem = kinds()[r["kind"]].title.texts[self.lang]
        reason = [*self.text(r["so"][self.lang]), nodes.Text(" "), link]
        return self.text(r[self.lang]), reason, self.text(problem)


# -- the concordance ------------------------------------------------------------------------------


@cache
def numbers_under():
    """Return, by (page, anchor), the equations and the rows of numbered.csv that belong there."""
    found = {}
    for number in mk.equations:
        found.setdefault(equation_heading(number), []).append(number)
    for row in listed("numbered"):
        places = numbered_places(row)
        if not places:  # not StopIteration, which a caller's map() would take for its end
            raise LookupError(f"no page makes or names {row['kind']} {row['number']}")
        found.setdefault(places[0], []).append(row)
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
        return index("concordance", self.lang, map(self.entry, rows))

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
        return [index("concordance-of-pages", self.lang, rows)]

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
    return {p.anchor: p.heading for p in reversed(pieces(page, lang))}[anchor]
