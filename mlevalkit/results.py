"""What functions return: for annotations, ``isinstance``, and results of one's own."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from ._lazy import attach_stub


def _hint(name: str) -> str:
    near = get_close_matches(name, __all__, n=1)
    return f". Did you mean: {near[0]!r}?" if near else ""


_get, __dir__, __all__ = attach_stub(__name__, _hint)


def __getattr__(name: str) -> Any:
    return _get(name)
