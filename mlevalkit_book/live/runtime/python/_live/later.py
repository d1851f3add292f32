"""Keeps pandas from being imported where nobody asked for it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType


class LaterPandas(MetaPathFinder):
    """Tells scikit-learn that pandas is missing when it looks for it in passing.

    It imports pandas, for more than a second, only to know its version. Whoever else imports
    pandas gets it, and scikit-learn then finds it where it works on a data frame.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> None:
        """Find nothing; for that one import of scikit-learn, say so."""
        if name == "pandas" and importer() == "sklearn.utils.fixes":
            raise ModuleNotFoundError(name)


def importer() -> str:
    """Return the name of the module whose import statement is being executed."""
    frame = sys._getframe(2)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("importlib"):
        frame = frame.f_back
    return str(frame.f_globals.get("__name__", ""))
