"""From columns with roles to arrays, with a sentence for each guess and each change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..._validation import Array, among, shown
from ...display.workings import Sentence
from ..predictions import ImportReport, ModelColumns, Predictions, ScoreTable
from ..progress import steps
from . import scores
from .roles import MOST_CLASSES, Guess, Role, guess_roles, is_date
from .text import Table, is_number, refuse, say
from .values import WORDS, decimal_mark, drop_missing, label_values, numbers
from .words import describe, of_columns, report_of


@dataclass(frozen=True)
class Options:
    """What a user says of a table, beside the roles of its columns."""

    pos_label: Any = None
    higher_is_positive: bool = True
    task: str | None = None
    missing: str = "refuse"
    decimal: str | None = None
    progress: bool = False


def assemble(
    table: Table, given: Mapping[str, str], options: Options, unmatched: tuple[str, ...] = ()
) -> Predictions | ScoreTable:
    """Return what a table holds, as arrays."""
    if options.task == "scores" or (not given and scores.is_score_table(table)):
        found = scores.assemble(table, options.missing, options.decimal)
        higher = options.higher_is_positive
        return replace(found, greater_is_better=higher) if isinstance(found, ScoreTable) else found
    guess = guess_roles(table, given)
    return _Assembly(table, guess, options, unmatched).predictions(set(given))


class _Assembly:
    """One table on its way to arrays; `said` grows with what is guessed."""

    def __init__(
        self, table: Table, guess: Guess, options: Options, unmatched: tuple[str, ...]
    ) -> None:
        self.table = table
        self.roles = guess.roles
        self.guess = guess
        self.options = options
        self.unmatched = unmatched
        self.said: list[Sentence] = []
        self.label_order: dict[str, int] = {}

    def of_kind(self, *kinds: str) -> list[str]:
        return [name for name, role in self.roles.items() if role.kind in kinds]

    def steps(self, names: Iterable[str], key: str) -> Iterable[str]:
        return steps(list(names), say("step", key), self.options.progress)

    def one(self, kind: str) -> str | None:
        return next(iter(self.of_kind(kind)), None)

    def predictions(self, given: set[str]) -> Predictions:
        truth = self.one("y_true")
        if truth is None:
            refuse("no_truth", name=self.table.source, columns=shown(self.table.names))
        if not self.of_kind("y_pred", "y_score"):
            refuse("no_model", name=self.table.source, columns=shown(self.table.names))
        used = [name for name, role in self.roles.items() if role.kind != "ignored"]
        self.dropped = drop_missing(self.table, self.steps(used, "missing"), self.options.missing)
        if self.guess.format == "Weka":
            self._without_indexes(truth)
        number_columns = self.of_kind("y_true", "y_pred", "y_score", "weight")
        self.decimal = decimal_mark(
            self.table, self.steps(number_columns, "decimal"), self.options.decimal
        )
        task = self.options.task or self._task(truth)
        fields = self._regression(truth) if task == "regression" else self._classes(truth, given)
        self.said[:0] = [describe(self.table, self.guess.format), *of_columns(self.roles, task)]
        return Predictions(**fields, **self._others(), import_report=self._report())

    def _without_indexes(self, truth: str) -> None:
        """Take the "1:" off Weka's "1:I"; it is the order of the classes."""
        for name in [truth, *self.of_kind("y_pred")]:
            column = self.table.columns[self.table.names.index(name)]
            parts = {cell: re.fullmatch(r"(\d+):(.*)", cell) for cell in set(column)}
            matches = {cell: match for cell, match in parts.items() if match}
            if len(matches) == len(parts):
                column[:] = [matches[cell][2] for cell in column]
                self.label_order |= {match[2]: int(match[1]) for match in matches.values()}
                self.table.changed("index_prefix", len(column), self.table.lines[0])

    def _task(self, truth: str) -> str:
        """Tell classes from numbers; where both could be meant, ask."""
        distinct = set(self.table[truth])
        count = len(distinct)
        name = self.table.source
        if not all(map(is_number, distinct)):
            if count > MOST_CLASSES:
                key = "date" if is_date(self.table[truth]) else "many_classes"
                places = {"line": self.table.lines[0], "cell": self.table[truth][0]}
                refuse(key, name=name, column=truth, count=count, **places)
            return "classification"
        models = self.of_kind("y_pred", "y_score")
        bare = [n for n in models if not self.roles[n].label]
        fractional = any(_is_fractional(self.table[n]) for n in bare)
        if _is_fractional(self.table[truth]):
            return "regression"
        if count > MOST_CLASSES and not fractional:
            refuse("many_values", name=name, column=truth, count=count)
        return "regression" if fractional and count > 2 else "classification"

    def _regression(self, truth: str) -> dict[str, Any]:
        models = {}
        for name in self.of_kind("y_pred", "y_score"):
            role = Role("y_pred", self.roles[name].model or "model")
            if role.model in models:
                refuse("two_columns", name=self.table.source, column=name, model=role.model)
            self.roles[name] = role
            models[role.model] = ModelColumns(numbers(self.table, name, self.decimal))
        return {"y_true": numbers(self.table, truth, self.decimal), "models": models}

    def _classes(self, truth: str, given: set[str]) -> dict[str, Any]:
        for name in self.steps(self.of_kind("y_pred"), "labels"):
            new = set(self.table[name]) - set(self.table[truth])
            if name not in given and _is_fractional(list(new)):
                self.roles[name] = self.roles[name]._replace(kind="y_score")
        values = label_values(self.table, [truth, *self.of_kind("y_pred")])
        labels = self._labels(values)
        y_true = self._labelled(truth, values)
        if len(set(y_true.tolist())) < 2:
            refuse("one_class", name=self.table.source, column=truth, label=y_true[0])
        pos_label = self._positive(labels)
        of_models = dict.fromkeys(
            self.roles[name].model for name in self.of_kind("y_pred", "y_score")
        )
        models = {
            model: self._model(model, values, labels, pos_label)
            for model in self.steps(of_models, "models")
        }
        return {
            "y_true": y_true,
            "models": {model or "model": columns for model, columns in models.items()},
            "labels": labels,
            "pos_label": pos_label,
        }

    def _labels(self, values: dict[str, Any]) -> tuple[Any, ...]:
        """Return the classes in order, and let each column of scores name its class by value."""
        found = set(values.values())
        by_text = {**{str(value): value for value in found}, **values}
        by_index = {str(index): text for text, index in self.label_order.items()}
        for name in self.of_kind("y_score"):
            text = self.roles[name].label
            text = by_index.get(text, text)
            self.roles[name] = self.roles[name]._replace(label=text)
            if text and text not in by_text:
                whole = found <= {v for v in found if type(v) is int} and text.lstrip("-").isdigit()
                by_text[text] = int(text) if whole else text
                found.add(by_text[text])
        self.by_text = by_text
        if len({type(value) for value in found}) > 1:
            refuse("label_types", name=self.table.source, labels=shown(sorted(by_text)))
        return tuple(sorted(found, key=lambda v: (self.label_order.get(str(v), 0), v)))

    def _labelled(self, name: str, values: dict[str, Any]) -> Array:
        return np.array([values[cell] for cell in self.table[name]])

    def _positive(self, labels: tuple[Any, ...]) -> Any:
        """Return the positive class of two, and say why it is that one."""
        given = self.options.pos_label
        if given is not None:
            alike = (v for v in labels if among(given, (v,)) or str(v) == str(given))
            match = next(alike, None)
            if match is None or len(labels) != 2:
                refuse("no_label", label=given, labels=shown(labels))
            return match
        if len(labels) != 2:
            return None
        named = [self.roles[name].label for name in self.of_kind("y_score")]
        classes = list(dict.fromkeys(self.by_text[text] for text in named if text))
        words = [v for v in labels if str(v).strip().lower() in WORDS["positive"]]
        if len(classes) == 1:
            value = classes[0]
            why = "column"
        elif classes and self.guess.first_level:
            value = classes[0]
            why = "first_level"
        elif len(words) == 1:
            value = words[0]
            why = "word"
        else:
            value = labels[-1]
            why = "last"
        self.said.append(say("positive", why, label=value))
        return value

    def _model(
        self, model: str, values: dict[str, Any], labels: tuple[Any, ...], pos_label: Any
    ) -> ModelColumns:
        own = {name: role for name, role in self.roles.items() if role.model == model}
        predicted = [name for name, role in own.items() if role.kind == "y_pred"]
        if len(predicted) > 1:
            refuse("two_columns", name=self.table.source, column=predicted[1], model=model)
        y_pred = self._labelled(predicted[0], values) if predicted else None
        columns = {role.label: name for name, role in own.items() if role.kind == "y_score"}
        if not columns:
            return ModelColumns(y_pred)
        return ModelColumns(y_pred, self._scores(columns, y_pred, labels, pos_label))

    def _scores(
        self, columns: dict[str, str], y_pred: Array | None, labels: tuple[Any, ...], pos_label: Any
    ) -> Array | None:
        """Return the scores of the positive class, or a column for each of several classes."""
        if any(cell.startswith("*") for cell in self.table[next(iter(columns.values()))][:1000]):
            self._without_stars(columns)
        by_label = {self.by_text[text]: name for text, name in columns.items() if text}
        if pos_label is None:
            if set(by_label) != set(labels):
                self._leave_out(columns)
                return None
            parts = [numbers(self.table, by_label[label], self.decimal) for label in labels]
            return np.column_stack(parts)
        bare = columns.get("")
        name = by_label.get(pos_label, bare)
        turned = name is None
        if name is None:
            name = next(iter(by_label.values()))
        score = numbers(self.table, name, self.decimal)
        if name == bare and self.guess.format == "Weka" and y_pred is not None:
            self.table.changed("of_predicted", len(score), self.table.lines[0])
            score = np.where(y_pred == pos_label, score, 1 - score)
        elif turned:
            score = self._reversed(score, "other_class")
        if not self.options.higher_is_positive:
            score = self._reversed(score, "lower_is_positive")
        return score

    def _without_stars(self, columns: dict[str, str]) -> None:
        """Take off the star that Weka puts before the score of the predicted class."""
        for name in columns.values():
            column = self.table.columns[self.table.names.index(name)]
            count = sum(cell.startswith("*") for cell in column)
            column[:] = [cell.removeprefix("*") for cell in column]
            self.table.changed("star", count, self.table.lines[0])

    def _reversed(self, score: Array, kind: str) -> Array:
        self.table.changed(kind, len(score), self.table.lines[0])
        return 1 - score if score.min() >= 0 and score.max() <= 1 else -score

    def _leave_out(self, columns: dict[str, str]) -> None:
        for name in columns.values():
            self.roles[name] = Role("ignored")
        self.said.append(say("guess", "incomplete", columns=", ".join(columns.values())))

    def _others(self) -> dict[str, Any]:
        """Return the columns that are neither truth nor model."""
        fields: dict[str, Any] = {"rows": np.array(self.table.lines)}
        for kind in ("id", "group", "fold"):
            if name := self.one(kind):
                fields[kind] = np.array(self.table[name])
        if name := self.one("weight"):
            weight = numbers(self.table, name, self.decimal)
            fields["weight"] = weight
            if weight.min() < 0 or not weight.any():
                refuse("weight", name=self.table.source, column=name, value=f"{weight.min():g}")
        return fields

    def _report(self) -> ImportReport:
        if self.unmatched:
            names = ", ".join(self.unmatched[:8]) + (", ..." if len(self.unmatched) > 8 else "")
            self.said.append(say("guess", "unmatched", count=len(self.unmatched), ids=names))
        report = report_of(self.table, self.guess.format, self.said)
        roles = {name: str(role) for name, role in self.roles.items()}
        return ImportReport(
            **{**report, "roles": roles, "decimal": self.decimal},
            dropped=self.dropped,
            unmatched=self.unmatched,
        )


def _is_fractional(cells: list[str]) -> bool:
    """Tell whether these are numbers, at least one of them with a fraction."""
    seen = {cell for cell in set(cells) if cell.strip()}
    if not seen or not all(map(is_number, seen)):
        return False
    return any(re.search(r"[.,]0*[1-9]|[eE]-|%", cell) for cell in seen)
