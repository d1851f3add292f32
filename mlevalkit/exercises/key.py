"""The key of a problem: what is right, what mistakes lead to, and how answers are read."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from typing import Any

from ..display.workings import Sentence, filled
from .answers import flat
from .draw import Draw
from .forms import Form, as_fraction
from .quantities import texts
from .questions import Kind, Mistake, Question, Values

_MARGIN = 0.05  # how far a statistic stays away from its critical value


class Key:
    """What an answer is judged by; its attributes are those of `Problem`."""

    def __init__(self, template: Kind, seed: int, data: Values, *, guided: bool) -> None:
        self.kind = template.kind
        self.section = template.section
        self.difficulty = template.difficulty
        self.title = template.title
        self.table = template.table
        self.seed = seed
        self.guided = guided
        self.values = data
        self.asked = [q for q in template.questions if guided or not q.helps]
        self.template = template
        self.right = template.values(data)
        self._options = {q.name: self._shuffled(q) for q in template.questions if q.options}
        self.shows = self._where_mistakes_show()

    def _shuffled(self, q: Question) -> list[str]:
        names = self.values.get("options", list(q.options))
        return Draw(f"{self.kind} options", self.seed).sample(names)

    def _where_mistakes_show(self) -> dict[str, list[str]]:
        """Return, for each step that is asked, the mistakes that show there first."""
        shows: dict[str, list[str]] = {q.name: [] for q in self.asked}
        times = Counter(name for q in self.template.questions for name in q.mistakes)
        for q in self.template.questions:
            for mistake in self._options.get(q.name, q.mistakes):
                at = self._first_wrong(q, mistake)
                if at is not None and mistake not in shows[at]:
                    shows[at].append(mistake)
        for found in shows.values():  # what shows in several steps is looked for first
            found.sort(key=lambda name: times[name] == 1)
        return shows

    def _first_wrong(self, q: Question, mistake: str) -> str | None:
        """Return the first step that is asked and goes wrong by a mistake; None if none does.

        A mistake in code says by None that these numbers do not lead to it.
        """
        if mistake == self.right[q.name] or q.mistakes[mistake](self.right) is None:
            return None
        if q in self.asked:
            return q.name
        found = self.outcome(mistake)
        return next((a.name for a in self.asked if found[a.name] != self.right[a.name]), None)

    @property
    def needs(self) -> dict[str, list[str]]:
        """For each step that is asked, the others that are asked and from which it follows."""
        names = [q.name for q in self.asked]
        needed: dict[str, set[str]] = {}
        for q in self.template.questions:
            steps = q.solve.names & needed.keys()
            sources = ({name} if name in names else needed[name] for name in steps)
            needed[q.name] = set().union(*sources)
        return {name: [n for n in names if n in needed[name]] for name in names}

    @property
    def places(self) -> dict[str, Any]:
        """The numbers of the question as its texts show them."""
        return texts(self.values, self.template.numbers)

    def step(self, name: str) -> Question:
        """Return a step by its name."""
        return next(q for q in self.template.questions if q.name == name)

    def form(self, name: str) -> Form:
        """Return the form of the answers to a step: how they are read and compared."""
        q = self.step(name)
        options = {n: filled(q.options[n], **self.places) for n in self._options.get(name, ())}
        return q.form(self.right[name], options, self.values)

    def label(self, name: str) -> str:
        """Return "(a) " for the first of several steps, nothing for the only one."""
        place = list(self.shows).index(name)
        return f"({chr(ord('a') + place)}) " if len(self.asked) > 1 else ""

    def mistake(self, name: str) -> Mistake:
        """Return what there is to say about a mistake, and where the book explains it."""
        return self.template.mistake(name)

    def explain(self, name: str) -> Sentence:
        """Return what there is to say about a mistake, in words."""
        return self.mistake(name).said

    def outcome(self, mistake: str) -> Values:
        """Return the value of every step by name, after one mistake and no other."""
        return self.template.values(self.values, mistake)

    def expected(self, known: Values, name: str, wrong: str | None = None) -> Any:
        """Return the value of a step that follows from what is known, with one mistake if named.

        OverflowError if it is beyond a float, as what follows from 10^9999 may be.
        """
        value = self.template.values(known, wrong, until=name)[name]
        if any(isinstance(each, float) and not math.isfinite(each) for each in flat(value)):
            raise OverflowError(f"step {name!r}: {value}")
        return value

    def is_fair(self) -> bool:
        """Return whether right answer and mistakes can be told apart, and no decision is narrow."""
        narrow = any(map(self._is_narrow, self.template.questions))
        return not narrow and all(map(self._are_apart, self.asked))

    def _is_narrow(self, q: Question) -> bool:
        if not q.exceeds:
            return False
        statistic, critical = (as_fraction(self.right[name]) for name in q.exceeds)
        return abs(abs(statistic) - critical) <= _MARGIN * abs(critical)

    def _are_apart(self, q: Question) -> bool:
        form = self.form(q.name)
        wrong = [self.expected(self.values, q.name, name) for name in self.shows[q.name]]
        return all(form.apart(a, b) for a, b in combinations([self.right[q.name], *wrong], 2))
