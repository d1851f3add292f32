"""What a learning platform asks and accepts: places to answer, each with the answers it knows.

A platform compares an answer with a list and takes the first that fits. The list has the right
value; the same with too few digits, or rounded too early, for half of the marks; and the mistakes,
each with what there is to say of it. A step that asks for several numbers has a place for each, one
that asks for a set is a choice among sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mlevalkit.display.workings import Messages, Sentence, Step
from mlevalkit.exercises import Problem
from mlevalkit.exercises.answers import flat, one_unit
from mlevalkit.exercises.forms import (
    Choice,
    Form,
    Labels,
    Number,
    Numbers,
    YesNo,
    as_fraction,
)

from .plan import Paper

_say = Messages("mlevalkit.exercises")
_words = Messages(__package__)
_HALF = 50  # per cent, of the marks


@dataclass(frozen=True)
class Answer:
    """An answer that is known: a number with its tolerance, or an option."""

    text: str
    share: int  # of the marks, in per cent
    said: Sentence | None = None
    tolerance: float = 0.0


@dataclass(frozen=True)
class Place:
    """A place to answer, a number or a choice."""

    name: str
    marks: Fraction
    answers: tuple[Answer, ...]
    is_choice: bool


@dataclass(frozen=True)
class Asked:
    """A step: its question, and its places."""

    question: Sentence
    places: tuple[Place, ...]


def feedback(given: Problem) -> tuple[Step, ...]:
    """Return what is told before anything is asked; a platform reads no fractions."""
    digits = (_words("sheet.decimals", n=given.digits),) if given.digits else ()
    return (*given.story, *digits)


def asked(given: Problem, marks: list[int]) -> list[Asked]:
    """Return what a problem asks, with the marks of each place."""
    found = []
    for name, worth in zip(given.shows, marks, strict=True):
        lists = list(_lists(given, name))
        is_choice = not isinstance(given.form(name), (Number, Numbers))
        places = tuple(
            Place(f"{name}_{i + 1}", Fraction(worth, len(lists)), tuple(answers), is_choice)
            for i, answers in enumerate(lists)
        )
        found.append(Asked(given.ask(name)[0], places))
    return found


def versions(paper: Paper) -> Iterator[list[tuple[Problem, list[Asked]]]]:
    """Yield the different versions of each question.

    A version with a number that a platform cannot hold is left out.
    """
    for i, (kind, marks) in enumerate(paper.marks.items()):
        found = {}
        for given in (row[i] for row in paper.problems):
            try:
                steps = asked(given, list(marks))
            except OverflowError:
                continue
            found[_content(given, steps)] = given, steps
        if not found:
            raise ValueError(f"{kind}: no version has numbers that a learning platform can hold")
        yield list(found.values())


def _content(given: Problem, steps: list[Asked]) -> Any:
    """Return what makes two versions the same, whatever the order of their options."""
    answers = [frozenset(a.text for p in step.places for a in p.answers) for step in steps]
    return (tuple(step.plain() for step in given.story), *answers, str(steps[0].question))


def _lists(given: Problem, name: str) -> Iterator[list[Answer]]:
    """Yield the answers of each place of a step."""
    form = given.form(name)
    right = given.right[name]
    wrong = {m: given.expected(given.values, name, m) for m in given.shows[name]}
    if isinstance(form, Number):
        yield _numbers(given, form, right, wrong)
    elif isinstance(form, Numbers):
        values = flat(right)
        fitting = {m: flat(v) for m, v in wrong.items() if len(flat(v)) == len(values)}
        for i, value in enumerate(values):
            yield _numbers(given, form.each, value, {m: v[i] for m, v in fitting.items()})
    else:
        yield _options(given, form, right, wrong)


def _options(given: Problem, form: Form, right: Any, wrong: Mapping[str, Any]) -> list[Answer]:
    said = {value: given.explain(m) for m, value in wrong.items()}
    texts: dict[Any, str]
    if isinstance(form, Choice):
        texts = dict(zip(form.names, map(str, form.texts), strict=True))
    elif isinstance(form, YesNo):
        texts = {value: str(form.text(value)) for value in (True, False)}
    elif isinstance(form, Labels):
        texts = {value: form.text(value) for value in sorted([right, *said], key=sorted)}
    return [Answer(t, 100 * (v == right), said.get(v)) for v, t in texts.items()]


def _numbers(given: Problem, form: Number, right: Any, wrong: Mapping[str, Any]) -> list[Answer]:
    value = as_fraction(right)
    exact = 0 if form.whole else one_unit(value, form.digits) / 2
    found = [_answer(value, exact, 100)]
    if not form.whole and value:
        step = one_unit(value, form.digits - 1)
        rough = round(value / step) * step
        if abs(rough - value) > exact and step <= 1:
            found.append(_answer(rough, 0, _HALF, _say("judged.few_digits", n=form.digits)))
        early = abs(value) * Fraction(10) ** (3 - form.digits) / 200
        if early > exact:
            found.append(_answer(value, early, _HALF, _say("judged.rounded_early")))
    named = [(as_fraction(w), given.explain(m)) for m, w in wrong.items() if form.apart(w, right)]
    if 0 < value <= 1 and not form.whole:
        named.append((100 * value, _words("sheet.no_percent")))
    for w, said in dict(reversed(named)).items():
        found.append(_answer(w, 0 if form.whole else one_unit(w, form.digits - 1) / 2, 0, said))
    return found


def _answer(
    value: Fraction, tolerance: Fraction | int, share: int, said: Sentence | None = None
) -> Answer:
    return Answer(f"{float(value):.12g}", share, said, float(f"{float(tolerance):.6g}"))
