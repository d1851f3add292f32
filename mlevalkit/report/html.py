"""The report as HTML: every number opens its working and carries its value for machines."""

from __future__ import annotations

import importlib.util
from functools import cache
from html import escape
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from ..display.language import LANGUAGES, language
from ..display.workings import Messages, Sentence, Table, data_of, digits, word
from .calls import Number
from .checks import DataWarning
from .export import as_json
from .figures import Picture
from .progress import steps
from .rules import Rule
from .sections import Section

if TYPE_CHECKING:
    from .result import Evaluation

_say = Messages(__package__)

_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title></head><body class="mk-page"><main>{body}</main></body></html>
"""


@cache
def _style() -> str:
    sheet = (get_data(__package__, "report.css") or b"").decode()
    return f"<style>{sheet}</style>"


def page(result: Evaluation, book: str | None) -> str:
    """Return a whole page that needs nothing else."""
    lang = {"en": "en", "zh": "zh-CN"}[language()]
    title = escape(str(_say("title")))
    inner = body(result, book, heading=f"<h1>{title}</h1>")
    return _PAGE.format(lang=lang, title=title, body=inner)


def body(result: Evaluation, book: str | None, *, heading: str = "", progress: bool = False) -> str:
    """Return the report as an element with its style."""
    parts = [_section(section, book, progress) for section in result.sections]
    if result.numbers:
        parts.append(_taken(result))
    if result._case is not None:
        parts.append(_appendix(result, result._case.kind))
    words = "".join([_style(), heading, *parts])
    return f'<div class="mk mk-report" lang="{language()}">{words}</div>'


def _section(section: Section, book: str | None, progress: bool) -> str:
    told = steps(section.parts, section.title, progress)
    inner = "".join(_part(part, book) for part in told)
    title = section.title.inline()
    return f'<section data-section="{section.name}"><h2>{title}</h2>{inner}</section>'


def _part(part: Any, book: str | None) -> str:
    if isinstance(part, tuple):
        return _numbers(part, book)
    if isinstance(part, Picture):
        return _picture(part)
    if isinstance(part, Rule):
        words = _link(part.said.inline(), part.page, book)
        return f'<p class="mk-words" data-rule="{part.name}">{words}</p>'
    if isinstance(part, DataWarning):
        link = _link(escape(part.code), part.section, book)
        return (
            f'<p class="mk-words" data-warning="{part.code}">{link}: {part.sentence.inline()}</p>'
        )
    text: str = part.html()
    return text


def _numbers(numbers: tuple[Number, ...], book: str | None) -> str:
    heads = [_say(f"head.{name}").inline() for name in ("measure", "value", "interval")]
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    rows = "".join(_row(number, book) for number in numbers)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="mk-table" tabindex="0">{table}</div>'


def _row(number: Number, book: str | None) -> str:
    title = number.title.inline()
    if number.recommended:
        title = f"<strong>{title}</strong>"
    title = _link(title, number.page, book)
    ends = ""
    if number.interval:
        low = _value(f"{number.name}.low", number.low)
        high = _value(f"{number.name}.high", number.high)
        ends = f"[{low}, {high}]"
    if number.note is not None:
        ends += " " + number.note.inline()
    cells = f"<td>{_value(number.name, number.value)}</td><td>{ends}</td>"
    row = f'<tr class="mk-number"><th scope="row">{title}</th>{cells}</tr>'
    return f'{row}<tr class="mk-how"><td colspan="3">{_working(number)}</td></tr>'


def _link(inner: str, page: str, book: str | None) -> str:
    """Return a link to a page of the book, or the text alone where the book is not at hand."""
    if not page or book is None:
        return inner
    name, _, anchor = page.partition("#")
    address = f"{book}{name}.html" + (f"#{anchor}" if anchor else "")
    return f'<a href="{escape(address)}">{inner}</a>'


def _value(name: str, value: float) -> str:
    name = escape(name)
    exact = escape(repr(value))
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
        return _say("figure.left_out.matplotlib", caption=picture.caption).html()
    words = escape(str(picture.caption))
    drawn = drawing(picture).replace("<svg", f'<svg role="img" aria-label="{words}"', 1)
    caption = f"<figcaption>{picture.caption.inline()}</figcaption>"
    return f'<figure data-figure="{escape(picture.name)}">{drawn}{caption}</figure>'


def drawing(picture: Picture, *, standing_alone: bool = False) -> str:
    """Return a figure as SVG; unless it stands alone it follows the colours of its page."""
    from matplotlib import pyplot as plt

    from ..plots.svg import in_page_colours, standalone

    arguments, options = picture.call._given
    axes = picture.call._public(*arguments, **options)
    text = standalone(axes.figure.figure)
    plt.close(axes.figure.figure)
    return text if standing_alone else in_page_colours(text)


def _taken(result: Evaluation) -> str:
    """Return what to take away: a paragraph, the script, all numbers."""
    said = escape(result.report())
    parts = [f"<h2>{_say('section.away').inline()}</h2><p data-report>{said}</p>"]
    for name, text in (("script", result.to_script()), ("csv", result.to_csv())):
        title = _say(f"away.{name}").inline()
        parts.append(f"<details><summary>{title}</summary><pre>{escape(text)}</pre></details>")
    numbers = as_json(dict(result.values)).replace("<", "\\u003c")
    parts.append(f'<script type="application/json" data-numbers>{numbers}</script>')
    return f"<section data-section='away'>{''.join(parts)}</section>"


def _appendix(result: Evaluation, kind: str) -> str:
    """Return which of the numbers belong to which item of STARD 2015 and of a model card."""
    names = ("stard", "card") if kind == "binary" else ("card",)
    tables = [_mapping(result, name).html() for name in names]
    title = _say("section.appendix" if kind == "binary" else "section.card").inline()
    return f"<section data-section='appendix'><h2>{title}</h2>{''.join(tables)}</section>"


def _mapping(result: Evaluation, name: str) -> Table:
    found = {section.name for section in result.sections}
    rows = []
    for item, row in data_of(__package__, "rules.toml")["appendix"][name].items():
        asks = Sentence({key: row[key] for key in LANGUAGES})
        here: Sentence | str = "-"
        if row["part"] in found:
            section = result.section(row["part"])
            titles = [n.title for n in section.numbers.values() if not set(".[") & set(n.name)]
            here = word("comma").join([section.title, *titles])
        rows.append([item, asks, here])
    head = [_say("appendix.item"), _say("appendix.asks"), _say("appendix.here")]
    return Table(head, rows, _say(f"appendix.{name}"))
