"""Three ways to write a formula: plain text, LaTeX and MathML."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from .numbers import Binds, Number, number_text

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
    minus: bool = False  # whether it begins with a minus sign

    @property
    def starts_minus(self) -> bool:
        """Whether a product or fraction that begins with it, wrapped if need be, does so too."""
        return self.minus and self.binds >= Binds.PRODUCT


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

    def relation(self, sign: str) -> str:
        """Return the sign between two links of a chain: "=", "≈" or "->"."""
        return sign

    def decimal(self, text: str) -> str:
        """Return a rounded number at the end of a chain."""
        return text

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
        text, binds = number_text(value)
        return Piece(text, binds, text.startswith("-"))

    def sign(self, sign: str) -> str:
        """Return a plus or minus sign."""
        return sign

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
        left, right = self.factors(a, b)
        numbers = left[-1:].isdigit() and right[:1].isdigit()
        loose = numbers or any(c in left + right for c in " /(")
        return Piece(left + (" · " if loose else "·") + right, Binds.PRODUCT, a.starts_minus)

    def factors(self, a: Piece, b: Piece) -> tuple[str, str]:
        """Return both factors with the parentheses they need."""
        second = Binds.ATOM if b.minus else Binds.PRODUCT
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

    def relation(self, sign: str) -> str:
        return {"≈": r"\approx", "->": r"\;\to\;", "=": "="}[sign]

    def decimal(self, text: str) -> str:
        mantissa, _, exponent = text.partition("e")
        return rf"{mantissa} \times 10^{{{int(exponent)}}}" if exponent else text

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
            binds = Binds.SUM if minus else Binds.PRODUCT
            return Piece(rf"{minus}\tfrac{{{a}}}{{{b}}}", binds, bool(minus))
        if "e" in text:
            mantissa, exponent = text.split("e")
            return Piece(rf"{mantissa} \times 10^{{{int(exponent)}}}", Binds.PRODUCT, bool(minus))
        word = {"inf": r"\infty", "nan": r"\text{nan}"}.get(size)
        return Piece(minus + word if word else text, binds, bool(minus))

    def fraction(self, a: Piece, b: Piece) -> Piece:
        return Piece(rf"\frac{{{a.text}}}{{{b.text}}}", Binds.SIGN)

    def product(self, a: Piece, b: Piece) -> Piece:
        left, right = self.factors(a, b)
        # A number beside a fraction would read as a mixed number: 1 2/3.
        tall = right.startswith((r"\frac", r"\tfrac", r"\left("))
        meet = right[:1].isdigit() or (tall and (left[-1:].isdigit() or left[-1:] == "}"))
        return Piece(
            left + (r" \cdot " if meet else r" \, ") + right, Binds.PRODUCT, a.starts_minus
        )

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


# -- MathML -----------------------------------------------------------------------------------

_MATHML = {
    "chi2": "<msup><mi>χ</mi><mn>2</mn></msup>",
    "bias2": "<msup><mi>bias</mi><mn>2</mn></msup>",
    "eps2": "<msup><mi>ε</mi><mn>2</mn></msup>",
    "sigma2": "<msup><mi>σ</mi><mn>2</mn></msup>",
    "inf": "<mi>∞</mi>",
    "mprime": "<msup><mi>m</mi><mo>′</mo></msup>",
    "ell": "<mi>ℓ</mi>",
    "next": "<mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow>",
    "Pcost": "<mrow><mi>P</mi><mo>(</mo><mo>+</mo><mo>)</mo><mtext>cost</mtext></mrow>",
}
_OVER = {"hat": "^", "bar": "¯", "mean": "¯"}
_FENCES = {"abs": ("|", "|"), "ceil": ("⌈", "⌉"), "floor": ("⌊", "⌋")}
_WORDS = {"inf": "<mi>∞</mi>", "nan": "<mtext>nan</mtext>"}
_RELATIONS = {"->": "→", "=": "=", "≈": "≈"}


class MathML(Plain):
    """Writes MathML, which browsers and notebook front ends show without any script."""

    dots = "<mo>…</mo>"

    def relation(self, sign: str) -> str:
        return f"<mo>{_RELATIONS[sign]}</mo>"

    def decimal(self, text: str) -> str:
        return _number_html(text)

    def literal(self, text: str) -> str:
        return f"<mtext>{escape(text, quote=False)}</mtext>"

    def kind(self, head: str) -> str:
        return f"<mtext>{head}-</mtext>"

    def marked(self, head: str, marks: list[str], below: list[str]) -> str:
        word = head.rstrip("0123456789")
        if word != head and word.isalpha() and head not in {*_SPECIAL, *_MATHML}:  # x1
            head, below = word, [f"<mn>{head[len(word) :]}</mn>", *below]
        text = _MATHML.get(head) or f"<mi>{_GREEK.get(head, head)}</mi>"
        for mark in marks:
            if mark in _OVER:
                text = f'<mover accent="true">{text}<mo>{_OVER[mark]}</mo></mover>'
        raised = "".join(f"<mo>{_RAISED[m]}</mo>" for m in marks if m in _RAISED)
        index = _row("<mo>,</mo>".join(below))
        if raised and below:
            return f"<msubsup>{text}{index}{_row(raised)}</msubsup>"
        if raised:
            return f"<msup>{text}{_row(raised)}</msup>"
        return f"<msub>{text}{index}</msub>" if below else text

    def below(self, tail: str) -> str:
        if tail.startswith('"'):
            return self.literal(tail[1:-1])
        if tail in _MATHML:
            return _MATHML[tail]
        kind = "mn" if tail[:1].isdigit() else "mi"
        return f"<{kind}>{_GREEK.get(tail, escape(tail))}</{kind}>"

    def number(self, value: Number) -> Piece:
        text, binds = number_text(value)
        minus, size = ("<mo>−</mo>", text[1:]) if text.startswith("-") else ("", text)
        if "/" in size:
            a, b = size.split("/")
            binds = Binds.SUM if minus else Binds.PRODUCT
            shown = f'<mfrac displaystyle="false"><mn>{a}</mn><mn>{b}</mn></mfrac>'
        else:
            shown = _number_html(size)
            binds = Binds.PRODUCT if "e" in size else binds
        return Piece(minus + shown, binds, bool(minus))

    def sign(self, sign: str) -> str:
        return f"<mo>{'−' if sign == '-' else sign}</mo>"

    def fraction(self, a: Piece, b: Piece) -> Piece:
        return Piece(f"<mfrac>{_row(a.text)}{_row(b.text)}</mfrac>", Binds.SIGN)

    def product(self, a: Piece, b: Piece) -> Piece:
        left, right = self.factors(a, b)
        # A number beside a number or a fraction would read as one: 1 2/3.
        after = right.startswith(("<mn>", "<mfrac", "<mrow><mo>("))
        dot = after and left.endswith(("</mn>", "</mfrac>", "</mrow>", "</msup>"))
        between = "<mo>·</mo>" if dot else '<mspace width="0.17em"/>'
        return Piece(left + between + right, Binds.PRODUCT, a.starts_minus)

    def power(self, a: Piece, b: Piece) -> Piece:
        return Piece(f"<msup>{_row(self.wrap(a, Binds.ATOM))}{_row(b.text)}</msup>", Binds.POWER)

    def wrap(self, piece: Piece, least: Binds) -> str:
        inside = f"<mo>(</mo>{piece.text}<mo>)</mo>"
        return piece.text if piece.binds >= least else _row(inside)

    def call(self, name: str, pieces: Sequence[Piece]) -> Piece:
        inside = "<mo>,</mo>".join(p.text for p in pieces)
        if name == "sqrt":
            return Piece(f"<msqrt>{inside}</msqrt>", Binds.ATOM)
        if name == "C":
            n, k = (_row(p.text) for p in pieces)
            inside = f'<mo>(</mo><mfrac linethickness="0">{n}{k}</mfrac><mo>)</mo>'
        elif name in _FENCES:
            left, right = _FENCES[name]
            inside = f"<mo>{left}</mo>{inside}<mo>{right}</mo>"
        else:
            inside = f"<mi>{name}</mi><mo>(</mo>{inside}<mo>)</mo>"
        return Piece(_row(inside), Binds.ATOM)

    def total(self, inside: Piece) -> Piece:
        return Piece(f"<mo>∑</mo>{self.wrap(inside, Binds.PRODUCT)}", Binds.PRODUCT)


def _row(text: str) -> str:
    return f"<mrow>{text}</mrow>"


def _number_html(text: str) -> str:
    minus, size = ("<mo>−</mo>", text[1:]) if text.startswith("-") else ("", text)
    if size in _WORDS:
        return minus + _WORDS[size]
    mantissa, _, exponent = size.partition("e")
    power = f"<msup><mn>10</mn><mn>{int(exponent)}</mn></msup>" if exponent else ""
    return f"{minus}<mn>{mantissa}</mn>" + (f"<mo>×</mo>{power}" if power else "")
