"""Tables that are made when the book is built, each by ``{data-table} NAME``.

Equations come from ``mk.equations``, examples, tables and figures of the textbook from
numbered.csv, terms from glossary.csv; where they stand is found in the notebooks.

The table ``concordance`` lists what each paragraph of the chapter says, with the heading that
teaches it, from concordance.csv; the equations, examples, tables and figures under that heading and
their functions follow from the other tables. ``concordance-of-pages`` goes the other way: each
heading with what it teaches of the textbook, or marked as further.

For teachers: ``objectives`` from objectives.toml, ``misconceptions`` from misconceptions.toml.

What the trust suite and the benchmarks found stands in the CSV files that they store. Of these,
``{trust-report} KIND`` shows all that was compared, as plain text, and the role ``{trust}`` a
number for a sentence.
"""

import tomllib
from functools import cache, partial
from itertools import groupby
from operator import itemgetter

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

import mlevalkit as mk
from mlevalkit.exercises import kinds
from mlevalkit_book.paths import BOOK, ROOT, TABLES, library_files, listed, read_rows
from mlevalkit_book.sphinx.cells import TAG, further_cells
from mlevalkit_book.sphinx.places import (
    edition,
    equation_anchor,
    equation_heading,
    equation_places,
    note_files,
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
from mlevalkit_book.words import CODES, COMMA, OTHER, WORDS, words

HEADS, KINDS, LIMITS = words("heads"), words("numbered"), words("limits")
INTERVALS, DATA = words("intervals"), words("simulated")
# The equations that the pumpkin book derives, each below a heading of its own.
PUMPKIN = "https://github.com/datawhalechina/pumpkin-book/blob/master/docs/chapter2/chapter2.md"
DERIVED = {"2.20": "#220", "2.21": "#221", "2.27": "#227", "2.41": "#241"}
STORED = {
    "suite": ROOT / "tests/trust/results.csv",
    "mutation": ROOT / "tests/trust/mutation.csv",
    "speed": ROOT / "benchmarks/results.csv",
    "growth": ROOT / "benchmarks/growth.csv",
    "intervals": ROOT / "mlevalkit/datasets/intervals.csv",
}
FOREIGN = {"英文": "en", "English": "en", "中文": "zh-CN", "Chinese": "zh-CN"}  # heads of columns
SIZES = ("100", "1000", "1000000")  # of samples, in the table of speed


def told(name):
    """Return what a table in TOML holds."""
    return tomllib.loads((TABLES / f"{name}.toml").read_text(encoding="utf-8"))


# -- any table -----------------------------------------------------------------------------------


def table(head, rows, widths, kind):
    """Return a table; a cell is a text or a list of nodes, widths are in per cent."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for width in widths), cols=len(head))
    group += nodes.thead("", row_of(head))
    group += nodes.tbody("", *map(row_of, rows))
    return nodes.table("", group, classes=[kind, "colwidths-given"])


def row_of(cells):
    return nodes.row("", *(nodes.entry("", *blocks(cell)) for cell in cells))


def blocks(cell):
    """Yield the nodes of a cell, with its inline ones in paragraphs."""
    inside = [nodes.Text(cell)] if isinstance(cell, str) else cell
    for is_block, run in groupby(inside, lambda node: isinstance(node, nodes.math_block)):
        found = list(run)
        yield from found if is_block else [nodes.paragraph("", "", *found)]


def box_tables(app, doctree, docname):
    """Let a wide table scroll in a box of its own; rows of sentences become cards on a phone."""
    for table in list(doctree.findall(nodes.table)):
        rows = list(table.next_node(nodes.tbody).findall(nodes.row))
        wordy = ["wordy"] * (len(rows[0]) > 2 and any(len(row[-1].astext()) > 16 for row in rows))
        box = nodes.container(classes=["scroll", *wordy])
        table.replace_self(box)
        box += table


def tag_languages(app, doctree, docname):
    """Tell a screen reader which cells and entries are not in the language of the page.

    docutils makes a ``lang`` of a class ``language-...``.
    """
    own = CODES.get(edition(docname))
    for table in doctree.findall(nodes.table) if own else []:
        rows = list(table.findall(nodes.row))
        for n, head in enumerate(rows[0].children):
            tag = FOREIGN.get(head.astext(), own)
            for row in rows[1:] if tag != own else []:
                if n < len(row):
                    row[n]["classes"].append(f"language-{tag}")
    if docname.startswith("book/zh/reference"):
        for entry in doctree.findall(addnodes.desc_content):
            entry["classes"].append("language-en")


class DataTable(SphinxDirective):
    """``{data-table} NAME``: a table of INDEXES or of FOUND, in the language of the page."""

    required_arguments = 1

    def run(self):
        name = self.arguments[0]
        pages = BOOK.glob("*/*.ipynb")
        note_files(self.env, [*pages, *TABLES.iterdir(), *STORED.values(), *library_files()])
        head = HEADS[self.lang][name]
        if name in FOUND:
            rows, widths = FOUND[name]
            return [table(head, rows(self.lang), widths, "mk-trust")]
        rows, widths = INDEXES[name]
        found = []
        for section, group in groupby(rows(self), key=itemgetter(0)):
            made = table(head, (cells for _, cells in group), widths, "mk-index")
            found.append(self.under(section, made) if section else made)
        return found

    @property
    def lang(self):
        return self.env.docname.split("/")[1]

    def under(self, number, made):
        """Return a section of the page for a section of the chapter."""
        heading = nodes.title("", section_title(number, self.lang))
        return nodes.section("", heading, made, ids=[nodes.make_id(f"section {number}")])

    def link(self, page, anchor, *inside):
        """Return a link to a page of this edition, which need not have been read yet."""
        here, there = self.env.docname, f"book/{self.lang}/{page}"
        uri = self.env.app.builder.get_relative_uri(here, there)
        inside = [nodes.Text(each) if isinstance(each, str) else each for each in inside]
        return nodes.reference("", "", *inside, refuri=f"{uri}#{anchor}", internal=True)

    def links(self, places):
        """Return links to pages, each named by its section."""
        found = []
        for page, anchor in places:
            found.append(self.link(page, anchor, short_title(page, self.lang)))
            found[-1]["reftitle"] = title(page, self.lang)
        return self.joined(found)

    def joined(self, links):
        comma = COMMA[self.lang]
        return [node for link in links for node in (nodes.Text(comma), link)][1:]

    def function(self, name):
        """Return a link to a function's entry in the reference."""
        anchor = nodes.make_id(name)
        return self.link(homes()[anchor], anchor, nodes.literal("", name))

    def text(self, markdown):
        return self.state.inline_text(markdown, self.lineno)[0]


# -- indexes: each row with its section, where the table has a part for each ---------------------


def equations(page):
    for e in mk.equations.values():
        places = own_first(e.section, equation_places(e.number))
        name = nodes.Text(e.title.texts[page.lang])
        form = nodes.math_block(e.latex, e.latex, nowrap=False, number=None)
        where = [page.function(e.call.removeprefix("mk.")), nodes.Text(" · "), *page.links(places)]
        if e.number in DERIVED:
            outside = PUMPKIN + DERIVED[e.number]
            derived = nodes.reference("", WORDS[page.lang]["pumpkin"], refuri=outside)
            where += [nodes.Text(" · "), derived]
        yield e.section, ([page.link(*places[0], f"({e.number})")], [name, form, *where])


def numbered(kind, page):
    for row in listed("numbered"):
        if row["kind"] == kind:
            places = own_first(row["section"], numbered_places(row))
            first = page.link(*places[0], row["number"])
            function = [page.function(row["function"])] if row["function"] else []
            yield None, ([first], row[page.lang], function, page.links(places))


def own_first(section, places):
    own = pages_of(section)
    return sorted(places, key=lambda place: place[0] not in own)


def terms(page):
    lang = page.lang
    for row in listed("glossary"):
        first = [page.link(*term_place(row), *page.text(row[lang]))]
        if also := row[f"also_{lang}"]:
            first.append(nodes.inline("", WORDS[lang]["also"].format(also), classes=["mk-also"]))
        cells = first, page.text(row[OTHER[lang]]), page.text(row[f"meaning_{lang}"])
        yield row["section"], cells


# -- for teachers --------------------------------------------------------------------------------


def objectives(page):
    between = {"en": "; ", "zh": "；"}[page.lang]
    for section, rows in told("objectives").items():
        for row in rows:
            titles = between.join(kinds()[kind].title.texts[page.lang] for kind in row["kinds"])
            yield section, (page.text(row[page.lang]), page.text(titles))


def misconceptions(page):
    """Yield what students believe, the number that refutes it, the problem that finds it."""
    for row in told("misconceptions")["belief"]:
        known = pieces(row["page"], page.lang)
        anchor = next(piece.anchor for piece in known if piece.cell == row["cell"])
        link = page.link(row["page"], anchor, short_title(row["page"], page.lang))
        problem = kinds()[row["kind"]].title.texts[page.lang]
        reason = [*page.text(row["so"][page.lang]), nodes.Text(" "), link]
        yield None, (page.text(row[page.lang]), reason, page.text(problem))


# -- the concordance ------------------------------------------------------------------------------


@cache
def numbers_under():
    """Return, by (page, anchor), the equations and the rows of numbered.csv that belong there."""
    found = {}
    for number in mk.equations:
        found.setdefault(equation_heading(number), []).append(number)
    for row in listed("numbered"):
        places = numbered_places(row)
        if not places:
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


def concordance(page):
    for row in listed("concordance"):
        place = row["page"], row["anchor"]
        where = page.link(*place, *page.text(heading(*place, page.lang)))
        numbers = [number_link(page, place, item) for item in numbers_under().get(place, [])]
        functions = [page.function(name) for name in functions_of(row)]
        said = page.text(row[page.lang])
        yield row["section"], (said, [where], page.joined(numbers), page.joined(functions))


def number_link(page, place, item):
    """Return a link to an equation, or to where an example, table or figure is made."""
    if isinstance(item, str):
        return page.link(place[0], equation_anchor(item), f"({item})")
    return page.link(*place, KINDS[page.lang][item["kind"]].format(item["number"]))


def headings(page):
    """Yield each heading with its page and its paragraph of the textbook, or as further."""
    for name in notebooks(page.lang):
        taught = {row["anchor"]: row for row in listed("concordance") if row["page"] == name}
        further = further_cells(BOOK / page.lang / f"{name}.ipynb")
        anchors = dict.fromkeys(piece.anchor for piece in pieces(name, page.lang))
        number = short_title(name, page.lang)
        first = [page.link(name, "", number)] if number[0].isdigit() else []
        for anchor in anchors:
            if anchor in taught or anchor in further:
                where = page.link(name, anchor, *page.text(heading(name, anchor, page.lang)))
                yield None, (first, [where], paragraph(page, taught.get(anchor)))
                first = []


def paragraph(page, row):
    """Return what a heading teaches of the textbook."""
    if not row:
        return [nodes.inline("", WORDS[page.lang][TAG], classes=["further-mark"])]
    there = nodes.make_id(f"section {row['section']}")
    section = page.link("concordance", there, row["section"])
    return [section, nodes.Text(" "), *page.text(row[page.lang])]


def heading(page, anchor, lang):
    return {p.anchor: p.heading for p in reversed(pieces(page, lang))}[anchor]


# -- what the suite and the benchmarks found: rows of texts --------------------------------------


@cache
def stored(name):
    return read_rows(STORED[name])


def of_kind(kind):
    return [row for row in stored("suite") if row["kind"] == kind]


def groups(found, *columns):
    """Return (values, rows) by the values of columns, in the order of their first rows."""
    grouped = {}
    for row in found:
        grouped.setdefault(itemgetter(*columns)(row), []).append(row)
    return grouped.items()


def published(lang):
    for source, group in groups(of_kind("published"), "source"):
        values = sum(int(row["cases"]) for row in group)
        yield source, str(values), max((row["worst"] for row in group), key=float)


def mutation(lang):
    for row in stored("mutation"):
        yield row["module"], row["mutants"], row["killed"], per_cent(float(row["share"]))


def speed(lang):
    for names, group in groups(stored("speed"), "call", "reference"):
        ratios = {row["n"]: short(row["ratio"]) for row in group}
        if set(ratios) >= set(SIZES):
            yield *names, *(ratios[n] for n in SIZES)


def more_speed(lang):
    for names, group in groups(stored("speed"), "call", "reference"):
        if not {row["n"] for row in group} >= set(SIZES):
            for row in group:
                n = f"{int(row['n']):,}" if row["n"] else ""
                spread = f"{short(row['low'])} – {short(row['high'])}"
                yield *names, n, short(row["ratio"]), spread


def short(number):
    value = float(number)
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def per_cent(share):
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%"


def growth(lang):
    for call, group in groups(stored("growth"), "call"):
        last = group[-1]
        large = {row["n"]: row for row in group}["1000000"]
        limit = LIMITS[lang][last["limit"]]
        yield call, limit, large["limits"], last["slope"], large["bytes_per_sample"]


def coverage(lang):
    """Yield the lowest and the highest coverage of each interval and kind of data, in per cent."""
    for (interval, data), group in groups(stored("intervals"), "interval", "data"):
        shares = sorted(float(row["coverage"]) for row in group)
        ends = (f"{100 * share:.1f}" for share in (shares[0], shares[-1]))
        sizes = ", ".join(row["n"] for row in group)
        yield INTERVALS[lang][interval], DATA[lang][data], sizes, *ends


def figure(name):
    """Return a number for a sentence."""
    kind, _, what = name.partition(" ")
    if kind == "mutation":
        if what == "mutants":
            return f"{sum(int(row['mutants']) for row in stored(kind)):,}"
        possible, killed = (
            sum(int(row[column]) * int(row["every"]) for row in stored(kind))
            for column in ("mutants", "killed")
        )
        return per_cent(killed / possible)
    found = of_kind(kind)
    if what == "worst":
        return max((row["worst"] for row in found), key=float)
    counts = {
        "lines": len(found),
        "cases": sum(int(row["cases"]) for row in found),
        "sources": len(groups(found, "source")),
    }
    return f"{counts[what]:,}"


def report(kind):
    """Return all lines of a kind as plain text."""
    lines = []
    for source, group in groups(of_kind(kind), "source"):
        lines += [source] * bool(source)
        width = max(len(row["what"]) for row in group)
        lines += [f"  {row['what']:{width}}  {seen(row)}" for row in group]
    return "\n".join(lines)


def seen(row):
    if row["published"]:
        return f"{row['published']} | {row['computed']}"
    worst = f", {row['worst']}" if row["kind"] in ("property", "edge") else ""
    return f"{int(row['cases']):,} x{worst}"


class Report(SphinxDirective):
    required_arguments = 1

    def run(self):
        text = report(self.arguments[0])
        return [nodes.literal_block(text, text, language="text", classes=["mk-report"])]


class Figure(SphinxRole):
    def run(self):
        return [nodes.Text(figure(self.text))], []


# -- by their names --------------------------------------------------------------------------------

# The rows, and the widths of columns in per cent.
NUMBERED = (12, 38, 32, 18)
INDEXES = {
    "formula": (equations, (12, 88)),
    "example": (partial(numbered, "example"), NUMBERED),
    "table": (partial(numbered, "table"), NUMBERED),
    "figure": (partial(numbered, "figure"), NUMBERED),
    "term": (terms, (26, 24, 50)),
    "objectives": (objectives, (60, 40)),
    "misconceptions": (misconceptions, (30, 52, 18)),
    "concordance": (concordance, (32, 34, 16, 18)),
    "concordance-of-pages": (headings, (14, 43, 43)),
}
FOUND = {
    "published": (published, (50, 20, 30)),
    "mutation": (mutation, (34, 20, 26, 20)),
    "speed": (speed, (32, 32, 12, 12, 12)),
    "more-speed": (more_speed, (32, 32, 12, 12, 12)),
    "growth": (growth, (32, 32, 12, 12, 12)),
    "coverage": (coverage, (32, 32, 12, 12, 12)),
}
