"""How calls are timed: two of them in turns, on the same data, in the same process.

A ratio of two calls that take turns hardly depends on what else the machine does; a time does.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from time import process_time
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: one thread for everybody

Call = Callable[[], Any]

SLICE = 0.02  # seconds that one measurement should take
ENOUGH = 4.0  # seconds that a comparison may take once it has LEAST rounds
LEAST, MOST = 7, 31


def seconds(call: Call, repeats: int) -> float:
    """Return how long one call takes, on average over the repeats."""
    start = process_time()
    for _ in range(repeats):
        call()
    return (process_time() - start) / repeats


def repeats(call: Call) -> int:
    """Return how many repeats fill a slice; the calls made to find out warm up."""
    call()
    return max(1, int(SLICE / max(seconds(call, 3), 1e-9)))


def ratios(call: Call, other: Call) -> list[float]:
    """Return time of `other` over time of `call`, measured in turns."""
    n_call, n_other = repeats(call), repeats(other)
    found: list[float] = []
    start = process_time()
    for i in count():
        if i >= MOST or (i >= LEAST and process_time() - start > ENOUGH):
            return found
        ours = seconds(call, n_call)
        found.append(seconds(other, n_other) / ours)
    raise AssertionError
