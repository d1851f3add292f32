"""The indexes and the glossary, as the built book has them."""

import re
from html import escape

from built_book import ROOT

import mlevalkit as mk
from mlevalkit_book.paths import read_rows


def rows(html):
    return re.findall(r"<tr[^>]*><td>.*?</tr>", html, re.DOTALL)


def test_every_equation_has_a_row_with_its_function(book, lang):
    numbered = book.read(f"book/{lang}/formulas.html").split('id="without-a-number"')[0]
    found = rows(numbered)
    assert len(found) == len(mk.equations)
    for row, entry in zip(found, mk.equations.values(), strict=True):
        assert f"({entry.number})" in row
        assert "math" in row
        assert f">{entry.function.__name__}<" in row
        home, anchor = re.search(r'href="(reference-\w+)\.html#([^"]+)"', row).groups()
        assert f'id="{anchor}"' in book.read(f"book/{lang}/{home}.html")


def test_an_equation_leads_to_the_page_of_its_section(book, lang):
    row = next(r for r in rows(book.read(f"book/{lang}/formulas.html")) if "(2.10)" in r)
    assert re.search(r'href="[^"]+"', row)[0] == 'href="pr-curves.html#eq-2-10"'


def test_examples_tables_and_figures(book, lang):
    html = book.read(f"book/{lang}/indexes.html")
    assert len(rows(html)) == 13 + 7 + 9
    assert 'href="roc-auc.html#ex213"' in html


def test_every_term_has_a_row(book, lang):
    terms = read_rows(ROOT / "book/tables/glossary.csv")
    assert len(rows(book.read(f"book/{lang}/glossary.html"))) == len(terms)


def test_the_front_page_leads_to_them(book):
    front = book.read("book/index.html")
    for lang in ("zh", "en"):
        for name in ("concordance", "formulas", "indexes", "glossary", "reference", "teaching"):
            assert re.search(rf'href="(?:\.\./)?(?:book/)?{lang}/{name}\.html"', front), name


def test_the_page_on_trust_shows_what_was_found(book, lang):
    html = book.read(f"book/{lang}/trust.html")
    for name in ("tests/trust/mutation.csv", "benchmarks/results.csv"):
        for row in read_rows(ROOT / name):
            assert escape(next(iter(row.values())), quote=False) in html
    found = read_rows(ROOT / "tests/trust/results.csv")
    cases = sum(int(row["cases"]) for row in found if row["kind"] == "published")
    assert f"{cases:,}" in html
    assert all(escape(row["source"], quote=False) in html for row in found)
