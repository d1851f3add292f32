"""The question that an explorer asks first, and how Jupyter takes a guess."""

import re

import numpy as np
import pytest
from helpers import values

import mlevalkit as mk
from mlevalkit.explorers.picture import svg
from mlevalkit.explorers.words import LANGUAGES, say, speaking
from mlevalkit_book.live.panels import explorer_of, level_line, shares

explorers = mk.explorers


def words_of(picture):
    """Return the texts of an SVG."""
    return " ".join(re.findall(r">([^<>]+)</text>", picture))


QUESTIONS = {key: entry for key, entry in say.data["guess"].items() if "question" in entry}


@pytest.mark.parametrize("key", QUESTIONS)
def test_a_question_has_a_right_answer_among_its_choices_or_a_number(key):
    entry = QUESTIONS[key]
    if "number" in entry:
        assert 0 <= entry["number"] <= 1  # a share, or a probability
        assert not {"a", "b", "c", "d"} & set(entry)
    else:
        assert 2 <= len({"a", "b", "c", "d"} & set(entry)) <= 4
        assert entry["right"] in entry
    guess = asked(key).guess
    assert guess.question.texts == {k: entry["question"][k] for k in LANGUAGES}


def asked(key):
    """Return the explorer that asks a question, as its page shows it first."""
    entry = QUESTIONS[key]
    explorer = explorer_of(entry.get("of", key))
    start = entry.get("start", {})
    values = {p.name: {str(v): v for v in p.values} for p in explorer.parameters}
    return explorer.starting_at(**{name: values[name][text] for name, text in start.items()})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", QUESTIONS)
def test_what_is_visible_does_not_answer_the_question(key, lang):
    explorer = asked(key)
    guess = explorer.guess
    with speaking(lang):
        controls = [f"{p.label} {p.show(p.default)}" for p in explorer.parameters]
        picture = "" if guess.covers == "picture" else words_of(svg(explorer.first.figure))
        visible = " ".join([str(explorer.title), *controls, picture]).lower()
        right = f"{guess.right:g}" if not guess.choices else str(guess.choices[int(guess.right)])
    assert not re.search(rf"(?<![\w.]){re.escape(right.lower())}(?![\w.])", visible)


@pytest.mark.parametrize("key", QUESTIONS)
def test_the_picture_that_was_asked_about_comes_with_the_answer(key):
    """A picture that stands there already is covered; any other comes by itself."""
    explorer = asked(key)
    guess = explorer.guess
    values = {p.name: {str(v): v for v in p.values} for p in explorer.parameters}
    then = {name: values[name][text] for name, text in guess.then.items()}
    assert guess.covers in ("", "picture")
    assert guess.covers == "picture" or {**explorer.defaults, **then} != explorer.defaults


def test_own_data_are_not_asked_about():
    own = explorers.threshold([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.1])
    assert own.guess is None


def test_a_guess_in_jupyter_sets_the_controls_free_and_is_compared():
    pytest.importorskip("ipywidgets")
    panel = explorers.mcnemar().starting_at(e01=0, e10=5).panel()
    assert all(box.disabled for box in panel.controls.values())
    panel.asked.choices[panel.explorer.guess.right].click()
    assert not any(box.disabled for box in panel.controls.values())
    assert "Right" in panel.asked.said.value


def test_in_jupyter_too_the_answer_is_covered_until_it_is_given():
    pytest.importorskip("ipywidgets")
    panel = explorers.accuracy_paradox().panel()
    assert "<svg" not in panel.picture.value
    assert "0.5" not in panel.numbers.value
    panel.asked.choices[0].click()
    assert "<svg" in panel.picture.value
    assert panel.controls["prior"].value == 0.01


def test_a_question_in_jupyter_can_be_skipped():
    pytest.importorskip("ipywidgets")
    panel = explorers.mcnemar().starting_at(e01=0, e10=5).panel()
    panel.asked.skip.click()
    assert not any(box.disabled for box in panel.controls.values())
    assert panel.asked.said.value == ""


def test_a_number_is_typed_and_compared_in_jupyter():
    pytest.importorskip("ipywidgets")
    panel = explorers.cost_matrix().panel()
    panel.asked.number.value = 0.5
    panel.asked.asking[-1].click()
    assert "You said 0.5; it is 0.09." in panel.asked.said.value
    assert not any(box.disabled for box in panel.controls.values())
    assert "Close" in str(explorers.cost_matrix().guess.response(1 / 11))


def test_a_level_is_drawn_where_the_axis_of_the_answer_is():
    explorer = explorers.pr_baseline()
    view = explorer.first
    handles = [shares(handle, explorer.parameters) for handle in view.handles]
    left, right, zero, one = level_line(explorer, "prior", handles)
    ax = view.handles[0].ax
    across, up = ax.points(ax.get_xlim(), [0, 1])
    sizes = view.figure.width, view.figure.height
    np.testing.assert_allclose((left, right), across / sizes[0], atol=2e-4)
    np.testing.assert_allclose((zero, one), up / sizes[1], atol=2e-4)


# -- answers, against the explorers that they are about ------------------------------------------


def course(name, parameter, label, **setting):
    """Return how a number beside the picture changes with a parameter, at each of its values."""
    explorer = getattr(explorers, name)()
    moved = next(p for p in explorer.parameters if p.name == parameter)
    return {v: values(explorer.view(**setting, **{parameter: v}))[label] for v in moved.values}


@pytest.mark.parametrize("case", ["2.11", "2.13"])
def test_a_larger_beta_lowers_the_threshold_until_recall_is_1(case):
    at = course("beta", "beta", "threshold", case=case)
    recall = course("beta", "beta", "R", case=case)
    assert list(at.values()) == sorted(at.values(), reverse=True)
    assert at[0.0] > at[10.0]
    assert all(at[beta] == at[10.0] for beta in at if recall[beta] == 1)


def test_a_rare_class_that_is_half_recognized_lowers_macro_f1_not_accuracy():
    macro, micro = (
        list(course("macro_micro", "share", label, recall=0.5).values())
        for label in ("macro-F1", "micro = accuracy")
    )
    assert macro[2] > macro[1] > macro[0] > macro[-1]  # shares of 20%, 25%, 33% and 1%
    assert micro == sorted(micro)


def test_with_few_positives_the_learner_with_the_smaller_auc_has_the_higher_f1():
    found = {
        measure: [course("crossing", "prior", f"{measure} {name}") for name in "AB"]
        for measure in ("AUC", "F1")
    }
    ahead = {m: {prior: a[prior] > b[prior] for prior in a} for m, (a, b) in found.items()}
    assert ahead == {"AUC": {0.5: True, 0.1: True}, "F1": {0.5: True, 0.1: False}}


@pytest.mark.parametrize(("k", "nearest"), [(10, 0.36), (30, 0.34)])
def test_with_more_error_rates_a_smaller_difference_is_enough(k, nearest):
    p = course("t_distribution", "mean", "p-value", k=k, alpha=0.05)
    assert min(mean for mean in p if mean > 0.3 and p[mean] < 0.05) == nearest
