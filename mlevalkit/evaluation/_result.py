"""The base of this room's results: text, and what a notebook shows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from .._display import Working, digits


class Outcome(ABC):
    """What a run of learners found; it shows its working in a notebook and under ``print``."""

    __slots__ = ()

    _brief: ClassVar[tuple[str, ...]]

    @abstractmethod
    def working(self) -> Working:
        """Show how the result comes about, and what it does and does not say."""

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_short(getattr(self, name))}" for name in self._brief)
        return f"{type(self).__name__}({fields})"

    def __str__(self) -> str:
        return str(self.working())

    def _repr_html_(self) -> str:
        return self.working()._repr_html_()


def _short(value: object) -> str:
    return digits(value) if isinstance(value, float) else repr(value)
