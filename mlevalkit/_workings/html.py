"""Words as HTML: their symbols set as in a formula, both languages tagged."""

import re
from html import escape
from typing import Literal

from .._validation import one_of

_LETTERS = "A-Za-zΑ-Ωα-ω"
_PLAIN = [
    (r"&gt;=", "≥"),
    (r"&lt;=", "≤"),
    (r"(?<![A-Za-z])chi2(?![A-Za-z0-9])", "χ²"),
    (r"(?<=_)alpha", "α"),
    (rf"(?<=[{_LETTERS}])\^(?![\w(])", "\N{COMBINING CIRCUMFLEX ACCENT}"),
    (rf"(?<=[{_LETTERS}])_bar(?!\w)", "\N{COMBINING MACRON}"),
    (r"\^(\d)", r"<sup>\1</sup>"),
    # one letter (or a cost) with its index; the names of arguments are longer, or not indexed so
    (
        rf"(?<![{_LETTERS}0-9_])([{_LETTERS}]|cost)_(?!true|pred|score)"
        rf"([{_LETTERS}0-9²]+(?:[,/][0-9]+)*)(?!\w*_)",
        r"\1<sub>\2</sub>",
    ),
]
_SET = [(re.compile(plain), html) for plain, html in _PLAIN]


def typeset(text: str) -> str:
    """Return a plain text as HTML; its ``τ_chi2``, ``σ_i^2`` and ``>=`` become proper symbols."""
    text = escape(text)
    for plain, html in _SET:
        text = plain.sub(html, text)
    return text


_BOTH: tuple[str, ...] = ("zh", "en")
_shown = _BOTH


def set_language(language: Literal["en", "zh"] | None = None) -> None:
    """Choose the language of workings, results and explorers in a notebook.

    A page of the book shows its own language; a notebook shows both until one is chosen.

    Parameters
    ----------
    language : {"en", "zh"}, optional
        English or Chinese, also where a working is printed; by default both in a notebook, and
        English where it is printed.

    Returns
    -------
    None

    Raises
    ------
    ValueError
        If it is another language.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.set_language("zh")
    >>> print(mk.error_rate.working([1, 0, 1], [1, 1, 1]))
    (2.4)    E = a / m = 1 / 3 = 1/3 ≈ 0.3333
    3 个中预测错 1 个。
    >>> mk.set_language()

    Source
    ------
    No equation of the textbook.
    """
    global _shown
    if language is not None:
        one_of(language, "language", ("en", "zh"))
    _shown = _BOTH if language is None else (language,)


def languages() -> tuple[str, ...]:
    """Return the languages that a notebook shows."""
    return _shown


def bilingual(en: str, zh: str, css: str = "") -> str:
    """Return both texts as HTML, each tagged with its language; a page shows its own."""
    kind, texts = f' class="{css}"' if css else "", {"zh": zh, "en": en}
    return " ".join(f'<span lang="{lang}"{kind}>{typeset(texts[lang])}</span>' for lang in _shown)
