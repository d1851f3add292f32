"""The names that may come next in a cell, for the editor of a live page."""

import builtins
import keyword
from functools import reduce

import __main__


def names(path: str) -> list[str]:
    """Return the names that begin as the last part of a dotted path, of what stands before it."""
    *owners, start = path.split(".")
    known = vars(builtins) | vars(__main__)
    try:
        found = dir(reduce(getattr, owners[1:], known[owners[0]])) if owners else [*known]
    except Exception:  # an unknown name, or whatever an attribute of the reader's raises
        return []
    found += [] if owners else keyword.kwlist
    is_hidden = not start.startswith("_")
    return sorted(n for n in {*found} if n.startswith(start) and not (is_hidden and n[0] == "_"))
