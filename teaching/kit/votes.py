"""The questions that explorers ask, as votes: the usual wrong answer, and what to say to it."""

from __future__ import annotations

from typing import Any

from mlevalkit.display.workings import data_of
from mlevalkit.explorers.guess import Guess, guess_named


def names() -> list[str]:
    """Return the names of all questions."""
    return [*data_of(__package__, "votes.toml")["vote"]]


def entry(name: str) -> dict[str, Any]:
    """Return what ``votes.toml`` says of a question."""
    known = data_of(__package__, "votes.toml")["vote"]
    if name not in known:
        raise ValueError(f"vote: expected one of {sorted(known)}, got {name!r}")
    found: dict[str, Any] = known[name]
    return found


def guess(name: str) -> Guess:
    """Return the question of a name, with its choices and its answer."""
    entry(name)
    return guess_named(name)


def advice(name: str, language: str) -> str:
    """Return what a lecturer may say after the vote."""
    text: str = entry(name)["say"][language]
    return text


def word(name: str, language: str) -> str:
    """Return a heading."""
    text: str = data_of(__package__, "votes.toml")["word"][name][language]
    return text
