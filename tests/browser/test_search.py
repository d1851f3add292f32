"""The search finds Chinese and English words, and the reader's own edition first."""

import pytest

TERMS = {
    "search.html": ["混淆矩阵", "查准率", "查全率", "排序损失", "平衡点", "混淆矩阵查准率", "ROC"],
    "search-en.html": ["confusion matrix", "precision", "recall", "ranking loss", "AUC"],
}


@pytest.mark.parametrize(
    ("start", "term"), [(page, term) for page, terms in TERMS.items() for term in terms]
)
def test_a_term_is_found(reader, start, term):
    tab = reader.open(start, f"?q={term}")
    tab.wait_for_function("document.querySelector('.search-summary')?.innerText")
    first = tab.locator("ul.search a").first
    edition = "book/en/" if start == "search-en.html" else "book/zh/"
    assert edition in first.get_attribute("href")
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
