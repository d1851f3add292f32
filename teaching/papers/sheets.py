"""Papers, their key and the sheet of all answers, as HTML that is ready for the printer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import chain
from pkgutil import get_data
from typing import Any

from mlevalkit.display.language import language
from mlevalkit.display.workings import Messages, Sentence, Step, Table
from mlevalkit.exercises import Problem
from mlevalkit.exercises.forms import Choice, Form, Labels, YesNo
from mlevalkit.hypothesis_tests.critical_values import table

from .fields import Asked, Place, feedback, versions
from .plan import Paper, Variant

_say = Messages(__package__)

_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head>
<body class="{kind}">{body}</body></html>
"""
_DIGITS = 3  # what the head says of digits; a problem that asks for more says so itself
_NUMERALS = "一二三四五六七八九十"
_BLANK = "_" * 16
_SEAL = """white-space: pre-wrap; writing-mode: sideways-lr; text-align: center; width: 2.6cm;
height: 100%; font: 10pt/2.2 sans-serif;"""


def page(title: object, kind: str, body: str, style: str = "") -> str:
    """Return a whole page that needs nothing else."""
    sheet = (get_data(__package__, "paper.css") or b"").decode() + style
    lang = {"en": "en", "zh": "zh-CN"}[language()]
    return _PAGE.format(lang=lang, title=escape(str(title)), kind=kind, body=body, style=sheet)


def title(paper: Paper) -> str:
    """Return what the paper is called."""
    return paper.head.get("title") or str(_say("head.title"))


def titled(paper: Paper, about: Sentence) -> str:
    """Return the heading of a page that goes with the paper."""
    return str(_say("sheet.heading", title=title(paper), about=about))


# -- the paper --------------------------------------------------------------------------------


def sheets(paper: Paper) -> str:
    """Return the papers of all variants."""
    parts = []
    rules = []
    tables = _tables(paper)
    for i, variant in enumerate(paper.variants):
        rules.append(_rule(paper, variant, f"v{i}"))
        body = "".join(_problem(paper, i, number) for number in range(len(paper.marks)))
        body += "".join(_question(paper, number) for number in range(len(paper.written)))
        parts.append(
            f'<section class="paper" style="page: v{i}">{_head(paper, variant)}{body}{tables}'
            "</section>"
        )
    return page(title(paper), "papers", "".join(parts), "".join(rules))


def _rule(paper: Paper, variant: Variant, name: str) -> str:
    """Return what stands in the margins of a variant's pages: who, the seed, the page."""
    foot = str(_say("head.foot", label=variant.label, seed=variant.seed))
    number = f"{_css(foot)} counter({name}) {_css(str(_say('head.foot_end')))}"
    rule = f"counter-increment: {name}; @bottom-center {{ content: {number}; }}"
    if seal := str(_say("head.seal")):
        line = "　".join(f"{label}：{value}" for label, value in _candidate(paper, variant))
        rule += f' @left-middle {{ content: {_css(line)} "\\A" {_css(seal)}; {_SEAL} }}'
        rule += " margin-left: 3.2cm;"
    return f"@page {name} {{ {rule} }}\n"


def _css(text: str) -> str:
    """Return a text as a string of CSS."""
    return json.dumps(text, ensure_ascii=False).replace("<", "\\3c ")


def _candidate(paper: Paper, variant: Variant) -> Iterable[tuple[Sentence, str]]:
    given = {"school": paper.head.get("school"), "group": variant.group}
    given |= {"name": variant.name, "number": variant.number}
    for key, value in given.items():
        yield _say(f"head.{key}"), value or _BLANK


def _head(paper: Paper, variant: Variant) -> str:
    school = paper.head.get("school")
    lines = [f"<p>{escape(school)}</p>"] if school else []
    name = _say("head.paper", label=variant.label).inline()
    lines.append(f"<h1>{escape(title(paper))}</h1><p>{name}</p>")
    minutes = paper.head.get("minutes")
    time = str(_say("head.time", minutes=minutes)) if minutes else ""
    lines.append(f"<p>{time}{_say('head.total', total=paper.total)}</p>")
    who = "".join(
        f"<span>{escape(str(label))}: {escape(value)}</span>"
        for label, value in _candidate(paper, variant)
        if value != school  # which stands above
    )
    lines.append(f'<p class="candidate">{who}</p>{_scores(paper)}')
    lines.append(f"<p>{_say('head.digits', n=_DIGITS)}</p>")
    return f"<header>{''.join(lines)}</header>"


def _scores(paper: Paper) -> str:
    worth = [*map(sum, paper.marks.values()), *(q.marks for q in paper.written)]
    numbers = range(len(worth))
    rows: dict[str, list[Any]] = {
        "question": [*map(_numeral, numbers), _say("head.sum")],
        "out_of": [*worth, paper.total],
        "score": [""] * (len(numbers) + 1),
        "marker": [""] * (len(numbers) + 1),
    }
    cells = (
        f"<tr><th>{_say(f'head.{name}')}</th>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
        for name, row in rows.items()
    )
    return f'<table class="scores">{"".join(cells)}</table>'


def _numeral(number: int) -> str:
    """Return 1, 2, 3, ... or 一, 二, 三, ..."""
    number += 1
    if language() != "zh" or number > 99:
        return str(number)
    tens, ones = divmod(number, 10)
    ten = (_NUMERALS[tens - 1] if tens > 1 else "") + "十" if tens else ""
    return ten + (_NUMERALS[ones - 1] if ones else "")


def _problem(paper: Paper, variant: int, number: int) -> str:
    given = paper.problems[variant][number]
    marks = paper.marks[given.kind]
    story = "".join(step.html() for step in given.story)
    parts = zip(given.shows, marks, strict=True)
    asks = "".join(_ask(given, n, m if len(marks) > 1 else None) for n, m in parts)
    if given.digits > _DIGITS:
        story += _say("sheet.digits", n=given.digits).html()
    top = f'<div class="story">{_heading(number, marks)}{story}</div>'
    return f'<section class="problem">{top}{asks}</section>'


def _heading(number: int, marks: Sequence[int]) -> str:
    return f"<h2>{_say('sheet.problem', number=_numeral(number))} {_marks(sum(marks))}</h2>"


def _marks(marks: int) -> str:
    said = _say("sheet.one_mark") if marks == 1 else _say("sheet.marks", marks=marks)
    return f'<span class="marks">{said}</span>'


def _ask(given: Problem, name: str, marks: int | None) -> str:
    ask, *options = given.ask(name)
    form = given.form(name)
    worth = "" if marks is None else _marks(marks)
    listed = "".join(f"<li>{option.inline()}</li>" for option in options)
    listed = f'<ul class="options">{listed}</ul>' if options else ""
    answer = f'<p class="answer">{_say("sheet.answer")} <span></span></p>'
    asked = f"<p>{ask.inline()} {worth}</p>"
    return f'<div class="part {_room(form)}">{asked}{listed}{answer}</div>'


def _room(form: Form) -> str:
    """Return how much room an answer needs: a line for a decision, more for a calculation."""
    return "short" if isinstance(form, (Choice, YesNo, Labels)) else "long"


# -- questions to be answered in words --------------------------------------------------------


def _question(paper: Paper, number: int) -> str:
    asked = paper.written[number]
    heading = _heading(len(paper.marks) + number, [asked.marks])
    text = f"<p>{_say(f'written.{asked.part}')} {prose(asked.text)}</p>"
    return (
        f'<section class="problem"><div class="words {asked.part}">{heading}{text}</div></section>'
    )


def _model_answer(paper: Paper, number: int) -> str:
    asked = paper.written[number]
    heading = _heading(len(paper.marks) + number, [asked.marks])
    text = f"<p><b>{prose(asked.text)}</b></p><p>{prose(asked.answer)}</p>"
    return f'<section class="problem">{heading}{text}</section>'


def prose(markdown: str) -> str:
    """Return a sentence of the book as HTML: formulas as MathML, links as their words."""
    parts = re.split(r"\$([^$]+)\$", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown))
    texts = [re.sub(r"\*+", "", escape(part)) for part in parts[::2]]
    formulas = [*map(_formula, parts[1::2]), ""]
    return "".join(chain.from_iterable(zip(texts, formulas, strict=True)))


def _formula(latex: str) -> str:
    try:
        from math_core import LatexToMathML
    except ImportError:  # it comes with what builds the book
        return f"<i>{escape(latex)}</i>"
    return LatexToMathML().convert_with_local_state(latex, displaystyle=False)


# -- the tables -------------------------------------------------------------------------------


def _tables(paper: Paper) -> str:
    """Return the statistical tables that the problems need, each as large as all variants do."""
    needed: dict[str, dict[str, set[Any]]] = {}
    for given in (p for row in paper.problems for p in row):
        if given.table:
            sizes = needed.setdefault(given.table, {"k": set(), "N": set()})
            for name, found in sizes.items():
                if name in given.values:
                    found.add(given.values[name])
    made = [_table(number, sizes["k"], sizes["N"]) for number, sizes in sorted(needed.items())]
    if not made:
        return ""
    return f'<section class="tables"><h2>{_say("sheet.tables")}</h2>{"".join(made)}</section>'


def _table(number: Any, k: set[int], n: set[int]) -> str:
    """Return a table with some more columns and rows than needed, as in a book."""
    columns = range(2, max(k, default=5) + 3)
    if number == "2.6":
        rows = range(2, max(n, default=5) + 3)
        return table("2.6", k=columns, n_datasets=rows).working()._repr_html_()
    return table(number, k=columns).working()._repr_html_()


# -- for the teacher --------------------------------------------------------------------------


def key(paper: Paper) -> str:
    """Return the worked solutions of all variants, with the marks of each step."""
    parts = []
    for variant, problems in zip(paper.variants, paper.problems, strict=True):
        body = "".join(_solved(paper, i, given) for i, given in enumerate(problems))
        body += "".join(_model_answer(paper, number) for number in range(len(paper.written)))
        seed = f"{_say('sheet.seed')} {variant.seed}"
        label = str(_say("head.paper", label=variant.label))
        name = " · ".join(filter(None, [label, variant.name, variant.number, seed]))
        parts.append(f'<section class="key"><h1>{escape(name)}</h1>{body}</section>')
    return page(titled(paper, _say("sheet.key")), "keys", "".join(parts))


def _solved(paper: Paper, number: int, given: Problem) -> str:
    marks = paper.marks[given.kind]
    parts = zip(given.solved.items(), marks, strict=True)
    steps = "".join(_worked(given, name, solved, worth) for (name, solved), worth in parts)
    return f'<section class="problem">{_heading(number, marks)}{steps}</section>'


def _worked(given: Problem, name: str, steps: list[Step], marks: int) -> str:
    """Return the lines of a step; the marks stand beside the answer, before why no other option."""
    lines = [step.html() for step in steps]
    answer = -max(1, len(given.ask(name)) - 1)
    lines[answer] = f'<div class="found">{lines[answer]}{_marks(marks)}</div>'
    return "".join(lines)


def contact(paper: Paper) -> str:
    """Return a table with one line a variant: all its answers."""
    head = [_say("sheet.variant"), _say("sheet.seed")]
    head += [_say("sheet.problem", number=i + 1) for i in range(len(paper.marks))]
    rows = [
        [" ".join([v.label, v.name, v.number]).strip(), str(v.seed), *map(answers, problems)]
        for v, problems in zip(paper.variants, paper.problems, strict=True)
    ]
    name = titled(paper, _say("sheet.contact"))
    body = f"<h1>{escape(name)}</h1>{Table(head, rows).html()}"
    return page(name, "contact", body)


def answers(given: Problem) -> str:
    """Return the answers to all steps of a problem, in one line."""
    return "; ".join(f"{given.label(n)}{_brief(given, n)}" for n in given.shows)


def _brief(given: Problem, name: str) -> str:
    """Return an answer as briefly as it can be told: a decimal, of an option its letter."""
    form = given.form(name)
    if isinstance(form, Choice):
        return form.letter(given.right[name])
    return re.sub(r"\S+ [=≈] ", "", str(given.text(name)))


def preview(paper: Paper) -> str:
    """Return what a learning platform will show and accept, of every version of each question."""
    parts = []
    for number, found in enumerate(versions(paper)):
        heading = f"<h2>{_say('sheet.problem', number=_numeral(number))} {found[0][0].title}</h2>"
        each = "".join(_previewed(given, asked) for given, asked in found)
        parts.append(f"<section>{heading}{each}</section>")
    name = titled(paper, _say("sheet.preview"))
    body = f"<h1>{escape(name)}</h1><p>{_say('preview.intro')}</p>{''.join(parts)}"
    return page(name, "preview", body)


def _previewed(given: Problem, asked: list[Asked]) -> str:
    story = "".join(step.html() for step in feedback(given))
    steps = "".join(step.question.html() + "".join(map(_known, step.places)) for step in asked)
    summary = f"<summary>{_say('sheet.seed')} {given.seed}</summary>"
    return f"<details>{summary}{story}{steps}</details>"


def _known(place: Place) -> str:
    head = [_say(f"preview.{name}") for name in ("value", "tolerance", "share", "feedback")]
    rows = [
        [a.text, "" if place.is_choice else f"± {a.tolerance:.6g}", a.share, a.said or ""]
        for a in place.answers
    ]
    return Table(head, rows).html()
