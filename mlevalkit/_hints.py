"""What is meant by names of other libraries, or of the spelling, that this one does not have."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from difflib import get_close_matches
from importlib.resources import files


def known_elsewhere() -> dict[str, dict[str, str]]:
    """Return what names are called here, and who has what is not here."""
    return tomllib.loads(files(__package__).joinpath("hints.toml").read_text("utf-8"))


def hint(name: str, public: Collection[str], results: Collection[str]) -> str:
    """Return the end of the message on a name that `mlevalkit` does not have."""
    names = known_elsewhere()
    if name in names["ours"]:
        return f": it is called {names['ours'][name]}"
    if name in names["elsewhere"]:
        return f": it is in {names['elsewhere'][name]}"
    if name in results:
        return ": it is in mlevalkit.results"
    # A common ending, such as "_curve", is no likeness.
    near = get_close_matches(name, public, n=1, cutoff=0.7)
    return f". Did you mean: {near[0]!r}?" if near else ""
