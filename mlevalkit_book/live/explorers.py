"""Explorers in a live page: the page has the controls and asks here, in Python, what they show.

The page (`explorers.js`) knows an explorer by a key. What it sends and what it gets back is plain
data: places of values, texts, SVG and HTML.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from mlevalkit.explorers.engine import Explorer, Parameter
from mlevalkit.explorers.picture import Handle
from mlevalkit.explorers.words import html
from mlevalkit_book.live import tables
from mlevalkit_book.live.panels import are_wide, controls, explorer_of, panel_html, places, shares

_first: dict[str, Explorer] = {}  # as it was shown
_now: dict[str, Explorer] = {}  # as the reader's own table has made it
_places: dict[str, dict[Any, Any]] = {}  # of handles, by their number and the other parameters


def bundle(explorer: Explorer) -> dict[str, str]:
    """Return an explorer by mime types; `turn`, `edit` and `again` know it from now on."""
    key = f"e{len(_first)}"
    _first[key] = explorer
    return {"text/plain": repr(explorer), "text/html": _panel(key, explorer)}


def turn(key: str, at: Sequence[int]) -> dict[str, Any]:
    """Return what an explorer shows when its controls stand at these places."""
    explorer = _now[key]
    setting = _setting(explorer.parameters, at)
    view = explorer.view(**setting)
    state: dict[str, Any] = {"picture": view.figure.svg(), "alt": html(view.alt)}
    state["numbers"] = [v.text for v in view.numbers]
    state["handles"] = [
        shares(handle, explorer.parameters, _at(key, i, handle, setting))
        for i, handle in enumerate(view.handles)
    ]
    if explorer.name in tables.EDITORS:
        state["table"] = tables.text_of(explorer, setting)
    return state


def _at(key: str, number: int, handle: Handle, setting: Mapping[str, Any]) -> Any:
    """Return the places of a handle, counted once: they do not depend on where it stands."""
    others = tuple(v for name, v in setting.items() if name != handle.parameter)
    known = _places[key]
    if (number, others) not in known:
        known[number, others] = places(handle, _now[key].parameters)
    return known[number, others]


def edit(key: str, text: str, at: Sequence[int], chosen: Sequence[int]) -> dict[str, str]:
    """Return the explorer of a table that the reader has typed, or what is wrong with the table."""
    explorer = _now[key]
    choices = _setting(tables.choices_of(explorer), chosen)
    setting = _setting(explorer.parameters, at)
    try:
        return {"html": _panel(key, tables.explorer_of(explorer, text, setting, choices))}
    except (ValueError, TypeError) as error:
        return {"error": str(error)}


def again(key: str) -> dict[str, str]:
    """Return the explorer as it was shown first."""
    return {"html": _panel(key, _first[key])}


def own(name: str, text: str, chosen: Sequence[int]) -> dict[str, str]:
    """Return an explorer of the book for data that the reader has pasted, or what is wrong."""
    shown = explorer_of(name)
    choices = _setting(tables.choices_of(shown), chosen)
    try:
        explorer = tables.explorer_of(shown, text, shown.defaults, choices)
    except (ValueError, TypeError) as error:
        return {"error": str(error)}
    return {"html": bundle(explorer)["text/html"]}


def _setting(parameters: Sequence[Parameter], at: Sequence[int]) -> Mapping[str, Any]:
    return {p.name: p.values[i] for p, i in zip(parameters, at, strict=True)}


def _panel(key: str, explorer: Explorer) -> str:
    view = explorer.view()
    handles = [shares(handle, explorer.parameters) for handle in view.handles]
    labels = [str(v.label) for v in view.numbers]
    html = panel_html(
        explorer,
        group=key,
        attributes=f'data-live-explorer="{key}" data-handles="{escape(json.dumps(handles))}"',
        picture=view.figure.svg(),
        alt=view.alt,
        numbers=view.numbers,
        handles=handles,
        wide=are_wide(labels, [v.text for v in view.numbers]),
        below='<p class="mk-message" role="alert"></p>' + _editor(key, explorer),
    )
    _places[key] = {}
    _now[key] = explorer  # not before it could be drawn
    return html


def _editor(key: str, explorer: Explorer) -> str:
    if explorer.name not in tables.EDITORS:
        return ""
    text = tables.text_of(explorer, explorer.defaults)
    hint, own, draw, again = map(
        tables.say, (tables.EDITORS[explorer.name].hint, "own", "draw", "again")
    )
    return (
        f'<details class="mk-editor"><summary>{own}</summary>'
        f"<label><span>{html(hint)}</span>"
        f'<textarea rows="{max(4, text.count(chr(10)) + 2)}" spellcheck="false" autocomplete="off">'
        f"{escape(text)}</textarea></label>"
        f"{controls(tables.choices_of(explorer), f'{key}-own')}"
        f'<p><button type="button" data-do="edit">{draw}</button> '
        f'<button type="button" data-do="again">{again}</button></p>'
        "</details>"
    )
