"""Reads answers as people write them, by the grammar in ``grammar.toml``: all of it, or nothing."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache
from numbers import Rational, Real
from typing import Any
from unicodedata import normalize

import numpy as np

from ..display.workings import data_of

_LONGEST = 400  # characters of an answer
_MOST_DIGITS = 10_000  # of a power
LETTERS = "ABCDEFGH"  # of what is told apart in a set
_OPEN = "([{"
_CLOSE = ")]}"


@dataclass(frozen=True, slots=True)
class Given:
    """A number as it was given, and how many significant digits were shown; None for all."""

    value: Fraction
    digits: int | None
    percent: bool = field(default=False, compare=False)  # whether it had a per cent sign


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for, as far as it decides how an answer is read."""

    name: str = ""
    whole: bool = False
    large: bool = False  # whether the answer may have thousands
    unit: str = ""  # "percent": 87.4 and 87.4 % are the same


class _UnreadableError(Exception):
    """Something stands here that is no part of a number."""


# -- the grammar ----------------------------------------------------------------------------------


@cache
def grammar() -> dict[str, Any]:
    """Return the grammar as data."""
    return data_of(__package__, "grammar.toml")


@cache
def _pattern(section: str, name: str) -> re.Pattern[str]:
    return _compiled(grammar()[section][name])


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    parts: Mapping[str, str] = grammar()["part"]
    while (filled := re.sub(r"\{([a-z]+)\}", lambda found: parts[found[1]], pattern)) != pattern:
        pattern = filled
    return re.compile(pattern)


@cache
def _replacements(section: str, stage: str) -> list[tuple[re.Pattern[str], str]]:
    pairs = grammar()[section][stage]
    return [(re.compile(pattern), by.replace("$", "\\")) for pattern, by in pairs]


def _replaced(text: str, section: str, stage: str) -> str:
    """Return a text after the replacements that a section of the grammar lists."""
    for pattern, by in _replacements(section, stage):
        text = pattern.sub(by, text)
    return text


def plain(text: str) -> str:
    """Return a text in small letters, with the signs that the patterns know."""
    text = normalize("NFKC", _replaced(text, "plain", "first")).lower()
    text = _replaced(text, "plain", "then")
    return text if len(text) <= _LONGEST else "?"


# -- a number -------------------------------------------------------------------------------------


def number(answer: object, asked: Asked = Asked()) -> Given | None:
    """Return the number that an answer is, or None if it is none."""
    if isinstance(answer, np.generic):
        answer = answer.item()
    if isinstance(answer, bool):
        return None
    if isinstance(answer, (Rational, Decimal)) and math.isfinite(answer):
        value = Fraction(answer)
        short = value.denominator == 1 and abs(value) < 10**15
        return Given(value, len(str(abs(int(value)))) if short else None)
    text = repr(float(answer)) if isinstance(answer, Real) else answer
    return _said_once_or_twice(_signs(text), asked) if isinstance(text, str) else None


def _said_once_or_twice(text: str, asked: Asked) -> Given | None:
    """Read a number, or one with the same number behind it in brackets: "1/3 (0.333)"."""
    found = _equation(text, asked)
    twice = _pattern("number", "twice").match(text)
    if found or not twice or twice[1] == twice[2]:  # 0.5 (0.5): a product?
        return found
    return _equation(f"{twice[1]} = {twice[2]}", asked)


def _equation(text: str, asked: Asked) -> Given | None:
    """Read "P = 69/116 = 0.595": the asked name, and sides that agree; the last one counts."""
    first, *more = (side.strip() for side in _pattern("part", "equals").split(text))
    sides = [_after_name(first, asked), *more]
    if more and _is_name(first, asked):
        formula = _pattern("number", "formula")
        sides = [side for side in more if not formula.match(side) or side is more[-1]]
    found = [_amount(side, asked, sums=True) for side in sides]
    given = found[-1]
    if given is None or not all(side and _agree(side, given, asked) for side in found):
        return None
    return _in_unit(given, asked)


def _signs(text: str) -> str:
    """Return a plain text with the signs of calculations."""
    return _replaced(_pattern("number", "times").sub("*", plain(text)), "number", "words")


def _names(asked: Asked) -> list[str]:
    """Return the names that may stand before an answer, in small letters."""
    names = grammar()["names"]
    return [*names["any"], asked.name.lower(), *names.get(asked.name, [])]


def _is_name(text: str, asked: Asked) -> bool:
    """Return whether a text is a name of what is asked, or two: "precision P"."""
    known = [*map(_bare_name, _names(asked))]
    return _bare_name(text) in {first + second for first in known for second in known}


def _bare_name(text: str) -> str:
    return re.sub(r"^the |[ _^(){}|*\\]", "", text.lower())


def _after_name(text: str, asked: Asked) -> str:
    """Return what stands after a name without a sign of equality, as in "P 0.75"."""
    for name in sorted(_names(asked), key=len, reverse=True):
        rest = text.removeprefix(name)
        if name and rest != text and (rest[:1] in (" ", *_OPEN) or not name[-1].isascii()):
            return rest.strip()
    return text


def _agree(side: Given, last: Given, asked: Asked) -> bool:
    """Return whether a side of an equation is the last one, as far as both are rounded.

    Of one digit no half is rounded up: 3/4 is not 0.8.
    """
    if asked.unit == "percent" and side.percent and not last.percent:
        return False
    off = abs(side.value - last.value)
    if off <= abs(last.value) / 10**9 or asked.whole:  # 0.59 = 0.5948, but not 43 = 42
        return off <= abs(last.value) / 10**9
    shown = [given for given in (side, last) if given.digits]
    units = [one_unit(given.value, given.digits) for given in shown if given.digits]
    half = max(units, default=Fraction(0)) / 2
    return off < half or (off == half and all(given.digits != 1 for given in shown))


def one_unit(value: Fraction, places: int) -> Fraction:
    """Return one unit of the last of so many significant digits."""
    if value == 0:
        return Fraction(0)
    size = abs(value)
    exponent = _length(size.numerator) - _length(size.denominator)
    if size < Fraction(10) ** exponent:
        exponent -= 1
    return Fraction(10) ** (exponent - places + 1)


def _length(number: int) -> int:
    """Return how many digits a whole number has, of which Python writes no more than 4300."""
    size = abs(number)
    most = int(size.bit_length() * math.log10(2))
    return most + bool(size >= 10**most)


def _in_unit(given: Given, asked: Asked) -> Given:
    if asked.unit == "percent" and given.percent:
        return Given(100 * given.value, given.digits)
    return given


def _amount(text: str, asked: Asked, *, sums: bool = False) -> Given | None:
    """Return the number that a text is, which may be a calculation and have a unit."""
    if unit := grammar()["units"].get(asked.unit):
        text = text if asked.unit == "percent" else re.sub(unit, "", text)
    text = _pattern("number", "counters").sub("", text).strip()
    if _pattern("number", "lost_exponent").search(text):  # 5*10-3
        return None
    calculation = _Calculation(text, asked, sums=sums)
    try:
        found = calculation.result()
    except (_UnreadableError, ArithmeticError, RecursionError):
        return None
    is_range = found.value < 0 and _pattern("number", "range").match(text)  # 0.7-0.8
    return None if is_range else found


class _Calculation:
    """Reads a number, or a calculation with numbers, from left to right."""

    def __init__(self, text: str, asked: Asked, *, sums: bool) -> None:
        self.text = text
        self.asked = asked
        self.sums = sums  # whether + and - may stand outside brackets
        self.at = 0

    def result(self) -> Given:
        found = self.sum(outside=True)
        self.take(" ")
        if self.at < len(self.text):
            raise _UnreadableError
        return found

    def take(self, pattern: str) -> re.Match[str] | None:
        """Step over what a pattern takes here, after a blank."""
        found = _compiled(f" ?(?:{pattern})").match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def sum(self, *, outside: bool = False) -> Given:
        sign = self.take("[+-]")
        found = self.product()
        if sign and sign[0].strip() == "-":
            found = Given(-found.value, found.digits, found.percent)
        while (self.sums or not outside) and (sign := self.take("[+-]")):
            if sign[0][0] == " " and not self.text.startswith(" ", self.at):  # 0.5 -0.3: two?
                raise _UnreadableError
            other = self.product()
            bare = [abs(given.value) for given in (found, other) if not given.percent]
            if len(bare) == 1 and bare[0] > 1:  # 100 - 12.6%
                raise _UnreadableError
            value = other.value if sign[0].strip() == "+" else -other.value
            found = Given(found.value + value, None, found.percent or other.percent)
        return found

    def product(self) -> Given:
        if mixed := self.mixed():
            return mixed
        found = self.power()
        divided = False
        while sign := self.take("[*/]"):
            other = self.power()
            if sign[0].strip() == "*" and _is_hundred_percent(other) and abs(found.value) <= 1:
                return Given(found.value, found.digits, percent=True)  # 3/4*100%
            if divided or found.percent or other.percent:  # 1/2*3, 3/4%: what is meant?
                raise _UnreadableError
            divided = sign[0].strip() == "/"
            found = Given(found.value / other.value, None) if divided else _product(found, other)
        return found

    def mixed(self) -> Given | None:
        """Read 4 1/4, which is 17/4; nothing may be done with it but to add."""
        before = self.at
        found = self.take(grammar()["number"]["mixed"])
        if not found:
            return None
        whole, a, b = map(int, found.groups())
        if not 0 < a < b:
            self.at = before
            return None
        if len(found[2]) == 3:  # 1 600/700: thousands?
            raise _UnreadableError
        return self.per_cent(Given(whole + Fraction(a, b), None))

    def per_cent(self, given: Given) -> Given:
        return _hundredth(given) if self.take("%") else given

    def power(self) -> Given:
        base = self.single()
        if not self.take(r"\^"):
            return base
        sign = self.take("[+-]")
        exponent = self.single()
        if base.percent or exponent.percent:
            raise _UnreadableError
        size = -exponent.value if sign and sign[0].strip() == "-" else exponent.value
        return Given(_power(base.value, size), None)

    def single(self) -> Given:
        if chosen := self.take(grammar()["number"]["choice"]):
            n, k = map(int, chosen.groups())
            if k > n:
                raise _UnreadableError
            return Given(Fraction(math.comb(n, k)), None)
        if self.take(grammar()["number"]["root"]):
            inner = self.single()
            if inner.value < 0 or inner.percent:
                raise _UnreadableError
            return Given(_shown(math.sqrt(inner.value)), None)
        if self.take(r"\|"):
            inner = self.sum()
            if not self.take(r"\|"):
                raise _UnreadableError
            return Given(abs(inner.value), inner.digits, inner.percent)
        if found := self.take(r"[(\[{]"):
            inner = self.sum()
            if not self.take(re.escape(_CLOSE[_OPEN.index(found[0].strip())])):
                raise _UnreadableError
            return inner if inner.percent else self.per_cent(inner)
        return self.per_cent(self.literal())

    def literal(self) -> Given:
        for kind, pattern in grammar()["number"]["literals"]:
            if found := self.take(pattern):
                text = found[0].strip()
                return _literal(text, self.meaning(kind, text))
        raise _UnreadableError

    def meaning(self, kind: str, text: str) -> str:
        """Return what a comma or point before three digits is, by what is asked."""
        if kind not in ("comma", "point"):
            return kind
        whole = self.asked.whole
        zeros = text.endswith("000")
        if self.text.strip(" +-%()[]{}") != text:  # part of a calculation
            scientific = _compiled(r" ?\* ?10 ?\^").match(self.text, self.at)
            known = "decimal" if kind == "point" or scientific else None
        elif self.asked.large:
            of_point = "points" if whole and not zeros else None
            known = "thousands" if kind == "comma" else of_point
        elif kind == "comma" and whole:
            known = None if zeros else "thousands"
        else:
            known = "decimal"
        if known is None:
            raise _UnreadableError
        return known


def _literal(text: str, meaning: str) -> Given:
    if meaning == "thousands":
        text = re.sub("[ _,]", "", text)
    elif meaning == "points":
        text = re.sub("[ .]", "", text)
    text = text.replace(",", ".")
    shown = re.sub(r"e.*|\D", "", text).lstrip("0")
    return Given(Fraction(text), len(shown))


def _product(a: Given, b: Given) -> Given:
    """Return the product; a power of ten leaves the other's digits as they are."""
    digits = a.digits if _is_power_of_ten(b.value) else None
    if digits is None and _is_power_of_ten(a.value):
        digits = b.digits
    return Given(a.value * b.value, digits)


def _is_hundred_percent(given: Given) -> bool:
    return given.percent and given.value == 1


def _is_power_of_ten(value: Fraction) -> bool:
    return value > 0 and value == one_unit(value, 1)


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator > 1:
        if base < 0:
            raise _UnreadableError
        return _shown(float(base) ** float(exponent))
    size = max(map(_length, (base.numerator, base.denominator)))
    if abs(exponent) * size > _MOST_DIGITS:
        raise _UnreadableError
    return Fraction(base) ** int(exponent)


def _shown(value: float) -> Fraction:
    """Return a root as the decimal of 14 digits that it shows."""
    return Fraction(f"{value:.14g}")


# -- several numbers ------------------------------------------------------------------------------


def numbers(answer: object, n: int, asked: Asked = Asked()) -> list[Given] | None:
    """Return the n numbers that an answer holds, row by row; None if it does not."""
    if isinstance(answer, str):
        return _only([*_lists(_signs(answer), n, asked)])
    found = [number(part, asked) for part in flat(answer)]
    return found if len(found) == n and None not in found else None  # type: ignore[return-value]


def interval(answer: object, asked: Asked = Asked()) -> list[Given] | None:
    """Return the ends of an interval, the lower one first; None if the answer is none."""
    if isinstance(answer, str):
        text = _signs(answer)
        rows = [*_lists(text, 2, asked), *_intervals(_unnamed(text, asked), asked)]
    else:
        rows = [numbers(answer, 2, asked) or []]
    return _only([row for row in rows if row and row[0].value <= row[1].value])


def _only(readings: Sequence[list[Given]]) -> list[Given] | None:
    """Return what all readings agree in; None if there is none, or if they differ."""
    values = {tuple(given.value for given in reading) for reading in readings}
    return readings[0] if len(values) == 1 else None


def _unnamed(text: str, asked: Asked) -> str:
    """Return a text without the name of what is asked before it."""
    name, *rest = _compiled(" ?{member} ?").split(text, maxsplit=1)
    return rest[0] if rest and _is_name(name.strip(), asked) else _after_name(text, asked)


def _lists(text: str, n: int, asked: Asked) -> Iterator[list[Given]]:
    """Yield the ways to read a text as n numbers."""
    text = _unnamed(text, asked)
    bare = text.removesuffix("%").rstrip()
    shared = bare != text and bare.endswith(tuple(_CLOSE))
    groups = _groups(bare if shared else text)
    if groups is None or n % len(groups):
        return
    ways = [[*_rows(group, n // len(groups), asked)] for group in groups]
    if len(groups) > 1 and not all(map(_only, ways)):
        return
    rows = ways[0] if len(groups) == 1 else [[g for way in ways for g in way[0]]]
    for row in rows:
        if not (shared and any(given.percent for given in row)):
            yield [_in_unit(_hundredth(g) if shared else g, asked) for g in row]


def _groups(text: str) -> list[str] | None:
    """Return what stands in brackets, group by group; the text itself if it has none."""
    if (inner := _inside(text)) is None:
        return None
    groups = []
    rest = [""]
    start = 0
    for i, (c, depth) in enumerate(zip(inner, _depths(inner) or [], strict=True)):
        if c in _OPEN and depth == 1:
            start = i + 1
        elif c in _CLOSE and depth == 0:
            groups.append(inner[start:i])
            rest.append("")
        elif depth == 0:
            rest[-1] += c
    between = _pattern("numbers", "between")
    return groups if groups and all(map(between.fullmatch, rest)) else [inner]


def _depths(text: str) -> list[int] | None:
    """Return how deep in brackets each character leaves us; None if they do not match."""
    stack: list[str] = []
    found = []
    for c in text:
        if c in _OPEN:
            stack.append(_CLOSE[_OPEN.index(c)])
        elif c in _CLOSE and (not stack or stack.pop() != c):
            return None
        found.append(len(stack))
    return None if stack else found


def _rows(text: str, n: int, asked: Asked) -> Iterator[list[Given]]:
    """Yield the ways to read a text without brackets as n numbers."""
    for separator in grammar()["numbers"]["separators"]:
        parts = _compiled(separator).split(text)
        if len(parts) != n:
            continue
        found = [_amount(_unlabelled(part, i), asked) for i, part in enumerate(parts)]
        if None not in found and (row := _with_percent(found, asked)):  # type: ignore[arg-type]
            yield row


def _unlabelled(part: str, i: int) -> str:
    """Return a number without "P_A = " before it, if that is its place."""
    found = _pattern("numbers", "of_one").match(part)
    if found and (found[1] or found[2]) in (LETTERS[i : i + 1].lower(), str(i + 1)):
        return part[found.end() :]
    return part


def _with_percent(row: list[Given], asked: Asked) -> list[Given] | None:
    """Return numbers of which some have a per cent sign; None if it is unclear what the others are.

    The sign of the last is that of all if they are larger than 1; 0 and 1 need none.
    """
    bare = [abs(given.value) for given in row if not given.percent]
    clear = len(bare) in (0, len(row)) or asked.unit == "percent"
    if clear or set(bare) <= {0, 1}:
        return row
    *others, last = row
    shared = last.percent and len(bare) == len(others) and min(bare) > 1
    return [*map(_hundredth, others), last] if shared else None


def _hundredth(given: Given) -> Given:
    return Given(given.value / 100, given.digits, percent=True)


def _intervals(text: str, asked: Asked) -> Iterator[list[Given]]:
    """Yield the ways to read a text as an interval."""
    shared = re.fullmatch(r"[(\[{](.*)[)\]}] ?(%?)", text)
    if shared:
        text = shared[1] + shared[2]
    pairs = [
        m.groups() for name in ("within", "ends") if (m := _pattern("numbers", name).match(text))
    ]
    inner = _pattern("numbers", "range_end").sub(
        "", _pattern("numbers", "range_start").sub("", text)
    )
    joints = _pattern("part", "to").finditer(inner)
    pairs += [(inner[: joint.start()], inner[joint.end() :]) for joint in joints]
    for ends in pairs:
        if row := _pair(ends, asked):
            yield [_in_unit(g, asked) for g in row]
    around = _pattern("numbers", "around").match(text)
    if around and (row := _pair(around.groups(), asked)):
        yield [_in_unit(g, asked) for g in _around(*row)]


def _pair(texts: Sequence[str], asked: Asked) -> list[Given] | None:
    """Read two numbers; one per cent sign after the second is that of both."""
    first, second = (_amount(text.strip(), asked) for text in texts)
    if first is None or second is None:
        return None
    return _with_percent([first, second], asked)


def _around(middle: Given, half: Given) -> list[Given]:
    """Return the ends of middle ± half, with the decimals of the one that has more."""
    last = [one_unit(g.value, g.digits) for g in (middle, half) if g.digits]
    ends = [middle.value - half.value, middle.value + half.value]
    if len(last) < 2:
        return [Given(end, None, middle.percent) for end in ends]
    return [Given(end, max(1, _places(end, min(last))), middle.percent) for end in ends]


def _places(value: Fraction, last: Fraction) -> int:
    """Return how many significant digits a value has down to a place."""
    return len(str(int(abs(value) / last))) if value else 1


def flat(values: Any) -> list[Any]:
    """Return the single values in lists of lists."""
    if isinstance(values, (str, bytes)) or not isinstance(values, (Iterable, np.ndarray)):
        return [values]
    return [single for part in values for single in flat(part)]


# -- sets, decisions, options ---------------------------------------------------------------------

_SEQUENCES: dict[str, list[tuple[str, str | None]]] = {
    "number": [("number", "separator")],
    "letter": [("letter", "separator"), ("letters_glued", None)],
    "pair": [
        ("pair", "separator"),
        ("pair_and", "pair_and_separator"),
        ("pair_comma", "pair_comma_separator"),
    ],
}


def label(text: object) -> str:
    """Return one element of a set as it is compared: of a pair "B-A" the sorted "a-b"."""
    return "-".join(sorted(re.split(r"\s*-\s*", plain(str(text)))))


def kind_of_labels(values: Iterable[object]) -> str:
    """Return what the elements of sets are: "number", "pair" or "letter"."""
    names = [plain(str(value)) for value in values]
    if names and all(re.fullmatch("[0-9]+", name) for name in names):
        return "number"
    return "pair" if any("-" in name for name in names) else "letter"


def labels(answer: object, kind: str = "letter") -> frozenset[str] | None:
    """Return the set of labels that an answer names; "none" or {} is the empty set."""
    text = plain(_written(answer))
    if text in grammar()["labels"]["none"]:
        return frozenset()
    if (inner := _inside(text)) is None:
        return None
    before = _pattern("labels", "before")
    while (shorter := before.sub("", inner, count=1)) != inner:
        inner = shorter.strip()
    inner = _inside(_pattern("labels", "after").sub("", inner).strip()) or ""
    if inner in grammar()["labels"]["none"]:
        return frozenset()
    texts = {inner, text} if kind == "pair" else {inner}
    found = {
        frozenset(items)
        for one in texts
        for item, separator in _SEQUENCES[kind]
        if (items := _sequence(one, item, separator))
    }
    return found.pop() if len(found) == 1 else None


def outside(names: Iterable[str], n: int | None) -> list[str]:
    """Return the single labels in a set that are not among the first n; none if n is not known."""
    known = {str(i + 1) for i in range(n or 0)} | set(LETTERS[:n].lower())
    parts = {part for name in names for part in name.split("-")}
    return [] if n is None else sorted(parts - known)


def _written(answer: object) -> str:
    """Return an answer as text: of lists and sets, what one would write."""
    if not isinstance(answer, str) and isinstance(answer, (Iterable, np.ndarray)):
        return f"({', '.join(map(_written, list(answer)))})"
    return str(answer)


def _inside(text: str) -> str | None:
    """Return a text without the brackets around all of it; None if brackets do not match."""
    depths = _depths(text)
    if depths is None:
        return None
    while text and text[0] in _OPEN and 0 not in depths[:-1]:
        text = text[1:-1].strip()
        depths = _depths(text) or []
    return text


def _sequence(text: str, item: str, separator: str | None) -> list[str] | None:
    """Return the labels of a text that is a sequence of items; None if it is not."""
    found = []
    at = 0
    while True:
        one = _pattern("labels", item).match(text, at)
        if not one:
            return None
        parts = sorted(part for part in one.groups() if part)
        found.append("-".join(parts))
        if len(set(parts)) < len(parts):  # A-A
            return None
        at = one.end()
        if at == len(text):
            return found if len(set(found)) == len(found) else None
        if separator:
            between = _pattern("labels", separator).match(text, at)
            if not between:
                return None
            at = between.end()


def decision(answer: object) -> bool | None:
    """Return whether an answer says yes ("reject") or no ("not rejected"); None if neither."""
    if isinstance(answer, (bool, np.bool_)):
        return bool(answer)
    text = plain(str(answer))
    if (whole := _phrase(text)) is not None:
        return whole
    parts = map(str.strip, _pattern("decision", "between").split(text))
    found = {_phrase(part) for part in parts if part}
    return found.pop() if len(found) == 1 else None


@cache
def _phrase(text: str) -> bool | None:
    rules = grammar()["decision"]
    if any(_compiled(phrase).fullmatch(text) for phrase in rules["no"]):
        return False
    return True if any(_compiled(phrase).fullmatch(text) for phrase in rules["yes"]) else None


def option(answer: object, names: Sequence[str], texts: Sequence[Collection[str]]) -> str | None:
    """Return the name of the option that an answer chooses by letter, name or text."""
    text = _pattern("option", "before").sub("", plain(str(answer))).strip("(). ")
    lettered = re.match(r"([a-z])(?:[.):,]+ *| +)(.+)", text)  # "B. All of it"
    for i, (name, said) in enumerate(zip(names, texts, strict=True)):
        letter = chr(ord("a") + i)
        own = {_bare(plain(one)) for one in said}
        if text in (letter, name.lower()) or _bare(text) in own:
            return name
        if lettered and lettered[1] == letter and _bare(lettered[2]) in own:
            return name
    return None


def unnumbered(answer: object, number: str) -> object:
    """Return an answer without the number of its question before it, such as "(a) "."""
    letter = number.strip("() ")
    if not letter or not isinstance(answer, str):
        return answer
    return re.sub(grammar()["part"]["question"].replace("{letter}", letter), "", answer)


def _bare(text: str) -> str:
    """Return a text without blanks, and without the marks around it."""
    return text.strip("(). ").replace(" ", "")
