"""Numbers as a person keeps and writes them: fractions as long as they are short."""

from __future__ import annotations

import math
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Number = int | float | Fraction

EXACT = (int, Fraction, np.integer, np.bool_)  # types whose numbers are no floats
EXACT_TERMS = 1000  # a longer sum of fractions would have a denominator that nobody wants to see
_HUGE = 10**15  # whole numbers from here on are shown with six digits


class Binds(IntEnum):
    """How tightly the parts of a text hold together; what binds less gets parentheses."""

    SUM = 1
    PRODUCT = 2
    SIGN = 3
    POWER = 4
    ATOM = 5


def exact(value: Any) -> Number:
    """Return whole numbers as int, fractions as they are, everything else as float."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else value
    if isinstance(value, EXACT):
        return int(value)
    return float(value)


def plain(value: float) -> int | float:
    """Return a number as a person writes it: 5, not 5.0."""
    value = float(value)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def ratio(numerator: Any, denominator: Any) -> Number:
    """Return the quotient, exactly if both are whole numbers or fractions."""
    a = exact(numerator)
    b = exact(denominator)
    if isinstance(a, float) or isinstance(b, float):
        return a / b
    return exact(Fraction(a, b))


def quotient(gap: float, spread: float) -> float:
    """Return gap / spread, with 0/0 = 0: no difference, nothing to explain."""
    if spread == 0:
        return math.copysign(math.inf, gap) if gap else 0.0
    return gap / spread


def ratios(numerators: NDArray[Any], denominators: Any) -> list[Number] | NDArray[np.float64]:
    """Return the quotients for a sum: exact ones, or floats where they are very many."""
    if len(numerators) > EXACT_TERMS:
        return np.asarray(numerators / denominators)
    above, below = np.broadcast_arrays(numerators, denominators)
    if above.dtype.kind == below.dtype.kind == "i":
        pairs = zip(above.tolist(), below.tolist(), strict=True)
        return [Fraction(a, b) if a % b else a // b for a, b in pairs]
    return [ratio(a, b) for a, b in zip(above, below, strict=True)]


def steady(value: Number) -> float:
    """Return a float to 14 digits, as it is shown.

    What follows is not the number but the order in which a processor added, or its logarithm:
    sums to 7.275 and to 7.2749999999999995 are one number, and print as one.
    """
    return float(f"{float(value):.14g}") + 0.0  # -0 is 0


def digits(value: float, places: int = 4) -> str:
    """Return a decimal with `places` digits after the point, or that many significant ones."""
    value = steady(value)
    if value == 0 or 10**-2 <= abs(value) < 10**6:
        text = f"{value:.{places}f}"
        return text.rstrip("0").rstrip(".") if "." in text and float(text) == value else text
    return f"{value:.{places}g}"


def is_short(value: Fraction) -> bool:
    """Tell whether a fraction is written as one, not as a decimal."""
    return abs(value.numerator) < 10_000 and value.denominator < 10_000


def number_text(value: Number) -> tuple[str, Binds]:
    """Return a number as it stands inside a formula, and how tightly that text binds."""
    if isinstance(value, Fraction) and is_short(value):
        return f"{value.numerator}/{value.denominator}", Binds.PRODUCT
    if isinstance(value, int):
        text = str(value) if abs(value) < _HUGE else f"{Decimal(value):.5e}"
    else:
        text = f"{steady(value):.6g}"
    return text, Binds.PRODUCT if text.startswith("-") else Binds.ATOM


def is_rounded(value: Number) -> bool:
    """Tell whether `number_text` had to drop digits."""
    if isinstance(value, int):
        return abs(value) >= _HUGE
    if (isinstance(value, Fraction) and is_short(value)) or math.isnan(value):
        return False
    shown = steady(value)
    return float(f"{shown:.6g}") != shown
