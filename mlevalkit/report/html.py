"""The report as HTML: every number opens its working and carries its value for machines."""

from __future__ import annotations

import importlib.util
import json
from html import escape
from typing import TYPE_CHECKING, Any

from .._language import language
from .._workings import Messages, Sentence, Table, digits
from .calls import Number
from .sections import Picture, Section

if TYPE_CHECKING:
    from .result import Evaluation

_say = Messages(__package__)

_STYLE = """
.mk-report { font: 16px/1.55 system-ui, 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif;
  max-width: 52rem; margin: 0 auto; overflow-wrap: anywhere; }
.mk-report table { border-collapse: collapse; margin: .6rem 0; }
.mk-report th, .mk-report td { padding: .25rem .7rem .25rem 0; text-align: left;
  vertical-align: top; border-bottom: 1px solid #8886; }
.mk-report .mk-table { overflow-x: auto; }
.mk-report data { font-variant-numeric: tabular-nums; }
.mk-report details { margin: .2rem 0; }
.mk-report summary { cursor: pointer; }
.mk-report .mk-line { overflow-x: auto; padding: .2rem 0; }
.mk-report figure { display: inline-block; margin: .5rem 1rem .5rem 0; max-width: 100%; }
.mk-report svg { max-width: 100%; height: auto; }
.mk-report pre { overflow-x: auto; padding: .6rem; border: 1px solid #8886; }
"""
_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
:root {{ color-scheme: light dark; }} body {{ margin: 1rem; }}
@media (prefers-color-scheme: dark) {{ .mk-report {{ {dark} }} }}{style}</style></head>
<body><main>{body}</main></body></html>
"""
_DARK = {
    "ink": "#e6e6e6", "grey": "#a8a8a8", "pale": "#4a4a4a", "faint": "#2c2c2c", "paper": "#121212",
    "blue": "#6cb8ea", "vermilion": "#f08a4b", "green": "#4cc39a", "purple": "#cf8bc6",
    "ochre": "#d3b14b",
}  # fmt: skip


def page(result: Evaluation, book: str | None) -> str:
    """Return a whole page that needs nothing else."""
    dark = "; ".join(f"--mk-{name}: {colour}" for name, colour in _DARK.items())
    lang = {"en": "en", "zh": "zh-CN"}[language()]
    title = escape(str(_say("title")))
    inner = f"<h1>{title}</h1>{body(result, book, whole=True)}"
    return _PAGE.format(lang=lang, title=title, dark=dark, style=_STYLE, body=inner)


def body(result: Evaluation, book: str | None, *, whole: bool = False) -> str:
    """Return the report as an element; `whole`: with the paragraph, the script and the appendix."""
    parts = [_section(section, book) for section in result.sections]
    if result.numbers:
        parts.append(_taken(result))
        parts.append(_appendix(result))
    style = "" if whole else f"<style>{_STYLE}</style>"
    words = "".join(parts)
    return f'<div class="mk mk-report" lang="{language()}">{style}{words}</div>'


def _section(section: Section, book: str | None) -> str:
    inner = "".join(_part(part, book) for part in section.parts)
    title = section.title.inline()
    return f'<section data-section="{section.name}"><h2>{title}</h2>{inner}</section>'


def _part(part: Any, book: str | None) -> str:
    if isinstance(part, tuple):
        return _numbers(part, book)
    if isinstance(part, Picture):
        return _picture(part)
    text: str = part.html()
    return text


def _numbers(numbers: tuple[Number, ...], book: str | None) -> str:
    heads = [_say(f"head.{name}").inline() for name in ("measure", "value", "interval", "working")]
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    rows = "".join(_row(number, book) for number in numbers)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="mk-table" tabindex="0">{table}</div>'


def _row(number: Number, book: str | None) -> str:
    title = number.title.inline()
    if number.recommended:
        title = f"<strong>{title}</strong>"
    if number.page and book is not None:
        name, _, anchor = number.page.partition("#")
        address = f"{book}{name}.html" + (f"#{anchor}" if anchor else "")
        title = f'<a href="{escape(address)}">{title}</a>'
    ends = ""
    if number.interval:
        low = _value(f"{number.name}.low", number.low)
        high = _value(f"{number.name}.high", number.high)
        ends = f"[{low}, {high}]"
    elif number.note is not None:
        ends = number.note.inline()
    cells = [_value(number.name, number.value), ends, _working(number)]
    inner = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr><th scope="row">{title}</th>{inner}</tr>'


def _value(name: str, value: float) -> str:
    name, exact = escape(name), escape(repr(value))
    return (
        f'<data data-measure="{name}" data-value="{exact}" value="{exact}">{digits(value)}</data>'
    )


def _working(number: Number) -> str:
    calls = (
        [number.call] if number.interval in (None, number.call) else [number.call, number.interval]
    )
    inner = "".join(
        f"<pre><code>{escape(call.code())}</code></pre>{call.working()._repr_html_()}"
        for call in calls
        if call is not None
    )
    return f"<details><summary>{_say('head.working').inline()}</summary>{inner}</details>"


def _picture(picture: Picture) -> str:
    if importlib.util.find_spec("matplotlib") is None:
        return ""
    words = escape(str(picture.caption))
    drawn = drawing(picture).replace("<svg", f'<svg role="img" aria-label="{words}"', 1)
    caption = f"<figcaption>{picture.caption.inline()}</figcaption>"
    return f'<figure data-figure="{escape(picture.name)}">{drawn}{caption}</figure>'


def drawing(picture: Picture) -> str:
    """Return a figure as SVG that follows the colours of the page around it."""
    from matplotlib import pyplot as plt

    from ..plots.svg import in_page_colours, standalone

    arguments, options = picture.call._given
    axes = picture.call._public(*arguments, **options)
    text = in_page_colours(standalone(axes.figure.figure))
    plt.close(axes.figure.figure)
    return text


def _taken(result: Evaluation) -> str:
    """Return what to take away: a paragraph, the script, all numbers."""
    said = escape(result.report())
    parts = [f"<h2>{_say('section.away').inline()}</h2><p data-report>{said}</p>"]
    for name, text in (("script", result.to_script()), ("csv", result.to_csv())):
        title = _say(f"away.{name}").inline()
        parts.append(f"<details><summary>{title}</summary><pre>{escape(text)}</pre></details>")
    numbers = json.dumps(result.values).replace("<", "\\u003c").replace("Infinity", "null")
    parts.append(f'<script type="application/json" data-numbers>{numbers}</script>')
    return f"<section data-section='away'>{''.join(parts)}</section>"


def _appendix(result: Evaluation) -> str:
    """Return which of the numbers belong to which item of STARD 2015 and of a model card."""
    tables = [_mapping(result, name).html() for name in ("stard", "card")]
    title = _say("section.appendix").inline()
    return f"<section data-section='appendix'><h2>{title}</h2>{''.join(tables)}</section>"


def _mapping(result: Evaluation, name: str) -> Table:
    found = {section.name for section in result.sections}
    rows = []
    for item, row in _say.data[name].items():
        if not isinstance(row, dict) or "part" not in row:
            continue
        here: Sentence | str = "-"
        if row["part"] in found:
            here = result.section(row["part"]).title
        rows.append([item, _say(name, item), here])
    head = [_say("appendix.item"), _say("appendix.asks"), _say("appendix.here")]
    return Table(head, rows, _say(f"appendix.{name}"))
