"""The question that an explorer asks first, and how Jupyter takes a guess."""

import numpy as np
import pytest

import mlevalkit as mk
from mlevalkit.explorers.words import LANGUAGES, say
from mlevalkit_book.live.panels import explorer_of, level_line, shares

explorers = mk.explorers
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
    explorer = explorer_of(entry.get("of", key))
    start = entry.get("start", {})
    starts = {
        p.name: next(v for v in p.values if str(v) == start[p.name])
        for p in explorer.parameters
        if p.name in start
    }
    assert set(starts) == set(start)
    guess = explorer.starting_at(**starts).guess
    assert guess.question.texts == {k: entry["question"][k] for k in LANGUAGES}


def test_own_data_are_not_asked_about():
    own = explorers.threshold([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.1])
    assert own.guess is None


def test_a_guess_in_jupyter_sets_the_controls_free_and_is_compared():
    pytest.importorskip("ipywidgets")
    panel = explorers.mcnemar().panel()
    assert all(box.disabled for box in panel.controls.values())
    panel.asked.choices[panel.explorer.guess.right].click()
    assert not any(box.disabled for box in panel.controls.values())
    assert "Right" in panel.asked.said.value


def test_a_question_in_jupyter_can_be_skipped():
    pytest.importorskip("ipywidgets")
    panel = explorers.mcnemar().panel()
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
    assert "Close" in str(explorers.cost_matrix().guess.said(1 / 11))


def test_a_level_is_drawn_where_the_axis_of_the_answer_is():
    left, right, zero, one = level_line(explorers.pr_baseline(), "prior")
    assert 0 < left < right < 1
    assert 0 < one < zero < 1  # down the page
    handle = shares(explorers.pr_baseline().first.handles[0], explorers.pr_baseline().parameters)
    priors = np.array(explorers.pr_baseline().parameters[0].values)
    np.testing.assert_allclose(handle["y"], zero + priors * (one - zero), atol=2e-4)
