"""Small whole numbers from a seed, the same on every platform."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from .._validation import fail, integer

T = TypeVar("T")

_MASK = 2**32 - 1
_STEP = 0x9E3779B9  # 2**32 divided by the golden ratio, odd


class Draw:
    """Draws numbers from a seed: the same ones in every version of Python.

    All arithmetic is modulo 2**32. ``mix(x)`` is: ``x ^= x >> 16``, ``x *= 0x21F0AAAD``,
    ``x ^= x >> 15``, ``x *= 0x735A2D97``, ``x ^= x >> 15``. The state starts at 0, and each byte b
    of the UTF-8 text "NAME SEED" makes of it ``mix((state + 0x9E3779B9) ^ b)``. Each draw adds
    0x9E3779B9 to the state, and ``mix(state)`` is drawn; for a whole number below n it is drawn
    again until it is below the largest multiple of n up to 2**32, and taken modulo n. The methods
    are named as those of Python's ``random``.

    Parameters
    ----------
    name : str
        What the numbers are for: each name has a stream of its own.
    seed : int >= 0
        The same seed, the same numbers.

    Examples
    --------
    >>> from mlevalkit.exercises import Draw
    >>> draw = Draw("dice", 7)
    >>> [draw.randint(1, 6) for _ in range(10)]
    [4, 6, 1, 3, 5, 3, 6, 2, 1, 5]
    """

    def __init__(self, name: str, seed: int) -> None:
        self._state = 0
        seed = integer(seed, "seed")
        for byte in f"{name} {seed}".encode():
            self._state = _mix(((self._state + _STEP) & _MASK) ^ byte)

    def _below(self, n: int) -> int:
        end = 2**32 - 2**32 % n
        while True:
            self._state = (self._state + _STEP) & _MASK
            drawn = _mix(self._state)
            if drawn < end:
                return drawn % n

    def randint(self, a: int, b: int) -> int:
        """Return a whole number from a to b, both included."""
        if b < a or b - a >= 2**32:
            fail("a and b", "a <= b < a + 2**32", f"{a} and {b}")
        return a + self._below(b - a + 1)

    def decimal(self, a: float, b: float, places: int = 2) -> float:
        """Return a number from a to b with so many decimal places."""
        unit: int = 10**places
        return self.randint(round(a * unit), round(b * unit)) / unit

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of the elements."""
        return seq[self.randint(0, len(seq) - 1)]

    def sample(self, population: Sequence[T], k: int | None = None) -> list[T]:
        """Return k different elements in random order; all of them by default."""
        left = list(population)
        size = len(left) if k is None else k
        return [left.pop(self._below(len(left))) for _ in range(size)]


def _mix(x: int) -> int:
    x ^= x >> 16
    x = x * 0x21F0AAAD & _MASK
    x ^= x >> 15
    x = x * 0x735A2D97 & _MASK
    return x ^ x >> 15
