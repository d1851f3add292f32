"""`read_predictions`: a table of predictions as arrays, and in words what was made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ... import _validation as check
from ..predictions import Predictions, ScoreTable
from .assemble import Options, assemble
from .join import joined
from .large import is_large, read_large
from .text import read_table

TASKS = "classification", "regression", "scores"


def read_predictions(
    source: Any,
    *,
    roles: Mapping[str, str] | None = None,
    pos_label: Any = None,
    higher_is_positive: bool = True,
    task: str | None = None,
    missing: str = "refuse",
    encoding: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
    progress: bool = False,
) -> Predictions | ScoreTable:
    """Read a table of true labels and predictions, whatever program wrote it.

    Tables of scikit-learn and pandas, Kaggle, Weka, RapidMiner, KNIME, Orange, tidymodels, caret,
    mlr3 and H2O are known by their column names, and so are common names in English and Chinese.
    What is guessed is said in ``import_report``, and each guess can be overridden. What cannot be
    read without a repair is refused, with its line.

    Parameters
    ----------
    source : path, text, bytes, open file, DataFrame, or a pair of them
        The table; text is what contains a line break. Two tables are matched on the column whose
        name says that it is an id; without one, two of equal length row by row. Two that both
        have a truth, and other samples, are two test sets: the second is ``unpaired``.
    roles : mapping of str to str, optional
        What columns hold, instead of the guess: "y_true", "y_pred", "y_score", "id", "group",
        "weight", "fold" or "ignored". "y_pred:svm" names the model, "y_score:svm:ill" the model
        and the class of the score.
    pos_label : label, optional
        The positive class of two.
    higher_is_positive : bool, default True
        False: a low score means the positive class. Scores from 0 to 1 become 1 - score, others
        -score. In a table of learners, which stays as it is: a low score means a good learner.
    task : {"classification", "regression", "scores"}, optional
        What the table holds; "scores" is one number for each data set and learner.
    missing : {"refuse", "drop"}, default "refuse"
        What to do with rows without a value in a column that is used.
    encoding, delimiter, decimal : str, optional
        How the text is written; found out by default. The decimal mark is "." or ",".
    header : bool, optional
        Whether the first line has the names of the columns; found out by default.
    progress : bool, default False
        Whether to show a bar (tqdm, on standard error).

    Returns
    -------
    Predictions or ScoreTable
        The columns as arrays; a ScoreTable if it has one number for each data set and learner.

    Raises
    ------
    ValueError
        If the table cannot be read, or not without a repair: duplicate names of columns, rows of
        another length, open quotes, missing values, one class, and the like.
    TypeError
        If `source` is nothing of the kind.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> text = "truth,pred,prob_ill\\nill,ill,0.9\\nwell,ill,0.6\\nwell,well,0.1"
    >>> table = mk.read_predictions(text)
    >>> table.pos_label, table.models["model"].y_score
    ('ill', array([0.9, 0.6, 0.1]))
    >>> print(table.import_report)
    CSV: 3 rows, 3 columns; encoding utf-8, separated by commas.
    True labels: column “truth”.
    Predicted labels of model: column “pred”.
    Score of model for the class ill: column “prob_ill”.
    Positive class: ill, because the column of scores names it.

    Source
    ------
    No equation of the textbook.
    """
    _check_options(roles, encoding, delimiter, header)
    check.one_of(missing, "missing", ("refuse", "drop"))
    check.one_of(task, "task", (None, *TASKS))
    check.one_of(decimal, "decimal", (None, ".", ","))
    check.flag(higher_is_positive, "higher_is_positive")
    if is_large(source):
        return read_large(source, roles or {}, pos_label)
    pair = source if isinstance(source, (tuple, list)) else (source,)
    if len(pair) not in (1, 2):
        check.fail("source", "a table or two", f"{len(pair)}")
    tables = [read_table(one, encoding, delimiter, header, progress) for one in pair]
    options = Options(pos_label, higher_is_positive, task, missing, decimal, progress)
    if len(tables) == 1:
        return assemble(tables[0], roles or {}, options)
    if tables[0].source == tables[1].source:
        tables[1].source += " 2"
    both = joined(tables[0], tables[1])
    if both is not None:
        return assemble(both[0], roles or {}, options, both[1])
    first, second = (assemble(table, roles or {}, options) for table in tables)
    assert isinstance(first, Predictions)
    assert isinstance(second, Predictions)
    return replace(first, unpaired=second)


def _check_options(roles: Any, encoding: Any, delimiter: Any, header: Any) -> None:
    if roles is not None and not isinstance(roles, Mapping):
        check.fail("roles", "a dictionary from columns to roles", repr(roles), TypeError)
    for column, role in (roles or {}).items():
        if not isinstance(role, str):
            check.fail("roles", f"a text for the role of {column!r}", repr(role), TypeError)
    if encoding is not None and not _is_encoding(encoding):
        check.fail("encoding", "a name that Python knows, such as 'gb18030'", repr(encoding))
    if delimiter is not None and not _is_delimiter(delimiter):
        check.fail("delimiter", "one character, no quotation mark or line break", repr(delimiter))
    if header is not None:
        check.flag(header, "header")


def _is_encoding(name: Any) -> bool:
    try:
        return isinstance("".encode(name), bytes)
    except (LookupError, TypeError, ValueError):
        return False


def _is_delimiter(mark: Any) -> bool:
    return isinstance(mark, str) and len(mark) == 1 and mark not in '"\r\n'
