"""The confusion matrix (Table 2.1)."""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, fail, one_of, shown
from .._workings import Found, Messages, Step, Table, cell_text, measure, quoted, shortened
from .counts import label_table, wanted_labels

_say = Messages(__package__)

_ROWS = 30  # more rows or columns than that are left out of a working


@measure
def confusion_matrix(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    normalize: Literal["true", "pred", "all"] | None = None,
) -> Found[Array]:
    """Count how often each class was predicted for each true class (Table 2.1).

    Rows are true classes, columns predicted ones. For the classes (0, 1) with 1 positive that
    is ``[[TN, FP], [FN, TP]]``; the textbook writes the positive class first:
    ``labels=[1, 0]`` gives its ``[[TP, FN], [FP, TN]]``.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    labels : array-like of shape (n_classes,), optional
        The classes to show and their order; by default all that occur, sorted.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    normalize : {"true", "pred", "all"}, optional
        Divide by the sums of the rows, of the columns, or by the total; 0/0 gives 0.

    Returns
    -------
    ndarray of shape (n_classes, n_classes)
        Whole numbers, unless weighted by others or normalised.

    Raises
    ------
    ValueError, TypeError
        If the columns are empty, of unequal length, no labels, or of different types.

    Examples
    --------
    Example 2.10:

    >>> import mlevalkit as mk
    >>> y_true, y_pred = mk.datasets.example("2.10")
    >>> mk.confusion_matrix(y_true, y_pred)
    array([[4, 0, 1],
           [1, 1, 0],
           [0, 2, 1]])

    Source
    ------
    Zhou, Machine Learning, Table 2.1. Many books put the predicted class in the rows.
    """
    one_of(normalize, "normalize", (None, "true", "pred", "all"))
    classes, table = label_table(y_true, y_pred, sample_weight)
    if labels is not None:
        wanted = wanted_labels(labels, classes)
        classes, table = wanted, _rearranged(table, classes, wanted)
    if normalize is not None:
        total = table.sum(axis={"true": 1, "pred": 0, "all": None}[normalize], keepdims=True)
        table = np.divide(table, total, out=np.zeros(table.shape), where=total != 0)
    return Found(table, lambda: _matrix_steps(table, classes, normalize))


def _matrix_steps(matrix: Array, classes: Array, normalize: str | None) -> list[Step]:
    names = [str(c) for c in classes.tolist()]
    rows = [[n, *_shortened_row(row)] for n, row in zip(names, matrix.tolist(), strict=True)]
    header = ["true", *map(quoted, _shortened_row(names))]
    steps: list[Step] = [Table(header, shortened(rows, _ROWS), _say("table"))]
    if normalize is None:
        right, total = cell_text(np.trace(matrix)), cell_text(matrix.sum())
        steps.append(_say("diagonal", right=right, total=total))
    return steps


def _shortened_row(cells: list[Any]) -> list[Any]:
    return cells if len(cells) <= _ROWS else [*cells[: _ROWS - 2], "...", cells[-1]]


def _rearranged(table: Array, classes: Array, wanted: Array) -> Array:
    place = {c: i for i, c in enumerate(classes.tolist())}
    index = [place.get(c, -1) for c in wanted.tolist()]
    if max(index) < 0:
        fail("labels", f"at least one of the labels that occur {shown(classes)}", shown(wanted))
    padded: Array = np.pad(table, (0, 1))
    return padded[np.ix_(index, index)]
