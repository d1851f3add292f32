"""Two ways to write a formula: plain text and LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ._numbers import Binds, Number, number_text

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eps": "ε",
    "lambda": "λ", "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "chi": "χ",
    "Delta": "Δ", "Sigma": "Σ",
}  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """A piece of text and how tightly it binds."""

    text: str
    binds: Binds


_SPECIAL = {
    name: (name, rf"\mathit{{{name}}}")
    for name in ("F1", "TP", "FP", "FN", "TN", "TPR", "FPR", "FNR")
} | {
    "chi2": ("chi2", r"\chi^2"),
    "bias2": ("bias^2", r"\mathrm{bias}^2"),
    "eps2": ("ε^2", r"\varepsilon^2"),
    "inf": ("∞", r"\infty"),
    "mprime": ("m'", "m'"),
    "sigma2": ("σ^2", r"\sigma^2"),
    "ell": ("l", r"\ell"),
    "next": ("(i+1)", "i+1"),
    "Pcost": ("P(+)cost", r"P(+)\text{cost}"),
}
_RAISED = {"pos": "+", "neg": "-"}  # m_pos is the textbook's m with a raised plus
_MARKS = {*_RAISED, "hat", "mean", "bar"}
_KINDS = {"macro", "micro", "weighted"}


def quoted(label: object) -> str:
    """Return a class label as a symbol, or the end of one, that is shown as it stands."""
    text = str(label).replace('"', "'")
    return f'"{text}"'


class Plain:
    """Writes plain text, in characters that GBK has too."""

    dots = "..."

    def name(self, symbol: str) -> str:
        """Return a symbol: ``eps_hat``, ``e_01``, ``m_pos``, ``macro_P``, ``P_"spam"``."""
        if symbol.startswith('"'):
            return self.literal(symbol[1:-1])
        head, _, tail = symbol.partition("_")
        if head in _KINDS and tail:
            return self.kind(head) + self.name(tail)
        tails = re.findall(r'"[^"]*"|[^_,]+', tail)
        marks = [t for t in tails if t in _MARKS]
        return self.marked(head, marks, [self.below(t) for t in tails if t not in _MARKS])

    def literal(self, text: str) -> str:
        """Return words that are no symbol."""
        return text

    def kind(self, head: str) -> str:
        """Return what stands before a mean over classes."""
        return f"{head}-"

    def marked(self, head: str, marks: list[str], below: list[str]) -> str:
        """Return a letter with its hat, bar or raised sign, and its indexes."""
        text = _SPECIAL[head][0] if head in _SPECIAL else _GREEK.get(head, head)
        text += "".join({"hat": "^", "bar": "_bar"}.get(m, _RAISED.get(m, "")) for m in marks)
        text += "_" + ",".join(below) if below else ""
        return f"mean {text}" if "mean" in marks else text

    def below(self, tail: str) -> str:
        """Return one index."""
        tail = _SPECIAL[tail][0] if tail in _SPECIAL else tail
        return tail[1:-1] if tail.startswith('"') else _GREEK.get(tail, tail)

    def number(self, value: Number) -> Piece:
        return Piece(*number_text(value))

    def fraction(self, a: Piece, b: Piece) -> Piece:
        left = self.wrap(a, Binds.PRODUCT)
        return Piece(f"{left} / {self.wrap(b, Binds.SIGN)}", Binds.PRODUCT)

    def product(self, a: Piece, b: Piece) -> Piece:
        left, right = self.factors(a, b)
        numbers = left[-1:].isdigit() and right[:1].isdigit()
        loose = numbers or any(c in left + right for c in " /(")
        return Piece(left + (" · " if loose else "·") + right, Binds.PRODUCT)

    def factors(self, a: Piece, b: Piece) -> tuple[str, str]:
        """Return both factors with the parentheses they need."""
        second = Binds.ATOM if b.text.startswith("-") else Binds.PRODUCT
        return self.wrap(a, Binds.PRODUCT), self.wrap(b, second)

    def power(self, a: Piece, b: Piece) -> Piece:
        return Piece(f"{self.wrap(a, Binds.ATOM)}^{self.wrap(b, Binds.ATOM)}", Binds.POWER)

    def wrap(self, piece: Piece, least: Binds) -> str:
        return piece.text if piece.binds >= least else f"({piece.text})"

    def call(self, name: str, pieces: Sequence[Piece]) -> Piece:
        inside = ", ".join(p.text for p in pieces)
        if name == "abs":
            return Piece(f"|{inside}|", Binds.ATOM)
        return Piece(f"√({inside})" if name == "sqrt" else f"{name}({inside})", Binds.ATOM)

    def total(self, inside: Piece) -> Piece:
        return Piece(f"Σ {self.wrap(inside, Binds.PRODUCT)}", Binds.PRODUCT)


def _latex_letter(head: str) -> str:
    if head in _SPECIAL:
        return _SPECIAL[head][1]
    if head in _GREEK:
        return {"eps": r"\epsilon"}.get(head, rf"\{head}")
    return rf"\mathrm{{{head}}}" if len(head) > 1 else head


_ESCAPES = {"\\": r"\backslash", "^": r"\wedge", "~": r"\sim"}


_LATEX_CALLS = {
    "abs": r"\left|%s\right|",
    "ceil": r"\left\lceil %s \right\rceil",
    "floor": r"\left\lfloor %s \right\rfloor",
    "sqrt": r"\sqrt{%s}",
}


class Latex(Plain):
    """Writes LaTeX."""

    dots = r"\dots"

    def literal(self, text: str) -> str:
        def escaped(found: re.Match[str]) -> str:
            return rf"}}{_ESCAPES.get(found[0], chr(92) + found[0])}\text{{"

        return (r"\text{" + re.sub(r"[\\^~_%&#${}]", escaped, text) + "}").replace(r"\text{}", "")

    def kind(self, head: str) -> str:
        return rf"\text{{{head}-}}"

    def marked(self, head: str, marks: list[str], below: list[str]) -> str:
        word = head.rstrip("0123456789")
        if word != head and word.isalpha() and head not in _SPECIAL:  # F1
            head, below = word, [head[len(word) :], *below]
        text = _latex_letter(head)
        for mark in marks:
            form = {"hat": r"\hat{%s}", "bar": r"\bar{%s}", "mean": r"\overline{%s}"}.get(mark)
            text = form % text if form else f"{text}^{{{_RAISED[mark]}}}"
        return text + (f"_{{{','.join(below)}}}" if below else "")

    def below(self, tail: str) -> str:
        if tail.startswith('"'):
            return self.literal(tail[1:-1])
        if tail in _GREEK or tail in _SPECIAL:
            return _latex_letter(tail)
        return rf"\text{{{tail}}}" if len(tail) > 1 and tail.isalpha() else tail

    def number(self, value: Number) -> Piece:
        text, binds = number_text(value)
        minus, size = ("-", text[1:]) if text.startswith("-") else ("", text)
        if "/" in size:
            a, b = size.split("/")
            return Piece(rf"{minus}\tfrac{{{a}}}{{{b}}}", Binds.SUM if minus else Binds.PRODUCT)
        if "e" in text:
            mantissa, exponent = text.split("e")
            return Piece(rf"{mantissa} \times 10^{{{int(exponent)}}}", Binds.PRODUCT)
        word = {"inf": r"\infty", "nan": r"\text{nan}"}.get(size)
        return Piece(minus + word if word else text, binds)

    def fraction(self, a: Piece, b: Piece) -> Piece:
        return Piece(rf"\frac{{{a.text}}}{{{b.text}}}", Binds.SIGN)

    def product(self, a: Piece, b: Piece) -> Piece:
        left, right = self.factors(a, b)
        # A number beside a fraction would read as a mixed number: 1 2/3.
        tall = right.startswith((r"\frac", r"\tfrac", r"\left("))
        meet = right[:1].isdigit() or (tall and (left[-1:].isdigit() or left[-1:] == "}"))
        return Piece(left + (r" \cdot " if meet else r" \, ") + right, Binds.PRODUCT)

    def power(self, a: Piece, b: Piece) -> Piece:
        return Piece(f"{self.wrap(a, Binds.ATOM)}^{{{b.text}}}", Binds.POWER)

    def wrap(self, piece: Piece, least: Binds) -> str:
        return piece.text if piece.binds >= least else rf"\left({piece.text}\right)"

    def call(self, name: str, pieces: Sequence[Piece]) -> Piece:
        inside = ", ".join(p.text for p in pieces)
        if name == "C":
            return Piece(rf"\binom{{{pieces[0].text}}}{{{pieces[1].text}}}", Binds.ATOM)
        form = _LATEX_CALLS.get(name)
        return Piece(form % inside if form else rf"\{name}\left({inside}\right)", Binds.ATOM)

    def total(self, inside: Piece) -> Piece:
        return Piece(rf"\sum {self.wrap(inside, Binds.PRODUCT)}", Binds.PRODUCT)
