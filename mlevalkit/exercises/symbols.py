"""The names in formulas, which are English words in templates, in the reader's language."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ..display.language import language
from ..display.workings import Line, data_of

_NAME = re.compile(r'"[^"]*"|[A-Za-z_]\w*')  # a label stands in quotes


def translated(step: Any) -> Any:
    """Return a line with names in the present language; all else as it is."""
    words: dict[str, str] = data_of(__package__, "symbols.toml").get(language(), {})
    if not words or not isinstance(step, Line):
        return step

    def name(found: re.Match[str]) -> str:
        bare = found[0].rstrip("_")
        return words.get(bare, bare) + found[0][len(bare) :]

    values = {_NAME.sub(name, symbol): value for symbol, value in step.values.items()}
    symbol = _NAME.sub(name, step.symbol)
    return replace(step, symbol=symbol, formula=_NAME.sub(name, step.formula), values=values)
