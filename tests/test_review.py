"""The page to revise from: its words are the glossary's, and it leaves no section out."""

import re

from built_book import notebook

from mlevalkit_book.paths import TABLES, read_rows
from mlevalkit_book.sphinx import places


def cells(lang):
    return {cell.id: cell.source for cell in notebook(lang, "review").cells}


def rows(lang):
    """Return section, Chinese names and English names of each row of terms."""
    lines = [line.split("|")[1:-1] for line in cells(lang)["terms"].splitlines() if "| " in line]
    order = [0, 1, 2] if lang == "zh" else [0, 2, 1]
    return [[line[i].strip() for i in order] for line in lines[1:]]


def said(text):
    """Return the single names in a cell of the table."""
    parts = re.split("[（）、；;,]", text.replace("$", ""))
    return {part.strip() for part in parts} - {""}


def test_the_terms_are_those_of_the_glossary(lang):
    names = set()
    for term in read_rows(TABLES / "glossary.csv"):
        for column in ("zh", "en", "also_zh", "also_en"):
            names |= {name.strip("$* ") for name in places.names(term[column])}
            names |= said(term[column])
    unknown = [
        name for _, zh, en in rows(lang) for name in said(zh) | said(en) if name not in names
    ]
    assert unknown == []


def test_both_editions_have_the_same_terms():
    assert rows("zh") == rows("en")
    assert [section for section, *_ in rows("zh") if section] == ["2.1", "2.2", "2.3", "2.4", "2.5"]
