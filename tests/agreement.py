"""What the trust suite counts: how often two numbers were compared, and how far apart they were."""

import csv
import math
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np


@dataclass
class Row:
    """One line of the report; `worst` is the largest relative difference seen."""

    kind: str
    source: str
    what: str
    published: str = ""
    computed: str = ""
    cases: int = 0
    worst: float = 0.0


_rows: dict[tuple[str, str, str], Row] = {}


def record(kind: str, source: str, what: str, *, cases: int = 1, worst: float = 0.0) -> Row:
    """Add to the line of this name, and return it."""
    row = _rows.setdefault((kind, source, what), Row(kind, source, what))
    row.cases += cases
    row.worst = max(row.worst, worst)
    return row


def agree(
    kind: str, source: str, what: str, ours: Any, expected: Any, *, rel: float, absolute: float = 0
) -> None:
    """Assert that numbers agree within `rel`, or `absolute` where that is more; count them.

    `expected` may hold exact fractions or mpmath numbers: the difference is taken as they are.
    """
    pairs = list(zip(_flat(ours), _flat(expected), strict=True))
    worst = 0.0
    for one, other in pairs:
        away = _difference(one, other)
        allowed = max(rel * abs(float(other)), absolute)
        assert away <= allowed, f"{what}: {one!r} is not {other!r} (off by {away:.3g})"
        if away and float(other):
            worst = max(worst, away / abs(float(other)))
    record(kind, source, what, cases=len(pairs), worst=worst)


def _flat(values: Any) -> list[Any]:
    if isinstance(values, np.ndarray | np.generic):
        values = values.tolist()
    return [x for v in values for x in _flat(v)] if isinstance(values, Iterable) else [values]


def _difference(one: Any, other: Any) -> float:
    if one == other or (one != one and other != other):
        return 0.0
    if not (math.isfinite(one) and math.isfinite(other)):
        return math.inf
    exact = Fraction if isinstance(other, int) else type(other)
    return float(abs(exact(one) - other))


def as_printed(source: str, what: str, ours: Any, printed: str, *, loose: bool = False) -> None:
    """Assert that a number rounds to what a source prints; `loose`: or to a neighbour of it."""
    ours = float(ours)
    digits, _, exponent = printed.lower().partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
    value = float(printed)
    slack = (1.5 if loose else 0.5) * unit + 1e-14 * abs(value)
    assert abs(ours - value) <= slack, f"{source}, {what}: {printed} is printed, {ours!r} is ours"
    row = record("published", source, what, worst=abs(ours - value) / abs(value or 1))
    shown = len(digits.replace(".", "").lstrip("-0")) + 2
    row.published, row.computed = printed, f"{ours:.{min(max(shown, 3), 16)}g}"


def write(path: Path) -> None:
    """Write the lines as CSV; kinds that were not looked at this time stay as they were."""
    lines = {key: [*astuple(row)[:-1], f"{row.worst:.1e}"] for key, row in _rows.items()}
    kinds = {row.kind for row in _rows.values()}
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            before = [line for line in csv.reader(file) if line[0] not in {*kinds, "kind"}]
        lines |= {tuple(line[:3]): line for line in before}
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow([field.name for field in fields(Row)])
        out.writerows(lines[key] for key in sorted(lines))
