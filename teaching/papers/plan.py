"""A paper as data: which problems, the marks of their steps, and who gets which numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from mlevalkit._validation import fail, integer
from mlevalkit.exercises import Problem, Template, kinds, problem
from mlevalkit.exercises.draw import Draw

from .written import Written, shares


@dataclass(frozen=True)
class Variant:
    """One version of a paper, for everybody or for one student; its seed makes its problems."""

    label: str
    seed: int
    name: str = ""
    number: str = ""
    group: str = ""


@dataclass(frozen=True)
class Paper:
    """A paper in all its variants.

    Attributes
    ----------
    marks : mapping
        The marks of each step, by the kind of the problem, in the order of the paper.
    variants : sequence of Variant
        The versions.
    language : {"en", "zh"}
        The language of its sheets.
    head : mapping
        What stands above: ``title``, ``school``, ``minutes``.
    written : sequence of Written
        The questions to be answered in words, after the problems; the same in all variants.
    """

    marks: Mapping[str, Sequence[int]]
    variants: Sequence[Variant]
    language: str
    head: Mapping[str, Any] = field(default_factory=dict)
    written: Sequence[Written] = ()

    @cached_property
    def problems(self) -> list[list[Problem]]:
        """The problems of each variant, in the order of the variants."""
        return [[problem(kind=k, seed=v.seed) for k in self.marks] for v in self.variants]

    @property
    def total(self) -> int:
        """The marks that can be had."""
        return sum(map(sum, self.marks.values())) + sum(q.marks for q in self.written)

    def by_section(self) -> dict[str, int]:
        """Return the marks of each section, such as "2.3"."""
        found = [(kinds()[kind].section, sum(marks)) for kind, marks in self.marks.items()]
        found += [(q.section, q.marks) for q in self.written]
        sections: dict[str, int] = {}
        for section, marks in sorted(found):
            sections[section[:3]] = sections.get(section[:3], 0) + marks
        return sections

    def versions(self) -> list[int]:
        """Return of each question how many of its versions differ."""
        return [len(set(map(shown, column))) for column in zip(*self.problems, strict=True)]

    def save(self, path: Path) -> None:
        """Write the paper down, so that its answers can be judged later."""
        path.write_text(json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n", "utf-8")

    @classmethod
    def load(cls, path: Path) -> Paper:
        """Return a paper that was saved."""
        try:
            saved = json.loads(path.read_text("utf-8"))
            saved["variants"] = [Variant(**row) for row in saved["variants"]]
            saved["written"] = [Written(**row) for row in saved.get("written", ())]
            return cls(**saved)
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}: expected the paper.json of a paper, got {error}") from error


def paper(
    chosen: Sequence[str],
    people: Sequence[Mapping[str, str]],
    *,
    seed: int,
    language: str,
    total: int = 100,
    marks: Mapping[str, Sequence[int]] | None = None,
    of_sections: Mapping[str, int] | None = None,
    head: Mapping[str, Any] | None = None,
    written: Sequence[Written] = (),
) -> Paper:
    """Return a paper of the chosen kinds, with a variant for each label or student.

    ``of_sections`` are the marks of the problems of some sections, ``total`` those of the paper.
    """
    left = total - sum(q.marks for q in written)
    marks = _marks(chosen, left, marks or {}, of_sections or {})
    seeds = _seeds(chosen, len(people), seed)
    variants = [Variant(seed=s, **who) for s, who in zip(seeds, people, strict=True)]
    return Paper(marks, variants, language, head or {}, list(written))


def choose(
    sections: Sequence[str], number: int, *, seed: int, difficulty: int | None = None
) -> list[str]:
    """Return kinds of the sections in the textbook's order, as balanced as possible.

    The sections take turns; of each comes a calculation, then a choice that asks for
    understanding, and so on, from parts of the section that have not had their turn. No two
    calculations ask for the same quantity, as long as there are others.
    """
    groups = [kinds(section, difficulty=difficulty) for section in sections or ("2",)]
    among: dict[str, Template] = {kind: t for group in groups for kind, t in group.items()}
    if integer(number, "number", least=1) > len(among):
        fail("number", f"at most {len(among)}, as many kinds as there are", str(number))
    draw = Draw("paper", seed)
    orders = [draw.sample(list(group)) for group in groups]
    asked = {kind: _asked(kind) for kind in among}
    picked: list[str] = []
    turn = 0
    while len(picked) < number:
        wants_choice = turn // len(orders) % 2 == 1
        left = [kind for kind in orders[turn % len(orders)] if kind not in picked]
        if left:
            picked.append(_best(left, picked, among, asked, wants_choice))
        turn += 1
    return sorted(picked, key=list(among).index)


def _best(
    left: Sequence[str],
    picked: Sequence[str],
    among: Mapping[str, Template],
    asked: Mapping[str, frozenset[str]],
    wants_choice: bool,
) -> str:
    """Return the first kind of those that fit best beside the ones already picked."""
    sections = [among[kind].section for kind in picked]
    known = frozenset().union(*(asked[kind] for kind in picked))

    def misfits(kind: str) -> tuple[bool, int, bool]:
        is_choice = not asked[kind]
        return (
            bool(asked[kind] & known),
            sections.count(among[kind].section),
            (is_choice != wants_choice),
        )

    return min(left, key=misfits)


def _asked(kind: str) -> frozenset[str]:
    """Return the quantities that a problem asks to compute: none if it asks for a choice."""
    return frozenset(step for step, is_number in _numbers_in(kind).items() if is_number)


def _numbers_in(kind: str) -> dict[str, bool]:
    """Return of each step whether it asks to compute something; if not, to decide or to choose."""
    given = problem(kind=kind, seed=0)
    return {q.name: not isinstance(given.right[q.name], (bool, str)) for q in given.asked}


def shown(given: Problem) -> str:
    """Return the question as text, without the seed."""
    return "\n".join(step.plain() for step in given.question)


def _marks(
    chosen: Sequence[str],
    total: int,
    fixed: Mapping[str, Sequence[int]],
    of_sections: Mapping[str, int],
) -> dict[str, list[int]]:
    """Return the marks of each step.

    A problem gets them by its difficulty and its steps, a step by what it asks: a number is worth
    twice a decision.
    """
    steps = {}
    for kind in chosen:
        steps[kind] = [2 if is_number else 1 for is_number in _numbers_in(kind).values()]
        if kind in fixed and len(fixed[kind]) != len(steps[kind]):
            fail("marks", f"{len(steps[kind])} of {kind}, one a step", f"{list(fixed[kind])}")
    found = {kind: list(marks) for kind, marks in fixed.items()}
    rest = list(chosen)
    for section, share in of_sections.items():
        part = [kind for kind in rest if f"{kinds()[kind].section}.".startswith(f"{section}.")]
        found |= _shared(f"marks of {section}", share, part, fixed, steps)
        rest = [kind for kind in rest if kind not in part]
    found |= _shared("total", total - sum(of_sections.values()), rest, fixed, steps)
    return {kind: found[kind] for kind in chosen}


def _shared(
    name: str,
    total: int,
    chosen: Sequence[str],
    fixed: Mapping[str, Sequence[int]],
    steps: Mapping[str, Sequence[int]],
) -> dict[str, list[int]]:
    """Return the marks of the steps of problems that have so many together."""
    free = [kind for kind in chosen if kind not in fixed]
    left = total - sum(sum(fixed[kind]) for kind in chosen if kind in fixed)
    least = [len(steps[kind]) for kind in free]
    if left < sum(least) or (left and not free):
        fail(name, f"the marks of {sum(least)} more steps, one each or more", str(left))
    worth = shares(left, [kinds()[kind].difficulty + len(steps[kind]) for kind in free], least)
    return {
        kind: shares(share, steps[kind], [1] * len(steps[kind]))
        for kind, share in zip(free, worth, strict=True)
    }


def _seeds(chosen: Sequence[str], count: int, first: int) -> list[int]:
    """Return seeds whose problems differ, as far as there are so many of a kind."""
    seen: list[set[str]] = [set() for _ in chosen]
    seeds: list[int] = []
    seed = integer(first, "seed", most=2**32 - 1)
    spare = count + 10
    while len(seeds) < count:
        texts = [shown(problem(kind=kind, seed=seed % 2**32)) for kind in chosen]
        if spare and any(text in old for text, old in zip(texts, seen, strict=True)):
            spare -= 1
        else:
            seeds.append(seed % 2**32)
            for text, old in zip(texts, seen, strict=True):
                old.add(text)
        seed += 1
    return seeds


def letters(count: int) -> list[dict[str, str]]:
    """Return the labels A, B, C, ..., or numbers if these are too few."""
    count = integer(count, "variants", least=1)
    return [{"label": chr(ord("A") + i) if count <= 26 else str(i + 1)} for i in range(count)]
