"""The rules of the book's pages on choosing a measure and a test: one table, `rules.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .._workings import Sentence, data_of


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A row of the table: if all its conditions hold, take these functions, because.

    Attributes
    ----------
    name : str
        Its stable name.
    conditions : mapping
        Each a fact and the value, or the values, that it must have.
    take : tuple of str
        Public functions, with the arguments that matter.
    page : str
        The page that explains it, with an anchor.
    when, because : Sentence
        The conditions and the reason, in words.
    """

    name: str
    conditions: Mapping[str, Any]
    take: tuple[str, ...]
    page: str
    when: Sentence
    because: Sentence

    def holds(self, facts: Mapping[str, Any]) -> bool:
        """Tell whether all conditions hold."""
        return all(
            facts.get(name) in (wanted if isinstance(wanted, list) else [wanted])
            for name, wanted in self.conditions.items()
        )


def rules(kind: Literal["measure", "test"]) -> list[Rule]:
    """Return all rules for choosing a measure, or a test, in the order in which they are read."""
    return [
        Rule(
            name=row["name"],
            conditions=row["if"],
            take=tuple(row["take"]),
            page=row["page"],
            when=Sentence(row["when"]),
            because=Sentence(row["because"]),
        )
        for row in data_of(__package__, "rules.toml")[kind]
    ]


def recommended(kind: Literal["measure", "test"], facts: Mapping[str, Any]) -> list[Rule]:
    """Return the rules whose conditions hold, the one to follow first."""
    return [rule for rule in rules(kind) if rule.holds(facts)]
