"""What `check` says of an answer."""

from dataclasses import dataclass

from .._workings import bilingual


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Whether an answer is right, and if not, what kind of mistake it looks like.

    Attributes
    ----------
    right : bool
        Also what ``bool(verdict)`` gives.
    en, zh : str
        The same in words; never the answer itself.
    """

    right: bool
    en: str
    zh: str

    def __bool__(self) -> bool:
        """Return whether the answer is right."""
        return self.right

    def __repr__(self) -> str:
        return f"{'Right' if self.right else 'Not yet'}: {self.en}"

    def _repr_html_(self) -> str:
        heads = ("Right", "对") if self.right else ("Not yet", "还不对")
        kind = "mk-right" if self.right else "mk-wrong"
        text = bilingual(f"{heads[0]}: {self.en}", f"{heads[1]}：{self.zh}")
        return f'<div class="mk mk-verdict {kind}">{text}</div>'
