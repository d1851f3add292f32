"""The forms of an answer: how each is read, compared with a value, told apart, and shown.

The verdict on a number of three significant digits (`digits`): it is right if it is off by at most
half a unit of the third digit. With two digits, correctly rounded, it is right but has too few
digits; with one, too few to judge. With three or more digits and off by at most 0.5 %, it was
rounded too early. All else is wrong. The roughest answer that may count as a rounding is therefore
the one of two digits, and two values that `apart` tells apart have no such answer in common.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ..display.workings import Messages, Sentence, digits, exact
from . import answers
from .answers import Asked, Given, one_unit

_say = Messages(__package__)

# the verdicts on an answer, the best first
RIGHT = "right"
FEW_DIGITS = "few_digits"
VAGUE = "vague"  # too few digits to judge: the verdict is `FEW_DIGITS` too
ROUNDED_EARLY = "rounded_early"
WRONG = "wrong"
LEVELS = (RIGHT, FEW_DIGITS, VAGUE, ROUNDED_EARLY, WRONG)

_HUNDREDTHS = Fraction(1, 2)  # the error in per cent that early rounding may cause at three digits


class Form:
    """What the answers to one kind of question look like; two values are the same, or not."""

    @property
    def example(self) -> str:
        """How an answer may look."""
        raise NotImplementedError

    def read(self, answer: object, value: Any) -> Any:
        """Return what an answer says, or None if it cannot be read."""
        raise NotImplementedError

    def compare(self, given: Any, value: Any) -> str:
        """Return one of `LEVELS`."""
        return RIGHT if given == value else WRONG

    def apart(self, a: Any, b: Any) -> bool:
        """Return whether no answer can be taken for both values."""
        return bool(a != b)

    def text(self, value: Any) -> str | Sentence:
        """Return a value as the key shows it."""
        raise NotImplementedError


def as_fraction(value: Any) -> Fraction:
    """Return a value as a fraction, a float as the decimal of 14 digits that it shows."""
    number = exact(value)
    return Fraction(f"{number:.14g}") if isinstance(number, float) else Fraction(number)


@dataclass(frozen=True)
class Number(Form):
    """One number, to so many significant digits; `whole` if it is a count, which is exact.

    Its ``name`` may stand before it. Where the ``unit`` is "percent", it may have the sign or not.
    """

    digits: int = 3
    whole: bool = False
    name: str = ""
    unit: str = ""

    @property
    def example(self) -> str:
        if self.unit == "percent":
            return "72.7, 72.7 %"
        return "42" if self.whole else "8/11, 0.727, 72.7 %"

    def read(self, answer: object, value: Any) -> Given | None:
        return answers.number(answer, self.asked(value))

    def asked(self, *values: Any) -> Asked:
        """Return what is asked for, of which these are possible values."""
        large = any(abs(as_fraction(value)) >= 1000 for value in values)
        return Asked(self.name, self.whole, large, self.unit)

    def compare(self, given: Given, value: Any) -> str:
        value = as_fraction(value)
        off = abs(given.value - value)
        if off <= abs(value) / 10**9:
            return RIGHT
        if self.whole or given.value == 0:
            return WRONG
        shown = self.digits if given.digits is None else given.digits
        if shown < self.digits:
            if off > one_unit(value, shown) / 2:
                return WRONG
            return VAGUE if shown < self.digits - 1 else FEW_DIGITS
        if off <= one_unit(value, self.digits) / 2:
            return RIGHT
        close = off <= abs(value) * _HUNDREDTHS / 100 * Fraction(10) ** (3 - self.digits)
        return ROUNDED_EARLY if close and given.digits is not None else WRONG

    def apart(self, a: Any, b: Any) -> bool:
        a = as_fraction(a)
        b = as_fraction(b)
        if self.whole:
            return bool(a != b)
        return bool(abs(a - b) > (one_unit(a, self.digits - 1) + one_unit(b, self.digits - 1)) / 2)

    def text(self, value: Any) -> str:
        value = exact(value)
        if isinstance(value, int):
            return f"{value}".replace("-", "−") if abs(value) < 10**9 else f"{Decimal(value):.5e}"
        decimal = digits(float(value)).replace("-", "−", 1)
        if not isinstance(value, Fraction) or value.denominator > 999:
            return decimal
        sign = "=" if Fraction(digits(float(value))) == value else "≈"
        quotient = f"{abs(value.numerator)}/{value.denominator} {sign} {decimal}"
        return f"−{quotient}" if value < 0 else quotient


@dataclass(frozen=True)
class Numbers(Form):
    """Several numbers in order: an interval, a column, a small table."""

    each: Number
    example: str = "0.25, 0.5, 0.75"

    def read(self, answer: object, value: Any) -> list[Given] | None:
        values = answers.flat(value)
        return answers.numbers(answer, len(values), self.each.asked(*values))

    def compare(self, given: list[Given], value: Any) -> str:
        values = answers.flat(value)
        if len(given) != len(values):
            return WRONG
        pairs = zip(given, values, strict=True)
        return max((self.each.compare(g, v) for g, v in pairs), key=LEVELS.index)

    def apart(self, a: Any, b: Any) -> bool:
        one = answers.flat(a)
        other = answers.flat(b)
        return len(one) != len(other) or any(map(self.each.apart, one, other))

    def text(self, value: Any) -> str:
        each = (f"({self.text(v)})" if isinstance(v, tuple) else self.each.text(v) for v in value)
        return ", ".join(each)


class Interval(Numbers):
    """The two ends of an interval."""

    example: str = "[0.25, 0.75]"

    def read(self, answer: object, value: Any) -> list[Given] | None:
        return answers.interval(answer, self.each.asked(*value))


@dataclass(frozen=True)
class Labels(Form):
    """A set of letters, of numbers, or of pairs of letters, among so many if that is known."""

    kind: str = "letter"
    among: int | None = None

    @property
    def example(self) -> str:
        return {"letter": "A, C", "number": "1, 5", "pair": "A-C, B-C"}[self.kind]

    def read(self, answer: object, value: Any) -> frozenset[str] | None:
        found = answers.labels(answer, self.kind)
        return None if found and answers.outside(found, self.among) else found

    def outside(self, answer: object) -> str:
        """Return the first label of an answer that does not exist; nothing if all do."""
        found = answers.labels(answer, self.kind) or ()
        return min(answers.outside(found, self.among), default="").upper()

    @property
    def last(self) -> str:
        """The last label that exists."""
        return str(self.among) if self.kind == "number" else answers.LETTERS[(self.among or 0) - 1]

    def compare(self, given: Any, value: Any) -> str:
        return super().compare(given, frozenset(map(answers.label, value)))

    def text(self, value: Any) -> str:
        return ", ".join(sorted(map(str, value))) or str(_say("decision", "empty"))


class YesNo(Form):
    """A decision: yes or no, reject or not."""

    example = "yes, no; 是, 否"

    def read(self, answer: object, value: Any) -> bool | None:
        return answers.decision(answer)

    def text(self, value: Any) -> Sentence:
        return _say("decision", "yes" if value else "no")


@dataclass(frozen=True)
class Choice(Form):
    """One of several options, given by its letter, its name or its text."""

    names: tuple[str, ...]
    texts: tuple[Sentence, ...]
    example: str = field(default="A", init=False)

    def read(self, answer: object, value: Any) -> str | None:
        said = [text.texts.values() for text in self.texts]
        return answers.option(answer, self.names, said)

    def line(self, name: str, said: Sentence | None = None) -> Sentence:
        """Return an option with its letter, or what is said of it."""
        text = said or self.texts[self.names.index(name)]
        return _say("problem.option", letter=self.letter(name), text=text)

    def letter(self, name: str) -> str:
        """Return the letter of an option."""
        return chr(ord("A") + self.names.index(name))

    def text(self, value: Any) -> Sentence:
        return self.line(value)
