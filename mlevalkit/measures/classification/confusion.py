"""Counts as tables: the confusion matrix, two classes, one against the rest, and pairs."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np

from ..._validation import ArrayLike, fail, real, shown
from ...display.equations import equations as eq
from ...display.results import TupleResult
from ...display.workings import (
    Found,
    Messages,
    Step,
    Table,
    Working,
    cell_text,
    exact,
    line,
    measure,
    word,
)
from .counts import label_counts, label_table, positive_counts

_say = Messages(__package__)

_ROWS = 30  # more rows or columns than that are left out of a working


class BinaryCounts(TupleResult):
    """Counts of true and false positives and negatives: Table 2.1.

    Unpacks as ``TP, FP, FN, TN = counts``. (``confusion_matrix(...).ravel()`` has another
    order: TN, FP, FN, TP.)

    Attributes
    ----------
    TP : int or float
        Positive and predicted positive. With fractional weights the counts are floats.
    FP : int or float
        Negative, predicted positive: false alarms (误报).
    FN : int or float
        Positive, predicted negative: misses (漏报).
    TN : int or float
        Negative and predicted negative.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> counts = mk.results.BinaryCounts(TP=4, FP=2, FN=1, TN=3)
    >>> counts.precision, counts.recall, counts.accuracy
    (0.6666666666666666, 0.8, 0.7)
    >>> print(counts)
    rows: true class, columns: predicted class
        true  positive  negative
    positive         4         1
    negative         2         3
    ...

    Source
    ------
    Zhou, Machine Learning, Table 2.1.
    """

    TP: Any
    FP: Any
    FN: Any
    TN: Any

    _unpacks = ("TP", "FP", "FN", "TN")

    def __post_init__(self) -> None:
        for name, value in zip(self._unpacks, self, strict=True):
            real(value, name, least=0)

    @property
    def total(self) -> Any:
        """The number of samples, TP + FP + FN + TN."""
        return self.TP + self.FP + self.FN + self.TN

    @property
    def accuracy(self) -> float:
        """(TP + TN) / m: (2.5)."""
        return _share(self.TP + self.TN, self.total)

    @property
    def error_rate(self) -> float:
        """(FP + FN) / m: (2.4)."""
        return _share(self.FP + self.FN, self.total)

    @property
    def precision(self) -> float:
        """P = TP / (TP + FP), NaN if nothing is predicted positive: (2.8)."""
        return _share(self.TP, self.TP + self.FP)

    @property
    def recall(self) -> float:
        """R = TP / (TP + FN), NaN if nothing is positive: (2.9)."""
        return _share(self.TP, self.TP + self.FN)

    @property
    def f1(self) -> float:
        """F1 = 2TP / (m + TP - TN): (2.10)."""
        return _share(2 * self.TP, 2 * self.TP + self.FP + self.FN)

    @property
    def tpr(self) -> float:
        """The true positive rate, which is recall: (2.18)."""
        return self.recall

    @property
    def fpr(self) -> float:
        """The false positive rate FP / (TN + FP): (2.19)."""
        return _share(self.FP, self.TN + self.FP)

    @property
    def fnr(self) -> float:
        """The false negative rate, 1 - TPR."""
        return _share(self.FN, self.TP + self.FN)

    @property
    def specificity(self) -> float:
        """TN / (TN + FP), the true negative rate, 1 - FPR."""
        return _share(self.TN, self.TN + self.FP)

    @property
    def negative_predictive_value(self) -> float:
        """TN / (TN + FN), NaN if nothing is predicted negative."""
        return _share(self.TN, self.TN + self.FN)

    def working(self) -> Working:
        """Show Table 2.1 with these numbers, and the rates computed from them."""
        tp, fp, fn, tn = map(exact, self)
        rows = [[word("positive"), tp, fn], [word("negative"), fp, tn]]
        table = Table([word("true"), word("positive"), word("negative")], rows, _say("table"))
        values = {"TP": tp, "FP": fp, "TN": tn, "FN": fn}
        m = line("m", "TP + FP + TN + FN", values)
        if m.value == 0:
            return Working(self, (table, m))
        accuracy = line("ACC", "(TP + TN) / (TP + FP + TN + FN)", values)
        words = _say("alarms", alarms=cell_text(fp), missed=cell_text(fn))
        return Working(self, (table, m, accuracy, words))


def _share(part: Any, whole: Any) -> float:
    return float(part / whole) if whole else math.nan


@measure
def binary_counts(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: object = 1,
    sample_weight: ArrayLike | None = None,
) -> BinaryCounts:
    """Return the counts of true and false positives and negatives: Table 2.1.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels of at most two classes.
    pos_label : label, default 1
        The positive class.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    BinaryCounts
        With ``TP``, ``FP`` (false alarms), ``FN`` (misses), ``TN``, ``precision``,
        ``recall``, ``accuracy`` and ``working()``.

    Raises
    ------
    ValueError, TypeError
        If there are more than two classes, or `pos_label` is none of them.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> counts = mk.binary_counts([1, 1, 1, 0, 0], [1, 1, 0, 1, 0])
    >>> counts
    BinaryCounts(TP=2, FP=1, FN=1, TN=1)
    >>> print(counts.working())
    rows: true class, columns: predicted class
        true  positive  negative
    positive         2         1
    negative         1         1
             m = TP + FP + TN + FN = 2 + 1 + 1 + 1 = 5
             ACC = (TP + TN) / (TP + FP + TN + FN) = (2 + 1) / (2 + 1 + 1 + 1) = 3/5 = 0.6
    False alarms: 1, misses: 1.

    Source
    ------
    Zhou, Machine Learning, Table 2.1.
    """
    counts = label_counts(y_true, y_pred, sample_weight)
    if len(counts.classes) > 2:
        fail("y_true and y_pred", "at most two classes", shown(counts.classes))
    c = positive_counts(counts, pos_label)
    return _binary(c.right[0], c.predicted[0], c.true[0], c.total)


def _binary(right: Any, predicted: Any, true: Any, total: Any) -> BinaryCounts:
    fp = predicted - right
    fn = true - right
    tn = total - right - fp - fn
    # Sums of fractional weights leave a last digit, which must not make a count negative.
    return BinaryCounts(
        TP=exact(right), FP=exact(max(fp, 0)), FN=exact(max(fn, 0)), TN=exact(max(tn, 0))
    )


@measure
def one_vs_rest_counts(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> Found[dict[Any, BinaryCounts]]:
    """Return the counts of Table 2.1 for each class against all others (one versus rest).

    These are the tables behind every average over classes, (2.12)-(2.17), here and in
    scikit-learn; `pairwise_counts` are those of the textbook's other reading.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    labels : array-like of shape (n_classes,), optional
        The classes to count for, in order; by default all that occur, sorted.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    dict from label to BinaryCounts
        One table for each class.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of label columns.

    Examples
    --------
    Example 2.12:

    >>> import mlevalkit as mk
    >>> y_true, y_pred = mk.datasets.example("2.12")
    >>> tables = mk.one_vs_rest_counts(y_true, y_pred)
    >>> tables[0]
    BinaryCounts(TP=2, FP=1, FN=0, TN=3)
    >>> round(sum(c.precision for c in tables.values()) / 3, 4)
    0.2222

    Source
    ------
    Zhou, Machine Learning, section 2.3.2. scikit-learn's `multilabel_confusion_matrix`
    returns the same counts as ``[[TN, FP], [FN, TP]]``.
    """
    c = label_counts(y_true, y_pred, sample_weight).reported(labels)
    tables = {
        label: _binary(c.right[i], c.predicted[i], c.true[i], c.total)
        for i, label in enumerate(c.classes.tolist())
    }
    return Found(tables, lambda: _tables_steps(list(map(str, tables)), tables, "rest"))


@measure
def pairwise_counts(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> Found[dict[tuple[Any, Any], BinaryCounts]]:
    """Return the counts of Table 2.1 for each pair of classes (one versus one).

    The table of the pair (a, b) holds the samples that are, and are predicted, a or b; a, the
    earlier one, is positive. So a sample of class a that is predicted c is in no table of
    (a, b), but in that of (a, c).

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    labels : array-like of shape (n_classes,), optional
        The classes to compare, in order; by default all that occur, sorted.
    sample_weight : array-like of shape (n_samples,), optional
        The weight of each sample; 1 by default.

    Returns
    -------
    dict from (label, label) to BinaryCounts
        One table for each of the k(k-1)/2 pairs.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of label columns, or has one class only.

    Examples
    --------
    Example 2.12. The slides speak of classes compared two by two, but average one against the
    rest, which gives 0.2222:

    >>> import mlevalkit as mk
    >>> y_true, y_pred = mk.datasets.example("2.12")
    >>> print(mk.pairwise_counts.working(y_true, y_pred))
    one versus one, the first class positive
    class  TP  FP  FN  TN    P    R
    0 / 1   2   1   0   0  2/3    1
    0 / 2   2   0   0   0    1    1
    1 / 2   0   2   1   0    0    0
    (2.12)   macro-P = Σ P / n = (2/3 + 1 + 0) / 3 = 5/9 ≈ 0.5556
    (2.13)   macro-R = Σ R / n = (1 + 1 + 0) / 3 = 2/3 ≈ 0.6667

    Source
    ------
    Zhou, Machine Learning, section 2.3.2.
    """
    classes, table = label_table(y_true, y_pred, sample_weight, labels)
    if len(classes) < 2:
        fail("y_true and y_pred" if labels is None else "labels", "at least two classes", "one")
    tables = {}
    for (i, a), (j, b) in combinations(enumerate(classes.tolist()), 2):
        tp, fn, fp, tn = map(exact, table[np.ix_([i, j], [i, j])].flat)
        tables[a, b] = BinaryCounts(TP=tp, FP=fp, FN=fn, TN=tn)
    return Found(tables, lambda: _tables_steps([f"{a} / {b}" for a, b in tables], tables, "pairs"))


def _tables_steps(names: list[str], tables: dict[Any, BinaryCounts], caption: str) -> list[Step]:
    p = [eq["2.8"](TP=t.TP, FP=t.FP, undefined=math.nan).value for t in tables.values()]
    r = [eq["2.9"](TP=t.TP, FN=t.FN, undefined=math.nan).value for t in tables.values()]
    rows = [[n, *t, *pr] for n, t, *pr in zip(names, tables.values(), p, r, strict=True)]
    header = [word("class_"), "TP", "FP", "FN", "TN", "P", "R"]
    steps: list[Step] = [Table(header, rows, _say(caption), _ROWS)]
    for number, kind, values in (("2.12", "P", p), ("2.13", "R", r)):
        if known := [x for x in values if not math.isnan(x)]:
            steps.append(eq[number]({kind: known, "n": len(known)}))
    return steps
