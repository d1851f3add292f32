"""Problems below "Check yourself" and on the page for practice, from a folder, without Python."""

import json
import re

import pytest

from mlevalkit.exercises import problem

LESSON = "book/en/pr-curves.html"
PRACTICE = "book/en/practice.html"
KIND = "f1_from_counts"
FORM = f"form[data-problem={KIND}]"


def made(form, guided=True):
    """Return the problem that a form shows, made anew by the library."""
    return problem(kind=form.get_attribute("data-problem"), seed=shown_seed(form), guided=guided)


def shown_seed(form):
    return int(form.get_attribute("data-seed"))


@pytest.fixture
def form(reader):
    found = reader.open(LESSON).locator(FORM)
    yield found
    assert reader.faults == []


def answer(form, answers):
    for name, value in answers.items():
        form.locator(f"[name={name}]").fill(str(value))
    form.get_by_role("button", name="Check").click()
    form.locator(".mk-feedback[data-verdict]").first.wait_for()


def verdicts(form):
    return [p.get_attribute("data-verdict") for p in form.locator(".mk-feedback").all()]


def test_every_lesson_shows_five_problems(form):
    assert form.page.locator("form.mk-problem").count() >= 5
    numbers = form.page.locator("form.mk-problem .mk-title b").all_inner_texts()
    assert [int(n.partition(".")[0]) for n in numbers] == list(range(1, len(numbers) + 1))


def test_answers_get_the_four_verdicts(form):
    right = {name: float(value) for name, value in made(form).answer.items()}
    answer(form, {name: f"{value:.4f}" for name, value in right.items()})
    assert verdicts(form) == ["right"] * 3
    answer(form, {"F1": "7"})
    assert verdicts(form) == ["right", "right", "wrong"]
    answer(form, {"P": f"{right['P']:.2g}", "R": f"{right['R'] * 1.003:.6f}"})
    assert verdicts(form) == ["few_digits", "rounded_early", "check_first"]


def test_a_mistake_is_named_with_a_place_that_exists(form, book):
    answer(form, {"P": float(made(form).mistakes["share_of_all"]["P"])})
    said = form.locator(".mk-feedback").first
    assert "denominator" in said.inner_text()
    page, _, anchor = said.locator("a").get_attribute("href").partition("#")
    assert f'id="{anchor}"' in book.read(f"book/en/{page}")
    assert "denominator" in form.get_by_role("status").text_content()


def test_another_one_has_other_numbers_and_is_judged_by_them(form):
    story = form.locator(".mk-words").first
    before = story.inner_text()
    form.get_by_role("button", name="Another one").click()
    story.filter(has_not_text=before).wait_for()
    assert story.evaluate("e => e === document.activeElement")
    seed = form.page.evaluate(f"bookProblem.progress.kinds.{KIND}.seen.at(-1)")
    answer(form, {"P": str(problem(kind=KIND, seed=seed).answer["P"])})
    assert verdicts(form)[0] == "right"


def test_the_keyboard_is_enough(form):
    form.locator("[name=P]").fill("0.5")
    form.page.keyboard.press("Enter")
    form.locator(".mk-feedback[data-verdict]").first.wait_for()
    assert form.evaluate("form => form.contains(document.activeElement)")


# -- the page for practice ------------------------------------------------------------------------


def start(tab, sections=("2.3.3",)):
    for box in tab.locator("[name=section]").all():
        box.set_checked(box.get_attribute("value") in sections)
    tab.get_by_role("button", name="Start").click()
    tab.locator("form.mk-problem input").first.wait_for()


def solve_wrongly(tab):
    """Answer with a wrong number; where a list of them is asked for, that is no answer."""
    form = tab.locator("form.mk-problem")
    fill_in(form)
    while "unreadable" in verdicts(form):
        tab.get_by_role("button", name="Next").click()
        form.locator(".mk-feedback[data-verdict]").first.wait_for(state="detached")
        fill_in(form)
    return form.get_attribute("data-problem")


def fill_in(form):
    for name in {e.get_attribute("name") for e in form.locator("input").all()}:
        control = form.locator(f"[name='{name}']").first
        radio = control.get_attribute("type") == "radio"
        if radio:
            control.check()
        else:
            control.fill("1234567")
    form.get_by_role("button", name="Check").click()
    form.locator(".mk-feedback[data-verdict]").first.wait_for()


def test_practice_stays_in_the_chosen_sections_and_repeats_what_went_wrong(reader):
    tab = reader.open(PRACTICE)
    start(tab)
    met = []
    for _ in range(6):
        met.append(solve_wrongly(tab))
        tab.get_by_role("button", name="Next").click()
        tab.locator(".mk-feedback[data-verdict]").first.wait_for(state="detached")
    assert {problem(kind=kind, seed=1).section for kind in met} == {"2.3.3"}
    assert len(set(met)) < len(met)
    assert reader.faults == []


def test_progress_survives_and_can_be_taken_along(reader, tmp_path):
    tab = reader.open(PRACTICE)
    start(tab)
    kind = solve_wrongly(tab)
    tab.reload()
    assert kind in tab.evaluate("bookProblem.progress.kinds")
    tab.get_by_text("Your progress").click()
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name="Export").click()
    path = tmp_path / "progress.json"
    waiting.value.save_as(path)
    assert kind in json.loads(path.read_text())
    tab.evaluate("bookProblem.progress.forget()")
    tab.locator("input[type=file]").set_input_files(path)
    tab.get_by_text("The progress was imported.").wait_for()
    assert kind in tab.evaluate("bookProblem.progress.kinds")
    for no_progress in ('{"x": 1}', "[]", "{}", "null", "no JSON"):
        path.write_text(no_progress)
        tab.locator("input[type=file]").set_input_files(path)
        tab.get_by_text("This file holds no progress").wait_for()
        assert kind in tab.evaluate("bookProblem.progress.kinds")


def test_practice_works_where_nothing_can_be_stored(reader):
    reader.tab.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('none'); } });"
    )
    tab = reader.open(PRACTICE)
    tab.get_by_text("Your progress").click()
    assert tab.get_by_text("This browser keeps nothing").is_visible()
    start(tab)
    solve_wrongly(tab)
    assert tab.get_by_text("This browser keeps nothing").is_visible()
    assert re.search("Answered: [1-9]", tab.locator(".mk-score").inner_text())


# -- where Python runs in the page ----------------------------------------------------------------


def test_python_in_the_page_makes_problems_without_end(live):
    form = live.tab.locator("form[data-problem=auc_by_pairs]")
    met = set()
    for _ in range(3):
        shown = form.locator(".mk-asked-for")
        before = shown.inner_html()
        form.get_by_role("button", name="Another one").click()
        live.tab.wait_for_function(
            "([form, before]) => form.querySelector('.mk-asked-for').innerHTML !== before",
            arg=[form.element_handle(), before],
        )
        given = made(form)
        assert str(given.values["y_score"][0]) in shown.inner_text()
        answer(form, {"AUC": float(given.mistakes["tie_not_counted"])})
        assert "half" in form.locator(".mk-feedback").inner_text()
        answer(form, {"AUC": str(given.answer)})
        assert verdicts(form) == ["right"]
        met.add(given.seed)
    assert len(met) == 3
    assert min(met) > 30  # none of those that are prepared
    assert live.faults == []
