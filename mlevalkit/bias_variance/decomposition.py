"""What both decompositions share: the shapes they ask for, and the form of their results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np

from .._validation import Array, ArrayLike, fail
from ..display.results import TupleResult

Terms = TypeVar("Terms")


class Decomposition(TupleResult):
    """A result with three parts, the averages over the points; it unpacks and indexes as these."""

    predictions: Array

    @property
    def n_sets(self) -> int:
        """Number of training sets."""
        return len(self.predictions)

    @property
    def n_points(self) -> int:
        """Number of points."""
        return len(self.predictions[0])


def checked(
    read: Callable[[Any, str, Any], Array],
    predictions: ArrayLike,
    y_true: ArrayLike,
    y_noisy: ArrayLike | None,
) -> tuple[Array, Array, Array | None]:
    """Return f, y, and y_D with one row for every training set or one for all, as `read` does."""
    f = read(predictions, "predictions", 2)
    y = read(y_true, "y_true", 1)
    if len(y) != f.shape[1]:
        fail("y_true", f"one value per column of predictions ({f.shape[1]})", f"{len(y)}")
    if y_noisy is None:
        return f, y, None
    noisy = read(y_noisy, "y_noisy", (1, 2))
    rows = np.atleast_2d(noisy)
    if rows.shape not in (f.shape, (1, len(y))):
        fail("y_noisy", f"shape {f.shape} like predictions, or ({len(y)},)", f"{noisy.shape}")
    return f, y, rows


def averaged(terms: Terms) -> Terms:
    """Return the terms of all points averaged over the points."""
    every = np.array([getattr(terms, f.name) for f in fields(terms)])  # type: ignore[arg-type]
    return type(terms)(*every.mean(axis=1).tolist())
