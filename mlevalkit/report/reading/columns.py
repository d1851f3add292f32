"""Columns of samples: the truth, names, groups, weights and counts; and which rows are meant."""

from __future__ import annotations

from typing import NoReturn

from ..._tables import is_number
from .names import WORDS, Name, name_of
from .proposal import MOST_CLASSES, Proposal, Role
from .sentences import Option, pick, quoted
from .values import is_date, value_of


def find_truth(p: Proposal) -> None:
    """Give the role of the truth to the one column whose name says so, or ask."""
    if p.with_role("y_true"):
        return
    strong = [name for name in p.of("truth") if not p.names[name].rest]
    of_one_thing = [name for name in p.of("truth") if p.names[name].rest and _has_twin(p, name)]
    weak = p.of("outcome")
    sure = bool(p.of("pred") or p.with_role("y_pred", "y_score"))
    _refuse_one_hot(p)
    reviewers = [n for n in p.of("reviewer") if not weak or _is_answered(p, n)]
    found = strong or of_one_thing or reviewers or weak or _named_in_prediction(p)
    if strong and weak and not sure and any(p.table[name] != p.table[strong[0]] for name in weak):
        found = strong + weak
    if len(found) != 1 or (found == weak and _is_doubtful(p, weak[0], sure)):
        _ask_for_truth(p, found, sure)
    p.roles[found[0]] = Role("y_true")
    if is_date(p.table[found[0]]):
        cell = p.table[found[0]][0]
        p.refuse("date", line=p.table.lines[0], column=found[0], cell=cell)


def _ask_for_truth(p: Proposal, found: list[str], sure: bool) -> NoReturn:
    """Ask which column is the truth, or whether the first one names questions or data sets."""
    first, *others = p.table.names
    truths = found if len(found) > 1 else [*found, *_possible_truths(p, found)]
    options = [{name: "y_true"} for name in truths[:6]]
    if len(others) > 1 and not sure:
        if all(p[n].verdicts for n in others):
            options.append({first: "item"})
        if len(found) < 2 and all(p[n].fractional for n in others):
            options += [{first: "dataset"}, {first: "item"}]
    key = "two_truths" if len(found) > 1 else "no_truth"
    p.ask(key, options, columns=quoted(p.table.names, 30))


def _refuse_one_hot(p: Proposal) -> None:
    """Refuse a truth with a column for each class, which holds 1 where the class is true."""
    digits = {"0", "1", "0.0", "1.0"}
    parts = [n for n in p.of("truth") if p.names[n].rest and p[n].values <= digits]
    rows = zip(*(p.table[n] for n in parts), strict=True)
    if len(parts) > 1 and all(sum(float(c or 0) for c in row) == 1 for row in rows):
        p.refuse("one_hot", columns=parts)


def _is_answered(p: Proposal, name: str) -> bool:
    """Tell whether another column holds values of this one."""
    return any(p[n].values & p[name].values for n in p.table.names if n != name)


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


def _is_doubtful(p: Proposal, outcome: str, sure: bool) -> bool:
    """Tell whether an outcome may be the name of a row, or another column as well the truth."""
    cells = p[outcome].values
    names_rows = len(cells) == len(p.table.lines) > 2 and not any(map(is_number, cells))
    if not sure and names_rows and not any(c in name for c in cells for name in p.table.names):
        return True
    if outcome.lower() in _PLAIN and name_of(outcome).kind == "outcome":
        return False
    others = [p[n].values for n in p.of("", "about", "perhaps_id")]
    return any(len(values) == 2 or (len(values) > 2 and values <= cells) for values in others)


_PLAIN = frozenset(WORDS["names"]["outcome"][:12]) | {"标签", "目标", "类别"}


def _possible_truths(p: Proposal, found: list[str]) -> list[str]:
    """Return the columns that hold classes, those first that hold what is predicted."""
    few = [n for n in p.of("", "about", "outcome", "reviewer", "truth", "value") if n not in found]
    few = [n for n in few if 1 < len(p[n].values) <= MOST_CLASSES and not is_date(p.table[n])]
    said = [p[n].values for n in [*p.of("pred"), *p.with_role("y_pred")]]
    answered = [n for n in few if any(p[n].values & cells for cells in said)]
    few = answered or [n for n in few if len(p[n].values) == 2] or few
    classes = list(dict.fromkeys([*p.of("truth"), *few]))
    no_share = [n for n in p.of("score") if not (found or classes) or not p[n].shares]
    return [*classes, *no_share]


# -- names, groups, weights, counts, parts ---------------------------------------------------------

_PARTS = frozenset(WORDS["values"]["parts"])


def find_others(p: Proposal) -> None:
    """Give roles to ids, groups, weights and folds, and ask about what may mean two things."""
    for kind in ("weight", "fold"):
        if not p.with_role(kind):
            p.roles |= dict.fromkeys(p.of(kind)[:1], Role(kind))
    _find_groups(p)
    for name in [] if p.with_role("weight") else p.of("perhaps_weight"):
        if len(p[name].values) > 1 and p[name].numeric:
            p.ask("weight", [{name: "weight"}, {name: "ignored"}], column=name)
    _find_counts(p)
    _find_parts(p)
    _find_id(p)
    _find_repeats(p)


def _find_groups(p: Proposal) -> None:
    """Give the role of a group to the column that names persons or places, if rows share them."""
    if p.with_role("group"):
        return
    for name in p.of("group"):
        if len(p[name].values) == len(p.table.lines):
            p.names[name] = Name("id")
    free = p.of("group")
    if len(free) > 1:
        p.ask("two_of_kind", [{n: "group"} for n in free], columns=free)
    p.roles |= dict.fromkeys(free, Role("group"))


def _find_counts(p: Proposal) -> None:
    """Ask whether rows stand for several samples each, if a column may say so."""
    for name in p.of("count"):
        if p.with_role("count") or len(p[name].values) < 2:
            continue
        if p[name].fractional:
            p.ask("count", [{name: "ignored"}], column=name)
        used = p.with_role("y_true", "y_pred", "y_score")
        if not p.tells_rows(*used) or len(p.table.names) > len(used) + 1:
            _ask_about_count(p, name)
        p.roles[name] = Role("count")
    used = p.with_role("y_true", "y_pred")
    if p.task == "regression" or p.with_role("y_score", "count") or not p.tells_rows(*used):
        return
    for name in p.of("", "size", "time", "summary"):
        if _may_count(p, name):
            _ask_about_count(p, name)
        if _are_shares_of_cells(p, name):
            p.refuse("shares", column=name)


def _may_count(p: Proposal, name: str) -> bool:
    """Tell whether a column holds counts: whole numbers, but neither numbers of rows nor codes."""
    if not all(cell.isdigit() for cell in p[name].values):
        return False
    values = [int(cell) for cell in p.table[name] if cell.strip()]
    return len(values) > 2 and max(values) > 2 * len(values)


def _are_shares_of_cells(p: Proposal, name: str) -> bool:
    """Tell whether a row stands for each pair of classes, with its share of all or of a class."""
    sizes = [len(p[n].values) for n in p.with_role("y_true", "y_pred")]
    if len(sizes) != 2 or len(p.table.lines) != sizes[0] * sizes[1] or min(sizes) < 2:
        return False
    if not p[name].fractional:
        return False
    total = sum(value_of(cell) or 0 for cell in p.table[name])
    return any(abs(total / whole - 1) < 0.02 for k in (1, *sizes) for whole in (k, 100 * k))


def _ask_about_count(p: Proposal, name: str) -> None:
    p.ask("count", [{name: "count"}, {name: "ignored"}], column=name)


def _find_parts(p: Proposal) -> None:
    """Ask which rows are meant if a column tells training samples from test samples."""
    used = p.with_role("y_true", "y_pred", "y_score", "model")
    for name in [n for n in p.table.names if n not in p.given and n not in used]:
        cells = sorted(p[name].values)
        parts = {cell.lower() for cell in cells} & _PARTS
        named = name_of(name).kind == "training" or (
            name.lower() in ("split", "set", "subset", "partition")
            and len(cells) < len(p.table.lines)
        )
        if (parts and {*map(str.lower, cells)} != {"test"}) or (named and len(cells) > 1):
            options: list[Option] = [pick(name, cell) for cell in cells[:6]]
            options += [{name: kind} for kind in (["ignored"] if parts else ["fold", "ignored"])]
            p.ask("parts", options, column=name, cells=cells)


def _find_id(p: Proposal) -> None:
    """Give the role of an id to the first column that names every row, else that names samples."""
    free = [n for n in p.of("id", "ids", "item") if not is_date(p.table[n])]
    if free and not p.with_role("id"):
        n = len(p.table.lines)
        p.roles[next((c for c in free if len(p[c].values) == n), free[0])] = Role("id")


def _find_repeats(p: Proposal) -> None:
    """Ask about rows that repeat a sample, or that belong to several runs, models or data sets."""
    if p.with_role("model"):
        return
    for name in p.of(""):
        if name_of(name).kind == "perhaps_id" and _names_samples(p, name):
            p.roles[name] = Role("id")
    n = len(p.table.lines)
    told = [c for c in p.of("model", "repeat", "dataset", "item") if 1 < len(p[c].values) < n]
    for id_ in p.with_role("id"):
        if not p.tells_rows(id_):
            apart = _telling_apart(p, id_)
            by_name = [c for c in apart if c in p.of("model")]
            if len(by_name) == 1:
                p.roles[by_name[0]] = Role("model")
                return
            _ask_about_repeats(p, id_, sorted(apart, key=lambda c: c not in told))
    for column in told[:1]:
        others = [{column: "group"}, {column: "ignored"}]
        p.ask(
            "pooled",
            [pick(column, p.table[column][0]), *others],
            column=column,
            cells=p.table[column],
        )


def _names_samples(p: Proposal, name: str) -> bool:
    """Tell whether rows of one value repeat a sample: they have one truth, and it recurs."""
    pairs = set(zip(p.table[name], p.table[p.truth()], strict=True))
    return len(p[p.truth()].values) <= len(p[name].values) == len(pairs) < len(p.table.lines)


def _telling_apart(p: Proposal, id_: str) -> list[str]:
    """Return the columns that differ between all rows of the same sample."""
    free = [c for c in p.table.names if c not in p.roles or p.roles[c].kind in ("fold", "group")]
    free = [c for c in free if not p.tells_rows(c) and not p[c].values <= p[p.truth()].values]
    return [c for c in free if p.tells_rows(id_, c)]


def _ask_about_repeats(p: Proposal, id_: str, apart: list[str]) -> None:
    options = [one for c in apart[:2] for one in ({c: "model"}, pick(c, p.table[c][0]))]
    n = len(p.table.lines)
    p.ask(
        "repeats" if apart else "repeats_alone",
        [*options, {id_: "group"}, {id_: "ignored"}],
        column=id_,
        count=n - len(set(p.table[id_])),
        rows=n,
        apart=quoted(apart),
    )
