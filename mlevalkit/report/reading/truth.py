"""Which column is the truth."""

from __future__ import annotations

from .asking import role, shown_cells
from .cells import is_date, is_fractional
from .names import WORDS, Name, name_of
from .proposal import MOST_CLASSES, Proposal, Role


def find_truth(p: Proposal) -> None:
    """Give the role of the truth to the one column whose name says so, or ask."""
    if p.with_role("y_true"):
        return
    strong = [name for name in p.of("truth") if not p.names[name].rest]
    of_one_thing = [name for name in p.of("truth") if p.names[name].rest and _has_twin(p, name)]
    weak = p.of("outcome")
    sure = p.of("pred") or p.with_role("y_pred", "y_score")
    found = strong or of_one_thing or p.of("reviewer") or weak or _named_in_prediction(p)
    if strong and weak and not sure and any(p.table[name] != p.table[strong[0]] for name in weak):
        found = strong + weak
    if len(found) == 1 and not (found == weak and _is_open(p, found[0])):
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
    if key == "no_truth" and len(scores) == len(p.table.names) - 1 > 1:
        options.append(role("dataset", first))
    p.ask(key, options, columns=columns)


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
    return sorted(few, key=lambda n: not any(p.cells(n) & cells for cells in said))
