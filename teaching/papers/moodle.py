"""Moodle XML: a category for each question of a paper, with all its versions.

A problem of one step becomes a numerical or a multichoice question, one of several steps a cloze
question. A quiz then takes a random question of each category.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from .fields import Asked, Place, feedback, versions
from .plan import Paper
from .sheets import Html, filled, title

# the signs of a cloze question; a numbered entity would not do: its # begins the feedback
_QUOTED = str.maketrans({"{": "&lbrace;", "}": "&rbrace;", "#": "&num;", "\\": "&bsol;", "~": "∼"})


def moodle(paper: Paper) -> str:
    """Return a paper as Moodle XML."""
    questions = []
    for number, found in enumerate(versions(paper), start=1):
        parts = ("top", title(paper), f"{number:02} {found[0][0].title}")
        path = "/".join(["$course$", *(part.replace("/", "//") for part in parts)])
        questions.append((path, found))
    return filled("moodle.xml", questions=questions, feedback=feedback, asked=_asked)


def _asked(step: Asked, places: Sequence[Place]) -> Html:
    """Return what a step asks; where the question has several places, with those of the step."""
    times = math.lcm(*(place.marks.denominator for place in places))  # weights are whole
    shown = step.places if len(places) > 1 else ()
    embedded = " ".join(_embedded(place, times) for place in shown)
    return Html(f"<p>{step.question.inline()} {embedded}</p>")


def _embedded(place: Place, times: int) -> str:
    """Return a place of a cloze question: ``{marks:TYPE:=right#said~%50%other#said}``."""
    kind = "MULTICHOICE_V" if place.is_choice else "NUMERICAL"
    return f"{{{place.marks * times}:{kind}:{'~'.join(_alternatives(place))}}}"


def _alternatives(place: Place) -> Iterable[str]:
    for answer in place.answers:
        text = _quoted(answer.text) if place.is_choice else f"{answer.text}:{answer.tolerance:.6g}"
        said = f"#{_quoted(str(answer.said))}" if answer.said else ""
        yield f"{'=' if answer.share == 100 else f'%{answer.share}%'}{text}{said}"


def _quoted(text: str) -> str:
    """Return a text in which nothing has a meaning for cloze questions, as HTML."""
    return escape(text, quote=False).translate(_QUOTED)
