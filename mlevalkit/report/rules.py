"""The rules of the book's pages on choosing a measure and a test: one table, `rules.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..display.workings import Messages, Sentence, data_of

_say = Messages(__package__)

Kind = Literal["measure", "split", "test", "claim"]


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A row of the table: if all its conditions hold, take these functions, because.

    Attributes
    ----------
    name : str
        Its stable name.
    conditions : mapping
        Each a fact and the value, or the values, that it must have.
    take : sequence of str
        Public functions, with the arguments that matter.
    page : str
        The page that explains it, with an anchor.
    when, because : Sentence
        The conditions and the reason, in words.
    paper : Sentence
        What a paper says of it.
    code : sequence of str
        Lines of Python that do it.
    pair : str
        What a test of two models takes by this measure; it stands for {pair} in the test's code.
    drawn : str
        What a bootstrap of one model takes by this measure; it stands for {drawn}.
    scoring : str
        What `cross_val_score` takes for the measure; it stands for {scoring}.
    gives : str
        What a test then compares: "errors", "auc", "losses" or "other".
    pairs : bool
        Whether it is the test for two models, on all pairs.
    folds : Sentence or None
        What a paper says of it instead where the values come from cross validation.
    """

    name: str
    conditions: Mapping[str, Any]
    take: list[str]
    page: str
    when: Sentence
    because: Sentence
    paper: Sentence
    code: list[str]
    pair: str = ""
    drawn: str = ""
    scoring: str = ""
    gives: str = ""
    pairs: bool = False
    folds: Sentence | None = None

    @property
    def said(self) -> Sentence:
        """When it holds, what it recommends, and why."""
        take = ", ".join(self.take)
        return _say("rule", when=self.when, take=take, because=self.because)

    def plain(self) -> str:
        """Return it as plain text."""
        return self.said.plain()

    def holds(self, facts: Mapping[str, Any]) -> bool:
        """Tell whether all conditions hold."""
        return hold(self.conditions, facts)


def hold(conditions: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    """Tell whether each fact has the value, or one of the values, that it must have."""
    for name, wanted in conditions.items():
        if facts.get(name) not in (wanted if isinstance(wanted, list) else [wanted]):
            return False
    return True


def rules(kind: Kind) -> list[Rule]:
    """Return the rules for choosing a measure, say: the first one that holds is to be followed."""
    found = []
    for row in data_of(__package__, "rules.toml")[kind]:
        spoken = ("when", "because", "paper", "folds")
        said = {name: Sentence(row[name]) for name in spoken if name in row}
        given = {name: value for name, value in row.items() if name != "if"}
        found.append(Rule(**{"code": [], **given, **said, "conditions": row["if"]}))
    return found
