"""Streams of random numbers, from what scikit-learn calls `random_state`."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ._validation import integer

# as text: numpy imports its streams only when they are used
RandomState: TypeAlias = "np.random.RandomState | np.random.Generator | int | None"


def seed(random_state: object) -> int | np.random.RandomState | None:
    """Return None, a whole number, or a stream; of a Generator, a stream of its own bits."""
    if random_state is None or isinstance(random_state, np.random.RandomState):
        return random_state
    if isinstance(random_state, np.random.Generator):
        return np.random.RandomState(random_state.bit_generator)
    return integer(random_state, "random_state", most=2**32 - 1)


def random_stream(random_state: object) -> np.random.RandomState:
    """Return a stream of random numbers; None is the one that ``np.random.seed`` sets."""
    start = seed(random_state)
    if start is None:
        return np.random.mtrand._rand
    return start if isinstance(start, np.random.RandomState) else np.random.RandomState(start)
