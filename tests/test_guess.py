"""The question that an explorer asks first, and how Jupyter takes a guess."""

import pytest

import mlevalkit as mk
from mlevalkit.explorers.words import LANGUAGES, say

explorers = mk.explorers
QUESTIONS = {key: entry for key, entry in say.data["guess"].items() if "question" in entry}


@pytest.mark.parametrize("key", QUESTIONS)
def test_a_question_has_two_to_four_choices_one_of_them_right(key):
    entry = QUESTIONS[key]
    assert 2 <= len({"a", "b", "c", "d"} & set(entry)) <= 4
    assert entry["right"] in entry
    explorer = getattr(explorers, entry.get("of", key))()
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
