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
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

import numpy as np

from .numbers import EXACT, EXACT_TERMS, Binds, Number, exact, is_rounded, ratio, steady
from .writers import Piece, Plain

Values = Mapping[str, Any]

_LONGEST = 2**20  # bits of an exact power
_MOST_DRAWN = 100_000  # of a number of combinations that is computed
_TERMS = 8  # a longer sum shows its first three terms, dots, and its last


def _quotient(a: Any, b: Any) -> Any:
    """Return a / b, exactly where it can be, of all terms of a long sum at once."""
    return a / b if isinstance(a, np.ndarray) else ratio(a, b)


def _power(a: Any, b: Any) -> Any:
    """Return a ** b; as a float where the exact number would be too long to compute."""
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        bits: int = max(a.numerator.bit_length(), a.denominator.bit_length())
        if bits * abs(float(b)) > _LONGEST:
            return math.pow(a, b)
    return a**b


def _combinations(n: Any, k: Any) -> Number:
    if min(k, n - k) > _MOST_DRAWN:
        raise OverflowError  # for any float
    return math.comb(int(n), int(k))


_FUNCTIONS: dict[str, Callable[..., Number]] = {
    "C": _combinations,
    "abs": abs,
    "sqrt": math.sqrt,
    "log": math.log,
    "exp": math.exp,
    "max": max,
    "min": min,
    "ceil": math.ceil,
    "floor": math.floor,
}
_ROUNDING = {"ceil", "floor"}
# how each operation is computed, and the method that writes it
_OPERATIONS: dict[type[ast.operator], tuple[Callable[[Any, Any], Number], str]] = {
    ast.Add: (operator.add, "sum"),
    ast.Sub: (operator.sub, "difference"),
    ast.Mult: (operator.mul, "product"),
    ast.Div: (_quotient, "fraction"),
    ast.Pow: (_power, "power"),
}


class Expression:
    """A formula in Python's syntax: ``+ - * / **``, names, numbers, sum, and `_FUNCTIONS`."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._tree = _parsed(source)

    @property
    def is_number(self) -> bool:
        """Whether there is nothing to work out."""
        tree = self._tree.operand if isinstance(self._tree, ast.UnaryOp) else self._tree
        return isinstance(tree, ast.Constant)

    def value(self, values: Values) -> Number:
        """Return the value with the given numbers put in; a float, if one of them is."""
        value = exact(_value(self._tree, values, _as_shown))
        has_float, names = _held(self.source)
        floats = has_float or any(_is_float(values[name]) for name in names if name in values)
        return _float(value) if floats else value

    def text(self, writer: Plain, values: Values | None = None) -> str:
        """Return the formula with its symbols, or with `values` in their places."""
        return _write(self._tree, writer, values).text


@lru_cache(maxsize=512)
def _parsed(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


@lru_cache(maxsize=2048)
def _held(source: str) -> tuple[bool, frozenset[str]]:
    """Return whether a formula has a number that is a float, and its names."""
    nodes = list(ast.walk(_parsed(source)))
    has_float = any(isinstance(n, ast.Constant) and isinstance(n.value, float) for n in nodes)
    return has_float, frozenset(n.id for n in nodes if isinstance(n, ast.Name))


def _lists(node: ast.expr, values: Values) -> dict[str, Any]:
    """Return those of a term's names that stand for a sequence, one value per term."""
    return {
        n.id: values[n.id]
        for n in ast.walk(node)
        if isinstance(n, ast.Name) and isinstance(values.get(n.id), (list, tuple, np.ndarray))
    }


def _terms(lists: Values, values: Values, at: Iterable[int]) -> list[dict[str, Any]]:
    """Return, for each of the chosen terms, the values that its names then have."""
    return [{**values, **{k: v[i] for k, v in lists.items()}} for i in at]


def _is_float(held: Any) -> bool:
    """Return whether a number, or one of several, is a float."""
    if isinstance(held, np.ndarray):
        return bool(held.dtype.kind == "f")
    each = held if isinstance(held, (list, tuple)) else [held]
    return not all(issubclass(kind, EXACT) for kind in set(map(type, each)))


def _float(value: Number) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _as_shown(value: Any) -> Number:
    """Return a decimal that is shown in full as what it says: 0.1 is a tenth, no float near it."""
    number = exact(value)
    if isinstance(number, float) and math.isfinite(number) and not is_rounded(number):
        return Fraction(repr(steady(number)))
    return number


def _applied(function: Callable[..., Number], *numbers: Any) -> Number:
    """Return a result: inf where it overflows, as in numpy, and so in the function shown."""
    try:
        return function(*numbers)
    except OverflowError:
        return math.inf


def _floats(values: Any) -> Any:
    return np.asarray(values, dtype=float)


def _sum(term: ast.expr, values: Values, read: Callable[[Any], Number]) -> Number:
    lists = _lists(term, values)
    size = len(next(iter(lists.values())))
    if size > EXACT_TERMS and all(isinstance(v, np.ndarray) for v in lists.values()):
        every: Any = _value(term, values, _floats)  # all terms at once
        return math.fsum(every)
    return _total([_value(term, v, read) for v in _terms(lists, values, range(size))])


def _total(terms: list[Number]) -> Number:
    kinds = set(map(type, terms))
    if float not in kinds and (Fraction not in kinds or len(terms) <= EXACT_TERMS):
        return sum(terms)
    try:
        return math.fsum(terms)
    except (OverflowError, ValueError):
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
            compute, _ = _OPERATIONS[type(op)]
            return _applied(compute, _value(a, values, read), _value(b, values, read))
        case ast.Call(func=ast.Name(id="sum"), args=[inner]):
            return _sum(inner, values, read)
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
                return Piece(writer.name(name), Binds.ATOM)
            return writer.number(exact(values[name]))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return writer.negative(inner(operand))
        case ast.BinOp(left=a, op=op, right=b):
            write = getattr(writer, _OPERATIONS[type(op)][1])
            piece: Piece = write(inner(a), inner(b))
            return piece
        case ast.Call(func=ast.Name(id="sum"), args=[term]):
            return _write_sum(term, writer, values)
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return writer.call(name, [inner(a) for a in arguments])
    raise ValueError(f"no such formula: {ast.unparse(node)}")


def _write_sum(term: ast.expr, writer: Plain, values: Values | None) -> Piece:
    if values is None:
        return writer.total(_write(term, writer, None))
    lists = _lists(term, values)
    size = len(next(iter(lists.values())))
    long = size > _TERMS
    shown = [0, 1, 2, size - 1] if long else range(size)
    pieces = [_write(term, writer, v) for v in _terms(lists, values, shown)]
    if long:
        pieces.insert(3, Piece(writer.dots, Binds.ATOM))
    return reduce(writer.sum, pieces)
