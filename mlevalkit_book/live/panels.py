"""An explorer with the book's own controls, as HTML: for the built book and for its live pages.

`pack.py` ships this file with the Python of the live pages.
"""

import json
from html import escape

import numpy as np

from mlevalkit import explorers
from mlevalkit.explorers.engine import numbers_html
from mlevalkit.explorers.guess import CLOSE
from mlevalkit.explorers.words import html, language, say, width


def explorer_of(key):
    """Return the explorer of a key: the name of its function and the arguments, in pairs."""
    name, *given = key.split("-")
    return getattr(explorers, name)(**dict(zip(given[::2], given[1::2], strict=True)))


def slider(parameter):
    """Return a slider over the values of a parameter, at its default; the largest is right."""
    shown = [str(parameter.show(v)) for v in parameter.values]
    at, last = parameter.index(parameter.default), len(shown) - 1
    falls = parameter.falls
    place = last - at if falls else at
    left, right = (shown[-1], shown[0]) if falls else (shown[0], shown[-1])
    return (
        f'<label class="mk-control" data-values="{escape(json.dumps(shown))}"'
        f"{' data-falls' if falls else ''}>"
        f'<span class="mk-label">{html(parameter.label)}</span>'
        f'<span class="mk-end" aria-hidden="true">{escape(left)}</span>'
        f'<input type="range" min="0" max="{last}" value="{place}" autocomplete="off"'
        f' aria-valuetext="{escape(shown[at])}" style="--at: {100 * place / max(last, 1):.1f}%">'
        f'<span class="mk-end" aria-hidden="true">{escape(right)}</span>'
        f'<output aria-live="off">{escape(shown[at])}</output></label>'
    )


def choice(parameter, group):
    """Return a button for each value of a parameter; ``group`` is theirs alone on the page."""
    options = "".join(
        f'<label><input type="radio" name="{group}-{parameter.name}" value="{i}" autocomplete="off"'
        f"{' checked' if v == parameter.default else ''}>"
        f"<span>{html(parameter.show(v))}</span></label>"
        for i, v in enumerate(parameter.values)
    )
    return (
        f'<fieldset class="mk-control mk-choice"><legend class="mk-label">'
        f'{html(parameter.label)}</legend><span class="mk-options">{options}</span></fieldset>'
    )


def controls(parameters, group):
    """Return the controls of parameters, at their defaults; ``group`` is theirs alone."""
    return "".join(choice(p, group) if p.choice else slider(p) for p in parameters)


def are_wide(labels, texts):
    """Tell whether the numbers are too wide for a narrow column beside the picture."""
    return max(map(width, labels)) > 10 or max(map(width, texts)) > 9


def guess_html(explorer, guess, handles):
    """Return the question that an explorer asks first, and its answer, folded."""
    if guess is None:
        return ""
    return (
        '<div class="mk-guess" data-guess data-covered="{covered}" data-then="{then}"'
        ' role="group" aria-label="{ask}">'
        "<p><strong>{ask}</strong> {question}</p>"
        '<p class="mk-choices">{choices}<button type="button" data-skip>{skip}</button></p></div>'
        '<details class="mk-answer" data-guess="answer"><summary>{fold}</summary>'
        '<p><strong class="mk-said" hidden></strong> {answer}</p></details>'
    ).format(
        covered=escape(str(say("guess", "covered"))),
        then=escape(json.dumps(places_of(explorer, guess.then))),
        ask=html(say("guess", "ask")),
        question=html(guess.question),
        choices=choices_html(guess) or number_html(explorer, handles),
        skip=html(say("guess", "skip")),
        fold=html(say("guess", "fold")),
        answer=html(guess.answer),
    )


def covered(guess):
    """Return what the box says of its question: what it covers, whether a level can be drawn."""
    if guess is None:
        return ""
    return f' data-covers="{guess.covers}"{" data-level" if guess.line else ""}'


def places_of(explorer, setting):
    """Return [number of the parameter, place of the value] for each value, given as text."""
    names = [p.name for p in explorer.parameters]
    found = []
    for name, text in setting.items():
        shown = [str(v) for v in explorer.parameters[names.index(name)].values]
        found.append([names.index(name), shown.index(text)])
    return found


def choices_html(guess):
    """Return a button for each answer; none if a number is asked for."""
    return "".join(
        f'<button type="button" data-choice="{i}" data-said="{escape(str(guess.response(i)))}"'
        f"{' data-right' if i == guess.right else ''}>{html(choice)}</button>"
        for i, choice in enumerate(guess.choices)
    )


def number_html(explorer, handles):
    """Return a field for a number, which may be drawn as a line too, and its button."""
    guess = explorer.guess
    close, off = (escape(str(guess.comparison("{guess}", near))) for near in (True, False))
    line = f' data-line="{level_line(explorer, guess.line, handles)}"' if guess.line else ""
    return (
        f'<label>{html(say("guess", "number"))} <input type="number" min="0" max="1" step="any"'
        f' data-number="{guess.right}" data-within="{CLOSE}" data-close="{close}" data-off="{off}"'
        f'{line} autocomplete="off"></label>'
        f'<button type="button" data-give>{html(say("guess", "give"))}</button>'
    )


def level_line(explorer, name, handles):
    """Return where a level can be drawn: left, right, and the heights of 0 and 1, in shares.

    It is read off the handle of a parameter that moves up and down.
    """
    (number,) = (i for i, p in enumerate(explorer.parameters) if p.name == name)
    (handle,) = (h for h in handles if h["n"] == number and "x" not in h)
    slope, zero = np.polyfit(explorer.parameters[number].values, handle["y"], 1)
    left, _, right, _ = handle["box"]
    return [round(float(share), 4) for share in (left, right, zero, zero + slope)]


def panel_html(
    explorer, *, group, attributes, picture, alt, numbers, handles, wide, below="", asks=True
):
    """Return an explorer with its controls, its picture, its numbers, and both in words."""
    guess = explorer.guess if asks else None
    return (
        f'<div class="mk mk-explorer{" mk-asked" if guess else ""}" {attributes}'
        f'{covered(guess)} lang="{language()}"'
        f' role="group" aria-labelledby="{group}-title">'
        f'<p class="mk-explorer-title" id="{group}-title">{html(explorer.title)}</p>'
        f"{guess_html(explorer, guess, handles)}"
        f'<div class="mk-controls">{controls(explorer.parameters, group)}</div>'
        f'<div class="mk-stage{" mk-wide" if wide else ""}">'
        '<div class="mk-canvas">'
        f'<div class="mk-picture" aria-hidden="true">{picture}</div></div>'
        f"<div>{numbers_html(numbers)}</div></div>"
        f'<p class="mk-verdict" role="status">{html(alt)}</p>{below}</div>'
    )


def places(handle, parameters):
    """Return where a handle lies for each value of its parameter, in data."""
    (values,) = (p.values for p in parameters if p.name == handle.parameter)
    return np.array([handle.place(v) for v in values], dtype=float)


def shares(handle, parameters, at=None):
    """Return a handle as the scripts read it: lengths are shares of the picture, from its top left.

    A value without a place in the picture has None there. `at` are its places, if they are known.
    """
    at = places(handle, parameters) if at is None else at
    (number,) = (i for i, p in enumerate(parameters) if p.name == handle.parameter)
    ax = handle.ax
    ax.fix()
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    x0, y0, x1, y1 = handle.within or (x0, y0, x1, y1)
    values = {"x": (at, y0), "y": (x0, at), "xy": at.T}[handle.along]
    left, right, top, bottom = (
        *sorted(rounded(ax, [x0, x1], y0)[0]),
        *sorted(rounded(ax, x0, [y0, y1])[1]),
    )
    along = dict(zip("xy", rounded(ax, *values), strict=True))
    kept = {axis: at for axis, at in along.items() if axis in handle.along}
    return {"n": number, "box": [left, top, right, bottom], **kept}


def rounded(ax, x, y):
    """Return places of data as shares of the picture, and None for what has no place."""
    points = np.broadcast_arrays(*ax.points(x, y))
    sizes = ax.figure.width, ax.figure.height
    known = np.isfinite(points[0] + points[1])
    return [
        [round(float(at / size), 4) if ok else None for at, ok in zip(axis, known, strict=True)]
        for axis, size in zip(points, sizes, strict=True)
    ]
