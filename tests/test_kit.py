"""The lecturer's kit: slides of both editions in step, their pictures there, votes with advice."""

import io
import re

import pytest
from PIL import Image
from pptx import Presentation

from mlevalkit.explorers.words import say
from teaching.kit import deck, pictures, slides, votes

LESSONS = (1, 2, 3, 4)
LANGUAGES = ("zh", "en")
EVERY = [(lesson, language) for lesson in LESSONS for language in LANGUAGES]
QUESTIONS = {k for k, entry in say.data["guess"].items() if "question" in entry}


def kinds(lesson: int, language: str) -> list[object]:
    """Return what each slide is made of."""
    found = deck.read(lesson, language)
    return [each if isinstance(each, str) else [kind for kind, _ in each.blocks] for each in found]


@pytest.mark.parametrize("lesson", LESSONS)
def test_both_editions_have_the_same_slides(lesson: int) -> None:
    assert kinds(lesson, "zh") == kinds(lesson, "en")
    assert 12 <= len(kinds(lesson, "zh")) <= 16


@pytest.mark.parametrize(("lesson", "language"), EVERY)
def test_a_presentation_can_be_edited(
    lesson: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pixel = io.BytesIO()
    Image.new("RGB", (90, 60)).save(pixel, "PNG")
    monkeypatch.setattr(
        pictures, "to_png", lambda sheet: pixel.getvalue() if "<svg" in sheet else b""
    )
    made = Presentation(io.BytesIO(slides.presentation(lesson, language)))
    source = deck.read(lesson, language)
    assert len(made.slides) == sum(2 if isinstance(each, str) else 1 for each in source)
    for slide in made.slides:
        assert slide.shapes.title.text
        for shape in slide.shapes:
            assert shape.left >= 0
            assert shape.left + shape.width <= made.slide_width
            assert shape.top + shape.height <= made.slide_height
    words = [s.text_frame.text for slide in made.slides for s in slide.shapes if s.has_text_frame]
    assert bool(re.search("[一-鿿]", "".join(words))) == (language == "zh")


def test_every_question_has_advice_and_a_wrong_answer_that_is_one() -> None:
    assert {*votes.names()} == QUESTIONS
    for name in QUESTIONS:
        usual = votes.entry(name)["usual"]
        asked = votes.guess(name)
        assert usual == "" if not asked.choices else usual in "abcd"[: len(asked.choices)]
        assert not usual or "abcd".index(usual) != int(asked.right)


def test_what_is_wrong_with_a_source_is_said() -> None:
    with pytest.raises(deck.DeckError, match="expected a title after '# ', got 'no title'"):
        deck.slide("no title\n- a")
    with pytest.raises(ValueError, match=r"expected a cell with a figure, got 'none'"):
        pictures.figure("roc-auc#none", "en")
    with pytest.raises(ValueError, match="vote: expected one of"):
        votes.guess("none")
