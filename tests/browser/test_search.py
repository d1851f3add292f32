"""The search leads to the place that teaches what was asked for, in the words of students too."""

import re

import pytest
from built_book import ROOT

from mlevalkit_book.paths import read_rows
from mlevalkit_book.sphinx import search as book_search

QUERIES = read_rows(ROOT / "tests/data/queries.csv")
TYPED = read_rows(ROOT / "tests/data/typed.csv")  # whole questions, as readers typed them


def opened(reader, lang, query=""):
    tab = reader.open({"zh": "search.html", "en": "search-en.html"}[lang], query)
    tab.wait_for_function("typeof bookSearch === 'function'")
    return tab


def found(reader, lang, questions):
    """Return the places found for each question, as "page#anchor"."""
    tab = opened(reader, lang)
    lists = tab.evaluate("(questions) => questions.map((q) => bookSearch(q))", questions)
    return [[hit.removeprefix(f"book/{lang}/").replace(".html", "") for hit in x] for x in lists]


def lost(reader, lang, rows):
    """Return how many questions of a language there are, and which miss their page."""
    asked = [row for row in rows if row["lang"] == lang]
    lists = found(reader, lang, [row["query"] for row in asked])
    return len(asked), {
        row["query"]: hits[:3]
        for row, hits in zip(asked, lists, strict=True)
        if not {hit.partition("#")[0] for hit in hits[:3]} & set(row["page"].split("|"))
    }


def test_words_lead_to_the_page_that_explains_them(reader, lang):
    asked, missed = lost(reader, lang, QUERIES)
    assert not missed
    assert asked > 60


def test_a_typed_question_leads_to_the_page_that_answers_it(reader, lang):
    asked, missed = lost(reader, lang, TYPED)
    assert len(missed) <= asked / 10, missed
    assert asked > 40


def test_every_name_of_the_glossary_finds_its_place(reader, lang):
    names = [(n, p, at) for p, here in book_search.explained(lang).items() for n, at, _ in here]
    lists = found(reader, lang, [name for name, _, _ in names])
    lost = [
        (name, page, hits[:3])
        for (name, page, _), hits in zip(names, lists, strict=True)
        if page not in {hit.partition("#")[0] for hit in hits[:3]}
    ]
    assert len(names) > 250
    assert len(lost) <= len(names) // 50, lost


def test_hits_show_page_section_and_sentence_once_each(reader):
    tab = opened(reader, "zh", "?q=召回率")
    assert "召回率 = 查全率" in tab.inner_text("#search-status")
    hits = tab.locator("ol.search li")
    titles = hits.locator("a").all_inner_texts()
    assert len(titles) == len(set(titles)) > 3
    assert "2.3.2" in titles[0]
    assert hits.first.locator("mark").count() > 0
    assert not re.search(r"mlevalkit\.\w+\.", hits.locator("a").first.inner_text())
    hits.first.locator("a").click()
    assert "/book/zh/precision-recall.html#" in tab.url
    assert reader.faults == []


@pytest.mark.parametrize(
    ("query", "said"), [("留一法最准确", "“留一法最准确。”并不总是"), ("无偏", "ϵ̂ 是无偏估计")]
)
def test_hits_show_formulas_and_what_is_said_of_a_quotation(reader, query, said):
    assert said in opened(reader, "zh", f"?q={query}").inner_text("#search-results")


def test_a_word_that_is_nowhere_gets_advice(reader):
    tab = opened(reader, "zh", "?q=电冰箱")
    assert tab.locator("ol.search li").count() == 0
    assert "术语表" in tab.inner_text("#search-status")


def test_a_word_that_the_book_lacks_is_named_above_the_rest(reader):
    tab = opened(reader, "en", "?q=conformal prediction")
    assert "Not in this book: conformal." in tab.inner_text("#search-status")
    assert tab.locator("ol.search li").count() > 3


def test_signs_of_a_question_are_text(reader):
    assert "“$&”" in opened(reader, "en", "?q=%24%26").inner_text("#search-status")


def test_a_slip_of_the_pen_is_mended(reader):
    assert "bootstrap" in opened(reader, "en", "?q=bootsrap").inner_text("#search-status")


def test_a_question_goes_to_the_other_edition(reader):
    tab = opened(reader, "zh", "?q=AUC")
    tab.click("#search-other")
    assert tab.url.endswith("search-en.html?q=AUC")


@pytest.mark.parametrize(
    ("start", "word"), [("book/zh/roc-auc.html", "搜索"), ("book/en/roc-auc.html", "Search")]
)
def test_from_a_page_to_the_search_of_its_edition(reader, start, word):
    tab = reader.open(start)
    box = tab.locator("header input[type=search]")
    box.fill("AUC")
    box.press("Enter")
    tab.wait_for_selector("ol.search a")
    assert tab.locator("h1").inner_text() == word
