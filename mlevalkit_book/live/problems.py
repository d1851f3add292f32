"""A problem as a page shows and judges it: its HTML, and what `problem-judge.js` needs of it.

The build prepares variants of every kind with it; in a live page Python makes others. What follows
from a reader's own earlier value is worked out in the page, from the formula of the step.
"""

import ast
import tomllib
from fractions import Fraction
from importlib.resources import files
from typing import Any

from mlevalkit import exercises
from mlevalkit.exercises import Problem, answers, forms
from mlevalkit.exercises.questions import Question, Solver, taken
from mlevalkit.explorers.words import language, speaking
from mlevalkit_book.words import words

SAID = words("problems")
MESSAGES = tomllib.loads(files(exercises).joinpath("messages.toml").read_text(encoding="utf-8"))

_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**",
          ast.Gt: ">", ast.LtE: "<="}  # fmt: skip
# Steps of the catalogue that are code and take earlier answers, as a page works them out.
_AS_TREES: dict[tuple[str, str, str], Any] = {
    ("diagnosis", "remedy", ""): [
        "if", [">", "training_error", "gap"], ["text", "reduce_bias"], ["text", "reduce_variance"],
    ],
    ("nemenyi", "pairs", ""): ["pairs", "r", "CD"],
    ("nemenyi", "pairs", "pairs_below_cd"): ["other pairs", "r", "CD"],
}  # fmt: skip


def judged_words(lang: str) -> dict[str, Any]:
    """Return what a page says of answers, and the words that an answer may consist of."""
    said = {key: texts[lang] for key, texts in MESSAGES["judged"].items()}
    return {**SAID[lang], **said, "answers": MESSAGES["answers"]}


def variant(kind: str, seed: int, lang: str, *, guided: bool = True) -> dict[str, Any]:
    """Return a problem as plain data."""
    with speaking(lang):
        problem = exercises.problem(kind=kind, seed=seed, guided=guided)
        questions = exercises.kinds()[kind].questions
        steps = {q.name for q in questions}
        shown = {name for names in problem.shows.values() for name in names}
        solve = [_solvers(problem, q, steps, shown) for q in questions]
        return {
            "seed": seed,
            "guided": guided,
            "html": _html(problem),
            "helped": guided and any(q.helps for q in problem.asked),
            "steps": [_asked(problem, q) for q in problem.asked],
            "solve": solve,
            "values": _used(problem, solve),
        }


def mistakes(kind: str, lang: str) -> dict[str, Any]:
    """Return what there is to say about each mistake of a kind, and where the book explains it."""
    template = exercises.kinds()[kind]
    names = [name for q in template.questions for name in q.mistakes]
    found = {}
    with speaking(lang):
        for name in [*names, "percent_sign"]:
            mistake = template.mistake(name)
            page = mistake.page and mistake.page.replace("#", ".html#")
            found[name] = {"said": mistake.said.inline(), "page": page}
    return found


# -- what the judge needs -------------------------------------------------------------------------


def _asked(problem: Problem, q: Question) -> dict[str, Any]:
    form = problem.form(q.name)
    number = form.each if isinstance(form, forms.Numbers) else form
    return {
        "name": q.name,
        "label": problem.label(q.name),
        "form": type(form).__name__,
        "digits": getattr(number, "digits", 3),
        "whole": getattr(number, "whole", False),
        "example": form.example,
        "right": plain(problem.right[q.name]),
        "shows": problem.shows[q.name],
    }


def plain(value: Any) -> Any:
    """Return a value as plain data: a number as a fraction in text, a set as a sorted list."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, frozenset):
        return {"labels": sorted(map(answers.label, value))}
    if isinstance(value, (tuple, list)):
        return [plain(v) for v in answers.flat(value)]
    return str(Fraction(forms.as_fraction(value)))


def _solvers(problem: Problem, q: Question, steps: set[str], shown: set[str]) -> dict[str, Any]:
    wrong = {name: solver for name, solver in q.mistakes.items() if name in shown}
    return {
        "name": q.name,
        "right": _packed(problem, q, "", q.solve, steps),
        "wrong": {name: _packed(problem, q, name, s, steps) for name, s in wrong.items()},
    }


def _packed(problem: Problem, q: Question, name: str, solver: Solver, steps: set[str]) -> Any:
    """Return a constant, or, of what depends on earlier steps, a tree of operations."""
    key = (problem.kind, q.name, name)
    earlier = sorted(solver.names & steps)
    if key in _AS_TREES:
        return {"tree": _AS_TREES[key]}
    if earlier and solver.formula:
        return {"tree": _tree(ast.parse(solver.formula, mode="eval").body)}
    if not earlier:
        return {"value": _constant(solver, problem.values)}
    if len(earlier) > 1 or not isinstance(problem.right[earlier[0]], bool):
        raise ValueError(f"{key}: a page needs a formula of {earlier}")
    yes, no = (plain(taken(solver({**problem.right, earlier[0]: b}))) for b in (True, False))
    return {"tree": ["if", earlier[0], ["text", yes], ["text", no]]}


def _constant(solver: Solver, values: Any) -> Any:
    try:
        return plain(taken(solver(values)))
    except (ArithmeticError, ValueError):
        return None


def _tree(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=number):
            return number
        case ast.Name(id=name):
            return name
        case ast.UnaryOp(operand=inner):
            return ["-", 0, _tree(inner)]
        case ast.BinOp(left=a, op=op, right=b):
            return [_SIGNS[type(op)], _tree(a), _tree(b)]
        case ast.Compare(left=a, ops=[op], comparators=[b]):
            return [_SIGNS[type(op)], _tree(a), _tree(b)]
        case ast.Call(func=ast.Name(id=name), args=inner):
            return [name, *map(_tree, inner)]
    raise ValueError(ast.unparse(node))


def _used(problem: Problem, solve: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the numbers of the question that occur in trees."""
    text = str([s for each in solve for s in (each["right"], *each["wrong"].values())
                if "tree" in s])  # fmt: skip
    return {n: plain(v) for n, v in problem.values.items() if f"'{n}'" in text}


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
        f'<details class="mk-solution"><summary>{said["solution"]}</summary>'
        f"{problem.solution._repr_html_()}</details>"
    )


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
