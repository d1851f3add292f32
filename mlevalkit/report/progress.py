"""Progress of long work, for whoever waits: which step, of which part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._optional import need


def steps(items: Iterable[Any], title: object, progress: bool) -> Iterable[Any]:
    """Return the items, with a bar that counts them as they are taken, if it is asked for."""
    if progress:
        items = need("tqdm").tqdm(items, desc=str(title), mininterval=0, leave=False)
    return items
