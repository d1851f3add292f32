"""What form an answer has, and whether a number in it is the right one."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._validation import fail


def close(a: object, b: float) -> bool:
    """Return whether an answer is the number b, to four digits; no number is not."""
    if a is np.ma.masked:
        return False
    try:
        return math.isclose(float(a), b, rel_tol=1e-4, abs_tol=1e-9)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False


def several(answer: Any, size: int, form: str) -> Sequence[Any]:
    """Return an answer that must have several parts."""
    listed = isinstance(answer, (tuple, list)) or (isinstance(answer, np.ndarray) and answer.ndim)
    if not listed or len(answer) != size:
        fail("answer", form, repr(answer), TypeError)
    return answer  # type: ignore[no-any-return]


def function(answer: Any, form: str) -> Callable[..., Any]:
    """Return an answer that must be a function."""
    if not callable(answer):
        fail("answer", form, repr(answer), TypeError)
    return answer  # type: ignore[no-any-return]
