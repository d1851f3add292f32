"""The report on all classes, as scikit-learn prints it."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, Floats, fail, flag, integer, shown
from .._workings import Line, Working, exact, shows
from ._counts import Counts, label_counts, names_of, support, wanted_labels
from ._kernel import averaged, f_scores, pooled, precisions, recalls
from ._typing import Report
from ._workings import class_steps, mean_line, undefined_as

_DIGITS = 100  # more than a float has
_COLUMNS = ("precision", "recall", "f1-score", "support")

Row = tuple[str, Any, Any, Any, Any]


def _rows(c: Counts, whole: bool, names: list[str], n: Array, zero_division: object) -> list[Row]:
    """Return a row for each class and each average."""

    def measures(c: Counts) -> tuple[Floats, Floats, Floats]:
        p, r = precisions(c, zero_division), recalls(c, zero_division)
        return p, r, f_scores(c, 1.0, zero_division)

    columns, pools = measures(c), measures(pooled(c, "micro"))
    rows: list[Row] = list(zip(names, *columns, n, strict=True))
    for average, values in (("micro", pools), ("macro", columns), ("weighted", columns)):
        name = "accuracy" if whole and average == "micro" else f"{average} avg"
        p, r, f = (averaged(v, average, c) for v in values)
        rows.append((name, p, r, f, np.sum(n)))
    return rows


def _as_dict(rows: list[Row], n_classes: int) -> dict[str, Any]:
    names = [row[0] for row in rows]
    if len(set(names)) < len(names):
        fail("target_names", "distinct names, none of them an average's", shown(names[:n_classes]))
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


def _show(value: Any, **options: Any) -> Working:
    c, whole = _counts(options["y_true"], options["y_pred"], options["labels"],
                       options["sample_weight"])  # fmt: skip
    put = undefined_as(options)
    steps = class_steps(c, "PRF", 1, put)
    if whole:
        steps.append(Line("2.5", "acc", "right / m",
                          {"right": exact(c.right.sum()), "m": exact(c.total)}))  # fmt: skip
    steps += [mean_line(c, kind, 1, average, put) for average in ("macro", "weighted")
              for kind in "PRF"]  # fmt: skip
    return Working(value, *steps)


def _counts(
    y_true: ArrayLike, y_pred: ArrayLike, labels: ArrayLike | None, sample_weight: ArrayLike | None
) -> tuple[Counts, bool]:
    """Return the counts of the classes to report, and whether these are all that occur."""
    c = label_counts(y_true, y_pred, sample_weight)
    if labels is None:
        return c, True
    wanted = wanted_labels(labels, c.classes)
    return c.take(wanted), set(wanted.tolist()) >= set(c.classes.tolist())


def _showing(function: Callable[..., Any]) -> Report:
    return cast(Report, shows(_show)(function))


@_showing
def classification_report(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    target_names: Sequence[str] | None = None,
    sample_weight: ArrayLike | None = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: object = "warn",
) -> str | dict[str, Any]:
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
        What each sample counts; 1 by default.
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
    c, whole = _counts(y_true, y_pred, labels, sample_weight)
    names, n = names_of(target_names, c.classes), support(c, sample_weight)
    rows = _rows(c, whole, names, n, zero_division)
    if flag(output_dict, "output_dict"):
        return _as_dict(rows, len(c.classes))
    return _as_text(rows, digits)
