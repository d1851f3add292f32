"""From columns with roles to the predictions of models, as arrays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..._tables import Table
from ..._validation import Array, among, shown
from ..predictions import ModelColumns, Predictions, normalized
from ..progress import steps
from .proposal import Proposal, Role
from .sentences import Said, choice, refuse, role, say, says_positive, shown_cells
from .values import (
    decimal_mark,
    drop_missing,
    label_values,
    numbers,
    same_label,
)

_LISTS = re.compile(r"[|;\[\]{}]")


@dataclass(frozen=True)
class Options:
    """What a user says of a table, beside the roles of its columns."""

    pos_label: Any = None
    higher_is_positive: bool | None = None
    labels: tuple[Any, ...] | None = None
    task: str | None = None
    missing: str = "refuse"
    decimal: str | None = None
    progress: bool = False


def assemble(p: Proposal, options: Options, said: Said, unmatched: tuple[str, ...]) -> Predictions:
    """Return the predictions of a table in which every row is a sample."""
    return _Assembly(p, options, said).predictions(unmatched)


class _Assembly:
    """One table on its way to arrays; `said` grows with what is found."""

    def __init__(self, p: Proposal, options: Options, said: Said) -> None:
        self.p = p
        self.table: Table = p.table
        self.roles = p.roles
        self.options = options
        self.said = said
        self.label_order: dict[str, int] = {}
        self._numbers: dict[str, Array] = {}

    def _places(self, **places: Any) -> dict[str, Any]:
        return {"name": self.table.source, **places}

    def _steps(self, names: Iterable[str], key: str) -> Iterable[str]:
        return steps(list(names), say("step", key), self.options.progress)

    def _number_column(self, name: str) -> Array:
        """Return a column as numbers; what is changed for it is counted once."""
        if name not in self._numbers:
            self._numbers[name] = numbers(self.table, name, self.decimal)
        return self._numbers[name]

    def predictions(self, unmatched: tuple[str, ...]) -> Predictions:
        p = self.p
        truth = p.truth()
        used = [name for name, role in self.roles.items() if role.kind != "ignored"]
        dropped = drop_missing(self.table, self._steps(used, "missing"), self.options.missing)
        if p.form.get("name") == "Weka":
            self._without_indexes(truth)
        number_columns = p.with_role("y_true", "y_pred", "y_score", "weight", "count")
        marks = self._steps(number_columns, "decimal")
        self.decimal = decimal_mark(self.table, marks, self.options.decimal)
        fields = self._regression(truth) if p.task == "regression" else self._classes(truth)
        later = self.said.sentences[1:]
        del self.said.sentences[1:]
        self.said.columns(p)
        self.said.sentences += later
        if unmatched:
            self.said.add("unmatched", count=len(unmatched), ids=shown_cells(unmatched))
        others = self._others()
        shape = "counts" if "counted" in others else "samples"
        more = {"dropped": dropped, "unmatched": unmatched, "decimal": self.decimal, "shape": shape}
        return Predictions(**fields, **others, import_report=self.said.report(p, **more))

    def _without_indexes(self, truth: str) -> None:
        """Take the "1:" off Weka's "1:I"; it is the order of the classes."""
        for name in [truth, *self.p.with_role("y_pred")]:
            column = self.table.columns[self.table.names.index(name)]
            parts = {cell: re.fullmatch(r"(\d+):(.*)", cell) for cell in set(column)}
            matches = {cell: match for cell, match in parts.items() if match}
            if len(matches) == len(parts):
                column[:] = [matches[cell][2] for cell in column]
                self.label_order |= {match[2]: int(match[1]) for match in matches.values()}
                self.table.changed("index_prefix", len(column), self.table.lines[0])

    def _regression(self, truth: str) -> dict[str, Any]:
        models = {}
        for name in self.p.with_role("y_pred"):
            models[self.roles[name].model or "model"] = ModelColumns(self._number_column(name))
        return {"y_true": self._number_column(truth), "models": models}

    def _classes(self, truth: str) -> dict[str, Any]:
        predicted = self.p.with_role("y_pred")
        self._check_cells([truth, *self._steps(predicted, "labels")])
        values = label_values(self.table, [truth, *predicted])
        self._check_labels(truth, values)
        labels = self._labels(values)
        y_true = self._labelled(truth, values)
        if len(set(y_true.tolist())) < 2:
            self.p.refuse("one_class", column=truth, label=y_true[0])
        pos_label = self._positive(labels, truth, values)
        of_models = dict.fromkeys(
            self.roles[n].model for n in self.p.with_role("y_pred", "y_score")
        )
        models = {
            m: self._model(m, values, labels, pos_label) for m in self._steps(of_models, "models")
        }
        if not any(m.y_pred is not None or m.y_score is not None for m in models.values()):
            unused = self.p.with_role("ignored")
            true = set(self.table[truth])
            options = [role("y_pred", n) for n in unused if self.p.cells(n) <= true]
            self.p.ask("incomplete", options, columns=shown_cells(unused))
        return {
            "y_true": y_true,
            "models": {model or "model": columns for model, columns in models.items()},
            "labels": labels,
            "pos_label": pos_label,
        }

    def _check_cells(self, names: list[str]) -> None:
        """Refuse labels that no report can write down, and several labels in one cell."""
        places: dict[str, tuple[str, int]] = {}
        for name in names:
            for i, cell in enumerate(self.table[name]):
                places.setdefault(cell, (name, i))
        single = {cell.strip() for cell in places}
        seen: dict[frozenset[str], str] = {}
        for cell, (name, i) in places.items():
            place = {"line": self.table.lines[i], "column": name}
            if re.search(r"[\r\n\x00-\x08]", cell):
                self.p.refuse("control", **place)
            parts = frozenset(part.strip() for part in _LISTS.split(cell) if part.strip())
            several = len(parts) > 1 and (parts & single or seen.setdefault(parts, cell) != cell)
            if several or cell.lstrip()[:1] in ("[", "{"):
                self.p.refuse("several_labels", **place, cell=cell)

    def _check_labels(self, truth: str, values: dict[str, Any]) -> None:
        """Ask about predicted labels that are never true, where this hardly is meant."""
        true = {values[c] for c in self.table[truth]}
        for name in self.p.with_role("y_pred"):
            extra = {values[c] for c in self.table[name]} - true
            known = {str(x) for x in self.options.labels or ()}
            known |= {r.label for r in self.roles.values() if r.kind == "y_score"}
            extra = {x for x in extra if not any(same_label(str(x), k) for k in known)}
            if not extra:
                continue
            places = {"column": name, "truth": truth, "labels": shown_cells(sorted(map(str, true)))}
            places["found"] = shown_cells(sorted(map(str, extra)))
            every = sorted({*map(str, true), *map(str, extra)})
            options = [choice("labels", {"labels": every}, labels=shown_cells(every))]
            alike = {_plain(x) for x in extra} & {_plain(x) for x in true}
            if alike:
                self.p.ask("labels_alike", options, **places)
            if len(true) == 2:
                self.p.ask("never_true", options, **places)

    def _labels(self, values: dict[str, Any]) -> tuple[Any, ...]:
        """Return the classes in order, and let each column of scores name its class by value."""
        found = set(values.values())
        by_text = {**{str(value): value for value in found}, **values}
        by_index = {str(index): text for text, index in self.label_order.items()}
        for name in self.p.with_role("y_score"):
            text = by_index.get(self.roles[name].label, self.roles[name].label)
            text = next((t for t in by_text if same_label(t, text)), text)
            self.roles[name] = self.roles[name]._replace(label=text)
            if text and text not in by_text:
                whole = found <= {v for v in found if type(v) is int} and text.lstrip("-").isdigit()
                by_text[text] = int(text) if whole else text
                found.add(by_text[text])
        self.by_text = by_text
        if len({type(value) for value in found}) > 1:
            self.p.refuse("label_types", labels=shown(sorted(by_text)))
        return tuple(sorted(found, key=lambda v: (self.label_order.get(str(v), 0), v)))

    def _labelled(self, name: str, values: dict[str, Any]) -> Array:
        return np.array([values[cell] for cell in self.table[name]])

    def _positive(self, labels: tuple[Any, ...], truth: str, values: dict[str, Any]) -> Any:
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
        scores = self.p.with_role("y_score")
        classes = list(
            dict.fromkeys(self.by_text[self.roles[n].label] for n in scores if self.roles[n].label)
        )
        if len(classes) == 1 or (classes and self.p.form.get("first_level")):
            self.said.sentences.append(
                say("positive", "column" if len(classes) == 1 else "first_level", label=classes[0])
            )
            return classes[0]
        bare = [n for n in scores if not self.roles[n].label and not self._predicted_by_role(n)]
        if bare:
            return self._positive_by_scores(bare[0], labels, values)
        return self.said.positive(labels)

    def _positive_by_scores(
        self, score: str, labels: tuple[Any, ...], values: dict[str, Any]
    ) -> Any:
        """Return the class of which a high score speaks: its name or the labels tell, or ask."""
        above = self._above(score, labels, values)
        if says_positive(labels):
            known = self.said.positive(labels)
            if above in (None, known) or self.options.higher_is_positive is not None:
                return known
            options = [
                choice("positive", {"pos_label": above}, label=above),
                choice("reversed", {"higher_is_positive": False}, column=score),
            ]
            self.p.ask("score_of_other", options, column=score, label=known)
        if above is not None:
            self.said.sentences.append(say("positive", "scores", label=above))
            return above
        options = [choice("positive", {"pos_label": label}, label=label) for label in labels]
        return self.p.ask("positive", options, labels=shown(labels), column=score)

    def _above(self, score: str, labels: tuple[Any, ...], values: dict[str, Any]) -> Any:
        """Return the class that is predicted where scores are high, if they tell the two apart."""
        model = self.roles[score].model
        own = [n for n in self.p.with_role("y_pred") if self.roles[n].model == model]
        if not own:
            return None
        y = self._labelled(own[0], values)
        x = self._number_column(score)
        for one, other in (labels, labels[::-1]):
            low = x[y == one]
            high = x[y == other]
            if len(low) and len(high) and low.max() < high.min():
                return other
        return None

    def _model(
        self, model: str, values: dict[str, Any], labels: tuple[Any, ...], pos_label: Any
    ) -> ModelColumns:
        own = {name: role for name, role in self.roles.items() if role.model == model}
        predicted = [name for name, role in own.items() if role.kind == "y_pred"]
        y_pred = self._labelled(predicted[0], values) if predicted else None
        columns = {role.label: name for name, role in own.items() if role.kind == "y_score"}
        if not columns:
            return ModelColumns(y_pred)
        first = self.table[next(iter(columns.values()))][:1000]
        if any(cell.startswith("*") for cell in first):
            self._without_stars(columns)
        score = self._scores(columns, labels) if pos_label is None else None
        if pos_label is not None:
            score = self._score_of(columns, y_pred, pos_label, labels)
        return ModelColumns(y_pred, score)

    def _scores(self, columns: dict[str, str], labels: tuple[Any, ...]) -> Array | None:
        """Return a column of scores for each of several classes, or none."""
        by_label = {self.by_text[text]: name for text, name in columns.items() if text}
        if set(by_label) != set(labels):
            for name in columns.values():
                self.roles[name] = Role("ignored")
            self.said.add("incomplete", columns=", ".join(columns.values()))
            return None
        found = np.column_stack([self._number_column(by_label[label]) for label in labels])
        if not (found % 1).any():
            self.p.refuse("one_hot_pred", columns=shown_cells(columns.values()))
        divided = normalized(found)
        if divided is not found:
            rows = np.flatnonzero(abs(found.sum(axis=1) - 1) > 1e-9)
            self.table.changed("rounded", len(rows), self.table.lines[int(rows[0])])
        return divided

    def _score_of(
        self, columns: dict[str, str], y_pred: Array | None, pos_label: Any, labels: tuple[Any, ...]
    ) -> Array:
        """Return the scores of the positive class."""
        by_label = {self.by_text[text]: name for text, name in columns.items() if text}
        bare = columns.get("")
        name = by_label.get(pos_label, bare)
        if len(by_label) == 2:
            self._refuse_unlike(by_label, columns)
        turned = name is None
        if name is None:
            name = next(iter(by_label.values()))
        score = self._number_column(name)
        if name == bare and self._of_predicted(name, score, y_pred, labels):
            self.table.changed("of_predicted", len(score), self.table.lines[0])
            score = np.where(y_pred == pos_label, score, 1 - score)
        elif turned:
            score = self._reversed(score, "other_class")
        if self.options.higher_is_positive is False:
            score = self._reversed(score, "lower_is_positive")
        return score

    def _refuse_unlike(self, by_label: dict[Any, str], columns: dict[str, str]) -> None:
        """Ask which of two columns counts, unless one says what the other does: 1 less it, or so.

        Of two logits neither ranks the samples by itself.
        """
        one, other = (self._number_column(name) for name in by_label.values())
        sums = one + other
        if np.ptp(sums) <= 0.02 * max(1, np.ptp(one)):
            return
        options = [role("ignored", name) for name in by_label.values()]
        self.p.ask("two_scores", options, columns=shown_cells(columns.values()))

    def _predicted_by_role(self, name: str) -> bool:
        return bool(self.p.form.get("of_predicted")) or name in self.p.of_predicted

    def _of_predicted(self, name: str, score: Array, y_pred: Array | None, labels: Any) -> bool:
        """Tell whether scores are those of the predicted class; ask where the values look so."""
        if self._predicted_by_role(name):
            if y_pred is None:
                self.p.refuse("no_labels", column=name)
            return True
        if name in self.p.given:
            return False
        said = set(y_pred.tolist()) if y_pred is not None else set(labels)
        if len(said) == 2 and 0.5 <= score.min() < score.max() <= 1:
            options = [role("y_score", name)]
            if y_pred is not None:
                options.append(role("confidence", name))
            self.p.ask("confidence", [*options, role("ignored", name)], column=name)
        return False

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

    def _others(self) -> dict[str, Any]:
        """Return the columns that are neither truth nor model."""
        fields: dict[str, Any] = {"rows": np.array(self.table.lines)}
        for kind in ("id", "group", "fold"):
            if names := self.p.with_role(kind):
                fields[kind] = np.array(self.table[names[0]])
        for kind in ("weight", "count"):
            for name in self.p.with_role(kind):
                weight = self._number_column(name)
                fields["weight"] = weight
                if weight.min() < 0 or not weight.any() or (kind == "count" and (weight % 1).any()):
                    self.p.refuse(kind, column=name, value=f"{weight.min():g}")
                if kind == "count":
                    fields |= {"weight": weight.astype(int), "counted": True}
        return fields


def _plain(label: Any) -> str:
    return "".join(str(label).split()).casefold()
