"""The indexes and the glossary, as the built book has them."""

import re
from html import escape

import pytest
from book_tables import read_rows
from built_book import ROOT, built_book

import mlevalkit as mk

each_edition = pytest.mark.parametrize("lang", ["zh", "en"])


def page(lang, name):
    return (built_book().html / f"book/{lang}/{name}.html").read_text(encoding="utf-8")


def rows(html):
    return re.findall(r"<tr[^>]*><td>.*?</tr>", html, re.DOTALL)


@each_edition
def test_every_equation_has_a_row_with_its_function(lang):
    numbered = page(lang, "formulas").split('id="without-a-number"')[0]
    found = rows(numbered)
    assert len(found) == len(mk.equations)
    for row, entry in zip(found, mk.equations.values(), strict=True):
        assert f"({entry.number})" in row
        assert "math" in row
        assert f">{entry.function.__name__}<" in row
        home, anchor = re.search(r'href="(reference-\w+)\.html#([^"]+)"', row).groups()
        assert f'id="{anchor}"' in page(lang, home)


@each_edition
def test_an_equation_leads_to_the_page_of_its_section(lang):
    row = next(r for r in rows(page(lang, "formulas")) if "(2.10)" in r)
    assert re.search(r'href="[^"]+"', row)[0] == 'href="precision-recall.html#eq-2-10"'


@each_edition
def test_examples_tables_and_figures(lang):
    html = page(lang, "indexes")
    assert len(rows(html)) == 13 + 7 + 9
    assert 'href="roc-auc.html#ex213"' in html


@each_edition
def test_every_term_has_a_row(lang):
    terms = read_rows(ROOT / "book/_ext/glossary.csv")
    assert len(rows(page(lang, "glossary"))) == len(terms)


def test_the_front_page_leads_to_them():
    front = (built_book().html / "book/index.html").read_text(encoding="utf-8")
    for lang in ("zh", "en"):
        for name in ("concordance", "formulas", "indexes", "glossary", "reference", "teaching"):
            assert re.search(rf'href="(?:\.\./)?(?:book/)?{lang}/{name}\.html"', front), (
                lang,
                name,
            )


@each_edition
def test_the_page_on_trust_shows_what_was_found(lang):
    html = page(lang, "trust")
    for name in ("tests/trust/mutation.csv", "benchmarks/results.csv"):
        for row in read_rows(ROOT / name):
            assert escape(next(iter(row.values())), quote=False) in html
    found = read_rows(ROOT / "tests/trust/results.csv")
    cases = sum(int(row["cases"]) for row in found if row["kind"] == "published")
    assert f"{cases:,}" in html
    assert all(escape(row["source"], quote=False) in html for row in found)
