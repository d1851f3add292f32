"""The source of a lesson's slides: Markdown, a slide between two lines of ``---``.

A slide has a title (``#``), paragraphs, a list, a formula between ``$$``, a table, and a picture:
``![what it shows](PAGE#CELL)`` is the stored figure of a cell of that page, ``(explorer:CALL)`` the
first picture of an explorer, such as ``explorer:threshold(curves="roc")``. What the speaker says
stands in a comment. ``vote: NAME`` alone on a slide asks the question of that name, and
``answer: NAME`` on the slide after it is the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
LESSONS = HERE / "lessons"
NOTE = re.compile(r"<!--(.*?)-->", re.DOTALL)
PICTURE = re.compile(r"!\[([^\]]*)\]\((.*)\)")
VOTE = re.compile(r"vote: (\w+)")
ANSWER = re.compile(r"answer: (\w+)")
ROW = re.compile(r"\|(.*)\|")


@dataclass
class Slide:
    """One slide: blocks are (kind, content), in the order in which they stand."""

    title: str
    blocks: list[tuple[str, object]] = field(default_factory=list)
    notes: str = ""


class DeckError(ValueError):
    """A source that is not a deck: which file and slide, and what is wrong."""


def source(lesson: int, language: str) -> Path:
    """Return the file of a lesson's slides."""
    return LESSONS / f"{lesson}.{language}.md"


def parts(text: str) -> list[str]:
    """Return the slides of a source as texts."""
    return [part.strip() for part in re.split(r"^---$", text, flags=re.MULTILINE) if part.strip()]


def slide(text: str) -> Slide:
    """Return a slide that is no vote."""
    notes = "\n".join(note.strip() for note in NOTE.findall(text))
    first, *lines = NOTE.sub("", text).strip().split("\n")
    if not first.startswith("# "):
        raise DeckError(f"expected a title after '# ', got {first!r}")
    return Slide(title=first[2:].strip(), blocks=[*blocks(lines)], notes=notes)


def blocks(lines: list[str]) -> Iterator[tuple[str, object]]:
    """Yield the blocks of a slide: neighbouring lines of one kind are one block."""
    block: list[str] = []
    before = ""
    for line in [*lines, ""]:
        kind = kind_of(line)
        if block and kind != before:
            yield made(before, block)
            block = []
        if kind:
            block.append(line)
        before = kind


def kind_of(line: str) -> str:
    """Return the kind of block that a line belongs to, "" for an empty line."""
    if line.startswith(("- ", "  - ")):
        return "list"
    if line.startswith("$$"):
        return "formula"
    if PICTURE.fullmatch(line.strip()):
        return "picture"
    if ROW.fullmatch(line.strip()):
        return "table"
    if ANSWER.fullmatch(line.strip()):
        return "answer"
    return "text" if line.strip() else ""


def made(kind: str, lines: list[str]) -> tuple[str, object]:
    """Return a block with its content."""
    if kind == "list":
        return kind, [(line.index("-") // 2, line.strip()[2:]) for line in lines]
    if kind == "formula":
        return kind, [line.strip("$ ") for line in lines]
    if kind == "picture":
        found = PICTURE.fullmatch(lines[0].strip())
        assert found is not None
        return kind, found.groups()
    if kind == "table":
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
        return kind, [row for row in rows if not all(re.fullmatch(":?-+:?", c) for c in row)]
    if kind == "answer":
        return kind, lines[0].strip().removeprefix("answer: ")
    return kind, " ".join(line.strip() for line in lines)


def answered(each: Slide | str) -> list[object]:
    """Return the votes whose answers stand on a slide."""
    return [] if isinstance(each, str) else [what for kind, what in each.blocks if kind == "answer"]


def read(lesson: int, language: str) -> list[Slide | str]:
    """Return the slides of a lesson; a vote is the name of its question."""
    path = source(lesson, language)
    found: list[Slide | str] = []
    for number, text in enumerate(parts(path.read_text(encoding="utf-8")), 1):
        vote = VOTE.fullmatch(text)
        try:
            found.append(vote[1] if vote else slide(text))
        except DeckError as error:
            raise DeckError(f"{path.name}, slide {number}: {error}") from None
    for number, each in enumerate(found, 1):
        before = found[number - 2] if number > 1 else ""
        expected = [before] if isinstance(before, str) and before else []
        if answered(each) != expected:
            said = f"expected the answers to {expected}, got {answered(each)}"
            raise DeckError(f"{path.name}, slide {number}: {said}")
    return found
