"""An explorer with the book's own controls, as HTML: for the built book and for its live pages.

`pack.py` ships this file with the Python of the live pages.
"""

import json
from html import escape

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


def are_wide(view, texts):
    """Tell whether the numbers are too wide for a narrow column beside the picture."""
    labels = [str(v.label) for v in view.numbers]
    return max(map(width, labels)) > 10 or max(map(width, texts)) > 9


def guess_html(explorer):
    """Return the question that an explorer asks first, and its answer, folded."""
    guess = explorer.guess
    if guess is None:
        return ""
    return (
        '<div class="mk-guess" data-guess role="group" aria-label="{ask}">'
        "<p><strong>{ask}</strong> {question}</p>"
        '<p class="mk-choices">{choices}<button type="button" data-skip>{skip}</button></p></div>'
        '<details class="mk-answer" data-guess="answer"><summary>{fold}</summary>'
        '<p><strong class="mk-said" hidden></strong> {answer}</p></details>'
    ).format(
        ask=html(say("guess", "ask")),
        question=html(guess.question),
        choices=choices_html(guess) or number_html(explorer),
        skip=html(say("guess", "skip")),
        fold=html(say("guess", "fold")),
        answer=html(guess.answer),
    )


def choices_html(guess):
    """Return a button for each answer; none if a number is asked for."""
    return "".join(
        f'<button type="button" data-choice="{i}" data-said="{escape(str(guess.said(i)))}"'
        f"{' data-right' if i == guess.right else ''}>{html(choice)}</button>"
        for i, choice in enumerate(guess.choices)
    )


def number_html(explorer):
    """Return a field for a number, which may be drawn as a line too, and its button."""
    guess = explorer.guess
    close, off = (escape(str(guess.said_of("{guess}", near))) for near in (True, False))
    line = f' data-line="{level_line(explorer, guess.line)}"' if guess.line else ""
    return (
        f'<label>{html(say("guess", "number"))} <input type="number" min="0" max="1" step="any"'
        f' data-number="{guess.right}" data-within="{CLOSE}" data-close="{close}" data-off="{off}"'
        f'{line} autocomplete="off"></label>'
        f'<button type="button" data-give>{html(say("guess", "give"))}</button>'
    )


def level_line(explorer, parameter):
    """Return where a level can be drawn: left, right, and the heights of 0 and 1, in shares."""
    view = explorer.first
    (handle,) = (h for h in view.handles if h.parameter == parameter and h.along == "y")
    handle.ax.apply_aspect()
    width, height = view.figure.bbox.size
    ends = [(handle.ax.get_xlim()[i], i) for i in (0, 1)]
    (left, zero), (right, one) = handle.ax.transData.transform(ends) / (width, height)
    return [round(float(share), 4) for share in (left, right, 1 - zero, 1 - one)]


def panel_html(explorer, *, group, attributes, picture, alt, wide, below=""):
    """Return an explorer with its controls, its picture, its numbers, and both in words."""
    return (
        f'<div class="mk mk-explorer" {attributes} lang="{language()}"'
        f' role="group" aria-labelledby="{group}-title">'
        f'<p class="mk-explorer-title" id="{group}-title">{html(explorer.title)}</p>'
        f"{guess_html(explorer)}"
        f'<div class="mk-controls">{controls(explorer.parameters, group)}</div>'
        f'<div class="mk-stage{" mk-wide" if wide else ""}">'
        '<div class="mk-canvas">'
        f'<div class="mk-picture" aria-hidden="true">{picture}</div></div>'
        f"<div>{numbers_html(explorer.first)}</div></div>"
        f'<p class="mk-verdict" role="status">{html(alt)}</p>{below}</div>'
    )


def shares(handle, parameters):
    """Return a handle as the scripts read it: lengths are shares of the picture, from its top left.

    A value without a place in the picture has None there.
    """
    (number,) = (i for i, p in enumerate(parameters) if p.name == handle.parameter)
    ax = handle.ax
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    x0, y0, x1, y1 = handle.within or (x0, y0, x1, y1)
    ax.apply_aspect()
    _, _, width, height = ax.figure.bbox.bounds

    def share(x, y):
        if x != x or y != y:  # NaN
            return None, None
        across, up = ax.transData.transform((x, y))
        return round(float(across / width), 4), round(float(1 - up / height), 4)

    def point(value):
        place = handle.place(value)
        return {"x": (place, y0), "y": (x0, place), "xy": place}[handle.along]

    (left, right), (top, bottom) = map(sorted, zip(share(x0, y0), share(x1, y1), strict=True))
    places = zip(*(share(*point(v)) for v in parameters[number].values), strict=True)
    along = {axis: list(at) for axis, at in zip("xy", places, strict=True) if axis in handle.along}
    return {"n": number, "box": [left, top, right, bottom], **along}
