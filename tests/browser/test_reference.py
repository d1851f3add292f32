"""The API reference: an entry for every public name, with its equations and its source."""

import re

import pytest
from built_book import built_book

import mlevalkit as mk


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_public_function_has_an_entry(lang):
    page = (built_book().html / f"book/{lang}/reference.html").read_text(encoding="utf-8")
    names = {n for n in mk.__all__ if callable(getattr(mk, n))}
    found = set(re.findall(r"<h3>(?:mk\.)?([\w.]+)<", page))
    assert names <= found, names - found
    assert {"plots.roc", "explorers.threshold", "datasets.example", "exercises.check"} <= found
    assert page.count("viewcode-link") >= len(names)


def test_equations_stand_beside_their_function():
    page = (built_book().html / "book/en/reference.html").read_text(encoding="utf-8")
    entry = page[page.index("<h3>f1_score<") : page.index("<h3>fbeta_score<")]
    assert "Equations (2.10), (2.17)" in entry
    assert 'href="precision-recall.html"' in entry
