"""The textbook's exercises: what is given, and `check`, which judges an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._language import language
from .._validation import NDArray, fail, one_of
from .._workings import Messages, Sentence
from . import _judges
from ._homework import Homework

_say = Messages(__package__)

__all__ = ["Homework", "Verdict", "check", "given"]

_GIVEN: dict[str, Any] = {"2.8": _judges.COLUMN, "2.9": _judges.ROLLS, "2.10": _judges.RANKS}
_JUDGES: dict[str, Callable[..., _judges.Judged]] = {
    "2.1": _judges.splits,
    "2.2": _judges.majority,
    "2.3": _judges.f1_and_break_even,
    "2.4": _judges.precision_from_rates,
    "2.5": _judges.area_by_columns,
    "2.6": _judges.error_from_rates,
    "2.7": _judges.one_cost_curve_two_roc_curves,
    "2.8": _judges.scalings,
    "2.9": _judges.fair_die,
    "2.10": _judges.two_friedman_forms,
}


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
        return self._whole.plain()

    @property
    def _whole(self) -> Sentence:
        return _say("verdict", "right" if self.right else "wrong", said=self.said)

    def _repr_html_(self) -> str:
        kind = "mk-right" if self.right else "mk-wrong"
        text = self._whole.inline()
        return f'<div class="mk mk-verdict {kind}" lang="{language()}">{text}</div>'


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
    return np.array(_GIVEN[one_of(number, "number", tuple(_GIVEN))])


def check(number: str, answer: Any) -> Verdict:
    """Tell whether the answer to an exercise is right or what kind of mistake it looks like.

    Parameters
    ----------
    number : {"2.1", ..., "2.10"}
        The exercise's number.
    answer : object
        In the form that the exercise asks for: numbers, data, or a function.

    Returns
    -------
    Verdict
        True if right; it says why, and never gives the answer away.

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
    judge = _JUDGES[one_of(number, "number", tuple(_JUDGES))]
    form, parts = (_say.data[number][key] for key in ("form", "parts"))
    if parts == 0 and not callable(answer):
        fail("answer", form, repr(answer), TypeError)
    if parts > 1:
        _judges.several(answer, parts, form)
    said, numbers = judge(*answer) if parts > 1 else judge(answer)
    key = next((key for key, holds in said.items() if holds), "right")
    return Verdict(key == "right", _say(number, key, **numbers))
