"""A page begins with its title; an explorer asks, and what is said after a guess compares."""

import pytest


@pytest.fixture
def asked(reader):
    tab = reader.open("book/en/roc-auc.html")
    tab.evaluate("sessionStorage.clear()")
    tab.reload()
    return tab


def test_a_guess_is_taken_and_compared(asked):
    answer = asked.locator("[data-guess=answer]").first
    question = asked.locator("[data-guess='']").first
    assert not answer.is_visible()
    wrong = question.locator("[data-choice]:not([data-right])").first
    wrong.click()
    assert answer.is_visible()
    assert wrong.inner_text() in answer.inner_text()
    assert wrong.get_attribute("aria-pressed") == "true"


def test_one_key_skips_the_question_and_the_answer_stays_folded(asked):
    box = asked.locator(".mk-explorer").first
    box.locator("[data-choice]").first.focus()
    asked.keyboard.press("Escape")
    assert "mk-asked" not in box.get_attribute("class")
    answer = box.locator("[data-guess=answer]")
    assert answer.is_visible()
    assert answer.get_attribute("open") is None


def test_a_page_begins_with_its_title(asked):
    first = asked.locator("main :is(h1, p, button, a)").first
    assert first.evaluate("e => e.tagName") == "H1"
    assert not asked.locator("[data-live-cell=setup]").is_visible()
