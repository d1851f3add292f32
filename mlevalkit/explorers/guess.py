"""The question that an explorer asks before it answers, with its choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .words import Text, say

__all__ = ["CLOSE", "Guess", "guess_named", "guess_of"]

CLOSE = 0.02  # how far a typed share may be off


@dataclass(frozen=True, slots=True)
class Guess:
    """A question to guess at, before the picture is explored.

    Parameters
    ----------
    question : Sentence
        What is asked.
    choices : tuple of Sentence
        Two to four answers; none if a number is asked for.
    right : int or float
        The place of the right one, or the number.
    answer : Sentence
        What the picture shows, and why.
    line : str
        The parameter whose handle moves up and down where the number may be drawn as a line.
    covers : str
        "picture" where the picture tells the answer: it is covered until the question is answered;
        "curves" where the axes are needed, for a level that is drawn.
    then : mapping
        The parameters that are set once the question is answered, with their values as text.
    """

    question: Text
    choices: tuple[Text, ...]
    right: float
    answer: Text
    line: str = ""
    covers: str = ""
    then: Mapping[str, str] = field(default_factory=dict)

    def comparison(self, number: float | str, close: bool) -> Text:
        """Return how a typed number compares with the right one."""
        return say("guess", "close" if close else "off", guess=number, number=f"{self.right:g}")

    def response(self, chosen: float) -> Text:
        """Return how a choice, or a typed number, compares with the right one."""
        if not self.choices:
            return self.comparison(f"{chosen:g}", abs(chosen - self.right) <= CLOSE)
        chosen = int(chosen)
        place = int(self.right)
        right = self.choices[place]
        if chosen == place:
            return say("guess", "right", choice=right)
        return say("guess", "wrong", guess=self.choices[chosen], choice=right)


def guess_of(name: str, key: str, setting: Mapping[str, Any]) -> Guess | None:
    """Return the question for an explorer that starts with a setting; None if it has none.

    A question for what it was called with, or for a particular start, goes before one for any.
    """
    known = {each: entry for each, entry in say.data["guess"].items() if "question" in entry}
    fitting = [
        (entry.get("of") == key, len(entry.get("start", {})), each)
        for each, entry in known.items()
        if entry.get("of", each) in (name, key) and _starts(entry.get("start", {}), setting)
    ]
    return guess_named(max(fitting)[2]) if fitting else None


def guess_named(name: str) -> Guess:
    """Return the question that has this name in ``messages.toml``."""
    entry = say.data["guess"][name]
    keys = [letter for letter in ("a", "b", "c", "d") if letter in entry]
    return Guess(
        question=say("guess", name, "question"),
        choices=tuple(say("guess", name, letter) for letter in keys),
        right=keys.index(entry["right"]) if keys else entry["number"],
        answer=say("guess", name, "answer"),
        line=entry.get("line", ""),
        covers=entry.get("covers", ""),
        then=entry.get("then", {}),
    )


def _starts(start: Mapping[str, str], setting: Mapping[str, Any]) -> bool:
    return all(str(setting.get(name)) == value for name, value in start.items())
