"""Problem templates, and the list of all."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from .._validation import fail, one_of
from ..display.workings import data_of
from .draw import Draw
from .problems import Problem
from .quantities import Draws
from .questions import Kind, Step

_TRIES = 10_000


class Template(Kind):
    """Makes problems of one kind: a seed chooses the numbers, which `draw` draws."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _template, (self.kind,)  # where it is unpickled, it has to be added too

    def __repr__(self) -> str:
        return f"<{self.kind}: {self.section}, difficulty {self.difficulty}, {self.title.plain()}>"

    def problem(self, seed: int, *, guided: bool = True) -> Problem:
        """Return the problem that a seed makes; without `guided`, only its results are asked."""
        return _pair(self, seed)[0 if guided else 1]

    def another(self, problem: Problem, seed: int | None = None) -> Problem:
        """Return one more problem after one of this kind, without help.

        Parameters
        ----------
        problem : Problem
            The one before.
        seed : int, optional
            By default the next one.
        """
        return self.problem(problem.seed + 1 if seed is None else seed, guided=False)


@lru_cache(maxsize=1024)
def _pair(template: Template, seed: int) -> tuple[Problem, Problem]:
    """Return the problem that a seed makes, with help and without; both have to be fair."""
    draw = Draw(template.kind, seed)
    for _ in range(_TRIES):
        if (data := template.draw(draw)) is None:
            continue
        try:
            with_help = Problem(template, seed, data, guided=True)
            alone = Problem(template, seed, data, guided=False)
            _check_finite(with_help)
            if with_help.is_fair() and alone.is_fair():
                return with_help, alone
        except ZeroDivisionError:  # of the right answer or of a mistake
            continue
    raise RuntimeError(f"{template.kind}: no fair numbers in {_TRIES} tries with seed {seed}")


def _check_finite(problem: Problem) -> None:
    for name, value in problem.right.items():
        if isinstance(value, float) and not math.isfinite(value):
            fail(f"step {name!r} of {problem.kind}", "a finite number", str(value))


_TEMPLATES: dict[str, Template] = {}


def _template(kind: str) -> Template:
    return _TEMPLATES[one_of(kind, "kind", _TEMPLATES)]


def add_template(
    kind: str, data: Mapping[str, Any], numbers: Draws | None = None, /, **steps: Step
) -> Template:
    """Add a template to those that `problem` and `kinds` know.

    Parameters
    ----------
    kind : str
        Its name; a template of the same name is replaced.
    data : mapping
        The texts and formulas: ``section``; ``difficulty``, 1 to 3; ``text``, with ``{places}`` for
        the numbers; ``numbers``; ``steps``; ``mistakes``; if one needs a table of critical values,
        its number as ``table``. A text is a string, or one for each language:
        ``{"en": ..., "zh": ...}``.

        ``numbers`` has under each name ``[low, high]`` for a number between, with as many decimal
        places; ``[n, low, high]`` for n of them, at most 1000; ``{"of": [...]}`` for one of these;
        or a formula of earlier numbers. For n and high there may be the name of an earlier number.
        Of an earlier list NAME it has ``{"of": NAME}``, ``{"first": NAME}``, ``{"least": NAME}``,
        ``{"greatest": NAME}``, and ``{"each": FORMULA}`` computes a list element by element.
        ``columns`` shows the numbers as a table: under each head the name of a list, a list of
        names, or "#" for 1, 2, 3, ...

        No text or formula runs code: a formula has numbers, names, ``+ - * / **`` and a few
        functions, and is refused if it has anything else. A power that would be too long to
        compute exactly becomes a float.

        ``steps`` has under each name ``ask`` and a ``formula`` of numbers and earlier steps (or the
        number of an ``equation``), and ``mistakes``: wrong formulas by name. A mistake may stand at
        several steps, as where two answers are exchanged; it is then looked for over all of them
        first. A formula may be a call of a function of the library that shows its working, such as
        ``t_critical_value(k)``, and a list of formulas gives several numbers. ``lines`` has
        formulas by name that stand before the last one; mistakes may use them too. Of ``options``
        the first is right where the formula ``first_if`` is positive or true, else the second.
        Further, where they are needed: ``digits``; ``whole = true`` for a count;
        ``unit = "percent"``; ``interval = true``; ``labels``, "letter", "number" or "pair", for a
        set that may be empty, and ``among``, how many labels there are or the name of that number
        (another label cannot be read); ``helps = true`` for a step that is not asked without help;
        ``hint``.

        ``mistakes`` has under each name what there is to say of it.
    numbers : callable, optional
        Takes a `Draw` and returns the numbers by name, or None if these will not do; instead of
        ``data["numbers"]``.
    **steps : Step
        By the name of a step what a formula cannot say.

    Returns
    -------
    Template
        Its ``problem(seed)`` makes a problem.

    Raises
    ------
    ValueError, TypeError
        If a mistake has no sentence, or a step is not among ``data["steps"]``.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> cars = mk.exercises.add_template("cars", {
    ...     "section": "2.3.1", "difficulty": 1,
    ...     "text": "Of {m} cars a camera recognizes {right}.",
    ...     "numbers": {"m": [101, 130], "right": [60, 90]},
    ...     "steps": {"acc": {"ask": "Its accuracy?", "formula": "right / m",
    ...                       "mistakes": {"error": "(m - right) / m"}}},
    ...     "mistakes": {"error": "That is the error rate."},
    ... })
    >>> problem = mk.exercises.problem(kind="cars", seed=1)
    >>> problem
    Of 113 cars a camera recognizes 86.
    Its accuracy?
    Numbers that are not whole: at least 3 significant digits, or a fraction.
    [kind="cars", seed=1]
    >>> problem.check(problem.mistakes["error"])
    Not yet. That is the error rate.

    Source
    ------
    No equation of the textbook.
    """
    made = Template(kind, data, numbers, steps)
    _TEMPLATES[kind] = made
    return made


def templates_of(file: str) -> Callable[..., Template]:
    """Return a function that adds a template of a file of the catalogue, with what needs code."""
    data = catalogue(file)

    def add(kind: str, numbers: Draws | None = None, /, **steps: Step) -> Template:
        return add_template(kind, data[kind], numbers, **steps)

    return add


def catalogue(file: str) -> dict[str, Mapping[str, Any]]:
    """Return the templates of a file of the catalogue; one may draw as another does."""
    rows = data_of(f"{__package__}.catalogue", file)
    return {kind: {**_drawn_as(rows.get(row.get("like"), {})), **row} for kind, row in rows.items()}


def _drawn_as(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("numbers", "columns") if name in row}


def templates(section: str | None = None, difficulty: int | None = None) -> dict[str, Template]:
    """Return the templates of a section, of its parts and of a difficulty, by name."""
    found = {
        kind: template
        for kind, template in _TEMPLATES.items()
        if section in (None, template.section) or template.section.startswith(f"{section}.")
        if difficulty in (None, template.difficulty)
    }
    return dict(sorted(found.items(), key=lambda item: (item[1].section, item[1].difficulty)))
