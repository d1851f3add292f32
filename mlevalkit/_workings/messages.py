"""Sentences are data: each package keeps its own in ``messages.toml``, both languages together."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from .steps import Sentence


class Messages:
    """The sentences of a package: ``say("mcnemar.few", n=12)`` is a `Sentence`.

    A place ``{n}`` in a sentence takes what is given under that name; another `Sentence` is put
    in in its own language.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def __call__(self, key: str, **places: Any) -> Sentence:
        """Return the sentence `key` in both languages, with its places filled."""
        found: Any = _read(self._package)
        for name in key.split("."):
            found = found[name]
        return Sentence(
            found["en"].format(**{k: getattr(v, "en", v) for k, v in places.items()}),
            found["zh"].format(**{k: getattr(v, "zh", v) for k, v in places.items()}),
        )


@cache
def _read(package: str) -> dict[str, Any]:
    return tomllib.loads((files(package) / "messages.toml").read_text("utf-8"))
