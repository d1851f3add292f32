"""Columns of samples: the truth, names, groups, weights and counts; and which rows are meant."""

from __future__ import annotations

from ..._tables import is_number
from .names import WORDS, Name, name_of
from .proposal import MOST_CLASSES, Proposal, Role
from .sentences import pick, role, shown_cells
from .values import are_shares, are_verdicts, is_date, is_fractional, value_of


def find_truth(p: Proposal) -> None:
    """Give the role of the truth to the one column whose name says so, or ask."""
    if p.with_role("y_true"):
        return
    strong = [name for name in p.of("truth") if not p.names[name].rest]
    of_one_thing = [name for name in p.of("truth") if p.names[name].rest and _has_twin(p, name)]
    weak = p.of("outcome")
    sure = p.of("pred") or p.with_role("y_pred", "y_score")
    _refuse_one_hot(p)
    reviewers = [n for n in p.of("reviewer") if not weak or _is_answered(p, n)]
    found = strong or of_one_thing or reviewers or weak or _named_in_prediction(p)
    if strong and weak and not sure and any(p.table[name] != p.table[strong[0]] for name in weak):
        found = strong + weak
    rows_named = found == weak and not sure and len(found) == 1 and _names_rows(p, found[0])
    if len(found) == 1 and not rows_named and not (found == weak and _is_open(p, found[0])):
        p.roles[found[0]] = Role("y_true")
        if is_date(p.table[found[0]]):
            cell = p.table[found[0]][0]
            p.refuse("date", line=p.table.lines[0], column=found[0], cell=cell)
        return
    others = found if len(found) > 1 else [*found, *_possible_truths(p, found)]
    key = "two_truths" if len(found) > 1 else "no_truth"
    columns = shown_cells((f"“{name}”" for name in p.table.names), 30)
    options = [role("y_true", name) for name in others[:6]]
    first = p.table.names[0]
    scores = [n for n in p.table.names[1:] if is_fractional(p.cells(n))]
    graded = [n for n in p.table.names[1:] if are_verdicts(p.cells(n))]
    if not sure and len(graded) == len(p.table.names) - 1 > 1:
        options.append(role("item", first))
    if key == "no_truth" and not sure and len(scores) == len(p.table.names) - 1 > 1:
        options += [role(kind, first) for kind in ("dataset", "item")]
    p.ask(key, options, columns=columns)


def _refuse_one_hot(p: Proposal) -> None:
    """Refuse a truth with a column for each class, which holds 1 where the class is true."""
    parts = [n for n in p.of("truth") if p.names[n].rest and p.cells(n) <= {"0", "1", "0.0", "1.0"}]
    rows = zip(*(p.table[n] for n in parts), strict=True)
    if len(parts) > 1 and all(sum(float(c or 0) for c in row) == 1 for row in rows):
        p.refuse("one_hot", columns=shown_cells(parts))


def _is_answered(p: Proposal, name: str) -> bool:
    """Tell whether another column holds values of this one."""
    return any(p.cells(n) & p.cells(name) for n in p.table.names if n != name)


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


def _names_rows(p: Proposal, outcome: str) -> bool:
    """Tell whether every row has a class of its own: then it is the name of the row."""
    cells = p.cells(outcome)
    is_name = len(cells) == len(p.table.lines) > 2 and not any(map(is_number, cells))
    return is_name and not any(cell in name for cell in cells for name in p.table.names)


def _is_open(p: Proposal, outcome: str) -> bool:
    """Tell whether another column could be the truth of what is predicted as well."""
    if name_of(outcome).kind == "outcome" and outcome.lower() in _PLAIN:
        return False
    return any(len(p.cells(n)) == 2 for n in p.of("", "about", "perhaps_id"))


_PLAIN = frozenset(WORDS["names"]["outcome"][:12]) | {"标签", "目标", "类别"}


def _possible_truths(p: Proposal, found: list[str]) -> list[str]:
    """Return the columns that hold classes, those first that hold what is predicted."""
    few = [n for n in p.of("", "about", "outcome", "reviewer", "truth", "value") if n not in found]
    few = [n for n in few if 1 < len(p.cells(n)) <= MOST_CLASSES and not is_date(p.table[n])]
    few = [n for n in few if len(p.cells(n)) == 2] or few
    said = [p.cells(n) for n in [*p.of("pred"), *p.with_role("y_pred")]]
    few.sort(key=lambda n: not any(p.cells(n) & cells for cells in said))
    classes = list(dict.fromkeys([*p.of("truth"), *few]))
    scores = p.of("score")
    if found or classes:
        scores = [n for n in scores if not are_shares(p.cells(n))]
    return [*classes, *scores]


# -- names, groups, weights, counts, parts ---------------------------------------------------------

_PARTS = frozenset(WORDS["values"]["parts"])


def find_others(p: Proposal) -> None:
    """Give roles to ids, groups, weights and folds, and ask about what may mean two things."""
    for kind in ("weight", "fold"):
        if not p.with_role(kind):
            p.roles |= dict.fromkeys(p.of(kind)[:1], Role(kind))
    _find_groups(p)
    for name in p.of("perhaps_weight"):
        if (
            len(p.cells(name)) > 1
            and not p.with_role("weight")
            and all(map(is_number, p.cells(name)))
        ):
            p.ask("weight", [role("weight", name), role("ignored", name)], column=name)
    _find_counts(p)
    _find_parts(p)
    _find_id(p)
    _find_repeats(p)


def _find_groups(p: Proposal) -> None:
    """Give the role of a group to the column that names persons or places, if rows share them."""
    if p.with_role("group"):
        return
    for name in p.of("group"):
        if len(p.cells(name)) == len(p.table.lines):
            p.names[name] = Name("id")
    free = p.of("group")
    if len(free) > 1:
        p.ask("two_of_kind", [role("group", n) for n in free], columns=shown_cells(free))
    p.roles |= dict.fromkeys(free, Role("group"))


def _find_counts(p: Proposal) -> None:
    """Ask whether rows stand for several samples each, if a column may say so."""
    for name in p.of("count"):
        if p.with_role("count") or len(p.cells(name)) < 2:
            continue
        if is_fractional(p.cells(name)):
            p.ask("count", [role("ignored", name)], column=name)
        used = p.with_role("y_true", "y_pred", "y_score")
        if not _all_different(p, used) or len(p.table.names) > len(used) + 1:
            _ask_about_count(p, name)
        p.roles[name] = Role("count")
    used = p.with_role("y_true", "y_pred")
    if p.task == "regression" or p.with_role("y_score", "count") or not _all_different(p, used):
        return
    for name in p.of("", "size", "time", "summary"):
        if _may_count(p, name):
            _ask_about_count(p, name)
        if _are_shares_of_cells(p, name):
            p.refuse("shares", column=name)


def _all_different(p: Proposal, names: list[str]) -> bool:
    rows = list(zip(*(p.table[n] for n in names), strict=True))
    return len(set(rows)) == len(rows)


def _may_count(p: Proposal, name: str) -> bool:
    """Tell whether a column holds counts: whole numbers, but neither numbers of rows nor codes."""
    if not all(cell.isdigit() for cell in p.cells(name)):
        return False
    values = [int(cell) for cell in p.table[name] if cell.strip()]
    return len(values) > 2 and max(values) > 2 * len(values)


def _are_shares_of_cells(p: Proposal, name: str) -> bool:
    """Tell whether a row stands for each pair of classes, with its share of all or of a class."""
    sizes = [len(p.cells(n)) for n in p.with_role("y_true", "y_pred")]
    if len(sizes) != 2 or len(p.table.lines) != sizes[0] * sizes[1] or min(sizes) < 2:
        return False
    if not is_fractional(p.cells(name)):
        return False
    total = sum(value_of(cell) or 0 for cell in p.table[name])
    return any(abs(total / whole - 1) < 0.02 for k in (1, *sizes) for whole in (k, 100 * k))


def _ask_about_count(p: Proposal, name: str) -> None:
    p.ask("count", [role("count", name), role("ignored", name)], column=name)


def _find_parts(p: Proposal) -> None:
    """Ask which rows are meant if a column tells training samples from test samples."""
    for name in [n for n in p.table.names if n not in p.given]:
        cells = p.cells(name)
        if name in p.with_role("y_true", "y_pred", "y_score", "model") or not cells:
            continue
        lower = {cell.lower() for cell in cells}
        named = name_of(name).kind == "training" or (
            name.lower() in ("split", "set", "subset", "partition")
            and 1 < len(cells) < len(p.table.lines)
        )
        if (lower & _PARTS and lower != {"test"}) or (named and len(cells) > 1):
            options = [pick(name, cell) for cell in sorted(cells)[:6]]
            if not lower & _PARTS:
                options.append(role("fold", name))
            p.ask(
                "parts",
                [*options, role("ignored", name)],
                column=name,
                cells=shown_cells(sorted(cells)),
            )


def _find_id(p: Proposal) -> None:
    """Give the role of an id to the first column that names every row, else that names samples."""
    free = [n for n in p.of("id", "ids", "item") if not is_date(p.table[n])]
    if free and not p.with_role("id"):
        n = len(p.table.lines)
        p.roles[next((c for c in free if len(p.cells(c)) == n), free[0])] = Role("id")


def _find_repeats(p: Proposal) -> None:
    """Ask about rows that repeat a sample, or that belong to several runs, models or data sets."""
    n = len(p.table.lines)
    if p.with_role("model"):
        return
    for name in p.of(""):
        if name_of(name).kind == "perhaps_id" and _names_samples(p, name):
            p.roles[name] = Role("id")
    told = [c for c in p.of("model", "repeat", "dataset", "item") if 1 < len(p.cells(c)) < n]
    for id_ in p.with_role("id"):
        if len(set(p.table[id_])) < n:
            apart = _telling_apart(p, id_)
            by_name = [c for c in apart if c in p.of("model")]
            if len(by_name) == 1:
                p.roles[by_name[0]] = Role("model")
                return
            _ask_about_repeats(p, id_, sorted(apart, key=lambda c: c not in told))
    if told:
        column = told[0]
        options = [pick(column, p.table[column][0]), role("group", column), role("ignored", column)]
        p.ask("pooled", options, column=column, cells=shown_cells(p.table[column]))


def _names_samples(p: Proposal, name: str) -> bool:
    """Tell whether rows of one value repeat a sample: they have one truth, and it recurs."""
    pairs = set(zip(p.table[name], p.table[p.truth()], strict=True))
    return len(p.cells(p.truth())) <= len(p.cells(name)) == len(pairs) < len(p.table.lines)


def _telling_apart(p: Proposal, id_: str) -> list[str]:
    """Return the columns that differ between all rows of the same sample."""
    n = len(p.table.lines)
    free = [c for c in p.table.names if c not in p.roles or p.roles[c].kind in ("fold", "group")]
    free = [c for c in free if len(set(p.table[c])) < n and not p.cells(c) <= p.cells(p.truth())]
    return [c for c in free if len(set(zip(p.table[id_], p.table[c], strict=True))) == n]


def _ask_about_repeats(p: Proposal, id_: str, apart: list[str]) -> None:
    options = [one for c in apart[:2] for one in (role("model", c), pick(c, p.table[c][0]))]
    n = len(p.table.lines)
    p.ask(
        "repeats" if apart else "repeats_alone",
        [*options, role("group", id_), role("ignored", id_)],
        column=id_,
        count=n - len(set(p.table[id_])),
        rows=n,
        apart=shown_cells(f"“{c}”" for c in apart),
    )
