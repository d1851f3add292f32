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
from .comparison import Difference
from .content import Content, Overview, Section
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
Scale = tuple[float, float]

_WIDE = 120  # of a drawn interval, in pixels


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
    parts = [
        _answer(content),
        _overview(content, link),
        _differences(content, link),
        _warnings(content, link),
        _figures(content, figures),
        *(_folded(section, link, figures) for section in content.sections),
        _away(content, columns),
    ]
    if checklist is not None:
        parts.append(_mapping(content, CHECKLISTS[checklist]))
    words = "".join([_style(), *parts])
    return f'<div class="mk mk-report" lang="{language()}">{words}</div>'


def _answer(content: Content) -> str:
    """Return the answer, its first sentence in bold."""
    first, *others = content.answer
    rest = _text(joined(["", *others]))
    return f'<section data-section="answer"><p><strong>{_text(first)}</strong>{rest}</p></section>'


Link = Callable[[str, str], str]  # from words and a page to a link, or to the words alone


def _linked(book: str | None, inner: str, page: str) -> str:
    """Return a link to a page of the book, or the words alone where the book is not at hand."""
    if not page or book is None:
        return inner
    name, _, anchor = page.partition("#")
    address = f"{book}{name}.html" + (f"#{anchor}" if anchor else "")
    return f'<a href="{escape(address)}">{inner}</a>'


def _text(words: object) -> str:
    return escape(str(words))


def _section(name: str, title: Sentence, inner: str) -> str:
    return (
        f'<section data-section="{name}"><h2>{_text(title)}</h2>{inner}</section>' if inner else ""
    )


# -- the one table --------------------------------------------------------------------------------


def _overview(content: Content, link: Link) -> str:
    table = content.overview
    scales = [_scale([row.cells[i] for row in table.rows]) for i in range(len(table.heads))]
    heads = [_text(_say("head.model"))]
    heads += [link(_text(head), _page_of(table, i)) for i, head in enumerate(table.heads)]
    rows = ""
    for row in table.rows:
        cells = "".join(
            _cell(number, mark, head, scale)
            for number, mark, head, scale in zip(
                row.cells, row.marks, table.heads, scales, strict=True
            )
        )
        rows += f'<tr><th scope="row">{_text(row.name)}</th>{cells}</tr>'
    inner = _table(heads, rows, "mk-overview")
    notes = list(table.notes)
    if any(scales):
        notes.insert(0, _say("table.level", level=f"{100 * content.level:g}"))
    inner += f"<p>{_text(joined(notes))}</p>" if notes else ""
    return _section("overview", _say("section.overview"), inner)


def _page_of(table: Overview, i: int) -> str:
    return next((cell.page for row in table.rows if (cell := row.cells[i]) is not None), "")


def _table(heads: Iterable[str], rows: str, name: str) -> str:
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    inner = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    return f'<div class="mk-table" tabindex="0"><table class="{name}">{inner}</table></div>'


def _cell(
    number: Number | None, mark: str, head: Sentence, scale: tuple[float, float] | None
) -> str:
    label = f' data-head="{_text(head)}"'
    if number is None:
        return f"<td{label}>-</td>"
    told = f'<span class="mk-mark">{_text(_say(f"mark.{mark}"))}</span>' if mark else ""
    drawn = _drawn(number, scale) if scale else ""
    kind = f' data-mark="{mark}"' if mark else ""
    return f"<td{label}{kind}>{_value_and_interval(number)}{drawn}{told}</td>"


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


def _scale(numbers: list[Number | None], *more: float) -> Scale | None:
    """Return the ends of the scale on which intervals are drawn; None if there are none."""
    ends = [end for n in numbers if n is not None and n.interval for end in (n.low, n.high)]
    ends = [end for end in (*ends, *more) if abs(end) < float("inf")]
    if len(ends) <= len(more) or min(ends) == max(ends):
        return None
    return min(ends), max(ends)


def _drawn(number: Number, scale: Scale, zero: bool = False) -> str:
    """Draw a dot with its interval; screen readers have the numbers beside it."""
    if number.interval is None:
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


# -- differences, warnings, figures ---------------------------------------------------------------


def _differences(content: Content, link: Link) -> str:
    tables = []
    for _, group in groupby(content.differences, key=lambda d: d.measure):
        own = list(group)
        scale = _scale([d.number for d in own], 0.0)
        rows = "".join(_difference(d, scale, link) for d in own)
        heads = [_text(_say(f"difference.head.{k}")) for k in ("pair", "by", "p", "verdict")]
        tables.append(_table(heads, rows, "mk-differences"))
    notes = "".join(f"<p>{_text(note)}</p>" for note in content.difference_notes)
    return _section("differences", _say("section.differences"), "".join(tables) + notes)


def _difference(d: Difference, scale: Scale | None, link: Link) -> str:
    drawn = _drawn(d.number, scale, zero=True) if scale else ""
    note = f" {_text(d.number.note)}" if d.number.note is not None else ""
    p = "-"
    if d.pvalue is not None:
        p = _data(d.pvalue.name, d.pvalue.value, p_shown(d.pvalue.value))
    if d.equivalence is not None:
        name = _text(_say("difference.equivalent"))
        shown = _data(d.equivalence.name, d.equivalence.value, p_shown(d.equivalence.value))
        p += f"<br>{name} {shown}"
    verdict = _text(_say(f"difference.verdict.{d.verdict}", a=d.first, b=d.second))
    title = link(_text(d.number.title), d.number.page)
    row = (
        f'<tr class="mk-number" data-verdict="{d.verdict}"><th scope="row">{title}</th>'
        f"<td>{_value_and_interval(d.number)}{drawn}{note}</td><td>{p}</td><td>{verdict}</td></tr>"
    )
    sources = [source for source in (d.number.interval or d.number.source, d.test) if source]
    return row + _working(sources, 4)


def _warnings(content: Content, link: Link) -> str:
    items = "".join(
        f'<li data-warning="{escape(w.code)}">{_text(w.sentence)} '
        f"<code>{link(escape(w.code), w.section)}</code></li>"
        for w in content.warnings
    )
    return _section("warnings", _say("section.warnings"), f"<ul>{items}</ul>" if items else "")


def _figures(content: Content, drawn: bool) -> str:
    parts = [_part(part, partial(_linked, None), drawn) for part in content.figures]
    return _section("figures", _say("section.figures"), "".join(parts))


def figure(picture: Picture, drawn: bool = True) -> str:
    """Return a figure with its caption, or its place, to be filled later."""
    if importlib.util.find_spec("matplotlib") is None:
        return f"<p>{_text(_say('figure.left_out.matplotlib', caption=picture.caption))}</p>"
    words = _text(picture.caption)
    name = escape(picture.name)
    if drawn:
        svg = picture.drawing().replace("<svg", f'<svg role="img" aria-label="{words}"', 1)
        return f'<figure data-figure="{name}">{svg}<figcaption>{words}</figcaption></figure>'
    return f'<figure data-figure="{name}" data-empty><figcaption>{words}</figcaption></figure>'


# -- folded parts ---------------------------------------------------------------------------------


def _folded(section: Section, link: Link, drawn: bool) -> str:
    inner = "".join(_part(part, link, drawn) for part in section.parts)
    return _details(section.name, section.title, inner)


def _details(name: str, title: Sentence, inner: str) -> str:
    summary = f"<summary>{_text(title)}</summary>"
    return f'<details data-section="{name}">{summary}{inner}</details>'


def _part(part: Any, link: Link, drawn: bool) -> str:
    if isinstance(part, tuple):
        rows = "".join(_row(number, link) for number in part)
        heads = [_text(_say(f"head.{name}")) for name in ("measure", "value")]
        return _table(heads, rows, "mk-numbers")
    if isinstance(part, Picture):
        return figure(part, drawn)
    if isinstance(part, Rule):
        words = link(_text(part.said), part.page)
        return f'<p data-rule="{escape(part.name)}">{words}</p>'
    if isinstance(part, Sentence):
        return f"<p>{_text(part)}</p>"
    text: str = part.html()
    return text


def _row(number: Number, link: Link) -> str:
    title = link(_text(number.title), number.page)
    note = f" {_text(number.note)}" if number.note is not None else ""
    row = (
        f'<tr class="mk-number"><th scope="row">{title}</th>'
        f"<td>{_value_and_interval(number)}{note}</td></tr>"
    )
    interval = number.interval
    derived = interval is not None and number.source.code.startswith(interval.code)
    sources = [interval] if derived else [number.source, interval]
    return row + _working([source for source in sources if source], 2)


def _working(sources: list[Source], columns: int) -> str:
    inner = "".join(
        f"<pre><code>{escape(source.code)}</code></pre>{source.working()._repr_html_()}"
        for source in sources
    )
    summary = f"<summary>{_text(_say('head.working'))}</summary>"
    details = f"<details>{summary}{inner}</details>"
    return f'<tr class="mk-how"><td colspan="{columns}">{details}</td></tr>'


def _away(content: Content, columns: Mapping[str, Source]) -> str:
    """Return what to take away: a paragraph, the script, all numbers."""
    said = f"<p data-report>{_text(content.paper)}</p>"
    script = f"<pre>{escape(export.script(content.numbers, columns))}</pre>"
    table = f"<pre>{escape(export.as_csv(content.numbers))}</pre>"
    parts = {"paper": said, "script": script, "csv": table}
    return "".join(_details(name, _say(f"section.{name}"), inner) for name, inner in parts.items())


def _mapping(content: Content, name: str) -> str:
    """Return which part of the report answers which item of a checklist."""
    found = {section.name: section for section in content.sections}
    rows = []
    for item, row in data_of(__package__, "rules.toml")["appendix"][name].items():
        asks = Sentence({key: row[key] for key in LANGUAGES})
        here: Sentence | str = found[row["part"]].title if row["part"] in found else "-"
        if row["part"] == "figures" and content.figures:
            here = _say("section.figures")
        rows.append([item, asks, here])
    head = [_say("appendix.item"), _say("appendix.asks"), _say("appendix.here")]
    table = Table(head, rows, _say(f"appendix.{name}")).html()
    return _section("checklist", _say("section.checklist"), table)
