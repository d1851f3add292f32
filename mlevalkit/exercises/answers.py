"""Reads answers as people write them: 8/11, 72.7 %, 0,727, 2.986 × 10^262, full-width digits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational, Real
from typing import Any
from unicodedata import normalize

import numpy as np

from ..display.workings import data_of

_NUMBER = re.compile(r"[+-]?(\d+/0*[1-9]\d*|(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?)%?")
_GROUPS = r"[+-]?\d{1,3}(,\d{3})+"  # 8,740


@dataclass(frozen=True, slots=True)
class Given:
    """A number as it was given, and how many significant digits were shown; None for all."""

    value: Fraction
    digits: int | None


def _plain(text: str) -> str:
    """Return a text in small letters, with ASCII digits and signs."""
    return normalize("NFKC", text).lower().replace("−", "-").replace("、", ",").strip()


def number(answer: object, *, grouped: bool = False) -> Given | None:
    """Return the number that an answer is, or None if it is none.

    A comma is a decimal comma, unless `grouped` says that it groups thousands.
    """
    if isinstance(answer, np.generic):
        answer = answer.item()
    if isinstance(answer, bool):
        return None
    if isinstance(answer, Rational):
        value = Fraction(answer)
        short = value.denominator == 1 and abs(value) < 10**15
        return Given(value, len(str(abs(int(value)))) if short else None)
    text = repr(float(answer)) if isinstance(answer, Real) else answer
    return _number_in(text, grouped) if isinstance(text, str) else None


def _number_in(text: str, grouped: bool) -> Given | None:
    text = re.sub(r"\s", "", _plain(text))
    text = re.sub(r"^.*[=≈]", "", text)
    if re.fullmatch(_GROUPS, text) and (grouped or text.count(",") > 1):
        text = text.replace(",", "")
    text = re.sub(r"[x×*·]10[\^*]*([+-]?\d+)$", r"e\1", text.replace(",", "."))
    if not _NUMBER.fullmatch(text):
        return None
    bare = text.rstrip("%")
    value = Fraction(bare) / (100 if text.endswith("%") else 1)
    shown = re.sub(r"e.*|\D", "", bare).lstrip("0")
    return Given(value, None if "/" in bare else len(shown))


def numbers(answer: object, n: int) -> list[Given] | None:
    """Return the n numbers that an answer holds, row by row; None if it does not."""
    if isinstance(answer, str):
        return _numbers_in(answer, n)
    found = [number(part) for part in flat(answer)]
    return found if len(found) == n and None not in found else None  # type: ignore[return-value]


def _numbers_in(text: str, n: int) -> list[Given] | None:
    text = re.sub(r"\s+%", "%", re.sub(r"[\[\](){}【】]", " ", _plain(text)))
    to = rf"\s*(?:{'|'.join(_words('to'))}|\.\.+|[~–—])\s*|-|\s-\s"
    text = re.sub(rf"(?<=[\d%])(?:{to})(?=[\d.])", " ", text)
    for separator in (r"\s*[;\n]\s*|\s*,\s+|\s+", r"\s*[;,\n]\s*|\s+", r"\s*;\s*"):
        parts = [part for part in re.split(separator, text.strip()) if part]
        found = [number(part) for part in parts]
        if len(found) == n and None not in found:
            return found  # type: ignore[return-value]
    return None


def flat(values: Any) -> list[Any]:
    """Return the single values in lists of lists."""
    if isinstance(values, (str, bytes)) or not isinstance(values, (Iterable, np.ndarray)):
        return [values]
    return [single for part in values for single in flat(part)]


def label(text: object) -> str:
    """Return one element of a set as it is compared: of a pair "B-A" the sorted "a-b"."""
    return "-".join(sorted(re.split(r"\s*[-–—~]\s*", _plain(str(text)))))


def labels(answer: object) -> frozenset[str] | None:
    """Return the set of labels that an answer names; "none" or {} is the empty set."""
    if not isinstance(answer, str):
        parts = flat(answer)
        return frozenset(map(label, parts)) if parts != [answer] else frozenset({label(answer)})
    text = re.sub(r"[\[\](){}【】]", " ", _plain(answer)).strip()
    if text in ("", *_words("none")):
        return frozenset()
    text = re.sub(r"\s*[-–—~]\s*", "-", text)
    between = rf"\s*(?:[,;]|{'|'.join(_words('and'))})\s*|\s+"
    return frozenset(map(label, re.split(between, text.strip(" ,;。."))))


def yes_or_no(answer: object) -> bool | None:
    """Return whether an answer says yes ("reject") or no ("not rejected"); None if neither."""
    if isinstance(answer, (bool, np.bool_)):
        return bool(answer)
    text = _plain(str(answer)).rstrip("。.!")
    return next((held for held in (True, False) if text in _words("yes" if held else "no")), None)


def option(answer: object, names: Sequence[str], texts: Sequence[Collection[str]]) -> str | None:
    """Return the name of the option that an answer chooses by letter, name or text."""
    text = _bare(answer)
    for i, (name, said) in enumerate(zip(names, texts, strict=True)):
        if text in (chr(ord("a") + i), name.lower(), *map(_bare, said)):
            return name
    return None


def _bare(text: object) -> str:
    """Return a text without the marks around a letter or at the end of a sentence."""
    return _plain(str(text)).strip("().。 ")


def _words(key: str) -> list[str]:
    found: list[str] = data_of(__package__, "messages.toml")["answers"][key]
    return found
