"""A problem as a page shows and judges it: its HTML, and what `problem-judge.js` needs of it.

The build prepares variants of every kind with it; in a live page Python makes others. A page
computes nothing: it gets the right value of every step, the value that each mistake leads to, and
what later steps become by a mistake in an earlier one.
"""

import tomllib
from fractions import Fraction
from importlib.resources import files
from typing import Any

from mlevalkit import exercises
from mlevalkit.exercises import Problem, answers, forms
from mlevalkit.exercises.judging import mistaken_units
from mlevalkit.explorers.words import language, speaking
from mlevalkit_book.words import words

SAID = words("problems")
MESSAGES = tomllib.loads(files(exercises).joinpath("messages.toml").read_text(encoding="utf-8"))


def judged_words(lang: str) -> dict[str, Any]:
    """Return what a page says of answers, and the grammar by which it reads them."""
    said = {key: texts[lang] for key, texts in MESSAGES["judged"].items()}
    return {**SAID[lang], **said, "grammar": answers.grammar()}


def variant(kind: str, seed: int, lang: str, *, guided: bool = True) -> dict[str, Any]:
    """Return a problem as plain data."""
    with speaking(lang):
        problem = exercises.problem(kind=kind, seed=seed, guided=guided)
        return {
            "seed": seed,
            "guided": guided,
            "html": _html(problem),
            "helped": guided and any(q.helps for q in problem.asked),
            "steps": _steps(problem),
        }


def mistakes(kind: str, lang: str) -> dict[str, Any]:
    """Return what there is to say about each mistake of a kind, and where the book explains it."""
    template = exercises.kinds()[kind]
    names = [name for q in template.questions for name in q.mistakes]
    found = {}
    with speaking(lang):
        for name in [*names, "percent_sign", "in_per_cent"]:
            mistake = template.mistake(name)
            page = mistake.page and mistake.page.replace("#", ".html#")
            found[name] = {"said": mistake.said.inline(), "page": page}
    return found


# -- what the judge needs -------------------------------------------------------------------------


def _steps(problem: Problem) -> list[dict[str, Any]]:
    """Return the steps as plain data.

    ``wrong`` has the value that each mistake in the step leads to, ``follows`` the value that is
    right after a mistake in a step before, and ``needs`` the steps from which this one follows.
    """
    names = [q.name for q in problem.asked]
    rows = {
        mistake: problem.outcome(mistake) for shown in problem.shows.values() for mistake in shown
    }
    found = []
    for name in names:
        shown = problem.shows[name]
        right = problem.right[name]
        after = {m: row[name] for m, row in rows.items() if m not in shown and row[name] != right}
        found.append(
            {
                "name": name,
                "label": problem.label(name),
                "right": plain(right),
                "wrong": {mistake: plain(rows[mistake][name]) for mistake in shown},
                "needs": problem.needs[name],
                "follows": {mistake: plain(value) for mistake, value in after.items()},
                **_form(problem, name),
            }
        )
    return found


def _form(problem: Problem, name: str) -> dict[str, Any]:
    """Return how the answers to a step are read and compared."""
    form = problem.form(name)
    packed = {"form": type(form).__name__, "example": form.example}
    if isinstance(form, forms.Labels):
        among = form.among and {"among": form.among, "last": form.last}
        return packed | {"kind": form.kind, **(among or {})}
    number = form.each if isinstance(form, forms.Numbers) else form
    if not isinstance(number, forms.Number):
        return packed
    units = mistaken_units(form, problem.right[name])
    return packed | {
        "asked": {"name": number.name, "whole": number.whole, "unit": number.unit},
        "digits": number.digits,
        "units": {mistake: str(factor) for mistake, factor in units.items()},
    }


def plain(value: Any) -> Any:
    """Return a value as plain data: a number as a fraction in text, a set as a sorted list."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, frozenset):
        return {"labels": sorted(map(answers.label, value))}
    if isinstance(value, (tuple, list)):
        return [plain(v) for v in answers.flat(value)]
    return {"number": str(Fraction(forms.as_fraction(value)))}


# -- what is seen ---------------------------------------------------------------------------------


def _html(problem: Problem) -> str:
    """Return the question, a place to answer each step, buttons, and the folded solution."""
    said = SAID[language()]
    story = "".join(step.html() for step in problem.story)
    asks = "".join(_ask(problem, q.name) for q in problem.asked)
    note = MESSAGES["problem"]["digits"][language()].format(n=problem.digits)
    note = f'<p class="mk-note">{note}</p>' if problem.digits else ""
    return (
        f"{story}{asks}{note}"
        f'<p class="mk-actions"><button>{said["check"]}</button>'
        f'<button type="button" data-do="another">{said["another"]}</button></p>'
        f"{_hints(problem)}"
        f'<details class="mk-solution"><summary>{said["solution"]}</summary>'
        f"{problem.solution._repr_html_()}</details>"
    )


def _hints(problem: Problem) -> str:
    """Return a first hint to each step: a formula, and where the book explains it."""
    said = SAID[language()]
    hints = []
    for name, shown in problem.shows.items():
        hint = problem.hint(name)
        page = next(filter(None, (problem.mistake(m).page for m in shown)), None)
        link = f'<a href="{page.replace("#", ".html#")}">{said["again"]}</a>' if page else ""
        text = hint.inline() if hint else ""
        if text or link:
            hints.append(f"<p>{problem.label(name)}{text} {link}</p>")
    if not hints:
        return ""
    return f'<details class="mk-hint"><summary>{said["hint"]}</summary>{"".join(hints)}</details>'


def _ask(problem: Problem, name: str) -> str:
    """Return what a step asks, with a box for text or buttons to choose from."""
    form = problem.form(name)
    asked, *options = problem.ask(name)
    ask = asked.inline()
    feedback = '<p class="mk-feedback"></p>'
    if isinstance(form, forms.YesNo):
        texts = [(str(held).lower(), form.text(held)) for held in (True, False)]
    elif isinstance(form, forms.Choice):
        texts = list(zip(form.names, options, strict=True))
    else:
        size = 40 if isinstance(form, (forms.Numbers, forms.Labels)) else 20
        box = (
            f'<input name="{name}" size="{size}" autocomplete="off" autocapitalize="off"'
            ' spellcheck="false">'
        )
        return f'<div class="mk-step"><label><span>{ask}</span>{box}</label>{feedback}</div>'
    buttons = "".join(
        f'<label><input type="radio" name="{name}" value="{value}"><span>{text.inline()}</span>'
        "</label>"
        for value, text in texts
    )
    return f'<fieldset class="mk-step"><legend>{ask}</legend>{buttons}{feedback}</fieldset>'
