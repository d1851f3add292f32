"""Moodle XML: a category for each question of a paper, with all its versions.

A problem of one step becomes a numerical or a multichoice question, one of several steps a cloze
question. A quiz then takes a random question of each category.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from xml.etree import ElementTree as ET

from mlevalkit.exercises import Problem

from .fields import Answer, Asked, Place, feedback, versions
from .plan import Paper
from .sheets import title

# the signs of a cloze question; a numbered entity would not do: its # begins the feedback
_QUOTED = str.maketrans({"{": "&lbrace;", "}": "&rbrace;", "#": "&num;", "\\": "&bsol;", "~": "∼"})


def moodle(paper: Paper) -> str:
    """Return a paper as Moodle XML."""
    quiz = ET.Element("quiz")
    for number, found in enumerate(versions(paper), start=1):
        of_category = ET.SubElement(quiz, "question", type="category")
        name = f"{number:02} {found[0][0].title}"
        path = "/".join(part.replace("/", "//") for part in ("$course$", "top", title(paper), name))
        _text(of_category, "category", path.replace("$course$//", "$course$/"))
        for given, asked in found:
            _question(quiz, given, asked)
    ET.indent(quiz)
    return ET.tostring(quiz, encoding="unicode", xml_declaration=True) + "\n"


def _text(parent: ET.Element, tag: str, text: str, **attributes: str) -> ET.Element:
    """Add an element that holds a text as Moodle wants it, in an element of its own."""
    made = ET.SubElement(parent, tag, attributes)
    ET.SubElement(made, "text").text = text
    return made


def _question(quiz: ET.Element, given: Problem, asked: list[Asked]) -> None:
    places = [place for step in asked for place in step.places]
    single = len(places) == 1
    if not single:
        kind = "cloze"
    elif places[0].is_choice:
        kind = "multichoice"
    else:
        kind = "numerical"
    made = ET.SubElement(quiz, "question", type=kind)
    _text(made, "name", f"{given.kind} {given.seed}")
    html = "".join(step.html() for step in feedback(given))
    times = math.lcm(*(place.marks.denominator for place in places))  # weights are whole
    html += "".join(_step(step, times, single=single) for step in asked)
    _text(made, "questiontext", html, format="html")
    _text(made, "generalfeedback", given.solution._repr_html_(), format="html")
    settings = {"penalty": "0.3333333", "hidden": "0"}
    if single:
        settings["defaultgrade"] = str(places[0].marks)
    if kind == "multichoice":
        settings |= {"single": "true", "shuffleanswers": "false", "answernumbering": "ABCD"}
    for tag, text in settings.items():
        ET.SubElement(made, tag).text = text
    if single:
        for answer in places[0].answers:
            _answer(made, answer, numerical=not places[0].is_choice)


def _step(step: Asked, times: int, *, single: bool) -> str:
    places = "" if single else " ".join(_embedded(place, times) for place in step.places)
    return f"<p>{step.question.inline()} {places}</p>"


def _answer(made: ET.Element, answer: Answer, *, numerical: bool) -> None:
    text = answer.text if numerical else escape(answer.text)
    known = _text(made, "answer", text, fraction=str(answer.share), format="html")
    if numerical:
        known.set("format", "moodle_auto_format")
        ET.SubElement(known, "tolerance").text = f"{answer.tolerance:.6g}"
    _text(known, "feedback", answer.said.inline() if answer.said else "", format="html")


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
