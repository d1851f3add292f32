"""Problems made by a seed, the textbook's exercises, and the checks of the homework."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from .._optional import need
from .._validation import NDArray, fail, flag, integer, one_of
from ..display.workings import Messages
from . import judges
from .draw import Draw
from .homework import Homework, is_blank
from .problems import Problem
from .questions import Step
from .templates import Template, add_template, templates
from .verdict import Verdict

_say = Messages(__package__)

__all__ = [
    "Draw", "Homework", "Problem", "Step", "Template", "Verdict",
    "add_template", "check", "given", "kinds", "problem",
]  # fmt: skip


def _box(problem: Problem) -> Any:
    """Return a problem with a place to answer, as ipywidgets."""
    need("ipywidgets")
    from .box import Box

    return Box(problem)


Problem.controls = staticmethod(_box)


def kinds(section: str | None = None, *, difficulty: int | None = None) -> dict[str, Template]:
    """Return the templates that there are, by name.

    Parameters
    ----------
    section : str, optional
        A section of the textbook, such as "2.3.3"; "2.3" stands for all its parts.
    difficulty : {1, 2, 3}, optional
        From one step to the length of an examination; by default all.

    Returns
    -------
    dict of str to Template

    Raises
    ------
    ValueError
        If the section, or the section with this difficulty, has none.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.exercises.kinds("2.4.1", difficulty=3)["t_test"]
    <t_test: 2.4.1, difficulty 3, The t test of one learner>

    Source
    ------
    No equation of the textbook.
    """
    from . import catalogue as _  # noqa: F401  # whose modules list their templates

    one_of(difficulty, "difficulty", (None, 1, 2, 3))
    if section is not None and not templates(section := str(section), None):
        fail(
            "section", f"one of {sorted({t.section for t in templates().values()})}", repr(section)
        )
    if not (found := templates(section, difficulty)):
        fail("difficulty", f"one that section {section} has", str(difficulty))
    return found


def problem(
    section: str | None = None,
    seed: int | None = None,
    *,
    kind: str | None = None,
    difficulty: int | None = None,
    guided: bool = True,
) -> Problem:
    """Return a problem with its solution, which judges answers and names mistakes.

    Parameters
    ----------
    section : str, optional
        A section of the textbook; the seed chooses among its kinds.
    seed : int from 0 to 2**32 - 1, optional
        Makes the problem; by default one that nobody has seen. The problem shows it.
    kind : str, optional
        The name of a template, see `kinds`; with it and a seed the problem is always the same.
    difficulty : {1, 2, 3}, optional
        From one step to the length of an examination; by default any.
    guided : bool, default True
        Whether the steps in between are asked too.

    Returns
    -------
    Problem
        It shows the question; ``check(answer)`` gives the verdict, ``solution`` the working.

    Raises
    ------
    ValueError, TypeError
        If there is no such kind or section, or the seed is no whole number.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.exercises.problem(kind="f1_from_counts", seed=7)
    A filter flags 116 of 500 mails as spam. 69 of the flagged mails are spam; 14 spam mails pass
    unflagged.
    (a) What is the precision P?
    (b) What is the recall R?
    (c) What is F1?
    Numbers that are not whole: at least 3 significant digits, or a fraction.
    [kind="f1_from_counts", seed=7]

    Source
    ------
    No equation of the textbook.
    """
    seed = secrets.randbelow(2**32) if seed is None else integer(seed, "seed", most=2**32 - 1)
    among = kinds(section, difficulty=difficulty)
    if kind is None:
        kind = Draw(f"kind {section} {difficulty}", seed).choice(list(among))
    return among[one_of(kind, "kind", tuple(among))].problem(seed, guided=flag(guided, "guided"))


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
        return Verdict("unanswered", _say("verdict", "unanswered"))
    if parts == 0 and not callable(answer):
        fail("answer", form, repr(answer), TypeError)
    if parts > 1:
        judges.several(answer, parts, form)
    found, numbers = judge(*answer) if parts > 1 else judge(answer)
    key = next((key for key, holds in found.items() if holds), "right")
    said = _say(number, key, **numbers)
    if key.startswith("right"):
        return Verdict("right", _say("verdict", "right", said=said))
    return Verdict("wrong", _say("verdict", "wrong", said=said), mistake=key)


def __dir__() -> list[str]:
    return __all__
