"""Formulas written once, as Python expressions, and shown as plain text or LaTeX.

``Expression("2*P*R / (P + R)")`` is rendered with its symbols, rendered again with numbers put in
their places, and evaluated: exactly, if the numbers are whole numbers, fractions, or decimals that
are shown in full. A name may stand for a sequence inside ``sum(...)``: the sum is then written out
term by term.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

Number = int | float | Fraction
Values = Mapping[str, Any]

_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(1, 6)  # how tightly a piece of text binds
_HUGE = 10**15  # whole numbers from here on are shown with six digits
_TERMS = 8  # a longer sum shows its first three terms, dots, and its last

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eps": "ε",
    "lambda": "λ", "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "chi": "χ",
    "Delta": "Δ", "Sigma": "Σ",
}  # fmt: skip


def exact(value: Any) -> Number:
    """Return whole numbers as int, fractions as they are, everything else as float."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else value
    if isinstance(value, (bool, int, np.integer, np.bool_)):
        return int(value)
    return float(value)


def ratio(numerator: Any, denominator: Any) -> Number:
    """Return the quotient, exactly if both are whole numbers or fractions."""
    a, b = exact(numerator), exact(denominator)
    if isinstance(a, float) or isinstance(b, float):
        return a / b
    return exact(Fraction(a) / Fraction(b))


# -- numbers ----------------------------------------------------------------------------------


def digits(value: float, places: int = 4) -> str:
    """Return a decimal with `places` digits after the point, or that many significant ones."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0 or 10**-2 <= abs(value) < 10**6:
        text = f"{value:.{places}f}"
        return text.rstrip("0").rstrip(".") if "." in text and float(text) == value else text
    return f"{value:.{places}g}"


def _is_short(value: Fraction) -> bool:
    return abs(value.numerator) < 10_000 and value.denominator < 10_000


def number_text(value: Number) -> tuple[str, int]:
    """Return a number as it stands inside a formula, and how tightly that text binds."""
    if isinstance(value, Fraction) and _is_short(value):
        text, binds = f"{value.numerator}/{value.denominator}", _PRODUCT
    elif isinstance(value, int):
        text = str(value) if abs(value) < _HUGE else f"{Decimal(value):.5e}"
        binds = _ATOM
    else:
        text, binds = f"{float(value):.6g}", _ATOM
    return text, (_SIGN - 1 if text.startswith("-") and binds == _ATOM else binds)


def is_rounded(value: Number) -> bool:
    """Tell whether `number_text` had to drop digits."""
    if isinstance(value, int):
        return abs(value) >= _HUGE
    if (isinstance(value, Fraction) and _is_short(value)) or math.isnan(value):
        return False
    return float(f"{float(value):.6g}") != float(value)


# -- two ways to write the same tree ----------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """A piece of text and how tightly it binds."""

    text: str
    binds: int


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
_SIGNED = {"pos": "+", "neg": "-"}  # m_pos is the textbook's m with a raised plus
_MARKS = {*_SIGNED, "hat", "mean", "bar"}
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
        text += "".join({"hat": "^", "bar": "_bar"}.get(m, _SIGNED.get(m, "")) for m in marks)
        text += "_" + ",".join(below) if below else ""
        return f"mean {text}" if "mean" in marks else text

    def below(self, tail: str) -> str:
        """Return one index."""
        tail = _SPECIAL[tail][0] if tail in _SPECIAL else tail
        return tail[1:-1] if tail.startswith('"') else _GREEK.get(tail, tail)

    def number(self, value: Number) -> Piece:
        return Piece(*number_text(value))

    def fraction(self, a: Piece, b: Piece) -> Piece:
        left = self.wrap(a, _PRODUCT)
        return Piece(f"{left} / {self.wrap(b, _SIGN)}", _PRODUCT)

    def product(self, a: Piece, b: Piece) -> Piece:
        left, right = self.factors(a, b)
        numbers = left[-1:].isdigit() and right[:1].isdigit()
        loose = numbers or any(c in left + right for c in " /(")
        return Piece(left + (" · " if loose else "·") + right, _PRODUCT)

    def factors(self, a: Piece, b: Piece) -> tuple[str, str]:
        """Return both factors with the parentheses they need."""
        return self.wrap(a, _PRODUCT), self.wrap(b, _ATOM if b.text[:1] == "-" else _PRODUCT)

    def power(self, a: Piece, b: Piece) -> Piece:
        return Piece(f"{self.wrap(a, _ATOM)}^{self.wrap(b, _ATOM)}", _POWER)

    def wrap(self, piece: Piece, least: int) -> str:
        return piece.text if piece.binds >= least else f"({piece.text})"

    def call(self, name: str, pieces: Sequence[Piece]) -> Piece:
        inside = ", ".join(p.text for p in pieces)
        if name == "abs":
            return Piece(f"|{inside}|", _ATOM)
        return Piece(f"√({inside})" if name == "sqrt" else f"{name}({inside})", _ATOM)

    def total(self, inside: Piece) -> Piece:
        return Piece(f"Σ {self.wrap(inside, _PRODUCT)}", _PRODUCT)


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
            text = form % text if form else f"{text}^{{{_SIGNED[mark]}}}"
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
            return Piece(rf"{minus}\tfrac{{{a}}}{{{b}}}", _SUM if minus else _PRODUCT)
        if "e" in text:
            mantissa, exponent = text.split("e")
            return Piece(rf"{mantissa} \times 10^{{{int(exponent)}}}", _PRODUCT)
        word = {"inf": r"\infty", "nan": r"\text{nan}"}.get(size)
        return Piece(minus + word if word else text, binds)

    def fraction(self, a: Piece, b: Piece) -> Piece:
        return Piece(rf"\frac{{{a.text}}}{{{b.text}}}", _SIGN)

    def product(self, a: Piece, b: Piece) -> Piece:
        left, right = self.factors(a, b)
        # A number beside a fraction would read as a mixed number: 1 2/3.
        tall = right.startswith((r"\frac", r"\tfrac", r"\left("))
        meet = right[:1].isdigit() or (tall and (left[-1:].isdigit() or left[-1:] == "}"))
        return Piece(left + (r" \cdot " if meet else r" \, ") + right, _PRODUCT)

    def power(self, a: Piece, b: Piece) -> Piece:
        return Piece(f"{self.wrap(a, _ATOM)}^{{{b.text}}}", _POWER)

    def wrap(self, piece: Piece, least: int) -> str:
        return piece.text if piece.binds >= least else rf"\left({piece.text}\right)"

    def call(self, name: str, pieces: Sequence[Piece]) -> Piece:
        inside = ", ".join(p.text for p in pieces)
        if name == "C":
            return Piece(rf"\binom{{{pieces[0].text}}}{{{pieces[1].text}}}", _ATOM)
        form = _LATEX_CALLS.get(name)
        return Piece(form % inside if form else rf"\{name}\left({inside}\right)", _ATOM)

    def total(self, inside: Piece) -> Piece:
        return Piece(rf"\sum {self.wrap(inside, _PRODUCT)}", _PRODUCT)


# -- the tree ---------------------------------------------------------------------------------


_FUNCTIONS: dict[str, Callable[..., Number]] = {
    "C": lambda n, k: math.comb(int(n), int(k)), "abs": abs, "sqrt": math.sqrt, "log": math.log,
    "exp": math.exp, "max": max, "min": min, "ceil": math.ceil, "floor": math.floor,
}  # fmt: skip
_ROUNDING = {"ceil", "floor"}
_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: ratio,
    ast.Pow: operator.pow,
}


class Expression:
    """A formula in Python's syntax: ``+ - * / **``, names, numbers, sum, and `_FUNCTIONS`."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._tree = ast.parse(source, mode="eval").body

    @property
    def is_number(self) -> bool:
        """Whether there is nothing to work out."""
        return isinstance(self._tree, ast.Constant)

    def value(self, values: Values) -> Number:
        """Return the value with the given numbers put in; a float, if one of them is."""
        value = exact(_value(self._tree, values, _as_shown))
        floats = any(_holds_float(node, values) for node in ast.walk(self._tree))
        return _float(value) if floats else value

    def text(self, writer: Plain, values: Values | None = None) -> str:
        """Return the formula with its symbols, or with `values` in their places."""
        return _write(self._tree, writer, values).text


def _terms(node: ast.expr, values: Values) -> list[dict[str, Any]]:
    """Return, for each term of a sum, the values that its names then have."""
    lists = {
        n.id: values[n.id]
        for n in ast.walk(node)
        if isinstance(n, ast.Name) and isinstance(values.get(n.id), (list, tuple, np.ndarray))
    }
    size = len(next(iter(lists.values())))
    return [{**values, **{k: v[i] for k, v in lists.items()}} for i in range(size)]


def _holds_float(node: ast.AST, values: Values) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float)
    held = values.get(node.id, 0) if isinstance(node, ast.Name) else 0
    each = held if isinstance(held, (list, tuple, np.ndarray)) else [held]
    return any(isinstance(exact(v), float) for v in each)


def _float(value: Number) -> float:
    try:
        return float(value)
    except OverflowError:  # numpy, and so the function that is shown, has inf there
        return math.inf if value > 0 else -math.inf


def _as_shown(value: Any) -> Number:
    """Return a decimal that is shown in full as what it says: 0.1 is a tenth, no float near it."""
    number = exact(value)
    if isinstance(number, float) and math.isfinite(number) and not is_rounded(number):
        return Fraction(repr(number))
    return number


def _applied(function: Callable[..., Number], *numbers: Number) -> Number:
    with suppress(OverflowError):
        return function(*numbers)
    with suppress(OverflowError):  # a fraction beyond a float met a float
        return _float(function(*map(_float, numbers)))
    return math.inf


def _total(terms: list[Number]) -> Number:
    if not any(isinstance(t, float) for t in terms):
        return sum(terms)
    with suppress(OverflowError, ValueError):
        return math.fsum(terms)
    return sum(map(_float, terms))


def _value(node: ast.expr, values: Values, read: Callable[[Any], Number]) -> Number:
    match node:
        case ast.Constant(value=number):
            return read(number)
        case ast.Name(id=name):
            return read(values[name])
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner, values, read)
        case ast.BinOp(left=a, op=op, right=b) if type(op) in _OPERATIONS:
            operands = _value(a, values, read), _value(b, values, read)
            return _applied(_OPERATIONS[type(op)], *operands)
        case ast.Call(func=ast.Name(id="sum"), args=[inner]):
            return _total([_value(inner, v, read) for v in _terms(inner, values)])
        case ast.Call(func=ast.Name(id=name), args=inner):
            if name in _ROUNDING:  # the last bit of a float decides, as in the function shown
                read = exact
            return _applied(_FUNCTIONS[name], *(_value(i, values, read) for i in inner))
    raise ValueError(f"no such formula: {ast.unparse(node)}")


def _write(node: ast.expr, writer: Plain, values: Values | None) -> Piece:
    def inner(n: ast.expr) -> Piece:
        return _write(n, writer, values)

    match node:
        case ast.Constant(value=number):
            return writer.number(number)  # type: ignore[arg-type]
        case ast.Name(id=name):
            if values is None:
                return Piece(writer.name(name), _ATOM)
            return writer.number(exact(values[name]))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Piece("-" + _signed(writer, inner(operand), _PRODUCT), _SUM)
        case ast.BinOp(left=a, op=op, right=b):
            return _write_operation(writer, op, inner(a), inner(b))
        case ast.Call(func=ast.Name(id="sum"), args=[term]):
            return _write_sum(term, writer, values)
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return writer.call(name, [inner(a) for a in arguments])
    raise ValueError(f"no such formula: {ast.unparse(node)}")


def _write_operation(writer: Plain, op: ast.operator, a: Piece, b: Piece) -> Piece:
    match op:
        case ast.Mult():
            return writer.product(a, b)
        case ast.Div():
            return writer.fraction(a, b)
        case ast.Pow():
            return writer.power(a, b)
        case ast.Add():
            return Piece(f"{a.text} + {_signed(writer, b, _SUM)}", _SUM)
        case ast.Sub():
            return Piece(f"{a.text} - {_signed(writer, b, _PRODUCT)}", _SUM)
    raise ValueError(f"no such formula: {type(op).__name__}")


def _signed(writer: Plain, piece: Piece, least: int) -> str:
    """Return what follows a + or -; a leading minus gets its parentheses."""
    return writer.wrap(piece, _ATOM if piece.text.startswith("-") else least)


def _write_sum(term: ast.expr, writer: Plain, values: Values | None) -> Piece:
    if values is None:
        return writer.total(_write(term, writer, None))
    pieces = [_write(term, writer, v) for v in _terms(term, values)]
    if len(pieces) > _TERMS:
        pieces[3:-1] = [Piece(writer.dots, _ATOM)]
    texts = [pieces[0].text] + [_signed(writer, p, _SUM) for p in pieces[1:]]
    return Piece(" + ".join(texts), _SUM if len(texts) > 1 else pieces[0].binds)
