"""The API reference: an entry for every public name, with its equations and its source."""

import re

import mlevalkit as mk


def test_every_public_function_has_an_entry(book, lang):
    page = "".join(p.read_text("utf-8") for p in (book.html / f"book/{lang}").glob("reference-*"))
    found = set(re.findall(r"<h2>(?:mk\.)?([\w.]+)<", page))
    assert {n for n in mk.__all__ if callable(getattr(mk, n))} <= found
    assert {"plots.roc", "explorers.threshold", "datasets.example", "exercises.check"} <= found
    assert page.count("viewcode-link") >= len(found)
    own = re.findall(r"<h2>[^\n]*\n<p>[^\n]*?[\u4e00-\u9fff]", page)  # a sentence of the edition's
    assert len(own) == (len(found) if lang == "zh" else 0)


def test_equations_stand_beside_their_function(book):
    page = book.read("book/en/reference-classification.html")
    entry = page[page.index("<h2>f1_score<") : page.index("<h2>fbeta_score<")]
    assert "Equations (2.10), (2.17)" in entry
    assert 'href="pr-curves.html"' in entry


def test_no_page_of_the_reference_is_endless(book):
    sizes = {p: p.stat().st_size for p in book.html.glob("book/*/reference*.html")}
    assert len(sizes) > 10
    assert max(sizes.values()) < 400_000, sizes
