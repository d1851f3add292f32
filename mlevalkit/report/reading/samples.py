"""A row is a sample: which column is the truth, and which are the predictions of which model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from ..._tables import Table, is_number
from ...display.workings.measure import data_of
from .asking import ask, choice, refuse, role, shown_cells
from .cells import is_date, is_fractional, is_missing, same_label
from .names import WORDS, Name, name_of, polarity

KINDS = (
    "y_true",
    "y_pred",
    "y_score",
    "id",
    "group",
    "weight",
    "fold",
    "count",
    "model",
    "item",
    "dataset",
    "value",
    "confidence",
    "ignored",
)
MOST_CLASSES = 20
FORMATS = data_of(__package__, "formats.toml")["format"]


class Role(NamedTuple):
    """What a column holds, of which model, and for which class."""

    kind: str
    model: str = ""
    label: str = ""

    def __str__(self) -> str:
        return ":".join(self).rstrip(":")


def role_of(column: str, text: str) -> Role:
    """Return the role that a text names: "y_score:svm:ill"."""
    kind, _, rest = text.partition(":")
    if kind not in KINDS:
        raise ValueError(f"roles: expected one of {', '.join(KINDS)}, got {text!r} for {column!r}")
    model, _, label = rest.partition(":")
    return Role(kind, model, label)


class Proposal:
    """Roles of the columns of a table, as far as names and values tell them.

    `partly`: the table is the first rows only, or one of two; what is missing is not asked for.
    """

    def __init__(
        self, table: Table, given: Mapping[str, str], task: str | None, partly: bool
    ) -> None:
        self.table = table
        self.task = task
        self.partly = partly
        self.of_predicted: set[str] = set()  # scores of the predicted class
        self.given = {name: role_of(name, text) for name, text in given.items()}
        self.roles: dict[str, Role] = {n: role_of(n, t) for n, t in table.roles.items()}
        self.form = self._format()
        self.roles |= self.given
        self.names = {n: self._name(n) for n in table.names if n not in self.roles}
        self._name_twins()

    def _name(self, column: str) -> Name:
        """Return what a name says, unless the values cannot be that."""
        name = name_of(column)
        cells = [cell for cell in self.table[column][:200] if not is_missing(cell)]
        if name.kind == "perhaps_id":
            return Name("id" if len(set(cells)) == len(cells) else "")
        if name.kind in ("score", "weight", "p", "count", "confidence"):
            return name if _mostly_numbers(cells) else Name("")
        if name.kind == "id" and is_fractional(cells) and not all(_is_whole(c) for c in cells):
            return Name("")
        return name

    def _name_twins(self) -> None:
        """Take actual_time and predicted_time, of which neither is certain alone, for a pair."""
        for said in list(self.names.values()):
            other = Name("pred?", said.rest)
            if said.kind == "truth?" and other in self.names.values():
                of_both = {n: x for n, x in self.names.items() if x in (said, other)}
                self.names |= {n: Name(x.kind[:-1], x.rest) for n, x in of_both.items()}

    def _format(self) -> dict[str, Any]:
        """Return the first format whose columns are all there; they have its roles."""
        for form in FORMATS:
            found = [next(_matches(self.table.names, needed), None) for needed in form["needs"]]
            if None in found:
                continue
            targets = [m.groupdict().get("target") for m in found if m]
            target = next((t for t in targets if t), "")
            if target and target not in self.table.names:
                continue
            target = re.escape(target)
            for kind in ("ignored", *KINDS[:-1]):  # what is not used has the narrower name
                pattern = form.get(kind, "").replace("{target}", target)
                for match in _matches(self.table.names, pattern) if pattern else ():
                    groups = match.groupdict("")
                    label = groups.get("label") or groups.get("index") or ""
                    self.roles.setdefault(match[0], Role(kind, "", label))
            return dict(form)
        return {}

    def of(self, *kinds: str) -> list[str]:
        """Return the columns without a role whose names are of these kinds."""
        return [n for n, name in self.names.items() if name.kind in kinds and n not in self.roles]

    def with_role(self, *kinds: str) -> list[str]:
        """Return the columns that have one of these roles."""
        return [name for name, found in self.roles.items() if found.kind in kinds]

    def cells(self, column: str) -> set[str]:
        """Return the different values of a column, those that are missing left out."""
        return {cell.strip() for cell in set(self.table[column]) if not is_missing(cell)}

    def truth(self) -> str:
        """Return the column of the truth."""
        return self.with_role("y_true")[0]

    def places(self, **places: Any) -> dict[str, Any]:
        """Return what a sentence about this table takes."""
        return {"name": self.table.source, **places}


def _matches(names: Iterable[str], pattern: str) -> Iterator[re.Match[str]]:
    found = (re.fullmatch(pattern, name, re.IGNORECASE) for name in names)
    return (match for match in found if match)


def _mostly_numbers(cells: list[str]) -> bool:
    """Tell whether most cells are numbers: which one is not is said when they are read."""
    return 2 * sum(is_number(c) or c.lstrip()[:1] in ("[", "*") for c in cells) >= len(cells)


def _is_whole(cell: str) -> bool:
    return bool(re.fullmatch(r"\s*-?\d+([.,]0*)?\s*", cell))


# -- the truth -------------------------------------------------------------------------------------


def find_truth(p: Proposal) -> None:
    """Give the role of the truth to the one column whose name says so, or ask."""
    if p.with_role("y_true"):
        return
    strong = [name for name in p.of("truth") if not p.names[name].rest]
    of_one_thing = [name for name in p.of("truth") if p.names[name].rest and _has_twin(p, name)]
    weak = p.of("outcome")
    sure = p.of("pred") or p.with_role("y_pred", "y_score")
    found = strong or of_one_thing or p.of("reviewer") or weak or _named_in_prediction(p)
    if strong and weak and not sure and not all(_alike(p, strong[0], name) for name in weak):
        found = strong + weak
    if len(found) == 1 and not (found == weak and _is_open(p, found[0])):
        p.roles[found[0]] = Role("y_true")
        if is_date(p.table[found[0]]):
            line = p.table.lines[0]
            refuse("date", **p.places(line=line, column=found[0], cell=p.table[found[0]][0]))
        return
    if p.partly and not found:
        return
    others = found if len(found) > 1 else [*found, *_possible_truths(p, found)]
    key = "two_truths" if len(found) > 1 else "no_truth"
    columns = shown_cells((f"“{name}”" for name in p.table.names), 30)
    options = [role("y_true", name) for name in others[:6]]
    first = p.table.names[0]
    scores = [n for n in p.table.names[1:] if is_fractional(p.cells(n))]
    if key == "no_truth" and len(scores) == len(p.table.names) - 1 > 1:
        options.append(role("dataset", first))
    ask(key, options, **p.places(columns=columns))


def _has_twin(p: Proposal, truth: str) -> bool:
    """Tell whether there is a prediction of what this column is the truth of."""
    return any(p.names[n].rest == p.names[truth].rest for n in p.of("pred", "score"))


def _named_in_prediction(p: Proposal) -> list[str]:
    """Return the columns, such as price, of which another holds predictions: predicted_price."""
    rests = {p.names[n].rest.lower() for n in p.of("pred", "pred?") if p.names[n].rest}
    found = [n for n in p.of("", "about", "value") if n.lower() in rests]
    for name in p.of("pred?") if found else ():
        p.names[name] = Name("pred", p.names[name].rest)
    return found


def _alike(p: Proposal, one: str, other: str) -> bool:
    return p.table[one] == p.table[other]


def _is_open(p: Proposal, outcome: str) -> bool:
    """Tell whether another column could be the truth of what is predicted as well."""
    if name_of(outcome).kind == "outcome" and outcome.lower() in _PLAIN:
        return False
    free = [n for n in p.of("", "about", "perhaps_id") if len(p.cells(n)) == 2]
    return bool(free)


_PLAIN = frozenset(WORDS["names"]["outcome"][:12]) | {"标签", "目标", "类别"}


def _possible_truths(p: Proposal, found: list[str]) -> list[str]:
    """Return the columns that hold classes, those first that hold what is predicted."""
    few = [n for n in p.of("", "about", "outcome", "reviewer", "truth") if n not in found]
    few = [n for n in few if 1 < len(p.cells(n)) <= MOST_CLASSES and not is_date(p.table[n])]
    few = [n for n in few if len(p.cells(n)) == 2] or few
    said = [p.cells(n) for n in [*p.of("pred"), *p.with_role("y_pred")]]
    return sorted(few, key=lambda n: not any(p.cells(n) & cells for cells in said))


# -- the models ------------------------------------------------------------------------------------


def find_models(p: Proposal) -> None:
    """Give labels and scores to models: by the names of their columns, or ask."""
    truth = p.truth()
    labels = p.cells(truth)
    for name in p.with_role("y_pred", "y_score", "confidence"):
        _settle_given(p, name, labels)
    if p.task == "regression" or (p.task is None and _are_numbers(p, truth)):
        p.task = "regression"
        _find_numbers(p)
        return
    p.task = "classification"
    _find_class_columns(p, truth, labels)
    for name in p.of("pred", "score"):
        if p.names[name].rest and p.names[name].rest in {p.names[n].rest for n in p.of("truth")}:
            p.roles[name] = Role("ignored")  # a prediction of something else
    for name in p.of("pred", "learner"):
        _find_label_column(p, name, labels)
    for name in [n for n in p.of("score", "p", "value") if _can_be_score(p, n)]:
        found = _score_role(p.names[name].rest, labels)
        if p.names[name].kind != "p" or found.label:
            p.roles[name] = found
    _drop_unmatched(p, truth, labels)
    _of_predicted_class(p)
    _one_model(p)
    if not p.with_role("y_pred", "y_score") and not p.partly:
        _ask_for_models(p, labels)


def _settle_given(p: Proposal, name: str, labels: set[str]) -> None:
    """Let a column that was named say whose it is, if its role does not."""
    found = p.roles[name]
    cells = p.cells(name)
    stated = found.kind == "y_pred" and name not in p.given and p.task != "regression"
    if stated and is_fractional(cells - labels) and not is_fractional(labels):
        p.roles[name] = found._replace(kind="y_score")
    if found.model or found.label or name not in p.given:
        return
    said = name_of(name)
    rest = said.rest if said.kind in ("pred", "score", "confidence", "value") else name
    if found.kind == "confidence":
        p.roles[name] = Role("y_score", rest)
        p.of_predicted.add(name)
    elif found.kind == "y_score":
        p.roles[name] = _score_role(rest, labels)
    else:
        p.roles[name] = Role(found.kind, rest)


def _are_numbers(p: Proposal, truth: str) -> bool:
    """Tell numbers from classes; where both could be meant, ask."""
    cells = p.cells(truth)
    if not all(map(is_number, cells)):
        if len(cells) > MOST_CLASSES and not p.partly:
            key = "date" if is_date(p.table[truth]) else "many_classes"
            line = p.table.lines[0]
            places = {"count": len(cells), "line": line, "cell": p.table[truth][0]}
            refuse(key, **p.places(column=truth, **places))
        return False
    if is_fractional(cells):
        return True
    preds = [*p.of("pred"), *p.with_role("y_pred")]
    numbers = any(is_fractional(p.cells(n)) and not p.roles.get(n, Role("")).label for n in preds)
    if len(cells) <= 2 or p.partly:
        return False
    many = len(cells) > MOST_CLASSES or not _are_codes(cells)
    shares = numbers and all(_are_shares(p, n) for n in preds)
    if (many and not numbers) or (numbers and shares):
        tasks = ("classification", "regression")
        options = [choice(task, {"task": task}) for task in tasks]
        ask("many_values", options, **p.places(column=truth, count=len(cells)))
    return numbers


def _are_codes(cells: set[str]) -> bool:
    """Tell whether whole numbers look like the codes of classes: 0, 1, 2, ..."""
    values = sorted(float(cell.replace(",", ".")) for cell in cells)
    return values[0] in (-1, 0, 1) and values[-1] - values[0] < 1.5 * len(values) + 1


def _are_shares(p: Proposal, name: str) -> bool:
    values = [_float(cell) for cell in p.cells(name)]
    return all(v is not None and 0 <= v <= 1 for v in values)


def _float(cell: str) -> float | None:
    text = cell.strip().rstrip("%").strip().replace(",", ".")
    try:
        value = float(text)
    except ValueError:
        return None
    return value / 100 if cell.strip().endswith("%") else value


def _find_numbers(p: Proposal) -> None:
    """Give the role of predicted numbers to the columns that are by name predictions."""
    for name in p.with_role("y_score"):
        p.roles[name] = p.roles[name]._replace(kind="y_pred")
    for name in p.of("pred", "learner"):
        if all(map(is_number, p.cells(name))):
            p.roles[name] = Role("y_pred", p.names[name].rest)
    for name in p.with_role("y_pred"):
        if p.roles[name].model in _of_truth(p):
            p.roles[name] = Role("y_pred")
    _refuse_second(p)
    if not p.with_role("y_pred") and not p.partly:
        numeric = [n for n in p.names if n not in p.roles and all(map(is_number, p.cells(n)))]
        _ask_for_predictions(p, numeric, "y_pred")


def _of_truth(p: Proposal) -> set[str]:
    """Return what the truth is called: a prediction called so is no model's name."""
    return {p.truth(), *_rests_of(p, "y_true")}


def _rests_of(p: Proposal, kind: str) -> set[str]:
    return {name_of(name).rest for name in p.with_role(kind)} - {""}


def _find_class_columns(p: Proposal, truth: str, labels: set[str]) -> None:
    """Give the role of class scores to columns that are called as the classes.

    All classes of the truth are there, or one of two; a further class, which is never true, is
    known by its label being predicted, or because only with it the scores add up to 1.
    """
    free = [n for n in p.names if n not in p.roles and n != truth and _are_shares(p, n)]
    _find_columns_of_orange(p, free, labels)
    named = {n: label for n in free for label in labels if same_label(n, label)}
    if not named or p.with_role("y_score"):
        return
    predicted = [*p.of("pred"), *p.with_role("y_pred")]
    never_true = set().union(*map(p.cells, predicted)) - labels
    for name in free:
        own = next((label for label in never_true if same_label(name, label)), None)
        if own is not None and p.names[name].kind in ("", "id", "learner"):
            named.setdefault(name, own)
    if len(set(named.values()) & labels) == len(labels):
        rest = [n for n in free if n not in named and p.names[n].kind == ""]
        if rest and not _add_up(p, list(named)) and _add_up(p, [*named, *rest]):
            named |= {name: name for name in rest}
    elif len(labels) != 2 or not any(is_fractional(p.cells(n)) for n in named):
        return
    for name, label in named.items():
        p.roles[name] = Role("y_score", "", label)


def _find_columns_of_orange(p: Proposal, free: list[str], labels: set[str]) -> None:
    """Give roles to columns called "model (class)", and to that of the labels, "model"."""
    for name in free:
        match = re.fullmatch(r"(.+) \((.+)\)", name)
        label = next((x for x in labels if match and same_label(match[2], x)), None)
        if match and label is not None and p.names[name].kind in ("", "learner"):
            p.roles[name] = Role("y_score", match[1], label)
            if match[1] in p.names and p.cells(match[1]) <= labels:
                p.roles[match[1]] = Role("y_pred", match[1])


def _add_up(p: Proposal, names: list[str]) -> bool:
    """Tell whether the columns add up to 1 in each of the first rows, as far as their digits go."""
    rows = zip(*(p.table[name][:200] for name in names), strict=True)
    return all(abs(sum(_float(c) or 0 for c in row) - 1) <= 0.02 for row in rows)


def _find_label_column(p: Proposal, name: str, labels: set[str]) -> None:
    """Take a column for labels of a model, or for its scores if it holds fractions."""
    said = p.names[name]
    cells = p.cells(name)
    rest = said.rest
    if rest and polarity(rest):
        rest = ""
    if is_fractional(cells - labels) and all(map(is_number, cells)):
        p.roles[name] = _score_role(rest, labels)
        if said.kind == "learner":
            p.roles[name] = Role("y_score", name)
        return
    if said.kind == "learner" and not cells <= labels:
        return
    rests = {p.names[n].rest for n in p.names if p.names[n].kind == "pred"} - {""}
    if rest in rests and all(any(same_label(r, label) for label in labels) for r in rests):
        options = [role("y_pred", name, f"y_pred:{rest}", model=rest), role("ignored", name)]
        ask("class_or_model", options, **p.places(column=name, label=rest))
    p.roles[name] = Role("y_pred", "" if rest in _of_truth(p) else rest)


def _can_be_score(p: Proposal, name: str) -> bool:
    if p.names[name].kind == "value" and name_of(f"y_{name}").kind != "score":
        return False
    return _mostly_numbers(p.table[name][:200])


def _score_role(rest: str, labels: set[str]) -> Role:
    """Return the role of scores: what is left of the name is a class, a model, or both."""
    sign = polarity(rest)
    for label in sorted(labels, key=len, reverse=True):
        if same_label(rest, label):
            return Role("y_score", "", label)
        end = re.search(rf"(?:^|[\s_.\-]){re.escape(label)}$", rest)
        if end:
            return Role("y_score", rest[: end.start()].rstrip("_ .-"), label)
    if sign and len(labels) == 2:
        known = [x for x in sorted(labels) if x.lower() in WORDS["values"][sign]]
        return Role("y_score", "", known[0] if len(known) == 1 else "")
    return Role("y_score", "" if sign else rest)


def _of_predicted_class(p: Proposal) -> None:
    """Ask of a confidence whose it is, unless there are other scores."""
    free = p.of("confidence")
    if not free or p.with_role("y_score"):
        return
    name = free[0]
    if len(p.cells(p.truth())) == 2:
        options = [role("y_score", name), role("confidence", name)]
        ask("confidence", [*options, role("ignored", name)], **p.places(column=name))


def _drop_unmatched(p: Proposal, truth: str, labels: set[str]) -> None:
    """Refuse predicted labels that no truth has; of two columns of one model one may have them."""
    if p.partly:
        return
    for name in p.with_role("y_pred"):
        said = p.cells(name)
        if any(same_label(a, b) for a in said for b in labels):
            continue
        own = p.roles[name].model
        others = [n for n in p.with_role("y_pred") if n != name and p.roles[n].model == own]
        if name not in p.given and any(
            _renames(p, n, name) and p.cells(n) <= labels for n in others
        ):
            p.roles[name] = Role("ignored")
            continue
        places = {"truth": truth, "column": name}
        refuse(
            "no_common_label",
            **p.places(
                labels=shown_cells(sorted(labels)), found=shown_cells(sorted(said)), **places
            ),
        )


def _renames(p: Proposal, one: str, other: str) -> bool:
    """Tell whether the second column says the same as the first in other words."""
    pairs = set(zip(p.table[one], p.table[other], strict=True))
    return len(pairs) == len(p.cells(one)) == len(p.cells(other))


def _one_model(p: Proposal) -> None:
    """Put labels and scores of one model together, or ask which belong together."""
    preds = {n: p.roles[n].model for n in p.with_role("y_pred")}
    scores = {n: p.roles[n].model for n in p.with_role("y_score")}
    of_preds = set(preds.values())
    of_scores = set(scores.values())
    _refuse_second(p)
    of_classes = any(p.roles[n].label and not p.roles[n].model for n in scores)
    for name, model in scores.items():
        if of_classes and model and name not in p.given:
            options = [role("y_score", name, f"y_score:{model}"), role("ignored", name)]
            ask("class_or_model", options, **p.places(column=name, label=model))
    if not of_preds or not of_scores:
        return
    if len(of_preds) == len(of_scores) == 1:
        a = next(iter(of_preds))
        b = next(iter(of_scores))
        if a and b and a != b and not a.lower().startswith(b.lower()):
            _ask_which(p, preds, scores)
        if (
            b
            and not a
            and not _says_score(p, scores)
            and not _threshold(p, next(iter(preds)), next(iter(scores)))
        ):
            _ask_which(p, preds, scores)
        for name in [*preds, *scores]:
            p.roles[name] = p.roles[name]._replace(model=a or b)
    elif not (of_scores <= of_preds or of_preds <= of_scores) or "" in of_preds ^ of_scores:
        _ask_which(p, preds, scores)


def _says_score(p: Proposal, scores: Mapping[str, str]) -> bool:
    """Tell whether the names say probability, or the user does; any "score" may be a property."""
    words = re.compile("prob|logit|概率|decision|pred|^p_?", re.IGNORECASE)
    return all(n in p.given or words.search(n) or len(p.roles[n].label) for n in scores)


def _threshold(p: Proposal, pred: str, score: str) -> bool:
    """Tell whether the labels are the scores cut at one place."""
    rows = zip(p.table[pred], p.table[score], strict=True)
    pairs = [(label.strip(), _float(cell)) for label, cell in rows]
    values: dict[str, list[float]] = {}
    for label, value in pairs:
        if value is not None:
            values.setdefault(label, []).append(value)
    ends = sorted((min(v), max(v)) for v in values.values())
    return all(high <= low for (_, high), (low, _) in pairwise(ends))


def _ask_which(p: Proposal, preds: Mapping[str, str], scores: Mapping[str, str]) -> None:
    first = next(iter(preds))
    model = preds[first] or "model"
    one = {first: f"y_pred:{model}"}
    one |= {n: f"y_score:{model}:{p.roles[n].label}".rstrip(":") for n in list(scores)[:1]}
    names = {"labels": shown_cells(preds), "scores": shown_cells(scores)}
    options = [
        choice("together", {"roles": one}, columns=shown_cells(one)),
        choice("labels_only", {"roles": dict.fromkeys(scores, "ignored")}, columns=names["labels"]),
        choice("scores_only", {"roles": dict.fromkeys(preds, "ignored")}, columns=names["scores"]),
    ]
    ask("whose", options, **p.places(**names))


def _refuse_second(p: Proposal) -> None:
    """Ask about two columns of labels, or of scores for one class, of one model."""
    for (a, one), (b, other) in combinations(p.roles.items(), 2):
        if one == other and one.kind in ("y_pred", "y_score"):
            options = [
                choice("only", {"roles": {b: "ignored"}}, column=a),
                choice("only", {"roles": {a: "ignored"}}, column=b),
            ]
            if one.kind == "y_pred" or not one.label:
                two = {n: f"{one.kind}:{n}:{one.label}".rstrip(":") for n in (a, b)}
                options.append(choice("two_models", {"roles": two}, columns=f"{a}, {b}"))
            ask("two_columns", options, **p.places(columns=f"“{a}”, “{b}”"))


def _ask_for_models(p: Proposal, labels: set[str]) -> None:
    free = [n for n in p.names if n not in p.roles]
    same = [n for n in free if _name_fits(p, n) and p.cells(n) <= labels]
    if same:
        _ask_for_predictions(p, same, "y_pred")
    fine = [n for n in free if all(map(is_number, p.cells(n))) and is_fractional(p.cells(n))]
    if len(labels) == 2 and fine:
        _ask_for_predictions(p, fine, "y_score")
    _ask_for_predictions(p, [n for n in free if _name_fits(p, n)], "y_pred")


def _name_fits(p: Proposal, name: str) -> bool:
    return p.names[name].kind not in ("id", "ids", "about", "fold") and len(p.cells(name)) > 1


def _ask_for_predictions(p: Proposal, columns: list[str], kind: str) -> None:
    options = [role(kind, name, model=name) for name in columns[:6]]
    if 1 < len(columns) <= MOST_CLASSES:
        every = dict.fromkeys(columns, kind)
        options.insert(0, choice("all_models", {"roles": every}, columns=shown_cells(columns)))
    columns = [f"“{name}”" for name in p.table.names]
    ask("no_model", options, **p.places(columns=shown_cells(columns, 30)))


# -- everything else -------------------------------------------------------------------------------


def find_others(p: Proposal) -> None:
    """Give roles to ids, groups, weights and folds, and ask about what may mean two things."""
    for kind in ("weight", "group", "fold"):
        free = p.of(kind)
        if free and not p.with_role(kind) and kind not in ("fold",):
            _one_of(p, free, kind)
        elif free and not p.with_role(kind):
            p.roles[free[0]] = Role(kind)
    if p.partly:
        for name in p.of("id", "ids")[:1]:
            if not p.with_role("id"):
                p.roles[name] = Role("id")
        return
    _find_weights(p)
    _find_counts(p)
    _find_parts(p)
    _find_id(p)
    _find_repeats(p)


def _one_of(p: Proposal, free: list[str], kind: str) -> None:
    if len(free) > 1:
        fine = [n for n in free if len(p.cells(n)) < len(p.table.lines)]
        options = [role(kind, name) for name in free]
        if len(fine) > 1 or kind != "group":
            ask("two_of_kind", options, **p.places(columns=shown_cells(free)))
        free = fine or free
    if kind == "group" and len(p.cells(free[0])) == len(p.table.lines):
        p.names[free[0]] = Name("id")
        return
    p.roles[free[0]] = Role(kind)


def _find_weights(p: Proposal) -> None:
    for name in p.of("perhaps_weight"):
        if len(p.cells(name)) > 1 and not p.with_role("weight") and _numeric(p, name):
            options = [role("weight", name), role("ignored", name)]
            ask("weight", options, **p.places(column=name))


def _numeric(p: Proposal, name: str) -> bool:
    return all(map(is_number, p.cells(name)))


def _find_counts(p: Proposal) -> None:
    """Ask whether rows stand for several samples each, if a column may say so."""
    for name in p.of("count"):
        if p.with_role("count") or is_fractional(p.cells(name)) or len(p.cells(name)) < 2:
            continue
        used = p.with_role("y_true", "y_pred", "y_score")
        rows = list(zip(*(p.table[n] for n in used), strict=True))
        if len(set(rows)) == len(rows) and len(p.table.names) == len(used) + 1:
            p.roles[name] = Role("count")
            return
        ask("count", [role("count", name), role("ignored", name)], **p.places(column=name))


def _find_parts(p: Proposal) -> None:
    """Ask which rows are meant if a column tells training samples from test samples."""
    for name in [n for n in p.table.names if n not in p.given]:
        found = p.roles.get(name, Role(""))
        if found.kind in ("y_true", "y_pred", "y_score", "model"):
            continue
        cells = p.cells(name)
        lower = {cell.lower() for cell in cells}
        parts = lower & set(WORDS["values"]["parts"])
        named = name in p.names and p.names[name].kind == "training"
        split = name_of(name).kind == "" and re.fullmatch(
            r"split|set|subset|partition", name.lower()
        )
        two_parts = named or (split and len(cells) == 2)
        if (parts and (len(cells) > 1 or "test" not in lower)) or (two_parts and len(cells) > 1):
            rows = [
                choice("rows", {"rows": {name: cell}}, column=name, cell=cell)
                for cell in sorted(cells)[:6]
            ]
            everything = choice("all_rows", {"roles": {name: "ignored"}}, column=name)
            ask(
                "parts",
                [*rows, everything],
                **p.places(column=name, cells=shown_cells(sorted(cells))),
            )


def _find_id(p: Proposal) -> None:
    if p.with_role("id"):
        return
    free = p.of("id", "ids", "item")
    unique = [n for n in free if len(p.cells(n)) == len(p.table.lines)]
    for name in unique[:1]:
        p.roles[name] = Role("id")
    if unique:
        return
    for name in p.of("id", "ids", "item"):
        if len(p.cells(name)) < len(p.table.lines) and not is_date(p.table[name]):
            p.roles[name] = Role("id")
            return


def _find_repeats(p: Proposal) -> None:
    """Ask about rows that repeat a sample: which column tells the repeats apart?"""
    n = len(p.table.lines)
    if p.with_role("model"):
        return
    told = [c for c in p.of("model", "repeat", "dataset", "item") if 1 < len(p.cells(c)) < n]
    ids = p.with_role("id")
    if ids and len(set(p.table[ids[0]])) < n:
        rows = p.table[ids[0]]
        free = [
            c for c in p.table.names if c not in p.roles or p.roles[c].kind in ("fold", "group")
        ]
        free = [c for c in free if len(set(p.table[c])) < n]
        apart = [c for c in free if len(set(zip(rows, p.table[c], strict=True))) == n]
        apart.sort(key=lambda c: c not in told)
        by_name = [c for c in apart if name_of(c).kind == "model"]
        if len(by_name) == 1 and p.roles.get(by_name[0], Role("")).kind != "ignored":
            p.roles[by_name[0]] = Role("model")
            return
        _ask_about_repeats(p, ids[0], apart)
    if told:
        _ask_about_pooled(p, told[0])


def _ask_about_repeats(p: Proposal, id_: str, apart: list[str]) -> None:
    options = []
    for column in apart[:2]:
        options.append(role("model", column))
        cell = p.table[column][0]
        picked = {"rows": {column: cell}}
        options.append(choice("rows", picked, column=column, cell=cell))
    options += [role("group", id_), role("ignored", id_)]
    n = len(p.table.lines)
    places = p.places(column=id_, count=n - len(set(p.table[id_])), rows=n)
    key = "repeats" if apart else "repeats_alone"
    ask(key, options, **places, apart=shown_cells(f"“{c}”" for c in apart))


def _ask_about_pooled(p: Proposal, column: str) -> None:
    cell = p.table[column][0]
    picked = {"rows": {column: cell}}
    options = [choice("rows", picked, column=column, cell=cell)]
    options += [role("group", column), role("ignored", column)]
    cells = shown_cells(dict.fromkeys(p.table[column]))
    ask("pooled", options, **p.places(column=column, cells=cells))
