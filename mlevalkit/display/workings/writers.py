"""Three ways to write a formula: plain text, LaTeX and MathML; and symbols within words."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import ClassVar

from .numbers import Binds, Number, number_text


@dataclass(frozen=True)
class Piece:
    """A piece of text and how tightly it binds."""

    text: str
    binds: Binds
    minus: bool = False  # whether it begins with a minus sign

    @property
    def starts_minus(self) -> bool:
        """Whether a product or fraction that begins with it, wrapped if need be, does so too."""
        return self.minus and self.binds >= Binds.PRODUCT


# Symbols in plain text, LaTeX and MathML; others are letters, or words set upright.
_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eps": "ε",
    "lambda": "λ", "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "chi": "χ",
    "Delta": "Δ", "Sigma": "Σ",
}  # fmt: skip
_SQUARE = "<msup><mi>%s</mi><mn>2</mn></msup>"
_PCOST = "<mrow><mi>P</mi><mo>(</mo><mo>+</mo><mo>)</mo><mtext>cost</mtext></mrow>"
_SYMBOLS: dict[str, tuple[str, str, str]] = {
    "chi2": ("chi2", r"\chi^2", _SQUARE % "χ"),
    "bias2": ("bias^2", r"\mathrm{bias}^2", _SQUARE % "bias"),
    "eps2": ("ε^2", r"\varepsilon^2", _SQUARE % "ε"),
    "inf": ("∞", r"\infty", "<mi>∞</mi>"),
    "mprime": ("m'", "m'", "<msup><mi>m</mi><mo>′</mo></msup>"),
    "sigma2": ("σ^2", r"\sigma^2", _SQUARE % "σ"),
    "R2": ("R^2", "R^2", _SQUARE % "R"),
    "ell": ("l", r"\ell", "<mi>ℓ</mi>"),
    "next": ("(i+1)", "i+1", "<mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow>"),
    "Pcost": ("P(+)cost", r"P(+)\text{cost}", _PCOST),
    **{name: (letter, rf"\{name}", f"<mi>{letter}</mi>") for name, letter in _GREEK.items()},
    "eps": ("ε", r"\epsilon", "<mi>ε</mi>"),
    **{
        name: (name, rf"\mathit{{{name}}}", f"<mi>{name}</mi>")
        for name in ("F1", "TP", "FP", "FN", "TN", "TPR", "FPR", "FNR")
    },
}
_RAISED = {"pos": "+", "neg": "-"}  # m_pos is the textbook's m with a raised plus
_MARKS = {*_RAISED, "hat", "mean", "bar"}
_KINDS = {"macro", "micro", "weighted"}


def quoted(label: object) -> str:
    """Return a class label as a symbol, or the end of one, that is shown as it stands."""
    return '"' + str(label).replace('"', "'") + '"'


class Plain:
    """Writes plain text, in characters that GBK has too."""

    dots = "..."
    signs: ClassVar[Mapping[str, str]] = {}  # "=", "≈", "->" between two links, "+" and "-"
    calls: ClassVar[Mapping[str, str]] = {"abs": "|%s|", "sqrt": "√(%s)"}
    other_call = "{}(%s)"
    comma = ", "
    parentheses = "(%s)"
    sigma = "Σ %s"

    def sign(self, sign: str) -> str:
        """Return a sign: "=", "≈" or "->" between two links of a chain, plus or minus."""
        return self.signs.get(sign, sign)

    def decimal(self, text: str) -> str:
        """Return a rounded number at the end of a chain."""
        return text

    def name(self, symbol: str) -> str:
        """Return a symbol: ``eps_hat``, ``e_01``, ``m_pos``, ``macro_P``, ``P_"spam"``."""
        if symbol.startswith('"'):
            return self.literal(symbol[1:-1])
        head, _, tail = symbol.partition("_")
        if head in _KINDS and tail:
            return self.literal(f"{head}-") + self.name(tail)
        tails = re.findall(r'"[^"]*"|[^_,]+', tail)
        marks = [t for t in tails if t in _MARKS]
        return self.marked(head, marks, [self.below(t) for t in tails if t not in _MARKS])

    def literal(self, text: str) -> str:
        """Return words that are no symbol."""
        return text

    def letter(self, name: str) -> str:
        """Return a symbol without marks and indexes."""
        return _SYMBOLS[name][0] if name in _SYMBOLS else name

    def marked(self, head: str, marks: list[str], below: list[str]) -> str:
        """Return a letter with its hat, bar or raised sign, and its indexes."""
        text = self.letter(head)
        signs = {"hat": "^", "bar": "_bar", "mean": "_bar"}
        text += "".join(signs.get(m, _RAISED.get(m, "")) for m in marks)
        return text + ("_" + ",".join(below) if below else "")

    def below(self, tail: str) -> str:
        """Return one index."""
        return self.literal(tail[1:-1]) if tail.startswith('"') else self.letter(tail)

    def number(self, value: Number) -> Piece:
        text, binds = number_text(value)
        return Piece(text, binds, text.startswith("-"))

    def sum(self, a: Piece, b: Piece) -> Piece:
        return self._added(a, "+", b, Binds.SUM)

    def difference(self, a: Piece, b: Piece) -> Piece:
        return self._added(a, "-", b, Binds.PRODUCT)

    def _added(self, a: Piece, sign: str, b: Piece, least: Binds) -> Piece:
        second = self.wrap(b, Binds.ATOM if b.minus else least)  # a minus gets its parentheses
        return Piece(f"{a.text} {self.sign(sign)} {second}", Binds.SUM, a.minus)

    def negative(self, a: Piece) -> Piece:
        inside = self.wrap(a, Binds.ATOM if a.minus else Binds.PRODUCT)
        return Piece(self.sign("-") + inside, Binds.SUM, minus=True)

    def fraction(self, a: Piece, b: Piece) -> Piece:
        left = self.wrap(a, Binds.PRODUCT)
        return Piece(f"{left} / {self.wrap(b, Binds.SIGN)}", Binds.PRODUCT, a.starts_minus)

    def product(self, a: Piece, b: Piece) -> Piece:
        left = self.wrap(a, Binds.PRODUCT)
        right = self.wrap(b, Binds.ATOM if b.minus else Binds.PRODUCT)
        return Piece(left + self.times(left, right) + right, Binds.PRODUCT, a.starts_minus)

    def times(self, left: str, right: str) -> str:
        """Return what stands between two factors."""
        numbers = left[-1:].isdigit() and right[:1].isdigit()
        return " · " if numbers or any(c in left + right for c in " /(") else "·"

    def power(self, a: Piece, b: Piece) -> Piece:
        return Piece(f"{self.wrap(a, Binds.ATOM)}^{self.wrap(b, Binds.ATOM)}", Binds.POWER)

    def wrap(self, piece: Piece, least: Binds) -> str:
        """Return the text, in parentheses where it binds less than what it stands in."""
        return piece.text if piece.binds >= least else self.parentheses % piece.text

    def call(self, name: str, pieces: Sequence[Piece]) -> Piece:
        form = self.calls.get(name, self.other_call.format(name))
        texts = [p.text for p in pieces]
        if form.count("%s") == 1:
            texts = [self.comma.join(texts)]
        return Piece(form % tuple(texts), Binds.ATOM)

    def total(self, inside: Piece) -> Piece:
        return Piece(self.sigma % self.wrap(inside, Binds.PRODUCT), Binds.PRODUCT)


class _TwoDimensional(Plain):
    """What LaTeX and MathML share: fractions, exponents and marks have their own places."""

    digits = "%s"
    tens = r" \times 10^{%d}"
    small_fraction = r"\tfrac{%s}{%s}"
    big_fraction = r"\frac{%s}{%s}"
    raised = "%s^{%s}"
    words: ClassVar[Mapping[str, str]] = {"inf": r"\infty", "nan": r"\text{nan}"}
    over: ClassVar[Mapping[str, str]]

    def decimal(self, text: str) -> str:
        minus, size = (self.sign("-"), text[1:]) if text.startswith("-") else ("", text)
        if size in self.words:
            return minus + self.words[size]
        mantissa, _, exponent = size.partition("e")
        return minus + self.digits % mantissa + (self.tens % int(exponent) if exponent else "")

    def number(self, value: Number) -> Piece:
        text, binds = number_text(value)
        minus = text.startswith("-")
        if "/" in text:
            shown = self.small_fraction % tuple(text.removeprefix("-").split("/"))
            binds = Binds.SUM if minus else Binds.PRODUCT
            return Piece(self.sign("-") * minus + shown, binds, minus)
        return Piece(self.decimal(text), Binds.PRODUCT if "e" in text else binds, minus)

    def marked(self, head: str, marks: list[str], below: list[str]) -> str:
        word = head.rstrip("0123456789")
        if word != head and word.isalpha() and head not in _SYMBOLS:  # x1
            below = [self.below(head[len(word) :]), *below]
            head = word
        text = self.letter(head)
        for mark in marks:
            text = self.over.get(mark, "%s") % text
        return self.indexed(text, [_RAISED[m] for m in marks if m in _RAISED], below)

    def indexed(self, text: str, raised: list[str], below: list[str]) -> str:
        """Return a letter with raised signs and indexes."""
        text += "".join(f"^{{{sign}}}" for sign in raised)
        return text + (f"_{{{','.join(below)}}}" if below else "")

    def fraction(self, a: Piece, b: Piece) -> Piece:
        return Piece(self.big_fraction % (a.text, b.text), Binds.SIGN)

    def power(self, a: Piece, b: Piece) -> Piece:
        return Piece(self.raised % (self.wrap(a, Binds.ATOM), b.text), Binds.POWER)


_ESCAPES = {"\\": r"\backslash", "^": r"\wedge", "~": r"\sim"}


class Latex(_TwoDimensional):
    """Writes LaTeX."""

    dots = r"\dots"
    signs: ClassVar[Mapping[str, str]] = {"≈": r"\approx", "->": r"\;\to\;"}
    calls: ClassVar[Mapping[str, str]] = {
        "C": r"\binom{%s}{%s}",
        "abs": r"\left|%s\right|",
        "ceil": r"\left\lceil %s \right\rceil",
        "floor": r"\left\lfloor %s \right\rfloor",
        "sqrt": r"\sqrt{%s}",
    }
    over: ClassVar[Mapping[str, str]] = {
        "hat": r"\hat{%s}",
        "bar": r"\bar{%s}",
        "mean": r"\overline{%s}",
    }
    other_call = r"\{}\left(%s\right)"
    parentheses = r"\left(%s\right)"
    sigma = r"\sum %s"

    def literal(self, text: str) -> str:
        def escaped(found: re.Match[str]) -> str:
            return rf"}}{_ESCAPES.get(found[0], chr(92) + found[0])}\text{{"

        return (r"\text{" + re.sub(r"[\\^~_%&#${}]", escaped, text) + "}").replace(r"\text{}", "")

    def letter(self, name: str) -> str:
        if name in _SYMBOLS:
            return _SYMBOLS[name][1]
        return rf"\mathrm{{{name}}}" if len(name) > 1 else name

    def below(self, tail: str) -> str:
        if tail.startswith('"') or tail in _SYMBOLS:
            return super().below(tail)
        return rf"\text{{{tail}}}" if len(tail) > 1 and tail.isalpha() else tail

    def times(self, left: str, right: str) -> str:
        # A number beside a fraction would read as a mixed number: 1 2/3.
        tall = right.startswith((r"\frac", r"\tfrac", r"\left("))
        meet = right[:1].isdigit() or (tall and (left[-1:].isdigit() or left[-1:] == "}"))
        return r" \cdot " if meet else r" \, "


def _row(text: str) -> str:
    return f"<mrow>{text}</mrow>"


class MathML(_TwoDimensional):
    """Writes MathML, which browsers and notebooks typeset without help."""

    dots = "<mo>…</mo>"
    signs: ClassVar[Mapping[str, str]] = {
        "->": "<mo>→</mo>",
        "-": "<mo>−</mo>",
        **{s: f"<mo>{s}</mo>" for s in "=≈+"},
    }
    calls: ClassVar[Mapping[str, str]] = {
        "C": _row(f'<mo>(</mo><mfrac linethickness="0">{_row("%s")}{_row("%s")}</mfrac><mo>)</mo>'),
        "abs": _row("<mo>|</mo>%s<mo>|</mo>"),
        "ceil": _row("<mo>⌈</mo>%s<mo>⌉</mo>"),
        "floor": _row("<mo>⌊</mo>%s<mo>⌋</mo>"),
        "sqrt": "<msqrt>%s</msqrt>",
    }
    other_call = _row("<mi>{}</mi><mo>(</mo>%s<mo>)</mo>")
    comma = "<mo>,</mo>"
    parentheses = _row("<mo>(</mo>%s<mo>)</mo>")
    sigma = "<mo>∑</mo>%s"
    digits = "<mn>%s</mn>"
    tens = "<mo>×</mo><msup><mn>10</mn><mn>%d</mn></msup>"
    small_fraction = '<mfrac displaystyle="false"><mn>%s</mn><mn>%s</mn></mfrac>'
    big_fraction = f"<mfrac>{_row('%s')}{_row('%s')}</mfrac>"
    raised = f"<msup>{_row('%s')}{_row('%s')}</msup>"
    words: ClassVar[Mapping[str, str]] = {"inf": "<mi>∞</mi>", "nan": "<mtext>nan</mtext>"}
    over: ClassVar[Mapping[str, str]] = {
        mark: f'<mover accent="true">%s<mo>{sign}</mo></mover>'
        for mark, sign in (("hat", "^"), ("bar", "¯"), ("mean", "¯"))
    }

    def literal(self, text: str) -> str:
        return f"<mtext>{escape(text, quote=False)}</mtext>"

    def letter(self, name: str) -> str:
        return _SYMBOLS[name][2] if name in _SYMBOLS else f"<mi>{name}</mi>"

    def below(self, tail: str) -> str:
        if tail.startswith('"') or tail in _SYMBOLS:
            return super().below(tail)
        kind = "mn" if tail[:1].isdigit() else "mi"
        return f"<{kind}>{escape(tail)}</{kind}>"

    def indexed(self, text: str, raised: list[str], below: list[str]) -> str:
        index = _row("<mo>,</mo>".join(below))
        signs = _row("".join(f"<mo>{sign}</mo>" for sign in raised))
        if text.startswith("<msup>") and below:  # σ²: its index stands below the 2
            return text.replace("msup>", "msubsup>").replace("</mi>", f"</mi>{index}")
        if raised and below:
            return f"<msubsup>{text}{index}{signs}</msubsup>"
        if raised:
            return f"<msup>{text}{signs}</msup>"
        return f"<msub>{text}{index}</msub>" if below else text

    def times(self, left: str, right: str) -> str:
        # A number beside a number or a fraction would read as one: 1 2/3.
        after = right.startswith(("<mn>", "<mfrac", "<mrow><mo>("))
        dot = after and left.endswith(("</mn>", "</mfrac>", "</mrow>", "</msup>"))
        return "<mo>·</mo>" if dot else '<mspace width="0.17em"/>'


# -- plain text on a terminal that lacks some of its characters ---------------------------------

_INSTEAD = {
    **{letter: name for name, letter in _GREEK.items()},
    "≈": "~=", "≤": "<=", "≥": ">=", "→": "->", "·": "*", "×": "x", "√": "sqrt", "Σ": "sum",
    "∞": "inf", "²": "2", "–": "-", "∖": "\\", "，": ",", "。": ".", "：": ":", "；": ";",
    "（": "(", "）": ")", "“": '"', "”": '"', "？": "?", "、": ",",
    "−": "-",
}  # fmt: skip


def printable(text: str) -> str:
    """Return a text in characters that standard output has, so that it can be printed.

    Windows gives a program whose output goes into a file or a pipe an encoding without ≈.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return "".join(c if c.encode(encoding, "ignore") else _INSTEAD.get(c, "?") for c in text)


# -- words in HTML, their symbols set as in a formula -------------------------------------------

_LETTERS = "A-Za-zΑ-Ωα-ω"
_SET = [
    (r"&gt;=", "≥"),
    (r"&lt;=", "≤"),
    # a difference, such as k - 1, stays on one line
    (rf"(?<![\w.])([{_LETTERS}]|\d+) - (?=\w)", "\\1\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}"),
    (r"(?<![A-Za-z])chi2(?![A-Za-z0-9])", "χ²"),
    (r"(?<=_)alpha", "α"),
    (rf"(?<=[{_LETTERS}])\^(?![\w(])", "\N{COMBINING CIRCUMFLEX ACCENT}"),
    (rf"(?<=[{_LETTERS}])_bar(?!\w)", "\N{COMBINING MACRON}"),
    (r"\^(\d|m\b)", r"<sup>\1</sup>"),
    # one letter (or a cost) with its index: a letter, digits, or one of these words; other names
    # with an underscore, of arguments (y_true) and learners (k_nn), stay as they are
    (
        rf"(?<![{_LETTERS}0-9_])([{_LETTERS}]|cost)_"
        rf"((?:[{_LETTERS}]²?|[0-9]+|norm|res|tot|test|train)(?:[,/][0-9]+)*)(?![{_LETTERS}0-9_])",
        r"\1<sub>\2</sub>",
    ),
]


def typeset(text: str) -> str:
    """Return a plain text as HTML; its ``τ_chi2``, ``σ_i^2`` and ``>=`` become proper symbols."""
    text = escape(text)
    for plain, html in _SET:
        text = re.sub(plain, html, text)
    return text
