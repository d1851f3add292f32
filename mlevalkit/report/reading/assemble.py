"""From columns with roles to the predictions of models, as arrays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..._validation import Array, among, shown
from ...measures.ranking.areas import roc_auc_score
from ..predictions import ModelColumns, Predictions, normalized
from ..progress import steps
from .names import name_of
from .proposal import IGNORED, Proposal
from .sentences import Said, choice, positive_by_name, refuse, say, shown_cells
from .values import decimal_mark, drop_missing, label_values, numbers, same_label

_LISTS = re.compile(r"[|;\[\]{}]")


def assemble(p: Proposal, said: Said, unmatched: tuple[str, ...]) -> Predictions:
    """Return the predictions of a table in which every row is a sample."""
    return _Assembly(p, said).predictions(unmatched)


class _Assembly:
    """One table on its way to arrays; `said` grows with what is found."""

    values: dict[str, Any]  # what the texts of labels stand for
    labels: tuple[Any, ...] = ()
    pos_label: Any = None

    def __init__(self, p: Proposal, said: Said) -> None:
        self.p = p
        self.table = p.table
        self.roles = p.roles
        self.options = p.options
        self.said = said
        self.label_order: dict[str, int] = {}
        self._numbers: dict[str, Array] = {}

    def _steps(self, names: Iterable[str], key: str) -> Iterable[str]:
        return steps(list(names), say("step", key), self.options.progress)

    def _changed(self, kind: str, count: int) -> None:
        self.table.changed(kind, count, self.table.lines[0])

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
            self._without_indexes([truth, *p.with_role("y_pred")])
        number_columns = p.with_role("y_true", "y_pred", "y_score", "weight", "count")
        marks = self._steps(number_columns, "decimal")
        self.decimal = decimal_mark(self.table, marks, self.options.decimal)
        y_true, models = (self._regression if p.task == "regression" else self._classes)(truth)
        later = self.said.sentences[1:]
        del self.said.sentences[1:]
        self.said.columns(p)
        self.said.sentences += later
        if unmatched:
            self.said.add("unmatched", count=len(unmatched), ids=shown_cells(unmatched))
        others = self._others()
        shape = "counts" if "counted" in others else "samples"
        more = {"dropped": dropped, "unmatched": unmatched, "shape": shape}
        return Predictions(
            y_true,
            {model or "model": columns for model, columns in models.items()},
            self.labels,
            self.pos_label,
            **others,
            import_report=self.said.report(p, **more),
        )

    def _without_indexes(self, names: list[str]) -> None:
        """Take the "1:" off Weka's "1:I"; it is the order of the classes."""
        for name in names:
            column = self.table[name]
            matches = [re.fullmatch(r"(\d+):(.*)", cell) for cell in column]
            if all(matches):
                column[:] = [match[2] for match in matches if match]
                self.label_order |= {match[2]: int(match[1]) for match in matches if match}
                self._changed("index_prefix", len(column))

    def _regression(self, truth: str) -> tuple[Array, dict[str, ModelColumns]]:
        predicted = self.p.with_role("y_pred")
        models = {self.roles[n].model: ModelColumns(self._number_column(n)) for n in predicted}
        return self._number_column(truth), models

    def _classes(self, truth: str) -> tuple[Array, dict[str, ModelColumns]]:
        predicted = self.p.with_role("y_pred")
        self._check_cells([truth, *self._steps(predicted, "labels")])
        self.values = label_values(self.table, [truth, *predicted])
        self._check_labels(truth)
        self.labels = self._labels()
        y_true = self._labelled(truth)
        if len(set(y_true.tolist())) < 2:
            self.p.refuse("one_class", column=truth, label=y_true[0])
        self.pos_label = self._positive()
        names = dict.fromkeys(self.roles[n].model for n in self.p.with_role("y_pred", "y_score"))
        models = {name: self._model(name) for name in self._steps(names, "models")}
        if not any(m.y_pred is not None or m.y_score is not None for m in models.values()):
            unused = self.p.with_role("ignored")
            true = set(self.table[truth])
            options = [{n: "y_pred"} for n in unused if self.p[n].values <= true]
            self.p.ask("incomplete", options, columns=unused)
        return y_true, models

    # -- labels ------------------------------------------------------------------------------------

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

    def _check_labels(self, truth: str) -> None:
        """Ask about predicted labels that are never true, where this hardly is meant."""
        true = {self.values[c] for c in set(self.table[truth])}
        known = {str(x) for x in self.options.labels or ()}
        known |= {role.label for role in self.roles.values() if role.kind == "y_score"}
        for name in self.p.with_role("y_pred"):
            extra = {self.values[c] for c in set(self.table[name])} - true
            extra = {x for x in extra if not any(same_label(str(x), k) for k in known)}
            alike = {_plain(x) for x in extra} & {_plain(x) for x in true}
            if alike or (extra and len(true) == 2):
                every = sorted({*map(str, true), *map(str, extra)})
                options = [choice("labels", "labels", every, labels=every)]
                places = {"labels": sorted(map(str, true)), "found": sorted(map(str, extra))}
                key = "labels_alike" if alike else "never_true"
                self.p.ask(key, options, column=name, truth=truth, **places)

    def _labels(self) -> tuple[Any, ...]:
        """Return the classes in order, and let each column of scores name its class by value."""
        found = set(self.values.values())
        by_text = {**{str(value): value for value in found}, **self.values}
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

    def _labelled(self, name: str) -> Array:
        return np.array(list(map(self.values.__getitem__, self.table[name])))

    # -- the positive class ------------------------------------------------------------------------

    def _positive(self) -> Any:
        """Return the positive class of two, and say why it is that one."""
        given = self.options.pos_label
        if given is not None:
            alike = [v for v in self.labels if among(given, (v,)) or str(v) == str(given)]
            if not alike or len(self.labels) != 2:
                refuse("no_label", label=given, labels=shown(self.labels))
            return alike[0]
        if len(self.labels) != 2:
            return None
        scores = {n: self.roles[n].label for n in self.p.with_role("y_score")}
        classes = list(dict.fromkeys(self.by_text[x] for x in scores.values() if x))
        if len(classes) == 1 or (classes and self.p.form.get("first_level")):
            return self._says("column" if len(classes) == 1 else "first_level", classes[0])
        for name, label in scores.items():
            if not label and not self._predicted_by_role(name):
                return self._positive_by_scores(name)
        return self.said.positive(self.labels)

    def _says(self, why: str, label: Any) -> Any:
        """Return the positive class, and say why it is that one."""
        self.said.sentences.append(say("positive", why, label=label))
        return label

    def _positive_by_scores(self, score: str) -> Any:
        """Return the class of which a high score speaks: its name or the labels tell, or ask."""
        above = self._above(score)
        known = positive_by_name(self.labels)
        differs = known is not None and above not in (None, known)
        if differs and self.options.higher_is_positive is None:
            options = [
                choice("positive", "pos_label", above, label=above),
                choice("reversed", "higher_is_positive", False, column=score),
            ]
            self.p.ask("score_of_other", options, column=score, label=known)
        label = above if known is None else known
        if label is not None:
            self._ask_if_reversed(score, label)
            return self._says("scores" if known is None else "word", label)
        options = [choice("positive", "pos_label", label, label=label) for label in self.labels]
        return self.p.ask("positive", options, labels=shown(self.labels), column=score)

    def _ask_if_reversed(self, score: str, label: Any) -> None:
        """Ask about prob_survival of who died: no name of a class, and high for the other one."""
        model = self.roles[score].model
        known = not model or name_of(model).kind == "learner" or score in self.p.stated
        others = {self.roles[n].model for n in self.p.with_role("y_pred", "y_score")} - {model}
        if known or others or self.options.higher_is_positive is not None:
            return
        if roc_auc_score(self._labelled(self.p.truth()) == label, self._number_column(score)) < 0.5:
            other = choice("reversed", "higher_is_positive", False, column=score)
            roles = [{score: role} for role in (f"y_score:{model}", "ignored")]
            self.p.ask("score_named", [other, *roles], column=score, label=label)

    def _above(self, score: str) -> Any:
        """Return the class that is predicted where scores are high, if they tell the two apart."""
        model = self.roles[score].model
        own = [n for n in self.p.with_role("y_pred") if self.roles[n].model == model]
        if not own:
            return None
        y = self._labelled(own[0])
        x = self._number_column(score)
        for one, other in (self.labels, self.labels[::-1]):
            low = x[y == one]
            high = x[y == other]
            if len(low) and len(high) and low.max() < high.min():
                return other
        return None

    # -- labels and scores of a model --------------------------------------------------------------

    def _model(self, model: str) -> ModelColumns:
        own = {name: role for name, role in self.roles.items() if role.model == model}
        predicted = [name for name, role in own.items() if role.kind == "y_pred"]
        y_pred = self._labelled(predicted[0]) if predicted else None
        columns = {role.label: name for name, role in own.items() if role.kind == "y_score"}
        if not columns:
            return ModelColumns(y_pred)
        first = self.table[next(iter(columns.values()))][:1000]
        if "*" in {cell[:1] for cell in first}:
            self._without_stars(columns.values())
        by_label = {self.by_text[text]: name for text, name in columns.items() if text}
        if self.pos_label is None:
            return ModelColumns(y_pred, self._scores(by_label, list(columns.values())))
        return ModelColumns(y_pred, self._score(by_label, columns.get(""), y_pred))

    def _scores(self, by_label: dict[Any, str], columns: list[str]) -> Array | None:
        """Return a column of scores for each of several classes, or none."""
        if set(by_label) != set(self.labels):
            self.roles |= dict.fromkeys(columns, IGNORED)
            self.said.add("incomplete", columns=", ".join(columns))
            return None
        found = np.column_stack([self._number_column(by_label[label]) for label in self.labels])
        if not (found % 1).any():
            self.p.refuse("one_hot_pred", columns=columns)
        divided = normalized(found)
        if divided is not found:
            rows = np.flatnonzero(abs(found.sum(axis=1) - 1) > 1e-9)
            self.table.changed("rounded", len(rows), self.table.lines[int(rows[0])])
        return divided

    def _score(self, by_label: dict[Any, str], bare: str | None, y_pred: Array | None) -> Array:
        """Return the scores of the positive class."""
        if len(by_label) == 2:
            self._refuse_unlike(list(by_label.values()))
        name = by_label.get(self.pos_label, bare)
        score = self._number_column(name or next(iter(by_label.values())))
        if name is None:
            score = self._reversed(score, "other_class")
        elif name == bare and self._of_predicted(name, score, y_pred):
            self._changed("of_predicted", len(score))
            score = np.where(y_pred == self.pos_label, score, 1 - score)
        if self.options.higher_is_positive is False:
            score = self._reversed(score, "lower_is_positive")
        return score

    def _refuse_unlike(self, columns: list[str]) -> None:
        """Ask which of two columns counts, unless one says what the other does: 1 less it, or so.

        Of two logits neither ranks the samples by itself.
        """
        one, other = map(self._number_column, columns)
        if np.ptp(one + other) > 0.02 * max(1, np.ptp(one)):
            self.p.ask("two_scores", [{name: "ignored"} for name in columns], columns=columns)

    def _predicted_by_role(self, name: str) -> bool:
        return bool(self.p.form.get("of_predicted")) or name in self.p.of_predicted

    def _of_predicted(self, name: str, score: Array, y_pred: Array | None) -> bool:
        """Tell whether scores are those of the predicted class; ask where the values look so."""
        if self._predicted_by_role(name):
            if y_pred is None:
                self.p.refuse("no_labels", column=name)
            return True
        both = y_pred is None or len(set(y_pred.tolist())) == 2
        if name not in self.p.given and both and 0.5 <= score.min() < score.max() <= 1:
            self.p.ask_about_confidence(name, y_pred is not None)
        return False

    def _without_stars(self, columns: Iterable[str]) -> None:
        """Take off the star that Weka puts before the score of the predicted class."""
        for name in columns:
            column = self.table[name]
            count = sum(cell.startswith("*") for cell in column)
            column[:] = [cell.removeprefix("*") for cell in column]
            self._changed("star", count)

    def _reversed(self, score: Array, kind: str) -> Array:
        self._changed(kind, len(score))
        return 1 - score if score.min() >= 0 and score.max() <= 1 else -score

    def _others(self) -> dict[str, Any]:
        """Return the columns that are neither truth nor model."""
        fields: dict[str, Any] = {"rows": np.array(self.table.lines)}
        for name, role in self.roles.items():
            if role.kind in ("id", "group", "fold"):
                fields.setdefault(role.kind, np.array(self.table[name]))
            if role.kind in ("weight", "count"):
                weight = self._number_column(name)
                counted = role.kind == "count"
                if weight.min() < 0 or not weight.any() or (counted and (weight % 1).any()):
                    self.p.refuse(role.kind, column=name, value=f"{weight.min():g}")
                fields["weight"] = weight
                if counted:
                    fields |= {"weight": weight.astype(int), "counted": True}
        return fields


def _plain(label: Any) -> str:
    return "".join(str(label).split()).casefold()
