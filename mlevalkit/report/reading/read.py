"""`read_predictions`: a table of predictions as arrays, and in words what was made of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ... import _validation as check
from ..._tables import Choice, Table, TableError, read_table
from ..predictions import Predictions, ReadColumn, ScoreTable
from . import result_tables
from .assemble import assemble
from .columns import find_others, find_truth
from .count_tables import counts_of
from .join import joined, paired
from .large import is_large, read_large
from .names import WORDS
from .prediction_columns import find_models
from .proposal import Options, Proposal
from .sentences import Said, quoted, refuse

_ROLES_OF_NAMES = {"pred": "y_pred", "score": "y_score", "about": "ignored"}
_SURE = "id", "group", "weight", "fold"  # kinds of names that are called as their roles
_SHOWN = 6  # rows of a table that are shown with what was read
TASKS = "classification", "regression"


def read_predictions(
    source: Any,
    *,
    roles: Mapping[str, str] | None = None,
    rows: Mapping[str, str] | None = None,
    labels: Sequence[Any] | None = None,
    pos_label: Any = None,
    higher_is_positive: bool | None = None,
    task: str | None = None,
    missing: str = "refuse",
    encoding: str | None = None,
    decimal: str | None = None,
    progress: bool = False,
) -> Predictions | ScoreTable:
    """Read a table of predictions or of results, whatever program wrote it.

    A column gets a role by a name whose meaning is not in question, such as y_true, pred_svm or
    prob_ill, 真实 or 预测; its values must be able to be that. Tables of Weka, RapidMiner, KNIME,
    Orange, tidymodels, caret, mlr3, H2O, SAS, SPSS, JMP and Azure ML are known by their columns.
    Where two readings are possible, none is taken: the error names both, each with the argument
    that chooses it. What was read and changed is said in ``import_report``.

    A row is a sample; or a sample and a model; or a question that systems answered right or wrong;
    or a data set on which learners have scores; or a row of a confusion matrix.

    Parameters
    ----------
    source : path, text, bytes, open file, DataFrame, or a pair of them
        The table: CSV and the like, JSON or JSON lines, a Markdown table; text is what contains a
        line break. Two tables are matched on the column whose name says that it is an id; without
        one, two of equal length row by row.
    roles : mapping of str to str, optional
        What columns hold: "y_true", "y_pred", "y_score", "confidence" (the score of the predicted
        class), "id", "group", "weight", "fold", "count", "model", "item", "dataset", "value" or
        "ignored". "y_pred:svm" names the model, "y_score:svm:ill" the model and the class.
    rows : mapping of str to str, optional
        Only the rows with this value in this column, such as ``{"split": "test"}``.
    labels : sequence of labels, optional
        The classes, where some are predicted and never true.
    pos_label : label, optional
        The positive class of two.
    higher_is_positive : bool, optional
        False: a low score means the positive class. Scores from 0 to 1 become 1 - score, others
        -score. In a table of learners, which stays as it is: whether a high score means a good
        learner, where the name of the measure does not say so.
    task : {"classification", "regression"}, optional
        What is predicted, where it is not clear.
    missing : {"refuse", "drop"}, default "refuse"
        What to do with rows without a value in a column that is used.
    encoding, decimal : str, optional
        How the text is written; found out by default. The decimal mark is "." or ",".
    progress : bool, default False
        Whether to show a bar (tqdm, on standard error).

    Returns
    -------
    Predictions or ScoreTable
        The columns as arrays; a ScoreTable if it has one number for each data set and learner.

    Raises
    ------
    ValueError
        If the table cannot be read, or in two ways: a `TableError` with a `sentence` and `choices`.
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
    picked = _mapping(rows, "rows")
    given = {**dict.fromkeys(picked, "ignored"), **_mapping(roles, "roles")}
    if encoding is not None and not _is_encoding(encoding):
        check.fail("encoding", "a name that Python knows, such as 'gb18030'", repr(encoding))
    check.one_of(missing, "missing", ("refuse", "drop"))
    check.one_of(task, "task", (None, *TASKS))
    check.one_of(decimal, "decimal", (None, ".", ","))
    check.flag(progress, "progress")
    if higher_is_positive is not None:
        check.flag(higher_is_positive, "higher_is_positive")
    if is_large(source):
        return read_large(source, given, pos_label)
    classes = None if labels is None else tuple(check.as_list(labels, "labels"))
    options = Options(pos_label, higher_is_positive, classes, task, missing, decimal, progress)
    tables = [_picked(t, picked) for t in _tables(source, encoding, progress)]
    table, unmatched = joined(*tables) if len(tables) == 2 else (tables[0], ())
    return _of_table(table, given, options, unmatched)


def _tables(source: Any, encoding: str | None, progress: bool) -> list[Table]:
    pair = source if isinstance(source, (tuple, list)) else (source,)
    if len(pair) not in (1, 2):
        check.fail("source", "a table or two", f"{len(pair)}")
    tables = [read_table(one, encoding, progress, alone=len(pair) == 1) for one in pair]
    if len(tables) == 2 and tables[0].source == tables[1].source:
        tables[1].source += " 2"
    return tables


def _picked(table: Table, rows: Mapping[str, str]) -> Table:
    """Return the rows that are asked for."""
    for column, value in rows.items():
        if column not in table.names:
            continue
        cells = table[column]
        kept = [i for i, cell in enumerate(cells) if cell.strip() == str(value)]
        if not kept:
            refuse("no_such_row", name=table.source, column=column, cell=value, cells=cells)
        table.changed("picked", len(cells) - len(kept), table.lines[0])
        table.keep(kept)
    return table


def _of_table(
    table: Table, given: Mapping[str, str], options: Options, unmatched: tuple[str, ...]
) -> Predictions | ScoreTable:
    """Return what one table holds; an error tells the roles that are known by then."""
    own = {name: text for name, text in given.items() if name in table.names}
    if missing := [name for name in given if name not in table.names]:
        refuse("no_column", name=table.source, column=missing[0], columns=check.shown(table.names))
    head = {name: tuple(table[name][:_SHOWN]) for name in table.names}
    p = Proposal(table, own, options)
    try:
        found = _read(p, unmatched)
    except TableError as error:
        error.columns = tuple(_columns(head, p, error.choices))
        raise
    columns = tuple(_columns(head, p, None))
    return replace(found, import_report=replace(found.import_report, columns=columns))


def _columns(
    head: Mapping[str, tuple[str, ...]], p: Proposal, choices: Iterable[Choice] | None
) -> Iterator[ReadColumn]:
    """Yield the columns of a table with their roles; with a question, as far as they are certain.

    `choices` are those of the question, None if there is none.
    """
    asked = {name for c in choices or () for name in c.options.get("roles", ())}
    for name, cells in head.items():
        role = str(p.roles.get(name, "" if choices is not None else "ignored"))
        if not role and name in p.names and name not in asked:
            kind = p.names[name].kind
            role = _ROLES_OF_NAMES.get(kind, kind if kind in _SURE else "")
        yield ReadColumn(name, role, cells)


def _read(p: Proposal, unmatched: tuple[str, ...]) -> Predictions | ScoreTable:
    said = Said(p.table, p.form.get("name", "table"))
    if counted := counts_of(p, said):
        return counted
    if result_tables.is_table_of_results(p):
        result_tables.find_roles(p)
        _shape_of(p)
        return result_tables.assemble(p, said)
    find_truth(p)
    find_models(p)
    find_others(p)
    if p.with_role("model"):
        return _of_long(p)
    _shape_of(p)
    return assemble(p, said, unmatched)


def _of_long(p: Proposal) -> Predictions:
    """Return the predictions of a table in which a row is a sample and a model."""
    _shape_of(p)
    table = paired(p)
    inner = Proposal(table, {}, replace(p.options, task=p.task))
    inner.of_predicted = {n for n in table.names if n.rpartition(" (")[0] in p.of_predicted}
    find_models(inner)
    said = Said(table)
    said.add("long_models", models=", ".join(dict.fromkeys(p.table[p.with_role("model")[0]])))
    return assemble(inner, said, ())


def _shape_of(p: Proposal) -> None:
    """Return the shape whose roles these are; a role that it has no use for is refused."""
    kinds = {role.kind for role in p.roles.values()}
    for shape in WORDS["shape"]:
        one_of = set(shape.get("any", ()))
        if set(shape["needs"]) <= kinds and (not one_of or one_of & kinds):
            extra = kinds - {*shape["needs"], *one_of, *shape["may"]}
            names = [n for n, role in p.roles.items() if role.kind in extra]
            if names:
                options = [dict.fromkeys(names, "ignored")]
                p.ask("no_use", options, columns=names, kinds=sorted(extra))
            return
    p.ask("no_shape", (), columns=quoted(p.table.names, 30))


def _mapping(given: Any, name: str) -> Mapping[str, str]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        check.fail(name, "a dictionary from columns to texts", repr(given), TypeError)
    for column, text in given.items():
        if not isinstance(text, str) and name == "roles":
            check.fail(name, f"a text for the role of {column!r}", repr(text), TypeError)
    return {str(column): str(text) for column, text in given.items()}


def _is_encoding(name: Any) -> bool:
    try:
        return isinstance("".encode(name), bytes)
    except (LookupError, TypeError, ValueError):
        return False
