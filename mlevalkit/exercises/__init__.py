"""The textbook's exercises: what is given, and `check`, which judges an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._language import language
from .._validation import NDArray, fail, one_of
from .._workings import Messages, Sentence
from . import judges
from .homework import Homework, is_blank

_say = Messages(__package__)

__all__ = ["Homework", "Verdict", "check", "given"]


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Whether an answer is right, and if not, what kind of mistake it looks like.

    Attributes
    ----------
    right : bool
        Also what ``bool(verdict)`` gives.
    said : Sentence
        The same in words, as text in the chosen language; never the answer itself.
    """

    right: bool
    said: Sentence

    def __bool__(self) -> bool:
        """Return whether the answer is right."""
        return self.right

    def __repr__(self) -> str:
        return self.said.plain()

    def _repr_html_(self) -> str:
        kind = "mk-right" if self.right else "mk-wrong"
        return f'<div class="mk mk-verdict {kind}" lang="{language()}">{self.said.inline()}</div>'


def given(number: str) -> NDArray[Any]:
    """Return the numbers that an exercise is about.

    Parameters
    ----------
    number : {"2.8", "2.9", "2.10"}
        The exercise's number.

    Returns
    -------
    ndarray
        A column of values, how often each face of a die came up, or ranks (data sets x learners).

    Raises
    ------
    ValueError
        If nothing is given with this exercise.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.exercises.given("2.9")
    array([14, 26, 17, 22, 28, 13])

    Source
    ------
    Our own numbers for Zhou, Machine Learning, exercises 2.8-2.10.
    """
    return np.array(judges.GIVEN[one_of(number, "number", tuple(judges.GIVEN))])


def check(number: str, answer: Any) -> Verdict:
    """Tell whether the answer to an exercise is right or what kind of mistake it looks like.

    Parameters
    ----------
    number : {"2.1", ..., "2.10"}
        The exercise's number.
    answer : object
        In the form that the exercise asks for: numbers, data, or a function. Numbers may be text:
        "8/11", "72.7 %", "2.986e262".

    Returns
    -------
    Verdict
        True if right; it says why, and never gives the answer away. Where an exercise can be read
        in two ways, both answers are right, and the verdict says which one was given.

    Raises
    ------
    ValueError, TypeError
        If there is no such exercise or the answer has another form.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.exercises.check("2.2", (0.5, 0.5))
    Not yet: leave-one-out: take one sample away. Which class is now in the majority, and which
    class is the sample?

    Source
    ------
    Zhou, Machine Learning, exercises 2.1-2.10.
    """
    judge = judges.JUDGES[one_of(number, "number", tuple(judges.JUDGES))]
    form, parts = (_say.data[number][key] for key in ("form", "parts"))
    answer = judges.read(answer)
    if any(p is None or is_blank(p) for p in (answer if isinstance(answer, list) else [answer])):
        return Verdict(False, _say("verdict", "unanswered"))
    if parts == 0 and not callable(answer):
        fail("answer", form, repr(answer), TypeError)
    if parts > 1:
        judges.several(answer, parts, form)
    found, numbers = judge(*answer) if parts > 1 else judge(answer)
    key = next((key for key, holds in found.items() if holds), "right")
    right = key.startswith("right")
    said = _say(number, key, **numbers)
    return Verdict(right, _say("verdict", "right" if right else "wrong", said=said))


def __dir__() -> list[str]:
    return __all__
