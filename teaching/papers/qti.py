"""QTI 2.1: a package of items, and a test that takes one version of each question.

Read by TAO, OpenOlat, ONYX and others that run an item's own response processing, in which the
mistakes stand. A number has to lie between two bounds, because not every player knows the
tolerance of ``equal``.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable
from html import escape
from pathlib import Path

from mlevalkit.display.language import language
from mlevalkit.display.workings import data_of
from mlevalkit.exercises import Problem

from .fields import Asked, Place, feedback, versions
from .plan import Paper
from .sheets import title

_PIECES = data_of(__package__, "qti.toml")
_MATHS = '<math xmlns="http://www.w3.org/1998/Math/MathML"'


def _made(piece: str, **places: object) -> str:
    """Return a piece of XML with its places filled in."""
    made: str = _PIECES[piece].format(**places)
    return made


def _each(piece: str, names: Iterable[str]) -> str:
    """Return a piece for each of the names, a line each."""
    return "\n".join(_made(piece, name=name) for name in names)


def write_qti(paper: Paper, path: Path) -> None:
    """Write a paper as a package, which platforms import as it is."""
    items: dict[str, str] = {}
    sections = []
    for number, found in enumerate(versions(paper), start=1):
        made = {f"q{number:02}-{given.seed}": (given, asked) for given, asked in found}
        items |= {name: _item(name, *of) for name, of in made.items()}
        about = escape(f"{number}. {found[0][0].title.plain()}")
        refs = _each("reference", made)
        sections.append(_made("section", name=f"s{number:02}", title=about, items=refs))
    needed = _each("dependency", items)
    files = {
        "imsmanifest.xml": _made("manifest", needed=needed, items=_each("resource", items)),
        "test.xml": _made("test", title=escape(title(paper)), sections="\n".join(sections)),
        **{f"items/{name}.xml": item for name, item in items.items()},
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in files.items():
            package.writestr(name, text)


def _item(name: str, given: Problem, asked: list[Asked]) -> str:
    places = [place for step in asked for place in step.places]
    html = "".join(step.html() for step in feedback(given)) + "".join(map(_asks, asked))
    html = re.sub(r' (tabindex|lang)="[^"]*"', "", html)  # which QTI does not have
    return _made(
        "item",
        name=name,
        title=escape(f"{given.title.plain()} ({given.seed})"),
        lang=language(),
        responses="\n".join(map(_response, places)),
        most=sum(place.marks for place in places),
        outcomes=_each("outcome", [place.name for place in places]),
        body=html.replace("<math", _MATHS),
        rules="\n".join(map(_rule, places)),
        feedback="\n".join(filter(None, map(_feedback, places))),
    )


def _response(place: Place) -> str:
    kind = "identifier" if place.is_choice else "float"
    right = next(i for i, answer in enumerate(place.answers) if answer.share == 100)
    value = _option(right) if place.is_choice else place.answers[right].text
    return _made("response", name=place.name, kind=kind, value=value)


def _option(place: int) -> str:
    return f"option_{chr(ord('A') + place)}"


def _asks(step: Asked) -> str:
    return f"<p>{step.question.inline()}</p>\n" + "\n".join(map(_interaction, step.places))


def _interaction(place: Place) -> str:
    if not place.is_choice:
        return _made("entry", name=place.name)
    texts = (escape(answer.text) for answer in place.answers)
    options = "".join(_made("option", name=_option(i), text=text) for i, text in enumerate(texts))
    return _made("choice", name=place.name, options=options)


def _rule(place: Place) -> str:
    """Return the rule that looks for the first answer that fits."""
    cases = (_case(place, i) for i in range(len(place.answers)))
    return _made("rule", cases="".join(cases))


def _case(place: Place, i: int) -> str:
    answer = place.answers[i]
    if place.is_choice:
        test = _made("is_option", name=place.name, option=_option(i))
    else:
        ends = (float(answer.text) + sign * answer.tolerance for sign in (-1, 1))
        low, high = (f"{end:.12g}" for end in ends)
        test = _made("is_between", name=place.name, low=low, high=high)
    outcomes = ""
    if answer.share:
        outcomes += _made("add", marks=f"{float(place.marks * answer.share / 100):g}")
    if answer.said:
        outcomes += _made("say", name=place.name, number=i + 1)
    tag = "responseElseIf" if i else "responseIf"
    return _made("case", tag=tag, test=test, outcomes=outcomes)


def _feedback(place: Place) -> str:
    return "\n".join(
        _made("feedback", name=place.name, number=i, said=escape(str(answer.said)))
        for i, answer in enumerate(place.answers, start=1)
        if answer.said
    )
