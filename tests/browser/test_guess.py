"""A page begins with its title; an explorer asks, and what is said after a guess compares."""

import json

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


def test_what_tells_the_answer_comes_with_it_and_the_picture_moves(reader):
    tab = opened(reader, "book/en/error-rate-accuracy.html")
    box = reader.explorer()
    parts = [box.locator(part).first for part in (".mk-picture", ".mk-numbers", ".mk-verdict")]
    assert not any(part.is_visible() for part in parts)
    assert "99%" not in box.locator(".mk-stage").inner_text()
    tab.locator("[data-choice]").first.click()
    assert all(part.is_visible() for part in parts)
    tab.wait_for_function("document.querySelector('.mk-verdict').textContent.includes(' 1%')")


@pytest.mark.parametrize("page", ["book/en/bootstrap.html", "book/zh/tuning.html"])
def test_who_skips_the_question_sees_all(reader, page):
    opened(reader, page)
    box = reader.explorer()
    assert not box.locator(".mk-numbers").is_visible()
    box.locator("[data-skip]").click()
    assert box.locator(".mk-numbers").is_visible()
    assert box.locator(".mk-picture").is_visible()


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


def opened(reader, page):
    tab = reader.open(page)
    tab.evaluate("sessionStorage.clear()")
    tab.reload()
    return tab


def test_a_number_is_typed(reader):
    tab = opened(reader, "book/en/unequal-costs.html")
    field = tab.locator("[data-guess=''] [data-number]")
    field.press("Enter")  # nothing typed yet: nothing happens
    assert not tab.locator("[data-guess=answer]").is_visible()
    field.fill("0.5")
    field.press("Enter")
    assert "You said 0.5; it is 0.09." in tab.locator("[data-guess=answer]").inner_text()
    tab.reload()
    assert tab.locator("[data-guess=answer]").is_visible()
    assert field.input_value() == "0.5"


def test_a_level_is_drawn_into_the_picture(reader):
    tab = opened(reader, "book/zh/pr-curves.html")
    box = tab.locator(".mk-explorer").first
    field = box.locator("[data-number]")
    _, _, zero, one = json.loads(field.get_attribute("data-line"))
    size = box.locator(".mk-canvas").bounding_box()
    height = (zero + 0.1 * (one - zero)) * size["height"]
    before = box.locator(".mk-picture").inner_html()
    box.locator(".mk-canvas").click(position={"x": size["width"] / 2, "y": height})
    assert abs(float(field.input_value()) - 0.1) < 0.02
    assert box.locator(".mk-level").is_visible()
    assert box.locator(".mk-picture").inner_html() == before  # a guess moves no control
    box.locator("[data-give]").click()
    assert "很接近" in box.locator("[data-guess=answer]").inner_text()
