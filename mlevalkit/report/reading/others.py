"""Which columns name, group, weigh or count samples, and which rows are meant."""

from __future__ import annotations

from ..._tables import is_number
from .asking import pick, role, shown_cells
from .cells import is_date, is_fractional
from .names import WORDS, Name, name_of
from .proposal import Proposal, Role

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
        rows = list(zip(*(p.table[n] for n in used), strict=True))
        if len(set(rows)) < len(rows) or len(p.table.names) > len(used) + 1:
            p.ask("count", [role("count", name), role("ignored", name)], column=name)
        p.roles[name] = Role("count")


def _find_parts(p: Proposal) -> None:
    """Ask which rows are meant if a column tells training samples from test samples."""
    for name in [n for n in p.table.names if n not in p.given]:
        cells = p.cells(name)
        if name in p.with_role("y_true", "y_pred", "y_score", "model") or not cells:
            continue
        lower = {cell.lower() for cell in cells}
        named = name_of(name).kind == "training" or (
            name.lower() in ("split", "set", "subset", "partition") and len(cells) == 2
        )
        if (lower & _PARTS and lower != {"test"}) or (named and len(cells) > 1):
            options = [pick(name, cell) for cell in sorted(cells)[:6]]
            everything = role("all_rows", name, "ignored")
            p.ask("parts", [*options, everything], column=name, cells=shown_cells(sorted(cells)))


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


def _telling_apart(p: Proposal, id_: str) -> list[str]:
    """Return the columns that differ between all rows of the same sample."""
    n = len(p.table.lines)
    free = [c for c in p.table.names if c not in p.roles or p.roles[c].kind in ("fold", "group")]
    free = [c for c in free if len(set(p.table[c])) < n]
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
