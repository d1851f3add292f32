"""What a table of predictions holds once it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from .._validation import Array, fail
from ..display.record import Record
from ..display.workings import Sentence

_MOST_CLASSES = 10_000  # a report lists them
_MOST_WORK = 3e8  # pairs of learners by squared number of data sets: about a minute
_UNWRITABLE = re.compile("[\r\0\ud800-\udfff]")


def normalized(scores: Array) -> Array:
    """Return probabilities of classes divided by their sums, where rounding alone explains these.

    Scores that add up to 1, or to something else, are returned as they are.
    """
    large = scores[scores >= 0.1]  # small ones are often written with more digits
    decimals = next((d for d in range(1, 8) if (abs(large - large.round(d)) < 1e-12).all()), 8)
    sums = scores.sum(axis=1)
    off = float(abs(sums - 1).max())
    is_rounded = 1e-9 < off <= 0.5 * 10.0**-decimals * scores.shape[1] + 1e-12
    return scores / sums[:, None] if is_rounded and scores.min() >= 0 else scores


class Coercion(Record):
    """One kind of change that was made while reading, how often, and where first."""

    kind: str
    count: int
    line: int
    sentence: Sentence


class ReadColumn(Record):
    """A column of a table as it was read.

    Attributes
    ----------
    name, role : str
        Its name, and what it holds; "" if that is not known yet.
    cells : tuple of str
        Its first cells, as they stand in the table.
    """

    name: str
    role: str
    cells: tuple[str, ...]


class ImportReport(Record):
    """How a table was read: what was guessed, what was changed, what was left out.

    Attributes
    ----------
    encoding : str
        How the text was read; empty for values that were given as arrays.
    roles : mapping of str to str
        The role of each column, such as "y_true", "y_pred:svm", "y_score:svm", "ignored".
    guesses : tuple of Sentence
        In words: which column is what, which class is positive, and why.
    coercions : tuple of Coercion
        What was changed, and how often.
    dropped : tuple of int
        The lines left out because a value is missing.
    unmatched : tuple of str
        Identifiers that stand in one of two files only.
    shape : {"samples", "items", "counts", "datasets"}
        What a row of the table is: a sample, a question that systems answered, a count of samples
        alike, a data set.
    columns : tuple of ReadColumn
        The columns with their first cells, as they stand in the table.
    """

    encoding: str = ""
    roles: Mapping[str, str] = field(default_factory=dict)
    guesses: tuple[Sentence, ...] = ()
    coercions: tuple[Coercion, ...] = ()
    dropped: tuple[int, ...] = ()
    unmatched: tuple[str, ...] = ()
    shape: str = "samples"
    columns: tuple[ReadColumn, ...] = ()

    def sentences(self) -> tuple[Sentence, ...]:
        """Return everything to be said of the import, guesses first."""
        return (*self.guesses, *(coercion.sentence for coercion in self.coercions))

    def __str__(self) -> str:
        return "\n".join(map(str, self.sentences()))


class ModelColumns(Record):
    """What one model said of m samples.

    Attributes
    ----------
    y_pred : ndarray of shape (m,) or None
        Predicted labels; numbers in regression.
    y_score : ndarray of shape (m,) or (m, K), or None
        Scores of the positive class, or of each of the K classes in the order of `labels`.
    """

    y_pred: Array | None = None
    y_score: Array | None = None


class Predictions(Record):
    """Predictions of one model or several on one test set of m samples.

    Attributes
    ----------
    y_true : ndarray of shape (m,) or None
        True labels, or numbers in regression. None: the columns of the models say themselves
        whether an answer was right (`y_pred` is 1) or wrong (0), as tables of the evaluation of
        language models do.
    models : mapping of str to ModelColumns
        The models by name, in the order of the table.
    labels : tuple
        The classes in order, those included that are only predicted; () in regression.
    pos_label : label or None
        The positive class of two; None with more classes, and in regression.
    group, weight, fold : ndarray of shape (m,) or None
        Which samples belong together, what they weigh, in which fold they were tested.
    id : ndarray of shape (m,) or None
        What the table calls each sample.
    rows : ndarray of shape (m,) or None
        The line of the file on which each sample stands; the first line is 1.
    counted : bool
        Whether each row stands for `weight` samples alike, the scores being middles of bins.
    import_report : ImportReport
        How the table was read.
    """

    y_true: Array | None
    models: Mapping[str, ModelColumns]
    labels: tuple[Any, ...] = ()
    pos_label: Any = None
    group: Array | None = None
    weight: Array | None = None
    fold: Array | None = None
    id: Array | None = None
    rows: Array | None = None
    counted: bool = False
    import_report: ImportReport = field(default_factory=ImportReport)

    def __post_init__(self) -> None:
        Record.__post_init__(self)
        _check_texts("labels", self.labels)
        if len(self.labels) > _MOST_CLASSES:
            expected = f"at most {_MOST_CLASSES} classes in a report (accuracy_score takes more)"
            fail("labels", expected, f"{len(self.labels)}")
        if self.group is not None and self.group.dtype.kind in "OU":
            _check_texts("groups", set(self.group.tolist()))


def _check_texts(name: str, values: Iterable[Any]) -> None:
    """Refuse texts that no report and no script can write down and read again."""
    for value in values:
        if isinstance(value, str) and (not value or _UNWRITABLE.search(value)):
            expected = "texts with at least one character, and no carriage return or surrogate"
            fail(name, expected, repr(value))


class ScoreTable(Record):
    """One number for each data set and learner.

    Attributes
    ----------
    scores : ndarray of shape (N, k)
        NaN where the table has none.
    datasets, learners : tuple of str
        The names of the N rows and of the k columns.
    import_report : ImportReport
        How the table was read.
    greater_is_better : bool
        Whether a higher score is a better one; False for error rates.
    of_items : bool
        Whether a row is a question that systems were graded on, and not a data set.
    """

    scores: Array
    datasets: tuple[str, ...]
    learners: tuple[str, ...]
    import_report: ImportReport = field(default_factory=ImportReport)
    greater_is_better: bool = True
    of_items: bool = False

    def __post_init__(self) -> None:
        Record.__post_init__(self)
        n, k = self.scores.shape
        pairs = k * (k - 1) / 2
        if pairs * n * n > _MOST_WORK:
            rows = int((_MOST_WORK / pairs) ** 0.5)
            columns = int((2 * _MOST_WORK) ** 0.5 / n)
            expected = f"at most {rows} data sets of {k} learners, or {columns} learners on {n}"
            fail("scores", f"{expected} (each pair is compared on all data sets)", f"{n} by {k}")
