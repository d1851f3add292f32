"""What is said of an answer, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

from .._validation import fail
from ..display.workings import Messages, exact, word
from .answers import Given
from .forms import FEW_DIGITS, LEVELS, RIGHT, VAGUE, WRONG, Form, Numbers, as_fraction
from .homework import is_blank
from .verdict import Verdict

if TYPE_CHECKING:
    from .problems import Problem
    from .questions import Question

_UNANSWERED = "unanswered"
_PERCENT = "percent_sign"

_say = Messages(__package__)


def judged(problem: Problem, answer: Any) -> Verdict:
    """Return the verdict on an answer; each step is judged by the answers to those before it."""
    given = _by_step(problem, answer)
    known = dict(problem.values)
    verdicts = {}
    for q in problem.asked:
        step = _Judge(problem, q, known, given.get(q.name))
        verdicts[q.name] = step.verdict()
        known[q.name] = step.carried()
    if len(verdicts) == 1:
        return verdicts[problem.asked[0].name]
    return _together(problem, verdicts)


def _by_step(problem: Problem, answer: Any) -> Mapping[str, Any]:
    """Return the answer to each step by its name."""
    names = [q.name for q in problem.asked]
    if isinstance(answer, Mapping):
        if unknown := [name for name in answer if name not in names]:
            fail("answer", f"the names {names}", f"{unknown}")
        return answer
    if len(names) == 1:
        return {names[0]: answer}
    if not isinstance(answer, (list, tuple)) or len(answer) > len(names):
        fail("answer", f"a list or a mapping with answers to {names}", repr(answer), TypeError)
    return dict(zip(names, answer, strict=False))


def _together(problem: Problem, verdicts: Mapping[str, Verdict]) -> Verdict:
    """Return one verdict on several steps: the worst of them, and the first mistake."""
    order = [*LEVELS, _UNANSWERED]
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


class _Judge:
    """Judges the answer to one step."""

    def __init__(
        self, problem: Problem, q: Question, known: Mapping[str, Any], answer: Any
    ) -> None:
        self.problem = problem
        self.name = q.name
        self.known = known
        self.right = problem.right[q.name]
        self.form: Form = problem.form(q.name)
        self.expected = self._following()
        self.is_blank = answer is None or is_blank(answer) or answer == ""
        self.shape = self.right
        self.given = None if self.is_blank else self._read(answer)

    def _read(self, answer: Any) -> Any:
        """Return what the answer says; a mistake may give another number of values."""
        for shape in chain([self.right], map(self._following, self.problem.shows[self.name])):
            if shape is not None and (given := self.form.read(answer, shape)) is not None:
                self.shape = shape
                return given
        return None

    def _following(self, wrong: str | None = None) -> Any:
        """Return what follows from the student's own earlier values; None if nothing does."""
        try:
            return self.problem.expected(self.known, self.name, wrong)
        except (ArithmeticError, ValueError, TypeError, LookupError):
            return None

    def _targets(self) -> list[Any]:
        """Return the values that are right: what is true, or what follows from earlier values.

        A decision, a conclusion or a choice that follows from earlier steps has to agree with
        them, whether they are right or not.
        """
        logical = isinstance(self.right, (bool, str)) and self.expected is not None
        targets = [self.expected] if logical else [self.right, self.expected]
        return [t for t in targets if t is not None]

    def verdict(self) -> Verdict:
        """Return the verdict on the step."""
        if self.given is None:
            unread = "unreadable_list" if isinstance(self.form, Numbers) else "unreadable"
            key = "blank" if self.is_blank else unread
            return Verdict(_UNANSWERED, _say("judged", key, example=self.form.example))
        level = min((self._level(t) for t in self._targets()), key=LEVELS.index)
        if level != RIGHT and (mistake := next(self._mistakes(), None)):
            said = _say("judged.mistake", said=self.problem.explain(mistake))
            return Verdict(WRONG, said, mistake, self.problem.page(mistake))
        if level == RIGHT and self._level(self.right) != RIGHT:
            return Verdict(RIGHT, _say("judged.carried"))
        said = _say("judged", level, n=getattr(self.form, "digits", 3))
        return Verdict(FEW_DIGITS if level == VAGUE else level, said)

    def _level(self, value: Any) -> str:
        return self.form.compare(self.given, value)

    def _mistakes(self) -> Iterator[str]:
        """Yield the mistakes that explain the answer; a wrong option is one itself."""
        if isinstance(self.given, str):
            yield self.given
            return
        for name in self.problem.shows[self.name]:
            wrong = self._following(name)
            if wrong is not None and self._level(wrong) in (RIGHT, FEW_DIGITS):
                yield name
        if isinstance(self.given, Given) and 0 < as_fraction(self.right) <= 1:
            hundredth = Given(self.given.value / 100, self.given.digits)
            if self.form.compare(hundredth, self.right) in (RIGHT, FEW_DIGITS):
                yield _PERCENT

    def carried(self) -> Any:
        """Return the value with which the next steps are judged."""
        if self.given is None:
            return self.right if self.expected is None else self.expected
        if self._level(self.right) == RIGHT:
            return self.right
        if isinstance(self.given, list):
            return _in_shape(iter(self.given), self.shape)
        return _own(self.given)


def _own(given: Any) -> Any:
    """Return a given number as the library takes it; all else as it is."""
    if not isinstance(given, Given):
        return given
    value = exact(given.value)
    return float(value) if isinstance(value, Fraction) else value


def _in_shape(given: Iterator[Given], like: Any) -> Any:
    """Return given numbers in tuples as those of the right answer."""
    if isinstance(like, tuple):
        return tuple(_in_shape(given, part) for part in like)
    return _own(next(given))
