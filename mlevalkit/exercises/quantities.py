"""The numbers of a problem, drawn as a template's data says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .._validation import integer
from ..display.workings import filled, line, plain, word
from .draw import Draw

Numbers = Callable[[Draw], Mapping[str, Any] | None]

_MOST = 1000  # numbers of one name


def draw_numbers(data: Mapping[str, Any], draw: Draw) -> dict[str, Any] | None:
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
            return [_between(low, high, draw) for _ in range(count)]
        case [low, high]:
            return _between(low, high, draw)
        case {"of": options}:
            return draw.choice(options)
    raise ValueError(f"numbers: expected [low, high], [n, low, high] or a formula, got {given!r}")


def _value(formula: str, values: Mapping[str, Any]) -> Any:
    value = line("x", formula, values).value
    return value if isinstance(value, int) else round(float(value), 10)


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
