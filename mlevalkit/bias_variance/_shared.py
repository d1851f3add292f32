"""What both decompositions share: the shapes they ask for, the average of their terms, words."""

from dataclasses import fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, fail
from .._workings import Words

Terms = TypeVar("Terms")

ONE_SET = Words(
    "There is one training set only: variance 0 is no finding.",
    "只有一个训练集：方差为 0 并不说明任何问题。",
)


def dimensions(values: ArrayLike) -> int:
    """Return 2 for rows of labels, 1 for one row, whatever else is wrong with them."""
    ndim: Any = getattr(values, "ndim", None)
    try:
        ndim = ndim if isinstance(ndim, int) else np.asarray(values, dtype=object).ndim
    except (ValueError, TypeError):  # no array at all; who reads the values will say so
        return 1
    return 2 if ndim >= 2 else 1


def check_points(y_true: Array, shape: tuple[int, ...]) -> None:
    """Check that there is one true value a point."""
    if len(y_true) != shape[1]:
        fail("y_true", f"{shape[1]} values, one a column of predictions", f"{len(y_true)}")


def as_rows(y_noisy: Array, shape: tuple[int, ...]) -> Array:
    """Return the labels y_D with one row for every training set, or one for all."""
    rows = y_noisy[None, :] if y_noisy.ndim == 1 else y_noisy
    if rows.shape not in (shape, (1, shape[1])):
        fail("y_noisy", f"shape {shape} like predictions, or ({shape[1]},)", f"{y_noisy.shape}")
    return rows


def averaged(terms: Terms) -> Terms:
    """Return the terms of all points averaged over the points."""
    means = {f.name: float(getattr(terms, f.name).mean()) for f in fields(terms)}  # type: ignore[arg-type]
    return type(terms)(**means)
