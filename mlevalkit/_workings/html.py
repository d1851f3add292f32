"""Words as HTML: their symbols set as in a formula."""

import re
from html import escape

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
