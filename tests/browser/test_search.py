"""The search finds Chinese and English words, and the reader's own edition first."""

import re

import book_search
import pytest

START = {"zh": "search.html", "en": "search-en.html"}
KNOWN = "typeof Search !== 'undefined' && Search._index"
FOUND = """
(terms) => terms.map((term) =>
  Search._performSearch(...Search._parseQuery(term)).reverse().map((found) => found[0] + found[2]))
"""


def terms(lang):
    """Return (term, page#anchor) for each term of the glossary."""
    pages = book_search.explained(lang).items()
    return [(name, f"book/{lang}/{page}#{at}") for page, here in pages for name, at in here]


@pytest.mark.parametrize("lang", START)
def test_every_term_of_the_glossary_finds_its_page(reader, lang):
    tab = reader.open(START[lang])
    tab.wait_for_function(KNOWN)
    wanted = terms(lang)
    assert len(wanted) > 150
    lists = tab.evaluate(FOUND, [term for term, _ in wanted])
    for (term, place), found in zip(wanted, lists, strict=True):
        same = [p for t, p in wanted if t.lower() == term.lower()]
        assert place in found[: len(same) + 1], (term, place, found[:5])


@pytest.mark.parametrize("lang", START)
def test_every_term_is_found_by_its_words_too(reader, lang):
    """Not by the glossary's own entry: the words themselves lead to a page that says them."""
    tab = reader.open(START[lang])
    tab.wait_for_function(KNOWN)
    tab.evaluate("Search._index.indexentries = {}")
    wanted = [(t, p.partition("#")[0]) for t, p in terms(lang)]
    lists = tab.evaluate(FOUND, [term for term, _ in wanted])
    lost = [t for (t, p), found in zip(wanted, lists, strict=True)
            if not any(f.startswith((p, f"book/{lang}/glossary")) for f in found)]  # fmt: skip
    assert len(lost) <= len(wanted) // 20, lost


@pytest.mark.parametrize(
    ("lang", "term"),
    [
        ("zh", "混淆矩阵"),
        ("zh", "混淆矩阵查准率"),
        ("zh", "ROC"),
        ("en", "negative"),
        ("en", "AUC"),
    ],
)
def test_a_term_is_shown(reader, lang, term):
    tab = reader.open(START[lang], f"?q={term}")
    tab.wait_for_function("document.querySelector('.search-summary')?.innerText")
    first = tab.locator("ul.search a").first
    assert f"book/{lang}/" in first.get_attribute("href")
    first.click()
    assert re.search(rf"/book/{lang}/", tab.url)
    assert reader.faults == []


def test_a_word_that_is_nowhere(reader):
    tab = reader.open("search.html", "?q=电冰箱")
    tab.wait_for_function("document.querySelector('.search-summary')?.innerText")
    assert tab.locator("ul.search a").count() == 0


@pytest.mark.parametrize(
    ("start", "word"), [("book/zh/roc-auc.html", "搜索"), ("book/en/roc-auc.html", "Search")]
)
def test_from_a_page_to_the_search_of_its_edition(reader, start, word):
    tab = reader.open(start)
    box = tab.locator("header input[type=search]")
    box.fill("AUC")
    box.press("Enter")
    tab.wait_for_selector("ul.search a")
    assert tab.locator("h1").inner_text() == word
