"""The numbers of a problem, drawn as a template's data says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .._validation import integer
from ..display.workings import Messages, Table, filled, line, plain, word
from .draw import Draw

Draws = Callable[[Draw], Mapping[str, Any] | None]  # numbers by name

_MOST = 1000  # numbers of one name


def drawn(data: Mapping[str, Any], numbers: Draws | None, draw: Draw) -> Mapping[str, Any] | None:
    """Return the numbers by name, drawn by a function or as data says, and the table they fill."""
    values = numbers(draw) if numbers else _draw_numbers(data, draw)
    if values is None or "columns" not in data:
        return values
    return {**values, "table": _table(data["columns"], values)}


def _table(columns: Mapping[str, Any], values: Mapping[str, Any]) -> Table:
    """Return a table of columns: the numbers of a name, single cells, or 1, 2, 3, ... as "#"."""
    given = {"#": (), **values}
    cells = [
        given[column] if isinstance(column, str) else [_cell(name, values) for name in column]
        for column in columns.values()
    ]
    places = range(1, max(map(len, cells)) + 1)
    rows = zip(*(column or places for column in cells), strict=True)
    return Table([_cell(head, {}) for head in columns], [*rows])


def _cell(name: str, values: Mapping[str, Any]) -> Any:
    """Return a number, a word, or a symbol as it stands, by its name."""
    if name in values:
        return values[name]
    return word(name) if name in Messages("mlevalkit.display").data["word"] else name


def _draw_numbers(data: Mapping[str, Any], draw: Draw) -> dict[str, Any] | None:
    """Return the numbers by name; None if one that has to be positive is not.

    Of several ``scenarios`` one is drawn: its story, with its own numbers, the name of the right
    option and those of the wrong ones.
    """
    if "scenarios" not in data:
        return _values(data, draw)
    scenario = draw.choice(data["scenarios"])
    if (values := _values(scenario, draw)) is None:
        return None
    story = filled(scenario, **texts(values, scenario.get("numbers", {})))
    options = [scenario["right"], *draw.sample(scenario["wrong"], 3)]
    return {"story": story, "right": scenario["right"], "options": options}


def _values(data: Mapping[str, Any], draw: Draw) -> dict[str, Any] | None:
    values: dict[str, Any] = {}
    for name, given in data.get("numbers", {}).items():
        values[name] = _number(given, values, draw)
    if any(_value(formula, values) <= 0 for formula in data.get("positive", ())):
        return None
    return values


def _number(given: Any, values: Mapping[str, Any], draw: Draw) -> Any:
    """Draw one number, several, or one of some; or compute it from those before."""
    match given:
        case str():
            return _value(given, values)
        case [n, low, high]:
            count = integer(values[n] if isinstance(n, str) else n, "n", least=0, most=_MOST)
            most = values[high] if isinstance(high, str) else high
            return [_between(low, most, draw) for _ in range(count)]
        case [low, high]:
            return _between(low, high, draw)
        case {"of": options}:
            return draw.choice(values[options] if isinstance(options, str) else options)
        case {"each": formula}:
            return _each(formula, values)
        case {"least": name}:
            return min(values[name])
        case {"greatest": name}:
            return max(values[name])
        case {"first": name}:
            return values[name][0]
    raise ValueError(f"numbers: expected [low, high], [n, low, high] or a formula, got {given!r}")


def _value(formula: str, values: Mapping[str, Any]) -> Any:
    value = line("x", formula, values).value
    return value if isinstance(value, int) else round(float(value), 10)


def _each(formula: str, values: Mapping[str, Any]) -> list[Any]:
    """Return what a formula gives for each element of the lists in it."""
    used = {name: values[name] for name in re.findall(r"[A-Za-z_]\w*", formula)}
    lists = {name: value for name, value in used.items() if isinstance(value, list)}
    rows = zip(*lists.values(), strict=True)
    return [_value(formula, used | dict(zip(lists, row, strict=True))) for row in rows]


def _between(low: float, high: float, draw: Draw) -> float:
    if isinstance(low, int) and isinstance(high, int):
        return draw.randint(low, high)
    places = max(_decimals(end) for end in (low, high))
    return draw.decimal(low, high, places)


def _decimals(value: Any) -> int:
    return len(str(plain(value)).partition(".")[2]) if isinstance(value, float) else 0


# -- how they are shown ---------------------------------------------------------------------------


def texts(values: Mapping[str, Any], numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Return numbers as texts show them: each with as many decimals as its range has."""
    places: dict[str, int] = {}
    for name, given in numbers.items():
        if isinstance(given, str):  # a formula of earlier numbers
            used = re.findall(r"\w+", given)
            places[name] = max((places[n] for n in used if n in places), default=0)
        elif isinstance(given, list):
            places[name] = max(map(_decimals, given[-2:]))
    return {name: _text(value, places.get(name, 0)) for name, value in values.items()}


def _text(value: Any, places: int) -> Any:
    if isinstance(value, (list, tuple)):
        return word("comma").join(str(v) for v in aligned(value, places))
    return aligned([value], places)[0] if isinstance(value, float) else value


def aligned(values: Sequence[Any], places: int = 0) -> list[Any]:
    """Return values with the same number of decimals in all that have any."""
    places = max(places, *map(_decimals, values))
    return [f"{v:.{places}f}" if isinstance(v, float) else v for v in values]
