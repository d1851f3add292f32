"""The report as HTML: every number opens its working and carries its value for machines."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from html import escape
from itertools import groupby
from pkgutil import get_data
from typing import Any

from ..display.language import LANGUAGES, language
from ..display.workings import Messages, Sentence, Table, data_of
from . import export
from .content import Content
from .differences import Difference
from .figures import Picture
from .plain import joined
from .rules import Rule
from .sources import Number, Source, p_shown

_say = Messages(__package__)

_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title></head><body class="mk-page"><main>{body}</main></body></html>
"""
CHECKLISTS = {"stard": "stard", "model card": "card"}
_WIDE = 120  # of a drawn interval, in pixels

Scale = tuple[float, float] | None
Link = Callable[[str, str], str]  # from words and a page to a link, or to the words alone


@cache
def _style() -> str:
    sheet = (get_data(__package__, "report.css") or b"").decode()
    return f"<style>{sheet}</style>"


def page(body: str) -> str:
    """Return a whole page that needs nothing else."""
    lang = {"en": "en", "zh": "zh-CN"}[language()]
    title = escape(str(_say("title")))
    return _PAGE.format(lang=lang, title=title, body=f"<h1>{title}</h1>{body}")


def body(
    content: Content,
    columns: Mapping[str, Source],
    book: str | None,
    figures: bool,
    checklist: str | None,
) -> str:
    """Return the report as an element with its style."""
    link = partial(_linked, book)
    first, *others = content.answer
    answer = f"<p><strong>{_text(first)}</strong>{_text(joined(['', *others]))}</p>"
    parts = [
        f'<section data-section="answer">{answer}</section>',
        _section("overview", _overview(content, link)),
        _section("differences", _differences(content, link)),
        _section("warnings", _warnings(content, link)),
        _section("figures", _parts(content.figures, link, figures)),
        *(_folded(s.name, _parts(s.parts, link, figures)) for s in content.sections),
        _folded("paper", f"<p data-report>{_text(content.paper)}</p>"),
        _folded("script", _code(export.script(content.numbers, columns))),
        _folded("csv", _code(export.as_csv(content.numbers))),
    ]
    if checklist is not None:
        parts.append(_section("checklist", _mapping(content, CHECKLISTS[checklist])))
    return f'<div class="mk mk-report" lang="{language()}">{"".join([_style(), *parts])}</div>'


def _linked(book: str | None, inner: str, page: str) -> str:
    """Return a link to a page of the book, or the words alone where the book is not at hand."""
    if not page or book is None:
        return inner
    name, _, anchor = page.partition("#")
    address = f"{book}{name}.html" + (f"#{anchor}" if anchor else "")
    return f'<a href="{escape(address)}">{inner}</a>'


def _text(words: object) -> str:
    return escape(str(words))


def _code(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


def _section(name: str, inner: str) -> str:
    title = _text(_say(f"section.{name}"))
    return f'<section data-section="{name}"><h2>{title}</h2>{inner}</section>' if inner else ""


def _folded(name: str, inner: str) -> str:
    summary = f"<summary>{_text(_say(f'section.{name}'))}</summary>"
    return f'<details data-section="{name}">{summary}{inner}</details>'


def _paragraphs(sentences: Iterable[object]) -> str:
    return "".join(f"<p>{_text(sentence)}</p>" for sentence in sentences)


# -- tables of numbers ----------------------------------------------------------------------------


def _table(heads: Iterable[str], rows: Iterable[str], name: str) -> str:
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    inner = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="mk-table" tabindex="0"><table class="{name}">{inner}</table></div>'


def _overview(content: Content, link: Link) -> str:
    table = content.overview
    columns = list(zip(*(row.cells for row in table.rows), strict=True))
    pages = [next((cell.page for cell in cells if cell is not None), "") for cells in columns]
    scales = [_scale(cells) for cells in columns]
    rows = []
    for row in table.rows:
        given = zip(row.cells, row.marks, table.heads, scales, strict=True)
        cells = "".join(_cell(*one) for one in given)
        rows.append(f'<tr><th scope="row">{_text(row.name)}</th>{cells}</tr>')
    heads = [link(_text(head), page) for head, page in zip(table.heads, pages, strict=True)]
    level = [_say("table.level", level=f"{100 * content.level:g}")] if any(scales) else []
    notes = [*level, *table.notes]
    after = _paragraphs([joined(notes)] if notes else [])
    return _table([_text(_say("head.model")), *heads], rows, "mk-overview") + after


def _cell(number: Number | None, mark: str, head: Sentence, scale: Scale) -> str:
    label = f' data-head="{_text(head)}"'
    if number is None:
        return f"<td{label}>-</td>"
    told = f'<span class="mk-mark">{_text(_say(f"mark.{mark}"))}</span>' if mark else ""
    kind = f' data-mark="{mark}"' if mark else ""
    return f"<td{label}{kind}>{_value_and_interval(number)}{_drawn(number, scale)}{told}</td>"


def _value_and_interval(number: Number) -> str:
    shown = number.shown
    value = f"<strong>{_data(number.name, number.value, shown.value)}</strong>"
    if not shown.low or number.interval is None:
        return value
    low = _data(f"{number.name}.low", number.low, shown.low)
    high = _data(f"{number.name}.high", number.high, shown.high)
    return f'{value} <span class="mk-interval">[{low}, {high}]</span>'


def _data(name: str, value: float, shown: str) -> str:
    name = escape(name)
    exact = escape(repr(value))
    return (
        f'<data data-measure="{name}" data-value="{exact}" value="{exact}">{escape(shown)}</data>'
    )


def _scale(numbers: Iterable[Number | None], *more: float) -> Scale:
    """Return the ends of the scale on which intervals are drawn; None if there are none."""
    ends = [end for n in numbers if n is not None and n.interval for end in (n.low, n.high)]
    ends = [end for end in (*ends, *more) if abs(end) < float("inf")]
    if len(ends) <= len(more) or min(ends) == max(ends):
        return None
    return min(ends), max(ends)


def _drawn(number: Number, scale: Scale, zero: bool = False) -> str:
    """Draw a dot with its interval; screen readers have the numbers beside it."""
    if number.interval is None or scale is None:
        return ""
    left, right = scale

    def place(value: float) -> str:
        inside = min(max((value - left) / (right - left), 0), 1)
        return f"{4 + (_WIDE - 8) * inside:.1f}"

    line = f'<line x1="{place(number.low)}" x2="{place(number.high)}" y1="7" y2="7"/>'
    dot = f'<circle cx="{place(number.value)}" cy="7" r="3.5"/>'
    mark = f'<line class="mk-zero" x1="{place(0)}" x2="{place(0)}" y1="0" y2="14"/>' if zero else ""
    size = f'viewBox="0 0 {_WIDE} 14" width="{_WIDE}" height="14"'
    return f'<svg class="mk-dot" {size} aria-hidden="true">{mark}{line}{dot}</svg>'


def _differences(content: Content, link: Link) -> str:
    tables = []
    for _, group in groupby(content.differences, key=lambda d: d.measure):
        own = list(group)
        scale = _scale([d.number for d in own], 0.0)
        heads = [_text(_say(f"difference.head.{k}")) for k in ("pair", "by", "p", "verdict")]
        tables.append(_table(heads, (_difference(d, scale, link) for d in own), "mk-differences"))
    return "".join(tables) + _paragraphs(content.difference_notes())


def _difference(d: Difference, scale: Scale, link: Link) -> str:
    p = "-"
    if d.pvalue is not None:
        p = _data(d.pvalue.name, d.pvalue.value, p_shown(d.pvalue.value))
    verdict = _text(_say(f"difference.verdict.{d.verdict}", a=d.first, b=d.second))
    cells = f"<td>{p}</td><td>{verdict}</td>"
    sources = [d.number.interval or d.number.source, d.test]
    kind = f' data-verdict="{d.verdict}"'
    return _row(d.number, sources, link, _drawn(d.number, scale, zero=True), cells, kind)


def _measure(number: Number, link: Link) -> str:
    interval = number.interval
    derived = interval is not None and number.source.code.startswith(interval.code)
    return _row(number, [None if derived else number.source, interval], link)


def _row(
    number: Number,
    sources: Iterable[Source | None],
    link: Link,
    drawn: str = "",
    cells: str = "",
    kind: str = "",
) -> str:
    """Return a row with a number, and below it one with the workings of its sources."""
    title = link(_text(number.title), number.page)
    note = f" {_text(number.note)}" if number.note is not None else ""
    value = f"<td>{_value_and_interval(number)}{drawn}{note}</td>"
    row = f'<tr class="mk-number"{kind}><th scope="row">{title}</th>{value}{cells}</tr>'
    inner = "".join(
        f"<pre><code>{escape(source.code)}</code></pre>{source.working()._repr_html_()}"
        for source in sources
        if source is not None
    )
    details = f"<details><summary>{_text(_say('head.working'))}</summary>{inner}</details>"
    columns = 2 + cells.count("<td>")
    return f'{row}<tr class="mk-how"><td colspan="{columns}">{details}</td></tr>'


# -- everything else ------------------------------------------------------------------------------


def _warnings(content: Content, link: Link) -> str:
    items = "".join(
        f'<li data-warning="{escape(w.code)}">{_text(w.sentence)} '
        f"<code>{link(escape(w.code), w.section)}</code></li>"
        for w in content.warnings
    )
    return f"<ul>{items}</ul>" if items else ""


def _parts(parts: Iterable[Any], link: Link, drawn: bool) -> str:
    return "".join(_part(part, link, drawn) for part in parts)


def _part(part: Any, link: Link, drawn: bool) -> str:
    if isinstance(part, tuple):
        heads = [_text(_say(f"head.{name}")) for name in ("measure", "value")]
        return _table(heads, (_measure(number, link) for number in part), "mk-numbers")
    if isinstance(part, Picture):
        return figure(part, drawn)
    if isinstance(part, Rule):
        words = link(_text(part.said), part.page)
        return f'<p data-rule="{escape(part.name)}">{words}</p>'
    if isinstance(part, Sentence):
        return f"<p>{_text(part)}</p>"
    text: str = part.html()
    return text


def figure(picture: Picture, drawn: bool = True) -> str:
    """Return a figure with its caption, or its place, to be filled later."""
    if importlib.util.find_spec("matplotlib") is None:
        return f"<p>{_text(_say('figure.left_out.matplotlib', caption=picture.caption))}</p>"
    words = _text(picture.caption)
    name = escape(picture.name)
    svg = ""
    if drawn:
        svg = picture.drawing().replace("<svg", f'<svg role="img" aria-label="{words}"', 1)
    empty = "" if drawn else " data-empty"
    return f'<figure data-figure="{name}"{empty}>{svg}<figcaption>{words}</figcaption></figure>'


def _mapping(content: Content, name: str) -> str:
    """Return which part of the report answers which item of a checklist."""
    titles = {section.name: section.title for section in content.sections}
    if content.figures:
        titles["figures"] = _say("section.figures")
    rows = [
        [item, Sentence({key: row[key] for key in LANGUAGES}), titles.get(row["part"], "-")]
        for item, row in data_of(__package__, "rules.toml")["appendix"][name].items()
    ]
    head = [_say(f"appendix.{column}") for column in ("item", "asks", "here")]
    return Table(head, rows, _say(f"appendix.{name}")).html()
