"""What `check` says of an answer."""

from dataclasses import dataclass

from .._language import language
from .._workings import Messages, Sentence

_say = Messages(__package__)


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Whether an answer is right, and if not, what kind of mistake it looks like.

    Attributes
    ----------
    right : bool
        Also what ``bool(verdict)`` gives.
    said : Sentence
        The same in words, as text in the chosen language; never the answer itself.
    """

    right: bool
    said: Sentence

    def __bool__(self) -> bool:
        """Return whether the answer is right."""
        return self.right

    def __repr__(self) -> str:
        return str(self._whole)

    @property
    def _whole(self) -> Sentence:
        return _say("verdict", "right" if self.right else "wrong", said=self.said)

    def _repr_html_(self) -> str:
        kind = "mk-right" if self.right else "mk-wrong"
        text = self._whole.inline()
        return f'<div class="mk mk-verdict {kind}" lang="{language()}">{text}</div>'
