"""The words of words.toml, by language."""

import tomllib
from typing import Any

from mlevalkit_book.paths import PARTS

LANGUAGES = ("zh", "en")  # the first is that of pages that have no other
OTHER = {"zh": "en", "en": "zh"}
CODES = {"zh": "zh-CN", "en": "en"}  # as HTML names them
FILE = PARTS / "words.toml"
ALL = tomllib.loads(FILE.read_text(encoding="utf-8"))


def words(section: str) -> dict[str, dict[str, Any]]:
    """Return a section's texts, or lists of texts, as {language: {key: text}}."""
    return {lang: {key: said[lang] for key, said in ALL[section].items()} for lang in LANGUAGES}


WORDS = words("frame")
COMMA = {"zh": "、", "en": ", "}  # of a list
