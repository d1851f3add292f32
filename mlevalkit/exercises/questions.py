"""The questions of a template: texts and formulas, which are data, and what needs code."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from types import MappingProxyType
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import fail, integer, one_of
from ..display.equations import equations
from ..display.language import LANGUAGES
from ..display.workings import Expression, Line, Sentence, Step as Shown, Working, data_of
from .answers import kind_of_labels
from .forms import Choice, Form, Interval, Labels, Number, Numbers, YesNo
from .quantities import Draws, drawn

Values = Mapping[str, Any]
Texts = str | Mapping[str, str]


class Step:
    """What one question of a template takes in code, beside its texts and formulas.

    Parameters
    ----------
    solve : callable, optional
        Takes drawn numbers and the values of earlier steps by their names. It returns a
        `Working`, a line of one or a list of lines, or a value: a number, a tuple of numbers, a
        set of labels, a truth value, or the name of an option.
    **mistakes : callable
        Under the name of each mistake, what it gives instead.

    Examples
    --------
    >>> from mlevalkit.exercises import Step
    >>> Step(lambda TP, FP: TP / (TP + FP), recall_for_precision=lambda TP, FN: TP / (TP + FN))
    Step(recall_for_precision)
    """

    def __init__(
        self, solve: Callable[..., Any] | None = None, /, **mistakes: Callable[..., Any]
    ) -> None:
        self.solve = solve
        self.mistakes = mistakes

    def __repr__(self) -> str:
        return f"Step({', '.join(self.mistakes)})"


@dataclass(frozen=True)
class Solver:
    """Solves a step, from the values of the numbers and of earlier steps by name."""

    solve: Callable[[Values], Any]
    names: frozenset[str] = frozenset()  # of the values that it takes

    def __call__(self, values: Values) -> Any:
        return self.solve(values)


class Question:
    """One step of a template: what is asked, how it is solved, rightly and wrongly.

    Attributes
    ----------
    name : str
        The name of the step.
    ask, hint : mapping
        The texts in each language; `hint` may be None.
    options : mapping
        The texts of the options by name.
    solve : Solver
        Finds what is right.
    mistakes : mapping
        What finds the value that each mistake leads to.
    exceeds : tuple of str
        The statistic and the critical value that it compares.
    helps : bool
        Whether it is not asked where there is no help.
    """

    def __init__(self, name: str, row: Mapping[str, Any], step: Step) -> None:
        self.name = name
        self.ask = in_all(row["ask"])
        self.hint = in_all(row["hint"]) if "hint" in row else None
        self.options = {key: in_all(text) for key, text in row.get("options", {}).items()}
        self.helps: bool = row.get("helps", False)
        self.exceeds = tuple(row.get("exceeds", ()))
        self._row = row
        self.solve = _right_solver(name, row, step)
        mistakes = {**row.get("mistakes", {}), **step.mistakes}
        lines = row.get("lines", {})
        self.mistakes = {key: _solver(given, name, lines=lines) for key, given in mistakes.items()}
        self.mistakes |= {key: _constant(key) for key in self.options}
        if self.exceeds:
            self.mistakes["decision_reversed"] = _decision(self.exceeds, exceeds=False)

    def form(self, value: Any, options: Mapping[str, Sentence], values: Values) -> Form:
        """Return the form of the answers, given one, the texts of the options, and the numbers."""
        row = self._row
        if isinstance(value, str):
            return Choice(tuple(options), tuple(options.values()))
        if isinstance(value, bool):
            return YesNo()
        if isinstance(value, frozenset):
            among = row.get("among")
            among = values[among] if isinstance(among, str) else among
            return Labels(row.get("labels") or kind_of_labels(value), among)
        number = Number(
            row.get("digits", 3), row.get("whole", False), self.name, row.get("unit", "")
        )
        if not isinstance(value, tuple):
            return number
        if row.get("interval"):
            return Interval(number)
        pairs = isinstance(value[0], tuple)
        return Numbers(number, "(0, 0), (0.25, 0.5)" if pairs else Numbers.example)


@dataclass(frozen=True)
class Mistake:
    """A mistake by its name: what it is, in words, and where the book explains it."""

    name: str
    said: Sentence
    page: str | None


class Kind:
    """What all problems of one kind have in common.

    Attributes
    ----------
    kind : str
        Its name.
    section : str
        The section of the textbook, such as "2.3.2".
    difficulty : int
        From 1, one step, to 3, as long as in an examination.
    text : mapping
        The story in each language, with places for the numbers.
    numbers : mapping
        How they are drawn, as far as data says it.
    questions : list
        The steps, each with its formula and its mistakes.
    table : str or None
        The textbook's table of critical values that is needed, such as "2.3".
    """

    def __init__(
        self, kind: str, data: Mapping[str, Any], numbers: Draws | None, steps: Mapping[str, Step]
    ) -> None:
        if unknown := steps.keys() - data["steps"].keys():
            fail("steps", f"steps of {kind}: {list(data['steps'])}", f"{sorted(unknown)}")
        self.kind = kind
        self.section = str(data["section"])
        self.difficulty = integer(data["difficulty"], "difficulty", least=1, most=3)
        self.text = in_all(data["text"])
        self.numbers: Mapping[str, Any] = data.get("numbers", {})
        rows = data["steps"].items()
        self.questions = [Question(name, row, steps.get(name, Step())) for name, row in rows]
        self.draw = partial(drawn, data, numbers)
        self.table: str | None = data.get("table")
        self._title = in_all(data.get("title", kind))
        own = data.get("mistakes", {})
        self._mistakes: dict[str, Any] = {**data_of(__package__, "mistakes.toml"), **own}
        names = [name for q in self.questions for name in q.mistakes]
        if unexplained := [name for name in names if name not in self._mistakes]:
            fail("mistakes", f"a sentence for each mistake of {kind}", f"none for {unexplained}")

    @property
    def title(self) -> Sentence:
        """What the problem is about, in a few words."""
        return Sentence(self._title)

    def mistake(self, name: str) -> Mistake:
        """Return what there is to say about a mistake."""
        entry = self._mistakes[one_of(name, "name", self._mistakes)]
        page = None if isinstance(entry, str) else entry.get("page")
        return Mistake(name, Sentence(in_all(entry)), page)

    def values(
        self, known: Values, wrong: str | None = None, until: str | None = None
    ) -> dict[str, Any]:
        """Return the values of the steps that are not known, with one mistake if it is named."""
        values = dict(known)
        for q in self.questions:
            if q.name not in values:
                made = q.mistakes[wrong](values) if wrong and wrong in q.mistakes else None
                values[q.name] = plain_value(q.solve(values) if made is None else made)
            if q.name == until:
                break
        return values


def _right_solver(name: str, row: Mapping[str, Any], step: Step) -> Solver:
    """Return what solves a step: its code, or what data says."""
    if step.solve is not None:
        return _solver(step.solve, name)
    if "exceeds" in row:
        return _decision(row["exceeds"])
    if "first_if" in row:
        return _first_if(row["first_if"], list(row["options"]))
    if "options" in row:
        return Solver(lambda values: values["right"])
    if not row.keys() & {"formula", "equation"}:
        fail(f"step {name!r}", "a formula, the number of an equation, or a Step", "none of them")
    number = row.get("equation")
    formula = row.get("formula") or equations[row["equation"]].forms[row.get("form", 0)]
    return _solver(formula, row.get("symbol", name), number, row.get("lines", {}))


def _decision(names: Sequence[str], *, exceeds: bool = True) -> Solver:
    """Return what tells whether a statistic exceeds its critical value, or does not."""
    statistic, critical = names

    def solve(values: Values) -> bool:
        return bool(abs(values[statistic]) > values[critical]) == exceeds

    return Solver(solve, frozenset(names))


def _first_if(formula: str, options: Sequence[str]) -> Solver:
    """Return what takes the first option where a value is positive, or true; else the second."""
    names = _names(formula)

    def solve(values: Values) -> str:
        holds = Expression(formula).value({name: +values[name] for name in names}) > 0
        return options[0 if holds else 1]

    return Solver(solve, names)


def _constant(value: Any) -> Solver:
    return Solver(lambda values: value)


def _solver(
    given: Callable[..., Any] | str | Sequence[str],
    symbol: str | Sequence[str],
    number: str | None = None,
    lines: Mapping[str, str] = MappingProxyType({}),
) -> Solver:
    """Return what solves a step by formulas, or by a function of named values."""
    if not callable(given):
        return _formulas(given, symbol, number, lines)
    names = frozenset(inspect.signature(given).parameters)
    return Solver(lambda values: given(**{name: values[name] for name in names}), names)


def _formulas(
    given: str | Sequence[str],
    symbol: str | Sequence[str],
    number: str | None,
    lines: Mapping[str, str],
) -> Solver:
    """Return what solves a step line by line; several formulas in the end are several numbers."""
    last = [given] if isinstance(given, str) else given
    symbols = [symbol] * len(last) if isinstance(symbol, str) else symbol

    def solve(values: Values) -> Any:
        known = dict(values)
        before = []
        for name, formula in lines.items():
            before.append(_evaluated(formula, name, None, known))
            known[name] = before[-1].value
        found = [_evaluated(f, s, number, known) for f, s in zip(last, symbols, strict=True)]
        made = found[0] if isinstance(given, str) else found
        return Working(plain_value(made), steps_of([*before, *found])) if before else made

    names = frozenset().union(*map(_names, [*lines.values(), *last])) - lines.keys()
    return Solver(solve, names)


def _evaluated(formula: str, symbol: str, number: str | None, values: Values) -> Line | Working:
    """Return a line; of a call of one of the library's functions, its working."""
    tree = _parsed(formula)
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        function = getattr(mk, tree.func.id, None)
        if hasattr(function, "working"):
            given = [_argument(node, values) for node in tree.args]
            named = {str(word.arg): _argument(word.value, values) for word in tree.keywords}
            return function.working(*given, **named)  # type: ignore[no-any-return, union-attr]
    used = {name: values[name] for name in _names(formula) if name in values}  # not sqrt, for one
    return Line(number, symbol, formula, used)


def _argument(node: ast.expr, values: Values) -> Any:
    if isinstance(node, ast.Name):
        return values[node.id]
    return Expression(ast.unparse(node)).value(values)


@cache
def _parsed(formula: str) -> ast.expr:
    return ast.parse(formula, mode="eval").body


@cache
def _names(formula: str) -> frozenset[str]:
    return frozenset(n.id for n in ast.walk(_parsed(formula)) if isinstance(n, ast.Name))


def in_all(text: Texts) -> Mapping[str, str]:
    """Return a text in every language; a plain text is the same in all."""
    return dict.fromkeys(LANGUAGES, text) if isinstance(text, str) else text


def plain_value(made: Any) -> Any:
    """Return the value that a step has found, in plain Python; of several lines, their values."""
    value = made.value if isinstance(made, (Line, Working)) else made
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return tuple(map(plain_value, value))
    return frozenset(value) if isinstance(value, set) else value


def steps_of(made: Any) -> tuple[Shown, ...]:
    """Return what shows how a value was found: a line, several, or the steps of a working."""
    if isinstance(made, Working):
        return made.steps
    if isinstance(made, (list, tuple)):
        return tuple(chain.from_iterable(map(steps_of, made)))
    return (made,) if isinstance(made, Line) else ()
