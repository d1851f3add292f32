"""The question that an explorer asks before it answers, with its choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .words import Text, say

__all__ = ["Guess", "guess_of"]


@dataclass(frozen=True, slots=True)
class Guess:
    """A question to guess at, before the picture is explored.

    Parameters
    ----------
    question : Sentence
        What is asked.
    choices : tuple of Sentence
        Two to four answers.
    right : int
        The place of the right one.
    answer : Sentence
        What the picture shows, and why.
    """

    question: Text
    choices: tuple[Text, ...]
    right: int
    answer: Text

    def said(self, chosen: int) -> Text:
        """Return how a choice compares with the right one."""
        right = self.choices[self.right]
        if chosen == self.right:
            return say("guess", "right", choice=right)
        return say("guess", "wrong", guess=self.choices[chosen], choice=right)


def guess_of(name: str, setting: Mapping[str, Any]) -> Guess | None:
    """Return the question for an explorer that starts with a setting; None if it has none.

    A question for a particular start goes before that for any start.
    """
    known = {key: entry for key, entry in say.data["guess"].items() if "question" in entry}
    fitting = [
        (len(entry.get("start", {})), key)
        for key, entry in known.items()
        if entry.get("of", key) == name and _starts(entry.get("start", {}), setting)
    ]
    if not fitting:
        return None
    key = max(fitting)[1]
    keys = [letter for letter in ("a", "b", "c", "d") if letter in known[key]]
    return Guess(
        question=say("guess", key, "question"),
        choices=tuple(say("guess", key, letter) for letter in keys),
        right=keys.index(known[key]["right"]),
        answer=say("guess", key, "answer"),
    )


def _starts(start: Mapping[str, str], setting: Mapping[str, Any]) -> bool:
    return all(str(setting.get(name)) == value for name, value in start.items())
