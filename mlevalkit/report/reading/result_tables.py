"""Tables without predictions: items by systems, data sets by learners, counts, measures."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple, NoReturn

import numpy as np

from ..._tables import Table, is_number
from ..._validation import Floats
from ..predictions import ModelColumns, Predictions, ScoreTable
from .names import A_RUN, Name, closes, measure_in, name_of
from .proposal import IGNORED, Proposal, Role
from .sentences import Said, choice
from .values import VALUES, are_verdicts, decimal_mark, drop_missing, is_missing, numbers

_DIGITS = frozenset({"1", "0", "1.0", "0.0"})
_VERDICTS = frozenset(VALUES["verdicts"]) | _DIGITS
_SCALE = 20  # times as large as another column: hardly a score of the same measure


def is_table_of_results(p: Proposal) -> bool:
    """Tell whether names say that this is no table of predictions; what is given goes first."""
    if p.with_role("y_true", "y_pred", "y_score"):
        return False
    if p.with_role("item", "dataset", "value", "model"):
        return True
    if any(len(p[n].values) == len(p.table.lines) for n in p.of("bin")):
        return True  # of a reliability diagram
    of_data_sets = p.table.names[0] in p.of("dataset")  # on which people are scored as well
    strong = p.of("truth") if of_data_sets else p.of("truth", "reviewer")
    rows = [n for n in p.of("dataset", "item") if n == p.table.names[0] or not p.of("pred")]
    if rows and not strong and not p.of("pred"):
        others = [n for n in p.table.names if n not in rows]
        weak = [n for n in p.of("outcome") if not p[n].fractional]
        first = p.table.names[0] in rows and len(p[p.table.names[0]].values) == len(p.table.lines)
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
    numeric = all(p[n].values and p[n].numeric for n in others)
    return numeric and any(p[n].fractional for n in others)


def find_roles(p: Proposal) -> None:
    """Give roles to the columns of a table of results, or ask, or refuse measures."""
    rows = p.with_role("dataset", "item") or p.of("dataset", "item")
    models = p.with_role("model") or p.of("model")
    models = [n for n in models if len(p[n].values) > 1] or models[:1]
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
        p.ask("two_of_kind", [{n: "model"} for n in models], columns=models)
    if not p.with_role("value"):
        if rows and models:
            _find_value(p)
        else:
            _find_learners(p)


def _samples_of(p: Proposal, model: str, name: str) -> bool:
    """Tell whether a column may name the samples which several models were scored on."""
    n = len(p.table.lines)
    return p.tells_rows(name, model) and max(len(p[c].values) for c in (name, model)) < n


def _one_name(p: Proposal, rows: list[str]) -> list[str]:
    """Return the column of names among two, such as task and task_id, that say the same."""
    pairs = set(zip(*(p.table[n] for n in rows), strict=True))
    if len(pairs) == len(p[rows[0]].values) == max(len(p[n].values) for n in rows):
        return rows[:1]
    return p.ask("two_of_kind", [{n: name_of(n).kind} for n in rows], columns=rows)


def _refuse_without_rows(p: Proposal, models: list[str]) -> None:
    """Refuse measures; ask whether folds are data sets, or whether models stand in the rows."""
    first = p.table.names[0]
    measures = [*p.of("measure", "train"), *(p.of("score") if models else ())]
    if not measures and _of_folds(p):
        p.ask("folds", [{first: "dataset"}], column=first or "1")
    values = [n for n in p.of("", "learner", "value", "size") if _is_numeric(p, n)]
    if models and values and not measures:
        samples = [n for n in p.of("", "ids", "id") if _samples_of(p, models[0], n)]
        if samples:
            p.ask("which_item", [{n: "item"} for n in samples], columns=samples)
    if measures or not models or not values:
        others = [n for n in p.table.names if n not in models]
        is_name = first and first in p.of("id", "ids", "group")
        options = _of_each_measure(measures, {first: "item"}) if is_name else []
        p.ask("measures", options, columns=measures or others)
    sideways = {models[0]: "model"} | dict.fromkeys(values, "value")
    p.ask("sideways", [sideways], column=models[0], columns=values)


def _of_each_measure(measures: list[str], others: dict[str, str]) -> list[dict[str, str]]:
    """Return the choices that columns such as svm_f1 and rf_f1 are systems, by their measures."""
    words = dict.fromkeys(map(measure_in, measures))
    own = [[name for name in measures if measure_in(name) == word] for word in words]
    without = [[name for name in measures if name not in one] for one in own]
    return [
        {**others, **dict.fromkeys(one, "value"), **dict.fromkeys(rest, "ignored")}
        for one, rest in zip(own, without, strict=True)
        if len(one) > 1
    ]


def _is_numeric(p: Proposal, name: str) -> bool:
    """Tell whether most cells are numbers: which one is not is said when they are read."""
    cells = [c for c in p.table[name] if not _is_gap(c)]
    nearly = re.compile(r"[\s*$\\{]*(textbf\{)?[+-]?[\d.,]*\d")
    return 2 * sum(map(bool, map(nearly.match, cells))) > len(cells)


def _find_value(p: Proposal) -> None:
    """Find the one column of numbers of a long table."""
    found = p.of("value", "measure") or p.of("summary") or p.of("", "learner")
    found = [n for n in found if _is_numeric(p, n) or p[n].verdicts]
    if len(found) != 1:
        p.ask("which_value", [{n: "value"} for n in found[:8]], columns=found)
    p.roles[found[0]] = Role("value")


_BESIDE = ("summary", "time", "size", "measure", "train", "repeat", "fold", "id")


def _find_learners(p: Proposal) -> None:
    """Give the role of scores to the columns of learners or systems; ask about any other."""
    others = [n for n in p.table.names if n not in p.roles]
    verdicts = [n for n in others if p.with_role("item") and p[n].verdicts]
    beside = [n for n in others if p.names[n].kind in _BESIDE]
    beside = [n for n in beside if n not in verdicts or p.names[n].kind == "measure"]
    _ask_about_measures(p, others, beside)
    left = [n for n in others if n not in beside]
    _ask_about_answers(p, verdicts)
    doubtful = [n for n in left if n not in verdicts and (verdicts or not _is_numeric(p, n))]
    if not verdicts:
        doubtful += [n for n in beside if p.names[n].kind == "repeat" and p[n].fractional]
        doubtful += [n for n in left if n.lower() == "p" or A_RUN.fullmatch(n)]
        doubtful = doubtful or _other_scale(p, left)[:1]
    if doubtful:
        _ask_about_learner(p, doubtful, left, others)
    p.roles |= dict.fromkeys(beside, Role("ignored")) | dict.fromkeys(left, Role("value"))


def _ask_about_measures(p: Proposal, others: list[str], beside: list[str]) -> None:
    """Refuse several measures of one learner; ask about columns that are beside the scores."""
    measures = [n for n in beside if p.names[n].kind in ("measure", "train", "time")]
    rest = [n for n in others if p.names[n].kind not in _BESIDE]
    if measures and not rest:
        plain = all(p.names[n].kind == "measure" for n in measures)
        p.ask("measures", _of_each_measure(measures, {}) if plain else [], columns=measures)
    if measures:
        texts = [{n: "model"} for n in rest if not _is_numeric(p, n)]
        options = [*texts, dict.fromkeys(measures, "ignored")]
        p.ask("not_learners", options, columns=measures)


def _ask_about_answers(p: Proposal, verdicts: list[str]) -> None:
    """Ask whether yes and no, of unknown systems also 1 and 0, are the answers themselves."""
    words = {cell.lower() for name in verdicts for cell in p[name].values}
    known = all(p.names[n].kind == "learner" for n in verdicts)
    if words - _VERDICTS or (words and words <= _DIGITS and not known):
        options = [dict.fromkeys(verdicts, "value")]
        p.ask("answers", options, columns=verdicts, cells=sorted(words))


def _ask_about_learner(
    p: Proposal, doubtful: list[str], left: list[str], others: list[str]
) -> NoReturn:
    """Ask what the first doubtful column is, if not the scores of a learner."""
    name = doubtful[0]
    options: list[Any] = [dict.fromkeys(left, "value")] if _is_numeric(p, name) else []
    if p.with_role("item"):
        answered = any(p[name].values & p[n].values for n in others if n != name)
        kinds = ("y_true", "group") if answered else ("group", "y_true")
        options += [{name: kind} for kind in kinds]
    options += [dict.fromkeys(doubtful, "ignored"), *p.picks(name)]
    p.ask("no_learner", options, column=name, cells=p.table[name][:5])


def _other_scale(p: Proposal, names: list[str]) -> list[str]:
    """Return the columns of another size than most, or of whole numbers: another measure."""
    medians = {}
    for name in names:
        cells = [c for c in p.table[name] if is_number(c) and "," not in c]
        if cells:
            medians[name] = abs(float(np.median([float(c.rstrip("% ")) for c in cells])))
    whole = [n for n in medians if not any(re.search(r"[.,]\d*[1-9]", c) for c in p[n].values)]
    if 0 < len(whole) < len(medians):
        return whole
    middle = float(np.median(list(medians.values()))) if medians else 0.0
    far = [n for n, m in medians.items() if not middle / _SCALE < m < middle * _SCALE]
    return far if middle > 0 else []


# -- to arrays -------------------------------------------------------------------------------------


_Key = tuple[str, ...]  # the name of a row, or of a row and a model


class _Grid(NamedTuple):
    """Scores of learners in columns; the names of the rows, and the lines on which they stand."""

    rows: list[str]
    learners: list[str]
    scores: Floats
    lines: list[int]


def assemble(p: Proposal, said: Said) -> Predictions | ScoreTable:
    """Return the scores of a table; where they are right and wrong, as predictions."""
    values = p.with_role("value")
    of_items = bool(p.with_role("item"))
    _leave_out_summaries(p, said)
    verdicts = are_verdicts(cell for name in values for cell in p.table[name])
    mark = decimal_mark(p.table, values, p.options.decimal)
    columns = [_numbers(p.table, name, mark, verdicts) for name in values]
    grid = _grid(p, values, np.column_stack(columns), said)
    measures = [name for name in grid.rows if name_of(name).kind == "measure"]
    if 2 * len(measures) > len(grid.rows):
        p.ask("measures", (), columns=measures)
    if len(grid.learners) < 2:
        p.refuse("one_learner", learner=grid.learners[0])
    if verdicts and not (grid.scores % 1 > 0).any():
        return _answers(p, grid, said)
    if of_items and p.with_role("group"):
        p.refuse("graded_groups", column=p.with_role("group")[0])
    higher = verdicts or p.options.higher_is_positive  # higher is the share of right answers
    gaps = np.argwhere(np.isnan(grid.scores.T))
    if len(gaps):
        p.table.changed("gap", len(gaps), grid.lines[gaps[0, 1]])
    if higher is None:
        higher = _direction(p, grid.scores, values)
    said.unused(p)
    report = said.report(p, shape="items" if of_items else "datasets")
    names = tuple(grid.rows), tuple(grid.learners)
    return ScoreTable(grid.scores, *names, report, higher, of_items)


def _leave_out_summaries(p: Proposal, said: Said) -> None:
    """Leave out rows of averages and ranks: they are no data sets."""
    for name in p.with_role("dataset", "item"):
        cells = p.table[name]
        summary = [name_of(cell).kind == "summary" for cell in cells]
        rows = [i for i, is_one in enumerate(summary) if is_one or closes(cells[i:])]
        if rows:
            named = ", ".join(f"“{cells[i]}” ({p.table.lines[i]})" for i in rows)
            said.add("summary_rows", rows=named)
            p.table.keep([i for i in range(len(cells)) if i not in rows])
    if not p.table.lines:
        p.refuse("no_rows")


def _is_gap(cell: str) -> bool:
    return is_missing(cell) or cell.strip() in VALUES["gap"]


def _numbers(table: Table, name: str, mark: str, verdicts: bool) -> Floats:
    """Return a column of scores, or 1 for right and 0 for wrong; NaN where there is none."""
    gaps = [_is_gap(cell) for cell in table[name]]
    if verdicts:
        right = [cell.strip().lower() in VALUES["right"] for cell in table[name]]
        return np.where(gaps, np.nan, right)
    filled = ["0" if gap else cell for gap, cell in zip(gaps, table[name], strict=True)]
    return np.where(
        gaps, np.nan, numbers(replace(table, names=[name], columns=[filled]), name, mark)
    )


def _grid(p: Proposal, values: list[str], scores: Floats, said: Said) -> _Grid:
    """Return the scores with a learner in each column; those of several folds are averaged."""
    table = p.table
    rows = p.with_role("dataset", "item")
    models = p.with_role("model")
    if not rows:
        said.add("turned", column=models[0], columns=", ".join(values))
        if not p.tells_rows(models[0]):
            p.refuse("repeated_learner", column=models[0])
        return _Grid(values, table[models[0]], scores.T, table.lines[:1] * len(values))
    if models:
        said.add("long", row=rows[0], learner=models[0], value=values[0])
        learners = list(dict.fromkeys(table[models[0]]))
        groups = _groups(p, p.rows_by(rows[0], models[0]), said)
    else:
        key = "wide_items" if p.with_role("item") else "wide"
        said.add(key, row=rows[0], learners=", ".join(values))
        learners = values
        groups = _groups(p, p.rows_by(rows[0]), said)
    found: dict[str, Floats] = {}
    lines: dict[str, int] = {}
    for (name, *model), own in groups.items():
        lines.setdefault(name, table.lines[own[0]])
        row = found.setdefault(name, np.full(len(learners), np.nan))
        at = np.array(learners) == model[0] if model else slice(None)
        row[at] = scores[own].mean(axis=0)
    return _Grid(list(found), learners, np.array([*found.values()]), [*lines.values()])


def _groups(p: Proposal, groups: dict[_Key, list[int]], said: Said) -> dict[_Key, list[int]]:
    """Return the rows of each name, or name and model, if folds tell apart those of one."""
    most = max(map(len, groups.values()))
    if most == 1:
        return groups
    apart = _repetitions(p)
    folds = {k: {tuple(p.table[n][i] for n in apart) for i in own} for k, own in groups.items()}
    if any(len(folds[key]) < len(own) for key, own in groups.items()):
        p.ask_about_second(groups)
    of_row: dict[str, Any] = {}
    for key, told in folds.items():
        if of_row.setdefault(key[0], told) != told:
            p.refuse("uneven_folds", row=key[0], column=apart[0])
    p.roles |= dict.fromkeys(apart, Role("fold"))
    said.add("averaged", column=", ".join(apart), count=most)
    return groups


def _repetitions(p: Proposal) -> list[str]:
    """Return the columns of folds, and of repetitions with the same settings."""
    free = [n for n in p.table.names if p.roles.get(n, IGNORED).kind in ("fold", "ignored")]
    named = [n for n in free if name_of(n).kind in ("fold", "repeat")]
    found = [n for n in named if re.sub(r"[\s_]+", " ", n.lower()) not in VALUES["settings"]]
    return [n for n in found if p.given.get(n, Role("fold")).kind == "fold"]


def _direction(p: Proposal, scores: Floats, values: list[str]) -> bool:
    """Tell whether a higher score is better, by the name of the measure; else ask."""
    one_measure = len(set(map(measure_in, values))) == 1
    measure = name_of(values[0]) if one_measure else Name("")
    if measure.kind == "measure":
        return measure.rest == "higher"
    k = scores.shape[1]
    whole = scores[~np.isnan(scores).any(axis=1)]
    sums = whole.sum(axis=1) - k * (k + 1) / 2
    ranks = len(whole) > 0 and abs(sums).max() < 1e-6 and whole.min() >= 1 and whole.max() <= k
    options = [choice(key, "higher_is_positive", key == "higher") for key in ("higher", "lower")]
    return p.ask("ranks" if ranks else "direction", options, k=k)


def _answers(p: Proposal, grid: _Grid, said: Said) -> Predictions:
    """Return right and wrong as predictions, without the rows in which an answer is missing."""
    group = p.with_role("group")
    if group and p.with_role("model"):
        p.refuse("graded_groups", column=group[0])
    cells = [["" if v != v else f"{v:g}" for v in column] for column in grid.scores.T.tolist()]
    beside = [grid.rows, p.table[group[0]] if group else grid.rows]
    names = [*grid.learners, "rows", "groups"]
    table = replace(p.table, names=names, columns=[*cells, *beside], lines=grid.lines)
    lines = drop_missing(table, grid.learners, p.options.missing)
    said.add("verdicts")
    said.unused(p)
    columns = zip(grid.learners, table.columns, strict=False)
    return Predictions(
        None,
        {name: ModelColumns(np.array(column, int)) for name, column in columns},
        group=np.array(table.columns[-1]) if group else None,
        id=np.array(table.columns[-2]),
        rows=np.array(table.lines),
        import_report=said.report(p, shape="items", dropped=lines),
    )
