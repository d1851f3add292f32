"""The confusion matrix (Table 2.1)."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, fail, one_of, shown
from .._workings import Table, Words, Working, cell_text, quoted, shows
from ._counts import label_table, wanted_labels


def _show_confusion_matrix(matrix: Array, **options: Any) -> Working:
    classes, _ = label_table(options["y_true"], options["y_pred"], None)
    names = [str(c) for c in wanted_labels(options["labels"], classes).tolist()]
    rows = [[n, *row] for n, row in zip(names, matrix.tolist(), strict=True)]
    caption = ("rows: true class, columns: predicted class", "行：真实类别，列：预测类别")
    table = Table(["true", *map(quoted, names)], rows, caption)
    if options["normalize"] is not None:
        return Working(matrix, table)
    right, total = cell_text(np.trace(matrix)), cell_text(matrix.sum())
    words = Words(
        f"{right} of {total} on the diagonal: predicted right.",
        f"对角线上 {right} 个（共 {total} 个）：预测正确。",
    )
    return Working(matrix, table, words)


@shows(_show_confusion_matrix)
def confusion_matrix(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    normalize: str | None = None,
) -> Array:
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
        What each sample counts; 1 by default.
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
        table = _rearranged(table, classes, wanted)
    if normalize is None:
        return table
    axis = {"true": 1, "pred": 0, "all": None}[normalize]
    total = table.sum(axis=axis, keepdims=True)
    shares: Array = np.zeros(table.shape)
    np.divide(table, total, out=shares, where=total != 0)
    return shares


def _rearranged(table: Array, classes: Array, wanted: Array) -> Array:
    place = {c: i for i, c in enumerate(classes.tolist())}
    index = [place.get(c, -1) for c in wanted.tolist()]
    if max(index) < 0:
        fail("labels", f"at least one of the labels that occur {shown(classes)}", shown(wanted))
    padded: Array = np.pad(table, (0, 1))
    return padded[np.ix_(index, index)]
