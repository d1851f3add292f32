"""The search: what each edition says, section by section, and which words lead where.

A script for each edition holds its sections (page, anchor, heading, text), its terms and the
questions of ``questions.csv``. Terms are names and synonyms of the glossary in both languages, and
numbers of equations, examples, tables and figures, each with the place that explains it. What
stands beside the lessons (references, exercises, indexes) is marked, and is found after them. It is
a script, not JSON, since a page opened from a folder may not fetch.

A row of ``questions.csv`` leads to the place that answers a question. Its questions are separated
by "; "; the words of one must all be said, in any order, and "/" separates alternatives.
"""

import json
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from docutils import nodes

import mlevalkit as mk
from mlevalkit_book.notebooks import contents
from mlevalkit_book.paths import listed
from mlevalkit_book.sphinx.cells import line
from mlevalkit_book.sphinx.places import (
    SEPARATORS,
    edition,
    equation_places,
    names,
    notebooks,
    numbered_places,
    pieces,
    term_place,
)
from mlevalkit_book.words import LANGUAGES, OTHER, words

SKIPPED = (
    nodes.section, nodes.title, nodes.raw, nodes.math_block, nodes.literal_block, nodes.image,
    nodes.thead,
)  # fmt: skip
KINDS = words("numbered")
ASIDE = {"ex", "quiz", "references", "terms"}  # what each lesson ends with


def text_of(node):
    """Return the words of a node without code, displayed formulas and sections below it."""
    if isinstance(node, nodes.row):
        return " · ".join(map(text_of, node.children)) + "\n"
    if isinstance(node, SKIPPED) or {"cell", "mk-where"} & {*node.get("classes", ())}:
        return ""
    if isinstance(node, nodes.TextElement):
        return words_of(node)
    return " ".join(filter(None, (text_of(child) for child in node.children)))


def words_of(node):
    """Return a paragraph or a heading as one line, with its formulas in plain characters."""
    if isinstance(node, nodes.math):
        return line(node.astext())
    within = node.next_node(nodes.math)
    return "".join(map(words_of, node.children)) if within else node.astext()


def read_sections(app, doctree):
    """Keep the sections of a page that was read."""
    page = app.env.docname
    if not edition(page):
        return
    kept = app.env.book_sections = getattr(app.env, "book_sections", {})
    kept[page] = [
        (section["ids"][0], words_of(section[0]), re.sub(r"[^\S\n]+|\n+(?=\n)", " ", body))
        for section in doctree.findall(nodes.section)
        if isinstance(section[0], nodes.title)
        for body in [" ".join(filter(None, map(text_of, section.children[1:])))]
    ]


def forget_sections(app, env, docname):
    getattr(env, "book_sections", {}).pop(docname, None)


def plain(name):
    return re.sub(r"[$*]", "", name)


@cache
def explained(lang):
    """Return {page: [(name, anchor, term)]}: where each name of the glossary is explained.

    For a synonym, `term` is the name that the book uses.
    """
    found = {}
    for row in listed("glossary"):
        own = "glossary", nodes.make_id(f"section {row['section']}")
        page, anchor = term_place(row) or own
        own_names = [plain(name) for name in re.split(SEPARATORS, row[lang]) if "\\" not in name]
        found.setdefault(page, []).extend((name, anchor, "") for name in filter(None, own_names))
        also = names(row["also_zh"]) | names(row["also_en"]) | names(row[OTHER[lang]])
        for name in sorted((also | other_words(row)) - set(own_names)):
            found[page].append((plain(name), anchor, own_names[0]))
    return found


def other_words(term):
    """Return the words that the book avoids, in either language, in favour of a term's names."""
    own = ((lang, name) for lang in LANGUAGES for name in names(term[lang]))
    return {other for name in own for other in avoided().get(name, ())}


@cache
def avoided():
    """Return the words that the book avoids, by language and the name that it uses instead."""
    found = defaultdict(list)
    for row in listed("other_words"):
        found[row["lang"], row["ours"]].append(row["other"])
    return found


def numbered(lang):
    """Yield (name, page, anchor, "") of what has a number in the textbook."""
    for number in mk.equations:
        for page, anchor in list(equation_places(number))[:1]:
            yield f"({number})", page, anchor, ""
            yield KINDS[lang]["equation"].format(number).lower(), page, anchor, ""
    for row in listed("numbered"):
        for page, anchor in list(numbered_places(row))[:1]:
            yield KINDS[lang][row["kind"]].format(row["number"]).lower(), page, anchor, ""


def terms(lang):
    """Return (name, page, anchor, term): what leads to the section that explains it."""
    glossary = ((n, page, at, of) for page, here in explained(lang).items() for n, at, of in here)
    return [*glossary, *numbered(lang)]


def section_of(page, anchor, kept):
    """Return the section that an anchor stands in; a formula's is that of its text."""
    anchors = [at for at, _, _ in kept]
    if anchor in anchors:
        return anchors.index(anchor)
    number = anchor.removeprefix("eq-").replace("-", ".")
    for piece in pieces(page, "en") if anchor.startswith("eq-") else []:
        if rf"\tag{{{number}}}" in piece.text and piece.anchor in anchors:
            return anchors.index(piece.anchor)
    return 0


def stands_aside(page, anchor):
    """Return 1 for what is read beside the lessons or looked up, else 0."""
    name = page.rpartition("/")[2]
    is_lesson = name in notebooks("en") and name != "errata"
    return int(anchor in ASIDE or not is_lesson)


def index(app, lang):
    """Return what the search of an edition knows."""
    pages = [page for part in contents() if part.lang == lang for page in part.pages]
    sections, first = [], {}
    for n, page in enumerate(pages):
        first[page] = len(sections)
        kept = app.env.book_sections.get(page, [])
        sections += [(n, *entry, stands_aside(page, entry[0])) for entry in kept]
    known = []
    for name, short, anchor, term in terms(lang):
        page = f"book/{lang}/{short}"
        if page in first:
            kept = app.env.book_sections[page]
            known.append((name, first[page] + section_of(short, anchor, kept), anchor, term))
    questions = [
        (question, at, row["anchor"] or sections[at][1])
        for row in listed("questions")
        for at in [first[f"book/{lang}/{row['page']}"]]
        for asked in (row["zh"], row["en"])  # a reader of one edition asks in words of both
        for question in filter(None, asked.split("; "))
    ]
    titles = [(app.builder.get_target_uri(p), words_of(app.env.titles[p])) for p in pages]
    return {"pages": titles, "sections": sections, "terms": known, "questions": questions}


def write_indexes(app):
    for lang in LANGUAGES:
        text = json.dumps(index(app, lang), ensure_ascii=False, separators=(",", ":"))
        path = Path(app.outdir, "_static", f"search-{lang}.js")
        path.write_text(f"window.bookIndex = {text};\n", encoding="utf-8")


def no_stock_search(app):
    """Sphinx's own index cannot cut Chinese, shows no section, and demands every word."""
    app.builder.search = False
