"""Papers, their key and the sheet of all answers, as HTML that is ready for the printer.

How they look stands in ``templates/``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

from mlevalkit._optional import need
from mlevalkit.display.language import language
from mlevalkit.display.workings import Messages, Sentence, Step, Table
from mlevalkit.exercises import Problem
from mlevalkit.exercises.forms import Choice, Form, Labels, YesNo
from mlevalkit.hypothesis_tests.critical_values import table

from .fields import Place, feedback, versions
from .plan import Paper, Variant

_say = Messages(__package__)

_DIGITS = 3  # what the head says of digits; a problem that asks for more says so itself
_NUMERALS = "一二三四五六七八九十"
_BLANK = "_" * 16


class Html(str):
    """HTML, which a template takes as it is."""

    def __html__(self) -> str:
        return self


def page(title: object, kind: str, body: str) -> str:
    """Return a whole page that needs nothing else."""
    return filled("page.html", title=title, kind=kind, body=Html(body))


def filled(template: str, **places: Any) -> str:
    """Return a template with its places filled; text is escaped."""
    lang = {"en": "en", "zh": "zh-CN"}[language()]
    made: str = _templates().get_template(template).render(say=_say, lang=lang, **places)
    return made


@cache
def _templates() -> Any:
    jinja = need("jinja2", "kit")
    made = jinja.Environment(
        loader=jinja.FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=jinja.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"css": _css, "html": _html, "inline": _inline, "numeral": _numeral}
    return made


def title(paper: Paper) -> str:
    """Return what the paper is called."""
    return paper.head.get("title") or str(_say("head.title"))


def titled(paper: Paper, about: Sentence) -> str:
    """Return the heading of a page that goes with the paper."""
    return str(_say("sheet.heading", title=title(paper), about=about))


def _html(steps: Iterable[Step]) -> Html:
    return Html("".join(step.html() for step in steps))


def _inline(said: Sentence) -> Html:
    return Html(said.inline())


def _css(text: object) -> Html:
    """Return a text as a string of CSS."""
    return Html(json.dumps(str(text), ensure_ascii=False).replace("<", "\\3c "))


def _numeral(number: int) -> str:
    """Return 1, 2, 3, ... or 一, 二, 三, ..."""
    if language() != "zh" or number > 99:
        return str(number)
    tens, ones = divmod(number, 10)
    ten = (_NUMERALS[tens - 1] if tens > 1 else "") + "十" if tens else ""
    return ten + (_NUMERALS[ones - 1] if ones else "")


# -- the sheets -------------------------------------------------------------------------------


def sheets(paper: Paper) -> str:
    """Return the papers of all variants."""
    return filled(
        "papers.html",
        **_of(paper),
        title=title(paper),
        kind="papers",
        worth=[*map(sum, paper.marks.values()), *(q.marks for q in paper.written)],
        digits=_DIGITS,
        tables=Html(_tables(paper)),
        candidate=lambda variant: _candidate(paper, variant),
        space=_space,
    )


def key(paper: Paper) -> str:
    """Return the worked solutions of all variants, with the marks of each step."""
    return filled("key.html", **_of(paper), title=titled(paper, _say("sheet.key")), kind="keys")


def _of(paper: Paper) -> dict[str, Any]:
    variants = [*zip(paper.variants, paper.problems, strict=True)]
    return {"paper": paper, "variants": variants, "prose": prose}


def _candidate(paper: Paper, variant: Variant) -> list[tuple[str, str]]:
    """Return who writes a paper: what is asked of it, and what is known."""
    given = {"school": paper.head.get("school"), "group": variant.group}
    given |= {"name": variant.name, "number": variant.number}
    return [(str(_say(f"head.{key}")), value or _BLANK) for key, value in given.items()]


def _space(form: Form) -> str:
    """Return how much space an answer needs: a line for a decision, more for a calculation."""
    return "short" if isinstance(form, (Choice, YesNo, Labels)) else "long"


def prose(markdown: str) -> Html:
    """Return a sentence of the book as HTML: formulas as MathML, links as their words."""
    parts = re.split(r"\$([^$]+)\$", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown))
    texts = [re.sub(r"\*+", "", escape(part)) for part in parts[::2]]
    formulas = [*map(_formula, parts[1::2]), ""]
    return Html("".join(chain.from_iterable(zip(texts, formulas, strict=True))))


def _formula(latex: str) -> str:
    try:
        from math_core import LatexToMathML
    except ImportError:  # it comes with what builds the book
        return f"<i>{escape(latex)}</i>"
    return LatexToMathML().convert_with_local_state(latex, displaystyle=False)


def _tables(paper: Paper) -> str:
    """Return the statistical tables that the problems need, each as large as all variants do."""
    needed: dict[str, dict[str, set[Any]]] = {}
    for given in (p for row in paper.problems for p in row):
        if given.table:
            sizes = needed.setdefault(given.table, {"k": set(), "N": set()})
            for name, found in sizes.items():
                if name in given.values:
                    found.add(given.values[name])
    return "".join(_table(number, of["k"], of["N"]) for number, of in sorted(needed.items()))


def _table(number: Any, k: set[int], n: set[int]) -> str:
    """Return a table with some more columns and rows than needed, as in a book."""
    columns = range(2, max(k, default=5) + 3)
    if number == "2.6":
        rows = range(2, max(n, default=5) + 3)
        return table("2.6", k=columns, n_datasets=rows).working()._repr_html_()
    return table(number, k=columns).working()._repr_html_()


# -- for the teacher --------------------------------------------------------------------------


def contact(paper: Paper) -> str:
    """Return a table with one line a variant: all its answers."""
    head = [_say("sheet.variant"), _say("sheet.seed")]
    head += [_say("sheet.problem", number=i + 1) for i in range(len(paper.marks))]
    rows = [
        [" ".join([v.label, v.name, v.number]).strip(), str(v.seed), *map(answers, problems)]
        for v, problems in zip(paper.variants, paper.problems, strict=True)
    ]
    name = titled(paper, _say("sheet.contact"))
    return page(name, "contact", f"<h1>{escape(name)}</h1>{Table(head, rows).html()}")


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
    name = titled(paper, _say("sheet.preview"))
    questions = [*versions(paper)]
    of = {"questions": questions, "feedback": feedback, "known": _known}
    return filled("preview.html", title=name, kind="preview", **of)


def _known(place: Place) -> Table:
    head = [_say(f"preview.{name}") for name in ("value", "tolerance", "share", "feedback")]
    rows = [
        [a.text, "" if place.is_choice else f"± {a.tolerance:.6g}", a.share, a.said or ""]
        for a in place.answers
    ]
    return Table(head, rows)
