"""What is said of an answer, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Any

from .._validation import fail
from ..display.workings import Messages, Sentence, exact, word
from .answers import Given, unnumbered
from .forms import (
    FEW_DIGITS,
    LEVELS,
    RIGHT,
    ROUNDED_EARLY,
    VAGUE,
    WRONG,
    Choice,
    Form,
    Labels,
    Number,
    Numbers,
    as_fraction,
)
from .homework import is_blank
from .key import Key
from .verdict import Verdict

_UNANSWERED = "unanswered"
_UNREADABLE = "unreadable"
_FITS = (RIGHT, FEW_DIGITS)

_say = Messages(__package__)


def verdict_on(problem: Key, answer: Any) -> Verdict:
    """Return the verdict on an answer; each step is judged by the answers to those before it."""
    given = _by_step(problem, answer)
    steps = [_Step(problem, q.name, given.get(q.name)) for q in problem.asked]
    over_several = _over_several(problem, steps)
    written = dict(problem.values)  # with the values that the student goes on with
    meant = dict(problem.values)  # with what these are, before they were rounded
    verdicts = {}
    for step in steps:
        step.known = [written] if written == meant else [written, meant]
        found = step.verdict(over_several.get(step.name))
        values = step.written(), step.meant(found.mistake)
        written[step.name], meant[step.name] = values
        verdicts[step.name] = found
    if len(verdicts) == 1:
        return replace(verdicts[steps[0].name], steps=verdicts)
    return _together(problem, verdicts)


def _over_several(problem: Key, steps: Sequence[_Step]) -> dict[str, str]:
    """Return the mistakes that explain the answers to several steps at once, by step."""
    found: dict[str, str] = {}
    for mistake in dict.fromkeys(chain.from_iterable(problem.shows.values())):
        among = [s for s in steps if mistake in problem.shows[s.name] and not s.is_blank]
        if len(among) > 1 and all(step.fits(mistake) for step in among):
            found = dict.fromkeys((step.name for step in among), mistake) | found
    return found


def _by_step(problem: Key, answer: Any) -> Mapping[str, Any]:
    """Return the answer to each step by its name."""
    names = [q.name for q in problem.asked]
    if isinstance(answer, Mapping):
        if unknown := [name for name in answer if name not in names]:
            fail("answer", f"the names {names}", f"{unknown}")
        return answer
    if len(names) == 1:
        alone = isinstance(answer, (list, tuple)) and len(answer) == 1
        return {names[0]: answer[0] if alone else answer}
    if not isinstance(answer, (list, tuple)) or len(answer) > len(names):
        fail("answer", f"a list or a mapping with answers to {names}", repr(answer), TypeError)
    return dict(zip(names, answer, strict=False))


def _together(problem: Key, verdicts: Mapping[str, Verdict]) -> Verdict:
    """Return one verdict on several steps: the worst of them, and the first mistake."""
    order = [*LEVELS, _UNREADABLE, _UNANSWERED]
    worst = max((v.verdict for v in verdicts.values()), key=order.index)
    said = [_say("judged.part", label=problem.label(n), said=v.said) for n, v in verdicts.items()]
    if worst == RIGHT and problem.guided and any(q.helps for q in problem.asked):
        said.append(_say("judged.alone"))
    mistakes = [v for v in verdicts.values() if v.mistake]
    return Verdict(
        worst,
        word("between_sentences").join(said),
        mistake=mistakes[0].mistake if mistakes else None,
        page=mistakes[0].page if mistakes else None,
        steps=verdicts,
    )


def mistaken_units(form: Form, right: Any) -> dict[str, Fraction]:
    """Return the factors that make an answer right if it is off by per cent, by mistake."""
    if not isinstance(form, Number):
        return {}
    if form.unit == "percent":
        return {"in_per_cent": Fraction(100)}
    return {"percent_sign": Fraction(1, 100)} if 0 < as_fraction(right) <= 1 else {}


class _Step:
    """The answer to one step."""

    def __init__(self, problem: Key, name: str, answer: Any) -> None:
        self.problem = problem
        self.name = name
        self.right = problem.right[name]
        self.form: Form = problem.form(name)
        self.known: Sequence[Mapping[str, Any]] = [problem.values]  # of the student, before it
        self.is_blank = answer is None or is_blank(answer) or answer == ""
        self.shape = self.right
        self.answer = answer
        self.given = None if self.is_blank else self._read(answer)

    def _read(self, answer: Any) -> Any:
        """Return what the answer says; a mistake may give another number of values."""
        if not isinstance(self.form, (Labels, Choice)):  # where (a) may be an answer
            answer = unnumbered(answer, self.problem.label(self.name))
        wrong = chain.from_iterable(map(self._following, self.problem.shows[self.name]))
        for shape in chain([self.right], wrong):
            if (given := self.form.read(answer, shape)) is not None:
                self.shape = shape
                return given
        return None

    def fits(self, mistake: str) -> bool:
        """Return whether the answer is what a mistake leads to, from the right values."""
        found = self._following(mistake, own=False)
        return self.given is not None and any(self._level(wrong) in _FITS for wrong in found)

    def _following(self, wrong: str | None = None, *, own: bool = True) -> Iterator[Any]:
        """Yield what follows from the student's own earlier values, if anything does.

        A mistake may also start from the right ones.
        """
        for known in [*(self.known if own else []), *([self.problem.values] if wrong else [])]:
            with suppress(ArithmeticError, ValueError, TypeError, LookupError):
                yield self.problem.expected(known, self.name, wrong)

    def _targets(self) -> list[Any]:
        """Return the values that are right: what is true, or what follows from earlier values.

        A decision, a conclusion or a choice that follows from earlier steps has to agree with
        them, whether they are right or not.
        """
        following = [*self._following()]
        logical = isinstance(self.right, (bool, str)) and following
        return following if logical else [self.right, *following]

    def verdict(self, over_several: str | None) -> Verdict:
        """Return the verdict on the step, which a mistake over several steps may explain."""
        if self.given is None:
            if self.is_blank:
                return Verdict(_UNANSWERED, _say("judged.blank"))
            return Verdict(_UNREADABLE, self._unreadable())
        if over_several:
            return self._verdict_on_mistake(over_several)
        level = min((self._level(t) for t in self._targets()), key=LEVELS.index)
        if level != RIGHT and (mistake := next(self._mistakes(level), None)):
            return self._verdict_on_mistake(mistake)
        if level == RIGHT and self._level(self.right) != RIGHT:
            return Verdict(RIGHT, _say("judged.carried"))
        said = _say("judged", level, n=getattr(self.form, "digits", 3))
        return Verdict(FEW_DIGITS if level == VAGUE else level, said)

    def _unreadable(self) -> Sentence:
        form = self.form
        if isinstance(form, Labels) and (label := form.outside(self.answer)):
            return _say("judged.no_such", label=label, last=form.last)
        key = "unreadable_list" if isinstance(form, Numbers) else "unreadable"
        return _say("judged", key, example=form.example)

    def _level(self, value: Any) -> str:
        return self.form.compare(self.given, value)

    def _verdict_on_mistake(self, mistake: str) -> Verdict:
        found = self.problem.mistake(mistake)
        return Verdict(WRONG, _say("judged.mistake", said=found.said), mistake, found.page)

    def _mistakes(self, level: str) -> Iterator[str]:
        """Yield the mistakes that explain the answer; a wrong option is one itself.

        A mistake may start from the right values, or, where the answer is wrong, from the
        student's own.
        """
        if isinstance(self.given, str):
            yield self.given
            return
        for name in self.problem.shows[self.name]:
            found = self._following(name, own=level == WRONG)
            if any(self._level(wrong) in _FITS for wrong in found):
                yield name
        if isinstance(self.given, Given):
            yield from self._unit_mistakes(self.given)

    def _unit_mistakes(self, given: Given) -> Iterator[str]:
        """Yield the mistake of a rate that is given in per cent, or the other way round."""
        for name, factor in mistaken_units(self.form, self.right).items():
            scaled = Given(given.value * factor, given.digits)
            if self.form.compare(scaled, self.right) in _FITS:
                yield name

    def meant(self, mistake: str | None) -> Any:
        """Return the value that was meant: the right one, or that of a mistake, unrounded."""
        if self.given is None:
            return [self.right, *self._following()][-1]
        if self._level(self.right) in (RIGHT, FEW_DIGITS, ROUNDED_EARLY):
            return self.right
        if mistake in self.problem.shows[self.name]:
            with suppress(ArithmeticError, ValueError, TypeError, LookupError):
                return self.problem.expected(self.known[-1], self.name, mistake)
        return self.written()

    def written(self) -> Any:
        """Return the value with which the student goes on."""
        if self.given is None:
            return next(self._following(), self.right)
        if self._level(self.right) == RIGHT:
            return self.right
        if isinstance(self.given, list):
            return _in_shape(iter(self.given), self.shape)
        return _plain_value(self.given)


def _plain_value(given: Any) -> Any:
    """Return a given number as the library takes it; all else as it is."""
    if not isinstance(given, Given):
        return given
    value = exact(given.value)
    return float(value) if isinstance(value, Fraction) else value


def _in_shape(given: Iterator[Given], like: Any) -> Any:
    """Return given numbers in tuples as those of the right answer."""
    if isinstance(like, tuple):
        return tuple(_in_shape(given, part) for part in like)
    return _plain_value(next(given))
