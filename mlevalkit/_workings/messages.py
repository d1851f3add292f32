"""Sentences are data: each package keeps its own in ``messages.toml``, both languages together."""

import tomllib
from functools import cache
from pkgutil import get_data
from typing import Any

from .steps import Sentence


class Messages:
    """The sentences of a package: ``say("mcnemar.few", n=12)`` is a `Sentence`.

    A place ``{n}`` in a sentence takes what is given under that name; another `Sentence` is put
    in in its own language.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    @property
    def data(self) -> dict[str, Any]:
        """What ``messages.toml`` holds."""
        return data_of(self._package, "messages.toml")

    def __call__(self, *path: str, **places: Any) -> Sentence:
        """Return a sentence in both languages, with its places filled.

        `path` are the names that lead to it, or one text that joins them with dots.
        """
        found: Any = self.data
        for name in path if len(path) > 1 else path[0].split("."):
            found = found[name]
        return Sentence(
            found["en"].format(**{k: getattr(v, "en", v) for k, v in places.items()}),
            found["zh"].format(**{k: getattr(v, "zh", v) for k, v in places.items()}),
        )


@cache
def data_of(package: str, name: str) -> dict[str, Any]:
    """Return what a TOML file of a package holds."""
    return tomllib.loads((get_data(package, name) or b"").decode())
