"""What both decompositions share: the shapes they ask for, and the form of their results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from .._validation import Array, ArrayLike, fail
from ..display.results import TupleResult


class Decomposition(TupleResult):
    """A result whose terms are averages over the points, those at each point in `per_point`."""

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
    read: Callable[[Any, str, Any], Array], predictions: ArrayLike, y_true: ArrayLike
) -> tuple[Array, Array]:
    """Return predictions with one row for every training set, and y, as `read` does."""
    f = read(predictions, "predictions", 2)
    y = read(y_true, "y_true", 1)
    if len(y) != f.shape[1]:
        fail("y_true", f"one value per column of predictions ({f.shape[1]})", f"{len(y)}")
    return f, y


def averaged(per_point: Any) -> dict[str, float]:
    """Return the terms averaged over the points, by name."""
    return {f.name: float(getattr(per_point, f.name).mean()) for f in fields(per_point)}
