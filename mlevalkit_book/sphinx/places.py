r"""Where things stand in the notebooks: what links, the indexes and the glossary point to.

\tag{2.10} in a formula is the target of [](#eq-2-10) on the same page. Each heading of a notebook
carries the id of its cell, each heading of a Markdown page the id that the English page has. Such
targets belong to their page, and a link on another page names both: [](errata.ipynb#e11). Sphinx's
own labels are global, and the two pages of a pair would fight over them.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.transforms import SphinxTransform

import mlevalkit as mk
from mlevalkit_book.notebooks import cells_of, contents
from mlevalkit_book.paths import BOOK
from mlevalkit_book.words import LANGUAGES, words

LISTS = {"errata", "exercises", "review"}  # pages that name terms and explain none
NOT_READ = {"references", "ex", "ex-further", "quiz", "quiz-further"}  # cells of a lesson
SEPARATORS = r"[（）、]|, "  # of the names in a cell of a table of terms
SECTIONS = words("sections")
TAG = re.compile(r"\\tag\*?\{([^}]+)\}")
CELL = 10_000  # myst-nb counts the lines of cell n from n * 10 000


@dataclass(frozen=True)
class Piece:
    """A code cell, or the text from one heading to the next, with the heading it stands under."""

    page: str
    anchor: str
    heading: str
    kind: str
    text: str
    outputs: str = ""
    cell: str = ""


def edition(docname):
    """Return "zh" or "en", or None for a page that speaks both languages."""
    folder = docname.split("/")
    return folder[1] if len(folder) > 2 and folder[1] in LANGUAGES else None


def section_title(section, lang):
    number = section.replace("exercise", ("习题", "Exercise")[lang == "en"])
    return f"{number} {SECTIONS[lang][section]}".removeprefix("errata ")


def pages_to_read(lang):
    """Return the pages that are read one after the other: not the part of the reference."""
    parts = (part.pages for part in contents() if part.lang == lang)
    return [page for pages in parts if f"book/{lang}/reference" not in pages for page in pages]


@cache
def notebooks(lang):
    """Return the names of an edition's notebooks, in the order of the book."""
    parts = (part.pages for part in contents() if part.lang == lang)
    return names_of_notebooks(page for pages in parts for page in pages)


def reading_order(lang):
    """Return the names of the notebooks that are read one after the other."""
    return names_of_notebooks(pages_to_read(lang))


def names_of_notebooks(pages):
    files = (BOOK.parent / f"{page}.ipynb" for page in pages)
    return [path.stem for path in files if path.exists()]


def is_open_code(cell):
    """Tell whether a reader sees the code of a cell without unfolding it."""
    folded = {"hide-cell", "hide-input", "figure-code"}
    return cell.cell_type == "code" and not folded & set(cell.metadata.get("tags", []))


def length_of(cell, lang):
    """Count the words, or the Chinese characters, of the prose in a cell.

    Formulas, tables of terms, references, exercises and folded answers are not counted.
    """
    if cell.cell_type != "markdown" or cell.id in NOT_READ:
        return 0
    text = re.sub(r"<details>.*?</details>|```.*?```|\$\$.*?\$\$", "", cell.source, flags=re.S)
    text = re.sub(r"^## (Terms|术语)\n.*", "", text, flags=re.S | re.M)
    return len(re.findall("[一-鿿]", text) if lang == "zh" else text.split())


@cache
def pieces(page, lang):
    """Return the pieces of a notebook. Anchors are those that `PageTargets` gives."""
    found, anchor, heading = [], "", ""
    for cell in cells_of(BOOK / lang / f"{page}.ipynb"):
        if cell.cell_type == "code":
            outputs = " ".join(o.data.get("text/html", "") for o in cell.outputs if "data" in o)
            found.append(Piece(page, anchor, heading, "code", cell.source, outputs, cell.id))
            continue
        parts = re.split(r"^(?=#+ )", cell.source, flags=re.MULTILINE)
        for n, part in enumerate([p for p in parts if p.startswith("#")] or parts):
            if part.startswith("#"):
                anchor = f"{cell.id}-{n + 1}" if n else cell.id
                heading = part.splitlines()[0].lstrip("# ")
            found.append(Piece(page, anchor, heading, "markdown", part))
    return found


@cache
def plain_text(page, lang):
    """Return all text of a page as terms are looked for: who says none has not to be searched."""
    return plain_names("\n".join(piece.text for piece in pieces(page, lang)))


@cache
def title(page, lang):
    return pieces(page, lang)[0].heading


def short_title(page, lang):
    """Return a page's section number, or its title if it has none."""
    number = re.match(r"\d[\d.]*(?= )", title(page, lang))
    return number[0] if number else title(page, lang)


def pages_of(section):
    return [p for p in notebooks("en") if short_title(p, "en") == section]


def equation_places(number):
    """Yield (page, anchor) of each page that has an equation: where it is set, else worked."""
    tag, worked = rf"\tag{{{number}}}", f'class="mk-tag">({number})<'
    for page in notebooks("en"):
        known = pieces(page, "en")
        if any(p.kind == "markdown" and tag in p.text for p in known):
            yield page, equation_anchor(number)
        else:
            yield from [(page, p.anchor) for p in known if worked in p.outputs][:1]


def equation_heading(number):
    """Return (page, anchor) of the heading under which an equation's own section sets it."""
    tag = rf"\tag{{{number}}}"
    section = mk.equations[number].section
    pages = pages_of(section) or [page for page, _ in equation_places(number)]
    known = (p for page in pages for p in pieces(page, "en"))
    return next((p.page, p.anchor) for p in known if p.kind == "markdown" and tag in p.text)


@cache
def numbered_places(row):
    """Return (page, anchor) where an example, table or figure is made, else where it is named.

    The pages of its section count in any case.
    It is made under a heading that names it, where its data are loaded, and where the pages of
    its section call the function that draws or computes it.
    """
    kind, number = row["kind"], row["number"]
    of_it = rf"2\.{number.removeprefix('2.')}(?![\d.]*\d)"
    named = re.compile(rf"\b{kind}s? (?:2\.\d+(?:, | and | to |–))*{of_it}", re.IGNORECASE)
    data, call = f'{kind}("{number}"', f"mk.{row['function']}("
    made, told = {}, {}
    for page in notebooks("en"):
        if not any(said in plain_text(page, "en") for said in (number, call)):
            continue
        own = kind not in ("example", row["function"]) and page in pages_of(row["section"])
        for piece in pieces(page, "en"):
            code = piece.text if piece.kind == "code" else ""
            if named.search(piece.heading) or data in code or (own and call in code):
                made.setdefault(page, piece.anchor)
            elif named.search(piece.text):
                told.setdefault(page, piece.anchor)
    own_told = {page: told[page] for page in pages_of(row["section"]) if page in told}
    return list((own_told | made or told).items())


@cache
def term_place(entry):
    """Return (page, anchor) where a term is explained.

    That is where it is in bold or named by a heading: on the pages of its section if there, else on
    any page. A term that is neither leads to where it is first said outside the tables of terms.
    """
    section, pages, terms = entry["section"], notebooks("zh"), names(plain_names(entry["zh"]))
    tables = [p for p in pages if any(is_same(entry, *row) for row in term_rows(p, "zh"))]
    start = "习题" if section.startswith("exercise") else section
    near = [*tables, *(p for p in pages if title(p, "zh").startswith(start))]
    own = pages_of(section) or near
    others = [p for p in pages if p not in LISTS and section != "errata"]
    asked = dict.fromkeys([*own, *near, *others])
    said = [p for p in asked if any(term in plain_text(p, "zh") for term in terms)]
    places = [
        (closeness(piece, terms) + (0 if page in own else 4), (page, piece.anchor))
        for page in said or asked
        for piece in pieces(page, "zh")
        if piece.heading != "术语"
    ]
    return min(places, key=lambda place: place[0])[1]


def closeness(piece, terms):
    """Return a number that is the smaller, the better a piece explains a term."""
    text, headed = plain_names(piece.text), named_by(piece.heading) & terms
    said = [term for term in terms if term in text]
    bold = any(f"**{term}**" in text for term in said)
    if piece.anchor == "title" and (headed or bold):  # of the whole page
        return 2 - bold / 2
    if headed or bold:
        return 2 - bold * (1 + bool(headed))
    return 8 if said else 16


@cache
def named_by(heading):
    """Return the terms that a heading may name: of "2.2.1 留出法：一次划分" 留出法."""
    return set(re.split("[、与]", re.sub(r"^[\d.]+ |：.*", "", plain_names(heading))))


@cache
def plain_names(text):
    """Return a text with its terms written in one way: "$t$ 检验" is "t 检验"."""
    text = text.replace(r"$5 \times 2$", "5×2").replace("–", "-").replace("*p*", "p")
    return re.sub(r"\$(\w)\$", r"\1", text)


# -- terms ------------------------------------------------------------------------------------


@cache
def names(text):
    """Return the names in a cell of a table of terms: "包外样本（袋外样本）" has two."""
    return frozenset(filter(None, re.split(SEPARATORS, text.replace("–", "-"))))


def is_same(entry, zh, en):
    """Tell whether an entry of the glossary has a pair of words of a page."""
    return names(zh) <= names(entry["zh"]) and names(en) <= names(entry["en"])


@cache
def term_rows(page, lang):
    """Return the rows of a page's table of terms, as (Chinese, English)."""
    rows = []
    for piece in pieces(page, lang):
        if piece.heading in ("术语", "Terms"):
            cells = [re.split(r"(?<!\\)\|", r) for r in piece.text.splitlines() if r[:1] == "|"]
            rows += [(a.strip(), b.strip()) for _, a, b, *_ in cells[2:]]
    return rows if lang == "zh" else [(zh, en) for en, zh in rows]


# -- places that links can name ------------------------------------------------------------------


def equation_anchor(number):
    return "eq-" + re.sub(r"[^0-9A-Za-z]+", "-", number).strip("-")


def english_page(path):
    """Return the English page of a Markdown page, or None."""
    english = path.parents[1] / "en" / path.name
    return english if path.suffix == ".md" and english.exists() else None


def english_ids(path):
    """Return the ids of the headings of an English page, without the title's."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    return [nodes.make_id(heading) for heading in re.findall(r"^##+ (.*)", text, re.M)]


def is_output(node):
    """Tell whether a node is in a cell's output, of whose forms only one will be shown."""
    while node is not None:
        if node.get("nb_element") == "mime_bundle":
            return True
        node = node.parent if isinstance(node.parent, nodes.Element) else None
    return False


class PageTargets(SphinxTransform):
    default_priority = 870  # before myst-parser looks for the targets of local links (879)

    def apply(self):
        targets = self.equations() | self.headings() | self.markdown_headings()
        for link in self.document.findall(nodes.reference):
            target = link.get("refuri", "")[1:]
            if link.get("id_link") and target in targets:
                del link["id_link"], link["refuri"]
                link["refid"] = target
                if not link.children:
                    link += nodes.Text(targets[target])
        self.tell_other_pages(targets)

    def tell_other_pages(self, targets):
        """Let a link on another page, [](errata.ipynb#e11), end here; a dead one is a warning."""
        headed = {i: s[0].astext() for s in self.document.findall(nodes.section) for i in s["ids"]}
        slugs = self.env.metadata[self.env.docname].setdefault("myst_slugs", {})
        slugs |= {name: (0, name, text) for name, text in (headed | targets).items()}

    def equations(self):
        """Name each numbered formula; its first showing on the page is its place."""
        found = {}
        for formula in self.document.findall(nodes.math_block):
            if is_output(formula):
                continue
            for number in TAG.findall(formula.astext()):
                anchor = equation_anchor(number)
                if anchor not in found:
                    found[anchor] = f"({number})"
                    formula["ids"].append(anchor)
        return found

    def headings(self):
        """Name each heading by its cell: `cell`, then `cell-2` if the cell has another."""
        found = {}
        seen = Counter()
        cells = [cell.id for cell in cells_of(self.env.doc2path(self.env.docname))]
        for section in self.document.findall(nodes.section):
            number = (section.line or section[0].line or 0) // CELL
            if 0 < number <= len(cells):
                seen[number] += 1
                again = f"-{seen[number]}" if seen[number] > 1 else ""
                anchor = f"{cells[number - 1]}{again}"
                found[anchor] = section[0].astext()
                # an id that Sphinx made of a heading's words may be the name of another cell
                section["ids"] = [anchor, *(i for i in section["ids"] if i not in cells)]
        return found

    def markdown_headings(self):
        """Name each heading that the writer of a Markdown page wrote, after its English page."""
        found = {}
        path = english_page(Path(self.env.doc2path(self.env.docname)))
        if path is None:
            return found
        note_files(self.env, [path])
        written = [s for s in self.document.findall(nodes.section) if s["names"] or s["dupnames"]]
        anchors = english_ids(path)
        for section, anchor in zip(written[1:], anchors, strict=False):
            found[anchor] = section[0].astext()
            if anchor not in section["ids"]:
                section["ids"].insert(0, anchor)
        return found


def note_names(env):
    """Note that the page which is read shows names of the library, see ``changes.read_again``."""
    env.metadata[env.docname]["names"] = True


def note_files(env, paths):
    """Let the page which is read be read again when one of these files changes."""
    for path in paths:
        env.note_dependency(str(path))
