"""Questions to be answered in words: terms, short answers, proofs and an essay.

They are those of the book's page for review, whose answers are the key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise, zip_longest
from pathlib import Path

from mlevalkit._validation import fail
from mlevalkit.exercises.draw import Draw

_PAGES = Path(__file__).parents[2] / "book"
_PARTS = {"term": (4, 2), "short": (3, 4), "proof": (1, 8), "essay": (1, 8)}  # how many, weight
_PROOFS = ("2.2", "2.3", "2.4", "2.4", "2.5")  # sections of the five proofs
_PROOF = r"^\*\*\d\. (.+?)\*\*(.*)$"
_SHORT = r"^- \*\*(.+?)\*\* (.*)$"


@dataclass(frozen=True)
class Written:
    """One question to be answered in words, with its marks and what an answer should say."""

    part: str
    section: str
    text: str
    answer: str
    marks: int = 0


def written(sections: Sequence[str], total: int, *, seed: int, language: str) -> list[Written]:
    """Return questions of the sections that are worth so many marks together."""
    least = sum(count for count, _ in _PARTS.values())
    if total < least:
        fail("written", f"at least {least} marks, one for each question", str(total))
    among = [q for q in questions(language) if _belongs(q, sections)]
    draw = Draw("written", seed)
    chosen: list[Written] = []
    for part, (count, _) in _PARTS.items():
        found = [q for q in among if q.part == part]
        chosen += sorted(_of_each_section(found, draw)[:count], key=found.index)
    marks = shares(total, [_PARTS[q.part][1] for q in chosen], [1] * len(chosen))
    return [replace(q, marks=m) for q, m in zip(chosen, marks, strict=True)]


def _belongs(question: Written, sections: Sequence[str]) -> bool:
    wanted = {section[:3] for section in sections if section != "2"}
    return not wanted or question.section in wanted


def _of_each_section(found: Sequence[Written], draw: Draw) -> list[Written]:
    """Return the questions in random order, those of different sections in turn."""
    groups: dict[str, list[Written]] = {}
    for question in draw.sample(found):
        groups.setdefault(question.section, []).append(question)
    return [q for row in zip_longest(*groups.values()) for q in row if q]


def shares(total: int, weights: Sequence[int], least: Sequence[int]) -> list[int]:
    """Divide marks: everybody gets the least, the rest goes by weight and adds up exactly."""
    rest = total - sum(least)
    ends = [0, *accumulate(weights)]
    rounded = [end * rest // max(1, ends[-1]) for end in ends]
    return [low + b - a for low, (a, b) in zip(least, pairwise(rounded), strict=True)]


def questions(language: str) -> list[Written]:
    """Return all questions of the page for review in a language."""
    page = json.loads((_PAGES / language / "review.ipynb").read_text("utf-8"))
    cells = {cell["id"]: "".join(cell["source"]) for cell in page["cells"]}
    return [
        *_terms(cells["terms"]),
        *_short_answers(cells["answers"]),
        *_proofs(cells["proofs"]),
        *_essays(cells["disputed"], "：" if language == "zh" else ": "),
    ]


def _terms(source: str) -> Iterator[Written]:
    section = ""
    for cells in _rows(source):
        section = cells[0] or section
        term = re.split(r"[（(；;]", cells[1])[0].strip()
        yield Written("term", section, term, cells[-1])


def _short_answers(source: str) -> Iterator[Written]:
    section = ""
    for line in source.splitlines():
        if heading := re.match(r"\*\*(2\.\d)", line):
            section = heading[1]
        if found := re.match(_SHORT, line):
            yield Written("short", section, found[1], found[2])


def _proofs(source: str) -> Iterator[Written]:
    found = re.findall(_PROOF, source, re.MULTILINE)
    for section, (claim, proof) in zip(_PROOFS, found, strict=True):
        yield Written("proof", section, claim.rstrip(".。"), proof.strip(" ,，"))


def _essays(source: str, colon: str) -> Iterator[Written]:
    for cells in _rows(source):
        section = re.search(r"2\.\d", cells[0])
        claim = f"{cells[0]}{colon}{cells[1]}"
        yield Written("essay", section[0] if section else "2.3", claim, cells[2])


def _rows(source: str) -> list[list[str]]:
    """Return the rows of a Markdown table without its head."""
    lines = [line for line in source.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]
