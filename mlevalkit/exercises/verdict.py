"""What is said of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..display.language import language
from ..display.workings import Sentence


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Whether an answer is right, and if not, what kind of mistake it looks like.

    Attributes
    ----------
    verdict : {"right", "few_digits", "rounded_early", "wrong", "unreadable", "unanswered"}
        Right; right as far as it goes, but with too few digits; close, because something was
        rounded too early; wrong; nothing that could be read; or nothing at all. ``bool`` of a
        verdict is True for "right" alone.
    said : Sentence
        The same in words, as text in the chosen language; never the answer itself.
    mistake : str, optional
        The name of the mistake that explains a wrong answer.
    page : str, optional
        Where the book explains it, such as "precision-recall#f1".
    steps : mapping
        Of a problem, the verdict on each step, by name.
    """

    verdict: str
    said: Sentence
    mistake: str | None = None
    page: str | None = None
    steps: Mapping[str, Verdict] = field(default_factory=dict)

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.verdict == "right"

    @property
    def message(self) -> str:
        """What is said, in the chosen language."""
        return str(self.said)

    def __bool__(self) -> bool:
        """Return whether the answer is right."""
        return self.right

    def __repr__(self) -> str:
        return self.said.plain()

    def _repr_html_(self) -> str:
        kind = "mk-right" if self.right else "mk-wrong"
        return f'<div class="mk mk-verdict {kind}" lang="{language()}">{self.said.inline()}</div>'
