"""The explorers' words: of the chosen language, of all languages at once, and as HTML.

The book's extensions take what they need of languages from here: a picture is drawn once, and the
words of each edition are put into it.
"""

from __future__ import annotations

from functools import cache

from ..display.language import LANGUAGES, language, speaking
from ..display.workings import Messages, Sentence, typeset, width

__all__ = ["LANGUAGES", "Text", "html", "language", "say", "speaking", "typeset",
           "width"]  # fmt: skip

Text = str | Sentence  # a symbol, or words

say = Messages(__package__)


@cache
def has_words(*path: str) -> bool:
    """Tell whether a name of ``messages.toml`` leads to words."""
    found = say.data
    for name in path:
        found = found.get(name, {})
    return LANGUAGES[0] in found


def html(text: Text) -> str:
    """Return words or a symbol as HTML."""
    return typeset(str(text))
