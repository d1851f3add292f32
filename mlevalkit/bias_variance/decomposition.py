"""What both decompositions share: the shapes they ask for, and the form of their results."""

from dataclasses import fields
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from .._record import FloatProperty
from .._validation import Array, fail
from ..results import TupleResult

Terms = TypeVar("Terms")


class Decomposition(TupleResult):
    """A result with three parts, the averages over the points; it unpacks and indexes as these."""

    __slots__ = ()

    predictions: Array

    @property
    def n_sets(self) -> int:
        """Number of training sets."""
        return len(self.predictions)

    @property
    def n_points(self) -> int:
        """Number of points."""
        return len(self.predictions[0])


def of_average(name: str, doc: str) -> FloatProperty:
    """Return a property of a decomposition that reads a term of its `average`."""
    return FloatProperty(lambda result: float(getattr(result.average, name)), doc=doc)


def dimensions(values: ArrayLike) -> int:
    """Return 2 for rows of labels, 1 for one row, whatever else is wrong with them."""
    try:
        return 2 if np.ndim(values) >= 2 else 1
    except (ValueError, TypeError):  # no array at all; who reads the values will say so
        return 1


def check_points(y_true: Array, shape: tuple[int, ...]) -> None:
    """Check that there is one true value for each point."""
    if len(y_true) != shape[1]:
        fail("y_true", f"{shape[1]} values, one per column of predictions", f"{len(y_true)}")


def as_rows(y_noisy: Array, shape: tuple[int, ...]) -> Array:
    """Return the labels y_D with one row for every training set, or one for all."""
    rows = np.atleast_2d(y_noisy)
    if rows.shape not in (shape, (1, shape[1])):
        fail("y_noisy", f"shape {shape} like predictions, or ({shape[1]},)", f"{y_noisy.shape}")
    return rows


def averaged(terms: Terms) -> Terms:
    """Return the terms of all points averaged over the points."""
    every = np.array([getattr(terms, f.name) for f in fields(terms)])  # type: ignore[arg-type]
    return type(terms)(*every.mean(axis=1).tolist())
