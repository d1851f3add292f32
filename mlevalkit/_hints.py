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
    meant = {other: f"is called {ours}" for other, ours in names["ours"].items()}
    meant |= {other: f"is in {place}" for other, place in names["elsewhere"].items()}
    meant |= dict.fromkeys(results, "is in mlevalkit.results")
    letters = _letters(name)
    for other, said in meant.items():
        if _letters(other) == letters:
            return f": it {said}"
    near = _near(letters, public)
    return f". Did you mean: {' or '.join(map(repr, near))}?" if near else ""


def _letters(name: str) -> str:
    """Return a name without its capitals and underscores."""
    return name.casefold().replace("_", "")


def _near(letters: str, public: Collection[str]) -> list[str]:
    """Return the names that begin or are spelled like this one."""
    names = {_letters(name): name for name in public}
    begins = [name for other, name in names.items() if other.startswith(letters)]
    if begins and len(letters) > 1:
        return begins[:3]
    # A common ending, such as "_curve", is no likeness.
    return [names[other] for other in get_close_matches(letters, names, n=1, cutoff=0.7)]
