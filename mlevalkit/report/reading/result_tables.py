"""Tables without predictions: items by systems, data sets by learners, counts, measures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..._tables import Choice, Table, is_number
from ..predictions import ModelColumns, Predictions, ScoreTable
from .names import A_RUN, Name, measure_in, name_of
from .proposal import Proposal, Role
from .sentences import Said, ask, assigned, choice, pick, refuse, role, say, shown_cells
from .values import (
    VALUES,
    are_verdicts,
    decimal_mark,
    drop_missing,
    is_fractional,
    is_missing,
    numbers,
)

_DIGITS = frozenset({"1", "0", "1.0", "0.0"})
_VERDICTS = frozenset(VALUES["verdicts"]) | _DIGITS
_GAPS = frozenset(VALUES["gap"])
_SCALE = 20  # times as large as another column: hardly a score of the same measure


def is_table_of_results(p: Proposal) -> bool:
    """Tell whether names say that this is no table of predictions; what is given goes first."""
    if p.with_role("y_true", "y_pred", "y_score"):
        return False
    if p.with_role("item", "dataset", "value", "model"):
        return True
    if any(len(p.cells(n)) == len(p.table.lines) for n in p.of("bin")):
        return True  # of a reliability diagram
    of_data_sets = p.table.names[0] in p.of("dataset")  # on which people are scored as well
    strong = p.of("truth") if of_data_sets else p.of("truth", "reviewer")
    rows = [n for n in p.of("dataset", "item") if n == p.table.names[0] or not p.of("pred")]
    if rows and not strong and not p.of("pred"):
        others = [n for n in p.table.names if n not in rows]
        weak = [n for n in p.of("outcome") if not is_fractional(p.cells(n))]
        first = p.table.names[0] in rows and len(p.cells(p.table.names[0])) == len(p.table.lines)
        return bool(others) and (first or not weak)
    if len(p.of("measure")) > 1 and not p.of("truth", "reviewer", "pred", "score", "learner"):
        return True
    if strong or p.of("pred") or (p.of("outcome") and not (p.of("measure") and p.of("model"))):
        return False
    return bool(p.of("measure", "summary", "metric") or _names_models(p) or _of_folds(p))


def _names_models(p: Proposal) -> bool:
    return bool(p.of("model")) and len(p.of("model", "", "value", "score")) > 1


def _of_folds(p: Proposal) -> bool:
    first, *others = p.table.names
    if first not in p.of("fold", "repeat") or len(others) < 2:
        return False
    numeric = [n for n in others if p.cells(n) and all(map(is_number, p.cells(n)))]
    return len(numeric) == len(others) and any(is_fractional(p.cells(n)) for n in others)


def find_roles(p: Proposal) -> None:
    """Give roles to the columns of a table of results, or ask, or refuse measures."""
    rows = p.with_role("dataset", "item") or p.of("dataset", "item")
    models = p.with_role("model") or p.of("model")
    models = [n for n in models if len(p.cells(n)) > 1] or models[:1]
    if not rows and len(models) == 1:
        rows = [n for n in p.of("id", "ids") if n and _samples_of(p, models[0], n)][:1]
    if not rows and not p.with_role("value"):
        _refuse_without_rows(p, models)
    if len(rows) > 1:
        rows = [n for n in rows if n in p.given] or _one_name(p, rows)
    if rows:
        p.roles.setdefault(rows[0], Role("dataset" if rows[0] in p.of("dataset") else "item"))
    if len(models) == 1:
        p.roles.setdefault(models[0], Role("model"))
    elif len(models) > 1:
        p.ask("two_of_kind", [role("model", n) for n in models], columns=shown_cells(models))
    if not p.with_role("value"):
        if rows and models:
            _find_value(p)
        else:
            _find_learners(p)


def _samples_of(p: Proposal, model: str, name: str) -> bool:
    """Tell whether a column may name the samples which several models were scored on."""
    pairs = set(zip(p.table[name], p.table[model], strict=True))
    return len(p.cells(name)) < len(pairs) == len(p.table.lines) > len(p.cells(model))


def _one_name(p: Proposal, rows: list[str]) -> list[str]:
    """Return the column of names among two, such as task and task_id, that say the same."""
    pairs = set(zip(*(p.table[n] for n in rows), strict=True))
    if len(pairs) == len(p.cells(rows[0])) == max(len(p.cells(n)) for n in rows):
        return rows[:1]
    options = [role(name_of(n).kind, n) for n in rows]
    return p.ask("two_of_kind", options, columns=shown_cells(rows))


def _refuse_without_rows(p: Proposal, models: list[str]) -> None:
    """Refuse measures; ask whether folds are data sets, or whether models stand in the rows."""
    first = p.table.names[0]
    measures = [*p.of("measure", "train"), *(p.of("score") if models else ())]
    if not measures and _of_folds(p):
        p.ask("folds", [role("dataset", first)], column=first or "1")
    values = [n for n in p.of("", "learner", "value", "size") if _is_numeric(p, n)]
    if models and values and not measures:
        samples = [n for n in p.of("", "ids", "id") if _samples_of(p, models[0], n)]
        if samples:
            p.ask("which_item", [role("item", n) for n in samples], columns=shown_cells(samples))
    if measures or not models or not values:
        others = [n for n in p.table.names if n not in models]
        columns = shown_cells(measures or others)
        named = first and first in p.of("id", "ids", "group")
        p.ask(
            "measures",
            _of_each_measure(measures, {first: "item"}) if named else (),
            columns=columns,
        )
    sideways = {models[0]: "model"} | dict.fromkeys(values, "value")
    p.ask("sideways", [assigned(sideways)], column=models[0], columns=shown_cells(values))


def _of_each_measure(measures: list[str], others: Mapping[str, str] | None = None) -> list[Choice]:
    """Return the choices that columns such as svm_f1 and rf_f1 are systems, by their measures."""
    by_word: dict[str, list[str]] = {}
    for name in measures:
        by_word.setdefault(measure_in(name), []).append(name)
    several = [own for own in by_word.values() if len(own) > 1]
    without = [dict.fromkeys((n for n in measures if n not in own), "ignored") for own in several]
    found = zip(several, without, strict=True)
    return [assigned({**(others or {}), **dict.fromkeys(own, "value"), **no}) for own, no in found]


def _is_numeric(p: Proposal, name: str) -> bool:
    """Tell whether most cells are numbers: which one is not is said when they are read."""
    cells = [c for c in p.table[name] if not is_missing(c) and c.strip() not in _GAPS]
    return 2 * sum(map(_nearly_number, cells)) > len(cells)


def _nearly_number(cell: str) -> bool:
    return bool(re.match(r"[\s*$\\{]*(textbf\{)?[+-]?[\d.,]*\d", cell))


def _find_value(p: Proposal) -> None:
    """Find the one column of numbers of a long table."""
    found = p.of("value", "measure") or p.of("summary") or p.of("", "learner")
    found = [n for n in found if _is_numeric(p, n) or are_verdicts(p.cells(n))]
    if len(found) != 1:
        p.ask("which_value", [role("value", n) for n in found[:8]], columns=shown_cells(found))
    p.roles[found[0]] = Role("value")


def _find_learners(p: Proposal) -> None:
    """Give the role of scores to the columns of learners or systems; ask about any other."""
    of_items = bool(p.with_role("item"))
    others = [n for n in p.table.names if n not in p.roles]
    verdicts = [n for n in others if of_items and are_verdicts(p.cells(n))]
    beside = [n for n in others if p.names[n].kind in _BESIDE]
    beside = [n for n in beside if n not in verdicts or p.names[n].kind == "measure"]
    measures = [n for n in beside if p.names[n].kind in ("measure", "train", "time")]
    if measures:
        _ask_about_measures(p, others, measures)
    left = [n for n in others if n not in beside]
    words = {c.lower() for n in verdicts for c in p.cells(n)}
    known = all(p.names[n].kind == "learner" for n in verdicts)
    # yes and no, true and false, of systems unknown also 1 and 0, may be the answers themselves
    if words - _VERDICTS or (words and words <= _DIGITS and not known):
        options = [assigned(dict.fromkeys(verdicts, "value"))]
        p.ask("answers", options, columns=shown_cells(verdicts), cells=shown_cells(sorted(words)))
    doubtful = [n for n in left if n not in verdicts and (verdicts or not _is_numeric(p, n))]
    if not verdicts:
        doubtful += [n for n in beside if p.names[n].kind == "repeat" and is_fractional(p.cells(n))]
        doubtful += [n for n in left if n.lower() == "p" or A_RUN.fullmatch(n)]
    for name in doubtful or ([] if verdicts else _other_scale(p, left)):
        kinds = []
        if of_items:
            answered = any(p.cells(name) & p.cells(n) for n in others if n != name)
            kinds = ["y_true", "group"] if answered else ["group", "y_true"]
        options = [role(kind, name) for kind in kinds]
        if _is_numeric(p, name):
            options.insert(0, assigned(dict.fromkeys(left, "value")))
        options += [assigned(dict.fromkeys(doubtful or [name], "ignored")), *_rows_of(p, name)]
        cells = shown_cells(p.table[name][:5])
        p.ask("no_learner", options, column=name, cells=cells)
    p.roles |= dict.fromkeys(beside, Role("ignored")) | dict.fromkeys(left, Role("value"))


def _ask_about_measures(p: Proposal, others: list[str], measures: list[str]) -> None:
    """Refuse several measures of one learner; ask about columns that are beside the scores."""
    columns = shown_cells(measures)
    kinds = {p.names[n].kind for n in measures}
    rest = [n for n in others if n not in measures and p.names[n].kind not in _BESIDE]
    if not rest:
        p.ask(
            "measures", _of_each_measure(measures) if kinds == {"measure"} else (), columns=columns
        )
    texts = [role("model", n) for n in rest if not _is_numeric(p, n)]
    without = assigned(dict.fromkeys(measures, "ignored"))
    p.ask("not_learners", [*texts, without], columns=columns)


_BESIDE = ("summary", "time", "size", "measure", "train", "repeat", "fold", "id")


def _rows_of(p: Proposal, name: str) -> list[Any]:
    cells = sorted(p.cells(name))
    if not 1 < len(cells) < min(7, len(p.table.lines)):
        return []
    return [pick(name, c) for c in cells]


def _other_scale(p: Proposal, names: list[str]) -> list[str]:
    """Return the columns of another size than most, or of whole numbers: another measure."""
    medians = {}
    for name in names:
        cells = [c for c in p.table[name] if is_number(c) and "," not in c]
        if cells:
            medians[name] = abs(float(np.median([float(c.rstrip("% ")) for c in cells])))
    whole = [n for n in medians if not any(re.search(r"[.,]\d*[1-9]", c) for c in p.cells(n))]
    if 0 < len(whole) < len(medians):
        return whole
    middle = float(np.median(list(medians.values()))) if medians else 0.0
    far = [n for n, m in medians.items() if not middle / _SCALE < m < middle * _SCALE]
    return far if middle > 0 else []


# -- to arrays -------------------------------------------------------------------------------------


def assemble(
    p: Proposal, missing: str, decimal: str | None, higher: bool | None, said: Said
) -> Predictions | ScoreTable:
    """Return the scores of a table; where they are right and wrong, as predictions."""
    rows = [*p.with_role("dataset", "item"), *p.with_role("model")]
    values = p.with_role("value")
    kind = "items" if p.with_role("item") else "datasets"
    table = p.table
    measure = name_of(values[0]) if len(set(map(measure_in, values))) == 1 else None
    if p.with_role("dataset", "item") and p.with_role("model"):
        said.add("long", row=rows[0], learner=rows[1], value=values[0])
        table = _wide(p, rows[0], rows[1], values[0], said)
    elif not p.with_role("dataset", "item"):
        table = _turned(p, rows[0], values, said)
        kind = "datasets"
    else:
        said.add(
            "wide" if kind == "datasets" else "wide_items", row=rows[0], learners=", ".join(values)
        )
        columns = [p.table[name] for name in (rows[0], *values)]
        table = replace(p.table, names=[rows[0], *values], columns=columns)
        table = _with_folds_averaged(p, table, said) if kind == "datasets" else table
    learners = tuple(table.names[1:])
    _without_summaries(table, said)
    if len(set(table.columns[0])) < len(table.lines):
        _refuse_repeated_rows(p, table)
    if len(learners) < 2:
        refuse("one_learner", name=table.source, learner=learners[0])
    if are_verdicts(c for name in learners for c in table[name]):
        return _as_verdicts(p, table, learners, missing, said)
    if kind == "items" and p.with_role("group"):
        refuse("graded_groups", name=table.source, column=p.with_role("group")[0])
    if len(values) == 1 and are_verdicts(p.cells(values[0])):
        higher = True  # the share of right answers
    mark = decimal_mark(table, learners, decimal)
    scores = np.column_stack([_with_gaps(table, name, mark) for name in learners])
    higher = _direction(table, scores, measure, higher)
    said.unused(p)
    said.changes(table)
    report = said.report(p, decimal=mark, shape=kind)
    names = tuple(table.columns[0])
    return ScoreTable(scores, names, learners, report, higher, of_items=kind == "items")


def _wide(p: Proposal, row: str, learner: str, value: str, said: Said) -> Table:
    """Return a long table with a column for each learner; values of several folds are averaged."""
    table = p.table
    found: dict[tuple[str, str], list[int]] = {}
    for i, pair in enumerate(zip(table[row], table[learner], strict=True)):
        found.setdefault(pair, []).append(i)
    cells = {pair: table[value][rows[0]] for pair, rows in found.items()}
    if any(len(rows) > 1 for rows in found.values()):
        cells = _averaged(p, found, row, learner, value, said)
    rows = list(dict.fromkeys(table[row]))
    learners = list(dict.fromkeys(table[learner]))
    columns = [[cells.get((one, other), "") for one in rows] for other in learners]
    places = {one: line for line, one in zip(table.lines, table[row], strict=True)}
    lines = [places[one] for one in rows]
    return replace(table, names=[row, *learners], columns=[rows, *columns], lines=lines)


def _averaged(
    p: Proposal,
    found: Mapping[tuple[str, str], list[int]],
    row: str,
    learner: str,
    value: str,
    said: Said,
) -> dict[tuple[str, str], str]:
    """Return the means over folds or repetitions, if every learner has the same ones."""
    table = p.table
    apart = [n for n in _repetitions(p) if n not in (row, learner, value)]
    keys = list(zip(*(table[n] for n in apart), strict=True)) if apart else []
    sizes = {pair: {keys[i] for i in rows} for pair, rows in found.items()} if apart else {}
    whole = apart and all(len(sizes[pair]) == len(rows) for pair, rows in found.items())
    if not whole:
        pair, rows = next(item for item in found.items() if len(item[1]) > 1)
        used = {row, learner, value}
        others = [n for n in table.names if n not in used and len({table[n][i] for i in rows}) > 1]
        picks = [one for n in others[:3] for one in _rows_of(p, n)[:3]]
        places = {"line": table.lines[rows[1]], "row": pair[0], "learner": pair[1]}
        p.ask("repeated_pair", picks, apart=shown_cells(others) or say("nothing"), **places)
    by_row: dict[str, set[frozenset[Any]]] = {}
    for (one, _), folds in sizes.items():
        by_row.setdefault(one, set()).add(frozenset(folds))
    uneven = next((one for one, folds in by_row.items() if len(folds) > 1), None)
    if uneven is not None:
        p.refuse("uneven_folds", row=uneven, column=apart[0])
    p.roles |= dict.fromkeys(apart, Role("fold"))
    mark = decimal_mark(table, [value], None)
    values = _with_gaps(table, value, mark)
    said.add("averaged", column=", ".join(apart), count=max(map(len, found.values())))
    return {pair: _mean(values[rows]) for pair, rows in found.items()}


def _mean(values: Any) -> str:
    """Return a mean as a cell, empty where a value is missing."""
    mean = float(np.mean(values))
    return "" if np.isnan(mean) else repr(mean)


def _repetitions(p: Proposal) -> list[str]:
    """Return the columns of folds, and of repetitions with the same settings."""
    named = [n for n in p.table.names if name_of(n).kind in ("fold", "repeat")]
    found = [n for n in named if re.sub(r"[\s_]+", " ", n.lower()) not in VALUES["settings"]]
    return [n for n in found if p.given.get(n, Role("fold")).kind == "fold"]


def _with_folds_averaged(p: Proposal, table: Table, said: Said) -> Table:
    """Return the means over folds or repetitions, where a column of them tells the rows apart."""
    names = table.columns[0]
    apart = _repetitions(p)
    keys = set(zip(names, *(p.table[n] for n in apart), strict=True))
    if not apart or len(set(names)) == len(names) or len(keys) < len(names):
        return table
    rows: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        rows.setdefault(name, []).append(i)
    mark = decimal_mark(table, table.names[1:], None)
    columns: list[list[str]] = [list(rows)]
    for learner in table.names[1:]:
        values = _with_gaps(table, learner, mark)
        columns.append([_mean(values[own]) for own in rows.values()])
    said.add("averaged", column=", ".join(apart), count=max(map(len, rows.values())))
    lines = [table.lines[own[0]] for own in rows.values()]
    return replace(table, columns=columns, lines=lines)


def _turned(p: Proposal, learner: str, values: list[str], said: Said) -> Table:
    """Return a table on its side with a row for each data set."""
    table = p.table
    said.add("turned", column=learner, columns=", ".join(values))
    if len(set(table[learner])) < len(table.lines):
        p.refuse("repeated_learner", column=learner)
    columns = [list(row) for row in zip(*(table[name] for name in values), strict=True)]
    lines = [table.lines[0]] * len(values)
    names = ["", *table[learner]]
    return replace(table, names=names, columns=[list(values), *columns], lines=lines)


def _without_summaries(table: Table, said: Said) -> None:
    """Leave out rows of averages and ranks, and columns of averages: they are no data sets."""
    rows = [i for i, cell in enumerate(table.columns[0]) if name_of(cell).kind == "summary"]
    if rows:
        named = ", ".join(f"“{table.columns[0][i]}” ({table.lines[i]})" for i in rows)
        said.add("summary_rows", rows=named)
        table.keep([i for i in range(len(table.lines)) if i not in rows])
    if not table.lines:
        refuse("no_rows", name=table.source)
    measures = [cell for cell in table.columns[0] if name_of(cell).kind == "measure"]
    if 2 * len(measures) > len(table.lines):
        ask("measures", (), name=table.source, columns=shown_cells(measures))


def _refuse_repeated_rows(p: Proposal, table: Table) -> None:
    seen: set[str] = set()
    i = next(i for i, c in enumerate(table.columns[0]) if c in seen or seen.add(c))  # type: ignore[func-returns-value]
    free = [n for n in p.table.names if p.roles.get(n, Role("ignored")).kind == "ignored"]
    apart = [n for n in free if 1 < len(p.cells(n)) < len(p.table.lines)]
    picks = [one for n in apart[:3] for one in _rows_of(p, n)[:3]]
    places = {"row": table.columns[0][i], "line": table.lines[i], "column": table.names[0]}
    p.ask("repeated_row", picks, apart=shown_cells(apart) or say("nothing"), **places)


def _with_gaps(table: Table, name: str, decimal: str) -> Any:
    cells = table[name]
    gaps = [is_missing(cell) or cell.strip() in _GAPS for cell in cells]
    if not any(gaps):
        return numbers(table, name, decimal)
    line = table.lines[gaps.index(True)]
    table.changed("gap", sum(gaps), line)
    filled = ["0" if gap else cell for gap, cell in zip(gaps, cells, strict=True)]
    alone = replace(table, names=[name], columns=[filled])
    return np.where(gaps, np.nan, numbers(alone, name, decimal))


def _direction(table: Table, scores: Any, measure: Name | None, given: bool | None) -> bool:
    """Tell whether a higher score is better: what is given, or what the measure's name says."""
    if given is not None:
        return given
    if measure is not None and measure.kind == "measure":
        return measure.rest == "higher"
    k = scores.shape[1]
    whole = scores[~np.isnan(scores).any(axis=1)]
    sums = whole.sum(axis=1) - k * (k + 1) / 2
    ranks = len(whole) > 0 and abs(sums).max() < 1e-6 and whole.min() >= 1 and whole.max() <= k
    options = [choice(key, {"higher_is_positive": key == "higher"}) for key in ("higher", "lower")]
    return ask("ranks" if ranks else "direction", options, name=table.source, k=k)


def _as_verdicts(
    p: Proposal, table: Table, learners: tuple[str, ...], missing: str, said: Said
) -> Predictions:
    group = p.with_role("group")
    if group:
        if table.lines != p.table.lines:
            refuse("graded_groups", name=table.source, column=group[0])
        table.names.append("")
        table.columns.append(p.table[group[0]])
    lines = drop_missing(table, table.names[1:], missing)
    said.add("verdicts")
    said.unused(p)
    said.changes(table)
    models = {}
    for name in learners:
        right = [cell.strip().lower() in VALUES["right"] for cell in table[name]]
        models[name] = ModelColumns(np.array(right, dtype=int))
    return Predictions(
        None,
        models,
        group=np.array(table.columns[-1]) if group else None,
        id=np.array(table.columns[0]),
        rows=np.array(table.lines),
        import_report=said.report(p, shape="items", dropped=lines),
    )
