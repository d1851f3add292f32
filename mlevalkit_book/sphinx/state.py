"""What the steps of a build hand to one another.

What must outlive a build stands in Sphinx's environment instead: of each page its anchors, the mark
of those beyond the textbook, and what it shows of other files in ``env.metadata``; the search's
sections in ``env.book_sections``; what stood in those other files in ``env.book_shown``.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Build:
    """One run of Sphinx; ``app.book``. README.md says which step sets what."""

    repository: tuple[str, str] | None = None  # "OWNER/NAME" and branch
    stamp: str = ""  # of the theme's scripts
    live: dict[str, Any] | None = None  # the manifest of the runtime, if pages are live
    contents: list[tuple[str, list[str]]] = field(default_factory=list)  # caption, page names
    frame: str = ""  # digest of what all pages show
    coming: Generator[str, None, None] = (key for key in ())  # explorers, drawn in the background
    explorers: dict[str, Any] = field(default_factory=dict)  # drawings of those on pages, by name
    scripts: dict[str, dict[str, str]] = field(default_factory=dict)  # their addresses, by language
    written: dict[str, dict[str, Any]] = field(default_factory=dict)  # pages, see changes.py


def note_shown(env, what):
    """Note that the page which is read shows what stands elsewhere, see ``changes.read_again``."""
    env.metadata[env.docname].setdefault("shows", set()).add(what)
