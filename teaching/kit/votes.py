"""The questions that explorers ask, as votes: the usual wrong answer, and what to say to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mlevalkit.display.workings import Sentence, data_of
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
    """Return the question of a name, with its choices and its answer.

    Where ``votes.toml`` words the question or the answer, it goes before the explorer's wording.
    """
    own = entry(name)
    worded = {key: Sentence(own[key]) for key in ("question", "answer") if key in own}
    return replace(guess_named(name), **worded)


def advice(name: str, language: str) -> str:
    """Return what a lecturer may say after the vote."""
    text: str = entry(name)["say"][language]
    return text


def word(name: str, language: str) -> str:
    """Return a heading, a mark between words, or a sentence of the kit."""
    text: str = data_of(__package__, "votes.toml")["word"][name][language]
    return text
