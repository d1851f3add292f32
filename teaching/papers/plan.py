"""A paper as data: which problems, the marks of their steps, and who gets which numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise, zip_longest
from pathlib import Path
from typing import Any

from mlevalkit._validation import fail, integer
from mlevalkit.exercises import Problem, Template, kinds, problem
from mlevalkit.exercises.draw import Draw


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
    """

    marks: Mapping[str, Sequence[int]]
    variants: Sequence[Variant]
    language: str
    head: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def problems(self) -> list[list[Problem]]:
        """The problems of each variant, in the order of the variants."""
        return [[problem(kind=k, seed=v.seed) for k in self.marks] for v in self.variants]

    @property
    def total(self) -> int:
        """The marks that can be had."""
        return sum(map(sum, self.marks.values()))

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
    head: Mapping[str, Any] | None = None,
) -> Paper:
    """Return a paper of the chosen kinds, with a variant for each label or student."""
    marks = _marks(chosen, total, marks or {})
    seeds = _seeds(chosen, len(people), seed)
    variants = [Variant(seed=s, **who) for s, who in zip(seeds, people, strict=True)]
    return Paper(marks, variants, language, head or {})


def choose(
    sections: Sequence[str], number: int, *, seed: int, difficulty: int | None = None
) -> list[str]:
    """Return kinds of the sections, as many of each as possible, in the textbook's order."""
    among: dict[str, Template] = {}
    for section in sections or ("2",):
        among |= kinds(section, difficulty=difficulty)
    if integer(number, "number", least=1) > len(among):
        fail("number", f"at most {len(among)}, as many kinds as there are", str(number))
    draw = Draw("paper", seed)
    groups: dict[str, list[str]] = {}
    for kind in draw.sample(list(among)):
        groups.setdefault(among[kind].section, []).append(kind)
    rows = zip_longest(*(groups[name] for name in draw.sample(sorted(groups))))
    picked = [kind for row in rows for kind in row if kind][:number]
    return sorted(picked, key=list(among).index)


def shown(given: Problem) -> str:
    """Return the question as text, without the seed."""
    return "\n".join(step.plain() for step in given.question)


def _marks(
    chosen: Sequence[str], total: int, fixed: Mapping[str, Sequence[int]]
) -> dict[str, list[int]]:
    """Return the marks of each step.

    A problem gets them by its difficulty and its steps, a step by what it asks: a number is worth
    twice a decision.
    """
    steps = {}
    for kind in chosen:
        right = problem(kind=kind, seed=0).answer
        values = right.values() if isinstance(right, dict) else [right]
        steps[kind] = [1 if isinstance(value, (bool, str)) else 2 for value in values]
        if kind in fixed and len(fixed[kind]) != len(steps[kind]):
            fail("marks", f"{len(steps[kind])} of {kind}, one a step", f"{list(fixed[kind])}")
    free = [kind for kind in chosen if kind not in fixed]
    left = total - sum(map(sum, fixed.values()))
    least = [len(steps[kind]) for kind in free]
    if left < sum(least) or (left and not free):
        fail("total", f"the marks of {sum(least)} more steps, one each or more", str(left))
    among = kinds()
    shares = _shares(left, [among[kind].difficulty + len(steps[kind]) for kind in free], least)
    found = {kind: list(marks) for kind, marks in fixed.items()}
    for kind, share in zip(free, shares, strict=True):
        found[kind] = _shares(share, steps[kind], [1] * len(steps[kind]))
    return {kind: found[kind] for kind in chosen}


def _shares(total: int, weights: Sequence[int], least: Sequence[int]) -> list[int]:
    """Divide marks: everybody gets the least, the rest goes by weight and adds up exactly."""
    rest = total - sum(least)
    ends = [0, *accumulate(weights)]
    rounded = [end * rest // max(1, ends[-1]) for end in ends]
    return [low + b - a for low, (a, b) in zip(least, pairwise(rounded), strict=True)]


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
