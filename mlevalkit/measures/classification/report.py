"""Several measures in one call, as scikit-learn has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..._validation import Array, ArrayLike, as_array, as_list, fail, integer, shown
from ...display.workings import Found, Line, Step, exact, measure
from .averages import class_steps, mean_line, prf_steps, undefined_value
from .counts import Average, Counts, ZeroDivision, chosen_counts, label_counts, valid_beta

_DIGITS = 100  # more than a float has
_COLUMNS = ("precision", "recall", "f1-score", "support")

Row = tuple[str, Any, Any, Any, Any]


@measure
def precision_recall_fscore_support(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    beta: float = 1.0,
    labels: ArrayLike | None = None,
    pos_label: object = 1,
    average: Average = None,
    warn_for: Sequence[str] = ("precision", "recall", "f-score"),
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Found[tuple[Any, Any, Any, Array | None]]:
    """Return precision, recall, F and the number of samples of each class: (2.8)-(2.17).

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    beta : float, default 1.0
        The weight of recall, see `fbeta_score`.
    labels, pos_label, sample_weight, zero_division
        As in `precision_score`.
    average : {None, "binary", "micro", "macro", "weighted"}, default None
        As in `precision_score`; None returns one value per class.
    warn_for : sequence of {"precision", "recall", "f-score"}, default all three
        Which of them may warn of 0/0.

    Returns
    -------
    precision, recall, fscore : float, or ndarray of shape (n_classes,)
        From 0 to 1.
    support : ndarray of shape (n_classes,), or None if averaged
        How many samples of each class there are.

    Raises
    ------
    ValueError, TypeError
        As in `precision_score`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> p, r, f, n = mk.precision_recall_fscore_support([0, 0, 1, 1, 1], [0, 1, 1, 1, 0])
    >>> p.round(4), r.round(4), n
    (array([0.5   , 0.6667]), array([0.5   , 0.6667]), array([2, 3]))

    Source
    ------
    Zhou, Machine Learning, section 2.3.2.
    """
    b = valid_beta(beta)
    warned = [warn_for] if isinstance(warn_for, str) else as_list(warn_for, "warn_for")
    c = chosen_counts(y_true, y_pred, labels, pos_label, average, sample_weight)

    def undefined(name: str) -> object:
        quiet = isinstance(zero_division, str) and zero_division == "warn" and name not in warned
        return 0 if quiet else zero_division

    p = c.precision(undefined("precision"), average)
    r = c.recall(undefined("recall"), average)
    f = c.f_score(b, undefined("f-score"), average)
    n = _support(c, sample_weight) if average is None else None
    return Found((p, r, f, n), lambda: prf_steps(c, "PRF", average, zero_division, b, "PRF"))


def _support(c: Counts, sample_weight: ArrayLike | None) -> Array:
    """Return the number of samples of each class; their weight is a float, as in scikit-learn."""
    return c.true if sample_weight is None else c.true.astype(np.float64)


@measure
def classification_report(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    target_names: Sequence[str] | None = None,
    sample_weight: ArrayLike | None = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: ZeroDivision = "warn",
) -> Found[str | Any]:
    """Report precision, recall and F1 of each class and their averages, as scikit-learn does.

    Its "macro avg" of the column f1-score is the mean of the classes' F1, not the textbook's
    (2.14), which is `macro_f1`.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    labels : array-like of shape (n_classes,), optional
        The classes to report, in order; by default all that occur, sorted. If one is left out,
        a "micro avg" stands where the accuracy is otherwise.
    target_names : sequence of str, optional
        Names for the classes, in the same order.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.
    digits : int from 0 to 100, default 2
        Digits after the point.
    output_dict : bool, default False
        Return nested dictionaries of unrounded numbers instead of text.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        The value of 0/0; "warn" is 0 with a warning.

    Returns
    -------
    str or dict
        The report.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of label columns, or there are more or fewer names than classes.

    Warns
    -----
    UndefinedMetricWarning
        If a value is 0/0 and `zero_division` is "warn".

    Examples
    --------
    >>> import mlevalkit as mk
    >>> print(mk.classification_report([0, 0, 1, 1, 1], [0, 1, 1, 1, 0]))
                  precision    recall  f1-score   support
    <BLANKLINE>
               0       0.50      0.50      0.50         2
               1       0.67      0.67      0.67         3
    <BLANKLINE>
        accuracy                           0.60         5
       macro avg       0.58      0.58      0.58         5
    weighted avg       0.60      0.60      0.60         5
    <BLANKLINE>

    Source
    ------
    The layout is scikit-learn's.
    """
    integer(digits, "digits", most=_DIGITS)
    every = label_counts(y_true, y_pred, sample_weight)
    c = every.reported(labels)
    whole = set(c.classes.tolist()) >= set(every.classes.tolist())
    names = _names(target_names, c.classes)
    rows = _rows(c, whole, names, _support(c, sample_weight), zero_division)
    value = _as_dict(rows, len(c.classes)) if output_dict else _as_text(rows, digits)
    return Found(value, lambda: _report_steps(c, whole, zero_division))


def _names(target_names: Any, classes: Array) -> list[str]:
    """Return a name for each class."""
    if target_names is None:
        return [str(c) for c in classes.tolist()]
    names = [str(n) for n in as_array(target_names, "target_names").tolist()]
    if len(names) != len(classes):
        fail("target_names", f"one name per class ({len(classes)})", f"{len(names)}")
    return names


def _rows(c: Counts, whole: bool, names: list[str], n: Array, put: object) -> list[Row]:
    """Return a row for each class and each average."""

    def measures(average: object) -> list[Any]:
        return [c.precision(put, average), c.recall(put, average), c.f_score(1, put, average)]

    columns = measures(None)
    averages = {
        "accuracy" if whole else "micro avg": measures("micro"),
        "macro avg": [c.averaged(column, "macro") for column in columns],
        "weighted avg": [c.averaged(column, "weighted") for column in columns],
    }
    rows: list[Row] = [(name, *row) for name, *row in zip(names, *columns, n, strict=True)]
    return [*rows, *((name, *row, n.sum()) for name, row in averages.items())]


def _as_dict(rows: list[Row], n_classes: int) -> dict[str, Any]:
    names = [row[0] for row in rows]
    if len(set(names)) < len(names):
        fail("target_names", "distinct names, none that of an average", shown(names[:n_classes]))
    report: dict[str, Any] = {
        name: dict(zip(_COLUMNS, map(float, values), strict=True)) for name, *values in rows
    }
    if names[n_classes] == "accuracy":
        report["accuracy"] = report["accuracy"]["precision"]
    return report


def _as_text(rows: list[Row], digits: int) -> str:
    width = max(*(len(row[0]) for row in rows), digits)
    lines = [f"{'':>{width}s} " + "".join(f" {c:>9}" for c in _COLUMNS), ""]
    for i, (name, *values, n) in enumerate(rows):
        cells = [f" {v:>9.{digits}f}" for v in values]
        if i == len(rows) - 3:
            lines.append("")
            if name == "accuracy":
                cells[:2] = [" " * 10] * 2
        lines.append(f"{name:>{width}s} {''.join(cells)} {n:>9}")
    return "\n".join(lines) + "\n"


def _report_steps(c: Counts, whole: bool, zero_division: object) -> list[Step]:
    put = undefined_value(zero_division)
    steps = class_steps(c, "PRF", 1, put)
    if whole:
        values = {"right": exact(c.right.sum()), "m": exact(c.total)}
        steps.append(Line("2.5", "acc", "right / m", values))
    means = [mean_line(c, k, average, put) for average in ("macro", "weighted") for k in "PRF"]
    return [*steps, *means]
