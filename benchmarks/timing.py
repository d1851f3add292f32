"""How calls are timed: two of them in turns, on the same data, in the same process.

A ratio of two calls that take turns hardly depends on what else the machine does; a time does.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import process_time
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: one thread for everybody

Call = Callable[[], Any]

SLICE = 0.02  # seconds that one measurement should take
ENOUGH = 4.0  # seconds that a comparison may take once it has its least number of turns


def seconds(call: Call, repeats: int) -> float:
    """Return how long one call takes, on average over the repeats."""
    start = process_time()
    for _ in range(repeats):
        call()
    return (process_time() - start) / repeats


def repeats(call: Call) -> int:
    """Return how many repeats fill a slice; the first call may import something."""
    if min(seconds(call, 1), seconds(call, 1)) > SLICE:
        return 1
    return max(1, int(SLICE / max(seconds(call, 3), 1e-9)))


def turns(call: Call, other: Call, least: int = 7, most: int = 31) -> list[tuple[float, float]]:
    """Return the seconds that both calls take, measured in turns at least so often."""
    n_call, n_other = repeats(call), repeats(other)
    found: list[tuple[float, float]] = []
    start = process_time()
    while len(found) < least or (len(found) < most and process_time() - start < ENOUGH):
        found.append((seconds(call, n_call), seconds(other, n_other)))
    return found
