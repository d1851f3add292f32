"""The report as plain text: the answer, the table of models, the differences, the warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill

from ..display.language import language
from ..display.workings import Messages, printable, width, word
from .content import Content
from .sources import p_shown

_say = Messages(__package__)

_WIDTH = 80
_SIGNS = {"best": "*", "alike": "≈", "baseline": "=", "better": "+", "worse": "-", "": " "}
_BOLD = "\x1b[1m{}\x1b[0m"
_FAINT = "\x1b[2m{}\x1b[0m"
_YELLOW = "\x1b[33m{}\x1b[0m"

Cell = tuple[str, str]  # a text and how it is coloured


def joined(sentences: Iterable[object]) -> str:
    """Return sentences as a paragraph."""
    return str(word("between_sentences")).join(map(str, sentences))


def text(content: Content, colour: bool) -> str:
    """Return the report; colours are escape sequences of a terminal."""
    blocks = [
        _wrapped(joined(content.answer)),
        _aligned(_overview(content), colour),
        *_legend(content),
        *(_wrapped(str(note)) for note in content.overview.notes),
        _aligned(_differences(content), colour),
        *(_wrapped(str(note)) for note in content.difference_notes()),
        *(_coloured((_wrapped(str(w)), _YELLOW), colour) for w in content.warnings),
    ]
    return printable("\n\n".join(block for block in blocks if block))


def _wrapped(sentence: str) -> str:
    """Break English between words; a terminal breaks Chinese by itself."""
    return fill(sentence, _WIDTH) if language() == "en" else sentence


def _overview(content: Content) -> list[list[Cell]]:
    rows = [[("", ""), *((str(head), _FAINT) for head in content.overview.heads)]]
    for row in content.overview.rows:
        cells: list[Cell] = [(row.name, _BOLD if "best" in row.marks else "")]
        for number, mark in zip(row.cells, row.marks, strict=True):
            shown = "-" if number is None else number.shown
            cells.append((f"{shown} {_SIGNS[mark]}", _BOLD if mark == "best" else ""))
        rows.append(cells)
    return rows


def _legend(content: Content) -> list[str]:
    """Return what the signs in the table mean, and the level of the intervals."""
    found = {mark for row in content.overview.rows for mark in row.marks}
    signs = [
        f"{sign} {_say(f'mark.{mark}')}" for mark, sign in _SIGNS.items() if mark in found - {""}
    ]
    if any(cell and cell.interval for row in content.overview.rows for cell in row.cells):
        signs.append(str(_say("table.level", level=f"{100 * content.level:g}")))
    return ["   ".join(signs)] if signs else []


def _differences(content: Content) -> list[list[Cell]]:
    heads = [str(_say(f"difference.head.{name}")) for name in ("pair", "by", "p", "verdict")]
    rows: list[list[Cell]] = [[(head, _FAINT) for head in heads]]
    for d in content.differences:
        p = p_shown(d.pvalue.value) if d.pvalue else "-"
        verdict = str(_say(f"difference.verdict.{d.verdict}", a=d.first, b=d.second))
        bold = _BOLD if d.verdict != "alike" else ""
        rows.append(
            [(str(d.number.title), ""), (str(d.number.shown), bold), (p, ""), (verdict, bold)]
        )
    return rows


def _aligned(rows: Sequence[Sequence[Cell]], colour: bool) -> str:
    """Return rows with their columns below each other; without a row below the heads nothing."""
    if len(rows) < 2:
        return ""
    widths = [max(width(cell) for cell, _ in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for (cell, style), columns in zip(row, widths, strict=True):
            gap = " " * (columns - width(cell))
            cells.append(_coloured((cell, style), colour) + gap)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _coloured(cell: Cell, colour: bool) -> str:
    content, style = cell
    return style.format(content) if colour and style and content.strip() else content
