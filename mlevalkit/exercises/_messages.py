"""The sentences of this package, in both languages, from ``messages.toml``."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def messages() -> dict[str, Any]:
    """Return what ``messages.toml`` holds."""
    return tomllib.loads((files(__package__) / "messages.toml").read_text("utf-8"))


def sentence(group: str, key: str, **places: object) -> tuple[str, str]:
    """Return a sentence in English and in Chinese, with its places filled."""
    en, zh = (messages()[group][key][lang].format(**places) for lang in ("en", "zh"))
    return en, zh
